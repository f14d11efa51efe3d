"""Kernels of GPUs on the CPU of the tests.

`twin` is the program of a kernel for the host, with the functions and the precision of the GPU's code. `Emulated` is
the text of the kernel itself, changed for the host: a thread of the host for each thread of a block, a barrier of the
host for a barrier, and the blocks one after another, since they share the memory of the tiles. `thread_twin` does the
same for kernels whose threads do not wait for each other. `FakeDriver` is a CUDA driver whose device is the host: its
memory is the device's, and kernels are their twins.
"""

import ctypes
import enum
import re
import threading
import weakref
from dataclasses import replace
from typing import Any

import numpy as np

from internals import Program, Scalar, host, load_object, to_object
from internals import emit_llvm as emit
from internals import emit_ptx as emit_kernel

DTYPES = {4: np.dtype("float32"), 8: np.dtype("float64")}
WAIT = ctypes.CFUNCTYPE(None)
CHANGES = (
    (r"define ptx_kernel void @(\w+)\(", r"define void @\1(i32 %tid, i32 %block, ptr %wait, "),
    (r"call i32 @llvm.nvvm.read.ptx.sreg.tid.x\(\)", "add i32 %tid, 0"),
    (r"call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x\(\)", "add i32 %block, 0"),
    (r"call void @llvm.nvvm.barrier0\(\)", "call void %wait()"),
    (r"call void @llvm.nvvm.cp.async.wait.all\(\)", ""),
    (r"@llvm.nvvm.cp.async.ca.shared.global.\d+", "@copied"),
    (r"!nvvm.annotations = .*", ""),
    (r'!4 = .*"maxntidx".*', ""),
)
"""Patterns in the text of a kernel → what they are on the host."""
RECIPROCALS = r"@llvm.nvvm.rcp.approx.ftz.([df])", r"@reciprocal_\1"
RECIPROCAL = """
define internal float @reciprocal_f(float %x) {
  %r = fdiv float 1.0, %x
  ret float %r
}

define internal double @reciprocal_d(double %x) {
  %r = fdiv double 1.0, %x
  %bits = bitcast double %r to i64
  %first = and i64 %bits, -4294967296
  %rough = bitcast i64 %first to double
  ret double %rough
}
"""
"""The reciprocals of a GPU: that of a double has the first 20 bits."""
COPIED = """
define internal void @copied(ptr addrspace(3) %to, ptr addrspace(1) %from) {{
  %word = load {0}, ptr addrspace(1) %from
  store {0} %word, ptr addrspace(3) %to
  ret void
}}
"""


def own_target(scalar: Scalar):
    """Return the host in one lane, with the functions of a GPU."""
    return replace(host(1), scalar=scalar, library="own", arithmetic="gpu")


def on_host(text: str, changes=()) -> str:
    """Return the text of a kernel with functions of the host in place of those of a GPU."""
    for pattern, replacement in (*changes, RECIPROCALS):
        text = re.sub(pattern, replacement, text)
    return text + RECIPROCAL


def twin(program: Program, scalar: Scalar):
    """Return the batch function of a program with the functions and the precision of a GPU's code: (n, addresses…)."""
    target = own_target(scalar)
    name = f"{program.name}_batch"
    library = load_object(to_object(on_host(emit(program, target, "batch")), target), [name])
    count = len(program.inputs) + len(program.outputs)
    function = ctypes.CFUNCTYPE(None, ctypes.c_int64, *[ctypes.c_void_p] * count)(library[name])
    function.library = library  # which keeps the code
    return function


class Emulated:
    """The kernel of a program, run by threads of the host."""

    def __init__(self, program: Program, scalar: Scalar, uniform: frozenset[str] = frozenset()) -> None:
        self.program, self.dtype = program, DTYPES[scalar.bytes]
        target = own_target(scalar)
        text, self.threads = emit_kernel(program, target, uniform)
        text = on_host(text, CHANGES)
        self.library = load_object(to_object(text + COPIED.format(scalar.name), target), [program.name])
        count = len(program.inputs) + len(program.outputs)
        kinds = [ctypes.c_int32, ctypes.c_int32, WAIT, ctypes.c_int64, *[ctypes.c_void_p] * count]
        self.function = ctypes.CFUNCTYPE(None, *kinds)(self.library[program.name])

    def __call__(self, states: int, *arrays: np.ndarray) -> list[np.ndarray]:
        """Return the outputs, each (states, size) with a row of NaN behind it that must stay."""
        outs = [np.full((states + 1, port.size), np.nan, self.dtype) for port in self.program.outputs]
        given = [np.ascontiguousarray(each, dtype=self.dtype) for each in arrays]
        addresses = [each.ctypes.data for each in (*given, *outs)]
        for block in range(-(-states // self.threads)):
            barrier = threading.Barrier(self.threads)
            wait = WAIT(lambda barrier=barrier: barrier.wait(60) and None)
            team = [
                threading.Thread(target=self.function, args=(thread, block, wait, states, *addresses))
                for thread in range(self.threads)
            ]
            for each in team:
                each.start()
            for each in team:
                each.join()
        assert all(np.isnan(out[-1]).all() for out in outs)
        return [out[:-1] for out in outs]


ALONE = (
    (r"define ptx_kernel void @(\w+)\(", r"define void @\1(i64 %number, "),
    (r"(%\w+) = call i32 @llvm.nvvm.read.ptx.sreg.tid.x\(\)",
     r"\1.n = srem i64 %number, 64\n  \1 = trunc i64 \1.n to i32"),
    (r"(%\w+) = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x\(\)",
     r"\1.n = sdiv i64 %number, 64\n  \1 = trunc i64 \1.n to i32"),
    (r"byval\([^)]*\) ", ""),
    *CHANGES[-2:],
)  # fmt: skip
"""Patterns in the text of a kernel of blocks of 64 threads → what they are on the host."""


def thread_twin(text: str, name: str, scalar: Scalar):
    """Return a kernel on the host: (number of the thread, arguments…); arguments by value become addresses."""
    text = on_host(text, ALONE)
    library = load_object(to_object(text, own_target(scalar), [name]), [name])
    given = text.partition(f"define void @{name}(")[2].partition(") nounwind")[0].split(", ")
    function = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * len(given))(library[name])
    function.library, function.argtypes = library, [ctypes.c_int64] * len(given)  # the library keeps the code
    return function


class Code(enum.IntEnum):
    CUDA_SUCCESS = 0
    CUDA_ERROR_INVALID_VALUE = 1
    CUDA_ERROR_OUT_OF_MEMORY = 2
    CUDA_ERROR_INVALID_PTX = 218
    CUDA_ERROR_LAUNCH_FAILED = 719


class Names:
    """Enumerations of the driver, by name."""

    def __getattr__(self, name: str) -> str:
        return name


class FakeDriver:
    """The functions of the driver that Armillary uses."""

    CUresult = Code
    CUdevice_attribute = CUjit_option = CUjitInputType = CUfunction_attribute = Names()

    def __init__(self, devices: int = 2, room: int = 1 << 30) -> None:
        self.devices, self.room = devices, room
        self.memory: dict[int, ctypes.Array] = {}
        self.pinned: list[ctypes.Array] = []
        self.modules: dict[int, bytes] = {}
        self.programs: dict[str, tuple[Program, Scalar, frozenset[str]]] = {}
        self.linking: ctypes.Array | None = None
        self.links = 0
        self.stacks: dict[str, tuple[Any, bool]] = {}
        """PTX of a stack of runs, or of a batch in columns → its twin for one run or state, and whether its last
        argument is by value."""
        self.streams: list[int] = []
        self.depth = 0
        self.lost = False

    def __getattr__(self, name: str):
        """Other functions succeed and do nothing."""
        if name.startswith("cu"):
            return lambda *_: (Code.CUDA_ERROR_LAUNCH_FAILED if self.lost else Code.CUDA_SUCCESS,)
        raise AttributeError(name)

    def cuDeviceGetCount(self):
        return Code.CUDA_SUCCESS, self.devices

    def cuDeviceGet(self, number: int):
        return Code.CUDA_SUCCESS, number

    def cuDeviceGetAttribute(self, name: str, handle: int):
        return Code.CUDA_SUCCESS, 9 if name.endswith("MAJOR") else 0

    def cuDriverGetVersion(self):
        return Code.CUDA_SUCCESS, 13_000

    def cuDevicePrimaryCtxRetain(self, handle: int):
        return Code.CUDA_SUCCESS, handle

    def cuCtxPushCurrent(self, context: int):
        self.depth += 1
        return (Code.CUDA_SUCCESS,)

    def cuCtxPopCurrent(self):
        self.depth -= 1
        return Code.CUDA_SUCCESS, 0

    def cuEventCreate(self, flags: int):
        return Code.CUDA_SUCCESS, 1

    def cuFuncGetAttribute(self, name: str, function: int):
        return Code.CUDA_SUCCESS, 32

    # Memory

    def cuMemAllocAsync(self, size: int, stream: int):
        assert self.depth > 0
        if sum(map(len, self.memory.values())) + size > self.room:
            return Code.CUDA_ERROR_OUT_OF_MEMORY, 0
        block = (ctypes.c_char * size)()
        self.memory[ctypes.addressof(block)] = block
        return Code.CUDA_SUCCESS, ctypes.addressof(block)

    def cuMemHostAlloc(self, size: int, flags: int):
        self.pinned.append((ctypes.c_char * size)())
        return Code.CUDA_SUCCESS, ctypes.addressof(self.pinned[-1])

    def cuStreamCreate(self, flags: int):
        return Code.CUDA_SUCCESS, 2

    def cuMemFreeAsync(self, address: int, stream: int):
        del self.memory[address]
        return (Code.CUDA_SUCCESS,)

    def cuMemcpyHtoDAsync(self, to: int, source: int, size: int, stream: int):
        ctypes.memmove(to, source, size)
        return (Code.CUDA_SUCCESS,)

    cuMemcpyDtoHAsync = cuMemcpyDtoDAsync = cuMemcpyHtoDAsync

    def cuMemsetD8Async(self, to: int, value: int, size: int, stream: int):
        ctypes.memset(to, value, size)
        return (Code.CUDA_SUCCESS,)

    # Code

    def cuLinkCreate(self, count: int, options: list, values: list):
        self.linking = None
        return Code.CUDA_SUCCESS, (options, values)

    def cuLinkAddData(self, state, kind: str, data: bytes, size: int, name: bytes, count: int, options, values):
        assert kind == "CU_JIT_INPUT_PTX"
        assert len(data) == size
        text = data.rstrip(b"\0").decode()
        if text not in self.programs and text not in self.stacks:
            state[1][0][:12] = b"Unexpected '"
            return (Code.CUDA_ERROR_INVALID_PTX,)
        self.linking = ctypes.create_string_buffer(data)
        self.links += 1
        return (Code.CUDA_SUCCESS,)

    def cuLinkComplete(self, state):
        return Code.CUDA_SUCCESS, ctypes.addressof(self.linking), len(self.linking)

    def cuLinkDestroy(self, state):
        self.linking = None
        return (Code.CUDA_SUCCESS,)

    def cuModuleLoadData(self, image: bytes):
        handle = len(self.modules) + 1
        self.modules[handle] = image.rstrip(b"\0").decode()
        return Code.CUDA_SUCCESS, handle

    def cuLibraryLoadData(self, image: bytes, *options):
        return self.cuModuleLoadData(image)

    def cuLibraryGetKernel(self, handle: int, name: bytes):
        return self.cuModuleGetFunction(handle, name)

    def cuModuleUnload(self, handle: int):
        self.modules[handle] = None
        return (Code.CUDA_SUCCESS,)

    def cuModuleGetFunction(self, handle: int, name: bytes):
        assert f".visible .entry {name.decode()}(" in self.modules[handle]
        return Code.CUDA_SUCCESS, handle

    def cuLaunchKernel(self, function, gx, gy, gz, bx, by, bz, shared, stream, where, extra):
        """Run the twin; inputs that all states share become rows."""
        if self.lost:
            return (Code.CUDA_ERROR_LAUNCH_FAILED,)
        assert f".maxntid {bx}" in self.modules[function]
        if self.modules[function] in self.stacks:
            return self._run_all(*self.stacks[self.modules[function]], gx * bx, where)
        program, scalar, uniform = self.programs[self.modules[function]]
        count = 1 + len(program.inputs) + len(program.outputs)
        places = (ctypes.c_void_p * count).from_address(where)
        n, *addresses = (ctypes.c_uint64.from_address(place).value for place in places)
        assert (gx - 1) * bx < n <= gx * bx
        kept = []
        for k, port in enumerate(program.inputs):
            if port.name in uniform:
                row = np.frombuffer((ctypes.c_char * (port.size * scalar.bytes)).from_address(addresses[k]), np.uint8)
                kept.append(np.tile(row, n))
                addresses[k] = kept[-1].ctypes.data
        twin(program, scalar)(n, *addresses)
        self.streams.append(stream)
        return (Code.CUDA_SUCCESS,)

    def _run_all(self, function, by_value: bool, threads: int, where: int):
        """Call the twin of a stack for every run."""
        places = (ctypes.c_void_p * (len(function.argtypes) - 1)).from_address(where)
        words = [ctypes.c_uint64.from_address(place).value for place in places[:-1]]
        last = places[-1] if by_value else ctypes.c_uint64.from_address(places[-1]).value
        assert 0 <= threads - words[0] < 64
        for run in range(words[0]):
            function(run, *words, last)
        return (Code.CUDA_SUCCESS,)

    def cuMemGetInfo(self):
        return Code.CUDA_SUCCESS, self.room, self.room


def fake_driver(monkeypatch) -> FakeDriver:
    """Return a fake driver, which takes the place of the machine's for one test.

    PTX is made anew, since its twin is made with it; code for the CPU comes from the cache of the tests.
    """
    from internals import compiled, driver, gpu_threads, module, transfer

    fake, last = FakeDriver(), []
    emit_, assembled_ = compiled.emit, compiled.to_ptx

    def emitted(program, target, uniform, columns):
        last[:] = [(program, target.scalar, uniform), columns]
        return emit_(program, target, uniform, columns)

    def made(text, target):
        ptx = assembled_(text, target)
        program, columns = last
        if columns:
            fake.stacks[ptx] = thread_twin(text, program[0].name, target.scalar), False
        else:
            fake.programs[ptx] = program
        return ptx

    def made_alone(text, target, loops):
        ptx = assembled_(text, target, loops)
        fake.stacks[ptx] = thread_twin(text, loops[0], target.scalar), "byval(" in text
        return ptx

    monkeypatch.setattr(driver, "api", lambda: fake)
    monkeypatch.setattr(driver, "_devices", {})
    monkeypatch.setattr("armillary.compiler.ptx.module.api", lambda: fake)
    monkeypatch.setattr("armillary.compiler.ptx.module._loaded", weakref.WeakValueDictionary())
    monkeypatch.setattr(compiled, "emit", emitted)
    monkeypatch.setattr(compiled, "to_ptx", made)
    monkeypatch.setattr(gpu_threads, "to_ptx", made_alone)
    for user in (compiled, module, gpu_threads):
        monkeypatch.setattr(user, "load_or_build", lambda parts, make: make())
    monkeypatch.setattr(transfer, "PIECE", 1 << 12)  # so that results come in several pieces
    return fake
