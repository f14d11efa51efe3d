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

from dataclasses import replace

import numpy as np

from armillary.kinematics.task import task_rows
from armillary.multibody.coordinates import joint_count
from armillary.selection.candidate import Candidate
from armillary.selection.measure import Better, Measure
from armillary.spatial.scalar import Floats

NEAR = 0.05
"""Largest 1 / cond J of a configuration near a singularity."""
QUANTILES = {"": (0.5, "median"), "_low": (0.05, "5 % quantile"), "_high": (0.95, "95 % quantile")}
MIXED = "rad and m count alike"
_NEGLIGIBLE = 1e-9  # as in kinematics.task


def measures(candidate: Candidate) -> list[Measure]:
    """Return mean and quantiles of w, quantiles of cond J, the mean of 1 / cond J, the fraction near singularities."""
    sigma = singular_values(candidate)
    task = candidate.task if isinstance(candidate.task, str) else f"rows {candidate.task}"
    if not sigma.shape[1]:
        names = ("manipulability", "condition", "isotropy", "near_singular")
        why = f"no joint moves {candidate.frame} in the task"
        return [Measure(f"dexterity.{name}", None, "", "", name.replace("_", " "), why) for name in names]
    prismatic = {joint.type == "prismatic" for joint in candidate.robot.moving_joints()}
    mixed = len(prismatic) > 1 or len({row < 3 for row in task_rows(candidate.task)}) > 1
    unit, note = unit_of(candidate, sigma.shape[1]), MIXED if mixed else ""
    note_w = MIXED if mixed or True in prismatic else ""
    w = np.prod(sigma, axis=1)  # (1)
    inverse = sigma[:, -1] / np.where(sigma[:, 0] > 0, sigma[:, 0], 1.0)
    found = [_mean("manipulability_mean", w, unit, "more", f"mean manipulability ({task})", note_w)]
    for key, (p, text) in QUANTILES.items():
        label = f"{text} of manipulability ({task})"
        found.append(_quantile(f"manipulability{key}", w, p, unit, "more", label, note_w))
    for key, (p, text) in QUANTILES.items():
        # The quantiles of cond J follow from those of its reciprocal, which is finite.
        upside_down = _quantile(f"condition{key}", inverse, 1 - p, "", "less", f"{text} of cond J ({task})", note)
        found.append(_reciprocal(upside_down))
    found.append(_mean("isotropy", inverse, "", "more", f"mean of 1 / cond J ({task})", note))
    near = (inverse < NEAR).astype(float)
    label = f"share of configurations with 1 / cond J < {NEAR:g} ({task})"
    return [*found, _mean("near_singular", near, "", "less", label, note)]


def singular_values(candidate: Candidate) -> Floats:
    """Return the singular values of the task Jacobian over the sample, shape (N, r), in decreasing order."""
    n = joint_count(candidate.model)
    J = candidate.dyn.jacobian(candidate.configurations, frame=candidate.frame)[:, list(task_rows(candidate.task)), :n]
    sigma = np.linalg.svd(J, compute_uv=False)
    rank = int(np.sum(sigma > _NEGLIGIBLE * max(float(sigma.max()), 1e-300), axis=1).max())
    return np.asarray(sigma[:, :rank], dtype=float)


def unit_of(candidate: Candidate, rank: int) -> str:
    """Return the unit of w with joint rates in rad/s; "" for tasks with orientation rows."""
    return {1: "m", 2: "m²", 3: "m³"}[rank] if min(task_rows(candidate.task)) >= 3 else ""


def _mean(key: str, values: Floats, unit: str, better: Better, label: str, note: str) -> Measure:
    error = float(np.std(values, ddof=1) / np.sqrt(len(values))) if len(values) > 1 else None
    return Measure(f"dexterity.{key}", float(np.mean(values)), unit, better, label, note, error)


def _quantile(key: str, values: Floats, p: float, unit: str, better: Better, label: str, note: str) -> Measure:
    apart = np.sqrt(p * (1 - p) / len(values))
    low, at, high = np.quantile(values, np.clip([p - apart, p, p + apart], 0.0, 1.0))
    return Measure(f"dexterity.{key}", float(at), unit, better, label, note, float(high - low) / 2)


def _reciprocal(measure: Measure) -> Measure:
    """Return the measure of 1 / x from the measure of x, with its error to first order."""
    x, error = measure.value or 0.0, measure.error or 0.0
    if x <= 0:
        return replace(measure, value=None, note="infinite: singular there", error=None)
    return replace(measure, value=1 / x, error=error / x**2)
