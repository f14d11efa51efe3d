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
from armillary.simulation.job import Job
from armillary.spatial.scalar import Floats

RUNS, ROWS = "runs", "rows"
"""Names of the kernels."""
SHARE = 0.8
"""Part of the free memory of a device that a chunk may take."""


def on_device(job: Job, device: str, dtype: str) -> DeviceStack:
    """Return a stack of runs on a device.

    Raises:
        ArgumentError: A GPU cannot compute the runs.
        DeviceError: The device does not exist.
    """
    number = number_of(device)
    solver = check(job)
    where, way = device_of(number), plan(job)
    target = gpu(where.capability, where.version, SCALARS[dtype])
    kept, key = job.setup.loop.engines, (type(solver), where, dtype, way.watched, way.own)
    if key not in kept:
        short = cache(lambda: optimised(way))
        runs = ptx(RUNS, way, way.steps, target, lambda: thread.kernel_text(RUNS, short(), solver, target), solver.name)
        after = ptx(ROWS, way, (way.outputs,), target, lambda: rows.rows_text(ROWS, short(), target))
        kept[key] = DeviceRuns(load(runs, RUNS, where), load(after, ROWS, where), where, dtype)
    kernel: DeviceRuns = kept[key]
    return DeviceStack(job, way, kernel)


def ptx(
    name: str, way: Plan, programs: Sequence[Program], target: Target, text: Callable[[], str], method: str = ""
) -> bytes:
    """Return the PTX of a kernel."""
    parts: list[str | bytes] = [
        name, *map(signature, programs), method, repr(way.structure), f"{target.name} {target.scalar.name}",
        environment(), source_digest("simulation.native", "simulation.solvers", "simulation.gpu", "simulation.noise"),
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
        there = self.copied(chunk)
        self.launch(chunk, there)
        self.launch_rows(chunk, there)
        filled = chunk.results | chunk.outputs
        to_host(self.device, [(there[name].address, array) for name, array in filled.items()])

    def copied(self, chunk: Chunk) -> dict[str, DeviceArray]:
        """Return the given arrays on the device, and memory there for those that are filled."""
        filled = chunk.results | chunk.outputs
        there = {name: self._copied(array) for name, array in chunk.given.items()}
        return there | {name: self._memory(array) for name, array in filled.items()}

    def launch(self, chunk: Chunk, there: dict[str, DeviceArray]) -> None:
        """Queue the kernel of runs on arrays of the device."""
        self._launch(self.module, chunk.numbers, [there[name] for name in thread.ARRAYS], chunk.shared)

    def launch_rows(self, chunk: Chunk, there: dict[str, DeviceArray]) -> None:
        """Queue the kernel of rows behind that of runs."""
        runs, _, each, _ = chunk.numbers
        names = (*rows.ARRAYS, *chunk.outputs)
        self._launch(self.after, (runs * each, each), [there[name] for name in names], chunk.shared)

    def _launch(self, module: PtxModule, numbers: Sequence[int], arrays: Sequence[DeviceArray], shared: Floats) -> None:
        given = np.ascontiguousarray(shared, dtype=self.dtype)
        words, last = [*numbers, *(each.address for each in arrays)], given.tobytes()
        kept = None
        if len(last) > BY_VALUE:
            kept = self._copied(given)
            words, last = [*words, kept.address], b""
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
