"""Joint speeds beyond their limits and efforts of end stops, at the steps of a compiled loop.

A speed beyond its limit neither stops a run nor cuts a step. For each watched speed s = |v| with the limit s₁, and for
the effort s of each side of an end stop (`walk.stops`) with the limit 0, the loop keeps when s first exceeds s₁, when
it last returns, how often, and the greatest s with its time. Between the ends a and b of a step the crossing is that of
a straight line,
    t = t_a + (t_b − t_a) (s₁ − s_a) / (s_b − s_a)                                                            (1)
Everything is carried from interval to interval in one array (`FIELDS`), which also has the limits: they are numbers of
the run, not of the code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from armillary.simulation.drives.stops import CONTACT, Side
from armillary.simulation.walk.stops import StopEfforts
from armillary.simulation.walk.values import Number, Slot, Vector
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.simulation.walk.solver_loop import SolverLoop

FIELDS = ("limit", "before", "first", "first_step", "last", "last_step", "greatest", "when", "count", "quiet")
"""Numbers of each watched speed: limit and present speed; time of the first excess and of the last return [s], each
with the length of the step it lies in [s]; the greatest speed and its time [s]; how often the limit is exceeded; the
speed up to which a step brings no news."""


def at_start(limits: Floats, speeds: Floats, t: float = 0.0) -> Floats:
    """Return the array of speeds |v| at the start, (m,) or (m, lanes), shape (fields, m) or (fields, m, lanes).

    `speeds` may have efforts of end stops behind, whose limits are zero; a negative effort is none.
    """
    array = np.zeros((len(FIELDS), *speeds.shape))
    fields = dict(zip(FIELDS, array, strict=True))
    fields["limit"][: len(limits)] = limits.reshape(-1, *[1] * (speeds.ndim - 1))
    fields["before"][...], fields["greatest"][...] = speeds, np.maximum(speeds, 0.0)
    for name in ("first", "last", "when"):
        fields[name][...] = t
    fields["count"][...] = speeds > fields["limit"]
    fields["quiet"][...] = _quiet(speeds, fields["greatest"], fields["limit"])
    return array


def carry_on(now: Floats, so_far: Floats, t: float) -> None:
    """Continue an array `so_far` with another plant, from t [s] on: limits and efforts of stops may jump there."""
    old, fields = dict(zip(FIELDS, so_far, strict=True)), dict(zip(FIELDS, now, strict=True))
    before = fields["before"].copy()
    now[1:] = so_far[1:]
    fields["before"][...] = before
    was, over = old["before"] > old["limit"], before > fields["limit"]
    fields["first"][over & ~was & (old["count"] < 1)] = t
    fields["count"][over & ~was] += 1
    fields["last"][was & ~over] = t
    fields["quiet"][...] = _quiet(before, old["greatest"], fields["limit"])


def _quiet(speed: Floats, greatest: Floats, limit: Floats) -> Floats:
    """Return the speed up to which a step brings no news: none beyond the limit, where a return would be one."""
    return np.where(speed > limit, -np.inf, np.minimum(greatest, limit))


class Speeds:
    """The part of a loop that watches speeds, at `places` of the state, and the efforts of end stops."""

    def __init__(self, loop: SolverLoop, places: tuple[int, ...], sides: tuple[Side, ...] = ()) -> None:
        self.loop, self.wide, self.lanes, self.places = loop, loop.wide, loop.shape.lanes, places
        self.stops, self.count = StopEfforts(loop, sides), len(places) + len(sides)
        self.memory = Vector(loop.code, "%speeds", len(FIELDS) * self.count * self.lanes)

    def _entry(self, name: str, k: int) -> Slot:
        return self.memory.entry(FIELDS.index(name) * self.count + k, self.lanes)

    def step(self) -> None:
        """Update the fields after a step."""
        wide, code = self.wide, self.loop.code
        x, stops = self.loop.x, self.stops
        speeds = [wide.absolute(x.entry(place, self.lanes).value) for place in self.places]
        speeds += [stops.effort(side, x, stops.depth(side, x)) for side in stops.sides]
        news = Number(wide, wide.number(0.0))
        for k, speed in enumerate(speeds):
            news = wide.choose(speed > self._entry("quiet", k).value, 1.0, news)
        # Most steps bring no news: one comparison for each speed, and one branch for all.
        with code.when(Number(code, wide.reduced("fmaximum", news.name)) > 0.0):
            for k, speed in enumerate(speeds):
                self._keep(k, speed)
        for k, speed in enumerate(speeds):
            self._entry("before", k).set(speed)

    def _keep(self, k: int, speed: Number) -> None:
        """Keep a crossing of the limit, (1), and a greater speed; NaN is neither."""
        wide, start, end = self.wide, self.loop.option("previous"), self.loop.t.value
        fields = {name: self._entry(name, k) for name in FIELDS}
        limit, before, count = fields["limit"].value, fields["before"].value, fields["count"].value
        length = end - start
        begin, span, now = (Number(wide, wide.name_of(each)) for each in (start, length, end))
        at = begin + span * ((limit - before) / (speed - before))
        arrived, parted = at, at
        entered, left = (speed > limit) & (before <= limit), (before > limit) & (speed <= limit)
        if k >= len(self.places) and self.stops.sides[k - len(self.places)].rigid:
            arrived, parted = now, begin  # a step ends at an impact, and the rebound begins another one
            entered = entered | (speed > 2 * CONTACT)  # also where one step is the whole flight between two impacts
        first = entered & (count < 0.5)
        for name, value, where in (
            ("first", arrived, first), ("first_step", span, first), ("last", parted, left), ("last_step", span, left),
            ("when", now, speed > fields["greatest"].value),
        ):  # fmt: skip
            fields[name].set(wide.choose(where, value, fields[name].value))
        greatest = wide.greatest(speed, fields["greatest"].value)
        fields["greatest"].set(greatest)
        fields["quiet"].set(wide.choose(speed > limit, float("-inf"), wide.least(greatest, limit)))
        fields["count"].set(count + wide.choose(entered, 1.0, 0.0))
