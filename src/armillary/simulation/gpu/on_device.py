"""Stacks on a GPU: PTX from the cache or made, arrays copied there and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.cache import load_or_build, source_digest
from armillary.compiler.kernel import signature
from armillary.compiler.llvm.assemble import environment
from armillary.compiler.llvm.target import Target
from armillary.compiler.ptx.compiled import number_of
from armillary.compiler.ptx.dlpack import LEGACY, DeviceArray
from armillary.compiler.ptx.driver import Device, call
from armillary.compiler.ptx.driver import device as device_of
from armillary.compiler.ptx.module import Module, load
from armillary.compiler.ptx.target import SCALARS, assembled, gpu
from armillary.errors import ArgumentError
from armillary.files.words import among, shortened
from armillary.simulation.gpu.chunks import DeviceStack, check, optimised, plan
from armillary.simulation.gpu.thread import BY_VALUE, THREADS, Explicit, Plan, kernel_text
from armillary.simulation.job import Job
from armillary.spatial.scalar import Floats

NAME = "runs"
SHARE = 0.8
"""Part of the free memory of a device that a chunk may take."""


def on_device(job: Job, device: str, dtype: str) -> DeviceStack:
    """Return a stack of runs on a device.

    Raises:
        ArgumentError: A GPU cannot compute the runs.
        DeviceError: There is no such device.
    """
    if not among(dtype, SCALARS):
        raise ArgumentError("dtype", shortened(dtype), f"one of {', '.join(SCALARS)}")
    number = number_of(device)
    solver = check(job)
    where, way = device_of(number), plan(job)
    target = gpu(where.capability, where.version, SCALARS[dtype])
    kept, key = job.setup.loop.engines, (type(solver), where, dtype, way.watched, way.own)
    if key not in kept:
        kept[key] = load(ptx(way, solver, target), NAME, where)
    return DeviceStack(job, way, DeviceRuns(kept[key], where, dtype))


def ptx(way: Plan, solver: Explicit, target: Target) -> bytes:
    """Return the PTX of a stack."""
    structure = (way.layout, way.quaternions, way.watched, way.own)
    parts: list[str | bytes] = [
        NAME, *map(signature, way.programs), solver.name, repr(structure), f"{target.name} {target.scalar.name}",
        environment(), source_digest("simulation.native", "simulation.solvers", "simulation.gpu"),
    ]  # fmt: skip

    def made() -> bytes:
        return assembled(kernel_text(NAME, optimised(way), solver, target), target, [NAME]).encode()

    return load_or_build(parts, made)


class DeviceRuns:
    """The kernel of a stack on a device."""

    def __init__(self, module: Module, device: Device, dtype: str) -> None:
        self.module, self.device, self.dtype = module, device, dtype

    def room(self) -> int:
        """Return the memory for the arrays of a chunk [bytes]."""
        with self.device.current():
            free, _ = call("cuMemGetInfo")
        return int(SHARE * free)

    def run(
        self, numbers: Sequence[int], arrays: dict[str, NDArray[Any]], filled: Sequence[str], shared: Floats
    ) -> None:
        """Compute the runs of a chunk."""
        there = self.copied(arrays)
        self.launch(numbers, there, shared)
        with self.device.current():
            for array, source in ((arrays[name], there[name]) for name in filled if arrays[name].size):
                call("cuMemcpyDtoHAsync", array.ctypes.data, source.address, array.nbytes, LEGACY)
            call("cuStreamSynchronize", LEGACY)

    def launch(self, numbers: Sequence[int], there: dict[str, DeviceArray], shared: Floats) -> None:
        """Queue the kernel on arrays of the device."""
        given = np.ascontiguousarray(shared, dtype=self.dtype)
        words, last = [*numbers, *(each.address for each in there.values())], given.tobytes()
        kept = None
        if len(last) > BY_VALUE:
            kept = self._copied(given)
            words, last = [*words, kept.address], b""
        with self.device.current():
            self.module.launch(-(-numbers[0] // THREADS), THREADS, LEGACY, words, last)

    def copied(self, arrays: dict[str, NDArray[Any]]) -> dict[str, DeviceArray]:
        """Return arrays on the device."""
        return {name: self._copied(array) for name, array in arrays.items()}

    def _copied(self, array: NDArray[Any]) -> DeviceArray:
        made = DeviceArray(array.shape, array.dtype.name, self.device)
        if array.size:
            with self.device.current():
                call("cuMemcpyHtoDAsync", made.address, array.ctypes.data, array.nbytes, LEGACY)
        return made
