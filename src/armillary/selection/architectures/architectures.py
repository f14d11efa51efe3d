"""All distinct architectures of n joints (`arm.selection.enumerate_architectures`).

Pieces (joint, axis, link; see `architectures.arrangement`) are appended from the base to the tip in normal form
(`architectures.equivalence`), which generates one arrangement of each equivalence class without duplicates.
The first axis is vertical by default. Excluded are:
    a link that runs back along the previous link, where the joint between does not rotate it           (1)
    two revolute joints that are coaxial in every configuration                                          (2)
    prismatic joints with dependent directions in every configuration: parallel ones, or a fourth        (3)
    a joint that moves the tip in no direction of the task, such as a tip on the last axis               (4)
(2)–(4) are decided at one random configuration, where lines and directions coincide only if they always do. Redundant
arms, for example a planar arm with four joints, are kept. The number of directions is
    d = rank of the task's rows of J at almost every q                                                   (5)
and `directions` selects architectures with this d. The rod of a prismatic joint runs along its axis by default;
`slides` also allows a rod across the axis, as on a carriage with an arm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.files.arguments import whole, words
from armillary.files.words import shortened
from armillary.selection.architectures.arrangement import KINDS, Architecture, JointAndLink, place_axes
from armillary.selection.architectures.dimensions import Dimensions, LinkDimensions, robot_of
from armillary.selection.architectures.equivalence import (
    AXES,
    LINKS,
    Freedom,
    freedom,
    least_axis,
    least_link,
    motion_key,
)
from armillary.spatial.scalar import Floats

RELATIONS = ("parallel", "orthogonal")
MEETINGS = ("intersecting", "offset")
SLIDES = ("along", "across")
ATTITUDES = {"vertical": 3, "horizontal": 2}
TASKS = ("position", "pose")
DISTINCT = ("dynamics", "kinematics")
CHOICES = {"axes": RELATIONS, "meeting": MEETINGS, "slides": SLIDES, "first": tuple(ATTITUDES)}
"""Fields of an alphabet with several allowed words."""
MOST = 1000  # default limit on the number of architectures
PATIENCE = 1200  # architectures counted beyond the limit before an error says how many there are
MOST_JOINTS = 64
# Any generic configuration would do; the seed is fixed so that results are reproducible.
_GENERIC = np.random.default_rng(1983).uniform(0.3, 1.2, MOST_JOINTS)
_SMALL = 1e-9


@dataclass(frozen=True)
class Alphabet:
    """The kinds of joints and the arrangements of axes that architectures are made of.

    Attributes:
        joints: "R" (revolute), "P" (prismatic) or both.
        axes: Relations of neighbouring axes: "parallel", "orthogonal".
        meeting: Whether orthogonal axes are "intersecting" or "offset" by the link length.
        slides: Whether the rod of a prismatic joint runs "along" its axis or "across" it.
        first: Direction of the first axis: "vertical", "horizontal".
        task: Motion of the tip that counts: "position" or "pose".
        directions: Number of directions of the task in which the tip must move; default: any.
        distinct: "dynamics" drops identical robots; "kinematics" also robots with equal motion and other masses.

    Example:
        >>> Alphabet(joints="r", axes="parallel").axes
        ('parallel',)
    """

    joints: str = "RP"
    axes: str | tuple[str, ...] = RELATIONS
    meeting: str | tuple[str, ...] = MEETINGS
    slides: str | tuple[str, ...] = ("along",)
    first: str | tuple[str, ...] = ("vertical",)
    task: str = "position"
    directions: int | None = None
    distinct: str = "dynamics"

    def __post_init__(self) -> None:
        letters = self.joints.upper() if isinstance(self.joints, str) else ""
        if not letters or not set(letters) <= set(KINDS):
            raise ArgumentError("joints", shortened(self.joints), "letters out of R (revolute) and P (prismatic)")
        object.__setattr__(self, "joints", "".join(kind for kind in KINDS if kind in letters))
        for name, choices in CHOICES.items():
            object.__setattr__(self, name, _words(name, getattr(self, name), choices))
        for name, choices in (("task", TASKS), ("distinct", DISTINCT)):
            _words(name, getattr(self, name), choices)
        most = 6 if self.task == "pose" else 3
        if self.directions is not None and self.directions not in range(1, most + 1):
            raise ArgumentError("directions", shortened(self.directions), f"1 to {most}")


@dataclass(frozen=True)
class Architectures(Sequence[Robot]):
    """The distinct architectures of n joints: a sequence of robots, with their arrangements and dimensions."""

    arrangements: tuple[Architecture, ...]
    alphabet: Alphabet
    dimensions: LinkDimensions

    @cached_property
    def robots(self) -> tuple[Robot, ...]:
        """The robots, one per arrangement."""
        return tuple(robot_of(arrangement, self.dimensions) for arrangement in self.arrangements)

    @overload
    def __getitem__(self, k: int) -> Robot: ...
    @overload
    def __getitem__(self, k: slice) -> tuple[Robot, ...]: ...
    def __getitem__(self, k: int | slice) -> Robot | tuple[Robot, ...]:
        return self.robots[k]

    def __len__(self) -> int:
        return len(self.arrangements)

    def __repr__(self) -> str:
        joints = len(self.dimensions.lengths)
        return f"<Architectures: {len(self)} of {joints} joint{'s' * (joints > 1)} out of {self.alphabet.joints}>"


def enumerate_architectures(
    n: int, alphabet: Alphabet | None = None, *, dimensions: Dimensions | None = None, most: int = MOST
) -> Architectures:
    """Return a robot for each distinct architecture of n joints.

    Args:
        n: Number of joints.
        alphabet: Kinds of joints and arrangements of axes; default `Alphabet()`.
        dimensions: Dimensions and masses of the links; default `Dimensions()`.
        most: Largest number of architectures to return; default 1000.

    Raises:
        ArgumentError: An argument is invalid, or there are more than `most` architectures.

    Example:
        >>> [robot.name for robot in enumerate_architectures(2, Alphabet(joints="R"))]
        ['R∥R zx zx', 'R⊥R zx yx', 'R⊥R zx xy', 'R⊥R zz yx']
    """
    n = whole("n", n, 1, MOST_JOINTS)
    chosen = Alphabet() if alphabet is None else alphabet
    sizes = Dimensions() if dimensions is None else dimensions
    for name, value, kind in (("alphabet", chosen, Alphabet), ("dimensions", sizes, Dimensions)):
        if not isinstance(value, kind):
            raise ArgumentError(name, shortened(value), f"{kind.__name__}(…)")
    links = sizes.for_links(n)
    return Architectures(tuple(enumerate_arrangements(n, chosen, links, whole("most", most, 1))), chosen, links)


def _words(argument: str, value: Any, choices: Sequence[str]) -> tuple[str, ...]:
    """Return the given words, checked and in the order of the known words."""
    chosen = words(argument, value, choices)
    if not chosen:
        raise ArgumentError(argument, "nothing", f"some of {', '.join(choices)}")
    return tuple(word for word in choices if word in chosen)


def enumerate_arrangements(n: int, alphabet: Alphabet, dims: LinkDimensions, most: int = MOST) -> list[Architecture]:
    """Return the arrangements in the order of their normal forms.

    Raises:
        ArgumentError: There are more than `most`.
    """
    kept: list[Architecture] = []
    seen: set[tuple[Any, ...]] = set()
    count = 0
    for arrangement in _every(n, alphabet, dims):
        if alphabet.distinct == "kinematics":
            key = motion_key(arrangement.pieces, dims.lengths, dims.strokes)
            if key in seen:
                continue
            seen.add(key)
        count += 1
        if count <= most:
            kept.append(arrangement)
        elif count > max(PATIENCE, most):
            break
    if count > most:
        there = f"{'more than ' if (more := count > PATIENCE) else ''}{count - more} architectures of {n} joints"
        narrower = {"joints": "R joints", "meeting": "intersecting axes", "axes": "orthogonal axes"}
        narrower |= {"slides": "rods along the axis"}
        ways = [f"{words} only" for name, words in narrower.items() if len(getattr(alphabet, name)) > 1]
        ways += ["distinct kinematics only"] * (alphabet.distinct != "kinematics")
        hint = f"take {', '.join([*ways, 'fewer joints'])}; or a larger `most`"
        raise ArgumentError("n", there, f"at most {most}", hint)
    return kept


def _every(n: int, alphabet: Alphabet, dims: LinkDimensions) -> Iterator[Architecture]:
    """Yield the architectures in normal form whose joints all move the tip, (4), with the directions (5)."""
    gravity, position = dims.gravity > 0, alphabet.task == "position"
    attitudes = [ATTITUDES[word] for word in alphabet.first] if gravity else [ATTITUDES["vertical"]]
    for axis in attitudes:
        for pieces in _extended((), freedom(gravity), n, alphabet, dims, (axis,)):
            at = place_axes(pieces, dims.lengths, _GENERIC[:n])
            turns = np.array([[piece.kind == "R"] for piece in pieces])
            linear = np.where(turns, np.cross(at.axes, at.tip - at.points), at.axes)
            J = linear if position else np.hstack([np.where(turns, at.axes, 0.0), linear])
            if position and any(_vanish(linear)):
                continue  # (4)
            if alphabet.directions in (None, int(np.linalg.matrix_rank(J, tol=_SMALL))):  # (5)
                yield Architecture(pieces)


def _extended(
    pieces: tuple[JointAndLink, ...],
    free: Freedom,
    n: int,
    alphabet: Alphabet,
    dims: LinkDimensions,
    axes: Sequence[int],
) -> Iterator[tuple[JointAndLink, ...]]:
    """Yield the normal forms of n pieces that start with `pieces`."""
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
                longer = (*pieces, JointAndLink(kind, axis, link))
                if own_link == link and _allowed(longer, free, after, alphabet) and _sound(longer, dims):
                    yield from _extended(longer, after, n, alphabet, dims, tuple(AXES))


def _allowed(pieces: tuple[JointAndLink, ...], before: Freedom, after: Freedom, alphabet: Alphabet) -> bool:
    """Return whether the alphabet allows the last joint and link.

    The direction of a link that never rotates is not restricted: (4) of `equivalence` makes all directions equal.
    """
    piece = pieces[-1]
    along = abs(piece.link) == piece.axis
    if piece.kind == "P" and after.turned and ("along" if along else "across") not in alphabet.slides:
        return False
    if len(pieces) == 1:
        return True
    last = pieces[-2]
    parallel = last.axis == piece.axis
    if ("parallel" if parallel else "orthogonal") not in alphabet.axes:
        return False
    if not before.turned:
        return True
    meeting = "intersecting" if abs(last.link) in (last.axis, piece.axis) else "offset"
    if not parallel and meeting not in alphabet.meeting:
        return False
    return piece.link != -last.link or (piece.kind == "R" and not along)  # (1)


def _sound(pieces: tuple[JointAndLink, ...], dims: LinkDimensions) -> bool:
    """Return whether the last joint adds an independent motion, (2) and (3)."""
    at = place_axes(pieces, dims.lengths, _GENERIC[: len(pieces)])
    kinds = [piece.kind for piece in pieces]
    same = [i for i, kind in enumerate(kinds) if kind == kinds[-1]]
    if len(same) == 1:
        return True
    if kinds[-1] == "P":
        return int(np.linalg.matrix_rank(at.axes[same], tol=_SMALL)) == len(same)  # (3)
    u, others = at.axes[-1], same[:-1]
    parallel = _vanish(np.cross(at.axes[others], u))
    return not any(parallel) or not np.any(parallel & _vanish(np.cross(at.points[-1] - at.points[others], u)))  # (2)


def _vanish(vectors: Floats) -> NDArray[np.bool_]:
    """Return which rows are zero up to rounding."""
    return np.asarray(np.abs(vectors).max(axis=1) < _SMALL)
