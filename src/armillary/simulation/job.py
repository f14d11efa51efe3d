"""A scenario with its solver, its duration and its recording, for single runs and stacks of runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from armillary.results.trajectory import Event
from armillary.simulation import checks
from armillary.simulation.closed_loop.closed_loop import ClosedLoop
from armillary.simulation.closed_loop.setup import Setup
from armillary.simulation.march import Engine, March, Stretch, stretches
from armillary.simulation.solvers import Auto, Solver
from armillary.spatial.scalar import Floats


class Outcome(NamedTuple):
    """The recorded rows of one run, with events and counts.

    t (K,) [s], states x (K, size), held efforts, the first part of p, (K, held), a time inside the stretch of each row
    (K,) [s], and the number of the closed loop that each row belongs to (K,). Over all steps: least and greatest energy
    balance [J] and greatest squared changes of angular and linear momentum (4,), ±∞ where they are not watched; how far
    links were bent at most, the time [s] and the state there (2 + size,), where they bend.
    """

    t: Floats
    x: Floats
    held: Floats
    inside: Floats
    phase: NDArray[np.int64]
    extremes: Floats
    worst: Floats
    events: list[Event]
    counts: dict[str, float]


@dataclass(frozen=True, eq=False)
class Job:
    """A setup with its duration [s], recording and solver."""

    setup: Setup
    duration: float
    spacing: float
    """Time between recorded states [s]."""
    solver: Solver
    why: str = ""
    """Why `Auto` has chosen the solver."""
    _engines: dict[tuple[int, int], Engine] = field(default_factory=dict)

    @classmethod
    def of(cls, setup: Setup, duration: float, record: float | None, solver: Solver) -> Job:
        """Return the job of a setup; `Auto` looks at the start of the first run."""
        stacked = setup.stacked
        spacing = checks.spacing(record, duration, duration if stacked else duration / 1000)
        if setup.period is not None:
            checks.instants(setup.period, duration)
        why = ""
        if isinstance(solver, Auto):
            inside = next(stretches(duration, setup.switches, setup.period)).inside
            solver, why = solver.choose(setup.loop, setup.start[0], setup.p(), setup.period, inside)
        checks.steps(solver, duration)
        return cls(setup, duration, spacing, solver, why)

    def stretches(self) -> Iterator[Stretch]:
        """Yield the stretches of a run."""
        return stretches(self.duration, self.setup.switches, self.setup.period)

    def loop(self, phase: int) -> ClosedLoop:
        """Return one of the closed loops."""
        return self.setup.phases[phase][1]

    def engine(self, phase: int = 0, lanes: int = 1) -> Engine:
        """Return the engine of a closed loop, for one run or one run per lane; it is made once."""
        if (phase, lanes) not in self._engines:
            closed = self.loop(phase)
            bounded = bool(np.any(np.isfinite(self.bounds(phase))))
            self._engines[phase, lanes] = Engine(closed, self.solver, lanes, watched=bounded and lanes > 1)
        return self._engines[phase, lanes]

    def march(self, phase: int = 0, lanes: int = 1) -> March:
        """Return the solver at the start of a run."""
        return March(self.engine(phase, lanes), self.duration, self.spacing)

    def bounds(self, phase: int = 0) -> tuple[Floats, Floats]:
        """Return lower and upper bounds of the state of one run."""
        closed = self.loop(phase)
        return (
            checks.joint_bounds(closed.plant, closed.layout)
            if self.setup.scenario.limits
            else unbounded(closed.layout.size)
        )


def unbounded(n: int) -> tuple[Floats, Floats]:
    """Return infinite bounds for n states."""
    return np.full(n, -np.inf), np.full(n, np.inf)
