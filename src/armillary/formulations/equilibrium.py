"""Equilibrium of elastic coordinates, and of joints that are not locked, by Newton's method.

With the inverse dynamics ID at q̈ = 0 (gravity, spin, springs, elasticity, wrenches), the free coordinates f satisfy
    r(q) = ID_f(q, q̇) + k (q − q₀)_f = 0                                            (1)
where k is the stiffness that holds a joint at q₀. Newton's step, with the exact Jacobian along the velocity directions
(complex step):
    K Δ = −r,   K = ∂ID_f/∂q_f + k,   q ← q ⊕ α Δ                                    (2)
α is halved until the step from the new point with the old K is shorter [Deuflhard2004, sect. 3.3]:
    |K⁻¹ r(q ⊕ αΔ)| ≤ (1 − α/4) |Δ|                                                 (3)
which does not depend on the units of the coordinates. If this fails, the load is applied in steps: gravity and wrenches
by a factor s, rates by √s, s from 0 to 1. If the equilibrium is unstable (an inverted pendulum, a buckling column), the
robot falls from its initial configuration by steps that descend for any sign of K:
    Δ = −(K + μ)⁻¹ r,   μ enough to make K + μ positive                               (4)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.errors import ConvergenceError
from armillary.formulations.evaluate import along
from armillary.formulations.newton_euler import inverse_dynamics
from armillary.multibody import Model
from armillary.multibody.coordinates import elastic_places, elastic_rates, velocity_names
from armillary.multibody.drives import unwound
from armillary.spatial.rotation import quaternion_log, quaternion_product
from armillary.spatial.scalar import Floats, Scalar

ITERATIONS, FALLING = 40, 40  # limits on the steps of (2) and of (4)
CHORDS = 25  # limit on steps with the stiffness of the links alone
CLOSER = 1e-13  # relative step at which these stop: each is shorter than the one before by a factor
ILL = 1e15  # condition of a stiffness matrix that is no use for them
SMALLEST_PART, SMALLEST_LOAD_STEP = 1 / 64, 1 / 128
LONGEST = 0.3  # longest step of (4) in any coordinate [m or rad]
SLIGHT = 1e-4  # smallest μ of (4)
CLOSE = 1e-9  # relative step at which Newton's method stops; the remaining error is about its square
NOTHING = 1e-15  # absolute step treated as rounding [m or rad]
ROUNDING = 1e-12  # stiffness treated as rounding, relative to the weight of the robot at one metre
# Stiffnesses relative to those of single coordinates:
NEARLY = 0.1  # largest negative stiffness at which Newton's method may end a fall
SOFT = 1e-6  # negative stiffness treated as rounding
SINGULAR = 1e-9  # largest stiffness of a neutral direction
UNHELD = 1e-6  # largest fraction of the load in neutral directions


Efforts = Callable[[Floats, Floats, NDArray[np.intp]], Floats]
"""From rows of q and of qd, with their numbers, to rows of inverse dynamics at q̈ = 0."""


@dataclass(frozen=True, eq=False)
class EquilibriumProblem:
    """Equilibrium problem: reference `rest`, rates, wrenches by frame, and servo stiffness of the free coordinates."""

    model: Model
    rest: Floats
    qd: Floats
    wrenches: Mapping[str, Floats]
    free: NDArray[np.intp]
    stiffness: Floats  # (free,)

    def part(self, s: float) -> EquilibriumProblem:
        """Return the problem with a fraction s of the load."""
        wrenches = {frame: s * wrench for frame, wrench in self.wrenches.items()}
        compensation = self.model.compensation and self.model.compensation.changed(
            gravity=s * self.model.compensation.gravity
        )
        model = self.model.changed(gravity=s * self.model.gravity, compensation=compensation)
        return replace(self, model=model, qd=np.sqrt(s) * self.qd, wrenches=wrenches)

    def efforts(self, q: ArrayLike) -> Floats:
        """Return ID at q, shape (nv,); q may be complex."""
        return inverse_dynamics(self.model, q, self.qd, np.zeros(self.model.nv), self.wrenches)

    def residual(self, q: Floats) -> Floats:
        """Return r, (1)."""
        held = np.where(self.stiffness > 0, self.stiffness * displacement(self.model, self.rest, q)[self.free], 0.0)
        return np.asarray(self.efforts(q)[self.free] + held, dtype=float)

    def jacobian(self, q: Floats) -> Floats:
        """Return K of (2), exact except for servos of spherical joints far from their reference."""
        K = along(self.model, lambda at: self.efforts(at)[self.free], q, np.eye(self.model.nv)[self.free])
        return K + np.diag(self.stiffness)

    def scale(self, K: Floats) -> Floats:
        """Return sizes of the free coordinates for which the entries of K are about one, in metres and radians.

        A coordinate with zero K_ii takes the stiffness of its coupling, K_ij² / K_jj, which is at most K_ii if K is
        positive. All rotations of a quaternion have the same size. Rounding of the robot's weight is no stiffness.
        """
        coupling, diagonal = np.abs(K + K.T) / 2, np.abs(np.diagonal(K))
        # K_ij²/max(K_jj, K_ij), without a division by zero where nothing couples.
        divisor = np.where(diagonal > coupling, diagonal, np.where(coupling > 0, coupling, 1.0))
        by_other = coupling * (coupling / divisor)
        stiffness = np.zeros(self.model.nv)
        stiffness[self.free] = np.maximum(diagonal, by_other.max(axis=1, initial=0.0))
        for _, v in self.model.quaternions:
            stiffness[v] = stiffness[v].max()
        stiffness = np.maximum(stiffness, ROUNDING * self.weight)
        return 1 / np.sqrt(np.where(stiffness > 0, stiffness, 1.0))[self.free]

    @property
    def weight(self) -> float:
        """Size of the load, weight and wrenches [N or N·m]."""
        wrenches = sum(float(np.abs(wrench).max()) for wrench in self.wrenches.values())
        mass = float(sum(body.mass for body in self.model.bodies))
        return mass * float(np.linalg.norm(self.model.gravity) + self.qd @ self.qd) + wrenches

    def is_stable(self, K: Floats) -> bool:
        """Return whether a stiffness matrix is positive semidefinite up to rounding."""
        scale = self.scale(K)
        return not len(K) or bool(np.linalg.eigvals(scale[:, None] * K * scale).real.min() > -SOFT)

    def moved(self, q: Floats, step: Floats) -> Floats:
        """Return q ⊕ step, the step of the free coordinates."""
        whole = np.zeros(self.model.nv)
        whole[self.free] = step
        return self.model.integrate(q, whole)


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """An equilibrium: configuration, efforts, stiffness K of the free coordinates, and number of steps."""

    q: Floats
    efforts: Floats
    K: Floats
    iterations: int
    stable: bool


def equilibrium(
    model: Model,
    q: Floats,
    qd: Floats,
    stiffness: Floats,
    wrenches: Mapping[str, ArrayLike] | None = None,
    fall: bool = False,
) -> Equilibrium:
    """Return the equilibrium near q; with `fall` a stable equilibrium, which can be far from q.

    `stiffness`, shape (nv,), holds each coordinate at q, in addition to springs and links; infinite: locked.
    """
    free = np.flatnonzero(np.isfinite(stiffness))
    loads = {frame: np.asarray(wrench, dtype=float) for frame, wrench in (wrenches or {}).items()}
    load = EquilibriumProblem(model, q, qd, loads, free, stiffness[free])
    try:
        with np.errstate(over="ignore", invalid="ignore"):  # a step that overflows is rejected by its residual
            solution = newton(load, load.rest)
            if fall and (isinstance(solution, str) or not load.is_stable(solution[1])):
                solution = _fallen(load) or solution
            q, K, iterations = _in_steps(load, solution) if isinstance(solution, str) else solution
            return Equilibrium(q, np.array(load.efforts(q), dtype=float), K, iterations, load.is_stable(K))
    except np.linalg.LinAlgError:  # the residual overflowed
        raise ConvergenceError(_advice(load, "the deformation grows without bound", 0.0)) from None


def elastic_equilibria(
    model: Model,
    q: Floats,
    qd: Floats,
    efforts: Efforts | None = None,
    models: Callable[[int], Model] | None = None,
    gears: Floats | None = None,
) -> Floats:
    """Return the equilibria of links and gears under gravity and spin, with all joints at q and at constant rates.

    q and qd are one state, (nq,) and (nv,), or rows of states. Gears are wound as far as the efforts at their joints
    need it.

    Args:
        model: The robot.
        q: Configurations.
        qd: Rates.
        efforts: Returns ID of the rows that it is given; default: Newton–Euler on floats.
        models: Returns the model of a row; default `model` for all.
        gears: `gear_numbers` of the model of each row, shape (N, count); default those of `model` for all.

    Raises:
        ConvergenceError: A link has no equilibrium.
    """
    rows, rates = np.atleast_2d(unwound(model, q)), np.atleast_2d(qd)
    model_of = models or (lambda _: model)
    settled, tau = _chords(model, rows, rates, efforts or partial(_efforts, model_of))
    held = np.full(model.nv, np.inf)
    held[elastic_rates(model)] = 0.0
    for k in np.flatnonzero(~settled).tolist():
        solution = equilibrium(model_of(k), rows[k], rates[k], held)
        rows[k], tau[k] = solution.q, solution.efforts
    numbers = np.array([gear_numbers(model)], dtype=float) if gears is None else gears
    columns = iter(numbers.T)
    for drive in model.drives:
        k, cubic = next(columns), next(columns)
        effort = sum(next(columns) * tau[:, leg.k] for leg in drive.legs)
        rows[:, drive.q] += _wound(k, cubic, effort)[:, None]
    return rows.reshape(np.shape(q))


def _efforts(models: Callable[[int], Model], q: Floats, qd: Floats, numbers: NDArray[np.intp]) -> Floats:
    """Return ID at rows of states with q̈ = 0, shape (N, nv)."""
    nothing = np.zeros(qd.shape[1])
    rows = zip(numbers, q, qd, strict=True)
    return np.array([inverse_dynamics(models(k), q_k, qd_k, nothing) for k, q_k, qd_k in rows], dtype=float)


def _chords(model: Model, rows: Floats, rates: Floats, efforts: Efforts) -> tuple[NDArray[np.bool_], Floats]:
    """Move rows to the equilibrium of their elastic coordinates; return which are there, and the efforts of all.

    Steps have the stiffness K of the links in place of (2). They converge by a factor of load over stiffness, and cost
    one evaluation each; rows that need more than `CHORDS` of them are left where they began.
    """
    begun, place, slots = rows.copy(), elastic_places(model), elastic_rates(model)
    K = np.array(model.stiffness[slots, slots], dtype=float)
    tau = efforts(rows, rates, np.arange(len(rows)))
    settled = np.full(len(rows), not len(K))
    way, last = np.zeros(len(rows)), np.full(len(rows), np.inf)  # longest step and last step, infinity to begin with
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(CHORDS if len(K) and np.linalg.cond(K) < ILL else 0):
            left = np.flatnonzero(~settled & ~np.isnan(last))
            step = -np.linalg.solve(K, tau[left, slots].T).T
            length = np.abs(step).max(axis=1)
            rows[left, place] += step
            way[left] = np.fmax(way[left], length)
            shorter = length <= np.fmax(last[left], NOTHING)
            last[left] = np.where(shorter, length, np.nan)  # a row that does not converge is given up
            on = left[~np.isnan(last[left])]
            if not len(on):
                break
            tau[on] = efforts(rows[on], rates[on], on)
            settled[on] = last[on] <= np.fmax(CLOSER * way[on], NOTHING)
    rows[~settled] = begun[~settled]
    return settled, tau


def gear_numbers(model: Model) -> list[Scalar]:
    """Return stiffness, cubic stiffness and share of each joint's effort of all elastic gears, one after another."""
    numbers: list[Scalar] = []
    for drive in model.drives:
        shares = (leg.share for leg in drive.legs)
        numbers += [model.stiffness[drive.v.start, drive.v.start], drive.cubic, *shares]
    return numbers


def _wound(k: Floats, cubic: Floats, effort: Floats) -> Floats:
    """Return δ with k δ + κ δ³ = effort, the only real root [m or rad]."""
    angle = effort / k
    curved = np.flatnonzero(np.broadcast_to(cubic, angle.shape) > 0)
    if len(curved):
        k, cubic = (np.broadcast_to(numbers, angle.shape)[curved] for numbers in (k, cubic))
        size = np.sqrt(k / (3 * cubic))
        angle[curved] = 2 * size * np.sinh(np.arcsinh(1.5 * effort[curved] / (k * size)) / 3)
    return angle


def newton(load: EquilibriumProblem, q: Floats) -> tuple[Floats, Floats, int] | str:
    """Return configuration, stiffness and number of steps, or the reason of the failure."""
    way = whole = 0.0
    for iteration in range(ITERATIONS):
        r, K = load.residual(q), load.jacobian(q) if len(load.free) else np.zeros((0, 0))
        if not len(r) or not np.any(r):
            return q, K, iteration
        if not (np.all(np.isfinite(r)) and np.all(np.isfinite(K))):
            return "the deformation grows without bound"
        scale = load.scale(K)
        whole = max(whole, float(np.linalg.norm(scale * r)))
        step, lost = _solve(K, scale, -r)
        if np.linalg.norm(lost) > UNHELD * whole:
            name = velocity_names(load.model)[load.free[int(np.abs(lost).argmax())]]
            return f"nothing holds {name!r} against its load"
        length = float(np.linalg.norm(step / scale))
        if np.abs(step).max() <= NOTHING:
            return q, K, iteration
        advanced = _advanced(load, q, step, K, scale, length)
        if advanced is None:
            return "Newton's method finds no way on"
        q, part = advanced
        way += part * length
        if part == 1 and length <= CLOSE * way:
            return q, load.jacobian(q), iteration + 1
    return f"no equilibrium after {ITERATIONS} steps of Newton's method"


def _fallen(load: EquilibriumProblem) -> tuple[Floats, Floats, int] | None:
    """Return a stable equilibrium that the robot falls into from its initial configuration, (4)."""
    q, way = load.rest, 0.0
    for iteration in range(FALLING):
        r, K = load.residual(q), load.jacobian(q)
        scale = load.scale(K)
        stiffness, directions = np.linalg.eigh((K + K.T) / 2 * np.outer(scale, scale))
        if stiffness[0] > -NEARLY:
            solution = newton(load, q)
            if not isinstance(solution, str) and load.is_stable(solution[1]):
                return solution[0], solution[1], iteration + solution[2]
        mu = max(SLIGHT, -2 * stiffness[0])
        step = -scale * (directions @ (directions.T @ (scale * r) / (stiffness + mu)))  # (4)
        step *= min(1.0, LONGEST / max(np.abs(step).max(), NOTHING))
        length = float(np.linalg.norm(step / scale))
        if stiffness[0] > -SOFT and length <= CLOSE * way:
            return q, K, iteration
        while load.residual(load.moved(q, step)) @ step > -(r @ step) and np.abs(step).max() > NOTHING:
            step /= 2  # too far: the opposing force at its end exceeds the driving force at its start
        q, way = load.moved(q, step), way + length
    return None


def _advanced(
    load: EquilibriumProblem, q: Floats, step: Floats, K: Floats, scale: Floats, length: float
) -> tuple[Floats, float] | None:
    """Return the next point and the fraction α of the step, (3)."""
    part = 1.0
    while part >= SMALLEST_PART:
        ahead = load.moved(q, part * step)
        r = load.residual(ahead)
        following = _solve(K, scale, -r)[0] if np.all(np.isfinite(r)) else np.full(len(r), np.inf)
        # Residuals of rounding size do not reject a step.
        if np.linalg.norm(following / scale) <= (1 - part / 4) * length or np.abs(following).max() <= NOTHING:
            return ahead, part
        part /= 2
    return None


def _solve(K: Floats, scale: Floats, r: Floats) -> tuple[Floats, Floats]:
    """Return the shortest Δ with K Δ = r, and the scaled load in neutral directions."""
    U, sizes, V = np.linalg.svd(scale[:, None] * K * scale)
    held = sizes > SINGULAR * sizes[0]
    across = U.T @ (scale * r)
    step: Floats = scale * (V[held].T @ (across[held] / sizes[held]))
    return step, U[:, ~held] @ across[~held]


def _in_steps(load: EquilibriumProblem, reason: str) -> tuple[Floats, Floats, int]:
    """Apply the load in steps, halved after a failure."""
    q, iterations = load.rest, 0
    s, step = 0.0, 0.25  # the part of the load that is applied, and the next one
    while s < 1:
        ahead = min(1.0, s + step)
        solution = newton(load.part(ahead), q)
        if isinstance(solution, str):
            step /= 2
            if step < SMALLEST_LOAD_STEP:
                raise ConvergenceError(_advice(load, solution if s else reason, s))
            continue
        q, K, taken = solution
        iterations += taken
        s, step = ahead, 2 * step
    return q, K, iterations


def _advice(load: EquilibriumProblem, reason: str, s: float) -> str:
    text = f"{load.model.robot.name}: no equilibrium, {reason}"
    if "nothing holds" in reason:
        return text + "; expected a spring, a stiffness or a lock there (joints={name: stiffness})"
    reached = f" beyond {s:.0%} of the load" if s else ""
    return text + f"{reached}; the links buckle or are too soft for it: try a smaller load, or stiffer links"


def displacement(model: Model, q_0: Floats, q: Floats) -> Floats:
    """Return the displacement from q₀ in velocity coordinates, shape (nv,); rotation vectors for rotations in space."""
    whole = np.zeros(model.nv)
    places, rates = model.plain
    whole[rates] = q[places] - q_0[places]
    for place, v in model.quaternions:
        whole[v] = quaternion_log(quaternion_product(q_0[place] * np.array([1, -1, -1, -1]), q[place]))
    return whole
