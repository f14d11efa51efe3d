"""From a scenario to its closed loops: one for each plant, with the law inside or asked at control instants."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from armillary.errors import ArgumentError
from armillary.multibody import Model
from armillary.simulation.closed_loop.closed_loop import ClosedLoop
from armillary.simulation.closed_loop.controls import Held, Sampler, untraceable
from armillary.simulation.closed_loop.state import Layout
from armillary.simulation.controllers.task_space import TaskSpace
from armillary.simulation.references import Circle, Line
from armillary.simulation.signals import Controller
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.simulation.scenario import Scenario


@dataclass(frozen=True, eq=False)
class Setup:
    """A scenario made ready to run or to be exported."""

    scenario: Scenario
    phases: tuple[tuple[float, ClosedLoop], ...]
    """Each closed loop with the time [s] from which it holds."""
    period: float | None = None
    """Control period of a sampled law [s]."""
    reason: str | None = None
    """Why the law cannot be compiled."""

    @property
    def loop(self) -> ClosedLoop:
        """The closed loop at the start."""
        return self.phases[0][1]

    @property
    def layout(self) -> Layout:
        """The places of the parts of the state."""
        return self.loop.layout

    @cached_property
    def switches(self) -> tuple[float, ...]:
        """The instants at which something is not smooth [s], changes of the plant included."""
        return tuple(sorted({*self.loop.switches, *(t for t, _ in self.phases[1:])}))

    @cached_property
    def start(self) -> Floats:
        """States at the start of each run, shape (N, size)."""
        rows = self.scenario.start
        found = np.zeros((len(rows), self.layout.size))
        found[:, : rows.shape[1]] = rows
        found[:, self.layout.c] = self.loop.controller.start()
        return found

    @property
    def task(self) -> TaskSpace | None:
        """The task of the controller, or of a path of the tip; its singularities are looked for."""
        law: object = self.scenario.law
        while hasattr(law, "inner") and not hasattr(law, "space"):
            law = law.inner
        found = getattr(law, "space", None)
        if isinstance(found, TaskSpace):
            return found
        model = self.scenario.model
        path = isinstance(self.scenario.wanted, Line | Circle)
        return TaskSpace(model, "tip", "position") if path and not model.elastic and "tip" in model.frames else None

    @property
    def task_frame(self) -> str | None:
        """The frame that follows the reference; None if the joints do."""
        if self.task is not None:
            return self.task.frame
        return "tip" if isinstance(self.scenario.wanted, Line | Circle) else None

    def phase(self, t: float) -> int:
        """Return the number of the closed loop that holds at t [s]."""
        return sum(begin <= t for begin, _ in self.phases) - 1

    def sampler(self) -> Sampler | None:
        """Return the law as it is asked at control instants, if it is sampled."""
        if self.period is None:
            return None
        return Sampler(self.scenario.law, self.scenario.wanted, self.scenario.moved, self.period)


def setup_of(scenario: Scenario, step: float | None = None) -> Setup:
    """Return the closed loops of a scenario.

    Args:
        scenario: The scenario.
        step: Control period of a law that cannot be compiled [s], if the scenario has none.

    Raises:
        ArgumentError: The law cannot be compiled and there is no period for it, or noise has no instants to act at.
    """
    law, wanted, period = scenario.law, scenario.wanted, scenario.period
    reason = untraceable(law, wanted, scenario.moved)
    if reason is not None and period is None:
        if step is None:
            found = f"one that cannot be compiled ({reason})"
            raise ArgumentError("controller", found, "one without branches on values", "or give a control period")
        period = step
    if scenario.noise is not None and scenario.noise.std and (period is None or scenario.controller is None):
        expected = "a sampled controller that measures, with its period"
        found = f"{scenario.noise.std:g} without control instants"
        raise ArgumentError("noise", found, expected, "give a controller and period=")
    inside: Controller = law
    if period is not None:
        inside = Held(scenario.moved, switches=getattr(law, "switches", ()))
    phases = tuple(
        (t, ClosedLoop(plant, inside, wanted, effort_limits(plant) if scenario.limits else (), scenario.disturbances))
        for t, plant in scenario.plants
    )
    return Setup(scenario, phases, period, reason)


def effort_limits(model: Model) -> tuple[float, ...]:
    """Return the greatest effort of each velocity coordinate, from the limits of the joints."""
    most = np.full(model.nv, math.inf)
    limits = {joint.name: joint.limits for joint in model.robot.joints}
    for joint in model.joints:
        if joint.name in limits and not joint.kind.shared:
            most[joint.v] = limits[joint.name].effort
    return tuple(float(value) for value in most)
