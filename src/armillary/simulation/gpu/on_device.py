"""Stacks on a GPU: PTX from the cache or made, arrays copied there and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.cache import load_or_build, source_digest
from armillary.compiler.kernel import signature
from armillary.compiler.llvm.assemble import environment
from armillary.compiler.llvm.target import Target
from armillary.compiler.program import Program
from armillary.compiler.ptx.dlpack import LEGACY, DeviceArray
from armillary.compiler.ptx.driver import Device, call
from armillary.compiler.ptx.driver import device as device_of
from armillary.compiler.ptx.module import PtxModule, load
from armillary.compiler.ptx.target import SCALARS, gpu, number_of, to_ptx
from armillary.compiler.ptx.transfer import to_host
from armillary.simulation.gpu import rows, thread
from armillary.simulation.gpu.chunks import Chunk, DeviceStack, check
from armillary.simulation.gpu.plan import Plan, optimised, plan
from armillary.simulation.gpu.text import BY_VALUE, THREADS
from armillary.simulation.run import Simulation
from armillary.spatial.scalar import Floats

RUNS, ROWS = "runs", "rows"
"""Names of the kernels."""
SHARE = 0.8
"""Part of the free memory of a device that a chunk may take."""


def on_device(job: Simulation, device: str, dtype: str) -> DeviceStack:
    """Return a stack of runs on a device.

    Raises:
        ArgumentError: A GPU cannot compute the runs.
        DeviceError: The device does not exist.
    """
    number = number_of(device)
    solver = check(job)
    gpu_device, runs_plan = device_of(number), plan(job)
    target = gpu(gpu_device.capability, gpu_device.version, SCALARS[dtype])
    engines, key = job.loop.equations.engines, (type(solver), gpu_device, dtype, runs_plan.watched, runs_plan.differing)
    if key not in engines:
        short = cache(lambda: optimised(runs_plan))
        runs = ptx(
            RUNS,
            runs_plan,
            runs_plan.steps,
            target,
            lambda: thread.kernel_text(RUNS, short(), solver, target),
            solver.name,
        )
        outputs = ptx(ROWS, runs_plan, (runs_plan.outputs,), target, lambda: rows.rows_text(ROWS, short(), target))
        engines[key] = DeviceRuns(load(runs, RUNS, gpu_device), load(outputs, ROWS, gpu_device), gpu_device, dtype)
    kernel: DeviceRuns = engines[key]
    return DeviceStack(job, runs_plan, kernel)


def ptx(
    name: str, way: Plan, programs: Sequence[Program], target: Target, text: Callable[[], str], method: str = ""
) -> bytes:
    """Return the PTX of a kernel."""
    parts: list[str | bytes] = [
        name, *map(signature, programs), method, repr(way.structure), f"{target.name} {target.scalar.name}",
        environment(), source_digest("simulation.walk", "simulation.solvers", "simulation.gpu", "simulation.noise"),
    ]  # fmt: skip
    return load_or_build(parts, lambda: to_ptx(text(), target, [name]).encode())


class DeviceRuns:
    """The kernels of a stack on a device."""

    def __init__(self, runs: PtxModule, after: PtxModule, device: Device, dtype: str) -> None:
        self.module, self.after, self.device, self.dtype = runs, after, device, dtype

    def room(self) -> int:
        """Return the memory for the arrays of a chunk [bytes]."""
        with self.device.current():
            free, _ = call("cuMemGetInfo")
        return int(SHARE * free)

    def run(self, chunk: Chunk) -> None:
        """Compute the runs of a chunk and fill its results and outputs."""
        arrays = self.copied(chunk)
        self.launch(chunk, arrays)
        self.launch_rows(chunk, arrays)
        filled = chunk.results | chunk.outputs
        to_host(self.device, [(arrays[name].address, array) for name, array in filled.items()])

    def copied(self, chunk: Chunk) -> dict[str, DeviceArray]:
        """Return the given arrays on the device, and memory there for those that are filled."""
        filled = chunk.results | chunk.outputs
        arrays = {name: self._copied(array) for name, array in chunk.inputs.items()}
        return arrays | {name: self._memory(array) for name, array in filled.items()}

    def launch(self, chunk: Chunk, arrays: dict[str, DeviceArray]) -> None:
        """Queue the kernel of runs on arrays of the device."""
        self._launch(self.module, chunk.numbers, [arrays[name] for name in thread.ARRAYS], chunk.shared)

    def launch_rows(self, chunk: Chunk, arrays: dict[str, DeviceArray]) -> None:
        """Queue the kernel of rows behind that of runs."""
        runs, _, count, _ = chunk.numbers
        names = (*rows.ARRAYS, *chunk.outputs)
        self._launch(self.after, (runs * count, count), [arrays[name] for name in names], chunk.shared)

    def _launch(self, module: PtxModule, numbers: Sequence[int], arrays: Sequence[DeviceArray], shared: Floats) -> None:
        rounded = np.ascontiguousarray(shared, dtype=self.dtype)
        words, last = [*numbers, *(each.address for each in arrays)], rounded.tobytes()
        copy = None
        if len(last) > BY_VALUE:
            copy = self._copied(rounded)
            words, last = [*words, copy.address], b""
        with self.device.current():
            module.launch(-(-numbers[0] // THREADS), THREADS, LEGACY, words, last)

    def _memory(self, array: NDArray[Any]) -> DeviceArray:
        return DeviceArray(array.shape, array.dtype.name, self.device)

    def _copied(self, array: NDArray[Any]) -> DeviceArray:
        made = self._memory(array)
        if array.size:
            with self.device.current():
                call("cuMemcpyHtoDAsync", made.address, array.ctypes.data, array.nbytes, LEGACY)
        return made
