"""Every formulation against every other, on random states of one robot.

Disagreement is the largest difference in any entry, relative to the size that the quantity has at
that state: the largest entry of M for M; of τ for efforts; of M times |q̇| for Ṁ; of q̈ for
accelerations. A quantity that is zero by nature then does not read as a disagreement.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.analysis.states import random_state
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.formulations import energy, lagrange, momentum
from armillary.formulations.friction import joint_friction
from armillary.formulations.registry import QUANTITIES
from armillary.model import Model, build_model

Floats = NDArray[np.float64]
Values = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Disagreement:
    """The worst relative disagreement of two formulations on one quantity."""

    quantity: str
    first: str
    second: str
    worst: float


@dataclass(frozen=True)
class CheckResult:
    """What a cross-check found: one row for each quantity and pair of formulations."""

    robot: str
    motors: str
    states: int
    rows: list[Disagreement]

    @property
    def worst(self) -> float:
        """The largest disagreement of all; NaN counts as infinite."""
        return max((np.inf if np.isnan(row.worst) else row.worst for row in self.rows), default=0.0)


def cross_check(
    robot: Robot,
    states: int = 20,
    seed: int = 0,
    motors: str = "full",
    progress: Callable[[int], None] | None = None,
) -> CheckResult:
    """Compare all formulations with each other on random states.

    Args:
        robot: The robot to check.
        states: How many random states.
        seed: Of the random states.
        motors: "full", "reflected" or "none".
        progress: Called with the number of states done after each.

    Example:
        >>> import armillary as arm
        >>> arm.check(arm.library.get("khatib-rr"), states=3).worst < 1e-10
        True
    """
    if not isinstance(states, int) or states < 1:
        raise ArgumentError("states", repr(states), "a whole number, at least 1")
    model, rng = build_model(robot, motors), np.random.default_rng(seed)
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
    return CheckResult(robot.name, motors, states, [Disagreement(*key, gap) for key, gap in worst.items()])


def _evaluate(model: Model, q: Floats, qd: Floats, qdd: Floats) -> tuple[Values, dict[str, float]]:
    """Return every quantity by every formulation that has it, and the size of each quantity."""
    values: Values = {}
    for quantity in ("mass_matrix", "gravity"):
        values[quantity] = {name: f(model, q) for name, f in QUANTITIES[quantity].ways.items()}
    for quantity in ("momentum", "kinetic_gradient", "bias"):
        values[quantity] = {name: f(model, q, qd) for name, f in QUANTITIES[quantity].ways.items()}
    values["inverse_dynamics"] = {n: f(model, q, qd, qdd) for n, f in QUANTITIES["inverse_dynamics"].ways.items()}
    tau = values["inverse_dynamics"]["newton_euler"]
    found = {name: f(model, q, qd, tau) for name, f in QUANTITIES["forward_dynamics"].ways.items()}
    values["forward_dynamics"] = {**found, "given motion": qdd}
    M = values["mass_matrix"]["composite_body"]
    values["kinetic_energy"] = {"energy": energy.kinetic_energy(model, q, qd), "½ q̇ᵀ M q̇": qd @ M @ qd / 2}
    C = {name: f(model, q, qd) for name, f in QUANTITIES["coriolis_matrix"].ways.items()}
    values["coriolis_force"] = {name: matrix @ qd for name, matrix in C.items()} | {
        "newton_euler": values["bias"]["newton_euler"] - values["gravity"]["newton_euler"] - joint_friction(model, qd),
        "momentum": momentum.momentum_rate(model, q, qd, np.zeros(model.nv)) - values["kinetic_gradient"]["momentum"],
    }
    values["C + Cᵀ = Ṁ"] = {name: matrix + matrix.T for name, matrix in C.items()} | {
        "Ṁ": lagrange.mass_matrix_derivatives(model, q) @ qd
    }
    effort, inertia = _size(tau), _size(M)
    scales = dict.fromkeys(values, effort) | {
        "mass_matrix": inertia,
        "momentum": _size(values["momentum"]["momentum"]),
        "forward_dynamics": _size(qdd),
        "kinetic_energy": _size(values["kinetic_energy"]["energy"]),
        "C + Cᵀ = Ṁ": inertia * _size(qd),
    }
    return values, scales


def _size(value: Any) -> float:
    return float(np.abs(np.asarray(value)).max()) or 1.0
