"""Catalogues of motors, gearboxes and screws in TOML or CSV; every dimensional value has a unit.

A motor has limits (continuous and peak torque, speed, optionally the line from stall torque to no-load speed), a mass
and a rotor inertia. The inertia of its stator is stated, or that of a solid cylinder of its length and diameter minus
the rotor's, or zero (point mass). Its winding, its friction and its flow of heat are optional. A gearbox or a screw has
a ratio (rotor angle per joint angle, or radians per metre), an efficiency, an inertia at its input, a mass and load
limits; stiffness, damping and backlash at its output and friction at its input are optional.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from pathlib import Path

from armillary.errors import ArgumentError
from armillary.files.document import Document
from armillary.files.kinds import kind_of_file, mistaken
from armillary.files.lines import line_of
from armillary.files.words import shortened
from armillary.selection.motors.catalogue_file import (
    CATALOGUE,
    KINDS,
    CatalogueFile,
    Gear,
    Motor,
    Part,
    Screw,
    csv_document,
)

SHIPPED = Path(__file__).with_name("catalogue.toml")  # default catalogue, part of the package


@dataclass(frozen=True)
class MotorType:
    """A motor in SI units; `axial` and `transverse` are the central inertias of its stator [kg·m²].

    Currents and voltages are those of a DC winding: u i is the electric power and R i² the heat. `thermal_resistance`
    [K/W] is from the winding to the housing and `housing_resistance` from there to the air; without the latter the
    former is from the winding to the air. The time constants [s] are those of winding and housing. Temperatures are in
    K. `gears` names the compatible gears; default all.
    """

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
    inductance: float = 0.0
    maximum_current: float = math.inf
    maximum_voltage: float = math.inf
    friction_torque: float = 0.0
    viscous_friction: float = 0.0
    thermal_resistance: float | None = None
    thermal_time: float | None = None
    housing_resistance: float | None = None
    housing_time: float | None = None
    maximum_temperature: float = math.inf
    axial: float = 0.0
    transverse: float = 0.0
    length: float | None = None
    gears: tuple[str, ...] = ()
    maker: str = ""
    source: str = ""


@dataclass(frozen=True)
class GearType:
    """A gearbox or, with `linear`, a screw: ratio in rad/rad or rad/m, loads in N·m or N.

    `inertia` [kg·m²], `friction_torque` [N·m] and `viscous_friction` [N·m·s/rad] are at the input; `stiffness`,
    `damping` and `backlash` are at the output, in N·m/rad, N·m·s/rad and rad, or N/m, N·s/m and m.
    `backward_efficiency` applies to power from the joint to the motor. `motors` names the compatible motors; default
    all.
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
    friction_torque: float = 0.0
    viscous_friction: float = 0.0
    stiffness: float = math.inf
    damping: float = 0.0
    backlash: float = 0.0
    motors: tuple[str, ...] = ()
    axial: float = 0.0
    transverse: float = 0.0
    length: float | None = None
    maker: str = ""
    source: str = ""


@dataclass(frozen=True)
class Catalogue:
    """Motors, and gearboxes and screws."""

    motors: tuple[MotorType, ...]
    gears: tuple[GearType, ...]
    name: str = ""

    def __repr__(self) -> str:
        return f"<Catalogue {self.name}: {len(self.motors)} motors, {len(self.gears)} gears and screws>"


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
    gears = (*map(_gear, read.gear), *map(_gear, read.screw))
    return Catalogue(tuple(map(_motor, read.motor)), gears, Path(file).name if file else "")


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


def _cylinder(part: Part, mass: float) -> tuple[float, float]:
    """Return the axial and transverse inertia of a solid cylinder [kg·m²]; zero without dimensions."""
    if part.diameter is None or part.length is None:
        return 0.0, 0.0
    radius = part.diameter / 2
    return mass * radius**2 / 2, mass * (3 * radius**2 + part.length**2) / 12


def _motor(motor: Motor) -> MotorType:
    axial, transverse = _cylinder(motor, motor.mass)
    axial = max(axial - motor.rotor_inertia, 0.0)  # the model adds the rotor inertia separately
    fields = motor.model_dump(exclude_none=True, exclude={"diameter"})
    axial = fields.pop("stator_inertia_axial", axial)
    transverse = fields.pop("stator_inertia_transverse", transverse)
    return MotorType(**{"peak_torque": motor.greatest_torque()} | fields, axial=axial, transverse=transverse)


def _gear(gear: Gear | Screw) -> GearType:
    axial, transverse = _cylinder(gear, gear.mass)
    names = {"maximum_torque": "maximum_load", "maximum_force": "maximum_load",
             "continuous_torque": "continuous_load", "continuous_force": "continuous_load"}  # fmt: skip
    fields = gear.model_dump(exclude_none=True, exclude={"diameter", "lead"})
    fields = {names.get(name, name): value for name, value in fields.items()}
    fields = {"backward_efficiency": gear.efficiency} | fields
    if isinstance(gear, Screw):
        fields |= {"ratio": 2 * math.pi / gear.lead, "linear": True}
    return GearType(**fields, axial=axial, transverse=transverse)
