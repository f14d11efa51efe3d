"""The array libraries that kernels accept: how each exposes its memory and its stream, and makes a new array.

| array | stream | result |
|---|---|---|
| `torch.Tensor` | PyTorch's current one | `torch.empty` |
| `cupy.ndarray` | CuPy's current one | `cupy.empty` |
| `jax.Array` | the default stream, which waits for JAX | memory of ours, `jax.dlpack.from_dlpack` |
| others with `__dlpack__` | the default stream | a `DeviceArray` |
Arrays in the host's memory and lists have no library here: `kernel` copies them. PyTorch and CuPy also copy arrays
from columns into rows, where a call has both.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from armillary.compiler.ptx.dlpack import CUDA, LEGACY, DeviceArray, View, view
from armillary.compiler.ptx.driver import Device
from armillary.errors import ArgumentError, ArmillaryError, DeviceError


class ArrayLibrary(ABC):
    """A library of arrays on devices."""

    @abstractmethod
    def stream(self, device: Device) -> int:
        """Return the stream in which a kernel runs."""

    @abstractmethod
    def view(self, name: str, array: Any, stream: int) -> View:
        """Return an array of this library as a kernel sees it; `name` is the argument's, for messages."""

    @abstractmethod
    def empty(
        self, shape: tuple[int, ...], dtype: str, device: Device, stream: int, columns: bool = False
    ) -> tuple[Any, View]:
        """Return a new array, in columns or in rows, and its memory."""

    def in_rows(self, name: str, array: Any) -> Any:
        """Return a copy of an array in contiguous rows; `name` is the argument's, for messages."""
        raise not_contiguous(name)

    def fill(self, out: Any, array: Any) -> None:
        """Copy an array to another one whose entries lie in another order."""
        raise not_contiguous("out")

    def deliver(self, array: Any) -> Any:
        """Return a filled array as its user gets it."""
        return array

    def stack(self, rows: Sequence[Any]) -> Any:
        """Return arrays (…, n) of this library as one array (…, rows, n)."""
        raise ArgumentError("arrays", type(rows[0]).__name__, "arrays of PyTorch, CuPy, JAX or NumPy for a long chain")


class Torch(ArrayLibrary):
    """PyTorch."""

    def stream(self, device: Device) -> int:
        """Return PyTorch's current stream."""
        return int(sys.modules["torch"].cuda.current_stream(device.number).cuda_stream)

    def view(self, name: str, array: Any, stream: int) -> View:
        """Return a tensor on a GPU."""
        if not array.is_cuda:
            _refuse(name, f"a tensor on {array.device}")
        if array.requires_grad and sys.modules["torch"].is_grad_enabled():
            raise ArgumentError(name, "a tensor that requires gradients", "one without", f"try {name}.detach()")
        dtype = str(array.dtype).removeprefix("torch.")
        strides = None
        if not array.is_contiguous():
            size = array.element_size()
            strides = tuple(size * step for step in array.stride())
        return View(array.data_ptr(), tuple(array.shape), dtype, array.get_device(), strides, array)

    def empty(
        self, shape: tuple[int, ...], dtype: str, device: Device, stream: int, columns: bool = False
    ) -> tuple[Any, View]:
        """Return a new tensor, from PyTorch's memory."""
        torch = sys.modules["torch"]
        try:
            made = torch.empty(shape[::-1] if columns else shape, dtype=getattr(torch, dtype), device=device.name)
        except torch.OutOfMemoryError as error:
            raise _full(shape, dtype, device) from error
        if columns:
            made = made.permute(*reversed(range(len(shape))))
        return made, self.view("out", made, stream)

    def in_rows(self, name: str, array: Any) -> Any:
        """Return a tensor in contiguous rows."""
        return array.contiguous()

    def fill(self, out: Any, array: Any) -> None:
        """Copy a tensor to another one."""
        out[...] = array

    def stack(self, rows: Sequence[Any]) -> Any:
        """Return tensors as one."""
        return sys.modules["torch"].stack(list(rows), dim=-2)


class CuPy(ArrayLibrary):
    """CuPy."""

    def stream(self, device: Device) -> int:
        """Return CuPy's current stream."""
        return int(sys.modules["cupy"].cuda.get_current_stream().ptr)

    def view(self, name: str, array: Any, stream: int) -> View:
        """Return an array on a GPU."""
        dtype = NAMES.get(array.dtype) or array.dtype.name
        strides = None if array.flags.c_contiguous else tuple(array.strides)
        return View(array.data.ptr, tuple(array.shape), dtype, array.device.id, strides, array)

    def empty(
        self, shape: tuple[int, ...], dtype: str, device: Device, stream: int, columns: bool = False
    ) -> tuple[Any, View]:
        """Return a new array, from CuPy's memory."""
        cupy = sys.modules["cupy"]
        try:
            with cupy.cuda.Device(device.number):
                made = cupy.empty(shape, dtype=dtype, order="F" if columns else "C")
        except cupy.cuda.memory.OutOfMemoryError as error:
            raise _full(shape, dtype, device) from error
        return made, self.view("out", made, stream)

    def in_rows(self, name: str, array: Any) -> Any:
        """Return an array in contiguous rows."""
        return sys.modules["cupy"].ascontiguousarray(array)

    def fill(self, out: Any, array: Any) -> None:
        """Copy an array to another one."""
        out[...] = array

    def stack(self, rows: Sequence[Any]) -> Any:
        """Return arrays as one."""
        return sys.modules["cupy"].stack(list(rows), axis=-2)


class DLPack(ArrayLibrary):
    """Any library whose arrays have `__dlpack__`."""

    def stream(self, device: Device) -> int:
        """Return the default stream."""
        return LEGACY

    def view(self, name: str, array: Any, stream: int) -> View:
        """Return an array on a GPU."""
        kind, number = array.__dlpack_device__()
        if int(kind) != CUDA:
            _refuse(name, f"an array on another device (type {int(kind)}, number {number})")
        return view(array, stream)

    def empty(
        self, shape: tuple[int, ...], dtype: str, device: Device, stream: int, columns: bool = False
    ) -> tuple[Any, View]:
        """Return a new array in memory that Armillary allocates."""
        made = DeviceArray(shape, dtype, device, stream, columns)
        return made, made.view


class Jax(DLPack):
    """JAX, whose arrays are never written, and lie in rows."""

    def view(self, name: str, array: Any, stream: int) -> View:
        """Return an array on a GPU."""
        view = super().view(name, array, stream)
        if not view.contiguous:
            raise not_contiguous(name)
        return view

    def deliver(self, array: Any) -> Any:
        """Return an array of JAX in the same memory."""
        import jax.dlpack

        return jax.dlpack.from_dlpack(array)

    def stack(self, rows: Sequence[Any]) -> Any:
        """Return arrays as one."""
        import jax.numpy

        return jax.numpy.stack(list(rows), axis=-2)


NAMES = {np.dtype(name): name for name in ("float32", "float64")}
"""Names of types; NumPy takes long to make them."""
LIBRARIES: dict[str, ArrayLibrary] = {"torch": Torch(), "cupy": CuPy(), "jax": Jax(), "jaxlib": Jax()}
OTHER = DLPack()


def library_of(array: Any) -> ArrayLibrary | None:
    """Return the library of an array, or None for one in the host's memory."""
    kind: Any = type(array)
    return _library_of(kind)


@lru_cache(maxsize=256)
def _library_of(kind: Any) -> ArrayLibrary | None:
    if issubclass(kind, (np.ndarray, np.generic, int, float, list, tuple)):
        return None
    # By the name of the module: importing the libraries to compare types would take seconds.
    library = LIBRARIES.get(kind.__module__.partition(".")[0])
    if library is None and hasattr(kind, "__dlpack__"):
        return OTHER
    return library


def not_contiguous(name: str) -> ArgumentError:
    """Return the error of an array whose order in memory no kernel takes."""
    expected = "contiguous rows (C order), or all arrays in columns (Fortran order)"
    return ArgumentError(name, "an array that is not contiguous", expected, "copy it")


def _refuse(name: str, problem: str) -> None:
    raise ArgumentError(name, problem, "an array on a CUDA device", "move it there, or pass NumPy arrays")


def _full(shape: tuple[int, ...], dtype: str, device: Device) -> ArmillaryError:
    size = np.prod(shape, dtype=float) * np.dtype(dtype).itemsize
    return DeviceError(
        f"no memory left on {device.name} for a result of {size / 2**30:.3g} GiB", "room for it", "use fewer states"
    )
