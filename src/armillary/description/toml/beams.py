"""Flexible links in a robot file: beams with sections, nodes, modes or sublinks, and modal data.

Modal data from a separate file are in place (`modal_files`) before these tables are checked.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Discriminator, Field, Tag, ValidationInfo, field_validator

from armillary.description import beam as described
from armillary.description.beam import SECTION_SIZES, ShapeFamily
from armillary.description.robot import NO_INERTIA, Vector, vector
from armillary.description.toml.bodies import Inertia
from armillary.description.toml.placed import UNIT_TOLERANCE, Direction, PartTable, Position, Ratios, Row
from armillary.files.fields import (
    Count,
    Flag,
    Frequency,
    Length,
    Mass,
    Moment,
    Name,
    Number,
    excludes,
    problem,
    quantity,
    several,
)
from armillary.files.words import shortened

PARALLEL = 1e-6
"""A normal whose component across the axis is shorter counts as parallel to the axis."""


SecondMoment = Annotated[float, quantity("second moment of area")]


class Sized(PartTable):
    """Section of a beam: its shape and the sizes of that shape."""

    def build(self) -> described.Section:
        """Return the part of the robot."""
        shape: Any = self.model_dump()["shape"]
        return described.Section(shape, tuple(getattr(self, name) for name in SECTION_SIZES[shape]))


class Rectangle(Sized):
    """A rectangle: width along y, height along z [m]."""

    shape: Literal["rectangle"]
    width: Length
    height: Length


class Circle(Sized):
    """A full circle."""

    shape: Literal["circle"]
    diameter: Length


class Tube(Sized):
    """A round tube: outer and inner diameter [m]."""

    shape: Literal["tube"]
    outer: Length
    inner: Length


class General(Sized):
    """Any section by its area [m²], second moments about y and z and torsion constant [m⁴]."""

    shape: Literal["general"] = "general"
    area: Annotated[float, quantity("area")]
    Iy: SecondMoment
    Iz: SecondMoment
    J: SecondMoment


def shape(value: Any) -> str | None:
    """Return the shape of a section: its field `shape`, or "general" if it has fields of a general section."""
    if not isinstance(value, dict):
        return "rectangle"
    if "shape" in value:
        return str(value["shape"])
    return "general" if value.keys() & {*SECTION_SIZES["general"]} else None


Section = Annotated[
    Annotated[Rectangle, Tag("rectangle")]
    | Annotated[Circle, Tag("circle")]
    | Annotated[Tube, Tag("tube")]
    | Annotated[General, Tag("general")],
    Discriminator(shape),
]


class Station(PartTable):
    """The section at a place of the beam."""

    part = described.Station
    at: Length
    section: Section


class Node(PartTable):
    """A named place of the beam."""

    part = described.BeamNode
    name: Name
    at: Length


class Modes(PartTable):
    """Assumed modes: number of each kind, family, damping."""

    part = described.Modes
    bending_y: Count = 0
    bending_z: Count = 0
    torsion: Count = 0
    axial: Count = 0
    shapes: ShapeFamily = "loaded"
    damping: Ratios = (0.0,)
    tip_mass: Mass | None = None
    tip_inertia: Moment | None = None
    published_half_slope: Flag = False


class Sublinks(PartTable):
    """Rigid sublinks with elastic joints between them: number and directions of the joints."""

    part = described.Sublinks
    count: Count
    bending_y: Flag = True
    bending_z: Flag = False
    torsion: Flag = False
    damping: Number = 0.0


def _counted(value: object) -> object:
    if not isinstance(value, int | float | dict):
        raise problem(shortened(value), f"a count, or a table of fields: {', '.join(Sublinks.model_fields)}")
    return {"count": value} if isinstance(value, int | float) else value


class Beam(PartTable):
    """A [link.beam]."""

    part = described.Beam
    length: Length
    E: Annotated[float, quantity("pressure")]
    G: Annotated[float, quantity("pressure")] | None = None
    density: Annotated[float, quantity("density")]
    axis: Direction = (1.0, 0.0, 0.0)
    normal: Direction | None = Field(default=None, validate_default=True)
    stations: (
        Annotated[tuple[Station, ...], several("[{ at = 0, section = { shape = 'circle', diameter = 0.02 } }]")] | None
    ) = None
    # Declared after `stations`: required only without them.
    section: Annotated[Section | None, excludes("stations")] = Field(default=None, validate_default=True)
    nodes: Annotated[tuple[Node, ...], several("[{ name = 'mid', at = 0.2 }]")] = ()
    modes: Modes | None = None
    sublinks: Annotated[Annotated[Sublinks, BeforeValidator(_counted)] | None, excludes("modes")] = None
    segments: Count = 1
    stiffening: Flag = True
    shear: Flag | None = None
    shear_factor: Ratios = ()
    rotary_inertia: Flag | None = None
    quadrature: Count | None = None

    @field_validator("normal")
    @classmethod
    def _across(cls, value: Vector | None, info: ValidationInfo) -> Vector:
        """Return the normal turned at right angles to the axis, in the plane of both."""
        normal, axis = value or (0.0, 1.0, 0.0), info.data.get("axis")
        if axis is None or abs(np.dot(axis, normal)) <= UNIT_TOLERANCE:
            return normal
        across = np.subtract(normal, np.dot(normal, axis) * np.array(axis))
        if np.linalg.norm(across) < PARALLEL:
            found = "parallel to the axis" if value else "left out, and y is parallel to the axis"
            least = min((2, 1, 0), key=lambda i: abs(axis[i]))
            hint = f"for example normal = {[int(i == least) for i in range(3)]}"
            raise problem(found, "a direction across the axis", hint)
        across /= np.linalg.norm(across)
        across -= across @ axis * np.array(axis)  # once more, against rounding
        return vector(across / np.linalg.norm(across))

    @field_validator("section")
    @classmethod
    def _one_section(cls, value: Any, info: ValidationInfo) -> Any:
        if value is None and "stations" in info.data and info.data["stations"] is None:
            raise problem("the field is missing", "section = { shape = 'circle', diameter = … }, or stations")
        return value

    def values(self) -> dict[str, Any]:
        """Return the arguments of the beam: one section is a station at its root."""
        own = super().values()
        if self.section is not None:
            own["stations"] = (described.Station(0.0, self.section.build()),)
        return own


Rows = Annotated[tuple[Row, ...], several("[[0, 1, 0], [0, -1, 0]], one row for each mode")]


class ModalNode(PartTable):
    """A node: position, lumped mass and inertia, translation and rotation in each mode."""

    part = described.ModalNode
    name: Name
    position: Position
    mass: Mass = 0.0
    inertia: Inertia = NO_INERTIA
    translation: Rows
    rotation: Rows = ()


class Modal(PartTable):
    """A [link.modal]."""

    part = described.ModalData
    file: str | None = Field(default=None)
    frequencies: Annotated[tuple[Frequency, ...], several("['12.5 Hz', '80.1 Hz']")]
    damping: Ratios = (0.0,)
    modal_masses: Annotated[tuple[Mass, ...], several("[1, 1]")] = ()
    stiffening: Flag = True
    nodes: Annotated[tuple[ModalNode, ...], several("[{ name = 'tip', position = [1, 0, 0], … }]")]

    @field_validator("file")
    @classmethod
    def _read_before(cls, value: Any) -> Any:
        if value is not None:
            raise problem(f"{value!r} is named by a file of modal data", "frequencies and nodes in the file itself")
        return value
