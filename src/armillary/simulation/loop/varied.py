"""Numbers that differ between the runs of a stack: starts, seeds, and numbers of the reference.

Their names are those of `simulation.numbers`. A reference without a start begins at the start of
its run. All runs of a stack share one division of time into intervals, so their references must
switch at the same times.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError
from armillary.files.lines import field_path
from armillary.files.nested import with_value
from armillary.files.words import shortened
from armillary.simulation.numbers import owner_of, start_of
from armillary.simulation.references import anchor
from armillary.simulation.signals import Parametric, Reference
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.simulation.scenario import Scenario


def varied(scenario: Scenario, values: Mapping[str, Floats]) -> Scenario:
    """Return a scenario with the starts of all runs, and with the reference of the first run."""
    changes: dict[str, Any] = {}
    for owner in ("q0", "qd0"):
        of_owner = {name: value for name, value in values.items() if owner_of(name) == owner}
        if of_owner:
            changes[owner] = _start_rows(scenario, owner, of_owner)
    states = {name.partition(".")[2]: value for name, value in values.items() if owner_of(name) == "x0"}
    if states:
        changes["x0"] = dict(scenario.x0) | states
    of_reference = {name: float(np.ravel(v)[0]) for name, v in values.items() if owner_of(name) == "reference"}
    if of_reference:
        changes["reference"] = _with_numbers(scenario.reference, of_reference)
    if "seed" in values and not np.ndim(values["seed"]):
        changes["seed"] = int(values["seed"])
    return replace(scenario, **changes) if changes else scenario


def _with_numbers(reference: Any, values: Mapping[str, float]) -> Reference:
    """Return a reference, not anchored yet, with other numbers."""
    for name, value in values.items():
        reference = with_value(reference, field_path(name)[1:], value)
    changed: Reference = reference
    return changed


@dataclass(frozen=True, eq=False)
class Motions:
    """The different references of the runs of a stack, each anchored at the start of its run."""

    references: tuple[Reference, ...]
    of: NDArray[np.intp]
    """Number of the reference of each run, shape (N,), or (1,) where all runs have the same."""

    @cached_property
    def timelines(self) -> NDArray[np.intp]:
        """Number of the timeline of each run, shape as `of`: runs with the same one can be computed together."""
        kinds: dict[Any, int] = {}
        numbers = [kinds.setdefault(_kind(reference), len(kinds)) for reference in self.references]
        return np.array(numbers, dtype=np.intp)[self.of]

    def check(self) -> None:
        """Raise an `ArgumentError` if the runs cannot be computed together."""
        if not np.any(self.timelines):
            return
        first, other = (self.references[int(self.of[int(np.argmax(self.timelines == k))])] for k in (0, 1))
        if first.switches != other.switches:
            times = [", ".join(f"{t:.6g}" for t in motion.switches) or "never" for motion in (first, other)]
            problem = f"references that switch at different times: {times[0]} s and {times[1]} s"
            expected = "the same times in all runs, since runs of a stack are cut together"
        else:
            problem, expected = "references of different forms", "references that differ in numbers only"
        raise ArgumentError("parameters", shortened(problem), expected, "simulate runs of each kind apart")

    @cached_property
    def numbers(self) -> Floats:
        """Numbers of the reference of each run, shape (N, count) or (1, count)."""
        rows: list[Any] = [reference.numbers for reference in self.references]  # type: ignore[attr-defined]
        return np.array(rows, dtype=float)[self.of]


def motions(scenario: Scenario, values: Mapping[str, Floats]) -> Motions:
    """Return the references of the runs of a scenario, for values of its parameters by name."""
    reference, model = scenario.reference, scenario.control_model
    by_run = {name: value for name, value in values.items() if owner_of(name) == "reference" and np.ndim(value)}
    starts = scenario.starts[:, : scenario.plant_model.nq]
    anchored = len(starts) > 1 and reference is not None and anchor(reference, model, starts[0]) is not reference
    if not by_run and not anchored:
        return Motions((scenario.desired,), np.zeros(1, dtype=np.intp))
    columns = [np.reshape(value, (-1, 1)) for value in by_run.values()] + ([starts] if anchored else [])
    count = max(len(column) for column in columns)
    try:
        table = np.concatenate([np.broadcast_to(column, (count, column.shape[1])) for column in columns], axis=1)
    except ValueError:
        raise unequal(len(column) for column in columns) from None
    rows, of = np.unique(table, axis=0, return_inverse=True)
    references = []
    for row in rows:
        numbers = dict(zip(by_run, row.tolist(), strict=False))
        changed = _with_numbers(reference, numbers) if by_run else reference
        references.append(anchor(changed, model, row[len(by_run) :] if anchored else starts[0]))
    return Motions(tuple(references), of.reshape(-1))


def unequal(sizes: Any) -> ArgumentError:
    """Return the error for arrays of different lengths."""
    return ArgumentError("parameters", f"arrays of {sorted({*sizes} - {1})} values", "one value for each run")


def _kind(reference: Reference) -> tuple[Any, ...]:
    """Return what two references must share to be computed together."""
    if not isinstance(reference, Parametric):
        return (reference.switches, id(reference))
    return (reference.switches, len(reference.numbers), reference.pattern)


def _start_rows(scenario: Scenario, name: str, values: Mapping[str, Floats]) -> Floats:
    """Return q0 or qd0 with some entries replaced, shape (n,) or (N, n)."""
    start = start_of(scenario, name)
    size = np.shape(start)[-1]
    arrays = (*values.values(), *([start] if np.ndim(start) > 1 else []))
    runs = {len(array) for array in arrays if np.ndim(array)} - {1}
    if len(runs) > 1:
        raise unequal(runs)
    is_single = not runs and all(np.ndim(value) == 0 for value in values.values()) and np.ndim(start) == 1
    rows = np.array(np.broadcast_to(start, (max(runs, default=1), size)), dtype=float)
    for entry, value in values.items():
        rows[:, int(field_path(entry)[1])] = value
    return rows[0] if is_single else rows
