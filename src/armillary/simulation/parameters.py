"""Declared fields of controllers, references, sensors and solvers: the types of their values, and their checks.

    kp: Annotated[Gain, Quantity("joint stiffness", least=0, says="gain of the error")]
    gravity: Annotated[bool, "whether the weight is held by a feed-forward"] = False

A number has a `Quantity` beside its type, any other value the text of its meaning. Scenario files, gains, help texts
and reference pages read these declarations. The aliases below tell apart what the types of Python do not.
"""

from __future__ import annotations

import dataclasses
import math
from enum import Enum
from functools import cache
from typing import Annotated, Any

from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.files import arguments
from armillary.files.quantity import Declared, Quantity, declared
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
def _parameters(of: type) -> tuple[Declared, ...]:
    keyword_only = {field.name: bool(field.kw_only) for field in dataclasses.fields(of)}
    found = []
    for field in sorted(declared(of), key=lambda field: keyword_only[field.name]):
        if field.quantity is not None and field.quantity.dimension == READING:
            reading = dataclasses.replace(field.quantity, dimension=getattr(of, "READING", "number"))
            field = dataclasses.replace(field, quantity=reading)
        if field.says:
            found.append(field)
    return tuple(found)


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
    return _parameters(of)


def settle(owner: object, **values: Any) -> None:
    """Set fields of a frozen dataclass to checked values, in `__post_init__` only."""
    for name, value in values.items():
        object.__setattr__(owner, name, value)


def number(name: str, value: Any, least: float = -math.inf, above: bool = False) -> Any:
    """Return a finite number that is at least, or above, a bound; expressions are returned unchanged."""
    return value if isinstance(value, Expr) else arguments.number(name, value, least, above)
