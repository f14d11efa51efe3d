"""The native driver: from interval to interval through the schedule of a run, with all tasks that are due in between.

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
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

from armillary.compiler.cache import load_or_build, source_digest
from armillary.compiler.llvm.assemble import LoadedCode, environment, load_object, to_object
from armillary.compiler.llvm.target import host
from armillary.simulation.noise import row_text
from armillary.simulation.walk.arguments import DONE, LIMITS, OPTIONS, PARAMETERS, REPORT, TOO_MANY
from armillary.simulation.walk.code import Code
from armillary.simulation.walk.values import Condition, Counter, Number, Vector

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
    return f"{_Driver(lanes).text}\n\n{row_text(lanes, width)}"


class _Driver:
    """Writes the driver."""

    def __init__(self, lanes: int) -> None:
        self.lanes = lanes
        self.code = code = Code(f"drive{lanes}", (*PARAMETERS, *DRIVER_ARGUMENTS), 1)
        self.wide = code.with_lanes(lanes)
        self.n, self.changing = (self.mark(name).get() for name in ("n", "changing"))
        self.all_changing = code.let(f"mul i64 {self.changing}, {lanes}")
        with code.loop() as out:
            k = self.mark("index").get()
            out.leave_if(self.true(f"icmp sge i64 {k}, {self.mark('stop').get()}"))
            out.leave_if(self.mark("budget").below(1))
            t0, t1 = (Vector(code, "%edges", 0).at(each).value for each in (k, code.plus(k, 1)))
            for place, t in enumerate((t0, (t0 + t1) * 0.5)):
                Vector(code, "%clock", 0).entry(place, lanes).set(t)
            with code.when(self.mark("resumed").below(1)):
                self._begin(k, t0)
            out.leave_if(~self.running)
            self._advance(k, t0, t1)
            out.leave_if(~self.running)
            self.mark("resumed").set(0)
            self.mark("index").add()
        self.text = code.finish()

    @property
    def running(self) -> Condition:
        """Whether the driver is still running."""
        return self.mark("status").below(DONE + 1)

    def mark(self, name: str) -> Counter:
        """Return one of the whole numbers in `MARKS`."""
        return self.whole("%marks", MARKS.index(name))

    def limit(self, name: str) -> Counter:
        """Return one of the whole numbers in `LIMITS`."""
        return self.whole("%limits", LIMITS.index(name))

    def report(self, name: str) -> str:
        """Return one of the whole numbers in `REPORT`."""
        return self.whole("%report", REPORT.index(name)).get()

    def option(self, name: str, value: Number | float) -> None:
        """Set one of the numbers in `OPTIONS`."""
        Vector(self.code, "%options", 0).at(OPTIONS.index(name)).set(value)

    def true(self, instruction: str) -> Condition:
        """Write a comparison of whole numbers."""
        return Condition(self.code, self.code.let(instruction))

    def whole(self, array: str, index: int | str) -> Counter:
        """Return an entry of an array of whole numbers."""
        return Counter(self.code, self.code.at(array, index, "i64"))

    def row(self, array: str, number: str | int, size: str) -> Vector:
        """Return a row of an array whose rows have `size` numbers."""
        return Vector(self.code, self.code.at(array, self.code.let(f"mul i64 {number}, {size}")), 0)

    def copy(self, to: Vector, source: Vector, size: str) -> None:
        """Write to := source, several numbers at a time as far as possible."""
        code, wide = self.code, self.code.with_lanes(AT_ONCE)
        whole = code.let(f"udiv i64 {size}, {AT_ONCE}")

        def move(j: str | int) -> None:
            value = wide.load(wide.at(source.pointer, j), note=", align 8")
            wide.store(value, wide.at(to.pointer, j), note=", align 8")

        code.over(0, whole, move, unrolled=False)
        rest = code.let(f"mul i64 {whole}, {AT_ONCE}")
        code.over(rest, size, lambda j: to.at(j).set(source.at(j).value), unrolled=False)

    def _begin(self, k: str, t0: Number) -> None:
        """Call the tasks that are due at the start of interval k; before the first steps of a run, record c."""
        code = self.code
        self.mark("done").set(0)
        for name, value in (("t0", t0), ("error", 0.0), ("refused", 0.0)):
            self.option(name, value)
        due, task = code.counter(self.whole("%tasks", k).get()), code.counter(0)
        with code.loop() as out:
            out.leave_if(self.true(f"icmp eq i64 {due.get()}, 0"))
            with code.when(self.true(f"trunc i64 {due.get()} to i1")):
                self._call_task(task.get())
            out.leave_if(~self.running)
            due.set(code.let(f"lshr i64 {due.get()}, 1"))
            task.add()
        with code.when(self.running & self.mark("rows").below(self.whole("%due", k).get())):
            self._record("1")

    def _call_task(self, task: str) -> None:
        """Write (1) of one task."""
        code, place = self.code, self.code.let(f"mul i64 {task}, 3")
        start, count, sample = (self.whole("%noise", code.plus(place, j)) for j in range(3))
        with code.when(~count.below(1)):
            streams = code.let(f"inttoptr i64 {start.get()} to ptr")
            given = f"ptr %w, ptr {streams}, i64 {count.get()}, ptr %origins, i64 {sample.get()}"
            code.do(f"call void @noise_row{self.lanes}({given})")
            sample.add()
        address = code.let(f"inttoptr i64 {self.whole('%updates', task).get()} to ptr")
        pointers = "ptr %clock, ptr %x, ptr %p, ptr %w, ptr %next"
        last = self.true(f"icmp eq i64 {task}, {self.mark('ahead').get()}")
        with code.when(last):
            code.do(f"call void {address}({pointers}, ptr %ahead)")
            self.limit("known").set(1)
        with code.when(~last):
            code.do(f"call void {address}({pointers})")
        after, p = Vector(code, "%next", 0), Vector(code, "%p", 0)
        finite = self._finite()
        if self.lanes == 1:
            with code.when(~finite):
                self.mark("status").set(NO_UPDATE)
            with code.when(finite):
                self.copy(p, after, self.all_changing)
        else:
            self.copy(p, after, self.all_changing)
            self._mark_lost(self.wide.let(f"zext {self.wide.truth} {~finite} to {self.wide.integer}"))

    def _finite(self) -> Condition:
        """Return whether all numbers of the next c are finite: then each less itself is zero."""
        code, wide = self.code, self.wide
        total, rest = wide.slot(0.0), "0"

        def add_difference(j: str | int) -> None:
            value = Number(wide, wide.load(wide.at("%next", j), note=", align 8"))
            total.set(total.value + (value - value))

        if self.lanes == 1:  # several numbers at a time as far as possible
            whole = code.let(f"udiv i64 {self.changing}, {AT_ONCE}")
            rest = code.let(f"mul i64 {whole}, {AT_ONCE}")
            several = code.with_lanes(AT_ONCE)
            sums = several.slot(0.0)

            def add_differences(j: str | int) -> None:
                value = Number(several, several.load(several.at("%next", j), note=", align 8"))
                sums.set(sums.value + (value - value))

            code.over(0, whole, add_differences, unrolled=False)
            total.set(Number(code, several.reduced("fadd", sums.value.name)))
        code.over(rest, self.changing, add_difference, unrolled=False)
        return wide.compare("oeq", total.value, 0.0)

    def _mark_lost(self, lost: str) -> None:
        """Mark the trajectories that are lost: a whole number for each, 1 or 0."""
        wide, place = self.wide, self.code.at("%marks", len(MARKS), "i64")
        before = wide.load(place, wide.integer, ", align 8")
        wide.store(wide.let(f"or {wide.integer} {before}, {lost}"), place, wide.integer, ", align 8")

    def _advance(self, k: str, t0: Number, t1: Number) -> None:
        """Call the loop for interval k, or for the rest of it, and evaluate its report."""
        code, longest = self.code, t1 - t0
        budget, steps = self.mark("budget").get(), self.whole("%steps", k).get()
        fixed, rows = ~self.mark("fixed").below(1), self.mark("rows").get()
        self.limit("most").set(budget)
        for name, value in (("t1", t1), ("longest", longest)):
            self.option(name, value)
        with code.when(fixed):
            self.option("t0", t0)
            self.option("step", longest / code.computed(f"sitofp i64 {steps} to double"))
            left = code.let(f"sub i64 {steps}, {self.mark('done').get()}")
            self.limit("most").set(code.let(f"call i64 @llvm.smin.i64(i64 {left}, i64 {budget})"))
            self.limit("done").set(self.mark("done").get())
        self.limit("rows").set(code.let(f"sub i64 {self.whole('%due', code.plus(k, 1)).get()}, {rows}"))
        more = self.true(f"icmp slt i64 {k}, {self.mark('last').get()}")
        self.limit("more").set(code.let(f"zext i1 {more} to i64"))
        if self.lanes == 1:
            former = Vector(code, "%former", 0)
            self.copy(former, Vector(code, "%x", 0), self.n)
            former.at(self.n).set(Vector(code, "%options", 0).at(OPTIONS.index("t0")).value)
        shifted = {"times": code.at("%times", rows)}
        shifted["record"] = self.row("%record", rows, code.let(f"mul i64 {self.n}, {self.lanes}")).pointer
        pointers = ", ".join(f"ptr {shifted.get(name, '%' + name)}" for name in PARAMETERS)
        code.do(f"call void %loop({pointers})")
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
            self._mark_lost(wide.load(code.at("%report", len(REPORT), "i64"), wide.integer, ", align 8"))
        with code.when(fixed & self.running):
            whole = self.true(f"icmp sge i64 {self.mark('done').add(self.report('steps'))}, {steps}")
            with code.when(whole):
                self.option("t0", t1)
            with code.when(~whole):
                self.mark("status").set(TOO_MANY)
        with code.when(self.true(f"icmp eq i64 {self.mark('status').get()}, {TOO_MANY}")):
            self.mark("resumed").set(1)

    def _record(self, count: str) -> None:
        """Write c beside `count` rows of the state."""

        def row(number: str | int) -> None:
            place = self.code.let(f"add i64 {self.mark('rows').get()}, {number}")
            self.copy(self.row("%values", place, self.all_changing), Vector(self.code, "%p", 0), self.all_changing)

        self.code.over(0, count, row, unrolled=False)
        self.mark("rows").add(count)

    def _check_rows(self, rows: str) -> None:
        """Stop where a row of the last call is out of bounds: a long step may leave them and come back."""
        code, out = self.code, self.code.slot(0.0)

        def check_row(number: str | int) -> None:
            row = self.row("%record", code.let(f"add i64 {rows}, {number}"), self.n)

            def check_entry(j: str | int) -> None:
                value = row.at(j).value
                low, high = (Vector(code, name, 0).at(j).value for name in ("%lower", "%upper"))
                out.set(code.choose((value < low) | (value > high), 1.0, out.value))

            code.over(0, self.n, check_entry, unrolled=False)

        code.over(0, self.mark("latest").get(), check_row, unrolled=False)
        with code.when(out.value > 0.0):
            self.mark("status").set(BEYOND)
