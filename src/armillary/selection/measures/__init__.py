"""Measures of a candidate, one group per file with a function `measures(candidate)`."""

from collections.abc import Callable

from armillary.selection.candidate import Candidate, Measure
from armillary.selection.measures import (
    base_parameters,
    dexterity,
    effort,
    flexible,
    inertia,
    operations,
    payload,
    times,
    workspace,
)

MEASURES: dict[str, Callable[[Candidate], list[Measure]]] = {
    module.__name__.rpartition(".")[2]: module.measures
    for module in (operations, times, inertia, base_parameters, workspace, dexterity, effort, payload, flexible)
}
"""Functions that measure a candidate, by group."""
GROUPS = tuple(MEASURES)
