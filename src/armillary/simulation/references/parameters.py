"""Parameters of references and controllers: meaning and unit of a field, and checks of its value.

A reference or a controller is a dataclass; its fields carry their meaning, which scenario files and help texts read.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, get_type_hints

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.expr.graph import Expr
from armillary.files.words import among, shortened
from armillary.spatial.scalar import Floats

Numbers = tuple[float, ...]
SMALLEST, GREATEST = 1e-100, 1e100
"""Range of durations, steps and other numbers above a bound; squares of numbers beyond it are zero or infinite."""


@dataclass(frozen=True)
class Parameter:
    """One parameter: name, kind, unit, meaning, whether it is required, and default.

    `kind` is "number", "numbers" (one for each joint or axis), "gain" (a number, or one for each joint), "rows" (rows
    of numbers), "text", "flag", "objectives", "controller" or "torque". `unit` is the SI unit, "joint" for rad at
    revolute joints and m at prismatic ones, or empty. A parameter without a default must be given.
    """

    name: str
    kind: str
    unit: str
    meaning: str
    required: bool
    default: Any


@dataclass(frozen=True)
class Says:
    """Meaning, kind and unit of a field, beside its type: ``Annotated[float, Says("duration", "number", "s")]``."""

    meaning: str
    kind: str = "numbers"
    unit: str = ""


def parameters(of: type) -> tuple[Parameter, ...]:
    """Return the parameters of a reference or controller, in the order of its arguments.

    Example:
        >>> from armillary.simulation.references import Sinusoid
        >>> [each.name for each in parameters(Sinusoid)]
        ['amplitude', 'frequency', 'phase', 'offset']
    """
    if not isinstance(of, type) or not dataclasses.is_dataclass(of):
        raise ArgumentError("of", shortened(of), "a class of references or controllers", "such as references.Line")
    hints, found = get_type_hints(of, include_extras=True), []
    for each in dataclasses.fields(of):
        for says in getattr(hints[each.name], "__metadata__", ()):
            if isinstance(says, Says):
                required = each.default is dataclasses.MISSING
                default = None if required else each.default
                found.append(Parameter(each.name, says.kind, says.unit, says.meaning, required, default))
    return tuple(found)


def settle(owner: object, **values: Any) -> None:
    """Set fields of a frozen dataclass to checked values, in `__post_init__` only."""
    for name, value in values.items():
        object.__setattr__(owner, name, value)


def floats(value: Any) -> Floats:
    """Return an array of floats, or one of shape (0, 0), which no caller accepts, for anything else."""
    try:
        found = np.asarray(value)
        return np.zeros((0, 0)) if found.dtype.kind in "cMmSUV" else found.astype(float)
    except (TypeError, ValueError, OverflowError):
        return np.zeros((0, 0))


def numbers(name: str, value: ArrayLike, count: int | None = None) -> Numbers:
    """Return finite numbers, `count` of them (default any number); one number stands for all."""
    found = floats(value)
    if found.ndim == 0:
        found = np.full(count or 1, float(found))
    if found.ndim != 1 or not len(found) or not np.all(np.isfinite(found)) or (count and len(found) != count):
        expected = f"{count} finite numbers" if count else "finite numbers"
        raise ArgumentError(name, shortened(value), expected)
    return tuple(float(each) for each in found)


def number(name: str, value: Any, least: float = -np.inf, above: bool = False) -> Any:
    """Return a finite number that is at least, or above, a bound; expressions are returned unchanged."""
    if isinstance(value, Expr):
        return value
    found = finite(value)
    if found is None or found < least or (above and found == least):
        bound = "" if least == -np.inf else f" {'above' if above else 'of at least'} {least:g}"
        raise ArgumentError(name, shortened(value), f"a finite number{bound}")
    if above and not SMALLEST <= found - least <= GREATEST:
        raise ArgumentError(name, shortened(value), f"a number from {least + SMALLEST:g} to {least + GREATEST:g}")
    return found


def finite(value: Any) -> float | None:
    """Return a real number as a float; None for anything else, NaN, and numbers beyond the range of floats."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def rows(name: str, value: ArrayLike, least: int = 1) -> tuple[Numbers, ...]:
    """Return rows of finite numbers, all of one length; `least` is the smallest count of rows."""
    found = floats(value)
    if found.ndim != 2 or len(found) < least or not found.shape[1] or not np.all(np.isfinite(found)):
        raise ArgumentError(name, shortened(value), f"at least {least} rows of finite numbers, all of one length")
    return tuple(tuple(float(each) for each in row) for row in found)


def rising(name: str, value: ArrayLike, count: int) -> Numbers:
    """Return `count` times, each after the one before [s]."""
    times = numbers(name, value, count)
    if any(after <= before for before, after in pairwise(times)):
        raise ArgumentError(name, shortened(times), "times in rising order, none twice")
    return times


def one_of(name: str, value: object, choices: tuple[str, ...]) -> str:
    """Return a text, or raise an `ArgumentError` if it is not among the choices."""
    if not among(value, choices):
        raise ArgumentError(name, shortened(value), f"one of {', '.join(choices)}")
    return value
