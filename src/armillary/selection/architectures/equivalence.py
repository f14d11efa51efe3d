"""Equivalence of arrangements: dynamic (the same robot) and kinematic (the same motion of the tip).

Dynamic equivalence. Two arrangements are equivalent if a map q'_i = ±q_i + c_i and an isometry of the world that keeps
the vertical make tips, mass matrices and gravity efforts correspond. All measures are then equal, except distances from
the base, provided that revolute ranges are full revolutions and strokes are symmetric about zero. Gravity and the
inclination of the first axis are fixed: an upright arm and an arm on a wall differ. The maps are
    reversal    u_i → −u_i, with q_i → −q_i: axes have no sign                                          (1)
    zero        rot(u_i, c), c a multiple of 90°, of e_i and all later pieces of a revolute joint i:
                a change of the zero of q_i                                                             (2)
    place       a rotation of the whole arm about the vertical, or a mirror image in a vertical plane;
                the mirror S maps links to S e_i, axes (as lines) to S u_i, and reverses rotations      (3)
    lift        a link that no joint rotates shifts all later pieces by a constant: before the first R
                the direction e_i is free; after it, while all R have the direction w, the sign of
                e_i = ±w is free                                                                        (4)
Links are straight and round, so rotations about e_i have no effect. All maps (2) and (3) are signed permutations of
(x, y, z) that act on pieces i … n for some i: piece i has been moved by one of a set S_i of at most 48 maps. The normal
form is the least in the order of pieces (axes z, y, x; links x, y, z, −x, −y, −z), determined from the base outwards:
    S_1 = maps (3);   u_i: least image, keep the maps in S_i that give it;
    if k_i = R: S_i → {rot(u_i, 90° m) s};   e_i: least image under (4), maps in S_i that give it = S_{i+1}          (5)
An arrangement is in normal form if the identity gives the least image at every piece. Normal forms can therefore be
enumerated without duplicates by appending pieces and updating S. The tests check that no other map makes two normal
forms equal, by averages over q that no map q' = ±q + c changes.

Kinematic equivalence. Without masses and gravity more arrangements coincide, since prismatic joints have no location:
    neighbouring prismatic joints commute, and so do P along u_i and R about u_i                        (6)
    the component of a link along u_i can come before or after joint i                                  (7)
By (6) and (7) all prismatic joints and link components along u_i are moved behind R_i, from the base outwards. After
each R a set of prismatic joints and a vector remain; parts that no joint rotates are dropped as in (4), and (5) with
all 48 isometries gives the key. For links of zero length, this leaves 12 of the 36 words of three joints whose tips
move in space, as published [Milenkovic1983; KhalilDombre2002, section 1.3].
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import pairwise, permutations, product
from typing import Any, NamedTuple

from armillary.selection.architectures.arrangement import JointAndLink

Move = tuple[int, int, int]  # signed permutation: the images of x, y and z as signed directions

AXES = {3: 0, 2: 1, 1: 2}
LINKS = {1: 0, 2: 1, 3: 2, -1: 3, -2: 4, -3: 5}  # the order of directions in normal forms
DIGITS = 9  # decimal places to which lengths [m] are told apart


def image_of(move: Move, direction: int) -> int:
    """Return the image of a signed direction."""
    return move[abs(direction) - 1] * (1 if direction > 0 else -1)


def _after(second: Move, first: Move) -> Move:
    x, y, z = (image_of(second, direction) for direction in first)
    return x, y, z


def _parity(move: Move) -> int:
    a, b, c = (abs(direction) for direction in move)
    sign = 1 if (a, b, c) in ((1, 2, 3), (2, 3, 1), (3, 1, 2)) else -1
    return sign * (1 if move[0] * move[1] * move[2] > 0 else -1)


EVERY: tuple[Move, ...] = tuple(
    (a * i, b * j, c * k) for i, j, k in permutations((1, 2, 3)) for a, b, c in product((1, -1), repeat=3)
)
"""The 48 isometries that map the axes onto each other."""
UPRIGHT: tuple[Move, ...] = tuple(move for move in EVERY if image_of(move, 3) == 3)  # maps of (3)
TURNS: dict[int, tuple[Move, ...]] = {
    axis: tuple(move for move in EVERY if image_of(move, axis) == axis and _parity(move) == 1) for axis in (1, 2, 3)
}
"""Maps of (2), by axis."""


class Freedom(NamedTuple):
    """Maps S of (5) for the following pieces, and w of (4): 0 before the first R, −1 for several directions."""

    moves: tuple[Move, ...]
    common: int

    @property
    def turned(self) -> bool:
        """Whether a revolute joint rotates the following links."""
        return self.common != 0


def freedom(gravity: bool = True) -> Freedom:
    """Return the maps of a whole arrangement; without gravity all directions are equivalent."""
    return Freedom(UPRIGHT if gravity else EVERY, 0)


@cache
def least_axis(free: Freedom, kind: str, axis: int) -> tuple[int, Freedom]:
    """Return the first half of (5): the least image of an axis, and the remaining maps."""
    image, moves = _least(free.moves, lambda move: abs(image_of(move, axis)), AXES.__getitem__)
    if kind == "P":
        return image, Freedom(moves, free.common)
    maps = tuple(dict.fromkeys(_after(turn, move) for move in moves for turn in TURNS[image]))
    return image, Freedom(maps, image if free.common in (0, image) else -1)


@cache
def least_link(free: Freedom, axis: int, link: int) -> tuple[int, Freedom]:
    """Return the second half of (5) for a link; a link that never rotates is drawn along its joint axis."""
    if not free.turned:
        return axis, free  # (4)
    # All remaining maps have the same image of the common axis, so one of them suffices.
    signed = abs(image_of(free.moves[0], link)) != free.common
    image, moves = _least(
        free.moves, lambda move: image_of(move, link) if signed else abs(image_of(move, link)), LINKS.__getitem__
    )
    return image, Freedom(moves, free.common)


def normal_form(pieces: Iterable[JointAndLink], gravity: bool = True) -> tuple[JointAndLink, ...]:
    """Return the least of all dynamically equivalent arrangements.

    Example:
        >>> normal_form([JointAndLink("R", 3, -3), JointAndLink("R", 1, -2)])
        (JointAndLink(kind='R', axis=3, link=3), JointAndLink(kind='R', axis=2, link=1))
    """
    free = freedom(gravity)
    normal = []
    for kind, axis, link in pieces:
        own_axis, free = least_axis(free, kind, axis)
        own_link, free = least_link(free, own_axis, link)
        normal.append(JointAndLink(kind, own_axis, own_link))
    return tuple(normal)


def _least(
    moves: Sequence[Move], image: Callable[[Move], Any], order: Callable[[Any], Any]
) -> tuple[Any, tuple[Move, ...]]:
    """Return the least image, and the maps that give it."""
    images = [image(move) for move in moves]
    least = min(images, key=order)
    return least, tuple(move for move, other in zip(moves, images, strict=True) if other == least)


class ChainStage(NamedTuple):
    """The part between two revolute joints: prismatic joints (axis, stroke [m]) and the sum of the links [m]."""

    axis: int
    slides: list[tuple[int, float]]
    way: list[float]


def motion_key(pieces: Sequence[JointAndLink], lengths: Sequence[float], strokes: Sequence[float]) -> tuple[Any, ...]:
    """Return the key of kinematic equivalence: equal for arrangements whose tips move alike."""
    stages = _stages(pieces, lengths, strokes)
    free = freedom(gravity=False)
    key: list[Any] = []
    for stage in stages:
        if stage.axis:
            image, free = least_axis(free, "R", stage.axis)
            key.append(image)
        images = {move: _image(move, stage) for move in free.moves}
        least, moves = _least(free.moves, images.__getitem__, lambda pair: pair)
        key.append(least)
        free = Freedom(moves, free.common)
    return tuple(key)


def _stages(pieces: Sequence[JointAndLink], lengths: Sequence[float], strokes: Sequence[float]) -> list[ChainStage]:
    """Return the stages with all prismatic joints and links along an axis behind it, (6) and (7)."""
    stages = [ChainStage(0, [], [0.0, 0.0, 0.0])]
    for piece, length, stroke in zip(pieces, lengths, strokes, strict=True):
        if piece.kind == "R":
            stages.append(ChainStage(piece.axis, [], [0.0, 0.0, 0.0]))
        else:
            stages[-1].slides.append((piece.axis, stroke))
        stages[-1].way[abs(piece.link) - 1] += length * (1 if piece.link > 0 else -1)
    stages[0].way[:] = [0.0, 0.0, 0.0]  # (4)
    for before, after in pairwise(stages):
        along = after.axis
        after.slides.extend(slide for slide in before.slides if slide[0] == along)  # (6)
        before.slides[:] = [slide for slide in before.slides if slide[0] != along]
        after.way[along - 1] += before.way[along - 1]  # (7)
        before.way[along - 1] = 0.0
    for stage in stages[1:]:
        if stage.axis != stages[1].axis:
            break
        stage.way[stage.axis - 1] = 0.0  # (4)
    return stages


def _image(move: Move, stage: ChainStage) -> tuple[tuple[tuple[int, float], ...], tuple[float, ...]]:
    """Return the images of the prismatic joints and of the links, in an order that puts links along +x first."""
    slides = sorted((AXES[abs(image_of(move, axis))], round(stroke, DIGITS)) for axis, stroke in stage.slides)
    way = [0.0, 0.0, 0.0]
    for goes, amount in zip(move, stage.way, strict=True):
        way[abs(goes) - 1] = round(amount, DIGITS) * (-1 if goes > 0 else 1) + 0.0
    return tuple(slides), tuple(way)
