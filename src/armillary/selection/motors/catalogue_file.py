"""Catalogue files: tables of motors, gearboxes and screws in TOML, or rows in CSV.

Every dimensional value needs a unit. Bare numbers are rejected, even zero: "0.8" of a data sheet can be N·m or mN·m.
A CSV file has one line for each motor, gearbox or screw. Its first line names the columns, one of which is `kind`. The
unit is in the cell ("2.1 kg") or in the column name ("mass [kg]"). An empty cell is a missing field.

`MotorType` and `GearType` declare the fields; the classes here add what files say in other words.
"""

from __future__ import annotations

import math
import os
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator

from armillary.description.toml.tables import PartTable, built, field_of, spells, table_of
from armillary.errors import ArgumentError, CatalogueError, Problem
from armillary.files.document import Document, Kind, Places, Text
from armillary.files.fields import Contradiction, Table, problem
from armillary.files.kinds import kind_of_file, mistaken
from armillary.files.lines import line_of
from armillary.files.quantity import Quantity
from armillary.files.text import Source, csv_cells
from armillary.files.units import DIMENSIONS, parse_quantity
from armillary.files.words import shortened, unknown
from armillary.selection.motors.catalogue import Catalogue, GearType, MotorType

SHIPPED = Path(__file__).with_name("catalogue.toml")  # default catalogue, part of the package
LEAST, MOST = 1e-30, 1e30  # accepted range of numbers in SI units; products of numbers beyond it overflow
_BARE = re.compile(r"[+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?")
_HEADING = re.compile(r"([^\[\]]*+)(?:\[([^\[\]]*+)\])?")


def _number(value: object, info: ValidationInfo, allowed: Quantity, in_range: bool) -> float:
    """Return a number in SI units; dimensional ones need a unit. Arguments as for the numbers of `files.fields`."""
    bare = isinstance(value, (int, float)) and not isinstance(value, bool)
    bare = bare or (isinstance(value, str) and _BARE.fullmatch(value.strip()) is not None)
    if bare and allowed.dimension != "number":
        unit, example = DIMENSIONS[allowed.dimension]
        hint = f"or name the column with a unit, as in [{unit}]" if info.context == "csv" else ""
        raise problem(f"{shortened(value)} has no unit", f"a text with a unit such as {example!r}", hint)
    try:
        number = parse_quantity(value, allowed.dimension)
    except ArgumentError as error:
        raise problem(error.found, error.expected, error.hint) from None
    if in_range and (fault := allowed.fault(number)):
        raise problem(*fault)
    if number and not LEAST <= abs(number) <= MOST:
        raise problem(f"the value is {number:g}", f"{LEAST:g} to {MOST:g} in SI units")
    return number


def _with_unit(quantity: Quantity) -> BeforeValidator:
    return BeforeValidator(partial(_number, allowed=quantity, in_range=True))


class CataloguePart(PartTable):
    """Common fields of motors, gearboxes and screws."""

    in_range = True

    diameter: Annotated[float, _with_unit(Quantity("length", above=0))] | None = Field(None, description="diameter")

    @classmethod
    def number(cls, quantity: Quantity) -> BeforeValidator:
        """Return the validator of a number with a unit."""
        return _with_unit(quantity)

    @field_validator("name", "maker", "source", check_fields=False)
    @classmethod
    def _words(cls, value: str) -> str:
        if not value.strip():
            raise problem("an empty name", "a name")
        return value.strip()

    @field_validator("motors", "gears", mode="before", check_fields=False)
    @classmethod
    def _names(cls, value: object, info: ValidationInfo) -> tuple[str, ...]:
        names = value.split(";") if info.context == "csv" and isinstance(value, str) else value
        if not isinstance(names, list) or not all(isinstance(name, str) and name.strip() for name in names):
            raise problem(shortened(value), "a list of names such as ['RE 65']")
        return tuple(name.strip() for name in names)

    def contradictions(self) -> Iterator[Contradiction]:
        """Yield fields that need each other."""
        yield from self._pair("length", "diameter")

    def _pair(self, first: str, second: str) -> Iterator[Contradiction]:
        for name, other in ((first, second), (second, first)):
            if name in self.model_fields_set and other not in self.model_fields_set:
                yield name, f"given without {other}", "both or neither"

    def values(self) -> dict[str, Any]:
        """Return the arguments of the part, with the central inertia of a solid cylinder of its size [kg·m²]."""
        values = super().values()
        if self.diameter is None or "length" not in values:
            return values
        mass, radius, length = values["mass"], self.diameter / 2, values["length"]
        return {"axial": mass * radius**2 / 2, "transverse": mass * (3 * radius**2 + length**2) / 12} | values


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


@spells(MotorType)
class MotorWords(CataloguePart):
    """A [[motor]]; its stator is a solid cylinder without the rotor if its inertia is not given."""

    optional = ("peak_torque", "axial", "transverse")

    def contradictions(self) -> Iterator[Contradiction]:
        """Yield fields that need or exclude each other."""
        yield from super().contradictions()
        yield from self._pair("stall_torque", "no_load_speed")
        yield from self._pair("stator_inertia_axial", "stator_inertia_transverse")
        yield from self._pair("housing_resistance", "housing_time")
        given = super().values()
        for name, other in NEEDS.items():
            if name in given and other not in given:
                yield name, f"given without {other}", f"both, for {NEEDED[name]}"
        peak = self._peak(given)
        if peak is None:
            expected = "the greatest torque, the one at stall, or torque_constant and maximum_current"
            yield "", "neither peak_torque nor stall_torque", expected
        elif peak[1] < given["continuous_torque"]:
            yield peak[0], f"{peak[1]:g} N·m", f"at least continuous_torque, {given['continuous_torque']:g} N·m"
        if {"stator_inertia_axial", "stator_inertia_transverse"} <= self.model_fields_set:
            axial, across = given["axial"], given["transverse"]
            if axial > 2 * across * (1 + 1e-9):
                found = f"{axial:g} kg·m² against {across:g} kg·m² across"
                yield "stator_inertia_axial", found, "at most twice that across, as for any real body"

    @staticmethod
    def _peak(given: dict[str, Any]) -> tuple[str, float] | None:
        """Return the greatest torque [N·m], and the field that limits it: peak, stall, or current; None if unknown."""
        for name in ("peak_torque", "stall_torque"):
            if name in given:
                return name, given[name]
        if "torque_constant" in given and "maximum_current" in given:
            return "maximum_current", given["torque_constant"] * given["maximum_current"]
        return None

    def values(self) -> dict[str, Any]:
        """Return the arguments of the motor."""
        values = super().values()
        if "stator_inertia_axial" not in self.model_fields_set and "axial" in values:
            values["axial"] = max(values["axial"] - values["rotor_inertia"], 0.0)  # the model adds the rotor's
        peak = self._peak(values)
        return values if peak is None else values | {"peak_torque": peak[1]}


@spells(GearType)
class Transmission(CataloguePart):
    """A [[gear]] or a [[screw]]."""

    left_out = ("ratio", "linear", "axial", "transverse")

    def values(self) -> dict[str, Any]:
        """Return the arguments of the transmission; it is as efficient backward as forward by default."""
        values = super().values()
        return {"backward_efficiency": values["efficiency"]} | values


class Gear(table_of(GearType, turns=True)):  # type: ignore[misc]
    """A [[gear]]."""

    ratio: field_of(GearType, "ratio") = Field(description="rotor angle per joint angle")  # type: ignore[valid-type]


class Screw(table_of(GearType, turns=False)):  # type: ignore[misc]
    """A [[screw]]."""

    lead: Annotated[float, _with_unit(Quantity("length", above=0))] = Field(description="way per turn of the rotor")

    def values(self) -> dict[str, Any]:
        """Return the arguments of the transmission."""
        return super().values() | {"ratio": 2 * math.pi / self.lead, "linear": True}


class CatalogueFile(Table):
    """A catalogue file."""

    motor: tuple[table_of(MotorType), ...] = ()  # type: ignore[valid-type]
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


def load_catalogue(path: str | os.PathLike[str] | None = None) -> Catalogue:
    """Read a catalogue from a .toml or .csv file; default: the catalogue of the package.

    Raises:
        CatalogueError: Lists every problem of the file, each with its line and field.

    Example:
        >>> any(motor.name == "RE 65, 353297" for motor in load_catalogue().motors)
        True
    """
    if path is None:
        return load_catalogue(SHIPPED)
    if not isinstance(path, (str, os.PathLike)):
        raise ArgumentError("catalogue", shortened(path), "the name of a catalogue file, or a Catalogue")
    other = mistaken(path, kind_of_file(path), CATALOGUE.source.name)
    if other is not None:
        raise CATALOGUE.source.refused(path, *other)
    if Path(path).suffix.lower() not in (".toml", ".csv"):
        raise ArgumentError("catalogue", repr(os.fspath(path)), "a file that ends in .toml or .csv")
    return parse_catalogue(CATALOGUE.source.read_text(path), os.fspath(path), Path(path).suffix.lower()[1:])


def parse_catalogue(text: str, file: str | None = None, kind: str = "toml") -> Catalogue:
    """Read a catalogue from text; `file` is the file name in messages, `kind` is "toml" or "csv"."""
    document = csv_document(text, file) if kind == "csv" else CATALOGUE.parse(text, file)
    read = document.validate(context=kind)
    _check_names(document)
    if read is not None and not document.problems:
        if not read.motor:
            document.fault((), "there is no motor", "at least one, as in [[motor]]")
        if not read.gear and not read.screw:
            document.fault((), "there is no gear or screw", "at least one, as in [[gear]]")
    if read is None or document.problems:
        raise document.error()
    return Catalogue(built(read.motor), built((*read.gear, *read.screw)), Path(file).name if file else "")


def _check_names(document: Document[CatalogueFile]) -> None:
    """Report duplicate names of motors or transmissions, and unknown names in `motors` and `gears`."""
    listed = {kind: rows for kind in KINDS if isinstance(rows := document.data.get(kind), list)}
    rows = [((kind, i), row) for kind, rows in listed.items() for i, row in enumerate(rows) if isinstance(row, dict)]
    named = [(path[0] == "motor", name) for path, row in rows if isinstance(name := row.get("name"), str)]
    known = {"motors": {name for motor, name in named if motor}, "gears": {name for motor, name in named if not motor}}
    seen: dict[tuple[bool, str], int] = {}
    for path, row in sorted(rows, key=lambda each: line_of(document.places.main.lines, each[0])):
        name, line = row.get("name"), line_of(document.places.main.lines, path)
        if isinstance(name, str) and (path[0] == "motor", name) in seen:
            problem = f"{name!r} is also on line {seen[path[0] == 'motor', name]}"
            document.fault((*path, "name"), problem, "a name that no other part has")
        elif isinstance(name, str):
            seen[path[0] == "motor", name] = line
        for field, names in known.items():
            parts = row.get(field)
            if isinstance(parts, str):  # in a CSV file
                parts = parts.split(";")
            for part in parts if isinstance(parts, list) else ():
                if isinstance(part, str) and part.strip() and part.strip() not in names:
                    problem = f"there is no {field.removesuffix('s')} {part.strip()!r}"
                    document.fault((*path, field), problem, f"{field} of this catalogue")
