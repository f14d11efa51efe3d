"""Fields of documents: numbers with units, lists of fixed length, names, flags; and tables of them.

They check types, lengths, units, and fields that exclude each other. Whether the numbers make sense together is checked
on the finished value.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationInfo, model_validator
from pydantic_core import PydanticCustomError

from armillary.errors import ArgumentError
from armillary.files.quantity import Quantity
from armillary.files.units import any_quantity
from armillary.files.words import shortened

Contradiction = tuple[str, str, str]
"""Name of a field, found, expected."""


class Table(BaseModel):
    """A table of a document; a field that it does not know is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)  # built at the first use, not at import

    def contradictions(self) -> Iterable[Contradiction]:
        """Return contradictions between fields, each of which is right alone."""
        return ()

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        found = list(self.contradictions())
        if found:
            raise PydanticCustomError("contradictions", "contradictions", {"problems": found})
        return self


def problem(found: str, expected: str, hint: str = "") -> PydanticCustomError:
    """Return an error for a validator to raise, in the parts that a `Problem` has."""
    return PydanticCustomError("armillary", "{found}", {"found": found, "expected": expected, "hint": hint})


def quantity(dimension: str, **limits: Any) -> BeforeValidator:
    """Return the validator of a number with a unit, in the range that the arguments of a `Quantity` give."""
    return number_of(Quantity(dimension, **limits))


def number_of(allowed: Quantity, in_range: bool = True) -> BeforeValidator:
    """Return the validator of a number of a quantity; without `in_range` only infinity and NaN can be out of range."""
    return BeforeValidator(partial(_number, allowed=allowed, in_range=in_range))


def _number(value: object, allowed: Quantity, in_range: bool) -> float:
    try:
        number = any_quantity(value, allowed.dimension)
    except ArgumentError as error:
        raise problem(error.found, error.expected, error.hint) from None
    if (in_range or not math.isfinite(number)) and (fault := allowed.fault(number, squared=in_range)):
        found, expected, hint = fault
        raise problem(shortened(value) if isinstance(value, str) else found, expected, hint)
    return number


def typed(kind: type | tuple[type, ...], expected: str) -> BeforeValidator:
    """Return the validator of a value of exactly one of some Python types."""
    kinds = kind if isinstance(kind, tuple) else (kind,)

    def check(value: object) -> object:
        if type(value) not in kinds:
            raise problem(shortened(value), expected)
        return value

    return BeforeValidator(check)


def listed(count: int, example: str) -> BeforeValidator:
    """Return the validator of a list of `count` entries."""

    def check(value: object) -> object:
        if not isinstance(value, list):
            raise problem(shortened(value), f"a list of {count} such as {example}")
        if len(value) != count:
            raise problem(f"{shortened(value)} has {len(value)} entries", f"{count} entries, as in {example}")
        return value

    return BeforeValidator(check)


def several(example: str) -> BeforeValidator:
    """Return the validator of a list of any length."""
    return typed(list, f"a list such as {example}")


def excludes(*others: str) -> AfterValidator:
    """Return the validator of a field that must not stand beside other fields, which come before it in the table."""

    def check(value: Any, info: ValidationInfo) -> Any:
        for other in others:
            if value is not None and info.data.get(other) is not None:
                raise problem(f"given together with {other}", f"either {info.field_name} or {other}")
        return value

    return AfterValidator(check)


def within(allowed: Quantity) -> AfterValidator:
    """Return the validator of a number in the range of a quantity."""

    def check(value: float) -> float:
        if fault := allowed.fault(value):
            raise problem(*fault)
        return value

    return AfterValidator(check)


def _named(value: str) -> str:
    if not value.strip():
        raise problem("an empty name", "a name")
    return value


Name = Annotated[str, AfterValidator(_named)]
Count = Annotated[int, typed(int, "a whole number such as 2")]
Flag = Annotated[bool, typed(bool, "true or false")]
Number = Annotated[float, quantity("number")]
Length = Annotated[float, quantity("length")]
Angle = Annotated[float, quantity("angle")]
Mass = Annotated[float, quantity("mass")]
Force = Annotated[float, quantity("force")]
Torque = Annotated[float, quantity("torque")]
Moment = Annotated[float, quantity("inertia")]
Extent = Annotated[float, quantity("length", above=0)]
Span = Annotated[float, quantity("time", above=0)]
