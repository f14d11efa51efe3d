"""Sampled control laws: everything that changes at instants, as programs that the compiled driver calls.

A law with the period T, the offset o and the delay d computes a command u at each control instant o
+ k T; u acts from o + k T + d on, so that N = ⌈d / T⌉ commands are under way. Parts of the law with
other periods compute at their own instants, by further tasks, and hold their outputs, which are
states of the law (`controllers.composition`). Where several tasks are due, the slowest goes first.
Without delay the command acts from each of these instants on; with a delay, or a hold of order 1,
commands are those at o + k T alone. The numbers that change at instants are
    c = (h, s, t_a, z, r, y)                                                                                (1)
held efforts h and their slope s, the time t_a since which they act, states z of the law, commands r
under way, and the memory y of sensors. Tasks change them:
    ask:   u, z ← law(t, q, v, z, y),   r ← (u, r_1, r_2, …)                                               (2)
    act:   h ← r_N,   s ← (r_N − r_{N+1}) / T,   t_a ← t;      without delay at once:  h ← u, …            (3)
    τ = h   with a hold of order 0,      τ = h + s (t − t_a)   with a hold of order 1                      (4)
c is the first part of p (`Equations`). Before the first command acts, efforts are those of a start
at rest (`loop.standstill`), else zero; the first command has no slope. Tasks of sensors come
before `ask` (`loop.sensing`), and the law reads q and v as sensors give them.

A law that cannot be compiled is called by Python, which samples its sensors as well, and writes u
in place of z.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from armillary.compiler.program import Program, record
from armillary.errors import ArgumentError
from armillary.expr.pointwise import less, where
from armillary.multibody import Model
from armillary.multibody.coordinates import velocity_names
from armillary.simulation.controllers.composition import clocks_of
from armillary.simulation.drives.windings import joint_currents
from armillary.simulation.loop.momentum import exchange
from armillary.simulation.loop.sensing import Sensing
from armillary.simulation.schedule import NEXT_TO_NOTHING, Clock
from armillary.simulation.signals import Controller, Readings, Signal, Stateless, advanced
from armillary.spatial.scalar import Array, Floats, Scalar

if TYPE_CHECKING:
    from armillary.simulation.loop.equations import Equations
    from armillary.simulation.scenario import Scenario


SampledStep = Callable[[Array, Array, Array, Array], dict[str, Array]]
"""One task: returns the next c from clock, x, p and random numbers w."""


class Timing(NamedTuple):
    """When a law computes and when its command acts."""

    period: float
    """T [s]."""
    offset: float = 0.0
    """o [s]."""
    delay: float = 0.0
    """d [s]."""
    hold: int = 0
    """Order of the hold, 0 or 1."""
    others: tuple[Clock, ...] = ()
    """Clocks of parts of the law that differ from (T, o)."""

    @property
    def main(self) -> Clock:
        """The instants o + k T."""
        return Clock(self.period, self.offset)

    @property
    def asks(self) -> tuple[Clock, ...]:
        """All clocks at which the law, or a part of it, computes, the slowest first."""
        return tuple(sorted((self.main, *self.others), key=lambda clock: (-clock.period, clock.offset)))

    def due(self, clock: Clock) -> frozenset[Clock | None] | None:
        """Return the clocks that are due in the task of a clock, as `Signal.due` has them."""
        if not self.others:
            return None
        return frozenset([clock, *([None] if clock == self.main else [])])

    @property
    def commands_under_way(self) -> int:
        """N, the number of commands that have been computed and do not act yet."""
        return math.ceil(self.delay / self.period - NEXT_TO_NOTHING)

    @property
    def clocks(self) -> tuple[Clock, ...]:
        """The clocks of the tasks: `act`, where there is a delay, and then those of `asks`."""
        # A delay within rounding of N periods is N periods: otherwise `act` could come just after `ask`.
        delay = min(self.delay, self.commands_under_way * self.period)
        return (*([Clock(self.period, self.offset + delay)] if self.commands_under_way else []), *self.asks)


def timing_of(scenario: Scenario) -> Timing | None:
    """Return the timing of a sampled law; None for a continuous law.

    Parts of the law without a period have that of the scenario; without that, the shortest of the others.
    """
    clocks = clocks_of(scenario.controller, scenario.law)
    part_clocks = sorted(clock for clock in clocks if clock is not None)
    if scenario.period is None and not part_clocks:
        return None
    main = part_clocks[0] if scenario.period is None else Clock(scenario.period, scenario.offset)
    if None not in clocks and main not in part_clocks:
        # No part of the law would compute at the instants of the scenario.
        texts = [_clock_text(clock) for clock in (main, *part_clocks)]
        expected = "one of these, or parts without a period, which have that of the scenario"
        raise ArgumentError("period", f"{texts[0]} for a controller with {', '.join(texts[1:])}", expected)
    others = tuple(clock for clock in part_clocks if clock != main)
    return Timing(main.period, main.offset, scenario.delay, scenario.hold, others)


def _clock_text(clock: Clock) -> str:
    return f"{clock.period:g} s" + (f" from {clock.offset:g} s" if clock.offset else "")


@dataclass(frozen=True, eq=False)
class Held(Stateless):
    """Efforts that come from outside the equations of motion: the first entries of p."""

    model: Model
    switches: tuple[float, ...] = ()

    @property
    def memory(self) -> Floats:
        """The entries of c behind the held efforts at the start of a run."""
        return np.zeros(0)

    def effort(self, signal: Signal) -> Array:
        """Return the held efforts, shape (nv,)."""
        return signal.held[: self.model.nv]


@dataclass(frozen=True, eq=False)
class Digital(Held):
    """A law that computes at control instants, (2) and (3)."""

    _: KW_ONLY
    law: Controller | None
    """The law; None for one that Python calls."""
    timing: Timing
    sensing: Sensing

    @cached_property
    def places(self) -> dict[str, slice]:
        """Places of the parts of c, (1); `since` has t_a and the number of commands that have acted so far."""
        nv, hold = self.model.nv, self.timing.hold
        states = nv if self.law is None else self.law.states
        commands = self.timing.commands_under_way + hold  # a slope needs one command before the acting one
        sizes = {"h": nv, "s": nv * hold, "since": 2 * hold, "z": states, "r": nv * commands, "y": self.sensing.size}
        ends = np.cumsum([0, *sizes.values()]).tolist()
        return {name: slice(ends[k], ends[k + 1]) for k, name in enumerate(sizes)}

    def meaning(self, k: int) -> tuple[str, str]:
        """Return what entry k of c is, as a phrase, and the name of its coordinate if it is an effort."""
        name, place = next((name, place) for name, place in self.places.items() if place.start <= k < place.stop)
        number = k - place.start
        if name == "y":
            sensor = next(label for label, mounted in self.sensing.mounted.items() if number < mounted.memory.stop)
            return f"reading of the sensor {sensor!r}", ""
        if name == "z" and self.law is not None:
            return f"controller's state number {number}", ""
        effort = velocity_names(self.model)[number % self.model.nv]
        return f"controller's effort for {effort}", effort

    @property
    def memory(self) -> Floats:
        """The entries of c behind the held efforts at the start: states of the law, and zeros."""
        c = np.zeros(self.places["y"].stop)
        if self.law is not None:
            c[self.places["z"]] = self.law.start()
        return c[self.model.nv :]

    @property
    def clocks(self) -> tuple[Clock, ...]:
        """The clocks of the tasks: those of sensors, then those of the law."""
        return (*self.sensing.clocks, *self.timing.clocks)

    @property
    def streams(self) -> tuple[tuple[int, ...], ...]:
        """The streams of random numbers of each task, one for two entries of w."""
        return (*self.sensing.streams, *(() for _ in self.timing.clocks))

    @property
    def silent(self) -> int:
        """Tasks that the driver leaves to Python, as bits: those of sensors, where Python calls the law."""
        return (1 << len(self.sensing.tasks)) - 1 if self.law is None else 0

    def effort(self, signal: Signal) -> Array:
        """Return the efforts, (4), shape (nv,)."""
        h = super().effort(signal)
        if not self.timing.hold:
            return h
        return h + signal.held[self.places["s"]] * (signal.t - signal.held[self.places["since"].start])

    def updates(self, equations: Equations, momenta: bool) -> tuple[Program, ...]:
        """Return the tasks as programs of clock, x, p and w.

        Args:
            equations: Those of the closed loop that the law belongs to.
            momenta: Whether x has momenta in place of velocities.
        """
        N, nv = self.timing.commands_under_way, self.model.nv

        def act(clock: Array, x: Array, p: Array, w: Array) -> dict[str, Array]:
            c = {name: p[place] for name, place in self.places.items()}
            r_N, r_before = (c["r"][k * nv : (k + 1) * nv] for k in (N - 1, N))
            return self._next(c, self._act(c, clock[0], r_N, r_before))

        def ask(due: Clock) -> SampledStep:
            def asked(clock: Array, x: Array, p: Array, w: Array) -> dict[str, Array]:
                c = {name: p[place] for name, place in self.places.items()}
                u, z = self._command(equations, (clock, x, p), momenta, due)
                if due != self.timing.main:
                    # A part of the law changes the command between control instants, unless it is delayed or ramped.
                    acts = not N and not self.timing.hold
                    return self._next(c, {"z": z} | ({"h": u} if acts else {}))
                acting = {} if N else self._act(c, clock[0], u, c["r"][:nv])
                r = np.array([*u, *c["r"]], dtype=object)[: len(c["r"])]
                return self._next(c, acting | {"z": z, "r": r})

            return asked

        def sense(due: Clock) -> SampledStep:
            def sensed(clock: Array, x: Array, p: Array, w: Array) -> dict[str, Array]:
                c = {name: p[place] for name, place in self.places.items()}
                now = equations.at(clock[0].graph, clock, self._with_velocities(equations, x, p, momenta), p)
                return self._next(c, {"y": self.sensing.sampled(now, c["y"], w, due)})

            return sensed

        tasks = [*map(sense, self.sensing.tasks), *([act] if N else []), *map(ask, self.timing.asks)]
        sizes = [max(1, 2 * len(streams)) for streams in self.streams]
        pairs = zip(tasks, sizes, strict=True)
        return tuple(record("update", task, {**equations.inputs, "w": size}) for task, size in pairs)

    def _with_velocities(self, equations: Equations, x: Array, p: Array, momenta: bool) -> Array:
        """Return the state with velocities, from one that may have momenta in their place."""
        if not momenta:
            return x
        state = np.array(x, dtype=object)
        q, momentum = x[equations.layout.q], x[equations.layout.v]
        (state[equations.layout.v],) = exchange(equations.plant, "velocity").inline(
            x[0].graph, q=q, qd=momentum, **equations.free(p)
        )
        return state

    def _next(self, c: Mapping[str, Array], new: Mapping[str, Array]) -> dict[str, Array]:
        """Return all of c, with some parts replaced, as the output of a task."""
        parts = [np.asarray(new.get(name, values), dtype=object) for name, values in c.items()]
        return {"next": np.concatenate(parts)}

    def _act(self, c: Mapping[str, Array], t: Scalar, u: Array, before: Array) -> dict[str, Array]:
        """Return the parts of c that change at the instant t from which the command u acts, (3)."""
        if not self.timing.hold:
            return {"h": u}
        has_before = less(0.0, c["since"][1])  # the first command has no slope
        rate = 1 / self.timing.period
        slope = [where(has_before, (u_k - before_k) * rate, 0.0) for u_k, before_k in zip(u, before, strict=True)]
        return {"h": u, "s": np.array(slope), "since": np.array([t, c["since"][1] + 1.0])}

    def _command(
        self, equations: Equations, at: tuple[Array, Array, Array], momenta: bool, due: Clock
    ) -> tuple[Array, Array]:
        """Return the command and the next states of the law, (2), at an instant of one of its clocks."""
        clock, x, p = at
        if self.law is None:
            return p[self.places["z"]], p[self.places["z"]]
        state = self._with_velocities(equations, x, p, momenta)
        currents = self._currents(equations, clock, state, p)
        q, v, measured = self.sensing.measured(
            p[self.places["y"]], state[equations.layout.q], state[equations.layout.v]
        )
        law, desired, _ = equations.bind(equations.tuned(p))
        motion = desired.motion(clock[0], clock[1])
        period, clocks = self.timing.period, self.timing.due(due)
        # At exact coordinates the task may share values with ẋ (`Equations.ahead`), at measured ones it cannot.
        alone = momenta or bool(self.sensing.mounted)
        plant = None if alone else equations.plant
        z, held = p[self.places["z"]], np.zeros(0)
        signal = Signal(clock[0], q, v, z, motion, held, clock[1], period, clocks, currents, measured, plant)
        return np.asarray(law.effort(signal)), advanced(law, signal, period)

    @staticmethod
    def _currents(equations: Equations, clock: Array, x: Array, p: Array) -> Array | None:
        """Return the currents of the joints' motors just before the instant, as the commands held until then cause."""
        motors = equations.at(clock[0].graph, clock, x, p).motors if equations.plant.windings else None
        return None if motors is None else joint_currents(equations.plant, list(motors.currents))


Measured = tuple[Floats, Floats, Readings]
"""Coordinates, velocities and readings of sensors, as a law reads them."""


class Sampler:
    """A law that cannot be compiled: Python calls it with numbers at its control instants.

    Args:
        equations: Those of the closed loop.
        law: The law with the numbers of the scenario.
        timing: When it computes.
    """

    def __init__(self, equations: Equations, law: Controller, timing: Timing) -> None:
        self.equations, self.controller, self.reference = equations, law, equations.reference
        self.model, self.timing = equations.plant, timing
        self.calls, self.seconds = 0, 0.0
        """Number of calls, and their total time [s]."""
        self.state = np.zeros(law.states)
        """States of the law."""

    def begin(self, tuned: Floats) -> None:
        """Reset the states of the controller for a run whose free numbers have the values `tuned`."""
        self.calls, self.seconds = 0, 0.0
        law, self.reference, _ = self.equations.bind(tuned)
        if law is not None:  # None: no gain is free
            self.controller = law
        self.state[:] = self.controller.start()

    def efforts(self, clock: Clock, at: tuple[float, float], measured: Measured) -> Floats:
        """Return the efforts from an instant on, and advance the states of the law to the next instant.

        Args:
            clock: The clock that is due.
            at: The instant, and a time inside the interval that it begins [s].
            measured: q, qd and readings of sensors.
        """
        begun = time.perf_counter()
        try:
            tau, after = self._call(clock, at, measured)
        except Exception as error:
            error.add_note(f"in the controller, at t = {at[0]:.6g} s, q = {measured[0]}, qd = {measured[1]}")
            raise
        self.calls, self.seconds = self.calls + 1, self.seconds + time.perf_counter() - begun
        self.state[:] = after
        return tau

    def _call(self, clock: Clock, at: tuple[float, float], measured: Measured) -> tuple[Floats, Floats]:
        """Return the efforts and the next states of the law."""
        controller, nv, period = self.controller, self.model.nv, self.timing.period
        (t, inside), (q, qd, readings) = at, measured
        motion = self.reference.motion(t, inside)
        # Copies: a user's function may write into its arguments.
        signal = Signal(
            t, q.copy(), qd.copy(), self.state.copy(), motion, np.zeros(0), inside, period, self.timing.due(clock),
            measured=readings,
        )  # fmt: skip
        # A function returns efforts and states together and must be called once.
        both = controller.efforts_and_states(signal) if hasattr(controller, "efforts_and_states") else None
        efforts = controller.effort(signal) if both is None else both[0]
        try:
            tau = np.asarray(efforts, dtype=float)
        except (TypeError, ValueError):
            raise ArgumentError("controller", f"efforts {efforts!r}"[:80], f"{nv} numbers") from None
        if tau.shape != (nv,):
            raise ArgumentError("controller", f"efforts of shape {tau.shape}", f"{nv} numbers")
        return tau, np.asarray(advanced(controller, signal, period) if both is None else both[1], dtype=float)
