"""The kernels of gradients as LLVM text: a thread takes one run through some steps, forward or backward.

    forward   x, c → x, c after the steps; rows q and q̇; the path, states before every step, where it is wanted
    tangent   the same with tangents of x, c and p; rows dq and dq̇
    adjoint   from the path of the same steps: cotangents of x and p before them, and of added efforts
c are the entries of p that tasks of a sampled law change. f, its products and tasks are functions on memory of the
thread, since a step calls each several times. The path is (steps, states, runs), so that neighbouring threads write
neighbouring words. Arrays of users have a row for each run; a distance of zero between rows means that all runs share
one.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from armillary.compiler.llvm.body import NOTES
from armillary.compiler.llvm.emit import function_text
from armillary.compiler.llvm.libraries import libraries
from armillary.compiler.llvm.target import Target
from armillary.compiler.llvm.writer import DOUBLE
from armillary.compiler.program import Program
from armillary.simulation.gradients.device.arguments import NUMBERS, STATE, Programs, Shape, words
from armillary.simulation.gradients.device.kernel_code import KernelCode
from armillary.simulation.gradients.device.tables import MARKS
from armillary.simulation.gradients.stepping import StepWriter
from armillary.simulation.native.values import Number, Slot, Vector


class Thread(StepWriter):
    """Writes a kernel."""

    def __init__(self, kind: str, shape: Shape, programs: Programs, target: Target) -> None:
        self.kind, self.shape, self.programs, self.target = kind, shape, programs, target
        names = words(kind, len(programs.tasks))
        whole = {*NUMBERS, *(name for name in names if name.endswith(".step"))}
        self.kernel = KernelCode(kind, names, whole, target.scalar)
        super().__init__(self.kernel, shape.method, shape.sizes)
        code, sizes = self.code, shape.sizes
        self.run = self.kernel.thread()
        self.x, self.p, self.clock = code.vector(sizes.n), code.vector(sizes.m), code.vector(2)
        self._saved = [code.vector(shape.changing) for _ in programs.tasks]
        self._load_p()
        getattr(self, f"_{kind}")()

    # Arrays

    @contextlib.contextmanager
    def _given(self, name: str) -> Iterator[None]:
        """Do the body where an array is not NULL."""
        with self.code.when(self.kernel.is_given(name)):
            yield

    def _sum(self, a: str, factor: str | int, b: str | int = 0) -> str:
        """Return a · factor + b, whole numbers."""
        return self.code.let(f"add i64 {self.code.let(f'mul i64 {a}, {factor}')}, {b}")

    def _row(self, name: str, first: str | int = 0) -> Vector:
        """Return this run's row of an array, from an entry on."""
        return Vector(self.code, self.code.at(self.kernel.array(name), self._sum(self.run, f"%{name}.step", first)), 0)

    def _column(self, name: str, row: str | int, runs: str) -> Slot:
        """Return this run's entry in a row of an array (…, runs)."""
        return Slot(self.code, self.code.at(self.kernel.array(name), self._sum(runs, row, self.run)))

    def _recorded(self, name: str, row: str, size: int) -> Vector:
        """Return a recorded row of this run in an array (runs, rows, size)."""
        place = self._sum(self._sum(self.run, "%rows", row), size)
        return Vector(self.code, self.code.at(self.kernel.array(name), place), size)

    def _rounded(self, double: str) -> Number:
        code = self.code
        return Number(code, double if code.scalar is DOUBLE else code.let(f"fptrunc double {double} to {code.real}"))

    # The state

    @property
    def _parts(self) -> list[tuple[int, int]]:
        """First entry and size of coordinates, velocities and the other states."""
        nq, nv, n = self.sizes.nq, self.sizes.nv, self.sizes.n
        return [(0, nq), (nq, nv), (nq + nv, n - nq - nv)]

    def _read_state(self, to: Vector, names: Sequence[str]) -> None:
        for (start, size), name in zip(self._parts, names, strict=True):
            if size:
                self.code.copy(to.part(start, size), self._row(name))

    def _load_p(self) -> None:
        """Read p: entries that runs share, then those in which they differ."""
        shared = Vector(self.code, self.kernel.array("shared"), self.m)
        self.code.copy(self.p, shared)
        for k, place in enumerate(self.shape.own):
            self.p.at(place).set(self._column("own", k, "%runs").value)

    def _load_c(self) -> None:
        if self.shape.changing:
            self.code.copy(self._c, self._row("c"))

    @property
    def _c(self) -> Vector:
        return self.p.part(0, self.shape.changing)

    # Steps

    @contextlib.contextmanager
    def _steps(self, backward: bool = False) -> Iterator[tuple[str, Number, dict[str, str]]]:
        """Repeat the body for all steps: number, time, marks; `h` and the clock are set."""
        code, names = self.code, (*MARKS, *(f"instant{k}" for k in range(len(self.programs.tasks))))
        count = code.counter("%first")
        with code.loop() as out:
            out.leave_if(~count.below("%last"))
            number = count.get()
            if backward:
                end = code.let("add i64 %first, %last")
                number = code.let(f"sub i64 {code.let(f'sub i64 {end}, 1')}, {number}")
            t, h, inside = (self._rounded(self._entry("times", number, 3, j, "double")) for j in range(3))
            self.h = h
            self.clock.at(1).set(inside)
            marks = {name: self._entry("marks", number, len(names), j, "i64") for j, name in enumerate(names)}
            yield number, t, marks
            count.add()

    def _entry(self, name: str, row: str, size: int, column: int, kind: str) -> str:
        place = self.code.at(self.kernel.array(name), self._sum(row, size, column), kind)
        return self.code.load(place, kind)

    def call(self, function: str, t: Number, *vectors: Vector) -> None:
        """Write a call of f or of one of its products."""
        self.clock.at(0).set(t)
        self._call(self.programs.functions[function], self.clock, *vectors)

    def _call(self, program: Program, *vectors: Vector) -> None:
        given = ", ".join(f"ptr {vector.pointer}" for vector in vectors)
        self.code.do(f"call void @{program.name}_one({given})")

    @contextlib.contextmanager
    def _due(self, task: int, marks: dict[str, str]) -> Iterator[None]:
        bit = self.code.let(f"and i64 {marks['due']}, {1 << task}")
        with self.code.when(self.code.let(f"icmp ne i64 {bit}, 0")):
            yield

    def _drawn(self, task: int, marks: dict[str, str]) -> Vector:
        """Return the random numbers of a task at an instant."""
        width = next(port.size for port in self.programs.tasks[task].inputs if port.name == "w")
        numbers = self.code.vector(width)
        with self._given(f"draws{task}"):
            first = self._sum(marks[f"instant{task}"], width)
            for j in range(width):
                row = self.code.let(f"add i64 {first}, {j}")
                numbers.at(j).set(self._column(f"draws{task}", row, "%runs").value)
        return numbers

    def _tasks(self, t: Number, marks: dict[str, str], dx: Vector | None = None, dp: Vector | None = None) -> None:
        """Write the tasks that are due, with tangents where they are given; c before each of them is saved."""
        code = self.code
        self.clock.at(0).set(t)
        for k, program in enumerate(self.programs.tasks):
            with self._due(k, marks):
                code.copy(self._saved[k], self._c)
                given = (self.clock, self.x, self.p, self._drawn(k, marks))
                if dx is not None and dp is not None:
                    along = code.vector(self.shape.carried)
                    self._call(self.programs.products[k], *given, dx, dp, along)
                    code.copy(dp.part(0, along.size), along)
                after = code.vector(self.shape.changing)
                self._call(program, *given, after)
                code.copy(self._c, after)

    def _efforts(self, marks: dict[str, str], name: str, to: Vector) -> None:
        """Read the added efforts of a step."""
        if self.shape.added:
            nv = self.sizes.nv
            self.code.copy(to.part(0, nv), self._row(name, self._sum(marks["piece"], nv)))

    def _record(self, x: Vector, marks: dict[str, str]) -> None:
        code = self.code
        with code.when(code.let(f"icmp sge i64 {marks['row']}, 0")):
            for name, (start, size) in zip(("q_rows", "v_rows"), self._parts, strict=False):
                with self._given(name):
                    code.copy(self._recorded(name, marks["row"], size), x.part(start, size))

    def _record_start(self, x: Vector) -> None:
        with self.code.when(self.code.let("icmp eq i64 %first, 0")):
            self._record(x, {"row": "0"})

    def _path(self, number: str) -> list[tuple[Slot, Slot]]:
        """Return the entries of the path before a step, each beside its place in x or c."""
        step = self.code.let(f"sub i64 {number}, %first")
        here = [self.x.at(j) for j in range(self.n)] + [self._c.at(j) for j in range(self.shape.changing)]
        first = self._sum(step, len(here))
        places = (self.code.let(f"add i64 {first}, {j}") for j in range(len(here)))
        return [(self._column("path", place, "%runs"), slot) for place, slot in zip(places, here, strict=True)]

    def _keep(self, name: str, x: Vector) -> None:
        """Write a state after the last step to an array (runs, …)."""
        self.code.copy(Vector(self.code, self.kernel.array(name), 0).row(self.run, x.size), x)

    def _forward(self) -> None:
        self._read_state(self.x, STATE[:3])
        self._load_c()
        self._record_start(self.x)
        step = self.step("forward")
        with self._steps() as (number, t, marks):
            self._efforts(marks, "efforts", self.p)
            with self._given("path"):
                for there, here in self._path(number):
                    there.set(here.value)
            self._tasks(t, marks)
            step(t, self.x, self.p)
            self.normalise(self.x)
            self._record(self.x, marks)
        self._finish()

    def _finish(self) -> None:
        with self._given("x_out"):
            self._keep("x_out", self.x)
            if self.shape.changing:
                self._keep("c_out", self._c)

    def _tangent(self) -> None:
        code = self.code
        dx, dp = code.vector(self.n), code.vector(self.count)
        self._read_state(self.x, STATE[:3])
        self._load_c()
        self._read_state(dx, ("dq", "dv", "drest"))
        for k in range(self.count):
            dp.at(k).set(self._column("dp", k, "%whole").value)
        self._record_start(dx)
        step = self.step("tangent")
        with self._steps() as (_, t, marks):
            self._efforts(marks, "efforts", self.p)
            self._efforts(marks, "defforts", dp)
            self._tasks(t, marks, dx, dp)
            step(t, self.x, self.p, dx, dp)
            self.normalise(self.x, dx)
            self._record(dx, marks)
        for k in range(self.count):
            self._column("dp", k, "%whole").set(dp.at(k).value)
        self._finish()
        with self._given("x_out"):
            self._keep("dx_out", dx)

    def _adjoint(self) -> None:
        code = self.code
        x_bar, p_bar = code.vector(self.n), code.vector(self.count)
        self._read_state(x_bar, ("q_bar", "v_bar", "rest_bar"))
        for k in range(self.count):
            p_bar.at(k).set(self._column("p_bar", k, "%whole").value)
        step = self.step("adjoint")
        with self._steps(backward=True) as (number, t, marks):
            with code.when(code.let(f"icmp sge i64 {marks['row']}, 0")):
                self._add_rows(x_bar, marks["row"])
            for there, here in self._path(number):
                here.set(there.value)
            self._efforts(marks, "efforts", self.p)
            self._tasks(t, marks)
            step(t, self.x, self.p, x_bar, p_bar)
            self._efforts_back(marks, p_bar)
            self._tasks_back(t, marks, x_bar, p_bar)
        with code.when(code.let("icmp eq i64 %first, 0")):
            self._add_rows(x_bar, "0")
        for (start, size), name in zip(self._parts, ("q_out", "v_out", "rest_out"), strict=True):
            if size:
                code.copy(Vector(code, self._row(name).pointer, size), x_bar.part(start, size))
        for k in range(self.count):
            self._column("p_bar", k, "%whole").set(p_bar.at(k).value)

    def _add_rows(self, x_bar: Vector, row: str) -> None:
        """Add the cotangents of a recorded row."""
        for name, (start, size) in zip(("q_rows", "v_rows"), self._parts, strict=False):
            with self._given(name):
                part = x_bar.part(start, size)
                self.code.combine(part, (1.0, part), (1.0, self._recorded(name, row, size)))

    def _efforts_back(self, marks: dict[str, str], p_bar: Vector) -> None:
        """Add the cotangents of the efforts of a step to those of their row."""
        if not self.shape.added:
            return
        code, nv = self.code, self.sizes.nv
        to = Vector(code, self._row("efforts_bar", self._sum(marks["piece"], nv)).pointer, nv)
        own = p_bar.part(0, nv)
        code.combine(to, (1.0, to), (1.0, own))
        code.fill(own)

    def _tasks_back(self, t: Number, marks: dict[str, str], x_bar: Vector, p_bar: Vector) -> None:
        """Pull cotangents back through the tasks that were due, the last one first."""
        code, carried = self.code, self.shape.carried
        for k in reversed(range(len(self.programs.tasks))):
            with self._due(k, marks):
                self.clock.at(0).set(t)
                code.copy(self._c, self._saved[k])
                given, own = code.vector(carried), p_bar.part(0, carried)
                code.copy(given, own)
                code.fill(own)
                more, found = code.vector(self.n), code.vector(self.count)
                inputs = (self.clock, self.x, self.p, self._drawn(k, marks), given)
                self._call(self.programs.products[k], *inputs, more, found)
                code.combine(x_bar, (1.0, x_bar), (1.0, more))
                code.combine(p_bar, (1.0, p_bar), (1.0, found))


def kernel_text(kind: str, shape: Shape, programs: Programs, target: Target) -> str:
    """Return the text of the module of a kernel."""
    thread = Thread(kind, shape, programs, target)
    functions = [part for program in programs.every for part in function_text(program, "one", 1, target)]
    library = [part for program in programs.every for part in libraries(program, target, 1)]
    return thread.kernel.module([*functions, *dict.fromkeys(library), "attributes #1 = { nounwind }", *NOTES])
