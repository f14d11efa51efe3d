"""Calls of a kernel from Python in tens of nanoseconds.

A kernel takes pointers. Converting arrays to pointers by ctypes costs more than the kernel itself, so the entry is
native too: a built-in function whose machine code
    1. checks the arguments: NumPy arrays of the kernel's type, aligned, of the right shape, one state (n,) or a batch
       (N, n), contiguous or all in columns, `out` by name or not at all
    2. calls the kernel on their data, without Python's lock if the batch is large
    3. returns `out`, or a new array
and passes other calls (lists, other types, strides, wrong shapes, `out` that overlaps an argument, batches that threads
share, other keywords) to a Python callable with complete checks. The first call with one state and the first with a
batch in rows or columns go there too if the kernel has no code for them yet: the callable compiles it. The entry reads
objects at the offsets of `compiler.calls.object_places`; on an interpreter with other offsets there is no entry.

An entry finds its data in a table of words (`entry.FIELDS`) through its `self`. So its code contains no address and is
shared by all kernels with the same numbers of arguments.

`install` puts the built-in function in the place of a method of one object, as an attribute, which Python finds before
the method of the class. A method that looked it up and passed the call on would cost more than the call.
"""

from __future__ import annotations

import ctypes
import inspect
import struct
import sys
import threading
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np

from armillary.compiler.cache import load_or_build
from armillary.compiler.calls.entry import FIELDS, entry_text
from armillary.compiler.calls.object_places import ObjectPlaces, object_places
from armillary.compiler.llvm.assemble import environment, load_object, to_object
from armillary.compiler.program import Program

SHORT = 256
"""Greatest number of states that are computed while Python's lock is held."""
UNLIMITED = 2**63 - 1

_FASTCALL_KEYWORDS = 0x80 | 0x2
_OUT = sys.intern("out")
_lock = threading.Lock()
_made: dict[tuple[int, int, int, int], tuple[int, Any]] = {}


class NativeKernel(Protocol):
    """A program with the addresses of its machine code for one state and for a batch in rows and in columns; 0: not
    made yet."""

    program: Program
    addresses: ctypes.Array[ctypes.c_int64]
    dtype: np.dtype[Any]


class EntryObjects(NamedTuple):
    """The objects that a built-in function keeps alive.

    A tuple, since the garbage collector clears no tuple before the function that holds it.
    """

    table: bytes
    slow: Callable[..., Any]
    kernel: NativeKernel
    definition: bytes
    name: bytes
    doc: bytes
    code: Any

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy as the object of the method: pickle treats a built-in function as its attribute."""
        return _itself, (getattr(self.slow, "__self__", None),)


def _itself(owner: Any) -> Any:
    return owner


def install(owner: object, name: str, kernel: NativeKernel, limit: int = UNLIMITED) -> None:
    """Put a native entry of a kernel in the place of a method; calls that it rejects go to the method of the class.

    Args:
        owner: The object.
        name: Name of the method.
        kernel: The kernel that the method calls.
        limit: Greatest number of states that the entry computes.
    """
    method = getattr(type(owner), name)
    quick = entry(kernel, name, method.__get__(owner), _described(method), limit)
    if quick is not None:
        object.__setattr__(owner, name, quick)


def _described(method: Callable[..., Any]) -> str:
    """Return a docstring whose first line gives a built-in function the signature of a method."""
    signature = inspect.signature(method)
    bare = [parameter.replace(annotation=parameter.empty) for parameter in signature.parameters.values()]
    text = str(signature.replace(parameters=bare, return_annotation=signature.empty))
    return f"{method.__name__}{text.replace('(self', '($self', 1)}\n--\n\n{method.__doc__}"


def entry(
    kernel: NativeKernel, name: str, slow: Callable[..., Any], doc: str = "", limit: int = UNLIMITED
) -> Callable[..., Any] | None:
    """Return a built-in function that calls a kernel, or None if `object_places` returns None or shapes differ.

    Args:
        kernel: A kernel whose outputs have one shape of at most two dimensions. Several outputs are returned as a
            tuple, and `out` is a tuple of arrays.
        name: The name of the function.
        slow: Called with the same arguments if they are not plain arrays of the right shape.
        doc: Its docstring; a first line such as ``f($self, q, out=None)`` and ``--`` gives its signature.
        limit: Greatest number of states that it computes.
    """
    places = object_places()
    inputs, outputs = kernel.program.inputs, kernel.program.outputs
    shape = outputs[0].shape
    vectors_in = all(len(port.shape) == 1 for port in inputs)
    alike_out = len(shape) <= 2 and all(port.shape == shape for port in outputs)
    if places is None or not vectors_in or not alike_out:
        return None
    address, code = _code(len(inputs), len(outputs), len(shape), kernel.dtype.itemsize, places)
    words = {
        **{field: getattr(places, field) for field in FIELDS if hasattr(places, field)},
        "addresses": ctypes.addressof(kernel.addresses),
        "dtype": id(kernel.dtype),
        "number": kernel.dtype.num,
        "name": id(_OUT),
        "none": id(None),
        "tuple": id(tuple),
        "limit": limit,
        "short": SHORT,
    }
    sizes = [array.size for array in inputs]
    row = [*(words[field] for field in FIELDS), *sizes, *shape]
    table = struct.pack(f"={len(row)}q", *row)
    called, described = name.encode(), doc.encode()
    # PyMethodDef: name, function, flags, docstring
    definition = struct.pack("@PPiP", _inside(called), address, _FASTCALL_KEYWORDS, _inside(described))
    make = ctypes.pythonapi["PyCFunction_NewEx"]
    make.restype, make.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
    return make(_inside(definition), EntryObjects(table, slow, kernel, definition, called, described, code), None)


def _inside(text: bytes) -> int:
    """Return the address of the characters of a bytes object."""
    return ctypes.cast(ctypes.c_char_p(text), ctypes.c_void_p).value or 0


def _code(inputs: int, outputs: int, ndim: int, item: int, places: ObjectPlaces) -> tuple[int, Any]:
    """Return the address of the entry for numbers of inputs, outputs, dimensions and bytes, and its library."""
    kind = (inputs, outputs, ndim, item)
    with _lock:
        if kind not in _made:
            text = entry_text(*kind, places)
            library = load_object(load_or_build(["entry", text, environment()], lambda: to_object(text)), ["entry"])
            _made[kind] = library["entry"], library
        return _made[kind]
