"""Offsets of the fields of CPython's and NumPy's objects, checked before use.

A native entry reads arrays without calling Python, so it needs these offsets. They are those of CPython's and NumPy's
headers, which other interpreters or versions may change. `object_places` therefore compares the memory of arrays of
many kinds with their attributes, and returns None on any difference; callers then convert arguments in Python.
"""

from __future__ import annotations

import ctypes
import sys
import sysconfig
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

WORD = 8
SIZE, TYPE = 16, 8  # of every object with a length; of every object
DATA, NDIM, DIMS, STRIDES, DESCR, FLAGS = 16, 24, 32, 40, 56, 64  # of an array
CONTIGUOUS, FORTRAN, ALIGNED, WRITEABLE = 0x1, 0x2, 0x100, 0x400
DOUBLE = 12  # NumPy's number for float64
API_VERSION, API_TYPE, API_RETURN, API_NEW = 0, 2, 76, 93  # places in NumPy's table of functions
VERSIONS = (0x1000009, 0x2000000)  # of that table: NumPy 1 and 2


@dataclass(frozen=True)
class ObjectPlaces:
    """Offsets [bytes] of the items of tuples and bytes, and addresses of types and functions."""

    tuple_items: int
    bytes_data: int
    ndarray: int
    new_array: int
    return_array: int
    new_tuple: int
    increment: int
    decrement: int
    vectorcall: int
    save_thread: int
    restore_thread: int


@cache
def object_places() -> ObjectPlaces | None:
    """Return the offsets and addresses in this process, or None if a check fails."""
    if sys.implementation.name != "cpython" or ctypes.sizeof(ctypes.c_void_p) != WORD or sys.byteorder != "little":
        return None
    if sysconfig.get_config_var("Py_GIL_DISABLED") or hasattr(sys, "getobjects"):
        return None  # builds without the GIL and debug builds have another header on every object
    try:
        places = _addresses()
        sound = _tuples_and_bytes(places) and all(_array(array) for array in _samples()) and _functions(places)
    except (AttributeError, ImportError, TypeError, ValueError):
        return None
    return places if sound else None


def _addresses() -> ObjectPlaces:
    table = _table()
    python = ctypes.pythonapi
    return ObjectPlaces(
        tuple_items=tuple.__basicsize__,
        bytes_data=bytes.__basicsize__ - 1,
        ndarray=id(np.ndarray),
        new_array=_word(table + WORD * API_NEW),
        return_array=_word(table + WORD * API_RETURN),
        new_tuple=_function(python.PyTuple_New),
        increment=_function(python.Py_IncRef),
        decrement=_function(python.Py_DecRef),
        vectorcall=_function(python.PyObject_Vectorcall),
        save_thread=_function(python.PyEval_SaveThread),
        restore_thread=_function(python.PyEval_RestoreThread),
    )


def _table() -> int:
    """Return the address of NumPy's table of functions."""
    core: Any = np._core if hasattr(np, "_core") else np.core
    open_capsule = ctypes.pythonapi["PyCapsule_GetPointer"]  # a new object, so that no other user sees the types
    open_capsule.restype, open_capsule.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    address: int = open_capsule(core._multiarray_umath._ARRAY_API, None)
    if _word(address + WORD * API_TYPE) != id(np.ndarray):
        raise ValueError("this is not NumPy's table of functions")
    if ctypes.CFUNCTYPE(ctypes.c_uint)(_word(address + WORD * API_VERSION))() not in VERSIONS:
        raise ValueError("a version of the table whose entries are unknown")
    return address


def _function(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def _word(address: int) -> int:
    return ctypes.c_uint64.from_address(address).value


def _half(address: int) -> int:
    return ctypes.c_int32.from_address(address).value


def _tuples_and_bytes(places: ObjectPlaces) -> bool:
    pair, text = ("some name", np.zeros(2)), b"bytes that are there"
    items = [_word(id(pair) + places.tuple_items + WORD * k) for k in range(2)]
    there = ctypes.string_at(id(text) + places.bytes_data, len(text))
    sound = _word(id(pair) + SIZE) == 2 and _word(id(pair) + TYPE) == id(tuple)
    return sound and items == [id(item) for item in pair] and there == text


class _Other(np.ndarray):
    """An array of another type."""


def _samples() -> list[np.ndarray]:
    """Return arrays of all kinds that the entry must distinguish."""
    plain = np.arange(24.0)
    fixed = np.ones(5)
    fixed.flags.writeable = False
    crooked = np.frombuffer(bytearray(41), dtype=np.uint8)[1:].view(np.float64)
    grid = plain.reshape(4, 6)
    return [
        plain, plain[::2], plain[:0], plain.reshape(2, 3, 4), np.array(3.0), grid, grid.T, grid[:, 1:3],
        fixed, crooked, plain.astype(np.float32), plain.astype(">f8"), plain.view(_Other),
    ]  # fmt: skip


def _array(array: np.ndarray) -> bool:
    """Return whether an array lies in memory as expected."""
    at = id(array)
    dims, flags = _word(at + DIMS), _half(at + FLAGS)
    if _half(at + NDIM) != array.ndim or _word(at + STRIDES) != dims + WORD * array.ndim:
        return False  # NumPy keeps strides right behind the shape; anything else is no pointer to follow
    numbers = tuple(ctypes.c_int64.from_address(dims + WORD * k).value for k in range(2 * array.ndim))
    return (
        numbers == array.shape + array.strides
        and _word(at + TYPE) == id(type(array))
        and _word(at + DATA) == array.__array_interface__["data"][0]
        and _word(at + DESCR) == id(array.dtype)
        and bool(flags & CONTIGUOUS) == array.flags.c_contiguous
        and bool(flags & FORTRAN) == array.flags.f_contiguous
        and bool(flags & ALIGNED) == array.flags.aligned
        and bool(flags & WRITEABLE) == array.flags.writeable
    )


def _functions(places: ObjectPlaces) -> bool:
    """Return whether the function that makes arrays works."""
    number, pointer = ctypes.c_int, ctypes.c_void_p
    kinds = (ctypes.py_object, number, pointer, number, pointer, pointer, number, number, pointer)
    make = ctypes.PYFUNCTYPE(ctypes.py_object, *kinds)(places.new_array)
    dims = (ctypes.c_int64 * 2)(2, 3)
    grid = make(np.ndarray, 2, ctypes.addressof(dims), DOUBLE, None, None, 0, 0, None)
    return type(grid) is np.ndarray and grid.shape == (2, 3) and grid.dtype is np.dtype(np.float64) and _array(grid)
