"""The bounds of the state of a compiled loop: one trajectory stops where it leaves them, several are watched.

The margin of a state is the least of 0, x − lower and upper − x over its entries: 0 inside the bounds, else negative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from armillary.simulation.walk.arguments import NOT_FINITE, OUT_OF_BOUNDS, REPORT
from armillary.simulation.walk.values import Condition, Number, Vector

if TYPE_CHECKING:
    from armillary.simulation.walk.solver_loop import SolverLoop


class Bounds:
    """The part of a loop that watches the bounds; `watched` are the places of the states with bounds."""

    def __init__(self, loop: SolverLoop, watched: tuple[int, ...]) -> None:
        self.loop, self.code, self.wide, self.lanes = loop, loop.code, loop.wide, loop.shape.lanes
        self.arrays = (loop.x, Vector(loop.code, "%lower", loop.n), Vector(loop.code, "%upper", loop.n))
        self.watched = watched if self.lanes > 1 else ()
        self.least = self.wide.slot(0.0)
        """The least margin of each trajectory so far."""

    def step(self, leave: Callable[[Condition], None]) -> None:
        """Check the state after a step: one of several trajectories must not stop the others."""
        if self.lanes == 1:
            self._guard(leave)
        elif self.watched:
            self._watch()

    def end(self) -> None:
        """Report which of several trajectories have left the bounds."""
        if self.watched:
            crossed = self.wide.let(f"zext {self.wide.truth} {self.least.value < 0.0} to {self.wide.integer}")
            self.wide.store(crossed, self.code.at("%report", len(REPORT), "i64"), self.wide.integer, note=", align 8")

    def _guard(self, leave: Callable[[Condition], None]) -> None:
        """Stop where the state is not finite or out of bounds."""
        value = self._margin()
        finite = self.code.compare("ord", value, value)
        self.loop.fail(NOT_FINITE, ~finite, leave)
        self.loop.fail(OUT_OF_BOUNDS, value < 0.0, leave)

    def _watch(self) -> None:
        """Keep the least margin of each trajectory; NaN does not count."""
        least = self.least.value
        for place in self.watched:
            x, low, high = (array.entry(place, self.lanes).value for array in self.arrays)
            least = self.wide.least(high - x, self.wide.least(x - low, least))
        self.least.set(least)

    def _margin(self) -> Number:
        """Return the margin of the state, or NaN where x is not finite."""
        code = self.code
        margins: dict[int, tuple[Number, Number]] = {}
        for place, wide in code.spans(self.loop.n):
            x, low, high = (Number(wide, wide.part_of(array, place)) for array in self.arrays)
            least, unknown = margins.get(wide.lanes, (Number(wide, wide.number(0.0)), Number(wide, wide.number(0.0))))
            # x − x is zero, NaN where x is not finite.
            margins[wide.lanes] = wide.least(high - x, wide.least(x - low, least)), unknown + (x - x)
        values = [both[0] + both[1] for both in margins.values()]
        total = Number(code, values[0].code.reduced("fminimum", values[0].name))
        for value in values[1:]:
            total = code.minimum(total, Number(code, value.code.reduced("fminimum", value.name)))
        return total
