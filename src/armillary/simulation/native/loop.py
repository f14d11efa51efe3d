"""The native loop around a derivative, which all solvers share.

A loop integrates ẋ = f(t, x, p) over one stretch of time in which f is smooth. Its arguments are
    clock     t, and a time inside the stretch, by which a piecewise reference knows its piece      (2,)
    x         the state, which is carried on                                                      (n,)
    p         parameters, constant over the stretch                                               (m,)
    lower, upper   bounds of the state; the loop stops when x leaves them                          (n,)
    options   numbers that the solver reads: see `OPTIONS`
    times     when to record, within the stretch; fixed steps record the step that ends there
    record    rows of recorded states                                                             (rows, n)
    before    the state before the last step                                                      (n,)
    report    what happened: see `REPORT`, whole numbers
    linear    the function that linearises f, see `closed_loop.linear`, for solvers that need it; else null
    balance   the function of the energy balance, see `native.balance`; null where it is not watched
    watch     the function of the margins of modes, see `native.events`; null without events
    extremes  least and greatest balance, greatest changes of momentum over all steps             (4, lanes)
    worst     the furthest bending over all steps, its time and the state there, where watched    (2 + n, lanes)
    start     angular and linear momentum at the start of the run, where watched                  (6, lanes)
    collected memory for steps whose balance is not computed yet, see `balance.collected`
    ahead     f at the start, where the last task of the driver or `watch` has computed it         (n,)
Several trajectories go through one loop in the lanes of the machine. Arrays have another axis for them then, the last:
x (n, lanes), p (m, lanes), clock (2, lanes), record (rows, n, lanes) and so on. Entry j of all trajectories is one
register, through the whole run, and nothing has to be turned into lanes.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

from armillary.compiler.program import Program
from armillary.simulation.native.balance import Balance
from armillary.simulation.native.code import Code
from armillary.simulation.native.events import EVENT, WHOLE, Element, Events
from armillary.simulation.native.values import Condition, Counter, Number, Slot, Vector

if TYPE_CHECKING:
    from armillary.simulation.closed_loop.linear import Linear
    from armillary.simulation.closed_loop.state import Layout
    from armillary.simulation.solvers.base import Solver

OPTIONS = ("t0", "t1", "step", "rtol", "atol", "longest", "first", "previous", "error", "refused")
"""Start and end of the stretch [s], step, tolerances, longest step and first step to try; the error of the step before
and whether it was refused, where a stretch goes on. After the run t0 is the time at which it stopped, `first` the
step to try next and `previous` the start of the last step."""
REPORT = ("status", "steps", "rejected", "evaluations", "rows")
"""Status at the end, steps taken and rejected, evaluations of f, rows recorded; then, for each of several
trajectories, whether it has left the bounds."""
LIMITS = ("most", "rows", "done", "stride", "more", "since", "taken", "known", "events", "most_events", "opening")
"""Whole numbers that go in: most steps, rows that there are times for, fixed steps of the stretch taken before, the
number of steps from one look at the energy balance to the next, and whether another stretch follows. `since` and
`taken`, the steps since the last look and those that are collected, are carried on. `known` is 1 where `ahead` has f at
the start; the loop sets it to 0. The number of events is carried on, too, and ends the run at `most_events`. `opening`
is 1 at the start of a run whose first row has the modes that hold there; the loop sets it to 0."""

EPSILON = 2.0**-52

DONE, NOT_FINITE, OUT_OF_BOUNDS, TOO_MANY, TOO_SMALL, NOT_CONVERGED, TOO_OFTEN = range(7)
PARAMETERS = (
    "clock",
    "x",
    "p",
    "lower",
    "upper",
    "options",
    "times",
    "record",
    "before",
    "limits",
    "report",
    "linear",
    "balance",
    "watch",
    "extremes",
    "worst",
    "start",
    "collected",
    "ahead",
)


class Shape(NamedTuple):
    """Sizes of a loop: states and parameters of one trajectory, number of trajectories."""

    states: int
    parameters: int
    lanes: int


class Form(NamedTuple):
    """Structure of the state that a loop integrates.

    Places of unit quaternions, places of all parts, the linearisation for solvers that need one, the places of the
    states with bounds, which a loop of several trajectories watches, the outputs of the function of the energy balance,
    empty where that is not watched, and the elements with events. `together` says that the function of the margins is
    `watch_one` of the same module; otherwise its address is an argument.
    """

    quaternions: tuple[int, ...] = ()
    layout: Layout | None = None
    linear: Linear | None = None
    watched: tuple[int, ...] = ()
    seen: tuple[str, ...] = ()
    elements: tuple[Element, ...] = ()
    together: bool = False


class Stepping(Protocol):
    """The part of a loop that methods with a fixed step use."""

    @property
    def code(self) -> Code:
        """The text of the loop."""

    @property
    def x(self) -> Vector:
        """The state."""

    @property
    def shape(self) -> Shape:
        """Sizes of the loop."""

    @property
    def layout(self) -> Layout | None:
        """Places of the parts of the state."""

    def vector(self) -> Vector:
        """Return a vector of the size of the state."""

    def evaluate(self, to: Vector, t: Number, x: Vector) -> None:
        """Write to := f(t, x, p)."""

    def begin(self, to: Vector, t: Number) -> None:
        """Write to := f(t, x, p) at the start of a step."""

    def fixed_steps(self) -> contextlib.AbstractContextManager[tuple[Number, Number, Callable[[Condition], None]]]:
        """Repeat the body for every step of a fixed size: t, h and the function that leaves the loop."""


class Loop:
    """The loop that a solver writes."""

    def __init__(self, name: str, function: str, shape: Shape, width: int, form: Form) -> None:
        self.layout, self.linear = form.layout, form.linear
        self.watch = "@watch_one" if form.together else "%watch"
        """Name of the function of the margins."""
        self.code = code = Code(name, PARAMETERS, width)
        self.wide = code.with_lanes(shape.lanes)
        """Writes numbers of all trajectories together."""
        self.shape, self.function, self.quaternions = shape, function, form.quaternions
        self.n = shape.states * shape.lanes
        self.x = Vector(code, "%x", self.n)
        self.before = Vector(code, "%before", self.n)
        self._options = Vector(code, "%options", len(OPTIONS))
        self.done = code.computed(f"sitofp i64 {self.whole('done')} to {code.real}")
        self.t = code.slot(self.option("t0") + self.done * self.option("step"))
        self._evaluations = code.counter(0)
        self._steps = code.counter(0)
        self._rejected = code.counter(0)
        self._rows = code.counter(0)
        self._status = code.counter(DONE)
        self._watched = form.watched if shape.lanes > 1 else ()
        self._margins = self.wide.slot(0.0)
        """The least margin of each trajectory so far."""
        self._balance = Balance(self, form.seen) if form.seen else None
        self.events = Events(self, form.elements) if form.elements else None

    def option(self, name: str) -> Number:
        """Return one of the numbers in `OPTIONS`."""
        return self._options.at(OPTIONS.index(name)).value

    def keep(self, name: str, value: Number) -> None:
        """Write one of the numbers in `OPTIONS`, for the caller."""
        self._options.at(OPTIONS.index(name)).set(value)

    def whole(self, name: str) -> str:
        """Return one of the whole numbers in `LIMITS`."""
        return self.code.load(self.code.at("%limits", LIMITS.index(name), "i64"), "i64")

    def carried(self, name: str) -> Counter:
        """Return one of the whole numbers in `LIMITS`, to be changed."""
        return Counter(self.code, self.code.at("%limits", LIMITS.index(name), "i64"))

    def vector(self) -> Vector:
        """Return a vector of the size of the state."""
        return self.code.vector(self.n)

    def evaluate(self, to: Vector, t: Number, x: Vector) -> None:
        """Write to := f(t, x, p)."""
        self.set_clock(t)
        self.code.do(f"call void @{self.function}(ptr %clock, ptr {x.pointer}, ptr %p, ptr {to.pointer})")
        self.code.fresh = to if self.shape.lanes == 1 else None
        self._evaluations.add()

    def set_clock(self, t: Number) -> None:
        """Set the clock of all trajectories."""
        Vector(self.code, "%clock", 2).entry(0, self.shape.lanes).set(t)

    def begin(self, to: Vector, t: Number) -> None:
        """Write to := f(t, x, p) at the start of a step, unless it is known.

        A task may have computed it for the first step, and a step that is repeated up to an event finds it in `to`.
        """
        known = self.carried("known")
        unknown = known.below(1)
        with self.code.when(~unknown):
            ahead = Vector(self.code, "%ahead", self.n)
            self.code.fresh = ahead if self.shape.lanes == 1 else None
            self.code.copy(to, ahead)
            self._evaluations.add()
            known.set(0)
        with self.code.when(unknown if self.events is None else unknown & ~self.events.active):
            self.evaluate(to, t, self.x)

    def settle(self) -> None:
        """Change modes at the start of a stretch until all hold; the row of the start, before `record`, has them."""
        if self.events is None:
            return
        self.events.settle(self.t.value)
        opening = self.carried("opening")
        with self.code.when(~opening.below(1)):
            self.code.copy(Vector(self.code, self.code.at("%record", -self.n), self.n), self.x)
            opening.set(0)

    def linearise(self, t: Number, x: Vector, *to: Vector) -> None:
        """Write f and its derivatives, as `closed_loop.linear` has them, at (t, x, p), one vector for each output."""
        Vector(self.code, "%clock", 2).at(0).set(t)
        outputs = ", ".join(f"ptr {vector.pointer}" for vector in to)
        self.code.do(f"call void %linear(ptr %clock, ptr {x.pointer}, ptr %p, {outputs})")
        self._evaluations.add()

    def begin_step(self) -> None:
        """Keep the state before a step, and its time."""
        if self.shape.lanes == 1 or self.events is not None:
            self.code.copy(self.before, self.x)
        self.keep("previous", self.t.value)

    def end_step(self, t: Number, leave: Callable[[Condition], None], counts: bool = True) -> None:
        """Finish an accepted step: normalise quaternions, set the clock, count, check the state."""
        self._normalise(self.x)
        self.t.set(t)
        if counts:
            self._steps.add()
        if self._balance is not None:
            self._balance.step()
        if self.shape.lanes == 1:  # one of many must not stop the others
            self._guard(leave)
        elif self._watched:
            self._look_at_bounds()

    def reject(self) -> None:
        """Count a step that is not accepted."""
        self._rejected.add()

    def fail(self, status: int, condition: Condition, leave: Callable[[Condition], None]) -> None:
        """Stop with a status where a condition holds."""
        with self.code.when(condition):
            self._status.set(status)
        leave(condition)

    def _normalise(self, x: Vector) -> None:
        """Bring the quaternions of a state to unit length."""
        for start in self.quaternions:
            entries = [x.entry(start + each, self.shape.lanes) for each in range(4)]
            w, i, j, k = values = [entry.value for entry in entries]
            scale = 1.0 / self.wide.root(w * w + i * i + j * j + k * k)
            for entry, value in zip(entries, values, strict=True):
                entry.set(value * scale)

    def _guard(self, leave: Callable[[Condition], None]) -> None:
        """Stop where the state is not finite or out of bounds: x − lower and upper − x are below zero, or NaN."""
        value = self._margin()
        finite = self.code.compare("ord", value, value)
        self.fail(NOT_FINITE, ~finite, leave)
        self.fail(OUT_OF_BOUNDS, value < 0.0, leave)

    def _look_at_bounds(self) -> None:
        """Keep the least margin of each trajectory; NaN does not count."""
        arrays = (self.x, Vector(self.code, "%lower", self.n), Vector(self.code, "%upper", self.n))
        least = self._margins.value
        for place in self._watched:
            x, low, high = (array.entry(place, self.shape.lanes).value for array in arrays)
            least = self.wide.least(high - x, self.wide.least(x - low, least))
        self._margins.set(least)

    def _margin(self) -> Number:
        """Return the least of 0, x − lower, upper − x over the state, or NaN where x is not finite."""
        code = self.code
        arrays = (self.x, Vector(code, "%lower", self.n), Vector(code, "%upper", self.n))
        found: dict[int, tuple[Number, Number]] = {}
        for place, wide in code.spans(self.n):
            x, low, high = (Number(wide, wide.part_of(array, place)) for array in arrays)
            least, unknown = found.get(wide.lanes, (Number(wide, wide.number(0.0)), Number(wide, wide.number(0.0))))
            # x − x is zero, NaN where x is not finite.
            found[wide.lanes] = wide.least(high - x, wide.least(x - low, least)), unknown + (x - x)
        values = [both[0] + both[1] for both in found.values()]
        total = Number(code, values[0].code.reduced("fminimum", values[0].name))
        for value in values[1:]:
            total = code.minimum(total, Number(code, value.code.reduced("fminimum", value.name)))
        return total

    def record_state(self, x: Vector) -> None:
        """Write x as the next row."""
        row = Vector(self.code, "%record", 0).row(self._rows.get(), self.n)
        self.code.copy(row, x)
        self._rows.add()

    @contextlib.contextmanager
    def fixed_steps(self) -> Iterator[tuple[Number, Number, Callable[[Condition], None]]]:
        """Repeat the body for every step of a fixed size: t, h and the function that leaves the loop."""
        code = self.code
        h = self.option("step")
        count = code.counter(0)
        most = self.whole("most")
        self.settle()
        with code.loop() as out:
            out.leave_if(~count.below(most))
            # t is counted, not summed, so that it does not drift.
            done = self.done + code.computed(f"sitofp i64 {count.get()} to {code.real}")
            t, end = self.option("t0") + done * h, self.option("t0") + (done + 1.0) * h
            self.begin_step()
            if self.events is None:
                yield t, h, out.leave_if
                self._whole_step(end, h, out.leave_if, count)
            else:
                t = code.greatest(t, self.t.value)  # the step goes on after an event
                step = code.choose(self.events.active, self.events.length.value, end - t)
                yield t, step, out.leave_if
                self._judged(self.events, t, step, end, out.leave_if, count)

    def _whole_step(self, end: Number, h: Number, leave: Callable[[Condition], None], count: Counter) -> None:
        """Finish a fixed step, and record its state if it is time."""
        self.end_step(end, leave)
        count.add()
        with self.code.when(self._passed(self.t.value + 0.5 * h)):
            self.record_state(self.x)

    def _judged(
        self,
        events: Events,
        t: Number,
        step: Number,
        end: Number,
        leave: Callable[[Condition], None],
        count: Counter,
    ) -> None:
        """Keep a fixed step, a part of it up to an event, or take it back."""
        code = self.code
        events.judge(t, step, self.x)
        verdict = events.verdict.value
        left = end - (t + step)
        over = left <= 16.0 * EPSILON * code.greatest(code.absolute(end), step)
        with code.when(verdict < WHOLE):
            code.copy(self.x, self.before)
        with code.when((verdict >= WHOLE) & over):
            self._whole_step(end, self.option("step"), leave, count)
        with code.when((verdict >= WHOLE) & ~over):
            self.end_step(t + step, leave, counts=False)
        with code.when(verdict >= EVENT):
            events.settle(self.t.value)
        self.fail(TOO_OFTEN, events.too_many, leave)

    @contextlib.contextmanager
    def adaptive_steps(self) -> Iterator[tuple[Number, Number, Slot, Callable[[Condition], None]]]:
        """Repeat the body until the end of the stretch: t, h, slot of the next step, function that leaves the loop.

        The body must call `accept` or `reject` under its own condition.
        """
        code = self.code
        first, longest = self.option("first"), self.option("longest")
        h = code.slot(code.least(first, longest))
        t1 = self.option("t1")
        tries = code.counter(0)
        events = self.events
        with code.loop() as out:
            t = self.t.value
            left = t1 - t
            out.leave_if(left <= 0.0)
            self.fail(TOO_MANY, ~tries.below(self.whole("most")), out.leave_if)
            tries.add()
            smallest = 16.0 * EPSILON * code.greatest(code.absolute(t), code.absolute(t1))
            self.fail(TOO_SMALL, (h.value < smallest) & (left > smallest), out.leave_if)
            # A negligible remainder is taken with the step.
            step = code.choose(h.value >= 0.999999 * left, left, h.value)
            if events is not None:
                self.fail(TOO_OFTEN, events.too_many, out.leave_if)
                step = code.choose(events.active, events.length.value, step)
            self.begin_step()
            yield t, step, h, out.leave_if
        self.keep("first", h.value)

    def accept(self, t: Number, step: Number, leave: Callable[[Condition], None]) -> None:
        """Finish a step that is accepted; at the end of the stretch the clock is exactly there."""
        t1 = self.option("t1")
        reached = self.code.choose(step >= t1 - t, t1, t + step)
        self.end_step(reached, leave)

    def kept(
        self, t: Number, step: Number, new: Vector, dense: Callable[[Vector, Number], None], keep: Callable[[], None]
    ) -> None:
        """Call `keep` for a step to the state `new` within its tolerances, unless an event is inside; settle events."""
        code, events = self.code, self.events
        if events is None:
            keep()
            return
        events.judge(t, step, new, dense)
        with code.when(events.verdict.value >= WHOLE):
            keep()
        with code.when(events.verdict.value >= EVENT):
            events.settle(self.t.value)

    def due(self, t: Number, step: Number) -> Condition:
        """Return whether the dense output of a step is needed: a time to record is in it, or events are watched."""
        if self.events is not None:
            return self.code.compare("oeq", 0.0, 0.0)
        return self._passed(self.code.choose(step >= self.option("t1") - t, self.option("t1"), t + step))

    def _passed(self, end: Number) -> Condition:
        """Return whether the next time to record is at or before `end`."""
        code, found = self.code, self.code.slot(0.0)
        with code.when(self._rows.below(self.whole("rows"))):
            at = Vector(code, "%times", 0).at(self._rows.get()).value
            found.set(code.choose(at <= end, 1.0, 0.0))
        return found.value > 0.0

    def record_dense(self, t: Number, step: Number, dense: Callable[[Vector, Number], None]) -> None:
        """Record every time that the step has passed, by its interpolation dense(to, θ), 0 < θ ≤ 1."""
        code, y = self.code, self.vector()
        times = Vector(code, "%times", 0)
        end = code.choose(step >= self.option("t1") - t, self.option("t1"), t + step)
        with code.loop() as out:
            out.leave_if(~self._rows.below(self.whole("rows")))
            at = times.at(self._rows.get()).value
            out.leave_if(at > end)
            dense(y, (at - t) / step)
            self._normalise(y)
            self.record_state(y)

    def finish(self) -> str:
        """Write the report and return the text of the loop."""
        if self._balance is not None:
            more = self.code.let(f"icmp ne i64 {self.whole('more')}, 0")
            with self.code.when(~(Condition(self.code, more) & self._status.below(DONE + 1))):
                self._balance.end()
        values = (self._status, self._steps, self._rejected, self._evaluations, self._rows)
        for k, counter in enumerate(values):
            self.code.store(counter.get(), self.code.at("%report", k, "i64"), "i64")
        if self._watched:
            crossed = self.wide.let(f"zext {self.wide.truth} {self._margins.value < 0.0} to {self.wide.integer}")
            self.wide.store(crossed, self.code.at("%report", len(REPORT), "i64"), self.wide.integer, note=", align 8")
        self.keep("t0", self.t.value)
        return self.code.finish()


def loop_text(program: Program, solver: Solver, lanes: int, width: int, form: Form) -> str:
    """Return the text of the loop of a solver around the function of a program."""
    states, parameters = program.outputs[0].size, program.inputs[2].size
    function = f"{program.name}_{'one' if lanes == 1 else 'lanes'}"
    loop = Loop(f"{program.name}_loop{lanes}", function, Shape(states, parameters, lanes), width, form)
    solver.write(loop)
    return loop.finish()
