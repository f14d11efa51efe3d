"""The fields of a robot file: numbers with units, lists of fixed length, names; and placements.

Only what concerns the file is checked here and in `schema`: fields, types, lengths, units, and fields
that exclude each other. Whether the numbers make a robot is checked on the `Robot` itself.
"""

from __future__ import annotations

import math
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from armillary.description import robot as described
from armillary.description.robot import IDENTITY, ORIGIN, Placement
from armillary.errors import ArgumentError
from armillary.files.units import parse_quantity, shortened
from armillary.spatial.rotation import from_quaternion, from_rpy, tidy

UNIT_TOLERANCE = 1e-9
"""A direction this close to unit length is kept as it is written, so that a written robot reads back the same."""


def problem(found: str, expected: str, hint: str = "") -> PydanticCustomError:
    """Return an error for a validator to raise, in the parts that a `Problem` has."""
    return PydanticCustomError("armillary", "{found}", {"found": found, "expected": expected, "hint": hint})


def quantity(dimension: str, infinite: bool = False) -> BeforeValidator:
    """Return the validator of a number with a unit."""

    def check(value: object) -> float:
        try:
            return parse_quantity(value, dimension, infinite=infinite)
        except ArgumentError as error:
            raise problem(error.found, error.expected, error.hint) from None

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

    def check(value: object) -> object:
        if not isinstance(value, list):
            raise problem(shortened(value), f"a list such as {example}")
        return value

    return BeforeValidator(check)


def _one_or_more(value: object) -> object:
    return value if isinstance(value, list) else [value]


def _frequency(value: object) -> float:
    """Return a frequency in Hz; one in rad/s is an angular frequency, 2π times as large."""
    try:
        return parse_quantity(value, "frequency")
    except ArgumentError as error:
        try:
            return parse_quantity(value, "angular speed") / (2 * math.pi)
        except ArgumentError:
            raise problem(error.found, error.expected, error.hint) from None


def _whole(value: object) -> int:
    if type(value) is not int:
        raise problem(shortened(value), "a whole number such as 2")
    return value


def _flag(value: object) -> bool:
    if type(value) is not bool:
        raise problem(shortened(value), "true or false")
    return value


def positive(value: float) -> float:
    """Refuse what is not above zero."""
    if value <= 0:
        raise problem(f"{value:g}", "a value above zero")
    return value


def _named(value: str) -> str:
    if not value.strip():
        raise problem("an empty name", "a name")
    return value


def _unit_length(values: tuple[float, ...]) -> tuple[float, ...]:
    return values if abs(math.hypot(*values) - 1) <= UNIT_TOLERANCE else _normalised(values)


def _normalised(values: tuple[float, ...]) -> tuple[float, ...]:
    largest = max(abs(value) for value in values)  # scaled first: the length may overflow or underflow
    if largest == 0:
        raise problem(f"{shortened(list(values))} has no direction", "at least one entry that is not zero")
    scaled = [value / largest for value in values]
    return tuple(value / math.hypot(*scaled) for value in scaled)


Name = Annotated[str, AfterValidator(_named)]
Number = Annotated[float, quantity("number")]
Length = Annotated[float, quantity("length")]
Angle = Annotated[float, quantity("angle")]
Mass = Annotated[float, quantity("mass")]
Moment = Annotated[float, quantity("inertia")]
Count = Annotated[int, BeforeValidator(_whole)]
Flag = Annotated[bool, BeforeValidator(_flag)]
Frequency = Annotated[float, BeforeValidator(_frequency)]
Modulus = Annotated[float, quantity("pressure")]
Density = Annotated[float, quantity("density")]
Area = Annotated[float, quantity("area")]
SecondMoment = Annotated[float, quantity("second moment of area")]
Acceleration = Annotated[float, quantity("acceleration")]

Extent = Annotated[Length, AfterValidator(positive)]
Position = Annotated[tuple[Length, Length, Length], listed(3, "[0.1, 0, '5 mm']")]
Angles = Annotated[tuple[Angle, Angle, Angle], listed(3, "[0, 0, '90 deg']")]
Moments = Annotated[tuple[Moment, Moment, Moment], listed(3, "[0.01, 0.02, 0.02]")]
Gravity = Annotated[tuple[Acceleration, Acceleration, Acceleration], listed(3, "[0, 0, -9.81]")]
Row = Annotated[tuple[Number, Number, Number], listed(3, "[1, 0, 0]")]
Rotation = Annotated[tuple[Row, Row, Row], listed(3, "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]")]
Direction = Annotated[Row, AfterValidator(_unit_length)]
Ratios = Annotated[tuple[Number, ...], BeforeValidator(_one_or_more)]
Quaternion = Annotated[
    tuple[Number, Number, Number, Number], AfterValidator(_normalised), listed(4, "[1, 0, 0, 0] (w, x, y, z)")
]


class Table(BaseModel):
    """A table of the file; a field that it does not know is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def excludes(value: Any, info: ValidationInfo, *others: str) -> Any:
    """Refuse a field whose table already has one of the others, which say the same."""
    for other in others:
        if value is not None and info.data.get(other) is not None:
            raise problem(f"given together with {other}", f"either {info.field_name} or {other}")
    return value


class Placed(Table):
    """Where something is: xyz [m] and one of rpy [rad], rotation, quaternion."""

    xyz: Position = ORIGIN
    rpy: Angles | None = None
    rotation: Rotation | None = None
    quaternion: Quaternion | None = None

    @field_validator("rotation", "quaternion")
    @classmethod
    def _one_rotation(cls, value: Any, info: ValidationInfo) -> Any:
        return excludes(value, info, "rpy", "rotation")

    def placement(self) -> Placement:
        """Return it as a placement."""
        if self.rotation is not None:
            return Placement(self.xyz, self.rotation)
        if self.quaternion is not None:
            return Placement(self.xyz, described.matrix(tidy(from_quaternion(self.quaternion)).tolist()))
        return Placement(self.xyz, described.matrix(from_rpy(*self.rpy).tolist()) if self.rpy else IDENTITY)
