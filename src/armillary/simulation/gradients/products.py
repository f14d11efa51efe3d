"""Kernels of rollouts: forward, with tangents, or backward.

    forward   x, c → x, c after the steps; rows q and q̇; the path, for a kernel backward, where it is wanted
    tangent   the same with tangents of x, c and p; rows dq and dq̇
    adjoint   from the path of the same steps: cotangents of x and p before them, and of added efforts

Forward and with tangents, intervals and steps are those of `walk.runs`; backward they are in the opposite order:
    x̄, p̄ ← adjoint of each step, the last step first
    x̄, p̄ ← adjoint of each task, the last task first
The path has x before every step, and c before the tasks of every interval. Random numbers are computed again.

A step is x' = F(t, x, p), made of evaluations of f. For an explicit Runge–Kutta method with y_i = x + h Σ a_ij k_j,
k_i = f(t + c_i h, y_i, p) and x' = x + h Σ b_i k_i,
    k̄_i = h b_i x̄' + h Σ_{l>i} a_li ȳ_l,   ȳ_i = (∂f/∂x)ᵀ k̄_i,   x̄ = x̄' + Σ ȳ_i,   p̄ += Σ (∂f/∂p)ᵀ k̄_i        (1)
with the stages computed again from x. Semi-implicit Euler, v' = v + h f_v(t, q, v) and then q' = q + h f_q(t, q, v'),
goes the same way back. A unit quaternion u = z / |z| after the step has z̄ = (ū − u (u · ū)) / |z|.          (2)
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from armillary.simulation.solvers.explicit import RungeKutta, Tableau, stages, weighted
from armillary.simulation.walk.runs import STATE, Interval, KernelStructure, RunCode, RunWriter
from armillary.simulation.walk.values import Condition, Number, Slot, Vector

ARRAYS = {
    "forward": (*STATE, "efforts", "q_rows", "v_rows", "x_out", "c_out", "differing_p", "path", "c_path"),
    "tangent": (
        *STATE, "efforts", "dq", "dv", "drest", "defforts", "q_rows", "v_rows", "x_out", "c_out", "dx_out",
        "differing_p", "dp",
    ),
    "adjoint": (
        "q_bar", "v_bar", "rest_bar", "efforts", "q_rows", "v_rows", "q_out", "v_out", "rest_out",
        "efforts_bar", "differing_p", "path", "c_path", "p_bar",
    ),
}  # fmt: skip
"""Arrays of runs. On a GPU `differing_p`, the path, `dp` and `p_bar` have a column for each run, since neighbouring
threads then read neighbouring words; the others have a row. `differing_p` are the entries of p in which runs differ.
Tangents `dp` and cotangents `p_bar` of the chosen entries of p are carried on. Rows and the path may be NULL."""
FUNCTIONS = {"forward": ("f",), "tangent": ("jvp",), "adjoint": ("f", "vjp")}


@dataclass(frozen=True)
class Products(KernelStructure):
    """The structure of the kernels of a rollout."""

    efforts: tuple[int, int] | None
    """First entries of p and of its cotangent that are added efforts; None for none."""

    def arrays(self, kind: str) -> tuple[str, ...]:
        """Return the names of the arrays of runs."""
        return ARRAYS[kind]

    def functions(self, kind: str) -> list[str]:
        """Return the names of f and its products, tasks and their products."""
        count = range(len(self.streams))
        products = [] if kind == "forward" else [f"product{k}" for k in count]
        return [*FUNCTIONS[kind], *(f"task{k}" for k in count), *products]

    def write(self, kind: str, code: RunCode, lanes: int = 1) -> None:
        """Write a kernel of a kind."""
        {"forward": PathWriter, "tangent": TangentWriter, "adjoint": AdjointWriter}[kind](kind, self, code, lanes)


class PathWriter(RunWriter):
    """Writes the kernel forward, and what all kinds share: added efforts and recorded rows."""

    structure: Products

    def _forward(self) -> None:
        self.read_start()
        self.method.write(self)
        self.finish()

    @contextlib.contextmanager
    def fixed_steps(self) -> Iterator[tuple[Number, Number, Callable[[Condition], None]]]:
        """Write the way through all steps of the segment, with the body for every step.

        One loop over steps, which reads the numbers of its interval again: in a loop inside a loop these would stay in
        registers through all calls of a step.
        """
        code = self.code
        step, number = code.counter("%first"), code.counter("%first_interval")
        with self.when("eq", "%first", "0"):
            self.record("0")
        with code.loop() as out:
            out.leave_if(~step.below("%last"))
            interval = self.interval(number.get())
            with self.when("eq", step.get(), self.start(interval)):
                self.begin_interval(interval)
            count = self.difference(step.get(), interval.begin)
            self.begin_step(interval, count)
            yield self.time(interval, count), self.h, out.leave_if
            self.normalise(self.x)
            with self.when("eq", step.add(), self.end(interval)):
                with self.when("sgt", interval.row, "0"):
                    self.record(interval.row)
                number.add()

    def start(self, interval: Interval) -> str:
        """Return the first step of an interval within the segment."""
        return self.code.let(f"call i64 @llvm.smax.i64(i64 {self.first(interval)}, i64 %first)")

    def first(self, interval: Interval) -> str:
        """Return the steps of the run before an interval."""
        return self.add(interval.begin, interval.done)

    def end(self, interval: Interval) -> str:
        """Return the steps of the run up to the end of an interval."""
        return self.add(self.first(interval), interval.steps)

    def begin_interval(self, interval: Interval) -> None:
        """Read the added efforts, keep c, and do the tasks."""
        self.read_efforts(interval)
        if self.changing:
            with self.when_given("c_path"):
                self.code.set_column("c_path", self.place_of_c(interval), self.c)
        with self.when_started(interval):
            self.call_tasks(interval)

    def begin_step(self, interval: Interval, count: str) -> None:
        """Keep x."""
        with self.when_given("path"):
            step = self.add(interval.begin, count)
            self.code.set_column("path", self.place_in_path(step), self.x)

    def record(self, row: str) -> None:
        """Write q and q̇."""
        self.record_state(self.x, row)

    def record_state(self, x: Vector, row: str) -> None:
        """Write coordinates and velocities of a state or a tangent."""
        for name, (start, size) in zip(("q_rows", "v_rows"), self.sizes.parts.values(), strict=False):
            with self.when_given(name):
                self.code.copy(self.code.recorded(name, row, size), self.part(x, start, size))

    @contextlib.contextmanager
    def when_started(self, interval: Interval) -> Iterator[None]:
        """Do the body where the segment has the start of an interval; else an earlier one has its tasks."""
        if not self.structure.streams:
            yield
            return
        with self.when("sge", self.first(interval), "%first"):
            yield

    def place_in_path(self, step: str) -> str:
        """Return the entry of the path at a step."""
        return self.code.sum(self.difference(step, "%first"), self.sizes.n)

    def place_of_c(self, interval: Interval) -> str:
        """Return the entry of the path of c at an interval."""
        return self.code.sum(self.difference(interval.number, "%first_interval"), self.structure.changing)

    def read_efforts(self, interval: Interval) -> None:
        """Read the added efforts of an interval."""
        if self.structure.efforts is not None:
            self.copy_efforts("efforts", interval, self.part(self.p, self.structure.efforts[0], self.sizes.nv))

    def copy_efforts(self, name: str, interval: Interval, to: Vector) -> None:
        """Read added efforts of an interval, or their tangents."""
        self.code.copy(to, self.code.row(name, self.code.sum(interval.piece, self.sizes.nv)))

    def finish(self) -> None:
        """Write x and c after the last step."""
        with self.when_given("x_out"):
            self.write_row("x_out", self.x)
            if self.changing:
                self.write_row("c_out", self.c)

    def write_row(self, name: str, values: Vector) -> None:
        """Write an array of this run."""
        self.code.copy(Vector(self.code, self.code.row(name).pointer, values.size), values)

    @property
    def alike(self) -> bool:
        """Whether rates of coordinates are velocities."""
        return self.sizes.nq == self.sizes.nv

    @property
    def tableau(self) -> Tableau | None:
        """The tableau of an explicit Runge–Kutta method; None for semi-implicit Euler."""
        method = self.method
        return method.tableau if isinstance(method, RungeKutta) else None

    # Semi-implicit Euler

    def split(self, state: Vector) -> tuple[Vector, Vector]:
        """Return coordinates and the other states."""
        first = self.sizes.nq * self.lanes
        return state.part(0, first), state.part(first, self.n - first)

    def velocities(self, state: Vector) -> Vector:
        """Return the velocities of a state."""
        return self.part(state, self.sizes.nq, self.sizes.nv)

    def add_rest(self, x: Vector, rates: Vector) -> None:
        """Add h times the rates of all states but the coordinates."""
        (_, rest), (_, rate) = self.split(x), self.split(rates)
        self.code.combine(rest, (1.0, rest), (self.h, rate))

    def add_coordinates(self, x: Vector, rates: Vector) -> None:
        """Add h times the rates of the coordinates."""
        q, _ = self.split(x)
        self.code.combine(q, (1.0, q), (self.h, self.velocities(x) if self.alike else self.split(rates)[0]))

    # Quaternions

    def project(self, u: list[Number], scale: Number, slots: list[Slot]) -> None:
        """Write (w − u (u · w)) / |z|, which is symmetric: the same for tangents and for cotangents."""
        w = [slot.value for slot in slots]
        along = u[0] * w[0] + u[1] * w[1] + u[2] * w[2] + u[3] * w[3]
        for slot, unit, value in zip(slots, u, w, strict=True):
            slot.set((value - unit * along) * scale)


class TangentWriter(PathWriter):
    """Writes the kernel with tangents of x and p."""

    dx: Vector
    dp: Vector

    def _tangent(self) -> None:
        code = self.code
        self.dx, self.dp = code.vector(self.n), code.vector(self.count)
        self.read_start()
        self.read_state(self.dx, ("dq", "dv", "drest"))
        code.copy_column("dp", 0, self.dp)
        with self.fixed_steps() as (t, _, _):
            if self.tableau is None:
                self._euler(t)
            else:
                self._runge_kutta(t, self.tableau)
        code.set_column("dp", 0, self.dp)
        self.finish()
        with self.when_given("x_out"):
            self.write_row("dx_out", self.dx)

    def begin_interval(self, interval: Interval) -> None:
        """Read the added efforts with their tangents, and do the tasks with theirs."""
        self.read_efforts(interval)
        if self.structure.efforts is not None:
            self.copy_efforts("defforts", interval, self.part(self.dp, self.structure.efforts[1], self.sizes.nv))
        with self.when_started(interval):
            self.call_tasks(interval)

    def begin_step(self, interval: Interval, count: str) -> None:
        """Keep nothing: there is no path."""

    def record(self, row: str) -> None:
        """Write dq and dq̇."""
        self.record_state(self.dx, row)

    def call_task(self, k: int, interval: Interval) -> None:
        """Write the tangent of a task, then the task."""
        code, after = self.code, self.code.vector(self.changing)
        along = code.vector(self.changing)
        inputs = (self.clock, self.x, self.p, self.random_numbers(k, interval))
        code.call_function(f"product{k}", *inputs, self.dx, self.dp, along)
        code.copy(self.dp.part(0, along.size), along)
        code.call_function(f"task{k}", *inputs, after)
        code.copy(self.c, after)

    def normalise(self, x: Vector) -> None:
        """Bring quaternions to unit length, and their tangents along, (2)."""
        for start in self.sizes.quaternions:
            entries = self.quaternion(x, start)
            u, scale = self.wide.unit(entries)
            self.project(u, scale, self.quaternion(self.dx, start))
            for slot, value in zip(entries, u, strict=True):
                slot.set(value)

    def _runge_kutta(self, t: Number, tableau: Tableau) -> None:
        code, x, dx, h, (A, b, c) = self.code, self.x, self.dx, self.h, tableau
        k, dk = ([self.vector() for _ in b] for _ in range(2))
        y, dy = self.vector(), self.vector()
        for i in range(len(b)):
            code.combine(y, (1.0, x), *weighted(h, A[i], k))
            code.combine(dy, (1.0, dx), *weighted(h, A[i], dk))
            self.call_at(t + c[i] * h, "jvp", y, self.p, dy, self.dp, k[i], dk[i])
        code.combine(x, (1.0, x), *weighted(h, b, k))
        code.combine(dx, (1.0, dx), *weighted(h, b, dk))

    def _euler(self, t: Number) -> None:
        rate, along = self.vector(), self.vector()
        self.call_at(t, "jvp", self.x, self.p, self.dx, self.dp, rate, along)
        for state, change in ((self.x, rate), (self.dx, along)):
            self.add_rest(state, change)
        if not self.alike:
            self.call_at(t, "jvp", self.x, self.p, self.dx, self.dp, rate, along)
        for state, change in ((self.x, rate), (self.dx, along)):
            self.add_coordinates(state, change)


class AdjointWriter(PathWriter):
    """Writes the kernel backward."""

    x_bar: Vector
    p_bar: Vector
    _c_before_task: Sequence[Vector]

    def _adjoint(self) -> None:
        code = self.code
        self.x_bar, self.p_bar = code.vector(self.n), code.vector(self.count)
        self._c_before_task = [code.vector(self.changing) for _ in self.structure.streams]
        self.read_state(self.x_bar, ("q_bar", "v_bar", "rest_bar"))
        code.copy_column("p_bar", 0, self.p_bar)
        step, number = code.counter("%last"), code.counter("%last_interval")
        with code.loop() as out:
            after = step.get()
            out.leave_if(code.let(f"icmp sle i64 {after}, %first"))
            interval = self.interval(number.get())
            start, end = self.start(interval), self.end(interval)
            with self.when("eq", after, code.let(f"call i64 @llvm.smin.i64(i64 {end}, i64 %last)")):
                self._read_p(interval, start)
                reached = code.let(f"icmp eq i64 {after}, {end}")
                with code.when(code.let(f"and i1 {reached}, {code.let(f'icmp sgt i64 {interval.row}, 0')}")):
                    self._add_rows(interval.row)
            before = step.add(-1)
            code.copy_column("path", self.place_in_path(before), self.x)
            t = self.time(interval, self.difference(before, interval.begin))
            if self.tableau is None:
                self._euler(t)
            else:
                self._runge_kutta(t, self.tableau)
            with self.when("eq", before, start):
                self._pull_back_efforts(interval, before)
                with self.when_started(interval):
                    self._pull_back_tasks(interval)
                number.add(-1)
        with self.when("eq", "%first", "0"):
            self._add_rows("0")
        for (place, size), name in zip(self.sizes.parts.values(), ("q_out", "v_out", "rest_out"), strict=True):
            if size:
                self.write_row(name, self.part(self.x_bar, place, size))
        code.set_column("p_bar", 0, self.p_bar)

    def _read_p(self, interval: Interval, start: str) -> None:
        """Read p of the steps of an interval; c after the tasks is computed again."""
        if self.changing:
            self.code.copy_column("c_path", self.place_of_c(interval), self.c)
        self.read_efforts(interval)
        with self.when_started(interval):
            if self.structure.streams:
                self.code.copy_column("path", self.place_in_path(start), self.x)
            self.call_tasks(interval)

    def call_task(self, k: int, interval: Interval) -> None:
        """Write a task; c before it is kept."""
        self.code.copy(self._c_before_task[k], self.c)
        super().call_task(k, interval)

    def _add_rows(self, row: str) -> None:
        """Add the cotangents of a recorded row."""
        for name, (start, size) in zip(("q_rows", "v_rows"), self.sizes.parts.values(), strict=False):
            with self.when_given(name):
                part = self.part(self.x_bar, start, size)
                self.code.combine(part, (1.0, part), (1.0, self.code.recorded(name, row, size)))

    def _pull_back_efforts(self, interval: Interval, step: str) -> None:
        """Add the cotangents of the efforts of an interval of the schedule to those of their row, at its start."""
        if self.structure.efforts is None:
            return
        code, nv, place = self.code, self.sizes.nv, self.structure.efforts[1]
        first = code.let(f"call i64 @llvm.smax.i64(i64 {interval.begin}, i64 %first)")
        with self.when("eq", step, first):
            efforts = code.row("efforts_bar", code.sum(interval.piece, nv))
            to, part = (
                Vector(code, efforts.pointer, nv * self.lanes),
                self.part(self.p_bar, place, nv),
            )
            code.combine(to, (1.0, to), (1.0, part))
            code.fill(part)

    def _pull_back_tasks(self, interval: Interval) -> None:
        """Pull cotangents back through the tasks that were due, the last one first, at the state before the steps.

        The adjoint of the first step has left x as it was before it, which is the state that the tasks had.
        """
        code = self.code
        if self.structure.streams:
            self.clock.entry(0, self.lanes).set(self.rounded(interval.t0))
        for k, saved in reversed([*enumerate(self._c_before_task)]):
            with self.when_due(k, interval):
                code.copy(self.c, saved)
                carried_bar = self.p_bar.part(0, self.changing)
                c_bar = code.vector(carried_bar.size)
                code.copy(c_bar, carried_bar)
                code.fill(carried_bar)
                x_part, p_part = self.vector(), code.vector(self.count)
                inputs = (self.clock, self.x, self.p, self.random_numbers(k, interval), c_bar)
                code.call_function(f"product{k}", *inputs, x_part, p_part)
                self._add(x_part, p_part)

    def _add(self, x_part: Vector, p_part: Vector) -> None:
        """Add cotangents of x and p."""
        self.code.combine(self.x_bar, (1.0, self.x_bar), (1.0, x_part))
        self.code.combine(self.p_bar, (1.0, self.p_bar), (1.0, p_part))

    def _runge_kutta(self, t: Number, tableau: Tableau) -> None:
        """Write (1)."""
        code, x, x_bar, p_bar, h, (A, b, c) = self.code, self.x, self.x_bar, self.p_bar, self.h, tableau
        last, quaternions = len(b) - 1, bool(self.sizes.quaternions)
        k, y = [self.vector() for _ in b], [x, *(self.vector() for _ in b[1:])]
        stages(self, A[: last + quaternions], c, k, y, t, h)
        if quaternions:
            z = self.vector()
            code.combine(z, (1.0, x), *weighted(h, b, k))
            self._normalise_back(z)
        else:  # k of the last stage is not needed
            code.combine(y[last], (1.0, x), *weighted(h, A[last], k))
        y_bar = k  # in their place, since they are not read again
        k_bar, p_part = self.vector(), code.vector(self.count)
        for i in reversed(range(len(b))):
            terms = [(h * A[j][i], y_bar[j]) for j in range(i + 1, len(b)) if i < len(A[j]) and A[j][i]]
            code.combine(k_bar, (h * b[i], x_bar), *terms)  # (1)
            self.call_at(t + c[i] * h, "vjp", y[i], self.p, k_bar, y_bar[i], p_part)
            code.combine(p_bar, (1.0, p_bar), (1.0, p_part))
        code.combine(x_bar, (1.0, x_bar), *((1.0, part) for part in y_bar))

    def _euler(self, t: Number) -> None:
        code, x, x_bar = self.code, self.x, self.x_bar
        k_bar, x_part, p_part = self.vector(), self.vector(), code.vector(self.count)
        q_bar, rest_bar = self.split(x_bar)
        code.fill(k_bar)
        if self.alike:
            v_bar = self.velocities(x_bar)
            code.combine(v_bar, (1.0, v_bar), (self.h, q_bar))
        else:
            y, dx = self.vector(), self.vector()
            code.copy(y, x)
            self.begin(dx, t)
            self.add_rest(y, dx)
            if self.sizes.quaternions:
                z = self.vector()
                code.copy(z, y)
                self.evaluate(dx, t, y)
                self.add_coordinates(z, dx)
                self._normalise_back(z)
            code.combine(self.split(k_bar)[0], (self.h, q_bar))
            self.call_at(t, "vjp", y, self.p, k_bar, x_part, p_part)
            self._add(x_part, p_part)
            code.fill(k_bar)
        code.combine(self.split(k_bar)[1], (self.h, rest_bar))
        self.call_at(t, "vjp", x, self.p, k_bar, x_part, p_part)
        self._add(x_part, p_part)

    def _normalise_back(self, z: Vector) -> None:
        """Turn cotangents of unit quaternions into those before normalisation, (2)."""
        for start in self.sizes.quaternions:
            u, scale = self.wide.unit(self.quaternion(z, start))
            self.project(u, scale, self.quaternion(self.x_bar, start))
