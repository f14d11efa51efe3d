"""Arrays of a call on a device: those of the user where they are, those of the host copied, results as asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.ptx.arrays import ArrayLibrary, library_of
from armillary.compiler.ptx.dlpack import LEGACY, DeviceArray, View
from armillary.compiler.ptx.driver import Device, call
from armillary.compiler.ptx.transfer import to_host
from armillary.errors import ArgumentError
from armillary.simulation.walk.places import RunArray
from armillary.spatial.scalar import Floats

NULL = 0


@dataclass(eq=False)
class Memory:
    """The arrays of one call: device, precision, and the library of the user's arrays, None for those of the host."""

    device: Device
    dtype: str
    library: ArrayLibrary | None = None
    kept: list[Any] = field(default_factory=list)
    """Owners of memory that the kernels of the call use."""

    @classmethod
    def of(cls, device: Device, dtype: str, arrays: Iterable[Any]) -> Memory:
        """Return the memory of a call with arrays of a user."""
        libraries = [library for each in arrays if (library := library_of(each)) is not None]
        if any(library is not libraries[0] for library in libraries):
            raise ArgumentError("arrays", "arrays of different libraries", f"arrays of one library on {device.name}")
        return cls(device, dtype, libraries[0] if libraries else None)

    @property
    def stream(self) -> int:
        """The stream of the user's library."""
        return self.library.stream(self.device) if self.library else LEGACY

    @property
    def bytes(self) -> int:
        """Size of a number."""
        return np.dtype(self.dtype).itemsize

    def view(self, name: str, array: Any, shapes: Iterable[tuple[int, ...]]) -> View:
        """Return an array of the user on the device, checked.

        Raises:
            ArgumentError: It has another shape, precision, order or device.
        """
        library = library_of(array)
        if library is None:
            raise ArgumentError(name, type(array).__name__, f"an array on {self.device.name}")
        view, wanted = library.view(name, array, self.stream), list(shapes)
        if view.number != self.device.number:
            raise ArgumentError(name, f"an array on cuda:{view.number}", f"one on {self.device.name}")
        if view.dtype != self.dtype:
            raise ArgumentError(name, f"an array of {view.dtype}", f"one of {self.dtype}", "or give that dtype")
        if view.shape not in wanted:
            raise ArgumentError(name, f"shape {view.shape}", f"shape {' or '.join(map(str, wanted))}")
        if not view.contiguous:
            raise ArgumentError(name, "an array with gaps or another order", "rows one after another", "copy it")
        self.kept.append(view.owner)
        return view

    def copied(self, array: Any, dtype: str | None = None) -> int:
        """Return the address of a copy of an array of the host."""
        made = np.ascontiguousarray(array, dtype=dtype or self.dtype)
        address = self.room(made.nbytes)
        if made.size:
            with self.device.current():
                call("cuMemcpyHtoDAsync", address, made.ctypes.data, made.nbytes, self.stream)
        return address

    def room(self, size: int) -> int:
        """Return the address of new memory of a size in bytes, freed with this call."""
        made = DeviceArray((-(-size // 8),), "float64", self.device, self.stream)
        self.kept.append(made)
        return made.address

    def zeros(self, count: int) -> int:
        """Return the address of numbers that are zero."""
        address = self.room(count * self.bytes)
        if count:
            with self.device.current():
                call("cuMemsetD8Async", address, 0, count * self.bytes, self.stream)
        return address

    def moved(self, to: int, source: int, count: int) -> None:
        """Copy numbers on the device."""
        if count:
            with self.device.current():
                call("cuMemcpyDtoDAsync", to, source, count * self.bytes, self.stream)

    def result(self, shape: tuple[int, ...]) -> tuple[Any, int]:
        """Return an array for a result, of the user's library or of ours, and its address."""
        if self.library is None:
            made = DeviceArray(shape, self.dtype, self.device, self.stream)
            return made, made.address
        array, view = self.library.empty(shape, self.dtype, self.device, self.stream)
        return array, view.address

    def delivered(self, array: Any) -> Any:
        """Return a filled result as its user gets it: of the host where no array came from a device."""
        if self.library is not None:
            return self.library.deliver(array)
        copy: Floats = np.empty(array.shape, dtype=self.dtype)
        with self.device.current():
            if copy.size:
                call("cuMemcpyDtoHAsync", copy.ctypes.data, array.address, copy.nbytes, self.stream)
            call("cuStreamSynchronize", self.stream)
        return copy


class DeviceRuns:
    """Memory of some runs on a device, a thread for each: see `places.RunPlace`."""

    def __init__(self, memory: Memory, count: int) -> None:
        self.memory, self.work = memory, count

    def row_room(self, size: int, dtype: str = "") -> RunArray:
        """Return new memory for a row of each run, default in the precision of the runs."""
        return RunArray(self.memory.room(self.work * size * np.dtype(dtype or self.memory.dtype).itemsize), size)

    def column_room(self, size: int) -> RunArray:
        """Return new memory for a column of each run."""
        return RunArray(self.memory.room(self.work * size * self.memory.bytes), self.work)

    def part(self, rows: RunArray, first: int) -> RunArray:
        """Return the rows without their first entries."""
        return RunArray(rows.address + first * self.memory.bytes, rows.step)

    def put(self, values: NDArray[Any], dtype: str = "") -> RunArray:
        """Return a copy of rows of the host (runs, …), default in the precision of the runs."""
        return RunArray(self.memory.copied(values, dtype or None), values.size // max(len(values), 1))

    def put_columns(self, values: Floats) -> RunArray:
        """Return a copy of rows of the host (runs, …) as columns."""
        return RunArray(self.memory.copied(values.T), self.work)

    def put_table(self, values: NDArray[Any], dtype: str = "") -> int:
        """Return the address of an array that all runs share, default in the precision of the runs."""
        return self.memory.copied(values, dtype or None)

    def fetch(self, results: Iterable[tuple[RunArray, NDArray[Any]]]) -> None:
        """Fill arrays (runs, …) of the host from rows: doubles in the precision of the runs, others as they are."""
        copies = []
        for rows, array in results:
            rounded = array.dtype == np.float64 and self.memory.dtype != "float64"
            copies.append((rows, array, np.empty(array.shape, self.memory.dtype) if rounded else array))
        to_host(self.memory.device, [(rows.address, copy) for rows, _, copy in copies])
        for _, array, copy in copies:
            if copy is not array:
                array[...] = copy
