"""Every formulation against every other, on random states of one robot.

Disagreement is the largest difference in any entry, relative to the size that the quantity has at
that state: the largest entry of M for M; of τ for efforts; of M times |q̇| for Ṁ; of q̈ for
accelerations, or of those that springs and flexible links would cause if nothing else acted on the robot, where these
are larger. A quantity that is zero by nature then does not read as a disagreement.

Beside quantities by several formulations there are rows for what must hold in any mechanics:
    C + Cᵀ = Ṁ,   g + elastic efforts = ∂V/∂q,   τ · q̇ = d(T + V)/dt + friction · q̇
the right sides by the complex step. Of flexible robots those formulations are compared that know them.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from armillary.analysis.states import random_state
from armillary.compiler.trace import views
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.formulations import composite_body, energy, momentum, newton_euler
from armillary.formulations.ldl import solve_ldl
from armillary.formulations.passive import elastic, friction, passive
from armillary.formulations.registry import QUANTITIES
from armillary.multibody import Model, as_model
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Part
from armillary.tables.shown import Shown

Values = dict[str, dict[str, Any]]

COMPARED = (
    "mass_matrix",
    "gravity",
    "momentum",
    "kinetic_gradient",
    "bias",
    "inverse_dynamics",
    "forward_dynamics",
    "kinetic_energy",
    "potential_energy",
    "coriolis_matrix",
)
"""Quantities that are compared by formulations; of Coriolis matrices, which may differ, C q̇ and C + Cᵀ are."""

STEP = 1e-30


@dataclass(frozen=True)
class Disagreement:
    """The worst relative disagreement of two formulations on one quantity."""

    quantity: str
    first: str
    second: str
    worst: float


@dataclass(frozen=True)
class CheckResult(Shown):
    """What a cross-check found: one row for each quantity and pair of formulations."""

    robot: str
    motors: str
    states: int
    rows: list[Disagreement]

    @property
    def worst(self) -> float:
        """The largest disagreement of all; NaN counts as infinite."""
        return max((np.inf if np.isnan(row.worst) else row.worst for row in self.rows), default=0.0)

    def tables(self) -> list[Part]:
        """Return the worst disagreement of every pair of formulations, against a tolerance of 1e-10."""
        from armillary.analysis.tables import check_tables

        return check_tables(self, tolerance=1e-10)


def check(
    robot: Robot | Model,
    states: int = 20,
    *,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> CheckResult:
    """Compare all formulations with each other on random states.

    Args:
        robot: The robot to check, or its model where choices differ from the defaults.
        states: How many random states.
        seed: Of the random states.
        progress: Called with the number of states done after each.

    Example:
        >>> import armillary as arm
        >>> arm.check(arm.library.get("khatib-rr"), states=3).worst < 1e-10
        True
    """
    if not isinstance(states, int) or states < 1:
        raise ArgumentError("states", repr(states), "a whole number, at least 1")
    model, rng = as_model(robot), np.random.default_rng(seed)
    worst: dict[tuple[str, str, str], float] = {}
    for done in range(states):
        values, scales = _evaluate(model, *random_state(model, rng))
        for quantity, results in values.items():
            for first, second in itertools.combinations(results, 2):
                gap = np.abs(np.asarray(results[first]) - results[second]).max() / scales[quantity]
                key = (quantity, first, second)
                # np.maximum keeps a NaN, which max() can lose.
                worst[key] = float(np.maximum(worst.get(key, 0.0), gap))
        if progress:
            progress(done + 1)
    return CheckResult(model.robot.name, model.motors, states, [Disagreement(*key, gap) for key, gap in worst.items()])


def _evaluate(model: Model, q: Floats, qd: Floats, qdd: Floats) -> tuple[Values, dict[str, float]]:
    """Return every quantity by every formulation that has it and knows the robot, and the size of each quantity."""
    tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
    state = {"q": q, "qd": qd, "qdd": qdd, "tau": tau}
    values: Values = {}
    for quantity in COMPARED:
        entry = QUANTITIES[quantity]
        arguments = [state[name] for name in entry.inputs]
        values[quantity] = {name: way(model, *arguments) for name, way in entry.known(model).items()}
    values["forward_dynamics"]["given motion"] = qdd
    M = values["mass_matrix"]["composite_body"]
    values["kinetic_energy"]["½ q̇ᵀ M q̇"] = qd @ M @ qd / 2
    C = values.pop("coriolis_matrix")
    # Where springs are stiff, taking their efforts off again would leave little but rounding.
    loose = _without_passive(model)
    coriolis = newton_euler.bias(loose, q, qd) - newton_euler.gravity(model, q)
    values["coriolis_force"] = {name: matrix @ qd for name, matrix in C.items()} | {
        "newton_euler": coriolis,
        "momentum": momentum.momentum_rate(model, q, qd, np.zeros(model.nv)) - values["kinetic_gradient"]["momentum"],
    }
    moved, faster = q + 1j * STEP * model.rate(q, qd), qd + 1j * STEP * qdd
    values["C + Cᵀ = Ṁ"] = {name: matrix + matrix.T for name, matrix in C.items()} | {
        "Ṁ": np.imag(composite_body.mass_matrix(model, moved)) / STEP
    }
    values["g + elastic = ∂V/∂q"] = {
        "newton_euler": values["gravity"]["newton_euler"] + elastic(model, q),
        "∂V/∂q": _slope(model, q),
    }
    E = energy.kinetic_energy(model, moved, faster) + energy.potential_energy(model, moved)
    values["power"] = {"τ · q̇": tau @ qd, "dE/dt + losses": np.imag(E) / STEP + qd @ friction(model, qd)}
    effort, inertia = _size(tau), _size(M)
    scales = dict.fromkeys(values, effort) | {
        "mass_matrix": inertia,
        "coriolis_force": _size(newton_euler.inverse_dynamics(loose, q, qd, qdd)),
        "momentum": _size(values["momentum"]["momentum"]),
        "forward_dynamics": max(_size(qdd), _size(solve_ldl(M, passive(model, q, qd)))),
        "kinetic_energy": _size(values["kinetic_energy"]["energy"]),
        "potential_energy": _size(values["potential_energy"]["energy"]),
        "C + Cᵀ = Ṁ": inertia * _size(qd),
        "power": float(np.abs(qd * tau).sum()) or 1.0,
    }
    values["frames of compiled code"] = {
        name: np.concatenate(
            [
                composite_body.mass_matrix(seen, q).ravel() / inertia,
                newton_euler.inverse_dynamics(seen, q, qd, qdd) / effort,
            ]
        )
        for name, seen in _frames(model).items()
    }
    scales["frames of compiled code"] = 1.0
    return values, scales


def _frames(model: Model) -> dict[str, Model]:
    """Return the robot in its own frames and in those that programs are traced in."""
    if model not in _views:
        compiled = views(model, vectorial=True)
        _views[model] = {"given": model} | {f"frames {k + 1}": seen for k, seen in enumerate(compiled)}
    return _views[model]


_views: weakref.WeakKeyDictionary[Model, dict[str, Model]] = weakref.WeakKeyDictionary()


def _without_passive(model: Model) -> Model:
    none, nothing = np.zeros(model.nv), np.zeros((model.nv, model.nv))
    return model.changed(viscous=none, coulomb=none, stiffness=nothing, damping=nothing)


def _slope(model: Model, q: Floats) -> Floats:
    """Return the derivative of V along each velocity direction, shape (nv,)."""
    along = [q + 1j * STEP * model.rate(q, unit) for unit in np.eye(model.nv)]
    return np.array([np.imag(energy.potential_energy(model, point)) / STEP for point in along])


def _size(value: Any) -> float:
    return float(np.abs(np.asarray(value)).max()) or 1.0
