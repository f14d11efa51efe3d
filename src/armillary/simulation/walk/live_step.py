"""`step(n)` of a live loop (`walk.live`): intervals, tasks that are due, and the loop of the solver.

Most of the time there is no push. There are two loops of the solver, with live pushes in ẋ and without, and each call
of `step` takes the one that it needs.
"""

from __future__ import annotations

from armillary.simulation.noise import call_pair
from armillary.simulation.schedule import NEXT_TO_NOTHING, Clock
from armillary.simulation.walk.arguments import OPTIONS, PARAMETERS, REPORT
from armillary.simulation.walk.driver import NO_UPDATE
from armillary.simulation.walk.live import CLOSE, Live, LiveText, account, begin_text, look_text
from armillary.simulation.walk.values import Condition, Counter, Number, Slot

Loops = tuple[str, str]
"""Names of the loops of the solver, with live pushes and without; one may serve for both."""
ENDLESS = 2.0**52
"""Steps of an interval without an end."""
EVENTS = 1000
"""Greatest number of events in a step, on average over a call."""


class _Step(LiveText):
    """Writes `step(at, n)`, which takes n steps and returns how many it has taken."""

    def __init__(self, live: Live, loops: Loops) -> None:
        super().__init__(live, "i32 @step(ptr %at, i32 %n) #1")
        code, self.loops = self.code, loops
        self.requested, self.taken = code.let("zext i32 %n to i64"), code.counter(0)
        self.mark("status").set(0.0)
        self.limit("known").set(0)  # a user may have changed the state
        self.limit("events").set(0)
        self.limit("most_events").set(code.let(f"mul i64 {self.requested}, {EVENTS}"))
        account(self)
        pushes = range(live.pushes, live.parameters)
        self.pushed = self.some(pushes, lambda j: (self.part("p").at(j).value, 0.0))
        with code.loop() as out:
            out.leave_if(~self.taken.below(self.requested))
            with code.when(self.mark("done").value >= self.mark("steps").value):
                self._begin()
            out.leave_if(self.failed)
            self._advance()
            out.leave_if(self.failed)
        code.do(f"ret i32 {code.let(f'trunc i64 {self.taken.get()} to i32')}")

    @property
    def failed(self) -> Condition:
        """Whether something has stopped the loop."""
        return self.mark("status").value > 0.0

    def _begin(self) -> None:
        """Begin the next interval, and call the tasks that are due."""
        code, t0 = self.code, self.mark("t").value
        close, end = t0 + CLOSE * self.live.step, code.slot(float("inf"))
        due = [self._due(i, clock, close, end) for i, clock in enumerate(self.live.clocks)]
        self._switch(close, end)
        endless = end.value >= float("inf")
        length = end.value - t0
        rough = length * (1.0 / self.live.step) - NEXT_TO_NOTHING
        count = code.greatest(Number(code, code.call("ceil", rough.name)), 1.0)
        self.mark("from").set(t0)
        self.mark("until").set(end.value)
        self.mark("done").set(0.0)
        self.mark("steps").set(code.choose(endless, ENDLESS, count))
        self.mark("length").set(code.choose(endless, self.live.step, length / count))
        inside = code.choose(endless, t0 + self.live.step, (t0 + end.value) * 0.5)
        for place, value in enumerate((t0, inside)):
            self.part("clock").at(place).set(value)
        for i, slot in enumerate(due):
            with code.when((slot.value > 0.0) & ~self.failed):
                self._call_task(i)

    def _due(self, i: int, clock: Clock, close: Number, end: Slot) -> Slot:
        """Return whether a task is due, (1), as a number; take its next instant into the end of the interval."""
        code, count, due = self.code, self.part("counts").at(i), self.code.slot(0.0)

        def instant() -> Number:
            t = clock.offset + count.value * clock.period
            return t if clock.most is None else code.choose(count.value < float(clock.most), t, float("inf"))

        with code.when(instant() <= close):
            due.set(1.0)
            count.set(count.value + 1.0)
        end.set(code.least(instant(), end.value))
        return due

    def _switch(self, close: Number, end: Slot) -> None:
        """Count the switches that are passed; take the next one into the end of the interval."""
        code, number = self.code, self.mark("switch")
        for k, switch in enumerate(self.live.switches):
            is_next = code.compare("oeq", number.value, float(k))
            with code.when(is_next & (close >= switch)):
                number.set(k + 1.0)
            with code.when(is_next & (close < switch)):
                end.set(code.least(end.value, switch))

    def _call_task(self, i: int) -> None:
        """Write (2), unless a number is not finite."""
        code, after, p = self.code, self.part("next"), self.part("p")
        key, run = map(str, self.live.origin)
        sample = self.whole(self.part("counts").at(i).value - 1.0)  # the count is that of the next instant
        for k, stream in enumerate(self.live.streams[i]):
            for j, number in enumerate(call_pair(code, key, run, stream, sample)):
                self.part("w").at(2 * k + j).set(Number(code, number))
        self.call(f"task{i}", "clock", "x", "p", "w", "next")
        unknown = code.slot(0.0)
        size = self.live.changing

        def add_difference(j: str | int) -> None:
            value = after.at(j).value
            unknown.set(unknown.value + (value - value))  # zero, NaN where a number is not finite

        code.over(0, size, add_difference, unrolled=False)
        finite = code.compare("oeq", unknown.value, 0.0)
        with code.when(finite):
            code.over(0, size, lambda j: p.at(j).set(after.at(j).value), unrolled=False)
        with code.when(~finite):
            self.mark("status").set(float(NO_UPDATE))

    def _advance(self) -> None:
        """Call the loop of the solver for the rest of the interval, or of the call."""
        code, done, steps = self.code, self.mark("done").value, self.mark("steps").value
        for name, mark in (("t0", "from"), ("t1", "until"), ("step", "length")):
            self.part("options").at(OPTIONS.index(name)).set(self.mark(mark).value)
        left = self.whole(steps - done)
        remaining = code.let(f"sub i64 {self.requested}, {self.taken.get()}")
        self.limit("most").set(code.let(f"call i64 @llvm.smin.i64(i64 {left}, i64 {remaining})"))
        self.limit("done").set(self.whole(done))
        pointers = ", ".join(f"ptr {self._addresses.get(name, 'null')}" for name in PARAMETERS)
        for name, condition in zip(self.loops, (self.pushed, ~self.pushed), strict=True):
            with code.when(condition):
                code.do(f"call void @{name}({pointers})")
        report = [Counter(code, code.at(self.part("report").pointer, k, "i64")) for k in range(len(REPORT))]
        status, taken = report[REPORT.index("status")].get(), report[REPORT.index("steps")].get()
        self.mark("status").set(code.computed(f"sitofp i64 {status} to double"))
        self.taken.add(taken)
        after = done + code.computed(f"sitofp i64 {taken} to double")
        self.mark("done").set(after)
        reached = self.part("options").at(OPTIONS.index("t0")).value
        self.mark("t").set(code.choose((after >= steps) & ~self.failed, self.mark("until").value, reached))


def live_texts(live: Live, loops: Loops) -> tuple[str, ...]:
    """Return the functions `begin`, `step` and `look` of a live loop."""
    return begin_text(live), _Step(live, loops).code.text(), look_text(live)
