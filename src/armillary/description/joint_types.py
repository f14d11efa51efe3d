"""Types of joint: the names and kinds of their coordinates, and the fields that give their directions.

A joint with one coordinate gives it its own name. The coordinates of others are called ``joint.part``. Entries of q̇
are named as the entries of q that they change, except for rotations that q holds as a unit quaternion: there q has
four entries (w, x, y, z), and q̇ the angular velocity in the axes of the child.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike

from armillary.spatial.rotation import about_axis, unit
from armillary.spatial.scalar import Floats

JointType = Literal[
    "revolute", "prismatic", "screw", "cylindrical", "universal", "planar", "spherical", "floating", "fixed"
]
JOINT_TYPES: tuple[str, ...] = get_args(JointType)


class Displacement(NamedTuple):
    """Pose of a child against its pose at q = 0, in the axes of its joint.

    The child turns by `rotation`, shape (3, 3), and its origin slides by `distance` [m] along the unit vector
    `direction`.
    """

    rotation: Floats
    direction: Floats
    distance: float


@dataclass(frozen=True)
class Form:
    """The coordinates of a type of joint.

    Args:
        letter: Its letter in the name of an arrangement, such as "RRP".
        q: Names of the entries of q; empty for the only one.
        v: Names of the entries of q̇.
        turns: Whether each entry of q̇ is a rotation; others are translations.
        needs: Required fields of a `Joint` that give directions and pitch, in the order in which `displacement` and
            the kind of joint (`multibody.placed_joints.KINDS`) take them.
        displacement: Function of the position [rad or m] and of these fields that returns the pose of the child; None
            unless the joint has one coordinate. It places joints that follow a fixed one, or become fixed.
    """

    letter: str
    q: tuple[str, ...] = ("",)
    v: tuple[str, ...] = ("",)
    turns: tuple[bool, ...] = (True,)
    needs: tuple[str, ...] = ()
    displacement: Callable[..., Displacement] | None = None

    @property
    def quaternion(self) -> int | None:
        """The place in q at which a unit quaternion begins, if there is one."""
        return len(self.q) - 4 if len(self.q) > len(self.v) else None

    @property
    def dimensions(self) -> tuple[str, ...]:
        """Dimensions of the entries of q; those of a quaternion are numbers."""
        plain = tuple("angle" if turns else "length" for turns in self.turns[: self.quaternion])
        return plain + ("number",) * (len(self.q) - len(plain))

    @property
    def neutral(self) -> tuple[float, ...]:
        """Entries of q of the undisplaced joint."""
        if self.quaternion is None:
            return (0.0,) * len(self.q)
        return (*(0.0,) * self.quaternion, 1.0, 0.0, 0.0, 0.0)

    @property
    def single(self) -> bool:
        """Whether the joint has one coordinate."""
        return len(self.v) == 1

    @property
    def slides(self) -> bool:
        """Whether the joint has one coordinate, a displacement [m]; its forces and stiffness are then N and N/m."""
        return self.turns == (False,)

    def place(self, k: int) -> int | None:
        """Return the entry of q whose rate is entry k of q̇; None for rotations in a quaternion."""
        return k if self.quaternion is None or k < self.quaternion else None

    def label(self, joint: str, part: str) -> str:
        """Return the name of a coordinate of a joint."""
        return f"{joint}.{part}" if part else joint


def _same(letter: str, parts: str, turns: tuple[bool, ...], *needs: str) -> Form:
    """Return a form whose entries of q and q̇ have the same names."""
    names = tuple(parts.split())
    return Form(letter, names, names, turns, needs)


def _revolute(position: float, axis: ArrayLike) -> Displacement:
    return Displacement(about_axis(unit(axis), position), unit(axis), 0.0)


def _prismatic(position: float, axis: ArrayLike) -> Displacement:
    return Displacement(np.eye(3), unit(axis), position)


def _screw(position: float, axis: ArrayLike, pitch: float) -> Displacement:
    return Displacement(about_axis(unit(axis), position), unit(axis), pitch * position)


FORMS: dict[str, Form] = {
    "revolute": Form("R", needs=("axis",), displacement=_revolute),
    "prismatic": Form("P", turns=(False,), needs=("axis",), displacement=_prismatic),
    "screw": Form("H", needs=("axis", "pitch"), displacement=_screw),
    "cylindrical": _same("C", "angle slide", (True, False), "axis"),
    "universal": _same("U", "first second", (True, True), "axis", "second_axis"),
    "planar": _same("E", "x y angle", (False, False, True), "axis"),
    "spherical": Form("S", tuple("wxyz"), tuple("xyz"), (True,) * 3),
    "floating": Form(
        "F",
        ("x", "y", "z", "qw", "qx", "qy", "qz"),
        ("x", "y", "z", "wx", "wy", "wz"),
        (False,) * 3 + (True,) * 3,
    ),
    "fixed": Form("", (), (), ()),
}
"""The coordinates of every type of joint."""

SINGLE = tuple(name for name, form in FORMS.items() if form.single)
"""Types of joint with one coordinate."""
SINGLE_JOINT = f"a {', '.join(SINGLE[:-1])} or {SINGLE[-1]} joint"
"""Description of a joint with one coordinate, for messages."""
