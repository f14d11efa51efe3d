"""Kernels of GPUs on the CPU of the tests.

`twin` is the program of a kernel for the host, with the functions and the precision of the GPU's code. `Emulated` is
the text of the kernel itself, changed for the host: a thread of the host for each thread of a block, a barrier of the
host for a barrier, and the blocks one after another, since they share the memory of the tiles.
"""

import ctypes
import re
import threading
from dataclasses import replace

import numpy as np

from armillary.compiler.llvm.assemble import assembled, load_object
from armillary.compiler.llvm.emit import emit
from armillary.compiler.llvm.target import host
from armillary.compiler.llvm.writer import Scalar
from armillary.compiler.program import Program
from armillary.compiler.ptx.emit import emit as emit_kernel

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
COPIED = """
define internal void @copied(ptr addrspace(3) %to, ptr addrspace(1) %from) {{
  %word = load {0}, ptr addrspace(1) %from
  store {0} %word, ptr addrspace(3) %to
  ret void
}}
"""


def own_target(scalar: Scalar):
    """Return the host in one lane, with the functions of a GPU."""
    return replace(host(1), scalar=scalar, library="own")


def twin(program: Program, scalar: Scalar):
    """Return the batch function of a program with the functions and the precision of a GPU's code: (n, addresses…)."""
    target = own_target(scalar)
    name = f"{program.name}_batch"
    library = load_object(assembled(emit(program, target, "batch"), target), [name])
    count = len(program.inputs) + len(program.outputs)
    function = ctypes.CFUNCTYPE(None, ctypes.c_int64, *[ctypes.c_void_p] * count)(library[name])
    function.library = library  # which keeps the code
    return function


class Emulated:
    """The kernel of a program, run by threads of the host."""

    def __init__(self, program: Program, scalar: Scalar, uniform: frozenset[str] = frozenset()) -> None:
        self.program, self.dtype = program, DTYPES[scalar.bytes]
        target = own_target(scalar)
        text, self.layout = emit_kernel(program, target, uniform)
        for pattern, replacement in CHANGES:
            text = re.sub(pattern, replacement, text)
        self.library = load_object(assembled(text + COPIED.format(scalar.name), target), [program.name])
        count = len(program.inputs) + len(program.outputs)
        kinds = [ctypes.c_int32, ctypes.c_int32, WAIT, ctypes.c_int64, *[ctypes.c_void_p] * count]
        self.function = ctypes.CFUNCTYPE(None, *kinds)(self.library[program.name])

    def __call__(self, states: int, *arrays: np.ndarray) -> list[np.ndarray]:
        """Return the outputs, each (states, size) with a row of NaN behind it that must stay."""
        outs = [np.full((states + 1, port.size), np.nan, self.dtype) for port in self.program.outputs]
        given = [np.ascontiguousarray(each, dtype=self.dtype) for each in arrays]
        addresses = [each.ctypes.data for each in (*given, *outs)]
        for block in range(-(-states // self.layout.threads)):
            barrier = threading.Barrier(self.layout.threads)
            wait = WAIT(lambda barrier=barrier: barrier.wait(60) and None)
            team = [
                threading.Thread(target=self.function, args=(thread, block, wait, states, *addresses))
                for thread in range(self.layout.threads)
            ]
            for each in team:
                each.start()
            for each in team:
                each.join()
        assert all(np.isnan(out[-1]).all() for out in outs)
        return [out[:-1] for out in outs]
