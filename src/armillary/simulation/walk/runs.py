"""Runs with fixed steps as one kernel: tasks that are due → step → normalise → look → record.

    for each interval of the schedule (`schedule.StepTable`):
        c ← task(clock, x, p, w)   for each task that is due                                            (1)
        x ← step(t, x, p)          for each step, as the method writes it (`solvers.explicit`)          (2)
        row at its end; that of the start after the first tasks
c are the first entries of p, which tasks of a sampled law change. w are random numbers, which follow from the seed, the
run and the number of the instant (`simulation.noise`). Times are computed in double precision: t is counted, not
summed, so that it does not drift.

The same text serves GPUs and CPUs, which differ in where the numbers of a run lie (`RunCode`): a thread of a GPU walks
one run (`gpu.threads`), a block of lanes of a CPU walks several (`walk.blocks`). What is done beside the steps depends
on the use: stacks of `arm.simulate` look at the energy balance (`walk.stacked`), rollouts keep the path and have
tangents and adjoints (`gradients.products`).
"""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from armillary.compiler.llvm.writer import DOUBLE, vector
from armillary.simulation.noise import call_pair
from armillary.simulation.schedule import MARKS
from armillary.simulation.solvers import EXPLICIT
from armillary.simulation.solvers.explicit import RungeKutta, SemiImplicitEuler
from armillary.simulation.walk.code import Code
from armillary.simulation.walk.solver_loop import Shape
from armillary.simulation.walk.values import Condition, Number, Slot, Vector

NUMBERS = ("runs", "intervals", "first", "last", "first_interval", "last_interval", "differing", "stride")
"""Runs or blocks of runs, intervals of a run, the numbers of a segment (`schedule.Segment`), number of `places`, steps
from one look at the energy balance to the next."""
TABLES = ("times", "marks", "places", "shared")
"""Arrays that all runs share: those of `schedule.StepTable`, the places of p in which runs differ, and p."""
STATE = ("q", "v", "rest", "c")
"""Parts of the state of a run: coordinates, velocities, the other states, the entries of p that tasks change."""
ORIGINS = "origins"
"""The array of the keys and the numbers of runs, words of 64 bits: a row for each run on a GPU, else for each block."""


class Sizes(NamedTuple):
    """Sizes of a run: states, entries of p and of its cotangent, coordinates, velocities; places of quaternions."""

    n: int
    m: int
    chosen: int
    nq: int
    nv: int
    quaternions: tuple[int, ...] = ()

    @property
    def parts(self) -> dict[str, tuple[int, int]]:
        """First entry and size of coordinates, velocities and the other states, by the names of `STATE`."""
        nq, nv = self.nq, self.nv
        return {"q": (0, nq), "v": (nq, nv), "rest": (nq + nv, self.n - nq - nv)}


@dataclass(frozen=True)
class KernelStructure(ABC):
    """What the code of a kernel depends on, besides its functions."""

    method: str
    sizes: Sizes
    changing: int
    """Entries of p that tasks change; 0 for a continuous law."""
    streams: tuple[tuple[int, ...], ...]
    """Streams of random numbers of each task."""

    @abstractmethod
    def arrays(self, kind: str) -> tuple[str, ...]:
        """Return the names of the arrays of runs of a kind of kernel, but for `ORIGINS`."""

    @abstractmethod
    def functions(self, kind: str) -> list[str]:
        """Return the names of the functions that a kernel calls."""

    @abstractmethod
    def write(self, kind: str, code: RunCode, lanes: int = 1) -> None:
        """Write a kernel of a kind."""

    @property
    def noisy(self) -> bool:
        """Whether tasks take random numbers."""
        return any(self.streams)

    def words(self, kind: str) -> list[str]:
        """Return the names of the arguments in order: words of 64 bits, whole numbers and addresses.

        An array of runs has its address and a distance: on a GPU that of rows, or of the rows of a table of columns; on
        a CPU that of blocks of runs. A distance of zero between rows means that all runs share one.
        """
        arrays = (*self.arrays(kind), *((ORIGINS,) if self.noisy else ()))
        return [*NUMBERS, *(word for name in arrays for word in (name, f"{name}.step")), *TABLES]


class RunCode(Code):
    """The text of a kernel of runs: where runs begin and end, and where their numbers lie.

    `run` is the number of the thread, or of the block of runs.
    """

    run: str
    fixed: ClassVar[str] = ""
    """The note of a load of a number that does not change while the kernel runs."""

    @abstractmethod
    def each_run(self) -> contextlib.AbstractContextManager[None]:
        """Write the body for every run."""

    @abstractmethod
    def array(self, name: str) -> str:
        """Return an address among the arguments as a pointer to any memory."""

    @abstractmethod
    def is_given(self, name: str) -> str:
        """Return whether an address among the arguments is not NULL."""

    @abstractmethod
    def row(self, name: str, first: str | int = 0, kind: str = "") -> Vector:
        """Return the row of this run in an array, from an entry on; default type: a number of the code."""

    @abstractmethod
    def recorded(self, name: str, row: str, size: int) -> Vector:
        """Return one of the recorded rows of this run, whose number is the distance between runs."""

    @abstractmethod
    def copy_column(self, name: str, first: str | int, to: Vector) -> None:
        """Read entries of the column of this run."""

    @abstractmethod
    def set_column(self, name: str, first: str | int, source: Vector) -> None:
        """Write entries of the column of this run."""

    @abstractmethod
    def origin(self, place: int, lanes: int) -> str:
        """Return the key (0) or the number (1) of this run for random numbers, one in each lane."""

    @abstractmethod
    def call_function(self, name: str, *arrays: Vector) -> None:
        """Write a call of a function with its inputs and outputs."""

    def parameters(self, size: int, lanes: int) -> Vector:
        """Return p of this run: entries that runs share, then those in which they differ."""
        p, wide, shared = self.vector(size * lanes), self.with_lanes(lanes), self.array("shared")

        def spread(j: str | int) -> None:
            Slot(wide, wide.at(p.pointer, j)).set(Number(self, self.load(self.at(shared, j))))

        def differ(k: str | int) -> None:
            place = self.load(self.at(self.array("places"), k, "i64"), "i64")
            self.copy_column("differing_p", k, Vector(self, wide.at(p.pointer, place), lanes))

        self.over(0, size, spread, unrolled=False)
        self.over(0, "%differing", differ, unrolled=False)
        return p

    def shared(self, index: int) -> Number:
        """Return one of the numbers of `shared`."""
        return Number(self, self.load(self.at(self.array("shared"), index)))

    def sum(self, a: str | int, factor: str | int, b: str | int = 0) -> str:
        """Return a · factor + b, whole numbers."""
        return self.let(f"add i64 {self.let(f'mul i64 {a}, {factor}')}, {b}")


class Interval(NamedTuple):
    """The numbers of an interval: start, step and a time inside [s] in double precision, `schedule.MARKS`, the number
    of each task's instant, and the number of the interval."""

    t0: str
    h: str
    inside: str
    begin: str
    done: str
    steps: str
    due: str
    row: str
    piece: str
    instants: Sequence[str]
    number: str


class RunWriter:
    """Writes a kernel of one kind: the loop over intervals and steps around a method, and tasks.

    Subclasses write what else is done: `begin_interval`, `begin_step`, `end_step` and `record`.
    """

    def __init__(self, kind: str, structure: KernelStructure, code: RunCode, lanes: int = 1) -> None:
        self.code, self.structure, self.sizes, self.lanes = code, structure, structure.sizes, lanes
        self.wide = code.with_lanes(lanes)
        self.n, self.count = self.sizes.n * lanes, self.sizes.chosen * lanes
        self.layout, self.shape = self.sizes, Shape(self.sizes.n, self.sizes.m, lanes)
        self.x, self.clock = code.vector(self.n), code.vector(2 * lanes)
        self.changing = structure.changing * lanes
        self.h = Number(code, "")
        """The step at the place that is written."""
        with code.each_run():
            self.p = code.parameters(self.sizes.m, lanes)
            getattr(self, f"_{kind}")()

    @property
    def method(self) -> RungeKutta | SemiImplicitEuler:
        """The method that writes the steps."""
        return {method.name: method for method in EXPLICIT}[self.structure.method]()

    @property
    def c(self) -> Vector:
        """The entries of p that tasks change."""
        return self.p.part(0, self.changing)

    # What methods use (`walk.solver_loop.Stepping`)

    def vector(self) -> Vector:
        """Return a vector of the size of the state."""
        return self.code.vector(self.n)

    def evaluate(self, to: Vector, t: Number, x: Vector) -> None:
        """Write to := f(t, x, p)."""
        self.call_at(t, "f", x, self.p, to)

    def begin(self, to: Vector, t: Number) -> None:
        """Write to := f(t, x, p) at the start of a step."""
        self.evaluate(to, t, self.x)

    @contextlib.contextmanager
    def fixed_steps(self) -> Iterator[tuple[Number, Number, Callable[[Condition], None]]]:
        """Write the way through all intervals of a whole run, with the body for every step."""
        code = self.code
        number = code.counter(0)
        with code.loop() as out:
            out.leave_if(~number.below("%intervals"))
            interval = self.interval(number.get())
            self.begin_interval(interval)
            count = code.counter(interval.done)
            end = self.add(interval.done, interval.steps)
            with code.loop() as over:
                over.leave_if(~count.below(end))
                self.begin_step(interval, count.get())
                yield self.time(interval, count.get()), self.h, over.leave_if
                self.normalise(self.x)
                count.add()
                self.end_step(interval, count.get())
            with self.when("sge", interval.row, "0"):
                self.record(interval.row)
            number.add()

    def begin_interval(self, interval: Interval) -> None:
        """Write what is done before the steps of an interval."""

    def begin_step(self, interval: Interval, count: str) -> None:
        """Write what is done before a step, `count` steps after the start of the interval of the schedule."""

    def end_step(self, interval: Interval, count: str) -> None:
        """Write what is done after a step, now `count` steps after the start of the interval of the schedule."""

    def record(self, row: str) -> None:
        """Write a row."""

    # Whole numbers

    @contextlib.contextmanager
    def when(self, comparison: str, a: str, b: str) -> Iterator[None]:
        """Do the body where a comparison of whole numbers holds, such as "eq"."""
        with self.code.when(self.code.let(f"icmp {comparison} i64 {a}, {b}")):
            yield

    def add(self, a: str, b: str) -> str:
        """Return a + b."""
        return self.code.let(f"add i64 {a}, {b}")

    def difference(self, a: str, b: str) -> str:
        """Return a − b."""
        return self.code.let(f"sub i64 {a}, {b}")

    # Arrays

    @contextlib.contextmanager
    def when_given(self, name: str) -> Iterator[None]:
        """Do the body where an array is not NULL."""
        with self.code.when(self.code.is_given(name)):
            yield

    def part(self, x: Vector, start: int, size: int) -> Vector:
        """Return entries of a vector that has one for each lane."""
        return x.part(start * self.lanes, size * self.lanes)

    def read_start(self) -> None:
        """Read the state of this run at the start of the segment."""
        self.read_state(self.x, STATE[:3])
        if self.changing:
            self.code.copy(self.c, self.code.row("c"))

    def read_state(self, to: Vector, names: Sequence[str]) -> None:
        """Read coordinates, velocities and the other states."""
        for (start, size), name in zip(self.sizes.parts.values(), names, strict=True):
            if size:
                self.code.copy(self.part(to, start, size), self.code.row(name))

    def rounded(self, double: str) -> Number:
        """Return a double in the precision of the code."""
        return Number(self.code, self.code.from_double(double))

    # Intervals

    def interval(self, number: str) -> Interval:
        """Read the numbers of an interval, and set the step and the time inside."""
        tasks = len(self.structure.streams)
        t0, h, inside = (self._entry("times", number, 3, j, "double") for j in range(3))
        width = len(MARKS) + tasks
        begin, done, steps, due, row, piece, *instants = (
            self._entry("marks", number, width, j, "i64") for j in range(width)
        )
        self.h = self.rounded(h)
        self.clock.entry(1, self.lanes).set(self.rounded(inside))
        return Interval(t0, h, inside, begin, done, steps, due, row, piece, instants, number)

    def _entry(self, table: str, row: str, size: int, column: int, kind: str) -> str:
        place = self.code.at(self.code.array(table), self.code.sum(row, size, column), kind)
        return self.code.load(place, kind, self.code.fixed)

    def time(self, interval: Interval, count: str) -> Number:
        """Return the time [s] some steps after the start of an interval of the schedule."""
        code = self.code
        after = code.let(f"fmul contract double {code.let(f'sitofp i64 {count} to double')}, {interval.h}")
        return self.rounded(code.let(f"fadd contract double {interval.t0}, {after}"))

    # Functions and tasks

    def call_at(self, t: Number, function: str, *arrays: Vector) -> None:
        """Write a call of f or of one of its products at a time."""
        self.clock.entry(0, self.lanes).set(t)
        self.code.call_function(function, self.clock, *arrays)

    def call_tasks(self, interval: Interval) -> None:
        """Write (1)."""
        if self.structure.streams:
            self.clock.entry(0, self.lanes).set(self.start_time(interval))
        for k in range(len(self.structure.streams)):
            with self.when_due(k, interval):
                self.call_task(k, interval)

    def start_time(self, interval: Interval) -> Number:
        """Return the time [s] at the start of an interval."""
        return self.rounded(interval.t0)

    def call_task(self, k: int, interval: Interval) -> None:
        """Write one task of (1)."""
        after = self.code.vector(self.changing)
        self.code.call_function(f"task{k}", self.clock, self.x, self.p, self.random_numbers(k, interval), after)
        self.code.copy(self.c, after)

    @contextlib.contextmanager
    def when_due(self, task: int, interval: Interval) -> Iterator[None]:
        """Do the body where a task is due."""
        bit = self.code.let(f"and i64 {interval.due}, {1 << task}")
        with self.code.when(self.code.let(f"icmp ne i64 {bit}, 0")):
            yield

    def random_numbers(self, task: int, interval: Interval) -> Vector:
        """Return the random numbers of a task at an instant: those of the sample with the number of the instant."""
        streams, lanes = self.structure.streams[task], self.lanes
        numbers = self.code.vector(max(1, 2 * len(streams)) * lanes)
        if streams:
            key, run = (self.code.origin(j, lanes) for j in range(2))
        for k, stream in enumerate(streams):
            for j, number in enumerate(call_pair(self.wide, key, run, stream, interval.instants[task])):
                numbers.entry(2 * k + j, lanes).set(self.rounded_in_lanes(number))
        return numbers

    def rounded_in_lanes(self, doubles: str) -> Number:
        """Return a double in each lane in the precision of the code."""
        wide = self.wide
        if wide.scalar is DOUBLE:
            return Number(wide, doubles)
        return Number(wide, wide.let(f"fptrunc {vector('double', wide.lanes)} {doubles} to {wide.real}"))

    # Quaternions

    def normalise(self, x: Vector) -> None:
        """Bring quaternions to unit length."""
        for start in self.sizes.quaternions:
            entries = self.quaternion(x, start)
            for slot, value in zip(entries, self.wide.unit(entries)[0], strict=True):
                slot.set(value)

    def quaternion(self, x: Vector, start: int) -> list[Slot]:
        """Return the entries of a quaternion in a state."""
        return [x.entry(start + k, self.lanes) for k in range(4)]
