"""The outputs of a study together: from the names that a user gives to variables of one shape for all runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from armillary.errors import ArgumentError
from armillary.files.words import shortened
from armillary.selection.measures import GROUPS
from armillary.simulation.scenario import Scenario
from armillary.studies.layout import DRIFT, Variable
from armillary.studies.outputs.function import Function
from armillary.studies.outputs.output import Output, Shape
from armillary.studies.outputs.recorded import Drift, Metric, Signal
from armillary.studies.outputs.static import Frequencies, Measure, Sag


def output(given: Any) -> Output:
    """Return an output; a name stands for a metric, for "frequencies", "sag", or for a measure of a selection."""
    if isinstance(given, Output):
        return given
    if not isinstance(given, str):
        raise ArgumentError("outputs", shortened(given), "a name, or a value of arm.outputs")
    plain = {"frequencies": Frequencies, "sag": Sag}
    if given in plain:
        return plain[given]()
    return Measure(given) if given.partition(".")[0] in GROUPS and "." in given else Metric(given)


def outputs_of(
    outputs: Iterable[Any], signals: Mapping[str, float] | None = None, functions: Mapping[str, Any] | None = None
) -> tuple[Output, ...]:
    """Return the outputs of a study from its fields, each name once, and the energy drift of its simulations."""
    found = [output(each) for each in outputs]
    found += [Signal(name, every) for name, every in (signals or {}).items()]
    for name, each in (functions or {}).items():
        if not callable(each) and not isinstance(each, Function):
            raise ArgumentError(f"functions.{name}", shortened(each), "a function of a trajectory")
        found.append(replace(each, name=name) if isinstance(each, Function) else Function(each, name=name))
    names = [each.name for each in found]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ArgumentError("outputs", f"{twice[0]!r} twice", "each name once")
    if any(each.simulated for each in found) and DRIFT not in names:
        found.append(Drift())
    return tuple(found)


def variables_of(scenario: Scenario, outputs: Sequence[Output]) -> tuple[Variable, ...]:
    """Return names, units and dimensions of all outputs of the runs of a scenario."""
    shape = Shape(scenario)
    return tuple(each.variable(shape) for each in outputs)


def check_same(variables: Sequence[Variable], other: Sequence[Variable], scenarios: tuple[Scenario, Scenario]) -> None:
    """Raise an `ArgumentError` if results of a scenario have other dimensions than those of the first.

    `scenarios` are both, for the message. Times of signals may differ.
    """
    robot, first = (each.plant_model.robot.name for each in scenarios)
    for one, each in zip(variables, other, strict=True):
        for dim, labels in one.dims.items():
            if each.dims.get(dim) != labels and dim != "time":
                told, known = (", ".join(map(str, own)) or "none" for own in (each.dims.get(dim, ()), labels))
                found = f"{one.name} of {robot} with {dim} {told}"
                expected = f"{dim} {known}, as for {first}: all runs of a study have results of one shape"
                raise ArgumentError("outputs", found, expected, "make a study for each kind of robot")
