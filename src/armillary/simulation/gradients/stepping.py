"""One step of a method on the state, on tangents and on cotangents, written as native code.

A step is x' = F(t, x, p), made of evaluations of f. For an explicit Runge–Kutta method with y_i = x + h Σ a_ij k_j,
k_i = f(t + c_i h, y_i, p) and x' = x + h Σ b_i k_i,
    k̄_i = h b_i x̄' + h Σ_{l>i} a_li ȳ_l,   ȳ_i = (∂f/∂x)ᵀ k̄_i,   x̄ = x̄' + Σ ȳ_i,   p̄ += Σ (∂f/∂p)ᵀ k̄_i        (1)
with the stages computed again from x. Semi-implicit Euler, v' = v + h f_v(t, q, v) and then q' = q + h f_q(t, q, v'),
goes the same way back. A unit quaternion u = z / |z| after the step has z̄ = (ū − u (u · ū)) / |z|.          (2)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import NamedTuple

from armillary.simulation.solvers import METHODS
from armillary.simulation.solvers.explicit import RungeKutta, Tableau, weighted
from armillary.simulation.walk.code import Code
from armillary.simulation.walk.values import Number, Slot, Vector


class Sizes(NamedTuple):
    """Sizes of a step: states, entries of p and of its cotangent, coordinates, velocities; places of quaternions."""

    n: int
    m: int
    chosen: int
    nq: int
    nv: int
    quaternions: tuple[int, ...] = ()

    @property
    def parts(self) -> dict[str, tuple[int, int]]:
        """First entry and size of coordinates, velocities and the other states, by the names of `walk.STATE`."""
        nq, nv = self.nq, self.nv
        return {"q": (0, nq), "v": (nq, nv), "rest": (nq + nv, self.n - nq - nv)}


class StepWriter(ABC):
    """Writes the steps of a method; `h` is the step at the place that is written."""

    h: Number

    def __init__(self, code: Code, method: str, sizes: Sizes, lanes: int = 1) -> None:
        self.code, self.sizes, self.lanes = code, sizes, lanes
        self.wide = code.with_lanes(lanes)
        self.n, self.m, self.count = (size * lanes for size in sizes[:3])
        solver = METHODS[method]
        self._tableau: Tableau | None = solver.tableau if issubclass(solver, RungeKutta) else None

    @abstractmethod
    def call(self, function: str, t: Number, *vectors: Vector) -> None:
        """Write a call of f ("f"), of f with its JVP ("jvp") or of its VJP ("vjp") at time t."""

    def step(self, kind: str) -> Callable[..., None]:
        """Return the function that writes a step: "forward", "tangent" or "adjoint"."""
        write_step: Callable[..., None] = getattr(self, f"_{'euler' if self._tableau is None else 'rk'}_{kind}")
        return write_step

    @property
    def tableau(self) -> Tableau:
        """The tableau of an explicit Runge–Kutta method."""
        assert self._tableau is not None
        return self._tableau

    def _rk_forward(self, t: Number, x: Vector, p: Vector) -> None:
        b = self.tableau[1]
        k, _ = self._stages(t, x, p, len(b))
        self.code.combine(x, (1.0, x), *weighted(self.h, b, k))

    def _stages(self, t: Number, x: Vector, p: Vector, count: int) -> tuple[list[Vector], list[Vector]]:
        """Return the first `count` rates k_i, and the states y_i of all stages."""
        A, b, c = self.tableau
        k, y = [self.code.vector(self.n) for _ in b], [x, *(self.code.vector(self.n) for _ in b[1:])]
        for i in range(len(b)):
            if i:
                self.code.combine(y[i], (1.0, x), *weighted(self.h, A[i], k))
            if i < count:
                self.call("f", t + c[i] * self.h, y[i], p, k[i])
        return k, y

    def _rk_tangent(self, t: Number, x: Vector, p: Vector, dx: Vector, dp: Vector) -> None:
        A, b, c = self.tableau
        k, dk = ([self.code.vector(self.n) for _ in b] for _ in range(2))
        y, dy = self.code.vector(self.n), self.code.vector(self.n)
        for i in range(len(b)):
            self.code.combine(y, (1.0, x), *weighted(self.h, A[i], k))
            self.code.combine(dy, (1.0, dx), *weighted(self.h, A[i], dk))
            self.call("jvp", t + c[i] * self.h, y, p, dy, dp, k[i], dk[i])
        self.code.combine(x, (1.0, x), *weighted(self.h, b, k))
        self.code.combine(dx, (1.0, dx), *weighted(self.h, b, dk))

    def _rk_adjoint(self, t: Number, x: Vector, p: Vector, x_bar: Vector, p_bar: Vector) -> None:
        code, (A, b, c) = self.code, self.tableau
        last = len(b) - 1
        k, y = self._stages(t, x, p, last + bool(self.sizes.quaternions))
        if self.sizes.quaternions:
            z = code.vector(self.n)
            code.combine(z, (1.0, x), *weighted(self.h, b, k))
            self._normalise_back(z, x_bar)
        y_bar = k  # in their place, since they are not read again
        k_bar, p_bar_of_call = code.vector(self.n), code.vector(self.count)
        for i in reversed(range(len(b))):
            terms = [(A[j][i], y_bar[j]) for j in range(i + 1, len(b)) if i < len(A[j]) and A[j][i]]
            code.combine(k_bar, (self.h * b[i], x_bar), *((self.h * a, each) for a, each in terms))  # (1)
            self.call("vjp", t + c[i] * self.h, y[i], p, k_bar, y_bar[i], p_bar_of_call)
            code.combine(p_bar, (1.0, p_bar), (1.0, p_bar_of_call))
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

    def _euler_forward(self, t: Number, x: Vector, p: Vector) -> None:
        dx = self.code.vector(self.n)
        self.call("f", t, x, p, dx)
        self._add_rest(x, dx)
        if not self._alike:
            self.call("f", t, x, p, dx)
        self._add_coordinates(x, dx)

    def _add_rest(self, x: Vector, dx: Vector) -> None:
        (_, rest), (_, rate) = self._split(x), self._split(dx)
        self.code.combine(rest, (1.0, rest), (self.h, rate))

    def _add_coordinates(self, x: Vector, dx: Vector) -> None:
        q, _ = self._split(x)
        self.code.combine(q, (1.0, q), (self.h, self._velocities(x) if self._alike else self._split(dx)[0]))

    def _euler_tangent(self, t: Number, x: Vector, p: Vector, dx: Vector, dp: Vector) -> None:
        rate, along = self.code.vector(self.n), self.code.vector(self.n)
        self.call("jvp", t, x, p, dx, dp, rate, along)
        for vector, change in ((x, rate), (dx, along)):
            self._add_rest(vector, change)
        if not self._alike:
            self.call("jvp", t, x, p, dx, dp, rate, along)
        for vector, change in ((x, rate), (dx, along)):
            self._add_coordinates(vector, change)

    def _euler_adjoint(self, t: Number, x: Vector, p: Vector, x_bar: Vector, p_bar: Vector) -> None:
        code = self.code
        k_bar, part, p_bar_of_call = code.vector(self.n), code.vector(self.n), code.vector(self.count)
        q_bar, rest_bar = self._split(x_bar)
        code.fill(k_bar)
        if self._alike:
            v_bar = self._velocities(x_bar)
            code.combine(v_bar, (1.0, v_bar), (self.h, q_bar))
        else:
            y, dx = code.vector(self.n), code.vector(self.n)
            code.copy(y, x)
            self.call("f", t, x, p, dx)
            self._add_rest(y, dx)
            if self.sizes.quaternions:
                z = code.vector(self.n)
                code.copy(z, y)
                self.call("f", t, y, p, dx)
                self._add_coordinates(z, dx)
                self._normalise_back(z, x_bar)
            code.combine(self._split(k_bar)[0], (self.h, q_bar))
            self.call("vjp", t, y, p, k_bar, part, p_bar_of_call)
            code.combine(x_bar, (1.0, x_bar), (1.0, part))
            code.combine(p_bar, (1.0, p_bar), (1.0, p_bar_of_call))
            code.fill(k_bar)
        code.combine(self._split(k_bar)[1], (self.h, rest_bar))
        self.call("vjp", t, x, p, k_bar, part, p_bar_of_call)
        code.combine(x_bar, (1.0, x_bar), (1.0, part))
        code.combine(p_bar, (1.0, p_bar), (1.0, p_bar_of_call))

    def _quaternion(self, vector: Vector, start: int) -> list[Slot]:
        return [vector.entry(start + each, self.lanes) for each in range(4)]

    def _unit(self, x: Vector, start: int) -> tuple[list[Number], Number]:
        """Return the unit quaternion of four entries, and 1 / |z|."""
        z = [slot.value for slot in self._quaternion(x, start)]
        scale = 1.0 / self.wide.root(z[0] * z[0] + z[1] * z[1] + z[2] * z[2] + z[3] * z[3])
        return [value * scale for value in z], scale

    def normalise(self, x: Vector, dx: Vector | None = None) -> None:
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
