"""Results without a simulation: frequencies, static sag and measures of a selection, at the start of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np

from armillary.analysis.frequencies import frequencies
from armillary.analysis.statics import statics
from armillary.errors import ArgumentError
from armillary.files.quantity import Quantity
from armillary.files.words import nearest, shortened
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_size
from armillary.results.columns import XYZ
from armillary.selection.candidate import Candidate
from armillary.selection.measures import GROUPS, MEASURES
from armillary.simulation.parameters import check
from armillary.spatial.scalar import Floats
from armillary.studies.layout import Variable
from armillary.studies.outputs.output import Output, RunShape, result_name

MOST_MODES = 10_000
"""Largest number of frequencies of a run."""
NAME = "name of the result"
FEW = 16
"""Sampled configurations that give the unit of a measure: it depends on the robot alone."""


@dataclass(frozen=True)
class Frequencies(Output):
    """The lowest natural frequencies at the start of a run, links and gears at their equilibrium [Hz].

    Args:
        count: Number of frequencies; NaN where a robot has fewer.
        joints: "free", "locked" or stiffnesses of servos, as in `arm.frequencies`; default "locked".
        name: Name of the result.
    """

    count: Annotated[int, Quantity(least=1, most=MOST_MODES, says="number of frequencies")] = 3
    joints: Annotated[Any, "free, locked, or stiffnesses of servos"] = "locked"
    name: Annotated[str, NAME] = "frequencies"
    simulated: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check(self)
        result_name(self.name)

    def variable(self, shape: RunShape) -> Variable:
        """Return name, unit and dimensions."""
        labels = tuple(float(k + 1) for k in range(self.count))
        return Variable(self.name, "Hz", "natural frequencies", {"mode": labels})

    def of(self, plant: Model, q: Floats, qd: Floats) -> Floats:
        """Return the frequencies, shape (count,)."""
        hz = frequencies(plant, q[: joint_size(plant)], joints=self.joints, count=self.count).hz
        return np.append(hz, np.full(self.count - len(hz), np.nan))


@dataclass(frozen=True)
class Sag(Output):
    """Displacement of a frame by static deflection at the start of a run, joints locked, world axes [m]."""

    frame: Annotated[str, "frame that sags"] = "tip"
    name: Annotated[str, NAME] = "sag"
    simulated: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check(self)
        result_name(self.name)

    def variable(self, shape: RunShape) -> Variable:
        """Return name, unit and dimensions."""
        shape.scenario.plant_model.frame(self.frame)
        return Variable(self.name, "m", f"static deflection of {self.frame}", {"axis": XYZ})

    def of(self, plant: Model, q: Floats, qd: Floats) -> Floats:
        """Return the displacement, shape (3,)."""
        return np.asarray(statics(plant, q[: joint_size(plant)], frame=self.frame).deflection)


@dataclass(frozen=True)
class Measure(Output):
    """A measure of a selection, such as "workspace.reach"; NaN where it does not apply to a robot.

    Args:
        key: Group and name of the measure.
        samples: Number of sampled configurations.
        seed: Seed of the sampled configurations.
    """

    key: Annotated[str, "group and name of the measure"]
    samples: Annotated[int, Quantity(least=2, says="number of sampled configurations")] = 2000
    seed: Annotated[int, Quantity(least=0, says="seed of the sampled configurations")] = 0
    simulated: ClassVar[bool] = False

    def __post_init__(self) -> None:
        group = self.key.partition(".")[0] if isinstance(self.key, str) else ""
        if group not in GROUPS or group == "times":
            expected = f"a measure of {', '.join(name for name in GROUPS if name != 'times')}"
            raise ArgumentError("outputs", shortened(self.key), expected, "such as workspace.reach")
        check(self)

    @property
    def name(self) -> str:  # type: ignore[override]
        """The key."""
        return self.key

    def _measure(self, plant: Model, samples: int) -> Any:
        candidate = Candidate(plant, samples=samples, seed=self.seed)
        measures = {measure.key: measure for measure in MEASURES[self.key.partition(".")[0]](candidate)}
        if self.key not in measures:
            raise ArgumentError("outputs", self.key, f"one of {', '.join(measures)}", nearest(self.key, measures))
        return measures[self.key]

    def variable(self, shape: RunShape) -> Variable:
        """Return name, unit and dimensions."""
        measure = self._measure(shape.scenario.plant_model, min(self.samples, FEW))
        return Variable(self.key, measure.unit, measure.label)

    def of(self, plant: Model, q: Floats, qd: Floats) -> Floats:
        """Return the measure, shape ()."""
        value = self._measure(plant, self.samples).value
        return np.array(np.nan if value is None else value)
