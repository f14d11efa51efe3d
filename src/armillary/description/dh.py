"""Denavit–Hartenberg tables, standard and modified → `Robot`. [DenavitHartenberg1955; Craig2005, ch. 3]

With rotations Rx, Rz and translations Tx, Tz about and along the axes, and θ = theta + q (revolute) or
d = d + q (prismatic), row i of a table means
    standard:  T_{i−1,i} = Rz(θ_i) Tz(d_i) Tx(a_i) Rx(α_i)                     (1)
    modified:  T_{i−1,i} = Rx(α_i) Tx(a_i) Rz(θ_i) Tz(d_i)                     (2)
(a and α of a modified row have the index i − 1 in Craig's notation). The factors about and along z
commute with each other, and so do those of x. So both conventions are products of screws about x and z,
    K_i = Rx(α_i) Tx(a_i),   Z_i = Rz(theta_i) Tz(d_i),   J(q) the joint about or along z:
    standard:  T_0n = Z_1 J(q_1) K_1 Z_2 J(q_2) K_2 … Z_n J(q_n) K_n           (3)
    modified:  T_0n = K_1 Z_1 J(q_1) K_2 Z_2 J(q_2) … K_n Z_n J(q_n)           (4)
The frame of a link in a `Robot` follows J(q_i). It is the modified DH frame. The standard DH frame has the
placement K_i in it, so centre of mass and inertia of a standard row become
    c_link = R_K c + p_K,   I_link = R_K I R_Kᵀ                                (5)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from armillary.description.friction import Friction
from armillary.description.robot import NO_INERTIA, Frame, Joint, Limits, Link, Motor, Placement, Robot, matrix, vector
from armillary.errors import ArgumentError, DescriptionError, Problem
from armillary.files.arguments import finite
from armillary.files.words import nearest, shortened
from armillary.spatial.inertia import rotate
from armillary.spatial.rotation import about_axis, tidy
from armillary.spatial.scalar import Floats

CONVENTIONS = ("standard", "modified")
_UNLIMITED = Limits()
_NUMBERS = ("a", "alpha", "d", "theta", "mass", "viscous", "coulomb", "rotor_inertia", "ratio")


@dataclass(frozen=True)
class DHRow:
    """One row of a DH table: a joint and the link that it moves.

    The joint variable is added to `theta` for joint "R" (revolute) and to `d` for joint "P" (prismatic). Since a DH
    table does not give the spin axis of a motor, a rotor acts as the reflected inertia ratio² · rotor_inertia alone;
    the mass of the motor belongs to the links.

    Args:
        a: Link length [m].
        alpha: Link twist [rad].
        d: Joint offset [m].
        theta: Joint angle [rad].
        joint: "R" or "P".
        mass: Mass of the link [kg].
        com: Centre of mass in the DH frame of this row's link [m].
        inertia: Inertia about the centre of mass, in the axes of that frame [kg·m²]: 3 × 3, or xx, yy, zz, xy, xz, yz.
        limits: Position limits (lower, upper), or `Limits`.
        viscous: Viscous friction at the joint [N·m·s/rad or N·s/m].
        coulomb: Coulomb friction at the joint [N·m or N].
        coulomb_negative: Coulomb friction at negative rates; default `coulomb`.
        rotor_inertia: Inertia of the rotor of a motor [kg·m²]; default no motor.
        ratio: Gear ratio: rotor speed over joint speed.
    """

    a: float = 0.0
    alpha: float = 0.0
    d: float = 0.0
    theta: float = 0.0
    joint: str = "R"
    mass: float = 0.0
    com: Sequence[float] = (0.0, 0.0, 0.0)
    inertia: Sequence[float] | Sequence[Sequence[float]] = NO_INERTIA
    limits: Limits | Sequence[float] = _UNLIMITED
    viscous: float = 0.0
    coulomb: float = 0.0
    coulomb_negative: float | None = None
    rotor_inertia: float = 0.0
    ratio: float = 1.0


def from_dh(
    rows: Sequence[DHRow | Mapping[str, Any]],
    convention: str = "modified",
    *,
    name: str = "dh",
    gravity: Sequence[float] = (0.0, 0.0, -9.81),
    base: Placement | None = None,
    tool: Placement | None = None,
    source: str = "",
) -> Robot:
    """Return the robot of a DH table.

    Links are named link1, link2, …, joints joint1, joint2, …; the frame "tip" is placed in the last DH frame by `tool`.

    Args:
        rows: One `DHRow`, or a mapping with its fields, per joint.
        convention: "standard" (distal frames) or "modified" (Craig's proximal frames, default).
        name: Name of the robot.
        gravity: Gravity in the world [m/s²]; default 9.81 along −z.
        base: Placement of DH frame 0 in the world; default: the frame of the world.
        tool: Placement of "tip" in the last DH frame; default: that frame.
        source: Source of the numbers.

    Example:
        >>> from math import pi
        >>> robot = from_dh([{"d": 0.4, "alpha": pi / 2}, {"a": 0.3}], "standard")
        >>> [joint.placement.xyz for joint in robot.joints]
        [(0.0, 0.0, 0.4), (0.0, 0.0, 0.0)]
    """
    if not isinstance(convention, str) or convention not in CONVENTIONS:
        raise ArgumentError("convention", shortened(convention), f"one of {', '.join(CONVENTIONS)}")
    if _shape(gravity) != (3,):
        raise ArgumentError("gravity", shortened(gravity), "three numbers [m/s²]")
    for argument, placement in (("base", base), ("tool", tool)):
        if placement is not None and not isinstance(placement, Placement):
            raise ArgumentError(argument, shortened(placement), "a Placement", "arm.Placement(xyz, rotation)")
        if placement is not None and (_shape(placement.xyz), _shape(placement.rotation)) != ((3,), (3, 3)):
            raise ArgumentError(argument, shortened(placement), "an xyz of three numbers and a rotation of 3 × 3")
    table = _checked(rows)
    links, joints, motors = [], [], []
    R, p = np.eye(3), np.zeros(3)  # placement of the factors so far in the frame of the last link
    for i, row in enumerate(table, start=1):
        R_K = tidy(about_axis((1.0, 0.0, 0.0), row.alpha))
        p_K = np.array([row.a, 0.0, 0.0])
        if convention == "modified":
            R, p = R @ R_K, p + R @ p_K  # (4)
        p = p + R @ np.array([0.0, 0.0, row.d])
        R = R @ tidy(about_axis((0.0, 0.0, 1.0), row.theta))
        parent = f"link{i - 1}" if i > 1 else "base"
        joints.append(_joint(row, f"joint{i}", parent, f"link{i}", R, p))
        R, p = (R_K, p_K) if convention == "standard" else (np.eye(3), np.zeros(3))  # (3)
        com = p + R @ np.asarray(row.com)  # (5)
        links.append(Link(f"link{i}", row.mass, vector(com), matrix(rotate(_tensor(row), R))))
        if row.rotor_inertia:
            motors.append(Motor(f"motor{i}", f"joint{i}", parent, rotor_inertia=row.rotor_inertia, ratio=row.ratio))
    tool = tool or Placement()
    xyz = p + R @ np.array(tool.xyz)
    rotation = R @ np.array(tool.rotation)
    try:
        return Robot(
            name=name,
            links=tuple(links),
            joints=tuple(joints),
            motors=tuple(motors),
            frames=(Frame("tip", f"link{len(table)}", Placement(vector(xyz), matrix(rotation))),),
            base_placement=base or Placement(),
            gravity=vector(gravity),
            source=source,
        )
    except DescriptionError as error:
        raise DescriptionError([_of_row(problem, motors) for problem in error.problems]) from None


def _joint(row: DHRow, name: str, parent: str, child: str, R: Floats, p: Floats) -> Joint:
    return Joint(
        name=name,
        type="revolute" if row.joint == "R" else "prismatic",
        parent=parent,
        child=child,
        placement=Placement(vector(p), matrix(R)),
        axis=(0.0, 0.0, 1.0),
        limits=row.limits if isinstance(row.limits, Limits) else Limits(float(row.limits[0]), float(row.limits[1])),
        friction=Friction(row.viscous, row.coulomb, row.coulomb_negative),
    )


def _tensor(row: DHRow) -> Floats:
    inertia = np.asarray(row.inertia, dtype=float)
    if inertia.shape == (3, 3):
        return inertia
    xx, yy, zz, xy, xz, yz = inertia
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def _checked(rows: Sequence[DHRow | Mapping[str, Any]]) -> list[DHRow]:
    """Return the rows as `DHRow`s; raise one error that lists the faults of all rows."""
    if isinstance(rows, str | Mapping | DHRow) or not isinstance(rows, Sequence):
        raise ArgumentError("rows", f"a {type(rows).__name__}", "a sequence of DHRow or of mappings")
    if not rows:
        raise ArgumentError("rows", "an empty table", "at least one row")
    table, problems = [], []
    for i, row in enumerate(rows):
        if not isinstance(row, DHRow | Mapping):
            problems.append(Problem(f"row[{i}]", f"a {type(row).__name__}", "a DHRow or a mapping with its fields"))
            continue
        values = dict(vars(row) if isinstance(row, DHRow) else row)
        faults = list(_faults(f"row[{i}]", values))
        problems += faults
        if not faults:
            values |= {field: float(values[field]) for field in _NUMBERS if field in values}
            table.append(DHRow(**values))
    if problems:
        raise DescriptionError(problems)
    return table


def _shape(value: object) -> tuple[int, ...] | None:
    """Return the shape of nested sequences of numbers; None for other values."""
    try:
        array = np.asarray(value)
    except Exception:  # rows of different lengths; objects of users may raise any error
        return None
    return array.shape if array.dtype.kind in "iuf" else None


_CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(_NUMBERS, (lambda value: finite(value) is not None, "a finite number in SI units")),
    "coulomb_negative": (lambda value: value is None or finite(value) is not None, "a finite number in SI units"),
    "joint": (lambda value: isinstance(value, str) and value in ("R", "P"), "'R' (revolute) or 'P' (prismatic)"),
    "com": (lambda value: _shape(value) == (3,), "three numbers [m]"),
    "inertia": (lambda value: _shape(value) in ((6,), (3, 3)), "a 3 × 3 matrix or xx, yy, zz, xy, xz, yz [kg·m²]"),
    "limits": (lambda value: isinstance(value, Limits) or _shape(value) == (2,), "(lower, upper) or Limits"),
}
"""By field: a function that accepts or rejects a value, and what messages expect."""


def _faults(place: str, row: Mapping[str, Any]) -> Iterator[Problem]:
    known = [field.name for field in fields(DHRow)]
    for field, value in row.items():
        fits, expected = _CHECKS.get(field, (None, ""))
        if fits is None:
            yield Problem(f"{place}.{field}", "unknown field", f"one of {', '.join(known)}", nearest(field, known))
        elif not fits(value):
            yield Problem(f"{place}.{field}", shortened(value), expected)


def _of_row(problem: Problem, motors: Sequence[Motor]) -> Problem:
    """Return a problem of a link, joint or motor as a problem of the row that it is made from."""
    match = re.fullmatch(r"(link|joint|motor)\[(\d+)\](?:\.friction)?(.*)", problem.field)
    if not match:
        return problem
    kind, number, rest = match.groups()
    index = int(number)
    if kind == "motor":  # rows without a rotor have no motor
        index = int(motors[index].name.removeprefix("motor")) - 1
    return replace(problem, field=f"row[{index}]{rest}")
