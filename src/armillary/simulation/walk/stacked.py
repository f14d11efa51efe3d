"""Stacks of runs of `arm.simulate` with fixed steps: a thread of a GPU or a lane of the machine for each run.

Beside the steps (`walk.runs`), the kernel looks at the energy balance, the bending of links and the momentum after
every `stride`th step and the last one: these are the steps at which loops of the CPU look, too (`walk.balance`). A run
is flagged that leaves its bounds after a step, whose tasks give numbers that are not finite, or whose last state is not
finite. It continues all the same: threads of a warp and lanes of a block take the same steps.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.kernel import Kernel
from armillary.compiler.llvm.target import host
from armillary.compiler.llvm.writer import SINGLE, Scalar, vector
from armillary.compiler.program import Port, Program
from armillary.compiler.simplified import build_simplified
from armillary.simulation import checks
from armillary.simulation.capabilities import require
from armillary.simulation.loop.state import quaternions
from armillary.simulation.noise import in_lanes
from armillary.simulation.walk.balance import KEPT, UNSEEN, stride
from armillary.simulation.walk.blocks import THICK, Blocks
from armillary.simulation.walk.places import RunArray, RunPlace, Words, numbers_of, shared_by, start_of
from armillary.simulation.walk.runs import STATE, Interval, KernelStructure, RunCode, RunWriter, Sizes
from armillary.simulation.walk.values import Condition, Number, Slot, Vector
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.simulation.run import Recording, Simulation

STACK = "stack"
"""The kind of these kernels, and their name."""


@dataclass(frozen=True)
class Looks(KernelStructure):
    """The structure of the kernel of a stack."""

    watched: tuple[int, ...]
    """Places of the states with bounds."""
    seen: tuple[str, ...]
    """Names of the outputs of the energy balance."""
    momentum: bool
    """Whether the balance compares the momentum with that of the start."""

    def arrays(self, kind: str) -> tuple[str, ...]:
        """Return the names of the arrays of runs."""
        results = ("x_rows", "c_rows", "flags", "extremes", "worst", "worst_step")
        return (*STATE, "differing_p", "momentum", *results)

    def functions(self, kind: str) -> list[str]:
        """Return the names of f, the tasks and the energy balance."""
        return ["f", *(f"task{k}" for k in range(len(self.streams))), "balance"]

    def write(self, kind: str, code: RunCode, lanes: int = 1) -> None:
        """Write the kernel."""
        LookWriter(kind, self, code, lanes)

    @property
    def bends(self) -> bool:
        """Whether links bend."""
        return "bending" in self.seen


class LookWriter(RunWriter):
    """Writes the kernel of a stack: steps, with looks."""

    structure: Looks

    def _stack(self) -> None:
        code, wide = self.code, self.wide
        self._flagged = code.local(wide.truth)
        wide.store("false" if self.lanes == 1 else "zeroinitializer", self._flagged, wide.truth)
        self.read_start()
        self._since = code.counter(0)
        for j, value in enumerate(UNSEEN[:, 0].tolist()):
            self._extreme(j).set(value)
        self._furthest, self._furthest_state = wide.slot(float("-inf")), self.vector()
        """The furthest bending and the state there."""
        self._whole = vector("i64", self.lanes)
        self._furthest_step = code.local(self._whole, align=8 * self.lanes)
        code.store(in_lanes(wide, "0"), self._furthest_step, self._whole)
        code.fill(self._furthest_state, float("nan"))
        self.method.write(self)
        self._finish()

    def begin_interval(self, interval: Interval) -> None:
        """Do the tasks."""
        self.call_tasks(interval)

    def call_task(self, k: int, interval: Interval) -> None:
        """Write a task, and flag the run if its numbers are not finite."""
        super().call_task(k, interval)
        self._flag_unless_finite(self.c)

    def end_step(self, interval: Interval, count: str) -> None:
        """Check the bounds, and look at the balance."""
        code = self.code
        self._check_bounds()
        last = code.let(f"icmp eq i64 {code.plus(interval.number, 1)}, %intervals")
        end = self.add(interval.done, interval.steps)
        ended = code.let(f"and i1 {last}, {code.let(f'icmp eq i64 {count}, {end}')}")
        self._since.add()
        with code.when(~self._since.below("%stride") | Condition(code, ended)):
            self._since.set(0)
            self._look(interval, count)

    def record(self, row: str) -> None:
        """Write x and c."""
        self.code.copy(self.code.recorded("x_rows", row, self.sizes.n), self.x)
        if self.changing:
            self.code.copy(self.code.recorded("c_rows", row, self.structure.changing), self.c)

    # Flags

    def _flag(self, condition: Condition) -> None:
        wide = self.wide
        before = Condition(wide, wide.load(self._flagged, wide.truth))
        wide.store((before | condition).name, self._flagged, wide.truth)

    def _flag_unless_finite(self, values: Vector) -> None:
        unknown = Number(self.wide, self.wide.number(0.0))
        for j in range(values.size // self.lanes):
            value = values.entry(j, self.lanes).value
            unknown = unknown + (value - value)  # zero, NaN where a number is not finite
        self._flag(self.wide.compare("une", unknown, 0.0))

    def _check_bounds(self) -> None:
        """Flag the run where the state is out of bounds; NaN does not count."""
        for k, place in enumerate(self.structure.watched):
            x = self.x.entry(place, self.lanes).value
            low, high = (self.code.shared(self.sizes.m + 2 * k + j) for j in range(2))
            self._flag((x < low) | (x > high))

    # Looks

    def _extreme(self, place: int) -> Slot:
        """Return one of the numbers of `KEPT`, in memory: registers are scarce."""
        return Slot(self.wide, self.wide.at(self.code.row("extremes").pointer, place))

    def _look(self, interval: Interval, count: str) -> None:
        """Keep the extremes of the balance and the furthest bending; NaN does not count."""
        code, wide, seen = self.code, self.wide, self.structure.seen
        numbers = {name: code.vector(self.lanes) for name in seen}
        start = [code.row("momentum")] if self.structure.momentum else []
        code.call_function("balance", self.x, self.p, *start, *numbers.values())
        for place, (name, how) in enumerate(KEPT):
            if name in seen:
                extreme, value = self._extreme(place), numbers[name].entry(0, self.lanes).value
                extreme.set(Number(wide, wide.call(f"{how}num", extreme.value.name, value.name)))
        if self.structure.bends:
            step = in_lanes(wide, self.add(interval.begin, count))
            self._keep_furthest(numbers["bending"].entry(0, self.lanes).value, step)

    def _keep_furthest(self, bending: Number, step: str) -> None:
        """Keep the furthest bending with the number of its step and its state."""
        code, wide, kind, further = self.code, self.wide, self._whole, bending > self._furthest.value
        if self.lanes == 1:
            with code.when(further):
                self._furthest.set(bending)
                code.store(step, self._furthest_step, kind)
                code.copy(self._furthest_state, self.x)
            return
        before = code.load(self._furthest_step, kind)
        latest = code.let(f"select {wide.truth} {further}, {kind} {step}, {kind} {before}")
        code.store(latest, self._furthest_step, kind)
        pairs = [(self._furthest, bending)]
        for j in range(self.sizes.n):
            pairs.append((self._furthest_state.entry(j, self.lanes), self.x.entry(j, self.lanes).value))
        for slot, value in pairs:
            slot.set(wide.choose(further, value, slot.value))

    def _finish(self) -> None:
        """Write the flag and the furthest bending."""
        code = self.code
        self._flag_unless_finite(self.x)
        flags = code.let(f"zext {self.wide.truth} {code.load(self._flagged, self.wide.truth)} to {self._whole}")
        code.store(flags, code.row("flags", kind="i64").pointer, self._whole, ", align 8")
        if self.structure.bends:
            worst, step = code.row("worst"), code.load(self._furthest_step, self._whole)
            Slot(self.wide, worst.pointer).set(self._furthest.value)
            code.copy(Vector(code, self.wide.at(worst.pointer, 1), self.n), self._furthest_state)
            code.store(step, code.row("worst_step", kind="i64").pointer, self._whole, ", align 8")


@dataclass(frozen=True)
class StackPlan:
    """Programs and structure of a closed loop in a stack."""

    structure: Looks
    programs: tuple[Program, ...]
    """f, the tasks and the balance, as `Looks.functions` names them."""
    outputs: Program
    differing: tuple[int, ...]
    """Places of p in which runs differ."""

    @classmethod
    def of(cls, simulation: Simulation) -> StackPlan:
        """Return the plan of a simulation."""
        equations, layout = simulation.loop.equations, simulation.loop.layout
        lower, upper = simulation.bounds()
        program, tasks, balance = equations.program, equations.updates(), equations.balance()
        watched = np.flatnonzero(np.isfinite(lower) | np.isfinite(upper))
        units = quaternions(equations.plant) if simulation.solver.normalises else ()
        sizes = Sizes(program.outputs[0].size, program.inputs[2].size, 1, layout.nq, layout.nv, units)
        structure = Looks(
            simulation.solver.name,
            sizes,
            tasks[0].outputs[0].size if tasks else 0,
            simulation.loop.streams,
            tuple(watched.tolist()),
            tuple(port.name for port in balance.outputs),
            any(port.name == "start" for port in balance.inputs),
        )
        return cls(structure, (program, *tasks, balance), equations.outputs, simulation.loop.places_of_runs)


def check(simulation: Simulation, where: str) -> None:
    """Raise an `ArgumentError` if a kernel of fixed steps cannot compute the runs of a simulation."""
    checks.explicit(simulation.solver, where)
    require(simulation.loop, f"a stack {where}")


class SteppedStack(ABC):
    """The runs of a stack whose kernel does all steps of a run in one call."""

    threads: bool
    """Whether threads of this process share the chunks."""
    dtype: str
    """Precision in which runs are integrated."""

    def __init__(self, simulation: Simulation, plan: StackPlan) -> None:
        self.simulation, self.plan, self.loop = simulation, plan, simulation.loop

    @property
    def outputs(self) -> Sequence[Port]:
        """What is computed of each row."""
        return self.plan.outputs.outputs

    @abstractmethod
    def chunks(self) -> Iterator[slice]:
        """Yield the runs of each chunk."""

    @abstractmethod
    def place(self, runs: slice) -> RunPlace:
        """Return memory for some runs."""

    def more(self, place: Any, words: Words, runs: slice, to: Recording) -> Iterable[tuple[RunArray, NDArray[Any]]]:
        """Compute outputs of rows in the same place, and yield them with the arrays to fill."""
        return ()

    @cached_property
    def shared(self) -> Floats:
        """Entries of p of the first run, then lower and upper bounds of the states that have some."""
        bounds = np.array([values[list(self.plan.structure.watched)] for values in self.simulation.bounds()])
        return np.concatenate([self.loop.p(), bounds.T.ravel()])

    def compute(self, runs: slice, to: Recording) -> None:
        """Compute the runs of a chunk."""
        place, structure = self.place(runs), self.plan.structure
        words, results = self.words(place, runs, to)
        place.launch(STACK, 0, words)
        more = self.more(place, words, runs, to)
        place.fetch([*results.values(), *more])
        if structure.bends:
            worst, step = results["worst"][1], results["worst_step"][1]
            to.worst[runs] = np.column_stack([worst[:, 0], self._times_of(step), worst[:, 1:]])
        held = range(0 if structure.changing else self.loop.equations.changing)
        if np.any(self.loop.p()[: len(held)]) or not set(held).isdisjoint(self.plan.differing):
            to.changing[runs] = self.loop.p_of(held, runs)[:, None]
        to.left[runs] = results["flags"][1] != 0  # last: an interruption keeps the runs that are not left

    def _times_of(self, steps: NDArray[np.int64]) -> Floats:
        """Return the times after some steps [s]; NaN after none."""
        table = self.simulation.schedule.table
        interval = np.searchsorted(table.ends, steps)
        t0, h, _ = table.times[interval].T
        return np.where(steps > 0, t0 + (steps - table.mark("begin")[interval]) * h, np.nan)

    def words(
        self, place: RunPlace, runs: slice, to: Recording
    ) -> tuple[dict[str, int | RunArray], dict[str, tuple[RunArray, NDArray[Any]]]]:
        """Return the arguments of the kernel, and the rows of results with the arrays that they fill."""
        structure, loop, table = self.plan.structure, self.loop, self.simulation.schedule.table.with_start
        count, n = runs.stop - runs.start, structure.sizes.n
        arrays: dict[str, NDArray[Any]] = {
            "x_rows": to.x[runs],
            "flags": np.empty(count, dtype=np.int64),
            "extremes": to.extremes[runs],
        }
        if structure.changing:
            arrays["c_rows"] = to.changing[runs]
        if structure.bends:
            arrays |= {"worst": np.empty((count, 1 + n)), "worst_step": np.empty(count, dtype=np.int64)}
        results = {}
        for name, array in arrays.items():
            kind = "int64" if array.dtype == np.int64 else ""
            rows = place.row_room(array.size // count, kind)
            results[name] = rows.of(array.shape[1]) if array.ndim == 3 else rows, array
        words: dict[str, int | RunArray] = {
            **start_of(place, loop, structure, runs),
            **numbers_of(place, loop, structure, runs),
            **shared_by(place, loop, table, self.shared),
            **{name: rows for name, (rows, _) in results.items()},
            "intervals": len(table.times),
            "stride": stride(table.count),
        }
        if structure.momentum:
            numbers = np.arange(runs.start, runs.stop)
            words["momentum"] = place.put(loop.equations.whole_momentum(loop.start[runs], loop.p(numbers)))
        return words, results


class SingleStack(SteppedStack):
    """The runs of a stack in single precision in this process, in the lanes of the machine."""

    threads, dtype = True, SINGLE.dtype

    def __init__(self, simulation: Simulation) -> None:
        check(simulation, "in single precision")
        super().__init__(simulation, StackPlan.of(simulation))
        self.structure, self.lanes = self.plan.structure, host(scalar=SINGLE).width

    def kernels(self, kind: str, phase: int, scalar: Scalar) -> list[Kernel]:
        """Return the native code of the functions, which is kept with the closed loop."""
        kernels: list[Kernel] = self.loop.equations.compiled.obtain(
            (STACK, scalar), lambda: [build_simplified(program, scalar=scalar) for program in self.plan.programs]
        )
        return kernels

    @property
    def outputs(self) -> Sequence[Port]:
        """Nothing: outputs are computed from the rows in double precision."""
        return ()

    def chunks(self) -> Iterator[slice]:
        """Yield the runs of each chunk: a few blocks."""
        size, count = max(1, THICK // self.simulation.schedule.table.count) * self.lanes, self.loop.count
        for first in range(0, count, size):
            yield slice(first, min(first + size, count))

    def place(self, runs: slice) -> Blocks:
        """Return memory for some runs."""
        return Blocks(self, self.lanes, runs.stop - runs.start, SINGLE)
