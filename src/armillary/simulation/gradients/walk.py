"""One walk through the steps of a run as native code: forward, with tangents, or backward.

    forward   x, c → x, c after the steps; rows q and q̇; the path, for a walk backward, where it is wanted
    tangent   the same with tangents of x, c and p; rows dq and dq̇
    adjoint   from the path of the same steps: cotangents of x and p before them, and of added efforts

The steps lie in intervals (`simulation.schedule`). At the start of each, tasks of a sampled law change c, the first
entries of p; between their instants c and the added efforts are constant:
    for each interval:                                  backward, from the last interval to the first one:
        c ← task(clock, x, p, w) for each task due          x̄, p̄ ← adjoint of each step, the last step first
        x ← step(t, x, p) for each step                     x̄, p̄ ← adjoint of each task, the last task first
The path has x before every step, and c before the tasks of every interval. w are random numbers, which backward are
computed again (`simulation.noise`).

The same text serves GPUs and CPUs, which differ in where the numbers of a run lie (`RunCode`): a thread of a GPU walks
one run, a block of lanes of a CPU walks several. f, its products and tasks are functions on memory, since a step calls
each several times.
"""

from __future__ import annotations

import contextlib
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from armillary.compiler.llvm.writer import DOUBLE, vector
from armillary.simulation.gradients.stepping import Sizes, StepWriter
from armillary.simulation.noise import call_pair
from armillary.simulation.walk.code import Code
from armillary.simulation.walk.values import Number, Slot, Vector

NUMBERS = ("runs", "first", "last", "first_interval", "last_interval", "first_row", "last_row", "differing")
"""Runs or blocks of runs, the numbers of a segment (`schedule.Segment`), number of `places`."""
TABLES = ("times", "marks", "reached", "shared", "places")
"""Arrays that all runs share: those of `schedule.StepTable`, p, and the places of p in which runs differ."""
STATE = ("q", "v", "rest", "c")
"""Parts of the state of a run: coordinates, velocities, the other states, the entries of p that tasks change."""
ROWS = {
    "forward": (*STATE, "efforts", "q_rows", "v_rows", "x_out", "c_out"),
    "tangent": (*STATE, "efforts", "dq", "dv", "drest", "defforts", "q_rows", "v_rows", "x_out", "c_out", "dx_out"),
    "adjoint": (
        "q_bar", "v_bar", "rest_bar", "efforts", "q_rows", "v_rows", "q_out", "v_out", "rest_out", "efforts_bar"
    ),
}  # fmt: skip
"""Arrays that have a row for each run."""
COLUMNS = {
    "forward": ("differing_p", "path", "c_path"),
    "tangent": ("differing_p", "dp"),
    "adjoint": ("differing_p", "path", "c_path", "p_bar"),
}
"""Arrays that have a column for each run on a GPU, where neighbouring threads then read neighbouring words.
`differing_p` are the entries of p in which runs differ; `dp` and `p_bar`, tangents and cotangents of the chosen entries
of p, are carried on. Rows and the path are NULL where there are none."""
ORIGINS = "origins"
"""The array of the keys and the numbers of runs, words of 64 bits: a row for each run on a GPU, else for each block."""
FUNCTIONS = {"forward": ("f",), "tangent": ("jvp",), "adjoint": ("f", "vjp")}


@dataclass(frozen=True)
class Structure:
    """What the code of a walk depends on, besides its functions."""

    method: str
    sizes: Sizes
    changing: int
    """Entries of p that tasks change; 0 for a continuous law."""
    carried: int
    """First entries of the cotangent of p that belong to these, or to added efforts."""
    added: bool
    """Whether efforts are added."""
    streams: tuple[tuple[int, ...], ...]
    """Streams of random numbers of each task."""

    def rows(self, kind: str) -> tuple[str, ...]:
        """Return the names of the arrays of runs."""
        return (*ROWS[kind], *COLUMNS[kind], *((ORIGINS,) if any(self.streams) else ()))

    def words(self, kind: str) -> list[str]:
        """Return the names of the arguments in order: words of 64 bits, whole numbers and addresses.

        An array of runs has its address and a distance: on a GPU that of rows, or of the rows of a table of columns; on
        a CPU that of blocks of runs. A distance of zero between rows means that all runs share one.
        """
        return [*NUMBERS, *TABLES, *(each for name in self.rows(kind) for each in (name, f"{name}.step"))]

    def functions(self, kind: str) -> list[str]:
        """Return the names of the functions that a walk calls: f and its products, tasks and their products."""
        count = range(len(self.streams))
        products = [] if kind == "forward" else [f"product{k}" for k in count]
        return [*FUNCTIONS[kind], *(f"task{k}" for k in count), *products]


class RunCode(Code):
    """The text of a kernel that walks runs: where runs begin and end, and where their numbers lie.

    `run` is the number of the thread, or of the block of runs.
    """

    run: str

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
    def row(self, name: str, first: str | int = 0) -> Vector:
        """Return the row of this run in an array, from an entry on."""

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
    def call_function(self, name: str, pointers: str) -> None:
        """Write the call of a function."""

    def sum(self, a: str | int, factor: str | int, b: str | int = 0) -> str:
        """Return a · factor + b, whole numbers."""
        return self.let(f"add i64 {self.let(f'mul i64 {a}, {factor}')}, {b}")


class Interval(NamedTuple):
    """The numbers of an interval: start, step and a time inside [s] in double precision, then `schedule.MARKS`."""

    t0: str
    h: str
    inside: str
    begin: str
    steps: str
    due: str
    piece: str
    instants: Sequence[str]


class Walk(StepWriter):
    """Writes a kernel of one of the kinds."""

    def __init__(self, kind: str, structure: Structure, code: RunCode, lanes: int = 1) -> None:
        super().__init__(code, structure.method, structure.sizes, lanes)
        self.kind, self.structure, self.runs = kind, structure, code
        self.x, self.p, self.clock = code.vector(self.n), code.vector(self.m), code.vector(2 * lanes)
        self.changing, self.carried = structure.changing * lanes, structure.carried * lanes
        self._c_before_task = [code.vector(self.changing) for _ in structure.streams]
        with code.each_run():
            self._load_p()
            getattr(self, f"_{kind}")()

    # Arrays

    @contextlib.contextmanager
    def _when_present(self, name: str) -> Iterator[None]:
        """Do the body where an array is not NULL."""
        with self.code.when(self.runs.is_given(name)):
            yield

    def _recorded(self, name: str, row: str, size: int) -> Vector:
        """Return a recorded row of this run, with `size` entries."""
        return Vector(self.code, self.runs.row(name, self.runs.sum(row, size)).pointer, size * self.lanes)

    def _entry(self, table: str, row: str, size: int, column: int, kind: str) -> str:
        place = self.code.at(self.runs.array(table), self.runs.sum(row, size, column), kind)
        return self.code.load(place, kind)

    def _rounded(self, double: str) -> Number:
        return self._rounded_in_lanes(double, self.code)

    def _rounded_in_lanes(self, doubles: str, code: Code | None = None) -> Number:
        """Return a double, or one in each lane, in the precision of the code."""
        code = code or self.wide
        kind = vector("double", code.lanes)
        return Number(code, doubles if code.scalar is DOUBLE else code.let(f"fptrunc {kind} {doubles} to {code.real}"))

    # The state

    @property
    def _parts(self) -> list[tuple[int, int]]:
        """First entry and size of coordinates, velocities and the other states."""
        return [*self.sizes.parts.values()]

    def _part(self, x: Vector, start: int, size: int) -> Vector:
        """Return entries of a vector that has one for each lane."""
        return x.part(start * self.lanes, size * self.lanes)

    def _read_state(self, to: Vector, names: Sequence[str]) -> None:
        for (start, size), name in zip(self._parts, names, strict=True):
            if size:
                self.code.copy(self._part(to, start, size), self.runs.row(name))

    def _load_p(self) -> None:
        """Read p: entries that runs share, then those in which they differ."""
        code, shared = self.code, self.runs.array("shared")

        def spread(j: str | int) -> None:
            self._p_at(j).set(Number(code, code.load(code.at(shared, j))))

        def differ(k: str | int) -> None:
            place = code.load(code.at(self.runs.array("places"), k, "i64"), "i64")
            self.runs.copy_column("differing_p", k, Vector(code, self._p_at(place).pointer, self.lanes))

        code.over(0, self.sizes.m, spread, unrolled=False)
        code.over(0, "%differing", differ, unrolled=False)

    def _p_at(self, j: str | int) -> Slot:
        """Return an entry of p, one for each lane."""
        return Slot(self.wide, self.wide.at(self.p.pointer, j))

    def _load_c(self) -> None:
        if self.changing:
            self.code.copy(self._c, self.runs.row("c"))

    @property
    def _c(self) -> Vector:
        return self.p.part(0, self.changing)

    def _write_state(self, name: str, x: Vector) -> None:
        """Write a state after the last step."""
        self.code.copy(Vector(self.code, self.runs.row(name).pointer, x.size), x)

    # Intervals and steps

    def _interval(self, number: str) -> Interval:
        tasks = range(len(self.structure.streams))
        t0, h, inside = (self._entry("times", number, 3, j, "double") for j in range(3))
        marks = [self._entry("marks", number, 4 + len(tasks), j, "i64") for j in range(4 + len(tasks))]
        begin, steps, due, piece, *instants = marks
        interval = Interval(t0, h, inside, begin, steps, due, piece, instants)
        self.h = self._rounded(interval.h)
        self.clock.entry(1, self.lanes).set(self._rounded(interval.inside))
        return interval

    def _time(self, interval: Interval, step: str) -> Number:
        """Return the time before a step [s]: t is counted, not summed, so that it does not drift."""
        code, done = self.code, self.code.let(f"sub i64 {step}, {interval.begin}")
        count = code.let(f"sitofp i64 {done} to double")
        after = code.let(f"fmul contract double {count}, {interval.h}")
        return self._rounded(code.let(f"fadd contract double {interval.t0}, {after}"))

    @contextlib.contextmanager
    def _forward_steps(self) -> Iterator[tuple[Interval, str, str]]:
        """Repeat the body for all steps of the segment: interval, number of the step, and of the interval here.

        One loop over steps, which reads the numbers of its interval again: in a loop inside a loop these would stay in
        registers through all calls of a step.
        """
        code = self.code
        step, number = code.counter("%first"), code.counter("%first_interval")
        self._row = code.counter("%first_row")
        with code.loop() as out:
            out.leave_if(~step.below("%last"))
            interval = self._interval(number.get())
            yield interval, step.get(), code.let(f"sub i64 {number.get()}, %first_interval")
            after = step.add()
            with code.when(code.let(f"icmp eq i64 {after}, {self._end(interval)}")):
                number.add()

    def _end(self, interval: Interval) -> str:
        """Return the number of the step behind an interval."""
        return self.code.let(f"add i64 {interval.begin}, {interval.steps}")

    @contextlib.contextmanager
    def _when_equal(self, a: str, b: str) -> Iterator[None]:
        with self.code.when(self.code.let(f"icmp eq i64 {a}, {b}")):
            yield

    @contextlib.contextmanager
    def _at_interval_start(self, interval: Interval, step: str) -> Iterator[None]:
        """Do the body before the first step of an interval within the segment."""
        first = self.code.let(f"call i64 @llvm.smax.i64(i64 {interval.begin}, i64 %first)")
        with self._when_equal(step, first):
            yield

    def _record(self, x: Vector, row: str) -> None:
        for name, (start, size) in zip(("q_rows", "v_rows"), self._parts, strict=False):
            with self._when_present(name):
                self.code.copy(self._recorded(name, row, size), self._part(x, start, size))

    def _record_if_reached(self, x: Vector, step: str) -> None:
        """Record the state after a step where the next row is there."""
        code, after = self.code, self.code.let(f"add i64 {step}, 1")
        reached = code.load(code.at(self.runs.array("reached"), self._row.get(), "i64"), "i64")
        with self._when_equal(reached, after):
            self._record(x, self._row.get())
            self._row.add()

    @contextlib.contextmanager
    def _at_run_start(self) -> Iterator[None]:
        """Do the body where the segment is the first one of the run."""
        with self.code.when(self.code.let("icmp eq i64 %first, 0")):
            yield

    # Tasks and added efforts

    @contextlib.contextmanager
    def _when_due(self, task: int, interval: Interval) -> Iterator[None]:
        bit = self.code.let(f"and i64 {interval.due}, {1 << task}")
        with self.code.when(self.code.let(f"icmp ne i64 {bit}, 0")):
            yield

    def _random_numbers(self, task: int, interval: Interval) -> Vector:
        """Return the random numbers of a task at an instant: those of the sample with the number of the instant."""
        streams = self.structure.streams[task]
        numbers = self.code.vector(max(1, 2 * len(streams)) * self.lanes)
        if streams:
            key, run = (self.runs.origin(j, self.lanes) for j in range(2))
        for k, stream in enumerate(streams):
            for j, number in enumerate(call_pair(self.wide, key, run, stream, interval.instants[task])):
                numbers.entry(2 * k + j, self.lanes).set(self._rounded_in_lanes(number))
        return numbers

    def _call(self, function: str, *vectors: Vector) -> None:
        self.runs.call_function(function, ", ".join(f"ptr {vector.pointer}" for vector in vectors))

    def call(self, function: str, t: Number, *vectors: Vector) -> None:
        """Write a call of f or of one of its products."""
        self.clock.entry(0, self.lanes).set(t)
        self._call(function, self.clock, *vectors)

    def _call_tasks(self, interval: Interval, dx: Vector | None = None, dp: Vector | None = None) -> None:
        """Write the tasks that are due, with tangents where they are given; c before each of them is saved."""
        code = self.code
        if self.structure.streams:
            self.clock.entry(0, self.lanes).set(self._rounded(interval.t0))
        for k, saved in enumerate(self._c_before_task):
            with self._when_due(k, interval):
                code.copy(saved, self._c)
                inputs = (self.clock, self.x, self.p, self._random_numbers(k, interval))
                if dx is not None and dp is not None:
                    along = code.vector(self.carried)
                    self._call(f"product{k}", *inputs, dx, dp, along)
                    code.copy(dp.part(0, along.size), along)
                after = code.vector(self.changing)
                self._call(f"task{k}", *inputs, after)
                code.copy(self._c, after)

    def _read_efforts(self, interval: Interval, name: str, to: Vector) -> None:
        """Read the added efforts of an interval."""
        if self.structure.added:
            efforts = self.runs.row(name, self.runs.sum(interval.piece, self.sizes.nv))
            self.code.copy(self._part(to, 0, self.sizes.nv), efforts)

    # The kinds

    def _forward(self) -> None:
        self._read_state(self.x, STATE[:3])
        self._load_c()
        with self._at_run_start():
            self._record(self.x, "0")
        step = self.step("forward")
        with self._forward_steps() as (interval, number, place):
            with self._at_interval_start(interval, number):
                self._read_efforts(interval, "efforts", self.p)
                if self.changing:
                    with self._when_present("c_path"):
                        self.runs.set_column("c_path", self.runs.sum(place, self.structure.changing), self._c)
                with self._when_interval_starts(interval):
                    self._call_tasks(interval)
            with self._when_present("path"):
                self.runs.set_column("path", self._place_in_path(number), self.x)
            step(self._time(interval, number), self.x, self.p)
            self.normalise(self.x)
            self._record_if_reached(self.x, number)
        self._finish()

    @contextlib.contextmanager
    def _when_interval_starts(self, interval: Interval) -> Iterator[None]:
        """Do the body where the segment has the start of an interval; else an earlier one has its tasks."""
        if not self.structure.streams:
            yield
            return
        with self.code.when(self.code.let(f"icmp sge i64 {interval.begin}, %first")):
            yield

    def _place_in_path(self, step: str) -> str:
        return self.runs.sum(self.code.let(f"sub i64 {step}, %first"), self.sizes.n)

    def _finish(self) -> None:
        with self._when_present("x_out"):
            self._write_state("x_out", self.x)
            if self.changing:
                self._write_state("c_out", self._c)

    def _tangent(self) -> None:
        code = self.code
        dx, dp = code.vector(self.n), code.vector(self.count)
        self._read_state(self.x, STATE[:3])
        self._load_c()
        self._read_state(dx, ("dq", "dv", "drest"))
        self.runs.copy_column("dp", 0, dp)
        with self._at_run_start():
            self._record(dx, "0")
        step = self.step("tangent")
        with self._forward_steps() as (interval, number, _):
            with self._at_interval_start(interval, number):
                self._read_efforts(interval, "efforts", self.p)
                self._read_efforts(interval, "defforts", dp)
                with self._when_interval_starts(interval):
                    self._call_tasks(interval, dx, dp)
            step(self._time(interval, number), self.x, self.p, dx, dp)
            self.normalise(self.x, dx)
            self._record_if_reached(dx, number)
        self.runs.set_column("dp", 0, dp)
        self._finish()
        with self._when_present("x_out"):
            self._write_state("dx_out", dx)

    def _adjoint(self) -> None:
        code = self.code
        x_bar, p_bar = code.vector(self.n), code.vector(self.count)
        self._read_state(x_bar, ("q_bar", "v_bar", "rest_bar"))
        self.runs.copy_column("p_bar", 0, p_bar)
        step = self.step("adjoint")
        number, interval_number = code.counter("%last"), code.counter("%last_interval")
        row = code.counter("%last_row")
        with code.loop() as out:
            after = number.get()
            out.leave_if(code.let(f"icmp sle i64 {after}, %first"))
            interval = self._interval(interval_number.get())
            start = code.let(f"call i64 @llvm.smax.i64(i64 {interval.begin}, i64 %first)")
            end = code.let(f"call i64 @llvm.smin.i64(i64 {self._end(interval)}, i64 %last)")
            with self._when_equal(after, end):  # the last step of the interval: its p
                if self.changing:
                    place = code.let(f"sub i64 {interval_number.get()}, %first_interval")
                    self.runs.copy_column("c_path", self.runs.sum(place, self.structure.changing), self._c)
                self._read_efforts(interval, "efforts", self.p)
                with self._when_interval_starts(interval):
                    self._state_at(start)
                    self._call_tasks(interval)
            reached = code.load(code.at(self.runs.array("reached"), row.get(), "i64"), "i64")
            with self._when_equal(reached, after):
                self._add_rows(x_bar, row.get())
                row.add(-1)
            before = number.add(-1)
            self.runs.copy_column("path", self._place_in_path(before), self.x)
            step(self._time(interval, before), self.x, self.p, x_bar, p_bar)
            with self._when_equal(before, start):
                self._pull_back_efforts(interval, p_bar)
                with self._when_interval_starts(interval):
                    self._pull_back_tasks(interval, x_bar, p_bar)
                interval_number.add(-1)
        with self._at_run_start():
            self._add_rows(x_bar, "0")
        for (start_of, size), name in zip(self._parts, ("q_out", "v_out", "rest_out"), strict=True):
            if size:
                to = Vector(code, self.runs.row(name).pointer, size * self.lanes)
                code.copy(to, self._part(x_bar, start_of, size))
        self.runs.set_column("p_bar", 0, p_bar)

    def _state_at(self, step: str) -> None:
        """Read the state before a step, where tasks need it."""
        if self.structure.streams:
            self.runs.copy_column("path", self._place_in_path(step), self.x)

    def _add_rows(self, x_bar: Vector, row: str) -> None:
        """Add the cotangents of a recorded row."""
        for name, (start, size) in zip(("q_rows", "v_rows"), self._parts, strict=False):
            with self._when_present(name):
                part = self._part(x_bar, start, size)
                self.code.combine(part, (1.0, part), (1.0, self._recorded(name, row, size)))

    def _pull_back_efforts(self, interval: Interval, p_bar: Vector) -> None:
        """Add the cotangents of the efforts of an interval to those of their row."""
        if not self.structure.added:
            return
        code, nv = self.code, self.sizes.nv
        efforts = self.runs.row("efforts_bar", self.runs.sum(interval.piece, nv))
        to, part = Vector(code, efforts.pointer, nv * self.lanes), self._part(p_bar, 0, nv)
        code.combine(to, (1.0, to), (1.0, part))
        code.fill(part)

    def _pull_back_tasks(self, interval: Interval, x_bar: Vector, p_bar: Vector) -> None:
        """Pull cotangents back through the tasks that were due, the last one first.

        The adjoint of the first step has left x as it was before it, which is the state that the tasks had.
        """
        code = self.code
        if self.structure.streams:
            self.clock.entry(0, self.lanes).set(self._rounded(interval.t0))
        for k, saved in reversed([*enumerate(self._c_before_task)]):
            with self._when_due(k, interval):
                code.copy(self._c, saved)
                c_bar, carried_bar = code.vector(self.carried), p_bar.part(0, self.carried)
                code.copy(c_bar, carried_bar)
                code.fill(carried_bar)
                x_part, p_part = code.vector(self.n), code.vector(self.count)
                self._call(
                    f"product{k}", self.clock, self.x, self.p, self._random_numbers(k, interval), c_bar, x_part, p_part
                )
                code.combine(x_bar, (1.0, x_bar), (1.0, x_part))
                code.combine(p_bar, (1.0, p_bar), (1.0, p_part))
