"""The gear of a motor in a robot file. The type of the driven joint decides its units, so numbers are read late."""

from __future__ import annotations

from typing import Annotated

from armillary.description.gear import Gear
from armillary.errors import ArgumentError, Problem
from armillary.files.fields import Table, typed
from armillary.files.units import parse_quantity

Raw = Annotated[float | str | None, typed((int, float, str), "a number, or a text with a unit such as '300 N m/rad'")]

DIMENSIONS = {
    "stiffness": ("rotary stiffness", "linear stiffness"),
    "damping": ("rotary friction", "linear friction"),
    "cubic": ("rotary cubic stiffness", "linear cubic stiffness"),
    "efficiency": ("number", "number"),
    "efficiency_back": ("number", "number"),
    "backlash": ("angle", "length"),
    "smooth_velocity": ("angular speed", "speed"),
}
"""Dimension of each field at a joint that turns, and at one that slides."""


class GearTable(Table):
    """The `gear` of a [[motor]]."""

    stiffness: Raw = None
    damping: Raw = None
    cubic: Raw = None
    efficiency: Raw = None
    efficiency_back: Raw = None
    backlash: Raw = None
    smooth_velocity: Raw = None

    def gear(self, slides: bool, problems: list[Problem], motor: int) -> Gear:
        """Return the gear of a motor by its number; faults are added to `problems`."""
        found: dict[str, float] = {}
        for name, dimensions in DIMENSIONS.items():
            value = getattr(self, name)
            if value is None:
                continue
            try:
                found[name] = parse_quantity(value, dimensions[slides], infinite=name == "stiffness", field=name)
            except ArgumentError as error:
                problems.append(error.problem(f"motor[{motor}].gear.{name}"))
        return Gear(**found)
