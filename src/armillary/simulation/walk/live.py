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

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from armillary.results.balance import REST
from armillary.simulation.loop.state import AUDIT, Layout
from armillary.simulation.schedule import Clock
from armillary.simulation.walk.arguments import LIMITS, OPTIONS, REPORT
from armillary.simulation.walk.code import Code
from armillary.simulation.walk.values import Condition, Counter, Number, Slot, Vector

CLOSE = 1e-6
"""Instants that are closer than this part of a step are one."""
MARKS = ("t", "status", "done", "steps", "from", "until", "length", "switch", "base", "changed")
"""Numbers of the block: the time [s]; the status of the last call; steps of the interval that are taken, and all of
them; start and end of the interval and the length of its steps [s]; the next switch; b₀ and the sum of (3) [J]."""
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
        self._addresses: dict[str, str] = {name: self.code.at("%at", place) for name, (place, _) in live.places.items()}

    def part(self, name: str) -> Vector:
        """Return a part of the block."""
        return Vector(self.code, self._addresses[name], self.live.places[name][1])

    def mark(self, name: str) -> Slot:
        """Return one of the numbers in `MARKS`."""
        return self.part("marks").at(MARKS.index(name))

    def limit(self, name: str) -> Counter:
        """Return one of the whole numbers in `LIMITS`."""
        return Counter(self.code, self.code.at(self._addresses["limits"], LIMITS.index(name), "i64"))

    def call(self, function: str, *arrays: str) -> None:
        """Call a program on parts of the block."""
        pointers = ", ".join(f"ptr {self._addresses[each]}" for each in arrays)
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
