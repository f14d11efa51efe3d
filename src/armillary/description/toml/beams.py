"""Words for flexible links in a robot file: sections by shape, one section for all stations, sublinks by count.

Modal data from a separate file are in place (`modal_files`) before these tables are checked.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field, ValidationInfo, create_model, field_validator

from armillary.description import beam as described
from armillary.description.beam import SECTION_SIZES
from armillary.description.robot import Vector, vector
from armillary.description.toml.tables import UNIT_TOLERANCE, PartTable, one_of, reads, spells
from armillary.files.fields import number_of, problem
from armillary.files.quantity import declared
from armillary.files.words import shortened

PARALLEL = 1e-6
"""A normal whose component across the axis is shorter counts as parallel to the axis."""

GENERAL = "general"
"""Shape of a section that is given by its area and moments; a file may leave it out."""


class Sized(PartTable):
    """Section of a beam: its shape and the sizes of that shape."""

    def build(self) -> described.Section:
        """Return the part of the robot."""
        values = self.model_dump()
        return described.Section(values["shape"], tuple(values[name] for name in SECTION_SIZES[values["shape"]]))


def _sized(kind: str) -> Any:
    """Return the table of the sections of a shape."""
    fields: dict[str, Any] = {"shape": (Literal[kind], GENERAL if kind == GENERAL else ...)}
    for name, says in SECTION_SIZES[kind].items():
        fields[name] = Annotated[float, number_of(says, in_range=False), says], Field(description=says.says)
    return create_model(kind.capitalize(), __base__=Sized, **fields)


def shape(value: Any) -> str | None:
    """Return the shape of a section: its field `shape`, or "general" if it has fields of a general section."""
    if not isinstance(value, dict):
        return "rectangle"
    if "shape" in value:
        return str(value["shape"])
    return GENERAL if value.keys() & SECTION_SIZES[GENERAL].keys() else None


Section = one_of({kind: _sized(kind) for kind in SECTION_SIZES}, shape)
reads(described.Section, Section)


@spells(described.Beam)
class Beam(PartTable):
    """A beam whose one section stands for its stations; the normal is across the axis."""

    optional = ("stations", "normal")

    section: Section | None = None  # type: ignore[valid-type]

    @field_validator("stations", check_fields=False)
    @classmethod
    def _one_section(cls, value: Any, info: ValidationInfo) -> Any:
        if "section" in info.data and (value is None) == (info.data["section"] is None):
            if value is not None:
                raise problem("given together with section", "either stations or section")
            raise problem("the field is missing", "section = { shape = 'circle', diameter = … }, or stations")
        return value

    @field_validator("sublinks", mode="before", check_fields=False)
    @classmethod
    def _counted(cls, value: Any) -> Any:
        if not isinstance(value, int | float | dict):
            names = ", ".join(field.name for field in declared(described.Sublinks))
            raise problem(shortened(value), f"a count, or a table of fields: {names}")
        return {"count": value} if isinstance(value, int | float) else value

    @field_validator("normal", check_fields=False)
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

    def values(self) -> dict[str, Any]:
        """Return the arguments of the beam: one section is a station at its root."""
        own = super().values() | {"normal": dict(self)["normal"]}
        if self.section is not None:
            own["stations"] = (described.Station(0.0, self.section.build()),)
        return own


@spells(described.ModalData)
class Modal(PartTable):
    """Modal data in the robot file; those of a file of their own are in place before."""

    file: str | None = None

    @field_validator("file")
    @classmethod
    def _read_before(cls, value: Any) -> Any:
        if value is not None:
            raise problem(f"{value!r} is named by a file of modal data", "frequencies and nodes in the file itself")
        return value
