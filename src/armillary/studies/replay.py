"""One run of a study, simulated again with everything recorded."""

from __future__ import annotations

from typing import Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.files.arguments import whole
from armillary.results.trajectory import Trajectory
from armillary.simulation.scenario import Scenario
from armillary.simulation.simulate import simulate
from armillary.spatial.scalar import Floats
from armillary.studies.layout import GridChunk
from armillary.studies.outputs.output import duration_of
from armillary.studies.variation import STARTS, applied, scenario_of, variation

ROWS = 1000
"""Number of recorded states of a scenario without `record`, as for a single run."""


def replay(study: Any, number: int) -> Trajectory:
    """Return the run of a study with this number, in the order of the grid, with all its signals.

    Raises:
        ArgumentError: The study has no run with this number, or no simulations.
    """
    whole("number", number, 0, study.layout.runs - 1)
    if not any(output.simulated for output in study.results):
        raise ArgumentError("study", "no result of a simulation", "a study whose runs are simulated")
    scenario, numbers = scenario_at(study, number)
    record = duration_of(scenario) / ROWS if scenario.record is None else scenario.record
    return simulate(scenario, parameters=numbers or None, record=record).single()


def scenario_at(study: Any, number: int) -> tuple[Scenario, dict[str, Floats]]:
    """Return the scenario of one run with its structure and start, and the values of its free parameters."""
    layout = study.layout
    place = np.unravel_index(number, layout.shape)
    chunk = GridChunk(0, tuple(int(k) for k in place), (1,) * len(layout.shape))
    points: dict[str, Any] = {name: column[0] for name, column in study.points(chunk).items()}
    structural = {name for name in points if name in STARTS or variation(study.scenario, name).structural}
    scenario = applied(study.scenario, {name: points[name] for name in structural})
    if "seed" not in points and scenario_of(study.scenario).sensors:
        points["seed"] = study.seed_of(chunk.start)
    numbers = {name: [value] for name, value in points.items() if name not in structural}
    return scenario, scenario.numbers.checked(numbers)
