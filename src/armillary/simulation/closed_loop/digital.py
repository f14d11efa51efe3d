"""Sampled laws: everything that changes at instants, as programs that the native driver calls.

A law is asked at the instants o + k T, and its command u acts from o + k T + d on: N = ⌈d / T⌉ commands are on their
way. Parts of a law with other periods are asked at their own instants, by further tasks, and hold their outputs, which
are states of the law (`controllers.composition`). Where several are due, the slowest goes first. The command acts from
each of these instants on; with a delay or a hold of order 1, commands are those at o + k T.
    c = (h, s, z, r, y):   held efforts with their slope, states of the law, commands, memory of sensors    (1)
    ask:   u, z ← law(t, q, v, z, y),   r ← (u, r_1, r_2, …)                                               (2)
    act:   h ← r_N,   s ← (r_N − r_{N+1}) / T,   t_a ← t        at once if there is no delay: h ← u, …     (3)
    τ = h   with a hold of order 0,   τ = h + s (t − t_a)   with a hold of order 1                          (4)
c is the first part of p, see `ClosedLoop`. Before the first command acts, efforts are those of a start at rest
(`closed_loop.standstill`), else zero; the first command has no slope. Sensors are sampled by tasks before `ask`
(`closed_loop.sensing`); the law sees q and v as they give them.
A law that cannot be compiled is called by Python, which samples its sensors, too, and writes u in the place of z.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from armillary.compiler.program import Program, record
from armillary.expr.pointwise import less, where
from armillary.multibody import Model
from armillary.multibody.coordinates import velocity_names
from armillary.simulation.closed_loop.momentum import exchange
from armillary.simulation.closed_loop.sensing import Sensing
from armillary.simulation.drives.windings import joint_currents
from armillary.simulation.signals import Controller, Signal, Stateless, advanced
from armillary.simulation.timeline import NEXT_TO_NOTHING, Clock
from armillary.spatial.scalar import Array, Floats, Scalar

if TYPE_CHECKING:
    from armillary.simulation.closed_loop.closed_loop import ClosedLoop


Task = Callable[[Array, Array, Array, Array], dict[str, Array]]
"""Returns the next c from clock, x, p and w."""


class Timing(NamedTuple):
    """When a law is asked and when its command acts: period T, offset o and delay d [s], order of the hold.

    `others` are the clocks of parts of the law that differ from (T, o).
    """

    period: float
    offset: float = 0.0
    delay: float = 0.0
    hold: int = 0
    others: tuple[Clock, ...] = ()

    @property
    def main(self) -> Clock:
        """The instants o + k T."""
        return Clock(self.period, self.offset)

    @property
    def asks(self) -> tuple[Clock, ...]:
        """All clocks at which the law, or a part of it, is asked, the slowest first."""
        return tuple(sorted((self.main, *self.others), key=lambda clock: (-clock.period, clock.offset)))

    def due(self, clock: Clock) -> frozenset[Clock | None] | None:
        """Return the clocks that are due in the task of a clock, as `Signal.due` has them."""
        if not self.others:
            return None
        return frozenset([clock, *([None] if clock == self.main else [])])

    @property
    def under_way(self) -> int:
        """N, the number of commands that are on their way."""
        return math.ceil(self.delay / self.period - NEXT_TO_NOTHING)

    @property
    def clocks(self) -> tuple[Clock, ...]:
        """The clocks of the tasks: `act`, where there is a delay, and then those of `asks`."""
        # A delay within rounding of N periods is N periods: otherwise `act` could come just after `ask`.
        delay = min(self.delay, self.under_way * self.period)
        return (*([Clock(self.period, self.offset + delay)] if self.under_way else []), *self.asks)


@dataclass(frozen=True, eq=False)
class Held(Stateless):
    """Efforts that come from outside the equations: the first entries of p."""

    model: Model
    switches: tuple[float, ...] = ()

    @property
    def memory(self) -> Floats:
        """The numbers behind the held efforts, the rest of (1), at the start."""
        return np.zeros(0)

    def effort(self, signal: Signal) -> Array:
        """Return the held efforts, shape (nv,)."""
        return signal.held[: self.model.nv]


@dataclass(frozen=True, eq=False)
class Digital(Held):
    """A law that is evaluated at instants, (2) and (3)."""

    _: KW_ONLY
    law: Controller | None
    """None for a law that Python calls."""
    timing: Timing
    sensing: Sensing

    @cached_property
    def places(self) -> dict[str, slice]:
        """Places of the parts of c, (1): since has t_a and the number of commands that have acted."""
        nv, hold = self.model.nv, self.timing.hold
        states = nv if self.law is None else self.law.states
        sizes = {"h": nv, "s": nv * hold, "since": 2 * hold, "z": states, "r": nv * (self.timing.under_way + hold)}
        sizes["y"] = self.sensing.size
        ends = np.cumsum([0, *sizes.values()]).tolist()
        return {name: slice(ends[k], ends[k + 1]) for k, name in enumerate(sizes)}

    def meaning(self, k: int) -> tuple[str, str]:
        """Return what entry k of c belongs to in words, and the coordinate of an effort."""
        name, place = next((name, place) for name, place in self.places.items() if place.start <= k < place.stop)
        number = k - place.start
        if name == "y":
            sensor = next(each for each, own in self.sensing.placed.items() if number < own.memory.stop)
            return f"reading of the sensor {sensor!r}", ""
        if name == "z" and self.law is not None:
            return f"controller's state number {number}", ""
        effort = velocity_names(self.model)[number % self.model.nv]
        return f"controller's effort for {effort}", effort

    @property
    def memory(self) -> Floats:
        """The numbers behind the held efforts at the start: zeros, but for the states of the law."""
        found = np.zeros(self.places["y"].stop)
        if self.law is not None:
            found[self.places["z"]] = self.law.start()
        return found[self.model.nv :]

    @property
    def clocks(self) -> tuple[Clock, ...]:
        """The clocks of the tasks: those of sensors, then those of the law."""
        return (*self.sensing.clocks, *self.timing.clocks)

    @property
    def draws(self) -> tuple[int, ...]:
        """Number of random numbers for each instant of each task."""
        return (*self.sensing.draws, *(0 for _ in self.timing.clocks))

    @property
    def silent(self) -> int:
        """Tasks, as bits, that the driver leaves to Python: those of sensors, where Python calls the law."""
        return (1 << len(self.sensing.tasks)) - 1 if self.law is None else 0

    def effort(self, signal: Signal) -> Array:
        """Return the efforts, (4), shape (nv,)."""
        h = super().effort(signal)
        if not self.timing.hold:
            return h
        return h + signal.held[self.places["s"]] * (signal.t - signal.held[self.places["since"].start])

    def updates(self, loop: ClosedLoop, momenta: bool) -> tuple[Program, ...]:
        """Return the tasks as programs of clock, x, p and w; `momenta` is for x with momenta in place of velocities."""
        count, nv = self.timing.under_way, self.model.nv

        def act(clock: Array, x: Array, p: Array, w: Array) -> dict[str, Array]:
            c = {name: p[place] for name, place in self.places.items()}
            commands = [c["r"][k * nv : (k + 1) * nv] for k in (count - 1, count)]
            return self._next(c, self._act(c, clock[0], *commands))

        def ask(due: Clock) -> Task:
            def asked(clock: Array, x: Array, p: Array, w: Array) -> dict[str, Array]:
                c = {name: p[place] for name, place in self.places.items()}
                u, z = self._asked(loop, (clock, x, p), momenta, due)
                if due != self.timing.main:
                    acts = not count and not self.timing.hold
                    return self._next(c, {"z": z} | ({"h": u} if acts else {}))
                new = {} if count else self._act(c, clock[0], u, c["r"][:nv])
                return self._next(c, new | {"z": z, "r": np.array([*u, *c["r"]], dtype=object)[: len(c["r"])]})

            return asked

        def sense(due: Clock) -> Task:
            def sensed(clock: Array, x: Array, p: Array, w: Array) -> dict[str, Array]:
                c = {name: p[place] for name, place in self.places.items()}
                now = loop.at(clock[0].graph, clock, self._with_velocities(loop, x, p, momenta), p)
                return self._next(c, {"y": self.sensing.sampled(now, c["y"], w, due)})

            return sensed

        tasks = [*map(sense, self.sensing.tasks), *([act] if count else []), *map(ask, self.timing.asks)]
        both = zip(tasks, self.draws, strict=True)
        return tuple(record("update", each, {**loop.inputs, "w": max(1, width)}) for each, width in both)

    def _with_velocities(self, loop: ClosedLoop, x: Array, p: Array, momenta: bool) -> Array:
        """Return the state with velocities, where it has momenta in their place."""
        if not momenta:
            return x
        found = np.array(x, dtype=object)
        q, moving = x[loop.layout.q], x[loop.layout.v]
        (found[loop.layout.v],) = exchange(loop.plant, "velocity").inline(x[0].graph, q=q, qd=moving, **loop.free(p))
        return found

    def _next(self, c: Mapping[str, Array], new: Mapping[str, Array]) -> dict[str, Array]:
        """Return all of c with some new parts."""
        return {"next": np.concatenate([np.asarray(new.get(name, values), dtype=object) for name, values in c.items()])}

    def _act(self, c: Mapping[str, Array], t: Scalar, u: Array, before: Array) -> dict[str, Array]:
        """Return the parts of c from the instant on at which the command u acts, (3)."""
        if not self.timing.hold:
            return {"h": u}
        known = less(0.0, c["since"][1])
        slope = [
            where(known, (now - then) * (1 / self.timing.period), 0.0) for now, then in zip(u, before, strict=True)
        ]
        return {"h": u, "s": np.array(slope), "since": np.array([t, c["since"][1] + 1.0])}

    def _asked(
        self, loop: ClosedLoop, at: tuple[Array, Array, Array], momenta: bool, due: Clock
    ) -> tuple[Array, Array]:
        """Return the command and the next states of the law, (2), at an instant of one of its clocks."""
        clock, x, p = at
        if self.law is None:
            return p[self.places["z"]], p[self.places["z"]]
        state = self._with_velocities(loop, x, p, momenta)
        currents = self._currents(loop, clock, state, p)
        q, v, measured = self.sensing.seen(p[self.places["y"]], state[loop.layout.q], state[loop.layout.v])
        law, desired = self.law, loop.reference
        if loop.tuning is not None:
            law, desired, _ = loop.tuning.at(loop.tuned(p))
        motion = desired.motion(clock[0], clock[1])
        period, clocks = self.timing.period, self.timing.due(due)
        given = (clock[0], q, v, p[self.places["z"]], motion, np.zeros(0), clock[1], period, clocks, currents)
        alone = momenta or bool(self.sensing.placed)  # or the task shares values with ẋ (`ClosedLoop.ahead`)
        signal = Signal(*given, measured, None if alone else loop.plant)
        return np.asarray(law.effort(signal)), advanced(law, signal, period)

    @staticmethod
    def _currents(loop: ClosedLoop, clock: Array, x: Array, p: Array) -> Array | None:
        """Return the currents of the motors of the joints, as the commands before the instant drive them."""
        motors = loop.at(clock[0].graph, clock, x, p).motors if loop.plant.windings else None
        return None if motors is None else joint_currents(loop.plant, list(motors.currents))
