"""The compiled driver: from interval to interval through the schedule of a run, with all tasks that are due in between.

At the start of interval k the driver calls the updates whose bits are set in `tasks[k]`, in the order of their numbers:
    c ← update(clock, x, p, w),   c the first `changing` numbers of p                                       (1)
and then the loop of the solver (`walk.solver_loop`) from `edges[k]` to `edges[k + 1]`. No Python runs in between. The
last task may give ẋ behind c, with which the loop begins.
Everything that changes at instants lies in c: held efforts, states of controllers, delayed commands. w are the random
numbers of the task at this instant (`simulation.noise`). c is recorded beside the rows of the state.
The driver stops at the interval `stop`, after `budget` steps, where the loop stops, and where a number of (1) is not
finite; p is then as before. The next call continues where it stopped. One code serves all robots: sizes are run-time
numbers, loop and updates are addresses. Several trajectories go through one driver in the lanes of the machine. It does
not stop for one of them, but reports which have left the bounds or have updates that are not finite.
What does not depend on the table is in `DriverText`, from which live loops (`walk.live`) write their driver, too.
"""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Generic, TypeVar

from armillary.compiler.cache import load_or_build, source_digest
from armillary.compiler.llvm.assemble import LoadedCode, environment, load_object, to_object
from armillary.compiler.llvm.target import host
from armillary.simulation.noise import row_text
from armillary.simulation.walk.arguments import DONE, LIMITS, OPTIONS, PARAMETERS, REPORT, TOO_MANY
from armillary.simulation.walk.code import Code
from armillary.simulation.walk.values import Condition, Counter, Number, Slot, Vector

TaskNumber = TypeVar("TaskNumber", int, str)
"""Number of a task: known, or a name in the text."""
NO_UPDATE, BEYOND = 50, 51
"""Status where a number of (1) is not finite, and where a row is out of bounds though the steps are not; the statuses
of loops are lower."""
AT_ONCE = 4
"""Numbers that are copied at once."""
MARKS = (
    "index", "stop", "last", "resumed", "budget", "fixed", "bounded", "n", "changing", "status", "rows", "latest",
    "steps", "rejected", "evaluations", "done", "ahead",
)  # fmt: skip
"""Whole numbers of the driver. In: the next interval, the interval to stop at and the last one of the run, whether an
interval goes on, most steps, whether steps are fixed, whether rows must be within the bounds, sizes of x and c. Out:
the status, rows so far and those of the last call of the loop, steps taken and rejected, evaluations, fixed steps of
the interval that were taken. In: the number of the task that gives ẋ, or −1. Then, for each of several trajectories,
whether it is out of bounds or lost."""
DRIVER_ARGUMENTS = (
    "loop", "updates", "noise", "origins", "w", "edges", "tasks", "steps", "due", "next", "former", "values", "marks",
)  # fmt: skip
"""Arguments of the driver after those of the loop. `updates` has an address for each task, `noise` the address and the
number of its streams of random numbers, and its next sample. `origins` has the keys and the numbers of the runs, `w` is
memory for random numbers. `next` is memory for (1), `former` the state and the time before the last call of the loop,
`values` the rows of c; before interval k there are `due[k]` rows."""


@cache
def driver(lanes: int) -> tuple[Any, LoadedCode, int]:
    """Return the driver for one trajectory, or for one in each lane, its code, which must outlive it, and the width.

    The width is that of the machine, by which streams of random numbers of one trajectory are computed together.
    """
    name = f"drive{lanes}"
    sources, width = source_digest("simulation.walk", "simulation.noise"), host().width
    parts: list[str | bytes] = ["driver", f"{lanes} {width}", environment(), sources]
    image = load_or_build(parts, lambda: to_object(_text(lanes, width), loops=[name]))
    library = load_object(image, [name])
    kind = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * (len(PARAMETERS) + len(DRIVER_ARGUMENTS)))
    return kind(library[name]), library, width


def _text(lanes: int, width: int) -> str:
    return f"{ScheduleDriver(lanes).text}\n\n{row_text(lanes, width)}"


class DriverText(ABC, Generic[TaskNumber]):
    """Writes the way from interval to interval that drivers of a schedule and of live loops share.

    At the start of an interval the tasks that are due are called, (1), each with its random numbers; then the loop of
    the solver goes to its end, or as far as the caller wants.
    """

    def __init__(self, code: Code, places: Mapping[str, str], lanes: int = 1, at_once: int = 1) -> None:
        self.code, self.places, self.lanes, self.at_once = code, places, lanes, at_once
        """Numbers that are copied at once; `places` are the pointers to arrays by the names of arguments."""
        self.wide = code.with_lanes(lanes)

    def write(self) -> None:
        """Write the way through the intervals."""
        code = self.code
        with code.loop() as out:
            for enough in self.enough():
                out.leave_if(enough)
            with code.when(self.at_start()):
                self.begin_interval()
            out.leave_if(self.stopped)
            self.advance()
            out.leave_if(self.stopped)
            self.end_interval()

    @abstractmethod
    def enough(self) -> Iterator[Condition]:
        """Yield the conditions under which the caller wants no more steps."""

    @abstractmethod
    def at_start(self) -> Condition:
        """Return whether the next steps are the first ones of an interval."""

    @abstractmethod
    def begin_interval(self) -> None:
        """Begin the interval and call the tasks that are due."""

    @abstractmethod
    def advance(self) -> None:
        """Call the loop of the solver for the interval, or for the rest of it, and evaluate its report."""

    def end_interval(self) -> None:
        """Go on to the next interval."""

    @property
    @abstractmethod
    def stopped(self) -> Condition:
        """Whether something has stopped the driver."""

    @abstractmethod
    def stop(self, status: int) -> None:
        """Stop the driver."""

    @abstractmethod
    def draw(self, task: TaskNumber) -> None:
        """Write the random numbers w of a task at this instant."""

    @abstractmethod
    def update(self, task: TaskNumber) -> None:
        """Call the program of a task, which writes the next c."""

    def call_task(self, task: TaskNumber, changing: str | int) -> None:
        """Write (1) of one task; c has `changing` numbers."""
        self.draw(task)
        self.update(task)
        self.keep(self.is_finite(self.vector("next"), changing), changing)

    def keep(self, finite: Condition, changing: str | int) -> None:
        """Take the next c where all its numbers are finite, otherwise stop."""
        with self.code.when(~finite):
            self.stop(NO_UPDATE)
        with self.code.when(finite):
            self.copy(self.vector("p"), self.vector("next"), changing)

    def is_finite(self, numbers: Vector, size: str | int) -> Condition:
        """Return whether all numbers are finite, in each lane: then each less itself is zero."""
        code, wide = self.code, self.wide
        total = wide.slot(0.0)
        rest: str | int = 0

        def add(writer: Code, sums: Slot, j: str | int) -> None:
            value = Number(writer, writer.load(writer.at(numbers.pointer, j), note=writer.anywhere))
            sums.set(sums.value + (value - value))

        if self.lanes == 1 < self.at_once:
            whole = code.let(f"udiv i64 {size}, {self.at_once}")
            rest = code.let(f"mul i64 {whole}, {self.at_once}")
            several = code.with_lanes(self.at_once)
            sums = several.slot(0.0)
            code.over(0, whole, lambda j: add(several, sums, j), unrolled=False)
            total.set(Number(code, several.reduced("fadd", sums.value.name)))
        code.over(rest, size, lambda j: add(wide, total, j), unrolled=False)
        return wide.compare("oeq", total.value, 0.0)

    def copy(self, to: Vector, source: Vector, size: str | int) -> None:
        """Write to := source, several numbers at a time as far as possible."""
        code, rest = self.code, "0"
        if self.at_once > 1:
            wide = code.with_lanes(self.at_once)
            whole = code.let(f"udiv i64 {size}, {self.at_once}")

            def move(j: str | int) -> None:
                value = wide.load(wide.at(source.pointer, j), note=wide.anywhere)
                wide.store(value, wide.at(to.pointer, j), note=wide.anywhere)

            code.over(0, whole, move, unrolled=False)
            rest = code.let(f"mul i64 {whole}, {self.at_once}")
        code.over(rest, size, lambda j: to.at(j).set(source.at(j).value), unrolled=False)

    def vector(self, name: str) -> Vector:
        """Return an array."""
        return Vector(self.code, self.places[name], 0)

    def whole(self, name: str, index: int | str) -> Counter:
        """Return an entry of an array of whole numbers."""
        return Counter(self.code, self.code.at(self.places[name], index, "i64"))

    def limit(self, name: str) -> Counter:
        """Return one of the whole numbers in `LIMITS`."""
        return self.whole("limits", LIMITS.index(name))

    def report(self, name: str) -> str:
        """Return one of the whole numbers in `REPORT`."""
        return self.whole("report", REPORT.index(name)).get()

    def option(self, name: str) -> Slot:
        """Return one of the numbers in `OPTIONS`."""
        return self.vector("options").at(OPTIONS.index(name))

    def call_loop(self, function: str, **shifted: str) -> None:
        """Call the loop of the solver; some pointers may be `shifted`."""
        places = {**self.places, **shifted}
        pointers = ", ".join(f"ptr {places.get(name, 'null')}" for name in PARAMETERS)
        self.code.do(f"call void {function}({pointers})")


class ScheduleDriver(DriverText[str]):
    """Writes the driver through the intervals of a schedule: sizes are run-time numbers."""

    def __init__(self, lanes: int) -> None:
        names = (*PARAMETERS, *DRIVER_ARGUMENTS)
        super().__init__(Code(f"drive{lanes}", names, 1), {name: f"%{name}" for name in names}, lanes, AT_ONCE)
        self.n, self.changing = (self.mark(name).get() for name in ("n", "changing"))
        self.all_changing = self.code.let(f"mul i64 {self.changing}, {lanes}")
        self.write()
        self.text = self.code.finish()

    def enough(self) -> Iterator[Condition]:
        """Yield whether all intervals are done, and all steps that the caller allows."""
        self.k = self.mark("index").get()
        yield self.true(f"icmp sge i64 {self.k}, {self.mark('stop').get()}")
        yield self.mark("budget").below(1)

    def at_start(self) -> Condition:
        """Return whether interval k begins; set the clock, which the loop has moved where the interval goes on."""
        self.t0, self.t1 = (self.vector("edges").at(place).value for place in (self.k, self.code.plus(self.k, 1)))
        for place, t in enumerate((self.t0, (self.t0 + self.t1) * 0.5)):
            self.vector("clock").entry(place, self.lanes).set(t)
        return self.mark("resumed").below(1)

    def begin_interval(self) -> None:
        """Call the tasks that are due at the start of interval k; before the first steps of a run, record c."""
        code = self.code
        self.mark("done").set(0)
        for name, value in (("t0", self.t0), ("error", 0.0), ("refused", 0.0)):
            self.option(name).set(value)
        due, task = code.counter(self.whole("tasks", self.k).get()), code.counter(0)
        with code.loop() as out:
            out.leave_if(self.true(f"icmp eq i64 {due.get()}, 0"))
            with code.when(self.true(f"trunc i64 {due.get()} to i1")):
                self.call_task(task.get(), self.changing)
            out.leave_if(self.stopped)
            due.set(code.let(f"lshr i64 {due.get()}, 1"))
            task.add()
        with code.when(self.running & self.mark("rows").below(self.whole("due", self.k).get())):
            self._record("1")

    def end_interval(self) -> None:
        """Go on to the next interval."""
        self.mark("resumed").set(0)
        self.mark("index").add()

    @property
    def stopped(self) -> Condition:
        """Whether something has stopped the driver."""
        return ~self.running

    @property
    def running(self) -> Condition:
        """Whether the driver is still running."""
        return self.mark("status").below(DONE + 1)

    def stop(self, status: int) -> None:
        """Stop the driver."""
        self.mark("status").set(status)

    def mark(self, name: str) -> Counter:
        """Return one of the whole numbers in `MARKS`."""
        return self.whole("marks", MARKS.index(name))

    def true(self, instruction: str) -> Condition:
        """Write a comparison of whole numbers."""
        return Condition(self.code, self.code.let(instruction))

    def row(self, name: str, number: str | int, size: str) -> Vector:
        """Return a row of an array whose rows have `size` numbers."""
        return Vector(self.code, self.code.at(self.places[name], self.code.let(f"mul i64 {number}, {size}")), 0)

    def draw(self, task: str) -> None:
        """Write the random numbers of a task, as many as its streams have, and count its samples."""
        code, place = self.code, self.code.let(f"mul i64 {task}, 3")
        start, count, sample = (self.whole("noise", code.plus(place, j)) for j in range(3))
        with code.when(~count.below(1)):
            streams = code.let(f"inttoptr i64 {start.get()} to ptr")
            given = f"ptr %w, ptr {streams}, i64 {count.get()}, ptr %origins, i64 {sample.get()}"
            code.do(f"call void @noise_row{self.lanes}({given})")
            sample.add()

    def update(self, task: str) -> None:
        """Call a task by its address; the last one may give ẋ, too."""
        code = self.code
        address = code.let(f"inttoptr i64 {self.whole('updates', task).get()} to ptr")
        pointers = "ptr %clock, ptr %x, ptr %p, ptr %w, ptr %next"
        last = self.true(f"icmp eq i64 {task}, {self.mark('ahead').get()}")
        with code.when(last):
            code.do(f"call void {address}({pointers}, ptr %ahead)")
            self.limit("known").set(1)
        with code.when(~last):
            code.do(f"call void {address}({pointers})")

    def keep(self, finite: Condition, changing: str | int) -> None:
        """Take the next c; several trajectories go on where a number of one is not finite, and it counts as lost."""
        if self.lanes == 1:
            super().keep(finite, changing)
            return
        self.copy(self.vector("p"), self.vector("next"), self.all_changing)
        self._mark_lost(self.wide.let(f"zext {self.wide.truth} {~finite} to {self.wide.integer}"))

    def _mark_lost(self, lost: str) -> None:
        """Mark the trajectories that are lost: a whole number for each, 1 or 0."""
        wide, place = self.wide, self.code.at("%marks", len(MARKS), "i64")
        before = wide.load(place, wide.integer, wide.anywhere)
        wide.store(wide.let(f"or {wide.integer} {before}, {lost}"), place, wide.integer, wide.anywhere)

    def advance(self) -> None:
        """Call the loop for interval k, or for the rest of it, and evaluate its report."""
        code, k, t0, t1 = self.code, self.k, self.t0, self.t1
        longest = t1 - t0
        budget, steps = self.mark("budget").get(), self.whole("steps", k).get()
        fixed, rows = ~self.mark("fixed").below(1), self.mark("rows").get()
        self.limit("most").set(budget)
        for name, value in (("t1", t1), ("longest", longest)):
            self.option(name).set(value)
        with code.when(fixed):
            self.option("t0").set(t0)
            self.option("step").set(longest / code.computed(f"sitofp i64 {steps} to double"))
            left = code.let(f"sub i64 {steps}, {self.mark('done').get()}")
            self.limit("most").set(code.let(f"call i64 @llvm.smin.i64(i64 {left}, i64 {budget})"))
            self.limit("done").set(self.mark("done").get())
        self.limit("rows").set(code.let(f"sub i64 {self.whole('due', code.plus(k, 1)).get()}, {rows}"))
        more = self.true(f"icmp slt i64 {k}, {self.mark('last').get()}")
        self.limit("more").set(code.let(f"zext i1 {more} to i64"))
        if self.lanes == 1:
            former = self.vector("former")
            self.copy(former, self.vector("x"), self.n)
            former.at(self.n).set(self.option("t0").value)
        times = code.at("%times", rows)
        record = self.row("record", rows, code.let(f"mul i64 {self.n}, {self.lanes}"))
        self.call_loop("%loop", times=times, record=record.pointer)
        self.mark("status").set(self.report("status"))
        for name in ("steps", "rejected", "evaluations"):
            self.mark(name).add(self.report(name))
        tries = code.let(f"add i64 {self.report('steps')}, {self.report('rejected')}")
        # Rejected steps count: they cost as much as accepted ones.
        self.mark("budget").set(code.let(f"sub i64 {budget}, {tries}"))
        self.mark("latest").set(self.report("rows"))
        self._record(self.report("rows"))
        self._check_status(fixed, steps, t1)
        if self.lanes == 1:
            with code.when(~fixed & ~self.mark("bounded").below(1) & self.running):
                self._check_rows(rows)

    def _check_status(self, fixed: Condition, steps: str, t1: Number) -> None:
        """Set the status at the end of a call of the loop; mark the trajectories that are out of bounds."""
        code, wide = self.code, self.wide
        if self.lanes > 1:
            self._mark_lost(wide.load(code.at("%report", len(REPORT), "i64"), wide.integer, wide.anywhere))
        with code.when(fixed & self.running):
            whole = self.true(f"icmp sge i64 {self.mark('done').add(self.report('steps'))}, {steps}")
            with code.when(whole):
                self.option("t0").set(t1)
            with code.when(~whole):
                self.mark("status").set(TOO_MANY)
        with code.when(self.true(f"icmp eq i64 {self.mark('status').get()}, {TOO_MANY}")):
            self.mark("resumed").set(1)

    def _record(self, count: str) -> None:
        """Write c beside `count` rows of the state."""

        def row(number: str | int) -> None:
            place = self.code.let(f"add i64 {self.mark('rows').get()}, {number}")
            self.copy(self.row("values", place, self.all_changing), self.vector("p"), self.all_changing)

        self.code.over(0, count, row, unrolled=False)
        self.mark("rows").add(count)

    def _check_rows(self, rows: str) -> None:
        """Stop where a row of the last call is out of bounds: a long step may leave them and come back."""
        code, out = self.code, self.code.slot(0.0)

        def check_row(number: str | int) -> None:
            row = self.row("record", code.let(f"add i64 {rows}, {number}"), self.n)

            def check_entry(j: str | int) -> None:
                value = row.at(j).value
                low, high = (self.vector(name).at(j).value for name in ("lower", "upper"))
                out.set(code.choose((value < low) | (value > high), 1.0, out.value))

            code.over(0, self.n, check_entry, unrolled=False)

        code.over(0, self.mark("latest").get(), check_row, unrolled=False)
        with code.when(out.value > 0.0):
            self.mark("status").set(BEYOND)
