"""Many robots of one scenario that are stepped together, each at its own time of an episode, for learning.

All robots walk through the same steps of a period P of actions (`walk.runs`), each from its own state. e periods of its
episode have passed for a robot, so that its time is
    t = e P + t′,   0 ≤ t′ < P                                                                            (1)
Instants of tasks are the same in every period if each control period divides P. Tasks before the first instant of their
clock, and those that are due once, are left out robot by robot:
    c ← task(clock, x, p, w)   where   first ≤ t ≤ last                                                   (2)
What jumps in time (pushes that begin or end) jumps at a step: the time inside of a piecewise function is the middle of
the step. An action is the constant reference of the control law, the last entries of p: targets of the scenario's
controller, or, without a controller, the efforts themselves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from armillary.compiler.kernel import Kernel
from armillary.compiler.llvm.writer import DOUBLE, Scalar, vector
from armillary.compiler.program import Program
from armillary.errors import ArgumentError
from armillary.files.words import shortened
from armillary.multibody.coordinates import joint_count, joint_size
from armillary.simulation import checks
from armillary.simulation.capabilities import require
from armillary.simulation.gradients.plan import Plan
from armillary.simulation.loop.digital import Digital
from armillary.simulation.loop.loop import Loop
from armillary.simulation.loop.prepare import loop_of
from armillary.simulation.noise import in_lanes
from armillary.simulation.references import Constant
from armillary.simulation.scenario import Scenario
from armillary.simulation.schedule import NEXT_TO_NOTHING, Clock, StepTable, schedule
from armillary.simulation.signals import DesiredMotion
from armillary.simulation.solvers import Solver
from armillary.simulation.walk.runs import STATE, Interval, KernelStructure, RunCode, RunWriter
from armillary.simulation.walk.values import Condition, Number, Vector
from armillary.spatial.scalar import Floats

PERIOD = "period"
"""The kind of the kernel, and its name."""
ACTIONS = ("efforts", "targets")


@dataclass(frozen=True)
class Periods(KernelStructure):
    """The structure of the kernel of a period."""

    bounds: tuple[tuple[float, float], ...]
    """First and last instant of each task [s], (2), with a tolerance for rounding; infinite without a bound."""

    def arrays(self, kind: str) -> tuple[str, ...]:
        """Return the names of the arrays of robots: `begins` is the time of the episode at the start [s], in double."""
        return (*STATE, "differing_p", "x_out", "c_out", "begins")

    def functions(self, kind: str) -> list[str]:
        """Return the names of f and the tasks."""
        return ["f", *(f"task{k}" for k in range(len(self.streams)))]

    def write(self, kind: str, code: RunCode, lanes: int = 1) -> None:
        """Write the kernel."""
        PeriodWriter(kind, self, code, lanes)


class PeriodWriter(RunWriter):
    """Writes the kernel of a period."""

    structure: Periods

    def _period(self) -> None:
        code, kind = self.code, vector("double", self.lanes)
        self.read_start()
        self._begin = code.load(code.row("begins", kind="double").pointer, kind, ", align 8")
        self.method.write(self)
        code.copy(Vector(code, code.row("x_out").pointer, self.n), self.x)
        if self.changing:
            code.copy(Vector(code, code.row("c_out").pointer, self.changing), self.c)

    def begin_interval(self, interval: Interval) -> None:
        """Do the tasks."""
        self._set_inside(interval, "0.5")
        self.call_tasks(interval)

    def begin_step(self, interval: Interval, count: str) -> None:
        """Set the time inside to the middle of the step."""
        taken = self.code.let(f"sitofp i64 {count} to double")
        self._set_inside(interval, self.code.let(f"fadd double {taken}, 0.5"))

    def _set_inside(self, interval: Interval, steps: str) -> None:
        self.clock.entry(1, self.lanes).set(self._after(interval, steps))

    def time(self, interval: Interval, count: str) -> Number:
        """Return the time [s] of each robot some steps after the start of an interval, (1)."""
        return self._after(interval, self.code.let(f"sitofp i64 {count} to double"))

    def start_time(self, interval: Interval) -> Number:
        """Return the time [s] of each robot at the start of an interval."""
        return self._after(interval, "0.0")

    def _after(self, interval: Interval, steps: str) -> Number:
        """Return the time [s] of each robot some steps, a double, after the start of an interval."""
        after = self.code.let(f"fmul contract double {steps}, {interval.h}")
        return self.rounded_in_lanes(self._of_robots(self.code.let(f"fadd contract double {interval.t0}, {after}")))

    def _of_robots(self, time: str) -> str:
        """Return a time of the period, a double, as that of each robot, (1)."""
        return self.wide.let(
            f"fadd {vector('double', self.lanes)} {self._begin}, {in_lanes(self.wide, time, 'double')}"
        )

    def call_task(self, k: int, interval: Interval) -> None:
        """Write a task, (2)."""
        first, last = self.structure.bounds[k]
        if first == -math.inf and last == math.inf:
            super().call_task(k, interval)
            return
        wide, kind = self.wide, vector("double", self.lanes)
        t = self._of_robots(interval.t0)
        low = wide.let(f"fcmp oge {kind} {t}, {in_lanes(wide, DOUBLE.literal(first), 'double')}")
        high = wide.let(f"fcmp ole {kind} {t}, {in_lanes(wide, DOUBLE.literal(last), 'double')}")
        acts = Condition(wide, low) & Condition(wide, high)
        if self.lanes == 1:
            with self.code.when(acts):
                super().call_task(k, interval)
            return
        before = self.code.vector(self.changing)
        self.code.copy(before, self.c)
        super().call_task(k, interval)
        for j in range(self.structure.changing):
            entry = self.c.entry(j, self.lanes)
            entry.set(wide.choose(acts, entry.value, before.entry(j, self.lanes).value))


@dataclass(frozen=True, eq=False)
class Episodes:
    """A closed loop in periods: see the module. `plan` has the schedule of one period."""

    plan: Plan
    period: float
    """P [s]."""
    actions: int
    """Number of entries of an action, the last of p."""

    @property
    def loop(self) -> Loop:
        """The closed loop."""
        return self.plan.loop

    @cached_property
    def structure(self) -> Periods:
        """The structure of the kernel."""
        products, slack = self.plan.structure, NEXT_TO_NOTHING * self.period
        bounds = [
            (
                clock.offset - slack if clock.offset > slack else -math.inf,
                math.inf if clock.most is None else clock.offset + (clock.most - 1) * clock.period + slack,
            )
            for clock in self.loop.clocks
        ]
        return Periods(products.method, products.sizes, products.changing, products.streams, tuple(bounds))

    @property
    def steps(self) -> StepTable:
        """The steps of a period."""
        return self.plan.steps

    @property
    def programs(self) -> list[Program]:
        """F and the tasks."""
        return self.plan.programs("forward", 0)

    def kernels(self, kind: str, phase: int, scalar: Scalar = DOUBLE) -> list[Kernel]:
        """Return the native code of f and the tasks."""
        return self.plan.kernels("forward", 0, scalar)

    @property
    def differing(self) -> tuple[int, ...]:
        """Places of the action in p."""
        size = self.structure.sizes.m
        return tuple(range(size - self.actions, size))

    @property
    def parts(self) -> tuple[slice, slice]:
        """Places of coordinates and velocities in the state."""
        return self.loop.layout.q, self.loop.layout.v

    def starts(self, q0: Any = None, qd0: Any = None) -> tuple[Floats, Floats]:
        """Return the states and the numbers c of robots at the start of an episode, (N, n) and (N, changing).

        Args:
            q0: Coordinates of each robot, (N, nq); default those of the scenario, for one robot.
            qd0: Velocities of each robot, (N, nv); default as q0.
        """
        loop, n, changing = self.loop, self.structure.sizes.n, self.structure.changing
        if q0 is not None:
            loop = replace(loop, scenario=replace(loop.scenario, q0=q0, qd0=qd0))
        return loop.start[:, :n], loop.p_of(range(changing), slice(0, loop.count))

    @cached_property
    def readings(self) -> dict[str, slice]:
        """Places of the readings of sensors in c, by the names of the sensors."""
        controller = self.loop.equations.controller
        if not isinstance(controller, Digital):
            return {}
        first = controller.places["y"].start
        mounted = controller.sensing.mounted.items()
        return {name: slice(first + sensor.reading.start, first + sensor.reading.stop) for name, sensor in mounted}


def episodes(scenario: Scenario, action: str, period: float, solver: Solver) -> Episodes:
    """Return a scenario in periods [s], with the efforts of the joints or the targets of its controller as actions.

    Raises:
        ArgumentError: The scenario cannot be compiled, has several starts, or an instant does not fit the period.
    """
    if action not in ACTIONS:
        raise ArgumentError("action", shortened(action), f"one of {', '.join(ACTIONS)}")
    if (scenario.controller is None) != (action == "efforts"):
        law_words = "no controller" if scenario.controller is None else "a controller"
        raise ArgumentError("action", f"{action!r} with {law_words}", "efforts without, or targets with a controller")
    if scenario.reference:
        raise ArgumentError("reference", "given", "none: actions take its place")
    checks.explicit(solver)
    checks.steps(solver, period)
    size = joint_count(scenario.control_model) if action == "efforts" else joint_size(scenario.control_model)
    resting = np.zeros(size) if action == "efforts" else scenario.starts[0, :size]
    law = _efforts if action == "efforts" else scenario.controller
    loop = loop_of(replace(scenario, controller=law, reference=Constant(resting)), reusable=True)
    require(loop, "an environment")
    clocks = tuple(_within_period(clock, period) for clock in loop.clocks)
    table = schedule(period, (), clocks, period, solver.step)
    _check_switches(loop.switches, table.table, period)
    return Episodes(Plan(loop, table, solver.name, ()), period, size)


def _efforts(t: Any, q: Any, qd: Any, reference: DesiredMotion) -> Any:
    """Return the efforts that were given in the place of a reference."""
    return reference.position


def _within_period(clock: Clock, period: float) -> Clock:
    """Return the instants of a clock in every period, as if it had none before its first one."""
    if clock.most is not None:
        clock = Clock(period, clock.offset)
    count = period / clock.period
    if abs(count - round(count)) > NEXT_TO_NOTHING * count or round(count) < 1:
        problem = f"{clock.period:g} s in actions of {period:g} s"
        raise ArgumentError("period", problem, "a control period that divides the time between actions")
    offset = math.fmod(clock.offset, clock.period)
    # 0.3 s are 15 periods of 0.02 s, though the remainder of the rounded numbers is nearly a whole period.
    return Clock(clock.period, 0.0 if clock.period - offset < NEXT_TO_NOTHING * period else offset)


def _check_switches(switches: Sequence[float], steps: StepTable, period: float) -> None:
    """Raise an `ArgumentError` for an instant within a step, since robots are not cut there."""
    t0, h, _ = steps.times.T
    for instant in switches:
        passed = max(instant, 0.0) % period
        interval = int(np.searchsorted(t0, passed + NEXT_TO_NOTHING * period, side="right")) - 1
        taken = (passed - t0[interval]) / h[interval]
        if abs(taken - round(taken)) > 1e-6 and passed < period * (1 - NEXT_TO_NOTHING):
            problem = f"a push, or another part of the scenario, that begins or ends at {instant:g} s"
            expected = f"instants at steps of {h[interval]:g} s"
            raise ArgumentError("scenario", problem, expected, "give solver= with a step that divides them")
