"""All distinct architectures of n joints (`arm.architectures`).

Pieces (joint, axis, link; see `architectures.arrangement`) are put together from the base to the tip, in normal form
(`architectures.equivalence`), so that of each class of equivalent arrangements one comes out and nothing is made twice.
The first axis is vertical unless asked otherwise. What is left out:
    a link that runs back over the one before because the joint between does not turn it                (1)
    two turning joints with one line in every configuration (coaxial)                                    (2)
    slides whose directions are dependent in every configuration: parallel ones, or a fourth             (3)
    a joint that moves the tip in no direction of the task: the tip on the last axis, unless poses count (4)
(2)–(4) are decided at one configuration with random q, where lines and directions coincide only if they always do;
two links of the same length could hide nothing there, since q is generic. Redundant arms, such as a planar one of
four joints, stay. A joint's motions count as
    d = rank of the task's rows of J at almost every q                                                   (5)
and `directions` keeps those with this d. The rod of a slide runs along the slide unless `slides` allows it to run
across, as a carriage with an arm.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.multibody.flexible.field import Floats
from armillary.selection.architectures.arrangement import KINDS, Architecture, Drawn, Piece, drawn
from armillary.selection.architectures.dimensions import Dimensions, dimensions, robot_of
from armillary.selection.architectures.equivalence import (
    AXES,
    LINKS,
    Freedom,
    freedom,
    least_axis,
    least_link,
    motion_key,
)

RELATIONS = ("parallel", "orthogonal")
MEETINGS = ("intersecting", "offset")
SLIDES = ("along", "across")
ATTITUDES = {"vertical": 3, "horizontal": 2}
TASKS = ("position", "pose")
DISTINCT = ("dynamics", "kinematics")
MOST = 1000
"""Architectures that are made unless more are asked for."""
PATIENCE = 3000
"""How many are counted, at least, to say how many there would be."""
MOST_JOINTS = 64
_GENERIC = np.random.default_rng(1983).uniform(0.3, 1.2, MOST_JOINTS)
_SMALL = 1e-9


@dataclass(frozen=True)
class Alphabet:
    """What architectures are made of; see `architectures`."""

    joints: str = "RP"
    axes: tuple[str, ...] = RELATIONS
    meeting: tuple[str, ...] = MEETINGS
    slides: tuple[str, ...] = ("along",)
    first: tuple[str, ...] = ("vertical",)
    kinematic_task: str = "position"
    directions: int | None = None
    distinct: str = "dynamics"


def architectures(
    n: int,
    joints: str = "RP",
    axes: str | Sequence[str] = RELATIONS,
    meeting: str | Sequence[str] = MEETINGS,
    slides: str | Sequence[str] = "along",
    first: str | Sequence[str] = "vertical",
    kinematic_task: str = "position",
    directions: int | None = None,
    distinct: str = "dynamics",
    most: int = MOST,
    **sizes: Any,
) -> list[Robot]:
    """Return a robot for each distinct architecture of n joints.

    Args:
        n: The number of joints.
        joints: The alphabet: "R", "P" or both.
        axes: How neighbouring axes may lie: "parallel", "orthogonal".
        meeting: How orthogonal ones may: "intersecting", "offset" by the link between them.
        slides: How the rod of a slide may run: "along" it, "across" it.
        first: The first axis: "vertical", "horizontal".
        kinematic_task: What counts of the tip's motion: "position", or "pose", to which every joint adds.
        directions: Only those whose tip moves in this many directions of the task.
        distinct: "dynamics" drops what is the same robot; "kinematics" also what moves alike with other masses.
        most: Refuse to make more than this.
        sizes: Dimensions, see `architectures.dimensions`: lengths, masses, mass_per_length,
            radius, stroke, joint_mass, payload, torque, force, gravity.

    Raises:
        ArgumentError: Something is not in the alphabet, or there are too many.

    Example:
        >>> [robot.name for robot in architectures(2, joints="R")]
        ['R∥R zx zx', 'R⊥R zx yx', 'R⊥R zx xy', 'R⊥R zz yx']
    """
    named = {"axes": axes, "meeting": meeting, "slides": slides, "first": first, "distinct": distinct}
    chosen = choice(n, joints=joints, kinematic_task=kinematic_task, directions=directions, most=most, **named, **sizes)
    return chosen.robots()


@dataclass(frozen=True)
class Choice:
    """Architectures of n joints, what they are made of, and their dimensions."""

    architectures: tuple[Architecture, ...]
    alphabet: Alphabet
    dims: Dimensions

    def robots(self) -> list[Robot]:
        """Return the robots."""
        return [robot_of(one, self.dims) for one in self.architectures]


def choice(n: int, most: int = MOST, **options: Any) -> Choice:
    """Return the architectures that the arguments of `architectures` ask for."""
    if not isinstance(n, (int, np.integer)) or isinstance(n, bool) or not 1 <= n <= MOST_JOINTS:
        raise ArgumentError("n", repr(n)[:60], f"a number of joints of 1 or more, at most {MOST_JOINTS}")
    sizes = list(dimensions.__annotations__)[1:-1]
    known = [*(field.name for field in fields(Alphabet)), *sizes]
    for name in options:
        if name not in known:
            raise ArgumentError(name, "no such option", f"some of {', '.join(known)}", _near(name, known))
    alphabet = _alphabet(**{name: value for name, value in options.items() if name not in sizes})
    dims = dimensions(int(n), **{name: value for name, value in options.items() if name in sizes})
    return Choice(tuple(enumerated(int(n), alphabet, dims, most)), alphabet, dims)


def _alphabet(
    joints: str = "RP",
    axes: Any = RELATIONS,
    meeting: Any = MEETINGS,
    slides: Any = "along",
    first: Any = "vertical",
    kinematic_task: str = "position",
    directions: int | None = None,
    distinct: str = "dynamics",
) -> Alphabet:
    """Return the alphabet of these words, or say which there are."""
    letters = joints.upper() if isinstance(joints, str) else ""
    if not letters or not set(letters) <= set(KINDS):
        raise ArgumentError("joints", repr(joints)[:60], "letters out of R (turns) and P (slides)")
    task = _words("kinematic_task", kinematic_task, TASKS)[0]
    if directions is not None and directions not in range(1, 7 if task == "pose" else 4):
        raise ArgumentError("directions", repr(directions), "1 to 6" if task == "pose" else "1 to 3")
    return Alphabet(
        "".join(kind for kind in KINDS if kind in letters),
        _words("axes", axes, RELATIONS),
        _words("meeting", meeting, MEETINGS),
        _words("slides", slides, SLIDES),
        _words("first", first, tuple(ATTITUDES)),
        task,
        directions,
        _words("distinct", distinct, DISTINCT)[0],
    )


def _words(argument: str, given: Any, known: Sequence[str]) -> tuple[str, ...]:
    """Return the words that were asked for, in their own order."""
    words = [given] if isinstance(given, str) else list(given)
    for word in words:
        if word not in known:
            raise ArgumentError(argument, repr(word), f"some of {', '.join(known)}", _near(word, known))
    if not words:
        raise ArgumentError(argument, "nothing", f"some of {', '.join(known)}")
    return tuple(word for word in known if word in words)


def _near(word: object, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(str(word), known, n=1)
    return f"did you mean {near[0]}?" if near else ""


def enumerated(n: int, alphabet: Alphabet, dims: Dimensions, most: int = MOST) -> list[Architecture]:
    """Return the architectures themselves, in the order of their normal forms, kind by kind.

    Raises:
        ArgumentError: There are more than `most`.
    """
    found: list[Architecture] = []
    seen: set[tuple[Any, ...]] = set()
    count = 0
    for one in _every(n, alphabet, dims):
        if alphabet.distinct == "kinematics":
            key = motion_key(one.pieces, dims.lengths, dims.strokes)
            if key in seen:
                continue
            seen.add(key)
        count += 1
        if count <= most:
            found.append(one)
        elif count > max(PATIENCE, most):
            break
    if count > most:
        there = f"{'more than ' if (more := count > PATIENCE) else ''}{count - more} architectures of {n} joints"
        raise ArgumentError("n", there, f"at most {most}", _narrower(alphabet))
    return found


def _narrower(alphabet: Alphabet) -> str:
    """Return what would make fewer of them."""
    ways = []
    if len(alphabet.joints) > 1:
        ways.append("joints='R'")
    if len(alphabet.meeting) > 1:
        ways.append("meeting='intersecting'")
    if len(alphabet.axes) > 1:
        ways.append("axes='orthogonal'")
    if len(alphabet.slides) > 1:
        ways.append("slides='along'")
    if alphabet.distinct != "kinematics":
        ways.append("distinct='kinematics'")
    ways.append("fewer joints")
    return f"fewer with {', '.join(ways)}; or a larger `most`"


def _every(n: int, alphabet: Alphabet, dims: Dimensions) -> Iterator[Architecture]:
    """Yield the architectures in normal form."""
    gravity = dims.gravity > 0
    attitudes = [ATTITUDES[word] for word in alphabet.first] if gravity else [ATTITUDES["vertical"]]
    for axis in attitudes:
        for pieces in _extended((), freedom(gravity), n, alphabet, dims, (axis,)):
            whole = drawn(pieces, dims.lengths, _GENERIC[:n])
            if _tip_moves(pieces, whole, alphabet.kinematic_task) and alphabet.directions in (
                None,
                directions_of(pieces, whole, alphabet.kinematic_task),
            ):
                yield Architecture(pieces)


def _extended(
    pieces: tuple[Piece, ...], free: Freedom, n: int, alphabet: Alphabet, dims: Dimensions, axes: Sequence[int]
) -> Iterator[tuple[Piece, ...]]:
    """Yield the normal forms of n pieces that begin with these."""
    if len(pieces) == n:
        yield pieces
        return
    for kind in alphabet.joints:
        for axis in axes:
            own_axis, halfway = least_axis(free, kind, axis)
            if own_axis != axis:
                continue
            for link in LINKS:
                own_link, after = least_link(halfway, axis, link)
                longer = (*pieces, Piece(kind, axis, link))
                if own_link == link and _allowed(longer, free, after, alphabet) and _sound(longer, dims):
                    yield from _extended(longer, after, n, alphabet, dims, tuple(AXES))


def _allowed(pieces: tuple[Piece, ...], before: Freedom, after: Freedom, alphabet: Alphabet) -> bool:
    """Return whether the last piece is in the alphabet; links that are never turned have no place in it."""
    own = pieces[-1]
    along = abs(own.link) == own.axis
    if own.kind == "P" and after.turned and ("along" if along else "across") not in alphabet.slides:
        return False
    if len(pieces) == 1:
        return True
    last = pieces[-2]
    parallel = last.axis == own.axis
    if ("parallel" if parallel else "orthogonal") not in alphabet.axes:
        return False
    if not before.turned:
        return True
    meeting = "intersecting" if abs(last.link) in (last.axis, own.axis) else "offset"
    if not parallel and meeting not in alphabet.meeting:
        return False
    return own.link != -last.link or (own.kind == "R" and not along)  # (1)


def _sound(pieces: tuple[Piece, ...], dims: Dimensions) -> bool:
    """Return whether the last joint adds a motion of its own, (2) and (3)."""
    at = drawn(pieces, dims.lengths, _GENERIC[: len(pieces)])
    kinds = [piece.kind for piece in pieces]
    same = [i for i, kind in enumerate(kinds) if kind == kinds[-1]]
    if len(same) == 1:
        return True
    if kinds[-1] == "P":
        return int(np.linalg.matrix_rank(at.axes[same], tol=_SMALL)) == len(same)  # (3)
    u, others = at.axes[-1], same[:-1]
    parallel = _vanish(np.cross(at.axes[others], u))
    return not any(parallel) or not np.any(parallel & _vanish(np.cross(at.points[-1] - at.points[others], u)))  # (2)


def _tip_moves(pieces: Sequence[Piece], at: Drawn, task: str) -> bool:
    """Return whether every joint moves the tip, (4)."""
    turning = [i for i, piece in enumerate(pieces) if piece.kind == "R"]
    return task == "pose" or not any(_vanish(np.cross(at.axes[turning], at.tip - at.points[turning])))


def directions_of(pieces: Sequence[Piece], at: Drawn, task: str) -> int:
    """Return d of (5)."""
    turns = np.array([[piece.kind == "R"] for piece in pieces])
    linear = np.where(turns, np.cross(at.axes, at.tip - at.points), at.axes)
    J = linear if task == "position" else np.hstack([np.where(turns, at.axes, 0.0), linear])
    return int(np.linalg.matrix_rank(J, tol=_SMALL))


def _vanish(vectors: Floats) -> NDArray[np.bool_]:
    """Return which rows are zero but for rounding."""
    return np.asarray(np.abs(vectors).max(axis=1) < _SMALL)
