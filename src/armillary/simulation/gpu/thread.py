"""The kernel of a stack as LLVM text: a thread integrates one run, from its start to its last row.

    for each piece of a run (`schedule.StepTable.rows`):
        tasks that are due:   c ← update(clock, x, p, w)                                                        (1)
        steps of the solver:  x ← step(t, h, x, p)                                                              (2)
        after every `stride`th step and the last one: the energy balance, the bending of links, the momentum     (3)
        row at its end:       x, c                                                                              (4)
x is in registers. Solvers write (2) as on the CPU (`walk.solver_loop`), and (3) are the steps at which the CPU looks,
too (`walk.balance`). Times are computed in double precision. `rows` computes the outputs of rows.

A run is flagged that leaves its bounds after a step, whose tasks give numbers that are not finite, or whose last state
is not finite. It continues all the same: threads of a warp take the same steps.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from armillary.compiler.llvm.target import Target
from armillary.compiler.llvm.writer import DOUBLE
from armillary.compiler.program import Program
from armillary.compiler.ptx.tiles import FIXED
from armillary.simulation.gpu.plan import Plan
from armillary.simulation.gpu.text import KernelText
from armillary.simulation.noise import call_pair, llvm_text
from armillary.simulation.solvers.explicit import RungeKutta, SemiImplicitEuler
from armillary.simulation.walk.balance import KEPT, UNSEEN
from armillary.simulation.walk.solver_loop import Shape
from armillary.simulation.walk.values import Condition, Counter, Number, Vector

Explicit = RungeKutta | SemiImplicitEuler
"""Solvers of these kernels."""
ARRAYS = (
    "times",
    "counts",
    "start",
    "differing",
    "momentum",
    "origins",
    "record",
    "values",
    "flags",
    "extremes",
    "worst",
)
"""Arrays of a kernel after its numbers, in this order; then the shared entries of p with the bounds. `origins`
are the key and the number of each run, for random numbers."""


class Thread(KernelText):
    """The loop of one run, which a solver writes."""

    numbers = ("runs", "segments", "rows", "stride")

    def __init__(self, name: str, plan: Plan, target: Target) -> None:
        super().__init__(name, plan, target, ARRAYS, plan.steps)
        code = self.code
        self.shape, self.layout = Shape(plan.states, plan.parameters, 1), plan.layout
        self._flagged = code.local("i1")
        code.store("false", self._flagged, "i1")
        self._samples = {k: code.counter(0) for k, streams in enumerate(plan.streams) if streams}
        """Number of samples so far of each task with random numbers."""
        self._clock: tuple[str, str] = ("", "")
        start = self.row("start", self.item, self.n)
        for j in range(self.n):
            self.x.at(j).set(Number(code, self.read(start, j)))
        self.load_p(self.item)
        self._since = code.counter(0)
        row = self.row("extremes", self.item, len(KEPT))
        for j, value in enumerate(UNSEEN[:, 0].tolist()):
            code.store(DOUBLE.literal(value), code.at(row, j, "double"), "double")
        self._furthest, self._furthest_state = code.slot(float("-inf")), code.vector(self.n)
        """The furthest bending and the state there."""
        self._furthest_time = code.local("double")
        code.fill(self._furthest_state, float("nan"))
        code.store(DOUBLE.literal(float("nan")), self._furthest_time, "double")

    # The part of a loop that solvers use

    def evaluate(self, to: Vector, t: Number, x: Vector) -> None:
        """Write to := f(t, x, p)."""
        inside = self._clock[1]
        (values,) = self.compute(self.plan.derivative, {"clock": lambda j: (t.name, inside)[j]}, x)
        for j, value in enumerate(values):
            to.at(j).set(Number(self.code, value))

    def begin(self, to: Vector, t: Number) -> None:
        """Write to := f(t, x, p) at the start of a step."""
        self.evaluate(to, t, self.x)

    @contextlib.contextmanager
    def fixed_steps(self) -> Iterator[tuple[Number, Number, Callable[[Condition], None]]]:
        """Write the way through all pieces, with the body for every step: t, h and the function that leaves."""
        code, segment = self.code, self.code.counter(0)
        with code.loop() as out:
            out.leave_if(~segment.below("%segments"))
            place = code.let(f"mul i64 {segment.get()}, 3")
            t0, h, inside = (
                code.load(code.at(self.arrays["times"], code.plus(place, j), "double"), "double", FIXED)
                for j in range(3)
            )
            self._clock = self.rounded(t0), self.rounded(inside)
            step = Number(code, self.rounded(h))
            place = code.let(f"shl i64 {segment.get()}, 2")
            due, done, most, row = (
                code.load(code.at(self.arrays["counts"], code.plus(place, j), "i64"), "i64", FIXED) for j in range(4)
            )
            self._call_due_tasks(due)
            count = code.counter(done)
            end = code.let(f"add i64 {done}, {most}")
            with code.loop() as over:
                over.leave_if(~count.below(end))
                taken = code.let(f"sitofp i64 {count.get()} to double")
                t = code.let(f"fadd contract double {t0}, {code.let(f'fmul contract double {taken}, {h}')}")
                yield Number(code, self.rounded(t)), step, over.leave_if
                self._normalise()
                self._check_bounds()
                count.add()
                last = code.let(f"icmp eq i64 {code.plus(segment.get(), 1)}, %segments")
                ended = code.let(f"and i1 {last}, {code.let(f'icmp eq i64 {count.get()}, {end}')}")
                self._since.add()
                with code.when(~self._since.below("%stride") | Condition(code, ended)):
                    self._since.set(0)
                    self._watch_balance(self._time_after(t0, h, count.get()))
            with code.when(code.let(f"icmp sge i64 {row}, 0")):
                self._record(row)
            segment.add()

    def _time_after(self, t0: str, h: str, steps: str) -> str:
        """Return the time after some steps, a double."""
        count = self.code.let(f"sitofp i64 {steps} to double")
        return self.code.let(f"fadd double {t0}, {self.code.let(f'fmul double {count}, {h}')}")

    # Tasks, bounds and rows

    def _flag(self, condition: str) -> None:
        before = self.code.load(self._flagged, "i1")
        self.code.store(self.code.let(f"or i1 {before}, {condition}"), self._flagged, "i1")

    def _call_due_tasks(self, due: str) -> None:
        """Write (1) for every task whose bit is set."""
        code = self.code
        for k, program in enumerate(self.plan.tasks):
            bit = code.let(f"and i64 {due}, {1 << k}")
            with code.when(code.let(f"icmp ne i64 {bit}, 0")):
                self._call_task(k, program)

    def _call_task(self, k: int, program: Program) -> None:
        code, w = self.code, self._random_numbers(k)
        inputs = {"clock": lambda j: self._clock[j], "w": lambda j: w[j] if w else code.number(0.0)}
        (after,) = self.compute(program, inputs, self.x)
        unknown = Number(code, code.number(0.0))
        for j, value in enumerate(after):
            new = Number(code, value)
            unknown = unknown + (new - new)  # zero, NaN where a number is not finite
            self.p.at(j).set(new)
        self._flag(code.compare("une", unknown, 0.0).name)

    def _random_numbers(self, k: int) -> list[str]:
        """Return the random numbers of the next sample of task k, in double precision before they are rounded."""
        code, streams = self.code, self.plan.streams[k]
        if not streams:
            return []
        place = code.let(f"mul i64 {self.item}, 2")
        words = (code.at(self.arrays["origins"], code.plus(place, j), "i64") for j in range(2))
        key, run = (code.load(word, "i64", FIXED) for word in words)
        sample = self._samples[k].get()
        pairs = [call_pair(code, key, run, stream, sample) for stream in streams]
        self._samples[k].add()
        return [self.rounded(number) for pair in pairs for number in pair]

    def _normalise(self) -> None:
        """Bring the quaternions of the state to unit length."""
        for start in self.plan.quaternions:
            entries = [self.x.at(start + each) for each in range(4)]
            w, i, j, k = values = [entry.value for entry in entries]
            scale = 1.0 / self.code.root(w * w + i * i + j * j + k * k)
            for entry, value in zip(entries, values, strict=True):
                entry.set(value * scale)

    def _check_bounds(self) -> None:
        """Flag the run where the state is out of bounds; NaN does not count."""
        first = self.plan.parameters
        for k, place in enumerate(self.plan.watched):
            x = self.x.at(place).value
            low, high = (Number(self.code, self.shared(first + 2 * k + j)) for j in range(2))
            self._flag(((x < low) | (x > high)).name)

    def _record(self, row: str) -> None:
        """Write (4)."""
        code = self.code
        place = code.let(f"add i64 {code.let(f'mul i64 {self.item}, %rows')}, {row}")
        for name, vector, size in (("record", self.x, self.n), ("values", self.p, self.plan.changing)):
            to = self.row(name, place, size)
            for j in range(size):
                self.write(vector.at(j).value.name, to, j)

    def _watch_balance(self, t: str) -> None:
        """Write (3); NaN does not count. t is a double."""
        code, program, momentum = self.code, self.plan.balance, self.row("momentum", self.item, 6)
        results = self.compute(program, {"start": lambda j: self.read(momentum, j)}, self.x)
        numbers = {name: values[0] for name, values in zip(self.plan.seen, results, strict=True)}
        extremes = self.row("extremes", self.item, len(KEPT))  # in memory: registers are scarce
        for place, (name, how) in enumerate(KEPT):
            if name in numbers:
                self.write(code.call(f"{how}num", self.read(extremes, place, ""), numbers[name]), extremes, place)
        if "bending" in numbers:
            bending = Number(code, numbers["bending"])
            with code.when(bending > self._furthest.value):
                self._furthest.set(bending)
                code.store(t, self._furthest_time, "double")
                code.copy(self._furthest_state, self.x)

    def finish(self) -> str:
        """Write the flag and the furthest bending, and return the text of the module."""
        code, unknown = self.code, Number(self.code, self.code.number(0.0))
        for j in range(self.n):
            value = self.x.at(j).value
            unknown = unknown + (value - value)  # zero, NaN where a number is not finite
        self._flag(code.compare("une", unknown, 0.0).name)
        flag = code.let(f"zext i1 {code.load(self._flagged, 'i1')} to i64")
        Counter(code, code.at(self.arrays["flags"], self.item, "i64")).set(flag)
        if "bending" in self.plan.seen:
            worst = self.row("worst", self.item, 2 + self.n)
            self.write(self._furthest.value.name, worst, 0)
            code.store(code.load(self._furthest_time, "double"), code.at(worst, 1, "double"), "double")
            for j in range(self.n):
                self.write(self._furthest_state.at(j).value.name, worst, 2 + j)
        return self.module([llvm_text()] if any(self.plan.streams) else ())


def kernel_text(name: str, plan: Plan, solver: Explicit, target: Target) -> str:
    """Return the text of the module of a stack's kernel, for a GPU or as its twin for a CPU."""
    thread = Thread(name, plan, target)
    solver.write(thread)
    return thread.finish()
