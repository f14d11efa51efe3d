"""Vectors and placements in a robot file."""

from __future__ import annotations

import math
from dataclasses import fields
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BeforeValidator

from armillary.description import robot as described
from armillary.description.robot import IDENTITY, ORIGIN, Placement
from armillary.files.fields import Angle, Length, Moment, Number, Table, excludes, listed, problem, quantity
from armillary.files.words import shortened
from armillary.spatial.rotation import from_quaternion, from_rpy, tidy

UNIT_TOLERANCE = 1e-9
"""A direction this close to unit length is not scaled, so that a written robot reads back the same."""


def _normalised(values: tuple[float, ...]) -> tuple[float, ...]:
    largest = max(abs(value) for value in values)  # scaled first: the length may overflow or underflow
    if largest == 0:
        raise problem(f"{shortened(list(values))} has no direction", "at least one entry that is not zero")
    scaled = [value / largest for value in values]
    return tuple(value / math.hypot(*scaled) for value in scaled)


Position = Annotated[tuple[Length, Length, Length], listed(3, "[0.1, 0, '5 mm']")]
Angles = Annotated[tuple[Angle, Angle, Angle], listed(3, "[0, 0, '90 deg']")]
Moments = Annotated[tuple[Moment, Moment, Moment], listed(3, "[0.01, 0.02, 0.02]")]
Acceleration = Annotated[float, quantity("acceleration")]
Gravity = Annotated[tuple[Acceleration, Acceleration, Acceleration], listed(3, "[0, 0, -9.81]")]
Row = Annotated[tuple[Number, Number, Number], listed(3, "[1, 0, 0]")]
Rotation = Annotated[tuple[Row, Row, Row], listed(3, "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]")]
Direction = Annotated[
    Row, AfterValidator(lambda row: row if abs(math.hypot(*row) - 1) <= UNIT_TOLERANCE else _normalised(row))
]
Ratios = Annotated[tuple[Number, ...], BeforeValidator(lambda value: value if isinstance(value, list) else [value])]
Quaternion = Annotated[
    tuple[Number, Number, Number, Number], AfterValidator(_normalised), listed(4, "[1, 0, 0, 0] (w, x, y, z)")
]


class PartTable(Table):
    """A table that makes a part of a robot, whose fields have the same names."""

    part: ClassVar[type]

    def build(self) -> Any:
        """Return the part of the robot."""
        return self.part(**self.values())

    def values(self) -> dict[str, Any]:
        """Return the arguments of the part: the fields that table and part share, with inner tables built."""
        names = {field.name for field in fields(self.part)} & type(self).model_fields.keys()
        return {name: built(getattr(self, name)) for name in names}


def built(value: Any) -> Any:
    """Return a value with its tables, or the tables in it, replaced by the parts that they make."""
    if isinstance(value, tuple):
        return tuple(map(built, value))
    return value.build() if isinstance(value, PartTable) else value


class Placed(PartTable):
    """Placement of a part: xyz [m] and one of rpy [rad], rotation, quaternion."""

    xyz: Position = ORIGIN
    rpy: Angles | None = None
    rotation: Annotated[Rotation | None, excludes("rpy")] = None
    quaternion: Annotated[Quaternion | None, excludes("rpy", "rotation")] = None

    def placement(self) -> Placement:
        """Return the placement."""
        if self.rotation is not None:
            return Placement(self.xyz, self.rotation)
        if self.quaternion is not None:
            return Placement(self.xyz, described.matrix(tidy(from_quaternion(self.quaternion))))
        return Placement(self.xyz, described.matrix(from_rpy(*self.rpy)) if self.rpy else IDENTITY)

    def values(self) -> dict[str, Any]:
        """Return the arguments of the part, its placement among them."""
        return super().values() | {"placement": self.placement()}
