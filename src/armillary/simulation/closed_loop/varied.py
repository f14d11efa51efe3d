"""Starts, seeds and numbers of the reference that differ between the runs of a stack.

`simulation.numbers` has their names. The reference of a run begins at the start of that run, if it has no start. Runs
share the times at which they are cut, so their references must switch at the same times.
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
    """Return a scenario with the starts of all runs, and the reference of the first run."""
    changed: dict[str, Any] = {}
    for name in ("q0", "qd0"):
        own = {each: value for each, value in values.items() if owner_of(each) == name}
        if own:
            changed[name] = _rows(scenario, name, own)
    states = {each.partition(".")[2]: value for each, value in values.items() if owner_of(each) == "x0"}
    if states:
        changed["x0"] = dict(scenario.x0) | states
    moved = {each: float(np.ravel(value)[0]) for each, value in values.items() if owner_of(each) == "reference"}
    if moved:
        changed["reference"] = _reference(scenario, moved)
    if "seed" in values and not np.ndim(values["seed"]):
        changed["seed"] = int(values["seed"])
    return replace(scenario, **changed) if changed else scenario


def _reference(scenario: Scenario, values: Mapping[str, float]) -> Reference:
    """Return the reference of a scenario with other numbers; it is not yet anchored."""
    reference: Any = scenario.reference
    for name, value in values.items():
        reference = with_value(reference, field_path(name)[1:], value)
    return reference


@dataclass(frozen=True, eq=False)
class Motions:
    """The different references of the runs of a stack, each from the start of its run on."""

    references: tuple[Reference, ...]
    of: NDArray[np.intp]
    """Number of the reference of each run, shape (N,), or (1,) where all runs have the same."""

    @cached_property
    def timelines(self) -> NDArray[np.intp]:
        """Number of the timeline of each run, shape as `of`: runs with the same one can be computed together."""
        kinds: dict[Any, int] = {}
        own = [kinds.setdefault(_kind(each), len(kinds)) for each in self.references]
        return np.array(own, dtype=np.intp)[self.of]

    def check(self) -> None:
        """Raise an `ArgumentError` if the runs cannot be computed together."""
        if not np.any(self.timelines):
            return
        first, other = (self.references[int(self.of[int(np.argmax(self.timelines == k))])] for k in (0, 1))
        if first.switches != other.switches:
            told = [", ".join(f"{t:.6g}" for t in each.switches) or "never" for each in (first, other)]
            found = f"references that switch at different times: {told[0]} s and {told[1]} s"
            expected = "the same times in all runs, since runs of a stack are cut together"
        else:
            found, expected = "references of different forms", "references that differ in numbers only"
        raise ArgumentError("parameters", shortened(found), expected, "simulate runs of each kind apart")

    @cached_property
    def numbers(self) -> Floats:
        """Numbers of the reference of each run, shape (N, count) or (1, count)."""
        found: list[Any] = [each.numbers for each in self.references]  # type: ignore[attr-defined]
        return np.array(found, dtype=float)[self.of]


def motions(scenario: Scenario, values: Mapping[str, Floats]) -> Motions:
    """Return the references of the runs of a scenario, for values of its parameters by name."""
    given, model = scenario.reference, scenario.control_model
    moved = {name: value for name, value in values.items() if owner_of(name) == "reference" and np.ndim(value)}
    starts = scenario.starts[:, : scenario.plant_model.nq]
    followed = len(starts) > 1 and given is not None and anchor(given, model, starts[0]) is not given
    if not moved and not followed:
        return Motions((scenario.desired,), np.zeros(1, dtype=np.intp))
    columns = [np.reshape(value, (-1, 1)) for value in moved.values()] + ([starts] if followed else [])
    count = max(len(each) for each in columns)
    try:
        table = np.concatenate([np.broadcast_to(each, (count, each.shape[1])) for each in columns], axis=1)
    except ValueError:
        raise unequal(len(each) for each in columns) from None
    rows, of = np.unique(table, axis=0, return_inverse=True)
    found = []
    for row in rows:
        own = _reference(scenario, dict(zip(moved, row.tolist(), strict=False))) if moved else given
        found.append(anchor(own, model, row[len(moved) :] if followed else starts[0]))
    return Motions(tuple(found), of.reshape(-1))


def unequal(sizes: Any) -> ArgumentError:
    """Return the error for arrays of different lengths."""
    return ArgumentError("parameters", f"arrays of {sorted({*sizes} - {1})} values", "one value for each run")


def _kind(reference: Reference) -> tuple[Any, ...]:
    """Return what references must share to be computed together."""
    if not isinstance(reference, Parametric):
        return (reference.switches, id(reference))
    return (reference.switches, len(reference.numbers), reference.pattern)


def _rows(scenario: Scenario, name: str, own: Mapping[str, Floats]) -> Floats:
    """Return q0 or qd0 with other entries, shape (n,) or (N, n)."""
    given = start_of(scenario, name)
    size = np.shape(given)[-1]
    runs = {len(value) for value in (*own.values(), *([given] if np.ndim(given) > 1 else [])) if np.ndim(value)} - {1}
    if len(runs) > 1:
        raise unequal(runs)
    one = not runs and all(np.ndim(value) == 0 for value in own.values()) and np.ndim(given) == 1
    found = np.array(np.broadcast_to(given, (max(runs, default=1), size)), dtype=float)
    for each, value in own.items():
        found[:, int(field_path(each)[1])] = value
    return found[0] if one else found
