"""Distributions of indices over the sampled configurations of candidates, for pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from armillary.kinematics.task import task_rows
from armillary.selection.candidate import Candidate
from armillary.selection.measures import dexterity, inertia
from armillary.spatial.scalar import Floats


@dataclass(frozen=True, eq=False)
class Distribution:
    """An index of several candidates: its values at the sampled configurations of each, shape (samples,)."""

    label: str
    unit: str
    values: Mapping[str, Floats]


def distributions(candidates: Sequence[Candidate]) -> list[Distribution]:
    """Return manipulability, condition of J and condition of M, for candidates with the same task.

    Where J is singular its condition is infinite; where M is, its condition is.
    """
    sigma = {one.robot.name: dexterity.singular_values(one) for one in candidates}
    moving = {name: values for name, values in sigma.items() if values.shape[1]}
    unit = _unit(candidates[0], moving) if moving else ""
    found = [
        Distribution("manipulability", unit, {name: np.prod(values, axis=1) for name, values in moving.items()}),
        Distribution("condition of J", "", {name: _ratio(values) for name, values in moving.items()}),
    ]
    masses = {one.robot.name: one.dyn.mass_matrix(one.configurations) for one in candidates}
    regular = {name: M for name, M in masses.items() if np.all(M.diagonal(axis1=1, axis2=2) > 0)}
    found.append(
        Distribution("condition of M, scaled", "", {name: inertia.condition(M) for name, M in regular.items()})
    )
    return [one for one in found if one.values]


def _unit(candidate: Candidate, sigma: Mapping[str, Floats]) -> str:
    """Return the unit of manipulability, none where rows of orientation count; as in `metrics.dexterity`."""
    (rank, *others) = {values.shape[1] for values in sigma.values()}
    positions = min(task_rows(candidate.task)) >= 3 and not others
    return {1: "m", 2: "m²", 3: "m³"}.get(rank, "") if positions else ""


def _ratio(sigma: Floats) -> Floats:
    """Return the first over the last singular value of each row."""
    first, last = sigma[:, 0], sigma[:, -1]
    return np.asarray(np.divide(first, last, out=np.full(len(first), np.inf), where=last > 0))
