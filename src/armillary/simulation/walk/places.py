"""Where runs are walked: memory of this process (`walk.blocks`) or of a GPU (`gpu.threads`), and the code there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.kernel import Kernel
from armillary.compiler.llvm.writer import Scalar
from armillary.simulation.loop.loop import Loop
from armillary.simulation.schedule import StepTable
from armillary.simulation.walk.runs import ORIGINS, KernelStructure
from armillary.spatial.scalar import Floats


@dataclass(frozen=True)
class RunArray:
    """Numbers of runs in memory: address, and the distance between runs or rows (`runs.KernelStructure.words`)."""

    address: int
    step: int

    def of(self, count: int) -> RunArray:
        """Return the same as `count` recorded rows of each run, whose number is the distance."""
        return RunArray(self.address, count)


Words = Mapping[str, int | RunArray]
"""Arguments of a kernel by name; those that are missing are zero."""


class KernelSource(Protocol):
    """The structure of runs and the functions that their kernels call."""

    @property
    def structure(self) -> KernelStructure:
        """The structure of the kernels."""

    def kernels(self, kind: str, phase: int, scalar: Scalar) -> list[Kernel]:
        """Return the native code of the functions, as `KernelStructure.functions` names them."""


class RunMemory(Protocol):
    """Memory of some runs."""

    @property
    def work(self) -> int:
        """The first argument of a kernel: the number of runs or of blocks of runs."""

    def row_room(self, size: int, dtype: str = "") -> RunArray:
        """Return new memory for a row of each run, default in the precision of the runs."""

    def column_room(self, size: int) -> RunArray:
        """Return new memory for a column of each run."""

    def part(self, rows: RunArray, first: int) -> RunArray:
        """Return the rows without their first entries."""

    def put(self, values: NDArray[Any], dtype: str = "") -> RunArray:
        """Return a copy of rows (runs, …), default in the precision of the runs."""

    def put_columns(self, values: Floats) -> RunArray:
        """Return a copy of rows (runs, …) as columns."""

    def put_table(self, values: NDArray[Any], dtype: str = "") -> int:
        """Return the address of an array that all runs share, default in the precision of the runs."""

    def fetch(self, results: Iterable[tuple[RunArray, NDArray[Any]]]) -> None:
        """Fill arrays (runs, …) of this process from rows."""


class RunPlace(RunMemory, Protocol):
    """Memory of some runs, and the code that walks them there."""

    def launch(self, kind: str, phase: int, words: Words) -> None:
        """Walk a segment."""


def flat(words: Words, names: Sequence[str]) -> list[int]:
    """Return the arguments of a kernel in order."""
    by_name: dict[str, int] = {}
    for name, value in words.items():
        by_name |= {name: value.address, f"{name}.step": value.step} if isinstance(value, RunArray) else {name: value}
    return [by_name.get(name, 0) for name in names]


def start_of(place: RunMemory, loop: Loop, structure: KernelStructure, runs: slice) -> dict[str, RunArray]:
    """Return the states of some runs at their start, by the names of `runs.STATE`."""
    x = place.put(loop.start[runs, : structure.sizes.n])
    start = {name: place.part(x, first) for name, (first, _) in structure.sizes.parts.items()}
    return {**start, "c": place.put(loop.p_of(range(structure.changing), runs))}


def shared_by(place: RunMemory, loop: Loop, steps: StepTable, shared: Floats) -> dict[str, int]:
    """Return the tables that all runs share."""
    return {
        "times": place.put_table(steps.times, "float64"),
        "marks": place.put_table(steps.marks, "int64"),
        "places": place.put_table(np.array(loop.places_of_runs), "int64"),
        "shared": place.put_table(shared),
    }


def numbers_of(place: RunMemory, loop: Loop, structure: KernelStructure, runs: slice) -> dict[str, int | RunArray]:
    """Return the numbers of some runs that do not change: entries of p in which runs differ, and random numbers."""
    words: dict[str, int | RunArray] = {
        "runs": place.work,
        "differing": len(loop.places_of_runs),
        "differing_p": place.put_columns(loop.p_of(loop.places_of_runs, runs)),
    }
    if structure.noisy:
        origins = loop.origins(range(runs.start, runs.stop)).T
        words[ORIGINS] = place.put(origins.view(np.float64), "float64")  # the bits as they are
    return words
