"""Rows of kinematic tables: a joint and the link that it moves, for DH tables and for screw axes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, fields, replace
from typing import Any, TypeVar

import numpy as np

from armillary.description.friction import Friction
from armillary.description.robot import (
    NO_INERTIA,
    Frame,
    Joint,
    JointType,
    Limits,
    Link,
    Motor,
    Placement,
    Robot,
    matrix,
    vector,
)
from armillary.description.serial import SerialLink
from armillary.errors import ArgumentError, DescriptionError, Problem
from armillary.files.arguments import finite
from armillary.files.words import nearest, shortened
from armillary.spatial.inertia import rotate
from armillary.spatial.pose import FramePose
from armillary.spatial.scalar import Floats

UNLIMITED = Limits()
Row = TypeVar("Row", bound="JointRow")
Check = tuple[Callable[[Any], bool], str]
"""A function that accepts or rejects a value of a field, and what messages expect."""


@dataclass(frozen=True)
class JointRow:
    """A joint of a table and the link that it moves.

    Since a table does not give the spin axis of a motor, a rotor acts as the reflected inertia ratio² · rotor_inertia
    alone; the mass of the motor belongs to the links.
    """

    _: KW_ONLY
    name: str = ""
    mass: float = 0.0
    com: Sequence[float] = (0.0, 0.0, 0.0)
    inertia: Sequence[float] | Sequence[Sequence[float]] = NO_INERTIA
    limits: Limits | Sequence[float] = UNLIMITED
    viscous: float = 0.0
    coulomb: float = 0.0
    coulomb_negative: float | None = None
    rotor_inertia: float = 0.0
    ratio: float = 1.0

    @property
    def tensor(self) -> Floats:
        """The inertia as a matrix."""
        inertia = np.asarray(self.inertia, dtype=float)
        if inertia.shape == (3, 3):
            return inertia
        xx, yy, zz, xy, xz, yz = inertia
        return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def body_fields(link: SerialLink, seen: FramePose) -> dict[str, Any]:
    """Return the fields of a `JointRow` for a link of a chain, whose frame is `seen` in the frame of the row."""
    friction, negative = link.joint.friction, link.joint.friction.coulomb_negative
    return {
        "name": link.joint.name,
        "mass": link.mass,
        "com": vector(seen.t + seen.R @ link.com) if link.mass else (0.0, 0.0, 0.0),
        "inertia": matrix(rotate(link.inertia, seen.R)),
        "limits": link.joint.limits,
        "viscous": friction.factor * friction.viscous,
        "coulomb": friction.factor * friction.coulomb,
        "coulomb_negative": None if negative is None else friction.factor * negative,
        "rotor_inertia": link.rotor_inertia,
        "ratio": link.ratio,
    }


class RowParts:
    """The links, joints and motors of the rows of a table, in their order."""

    def __init__(self, base: str = "base") -> None:
        self.base = base
        self.links: list[Link] = []
        self.joints: list[Joint] = []
        self.motors: list[Motor] = []
        self._motor_rows: list[int] = []

    def add(
        self,
        row: JointRow,
        type: JointType,
        placement: Placement,
        seen: FramePose,
        axis: Sequence[float],
        pitch: float = 0.0,
    ) -> None:
        """Add the parts of a row.

        Args:
            row: The row.
            type: Type of the joint.
            placement: Placement of the joint on the link before.
            seen: Frame of the row's centre of mass and inertia in the frame of the link.
            axis: Axis of the joint, in its own frame.
            pitch: Pitch of a screw joint [m/rad].
        """
        i, parent = len(self.joints) + 1, self.links[-1].name if self.links else self.base
        limits = row.limits if isinstance(row.limits, Limits) else Limits(float(row.limits[0]), float(row.limits[1]))
        friction = Friction(row.viscous, row.coulomb, row.coulomb_negative)
        name, link = row.name or f"joint{i}", f"link{i}"
        joint = Joint(name, type, parent, link, placement, vector(axis), limits, friction, pitch=pitch)
        self.joints.append(joint)
        com = seen.t + seen.R @ np.asarray(row.com)
        self.links.append(Link(link, row.mass, vector(com), matrix(rotate(row.tensor, seen.R))))
        if row.rotor_inertia:
            motor = Motor(f"motor{i}", name, parent, rotor_inertia=row.rotor_inertia, ratio=row.ratio)
            self.motors.append(motor)
            self._motor_rows.append(i - 1)

    def robot(self, frame: Frame, **fields: Any) -> Robot:
        """Return the robot of the rows with one frame and other fields; its faults are those of rows."""
        links, joints, motors = tuple(self.links), tuple(self.joints), tuple(self.motors)
        try:
            return Robot(links=links, joints=joints, motors=motors, frames=(frame,), **fields)
        except DescriptionError as error:
            raise DescriptionError([self.of_row(problem) for problem in error.problems]) from None

    def of_row(self, problem: Problem, table: str = "row") -> Problem:
        """Return a problem of a link, joint or motor of a robot as a problem of the row or other part it comes from.

        The robot has the parts of the rows first, then others, whose numbers count from zero again.
        """
        match = re.fullmatch(r"(link|joint|motor)\[(\d+)\](\.friction)?(.*)", problem.field)
        if not match:
            return problem
        kind, index, rest = match[1], int(match[2]), match[4]
        count = len(getattr(self, f"{kind}s"))
        if index >= count:
            return replace(problem, field=f"{kind}[{index - count}]{match[3] or ''}{rest}")
        row = self._motor_rows[index] if kind == "motor" else index
        return replace(problem, field=f"{table}[{row}]{rest}")


def checked(rows: Sequence[Row | Mapping[str, Any]], kind: type[Row], checks: Mapping[str, Check]) -> list[Row]:
    """Return the rows as values of a class of rows; raise one error that lists the faults of all rows."""
    if isinstance(rows, str | Mapping | JointRow) or not isinstance(rows, Sequence):
        raise ArgumentError("rows", f"a {type(rows).__name__}", f"a sequence of {kind.__name__} or of mappings")
    if not rows:
        raise ArgumentError("rows", "an empty table", "at least one row")
    table, problems = list[Row](), list[Problem]()
    for i, row in enumerate(rows):
        if not isinstance(row, kind | Mapping):
            expected = f"a {kind.__name__} or a mapping with its fields"
            problems.append(Problem(f"row[{i}]", f"a {type(row).__name__}", expected))
            continue
        values = dict(row) if isinstance(row, Mapping) else dict(vars(row))
        faults = list(_faults(f"row[{i}]", values, kind, {**CHECKS, **checks}))
        problems += faults
        if not faults:
            values |= {field: float(value) for field, value in values.items() if finite(value) is not None}
            table.append(kind(**values))
    if problems:
        raise DescriptionError(problems)
    return table


def _faults(place: str, row: Mapping[str, Any], kind: type[JointRow], checks: Mapping[str, Check]) -> Iterator[Problem]:
    known = [field.name for field in fields(kind)]
    for field, value in row.items():
        fits, expected = checks.get(field, (None, ""))
        if fits is None or field not in known:
            yield Problem(f"{place}.{field}", "unknown field", f"one of {', '.join(known)}", nearest(field, known))
        elif not fits(value):
            yield Problem(f"{place}.{field}", shortened(value), expected)


def shape_of(value: object) -> tuple[int, ...] | None:
    """Return the shape of nested sequences of numbers; None for other values."""
    try:
        array = np.asarray(value)
    except Exception:  # rows of different lengths; objects of users may raise any error
        return None
    return array.shape if array.dtype.kind in "iuf" else None


NUMBER: Check = (lambda value: finite(value) is not None, "a finite number in SI units")
CHECKS: dict[str, Check] = {
    **dict.fromkeys(("mass", "viscous", "coulomb", "rotor_inertia", "ratio"), NUMBER),
    "name": (lambda value: isinstance(value, str), "the name of the joint"),
    "coulomb_negative": (lambda value: value is None or finite(value) is not None, "a finite number in SI units"),
    "com": (lambda value: shape_of(value) == (3,), "three numbers [m]"),
    "inertia": (lambda value: shape_of(value) in ((6,), (3, 3)), "a 3 × 3 matrix or xx, yy, zz, xy, xz, yz [kg·m²]"),
    "limits": (lambda value: isinstance(value, Limits) or shape_of(value) == (2,), "(lower, upper) or Limits"),
}
"""Checks of the fields of every row."""
