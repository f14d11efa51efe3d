"""Arrangements of joints and links: which joints follow each other, along which axes, and where the links run.

An arrangement is written in one configuration, q = 0, in which all axes and links run along x, y or z of the world, z
up. Joint i has a kind k_i (R or P), an axis u_i through the point O_i, and a link that runs straight along e_i:
    O_{i+1} = O_i + l_i e_i,   O_1 = 0,   O_{n+1} the tip                                             (1)
e_i carries a sign, u_i does not: an axis is a line. Two neighbouring axes are
    parallel                    u_{i+1} = u_i
    orthogonal, intersecting    u_{i+1} ≠ u_i and e_i runs along one of them
    orthogonal, offset          u_{i+1} ≠ u_i and e_i runs across both, which are l_i apart           (2)
In any other configuration the chain is, with the rotation Q_i of link i and s_i = q_i for a slide, 0 else,
    Q_i = Q_{i−1} rot(u_i, q_i) or Q_{i−1},   O_{i+1} = O_i + Q_i (s_i u_i + l_i e_i)                 (3)

The name of an arrangement begins with its word, kinds and relations of axes: ∥ (in ASCII "=") for parallel, ⊥ ("+")
for orthogonal to the axis before. A slide leaves its child no freedom about its axis; where the axis before the
slide's is not parallel to it, the next one may be parallel to that (⊥) or orthogonal to both (⊥⊥, "++"): R⊥P⊥R is
planar, R⊥P⊥⊥R is not. Then come axis and link of each joint at q = 0: "R⊥R∥R zz yx yx" turns about z on a column
along z, then about y twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from armillary.spatial.scalar import Floats

LETTERS = "xyz"
KINDS = "RP"
ASCII = {"∥": "=", "⊥": "+", "⊥⊥": "++"}


class Piece(NamedTuple):
    """A joint and its link: kind "R" or "P", axis 1, 2 or 3 for x, y, z, link ±1, ±2, ±3."""

    kind: str
    axis: int
    link: int


@dataclass(frozen=True)
class Architecture:
    """An arrangement of joints and links, from the base to the tip.

    Example:
        >>> arm = Architecture((Piece("R", 3, 3), Piece("R", 2, 1), Piece("P", 1, 1)))
        >>> arm.name, arm.ascii
        ('R⊥R⊥P zz yx xx', 'R+R+P_zz_yx_xx')
    """

    pieces: tuple[Piece, ...]

    @property
    def kinds(self) -> str:
        """The kinds of the joints, such as "RRP"."""
        return "".join(piece.kind for piece in self.pieces)

    @property
    def word(self) -> str:
        """Kinds and relations of axes, such as "R⊥R∥R"."""
        marks = relations(self.pieces)
        return self.kinds[:1] + "".join(mark + kind for mark, kind in zip(marks, self.kinds[1:], strict=True))

    @property
    def name(self) -> str:
        """The word, then axis and link of each joint."""
        return " ".join([self.word, *map(_pair, self.pieces)])

    @property
    def ascii(self) -> str:
        """The name in letters that files and shells take."""
        marks = [ASCII[mark] for mark in relations(self.pieces)]
        word = self.kinds[:1] + "".join(mark + kind for mark, kind in zip(marks, self.kinds[1:], strict=True))
        return "_".join([word, *map(_pair, self.pieces)])


def _pair(piece: Piece) -> str:
    sign = "-" if piece.link < 0 else ""
    return f"{LETTERS[piece.axis - 1]}{sign}{LETTERS[abs(piece.link) - 1]}"


def relations(pieces: Sequence[Piece]) -> list[str]:
    """Return the marks between neighbours: ∥, ⊥, or ⊥⊥ for orthogonal to the two axes before.

    Example:
        >>> relations([Piece("R", 3, 1), Piece("P", 1, 1), Piece("R", 2, 1)])
        ['⊥', '⊥⊥']
    """
    marks: list[str] = []
    known: int | None = None  # an axis across the last one that no joint turns about it
    for before, after in pairwise(pieces):
        known = None if before.kind == "R" else known
        if after.axis == before.axis:
            marks.append("∥")
            continue
        marks.append("⊥" if known in (None, after.axis) else "⊥⊥")
        known = before.axis
    return marks


def unit(direction: int) -> Floats:
    """Return a signed direction as a unit vector, shape (3,)."""
    vector = np.zeros(3)
    vector[abs(direction) - 1] = np.sign(direction)
    return vector


@dataclass(frozen=True, eq=False)
class Drawn:
    """An arrangement in some configuration: axes (n, 3), their points (n, 3), the tip (3,)."""

    axes: Floats
    points: Floats
    tip: Floats


def drawn(pieces: Sequence[Piece], lengths: Sequence[float], q: Sequence[float] | Floats) -> Drawn:
    """Return where axes and tip are at q [rad or m]; `lengths` [m] are those of the links."""
    Q, end = np.eye(3), np.zeros(3)
    axes, points = np.zeros((len(pieces), 3)), np.zeros((len(pieces), 3))
    for i, piece in enumerate(pieces):
        u = unit(piece.axis)
        axes[i], points[i] = Q @ u, end
        slide = 0.0
        if piece.kind == "R":
            Q = Q @ _rotation(u, q[i])
        else:
            slide = q[i]
        end = end + Q @ (slide * u + lengths[i] * unit(piece.link))  # (3)
    return Drawn(axes, points, end)


def _rotation(u: Floats, angle: float) -> Floats:
    K = np.array([[0, -u[2], u[1]], [u[2], 0, -u[0]], [-u[1], u[0], 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K)
