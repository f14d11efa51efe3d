"""Arrangements of joints and links: the sequence of joints, their axes, and the directions of the links.

An arrangement is written at q = 0, where all axes and links are along x, y or z of the world, z up. Joint i has a kind
k_i (R or P), an axis u_i through the point O_i, and a straight link along e_i:
    O_{i+1} = O_i + l_i e_i,   O_1 = 0,   O_{n+1} the tip                                             (1)
e_i has a sign, u_i has none: an axis is a line. Two neighbouring axes are
    parallel                    u_{i+1} = u_i
    orthogonal, intersecting    u_{i+1} ≠ u_i and e_i is along one of them
    orthogonal, offset          u_{i+1} ≠ u_i and e_i is orthogonal to both; their distance is l_i    (2)
At any q, with the rotation Q_i of link i and s_i = q_i for a prismatic joint, 0 for a revolute one,
    Q_i = Q_{i−1} rot(u_i, q_i) or Q_{i−1},   O_{i+1} = O_i + Q_i (s_i u_i + l_i e_i)                 (3)

The name of an arrangement begins with its word, the joint kinds and the relations of their axes: ∥ (in ASCII "=") for
parallel, ⊥ ("+") for orthogonal to the previous axis. A prismatic joint does not rotate its child. After a prismatic
axis that is orthogonal to the axis before it, the next axis can be parallel to that earlier axis (⊥) or orthogonal to
both (⊥⊥, "++"): R⊥P⊥R is planar, R⊥P⊥⊥R is not. The axis and link of each joint at q = 0 follow: "R⊥R∥R zz yx yx"
rotates about z on a column along z, then about y twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from armillary.spatial.rotation import about_axis
from armillary.spatial.scalar import Floats

LETTERS = "xyz"
KINDS = "RP"
ASCII = {"∥": "=", "⊥": "+", "⊥⊥": "++"}


class JointAndLink(NamedTuple):
    """A joint and its link: kind "R" or "P", axis 1, 2 or 3 for x, y, z, link ±1, ±2, ±3."""

    kind: str
    axis: int
    link: int


@dataclass(frozen=True)
class Architecture:
    """An arrangement of joints and links, from the base to the tip.

    Example:
        >>> arm = Architecture((JointAndLink("R", 3, 3), JointAndLink("R", 2, 1), JointAndLink("P", 1, 1)))
        >>> arm.name, arm.ascii
        ('R⊥R⊥P zz yx xx', 'R+R+P_zz_yx_xx')
    """

    pieces: tuple[JointAndLink, ...]

    @property
    def kinds(self) -> str:
        """The kinds of the joints, such as "RRP"."""
        return "".join(piece.kind for piece in self.pieces)

    @property
    def word(self) -> str:
        """Kinds and relations of axes, such as "R⊥R∥R"."""
        return self._joined(relations(self.pieces))

    def _joined(self, marks: Sequence[str]) -> str:
        return "".join(mark + kind for mark, kind in zip(("", *marks), self.kinds, strict=True))

    @property
    def name(self) -> str:
        """The word, followed by the axis and link of each joint."""
        return " ".join([self.word, *map(_pair, self.pieces)])

    @property
    def ascii(self) -> str:
        """The name in ASCII, for files and shells."""
        word = self._joined([ASCII[mark] for mark in relations(self.pieces)])
        return "_".join([word, *map(_pair, self.pieces)])


def _pair(piece: JointAndLink) -> str:
    sign = "-" if piece.link < 0 else ""
    return f"{LETTERS[piece.axis - 1]}{sign}{LETTERS[abs(piece.link) - 1]}"


def relations(pieces: Sequence[JointAndLink]) -> list[str]:
    """Return the marks between neighbours: ∥, ⊥, or ⊥⊥ for orthogonal to the two previous axes.

    Example:
        >>> relations([JointAndLink("R", 3, 1), JointAndLink("P", 1, 1), JointAndLink("R", 2, 1)])
        ['⊥', '⊥⊥']
    """
    marks: list[str] = []
    orthogonal: int | None = None  # earlier axis orthogonal to the last one, with no revolute joint between
    for before, after in pairwise(pieces):
        orthogonal = None if before.kind == "R" else orthogonal
        if after.axis == before.axis:
            marks.append("∥")
            continue
        marks.append("⊥" if orthogonal in (None, after.axis) else "⊥⊥")
        orthogonal = before.axis
    return marks


def unit(direction: int) -> Floats:
    """Return the unit vector of a signed direction, shape (3,)."""
    vector = np.zeros(3)
    vector[abs(direction) - 1] = np.sign(direction)
    return vector


@dataclass(frozen=True, eq=False)
class PlacedAxes:
    """An arrangement at a configuration: axes (n, 3), points on them (n, 3) [m], tip (3,) [m]."""

    axes: Floats
    points: Floats
    tip: Floats


def place_axes(pieces: Sequence[JointAndLink], lengths: Sequence[float], q: Sequence[float] | Floats) -> PlacedAxes:
    """Return axes and tip at q [rad or m] for link lengths [m]."""
    Q, end = np.eye(3), np.zeros(3)
    axes, points = np.zeros((len(pieces), 3)), np.zeros((len(pieces), 3))
    for i, piece in enumerate(pieces):
        u = unit(piece.axis)
        axes[i], points[i] = Q @ u, end
        slide = 0.0
        if piece.kind == "R":
            Q = Q @ about_axis(u, q[i])
        else:
            slide = q[i]
        end = end + Q @ (slide * u + lengths[i] * unit(piece.link))  # (3)
    return PlacedAxes(axes, points, end)
