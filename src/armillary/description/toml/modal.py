"""The modal data of a link: the tables of docs/modal-data.md, in a robot file or in a file of their own.

By the time that these tables are looked at, a file that they name has been read and stands in their place
(`modal_files`).
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, field_validator

from armillary.description import beam as described
from armillary.description.toml.bodies import Inertia, inertia_matrix
from armillary.description.toml.placed import Position, Ratios, Row
from armillary.files.fields import Frequency, Mass, Name, Table, problem, several

Rows = Annotated[tuple[Row, ...], several("[[0, 1, 0], [0, -1, 0]], one row for each mode")]


class ModalNode(Table):
    """A node: where it is, its lumped mass and inertia, and how each mode moves and turns it."""

    name: Name
    position: Position
    mass: Mass = 0.0
    inertia: Inertia | None = None
    translation: Rows
    rotation: Rows = ()

    def build(self) -> described.ModalNode:
        """Return the part of the robot."""
        inertia = inertia_matrix(self.inertia)
        return described.ModalNode(self.name, self.position, self.mass, inertia, self.translation, self.rotation)


class Modal(Table):
    """A [link.modal]."""

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

    def build(self) -> described.ModalData:
        """Return the part of the robot."""
        nodes = tuple(node.build() for node in self.nodes)
        return described.ModalData(self.frequencies, nodes, self.damping, self.modal_masses)
