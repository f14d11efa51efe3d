"""Comparison of all formulations on random states of one robot.

The disagreement of two formulations is the largest difference of any entry, relative to the size of the quantity at
that state: the largest entry of M for M, of τ for efforts, of M times |q̇| for Ṁ, of q̈ for accelerations. If springs and
flexible links alone would cause larger accelerations, those are the size. A quantity that is always zero thus shows no
disagreement.

Three identities of mechanics are checked too, with right sides by the complex step:
    C + Cᵀ = Ṁ,   g + elastic efforts = ∂V/∂q,   τ · q̇ = d(T + V)/dt + friction · q̇
For flexible robots, the formulations that support flexible links are compared.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from armillary.analysis.rounded import snap_hints
from armillary.compiler.trace import views
from armillary.description.robot import Robot
from armillary.files.arguments import flag, number, watcher, whole
from armillary.formulations import composite_body, energy, momentum, newton_euler
from armillary.formulations.evaluate import STEP, along
from armillary.formulations.ldl import solve_ldl
from armillary.formulations.passive import elastic, friction, passive
from armillary.formulations.registry import QUANTITIES
from armillary.formulations.remember import remembering
from armillary.kinematics.poses import link_positions
from armillary.multibody import Model, as_model, build
from armillary.multibody.coordinates import velocity_names
from armillary.multibody.flexible.thickness import frequency_warnings, thickness_notes
from armillary.multibody.random_states import random_state
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Notes, Part, Text
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

Values = dict[str, dict[str, Any]]

MOST_STATES = 1_000_000
"""Largest number of states."""
USUAL, FEWEST, SMALL = 20, 2, 12
"""Default numbers of states: of robots with up to SMALL velocity coordinates, and of very large robots."""
COMPARED = (
    "mass_matrix", "gravity", "momentum", "kinetic_gradient", "bias", "inverse_dynamics", "forward_dynamics",
    "kinetic_energy", "potential_energy", "coriolis_matrix",
)  # fmt: skip
"""Compared quantities. Coriolis matrices may differ: C q̇ and C + Cᵀ are compared instead."""


@dataclass(frozen=True)
class Disagreement:
    """Largest relative disagreement of two formulations on one quantity."""

    quantity: str
    first: str
    second: str
    worst: float


@dataclass(frozen=True, eq=False)
class CheckResult(Shown):
    """Result of a comparison: one row for each quantity and pair of formulations."""

    robot: str
    motors: str
    states: int
    rows: list[Disagreement]
    notes: tuple[str, ...] = ()

    @property
    def worst(self) -> float:
        """Largest disagreement of all rows; NaN counts as infinite."""
        return max((np.inf if np.isnan(row.worst) else row.worst for row in self.rows), default=0.0)

    def __repr__(self) -> str:
        return (
            f"<CheckResult of {self.robot}: {len(self.rows)} comparisons at {self.states} states, "
            f"worst {self.worst:.2g}>"
        )

    def tables(self, tolerance: float = 1e-10, summary: bool = False) -> list[Part]:
        """Return the worst disagreement of each pair of formulations, or with `summary` of each quantity; a verdict."""
        tolerance = number("tolerance", tolerance, 0.0)
        quantities: dict[str, list[Disagreement]] = {}
        for row in self.rows:
            quantities.setdefault(row.quantity, []).append(row)
        triangles: list[Part] = []
        if not flag("summary", summary):
            triangles = [_pairs(quantity, rows, tolerance) for quantity, rows in quantities.items()]
        lines = []
        for quantity, rows in quantities.items():
            worst = max(rows, key=lambda row: (row.worst != row.worst, row.worst))  # NaN is the worst of all
            verdict = "ok" if worst.worst <= tolerance else "FAIL"
            pair = f"{worst.first} : {worst.second}"
            lines.append((quantity, len(_names(rows)), pair, f"{worst.worst:.1e}", verdict))
        agree = self.worst <= tolerance
        verdict = "All formulations agree" if agree else "The formulations DISAGREE"
        verdict += f": worst relative disagreement {self.worst:.1e}, tolerance {tolerance:.0e}."
        heads = columns("quantity", "ways>", "worst pair", "disagreement>", "", wrap={"worst pair": 20})
        notes = [Notes(self.notes)] if self.notes else []
        return [*triangles, Table("", heads, lines), Text(verdict, "good" if agree else "bad"), *notes]


def _names(rows: list[Disagreement]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in (row.first, row.second)))


def _pairs(quantity: str, rows: list[Disagreement], tolerance: float) -> Table:
    """Return the pairs of one quantity as a triangle: a row and a column for each formulation."""
    *names, last = _names(rows)
    cells = {
        frozenset((row.first, row.second)): f"{row.worst:.1e}" + ("" if row.worst <= tolerance else " FAIL")
        for row in rows
    }
    lines = []
    for k, second in enumerate([*names, last][1:], 1):
        line = [cells.get(frozenset((first, second)), "") if j < k else "" for j, first in enumerate(names)]
        lines.append((second, *line))
    return Table("", columns(quantity, *(f"{name}>" for name in names)), lines, wide="shelve")


def check(
    robot: Robot | Model,
    states: int | None = None,
    *,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> CheckResult:
    """Compare all formulations with each other on random states.

    Args:
        robot: The robot, or its model if choices differ from the defaults.
        states: Number of random states; default `usual_states`: 20 up to 12 velocity coordinates, fewer above.
        seed: Random seed of the states; default 0.
        progress: Function called after each state with the number of completed states.

    Example:
        >>> import armillary as arm
        >>> arm.check(arm.library.get("khatib-rr"), states=3).worst < 1e-10
        True
    """
    watcher(progress)
    model, rng = as_model(robot), np.random.default_rng(whole("seed", seed))
    states = usual_states(model) if states is None else whole("states", states, 1, MOST_STATES)
    frames = {"given": model} | {f"frames {k}": view for k, view in enumerate(views(model, grouped=True), 1)}
    worst: dict[tuple[str, str, str], float] = {}
    for done in range(states):
        with remembering():  # formulations share intermediate results of one state
            values, scales = _evaluate(model, frames, *random_state(model, rng))
        for quantity, results in values.items():
            for first, second in itertools.combinations(results, 2):
                gap = np.abs(np.asarray(results[first]) - results[second]).max() / scales[quantity]
                key = (quantity, first, second)
                # np.maximum keeps a NaN, which max() can lose.
                worst[key] = float(np.maximum(worst.get(key, 0.0), gap))
        if progress:
            progress(done + 1)
    rows = [Disagreement(*key, gap) for key, gap in worst.items()]
    thick = (*thickness_notes(model.robot), *(f"warning: {text}" for text in frequency_warnings(model.robot)))
    notes = (*snap_hints(model), *thick, *_reflected(model, seed))
    return CheckResult(model.robot.name, model.motors, states, rows, notes)


def _reflected(model: Model, seed: int) -> Iterator[str]:
    """Yield how far the efforts differ from those of reflected motors, if rotors spin on links that turn."""
    if not model.spinning or model.changes or model.free:
        return
    reflected = build.model(model.robot, motors="reflected", friction=model.friction)
    q, qd, qdd = random_state(model, np.random.default_rng(seed))
    full = newton_euler.inverse_dynamics(model, q, qd, qdd)
    gap = np.abs(full - newton_euler.inverse_dynamics(reflected, q, qd, qdd))
    where, part = velocity_names(model)[int(gap.argmax())], gap.max() / _size(full)
    yield f"motors='reflected' changes the effort at {where!r} by {part:.2g} of the greatest effort, at the first state"


def usual_states(model: Model) -> int:
    """Return the default number of states, since the time of one state grows with the square of the coordinates."""
    return max(FEWEST, round(USUAL * min(1.0, (SMALL / model.nv) ** 2)))


def _evaluate(
    model: Model, frames: Mapping[str, Model], q: Floats, qd: Floats, qdd: Floats
) -> tuple[Values, dict[str, float]]:
    """Return every quantity by every formulation of the robot, and the size of each quantity.

    `frames` are the model as given and in the frames of compiled code.
    """
    tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
    state = {"q": q, "qd": qd, "qdd": qdd, "tau": tau}
    values: Values = {}
    for quantity in COMPARED:
        entry = QUANTITIES[quantity]
        arguments = [state[name] for name in entry.inputs]
        values[quantity] = {name: compute(model, *arguments) for name, compute in entry.exact(model).items()}
    values["forward_dynamics"]["given motion"] = qdd
    M = values["mass_matrix"]["composite_body"]
    values["kinetic_energy"]["½ q̇ᵀ M q̇"] = qd @ M @ qd / 2
    C = values.pop("coriolis_matrix")
    # Springs are removed from the model: subtracting the efforts of stiff ones would leave little but rounding.
    zeros, zero_matrix = np.zeros(model.nv), np.zeros((model.nv, model.nv))
    no_dry_friction = {"coulomb": zeros, "coulomb_sided": zeros, "stribeck": ()}
    no_springs = {"followers": (), "drives": tuple(replace(drive, cubic=0.0) for drive in model.drives)}
    loose = model.changed(viscous=zeros, **no_dry_friction, stiffness=zero_matrix, damping=zero_matrix, **no_springs)
    values["coriolis_force"] = {name: matrix @ qd for name, matrix in C.items()} | {
        "newton_euler": newton_euler.bias(loose, q, qd) - newton_euler.gravity(model, q),
        "momentum": momentum.momentum_rate(model, q, qd, zeros) - values["kinetic_gradient"]["momentum"],
    }
    # Complex steps along the motion: Im f(q + i h q̇, q̇ + i h q̈) / h is df/dt.
    q_later, qd_later = q + 1j * STEP * model.rate(q, qd), qd + 1j * STEP * qdd
    values["C + Cᵀ = Ṁ"] = {name: matrix + matrix.T for name, matrix in C.items()} | {
        "Ṁ": np.imag(composite_body.mass_matrix(model, q_later)) / STEP
    }
    values["g + elastic = ∂V/∂q"] = {
        "newton_euler": values["gravity"]["newton_euler"] + elastic(model, q),
        "∂V/∂q": along(model, lambda at: energy.potential_energy(model, at), q),
    }
    E = energy.kinetic_energy(model, q_later, qd_later) + energy.potential_energy(model, q_later)
    values["power"] = {"τ · q̇": tau @ qd, "dE/dt + losses": np.imag(E) / STEP + qd @ friction(model, q, qd)}
    effort, inertia = _size(tau), _size(M)
    # Heights of nearly zero are differences of larger numbers: the energy is rounded like that at the farthest point.
    weight = abs(sum(float(body.mass) for body in model.bodies)) * float(np.linalg.norm(model.gravity))
    lifted = weight * float(np.abs(link_positions(model, q)).max())
    scales = dict.fromkeys(values, effort) | {
        "mass_matrix": inertia,
        "coriolis_force": _size(newton_euler.inverse_dynamics(loose, q, qd, qdd)),
        "momentum": _size(values["momentum"]["momentum"]),
        "forward_dynamics": max(_size(qdd), _size(solve_ldl(M, passive(model, q, qd)))),
        "kinetic_energy": _size(values["kinetic_energy"]["energy"]),
        "potential_energy": max(_size(values["potential_energy"]["energy"]), lifted),
        "C + Cᵀ = Ṁ": inertia * _size(qd),
        "power": float(np.abs(qd * tau).sum()) or 1.0,
        "frames of compiled code": 1.0,
    }
    values["frames of compiled code"] = {
        name: np.append(
            composite_body.mass_matrix(view, q) / inertia, newton_euler.inverse_dynamics(view, q, qd, qdd) / effort
        )
        for name, view in frames.items()
    }
    return values, scales


def _size(value: Any) -> float:
    return float(np.abs(np.asarray(value)).max()) or 1.0
