"""The fields of motors, gears and screws, and how a value becomes a number in SI units.

Every dimensional value carries its unit. A bare number is refused even if it is zero: who read "0.8" in a data sheet
as N·m and not as mN·m should have to say so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from armillary.errors import ArgumentError, Problem
from armillary.files.known_fields import nearest
from armillary.files.units import DIMENSIONS, parse_quantity, shortened
from armillary.selection.motors.rows import Row

_PLAIN = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")


LEAST, MOST = 1e-30, 1e30
"""Numbers in SI units beyond which no motor has any, and products of which leave the range of floats."""


def _positive(value: float) -> str:
    return _bounded(value) if value > 0 else "a value above zero"


def _not_negative(value: float) -> str:
    return _bounded(value) if value >= 0 else "zero or more"


def _bounded(value: float) -> str:
    return "" if value == 0 or LEAST <= value <= MOST else f"{LEAST:g} to {MOST:g} in SI units"


def _fraction(value: float) -> str:
    return "" if 0 < value <= 1 else "above 0, at most 1; 97 % is 0.97 or '97 %'"


@dataclass(frozen=True)
class Quantity:
    """A field: its dimension ("number", or one with a unit), whether a row must have it, what its value may be."""

    dimension: str
    required: bool = False
    check: Callable[[float], str] = _positive

    def read(self, row: Row, name: str, problems: list[Problem]) -> float | None:
        """Return the value in SI units; None, and a problem more, if it is none."""
        value = row.values[name]
        try:
            number = self._number(value, row.units.get(name, ""), row.text)
        except ArgumentError as error:
            problems.append(row.problem(name, error.found, error.expected, error.hint))
            return None
        wrong = self.check(number)
        if wrong:
            problems.append(row.problem(name, f"the value is {shortened(value)}", wrong))
            return None
        return number

    def _number(self, value: Any, unit: str, text: bool) -> float:
        bare = isinstance(value, str) and _PLAIN.fullmatch(value.strip()) is not None
        if self.dimension == "number":
            return parse_quantity(float(value) if bare and text else value, "number")
        example = DIMENSIONS[self.dimension][1]
        if unit and bare:
            return parse_quantity(f"{value} {unit}", self.dimension)
        if bare or (isinstance(value, (int, float)) and not isinstance(value, bool)):
            hint = f"or name the column with a unit, as in [{DIMENSIONS[self.dimension][0]}]" if text else ""
            raise ArgumentError("", f"{shortened(value)} has no unit", f"a text with a unit such as {example!r}", hint)
        return parse_quantity(value, self.dimension)


@dataclass(frozen=True)
class Words:
    """A field of text."""

    required: bool = False

    def read(self, row: Row, name: str, problems: list[Problem]) -> str | None:
        """Return the text; None, and a problem more, if it is none."""
        value = row.values[name]
        if not isinstance(value, str) or not value.strip():
            problems.append(row.problem(name, shortened(value), "a text in quotes"))
            return None
        return value.strip()


@dataclass(frozen=True)
class Names:
    """A field that lists names: ["a", "b"] in TOML, "a; b" in CSV."""

    required: bool = False

    def read(self, row: Row, name: str, problems: list[Problem]) -> tuple[str, ...] | None:
        """Return the names; None, and a problem more, if these are none."""
        value = row.values[name]
        listed = value.split(";") if row.text and isinstance(value, str) else value
        if not isinstance(listed, list) or not all(isinstance(one, str) and one.strip() for one in listed):
            problems.append(row.problem(name, shortened(value), "a list of names such as ['RE 65']"))
            return None
        return tuple(one.strip() for one in listed)


Field = Quantity | Words | Names

_SIZE: dict[str, Field] = {
    "length": Quantity("length"),
    "diameter": Quantity("length"),
}
_DATA: dict[str, Field] = {"name": Words(required=True), "maker": Words(), "source": Words()}
_TRANSMISSION: dict[str, Field] = {
    "mass": Quantity("mass", True, _not_negative),
    "inertia": Quantity("inertia", True, _not_negative),
    "efficiency": Quantity("number", True, _fraction),
    "backward_efficiency": Quantity("number", False, _fraction),
    "maximum_speed": Quantity("angular speed"),
    "motors": Names(),
    **_SIZE,
}
FIELDS: dict[str, dict[str, Field]] = {
    "motor": {
        **_DATA,
        "mass": Quantity("mass", True),
        "rotor_inertia": Quantity("inertia", True),
        "continuous_torque": Quantity("torque", True),
        "peak_torque": Quantity("torque"),
        "maximum_speed": Quantity("angular speed", True),
        "stall_torque": Quantity("torque"),
        "no_load_speed": Quantity("angular speed"),
        "torque_constant": Quantity("torque constant"),
        "resistance": Quantity("resistance"),
        "stator_inertia_axial": Quantity("inertia", False, _not_negative),
        "stator_inertia_transverse": Quantity("inertia", False, _not_negative),
        **_SIZE,
    },
    "gear": {
        **_DATA,
        "ratio": Quantity("number", True),
        "maximum_torque": Quantity("torque", True),
        "continuous_torque": Quantity("torque"),
        **_TRANSMISSION,
    },
    "screw": {
        **_DATA,
        "lead": Quantity("length", True),
        "maximum_force": Quantity("force", True),
        "continuous_force": Quantity("force"),
        **_TRANSMISSION,
    },
}
"""What the rows of each kind may say."""


def read_row(row: Row, problems: list[Problem]) -> dict[str, Any] | None:
    """Return the values of a row in SI units, or None; what is wrong with it is added to the problems."""
    known, before = FIELDS[row.kind], len(problems)
    found: dict[str, Any] = {}
    for name in row.values:
        if name not in known:
            expected = f"one of {', '.join(known)}"
            problems.append(row.problem(name, f"not a field of a {row.kind}", expected, nearest(name, known)))
            continue
        value = known[name].read(row, name, problems)
        if value is not None:
            found[name] = value
    for name, field in known.items():
        if field.required and name not in row.values:
            problems.append(row.problem("", f"{name} is missing", f"{name} = {_example(field)}"))
    if len(problems) == before:
        problems += _contradictions(row, found)
    return found if len(problems) == before else None


def _example(field: Field) -> str:
    if isinstance(field, Quantity):
        return (
            "0.97"
            if field.check is _fraction
            else repr(DIMENSIONS[field.dimension][1]).strip("'\"")
            if (field.dimension == "number")
            else repr(DIMENSIONS[field.dimension][1])
        )
    return "'…'"


def _contradictions(row: Row, found: dict[str, Any]) -> list[Problem]:
    """Return what is wrong with values that are each right by themselves."""
    wrong = []
    for pair in (("stall_torque", "no_load_speed"), ("torque_constant", "resistance"), ("length", "diameter"),
                 ("stator_inertia_axial", "stator_inertia_transverse")):  # fmt: skip
        one, other = (name in found for name in pair)
        if pair[0] in FIELDS[row.kind] and one != other and pair != ("torque_constant", "resistance"):
            given, missing = pair if one else pair[::-1]
            wrong.append(row.problem(given, f"given without {missing}", "both or neither"))
    if "resistance" in found and "torque_constant" not in found:
        wrong.append(row.problem("resistance", "given without torque_constant", "both, to tell the heat"))
    if row.kind == "motor" and "peak_torque" not in found and "stall_torque" not in found:
        wrong.append(
            row.problem("", "neither peak_torque nor stall_torque", "the greatest torque, or the one at stall")
        )
    peak = found.get("peak_torque", found.get("stall_torque", float("inf")))
    if row.kind == "motor" and peak < found["continuous_torque"]:
        name = "peak_torque" if "peak_torque" in found else "stall_torque"
        wrong.append(
            row.problem(name, f"{peak:g} N·m", f"at least continuous_torque, {found['continuous_torque']:g} N·m")
        )
    axial, across = (found.get(f"stator_inertia_{way}") for way in ("axial", "transverse"))
    if axial is not None and across is not None and axial > 2 * across * (1 + 1e-9):
        found_text = f"{axial:g} kg·m² against {across:g} kg·m² across"
        wrong.append(
            row.problem("stator_inertia_axial", found_text, "at most twice that across, as real bodies have it")
        )
    return wrong
