"""Distributions of indices over the sampled configurations of candidates, for figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from armillary.selection.candidate import Candidate
from armillary.selection.measures import dexterity, inertia
from armillary.spatial.scalar import Floats


@dataclass(frozen=True, eq=False)
class Distribution:
    """Values of an index at the sampled configurations of each candidate, shape (samples,)."""

    label: str
    unit: str
    values: Mapping[str, Floats]


def distributions(candidates: Sequence[Candidate]) -> list[Distribution]:
    """Return the distributions of manipulability, cond J and cond M for candidates with the same task.

    The condition number of a singular matrix is infinite.
    """
    sigma = {one.robot.name: dexterity.singular_values(one) for one in candidates}
    moving = {name: values for name, values in sigma.items() if values.shape[1]}
    ranks = {values.shape[1] for values in moving.values()}
    unit = dexterity.unit_of(candidates[0], *ranks) if len(ranks) == 1 else ""
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


def _ratio(sigma: Floats) -> Floats:
    """Return the ratio of the first to the last singular value of each row."""
    first, last = sigma[:, 0], sigma[:, -1]
    return np.asarray(np.divide(first, last, out=np.full(len(first), np.inf), where=last > 0))
