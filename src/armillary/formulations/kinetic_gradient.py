"""The gradient of the kinetic energy from the inertia matrix alone. [Celentano2008, lemma 1, remark 2]

Let T(θ) be the kinetic energy, the rates held fixed, as a function of one coordinate. Then
    T = a_0 + Σ_{n ≤ N} A_n cos(nθ + φ_n)   for an angle, a trigonometric polynomial of degree N,           (1)
    T = a_0 + a_1 θ + a_2 θ²                for a slide.                                                     (2)
Degrees follow from the moving frame of the joint, in which only the twist of the parent depends on θ:
    N = 0  joints on the base: the parent is at rest, T does not depend on θ;
    N = 1  absolute angles of planar chains; revolute joints whose parent turns about parallel axes only, or does
           not turn: its rate has the same components in both frames, and its velocity has degree 1;
    N = 2  every other revolute joint; any Euler angle of a body; the turns of a spherical, universal, planar or
           floating joint about its axes.
A screw both turns and slides: T is neither. Such joints on moving links are refused, and so are joints whose motion is
not in proportion to their coordinates (`JointKind.uniform`).

Exact, from 2N values of T (N = 1 allows any Δ with the divisor 2 sin Δ; Δ = π/2 is best conditioned):
    N = 1:  T' = [T(π/2) − T(−π/2)] / 2                                                                      (3)
    N = 2:  T' = T(π/4) − T(−π/4) + (1 − √2)/2 · [T(π/2) − T(−π/2)]                                          (4)
    slide:  T' = [T(Δ) − T(−Δ)] / 2Δ,  any Δ                                                                 (5)

Numerical, two or three points (8), with a bound of the error:
    two:    [T(Δ) − T(0)] / Δ,     |e| ≤ Δ/2 max|T''|  ≤ Δ N² T_max / 4                                      (6)
    three:  [T(Δ) − T(−Δ)] / 2Δ,   |e| ≤ Δ²/6 max|T'''| ≤ Δ² N³ T_max / 12                                   (7)
T_max is the largest value of T over the angle at these rates. T never falls below zero, so T − T_max/2 stays
within ±T_max/2, and by Bernstein's inequality its k-th derivative within N^k T_max/2, for every degree N. The
lemma itself is the case T = 1 + sin aθ. A slide has |e| = Δ/2 T'' and zero.
T_max is bounded by a_0 + Σ A_n, which 2N + 1 equally spaced values of T give. (8)
Rounding adds to the error. T is a sum of n² products, of which W = ½ Σ|M_jk q̇_j q̇_k| is the size; the difference
of two values carries
    e_0 ≤ 32 ε W / Δ,   ε = 2.2e-16,                                                                         (9)
which sets a floor that no Δ can go below.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.formulations.composite_body import mass_matrix
from armillary.kinematics.poses import body_poses
from armillary.multibody import BASE, Model
from armillary.multibody.joints import JointKind
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Floats

SLIDE = -1
"""The degree of a displacement: T is a quadratic polynomial, not a trigonometric one."""

ROUNDING = 32 * float(np.finfo(float).eps)
"""Rounding of a difference of two energies, relative to W of (9)."""

Inertia = Callable[[Floats], Array]
Shift = Callable[[Floats, int, float], Floats]


def _add(q: Floats, k: int, step: float) -> Floats:
    moved = q.copy()
    moved[k] += step
    return moved


@dataclass(frozen=True)
class EnergyFromInertia:
    """T(q, q̇) = ½ q̇ᵀ M(q) q̇ from the inertia matrix alone, and how it depends on each coordinate.

    `degrees` holds N of (1) for every angle and `SLIDE` for a displacement; `shift(q, k, step)`
    returns q moved along velocity coordinate k, default by addition.
    """

    inertia: Inertia
    degrees: Sequence[int]
    shift: Shift = _add

    def __post_init__(self) -> None:
        wrong = [N for N in self.degrees if N not in (SLIDE, 0, 1, 2)]
        if wrong:
            raise ArgumentError("degrees", f"{wrong[0]}", "0, 1 or 2 for an angle, SLIDE for a displacement")

    @classmethod
    def of(cls, model: Model, inertia: Callable[[Model, ArrayLike], Array] = mass_matrix) -> EnergyFromInertia:
        """Return the energy of a model, of any joints; `inertia` is its mass matrix by any formulation."""
        units = np.eye(model.nv)
        degrees = model_degrees(model)
        return cls(lambda q: inertia(model, q), degrees, lambda q, k, step: model.integrate(q, step * units[k]))

    def along(self, q: Floats, qd: Floats, k: int) -> Callable[[float], float]:
        """Return T as a function of the shift along coordinate k [J]."""
        return lambda step: float(qd @ self.inertia(self.shift(q, k, step) if step else q) @ qd) / 2


def model_degrees(model: Model) -> tuple[int, ...]:
    """Return the degree N of (1), or `SLIDE`, of every velocity coordinate of a model without modes."""
    if model.flexible or model.coupled:
        reason = f"{model.robot.name!r}, which has {'links with modes' if model.flexible else 'coupled joints'}"
        expected = "rigid links and independent joints"
        raise ArgumentError("model", reason, expected, "formulations.momentum has the gradient for all")
    poses = body_poses(model, model.neutral)
    degrees = [0] * model.nv
    for i, parent in model.outward():
        joint = model.joints[i]
        if parent == BASE and joint.kind.constant:
            continue
        if not joint.kind.uniform or _turn_and_slide(joint.kind):
            problem = f"{joint.name!r}, a {type(joint.kind).__name__.lower()} joint on a link that moves"
            expected = "joints whose coordinates either turn or slide"
            raise ArgumentError("model", problem, expected, "formulations.momentum has the gradient for all")
        turns = np.hstack([poses[k][0] @ model.joints[k].kind.angular for k in model.path(i)]).T
        parallel = all(np.abs(np.asarray(cross(turns[0], turn), dtype=float)).max() < 1e-12 for turn in turns)
        turning = 1 if parallel and joint.kind.constant else 2
        degrees[joint.v] = [turning if turns else SLIDE for turns in joint.kind.form.turns]
    return tuple(degrees)


def _turn_and_slide(kind: JointKind) -> bool:
    """Return whether some coordinate of a joint turns its child and also slides it."""
    return bool(np.any(np.any(kind.angular, axis=0) & np.any(kind.linear, axis=0)))


def exact_from_inertia(energy: EnergyFromInertia, q: ArrayLike, qd: ArrayLike) -> Floats:
    """Return ∂T/∂q [N·m or N] from values of the inertia matrix, exact but for rounding, (3)–(5)."""
    q, qd = np.asarray(q, dtype=float), np.asarray(qd, dtype=float)
    return np.array([_exact(energy.along(q, qd, k), N) for k, N in enumerate(energy.degrees)])


def _exact(T: Callable[[float], float], N: int) -> float:
    def odd(step: float) -> float:
        return T(step) - T(-step)

    if N == 0:
        return 0.0
    if N == SLIDE:
        return odd(1.0) / 2  # (5)
    if N == 1:
        return odd(math.pi / 2) / 2  # (3)
    return odd(math.pi / 4) + (1 - math.sqrt(2)) / 2 * odd(math.pi / 2)  # (4)


def model_gradient(
    model: Model, q: ArrayLike, qd: ArrayLike, inertia: Callable[[Model, ArrayLike], Array] = mass_matrix
) -> Floats:
    """Return the exact c of dp/dt = c + …, as `momentum.kinetic_gradient`, from the mass matrix alone.

    For joints of one coordinate it is ∂T/∂q. The turns of spherical and floating joints do not commute: their
    momentum adds Σ_j q̇_j p · [e_j, e_k] to the derivative along turn k.
    """
    q, qd = np.asarray(q, dtype=float), np.asarray(qd, dtype=float)
    c = exact_from_inertia(EnergyFromInertia.of(model, inertia), q, qd)
    p = np.asarray(inertia(model, q), dtype=float) @ qd
    for joint in model.joints:
        c[joint.v] += np.einsum("l,j,ljk->k", p[joint.v], qd[joint.v], joint.kind.brackets)
    return c


@dataclass(frozen=True, eq=False)
class NumericalGradient:
    """A numerical gradient and the bounds of its error, per coordinate; [N·m], or [N] for a slide.

    `value` is within `bound` = `truncation` + `rounding` of ∂T/∂q; `step` is Δ [rad or m].
    """

    value: Floats
    truncation: Floats
    rounding: Floats
    step: Floats

    @property
    def bound(self) -> Floats:
        """The largest error that `value` can have."""
        return self.truncation + self.rounding


def numerical_gradient(
    energy: EnergyFromInertia,
    q: ArrayLike,
    qd: ArrayLike,
    step: float | None = None,
    error: float | None = None,
    points: Literal[2, 3] = 3,
    T_max: float | None = None,
) -> NumericalGradient:
    """Return ∂T/∂q by two or three points, with a given step or a prescribed maximum error.

    Args:
        energy: The kinetic energy, from the inertia matrix.
        q: Configuration.
        qd: Velocity.
        step: Δ, the same for every coordinate [rad or m].
        error: Largest accepted error [N·m or N]; Δ of each coordinate is then as large as it allows. An
            error below the floor of rounding is rejected.
        points: 2 or 3.
        T_max: Bound of T over all angles at these rates [J]; default from 2N + 1 more inertia matrices
            per angle, (8).

    The bound is tight for an angle that takes T from near zero to T_max, loose for one that hardly changes it.

    Example:
        >>> pendulum = EnergyFromInertia(lambda q: np.array([[1 + np.sin(q[0])]]), degrees=[1])
        >>> result = numerical_gradient(pendulum, [0.0], [2.0], error=1e-6)
        >>> bool(abs(result.value[0] - 2.0) <= result.bound[0] <= 1e-6)
        True
    """
    if points not in (2, 3):
        raise ArgumentError("points", str(points), "2 or 3")
    if (step is None) == (error is None):
        raise ArgumentError("step, error", f"{step}, {error}", "one of the two")
    for name, value in (("step", step), ("error", error), ("T_max", T_max)):
        if value is not None and not (value > 0 and math.isfinite(value)):
            raise ArgumentError(name, f"{value}", "a positive number")
    q, qd = np.asarray(q, dtype=float), np.asarray(qd, dtype=float)
    W = float(np.abs(qd) @ np.abs(np.asarray(energy.inertia(q), dtype=float)) @ np.abs(qd)) / 2
    rows = []
    for k, N in enumerate(energy.degrees):
        T = energy.along(q, qd, k)
        peak = T_max if T_max is not None and N != SLIDE else _largest(T, N)
        a = _truncation(T, N, points, peak)
        size = ROUNDING * max(W, peak) if N else 0.0
        delta = step if step is not None else _choose(a, size, points - 1, error or 0.0, k)
        value = 0.0  # T does not depend on a displacement
        if N and points == 2:
            value = (T(delta) - T(0.0)) / delta
        elif N:
            value = (T(delta) - T(-delta)) / 2 / delta
        rows.append((value, a * delta ** (points - 1), size / delta, delta))
    return NumericalGradient(*np.array(rows).T)


def peak_energy(energy: EnergyFromInertia, q: ArrayLike, qd: ArrayLike) -> Floats:
    """Return for every angle a bound a_0 + Σ A_n of T_max, the largest T as it turns [J], (8).

    For a slide it is the largest T within a metre.
    """
    q, qd = np.asarray(q, dtype=float), np.asarray(qd, dtype=float)
    return np.array([_largest(energy.along(q, qd, k), N) for k, N in enumerate(energy.degrees)])


def _largest(T: Callable[[float], float], N: int) -> float:
    if N == SLIDE:
        return max(T(-1.0), T(0.0), T(1.0))
    count = 2 * N + 1
    values = np.array([T(2 * math.pi * j / count) for j in range(count)])
    harmonics = np.abs(np.fft.rfft(values)) / count
    return float(harmonics[0] + 2 * harmonics[1:].sum())  # (8)


def _truncation(T: Callable[[float], float], N: int, points: int, T_max: float) -> float:
    """Return a with |e| ≤ a Δ for two points, a Δ² for three; (6), (7)."""
    if N == SLIDE:
        curvature = T(1.0) - 2 * T(0.0) + T(-1.0)
        return abs(curvature) / 2 if points == 2 else 0.0
    return N**2 * T_max / 4 if points == 2 else N**3 * T_max / 12


def _choose(a: float, size: float, power: int, error: float, k: int) -> float:
    """Return the largest Δ ≤ 1 with a Δ^power + size/Δ ≤ error; raise `ArgumentError` if no Δ satisfies it."""
    best = min(1.0, (size / (power * a)) ** (1 / (power + 1))) if a else 1.0
    floor = a * best**power + size / best
    if error < floor:
        expected = f"at least {floor:.2g}, the floor that rounding sets with {power + 1} points"
        hint = "three points reach further than two; exact_from_inertia needs no step"
        raise ArgumentError("error", f"{error:g} for velocity coordinate {k}", expected, hint)
    low, high = best, 1.0
    for _ in range(60):  # The bound is convex in Δ: it grows from `best` on.
        middle = math.sqrt(low * high)
        if a * middle**power + size / middle <= error:
            low = middle
        else:
            high = middle
    return high if a * high**power + size / high <= error else low
