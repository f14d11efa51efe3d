"""Small loops in native code that measure other native code: no call from Python is in what they time.

`state_loop` runs the kernel for one state over the rows of a batch, by its address:
    for i in 0 … n − 1:  kernel(in0 + i size0, …, out0 + i size0, …)                    (1)
`batch_loop` repeats the kernel for a batch on one batch, which counts if that is small.
`multiply_loop` multiplies vectors in registers, as many at a time as hide the latency of one, and nothing else:
    for i in 0 … n − 1:  x_k ← x_k y,  k = 1 … 16, y = 1                                 (2)
A multiplication of one state in a batch then takes at least
    t = time of (2) / (16 n width)                                                       (3)
and a program with m of them at least m t: the bound that `bench` compares with. Sums are fused into products or run
beside them; divisions, sums that are left, loads and stores come on top.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.kernel import Kernel, load_object, target_machine
from armillary.compiler.llvm import cpu
from armillary.compiler.llvm.emit import emit
from armillary.compiler.llvm.text import Text, vector
from armillary.compiler.program import Program

Floats = NDArray[np.float64]
CHAINS = 16
MULTIPLIES = 16384
"""Multiplications of vectors in one run of the loop (2)."""


def state_loop(kernel: Kernel, arrays: list[Floats], times: int = 1) -> Callable[[], None]:
    """Return a function that runs the kernel of one state so often over all rows of inputs and outputs, (1)."""
    steps, states = [about.size for about in kernel.arrays], len(arrays[0])
    run = _calls("state_loop", "", steps)
    return partial(_keep, (kernel, arrays), run, times * states, states, kernel.address_one, *_addresses(arrays))


def batch_loop(kernel: Kernel, arrays: list[Floats], times: int = 1) -> Callable[[], None]:
    """Return a function that runs the kernel of a batch so many times over the same arrays, inputs and outputs."""
    run = _calls("batch_loop", "i64 %states, ", [0] * len(arrays))
    return partial(_keep, (kernel, arrays), run, times, len(arrays[0]), kernel.address_batch, *_addresses(arrays))


def _calls(name: str, first: str, steps: list[int]) -> Callable[..., None]:
    """Return a loop (n, states, kernel, arrays…) of n calls; arrays move on by so many doubles each time."""
    text = Text(1)
    text.do("%some = icmp sgt i64 %n, 0")
    text.do("br i1 %some, label %loop, label %end")
    text.begin("loop")
    text.do("%i = phi i64 [ 0, %entry ], [ %next, %loop ]")
    text.do("%row = phi i64 [ 0, %entry ], [ %then, %loop ]")
    rows = []
    for k, step in enumerate(steps):
        offset = text.let(f"mul i64 %row, {step}")
        rows.append(text.let(f"getelementptr double, ptr %a{k}, i64 {offset}"))
    text.do(f"call void %kernel({first}{', '.join(f'ptr {row}' for row in rows)})")
    text.do("%after = add i64 %row, 1")
    text.do("%last = icmp eq i64 %after, %states")
    text.do("%then = select i1 %last, i64 0, i64 %after")
    text.do("%next = add i64 %i, 1")
    text.do("%more = icmp slt i64 %next, %n")
    text.do("br i1 %more, label %loop, label %end")
    text.begin("end")
    text.do("ret void")
    parameters = ", ".join(["i64 %n", "i64 %states", "ptr %kernel", *(f"ptr %a{k}" for k in range(len(steps)))])
    types = [ctypes.c_int64, ctypes.c_int64, *[ctypes.c_void_p] * (1 + len(steps))]
    return _function(name, parameters, text, types)


def multiply_loop(width: int) -> Callable[[], None]:
    """Return a function that makes `MULTIPLIES` multiplications of vectors of this width, (2)."""
    text, double = Text(width), vector("double", width)
    text.do(f"%y = load {double}, ptr %place")
    text.do("br label %loop")
    text.begin("loop")
    text.do("%i = phi i64 [ 0, %entry ], [ %next, %loop ]")
    for k in range(CHAINS):
        text.do(f"%x{k} = phi {double} [ %y, %entry ], [ %z{k}, %loop ]")
    for k in range(CHAINS):
        text.do(f"%z{k} = fmul {double} %x{k}, %y")
    text.do("%next = add i64 %i, 1")
    text.do("%more = icmp slt i64 %next, %n")
    text.do("br i1 %more, label %loop, label %end")
    text.begin("end")
    for k in range(CHAINS):  # so that nothing is left out as useless
        text.do(f"store volatile {double} %z{k}, ptr %place")
    text.do("ret void")
    run = _function("multiply_loop", "i64 %n, ptr %place", text, [ctypes.c_int64, ctypes.c_void_p], width)
    ones = np.ones(2 * 8)
    start = ones.ctypes.data + (-ones.ctypes.data) % 64
    return partial(_keep, ones, run, MULTIPLIES // CHAINS, start)


def _keep(_: Any, run: Callable[..., None], *arguments: int) -> None:
    """Run a function on addresses in things that must live as long as this can be called."""
    run(*arguments)


def _addresses(arrays: list[Floats]) -> list[int]:
    return [array.ctypes.data for array in arrays]


def multiplications(program: Program, width: int) -> int:
    """Return how many instructions of the batch kernel multiply, those of sines and cosines among them."""
    inside, count = False, 0
    for line in emit(program, width, cpu.host().fused).splitlines():
        if line.startswith("define"):
            inside = f"@{program.name}_{'block' if width > 1 else 'one'}" in line
        elif inside and re.search(r"= fmul |@llvm\.(fma|fmuladd)\.", line):
            count += 1
    return count


def _function(name: str, parameters: str, text: Text, types: list[Any], width: int = 1) -> Callable[..., None]:
    """Return a function made of a text; ctypes lets other threads run meanwhile."""
    import llvmlite.binding as llvm

    bits = 64 * width
    attributes = f'nounwind "prefer-vector-width"="{bits}" "min-legal-vector-width"="{bits}"'
    body = "\n".join([f"define void @{name}({parameters}) {attributes} {{", *text.lines, "}"])
    machine = target_machine()
    module = llvm.parse_assembly(body)
    module.triple = machine.triple
    module.verify()
    library = load_object(machine.emit_object(module), [name])
    function = ctypes.CFUNCTYPE(None, *types)(library[name])
    function.library = library  # type: ignore[attr-defined]  # the code lives as long as the function
    return function
