"""Visuals in a robot file: [[visual]] tables, and the mesh files that they name, relative to the robot file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from armillary.description import robot as described
from armillary.description.mesh_paths import is_file, missing
from armillary.description.robot import VisualShape
from armillary.description.toml.placed import Placed, Row
from armillary.files.fields import Extent, Number, listed, problem

FIELDS: dict[str, tuple[str, ...]] = {
    "mesh": ("file",),
    "box": ("size",),
    "cylinder": ("radius", "length"),
    "sphere": ("radius",),
}
"""Required fields of each shape; fields of the others are refused."""
NEEDED = dict.fromkeys(name for names in FIELDS.values() for name in names)


def _not_zero(values: tuple[float, ...]) -> tuple[float, ...]:
    if 0 in values:
        raise problem(f"{list(values)}", "factors that are not zero")
    return values


def _shares(values: tuple[float, ...]) -> tuple[float, ...]:
    if not all(0 <= value <= 1 for value in values):
        raise problem(f"{list(values)}", "red, green, blue from 0 to 1")
    return values


class Visual(Placed):
    """A [[visual]]: a simple shape or a mesh file on a link, or on a node of it."""

    part = described.Visual
    link: str
    node: str | None = None
    shape: VisualShape
    size: Annotated[tuple[Extent, Extent, Extent], listed(3, "[0.1, 0.1, '5 cm']")] | None = Field(
        default=None, validate_default=True
    )
    radius: Extent | None = Field(default=None, validate_default=True)
    length: Extent | None = Field(default=None, validate_default=True)
    file: str | None = Field(default=None, validate_default=True)
    scale: Annotated[Row, AfterValidator(_not_zero)] = (1.0, 1.0, 1.0)
    colour: Annotated[tuple[Number, Number, Number], AfterValidator(_shares), listed(3, "[0.8, 0.2, 0.1]")] | None = (
        None
    )

    @field_validator(*NEEDED)
    @classmethod
    def _of_shape(cls, value: Any, info: ValidationInfo) -> Any:
        shape, name = info.data.get("shape"), str(info.field_name)
        if shape is None:  # which is said there
            return value
        if name in FIELDS[shape] and value in (None, ""):
            raise problem("the field is missing", f"{name} = … of a {shape}")
        if name not in FIELDS[shape] and value is not None:
            raise problem(f"{name!r} is not a field of a {shape}", f"{', '.join(FIELDS[shape])} there")
        return value

    def values(self) -> dict[str, Any]:
        """Return the arguments of the visual."""
        sizes = {"mesh": (), "box": self.size, "cylinder": (self.radius, self.length), "sphere": (self.radius,)}
        return super().values() | {"size": sizes[self.shape], "file": self.file or ""}


def place_files(data: dict[str, Any], folder: Path) -> None:
    """Put the folder of the robot file before the mesh files that its visuals name."""
    tables = data.get("visual")
    for table in tables if isinstance(tables, list) else ():
        name = table.get("file") if isinstance(table, dict) else None
        if isinstance(name, str) and name:
            table["file"] = str((folder / name).absolute())


def missing_files(visuals: Iterable[described.Visual]) -> Iterator[str]:
    """Yield a note on missing mesh files."""
    names = [visual.file for visual in visuals if visual.file]
    yield from missing(names, [name for name in names if is_file(name)])
