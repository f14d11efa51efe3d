"""What a function remembers between calls, and how to try it without leaving a trace.

A function may keep values in variables of the function around it, in globals, in default arguments, or in the object
that it belongs to. `rehearsal` gives a copy of it that has copies of all these; what cannot be copied is shared.
`Memory.changed` tells whether a call has changed any of them.
"""

from __future__ import annotations

import copy
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Function = Callable[..., Any]

_DEEP = 6
_LARGE = 100_000
"""Containers with more entries are taken for data that a function only reads."""


@dataclass(eq=False)
class Memory:
    """Everything that a function keeps, as it was."""

    function: Function
    kept: list[Any]

    @property
    def changed(self) -> bool:
        """Whether anything differs from what it was."""
        now = _values(self.function)
        return len(now) != len(self.kept) or not all(_same(a, b) for a, b in zip(now, self.kept, strict=True))


def rehearsal(function: Function) -> tuple[Function, Memory]:
    """Return a copy of a function with a memory of its own, and what is in that memory now."""
    rehearsed = _copied_function(function)
    return rehearsed, Memory(rehearsed, [_copied(value) for value in _values(rehearsed)])


def _copied_function(function: Function) -> Function:
    """Return the copy; a callable object or a bound method is one of a copied object."""
    if isinstance(function, types.MethodType):
        owner = _copied(function.__self__)
        return types.MethodType(_plain(function.__func__), owner)
    if isinstance(function, types.FunctionType):
        return _plain(function)
    copied: Function = _copied(function)
    return copied


def _plain(function: Any) -> Any:
    if not isinstance(function, types.FunctionType):
        return function
    cells = tuple(types.CellType(*_inside(cell)) for cell in function.__closure__ or ())
    world = dict(function.__globals__)
    world |= {name: _copied(world[name]) for name in _named(function)}
    twin = types.FunctionType(
        function.__code__, world, function.__name__, _copied(function.__defaults__), cells or None
    )
    twin.__kwdefaults__ = _copied(function.__kwdefaults__)
    twin.__dict__.update({name: _copied(value) for name, value in vars(function).items()})
    return twin


def _inside(cell: types.CellType) -> tuple[Any, ...]:
    try:
        return (_copied(cell.cell_contents),)
    except ValueError:  # an empty cell
        return ()


def _named(function: types.FunctionType) -> list[str]:
    """Return the names of the globals that a function uses and could change: data, no modules, functions or classes."""
    fixed = types.ModuleType | types.FunctionType | types.BuiltinFunctionType | type
    names = {*function.__code__.co_names}
    for constant in function.__code__.co_consts:
        names |= {*constant.co_names} if isinstance(constant, types.CodeType) else set()
    return sorted(
        name for name in names if name in function.__globals__ and not isinstance(function.__globals__[name], fixed)
    )


def _values(function: Any) -> list[Any]:
    """Return what a function keeps now."""
    if isinstance(function, types.MethodType):
        return [_state(function.__self__), *_values(function.__func__)]
    if not isinstance(function, types.FunctionType):
        return [_state(function)]
    cells = [(cell.cell_contents,) if _filled(cell) else () for cell in function.__closure__ or ()]
    seen = [function.__globals__[name] for name in _named(function)]
    return [*cells, *seen, function.__defaults__, function.__kwdefaults__, dict(vars(function))]


def _filled(cell: types.CellType) -> bool:
    try:
        return cell.cell_contents is not None or True
    except ValueError:
        return False


def _state(owner: Any) -> Any:
    return dict(vars(owner)) if hasattr(owner, "__dict__") else owner


def _copied(value: Any) -> Any:
    try:
        return copy.deepcopy(value)
    except Exception:  # compiled code, files, locks: shared
        return value


def _same(a: Any, b: Any, depth: int = _DEEP) -> bool:
    """Say whether two values are alike; what cannot be compared is taken for alike."""
    if a is b or depth == 0:
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray):
        equal_nan = a.dtype.kind in "fc"
        return a.shape == b.shape and (a.dtype == object or bool(np.array_equal(a, b, equal_nan=equal_nan)))
    if isinstance(a, dict):
        return len(a) == len(b) and all(k in b and _same(a[k], b[k], depth - 1) for k in a)
    if isinstance(a, list | tuple):
        return len(a) == len(b) and (len(a) > _LARGE or all(_same(x, y, depth - 1) for x, y in zip(a, b, strict=True)))
    if isinstance(a, int | float | complex | str | bytes | set):
        return bool(a == b) or a != a
    if isinstance(a, np.random.Generator):
        return _same(a.bit_generator.state, b.bit_generator.state, depth - 1)
    return _same(vars(a), vars(b), depth - 1) if hasattr(a, "__dict__") else True
