"""The energy balance and the bending of links at the steps of a native loop.

    b = E − W − W_e + E_d                                                          (1)
keeps its value at the start but for the error of the solver. The loop keeps the least and the greatest b, two numbers
for each trajectory, so that no recording is too coarse to see the error. The steps of a single trajectory are
collected and (1) is computed for `TOGETHER` of them at once, in the lanes of the machine.
The loop also keeps the state in which a flexible link is bent furthest, with its time, by the numbers e that
`closed_loop.balance` has beside b.
Runs of more than `LOOKS` steps of fixed length look at every second, …, at most every `TOGETHER`th step, and at the
last one of each stretch: (1) costs as much as a part of ẋ, and would slow down short steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from armillary.simulation.native.values import Number, Vector
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.simulation.native.loop import Loop

TOGETHER = 8
"""Number of steps of a single trajectory for which (1) is computed at once."""


LOOKS = 1000
"""Number of steps of fixed length up to which each is looked at."""


def stride(steps: float) -> int:
    """Return how many of the fixed steps of a run there are from one look to the next."""
    return int(min(max(steps // LOOKS, 1), TOGETHER))


def unseen(lanes: int = 1) -> Floats:
    """Return the least and the greatest b before any step, shape (2, lanes)."""
    return np.repeat([[np.inf], [-np.inf]], lanes, axis=1)


def straight(lanes: int, states: int) -> Floats:
    """Return e, the time and the state of the furthest bending before any step, shape (lanes, 2 + states)."""
    return np.hstack([np.full((lanes, 1), -np.inf), np.full((lanes, 1 + states), np.nan)])


class Balance:
    """The part of a loop that keeps the least and the greatest b and, with `bent`, the state that is bent furthest."""

    def __init__(self, loop: Loop, bent: bool) -> None:
        self.loop, self.code, self.lanes = loop, loop.code, loop.shape.lanes
        self.count = self.lanes if self.lanes > 1 else TOGETHER
        self.found, self.since = self.code.vector(self.count), self.code.counter(0)
        self.bent = self.code.vector(self.count) if bent else None
        self.times = self.code.vector(self.count) if bent else None
        self.p = Vector(self.code, "%p", loop.shape.parameters)
        if self.lanes == 1:
            n, m = loop.shape.states, loop.shape.parameters
            self.states, self.taken = self.code.vector(TOGETHER * n), self.code.counter(0)
            given, self.p = self.p, self.code.vector(TOGETHER * m)
            for k in range(TOGETHER):
                if self.times is not None:
                    self.times.at(k).set(loop.t.value)
                self.code.copy(self.states.part(k * n, n), loop.x)
                self.code.copy(self.p.part(k * m, m), given)

    def step(self) -> None:
        """Look at the state after a step, if it is time."""
        self.since.add()
        with self.code.when(~self.since.below(self.loop.whole("stride"))):
            self._take()

    def _take(self) -> None:
        self.since.set(0)
        if self.lanes > 1:
            for lane in range(self.lanes):
                if self.times is not None:
                    self.times.at(lane).set(self.loop.t.value)
            self._look(self.loop.x)
            return
        if self.times is not None:
            self.times.at(self.taken.get()).set(self.loop.t.value)
        self.code.copy(self.states.row(self.taken.get(), self.loop.n), self.loop.x)
        self.taken.add()
        with self.code.when(~self.taken.below(TOGETHER)):
            self._look(self.states)
            self.taken.set(0)

    def end(self) -> None:
        """Look at the last state and at the steps that are left; the other collected states are earlier ones."""
        with self.code.when(~self.since.below(1)):
            self._take()
        if self.lanes == 1:
            with self.code.when(~self.taken.below(1)):
                self._look(self.states)

    def _look(self, states: Vector) -> None:
        """Take (1) of some states into the extremes; b that is not a number does not count."""
        given = (states, self.p, self.found, *([] if self.bent is None else [self.bent]))
        arrays = ", ".join(f"ptr {array.pointer}" for array in given)
        self.code.do(f"call void %balance(i64 {self.count}, {arrays})")
        extremes = Vector(self.code, "%extremes", 2 * self.lanes)
        for row, how in enumerate(("minnum", "maxnum")):
            kept = extremes.part(row * self.lanes, self.lanes)
            if self.lanes == 1:
                value = kept.at(0).value.name
                for place, wide in self.code.spans(self.count):
                    one = wide.reduced({"minnum": "fmin", "maxnum": "fmax"}[how], wide.part_of(self.found, place))
                    value = self.code.call(how, value, one)
                kept.at(0).set(Number(self.code, value))
            else:
                for place, wide in self.code.spans(self.lanes):
                    both = wide.call(how, wide.part_of(kept, place), wide.part_of(self.found, place))
                    wide.store(both, kept.at(place).pointer, note=", align 8")
        if self.bent is not None and self.times is not None:
            self._bend(states, self.bent, self.times)

    def _bend(self, states: Vector, bent: Vector, times: Vector) -> None:
        """Keep the state with the greatest e of each trajectory."""
        n = self.loop.shape.states
        for k in range(self.count):
            row = Vector(self.code, "%worst", 0).row(str(k if self.lanes > 1 else 0), 2 + n)
            with self.code.when(bent.at(k).value > row.at(0).value):
                row.at(0).set(bent.at(k).value)
                row.at(1).set(times.at(k).value)
                self.code.copy(row.part(2, n), states.part(k * n, n))
