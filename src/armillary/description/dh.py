"""Denavit–Hartenberg tables, standard and modified ↔ `Robot`. [DenavitHartenberg1955; Craig2005, ch. 3]

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

The table of a robot follows from its axes at q = 0. F_i has z along axis i and x along the common normal to axis i + 1,
from where the normal starts; then F_{i−1}⁻¹ F_i = K Z by construction, which is row i of (4). Where the normal is not
unique, the frame of the link decides: for parallel axes the normal starts at its origin, and for intersecting axes, one
axis twice, and the last frame x is as near to its x axis as possible. The x axis of a link whose z axis is that of its
joint is kept if it lies along the normal, even if a is then negative: a robot made from a table gives this table back.
The last frame of a standard table is the given frame if that lies on the last axis.
What is not a row remains outside: base · K_1 Z_1 … tool.                      (6)
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from armillary.description.robot import Frame, Placement, Robot, matrix, vector
from armillary.description.rows import NUMBER, Check, JointRow, RowParts, body_fields, checked, shape_of
from armillary.description.serial import SAME, SerialChain, SerialLink, pose_of, serial_chain
from armillary.description.validate.quantities import LETTER, LETTERED
from armillary.errors import ArgumentError
from armillary.files.words import shortened
from armillary.spatial.dh import QUARTER, Numbers, along_normal, normal_numbers
from armillary.spatial.pose import FramePose
from armillary.spatial.rotation import about_axis, is_rotation, to_rpy
from armillary.spatial.scalar import Floats
from armillary.tables.numbers import number
from armillary.tables.numbers import vector as shown_vector
from armillary.tables.parts import Facts, Notes, Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

Convention = Literal["standard", "modified"]
CONVENTIONS = ("standard", "modified")
NUMBERS = ("a", "alpha", "d", "theta")
Z = (0.0, 0.0, 1.0)
IN_PLACE = Placement()
PARALLEL = 1e-12
"""Axes with a smaller sine are parallel."""
NEARLY = 1e-6
"""Axes with a smaller sine have a normal so far away that digits are lost; a note says so."""


@dataclass(frozen=True)
class DHRow(JointRow):
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
        letters: Names of a, alpha, d and theta in equations; default a1, α1, d1, θ01 with the number of the row, for a
            and alpha of a modified row that of the row before. The constant d of a prismatic row is d01.
        name: Name of the joint; default joint1, joint2, …
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
    letters: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, eq=False)
class DHTable(Shown):
    """The DH table of a robot, as `Robot.dh` returns it.

    `base` places DH frame 0 in the world, `tool` the frame in the last DH frame. `omissions` lists what a table cannot
    hold. `robot()` returns the robot of the table, whose joint coordinates are those of the original.

    Example:
        >>> import armillary as arm
        >>> table = arm.planar([1.0, 1.0], [1.0, 1.0]).dh("standard")
        >>> [(row.a, row.alpha) for row in table.rows]
        [(1.0, 0.0), (1.0, 0.0)]
    """

    rows: tuple[DHRow, ...]
    convention: Convention = "modified"
    name: str = "dh"
    base: Placement = IN_PLACE
    tool: Placement = IN_PLACE
    gravity: Sequence[float] = (0.0, 0.0, -9.81)
    source: str = ""
    frame: str = "tip"
    omissions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<DHTable of {self.name}: {len(self.rows)} rows, {self.convention}>"

    def robot(self) -> Robot:
        """Return the robot of the table: links link1, link2, …, and the frame at the end of the chain."""
        parts, frame = parts_of(self)
        return parts.robot(
            frame,
            name=self.name,
            base_placement=self.base,
            gravity=vector(self.gravity),
            source=self.source,
            omissions=self.omissions,
        )

    def tables(self) -> list[Part]:
        """Return the table with the joint variables q1, q2, …, the masses in the DH frames, and what remains."""
        heads = ("", "joint", "a [m]>", "α [deg]>", "d [m]>", "θ [deg]>", "range")
        rows = [self._shown(i, row) for i, row in enumerate(self.rows, start=1)]
        index = " (a and α of row i have the index i − 1)" if self.convention == "modified" else ""
        title = f"{self.name}: {self.convention} DH table{index}"
        masses = [
            (row.name or f"joint{i}", number(row.mass, 6), shown_vector(row.com), shown_vector(np.diag(row.tensor)))
            for i, row in enumerate(self.rows, start=1)
            if row.mass or np.any(row.tensor)
        ]
        body = columns("link behind", "mass [kg]>", "centre of mass [m]", "Ixx, Iyy, Izz there [kg·m²]")
        lists = [("left out", self.omissions), ("note", self.notes)]
        notes = [f"{kind}: {text}" for kind, texts in lists for text in texts]
        return [
            Table(title, columns(*heads), rows, wide="shelve", fixed=2),
            Facts({"base": _placed(self.base), f"{self.frame} in the last frame": _placed(self.tool)}),
            *([Table("Masses, in the DH frames", body, masses)] if masses else []),
            *([Notes(notes)] if notes else []),
        ]

    @staticmethod
    def _shown(i: int, row: DHRow) -> tuple[str, ...]:
        """Return the cells of a row."""
        d, theta = number(row.d, 6), number(math.degrees(row.theta), 6)
        if row.joint == "R":
            theta = _with_variable(f"q{i}", row.theta, theta)
        else:
            d = _with_variable(f"q{i}", row.d, d)
        limits = row.limits if not isinstance(row.limits, Sequence) else None
        lower, upper = (limits.lower, limits.upper) if limits else (float(x) for x in row.limits)  # type: ignore[union-attr]
        unit, scale = ("°", 180 / math.pi) if row.joint == "R" else (" m", 1.0)
        free = math.isinf(lower) and math.isinf(upper)
        span = "" if free else f"{number(scale * lower)} … {number(scale * upper)}{unit}"
        name = row.name or f"joint{i}"
        return str(i), name, number(row.a, 6), number(math.degrees(row.alpha), 6), d, theta, span


def parts_of(table: DHTable, base: str = "base") -> tuple[RowParts, Frame]:
    """Return the links, joints and motors of a table on a base of this name, and the frame at their end."""
    parts = RowParts(base)
    standard = table.convention == "standard"
    before, letters = SAME, ("", "")  # of the factors about x so far, behind the last joint
    for i, row in enumerate(table.rows, start=1):
        K = FramePose(*along_normal(row.a, row.alpha))
        if not standard:
            before, letters = before @ K, _letters(row, i - 1)  # (4)
        placed = before @ FramePose(*along_normal(0.0, 0.0, row.d, row.theta))
        placement = Placement(vector(placed.t), matrix(placed.R), (*letters, *_offsets(row, i)))
        before, letters = (K, _letters(row, i)) if standard else (SAME, ("", ""))  # (3)
        parts.add(row, "revolute" if row.joint == "R" else "prismatic", placement, before, Z)  # (5)
    end = before @ pose_of(table.tool)
    placement = Placement(vector(end.t), matrix(end.R), (*letters, "", "") if any(letters) else ())
    return parts, Frame(table.frame, parts.links[-1].name, placement)


def _letters(row: DHRow, number: int) -> tuple[str, str]:
    """Return the letters of a and α: those of the row, or default letters for values that need one."""
    a = row.letters.get("a") or (f"a{number}" if row.a else "")
    return a, row.letters.get("alpha") or ("" if _quarters(row.alpha) else f"α{number}")


def _offsets(row: DHRow, number: int) -> tuple[str, str]:
    """Return the letters of d and θ, of which one is a constant beside the coordinate d2 or θ2."""
    zero = ("", "0") if row.joint == "R" else ("0", "")
    d = row.letters.get("d") or (f"d{zero[0]}{number}" if row.d else "")
    return d, row.letters.get("theta") or ("" if _quarters(row.theta) else f"θ{zero[1]}{number}")


def _with_variable(variable: str, value: float, shown: str) -> str:
    """Return a joint variable with its offset: q2 − 90."""
    if not value:
        return variable
    return f"{variable} − {shown[1:]}" if shown.startswith("−") else f"{variable} + {shown}"


def _placed(placement: Placement) -> str:
    """Return a placement in words."""
    if placement == IN_PLACE:
        return "identity"
    turned = shown_vector(math.degrees(angle) for angle in to_rpy(placement.rotation))
    return f"at {shown_vector(placement.xyz, 6)} m, rpy {turned} deg"


def _quarters(angle: float) -> bool:
    """Return whether an angle is a multiple of a quarter turn, which needs no letter."""
    return abs(angle / QUARTER - round(angle / QUARTER)) <= 1e-12


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
    `Robot.dh` returns the table of a robot.

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
    check_convention(convention)
    if shape_of(gravity) != (3,):
        raise ArgumentError("gravity", shortened(gravity), "three numbers [m/s²]")
    for argument, placement in (("base", base), ("tool", tool)):
        if placement is not None and not isinstance(placement, Placement):
            raise ArgumentError(argument, shortened(placement), "a Placement", "arm.Placement(xyz, rotation)")
        if placement is not None and (shape_of(placement.xyz), shape_of(placement.rotation)) != ((3,), (3, 3)):
            raise ArgumentError(argument, shortened(placement), "an xyz of three numbers and a rotation of 3 × 3")
    if tool is not None and not is_rotation(tool.rotation):
        raise ArgumentError("tool", shortened(tool), "a rotation matrix")
    table: Any = checked(rows, DHRow, _CHECKS)
    placed: Any = {"base": base or IN_PLACE, "tool": tool or IN_PLACE, "gravity": gravity, "source": source}
    return DHTable(tuple(table), convention, name, **placed).robot()  # type: ignore[arg-type]


def check_convention(convention: object) -> None:
    """Raise an `ArgumentError` for a word that is no convention."""
    if not isinstance(convention, str) or convention not in CONVENTIONS:
        raise ArgumentError("convention", shortened(convention), f"one of {', '.join(CONVENTIONS)}")


def _lettered(value: object) -> bool:
    """Return whether a value names numbers of a row."""
    names = isinstance(value, Mapping) and {*value} <= {*NUMBERS}
    return names and all(isinstance(name, str) and LETTER.fullmatch(name) for name in value.values())  # type: ignore[attr-defined]


_CHECKS: dict[str, Check] = {
    **dict.fromkeys(NUMBERS, NUMBER),
    "joint": (lambda value: isinstance(value, str) and value in ("R", "P"), "'R' (revolute) or 'P' (prismatic)"),
    "letters": (_lettered, f"names of a, alpha, d or theta: {LETTERED}"),
}
"""Checks of the fields of a row that others do not have."""


def dh_table(robot: Robot, convention: str = "modified", frame: str = "tip") -> DHTable:
    """Return the DH table of the chain of joints from the base of a robot to a frame, (6).

    Args:
        robot: The robot.
        convention: "standard" (distal frames) or "modified" (Craig's proximal frames, default).
        frame: Name of the frame or link at the end of the chain.
    """
    check_convention(convention)
    chain = serial_chain(robot, frame)
    frames, notes = _frames(chain)
    seen = [after @ pose for after, pose in zip([SAME, *(F.inverse() for F in frames)], frames, strict=False)]
    tidied = [_numbers(pose) for pose in seen]
    base = pose_of(robot.base_placement)
    if tidied[0] is None:  # no common normal along the x axis of the base
        base, tidied[0] = base @ frames[0], (0.0, 0.0, 0.0, 0.0)
    numbers = [each for each in tidied if each is not None]
    end = frames[-1].inverse() @ chain.links[-1].pose @ chain.tip
    last: Numbers = _numbers(end) or (0.0, 0.0, 0.0, 0.0)
    letters = _chain_letters(chain, numbers)
    if convention == "standard":
        first = FramePose(*along_normal(*numbers[0][:2]))
        base = base if _is_same(first) else base @ first
        normals = [*(row[:2] for row in numbers[1:]), last[:2]]  # (3)
        offsets = [row[2:] for row in numbers]
        end = FramePose(*along_normal(*last[:2])).inverse() @ end
        if not any(last[:2]) and any(last[2:]):  # the frame lies on the last axis, along which the last frame may slide
            d, theta = (before + beyond for before, beyond in zip(offsets[-1], last[2:], strict=True))
            offsets[-1], frames[-1], end = (d, theta), frames[-1] @ end, SAME
        names = [(*next_row[:2], *row[2:]) for row, next_row in pairwise(letters)]
    else:
        normals, offsets, names = [row[:2] for row in numbers], [row[2:] for row in numbers], letters[:-1]
    rows = []
    for link, F, normal, offset, named in zip(chain.links, frames, normals, offsets, names, strict=True):
        frame_of_row = F @ FramePose(*along_normal(*normal)) if convention == "standard" else F
        rows.append(
            DHRow(
                *(*normal, *offset),
                "P" if link.slides else "R",
                {key: name for key, name in zip(NUMBERS, named, strict=True) if name},
                **body_fields(link, frame_of_row.inverse() @ link.pose),
            )
        )
    return DHTable(
        tuple(rows),
        convention,  # type: ignore[arg-type]
        robot.name,
        _placement(base, robot.base_placement),
        _placement(end, IN_PLACE),
        robot.gravity,
        robot.source,
        chain.frame.name,
        chain.omissions,
        tuple(notes),
    )


def _frames(chain: SerialChain) -> tuple[list[FramePose], list[str]]:
    """Return F_1 … F_n in the frame of the base at q = 0, and notes on axes that are nearly parallel."""
    frames, notes, links = list[FramePose](), list[str](), chain.links
    for link, following in zip(links, [*links[1:], None], strict=True):
        z, x, origin = link.axis, _own_x(link), link.pose.t
        if following is not None:
            x, origin = _normal(link, following, x)
            sine = float(np.linalg.norm(np.cross(z, following.axis)))
            if PARALLEL < sine < NEARLY:
                between = f"the axes of {link.joint.name!r} and {following.joint.name!r}"
                notes.append(f"{between} are parallel within {sine:.1e} rad; arm.snap(robot) makes them parallel")
        x = x - z * (z @ x)
        x = x / np.linalg.norm(x)
        frames.append(FramePose(np.stack([x, np.cross(z, x), z], axis=1), origin))
    return frames, notes


def _own_x(link: SerialLink) -> Floats:
    """Return the x axis of a link, with its z axis turned to the axis of the joint by the shortest way."""
    axis = np.array(link.joint.axis)
    normal = np.cross(Z, axis)
    sine = float(np.linalg.norm(normal))
    turn = np.diag([1.0, np.sign(axis[2]), np.sign(axis[2])])  # about x if the axis is −z
    if sine > PARALLEL:
        turn = about_axis(normal / sine, math.atan2(sine, axis[2]))
    return np.asarray(link.pose.R @ turn[:, 0])


def _normal(link: SerialLink, following: SerialLink, own: Floats) -> tuple[Floats, Floats]:
    """Return direction and start of the common normal from the axis of a link to the next axis."""
    z, line, between = link.axis, following.axis, following.pose.t - link.pose.t
    normal, origin = np.cross(z, line), link.pose.t
    sine = float(np.linalg.norm(normal))
    size = max(1.0, float(np.linalg.norm(between)))
    if sine > PARALLEL:
        x = normal / sine
        origin = origin + z * float(np.cross(between, line) @ normal) / sine**2
        length = float(between @ x)
    else:
        across = between - z * (z @ between)
        length = float(np.linalg.norm(across))
        x = across / length if length > PARALLEL * size else own
    along, fits = float(x @ own), link.joint.axis == Z
    if (abs(abs(along) - 1) <= 1e-9 and fits) or abs(length) <= PARALLEL * size:
        return x * (1.0 if along >= 0 else -1.0), origin
    return x * (1.0 if length >= 0 else -1.0), origin


def _numbers(pose: FramePose) -> Numbers | None:
    """Return the numbers of a row, without lengths that are rounding."""
    numbers = normal_numbers(pose.R, pose.t)
    if numbers is None:
        return None
    a, alpha, d, theta = numbers
    small = 4e-16 * max(1.0, abs(a), abs(d))
    return 0.0 if abs(a) <= small else a, alpha, 0.0 if abs(d) <= small else d, theta


def _chain_letters(chain: SerialChain, numbers: list[Numbers]) -> list[tuple[str, ...]]:
    """Return the letters of the placements that have these numbers, and at the end those of the frame's placement."""
    letters: list[tuple[str, ...]] = []
    for link, row in zip(chain.links, numbers, strict=True):
        placement = link.joint.placement
        same = placement.letters and normal_numbers(placement.rotation, placement.xyz)
        fits = same and np.allclose(same, row, rtol=0, atol=1e-9)
        letters.append(placement.letters if fits else ("",) * 4)
    return [*letters, chain.frame.placement.letters or ("",) * 4]


def _is_same(pose: FramePose) -> bool:
    return bool(np.array_equal(pose.R, np.eye(3)) and not np.any(pose.t))


def _placement(pose: FramePose, usual: Placement) -> Placement:
    """Return a pose as a placement; the usual one within rounding."""
    same = np.allclose(pose.R, usual.rotation, rtol=0, atol=1e-14) and np.allclose(
        pose.t, usual.xyz, rtol=0, atol=1e-14
    )
    return replace(usual, letters=()) if same else Placement(vector(pose.t), matrix(pose.R))
