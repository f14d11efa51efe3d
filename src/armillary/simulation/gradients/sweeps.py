"""Native loops through the fixed steps of a stretch: states forward, tangents forward, cotangents backward.

The steps are those of `stepping`; the code of f and of its products is given by addresses.
Trajectories are computed in the lanes of the machine, block after block: arrays are (blocks, n, lanes).
"""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator
from functools import cache
from typing import Any

from armillary.compiler.cache import load_or_build, source_digest
from armillary.compiler.llvm.assemble import LoadedCode, environment, load_object, to_object
from armillary.compiler.llvm.target import host
from armillary.simulation.gradients.stepping import Sizes, StepWriter
from armillary.simulation.native.code import Code
from armillary.simulation.native.values import Number, Vector

NUMBERS = ("t0", "step", "inside")
"""Start of the stretch, step, and a time inside the stretch [s]."""
ARGUMENTS = {
    "forward": ("numbers", "marks", "x", "p", "path", "f"),
    "tangent": ("numbers", "marks", "x", "p", "dx", "dp", "path", "dpath", "jvp"),
    "adjoint": ("numbers", "marks", "path", "p", "bars", "x_bar", "p_bar", "f", "vjp"),
}
"""Arguments of each sweep. `marks` has the numbers of blocks and steps. x, dx, x_bar and p_bar are carried on.
`path` is (blocks, steps + 1, n, lanes); `bars`, cotangents of the states after each step, (blocks, steps, n, lanes)."""


@cache
def sweep(kind: str, method: str, sizes: Sizes) -> tuple[Any, LoadedCode]:
    """Return a sweep as a function of addresses, and its code, which must outlive it."""
    target = host()
    name = f"{method}_{kind}"
    parts: list[str | bytes] = [
        "sweep", name, repr(sizes), str(target.width), environment(),
        source_digest("simulation.native", "simulation.gradients", "simulation.solvers"),
    ]  # fmt: skip
    image = load_or_build(parts, lambda: to_object(_Sweep(kind, method, sizes, target.width).text, loops=[name]))
    library = load_object(image, [name])
    return ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(ARGUMENTS[kind]))(library[name]), library


class _Sweep(StepWriter):
    """Writes a sweep."""

    def __init__(self, kind: str, method: str, sizes: Sizes, width: int) -> None:
        code = Code(f"{method}_{kind}", ARGUMENTS[kind], width)
        super().__init__(code, method, sizes)
        self.clock = code.vector(2 * sizes.lanes)
        t0, self.h, inside = (Vector(code, "%numbers", 3).at(k).value for k in range(3))
        self.clock.entry(1, sizes.lanes).set(inside)
        self.t0, (self.blocks, self.steps) = t0, (code.load(code.at("%marks", k, "i64"), "i64") for k in range(2))
        with self._each(self.blocks) as block:
            getattr(self, f"_{kind}")(block, self.step(kind))
        self.text = code.finish()

    @contextlib.contextmanager
    def _each(self, last: str) -> Iterator[str]:
        """Repeat the body for the whole numbers below `last`."""
        count = self.code.counter(0)
        with self.code.loop() as out:
            out.leave_if(~count.below(last))
            yield count.get()
            count.add()

    def _row(self, name: str, index: str, size: int) -> Vector:
        return Vector(self.code, f"%{name}", 0).row(index, size)

    def _place(self, block: str, step: str, rows: str) -> str:
        """Return block · rows + step."""
        return self.code.let(f"add i64 {self.code.let(f'mul i64 {block}, {rows}')}, {step}")

    def _time(self, step: str) -> Number:
        return self.t0 + self.code.computed(f"sitofp i64 {step} to double") * self.h

    def call(self, function: str, t: Number, *vectors: Vector) -> None:
        """Write a call of a function by its address."""
        self.clock.entry(0, self.lanes).set(t)
        given = ", ".join(f"ptr {vector.pointer}" for vector in (self.clock, *vectors))
        self.code.do(f"call void %{function}({given})")

    def _forward(self, block: str, step: Any) -> None:
        rows = self.code.let(f"add i64 {self.steps}, 1")
        x, p = self._row("x", block, self.n), self._row("p", block, self.m)
        self.code.copy(self._row("path", self._place(block, "0", rows), self.n), x)
        with self._each(self.steps) as k:
            step(self._time(k), x, p)
            self.normalise(x)
            after = self.code.let(f"add i64 {k}, 1")
            self.code.copy(self._row("path", self._place(block, after, rows), self.n), x)

    def _tangent(self, block: str, step: Any) -> None:
        rows = self.code.let(f"add i64 {self.steps}, 1")
        x, p = self._row("x", block, self.n), self._row("p", block, self.m)
        dx, dp = self._row("dx", block, self.n), self._row("dp", block, self.count)
        for name, vector in (("path", x), ("dpath", dx)):
            self.code.copy(self._row(name, self._place(block, "0", rows), self.n), vector)
        with self._each(self.steps) as k:
            step(self._time(k), x, p, dx, dp)
            self.normalise(x, dx)
            after = self.code.let(f"add i64 {k}, 1")
            for name, vector in (("path", x), ("dpath", dx)):
                self.code.copy(self._row(name, self._place(block, after, rows), self.n), vector)

    def _adjoint(self, block: str, step: Any) -> None:
        code, rows = self.code, self.code.let(f"add i64 {self.steps}, 1")
        p, x_bar = self._row("p", block, self.m), self._row("x_bar", block, self.n)
        p_bar = self._row("p_bar", block, self.count)
        with self._each(self.steps) as number:
            k = code.let(f"sub i64 {code.let(f'sub i64 {self.steps}, 1')}, {number}")
            bar = self._row("bars", self._place(block, k, self.steps), self.n)
            code.combine(x_bar, (1.0, x_bar), (1.0, bar))
            x = self._row("path", self._place(block, k, rows), self.n)
            step(self._time(k), x, p, x_bar, p_bar)
