"""Rows of a DH table in a robot file: [[dh]], with the units of a rotation or of a translation, and the [tool]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import create_model, field_validator

from armillary.description.dh import DHRow
from armillary.description.robot import ORIGIN, Frame, Limits
from armillary.description.toml.tables import (
    Inertia,
    Letters,
    PartTable,
    Placed,
    Position,
    Raw,
    built,
    one_of,
    table_of,
)
from armillary.description.validate.quantities import LETTER, LETTERED
from armillary.errors import DescriptionError, Problem
from armillary.files.fields import Angle, Length, Mass, Moment, Number, problem, quantity
from armillary.files.words import shortened


class Tool(Placed):
    """The frame "tip" in the last DH frame."""


class RowTable(PartTable):
    """A row of a DH table: a, alpha, d and theta, the joint, and the link behind it."""

    part = DHRow

    name: str = ""
    a: Length = 0.0
    alpha: Angle = 0.0
    d: Length = 0.0
    theta: Angle = 0.0
    letters: Letters | None = None
    mass: Mass = 0.0
    com: Position = ORIGIN
    inertia: Inertia | None = None
    rotor_inertia: Moment = 0.0
    ratio: Number = 1.0

    @field_validator("letters")
    @classmethod
    def _known(cls, value: Letters | None) -> Letters | None:
        for name in dict(value or {}).values():
            if name and not LETTER.fullmatch(name):
                raise problem(shortened(name), LETTERED, "L1")
        return value

    def values(self) -> dict[str, Any]:
        """Return the arguments of the row."""
        values = {name: built(getattr(self, name)) for name in self.model_fields_set}
        if self.letters:
            values["letters"] = {number: name for number, name in dict(self.letters).items() if name}
        return values


LETTER_OF_JOINT: Any = Literal["R", "P"]


def _row(name: str, slides: bool | None) -> type[RowTable]:
    """Return the table of a row whose joint slides or turns; units at an invalid joint (None) are not checked."""
    effort: Any = Raw if slides is None else Annotated[float, quantity("force" if slides else "torque")]
    damping: Any = Raw if slides is None else Annotated[float, quantity(f"{'linear' if slides else 'rotary'} friction")]
    turns = None if slides is None else not slides
    return create_model(
        name,
        __base__=RowTable,
        __doc__=RowTable.__doc__,
        joint=(LETTER_OF_JOINT, "R"),
        limits=(table_of(Limits, turns), Limits()),
        viscous=(damping, 0.0),
        coulomb=(effort, 0.0),
        coulomb_negative=(effort | None, None),
    )


KINDS = {"R": "revolute row", "P": "prismatic row"}
UNKNOWN = "row"


def _kind(row: Any) -> str:
    """Return the kind of a row by its joint, which is revolute by default."""
    joint = row.get("joint", "R") if isinstance(row, dict) else None
    return KINDS.get(joint, UNKNOWN) if isinstance(joint, str) else UNKNOWN


ANY_ROW = one_of(
    {KINDS["R"]: _row("RevoluteRow", False), KINDS["P"]: _row("PrismaticRow", True), UNKNOWN: _row("AnyRow", None)},
    _kind,
)


def with_tip(tip: Frame, frames: Sequence[Frame], tool: bool) -> tuple[Frame, ...]:
    """Return the frames of a file behind the tip of its table; a tip of the file replaces that of the table."""
    if any(frame.name == tip.name for frame in frames):
        if tool:
            raise DescriptionError([Problem("tool", f"given together with a frame {tip.name!r}", "one of the two")])
        return tuple(frames)
    return tip, *frames
