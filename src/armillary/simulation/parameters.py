"""Declared fields of controllers, references, sensors and solvers: the types of their values, and their checks.

    kp: Annotated[Gain, Quantity("joint stiffness", least=0, says="gain of the error")]
    gravity: Annotated[bool, "whether the weight is held by a feed-forward"] = False

A number has a `Quantity` beside its type, any other value the text of its meaning. Scenario files, gains, help texts
and reference pages read these declarations. The aliases below tell apart what the types of Python do not.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from enum import Enum
from functools import cache
from math import isfinite
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.files import arguments
from armillary.files.keywords import Helpful
from armillary.files.quantity import Declared, Quantity, declared, inner_range, without_none
from armillary.files.words import shortened


class Format(Enum):
    """What a value of a field is made of; the text of a member describes it to users."""

    ROW = "numbers, one for each joint or axis"
    GAIN = "a number, or one for each joint"
    LIMITS = 'a number, one for each joint, or "robot"'
    COEFFICIENTS = "list of numbers"
    ROWS = "rows of numbers"
    MATRIX = "matrix, row by row"
    EFFORTS = "numbers, one for each joint, or rows of them"
    GRID = "numbers, or lists of numbers"
    NAMES = "a name, or a list of names"
    CONTROLLER = "controller"
    FILTER = "filter"
    OBJECTIVE = "objective"
    REFERENCE = "reference"
    SHAPER = "shaper"


Row = Annotated[ArrayLike, Format.ROW]
Gain = Annotated[ArrayLike, Format.GAIN]
"""In Python a gain may also be a matrix, whose entries have no range."""
Coefficients = Annotated[ArrayLike, Format.COEFFICIENTS]
Rows = Annotated[ArrayLike, Format.ROWS]
Matrix = Annotated[ArrayLike, Format.MATRIX]
Efforts = Annotated[Any, Format.EFFORTS]
Grid = Annotated[ArrayLike, Format.GRID]
Names = Annotated[str | tuple[str, ...], Format.NAMES]
Limits = Annotated[
    ArrayLike | str | None, Format.LIMITS, Quantity("joint effort", above=0, infinite=True, says="greatest efforts")
]
"""Greatest efforts: a number, one for each joint, "robot" for those of the robot's description, or None."""
Controller = Annotated[Any, Format.CONTROLLER]
Filter = Annotated[Any, Format.FILTER]

READING = "reading"
"""Dimension that stands for the one of a sensor's readings, `READING` of its class."""


def format_of(field: Declared) -> Format | None:
    """Return the form of a field's values; None if its type says it."""
    return next((note for note in field.notes if isinstance(note, Format)), None)


@cache
def _fields(of: type) -> tuple[Declared, ...]:
    """Return all fields, in the order of the arguments, with the dimension of the readings of a sensor."""
    keyword_only = {field.name: bool(field.kw_only) for field in dataclasses.fields(of)}
    ordered = []
    for field in sorted(declared(of), key=lambda field: keyword_only[field.name]):
        if field.quantity is not None and field.quantity.dimension == READING:
            reading = dataclasses.replace(field.quantity, dimension=getattr(of, "READING", "number"))
            field = dataclasses.replace(field, quantity=reading)
        ordered.append(field)
    return tuple(ordered)


def parameters(of: type) -> tuple[Declared, ...]:
    """Return the fields that a user sets in a controller, reference, sensor or solver, in the order of its arguments.

    Example:
        >>> from armillary.simulation.references import Sinusoid
        >>> [field.name for field in parameters(Sinusoid)]
        ['amplitude', 'frequency', 'phase', 'offset']
        >>> parameters(Sinusoid)[1].quantity.unit()
        'Hz'
    """
    if not isinstance(of, type) or not dataclasses.is_dataclass(of):
        raise ArgumentError("of", shortened(of), "a class of references or controllers", "such as references.Line")
    return tuple(field for field in _fields(of) if field.says)


class Checked(Helpful):
    """Base of controllers, references, sensors and the like, whose fields are checked as they are made.

    Numbers become floats, arrays and lists become tuples, so that values are immutable and equal by value. Expressions
    and complex numbers are not checked, since derivatives need them.
    """

    def __post_init__(self) -> None:
        check(self)
        of: Any = type(self)
        for field in _fields(of):
            if not field.says:  # of a class of a user, without declarations
                settle(self, **{field.name: frozen(getattr(self, field.name))})


def check(part: Any) -> None:
    """Check and convert the declared fields of a frozen dataclass, in `__post_init__` only.

    Raises:
        ArgumentError: A field has a value of another type, or a number outside its range.
    """
    of: Any = type(part)
    if of not in _CHECKS:
        _CHECKS[of] = tuple((field, NoneType in get_args(field.type), _check(field)) for field in parameters(of))
    for field, optional, checked in _CHECKS[of]:
        value = getattr(part, field.name)
        if (value is None and optional) or (value is field.default and not field.required):
            continue
        new = checked(field, value)
        if new is not value:
            object.__setattr__(part, field.name, new)


_CHECKS: dict[type, tuple[tuple[Declared, bool, Callable[[Declared, Any], Any]], ...]] = {}


def _check(field: Declared) -> Callable[[Declared, Any], Any]:
    """Return the check of a field, which takes a value and returns it as the field keeps it."""
    written, kind = format_of(field), without_none(field.type)
    if written is Format.NAMES:
        return _names
    if written in (Format.ROW, Format.GAIN, Format.LIMITS, Format.COEFFICIENTS):
        return _with_fast_path(field, _numbers)
    if written is not None:
        return lambda field, value: frozen(value)
    if kind is Any:
        return lambda field, value: value
    if kind is float:
        return _with_fast_path(field, _number)
    if kind is int and field.quantity is not None:
        least, most = (int(max(min(bound, 2**63 - 1), 0)) for bound in (field.quantity.least, field.quantity.most))
        return lambda field, value: arguments.whole(field.name, value, least, most)
    if kind is bool:
        return lambda field, value: arguments.flag(field.name, value)
    if get_origin(kind) is Literal:
        return lambda field, value: arguments.word(field.name, value, get_args(kind))
    if kind is str:
        return _text
    return lambda field, value: frozen(value)


def _with_fast_path(field: Declared, checked: Callable[[Declared, Any], Any]) -> Callable[[Declared, Any], Any]:
    """Return a check that passes floats well inside the range at once; `checked` decides about everything else.

    Studies and searches make laws and references by the thousand.
    """
    low, high = inner_range(field.quantity or Quantity(), squared=True)
    single = checked is _number

    def check(field: Declared, value: Any) -> Any:
        if type(value) is float and low <= value <= high and isfinite(value):
            return value
        if isinstance(value, np.ndarray):
            entries = tuple(value.tolist()) if value.ndim == 1 else ()
        else:
            entries = tuple(value) if isinstance(value, list | tuple) else ()
        if single or not entries:
            return checked(field, value)
        plain = {*map(type, entries)} == _FLOATS and all(map(isfinite, entries))
        if plain and low <= min(entries) and max(entries) <= high:
            return entries
        return checked(field, value)

    return check


_FLOATS = {float}


def _number(field: Declared, value: Any) -> Any:
    """Return a number of a quantity as a float."""
    if isinstance(value, Expr | complex):
        return value
    return (field.quantity or Quantity()).check(field.name, value, turns=None, squared=True)


def _numbers(field: Declared, value: Any) -> Any:
    """Return one number or several as they are, frozen, after a check of their range."""
    value, quantity = frozen(value), field.quantity or Quantity()
    if isinstance(value, str) and format_of(field) is Format.LIMITS:
        return value  # "robot"; the law knows the limits of its model
    entries = value if isinstance(value, tuple) else (value,)
    if {*map(type, entries)} != {float}:
        if _symbolic(value):
            return value
        reals = arguments.reals(value)
        if reals.shape == (0, 0) or reals.ndim > 2:
            raise arguments.refusal(field.name, value, (format_of(field) or Format.ROW).value)
        entries = tuple(reals.ravel().tolist()) if reals.ndim < 2 else ()  # the law checks a matrix as a whole
    for k, entry in enumerate(entries):
        name = f"{field.name}[{k}]" if isinstance(value, tuple) else field.name
        quantity.check(name, entry, turns=None, squared=True)
    return value


def _symbolic(value: Any) -> bool:
    """Return whether a frozen value contains expressions or complex numbers."""
    if isinstance(value, tuple):
        return any(map(_symbolic, value))
    return isinstance(value, Expr | complex)


def _names(field: Declared, value: Any) -> Any:
    value = frozen(value)
    if not isinstance(value, str) and not (isinstance(value, tuple) and all(isinstance(name, str) for name in value)):
        raise arguments.refusal(field.name, value, Format.NAMES.value)
    return value


def _text(field: Declared, value: Any) -> Any:
    if not isinstance(value, str):
        raise arguments.refusal(field.name, value, f"a text: {field.says}")
    return value


DEEPEST = 64
"""Levels of lists in lists that become tuples: no argument has more, and Python's stack has an end."""


def frozen(value: Any, levels: int = DEEPEST) -> Any:
    """Return arrays and lists as tuples, everything else as it is."""
    plain = value.tolist() if isinstance(value, np.ndarray | np.generic) else value
    if not isinstance(plain, list | tuple) or not levels:
        return plain
    return tuple(frozen(entry, levels - 1) for entry in plain)


def settle(owner: object, **values: Any) -> None:
    """Set fields of a frozen dataclass to checked values, in `__post_init__` only."""
    for name, value in values.items():
        object.__setattr__(owner, name, value)
