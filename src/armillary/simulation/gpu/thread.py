"""The kernel of a stack as LLVM text: a thread integrates one run, from its start to its last row.

    for each segment (`segments`):
        tasks that are due:   c ← update(clock, x, p, w)                                                        (1)
        steps of the solver:  x ← step(t, h, x, p)                                                              (2)
        row at its end:       x, c, the energy balance, the bending of links, the momentum                      (3)
x and the entries of p that tasks change or in which runs differ are in registers. All other entries of p lie behind the
kernel's other arguments, which instructions read without a load. Solvers write (2) as on the CPU (`native.loop`).
Arrays are rows of doubles, one row a run; numbers are rounded to the kernel's precision where they are read. Times are
computed in double precision.

A run is flagged that leaves its bounds after a step, or whose tasks give numbers that are not finite. It goes on all
the same: threads of a warp go through the same steps. A program of many operations is a function on memory.
The text for a CPU differs in the number of the run, an argument there, and in the address of p.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from armillary.compiler.llvm.body import NOTES, TOGETHER
from armillary.compiler.llvm.emit import function_text
from armillary.compiler.llvm.instructions import Steps
from armillary.compiler.llvm.libraries import libraries
from armillary.compiler.llvm.plan import pieces, steps
from armillary.compiler.llvm.target import Target
from armillary.compiler.llvm.writer import DOUBLE
from armillary.compiler.program import Program
from armillary.compiler.ptx.target import TRIPLE
from armillary.compiler.ptx.tiles import FIXED, GLOBAL
from armillary.simulation.closed_loop.state import Layout
from armillary.simulation.native.balance import KEPT
from armillary.simulation.native.code import Code
from armillary.simulation.native.loop import Shape
from armillary.simulation.native.values import Condition, Counter, Number, Vector
from armillary.simulation.solvers.explicit import RungeKutta, SemiImplicitEuler

Explicit = RungeKutta | SemiImplicitEuler
"""Solvers of these kernels."""
THREADS = 64
"""Threads of a block; few, so that small stacks use all multiprocessors."""
BY_VALUE = 3584
"""Greatest size of the shared entries of p as an argument by value [bytes]; arguments have 4 KiB together."""
ARRAYS = ("times", "counts", "start", "own", "momentum", "record", "values", "flags", "extremes", "worst")
"""Arrays of a kernel after the numbers of runs, segments and rows, in this order; then one of random numbers for each
task, (instants, width, runs), and the shared entries of p with the bounds."""


@dataclass(frozen=True)
class Plan:
    """Programs and structure of a closed loop in a stack."""

    derivative: Program
    tasks: tuple[Program, ...]
    balance: Program
    layout: Layout
    quaternions: tuple[int, ...]
    watched: tuple[int, ...]
    """Places of the states with bounds."""
    own: tuple[int, ...]
    """Places of p in which runs differ."""

    @cached_property
    def states(self) -> int:
        """Length of x."""
        return self.derivative.outputs[0].size

    @cached_property
    def parameters(self) -> int:
        """Length of p."""
        return self.derivative.inputs[2].size

    @cached_property
    def changing(self) -> int:
        """Number of the first entries of p that tasks change."""
        return self.tasks[0].outputs[0].size if self.tasks else 0

    @property
    def programs(self) -> tuple[Program, ...]:
        """All programs."""
        return (self.derivative, *self.tasks, self.balance)

    @property
    def shared(self) -> int:
        """Length of the shared numbers: p, whose other entries are not read, then lower and upper bounds."""
        return self.parameters + 2 * len(self.watched)


class Thread:
    """The loop of one run, which a solver writes."""

    def __init__(self, name: str, plan: Plan, target: Target) -> None:
        self.plan, self.target, self.name = plan, target, name
        self.on_gpu = target.triple == TRIPLE
        self.code = code = Code(name, (), 1, target.scalar, self._heading())
        self.shape, self.n = Shape(plan.states, plan.parameters, 1), plan.states
        self.layout: Layout | None = plan.layout
        self.long = [program for program in plan.programs if _is_long(program)]
        self._arrays = {each: self._generic(each) for each in (*ARRAYS, *self._draws)}
        self._fixed = self._generic("fixed") if not self.by_value and self.on_gpu else "%fixed"
        self.run = self._number()
        self.x, self.p = self.vector(), code.vector(plan.parameters)
        self._local = set(range(plan.parameters)) if self.long else {*range(plan.changing), *plan.own}
        self._bad = code.local("i1")
        self._used = {each: code.counter(0) for each in self._draws}
        self._now: tuple[str, str] = ("", "")
        self._load()

    @property
    def by_value(self) -> bool:
        """Whether the shared numbers are an argument by value."""
        return self.plan.shared * self.target.scalar.bytes <= BY_VALUE

    @property
    def _draws(self) -> list[str]:
        return [f"draws{k}" for k in range(len(self.plan.tasks))]

    def _heading(self) -> str:
        kind = f"ptr addrspace({GLOBAL}) " if self.on_gpu else "ptr "
        arrays = ", ".join(f"{kind}%{each}" for each in (*ARRAYS, *self._draws))
        if self.on_gpu and self.by_value:
            size = self.target.scalar.bytes
            kind = f"ptr byval([{max(self.plan.shared, 1)} x {self.target.scalar.name}]) align {size} "
        start = f"ptx_kernel void @{self.name}(" if self.on_gpu else f"void @{self.name}(i64 %number, "
        return f"{start}i64 %runs, i64 %segments, i64 %rows, {arrays}, {kind}%fixed) nounwind"

    def _generic(self, name: str) -> str:
        """Return an argument as a pointer to any memory; LLVM finds again which it is."""
        return self.code.let(f"addrspacecast ptr addrspace({GLOBAL}) %{name} to ptr") if self.on_gpu else f"%{name}"

    def _number(self) -> str:
        """Write the number of the run; threads behind the last one end."""
        if not self.on_gpu:
            return "%number"
        code = self.code
        thread = code.let("call i32 @llvm.nvvm.read.ptx.sreg.tid.x()")
        block = code.let("call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()")
        first = code.let(f"mul i64 {code.let(f'zext i32 {block} to i64')}, {THREADS}")
        number = code.let(f"add i64 {first}, {code.let(f'zext i32 {thread} to i64')}")
        code.go_on_if(code.let(f"icmp slt i64 {number}, %runs"), "end")
        return number

    # Arrays

    def _row(self, name: str, size: int) -> str:
        """Return the address of this run's row of an array of doubles."""
        return self.code.at(self._arrays[name], self.code.let(f"mul i64 {self.run}, {size}"), "double")

    def _read(self, pointer: str, index: int | str, note: str = FIXED) -> str:
        """Return an entry of an array of doubles, rounded."""
        return self._rounded(self.code.load(self.code.at(pointer, index, "double"), "double", note))

    def _write(self, value: str, pointer: str, index: int | str) -> None:
        """Write a number to an entry of an array of doubles."""
        double = value if self.code.scalar is DOUBLE else self.code.let(f"fpext {self.code.real} {value} to double")
        self.code.store(double, self.code.at(pointer, index, "double"), "double")

    def _rounded(self, double: str) -> str:
        return double if self.code.scalar is DOUBLE else self.code.let(f"fptrunc double {double} to {self.code.real}")

    def _shared(self, index: int) -> str:
        """Return one of the numbers that all runs share."""
        return self.code.load(self.code.at(self._fixed, index), note=self.code.anywhere)

    def _load(self) -> None:
        """Read the start of the run and its entries of p."""
        code, plan = self.code, self.plan
        code.store("false", self._bad, "i1")
        start, own = self._row("start", self.n), self._row("own", len(plan.own))
        for j in range(self.n):
            self.x.at(j).set(Number(code, self._read(start, j)))
        places = {place: k for k, place in enumerate(plan.own)}
        for j in sorted(self._local):
            value = self._read(own, places[j]) if j in places else self._shared(j)
            self.p.at(j).set(Number(code, value))

    # Programs

    def compute(self, program: Program, given: Mapping[str, Callable[[int], str]], x: Vector) -> list[list[str]]:
        """Write a program and return the names of the entries of each output.

        `given` returns entries of inputs that are not x or p.
        """
        found = {"x": lambda j: x.at(j).value.name, "p": self._parameter, **given}
        if program in self.long:
            return self._called(program, found, x)
        args = program.graph.args
        made = Steps(self.code, program, self.target, lambda node: found[args[node][0]](args[node][1]))
        for step in steps(program, TOGETHER):
            made.write(step)
        return [[made.value(ref) for ref in refs] for refs in program.results]

    def _parameter(self, index: int) -> str:
        return self.p.at(index).value.name if index in self._local else self._shared(index)

    def _called(self, program: Program, found: Mapping[str, Callable[[int], str]], x: Vector) -> list[list[str]]:
        """Write the call of a long program."""
        code, there = self.code, {"x": x, "p": self.p}
        arrays = []
        for port in program.inputs:
            array = there.get(port.name) or code.vector(port.size)
            if port.name not in there:
                for j in range(port.size):
                    array.at(j).set(Number(code, found[port.name](j)))
            arrays.append(array)
        results = [code.vector(port.size) for port in program.outputs]
        pointers = ", ".join(f"ptr {array.pointer}" for array in (*arrays, *results))
        code.do(f"call void @{program.name}_one({pointers})")
        return [[array.at(j).value.name for j in range(array.size)] for array in results]

    # The part of a loop that solvers use

    def vector(self) -> Vector:
        """Return a vector of the size of the state."""
        return self.code.vector(self.n)

    def evaluate(self, to: Vector, t: Number, x: Vector) -> None:
        """Write to := f(t, x, p)."""
        inside = self._now[1]
        (values,) = self.compute(self.plan.derivative, {"clock": lambda j: (t.name, inside)[j]}, x)
        for j, value in enumerate(values):
            to.at(j).set(Number(self.code, value))

    def begin(self, to: Vector, t: Number) -> None:
        """Write to := f(t, x, p) at the begin of a step."""
        self.evaluate(to, t, self.x)

    @contextlib.contextmanager
    def fixed_steps(self) -> Iterator[tuple[Number, Number, Callable[[Condition], None]]]:
        """Write the way through all segments, with the body for every step: t, h and the function that leaves."""
        code, segment = self.code, self.code.counter(0)
        with code.loop() as out:
            out.leave_if(~segment.below("%segments"))
            place = code.let(f"mul i64 {segment.get()}, 3")
            t0, h, inside = (
                code.load(code.at(self._arrays["times"], code.plus(place, j), "double"), "double", FIXED)
                for j in range(3)
            )
            self._now = self._rounded(t0), self._rounded(inside)
            step = Number(code, self._rounded(h))
            place = code.let(f"shl i64 {segment.get()}, 2")
            due, done, most, row = (
                code.load(code.at(self._arrays["counts"], code.plus(place, j), "i64"), "i64", FIXED) for j in range(4)
            )
            self._tasks(due)
            count = code.counter(done)
            end = code.let(f"add i64 {done}, {most}")
            with code.loop() as over:
                over.leave_if(~count.below(end))
                taken = code.let(f"sitofp i64 {count.get()} to double")
                t = code.let(f"fadd contract double {t0}, {code.let(f'fmul contract double {taken}, {h}')}")
                yield Number(code, self._rounded(t)), step, over.leave_if
                self._normalise()
                self._look_at_bounds()
                count.add()
            with code.when(code.let(f"icmp sge i64 {row}, 0")):
                self._record(row, self._reached(t0, h, end))
            segment.add()

    def _reached(self, t0: str, h: str, steps: str) -> str:
        """Return the time after some steps, a double."""
        count = self.code.let(f"sitofp i64 {steps} to double")
        return self.code.let(f"fadd double {t0}, {self.code.let(f'fmul double {count}, {h}')}")

    # Tasks, bounds and rows

    def _flag(self, condition: str) -> None:
        before = self.code.load(self._bad, "i1")
        self.code.store(self.code.let(f"or i1 {before}, {condition}"), self._bad, "i1")

    def _tasks(self, due: str) -> None:
        """Write (1) for every task whose bit is set."""
        code = self.code
        for k, program in enumerate(self.plan.tasks):
            bit = code.let(f"and i64 {due}, {1 << k}")
            with code.when(code.let(f"icmp ne i64 {bit}, 0")):
                self._task(program, f"draws{k}")

    def _task(self, program: Program, draws: str) -> None:
        code = self.code
        width = next(port.size for port in program.inputs if port.name == "w")
        first = code.let(f"mul i64 {self._used[draws].get()}, {width}")

        def drawn(j: int) -> str:
            place = code.let(f"mul i64 {code.plus(first, j)}, %runs")
            return self._read(self._arrays[draws], code.let(f"add i64 {place}, {self.run}"))

        (after,) = self.compute(program, {"clock": lambda j: self._now[j], "w": drawn}, self.x)
        self._used[draws].add()
        unknown = Number(code, code.number(0.0))
        for j, value in enumerate(after):
            new = Number(code, value)
            unknown = unknown + (new - new)  # zero, NaN where a number is not finite
            self.p.at(j).set(new)
        self._flag(code.compare("une", unknown, 0.0).name)

    def _normalise(self) -> None:
        """Bring the quaternions of the state to unit length."""
        for start in self.plan.quaternions:
            entries = [self.x.at(start + each) for each in range(4)]
            w, i, j, k = values = [entry.value for entry in entries]
            scale = 1.0 / self.code.root(w * w + i * i + j * j + k * k)
            for entry, value in zip(entries, values, strict=True):
                entry.set(value * scale)

    def _look_at_bounds(self) -> None:
        """Flag the run where the state is out of bounds; NaN does not count."""
        first = self.plan.parameters
        for k, place in enumerate(self.plan.watched):
            x = self.x.at(place).value
            low, high = (Number(self.code, self._shared(first + 2 * k + j)) for j in range(2))
            self._flag(((x < low) | (x > high)).name)

    def _record(self, row: str, t: str) -> None:
        """Write (3)."""
        code = self.code
        place = code.let(f"add i64 {code.let(f'mul i64 {self.run}, %rows')}, {row}")
        to = code.at(self._arrays["record"], code.let(f"mul i64 {place}, {self.n}"), "double")
        for j in range(self.n):
            self._write(self.x.at(j).value.name, to, j)
        to = code.at(self._arrays["values"], code.let(f"mul i64 {place}, {self.plan.changing}"), "double")
        for j in range(self.plan.changing):
            self._write(self.p.at(j).value.name, to, j)
        self._look(t)

    def _look(self, t: str) -> None:
        """Take the balance at a row into the extremes of the run; NaN does not count."""
        code, program, momentum = self.code, self.plan.balance, self._row("momentum", 6)
        names = [port.name for port in program.outputs]
        results = self.compute(program, {"start": lambda j: self._read(momentum, j)}, self.x)
        found = {name: values[0] for name, values in zip(names, results, strict=True)}
        kept = self._row("extremes", len(KEPT))
        for place, (name, how) in enumerate(KEPT):
            if name in found:
                before = self._read(kept, place, "")
                self._write(code.call(f"{how}num", before, found[name]), kept, place)
        if "bending" in found:
            worst = self._row("worst", 2 + self.n)
            so_far = Number(code, self._read(worst, 0, ""))
            with code.when(Number(code, found["bending"]) > so_far):
                self._write(found["bending"], worst, 0)
                code.store(t, code.at(worst, 1, "double"), "double")
                for j in range(self.n):
                    self._write(self.x.at(j).value.name, worst, 2 + j)

    def finish(self) -> str:
        """Write the flag and return the text of the kernel."""
        code = self.code
        flag = code.let(f"zext i1 {code.load(self._bad, 'i1')} to i64")
        Counter(code, code.at(self._arrays["flags"], self.run, "i64")).set(flag)
        code.jump("end")
        code.begin("end")
        code.do("ret void")
        return code.text()


def _is_long(program: Program) -> bool:
    return len(pieces(program, steps(program, TOGETHER))) > 1


def kernel_text(name: str, plan: Plan, solver: Explicit, target: Target) -> str:
    """Return the text of the module of a stack's kernel, for a GPU or as its twin for a CPU."""
    thread = Thread(name, plan, target)
    solver.write(thread)
    text = thread.finish()
    functions = [part for program in thread.long for part in function_text(program, "one", 1, target)]
    library = [part for program in plan.programs for part in libraries(program, target, 1)]
    parts = [*functions, text, *dict.fromkeys(library), "attributes #1 = { nounwind }", *NOTES]
    if thread.on_gpu:
        parts += ["!nvvm.annotations = !{!4}", f'!4 = !{{ptr @{name}, !"maxntidx", i32 {THREADS}}}']
    return "\n\n".join([*parts, ""])
