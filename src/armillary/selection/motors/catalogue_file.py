"""Catalogue files: tables of motors, gearboxes and screws in TOML, or rows in CSV.

Every dimensional value needs a unit. Bare numbers are rejected, even zero: "0.8" of a data sheet can be N·m or mN·m.
A CSV file has one line for each motor, gearbox or screw. Its first line names the columns, one of which is `kind`. The
unit is in the cell ("2.1 kg") or in the column name ("mass [kg]"). An empty cell is a missing field.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, ValidationInfo

from armillary.errors import ArgumentError, CatalogueError, Problem
from armillary.files.document import Document, Kind, Places, Text
from armillary.files.fields import NOT_NEGATIVE, POSITIVE, Contradiction, Name, Table, problem, within
from armillary.files.quantity import Quantity
from armillary.files.text import Source, csv_cells
from armillary.files.units import DIMENSIONS, parse_quantity
from armillary.files.words import shortened, unknown

LEAST, MOST = 1e-30, 1e30  # accepted range of numbers in SI units; products of numbers beyond it overflow
_BARE = re.compile(r"[+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?")
_HEADING = re.compile(r"([^\[\]]*+)(?:\[([^\[\]]*+)\])?")


def _with_unit(value: object, info: ValidationInfo, allowed: Quantity, in_range: bool) -> float:
    dimension = allowed.dimension
    bare = isinstance(value, (int, float)) and not isinstance(value, bool)
    bare = bare or (isinstance(value, str) and _BARE.fullmatch(value.strip()) is not None)
    if bare and dimension != "number":
        unit, example = DIMENSIONS[dimension]
        hint = f"or name the column with a unit, as in [{unit}]" if info.context == "csv" else ""
        raise problem(f"{shortened(value)} has no unit", f"a text with a unit such as {example!r}", hint)
    try:
        return parse_quantity(value, dimension)
    except ArgumentError as error:
        raise problem(error.found, error.expected, error.hint) from None


def _bounded(value: float) -> float:
    if value and not LEAST <= abs(value) <= MOST:
        raise problem(f"the value is {value:g}", f"{LEAST:g} to {MOST:g} in SI units")
    return value


def _names(value: object, info: ValidationInfo) -> tuple[str, ...]:
    listed = value.split(";") if info.context == "csv" and isinstance(value, str) else value
    if not isinstance(listed, list) or not all(isinstance(name, str) and name.strip() for name in listed):
        raise problem(shortened(value), "a list of names such as ['RE 65']")
    return tuple(name.strip() for name in listed)


def _unit(dimension: str) -> BeforeValidator:
    return BeforeValidator(partial(_with_unit, allowed=Quantity(dimension), in_range=False))


_POSITIVE = (POSITIVE, AfterValidator(_bounded))
_NOT_NEGATIVE = (NOT_NEGATIVE, AfterValidator(_bounded))
Words = Annotated[Name, AfterValidator(str.strip)]
Ratio = Annotated[float, _unit("number"), *_POSITIVE]
Fraction = Annotated[float, _unit("number"), within(Quantity(above=0, most=1, hint="97 % is 0.97 or '97 %'"))]
Mass = Annotated[float, _unit("mass"), *_POSITIVE]
Moment = Annotated[float, _unit("inertia"), *_POSITIVE]
Length = Annotated[float, _unit("length"), *_POSITIVE]
Torque = Annotated[float, _unit("torque"), *_POSITIVE]
Force = Annotated[float, _unit("force"), *_POSITIVE]
Speed = Annotated[float, _unit("angular speed"), *_POSITIVE]
SomeMass = Annotated[float, _unit("mass"), *_NOT_NEGATIVE]
SomeMoment = Annotated[float, _unit("inertia"), *_NOT_NEGATIVE]
SomeTorque = Annotated[float, _unit("torque"), *_NOT_NEGATIVE]
Names = Annotated[tuple[str, ...], BeforeValidator(_names)]


Constant = Annotated[float, _unit("torque constant"), *_POSITIVE]
Resistance = Annotated[float, _unit("resistance"), *_POSITIVE]
Inductance = Annotated[float, _unit("inductance"), *_POSITIVE]
Current = Annotated[float, _unit("current"), *_POSITIVE]
Voltage = Annotated[float, _unit("voltage"), *_POSITIVE]
Temperature = Annotated[float, _unit("temperature"), *_POSITIVE]
ThermalResistance = Annotated[float, _unit("thermal resistance"), *_POSITIVE]
Time = Annotated[float, _unit("time"), *_POSITIVE]
SomeDamping = Annotated[float, _unit("rotary friction"), *_NOT_NEGATIVE]
RotaryStiffness = Annotated[float, _unit("rotary stiffness"), *_POSITIVE]
LinearStiffness = Annotated[float, _unit("linear stiffness"), *_POSITIVE]
LinearDamping = Annotated[float, _unit("linear friction"), *_NOT_NEGATIVE]
Angle = Annotated[float, _unit("angle"), *_NOT_NEGATIVE]
Play = Annotated[float, _unit("length"), *_NOT_NEGATIVE]


class Part(Table):
    """Common fields of motors, gearboxes and screws."""

    name: Words
    maker: Words | None = None
    source: Words | None = None
    length: Length | None = None
    diameter: Length | None = None

    def contradictions(self) -> Iterator[Contradiction]:
        """Yield fields that need each other."""
        yield from self._pair("length", "diameter")

    def _pair(self, one: str, other: str) -> Iterator[Contradiction]:
        given = [name for name in (one, other) if getattr(self, name) is not None]
        if len(given) == 1:
            missing = other if given == [one] else one
            yield given[0], f"given without {missing}", "both or neither"


NEEDS = {
    "resistance": "torque_constant",
    "inductance": "resistance",
    "maximum_current": "torque_constant",
    "maximum_voltage": "resistance",
    "thermal_resistance": "resistance",
    "thermal_time": "thermal_resistance",
    "housing_resistance": "thermal_resistance",
    "maximum_temperature": "thermal_resistance",
}
NEEDED = {
    "resistance": "the heat",
    "inductance": "the voltage",
    "maximum_current": "the torque of that current",
    "maximum_voltage": "the voltage at a torque",
    "thermal_resistance": "the temperature",
    "thermal_time": "the temperature",
    "housing_resistance": "the temperature",
    "maximum_temperature": "the temperature",
}
"""Fields of a motor that need another one, and the purpose of both."""


class Motor(Part):
    """A [[motor]]."""

    mass: Mass
    rotor_inertia: Moment
    continuous_torque: Torque
    peak_torque: Torque | None = None
    maximum_speed: Speed
    stall_torque: Torque | None = None
    no_load_speed: Speed | None = None
    torque_constant: Constant | None = None
    resistance: Resistance | None = None
    inductance: Inductance | None = None
    maximum_current: Current | None = None
    maximum_voltage: Voltage | None = None
    friction_torque: SomeTorque | None = None
    viscous_friction: SomeDamping | None = None
    thermal_resistance: ThermalResistance | None = None
    thermal_time: Time | None = None
    housing_resistance: ThermalResistance | None = None
    housing_time: Time | None = None
    maximum_temperature: Temperature | None = None
    gears: Names = ()
    stator_inertia_axial: SomeMoment | None = None
    stator_inertia_transverse: SomeMoment | None = None

    def contradictions(self) -> Iterator[Contradiction]:
        """Yield fields that need or exclude each other."""
        yield from super().contradictions()
        yield from self._pair("stall_torque", "no_load_speed")
        yield from self._pair("stator_inertia_axial", "stator_inertia_transverse")
        yield from self._pair("housing_resistance", "housing_time")
        for name, other in NEEDS.items():
            if getattr(self, name) is not None and getattr(self, other) is None:
                yield name, f"given without {other}", f"both, for {NEEDED[name]}"
        name = "peak_torque" if self.peak_torque is not None else "stall_torque"
        if getattr(self, name) is None and self.torque_constant is not None and self.maximum_current is not None:
            name = "maximum_current"
        peak = self.greatest_torque()
        if peak is None:
            expected = "the greatest torque, the one at stall, or torque_constant and maximum_current"
            yield "", "neither peak_torque nor stall_torque", expected
        elif peak < self.continuous_torque:
            yield name, f"{peak:g} N·m", f"at least continuous_torque, {self.continuous_torque:g} N·m"
        axial, across = self.stator_inertia_axial, self.stator_inertia_transverse
        if axial is not None and across is not None and axial > 2 * across * (1 + 1e-9):
            found = f"{axial:g} kg·m² against {across:g} kg·m² across"
            yield "stator_inertia_axial", found, "at most twice that across, as for any real body"

    def greatest_torque(self) -> float | None:
        """Return the peak torque, the stall torque or that of the greatest current [N·m]; None if all are unknown."""
        if self.peak_torque is not None or self.stall_torque is not None:
            return self.stall_torque if self.peak_torque is None else self.peak_torque
        known = self.torque_constant is not None and self.maximum_current is not None
        return self.torque_constant * self.maximum_current if known else None  # type: ignore[operator]


class Transmission(Part):
    """Common fields of gearboxes and screws."""

    mass: SomeMass
    inertia: SomeMoment
    efficiency: Fraction
    backward_efficiency: Fraction | None = None
    maximum_speed: Speed | None = None
    friction_torque: SomeTorque | None = None
    viscous_friction: SomeDamping | None = None
    motors: Names = ()


class Gear(Transmission):
    """A [[gear]]."""

    ratio: Ratio
    maximum_torque: Torque
    continuous_torque: Torque | None = None
    stiffness: RotaryStiffness | None = None
    damping: SomeDamping | None = None
    backlash: Angle | None = None


class Screw(Transmission):
    """A [[screw]]."""

    lead: Length
    maximum_force: Force
    continuous_force: Force | None = None
    stiffness: LinearStiffness | None = None
    damping: LinearDamping | None = None
    backlash: Play | None = None


class CatalogueFile(Table):
    """A catalogue file."""

    motor: tuple[Motor, ...] = ()
    gear: tuple[Gear, ...] = ()
    screw: tuple[Screw, ...] = ()


KINDS = tuple(CatalogueFile.model_fields)
CATALOGUE = Kind(Source("motor catalogue", "motors and gears", "docs/selection.md", CatalogueError), CatalogueFile)


def csv_document(text: str, file: str | None) -> Document[CatalogueFile]:
    """Return a CSV catalogue as a document with the same tables as TOML."""
    (first, headings), *lines = csv_cells(text, file, CATALOGUE.source)
    document = Document(Places(Text(file, dict)), kind=CATALOGUE, data={})
    parts = [match.groups() if (match := _HEADING.fullmatch(heading)) else (heading, None) for heading in headings]
    columns = [name.strip() for name, _ in parts]
    units = {name.strip(): unit.strip() for name, unit in parts if unit}
    if "kind" not in columns:
        expected = f"a column kind: {', '.join(KINDS)}"
        document.problems.append(Problem("", "there is no column kind", expected, "", file, first))
    for name in sorted(name for name, count in Counter(columns).items() if count > 1):
        document.problems.append(Problem(name, "the column is there twice", "each column once", "", file, first))
    for number, cells in lines:
        if len(cells) != len(columns):
            expected = f"{len(columns)}, as in the first line"
            found = f"{len(cells)} cells"
            document.problems.append(Problem("", found, expected, "quote cells with commas", file, number))
            continue
        row = {name: _value(cell, units.get(name)) for name, cell in zip(columns, cells, strict=True) if cell}
        kind = str(row.pop("kind", "")).lower()
        if kind in KINDS:
            rows = document.data.setdefault(kind, [])
            document.places.main.lines[kind, len(rows)] = number
            rows.append(row)
        else:
            found, expected, hint = unknown(kind, KINDS)
            document.problems.append(Problem("kind", found if kind else "empty", expected, hint, file, number))
    return document


def _value(cell: str, unit: str | None) -> str | float:
    """Return a bare number with the unit of its column, or as a float; other cells unchanged."""
    if not _BARE.fullmatch(cell):
        return cell
    return f"{cell} {unit}" if unit else float(cell)
