"""A loop without an end: `step(n)` continues where it stopped, with the tasks that are due, for pages and hosts.

Everything lies in one block of memory, so that a copy of the block is a saved run. An interval ends at the next instant
of a task or at the next switch; it is divided into the fewest equal steps not longer than the solver's, as in
`simulation.schedule`. At the start of an interval
    t_i = o_i + k_i T_i ≤ t + ε:   task i is due, k_i ← k_i + 1                                   (1)
    c ← task(clock, x, p, w),   c the first numbers of p                                          (2)
and then the loop of the solver (`walk.solver_loop`) goes on. Instants closer than ε, a millionth of a step, are one.
A user may change p between two calls. The energy of the plant then jumps, and the jump counts as outside work:
    b₀ ← b₀ + E(x, p') − E(x, p)                                                                  (3)
where b₀ is the energy balance E − W − W_e + E_d of the start. e = b − b₀ is then the error of the solver alone. `look`
gives it as drift, in per cent of the greatest energy at the looks so far, as `results.balance` does for rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from armillary.results.balance import REST
from armillary.simulation.loop.state import AUDIT, Layout
from armillary.simulation.noise import call_pair
from armillary.simulation.schedule import NEXT_TO_NOTHING, Clock
from armillary.simulation.walk.arguments import LIMITS, OPTIONS, REPORT
from armillary.simulation.walk.code import Code
from armillary.simulation.walk.driver import DriverText
from armillary.simulation.walk.values import Condition, Counter, Number, Slot, Vector

CLOSE = 1e-6
"""Instants that are closer than this part of a step are one."""
MARKS = ("t", "status", "done", "steps", "from", "until", "length", "switch", "base", "changed")
"""Numbers of the block: the time [s]; the status of the last call; steps of the interval that are taken, and all of
them; start and end of the interval and the length of its steps [s]; the next switch; b₀ and the sum of (3) [J]."""
Loops = tuple[str, str]
"""Names of the loops of the solver, with live pushes and without; one may serve for both."""
ENDLESS = 2.0**52
"""Steps of an interval without an end."""
EVENTS = 1000
"""Greatest number of events in a step, on average over a call."""
EXTREMES = 7
"""Least and greatest total, kinetic and potential energy at the looks so far, and the greatest |e| [J]."""
DRIFTS = 2
"""The last outputs: drift and the greatest drift so far [%]."""


@dataclass(frozen=True)
class Live:
    """Sizes and clocks of a live loop: everything besides its programs that its code depends on."""

    layout: Layout
    parameters: int
    changing: int
    pushes: int
    """Place of live pushes in p, its last part."""
    outputs: int
    energies: int
    """Place of the kinetic energy among the outputs; the potential energy is the next."""
    error: int
    """Place of e among the outputs."""
    step: float
    """Length of a step [s]."""
    floor: float = 0.0
    """Least scale of the drift [J]."""
    clocks: tuple[Clock, ...] = ()
    streams: tuple[tuple[int, ...], ...] = ()
    """Streams of random numbers of each task (`simulation.noise`)."""
    origin: tuple[int, int] = (0, 0)
    """Their key, and the number of the run."""
    switches: tuple[float, ...] = ()
    """Instants at which something is not smooth [s]."""

    @cached_property
    def places(self) -> dict[str, tuple[int, int]]:
        """Place and size of each part of the block, in numbers of eight bytes."""
        n, tasks = self.layout.size, len(self.clocks)
        sizes = {
            "x": n, "p": self.parameters, "marks": len(MARKS), "counts": tasks, "seen": self.parameters,
            "extremes": EXTREMES, "limits": len(LIMITS), "clock": 2, "before": n,
            "ahead": n, "lower": n, "upper": n, "options": len(OPTIONS), "report": len(REPORT),
            "next": self.changing, "w": max(1, *(2 * len(streams) for streams in self.streams), 0), "scratch": 2,
            "outputs": self.outputs,
        }  # fmt: skip
        places, at = {}, 0
        for name, size in sizes.items():
            places[name] = at, size
            at += size
        return places

    @property
    def size(self) -> int:
        """Length of the block."""
        at, size = self.places["outputs"]
        return at + size


class LiveText:
    """One function of a live loop; `at` is the address of the block."""

    def __init__(self, live: Live, heading: str) -> None:
        self.live = live
        self.code = Code("", (), 1, heading=heading)
        self.addresses: dict[str, str] = {name: self.code.at("%at", place) for name, (place, _) in live.places.items()}

    def part(self, name: str) -> Vector:
        """Return a part of the block."""
        return Vector(self.code, self.addresses[name], self.live.places[name][1])

    def mark(self, name: str) -> Slot:
        """Return one of the numbers in `MARKS`."""
        return self.part("marks").at(MARKS.index(name))

    def limit(self, name: str) -> Counter:
        """Return one of the whole numbers in `LIMITS`."""
        return Counter(self.code, self.code.at(self.addresses["limits"], LIMITS.index(name), "i64"))

    def call(self, function: str, *arrays: str) -> None:
        """Call a program on parts of the block."""
        pointers = ", ".join(f"ptr {self.addresses[each]}" for each in arrays)
        self.code.do(f"call void @{function}_one({pointers})")

    def energy(self, p: str) -> Number:
        """Return E(x, p), p a part of the block."""
        self.call("energy", "x", p, "scratch")
        return self.part("scratch").at(0).value

    def whole(self, number: Number) -> str:
        """Return a number without a fraction as a whole number."""
        return self.code.let(f"fptosi double {number.name} to i64")

    def some(self, places: range, pair: Callable[[str | int], tuple[Number, Number | float]]) -> Condition:
        """Return whether the two numbers of a pair differ at some place."""
        code, differs = self.code, self.code.slot(0.0)

        def compare(j: str | int) -> None:
            differs.set(code.choose(code.compare("une", *pair(j)), 1.0, differs.value))

        code.over(places.start, places.stop, compare, unrolled=False)
        return differs.value > 0.0

    def copy(self, to: str, source: str) -> None:
        """Write to := source, parts of the same size."""
        size = self.live.places[to][1]
        self.code.over(0, size, lambda j: self.part(to).at(j).set(self.part(source).at(j).value), unrolled=False)


def begin_text(live: Live) -> str:
    """Return `begin(at)`, which begins a run at the time and the state of the block and looks at it."""
    text = LiveText(live, "void @begin(ptr %at) #1")
    code, t = text.code, text.mark("t").value
    work, external, lost = (text.part("x").at(live.layout.audit.start + k).value for k in range(len(AUDIT)))
    text.mark("base").set(text.energy("p") - work - external + lost)
    text.copy("seen", "p")
    for name in ("status", "done", "steps", "changed"):
        text.mark(name).set(0.0)
    for k, value in enumerate([float("inf"), float("-inf")] * 3 + [0.0]):
        text.part("extremes").at(k).set(value)
    for name in ("from", "until"):
        text.mark(name).set(t)
    for i, clock in enumerate(live.clocks):
        passed = (t - clock.offset) / clock.period - CLOSE * live.step / clock.period
        first = Number(code, code.call("ceil", passed.name))
        text.part("counts").at(i).set(code.greatest(first, 0.0))  # (1)
    before = code.slot(0.0)
    for switch in live.switches:
        before.set(before.value + code.choose(t + CLOSE * live.step >= switch, 1.0, 0.0))
    text.mark("switch").set(before.value)
    code.do("call void @look(ptr %at)")
    return code.finish()


def look_text(live: Live) -> str:
    """Return `look(at)`, which computes the outputs at the present state."""
    text = LiveText(live, "void @look(ptr %at) #1")
    account(text)
    text.part("clock").at(0).set(text.mark("t").value)
    for place, name in enumerate(("base", "changed")):
        text.part("scratch").at(place).set(text.mark(name).value)
    text.call("outputs", "clock", "x", "p", "scratch", "outputs")
    _drift(text)
    return text.code.finish()


def _drift(text: LiveText) -> None:
    """Write the drift and the greatest drift as the last outputs."""
    code, live, row, extremes = text.code, text.live, text.part("outputs"), text.part("extremes")
    kinetic, potential, error = (row.at(k).value for k in (live.energies, live.energies + 1, live.error))
    spans = []
    for k, value in enumerate((kinetic + potential, kinetic, potential)):
        least, most = extremes.at(2 * k), extremes.at(2 * k + 1)
        least.set(code.least(value, least.value))
        most.set(code.greatest(value, most.value))
        spans.append(most.value - least.value)
    size = code.greatest(-extremes.at(0).value, extremes.at(1).value)
    peak = code.greatest(code.greatest(extremes.at(3).value, live.floor), REST * size)
    for span in spans:
        peak = code.greatest(span, peak)
    scale = 100.0 / code.choose(peak > 0.0, peak, 100.0)
    worst = extremes.at(EXTREMES - 1)
    worst.set(code.greatest(code.absolute(error), worst.value))
    for place, value in enumerate((error, worst.value), live.outputs - DRIFTS):
        row.at(place).set(value * scale)


def account(text: LiveText) -> None:
    """Write (3) where a user has changed p since the last call."""
    live, p, seen = text.live, text.part("p"), text.part("seen")
    other = text.some(range(live.changing, live.parameters), lambda j: (p.at(j).value, seen.at(j).value))
    with text.code.when(other):
        jump = text.energy("p") - text.energy("seen")
        for name in ("base", "changed"):
            text.mark(name).set(text.mark(name).value + jump)
        text.copy("seen", "p")


class LiveDriver(DriverText[int]):
    """Writes `step(at, n)`, which takes n steps and returns how many it has taken; all sizes are known.

    Most of the time there is no push. There are two loops of the solver, with live pushes in ẋ and without, and each
    call of `step` takes the one that it needs.
    """

    def __init__(self, live: Live, loops: Loops) -> None:
        self.live, self.loops = live, loops
        self.block = block = LiveText(live, "i32 @step(ptr %at, i32 %n) #1")
        super().__init__(block.code, block.addresses)
        code, self.mark, self.part = self.code, block.mark, block.part
        self.requested, self.taken = code.let("zext i32 %n to i64"), code.counter(0)
        self.mark("status").set(0.0)
        self.limit("known").set(0)  # a user may have changed the state
        self.limit("events").set(0)
        self.limit("most_events").set(code.let(f"mul i64 {self.requested}, {EVENTS}"))
        account(block)
        pushes = range(live.pushes, live.parameters)
        self.pushed = block.some(pushes, lambda j: (self.part("p").at(j).value, 0.0))
        self.write()
        code.do(f"ret i32 {code.let(f'trunc i64 {self.taken.get()} to i32')}")

    def enough(self) -> Iterator[Condition]:
        """Yield whether the call has taken its steps."""
        yield ~self.taken.below(self.requested)

    def at_start(self) -> Condition:
        """Return whether all steps of the interval are taken, so that the next one begins."""
        return self.mark("done").value >= self.mark("steps").value

    @property
    def stopped(self) -> Condition:
        """Whether something has stopped the loop."""
        return self.mark("status").value > 0.0

    def stop(self, status: int) -> None:
        """Stop the loop."""
        self.mark("status").set(float(status))

    def begin_interval(self) -> None:
        """Begin the next interval at the present time, and call the tasks that are due."""
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
            with code.when((slot.value > 0.0) & ~self.stopped):
                self.call_task(i, self.live.changing)

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

    def draw(self, task: int) -> None:
        """Write the random numbers of a task."""
        code, (key, run) = self.code, map(str, self.live.origin)
        sample = self.block.whole(self.part("counts").at(task).value - 1.0)  # the count is that of the next instant
        for k, stream in enumerate(self.live.streams[task]):
            for j, number in enumerate(call_pair(code, key, run, stream, sample)):
                self.part("w").at(2 * k + j).set(Number(code, number))

    def update(self, task: int) -> None:
        """Call the program of a task."""
        self.block.call(f"task{task}", "clock", "x", "p", "w", "next")

    def advance(self) -> None:
        """Call the loop of the solver for the rest of the interval, or of the call."""
        code, done, steps = self.code, self.mark("done").value, self.mark("steps").value
        for name, mark in (("t0", "from"), ("t1", "until"), ("step", "length")):
            self.option(name).set(self.mark(mark).value)
        left = self.block.whole(steps - done)
        remaining = code.let(f"sub i64 {self.requested}, {self.taken.get()}")
        self.limit("most").set(code.let(f"call i64 @llvm.smin.i64(i64 {left}, i64 {remaining})"))
        self.limit("done").set(self.block.whole(done))
        for name, condition in zip(self.loops, (self.pushed, ~self.pushed), strict=True):
            with code.when(condition):
                self.call_loop(f"@{name}")
        taken = self.report("steps")
        self.mark("status").set(code.computed(f"sitofp i64 {self.report('status')} to double"))
        self.taken.add(taken)
        after = done + code.computed(f"sitofp i64 {taken} to double")
        self.mark("done").set(after)
        reached = self.option("t0").value
        self.mark("t").set(code.choose((after >= steps) & ~self.stopped, self.mark("until").value, reached))


def live_texts(live: Live, loops: Loops) -> tuple[str, ...]:
    """Return the functions `begin`, `step` and `look` of a live loop."""
    return begin_text(live), LiveDriver(live, loops).code.text(), look_text(live)
