"""Import and export of arrays on a device by DLPack. [DLPack]

A capsule holds a DLManagedTensor: address, device, type, shape and strides of an array, and a function that lets the
array go. The structures are those of DLPack before version 1, which every library still gives and takes.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import weakref
from typing import Any, NamedTuple

from armillary.compiler.kernel import distance_of_columns
from armillary.compiler.ptx.driver import Device, call
from armillary.errors import ArmillaryError

CPU, CUDA = 1, 2
"""Types of devices; those of CUDA's host and managed memory are others."""
FLOAT = 2
SIZES = {"float32": 4, "float64": 8}
"""Bytes of the numbers of kernels."""
LEGACY = 1
"""The default stream that all others wait for, as DLPack and the driver number it."""
NAME = b"dltensor"


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))

_python = ctypes.pythonapi
_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", _python))
_Destructor = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, _Destructor)(
    ("PyCapsule_New", _python)
)
_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", _python))
_held = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", _python))


class View(NamedTuple):
    """An array as a kernel sees it; `owner` keeps its memory."""

    address: int
    shape: tuple[int, ...]
    dtype: str
    number: int
    strides: tuple[int, ...] | None
    """Distances of entries along each axis [bytes], or None for contiguous rows."""
    owner: Any

    @property
    def contiguous(self) -> bool:
        """Whether rows follow one another without gaps."""
        return self.strides is None

    @property
    def itemsize(self) -> int:
        """Bytes of a number, a float32 or a float64."""
        return SIZES[self.dtype]

    @property
    def column_stride(self) -> int:
        """The numbers from one column of a batch to the next if it lies in columns, else 0."""
        strides = row_strides(self.shape, self.itemsize) if self.strides is None else self.strides
        return distance_of_columns(self.shape, strides, self.itemsize)

    @property
    def end(self) -> int:
        """The first address behind the array."""
        strides = row_strides(self.shape, self.itemsize) if self.strides is None else self.strides
        if 0 in self.shape:
            return self.address
        last = sum((count - 1) * max(step, 0) for count, step in zip(self.shape, strides, strict=True))
        return self.address + last + self.itemsize


def row_strides(shape: tuple[int, ...], size: int) -> tuple[int, ...]:
    """Return the distances of entries in contiguous rows (C order), in the unit of `size`."""
    return tuple(size * math.prod(shape[k + 1 :]) for k in range(len(shape)))


def view(array: Any, stream: int) -> View:
    """Return an array with `__dlpack__` on a device; its values are ready for later work in the stream."""
    capsule = array.__dlpack__(stream=stream)
    tensor = ctypes.cast(_pointer(capsule, NAME), ctypes.POINTER(_Managed)).contents.tensor
    shape = tuple(tensor.shape[k] for k in range(tensor.ndim))
    strides = [tensor.strides[k] for k in range(tensor.ndim)] if tensor.strides else None
    kind = {FLOAT: "float", 0: "int", 1: "uint", 4: "bfloat", 5: "complex"}.get(tensor.code, "type")
    address = (tensor.data or 0) + tensor.offset
    distances = None
    if strides is not None and not contiguous(shape, strides):
        distances = tuple(step * tensor.bits // 8 for step in strides)
    return View(address, shape, f"{kind}{tensor.bits}", tensor.device, distances, capsule)


def contiguous(shape: tuple[int, ...], strides: list[int]) -> bool:
    """Return whether rows follow one another without gaps; strides count entries."""
    step = 1
    for size, stride in zip(reversed(shape), reversed(strides), strict=True):
        if size > 1 and stride != step:
            return False
        step *= size
    return True


class DeviceArray:
    """An array that Armillary allocated on a device; other libraries take it by `from_dlpack`, without a copy.

    Args:
        shape: Its shape.
        dtype: "float32" or "float64"; numbers of another type have 8 bytes.
        device: The device.
        stream: The stream of the work that fills it.
        columns: Whether its entries lie in columns (Fortran order); default rows (C order).
    """

    def __init__(
        self, shape: tuple[int, ...], dtype: str, device: Device, stream: int = LEGACY, columns: bool = False
    ) -> None:
        self.shape, self.dtype, self.device, self._stream = shape, dtype, device, stream
        size = SIZES.get(dtype, 8)
        self.nbytes = math.prod(shape) * size
        self.strides = row_strides(shape[::-1], size)[::-1] if columns else row_strides(shape, size)
        """Distances of entries along each axis [bytes]."""
        with device.current():
            self.address = int(call("cuMemAllocAsync", max(self.nbytes, 1), stream))
        self._free = weakref.finalize(self, _free, device, self.address, stream)
        self._free.atexit = False

    @property
    def view(self) -> View:
        """The array as a kernel sees it."""
        strides = None if self.strides == row_strides(self.shape, SIZES[self.dtype]) else self.strides
        return View(self.address, self.shape, self.dtype, self.device.number, strides, self)

    def __repr__(self) -> str:
        return f"<DeviceArray {self.shape} {self.dtype} on {self.device.name}>"

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, self.device.number

    def __dlpack__(self, *, stream: int | None = None, **_: Any) -> Any:
        """Return a capsule; later work in `stream` waits for the values."""
        wanted = LEGACY if stream is None else stream
        if wanted not in (-1, self._stream):
            _wait(self.device, self._stream, wanted)
        return _given(self)


def _free(device: Device, address: int, stream: int) -> None:
    with contextlib.suppress(ArmillaryError), device.current():  # a lost device has freed it
        call("cuMemFreeAsync", address, stream)


def _wait(device: Device, stream: int, wanted: int) -> None:
    """Let one stream wait for the work of another."""
    with device.current():
        event = call("cuEventCreate", 2)  # without times
        call("cuEventRecord", event, stream)
        call("cuStreamWaitEvent", wanted, event, 0)
        call("cuEventDestroy", event)


_given_away: dict[int, Any] = {}
"""Address of a DLManagedTensor → everything that it needs, until its taker lets it go."""


def _given(array: DeviceArray) -> Any:
    count, size = len(array.shape), SIZES[array.dtype]
    numbers = ctypes.c_int64 * max(count, 1)
    shape, strides = numbers(*array.shape), numbers(*(step // size for step in array.strides))
    tensor = _Tensor(
        array.address, CUDA, array.device.number, count, FLOAT, 8 * size, 1,
        ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64)), ctypes.cast(strides, ctypes.POINTER(ctypes.c_int64)), 0,
    )  # fmt: skip
    managed = _Managed(tensor, None, _LET_GO)
    address = ctypes.addressof(managed)
    _given_away[address] = (managed, shape, strides, array)
    return _capsule(address, NAME, _DROP)


def _let_go(managed: Any) -> None:
    """Let go of an array that its taker needs no more."""
    _given_away.pop(ctypes.addressof(managed.contents), None)


def _drop(capsule: int) -> None:
    """Let go of the array of a capsule that nobody has taken."""
    if _valid(capsule, NAME):
        _given_away.pop(_held(capsule, NAME) or 0, None)


_LET_GO, _DROP = _Deleter(_let_go), _Destructor(_drop)
