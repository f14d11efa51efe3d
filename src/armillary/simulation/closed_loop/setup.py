"""A scenario made ready: its closed loops, one for each plant, the starts of its runs and their parameters."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.program import Program, evaluate, record
from armillary.errors import ArgumentError, ConvergenceError
from armillary.files.words import unknown
from armillary.multibody import Model
from armillary.simulation.closed_loop.clocks import timing_of
from armillary.simulation.closed_loop.closed_loop import ClosedLoop
from armillary.simulation.closed_loop.controls import Sampler
from armillary.simulation.closed_loop.digital import Digital, Held
from armillary.simulation.closed_loop.standstill import Rest, Standstill
from armillary.simulation.closed_loop.state import Layout
from armillary.simulation.closed_loop.switching import consistent
from armillary.simulation.closed_loop.varied import Motions, motions, unequal
from armillary.simulation.controllers.task_space import TaskSpace
from armillary.simulation.drives.drives import drive_starts, drive_states
from armillary.simulation.references.path import Path
from armillary.simulation.signals import free_states, state_names
from armillary.simulation.starting import settled
from armillary.simulation.timeline import Clock
from armillary.spatial.scalar import Array, Floats, Scalar

if TYPE_CHECKING:
    from armillary.simulation.scenario import Scenario


@dataclass(frozen=True, eq=False)
class Setup:
    """A scenario made ready to run or to be exported."""

    scenario: Scenario
    phases: tuple[tuple[float, ClosedLoop], ...]
    """Each closed loop with the time [s] from which it holds."""
    period: float | None = None
    """Control period of a sampled law, or of its parts without another one [s]."""
    reason: str | None = None
    """Why the law cannot be compiled."""
    parameters: Mapping[str, Floats] = field(default_factory=dict)
    """Values of free parameters by name: a number, or one for each run."""
    lifted: Mapping[str, Floats] = field(default_factory=dict)
    """Gains of the controller by name, which are entries of p so that other gains need no other code."""

    @property
    def loop(self) -> ClosedLoop:
        """The closed loop at the start."""
        return self.phases[0][1]

    @property
    def chosen(self) -> bool:
        """Whether scenario or controller have a control period; a law that Python calls needs one anyway."""
        return timing_of(self.scenario) is not None

    @property
    def layout(self) -> Layout:
        """The places of the parts of the state."""
        return self.loop.layout

    @cached_property
    def switches(self) -> tuple[float, ...]:
        """The instants at which something is not smooth [s], changes of the plant included."""
        # A closed loop of a scenario before has the same structure, but the switches of that scenario.
        own = replace(self.loop, reference=self.scenario.desired).switches
        return tuple(sorted({*own, *(t for t, _ in self.phases[1:])}))

    @property
    def stacked(self) -> bool:
        """Whether there are several runs: rows of q0 or qd0, or arrays of parameters."""
        return self.scenario.stacked or any(np.ndim(value) for value in self.parameters.values())

    @property
    def start(self) -> Floats:
        """States at the start of each run, shape (N, size)."""
        return self.plain_start if self.rest is None else self.rest.x

    @cached_property
    def rest(self) -> Rest | None:
        """Start of controller, windings and samples at rest; None where nothing but the plant starts at rest.

        Raises:
            ConvergenceError: The scenario asks for a start at rest, and a run has none.
        """
        scenario, loop, timing = self.scenario, self.loop, None
        if isinstance(loop.controller, Digital):
            timing = loop.controller.timing
        inductive = any(each.described.inductance for each in loop.plant.windings)
        waits = timing is not None and bool(timing.under_way or timing.offset)
        settles = bool(scenario.law.states) or inductive or waits
        asked = scenario.start is not None
        if scenario.start == "undeformed" or not (settles or asked):
            return None
        problem = ""
        if self.reason is not None or type(loop.controller) is Held:
            problem = "the control law cannot be compiled" if self.reason else "efforts come from outside"
        moving = np.any(self.plain_start[:, self.layout.v] != 0, axis=1)
        if not problem and np.all(moving if not asked else np.any(moving)):
            problem = "joints move at the start"
        if problem and asked:
            raise ConvergenceError(f"no start at rest: {problem}; leave out start={scenario.start!r}")
        if problem:
            return None
        x, p = self.plain_start.copy(), self._p(self._plain_p, np.arange(self.count))
        still = self._at_rest(x[~moving], p[~moving])
        x[~moving], p[~moving] = still.x, still.p
        resting = ~moving
        resting[~moving] = still.found
        found = Rest(x, p, resting, still.problem or "joints move")
        if asked and not np.all(found.found):
            run = f"run {int(np.argmin(found.found))}: " if self.stacked else ""
            hint = "leave out start=, or give states by name, x0={…}"
            raise ConvergenceError(f"{run}the closed loop does not rest at its start: {found.problem}; {hint}")
        return found

    @cached_property
    def rest_depends(self) -> bool:
        """Whether the start at rest of the first run depends on parameters, beside the plant's own sag."""
        if self.rest is None or not self.parameters or not np.any(self.rest.found):
            return False
        names = (*self.loop.plant.free, *(self.loop.tuning.names if self.loop.tuning else ()))
        places = [k for k, name in enumerate(names, self.loop.changing) if name in self.parameters]
        return self._standstill.depends(self.rest.x[0], self.rest.p[0], places)

    def _at_rest(self, x: Floats, p: Floats) -> Rest:
        """Return the start at rest from states (N, size) and p (N, m); runs without one stay as they are."""
        still = self._standstill.solve(x, p)
        if self._unlimited is not None and not np.all(still.found):
            # Saturated efforts have zero slope: start Newton's method from the solution without limits.
            begun = self._unlimited.solve(x[~still.found], p[~still.found])
            still = still.completed(self._standstill.solve(begun.x, begun.p))
        if self.loop.switching.sticking and not np.all(still.found):
            # Efforts that hold the robot come first; without them a joint may still rest by its dry friction.
            stuck = self._standstill_of(self.loop, sticking=True)
            still = still.completed(stuck.solve(x[~still.found], p[~still.found]))
        return still

    @cached_property
    def _standstill(self) -> Standstill:
        """The equations of the start at rest."""
        return self._standstill_of(self.loop)

    @cached_property
    def _unlimited(self) -> Standstill | None:
        """The same for actuators without limits; None where they have none."""
        windings, limits = [], [*self.loop.effort_limits]
        for each in self.loop.plant.windings:
            limits += [each.described.current, each.described.voltage]
            own, described = (replace(part, current=np.inf, voltage=np.inf) for part in (each.own, each.described))
            windings.append(replace(each, own=own, described=described))
        if not np.isfinite(limits).any():
            return None
        plant = self.loop.plant.changed(windings=tuple(windings))
        return self._standstill_of(replace(self.loop, plant=plant, effort_limits=(), engines={}))

    def _standstill_of(self, loop: ClosedLoop, sticking: bool = False) -> Standstill:
        scenario = self.scenario
        free = (*free_states(scenario.law), *(True,) * len(drive_states(loop.plant)))
        chosen = frozenset(name for name, own in zip(self.state_names, free, strict=True) if not own)
        held = chosen | {name for name, _ in scenario.x0}
        return Standstill(loop, self.state_names, held, scenario.start == "bumpless", sticking)

    @cached_property
    def state_names(self) -> tuple[str, ...]:
        """Names of the states of the law, sampled or not, then of the drives."""
        law = (f"controller.{name}" for name in state_names(self.scenario.law))
        return (*law, *(state.name for state in drive_states(self.loop.plant)))

    @cached_property
    def _given(self) -> dict[int, Floats]:
        """Given values of states at the start, a number or one for each run, by their place among the names."""
        found: dict[int, Floats] = {}
        for name, value in self.scenario.x0:
            if name not in self.state_names:
                what = "a state of the controller or of the drives"
                raise ArgumentError("x0", *unknown(name, self.state_names, what))
            found[self.state_names.index(name)] = np.asarray(value, dtype=float)
        if self.reason is not None and any(k < self.scenario.law.states for k in found):
            hint = "give its start, as in arm.controllers.Discrete(function, start=[…])"
            raise ArgumentError("x0", "states of a control law that Python calls", "states of drives", hint)
        return found

    @property
    def start_words(self) -> str:
        """Where the runs start, in words."""
        words, rest = self.scenario.start_words, self.rest
        if rest is None:
            return words
        if np.all(rest.found):
            return f"{words}, " + ("bumpless" if self.scenario.start == "bumpless" else "at rest")
        runs = f"{np.count_nonzero(~rest.found)} runs are" if self.stacked else "it is"
        return f"{words}; {runs} not at rest there: {rest.problem}"

    @cached_property
    def plain_start(self) -> Floats:
        """States at the start of each run with those of the law and the windings at their own start, (N, size)."""
        found = np.zeros((self.count, self.layout.size))
        rows = self.scenario.starts
        if self.loop.plant.free and self.scenario.sags:  # runs differ in what sags
            rows = settled(self.loop.plant, np.repeat(rows, self.count // len(rows), axis=0), self._free_values)
        found[:, : rows.shape[1]] = self._in_contact(rows) if self.scenario.sags else rows
        if not isinstance(self.loop.controller, Held):
            found[:, self.layout.c] = self.scenario.law_starts
        found[:, self.layout.m] = self.loop.switching.start(found[:, self.layout.v])
        found[:, self.layout.d] = self.numbers(drive_starts)
        sampled = self.scenario.law.states - self.layout.controller  # states of the law that are entries of p
        for k, value in self._given.items():
            if k >= sampled:
                found[:, self.layout.c.start + k - sampled] = value
        if self.loop.switching.gaps:  # known without the controller; joints that stick are settled when a run begins
            first = self.layout.m.start + len(self.loop.switching.sticking)
            gaps = slice(first, first + len(self.loop.switching.gaps))
            p = self._p(self._plain_p, np.arange(self.count))
            found[:, gaps] = consistent(self.loop, np.zeros((self.count, 2)), found, p)[:, gaps]
        return found

    def _in_contact(self, rows: Floats) -> Floats:
        """Return states of equilibrium, shape (N, …), with rotors moved through the backlash to the loaded flank."""
        gears, found = self.loop.plant.backlashes, np.array(np.broadcast_to(rows, (self.count, rows.shape[1])))
        for gear, width in zip(gears, self.numbers(_backlash).T if gears else (), strict=True):
            found[:, gear.drive.q.start] += np.sign(gear.drive.deflection(found)) * width / 2
        return found

    @cached_property
    def _free_values(self) -> Floats:
        """Values of the free parameters of the plant in each run, shape (N, free)."""
        first, count = self.loop.changing, len(self.loop.plant.free)
        return self._p(self._plain_p, np.arange(self.count))[:, first : first + count]

    def numbers(self, of: Callable[[Model], Sequence[Scalar]], phase: int = 0) -> Floats:
        """Return numbers of a plant in each run, shape (N, count), with its free parameters in place."""
        plant = self.phases[phase][1].plant
        own = np.tile(np.asarray(of(plant), dtype=float), (self.count, 1))
        if not plant.free or not own.size:
            return own
        found = evaluate(_numbers(plant, of), {"parameters": self._free_values})["numbers"]
        return np.where(np.isfinite(own), found, own)

    @cached_property
    def count(self) -> int:
        """Number of runs."""
        given = (self.scenario.starts, *self.parameters.values(), *(value for _, value in self.scenario.x0))
        sizes = {len(value) for value in given if np.ndim(value)} - {1}
        if len(sizes) > 1:
            raise unequal(sizes)
        return max(sizes, default=1)

    def p(self, runs: int | NDArray[np.int64] = 0) -> Floats:
        """Return the parameters p of a run, shape (m,), or of several, (n, m), at their start: see `ClosedLoop`."""
        return self._p(self._parts_of_p, runs)

    @staticmethod
    def _p(parts: tuple[Floats, list[tuple[slice, Floats]]], runs: int | NDArray[np.int64]) -> Floats:
        """Return p of a run or of several from its parts."""
        common, varied = parts
        found = np.empty((*np.shape(runs), len(common)))
        found[...] = common
        for place, values in varied:
            found[..., place] = values[runs]
        return found

    def p_of(self, places: Sequence[int], runs: slice) -> Floats:
        """Return some entries of p of several runs, shape (n, places)."""
        common, varied = self._parts_of_p
        found = np.empty((runs.stop - runs.start, len(places)))
        found[:] = common[list(places)]
        for place, values in varied:
            own = [k for k, each in enumerate(places) if place.start <= each < place.stop]
            if [places[k] for k in own] == [*range(place.start, place.stop)]:  # whole rows are copied quickest
                found[:, own[0] : own[-1] + 1] = values[runs]
            elif own:
                found[:, own] = values[runs][:, [places[k] - place.start for k in own]]
        return found

    @cached_property
    def places_of_runs(self) -> tuple[int, ...]:
        """Places of p in which runs may differ."""
        return tuple(sorted({k for place, _ in self._parts_of_p[1] for k in range(place.start, place.stop)}))

    @cached_property
    def _parts_of_p(self) -> tuple[Floats, list[tuple[slice, Floats]]]:
        """Values of p that all runs share, shape (m,), and the places whose values differ, each (N, …)."""
        common, varied = self._plain_p
        if self.rest is None or not isinstance(self.loop.controller, Digital):
            return common, varied
        changing = slice(0, self.loop.changing)
        own = self.rest.p[:, changing]
        if len(own) > 1:
            return common, [*varied, (changing, own)]
        return np.concatenate([own[0], common[changing.stop :]]), varied

    @cached_property
    def _plain_p(self) -> tuple[Floats, list[tuple[slice, Floats]]]:
        """The same with the states of the law at their own start, and without held efforts."""
        tuning, controller = self.loop.tuning, self.loop.controller
        names, first = (*self.loop.plant.free, *(tuning.names if tuning else ())), self.loop.changing
        found: list[tuple[slice, Any]] = []
        if isinstance(controller, Held):
            found.append((slice(self.loop.held, first), [controller.memory]))
        if isinstance(controller, Digital) and controller.law is not None:
            own = {k: value for k, value in self._given.items() if k < controller.law.states}
            runs = max([len(self.scenario.law_starts), *(np.size(value) for value in own.values())])
            z = np.array(np.broadcast_to(self.scenario.law_starts, (runs, controller.law.states)))
            for k, value in own.items():
                z[:, k] = value
            found.append((controller.places["z"], z))
        for k, name in enumerate(names, first):
            value = self.parameters[name] if name in self.parameters else self.lifted[name]
            found.append((slice(k, k + 1), np.reshape(value, (-1, 1))))
        if tuning is not None and tuning.free_motion:
            place = slice(first + len(names), self.loop.pushes.start)
            starts = self.scenario.starts[:, : place.stop - place.start]
            found.append((place, starts if self.scenario.reference is None else self.motions.numbers))
        common = np.zeros(self.loop.size_of_p)
        for place, values in found:
            common[place] = values[0]
        return common, [(place, np.asarray(values)) for place, values in found if len(values) > 1]

    @cached_property
    def motions(self) -> Motions:
        """The references of the runs."""
        return motions(self.scenario, self.parameters)

    @property
    def clocks(self) -> tuple[Clock, ...]:
        """Clocks of the tasks of a sampled law; none for a continuous law."""
        controller = self.loop.controller
        return controller.clocks if isinstance(controller, Digital) else ()

    def seeds(self, run: int) -> list[np.random.SeedSequence | None]:
        """Return the seed of the random numbers of each task of a run; None for tasks without any.

        Each task has its own numbers, so that portions of the run do not matter. A run with a seed of its own has the
        numbers of a single run with that seed.
        """
        controller, (seed, number) = self.loop.controller, self.seed(run)
        widths = controller.draws if isinstance(controller, Digital) else ()
        return [np.random.SeedSequence((seed, number, k)) if width else None for k, width in enumerate(widths)]

    def seed(self, run: int) -> tuple[int, int]:
        """Return the seed of a run and its number: 0 for a run that has its own seed."""
        seeds = self.parameters.get("seed")
        if seeds is not None and np.ndim(seeds):
            return int(seeds[run if len(seeds) > 1 else 0]), 0
        return self.scenario.seed, run

    @property
    def task(self) -> TaskSpace | None:
        """The task of the controller, or of a path of the tip, to be checked for singularities; else None."""
        found = _space(self.scenario.law)
        if found is not None:
            return found
        model = self.scenario.control_model
        path = isinstance(self.scenario.desired, Path)
        return TaskSpace(model, "tip", "position") if path and not model.elastic and "tip" in model.frames else None

    @property
    def task_frame(self) -> str | None:
        """The frame that follows the reference; None if the joints do."""
        if self.task is not None:
            return self.task.frame
        return "tip" if isinstance(self.scenario.desired, Path) else None

    def phase(self, t: float) -> int:
        """Return the number of the closed loop that holds at t [s]."""
        return sum(begin <= t for begin, _ in self.phases) - 1

    def sampler(self) -> Sampler | None:
        """Return the law that Python calls at control instants; None for a law that is compiled."""
        if self.period is None or self.reason is None:
            return None
        scenario = self.scenario
        timing = cast(Digital, self.loop.controller).timing
        return Sampler(scenario.law, scenario.desired, scenario.plant_model, timing, self.loop.tuning)


def _space(law: Any) -> TaskSpace | None:
    """Return the task of a law, or of one inside it; None for laws of joints."""
    found = getattr(law, "space", None)
    inside = getattr(law, "inside", {}).values()
    return found if isinstance(found, TaskSpace) else next(filter(None, map(_space, inside)), None)


def _backlash(plant: Model) -> list[Scalar]:
    return [gear.backlash for gear in plant.backlashes]


@lru_cache(maxsize=16)
def _numbers(plant: Model, of: Callable[[Model], Sequence[Scalar]]) -> Program:
    """Return numbers of a plant as functions of its free parameters; zero for those that are not finite."""

    def numbers(parameters: Array) -> dict[str, Array]:
        found = of(plant.with_values(parameters))
        known = [value if not isinstance(value, float) or math.isfinite(value) else 0.0 for value in found]
        return {"numbers": np.array(known, dtype=object)}

    return record("numbers", numbers, {"parameters": len(plant.free)})
