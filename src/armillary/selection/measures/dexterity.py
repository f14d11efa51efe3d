"""Dexterity: distributions of manipulability and condition number of the task Jacobian over the sample.

With the singular values σ_1 ≥ … ≥ σ_r of the task's rows of J (`candidate.task`, `kinematics.task`),
    w = σ_1 … σ_r,   cond J = σ_1 / σ_r                                                    (1)
[Yoshikawa1985; Salisbury1982]. Units mix as follows. Position rows are in m/s and orientation rows in rad/s; a task
with both equates 1 rad with 1 m. Columns are per rad/s of revolute joints and per m/s of prismatic joints, also
equated. w has the product of the units of its rows, with joint rates in rad/s, and grows with the size of the robot.
cond J has no unit; it is independent of these conventions if all joints are of one type and the task is position only
or orientation only. Notes mark the values that depend on them.
Configurations are distributed uniformly over the joint ranges, not over the workspace. cond J has no mean: near
a singular configuration it grows as the reciprocal of the distance. 1 / cond J, between 0 and 1, has a mean; over the
workspace it is the global conditioning index [Gosselin1991]. Errors are standard errors; the error of a quantile is
half the distance between the order statistics one standard deviation, √(p (1 − p) N), to either side.
Flexible links are straight, and bending does not count as motion.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from armillary.kinematics.task import task_rank, task_rows
from armillary.multibody.coordinates import joint_count
from armillary.selection.candidate import Better, Candidate, Measure, standard_error
from armillary.selection.measures import inertia
from armillary.spatial.scalar import Floats

NEAR = 0.05  # largest 1 / cond J of a configuration near a singularity
QUANTILES = {"": (0.5, "median"), "_low": (0.05, "5 % quantile"), "_high": (0.95, "95 % quantile")}
MIXED = "rad and m count alike"


def measures(candidate: Candidate) -> list[Measure]:
    """Return mean and quantiles of w, quantiles of cond J, the mean of 1 / cond J, the fraction near singularities."""
    sigma = singular_values(candidate)
    task = candidate.task if isinstance(candidate.task, str) else f"rows {candidate.task}"
    if not sigma.shape[1]:
        names = ("manipulability", "condition", "isotropy", "near_singular")
        why = f"no joint moves {candidate.frame} in the task"
        return [Measure(f"dexterity.{name}", None, "", "", name.replace("_", " "), why) for name in names]
    joints = (joint for joint in candidate.robot.moving_joints() if joint.couple is None)
    prismatic = {not turns for joint in joints for turns in joint.form.turns}
    mixed = len(prismatic) > 1 or len({row < 3 for row in task_rows(candidate.task)}) > 1
    unit = unit_of(candidate, sigma.shape[1])
    note = MIXED if mixed else ""
    note_w = MIXED if mixed or True in prismatic else ""
    w = np.prod(sigma, axis=1)  # (1)
    inverse = sigma[:, -1] / np.where(sigma[:, 0] > 0, sigma[:, 0], 1.0)
    rows = [_mean("manipulability_mean", w, unit, "more", f"mean manipulability ({task})", note_w)]
    for key, (p, text) in QUANTILES.items():
        label = f"{text} of manipulability ({task})"
        at, error = _quantile(w, p)
        rows.append(Measure(f"dexterity.manipulability{key}", at, unit, "more", label, note_w, error))
    for key, (p, text) in QUANTILES.items():
        # Quantiles of cond J follow from those of its reciprocal, which is finite; errors to first order.
        (at, error), label = _quantile(inverse, 1 - p), f"{text} of cond J ({task})"
        known = (1 / at, note, error / at**2) if at > 0 else (None, "infinite: singular there", None)
        rows.append(Measure(f"dexterity.condition{key}", known[0], "", "less", label, *known[1:]))
    rows.append(_mean("isotropy", inverse, "", "more", f"mean of 1 / cond J ({task})", note))
    near = (inverse < NEAR).astype(float)
    label = f"share of configurations with 1 / cond J < {NEAR:g} ({task})"
    return [*rows, _mean("near_singular", near, "", "less", label, note)]


def singular_values(candidate: Candidate) -> Floats:
    """Return the singular values of the task Jacobian over the sample, shape (N, r), in decreasing order."""
    n = joint_count(candidate.model)
    J = candidate.dyn.jacobian(candidate.configurations, frame=candidate.frame)[:, list(task_rows(candidate.task)), :n]
    sigma = np.linalg.svd(J, compute_uv=False)
    return np.asarray(sigma[:, : task_rank(candidate.model, candidate.frame, candidate.task, elastic=False)])


def unit_of(candidate: Candidate, rank: int) -> str:
    """Return the unit of w with joint rates in rad/s; "" for tasks with orientation rows."""
    return {1: "m", 2: "m²", 3: "m³"}[rank] if min(task_rows(candidate.task)) >= 3 else ""


def _mean(key: str, values: Floats, unit: str, better: Better, label: str, note: str) -> Measure:
    return Measure(f"dexterity.{key}", float(np.mean(values)), unit, better, label, note, standard_error(values))


def _quantile(values: Floats, p: float) -> tuple[float, float]:
    """Return a quantile and its standard error."""
    apart = np.sqrt(p * (1 - p) / len(values))
    low, at, high = np.quantile(values, np.clip([p - apart, p, p + apart], 0.0, 1.0))
    return float(at), float(high - low) / 2


@dataclass(frozen=True, eq=False)
class Distribution:
    """Values of an index at the sampled configurations of each candidate, shape (samples,), for figures."""

    label: str
    unit: str
    values: Mapping[str, Floats]


def distributions(candidates: Sequence[Candidate]) -> list[Distribution]:
    """Return the distributions of manipulability, cond J and cond M for candidates with the same task.

    The condition number of a singular matrix is infinite.
    """
    sigma = {candidate.robot.name: singular_values(candidate) for candidate in candidates}
    moving = {name: values for name, values in sigma.items() if values.shape[1]}
    ranks = {values.shape[1] for values in moving.values()}
    unit = unit_of(candidates[0], *ranks) if len(ranks) == 1 else ""

    def condition(values: Floats) -> Floats:
        first, last = values[:, 0], values[:, -1]
        return np.divide(first, last, out=np.full(len(first), np.inf), where=last > 0)

    masses = {candidate.robot.name: candidate.dyn.mass_matrix(candidate.configurations) for candidate in candidates}
    regular = {name: M for name, M in masses.items() if np.all(M.diagonal(axis1=1, axis2=2) > 0)}
    quantities = [
        Distribution("manipulability", unit, {name: np.prod(values, axis=1) for name, values in moving.items()}),
        Distribution("condition of J", "", {name: condition(values) for name, values in moving.items()}),
        Distribution("condition of M, scaled", "", {name: inertia.condition(M) for name, M in regular.items()}),
    ]
    return [quantity for quantity in quantities if quantity.values]
