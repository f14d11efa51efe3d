"""Execution times of several functions, measured in turns, and native loops for timing native code.

The speed of a shared machine varies. Contenders therefore run in turns, round after round, and the minimum time of each
counts, which is the time without disturbance. Ratios of minimum times of one run are more reproducible than the times
themselves.

Native loops avoid the overhead of Python calls.
`state_loop` calls the kernel for one state on the rows of a batch:
    for i in 0 … n − 1:  kernel(in0 + i size0, …, out0 + i size0, …)                    (1)
`batch_loop` repeats the kernel for a batch on one batch, which matters for small batches.
`multiply_loop` only multiplies vectors in registers, enough at a time to hide the latency of a multiplication:
    for i in 0 … n − 1:  x_k ← x_k y,  k = 1 … 16, y = 1                                 (2)
A multiplication of one state in a batch then takes at least
    t = time of (2) / (16 n width)                                                       (3)
and a program with m multiplications at least m t, the bound of `bench`. Additions are fused with multiplications or run
beside them; divisions, other additions, loads and stores come on top.
"""

from __future__ import annotations

import ctypes
import re
import timeit
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from armillary.compiler.kernel import Kernel
from armillary.compiler.llvm.assemble import load_object, to_object
from armillary.compiler.llvm.emit import emit
from armillary.compiler.llvm.target import host
from armillary.compiler.llvm.writer import Writer
from armillary.compiler.program import Program
from armillary.spatial.scalar import Floats

CHAINS = 16
MULTIPLIES = 16384  # vector multiplications in one run of the loop (2)
ROUNDS = 50
SHORTEST = 1e-4  # shortest sample [s], long compared with the resolution of the clock


@dataclass(frozen=True)
class Contender:
    """Code to time: a function without arguments, or a statement with its names, and its number of states."""

    name: str
    statement: str | Callable[[], Any]
    states: int = 1
    names: dict[str, Any] | None = None


def measure(
    contenders: Sequence[Contender],
    seconds: float = 1.0,
    rounds: int = ROUNDS,
    progress: Callable[[], None] | None = None,
) -> dict[str, float]:
    """Return the minimum time of each contender per state [ns].

    Each is run once before the measurement, to compile and load everything. `seconds` is the approximate total
    measurement time [s]; `progress` is called after every round.

    Example:
        >>> times = measure([Contender("sum", "sum(x)", 100, {"x": range(100)})], seconds=0.01, rounds=3)
        >>> times["sum"] > 0
        True
    """
    timers = {contender.name: timeit.Timer(contender.statement, globals=contender.names) for contender in contenders}
    share = max(seconds / (rounds * max(len(contenders), 1)), SHORTEST)
    numbers = {name: _number(timer, share) for name, timer in timers.items()}
    least = dict.fromkeys(timers, float("inf"))
    for _ in range(rounds):
        for name, timer in timers.items():
            least[name] = min(least[name], timer.timeit(numbers[name]) / numbers[name])
        if progress:
            progress()
    return {contender.name: 1e9 * least[contender.name] / contender.states for contender in contenders}


def _number(timer: timeit.Timer, share: float) -> int:
    """Return the number of repetitions that takes about `share` seconds."""
    timer.timeit(1)
    number = 1
    while True:
        duration = timer.timeit(number)
        # A quarter of the share is long enough to extrapolate from.
        if duration >= share / 4 or number >= 10**7:
            return max(1, round(number * share / max(duration, 1e-9)))
        number *= 4


def state_loop(kernel: Kernel, arrays: list[Floats], times: int = 1) -> Callable[[], None]:
    """Return a function that runs the scalar kernel `times` times over all rows of inputs and outputs, (1)."""
    strides, states = [port.size for port in kernel.arrays], len(arrays[0])
    run = _loop_of_calls("state_loop", "", strides)
    addresses = [array.ctypes.data for array in arrays]
    return partial(_call, (kernel, arrays), run, times * states, states, kernel.address_one, *addresses)


def batch_loop(kernel: Kernel, arrays: list[Floats], times: int = 1) -> Callable[[], None]:
    """Return a function that runs the batch kernel `times` times on the same input and output arrays."""
    run = _loop_of_calls("batch_loop", "i64 %states, ", [0] * len(arrays))
    addresses = [array.ctypes.data for array in arrays]
    return partial(_call, (kernel, arrays), run, times, len(arrays[0]), kernel.address_batch, *addresses)


def _loop_of_calls(name: str, first: str, strides: list[int]) -> Callable[..., None]:
    """Return a loop (n, states, kernel, arrays…) of n calls that advances each array by its stride in doubles."""
    parameters = ", ".join(["i64 %n", "i64 %states", "ptr %kernel", *(f"ptr %a{k}" for k in range(len(strides)))])
    text = Writer(f"void @{name}({parameters}) #0")
    text.branch(text.let("icmp sgt i64 %n, 0"), "loop", "end")
    text.begin("loop")
    text.let("phi i64 [ 0, %entry ], [ %next, %loop ]", "%i")
    text.let("phi i64 [ 0, %entry ], [ %then, %loop ]", "%row")
    rows = [text.at(f"%a{k}", text.let(f"mul i64 %row, {stride}")) for k, stride in enumerate(strides)]
    text.do(f"call void %kernel({first}{', '.join(f'ptr {row}' for row in rows)})")
    after = text.let("add i64 %row, 1")
    last = text.let(f"icmp eq i64 {after}, %states")
    text.let(f"select i1 {last}, i64 0, i64 {after}", "%then")  # after the last row the first again
    _end_loop(text)
    text.do("ret void")
    types = [ctypes.c_int64, ctypes.c_int64, *[ctypes.c_void_p] * (1 + len(strides))]
    return _function(name, text, types)


def _end_loop(text: Writer) -> None:
    """End the body of a loop of n iterations."""
    text.let("add i64 %i, 1", "%next")
    text.branch(text.let("icmp slt i64 %next, %n"), "loop", "end")
    text.begin("end")


def multiply_loop(width: int) -> Callable[[], None]:
    """Return a function that performs `MULTIPLIES` vector multiplications of a width, (2)."""
    text = Writer("void @multiply_loop(i64 %n, ptr %place) #0", width)
    y = text.load("%place")
    text.jump("loop")
    text.begin("loop")
    text.let("phi i64 [ 0, %entry ], [ %next, %loop ]", "%i")
    for k in range(CHAINS):
        text.let(f"phi {text.real} [ {y}, %entry ], [ %z{k}, %loop ]", f"%x{k}")
    for k in range(CHAINS):
        text.let(f"fmul {text.real} %x{k}, {y}", f"%z{k}")
    _end_loop(text)
    for k in range(CHAINS):  # use every result, so that none is optimised away
        text.do(f"store volatile {text.real} %z{k}, ptr %place")
    text.do("ret void")
    run = _function("multiply_loop", text, [ctypes.c_int64, ctypes.c_void_p], width)
    ones = np.ones(2 * 8)  # twice the widest vector, so that an aligned one fits
    start = ones.ctypes.data + (-ones.ctypes.data) % 64
    return partial(_call, ones, run, MULTIPLIES // CHAINS, start)


def _call(_: Any, run: Callable[..., None], *arguments: int) -> None:
    """Call a native function with addresses; the first argument keeps the arrays behind them alive."""
    run(*arguments)


def multiplications(program: Program, width: int) -> int:
    """Return the number of multiplication instructions of the batch kernel, sines and cosines included."""
    inside, count = False, 0
    for line in emit(program, host(width), "batch").splitlines():
        if line.startswith("define"):
            inside = f"@{program.name}_block" in line
        elif inside and re.search(r"= fmul |@llvm\.(fma|fmuladd)\.", line):
            count += 1
    return count


def _function(name: str, text: Writer, types: list[Any], width: int = 1) -> Callable[..., None]:
    """Return the function compiled from LLVM text; ctypes releases the interpreter lock during calls."""
    bits = 64 * width
    attributes = f'nounwind "prefer-vector-width"="{bits}" "min-legal-vector-width"="{bits}"'
    library = load_object(to_object(f"{text.text()}\n\nattributes #0 = {{ {attributes} }}\n"), [name])
    function = ctypes.CFUNCTYPE(None, *types)(library[name])
    function.library = library  # type: ignore[attr-defined]  # the code lives as long as the function
    return function
