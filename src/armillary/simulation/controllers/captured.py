"""Static check whether a function can keep values between calls, from its code and the objects that it captures.

A function captures variables of enclosing functions, globals, default values and the object that it belongs to. It can
keep values if
    it assigns to a global or to a variable of an enclosing function                                         (1)
    it captures a source that changes with every call: a random generator, an iterator, a file               (2)
    it captures a container, an array or an object, and its code assigns to items or attributes, or uses a
    method that changes containers, such as `append`                                                         (3)
The same holds for functions and methods of captured objects that it uses. Nothing is called and nothing is copied.
Attributes of classes are not examined, nor functions and objects of the packages in `TRUSTED`. (3) is conservative: a
function that fills a local list and reads gains from a captured dictionary is reported as well.
"""

from __future__ import annotations

import dis
import functools
import io
import random
import types
from collections.abc import Callable, Iterator, MutableMapping, MutableSequence, MutableSet
from typing import Any

import numpy as np

Function = Callable[..., Any]

STORES = {"STORE_ATTR", "STORE_SUBSCR", "STORE_SLICE", "DELETE_ATTR", "DELETE_SUBSCR"}
METHODS = {
    *("append", "extend", "insert", "pop", "remove", "clear", "update", "setdefault", "add", "discard", "sort", "put"),
    *("reverse", "appendleft", "popleft", "extendleft", "rotate", "fill", "write", "popitem", "difference_update"),
}
"""Methods that change their object."""
SOURCES = (np.random.Generator, np.random.RandomState, random.Random, Iterator, io.IOBase)
CONTAINERS = (MutableSequence, MutableMapping, MutableSet, np.ndarray)
FIXED = (types.ModuleType, type, types.BuiltinFunctionType, np.ufunc, str, bytes, int, float, complex, type(None))
TRUSTED = ("armillary", "numpy", "scipy", "builtins")
_DEEP = 3
"""Levels of captured objects, and of functions that call functions, that are examined."""


def keeps_values(function: Function) -> str:
    """Return why a function can keep values between calls; empty if it cannot."""
    return _CodeReader().read(function, _DEEP)


class _CodeReader:
    """Reads a function and the functions that it uses, each once."""

    def __init__(self) -> None:
        self.seen: set[int] = set()

    def read(self, function: Any, depth: int, owner: Any = None) -> str:
        """Return why a function can keep values; `owner` is the object whose method it is."""
        arguments: dict[str, Any] = {}
        while isinstance(function, functools.partial):
            arguments |= {f"argument {k}": value for k, value in enumerate(function.args)} | function.keywords
            function = function.func
        if isinstance(function, types.MethodType):
            function, owner = function.__func__, function.__self__
        if not isinstance(function, types.FunctionType):
            method = getattr(type(function), "__call__", None)  # noqa: B004  # the method, not whether there is one
            return self.read(method, depth, function) if isinstance(method, types.FunctionType) else ""
        if id(function.__code__) in self.seen or depth == 0 or _is_trusted(function.__module__):
            return ""
        self.seen.add(id(function.__code__))
        stores, names = _stores_and_names(function.__code__)
        outer = {name for kind, name in stores if kind in ("STORE_GLOBAL", "STORE_DEREF", "DELETE_GLOBAL")}
        if outer:
            return f"it assigns to {min(outer)}"  # (1)
        captured = _captured(function, names) | arguments | ({} if owner is None else {"self": owner})
        changes = sorted({kind for kind, _ in stores} & STORES) or sorted(names & METHODS)
        for name, value in captured.items():
            reason = self._value(name, value, changes, depth)
            reason = reason or self._called(value, names, depth - 1)
            if reason:
                return reason
        return ""

    def _value(self, name: str, value: Any, changes: list[str], depth: int) -> str:
        """Return why a captured value can change from call to call."""
        if isinstance(value, SOURCES):
            return f"it draws from {name}"  # (2)
        holds = isinstance(value, CONTAINERS) or _is_object(value)
        if holds and changes:
            what = "stores values" if changes[0] in STORES else f"calls {changes[0]}"
            return f"it {what}, and can reach {name}"  # (3)
        if depth and _is_object(value):
            for attribute, inner in vars(value).items():
                if isinstance(inner, SOURCES):
                    return f"it can draw from {name}.{attribute}"
        return ""

    def _called(self, value: Any, names: set[str], depth: int) -> str:
        """Return why a captured function, or a method of a captured object that the code uses, can keep values."""
        if isinstance(value, types.FunctionType | types.MethodType):
            return self.read(value, depth)
        if not _is_object(value):
            return ""
        methods = [vars(kind).get(name) for kind in type(value).__mro__[:-1] for name in (*sorted(names), "__call__")]
        for method in methods:
            if isinstance(method, types.FunctionType):
                reason = self.read(method, depth, value)
                if reason:
                    return reason
        return ""


def _stores_and_names(code: types.CodeType) -> tuple[set[tuple[str, str]], set[str]]:
    """Return the stores of code, each with its target, and the names that it uses; inner functions included."""
    stores: set[tuple[str, str]] = set()
    for instruction in dis.get_instructions(code):
        name, target = instruction.opname, instruction.argval
        local = "FAST" in name or (name == "STORE_DEREF" and target not in code.co_freevars)
        if name.startswith(("STORE_", "DELETE_")) and not local:
            stores.add((name, str(target)))
    names = {*code.co_names, *code.co_freevars}
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            inner_stores, inner_names = _stores_and_names(constant)
            stores |= {store for store in inner_stores if store[0] != "STORE_DEREF" or store[1] in code.co_freevars}
            names |= inner_names
    return stores, names


def _captured(function: types.FunctionType, names: set[str]) -> dict[str, Any]:
    """Return the values that a function captures: by closure, global name or default."""
    captured = {name: function.__globals__[name] for name in sorted(names) if name in function.__globals__}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            captured[name] = cell.cell_contents
        except ValueError:  # an empty cell
            continue
    captured |= {f"default {k}": value for k, value in enumerate(function.__defaults__ or ())}
    return captured | dict(function.__kwdefaults__ or {})


def _is_object(value: Any) -> bool:
    """Return whether a value is a mutable instance: no module, class, function or frozen dataclass."""
    frozen = getattr(getattr(type(value), "__dataclass_params__", None), "frozen", False)
    plain = isinstance(value, (*FIXED, types.FunctionType, types.MethodType))
    return hasattr(value, "__dict__") and not plain and not frozen and not _is_trusted(type(value).__module__)


def _is_trusted(module: str | None) -> bool:
    return (module or "").partition(".")[0] in TRUSTED
