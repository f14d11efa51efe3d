"""Words for joints in a robot file: coordinates by name, and couplings by ratio and offset.

Limits, friction and spring have the dimensions of a rotation or of a translation. The type of the joint decides which
table applies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationInfo, field_validator

from armillary.description.joint_types import FORMS
from armillary.description.robot import Coordinate, Coupling, Joint, Motor
from armillary.description.toml.tables import PartTable, Raw, one_of, spells, table_of
from armillary.files.fields import problem
from armillary.files.units import parse_quantity


@spells(Coupling)
class Couple(PartTable):
    """The joint that another joint follows: ratio and offset, or a polynomial in SI units.

    The unit of a ratio depends on both joints: it is read when both are known.
    """

    optional = ("polynomial",)

    ratio: Raw | None = None
    offset: Raw | None = None

    @field_validator("polynomial", check_fields=False)
    @classmethod
    def _alone(cls, value: Any, info: ValidationInfo) -> Any:
        for other in ("ratio", "offset"):
            if value is not None and info.data.get(other) is not None:
                raise problem(f"given together with {other}", f"either polynomial or {other}")
        return value

    def build(self) -> Any:
        """Return the table itself, until both joints are known."""
        return self

    def coupling(self, turns: bool, others: Mapping[str, bool]) -> Coupling:
        """Return the coupling of a joint to its leader; raises `ArgumentError` for the unit of ratio or offset.

        Args:
            turns: Whether the joint turns.
            others: The same for every joint, by name.
        """
        values = self.values()
        if values.get("polynomial") is not None:
            return Coupling(**values)
        leader_turns = others.get(values["joint"], turns)
        dimension = {(True, False): "turn per length", (False, True): "length per turn"}.get((turns, leader_turns))
        ratio = 1.0 if self.ratio is None else parse_quantity(self.ratio, dimension or "number", field="ratio")
        place = "angle" if turns else "length"
        offset = 0.0 if self.offset is None else parse_quantity(self.offset, place, field="offset")
        return Coupling.linear(values["joint"], ratio, offset)


@spells(Joint)
class JointWords(PartTable):
    """A joint whose coordinates, if it has several, have tables of their own."""

    left_out = ("coordinates",)

    def values(self) -> dict[str, Any]:
        """Return the arguments of the joint; those with several coordinates have a part for each."""
        own = super().values()
        parts = [getattr(self, name, None) for name in FORMS[own["type"]].v]
        if any(part is not None for part in parts):
            own["coordinates"] = tuple(Coordinate() if part is None else part.build() for part in parts)
        return own


class Sliding(dict[str, Any]):
    """The fields of a [[motor]] whose joint slides."""


def with_joints(data: Any) -> Any:
    """Return a robot file with its motors of sliding joints marked, since the joint decides the units of a gear."""
    if not isinstance(data, dict) or not all(isinstance(data.get(kind), list) for kind in ("joint", "motor")):
        return data
    sliding = [row.get("name") for row in data["joint"] if (kind := _type(row)) != UNKNOWN and FORMS[kind].slides]
    motors = [Sliding(row) if isinstance(row, dict) and row.get("joint") in sliding else row for row in data["motor"]]
    return data | {"motor": motors}


def _joint_table(kind: str) -> Any:
    turns = None if kind == UNKNOWN else not FORMS[kind].slides
    return table_of(Joint, turns, kind)


def _type(value: Any) -> str:
    kind = value.get("type") if isinstance(value, dict) else None
    return kind if isinstance(kind, str) and kind in FORMS else UNKNOWN


UNKNOWN = "unknown"
"""Stands for the type of a joint that is missing or invalid."""
ANY_JOINT = one_of({kind: _joint_table(kind) for kind in (*FORMS, UNKNOWN)}, _type)
ANY_MOTOR = one_of(
    {"turns": table_of(Motor, True), "slides": table_of(Motor, False)},
    lambda value: "slides" if isinstance(value, Sliding) else "turns",
)
