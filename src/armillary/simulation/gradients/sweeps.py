"""Native loops through the fixed steps of a stretch: states forward, tangents forward, cotangents backward.

A step is x' = F(t, x, p), made of evaluations of f, whose code is given by its address, as are its products. For an
explicit Runge–Kutta method with y_i = x + h Σ a_ij k_j, k_i = f(t + c_i h, y_i, p) and x' = x + h Σ b_i k_i,
    k̄_i = h b_i x̄' + h Σ_{l>i} a_li ȳ_l,   ȳ_i = (∂f/∂x)ᵀ k̄_i,   x̄ = x̄' + Σ ȳ_i,   p̄ += Σ (∂f/∂p)ᵀ k̄_i        (1)
with the stages computed again from x. Semi-implicit Euler, v' = v + h f_v(t, q, v) and then q' = q + h f_q(t, q, v'),
goes the same way back. A unit quaternion u = z / |z| after the step has z̄ = (ū − u (u · ū)) / |z|.          (2)
Trajectories are computed in the lanes of the machine, block after block: arrays are (blocks, n, lanes).
"""

from __future__ import annotations

import contextlib
import ctypes
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from armillary.compiler.cache import load_or_build, source_digest
from armillary.compiler.llvm.assemble import Library, assembled, environment, load_object
from armillary.compiler.llvm.target import host
from armillary.simulation.native.code import Code
from armillary.simulation.native.values import Number, Slot, Vector
from armillary.simulation.solvers.explicit import RK4, weighted

NUMBERS = ("t0", "step", "inside")
"""Begin of the stretch, step, and a time inside the stretch [s]."""
ARGUMENTS = {
    "forward": ("numbers", "marks", "x", "p", "path", "f"),
    "tangent": ("numbers", "marks", "x", "p", "dx", "dp", "path", "dpath", "f"),
    "adjoint": ("numbers", "marks", "path", "p", "bars", "x_bar", "p_bar", "f", "vjp"),
}
"""Arguments of each sweep. `marks` has the numbers of blocks and steps. x, dx, x_bar and p_bar are carried on.
`path` is (blocks, steps + 1, n, lanes); `bars`, cotangents of the states after each step, (blocks, steps, n, lanes)."""


class Sizes(NamedTuple):
    """Sizes of a sweep: states, entries of p and of its cotangent, coordinates, velocities, lanes; quaternions."""

    n: int
    m: int
    chosen: int
    nq: int
    nv: int
    lanes: int
    quaternions: tuple[int, ...] = ()


@cache
def sweep(kind: str, method: str, sizes: Sizes) -> tuple[Any, Library]:
    """Return a sweep as a function of addresses, and its code, which must outlive it."""
    target = host()
    name = f"{method}_{kind}"
    parts: list[str | bytes] = [
        "sweep", name, repr(sizes), str(target.width), environment(),
        source_digest("simulation.native", "simulation.gradients", "simulation.solvers"),
    ]  # fmt: skip
    image = load_or_build(parts, lambda: assembled(_Sweep(kind, method, sizes, target.width).text, loops=[name]))
    library = load_object(image, [name])
    return ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(ARGUMENTS[kind]))(library[name]), library


class _Sweep:
    """Writes a sweep."""

    def __init__(self, kind: str, method: str, sizes: Sizes, width: int) -> None:
        self.sizes, self.lanes = sizes, sizes.lanes
        self.code = code = Code(f"{method}_{kind}", ARGUMENTS[kind], width)
        self.wide = code.with_lanes(sizes.lanes)
        self.n, self.m, self.count = (size * sizes.lanes for size in sizes[:3])
        self.clock = code.vector(2 * sizes.lanes)
        t0, self.h, inside = (Vector(code, "%numbers", 3).at(k).value for k in range(3))
        self.clock.entry(1, sizes.lanes).set(inside)
        self.t0, (self.blocks, self.steps) = t0, (code.load(code.at("%marks", k, "i64"), "i64") for k in range(2))
        rk = method == RK4.name
        step = {
            "forward": self._rk if rk else self._euler,
            "tangent": self._rk_tangent if rk else self._euler_tangent,
            "adjoint": self._rk_adjoint if rk else self._euler_adjoint,
        }[kind]
        with self._each(self.blocks) as block:
            getattr(self, f"_{kind}")(block, step)
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

    def _call(self, function: str, t: Number, *vectors: Vector) -> None:
        self.clock.entry(0, self.lanes).set(t)
        given = ", ".join(f"ptr {vector.pointer}" for vector in (self.clock, *vectors))
        self.code.do(f"call void %{function}({given})")

    def _forward(self, block: str, step: Any) -> None:
        rows = self.code.let(f"add i64 {self.steps}, 1")
        x, p = self._row("x", block, self.n), self._row("p", block, self.m)
        self.code.copy(self._row("path", self._place(block, "0", rows), self.n), x)
        with self._each(self.steps) as k:
            step(self._time(k), x, p)
            self._normalise(x)
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
            self._normalise(x, dx)
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

    def _rk(self, t: Number, x: Vector, p: Vector) -> None:
        k, _ = self._stages(t, x, p, len(RK4.tableau[1]))
        self.code.combine(x, (1.0, x), *weighted(self.h, RK4.tableau[1], k))

    def _stages(self, t: Number, x: Vector, p: Vector, count: int) -> tuple[list[Vector], list[Vector]]:
        """Return the first `count` rates k_i, and the states y_i of all stages."""
        A, b, c = RK4.tableau
        k, y = [self.code.vector(self.n) for _ in b], [x, *(self.code.vector(self.n) for _ in b[1:])]
        for i in range(len(b)):
            if i:
                self.code.combine(y[i], (1.0, x), *weighted(self.h, A[i], k))
            if i < count:
                self._call("f", t + c[i] * self.h, y[i], p, k[i])
        return k, y

    def _rk_tangent(self, t: Number, x: Vector, p: Vector, dx: Vector, dp: Vector) -> None:
        A, b, c = RK4.tableau
        k, dk = ([self.code.vector(self.n) for _ in b] for _ in range(2))
        y, dy = self.code.vector(self.n), self.code.vector(self.n)
        for i in range(len(b)):
            self.code.combine(y, (1.0, x), *weighted(self.h, A[i], k))
            self.code.combine(dy, (1.0, dx), *weighted(self.h, A[i], dk))
            self._call("f", t + c[i] * self.h, y, p, dy, dp, k[i], dk[i])
        self.code.combine(x, (1.0, x), *weighted(self.h, b, k))
        self.code.combine(dx, (1.0, dx), *weighted(self.h, b, dk))

    def _rk_adjoint(self, t: Number, x: Vector, p: Vector, x_bar: Vector, p_bar: Vector) -> None:
        code, (A, b, c) = self.code, RK4.tableau
        last = len(b) - 1
        k, y = self._stages(t, x, p, last + bool(self.sizes.quaternions))
        if self.sizes.quaternions:
            z = code.vector(self.n)
            code.combine(z, (1.0, x), *weighted(self.h, b, k))
            self._normalise_back(z, x_bar)
        y_bar = [code.vector(self.n) for _ in b]
        k_bar, found = code.vector(self.n), code.vector(self.count)
        for i in reversed(range(len(b))):
            terms = [(A[j][i], y_bar[j]) for j in range(i + 1, len(b)) if i < len(A[j]) and A[j][i]]
            code.combine(k_bar, (self.h * b[i], x_bar), *((self.h * a, each) for a, each in terms))  # (1)
            self._call("vjp", t + c[i] * self.h, y[i], p, k_bar, y_bar[i], found)
            code.combine(p_bar, (1.0, p_bar), (1.0, found))
        code.combine(x_bar, (1.0, x_bar), *((1.0, each) for each in y_bar))

    def _split(self, vector: Vector) -> tuple[Vector, Vector]:
        """Return coordinates and the other states."""
        first = self.sizes.nq * self.lanes
        return vector.part(0, first), vector.part(first, self.n - first)

    def _velocities(self, vector: Vector) -> Vector:
        return vector.part(self.sizes.nq * self.lanes, self.sizes.nv * self.lanes)

    @property
    def _alike(self) -> bool:
        """Whether rates of coordinates are velocities."""
        return self.sizes.nq == self.sizes.nv

    def _euler(self, t: Number, x: Vector, p: Vector) -> None:
        dx = self.code.vector(self.n)
        self._call("f", t, x, p, dx)
        self._add_rest(x, dx)
        if not self._alike:
            self._call("f", t, x, p, dx)
        self._add_coordinates(x, dx)

    def _add_rest(self, x: Vector, dx: Vector) -> None:
        (_, rest), (_, rate) = self._split(x), self._split(dx)
        self.code.combine(rest, (1.0, rest), (self.h, rate))

    def _add_coordinates(self, x: Vector, dx: Vector) -> None:
        q, _ = self._split(x)
        self.code.combine(q, (1.0, q), (self.h, self._velocities(x) if self._alike else self._split(dx)[0]))

    def _euler_tangent(self, t: Number, x: Vector, p: Vector, dx: Vector, dp: Vector) -> None:
        rate, along = self.code.vector(self.n), self.code.vector(self.n)
        self._call("f", t, x, p, dx, dp, rate, along)
        for vector, change in ((x, rate), (dx, along)):
            self._add_rest(vector, change)
        if not self._alike:
            self._call("f", t, x, p, dx, dp, rate, along)
        for vector, change in ((x, rate), (dx, along)):
            self._add_coordinates(vector, change)

    def _euler_adjoint(self, t: Number, x: Vector, p: Vector, x_bar: Vector, p_bar: Vector) -> None:
        code = self.code
        k_bar, part, found = code.vector(self.n), code.vector(self.n), code.vector(self.count)
        q_bar, rest_bar = self._split(x_bar)
        code.fill(k_bar)
        if self._alike:
            v_bar = self._velocities(x_bar)
            code.combine(v_bar, (1.0, v_bar), (self.h, q_bar))
        else:
            y, dx = code.vector(self.n), code.vector(self.n)
            code.copy(y, x)
            self._call("f", t, x, p, dx)
            self._add_rest(y, dx)
            if self.sizes.quaternions:
                z = code.vector(self.n)
                code.copy(z, y)
                self._call("f", t, y, p, dx)
                self._add_coordinates(z, dx)
                self._normalise_back(z, x_bar)
            code.combine(self._split(k_bar)[0], (self.h, q_bar))
            self._call("vjp", t, y, p, k_bar, part, found)
            code.combine(x_bar, (1.0, x_bar), (1.0, part))
            code.combine(p_bar, (1.0, p_bar), (1.0, found))
            code.fill(k_bar)
        code.combine(self._split(k_bar)[1], (self.h, rest_bar))
        self._call("vjp", t, x, p, k_bar, part, found)
        code.combine(x_bar, (1.0, x_bar), (1.0, part))
        code.combine(p_bar, (1.0, p_bar), (1.0, found))

    def _quaternion(self, vector: Vector, start: int) -> list[Slot]:
        return [vector.entry(start + each, self.lanes) for each in range(4)]

    def _unit(self, x: Vector, start: int) -> tuple[list[Number], Number]:
        """Return the unit quaternion of four entries, and 1 / |z|."""
        z = [slot.value for slot in self._quaternion(x, start)]
        scale = 1.0 / self.wide.root(z[0] * z[0] + z[1] * z[1] + z[2] * z[2] + z[3] * z[3])
        return [value * scale for value in z], scale

    def _normalise(self, x: Vector, dx: Vector | None = None) -> None:
        """Bring quaternions to unit length, and their tangents along, (2)."""
        for start in self.sizes.quaternions:
            u, scale = self._unit(x, start)
            if dx is not None:
                self._project(u, scale, self._quaternion(dx, start))
            for slot, value in zip(self._quaternion(x, start), u, strict=True):
                slot.set(value)

    def _normalise_back(self, z: Vector, x_bar: Vector) -> None:
        """Turn cotangents of unit quaternions into those before normalisation, (2)."""
        for start in self.sizes.quaternions:
            u, scale = self._unit(z, start)
            self._project(u, scale, self._quaternion(x_bar, start))

    def _project(self, u: list[Number], scale: Number, slots: list[Slot]) -> None:
        """Write (w − u (u · w)) / |z|, which is symmetric: the same for tangents and for cotangents."""
        w = [slot.value for slot in slots]
        along = u[0] * w[0] + u[1] * w[1] + u[2] * w[2] + u[3] * w[3]
        for slot, unit, value in zip(slots, u, w, strict=True):
            slot.set((value - unit * along) * scale)
