"""Digests of values: equal for equal values in every process and on every machine, different for different ones.

A value is taken apart into its fields, down to numbers and texts; each part enters with its kind and its length. Whole
numbers equal floats of the same value, and lists equal arrays of the same numbers. A dataclass contributes its class
and the fields that its comparison uses, another object its class and attributes; the order of sets and mappings is
ignored. A function contributes its module, its name, its byte code with constants and names, its defaults and the
values that it closes over, but not its file or lines, nor the functions that it calls. Byte code differs between
versions of Python, and so do digests of functions.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import hashlib
import pathlib
import types
from collections.abc import Iterable, Mapping, Set
from typing import Any

import numpy as np

from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.files.keywords import unwrapped
from armillary.files.words import shortened
from armillary.multibody import Model

MAIN = {"__mp_main__": "__main__"}
"""Names that the main script has in other processes."""
EXACT = 2**53
"""Whole numbers up to this size are numbers of double precision."""
SHORT = 32
"""Hexadecimal digits of a fingerprint: 128 bits."""


def fingerprint(value: Any) -> str:
    """Return the digest of a value as hexadecimal digits.

    Example:
        >>> fingerprint({"a": 1.0, "b": (2, "x")}) == fingerprint({"b": (2, "x"), "a": 1.0})
        True
        >>> fingerprint([1, 2]) == fingerprint(np.array([1.0, 2.0]))
        True
    """
    return _digest(value, ()).hex()[:SHORT]


def _digest(value: Any, above: tuple[int, ...]) -> bytes:
    """Return the digest of a value; `above` are the objects that contain it."""
    match value:
        case None | bool():
            return _hash("constant", [repr(value).encode()])
        case enum.Enum():
            return _hash("enum", [_name(type(value)), value.name.encode()])
        case int() if abs(value) > EXACT:
            return _hash("int", [str(int(value)).encode()])
        case int() | float():
            return _hash("float", [(float(value) + 0.0).hex().encode()])
        case complex():
            return _hash("complex", [(part + 0.0).hex().encode() for part in (value.real, value.imag)])
        case str():
            return _hash("str", [value.encode(errors="surrogatepass")])
        case bytes():
            return _hash("bytes", [value])
        case np.generic():
            return _digest(value.item(), above)
        case pathlib.PurePath():
            return _hash("path", [value.as_posix().encode()])
    if id(value) in above:
        return _hash("above", [str(len(above) - above.index(id(value))).encode()])
    return _of_parts(value, (*above, id(value)))


def _of_parts(value: Any, above: tuple[int, ...]) -> bytes:
    """Return the digest of a value that has parts."""

    def digests(parts: Iterable[Any]) -> list[bytes]:
        return [_digest(part, above) for part in parts]

    match value:
        case tuple() | list():
            return _hash("list", digests(value))
        case np.ndarray() if value.dtype.kind == "f" and value.dtype.itemsize > 8:
            return _hash("array", [value.dtype.str.encode(), repr(value.shape).encode(), value.tobytes()])
        case np.ndarray():
            return _digest(value.tolist(), above)
        case Mapping():
            return _hash("mapping", sorted(b"".join(digests(pair)) for pair in value.items()))
        case Set():
            return _hash("set", sorted(digests(value)))
        case range():
            return _hash("range", digests((value.start, value.stop, value.step)))
        case type() | types.BuiltinFunctionType():
            return _hash("name", [_name(value)])
        case types.FunctionType() if unwrapped(value) is not value:
            return _digest(unwrapped(value), above)
        case types.FunctionType():
            cells = [cell.cell_contents for cell in value.__closure__ or ()]
            parts: Any = (value.__code__, value.__defaults__, value.__kwdefaults__, cells)
            return _hash("function", [_name(value), *digests(parts)])
        case types.CodeType():
            kinds = [type(constant).__name__ for constant in value.co_consts]  # 1 is an index, 1.0 is not
            arguments = (value.co_argcount, value.co_kwonlyargcount, value.co_posonlyargcount)
            names = (value.co_names, value.co_varnames)
            parts = (value.co_name, *arguments, value.co_flags, value.co_code, value.co_consts, kinds, *names)
            return _hash("code", digests(parts))
        case types.MethodType():
            return _hash("method", digests((value.__func__, value.__self__)))
        case functools.partial():
            return _hash("partial", digests((value.func, value.args, value.keywords)))
        case Model():
            choices = (value.robot, value.motors, value.friction, value.free, value.changes)
            return _hash("model", digests(choices))
        case _ if dataclasses.is_dataclass(value):
            ignored = ("source",) if isinstance(value, Robot) else ()  # the name of its file
            parts = (part.name for part in dataclasses.fields(value) if part.compare and part.name not in ignored)
            fields = {part: getattr(value, part) for part in parts}
            return _hash("value", [_name(type(value)), *digests([fields])])
        case _ if hasattr(value, "__dict__"):
            parts = {name: part for name, part in vars(value).items() if not name.startswith("__")}
            return _hash("object", [_name(type(value)), *digests([parts])])
    hint = "use a dataclass, or a class whose objects have attributes"
    raise ArgumentError("study", f"{shortened(value)}, a {type(value).__name__}", "a value with readable parts", hint)


def _name(of: Any) -> bytes:
    """Return module and name of a class or function."""
    module = getattr(of, "__module__", None) or ""
    return f"{MAIN.get(module, module)}.{of.__qualname__}".encode()


def _hash(kind: str, parts: Iterable[bytes]) -> bytes:
    """Return the digest of parts with their kind and lengths."""
    total = hashlib.sha256(kind.encode())
    for part in parts:
        total.update(b"|%d|" % len(part))
        total.update(part)
    return total.digest()
