"""Product of exponentials ↔ `Robot`. [LynchPark2017, ch. 4]

With the screw axes S_i = (ω, v) in the frame of the base at q = 0 and the home pose M of the tip,
    T(q) = e^{[S_1] q_1} … e^{[S_n] q_n} M                                     (1)
    revolute   |ω| = 1, v = −ω × p for a point p of the axis                   (2)
    screw      |ω| = 1, v = −ω × p + h ω with the pitch h [m/rad]              (3)
    prismatic  ω = 0, |v| = 1 along the direction of motion                    (4)
The body form has the axes B_i = Ad(M⁻¹) S_i in the tip frame. The frame of a link in the robot has the axes of the base
at q = 0, and as origin the point p = ω × v of its axis, or the origin of the base for a prismatic joint. Centre of mass
and inertia of the rows are given at q = 0 in the frame of the base, too.                      (5)
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.robot import Frame, Placement, Robot, matrix, vector
from armillary.description.rows import Check, JointRow, RowParts, body_fields, checked, shape_of
from armillary.description.serial import SAME, serial_chain
from armillary.errors import ArgumentError, DescriptionError, Problem
from armillary.files.words import shortened
from armillary.spatial.pose import FramePose
from armillary.spatial.rotation import is_rotation, tidy
from armillary.spatial.scalar import Floats
from armillary.spatial.transform import homogeneous, motion_transform
from armillary.tables.numbers import number
from armillary.tables.numbers import vector as shown_vector
from armillary.tables.parts import Facts, Notes, Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

IN_PLACE = Placement()
UNIT = 1e-6
"""Largest error of the length of a screw axis, which is scaled to one."""


@dataclass(frozen=True)
class Screw(JointRow):
    """A screw axis: a joint and the link that it moves.

    Args:
        axis: S = (ω, v) in the frame of the base at q = 0: angular, then linear.
        name: Name of the joint; default joint1, joint2, …
        mass: Mass of the link [kg].
        com: Its centre of mass at q = 0 in the frame of the base [m].
        inertia: Inertia about the centre of mass at q = 0 in the axes of the base [kg·m²]: 3 × 3, or xx, yy, zz, xy,
            xz, yz.
        limits: Position limits (lower, upper), or `Limits`.
        viscous: Viscous friction at the joint [N·m·s/rad or N·s/m].
        coulomb: Coulomb friction at the joint [N·m or N].
        coulomb_negative: Coulomb friction at negative rates; default `coulomb`.
        rotor_inertia: Inertia of the rotor of a motor [kg·m²]; default no motor.
        ratio: Gear ratio: rotor speed over joint speed.
    """

    axis: Sequence[float] = (0.0, 0.0, 1.0, 0.0, 0.0, 0.0)

    @property
    def omega(self) -> Floats:
        """The angular part."""
        return np.asarray(self.axis, dtype=float)[:3]

    @property
    def v(self) -> Floats:
        """The linear part."""
        return np.asarray(self.axis, dtype=float)[3:]


@dataclass(frozen=True, eq=False)
class Screws(Shown):
    """The screw axes of a robot with its home pose, as `Robot.screws` returns them.

    `rows` are the axes with their links, `home` is the pose M of the frame in that of the base at q = 0, shape (4, 4),
    `base` the placement of the base in the world. `omissions` lists what the rows cannot hold.

    Example:
        >>> import armillary as arm
        >>> screws = arm.planar([1.0, 1.0], [1.0, 1.0]).screws()
        >>> screws.space.shape, screws.home[:3, 3]
        ((2, 6), array([2., 0., 0.]))
    """

    rows: tuple[Screw, ...]
    home: Floats
    name: str = "screws"
    base: Placement = IN_PLACE
    gravity: Sequence[float] = (0.0, 0.0, -9.81)
    source: str = ""
    frame: str = "tip"
    omissions: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Screws of {self.name}: {len(self.rows)} axes>"

    @property
    def space(self) -> Floats:
        """S_i in the frame of the base, in rows, shape (n, 6)."""
        return np.array([row.axis for row in self.rows], dtype=float)

    @property
    def body(self) -> Floats:
        """B_i in the frame of the tip, in rows, shape (n, 6)."""
        return self.space @ np.asarray(motion_transform(self.home[:3, :3], self.home[:3, 3]), dtype=float).T

    def robot(self) -> Robot:
        """Return the robot of the axes: links link1, link2, …, and the frame at the end of the chain."""
        parts, before = RowParts(), SAME
        for row in self.rows:
            omega, v = row.omega, row.v
            slides = not np.any(omega)
            origin = np.zeros(3) if slides else np.cross(omega, v)
            pitch = 0.0 if slides else float(omega @ v)
            kind: Any = "prismatic" if slides else "screw" if pitch else "revolute"
            pose = FramePose(np.eye(3), origin)
            placed = before.inverse() @ pose
            axis = v if slides else omega
            parts.add(row, kind, Placement(vector(placed.t)), pose.inverse(), axis.tolist(), pitch)  # (5)
            before = pose
        end = before.inverse() @ FramePose(self.home[:3, :3], self.home[:3, 3])
        tip = Frame(self.frame, parts.links[-1].name, Placement(vector(end.t), matrix(end.R)))
        return parts.robot(
            tip,
            name=self.name,
            base_placement=self.base,
            gravity=vector(self.gravity),
            source=self.source,
            omissions=self.omissions,
        )

    def tables(self) -> list[Part]:
        """Return the axes in the frames of base and tip, the home pose, and what is left out."""
        body = columns("", "joint", "ω", "v [m, or direction]", "ω in the tip frame", "v in the tip frame")
        rows = [
            (
                str(i),
                row.name or f"joint{i}",
                *(shown_vector(tidy(part)) for part in (*np.split(S, 2), *np.split(B, 2))),
            )
            for i, (row, S, B) in enumerate(zip(self.rows, self.space, self.body, strict=True), start=1)
        ]
        home = {f"M, row {k + 1}": ", ".join(number(x, 6) for x in tidy(row)) for k, row in enumerate(self.home)}
        left_out = [f"left out: {text}" for text in self.omissions]
        title = f"{self.name}: screw axes at q = 0 in the frame of the base, (ω, v)"
        return [Table(title, body, rows), Facts(home), *([Notes(left_out)] if left_out else [])]


def from_screws(
    screws: Sequence[Screw | Mapping[str, Any] | Sequence[float]] | ArrayLike,
    home: ArrayLike,
    *,
    name: str = "screws",
    gravity: Sequence[float] = (0.0, 0.0, -9.81),
    base: Placement | None = None,
    source: str = "",
) -> Robot:
    """Return the robot of a product of exponentials, T(q) = e^{[S_1] q_1} … e^{[S_n] q_n} M.

    Screw axes are (ω, v), angular first, in the frame of the base at q = 0: (ω, −ω × p) for an axis through p, plus
    (0, h ω) for a screw of pitch h, and (0, v) for a prismatic joint. Links are named link1, link2, …, joints joint1,
    joint2, …; the frame "tip" has the home pose. `Robot.screws` returns the axes of a robot.

    Args:
        screws: One axis for each joint: six numbers, or a `Screw` or mapping with `axis` and the mass, centre of mass,
            inertia, limits and friction of the link and its joint.
        home: Pose M of the tip in the frame of the base at q = 0, shape (4, 4).
        name: Name of the robot.
        gravity: Gravity in the world [m/s²]; default 9.81 along −z.
        base: Placement of the base in the world; default: the frame of the world.
        source: Source of the numbers.

    Example:
        >>> M = [[1, 0, 0, 0.7], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
        >>> robot = from_screws([(0, 0, 1, 0, 0, 0), (0, 0, 1, 0, -0.4, 0)], M)
        >>> robot.joints[1].placement.xyz, robot.frames[0].placement.xyz
        ((0.4, 0.0, 0.0), (0.29999999999999993, 0.0, 0.0))
    """
    if shape_of(gravity) != (3,):
        raise ArgumentError("gravity", shortened(gravity), "three numbers [m/s²]")
    if base is not None and not isinstance(base, Placement):
        raise ArgumentError("base", shortened(base), "a Placement", "arm.Placement(xyz, rotation)")
    if shape_of(home) != (4, 4):
        raise ArgumentError("home", f"an array of shape {shape_of(home)}", "a pose of shape (4, 4)")
    M = np.asarray(home, dtype=float)
    if not np.isfinite(M).all() or not is_rotation(M[:3, :3]) or not np.array_equal(M[3], (0, 0, 0, 1)):
        raise ArgumentError("home", shortened(M.tolist()), "a rotation, a position, and the last row 0, 0, 0, 1")
    given: Any = screws.tolist() if isinstance(screws, np.ndarray) else screws
    if isinstance(given, Sequence) and not isinstance(given, str):
        given = [{"axis": row} if shape_of(row) == (6,) else row for row in given]
    rows = checked(given, Screw, _CHECKS)
    faults = [problem for i, row in enumerate(rows) for problem in _length_faults(i, row)]
    if faults:
        raise DescriptionError(faults)
    axes = tuple(_scaled(row) for row in rows)
    return Screws(axes, M, name, base or IN_PLACE, gravity, source).robot()


_CHECKS: dict[str, Check] = {"axis": (lambda value: shape_of(value) == (6,), "six numbers, (ω, v)")}


def _size(row: Screw) -> float:
    """Return the length that is one: of ω, or of v for a prismatic joint."""
    return float(np.linalg.norm(row.omega if np.any(row.omega) else row.v))


def _length_faults(i: int, row: Screw) -> list[Problem]:
    if not np.isfinite(row.axis).all() or abs(_size(row) - 1) > UNIT:
        return [Problem(f"row[{i}].axis", shortened(list(row.axis)), "|ω| = 1, or ω = 0 and |v| = 1")]
    return []


def _scaled(row: Screw) -> Screw:
    """Return a row with an axis of unit length, and without the pitch that rounding leaves."""
    axis = np.asarray(row.axis, dtype=float) / _size(row)
    omega, v = axis[:3], axis[3:]
    if np.any(omega) and abs(omega @ v) <= 1e-12 * max(1.0, math.hypot(*v)):
        v = v - omega * (omega @ v)
    return Screw(**{**vars(row), "axis": (*omega.tolist(), *v.tolist())})


def screws_of(robot: Robot, frame: str = "tip") -> Screws:
    """Return the screw axes of the chain of joints from the base of a robot to a frame, (1).

    Args:
        robot: The robot.
        frame: Name of the frame or link at the end of the chain.
    """
    chain = serial_chain(robot, frame, ("revolute", "prismatic", "screw"))
    rows = []
    for link in chain.links:
        axis, point = link.axis, link.pose.t
        S = np.concatenate([np.zeros(3), axis]) if link.slides else np.concatenate([axis, np.cross(point, axis)])
        if link.joint.type == "screw":
            S[3:] += link.joint.pitch * axis  # (3)
        rows.append(Screw(axis=tuple((S + 0.0).tolist()), **body_fields(link, link.pose)))
    end = chain.links[-1].pose @ chain.tip
    home = np.asarray(homogeneous(end.R, end.t), dtype=float)
    placed = Placement(robot.base_placement.xyz, robot.base_placement.rotation)
    return Screws(tuple(rows), home, robot.name, placed, robot.gravity, robot.source, chain.frame.name, chain.omissions)
