"""The closed loop of a scenario: its equations, the starts of its runs and their parameters p."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.program import Program, evaluate, record
from armillary.errors import ArgumentError, ConvergenceError
from armillary.files.words import unknown
from armillary.formulations.equilibrium import gear_numbers
from armillary.multibody import Model
from armillary.simulation import checks
from armillary.simulation.controllers.task_space import TaskSpace
from armillary.simulation.drives.drives import drive_starts, drive_states
from armillary.simulation.loop.digital import Digital, Held, Sampler, timing_of
from armillary.simulation.loop.equations import Equations
from armillary.simulation.loop.standstill import Rest, Standstill
from armillary.simulation.loop.state import Layout
from armillary.simulation.loop.switching import consistent
from armillary.simulation.loop.varied import Motions, motions, unequal
from armillary.simulation.noise import Origins, key
from armillary.simulation.references.path import Path
from armillary.simulation.schedule import MOST_CLOCKS, Clock, Schedule, schedule
from armillary.simulation.signals import free_states, state_names
from armillary.simulation.starting import settled
from armillary.spatial.scalar import Array, Floats, Scalar

if TYPE_CHECKING:
    from armillary.simulation.scenario import Scenario


@dataclass(frozen=True, eq=False)
class Loop:
    """A scenario ready to run or to be exported: everything that does not depend on solver and duration."""

    scenario: Scenario
    phases: tuple[tuple[float, Equations], ...]
    """The equations of each plant with the time [s] from which they hold."""
    period: float | None = None
    """Control period of a sampled law, or of its parts without another one [s]."""
    reason: str | None = None
    """Why the law cannot be compiled."""
    parameters: Mapping[str, Floats] = field(default_factory=dict)
    """Values of free parameters by name: a number, or one for each run."""
    lifted: Mapping[str, Floats] = field(default_factory=dict)
    """Gains of the controller by name, which are entries of p so that other gains reuse compiled code."""

    @property
    def equations(self) -> Equations:
        """The equations at the start."""
        return self.phases[0][1]

    @property
    def has_chosen_period(self) -> bool:
        """Whether scenario or controller have a control period; a law that Python calls gets one anyway."""
        return timing_of(self.scenario) is not None

    @property
    def layout(self) -> Layout:
        """The places of the parts of the state."""
        return self.equations.layout

    @cached_property
    def switches(self) -> tuple[float, ...]:
        """The instants at which something is not smooth [s], changes of the plant included."""
        # The closed loop may be that of an earlier scenario with the same structure, but with other switches.
        switches = replace(self.equations, reference=self.scenario.desired).switches
        return tuple(sorted({*switches, *(t for t, _ in self.phases[1:])}))

    def schedule(self, duration: float, spacing: float, step: float | None = None, pieces: int = 0) -> Schedule:
        """Return when a run is cut and recorded: see `simulation.schedule.schedule`."""
        if len(self.clocks) > MOST_CLOCKS:
            problem = f"parts and sensors with {len(self.clocks)} different clocks"
            raise ArgumentError("controller", problem, f"at most {MOST_CLOCKS}")
        for clock in self.clocks:
            if clock.most is None:
                checks.instants(clock.period, duration)
        begins = tuple(begin for begin, _ in self.phases)
        return schedule(duration, self.switches, tuple(self.clocks), spacing, step, begins, pieces)

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
        """Start of controller, windings and samples at rest; None where only the plant could start at rest.

        Raises:
            ConvergenceError: The scenario requires a start at rest, and a run has none.
        """
        scenario, equations = self.scenario, self.equations
        timing = equations.controller.timing if isinstance(equations.controller, Digital) else None
        inductive = any(winding.described.inductance for winding in equations.plant.windings)
        waits = timing is not None and bool(timing.commands_under_way or timing.offset)
        has_states = bool(scenario.law.states) or inductive or waits
        required = scenario.start is not None
        if scenario.start == "undeformed" or not (has_states or required):
            return None
        problem = ""
        if self.reason is not None or type(equations.controller) is Held:
            problem = "the control law cannot be compiled" if self.reason else "efforts come from outside"
        moving = np.any(self.plain_start[:, self.layout.v] != 0, axis=1)
        if not problem and np.all(moving if not required else np.any(moving)):
            problem = "joints move at the start"
        if problem and required:
            raise ConvergenceError(f"no start at rest: {problem}; leave out start={scenario.start!r}")
        if problem:
            return None
        x, p = self.plain_start.copy(), self._p(self._plain_p, np.arange(self.count))
        still = self._at_rest(x[~moving], p[~moving])
        x[~moving], p[~moving] = still.x, still.p
        at_rest = ~moving
        at_rest[~moving] = still.at_rest
        rest = Rest(x, p, at_rest, still.problem or "joints move")
        if required and not np.all(rest.at_rest):
            run = f"run {int(np.argmin(rest.at_rest))}: " if self.stacked else ""
            hint = "leave out start=, or give states by name, x0={…}"
            raise ConvergenceError(f"{run}the closed loop does not rest at its start: {rest.problem}; {hint}")
        return rest

    @cached_property
    def rest_depends(self) -> bool:
        """Whether the states at rest of the first run depend on parameters, other than by the sag of the plant."""
        if self.rest is None or not self.parameters or not np.any(self.rest.at_rest):
            return False
        places = [self.equations.place(name) for name in self.equations.parameters if name in self.parameters]
        return self._standstill.depends(self.rest.x[0], self.rest.p[0], places)

    def _at_rest(self, x: Floats, p: Floats) -> Rest:
        """Return the start at rest near states (N, size) and p (N, m); runs without one stay as they are."""
        still = self._standstill.solve(x, p)
        if self._unlimited is not None and not np.all(still.at_rest):
            # Saturated efforts have zero slope: start Newton's method from the solution without limits.
            guess = self._unlimited.solve(x[~still.at_rest], p[~still.at_rest])
            still = still.completed(self._standstill.solve(guess.x, guess.p))
        if self.equations.switching.sticking and not np.all(still.at_rest):
            # Efforts that hold the robot come first; without them a joint may still rest by its dry friction.
            by_friction = self._standstill_of(self.equations, sticking=True)
            still = still.completed(by_friction.solve(x[~still.at_rest], p[~still.at_rest]))
        return still

    @cached_property
    def _standstill(self) -> Standstill:
        """The equations of the start at rest."""
        return self._standstill_of(self.equations)

    @cached_property
    def _unlimited(self) -> Standstill | None:
        """The same for actuators without limits; None where they have none."""
        windings, limits = [], [*self.equations.effort_limits]
        for winding in self.equations.plant.windings:
            limits += [winding.described.current, winding.described.voltage]
            own = replace(winding.own, current=np.inf, voltage=np.inf)
            described = replace(winding.described, current=np.inf, voltage=np.inf)
            windings.append(replace(winding, own=own, described=described))
        if not np.isfinite(limits).any():
            return None
        plant = self.equations.plant.changed(windings=tuple(windings))
        return self._standstill_of(replace(self.equations, plant=plant, effort_limits=()))

    def _standstill_of(self, equations: Equations, sticking: bool = False) -> Standstill:
        scenario = self.scenario
        solved = (*free_states(scenario.law), *(True,) * len(drive_states(equations.plant)))
        fixed_by_law = frozenset(name for name, free in zip(self.state_names, solved, strict=True) if not free)
        fixed = fixed_by_law | {name for name, _ in scenario.x0}
        return Standstill(equations, self.state_names, fixed, scenario.start == "bumpless", sticking)

    @cached_property
    def state_names(self) -> tuple[str, ...]:
        """Names of the states of the law, sampled or not, then of the drives."""
        law = (f"controller.{name}" for name in state_names(self.scenario.law))
        return (*law, *(state.name for state in drive_states(self.equations.plant)))

    @cached_property
    def _x0(self) -> dict[int, Floats]:
        """Values of x0=, a number or one for each run, by their place among the names of states."""
        by_place: dict[int, Floats] = {}
        for name, value in self.scenario.x0:
            if name not in self.state_names:
                what = "a state of the controller or of the drives"
                raise ArgumentError("x0", *unknown(name, self.state_names, what))
            by_place[self.state_names.index(name)] = np.asarray(value, dtype=float)
        if self.reason is not None and any(k < self.scenario.law.states for k in by_place):
            hint = "give its start, as in arm.controllers.Discrete(function, start=[…])"
            raise ArgumentError("x0", "states of a control law that Python calls", "states of drives", hint)
        return by_place

    def check_start_names(self) -> None:
        """Raise an `ArgumentError` for a name in x0= that is no state, or a state that only Python knows."""
        _ = self._x0

    @property
    def start_words(self) -> str:
        """Where the runs start, as a phrase."""
        words, rest = self.scenario.start_words, self.rest
        if rest is None:
            return words
        if np.all(rest.at_rest):
            return f"{words}, " + ("bumpless" if self.scenario.start == "bumpless" else "at rest")
        runs = f"{np.count_nonzero(~rest.at_rest)} runs are" if self.stacked else "it is"
        return f"{words}; {runs} not at rest there: {rest.problem}"

    @cached_property
    def plain_start(self) -> Floats:
        """States at the start of each run with those of the law and the windings at their own start, (N, size)."""
        layout, scenario = self.layout, self.scenario
        x = np.zeros((self.count, layout.size))
        rows = scenario.starts
        if self.equations.plant.free and scenario.sags:  # runs with other parameters sag differently
            rows = np.repeat(rows, self.count // len(rows), axis=0)
            rows = settled(self.equations.plant, rows, self._free_values, self.numbers(gear_numbers))
        x[:, : rows.shape[1]] = self._in_contact(rows) if scenario.sags else rows
        if not isinstance(self.equations.controller, Held):
            x[:, layout.c] = scenario.law_starts
        x[:, layout.m] = self.equations.switching.start(x[:, layout.v])
        x[:, layout.d] = self.numbers(drive_starts)
        in_p = scenario.law.states - layout.controller  # states of a sampled law are entries of p
        for k, value in self._x0.items():
            if k >= in_p:
                x[:, layout.c.start + k - in_p] = value
        if self.equations.switching.gaps:
            # Backlash does not depend on the controller. Friction does: its modes are found when the run begins.
            first = layout.m.start + len(self.equations.switching.sticking)
            gaps = slice(first, first + len(self.equations.switching.gaps))
            p = self._p(self._plain_p, np.arange(self.count))
            x[:, gaps] = consistent(self.equations, np.zeros((self.count, 2)), x, p)[:, gaps]
        return x

    def _in_contact(self, rows: Floats) -> Floats:
        """Return states of equilibrium, shape (N, …), with rotors moved through the backlash to the loaded flank."""
        gears, states = self.equations.plant.backlashes, np.array(np.broadcast_to(rows, (self.count, rows.shape[1])))
        for gear, width in zip(gears, self.numbers(_backlash).T if gears else (), strict=True):
            states[:, gear.drive.q.start] += np.sign(gear.drive.deflection(states)) * width / 2
        return states

    @cached_property
    def _free_values(self) -> Floats:
        """Values of the free parameters of the plant in each run, shape (N, free)."""
        first, count = self.equations.changing, len(self.equations.plant.free)
        return self._p(self._plain_p, np.arange(self.count))[:, first : first + count]

    def numbers(self, of: Callable[[Model], Sequence[Scalar]], phase: int = 0) -> Floats:
        """Return numbers of a plant model in each run, shape (N, count), with its free parameters in place."""
        plant = self.phases[phase][1].plant
        nominal = np.tile(np.asarray(of(plant), dtype=float), (self.count, 1))
        if not plant.free or not nominal.size:
            return nominal
        values = evaluate(_numbers(plant, of), {"parameters": self._free_values})["numbers"]
        return np.where(np.isfinite(nominal), values, nominal)

    @cached_property
    def count(self) -> int:
        """Number of runs."""
        arrays = (self.scenario.starts, *self.parameters.values(), *(value for _, value in self.scenario.x0))
        lengths = {len(value) for value in arrays if np.ndim(value)} - {1}
        if len(lengths) > 1:
            raise unequal(lengths)
        return max(lengths, default=1)

    def p(self, runs: int | NDArray[np.int64] = 0) -> Floats:
        """Return the parameters p of a run, shape (m,), or of several, (n, m), at their start: see `Equations`."""
        return self._p(self._parts_of_p, runs)

    @staticmethod
    def _p(parts: tuple[Floats, list[tuple[slice, Floats]]], runs: int | NDArray[np.int64]) -> Floats:
        """Return p of one or several runs from common values (m,) and places whose values differ, each (N, …)."""
        common, differing = parts
        p = np.empty((*np.shape(runs), len(common)))
        p[...] = common
        for place, values in differing:
            p[..., place] = values[runs]
        return p

    def p_of(self, places: Sequence[int], runs: slice) -> Floats:
        """Return some entries of p of several runs, shape (n, places)."""
        common, differing = self._parts_of_p
        p = np.empty((runs.stop - runs.start, len(places)))
        p[:] = common[list(places)]
        for place, values in differing:
            columns = [k for k, entry in enumerate(places) if place.start <= entry < place.stop]
            if [places[k] for k in columns] == [*range(place.start, place.stop)]:  # whole rows are copied quickest
                p[:, columns[0] : columns[-1] + 1] = values[runs]
            elif columns:
                p[:, columns] = values[runs][:, [places[k] - place.start for k in columns]]
        return p

    @cached_property
    def places_of_runs(self) -> tuple[int, ...]:
        """Places of p in which runs may differ."""
        return tuple(sorted({k for place, _ in self._parts_of_p[1] for k in range(place.start, place.stop)}))

    @cached_property
    def _parts_of_p(self) -> tuple[Floats, list[tuple[slice, Floats]]]:
        """Values of p that all runs share, shape (m,), and the places whose values differ, each (N, …)."""
        common, differing = self._plain_p
        if self.rest is None or not isinstance(self.equations.controller, Digital):
            return common, differing
        changing = slice(0, self.equations.changing)
        at_rest = self.rest.p[:, changing]
        if len(at_rest) > 1:
            return common, [*differing, (changing, at_rest)]
        return np.concatenate([at_rest[0], common[changing.stop :]]), differing

    @cached_property
    def _plain_p(self) -> tuple[Floats, list[tuple[slice, Floats]]]:
        """The same with the states of the law at their own start, and without held efforts."""
        equations, controller = self.equations, self.equations.controller
        parts: list[tuple[slice, Any]] = []
        if isinstance(controller, Held):
            parts.append((slice(equations.held, equations.changing), [controller.memory]))
        if isinstance(controller, Digital) and controller.law is not None:
            x0 = {k: value for k, value in self._x0.items() if k < controller.law.states}
            runs = max([len(self.scenario.law_starts), *(np.size(value) for value in x0.values())])
            z = np.array(np.broadcast_to(self.scenario.law_starts, (runs, controller.law.states)))
            for k, value in x0.items():
                z[:, k] = value
            parts.append((controller.places["z"], z))
        for k, name in enumerate(equations.parameters, equations.changing):
            value = self.parameters[name] if name in self.parameters else self.lifted[name]
            parts.append((slice(k, k + 1), np.reshape(value, (-1, 1))))
        if equations.free_motion and self.scenario.reference is not None:
            parts.append((equations.motion, self.motions.numbers))
        elif equations.free_motion:  # without a reference each run stays at its own start
            place = equations.motion
            parts.append((place, self.scenario.starts[:, : place.stop - place.start]))
        common = np.zeros(equations.size_of_p)
        for place, values in parts:
            common[place] = values[0]
        return common, [(place, np.asarray(values)) for place, values in parts if len(values) > 1]

    @cached_property
    def motions(self) -> Motions:
        """The references of the runs."""
        return motions(self.scenario, self.parameters)

    @property
    def clocks(self) -> tuple[Clock, ...]:
        """Clocks of the tasks of a sampled law; none for a continuous law."""
        controller = self.equations.controller
        return controller.clocks if isinstance(controller, Digital) else ()

    @property
    def streams(self) -> tuple[tuple[int, ...], ...]:
        """The streams of random numbers of each task; none for a continuous law."""
        controller = self.equations.controller
        return controller.streams if isinstance(controller, Digital) else ()

    def origins(self, runs: Iterable[int]) -> Origins:
        """Return the origins of the random numbers of some runs: the key and the number of each, shape (2, N).

        A run with its own seed has the numbers of a single run with that seed.
        """
        seeds = [self.seed(run) for run in runs]
        return np.array([[key(seed) for seed, _ in seeds], [number for _, number in seeds]], dtype=np.uint64)

    def seed(self, run: int) -> tuple[int, int]:
        """Return the seed of a run and its number: 0 for a run that has its own seed."""
        seeds = self.parameters.get("seed")
        if seeds is not None and np.ndim(seeds):
            return int(seeds[run if len(seeds) > 1 else 0]), 0
        return self.scenario.seed, run

    @property
    def task_space(self) -> TaskSpace | None:
        """The task space of the controller, or of a path of the tip, to be checked for singularities; else None."""
        of_law = _task_space(self.scenario.law)
        if of_law is not None:
            return of_law
        model = self.scenario.control_model
        path = isinstance(self.scenario.desired, Path)
        return TaskSpace(model, "tip", "position") if path and not model.elastic and "tip" in model.frames else None

    @property
    def task_frame(self) -> str | None:
        """The frame that follows the reference; None if the joints do."""
        if self.task_space is not None:
            return self.task_space.frame
        return "tip" if isinstance(self.scenario.desired, Path) else None

    def phase(self, t: float) -> int:
        """Return the number of the closed loop that holds at t [s]."""
        return sum(begin <= t for begin, _ in self.phases) - 1

    def sampler(self) -> Sampler | None:
        """Return the law that Python calls at control instants; None for a law that is compiled."""
        if self.period is None or self.reason is None:
            return None
        timing = cast(Digital, self.equations.controller).timing
        return Sampler(self.equations, self.scenario.law, timing)


def _task_space(law: Any) -> TaskSpace | None:
    """Return the task space of a law, or of the first of its inner laws that has one; None for joint space."""
    space = getattr(law, "space", None)
    if isinstance(space, TaskSpace):
        return space
    inner = getattr(law, "inside", {}).values()
    return next(filter(None, map(_task_space, inner)), None)


def _backlash(plant: Model) -> list[Scalar]:
    return [gear.backlash for gear in plant.backlashes]


@lru_cache(maxsize=16)
def _numbers(plant: Model, of: Callable[[Model], Sequence[Scalar]]) -> Program:
    """Return numbers of a plant as functions of its free parameters; zero in place of infinite numbers."""

    def numbers(parameters: Array) -> dict[str, Array]:
        values = of(plant.with_values(parameters))
        finite = [value if not isinstance(value, float) or math.isfinite(value) else 0.0 for value in values]
        return {"numbers": np.array(finite, dtype=object)}

    return record("numbers", numbers, {"parameters": len(plant.free)})
