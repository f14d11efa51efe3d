"""Catalogues of motors, gears and screws: data only, in TOML or CSV, every dimensional value with its unit.

A motor is known by what it may do (continuous and peak torque, speed, and where known the line from stall torque to
no-load speed), by what it weighs and by the inertia of its rotor. Its stator's inertia is stated, or that of a solid
cylinder of its length and diameter less the rotor's, or none: a point mass. A gear or a screw has a ratio (rotor
turns per joint turn, or radians per metre), an efficiency, an inertia at its input, a mass and a greatest load.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from armillary.description.load import TOML_LIMIT, read_text
from armillary.errors import ArgumentError, DescriptionError, Problem
from armillary.selection.motors.fields import read_row
from armillary.selection.motors.rows import Row, csv_rows, toml_rows

SHIPPED = Path(__file__).with_name("catalogue.toml")
"""The catalogue that comes with the package."""

MOST_PROBLEMS = 100


class CatalogueError(DescriptionError):
    """A motor catalogue is wrong. `problems` holds every fault that was found, not just the first."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems)
        count = len(self.problems)
        title = f"{count} problem{'s' if count != 1 else ''} in the motor catalogue:"
        self.args = ("\n".join([title, *(f"  {problem}" for problem in self.problems)]),)


@dataclass(frozen=True)
class MotorType:
    """A motor of a catalogue, SI units; `axial` and `transverse` are the stator's inertias about its centre [kg·m²]."""

    name: str
    mass: float
    rotor_inertia: float
    continuous_torque: float
    peak_torque: float
    maximum_speed: float
    stall_torque: float = math.inf
    no_load_speed: float = math.inf
    torque_constant: float | None = None
    resistance: float | None = None
    axial: float = 0.0
    transverse: float = 0.0
    length: float | None = None
    maker: str = ""
    source: str = ""


@dataclass(frozen=True)
class GearType:
    """A gear or a screw: `ratio` is in rad/rad, or rad/m where `linear`; loads are in N·m, or N where linear.

    `inertia` [kg·m²] is at the input. Power that flows back from the joint keeps `backward_efficiency` of itself.
    `motors` names those that it fits; all, if it names none.
    """

    name: str
    ratio: float
    efficiency: float
    mass: float
    inertia: float
    maximum_load: float
    continuous_load: float = math.inf
    maximum_speed: float = math.inf
    backward_efficiency: float = 1.0
    linear: bool = False
    motors: tuple[str, ...] = ()
    axial: float = 0.0
    transverse: float = 0.0
    length: float | None = None
    maker: str = ""
    source: str = ""


@dataclass(frozen=True)
class Catalogue:
    """Motors, and gears (screws among them) to go with them."""

    motors: tuple[MotorType, ...]
    gears: tuple[GearType, ...]
    name: str = ""

    def __repr__(self) -> str:
        return f"<Catalogue {self.name}: {len(self.motors)} motors, {len(self.gears)} gears and screws>"


def load_catalogue(path: str | os.PathLike[str] | None = None) -> Catalogue:
    """Read a catalogue from a .toml or .csv file; the shipped one unless a file is given.

    Raises:
        CatalogueError: Lists every problem of the file, each with its line and field.

    Example:
        >>> any(motor.name == "RE 65, 353297" for motor in load_catalogue().motors)
        True
    """
    if path is None:
        return load_catalogue(SHIPPED)
    if not isinstance(path, (str, os.PathLike)):
        raise ArgumentError("catalogue", repr(path)[:80], "the name of a catalogue file, or a Catalogue")
    if Path(path).suffix.lower() not in (".toml", ".csv"):
        raise ArgumentError("catalogue", repr(os.fspath(path)), "a file that ends in .toml or .csv")
    try:
        text = read_text(path, TOML_LIMIT)
    except DescriptionError as error:
        told = [
            replace(one, expected=one.expected.replace("a robot file", "a motor catalogue")) for one in error.problems
        ]
        told = [replace(one, expected="motors and gears", hint="") if "is empty" in one.found else one for one in told]
        raise CatalogueError(told) from None
    return parse_catalogue(text, os.fspath(path), Path(path).suffix.lower()[1:])


def parse_catalogue(text: str, file: str | None = None, kind: str = "toml") -> Catalogue:
    """Read a catalogue from TOML or CSV text; `file` is the name that messages give."""
    problems: list[Problem] = []
    try:
        rows = (csv_rows if kind == "csv" else toml_rows)(text, file, problems)
    except DescriptionError as error:
        raise CatalogueError(list(error.problems)) from None
    values = [read_row(row, problems) for row in rows]
    problems += _duplicates(rows)
    known = {row.values.get("name") for row in rows if row.kind == "motor"}
    for row, found in zip(rows, values, strict=True):
        for name in (found or {}).get("motors", ()):
            if name not in known:
                problems.append(row.problem("motors", f"there is no motor {name!r}", "motors of this catalogue"))
    read = [(row, found) for row, found in zip(rows, values, strict=True) if found is not None]
    for kind_, example in (("motor", "[[motor]]"), ("gear or screw", "[[gear]]")):
        if not problems and not any((row.kind == "motor") == (kind_ == "motor") for row, _ in read):
            problems.append(Problem("", f"there is no {kind_}", f"at least one, as in {example}", "", file, 1))
    if problems:
        raise CatalogueError(_ordered(problems, file))
    motors = tuple(_motor(found) for row, found in read if row.kind == "motor")
    gears = tuple(_gear(row.kind, found) for row, found in read if row.kind != "motor")
    return Catalogue(motors, gears, Path(file).name if file else "")


def _ordered(problems: list[Problem], file: str | None) -> list[Problem]:
    problems = sorted(problems, key=lambda problem: problem.line or 0)
    hidden = len(problems) - MOST_PROBLEMS
    rest = [Problem("", f"{hidden} more problems", "a motor catalogue", "is this one?", file)] if hidden > 0 else []
    return problems[:MOST_PROBLEMS] + rest


def _duplicates(rows: list[Row]) -> list[Problem]:
    seen: dict[tuple[bool, Any], int] = {}
    found = []
    for row in rows:
        name = row.values.get("name")
        key = (row.kind == "motor", name)
        if isinstance(name, str) and key in seen:
            found.append(row.problem("name", f"{name!r} is also on line {seen[key]}", "a name of its own"))
        elif isinstance(name, str):
            seen[key] = row.line
    return found


def _cylinder(values: dict[str, Any]) -> tuple[float, float]:
    """Return the inertias of a solid cylinder about its axis and across it [kg·m²]; none without a size."""
    if "diameter" not in values:
        return 0.0, 0.0
    mass, radius, length = values["mass"], values["diameter"] / 2, values["length"]
    return mass * radius**2 / 2, mass * (3 * radius**2 + length**2) / 12


def _motor(values: dict[str, Any]) -> MotorType:
    axial, transverse = _cylinder(values)
    axial = max(axial - values["rotor_inertia"], 0.0)  # the rotor's own turning is counted as the rotor's
    own = {name: values[name] for name in values if name not in ("diameter", "peak_torque")}
    axial, transverse = own.pop("stator_inertia_axial", axial), own.pop("stator_inertia_transverse", transverse)
    peak: float = values["peak_torque" if "peak_torque" in values else "stall_torque"]
    return MotorType(**own, peak_torque=peak, axial=axial, transverse=transverse)


def _gear(kind: str, values: dict[str, Any]) -> GearType:
    axial, transverse = _cylinder(values)
    names = {"maximum_torque": "maximum_load", "maximum_force": "maximum_load",
             "continuous_torque": "continuous_load", "continuous_force": "continuous_load"}  # fmt: skip
    own = {names.get(name, name): value for name, value in values.items() if name not in ("diameter", "lead")}
    if kind == "screw":
        own |= {"ratio": 2 * math.pi / values["lead"], "linear": True}
    own.setdefault("backward_efficiency", values["efficiency"])
    return GearType(**own, axial=axial, transverse=transverse)
