"""The base of all outputs: names and shapes before anything runs, and values of a stack of runs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from armillary.errors import ArgumentError
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.results.metrics import Metrics
from armillary.results.trajectory import Trajectory
from armillary.simulation.loop.loop import Loop
from armillary.simulation.loop.prepare import loop_of
from armillary.simulation.scenario import Scenario
from armillary.simulation.simulate import DURATION
from armillary.spatial.scalar import Floats
from armillary.studies.layout import Variable

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")


def duration_of(scenario: Scenario) -> float:
    """Return the simulated time of a scenario [s]."""
    return DURATION if scenario.duration is None else scenario.duration


@dataclass(frozen=True, eq=False)
class RunShape:
    """A scenario as outputs see it before anything runs: names and units of everything that its runs have."""

    scenario: Scenario

    @cached_property
    def _loop(self) -> Loop:
        return loop_of(self.scenario, period=1e-3, reusable=True, events=True)

    @cached_property
    def motion(self) -> Trajectory:
        """A run with two rows of placeholder numbers: its names, units and shapes are those of every run."""
        return self._placeholder({"reference": self._reference})

    @cached_property
    def whole(self) -> Trajectory:
        """The same run with all signals; this traces the outputs of the closed loop."""
        ports = {port.name: port.size for port in self._loop.equations.outputs.outputs}
        signals = {name.removeprefix("signal "): size for name, size in ports.items() if name.startswith("signal ")}
        return self._placeholder({"reference": self._reference, "elastic": None, **signals})

    @property
    def _reference(self) -> int:
        return int(np.size(self.scenario.desired.motion(0.0, 0.0).position))

    def _placeholder(self, signals: Mapping[str, int | None]) -> Trajectory:
        """Return a run of two rows with signals of these sizes; None is a signal without columns."""
        model, t = self.scenario.plant_model, np.array([0.0, duration_of(self.scenario)])
        has_reference = self.scenario.controller is not None or self.scenario.reference is not None
        zeros, rows = np.zeros(2), np.zeros((2, model.nv))
        rows[1] = float(has_reference)  # efforts: a run without them follows no reference
        arrays = {name: zeros if size is None else np.zeros((2, size)) for name, size in signals.items()}
        frame = self._loop.task_frame
        info = {} if frame is None else {"space": "task", "frame": frame}
        q = np.tile(self.scenario.starts[0, : model.nq], (2, 1))
        return Trajectory(model, t, q, rows, rows, rows, zeros, zeros, zeros, zeros, zeros, arrays, info=info)

    @cached_property
    def metrics(self) -> Metrics:
        """Figures of merit of the placeholder run."""
        return self.motion.metrics()


@dataclass(frozen=True, eq=False)
class RunStack:
    """A stack of runs, and the variables of the study by name."""

    motion: Trajectory
    variables: Mapping[str, Variable]

    @cached_property
    def metrics(self) -> Metrics:
        """Figures of merit of the runs."""
        return self.motion.metrics()


class Output:
    """A result of every run; the base of all kinds."""

    simulated: ClassVar[bool] = True
    """Whether it needs a simulation."""
    name: str

    def variable(self, shape: RunShape) -> Variable:
        """Return name, unit and dimensions."""
        raise NotImplementedError

    def values(self, runs: RunStack) -> Floats:
        """Return the values of a stack of runs, shape (N, …)."""
        raise NotImplementedError

    def of(self, plant: Model, q: Floats, qd: Floats) -> Floats:
        """Return the value for a robot at an initial state, for outputs without a simulation."""
        raise NotImplementedError


def one_unit(units: Sequence[str]) -> str:
    """Return the unit of several columns; different units are listed."""
    distinct = list(dict.fromkeys(units))
    return distinct[0] if len(distinct) == 1 else ", ".join(unit or "1" for unit in distinct)


def result_name(name: Any) -> str:
    """Return the name of a result; raise `ArgumentError` if it cannot be a name in files."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise ArgumentError("name", shortened(name), "a name of letters, digits and underscores", "give name=")
    return name
