"""Parameters of references and controllers: meaning and unit of a field.

A reference or a controller is a dataclass; its fields carry their meaning, which scenario files and help texts read.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from functools import cache
from typing import Any, get_type_hints

from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.files import arguments
from armillary.files.words import shortened


@dataclass(frozen=True)
class Parameter:
    """One parameter: name, kind, unit, meaning, whether it is required, and default.

    `kind` is "number", "numbers" (one for each joint or axis), "gain" (a number, or one for each joint), "rows" or
    "matrix" (rows of numbers), "coefficients", "grid" (nested lists of numbers), "text", "names" (one or several),
    "flag", "controller", "reference", "shaper", "torque", or a list of parts: "controllers", "filters", "tables",
    "objectives". `unit` is the SI unit, "joint" for rad at revolute joints and m at prismatic ones, or empty. A
    parameter without a default must be given.
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


@cache
def _listed(of: type) -> tuple[Parameter, ...]:
    hints, found = get_type_hints(of, include_extras=True), []
    for each in sorted(dataclasses.fields(of), key=lambda each: bool(each.kw_only)):
        for says in getattr(hints[each.name], "__metadata__", ()):
            if isinstance(says, Says):
                required = each.default is dataclasses.MISSING
                default = None if required else each.default
                found.append(Parameter(each.name, says.kind, says.unit, says.meaning, required, default))
    return tuple(found)


def parameters(of: type) -> tuple[Parameter, ...]:
    """Return the parameters of a reference or controller, in the order of its arguments.

    Example:
        >>> from armillary.simulation.references import Sinusoid
        >>> [each.name for each in parameters(Sinusoid)]
        ['amplitude', 'frequency', 'phase', 'offset']
    """
    if not isinstance(of, type) or not dataclasses.is_dataclass(of):
        raise ArgumentError("of", shortened(of), "a class of references or controllers", "such as references.Line")
    return _listed(of)


def settle(owner: object, **values: Any) -> None:
    """Set fields of a frozen dataclass to checked values, in `__post_init__` only."""
    for name, value in values.items():
        object.__setattr__(owner, name, value)


def number(name: str, value: Any, least: float = -math.inf, above: bool = False) -> Any:
    """Return a finite number that is at least, or above, a bound; expressions are returned unchanged."""
    return value if isinstance(value, Expr) else arguments.number(name, value, least, above)
