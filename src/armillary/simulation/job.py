"""A scenario with its solver, its duration and its recording, for single runs and stacks of runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from armillary.multibody.limits import speed_limits
from armillary.results.trajectory import Event
from armillary.simulation import checks
from armillary.simulation.drives.stops import Side, sides
from armillary.simulation.loop.equations import Equations
from armillary.simulation.loop.loop import Loop
from armillary.simulation.march import Engine, March
from armillary.simulation.schedule import Schedule
from armillary.simulation.solvers import Auto, Solver
from armillary.spatial.scalar import Floats


class Outcome(NamedTuple):
    """The recorded rows of one run, with events and counts.

    t (K,) [s], states x (K, size), the part of p that changes at instants (K, changing), a time inside the interval of
    each row (K,) [s], and the number of the closed loop that each row belongs to (K,). Over all steps: least and
    greatest energy balance [J] and greatest squared changes of angular and linear momentum (4,), ±∞ where they are not
    watched; how far links were bent at most, the time [s] and the state there (2 + size,), where they bend; joint
    speeds at the steps (`walk.speeds`), shape (fields, m), m = 0 where they were not watched. A device has computed
    `outputs` of the rows by name, (N, K, size), but for the runs `redone`.
    """

    t: Floats
    x: Floats
    changing: Floats
    inside: Floats
    phase: NDArray[np.int64]
    extremes: Floats
    worst: Floats
    speeds: Floats
    events: list[Event]
    counts: dict[str, float]
    outputs: dict[str, Floats] = {}  # noqa: RUF012
    redone: Sequence[int] = ()


@dataclass(frozen=True, eq=False)
class Job:
    """A closed loop with its duration [s], recording and solver."""

    loop: Loop
    duration: float
    spacing: float
    """Time between recorded states [s]."""
    solver: Solver
    why: str = ""
    """Why `Auto` has chosen the solver."""

    @classmethod
    def of(cls, loop: Loop, duration: float, record: float | None, solver: Solver) -> Job:
        """Return the job of a closed loop; `Auto` looks at the start of the first run."""
        stacked = loop.stacked
        spacing = checks.spacing(record, duration, duration if stacked else duration / 1000)
        why = ""
        if isinstance(solver, Auto):
            inside = float(loop.schedule(duration, duration).insides[0])
            solver, why = solver.choose(loop.equations, loop.start[0], loop.p(), loop.period, inside)
        checks.steps(solver, duration)
        return cls(loop, duration, spacing, solver, why)

    @cached_property
    def schedule(self) -> Schedule:
        """The intervals and the rows of a run."""
        return self.loop.schedule(self.duration, self.spacing, self.solver.step if self.solver.fixed else None)

    def equations(self, phase: int) -> Equations:
        """Return one of the closed loops."""
        return self.loop.phases[phase][1]

    def engine(self, phase: int = 0, lanes: int = 1) -> Engine:
        """Return the engine of a closed loop, for one run or one run per lane; it is made once."""
        closed = self.equations(phase)
        bounded = np.isfinite(self.bounds(phase)).any(axis=0)
        watched = tuple(np.flatnonzero(bounded).tolist()) if lanes > 1 else ()
        speeds = tuple(closed.layout.v.start + k for k in self.limited)
        stops = tuple(self.sides(phase).values())
        key = (type(self.solver), lanes, watched, speeds, stops)
        if key not in closed.engines:
            closed.engines[key] = Engine(closed, self.solver, lanes, watched, speeds, stops)
        found: Engine = closed.engines[key]
        return found

    def march(self, phase: int = 0, lanes: int = 1) -> March:
        """Return the solver at the start of a run."""
        return March(self.engine(phase, lanes), self.solver, self.schedule, self.loop.scenario.limits == "end")

    def sides(self, phase: int = 0) -> dict[tuple[int, float], Side]:
        """Return the sides of the end stops of any phase, by velocity coordinate and sign.

        A side that a phase does not have is infinitely far away there.
        """
        by_phase = [sides(closed.stops) for _, closed in self.loop.phases]
        known = {key: side for own in reversed(by_phase) for key, side in own.items()}
        absent = {key: side._replace(limit=side.sign * np.inf) for key, side in known.items()}
        return {key: by_phase[phase].get(key, absent[key]) for key in sorted(known)}

    @property
    def watched(self) -> int:
        """Number of speeds and efforts of end stops that native loops watch."""
        return 0 if self.solver.momentum else len(self.limited) + len(self.sides())

    @cached_property
    def limited(self) -> tuple[int, ...]:
        """Velocity coordinates with a speed limit in any phase."""
        return tuple(np.flatnonzero(np.isfinite(self._speed_limits).any(axis=0)).tolist())

    def speed_limits(self, phase: int = 0) -> Floats:
        """Return the greatest speeds of the coordinates `limited`, shape (m,)."""
        return self._speed_limits[phase, list(self.limited)]

    @cached_property
    def _speed_limits(self) -> Floats:
        """Greatest speed of each velocity coordinate in each phase, shape (phases, nv)."""
        plants = [closed.plant for _, closed in self.loop.phases]
        if self.loop.scenario.limits == "none":
            return np.full((len(plants), plants[0].nv), np.inf)
        return np.stack([_speeds(plant) for plant in plants])

    def bounds(self, phase: int = 0) -> tuple[Floats, Floats]:
        """Return lower and upper bounds of the state of one run."""
        return self._bounds[phase]

    @cached_property
    def _bounds(self) -> list[tuple[Floats, Floats]]:
        """Lower and upper bounds of the state in each phase."""
        loops = [closed for _, closed in self.loop.phases]
        if self.loop.scenario.limits != "end":
            return [unbounded(closed.layout.size) for closed in loops]
        return [_joint_bounds(closed.plant, closed.layout) for closed in loops]


_joint_bounds = lru_cache(maxsize=16)(checks.joint_bounds)
_speeds = lru_cache(maxsize=16)(speed_limits)


def unbounded(n: int) -> tuple[Floats, Floats]:
    """Return infinite bounds for n states."""
    return np.full(n, -np.inf), np.full(n, np.inf)
