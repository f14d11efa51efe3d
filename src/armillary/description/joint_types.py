"""Types of joint: the names and kinds of their coordinates, and the fields that give their directions.

A joint with one coordinate gives it its own name. The coordinates of others are called ``joint.part``. Entries of q̇
are named as the entries of q that they change, except for rotations that q holds as a unit quaternion: there q has
four entries (w, x, y, z), and q̇ the angular velocity in the axes of the child.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

JointType = Literal[
    "revolute", "prismatic", "screw", "cylindrical", "universal", "planar", "spherical", "floating", "fixed"
]
JOINT_TYPES: tuple[str, ...] = get_args(JointType)


@dataclass(frozen=True)
class Form:
    """The coordinates of a type of joint.

    Args:
        letter: Its letter in the name of an arrangement, such as "RRP".
        q: Names of the entries of q; empty for the only one.
        v: Names of the entries of q̇.
        turns: Whether each entry of q̇ is a rotation; others are translations.
        needs: Required fields that give directions and pitch.
    """

    letter: str
    q: tuple[str, ...] = ("",)
    v: tuple[str, ...] = ("",)
    turns: tuple[bool, ...] = (True,)
    needs: tuple[str, ...] = ()

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
        return (0.0,) * len(self.q) if self.quaternion is None else (*(0.0,) * self.quaternion, 1.0, 0.0, 0.0, 0.0)

    @property
    def single(self) -> bool:
        """Whether the joint has one coordinate."""
        return len(self.v) == 1

    def place(self, k: int) -> int | None:
        """Return the entry of q whose rate is entry k of q̇; None for rotations in a quaternion."""
        return k if self.quaternion is None or k < self.quaternion else None

    def label(self, joint: str, part: str) -> str:
        """Return the name of a coordinate of a joint."""
        return f"{joint}.{part}" if part else joint


def _same(letter: str, parts: str, turns: tuple[bool, ...], *needs: str) -> Form:
    names = tuple(parts.split())
    return Form(letter, names, names, turns, needs)


FORMS: dict[str, Form] = {
    "revolute": Form("R", needs=("axis",)),
    "prismatic": Form("P", turns=(False,), needs=("axis",)),
    "screw": Form("H", needs=("axis", "pitch")),
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
