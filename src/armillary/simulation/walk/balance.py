"""The energy balance, the bending of links and the momentum at the steps of a compiled loop.

    b = E − W − W_e + E_d                                                          (1)
keeps its value at the start but for the error of the solver. The loop keeps the least and the greatest b, two numbers
for each trajectory, so that no recording is too coarse to see the error. The steps of a single trajectory are
collected and (1) is computed for `TOGETHER` of them at once, in the lanes of the machine. Short intervals, as those
between control instants, collect on where the one before ended.
The loop also keeps the state in which a flexible link is bent furthest, with its time, by the numbers e that
`Equations.balance` has beside b. Of a robot that floats freely it keeps the greatest |h − h₀|² of the angular and of
the linear momentum, h₀ at the start.
Runs of more than `LOOKS` steps of fixed length look at every second, …, at most every `TOGETHER`th step, and at the
last one of the run: (1) costs as much as a part of ẋ, and would slow down short steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from armillary.simulation.walk.values import Number, Vector
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.simulation.walk.solver_loop import SolverLoop

KEPT = (("balance", "min"), ("balance", "max"), ("angular", "max"), ("linear", "max"))
"""Outputs of `Equations.balance` of which the loop keeps the least or the greatest number: the rows of `extremes`."""
TOGETHER = 8
"""Number of steps of a single trajectory for which (1) is computed at once."""


LOOKS = 1000
"""Runs of more fixed steps have at least this many looks at the balance."""


def stride(steps: float) -> int:
    """Return how many of the fixed steps of a run there are from one look to the next."""
    return int(min(max(steps // LOOKS, 1), TOGETHER))


UNSEEN = np.array([[np.inf if how == "min" else -np.inf] for _, how in KEPT])
"""The numbers that `KEPT` lists before any step, shape (4, 1)."""


def unseen(lanes: int = 1) -> Floats:
    """Return the numbers that `KEPT` lists before any step, shape (4, lanes)."""
    return np.repeat(UNSEEN, lanes, axis=1)


def straight(lanes: int, states: int) -> Floats:
    """Return e, the time and the state of the furthest bending before any step, shape (2 + states, lanes)."""
    worst = np.full((2 + states, lanes), np.nan)
    worst[0] = -np.inf
    return worst


def memory(states: int, parameters: int) -> Floats:
    """Return memory for steps of a single trajectory: states, times [s], and the constant values p and momentum."""
    return np.empty(TOGETHER * (states + 1 + parameters + 6))


def fill(memory: Floats, t: float, x: Floats, p: Floats, start: Floats) -> None:
    """Fill the memory with the state x at t [s] in place of all steps."""
    end = 0
    for part in (x, t, p, start.ravel()):
        begin, end = end, end + TOGETHER * np.size(part)
        memory[begin:end].reshape(TOGETHER, -1)[:] = part


class Balance:
    """The part of a loop that keeps the extremes of `KEPT` and the state of the furthest bending, as far as `seen`."""

    def __init__(self, loop: SolverLoop, seen: tuple[str, ...]) -> None:
        self.loop, self.code, self.lanes = loop, loop.code, loop.shape.lanes
        self.count = self.lanes if self.lanes > 1 else TOGETHER
        self.numbers = {name: self.code.vector(self.count) for name in seen}
        self.since, self.taken = loop.limit("since"), loop.limit("taken")
        self.times: Vector | None = None
        self.constant = [Vector(self.code, "%p", loop.shape.parameters)]
        self.constant += [Vector(self.code, "%start", 6)] if "angular" in seen else []
        if self.lanes == 1:
            sizes = [TOGETHER * size for size in (loop.shape.states, 1, loop.shape.parameters, 6)]
            memory, places = Vector(self.code, "%collected", sum(sizes)), np.cumsum([0, *sizes]).tolist()
            parts = [memory.part(place, size) for place, size in zip(places, sizes, strict=False)]
            self.states, self.constant = parts[0], parts[2 : 2 + len(self.constant)]
            self.times = parts[1] if "bending" in seen else None

    def step(self) -> None:
        """Take the state after every `stride`th step."""
        self.since.add()
        with self.code.when(~self.since.below(self.loop.limit_value("stride"))):
            self._collect()

    def _collect(self) -> None:
        """Evaluate the states of all lanes, or collect the state of a single trajectory until there are enough."""
        self.since.set(0)
        if self.lanes > 1:
            self._evaluate(self.loop.x)
            return
        if self.times is not None:
            self.times.at(self.taken.get()).set(self.loop.t.value)
        self.code.copy(self.states.row(self.taken.get(), self.loop.n), self.loop.x)
        self.taken.add()
        with self.code.when(~self.taken.below(TOGETHER)):
            self._evaluate(self.states)
            self.taken.set(0)

    def end(self) -> None:
        """Take the last state and evaluate the collected ones; the rest of the memory has earlier states again."""
        with self.code.when(~self.since.below(1)):
            self._collect()
        if self.lanes == 1:
            with self.code.when(~self.taken.below(1)):
                self._evaluate(self.states)
                self.taken.set(0)

    def _evaluate(self, states: Vector) -> None:
        """Evaluate (1) at some states and update the extremes; NaN does not count."""
        arrays = ", ".join(f"ptr {array.pointer}" for array in (states, *self.constant, *self.numbers.values()))
        count = f"i64 {self.count}, " if self.lanes == 1 else ""
        self.code.do(f"call void %balance({count}{arrays})")
        extremes = Vector(self.code, "%extremes", len(KEPT) * self.lanes)
        for row, (name, how) in enumerate(KEPT):
            if name not in self.numbers:
                continue
            numbers, extreme = self.numbers[name], extremes.part(row * self.lanes, self.lanes)
            if self.lanes == 1:
                value = extreme.at(0).value.name
                for place, wide in self.code.spans(self.count):
                    value = self.code.call(f"{how}num", value, wide.reduced(f"f{how}", wide.part_of(numbers, place)))
                extreme.at(0).set(Number(self.code, value))
            else:
                for place, wide in self.code.spans(self.lanes):
                    both = wide.call(f"{how}num", wide.part_of(extreme, place), wide.part_of(numbers, place))
                    wide.store(both, extreme.at(place).pointer, note=", align 8")
        if "bending" in self.numbers:
            self._keep_furthest(states, self.numbers["bending"])

    def _keep_furthest(self, states: Vector, bent: Vector) -> None:
        """Keep the state with the greatest e of each trajectory."""
        n, lanes, worst = self.loop.shape.states, self.lanes, Vector(self.code, "%worst", 0)
        for k in range(self.count):
            lane = k if lanes > 1 else 0
            with self.code.when(bent.at(k).value > worst.at(lane).value):
                worst.at(lane).set(bent.at(k).value)
                worst.at(lanes + lane).set(self.loop.t.value if self.times is None else self.times.at(k).value)
                for j in range(n):
                    value = states.at(j * lanes + lane if lanes > 1 else k * n + j).value
                    worst.at((2 + j) * lanes + lane).set(value)
