"""Modal data of a link: the tables of docs/modal-data.md, in a robot file or a separate file.

A separate file has been read and put in place (`modal_files`) before these tables are checked.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, field_validator

from armillary.description import beam as described
from armillary.description.toml.bodies import Inertia, inertia_matrix
from armillary.description.toml.placed import PartTable, Position, Ratios, Row
from armillary.files.fields import Frequency, Mass, Name, problem, several

Rows = Annotated[tuple[Row, ...], several("[[0, 1, 0], [0, -1, 0]], one row for each mode")]


class ModalNode(PartTable):
    """A node: where it is, its lumped mass and inertia, and how each mode moves and turns it."""

    part = described.ModalNode
    name: Name
    position: Position
    mass: Mass = 0.0
    inertia: Inertia | None = None
    translation: Rows
    rotation: Rows = ()

    def values(self) -> dict[str, Any]:
        """Return the arguments of the node."""
        return super().values() | {"inertia": inertia_matrix(self.inertia)}


class Modal(PartTable):
    """A [link.modal]."""

    part = described.ModalData
    file: str | None = Field(default=None)
    frequencies: Annotated[tuple[Frequency, ...], several("['12.5 Hz', '80.1 Hz']")]
    damping: Ratios = (0.0,)
    modal_masses: Annotated[tuple[Mass, ...], several("[1, 1]")] = ()
    nodes: Annotated[tuple[ModalNode, ...], several("[{ name = 'tip', position = [1, 0, 0], … }]")]

    @field_validator("file")
    @classmethod
    def _read_before(cls, value: Any) -> Any:
        if value is not None:
            raise problem(f"{value!r} is named by a file of modal data", "frequencies and nodes in the file itself")
        return value
