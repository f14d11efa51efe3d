"""Events inside the steps of a compiled loop: the crossing is located, the step ends there, modes of the state change.

A function of (clock, x, p) gives for each element, such as a joint with dry friction,
    g_i   the margin of its mode, below zero where the mode no longer holds,   and the mode that follows   (1)
and f as well, with which the next step begins. An element whose rate v is zero in mode 0 has the margin m v in the
modes m = ±1, so that no dynamics are needed while all of them move,
    G = min m_i v_i   where all m_i v_i ≠ 0                                                                 (2)
A step from t to t + h after which G = min g_i < 0 is repeated from t with other lengths until
    G(low) ≥ 0 > G(high),   high − low ≤ 2⁻⁵⁰ max(|t|, h)                                                   (3)
by inverse quadratic interpolation or bisection, as the last three trials allow [Chandrupatla1997]. It is the solver
that makes the state at each length: nothing is interpolated, and a length whose error is too large is a rejected step.
The step to t + high is kept, the first element with g_i < 0 gets its next mode, and (1) is computed again at the same
state, with other modes, until no margin is below zero: a principal pivoting with the least index, which ends for dry
friction [CottlePangStone2009, sect. 4.2]. An element whose next mode is 0 may have an entry of the state that is zero
in that mode, such as the rate of a joint that sticks.
Solvers with dense output compute G in the middle of a step, too, and where the parabola through its three values says
that G may be below zero inside the step, so that short excursions are not missed. Modes may also fail at the start of a
interval, where efforts jump.
All elements of all trajectories of a loop have events in common: a step ends for all of them where the first one does.

Rigid stops have impacts: where one of the modes `impacts` is above 1 after the pivoting, the function has solved an
impact (`loop.impacts`), and the state becomes its further output, the state after it. Then modes settle again.

The kinks of end stops (`walk.stops`) have margins as well, without modes: the step ends there, and nothing follows.
Where there are no other elements, no function (1) is called, and no dense output is computed for events.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from armillary.simulation.drives.stops import Side
from armillary.simulation.loop.switching import ROUNDS
from armillary.simulation.walk.stops import StopEfforts
from armillary.simulation.walk.values import Condition, Number, Slot, Vector

if TYPE_CHECKING:
    from armillary.simulation.walk.solver_loop import SolverLoop

CLOSE = 2.0**-50
TRIALS = 200
"""Trials after which a crossing counts as located."""
AGAIN, WHOLE, EVENT = 0.0, 1.0, 2.0
"""Verdicts on a step: to be repeated with another length, to be kept, to be kept and followed by an event."""

Element = tuple[int, int | None]
"""Places in the state of the mode and of the entry that is zero in mode 0."""


class Events:
    """The part of a loop that locates events."""

    def __init__(
        self,
        loop: SolverLoop,
        elements: tuple[Element, ...],
        kinks: tuple[Side, ...] = (),
        impacts: tuple[int, ...] = (),
    ) -> None:
        self.loop, self.code, self.elements, self.impacts = loop, loop.code, elements, impacts
        self.after = loop.vector() if impacts else None
        self.kinks = StopEfforts(loop, kinks) if kinks else None
        code, size = loop.code, len(elements) * loop.shape.lanes
        self.margins, self.modes = code.vector(size), code.vector(size)
        self.count, self.searching, self.verdict = loop.limit("events"), code.slot(0.0), code.slot(WHOLE)
        self.low, self.high, self.length = (code.slot(0.0) for _ in range(3))
        self.at_low, self.at_high, self.at_start = (code.slot(0.0) for _ in range(3))
        self.third, self.at_third = code.slot(0.0), code.slot(0.0)
        self.side, self.trials, self.finest, self.apart = (code.slot(0.0) for _ in range(4))
        self.watched = code.slot(1.0 if elements else 0.0)

    @property
    def active(self) -> Condition:
        """Whether a crossing is being located."""
        return self.searching.value > 0.0

    @property
    def too_many(self) -> Condition:
        """Whether the run has more events than it may have."""
        return ~self.count.below(self.loop.limit_value("most_events"))

    def _least(self, t: Number, x: Vector, settling: bool = False) -> Number:
        """Return G at a state; NaN does not count. `watched` says whether (1) was computed for it.

        While all elements move, (2) is G. Where that asks for another mode, `settling` needs (1).
        """
        code, least = self.code, self.code.slot(float("inf"))
        if self.elements:
            self.watched.set(1.0)
            moving = self._moving(x, least)
            if moving is not None:
                known = moving & (least.value > 0.0) if settling else moving
                self.watched.set(code.choose(known, 0.0, 1.0))
            with code.when(self.watched.value > 0.0):
                least.set(self._watch(t, x))
        if self.kinks is not None:
            kink = self.kinks.margin(x, x if settling else self.loop.before)
            least.set(code.least(kink, least.value))
        return least.value

    def _moving(self, x: Vector, least: Slot) -> Condition | None:
        """Write (2) to a slot and return whether it is G; None where an element has no rate."""
        code, wide, lanes = self.code, self.loop.wide, self.loop.shape.lanes
        if any(rate is None for _, rate in self.elements):
            return None
        least_product, size = wide.slot(float("inf")), wide.slot(float("inf"))
        for mode, rate in self.elements:
            ahead = x.entry(mode, lanes).value * x.entry(cast(int, rate), lanes).value
            least_product.set(wide.minimum(least_product.value, ahead))
            size.set(wide.minimum(size.value, wide.absolute(ahead)))
        least.set(Number(code, wide.reduced("fminimum", least_product.value.name)))
        return Number(code, wide.reduced("fminimum", size.value.name)) > 0.0

    def _watch(self, t: Number, x: Vector) -> Number:
        """Compute (1) at a state and return G."""
        code = self.code
        self.loop.set_clock(t)
        arrays = [x.pointer, "%p", self.margins.pointer, self.modes.pointer, "%ahead"]
        arrays += [self.after.pointer] if self.after is not None else []
        code.do(f"call void {self.loop.watch}(ptr %clock, {', '.join(f'ptr {pointer}' for pointer in arrays)})")
        least = code.slot(float("inf"))
        for start, wide in code.spans(self.margins.size):
            least_of_span = wide.reduced("fmin", wide.part_of(self.margins, start))
            least.set(Number(code, code.call("minnum", least.value.name, least_of_span)))
        return least.value

    def settle(self, t: Number) -> None:
        """Change modes at the state of the loop until all margins hold."""
        code, rounds = self.code, self.code.counter(0)
        with code.loop() as out:
            self.at_start.set(self._least(t, self.loop.x, settling=True))
            if not self.elements:
                out.leave_if(code.compare("oeq", 0.0, 0.0))
            settled = ~(self.at_start.value < 0.0)
            if self.after is not None:
                pending = self._pending()
                with code.when(settled & pending):
                    code.copy(self.loop.x, self.after)
                settled = settled & ~pending
            out.leave_if(settled)
            out.leave_if(~rounds.below(ROUNDS * self.margins.size))
            rounds.add()
            for lane in range(self.loop.shape.lanes):
                self._switch(lane)
        self._know()

    def _pending(self) -> Condition:
        """Return whether an impact of some trajectory is being solved."""
        code, wide, lanes = self.code, self.loop.wide, self.loop.shape.lanes
        most = wide.slot(0.0)
        for place in self.impacts:
            most.set(wide.greatest(self.loop.x.entry(place, lanes).value, most.value))
        return Number(code, wide.reduced("fmax", most.value.name)) > 1.5

    def _know(self) -> None:
        """Say whether `ahead` has f at the last state that G was computed for: (1) gives f, too."""
        known = self.watched.value > 0.0
        self.loop.limit("known").set(self.code.let(f"zext i1 {known} to i64"))

    def _switch(self, lane: int) -> None:
        """Give the first element of a trajectory whose margin is below zero its next mode."""
        code, done, lanes, x = self.code, self.code.slot(0.0), self.loop.shape.lanes, self.loop.x
        for e, (mode, rate) in enumerate(self.elements):
            with code.when((self.margins.at(e * lanes + lane).value < 0.0) & (done.value < 1.0)):
                done.set(1.0)
                self.count.add()
                following = self.modes.at(e * lanes + lane).value
                x.at(mode * lanes + lane).set(following)
                if rate is not None:
                    rate_state = x.at(rate * lanes + lane)
                    rate_state.set(code.choose(code.compare("oeq", following, 0.0), 0.0, rate_state.value))

    def judge(self, t: Number, step: Number, x: Vector, dense: Callable[[Vector, Number], None] | None = None) -> None:
        """Set the verdict on a step from t to the state x; `dense` writes the state at a fraction of the step."""
        code = self.code
        margin = code.slot(self._least(t + step, x))
        self.verdict.set(AGAIN)
        located = code.slot(self.searching.value)
        with code.when(located.value > 0.0):
            self._narrow(step, margin.value)
        with code.when(located.value <= 0.0):
            over = code.slot(step)
            if dense is not None:
                self._inside(t, step, dense, margin, over)
            with code.when(margin.value < 0.0):
                self._search(t, over.value, margin.value)
            with code.when(~(margin.value < 0.0)):
                self.verdict.set(WHOLE)
        with code.when(code.compare("oeq", self.verdict.value, WHOLE)):
            self.at_start.set(margin.value)
            if dense is None and not self.loop.quaternions:  # G was last computed at the end of the step
                self._know()

    def _inside(
        self, t: Number, step: Number, dense: Callable[[Vector, Number], None], margin: Slot, over: Slot
    ) -> None:
        """Evaluate (1) inside a step whose end has the least margin G, in `margin`.

        A violation inside replaces that margin, and the length of the step in `over`.
        """
        code, y, part = self.code, self.loop.vector(), self.code.slot(0.5)

        def evaluate_inside() -> Number:
            dense(y, part.value)
            inside = code.slot(self._least(t + part.value * step, y))
            with code.when(inside.value < 0.0):
                margin.set(inside.value)
                over.set(part.value * step)
            return inside.value

        start, end = self.at_start.value, margin.value
        middle = evaluate_inside()
        bend = 2.0 * (start + end) - 4.0 * middle
        slope = 4.0 * middle - 3.0 * start - end
        lowest = start - 0.25 * slope * slope / bend
        part.set(-0.5 * slope / bend)
        inner = (bend > 0.0) & (part.value > 0.0) & (part.value < 1.0) & (margin.value >= 0.0)
        with code.when(inner & (lowest < 0.2 * code.greatest(start, end))):
            evaluate_inside()

    def _search(self, t: Number, step: Number, margin: Number) -> None:
        """Begin to locate a crossing."""
        self.finest.set(CLOSE * self.code.greatest(self.code.absolute(t), step))
        for slot, value in ((self.searching, 1.0), (self.side, 0.0), (self.trials, 0.0), (self.low, 0.0)):
            slot.set(value)
        self.high.set(step)
        self.apart.set(self.finest.value)
        self.at_low.set(self.code.greatest(self.at_start.value, 0.0))
        self.at_high.set(margin)
        self._choose()

    def abandon(self) -> None:
        """Stop locating a crossing: the solver repeats the step with another length."""
        self.searching.set(0.0)

    def _narrow(self, step: Number, margin: Number) -> None:
        """Take a trial into the bracket, (3), and choose the next length or the verdict."""
        code, beyond, last = self.code, margin < 0.0, self.side.value
        again = code.choose(beyond, last, -last) > 0.0
        self.apart.set(code.choose(again, 8.0 * self.apart.value, self.finest.value))
        lost = ~beyond & (step >= self.high.value)  # the crossing that the middle of a step showed is not there
        self.third.set(code.choose(beyond, self.high.value, self.low.value))
        self.at_third.set(code.choose(beyond, self.at_high.value, self.at_low.value))
        with code.when(beyond):
            self.high.set(step)
            self.at_high.set(margin)
            self.side.set(1.0)
        with code.when(~beyond):
            self.low.set(step)
            self.at_low.set(margin)
            self.side.set(-1.0)
        self.trials.set(self.trials.value + 1.0)
        close = (self.high.value - self.low.value <= self.finest.value) | (self.trials.value > float(TRIALS))
        self.length.set(self.high.value)
        with code.when(~close):
            self._choose()
        decided = lost | (close & beyond)
        with code.when(decided):
            self.searching.set(0.0)
            self.verdict.set(code.choose(lost, WHOLE, EVENT))

    def _choose(self) -> None:
        """Choose the next length within the bracket: by its ends first, then by the last three trials."""
        code, low, high, newest = self.code, self.low.value, self.high.value, self.side.value > 0.0
        at_low, at_high, c, at_c = self.at_low.value, self.at_high.value, self.third.value, self.at_third.value
        a, at_a = code.choose(newest, high, low), code.choose(newest, at_high, at_low)
        b, at_b = code.choose(newest, low, high), code.choose(newest, at_low, at_high)
        x, y = (a - b) / (c - b), (at_a - at_b) / (at_c - at_b)
        inverse = at_a / (at_b - at_a) * (at_c / (at_b - at_c))
        inverse = inverse + (c - a) / (b - a) * (at_a / (at_c - at_a)) * (at_b / (at_c - at_b))
        quadratic = (y * y < x) & ((1.0 - y) * (1.0 - y) < 1.0 - x)
        part = code.choose(quadratic, inverse, 0.5)
        part = code.choose(code.compare("oeq", self.side.value, 0.0), at_low / (at_low - at_high), part)
        # A margin that begins at zero, as after an event, says nothing about the crossing.
        guess = a + (b - a) * code.choose((low <= 0.0) & (at_low <= 0.05 * (at_low - at_high)), 0.5, part)
        # Trials that stay on one side because of rounding go further to the other.
        apart = code.least(self.apart.value, 0.5 * (high - low))
        self.length.set(code.least(code.greatest(guess, low + apart), high - apart))
