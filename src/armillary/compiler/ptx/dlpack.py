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

from armillary.compiler.ptx.driver import Device, call
from armillary.errors import ArmillaryError

CPU, CUDA = 1, 2
"""Types of devices; those of CUDA's host and managed memory are others."""
FLOAT = 2
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
    contiguous: bool
    owner: Any


def view(array: Any, stream: int) -> View:
    """Return an array with `__dlpack__` on a device; its values are ready for later work in the stream."""
    capsule = array.__dlpack__(stream=stream)
    tensor = ctypes.cast(_pointer(capsule, NAME), ctypes.POINTER(_Managed)).contents.tensor
    shape = tuple(tensor.shape[k] for k in range(tensor.ndim))
    strides = [tensor.strides[k] for k in range(tensor.ndim)] if tensor.strides else None
    kind = {FLOAT: "float", 0: "int", 1: "uint", 4: "bfloat", 5: "complex"}.get(tensor.code, "type")
    address = (tensor.data or 0) + tensor.offset
    plain = strides is None or contiguous(shape, strides)
    return View(address, shape, f"{kind}{tensor.bits}", tensor.device, plain, capsule)


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
        dtype: "float32" or "float64".
        device: The device.
        stream: The stream of the work that fills it.
    """

    def __init__(self, shape: tuple[int, ...], dtype: str, device: Device, stream: int = LEGACY) -> None:
        self.shape, self.dtype, self.device, self._stream = shape, dtype, device, stream
        self.nbytes = math.prod(shape) * (4 if dtype == "float32" else 8)
        with device.current():
            self.address = int(call("cuMemAllocAsync", max(self.nbytes, 1), stream))
        self._free = weakref.finalize(self, _free, device, self.address, stream)
        self._free.atexit = False

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
    count = len(array.shape)
    numbers = ctypes.c_int64 * max(count, 1)
    shape, strides = numbers(*array.shape), numbers(*(math.prod(array.shape[k + 1 :]) for k in range(count)))
    tensor = _Tensor(
        array.address, CUDA, array.device.number, count, FLOAT, 32 if array.dtype == "float32" else 64, 1,
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
