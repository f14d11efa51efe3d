"""Results from recorded states: figures of merit, and signals thinned to a spacing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.files.arguments import number
from armillary.files.words import among, nearest, shortened
from armillary.results.balance import DRIFT_WARNING
from armillary.results.columns import ENERGIES, MOTION, XYZ, columns, recorded_arrays
from armillary.results.metrics import FIGURES, USES
from armillary.simulation.parameters import settle
from armillary.simulation.scenario import Scenario
from armillary.spatial.scalar import Floats
from armillary.studies.layout import DRIFT, DRIFT_MEANING, Variable
from armillary.studies.outputs.output import Output, RunShape, RunStack, duration_of, one_unit

ROWS = 200
"""Number of recorded states of a run; default of a scenario without `record`."""
UNITS = {"settling_time": "s", "rise_time": "s", "overshoot": "%", "work": "J", "external": "J", "dissipated": "J",
         "drift": "%", "slope": "rad"}  # fmt: skip
FRAMES = tuple(name for name in FIGURES if name.startswith("frame_"))
JOINTS = tuple(name for name in FIGURES if f"frame_{name}" in FRAMES)
EFFORTS = ("peak_effort", "rms_effort")
ENDS = {"final_q": "q", "final_qd": "qd"}


@dataclass(frozen=True)
class Metric(Output):
    """A figure of `Metrics`, such as "settling_time"; "final_q" and "final_qd", the last state; or "complete"."""

    name: Annotated[str, "name of the figure of merit"]

    def __post_init__(self) -> None:
        names = (*FIGURES, *ENDS, "complete")
        if not among(self.name, names):
            expected = f"a figure of merit: {', '.join(names[:6])} and {len(names) - 6} more; Metrics lists them"
            raise ArgumentError("outputs", shortened(self.name), expected, nearest(self.name, names))

    def variable(self, shape: RunShape) -> Variable:
        """Return name, unit and dimensions."""
        motion, name = shape.motion, self.name
        if name == "complete":
            return Variable(name, "", "whether the run lasted as long as it should")
        if name in ENDS:
            axis, labels = ("coordinate", motion.coordinates) if name == "final_q" else ("velocity", motion.velocities)
            return Variable(name, one_unit(motion.units[ENDS[name]]), "state at the end of the run", {axis: labels})
        metrics, words = shape.metrics, name.replace("_", " ")
        if name == "momentum_drift":
            return Variable(name, "N·m·s, N·s", words, {"momentum": ("angular", "linear")})
        if name in EFFORTS:
            return Variable(name, one_unit(metrics.effort_units), words, {"actuator": metrics.actuators})
        if name in USES:
            return Variable(name, "", f"{name.removesuffix('_use')} over its limit", {"limited": metrics.limited})
        if name in FRAMES:
            return Variable(name, UNITS.get(name.removeprefix("frame_"), "m"), words, {"frame": metrics.frames})
        if name in JOINTS:
            return Variable(name, UNITS.get(name) or one_unit(metrics.units), words, {"joint": metrics.joints})
        return Variable(name, UNITS.get(name, ""), words)

    def values(self, runs: RunStack) -> Floats:
        """Return the values of a stack of runs, shape (N, …)."""
        if self.name == "complete":
            return np.asarray(runs.motion.complete, dtype=float)
        if self.name in ENDS:
            return np.asarray(getattr(runs.motion, ENDS[self.name])[:, -1])
        return np.asarray(getattr(runs.metrics, self.name))


@dataclass(frozen=True)
class Drift(Output):
    """The greatest error of the energy balance [%], zero where it is rounding: every study with simulations has it."""

    name: str = DRIFT

    def variable(self, shape: RunShape) -> Variable:
        """Return name and unit."""
        return Variable(self.name, "%", DRIFT_MEANING)

    def values(self, runs: RunStack) -> Floats:
        """Return the drifts of a stack of runs, shape (N,)."""
        drifts = np.asarray(runs.metrics.drift)
        return np.where(runs.motion.doubtful | (drifts <= DRIFT_WARNING), drifts, 0.0)


@dataclass(frozen=True)
class Signal(Output):
    """A recorded signal at the times 0, `every`, 2 `every`, … [s].

    Args:
        name: "q", "qd", "qdd", "tau", an energy such as "kinetic", a frame of the robot, a signal of the run such as
            "reference", or one column of these, such as "tau.joint2".
        every: Time between kept values [s]. A value is that of the first recorded state at or after its time.
    """

    name: str
    every: float

    def __post_init__(self) -> None:
        name = self.name if isinstance(self.name, str) else shortened(self.name)
        settle(self, every=number(f"signals.{name}", self.every, 0.0, True))

    def variable(self, shape: RunShape) -> Variable:
        """Return name, unit and dimensions; the first is the time [s]."""
        # The tolerance counts a time at the end that rounding puts just beyond it.
        count = int(duration_of(shape.scenario) / self.every * (1 + 1e-12) + 1e-9) + 1
        times: dict[str, Any] = {"time": tuple((self.every * np.arange(float(count))).tolist())}
        if self.name in shape.scenario.plant_model.frames:
            return Variable(self.name, "m", f"position of {self.name}", times | {"axis": XYZ})
        always_recorded = (*MOTION, *ENERGIES, "reference")
        motion = shape.motion if self.name in always_recorded else shape.whole
        for array in recorded_arrays(motion):
            if array.name == self.name and "time" in array.dimensions:
                axis = {array.dimensions[-1]: array.columns} if array.columns else {}
                return Variable(self.name, one_unit(array.units), self.name, times | axis)
        for name, unit, _ in columns(motion):
            if name == self.name:
                return Variable(name, unit, name, times)
        names = [*MOTION, *ENERGIES, *motion.signals, *shape.scenario.plant_model.frames]
        expected = f"a signal of the runs: {', '.join(names)}"
        raise ArgumentError("outputs", shortened(self.name), expected, nearest(self.name, names))

    def values(self, runs: RunStack) -> Floats:
        """Return the values of a stack of runs, shape (N, times, …)."""
        times, motion = np.array(runs.variables[self.name].dims["time"], dtype=float), runs.motion
        rows = np.searchsorted(motion.t, times * (1 - 1e-12) - 1e-9 * self.every)
        if self.name in motion.model.frames:
            recorded = motion.position(self.name)
        elif self.name in (*MOTION, *ENERGIES):
            recorded = getattr(motion, self.name)
        elif self.name in motion.signals:
            recorded = motion.signals[self.name]
        else:
            recorded = next(values for name, _, values in columns(motion) if name == self.name)
        values = np.full((len(recorded), len(times), *recorded.shape[2:]), np.nan)
        reached = rows < len(motion.t)  # a run may end early
        values[:, reached] = recorded[:, rows[reached]]
        return values


def spacing(scenario: Scenario, outputs: Iterable[Output]) -> float:
    """Return the time between recorded states of a run [s].

    It is that of the scenario, else a 200th of the duration; shorter where signals need it, so that times of the signal
    with the shortest spacing are recorded times.
    """
    default = duration_of(scenario) / ROWS if scenario.record is None else scenario.record
    spacings = [output.every for output in outputs if isinstance(output, Signal)]
    if not spacings:
        return default
    shortest = min(spacings)
    # A whole number of recorded steps in the shortest spacing; rounding errors must not add one.
    return shortest / np.ceil(shortest / default * (1 - 1e-12))
