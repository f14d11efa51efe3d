"""RODAS, a Rosenbrock method of order 4(3), L-stable and stiffly accurate, with dense output of order 3.

[HairerWanner1996, sect. IV.7, code RODAS]. With the exact J = ∂f/∂x and ∂f/∂t at the start of the step,
    (1/(hγ) − J) u_i = f(t + α_i h, x + Σ_{j<i} a_ij u_j) + Σ_{j<i} (c_ij / h) u_j + h d_i ∂f/∂t          (1)
for six stages, the last two of which yield the new state and its error estimate,
    x(t + h) = x + Σ_{j<5} a_5j u_j + u_5 + u_6,   e = u_6                                               (2)
    x(t + θh) = (1 − θ) x + θ (x' + (1 − θ)(F_1 + θ F_2)),   F = Σ H u                                    (3)
The linear systems are solved in the sorted form of `loop.linear`. J is computed once per accepted step; rejected
attempts reuse it. Modes much faster than the step are damped; the energy audit shows the loss.

Gaussian elimination has partial pivoting [GolubVanLoan2013, sect. 3.4].
A matrix is an array of columns, each padded with zeros to `stride` entries, so that every step is
    column_j −= u_kj l_k,   l_k zero down to the diagonal                                           (4)
on whole machine vectors; so are both substitutions:
    b −= b_k l_k  for k = 0, 1, …;    b_k = b_k / u_kk,  b −= b_k u_k  for k = n − 1, n − 2, …        (5)
with u_k zero from the diagonal down. Rows are exchanged only in the part not yet eliminated, and in b during (5). Loops
over up to `UNROLLED` columns are unrolled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from armillary.errors import ArgumentError
from armillary.simulation.loop.linear import Linear
from armillary.simulation.solvers.base import Adaptive
from armillary.simulation.solvers.embedded import StepHistory, control_step_size, mean_squares
from armillary.simulation.walk.adaptive import accept, adaptive_steps, finish_step, needs_dense, record_dense
from armillary.simulation.walk.code import Code
from armillary.simulation.walk.solver_loop import SolverLoop
from armillary.simulation.walk.values import Condition, Number, Vector

UNROLLED = 8
"""Largest number of columns whose loops are unrolled."""

Index = str | int


class LU:
    """LU factors of an n × n matrix in the memory of a loop; the user fills `matrix` by columns."""

    def __init__(self, code: Code, n: int, stride: int) -> None:
        self.code, self.n, self.stride = code, n, stride
        self.matrix, self.lower = code.vector(n * stride), code.vector(n * stride)
        self.inverse_pivots, self.exchanges = code.vector(n), code.vector(n)
        self.unrolled = n <= UNROLLED

    def factor(self) -> None:
        """Factor the matrix in place; a pivot of zero gives infinities and NaN."""
        self.code.over(0, self.n, self._eliminate, self.unrolled)

    def _eliminate(self, k: Index) -> None:
        code, n = self.code, self.n
        column, low = self.matrix.row(k, self.stride), self.lower.row(k, self.stride)
        pivot = self._pivot(column, k)
        code.store(pivot, self.exchanges.at(k).pointer, "i64")
        code.over(k, n, lambda j: self._exchange(self.matrix.row(j, self.stride), k, pivot), self.unrolled)
        inverse = 1.0 / column.at(k).value
        self.inverse_pivots.at(k).set(inverse)
        code.combine(low, (inverse, column))
        code.over(0, code.plus(k, 1), lambda i: low.at(i).set(0.0), self.unrolled)
        code.over(k, n, lambda i: column.at(i).set(0.0), self.unrolled)

        def update(j: Index) -> None:
            other = self.matrix.row(j, self.stride)
            factor = other.at(k).value
            code.combine(other, (1.0, other), (-factor, low))  # (4)

        code.over(code.plus(k, 1), n, update, self.unrolled)

    def _pivot(self, column: Vector, k: Index) -> str:
        """Return the row of the largest entry from k down."""
        code = self.code
        largest, row = code.slot(code.absolute(column.at(k).value)), code.counter(k)

        def compare(i: Index) -> None:
            size = code.absolute(column.at(i).value)
            larger = size > largest.value
            largest.set(code.choose(larger, size, largest.value))
            row.set(code.let(f"select i1 {larger.name}, i64 {i}, i64 {row.get()}"))

        code.over(code.plus(k, 1), self.n, compare, self.unrolled)
        return row.get()

    def _exchange(self, column: Vector, k: Index, row: str) -> None:
        """Exchange two entries of a column."""
        first, second = column.at(k), column.at(row)
        a, b = first.value, second.value
        first.set(b)
        second.set(a)

    def solve(self, b: Vector) -> None:
        """Write b := matrix⁻¹ b; b has `stride` entries, zeros beyond the n-th."""
        code = self.code

        def forward(k: Index) -> None:
            row = code.load(self.exchanges.at(k).pointer, "i64")
            self._exchange(b, k, row)
            factor = b.at(k).value
            code.combine(b, (1.0, b), (-factor, self.lower.row(k, self.stride)))  # (5)

        def back(i: Index) -> None:
            k: Index = self.n - 1 - i if isinstance(i, int) else code.let(f"sub i64 {self.n - 1}, {i}")
            value = b.at(k).value * self.inverse_pivots.at(k).value
            code.combine(b, (1.0, b), (-value, self.matrix.row(k, self.stride)))  # (5)
            b.at(k).set(value)

        code.over(0, self.n, forward, self.unrolled)
        code.over(0, self.n, back, self.unrolled)


GAMMA = 0.25
ALPHA = (0.0, 0.386, 0.21, 0.63, 1.0, 1.0)
D = (0.25, -0.1043, 0.1035, -0.0362, 0.0, 0.0)
A = (
    (),
    (1.544,),
    (0.9466785280815826, 0.2557011698983284),
    (3.314825187068521, 2.896124015972201, 0.9986419139977817),
    (1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895),
    (1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895, 1.0),
)
C = (
    (),
    (-5.6688,),
    (-2.430093356833875, -0.2063599157091915),
    (-0.1073529058151375, -9.594562251023355, -20.47028614809616),
    (7.496443313967647, -10.24680431464352, -33.99990352819905, 11.7089089320616),
    (8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054),
)
H = (
    (10.12623508344586, -7.487995877610167, -34.80091861555747, -7.992771707568823, 1.025137723295662),
    (-0.6762803392801253, 6.087714651680015, 16.43084320892478, 24.76722511418386, -6.594389125716872),
)
LOWER_ORDER = 3
"""Order of the embedded formula for the error estimate."""


@dataclass(frozen=True)
class Rosenbrock(Adaptive):
    """RODAS 4(3), L-stable, for stiff arms.

    Args:
        rtol: Relative tolerance; default 1e-9.
        atol: Absolute tolerance, in SI units; default 1e-9.
        step: First step to try [s]; default 1 ms.
    """

    name: ClassVar[str] = "rosenbrock"
    about: ClassVar[str] = "RODAS 4(3), L-stable, chooses its step, for stiff arms"
    order: ClassVar[int] = 4
    linear: ClassVar[bool] = True

    def write(self, loop: SolverLoop) -> None:
        """Write the method as native code."""
        if loop.linear is None or loop.shape.lanes != 1:
            raise ArgumentError("solver", "Rosenbrock", "a linearised system, one trajectory at a time")
        code, system = loop.code, _Linearised(loop, loop.linear)
        u = [loop.vector() for _ in A]
        y, new, f = loop.vector(), loop.vector(), loop.vector()
        history = StepHistory(loop)
        linearised = code.slot(0.0)
        loop.settle()
        with adaptive_steps(loop) as (t, step, h, leave):
            with code.when(linearised.value < 1.0):  # a rejected attempt has the same J
                system.evaluate(t)
                linearised.set(1.0)
            system.factor(1.0 / (GAMMA * step), GAMMA * step)
            for i, (a, c) in enumerate(zip(A, C, strict=True)):
                if i > 0:
                    code.combine(y, (1.0, loop.x), *_terms(a, u))
                    loop.evaluate(f, t + ALPHA[i] * step, y)
                inverse = 1.0 / step
                terms = [(inverse * weight, stage) for weight, stage in _terms(c, u)]
                code.combine(u[i], (1.0, f if i else system.f), *terms)
                system.solve(u[i], GAMMA * step, step * D[i])  # (1)
            code.combine(new, (1.0, y), (1.0, u[-1]))  # (2)
            err = code.slot(code.root(mean_squares(loop, u[-1], new)))

            def accepted(t: Number = t, step: Number = step, leave: Callable[[Condition], None] = leave) -> None:
                dense = _dense(loop, u, new, needs_dense(loop, t, step))

                def keep() -> None:
                    record_dense(loop, t, step, dense)
                    code.copy(loop.x, new)
                    linearised.set(0.0)
                    accept(loop, t, step, leave)

                finish_step(loop, t, step, new, dense, keep)

            control_step_size(loop, err, step, h, history, LOWER_ORDER, accepted)
        history.keep()


def _terms(weights: Sequence[float], u: Sequence[Vector]) -> list[tuple[float, Vector]]:
    """Return the terms of a weighted sum; rows of weights end before the stages that they do not use."""
    return list(zip(weights, u, strict=False))


def _dense(loop: SolverLoop, u: Sequence[Vector], new: Vector, needed: Condition) -> Callable[[Vector, Number], None]:
    """Return the interpolation of a step, (3), whose coefficients are computed only if needed."""
    F = [loop.vector() for _ in H]
    with loop.code.when(needed):
        for coefficient, weights in zip(F, H, strict=True):
            loop.code.combine(coefficient, *_terms(weights, u))

    def at(to: Vector, theta: Number) -> None:
        remaining = 1.0 - theta
        product = theta * remaining
        loop.code.combine(to, (remaining, loop.x), (theta, new), (product, F[0]), (product * theta, F[1]))  # (3)

    return at


class _Linearised:
    """f, its derivatives and the factors of 1/(hγ) − J, in the sorted and scaled form of `loop.linear`."""

    def __init__(self, loop: SolverLoop, linear: Linear) -> None:
        self.loop, self.linear, code = loop, linear, loop.code
        self.r, self.stride = len(linear.kept), linear.stride
        n = loop.shape.states
        self.f, self.f_t = loop.vector(), loop.vector()
        self.mass, self.kept = code.vector(self.r * self.stride), code.vector(self.r * self.stride)
        self.eliminated = code.vector(len(linear.eliminated) * self.stride)
        self.sinks = code.vector(len(linear.sinks) * n)
        self.b, self.rhs, self.f_t_kept = (code.vector(self.stride) for _ in range(3))
        for vector in (self.b, self.f_t_kept):
            code.fill(vector)
        self.lu = LU(code, self.r, self.stride)

    def evaluate(self, t: Number) -> None:
        """Linearise f at the current state."""
        outputs = (self.f, self.mass, self.kept, self.eliminated, self.sinks, self.f_t)
        self.loop.linearise(t, self.loop.x, *outputs)
        self._copy_entries(self.f_t_kept, self.f_t, range(self.r), self.linear.kept)

    def factor(self, diagonal: Number, hgamma: Number) -> None:
        """Factor the matrix of the kept states."""
        code, lu = self.loop.code, self.lu

        def fill(j: str | int) -> None:
            mass, J = self.mass.row(j, self.stride), self.kept.row(j, self.stride)
            code.combine(lu.matrix.row(j, self.stride), (diagonal, mass), (-1.0, J))

        code.over(0, self.r, fill, lu.unrolled)
        for e, m in enumerate(self.linear.partners):
            column = lu.matrix.row(m, self.stride)
            code.combine(column, (1.0, column), (-hgamma, self.eliminated.row(e, self.stride)))
        lu.factor()

    def solve(self, u: Vector, hgamma: Number, time: Number) -> None:
        """Write u := (1/(hγ) − J)⁻¹ (u + time · ∂f/∂t)."""
        code, b, stride, linear = self.loop.code, self.b, self.stride, self.linear
        self._copy_entries(self.rhs, u, range(self.r), linear.kept)
        terms = [(hgamma * u.at(k).value, self.eliminated.row(e, stride)) for e, k in enumerate(linear.eliminated)]
        code.combine(b, (time, self.f_t_kept), *terms)

        def add(j: str | int) -> None:
            code.combine(b, (1.0, b), (self.rhs.at(j).value, self.mass.row(j, stride)))

        code.over(0, self.r, add, self.lu.unrolled)
        self.lu.solve(b)
        self._copy_entries(u, b, linear.kept, range(self.r))
        for k, m in zip(linear.eliminated, linear.partners, strict=True):
            u.at(k).set(hgamma * (u.at(k).value + b.at(m).value))
        before = [u.at(k).value + time * self.f_t.at(k).value for k in linear.sinks]
        for k in linear.sinks:
            u.at(k).set(0.0)  # their columns are zero, but 0 · NaN would be NaN
        for s, k in enumerate(linear.sinks):
            u.at(k).set(hgamma * (before[s] + code.dot(self.sinks.row(s, self.loop.shape.states), u)))

    def _copy_entries(self, to: Vector, source: Vector, places: Sequence[int], from_places: Sequence[int]) -> None:
        """Copy entries; adjacent ones together."""
        start = 0
        while start < len(places):
            stop = start + 1
            while stop < len(places) and all(p[stop] == p[stop - 1] + 1 for p in (places, from_places)):
                stop += 1
            size = stop - start
            self.loop.code.copy(to.part(places[start], size), source.part(from_places[start], size))
            start = stop
