"""Stacks of runs on a GPU: arrays in, one thread a run, rows out.

Chunks are as large as the memory of the device allows, and small enough that one takes about a second: Ctrl-C stops
between them. One kernel integrates the runs (`walk.stacked`). A second one computes the outputs of their rows: efforts,
accelerations, energies, the reference, the tip (`Equations.outputs`) follow from the clock, x and p of a row, which the
first kernel has left on the device. A thread computes one row of one run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.kernel import signature
from armillary.compiler.llvm.target import Target
from armillary.compiler.ptx.dlpack import LEGACY
from armillary.compiler.ptx.driver import Device, call
from armillary.compiler.ptx.driver import device as device_of
from armillary.compiler.ptx.module import PtxModule
from armillary.compiler.ptx.target import number_of
from armillary.simulation.gpu.memory import DeviceRuns, Memory
from armillary.simulation.gpu.threads import FEWEST, Inlined, ThreadCode, launch, module_of, run_kernel
from armillary.simulation.run import Recording, Simulation
from armillary.simulation.walk.places import RunArray, Words, flat
from armillary.simulation.walk.stacked import STACK, StackPlan, SteppedStack, check
from armillary.simulation.walk.values import Vector

ROWS = "rows"
"""Name of the kernel of rows."""
SHARE = 0.8
"""Part of the free memory of a device that a chunk may take."""
WORK = 10**13
"""Approximate number of operations of a chunk."""


def on_device(simulation: Simulation, device: str, dtype: str) -> DeviceStack:
    """Return a stack of runs on a device.

    Raises:
        ArgumentError: A GPU cannot compute the runs.
        DeviceError: The device does not exist.
    """
    gpu_device = device_of(number_of(device))
    check(simulation, "on a GPU")
    plan = StackPlan.of(simulation)
    key = (STACK, plan.structure, plan.differing, gpu_device, dtype)
    kernels = simulation.loop.equations.compiled.obtain(key, lambda: StackKernels.of(plan, gpu_device, dtype))
    return DeviceStack(simulation, plan, kernels)


@dataclass(frozen=True, eq=False)
class StackKernels:
    """The kernels of a stack on a device."""

    runs: PtxModule
    rows: PtxModule
    device: Device
    dtype: str
    by_value: bool

    @classmethod
    def of(cls, plan: StackPlan, device: Device, dtype: str) -> StackKernels:
        """Return the kernels of a plan."""
        inlined = inlining(plan)
        runs = run_kernel(STACK, device, dtype, plan.structure, plan.programs, inlined)
        parts = [signature(plan.outputs), repr((plan.structure.changing, inlined))]
        rows = module_of(ROWS, device, dtype, parts, lambda target: rows_text(plan, target))
        return cls(runs, rows, device, dtype, inlined.by_value(np.dtype(dtype).itemsize))

    def launch(self, module: PtxModule, words: list[int], shared: NDArray[Any]) -> None:
        """Queue a kernel whose last argument are the shared numbers."""
        last = b""
        if self.by_value:
            words, last = words[:-1], np.ascontiguousarray(shared, dtype=self.dtype).tobytes()
        launch(module, self.device, LEGACY, words, last)


def inlining(plan: StackPlan) -> Inlined:
    """Return how the kernels of a stack have functions inlined."""
    structure = plan.structure
    local = tuple(sorted({*range(structure.changing), *plan.differing}))
    return Inlined(local, plan.differing, structure.sizes.m + 2 * len(structure.watched))


def rows_text(plan: StackPlan, target: Target) -> str:
    """Return the text of the module of the kernel of rows."""
    structure, results = plan.structure, [f"output{k}" for k in range(len(plan.outputs.outputs))]
    numbers, arrays = ("all", "rows", "differing_p.step"), ("differing_p", "clocks", "x_rows", "c_rows")
    words = [*numbers, *arrays, *results, "shared"]
    code = ThreadCode(ROWS, words, {*numbers}, target, {"outputs": plan.outputs}, inlining(plan))
    item = code.run
    code.run, row = code.let(f"sdiv i64 {item}, %rows"), code.let(f"srem i64 {item}, %rows")
    p, n = code.parameters(structure.sizes.m, 1), structure.sizes.n

    def entries(name: str, number: str, size: int) -> Vector:
        return Vector(code, code.at(code.array(name), code.let(f"mul i64 {number}, {size}")), size)

    code.copy(p.part(0, structure.changing), entries("c_rows", item, structure.changing))
    x, clock = code.vector(n), code.vector(2)
    code.copy(x, entries("x_rows", item, n))
    code.copy(clock, entries("clocks", row, 2))
    values = [code.vector(port.size) for port in plan.outputs.outputs]
    code.call_function("outputs", clock, x, p, *values)
    for name, vector in zip(results, values, strict=True):
        code.copy(entries(name, item, vector.size), vector)
    return code.module()


class Threads(DeviceRuns):
    """Memory of some runs of a stack on a device, and its kernels."""

    def __init__(self, stack: DeviceStack, count: int) -> None:
        super().__init__(Memory(stack.kernels.device, stack.kernels.dtype), count)
        self.stack = stack

    def launch(self, kind: str, phase: int, words: Words) -> None:
        """Queue the kernel of runs."""
        kernels, stack = self.stack.kernels, self.stack
        kernels.launch(kernels.runs, flat(words, stack.plan.structure.words(kind)), stack.shared)


class DeviceStack(SteppedStack):
    """The runs of a stack on a device."""

    threads = False

    def __init__(self, simulation: Simulation, plan: StackPlan, kernels: StackKernels) -> None:
        super().__init__(simulation, plan)
        self.kernels = kernels

    def room(self) -> int:
        """Return the memory for the arrays of a chunk [bytes]."""
        with self.kernels.device.current():
            free, _ = call("cuMemGetInfo")
        return int(SHARE * free)

    def chunks(self) -> Iterator[slice]:
        """Yield the runs of each chunk."""
        plan, sizes, count = self.plan, self.plan.structure.sizes, self.loop.count
        operations = max(1, self.simulation.schedule.table.count * plan.programs[0].operations)
        of_row = sizes.n + plan.structure.changing + sum(port.size for port in plan.outputs.outputs)
        numbers = len(self.simulation.schedule.times) * of_row + 2 * sizes.n + len(plan.differing) + 18
        bytes_of_run = np.dtype(self.kernels.dtype).itemsize * numbers
        size = max(1, min(self.room() // bytes_of_run, max(FEWEST, WORK // operations)))
        for first in range(0, count, size):
            yield slice(first, min(first + size, count))

    def place(self, runs: slice) -> Threads:
        """Return memory for some runs."""
        return Threads(self, runs.stop - runs.start)

    def more(self, place: Threads, words: Words, runs: slice, to: Recording) -> list[tuple[RunArray, NDArray[Any]]]:
        """Queue the kernel of rows behind that of runs, and return its results with the arrays to fill."""
        schedule = self.simulation.schedule
        clocks = np.stack([schedule.times, schedule.row_insides], axis=1)
        arrays = [array[runs] for array in to.outputs.values()]
        rows = [place.row_room(array.size // place.work) for array in arrays]
        given: dict[str, int | RunArray] = {
            "all": place.work * len(schedule.times), "rows": len(schedule.times), "clocks": place.put_table(clocks),
            **{f"output{k}": each for k, each in enumerate(rows)},
        }  # fmt: skip
        names = ["all", "rows", "differing_p.step", "differing_p", "clocks", "x_rows", "c_rows"]
        words = {**words, **given}
        outputs = [f"output{k}" for k in range(len(rows))]
        self.kernels.launch(self.kernels.rows, flat(words, [*names, *outputs, "shared"]), self.shared)
        return list(zip(rows, arrays, strict=True))
