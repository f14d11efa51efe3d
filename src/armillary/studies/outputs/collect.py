"""The outputs of a study: from the names in its fields to variables that have the same shape for all runs."""

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
from armillary.studies.outputs.output import Output, RunShape
from armillary.studies.outputs.recorded import Drift, Metric, Signal
from armillary.studies.outputs.static import Frequencies, Measure, Sag


def output_of(value: Any) -> Output:
    """Return an output; a name stands for a metric, for "frequencies", "sag", or for a measure of a selection."""
    if isinstance(value, Output):
        return value
    if not isinstance(value, str):
        raise ArgumentError("outputs", shortened(value), "a name, or a value of arm.outputs")
    without_arguments = {"frequencies": Frequencies, "sag": Sag}
    if value in without_arguments:
        return without_arguments[value]()
    return Measure(value) if value.partition(".")[0] in GROUPS and "." in value else Metric(value)


def outputs_of(
    outputs: Iterable[Any], signals: Mapping[str, float] | None = None, functions: Mapping[str, Any] | None = None
) -> tuple[Output, ...]:
    """Return the outputs of a study from its fields, each name once, and the energy drift of its simulations."""
    results = [output_of(value) for value in outputs]
    results += [Signal(name, every) for name, every in (signals or {}).items()]
    for name, value in (functions or {}).items():
        if not callable(value) and not isinstance(value, Function):
            raise ArgumentError(f"functions.{name}", shortened(value), "a function of a trajectory")
        results.append(replace(value, name=name) if isinstance(value, Function) else Function(value, name=name))
    names = [value.name for value in results]
    duplicates = sorted({name for name in names if names.count(name) > 1})
    if duplicates:
        raise ArgumentError("outputs", f"{duplicates[0]!r} twice", "each name once")
    if any(value.simulated for value in results) and DRIFT not in names:
        results.append(Drift())
    return tuple(results)


def variables_of(scenario: Scenario, outputs: Sequence[Output]) -> tuple[Variable, ...]:
    """Return names, units and dimensions of all outputs of the runs of a scenario."""
    shape = RunShape(scenario)
    return tuple(output.variable(shape) for output in outputs)


def check_same(variables: Sequence[Variable], other: Sequence[Variable], scenarios: tuple[Scenario, Scenario]) -> None:
    """Raise an `ArgumentError` if results of a scenario have other dimensions than those of the first scenario.

    `scenarios` are both scenarios, for the message. Times of signals may differ.
    """
    robot, first = (scenario.plant_model.robot.name for scenario in scenarios)
    for reference, variable in zip(variables, other, strict=True):
        for dim, labels in reference.dims.items():
            if variable.dims.get(dim) == labels or dim == "time":
                continue
            other_labels = ", ".join(map(str, variable.dims.get(dim, ()))) or "none"
            first_labels = ", ".join(map(str, labels)) or "none"
            differing = f"{reference.name} of {robot} with {dim} {other_labels}"
            expected = f"{dim} {first_labels}, as for {first}: all runs of a study have results of one shape"
            raise ArgumentError("outputs", differing, expected, "make a study for each kind of robot")
