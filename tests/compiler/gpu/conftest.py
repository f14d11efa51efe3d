"""A CUDA driver for machines without a GPU: memory of the host is the device's, and kernels are their CPU twins.

So tests run everything but the kernels themselves: checks, memory, streams, modules, results.
"""

import ctypes
import enum

import numpy as np
import pytest

from armillary.compiler.llvm.writer import Scalar
from armillary.compiler.program import Program
from armillary.compiler.ptx import compiled, driver
from gpu_twins import twin


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
        self.modules: dict[int, bytes] = {}
        self.programs: dict[str, tuple[Program, Scalar, frozenset[str]]] = {}
        self.linking: ctypes.Array | None = None
        self.links = 0
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

    def cuMemFreeAsync(self, address: int, stream: int):
        del self.memory[address]
        return (Code.CUDA_SUCCESS,)

    def cuMemcpyHtoDAsync(self, to: int, source: int, size: int, stream: int):
        ctypes.memmove(to, source, size)
        return (Code.CUDA_SUCCESS,)

    cuMemcpyDtoHAsync = cuMemcpyDtoDAsync = cuMemcpyHtoDAsync

    # Code

    def cuLinkCreate(self, count: int, options: list, values: list):
        self.linking = None
        return Code.CUDA_SUCCESS, (options, values)

    def cuLinkAddData(self, state, kind: str, data: bytes, size: int, name: bytes, count: int, options, values):
        assert kind == "CU_JIT_INPUT_PTX"
        assert len(data) == size
        text = data.rstrip(b"\0").decode()
        if text not in self.programs:
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
        program, scalar, uniform = self.programs[self.modules[function]]
        assert f".maxntid {bx}" in self.modules[function]
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


@pytest.fixture
def cuda(monkeypatch) -> FakeDriver:
    """A fake driver in the place of the machine's."""
    fake, last = FakeDriver(), []
    emit_, assembled_ = compiled.emit, compiled.assembled

    def emitted(program, target, uniform):
        last[:] = [(program, target.scalar, uniform)]
        return emit_(program, target, uniform)

    def made(text, target):
        ptx = assembled_(text, target)
        fake.programs[ptx] = last[0]
        return ptx

    monkeypatch.setattr(driver, "api", lambda: fake)
    monkeypatch.setattr(driver, "_devices", {})
    monkeypatch.setattr("armillary.compiler.ptx.module.api", lambda: fake)
    monkeypatch.setattr(compiled, "emit", emitted)
    monkeypatch.setattr(compiled, "assembled", made)
    monkeypatch.setenv("ARMILLARY_CACHE", "off")
    return fake
