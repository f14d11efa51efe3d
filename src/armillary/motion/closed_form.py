"""Inverse kinematics in closed form: all configurations at which a chain of up to six joints reaches a target.

With the axes as lines at q = 0 and M the pose of the frame there, the frame has the pose [MurrayLiSastry1994, ch. 2]
    T = E_1(q_1) … E_n(q_n) M,   G = T M⁻¹ = E_1 … E_n                                     (1)
E_k rotates about line k (direction h, point o) or moves along h. E_k(h, q)⁻¹ = E_k(−h, q), so that the chain
n … 1 with reversed axes reaches G⁻¹. A point c on the last axes does not move with them, and a rotation keeps the
coordinate along its axis and the distance to its points. Hence the steps [Pieper1968]; (2) to (4) generalise the
subproblems of [Paden1986]:
    position   E_1 E_2 E_3 c = G c, if the last one to three axes meet in c
    level      u·E x = d:  B cos q + C sin q = D, two roots                                (2)
    distance   |E x − m|² = d²:  of the form (2), or a quadratic equation of a displacement (3)
    carry      E x = y:  tan q = (y·(h × x)) / (y·x⊥), one root                            (4)
Three joints are solved by (2) if two of them keep a coordinate u (parallel axes, or a slide across an axis), by (3) if
two axes intersect. Of three skew axes, level and distance together give a quartic equation, as in Pieper's work. The
last axes follow from the rotation: (2) and (4). Three parallel axes keep the coordinate u of positions and directions:
the other joints are solved first, by (2) or a quartic equation, then the parallel ones as a planar arm.
Everything is computed with (cos, sin) pairs; angles come last. An equation without a real root gets the nearest angle,
and its residual tells that the branch has no solution, so that all branches are computed without a condition.

The geometry decides which steps apply, within `TOLERANCE`, and every plan must reproduce random configurations.
All functions work for numbers and for expressions, which record them as a program.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from armillary.compiler.kernel import Kernel
from armillary.compiler.program import Program, record
from armillary.compiler.simplified import build_simplified
from armillary.expr.pointwise import floor, less, maximum, minimum, where
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Floats, Scalar, cos, exp, log, sin, sqrt

TOLERANCE = 1e-7  # largest deviation from parallel or intersecting axes, of the size of the chain
FREE = 1e-11  # smallest distance from an axis, of the size, at which it still determines an angle
SNAP = 1e-12  # rounding of directions and points, of the size
LINEAR = 1e-3  # smallest part of a slide along an axis for which the coordinate along the axis determines it
SAMPLES = 6  # random configurations that a plan must reproduce
REPRODUCED = 1e-4  # largest error of a reproduced configuration; geometry within `TOLERANCE` is amplified
MOST = 6  # joints of a chain
FIVE = 5  # angles of which one is not near any of four roots
POLISH = 4  # steps that mend a root
LARGEST = 0.1  # largest such step [rad]
DOUBLE = 1e-6  # relative discriminant below which rounding decides whether a pair of roots is real
OBLIQUE = np.array([1e-3, 2e-3, 3e-3])  # added to the vertical, to tell the sides of horizontal axes
ARC_TANGENT = (
    -0.3333333333333333, 0.1999999999999552, -0.14285714284666542, 0.11111111015256361, -0.09090904578123903,
    0.07692183190826087, -0.06664511447381948, 0.0585814891280221, -0.0508544973794026, 0.03923165829558719,
    -0.01917688711906226,
)  # fmt: skip
"""Interpolates (arctan(t) / t − 1) / t² by a polynomial of t² at Chebyshev points of |t| ≤ √2 − 1."""

Roots = tuple[str, str]
"""Words for the roots + and − of a step."""


class NoPlanError(Exception):
    """The steps do not solve this chain."""


class Line(NamedTuple):
    """A joint of a chain as the line of its axis at q = 0.

    Args:
        k: Place in the chain.
        turns: Whether it rotates about the line; otherwise it slides along.
        h: Unit vector of the direction, shape (3,).
        o: A point of the line, shape (3,) [m].
    """

    k: int
    turns: bool
    h: Floats
    o: Array

    def vector(self, value: Any, v: Array, back: bool = False) -> Array:
        """Return a direction turned by the joint; `value` is (cos q, sin q), or q of a slide."""
        if not self.turns:
            return v
        c, s = value
        along = self.h * (self.h @ v)
        return along + c * (v - along) + (-s if back else s) * cross(self.h, v)

    def point(self, value: Any, x: Array, back: bool = False) -> Array:
        """Return a point moved by the joint, or moved back."""
        if self.turns:
            return self.o + self.vector(value, x - self.o, back)
        return x + self.h * (-value if back else value)

    def reversed(self) -> Line:
        """Return the line whose joint moves back."""
        return self._replace(h=-self.h + 0.0)


class Branch(NamedTuple):
    """A partial solution: values of joints by place, words for its roots, and what is known about their equations."""

    values: Mapping[int, Any]
    words: tuple[str, ...] = ()
    misses: tuple[Scalar, ...] = ()
    """By how much an equation has no real root, relative."""
    roots: tuple[Scalar, ...] = ()
    """Relative discriminants: zero where two branches meet."""
    free: tuple[tuple[int, Scalar], ...] = ()
    """Places of joints, and 1 where the target leaves them free."""
    shoulder: float = 0.0
    """Sign of the side of the shoulder, for names of elbows."""

    def having(self, line: Line, value: Any, **more: Any) -> Branch:
        """Return the branch with the value of a joint and additions to its tuples."""
        added: dict[str, Any] = {
            name: (*getattr(self, name), entry) for name, entry in more.items() if entry is not None
        }
        return self._replace(values={**self.values, line.k: value}, **added)


class Goal(NamedTuple):
    """G of (1) without the joints that are solved: (E_left)⁻¹ G (E_right)⁻¹."""

    R: Array
    t: Array
    left: tuple[tuple[Line, Any], ...] = ()
    right: tuple[tuple[Line, Any], ...] = ()

    def vector(self, v: Array) -> Array:
        """Return the direction to which the remaining joints turn v."""
        for line, value in self.right:
            v = line.vector(value, v, back=True)
        v = times(self.R, v)
        for line, value in self.left:
            v = line.vector(value, v, back=True)
        return v

    def point(self, x: Array) -> Array:
        """Return the point to which the remaining joints carry x."""
        for line, value in self.right:
            x = line.point(value, x, back=True)
        x = times(self.R, x) + self.t
        for line, value in self.left:
            x = line.point(value, x, back=True)
        return x

    def inverse(self) -> Goal:
        """Return the goal of the reversed chain."""
        if not self.left and not self.right:
            R, t = self.R, self.t
        else:
            R, t = np.stack([self.vector(e) for e in np.eye(3)], axis=1), self.point(np.zeros(3))
        return Goal(R.T, -times(R.T, t))


def times(R: Array, v: Array) -> Array:
    """Return a matrix times a vector, of expressions or numbers."""
    return np.array([R[k, 0] * v[0] + R[k, 1] * v[1] + R[k, 2] * v[2] for k in range(3)])


def parallel(a: Floats, b: Floats) -> bool:
    """Return whether two unit vectors are parallel."""
    return bool(np.linalg.norm(cross(a, b)) < TOLERANCE)


def across(h: Floats) -> Floats:
    """Return a unit vector at right angles to h, along a coordinate axis if h is."""
    v = np.roll(np.where(np.abs(h) == np.abs(h).max(), 1.0, 0.0), 1) if np.count_nonzero(h) == 1 else None
    v = cross(h, np.eye(3)[int(np.argmin(np.abs(h)))]) if v is None else v
    return v / np.linalg.norm(v)


@dataclass(frozen=True)
class Steps:
    """The steps (2) to (4) for one chain.

    Args:
        rest: Values of free joints by place: (cos, sin) or displacement.
        size: Length of the chain [m].
        vertical: Direction upward, for names.
    """

    rest: Sequence[Any]
    size: float
    vertical: Floats

    # Steps

    def roots(
        self, line: Line, B: Scalar, C: Scalar, D: Scalar, scale: float, words: Roots, branch: Branch
    ) -> Iterator[tuple[Branch, float]]:
        """Yield the angles at which B cos q + C sin q = D, (2), and the sign of each root."""
        r2 = B * B + C * C
        left = r2 - D * D
        if isinstance(r2, float) and r2 < (FREE * scale) ** 2:
            raise NoPlanError
        r = sqrt(r2)
        root, D_near = sqrt(maximum(left, 0.0)), maximum(-r, minimum(r, D))
        c_rest, s_rest = self.rest[line.k]
        free = None if isinstance(r2, float) else less(r2, (FREE * scale) ** 2)
        near = left / r2
        miss = maximum(-near, 0.0)
        if free is not None:
            near, miss = where(free, 0.0, near), where(free, abs(D) / scale, miss)
        for sign, word in zip((1.0, -1.0), words, strict=True):
            c, s = (B * D_near - sign * C * root) / r2, (C * D_near + sign * B * root) / r2
            if free is not None:
                c, s = where(free, c_rest, c), where(free, s_rest, s)
            mark = None if free is None else (line.k, free)
            yield branch.having(line, (c, s), words=word, misses=miss, roots=near, free=mark), sign

    def level(
        self, line: Line, u: Floats, x: Array, d: Scalar, words: Roots, branch: Branch
    ) -> Iterator[tuple[Branch, float]]:
        """Yield the branches with u·E x = d, (2)."""
        if not line.turns:
            yield branch.having(line, (d - u @ x) / float(u @ line.h)), 1.0
            return
        v = x - line.o
        along = float(u @ line.h)
        B, C = (u - along * line.h) @ v, cross(u, line.h) @ v
        yield from self.roots(line, B, C, d - u @ line.o - along * (line.h @ v), self.size, words, branch)

    def distance(
        self, line: Line, x: Array, y: Array, m: Array, axis: Floats | None, words: Roots, branch: Branch
    ) -> Iterator[tuple[Branch, float]]:
        """Yield the branches in which E x is as far from m as y is, (3).

        With `axis`, distances are those from the line in this direction through m.
        """

        def cut(v: Array) -> Array:
            return v if axis is None else v - axis * (axis @ v)

        d2 = square(cut(y - m))
        if line.turns:
            v, w = cut(x - line.o), cut(m - line.o)
            along_v, along_w = line.h @ v, line.h @ w
            D = (square(v) + square(w) - d2) / 2.0 - along_v * along_w
            B, C = w @ v - along_v * along_w, cross(w, line.h) @ v
            yield from self.roots(line, B, C, D, self.size**2, words, branch)
            return
        h, away = cut(line.h), cut(x - m)
        hh, b = float(h @ h), h @ away
        left = b * b - hh * (square(away) - d2)
        root, near = sqrt(maximum(left, 0.0)), left / self.size**2
        for sign, word in zip((1.0, -1.0), words, strict=True):
            value = (sign * root - b) / hh
            yield branch.having(line, value, words=word, misses=maximum(-near, 0.0), roots=near), sign

    def carry(self, line: Line, x: Array, y: Array, branch: Branch, *, directions: bool = False) -> Branch:
        """Return the branch with E x = y, (4); x and y are points, or directions."""
        if not line.turns:
            return branch.having(line, line.h @ (y - x))
        scale = 1.0 if directions else self.size
        v, w = (x, y) if directions else (x - line.o, y - line.o)
        across_axis = v - line.h * (line.h @ v)
        B, C = w @ across_axis, w @ cross(line.h, v)
        n2 = B * B + C * C
        n = sqrt(n2)
        c_rest, s_rest = self.rest[line.k]
        free = less(n2, (FREE * scale) ** 4)
        value = where(free, c_rest, B / n), where(free, s_rest, C / n)
        certain = v.dtype != object and square(v - line.h * (line.h @ v)) > TOLERANCE
        return branch.having(line, value, free=None if certain else (line.k, free))

    def polar(
        self, line: Line, u: Floats, w: Floats, y: Array, words: Roots, branch: Branch
    ) -> Iterator[tuple[Branch, float]]:
        """Yield the branches with u·R w = u·y for unit vectors; exact where u and y are almost parallel."""
        if abs(u @ line.h) > SNAP or abs(w @ line.h) > SNAP:
            yield from self.level(line._replace(o=np.zeros(3)), u, w, u @ y, words, branch)
            return
        # At right angles the root of (2) is |u × y|, which has all digits where 1 − (u·y)² has none.
        B, C = float(u @ w), float(cross(u, line.h) @ w)
        D, near = u @ y, square(y - u * (u @ y))
        root = sqrt(near)
        for sign, word in zip((1.0, -1.0), words, strict=True):
            value = B * D - sign * C * root, C * D + sign * B * root
            yield branch.having(line, value, words=word, roots=near), sign

    def resting(self, lines: Sequence[Line]) -> Branch:
        """Return the branch in which joints are free."""
        return Branch({line.k: self.rest[line.k] for line in lines}, free=tuple((line.k, 1.0) for line in lines))

    # Positions

    def position(self, lines: Sequence[Line], x: Array, y: Array, branch: Branch) -> Iterator[Branch]:
        """Yield the branches in which up to three joints carry the point x to y."""
        if not lines:
            yield branch
        elif len(lines) == 1:
            yield self.carry(lines[0], x, y, branch)
        elif len(lines) == 2:
            yield from self.pair(lines[0], lines[1], x, y, branch)
        elif len(lines) == 3:
            yield from self.triple(lines[0], lines[1], lines[2], x, y, branch)
        else:
            raise NoPlanError

    def triple(self, a: Line, b: Line, c: Line, x: Array, y: Array, branch: Branch) -> Iterator[Branch]:
        """Yield the branches in which three joints carry the point x to y."""
        if (u := kept(b, c)) is not None and changes(a, u):
            words, side = self.shoulder(a, u, x)
            for solved, sign in self.level(a.reversed(), u, y, u @ x, words, branch):
                at_shoulder = solved._replace(shoulder=sign * side)
                yield from self.pair(b, c, x, a.point(solved.values[a.k], y, back=True), at_shoulder, u)
        elif (u := kept(a, b)) is not None and changes(c, u):
            for solved, _ in self.level(c, u, x, u @ y, ("elbow up", "elbow down"), branch):
                yield from self.pair(a, b, c.point(solved.values[c.k], x), y, solved)
        elif (u := kept(a, c)) is not None and not b.turns and changes(b, u):
            for solved, _ in self.level(b, u, x, u @ y, ("", ""), branch):
                move = b.h * solved.values[b.k]
                yield from self.pair(a, c._replace(o=c.o + move), x + move, y, solved)
        elif (meeting := meet(a, b, self.size)) is not None:
            words = ("elbow up", "elbow down") if c.turns else ("slide out", "slide in")
            for solved, _ in self.distance(c, x, y, meeting, None, words, branch):
                yield from self.pair(a, b, c.point(solved.values[c.k], x), y, solved)
        elif meet(b, c, self.size) is not None:
            yield from self.triple(c.reversed(), b.reversed(), a.reversed(), y, x, branch)
        elif a.turns and b.turns and c.turns:
            yield from self.skew(a, b, c, x, y, branch)
        else:
            raise NoPlanError

    def skew(self, a: Line, b: Line, c: Line, x: Array, y: Array, branch: Branch) -> Iterator[Branch]:
        """Yield the branches in which three rotations about skew axes carry the point x to y.

        With e_1 along the part of h_a across h_b, e_2 = h_b × e_1, v = E_c x − o_b and w = o_a − o_b, level and
        distance of axis a give the coordinates of E_b v
            X = (h_a·(y − o_b) − (h_a·h_b)(h_b·v)) / |h_a⊥|
            Y = ((|v|² + |w|² − |y − o_a|²) / 2 − (w·h_b)(h_b·v) − w_1 X) / w_2
        and f = X² + Y² + (h_b·v)² − |v|² = 0. X, Y, h_b·v and |v|² are linear in cos q_c and sin q_c.
        """
        away = a.h - b.h * float(a.h @ b.h)
        n, w = float(np.linalg.norm(away)), (a.o - b.o) / self.size
        e1 = away / n
        e2 = cross(b.h, e1)
        centre, start = c.o + c.h * (c.h @ (x - c.o)), x - c.o
        arms = [(centre - b.o) / self.size, (x - centre) / self.size, cross(c.h, start) / self.size]
        ones = np.array([1.0, 0.0, 0.0])  # the constant 1 as a linear function of (1, cos, sin)
        height = np.array([b.h @ arm for arm in arms])
        length2 = np.array([square(arms[0]) + square(arms[1]), 2.0 * (arms[0] @ arms[1]), 2.0 * (arms[0] @ arms[2])])
        X = (ones * (a.h @ (y - b.o) / self.size) - float(a.h @ b.h) * height) / n
        far = square(w) - square(y - a.o) / self.size**2
        Y = ((length2 + ones * far) / 2.0 - float(w @ b.h) * height - float(w @ e1) * X) / float(w @ e2)
        f = trigonometric_square(X) + trigonometric_square(Y) + trigonometric_square(height)
        f = f - np.array([*length2, 0.0, 0.0])
        for k, (value, near, miss) in enumerate(trigonometric_roots(f)):
            solved = branch.having(c, value, words=f"arm {k + 1}", roots=near, misses=miss)
            v = c.point(value, x)
            at = np.array([1.0, *value])
            there = b.o + self.size * (e1 * (X @ at) + e2 * (Y @ at) + b.h * (height @ at))
            solved = self.carry(b, v, there, solved)
            yield self.carry(a, b.point(solved.values[b.k], v), y, solved)

    def shoulder(self, line: Line, u: Floats, x: Array) -> tuple[Roots, float]:
        """Return the words of the roots of a first axis, and the sign by which its root turns u to the left.

        The first root has u to the left of the way from the axis to the point, seen from the tip of the axis. An arm
        beside its first axis is named by its side, any other by the side to which the second axis points.
        """
        if not line.turns:
            return ("", ""), 0.0
        up = self.side(line)
        beside = -1.0 if u @ (x - line.o) < -TOLERANCE * self.size else 1.0
        words = ("shoulder left", "shoulder right")
        return words if beside * up > 0 else words[::-1], up

    def side(self, line: Line) -> float:
        """Return 1 if an axis points upward, −1 if downward; a horizontal one by a fixed rule."""
        return 1.0 if line.h @ (self.vertical + OBLIQUE) > 0 else -1.0

    def pair(self, a: Line, b: Line, x: Array, y: Array, branch: Branch, u: Floats | None = None) -> Iterator[Branch]:
        """Yield the branches in which two joints carry the point x to y; u is the axis of the side of the shoulder."""
        if not a.turns and b.turns:
            yield from self.pair(b.reversed(), a.reversed(), y, x, branch)
            return
        if not a.turns:
            v = b.h - a.h * float(a.h @ b.h)
            if v @ v < LINEAR**2:
                raise NoPlanError
            seconds = self.level(b, v, x, v @ y, ("", ""), branch)
        elif not b.turns:
            words = ("slide out", "slide in")
            if abs(a.h @ b.h) > LINEAR:
                seconds = self.level(b, a.h, x, a.h @ y, words, branch)
            else:
                seconds = self.distance(b, x, y, a.o, a.h, words, branch)
        elif parallel(a.h, b.h):
            seconds = self.distance(b, x, y, a.o, a.h, self.elbow(b, branch, u), branch)
        else:
            seconds = self.level(b, a.h, x, a.h @ y, ("shoulder left", "shoulder right"), branch)
        for solved, _ in seconds:
            yield self.carry(a, b.point(solved.values[b.k], x), y, solved)

    def elbow(self, line: Line, branch: Branch, u: Floats | None) -> Roots:
        """Return the words of the roots of two parallel axes.

        The first root has the elbow to the left of the line from the shoulder to the end, seen from the tip of `line`.
        """
        if u is None or not branch.shoulder:
            return ("elbow left", "elbow right") if self.side(line) > 0 else ("elbow right", "elbow left")
        up = branch.shoulder * float(line.h @ u) < 0
        return ("elbow up", "elbow down") if up else ("elbow down", "elbow up")

    # Rotations

    def wrist(self, lines: Sequence[Line], goal: Goal, branch: Branch) -> Iterator[Branch]:
        """Yield the branches in which up to three rotations turn as the goal does."""
        last = lines[-1]
        words = ("wrist no-flip", "wrist flip")
        seconds: Iterator[tuple[Branch, float]] = iter([(branch, 1.0)])
        if len(lines) == 3:
            y = goal.vector(last.h)
            seconds = self.polar(lines[1], lines[0].h, last.h, y, words, branch)
        v = across(last.h)
        target = goal.vector(v)
        for solved, _ in seconds:
            if len(lines) == 3:
                turned = lines[1].vector(solved.values[lines[1].k], last.h)
                solved = self.carry(lines[0], turned, y, solved, directions=True)
            elif len(lines) == 2:
                solved = self.carry(lines[0], last.h, goal.vector(last.h), solved, directions=True)
            turned = target
            for line in lines[:-1]:
                turned = line.vector(solved.values[line.k], turned, back=True)
            # v is at right angles to the last axis: the last angle is determined even where the others are not.
            yield self.carry(last, v, turned, solved, directions=True)

    # Poses

    def meeting_axes(self, lines: Sequence[Line], count: int, goal: Goal) -> Iterator[Branch]:
        """Yield the branches of a chain whose last `count` axes meet in a point."""
        head, tail = list(lines[: len(lines) - count]), lines[len(lines) - count :]
        if not tail:
            yield from self.position(head, np.zeros(3), goal.point(np.zeros(3)), Branch({}))
            return
        centre = centre_of(tail, self.size)
        if len(head) > 3 or centre is None:
            raise NoPlanError
        for solved in self.position(head, centre, goal.point(centre), Branch({})):
            rest = goal._replace(left=tuple((line, solved.values[line.k]) for line in head))
            yield from self.wrist(tail, rest, solved)

    def parallel_axes(self, lines: Sequence[Line], first: int, count: int, goal: Goal) -> Iterator[Branch]:
        """Yield the branches of a chain with up to one joint, then `count` parallel axes, then up to two that meet."""
        before, group, tail = lines[:first], lines[first : first + count], lines[first + count :]
        u = kept(*group)
        if u is None or any(not changes(line, u) for line in (*before, *tail[:1])):
            raise NoPlanError
        for solved in self.around(before, u, tail, goal):
            rest = goal._replace(
                left=tuple((line, solved.values[line.k]) for line in before),
                right=tuple((line, solved.values[line.k]) for line in tail),
            )
            yield from self.planar(group, rest, solved, u)

    def around(self, before: Sequence[Line], u: Floats, tail: Sequence[Line], goal: Goal) -> Iterator[Branch]:
        """Yield the branches in which the joints around parallel axes leave them motions that keep coordinates of u."""
        start = Branch({})
        centre = centre_of(tail, self.size) if tail else None
        if len(before) == 1 and before[0].turns and len(tail) == 2 and centre is None:
            yield from self.skew_tail(before[0], u, tail[0], tail[1], goal)
        elif not before:
            yield from self.directions(tail, u, goal, start)
        elif not tail:
            yield self.carry(before[0], u, goal.vector(u), start, directions=True)
        elif centre is None:
            raise NoPlanError
        else:
            words, side = self.shoulder(before[0], u, centre)
            for begun, sign in self.level(before[0].reversed(), u, goal.point(centre), u @ centre, words, start):
                there = goal._replace(left=tuple((line, begun.values[line.k]) for line in before))
                yield from self.directions(tail, u, there, begun._replace(shoulder=sign * side))

    def skew_tail(self, a: Line, u: Floats, b: Line, c: Line, goal: Goal) -> Iterator[Branch]:
        """Yield the branches of `around` for last axes b and c that do not intersect.

        The coordinates along u of the direction of axis c and of a point of it are linear in (cos, sin) of a, and of b:
            u·E_b h_c = u·E_a⁻¹ G h_c,   u·E_b o_c = u·E_a⁻¹ G o_c
        They give cos q_b and sin q_b, the sum of whose squares is 1.
        """
        M = np.array([turning(b, u, c.h), turning(b, u, c.o - b.o) / self.size])
        M[1, 0] += u @ b.o / self.size
        if abs(np.linalg.det(M[:, 1:])) < LINEAR**2:
            raise NoPlanError
        direction = turning(a, goal.vector(c.h), u)
        place = turning(a, (goal.point(c.o) - a.o) / self.size, u)
        levels = [direction, place + np.array([u @ a.o / self.size, 0.0, 0.0])]
        right = [level - np.array([constant, 0.0, 0.0]) for level, constant in zip(levels, M[:, 0], strict=True)]
        inverse = np.linalg.inv(M[:, 1:])
        C, S = (row[0] * right[0] + row[1] * right[1] for row in inverse)
        f = trigonometric_square(C) + trigonometric_square(S) - np.array([1.0, 0.0, 0.0, 0.0, 0.0])
        for k, (value, near, miss) in enumerate(trigonometric_roots(f)):
            at = np.array([1.0, *value])
            solved = Branch({}).having(a, value, words=f"arm {k + 1}", roots=near, misses=miss)
            solved = solved.having(b, unit_pair(C @ at, S @ at))
            away = times(goal.R.T, a.vector(value, u))  # (R_b R_c)ᵀ u
            turned = b.vector(solved.values[b.k], u, back=True)
            yield self.carry(c.reversed(), turned, away, solved, directions=True)

    def directions(self, tail: Sequence[Line], u: Floats, goal: Goal, branch: Branch) -> Iterator[Branch]:
        """Yield the branches in which up to two last axes leave rotations about u to the joints before them."""
        if not tail:
            yield branch
            return
        words = ("wrist no-flip", "wrist flip")
        away = times(goal.R.T, self.forward(goal.left, u))  # R_tailᵀ u
        if len(tail) == 1:
            yield self.carry(tail[0].reversed(), u, away, branch, directions=True)
            return
        first, last = tail
        for solved, _ in self.polar(first, u, last.h, goal.vector(last.h), words, branch):
            turned = first.vector(solved.values[first.k], u, back=True)
            yield self.carry(last.reversed(), turned, away, solved, directions=True)

    @staticmethod
    def forward(left: Sequence[tuple[Line, Any]], v: Array) -> Array:
        """Return a direction turned by the joints that are solved."""
        for line, value in reversed(left):
            v = line.vector(value, v)
        return v

    def planar(self, group: Sequence[Line], goal: Goal, branch: Branch, u: Floats) -> Iterator[Branch]:
        """Yield the branches in which joints of a plane reach the goal; the last or the first of them rotates."""
        if not group[-1].turns:
            if not group[0].turns:
                raise NoPlanError
            group, goal = [line.reversed() for line in reversed(group)], goal.inverse()
        *head, last = group
        if len(head) == 2:
            branches = self.pair(head[0], head[1], last.o, goal.point(last.o), branch, u)
        else:
            branches = self.position(head, last.o, goal.point(last.o), branch)
        for solved in branches:
            left = tuple((line, solved.values[line.k]) for line in head)
            yield from self.wrist([last], goal._replace(left=goal.left + left), solved)


def turning(line: Line, u: Array, v: Array) -> Array:
    """Return u·R v for a rotation about a line as a linear function of (1, cos q, sin q)."""
    along = line.h * (line.h @ v)
    return np.array([u @ along, u @ (v - along), u @ cross(line.h, v)])


def trigonometric_square(linear: Array) -> Array:
    """Return the square of a linear function of (1, cos q, sin q) by (1, cos q, sin q, cos 2q, sin 2q)."""
    k, c, s = linear
    return np.array([k * k + (c * c + s * s) / 2.0, 2.0 * k * c, 2.0 * k * s, (c * c - s * s) / 2.0, c * s])


def trigonometric_roots(f: Array) -> Iterator[tuple[tuple[Scalar, Scalar], Scalar, Scalar]]:
    """Yield (cos q, sin q) of the four roots of f, by (1, cos q, sin q, cos 2q, sin 2q), a discriminant and a miss.

    With t = tan((q − q_0) / 2) f becomes a quartic polynomial with the first coefficient f(q_0 + π). The q_0 for which
    it is greatest among five keeps the roots finite. The depressed quartic is a product of two real quadratics,
        t⁴ + p t² + r t + s = (t² + a t + b)(t² − a t + c),   u = a²,
        u³ + 2 p u² + (p² − 4 s) u − r² = 0
    with the greatest u, and 2 b, 2 c = u + p ∓ r / a. Steps by parabolas through f mend digits.
    """
    best: Scalar = 0.0
    turned: tuple[Scalar, Scalar] = (1.0, 0.0)
    for k in range(FIVE):
        c, s = math.cos(2 * math.pi * k / FIVE), math.sin(2 * math.pi * k / FIVE)
        value = abs(f @ np.array([1.0, c, s, c * c - s * s, 2.0 * c * s]))
        better = less(best, value)
        best, turned = where(better, value, best), (where(better, -c, turned[0]), where(better, -s, turned[1]))
    c0, s0 = turned
    c2, s2 = c0 * c0 - s0 * s0, 2.0 * c0 * s0
    C1, S1 = f[1] * c0 + f[2] * s0, f[2] * c0 - f[1] * s0
    C2, S2 = f[3] * c2 + f[4] * s2, f[4] * c2 - f[3] * s2
    first = f[0] - C1 + C2
    k3, k2 = (2.0 * S1 - 4.0 * S2) / first, (2.0 * f[0] - 6.0 * C2) / first
    k1, k0 = (2.0 * S1 + 4.0 * S2) / first, (f[0] + C1 + C2) / first
    shift = k3 / 4.0
    p = k2 - 6.0 * shift * shift
    r = k1 - 2.0 * shift * k2 + 8.0 * shift**3
    last = k0 - shift * k1 + shift * shift * k2 - 3.0 * shift**4
    u = maximum(greatest_root(2.0 * p, p * p - 4.0 * last, -(r * r)), 0.0)
    a = sqrt(u)
    skewness = sqrt(maximum((u + p) * (u + p) - 4.0 * last, 0.0))  # |r / a|, also where a is zero
    skewness = where(less(r, 0.0), -skewness, skewness)
    norm = f @ f
    for half, end in ((a, (u + p - skewness) / 2.0), (-a, (u + p + skewness) / 2.0)):
        discriminant = half * half / 4.0 - end
        root = sqrt(maximum(discriminant, 0.0))
        for sign in (1.0, -1.0):
            t = sign * root - half / 2.0 - shift
            scale = 1.0 + t * t
            c, s = (1.0 - t * t) / scale, 2.0 * t / scale
            c, s = c * c0 - s * s0, c * s0 + s * c0
            relative = discriminant / (scale * scale)
            double = less(abs(relative), DOUBLE)
            for step in range(POLISH):
                cc, cs = c * c - s * s, 2.0 * c * s
                value = f[0] + f[1] * c + f[2] * s + f[3] * cc + f[4] * cs
                slope = f[2] * c - f[1] * s + 2.0 * (f[4] * cc - f[3] * cs)
                curve = -(f[1] * c + f[2] * s) - 4.0 * (f[3] * cc + f[4] * cs)
                # The parabola through f has the roots of a pair that is almost double, where Newton's line has none.
                square_root = sqrt(maximum(slope * slope - 2.0 * value * curve, 0.0))
                vertex = curve + where(less(curve, 0.0), -1e-30, 1e-30)
                nearest = -2.0 * value / (slope + where(less(slope, 0.0), -1e-30 - square_root, 1e-30 + square_root))
                away = where(less(curve, 0.0), -square_root, square_root)
                sided = ((sign * away if step == 0 else 0.0) - slope) / vertex
                # The first step tells the roots of a pair apart, the others stay at the nearest root.
                pick = double if step == 0 else less(square_root, 1e-30)
                change = maximum(-LARGEST, minimum(LARGEST, where(pick, sided, nearest)))
                c, s = c - change * s, s + change * c
                size = sqrt(c * c + s * s)
                c, s = c / size, s / size
            near = minimum(where(double, 0.0, 1.0), slope * slope / norm)
            yield (c, s), near, maximum(-relative - DOUBLE, 0.0)


def greatest_root(k2: Scalar, k1: Scalar, k0: Scalar) -> Scalar:
    """Return the greatest real root of x³ + k2 x² + k1 x + k0, by Cardano's or Viète's formula and Newton steps."""
    P, Q = k1 - k2 * k2 / 3.0, k0 - k1 * k2 / 3.0 + 2.0 * k2**3 / 27.0
    D = Q * Q / 4.0 + P * P * P / 27.0
    three = less(D, 0.0)
    radius = sqrt(maximum(-P / 3.0, 0.0))
    third = angle(*unit_pair(-Q / 2.0, sqrt(maximum(-D, 0.0)))) / 3.0
    viete = 2.0 * radius * cos(third)
    cube = abs(Q) / 2.0 + sqrt(maximum(D, 0.0))
    A = exp(log(maximum(cube, 1e-300)) / 3.0)
    A = where(less(Q, 0.0), A, -A)
    x = where(three, viete, A - P / (3.0 * A)) - k2 / 3.0
    for _ in range(2):
        slope = (3.0 * x + 2.0 * k2) * x + k1
        x = x - (((x + k2) * x + k1) * x + k0) * slope / (slope * slope + 1e-30)
    return x


def unit_pair(c: Scalar, s: Scalar) -> tuple[Scalar, Scalar]:
    """Return a pair scaled to length 1."""
    size = sqrt(maximum(c * c + s * s, 1e-300))
    return c / size, s / size


def square(v: Array) -> Scalar:
    """Return |v|²; a float for numbers."""
    return float(v @ v) if v.dtype != object else v[0] * v[0] + v[1] * v[1] + v[2] * v[2]


def kept(*lines: Line) -> Floats | None:
    """Return the unit vector along which joints keep the coordinates of points; None if there is none, or several."""
    axes = [line.h for line in lines if line.turns]
    slides = [line.h for line in lines if not line.turns]
    if axes:
        u = axes[0]
        aligned = all(parallel(u, h) for h in axes) and all(abs(float(u @ h)) < TOLERANCE for h in slides)
        return u if aligned else None
    normal = cross(slides[0], slides[-1])
    length = float(np.linalg.norm(normal))
    return normal / length if length > LINEAR else None


def changes(line: Line, u: Floats) -> bool:
    """Return whether a joint changes coordinates along u."""
    return not parallel(line.h, u) if line.turns else bool(abs(line.h @ u) > LINEAR)


def meet(a: Line, b: Line, size: float) -> Floats | None:
    """Return the point in which two axes of rotation intersect, or None."""
    if not (a.turns and b.turns) or parallel(a.h, b.h):
        return None
    normal = cross(a.h, b.h)
    between = b.o - a.o
    n2 = float(normal @ normal)
    if abs(between @ normal) > TOLERANCE * size * math.sqrt(n2):
        return None
    return np.asarray(a.o + a.h * (float(cross(between, b.h) @ normal) / n2))


def passes(line: Line, x: Floats, size: float) -> bool:
    """Return whether an axis of rotation passes through a point."""
    return line.turns and bool(np.linalg.norm(cross(line.h, x - line.o)) <= TOLERANCE * size)


def centre_of(lines: Sequence[Line], size: float) -> Floats | None:
    """Return a point through which all axes of rotation pass, consecutive ones not parallel, or None."""
    if not all(line.turns for line in lines):
        return None
    if len(lines) == 1:
        return np.asarray(lines[0].o)
    centre = meet(lines[0], lines[1], size)
    for before, line in itertools.pairwise(lines[1:]):
        if centre is None or parallel(before.h, line.h) or not passes(line, centre, size):
            return None
    return centre


def in_order(lines: Sequence[Line]) -> list[Line]:
    """Return lines with a last slide before the rotation about a parallel axis, with which it commutes."""
    ordered = list(lines)
    if len(lines) > 1 and not lines[-1].turns and lines[-2].turns and parallel(lines[-1].h, lines[-2].h):
        ordered[-2:] = lines[-1], lines[-2]
    return ordered


# From a chain to its program

Plan = Callable[[Steps, Goal], Iterator[Branch]]


@dataclass(frozen=True, eq=False)
class Chain:
    """The joints that move a frame, in the world, and what its targets prescribe.

    Args:
        lines: The joints from the base to the frame.
        pose: Pose of the frame at q = 0, shape (4, 4).
        task: "pose", "position" or "orientation".
        limits: Lower and upper limits of the joints, shape (2, n) [rad or m].
    """

    lines: tuple[Line, ...]
    pose: Floats
    task: str
    limits: Floats

    @property
    def key(self) -> bytes:
        """Everything that its program depends on."""
        arrays = [self.pose, self.limits, *(np.concatenate([[line.turns], line.h, line.o]) for line in self.lines)]
        return self.task.encode() + b"".join(np.asarray(array, dtype=float).tobytes() for array in arrays)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chain) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def local(self) -> tuple[Chain, Floats]:
        """Return the chain in coordinates along its axes, in which many numbers are zero, and their pose (4, 4)."""
        A = np.eye(4)
        first = self.lines[0]
        second = next((line for line in self.lines if not parallel(first.h, line.h)), first)
        if any(np.abs(line.h).max() < 1.0 - SNAP for line in self.lines):
            x = cross(second.h, first.h) if second is not first else across(first.h)
            A[:3, 0] = x / np.linalg.norm(x)
            A[:3, 2] = first.h
            A[:3, 1] = cross(first.h, A[:3, 0])
        A[:3, 3] = nearest(first, second)
        R, at = A[:3, :3], A[:3, 3]
        lines, o = [], np.zeros(3)
        for line in self.lines:
            h, through = R.T @ line.h, R.T @ (line.o - at)
            o = through + h * (h @ (o - through))
            lines.append(line._replace(h=snapped(h), o=snapped(o)))
        tip = np.eye(4)
        tip[:3, :3], tip[:3, 3] = snapped(R.T @ self.pose[:3, :3]), snapped(R.T @ (self.pose[:3, 3] - at))
        return replace(self, lines=tuple(lines), pose=tip), A

    @property
    def size(self) -> float:
        """Length of the way over points of the axes to the frame [m]; 1 if all are at one point."""
        points = [*(line.o for line in self.lines), self.pose[:3, 3]]
        return sum(float(np.linalg.norm(b - a)) for a, b in itertools.pairwise(points)) or 1.0


def nearest(a: Line, b: Line) -> Floats:
    """Return the point of a line that is nearest to another line."""
    normal = cross(a.h, b.h)
    if np.linalg.norm(normal) < LINEAR:
        return np.asarray(a.o)
    return np.asarray(a.o + a.h * float(cross(b.o - a.o, b.h) @ normal) / float(normal @ normal))


def snapped(x: Floats) -> Floats:
    """Return numbers without rounding errors around 0 and ±1."""
    whole = np.round(x)
    return np.where((np.abs(x - whole) < SNAP) & (np.abs(whole) <= 1.0), whole, x) + 0.0


def plans(chain: Chain) -> Iterator[Plan]:
    """Yield ways to solve a chain in local coordinates, to be tried in this order."""
    n, tip = len(chain.lines), chain.pose[:3, 3]
    if chain.task == "position":
        moving = n
        while moving and passes(chain.lines[moving - 1], tip, chain.size):
            moving -= 1  # a joint whose axis passes through the point does not move it
        yield lambda steps, goal: steps.position(
            chain.lines[:moving], tip, goal.point(tip), steps.resting(chain.lines[moving:])
        )
        return
    if chain.task == "orientation":
        if n > 3 or not all(line.turns for line in chain.lines):
            return
        yield lambda steps, goal: steps.wrist(chain.lines, goal, Branch({}))
        return
    for backward in (False, True):
        lines = in_order([line.reversed() for line in reversed(chain.lines)] if backward else chain.lines)
        for count in range(min(3, n), -1, -1):
            if n - count <= 3:
                yield partial(_directed, backward, partial(Steps.meeting_axes, lines=lines, count=count))
        for first, count in itertools.product((1, 0), (3, 2)):
            if 0 <= n - first - count <= 2:
                method = partial(Steps.parallel_axes, lines=lines, first=first, count=count)
                yield partial(_directed, backward, method)


def _directed(backward: bool, method: Callable[..., Iterator[Branch]], steps: Steps, goal: Goal) -> Iterator[Branch]:
    """Yield the branches of a method; where the reversed chain is solved, wrist and shoulder change places in names."""
    if not backward:
        yield from method(steps, goal=goal)
        return
    for branch in method(steps, goal=goal.inverse()):
        words = []
        for word in branch.words:
            part, space, side = word.partition(" ")
            words.append({"shoulder": "wrist", "wrist": "shoulder"}.get(part, part) + space + side)
        yield branch._replace(words=tuple(words))


class Solution(NamedTuple):
    """All branches of a chain at one target; arrays have one row for each branch."""

    names: tuple[str, ...]
    q: Array
    position: Array
    angle: Array
    near: Array
    free: Array
    beyond: Array


def solve(chain: Chain, local: Chain, A: Floats, plan: Plan, target: Array, rest: Array) -> Solution:
    """Return the branches at a target (4, 4), of numbers or expressions; free joints get the values `rest`, (n,)."""
    lines, size, tip = local.lines, local.size, local.pose[:3, 3]
    R_A, B = A[:3, :3], snapped(np.linalg.inv(chain.pose) @ A)
    y = times(R_A.T, target[:3, 3] - A[:3, 3])
    if chain.task == "position":
        goal = Goal(np.eye(3), y - tip)
    else:
        R = np.stack([times(R_A.T, times(target[:3, :3], column)) for column in B[:3, :3].T], axis=1)
        t = times(R_A.T, times(target[:3, :3], B[:3, 3]) + target[:3, 3] - A[:3, 3])
        goal = Goal(R, t)
    pairs = [(cos(x), sin(x)) if line.turns else x for line, x in zip(chain.lines, rest, strict=True)]
    with np.errstate(all="ignore"):  # branches without a solution may have numbers that are not finite
        branches = list(plan(Steps(pairs, size, R_A.T @ [0.0, 0.0, 1.0]), goal))
    columns: dict[str, list[Any]] = {name: [] for name in Solution._fields[1:]}
    for branch in branches:
        q = [_coordinate(line, branch.values[line.k], chain.limits[:, line.k]) for line in lines]
        columns["q"].append(q)
        beyond: Scalar = -1.0
        for x, (lower, upper) in zip(q, chain.limits.T, strict=True):
            if math.isfinite(lower):
                beyond = maximum(beyond, float(lower) - x)
            if math.isfinite(upper):
                beyond = maximum(beyond, x - float(upper))
        columns["beyond"].append(beyond)
        joints = [(line, branch.values[line.k]) for line in lines]
        position, turn = _errors(joints, goal, tip, y if chain.task == "position" else None)
        if chain.task == "orientation":
            position = 0.0
        for miss in branch.misses:
            position = maximum(position, miss * size)
        columns["position"].append(position)
        columns["angle"].append(turn)
        near: Scalar = 1.0
        for root in branch.roots:
            near = minimum(near, root)
        columns["near"].append(near)
        columns["free"].append(sum((mark * 2.0**k for k, mark in branch.free), 0.0))
    names = _unique([", ".join(sorted(filter(None, branch.words), key=_place)) for branch in branches])
    return Solution(names, *(np.array(column) for column in columns.values()))


def _place(word: str) -> int:
    """Return the place of a word in the name of a branch, from the base to the frame."""
    return ("shoulder", "arm", "slide", "elbow", "wrist").index(word.split()[0])


def _unique(names: Sequence[str]) -> tuple[str, ...]:
    """Return names with numbers where they repeat."""
    counted = [(name, list(names[:k]).count(name), list(names).count(name)) for k, name in enumerate(names)]
    return tuple(f"{name} {k + 1}".strip() if count > 1 or not name else name for name, k, count in counted)


def _coordinate(line: Line, value: Any, limits: Floats) -> Scalar:
    """Return q, an angle within half a turn of the middle of its limits."""
    if not line.turns:
        return value
    q = angle(*value)
    middle = float(limits.sum()) / 2.0 if np.all(np.isfinite(limits)) else 0.0
    if abs(middle) < TOLERANCE:
        return q
    return q + 2.0 * math.pi * floor((middle - q) / (2.0 * math.pi) + 0.5)


def angle(c: Scalar, s: Scalar) -> Scalar:
    """Return the angle in [−π, π] of a cosine and a sine, within 3e-16 rad.

    The arc tangent of t = y / x in the first octant is that of (t − 1) / (t + 1) and π/4 where t > √2 − 1. Unlike
    `atan2` of the C library, which computes one lane at a time, these operations run in all lanes of a batch, and an
    inverse kinematics of 34 angles takes a fifth of the time.
    """
    x = maximum(maximum(abs(c), abs(s)), 1e-300)
    y = minimum(abs(c), abs(s))
    steep = less((math.sqrt(2.0) - 1.0) * x, y)
    t = where(steep, y - x, y) / where(steep, y + x, x)
    z = t * t
    series: Scalar = ARC_TANGENT[-1]
    for coefficient in ARC_TANGENT[-2::-1]:
        series = series * z + coefficient
    octant = t + t * z * series + where(steep, math.pi / 4, 0.0)
    quadrant = where(less(abs(c), abs(s)), math.pi / 2 - octant, octant)
    half = where(less(c, 0.0), math.pi - quadrant, quadrant)
    return where(less(s, 0.0), -half, half)


def _errors(joints: Sequence[tuple[Line, Any]], goal: Goal, tip: Floats, y: Array | None) -> tuple[Scalar, Scalar]:
    """Return the distance [m] and a bound of the angle [rad] from the target.

    The first half of the joints moves the target back, the others move the frame. Angles are those of two axes.
    """
    half = len(joints) // 2
    rest, moving = goal._replace(left=tuple(joints[:half])), joints[half:]
    x = tip
    for line, value in reversed(moving):
        x = line.point(value, x)
    position = sqrt(square(x - rest.point(tip)))
    if y is not None:
        return position, 0.0
    total: Scalar = 0.0
    h = joints[-1][0].h
    for axis in (h, across(h)):
        v = axis
        for line, value in reversed(moving):
            v = line.vector(value, v)
        total = total + square(v - rest.vector(axis))
    return position, sqrt(total)


@dataclass(frozen=True)
class ClosedForm:
    """The compiled solver of one chain.

    Args:
        chain: The chain.
        names: Names of the branches.
        kernel: From "target" (4, 4) and "rest" (n,) to "q" (S, n), errors "position" [m] and "angle" [rad], "near" (the
            least relative discriminant: about zero where branches meet), "free" (2ᵏ for each free joint k) and
            "beyond" (the most by which a joint is beyond its limits).
        size: Length of the chain [m].
        always_free: 2ᵏ for each joint k that no target determines.
        at: The same on numbers, from a target and the values of free joints to a `Solution`.
    """

    chain: Chain
    names: tuple[str, ...]
    kernel: Kernel
    size: float
    always_free: int
    at: Callable[[Floats, Floats], Solution]


@lru_cache(maxsize=64)
def closed_form(chain: Chain) -> ClosedForm | None:
    """Return the compiled solver of a chain, or None if the steps do not solve it."""
    if not 0 < len(chain.lines) <= MOST:
        return None
    local, A = chain.local()
    for plan in plans(local):
        always_free = reproduces(chain, local, A, plan)
        if always_free is not None:
            names, program = written(chain, local, A, plan)
            at = partial(solve, chain, local, A, plan)
            return ClosedForm(chain, names, build_simplified(program), local.size, always_free, at)
    return None


def written(chain: Chain, local: Chain, A: Floats, plan: Plan) -> tuple[tuple[str, ...], Program]:
    """Return the names of the branches and the program that computes them."""
    names: list[str] = []

    def function(target: Array, rest: Array) -> dict[str, Array]:
        solution = solve(chain, local, A, plan, target, rest)
        names.extend(solution.names)
        return {name: value for name, value in solution._asdict().items() if name != "names"}

    program = record("inverse_kinematics", function, {"target": (4, 4), "rest": (len(chain.lines),)})
    return tuple(names), program


def reproduces(chain: Chain, local: Chain, A: Floats, plan: Plan) -> int | None:
    """Return which joints are free at random poses if a plan finds their configurations, else None."""
    rng = np.random.default_rng(5)
    turns = np.array([line.turns for line in chain.lines])
    always_free = 0
    for sample in range(SAMPLES):
        q = rng.uniform(-1.0, 1.0, len(turns)) * np.where(turns, math.pi, local.size)
        try:
            solution = solve(chain, local, A, plan, forward(chain, q), np.zeros(len(q)))
        except NoPlanError:
            return None
        if not len(solution.q):
            return None
        if sample == 0:
            always_free = int(solution.free.min())
        free = np.array([always_free >> k & 1 for k in range(len(q))], dtype=bool)
        apart = solution.q - np.where(free, 0.0, q)
        apart = np.where(turns, np.remainder(apart + math.pi, 2 * math.pi) - math.pi, apart / local.size)
        good = np.abs(apart).max(axis=1) + solution.position / local.size + solution.angle < REPRODUCED
        if not np.any(good & (solution.free == always_free)):
            return None
    return always_free


def forward(chain: Chain, q: Floats) -> Floats:
    """Return the pose of the frame at q, (1), shape (4, 4)."""
    T = chain.pose.copy()
    for line, x in zip(reversed(chain.lines), reversed(q), strict=True):
        value = (math.cos(x), math.sin(x)) if line.turns else float(x)
        T[:3, :3] = np.stack([line.vector(value, column) for column in T[:3, :3].T], axis=1)
        T[:3, 3] = line.point(value, T[:3, 3])
    return T
