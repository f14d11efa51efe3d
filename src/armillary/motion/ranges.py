"""Joint ranges of a robot, and batches of configurations moved within them.

Only joint coordinates move; flexible links stay straight. Steps are scaled by the joint ranges, which makes revolute
and prismatic joints comparable:
    q̇ = S u̇,   S = diag(range)                                                            (1)
The range is 2π for an angle without limits and for each axis of a rotation in space, 1 m for a displacement without
limits. A leader of couplings without limits has a range that takes its followers through theirs: with a worm gear of
1 : 50, fifty turns.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from armillary.description.couplings import followed, leader_distance
from armillary.errors import ArgumentError
from armillary.multibody import Model
from armillary.multibody.coordinates import JointCoordinate, joint_coordinates, joint_count
from armillary.multibody.drives import unwound
from armillary.multibody.joints import JointKind
from armillary.spatial.scalar import Floats

TURN = 2 * math.pi
REACH = {True: TURN / 2, False: 1.0}
"""Half the range of angles [rad] and of displacements [m] without limits."""
ROUNDING = 1e-9
"""Largest entry of a rotation by a full turn that is off by rounding."""
LONGEST = 1e4
"""Greatest factor by which the range of a leader grows: beyond, angles lose too many digits."""


def span(coordinate: JointCoordinate) -> tuple[float, float]:
    """Return the range of a coordinate [rad or m]: its limits; without limits, one revolution, from its only limit.

    Example:
        >>> from armillary.description.robot import Limits
        >>> span(JointCoordinate("lift", "lift", q=0, v=0, turns=False, limits=Limits(0.1, 0.5)))
        (0.1, 0.5)
    """
    lower, upper = coordinate.limits.lower, coordinate.limits.upper
    if math.isfinite(lower) and math.isfinite(upper):
        return lower, upper
    if not coordinate.turns:
        problem = f"none for {coordinate.name!r}, which slides"
        raise ArgumentError("limits", problem, "lower and upper [m], to sample its workspace")
    if math.isfinite(lower) or math.isfinite(upper):
        return (lower, lower + TURN) if math.isfinite(lower) else (upper - TURN, upper)
    return -math.pi, math.pi


@dataclass(frozen=True, eq=False)
class Ranges:
    """Joint limits of a model, shape (n,) for the n velocity coordinates of its joints; infinite without limits.

    With `limited=False` no limits apply; the scale of steps stays the same.
    """

    model: Model
    limited: bool = True

    @cached_property
    def n(self) -> int:
        """Number of velocity coordinates of joints."""
        return joint_count(self.model)

    @cached_property
    def coordinates(self) -> tuple[JointCoordinate, ...]:
        """The velocity coordinates of the joints."""
        return joint_coordinates(self.model)

    @cached_property
    def _plain(self) -> tuple[list[int], list[int]]:
        """Indices in q and in qd of the coordinates that are no part of a quaternion."""
        places = [(coordinate.q, coordinate.v) for coordinate in self.coordinates if coordinate.q is not None]
        return [q for q, _ in places], [v for _, v in places]

    @cached_property
    def limits(self) -> tuple[Floats, Floats]:
        """Lower and upper limits [rad or m]."""
        lower, upper = np.full(self.n, -np.inf), np.full(self.n, np.inf)
        for coordinate in self.coordinates if self.limited else ():
            if coordinate.q is not None:
                lower[coordinate.v], upper[coordinate.v] = coordinate.limits.lower, coordinate.limits.upper
        return lower, upper

    @cached_property
    def scale(self) -> Floats:
        """The diagonal of S, (1)."""
        scale = np.full(self.n, TURN)
        for coordinate in self.coordinates:
            width = coordinate.limits.upper - coordinate.limits.lower
            if coordinate.q is not None and math.isfinite(width):
                scale[coordinate.v] = width or 1.0
            else:
                scale[coordinate.v] = (TURN if coordinate.turns else 1.0) * self._stretch.get(coordinate.joint, 1.0)
        return scale

    @cached_property
    def _stretch(self) -> dict[str, float]:
        """Factors by which the ranges of leaders without limits grow for their followers."""
        factors: dict[str, float] = {}
        turns = {joint.name: joint.form.turns[0] for joint in self.model.robot.joints if joint.form.single}
        for name, couple in followed(self.model.robot).items():
            if couple.joint in turns:  # others are fixed
                distance = leader_distance(couple.polynomial, REACH[turns[name]])
                needed = min(distance / REACH[turns[couple.joint]], LONGEST)
                factors[couple.joint] = max(factors.get(couple.joint, 1.0), needed)
        return factors

    @cached_property
    def middle(self) -> Floats:
        """Configuration with every joint in the middle of its limits, shape (nq,); zero for joints without limits."""
        q = self.model.neutral.copy()
        for coordinate in self.coordinates:
            middle = (coordinate.limits.lower + coordinate.limits.upper) / 2
            if coordinate.q is not None and math.isfinite(middle):
                q[coordinate.q] = middle
        return unwound(self.model, q)

    def drawn(self, count: int, seed: int) -> Floats:
        """Return random configurations within the limits, shape (count, nq).

        Displacements without limits are drawn from −1 m to 1 m, those of leaders from further away.
        """
        lower, upper = self.limits
        wide = np.array(
            [REACH[coordinate.turns] * self._stretch.get(coordinate.joint, 1.0) for coordinate in self.coordinates]
        )
        reach = np.where(np.isfinite(upper - lower), (upper - lower) / 2, np.minimum(self.scale, wide))
        step = np.random.default_rng(seed).uniform(-1.0, 1.0, (count, self.n)) * reach
        return self.moved(np.tile(self.middle, (count, 1)), step)

    def values(self, q: Floats) -> Floats:
        """Return the coordinates of joints, (N, n); zero for rotations in space, which have no limits."""
        places, velocities = self._plain
        values = np.zeros((len(q), self.n))
        values[:, velocities] = q[:, places]
        return values

    def free(self, q: Floats, step: Floats) -> Floats:
        """Return configurations (N, nq) moved by steps (N, n) [rad or m], without regard to limits."""
        places, velocities = self._plain
        moved = np.array(q, dtype=float)
        moved[:, places] += step[:, velocities]
        for place, v in self.model.quaternions:
            moved[:, place] = _turned(moved[:, place], step[:, v])
        return unwound(self.model, moved)

    def moved(self, q: Floats, step: Floats) -> Floats:
        """Return configurations (N, nq) moved by steps (N, n) [rad or m] and clipped to the limits."""
        places, velocities = self._plain
        lower, upper = self.limits
        moved = self.free(q, step)
        moved[:, places] = np.clip(moved[:, places], lower[velocities], upper[velocities])
        return moved

    def wrapped(self, q: Floats) -> Floats:
        """Return the same configurations (N, nq) with angles within π of the middle of their range.

        A screw slides with every turn, and a coupled joint moves with the turns of its leader: these angles stay.
        """
        wrapped = np.array(q, dtype=float)
        for place in self.periodic:
            wrapped[:, place] -= TURN * np.round((wrapped[:, place] - self.middle[place]) / TURN)
        return wrapped

    @cached_property
    def periodic(self) -> list[int]:
        """Places in q of the angles whose full turn brings all links back to their poses."""
        joints = {joint.name: joint for joint in self.model.joints if not joint.kind.shared}
        leaders = {couple.joint for couple in followed(self.model.robot).values()}
        places = []
        for coordinate in self.coordinates:
            if coordinate.q is not None and coordinate.turns and coordinate.joint not in leaders:
                joint = joints[coordinate.joint]
                if _turns_back(joint.kind, coordinate.q - joint.q.start):
                    places.append(coordinate.q)
        return places

    def unit(self, q: Floats) -> Floats:
        """Return a configuration (nq,) with its quaternions brought to unit length."""
        unit = np.array(q, dtype=float)
        for place, _ in self.model.quaternions:
            unit[place] /= np.linalg.norm(unit[place])
        return unit

    def beyond(self, q: Floats, slack: float = 1e-9) -> tuple[JointCoordinate, int] | None:
        """Return the coordinate farthest beyond its limits and the row of its configuration; None if all are within."""
        lower, upper = self.limits
        values = self.values(q)
        out = np.maximum(lower - values, values - upper) / self.scale
        row, column = np.unravel_index(int(np.argmax(out)), out.shape)
        if not out[row, column] > slack:
            return None
        return self.coordinates[int(column)], int(row)

    def blocked(self, q: Floats, direction: Floats) -> NDArray[np.bool_]:
        """Return which coordinates are at a limit and pushed beyond it by a direction (N, n), shape (N, n)."""
        lower, upper = self.limits
        values = self.values(q)
        return ((values <= lower) & (direction < 0)) | ((values >= upper) & (direction > 0))

    def whole(self, v: Floats) -> Floats:
        """Return joint velocities (…, n) extended by zero elastic velocities, (…, nv)."""
        return np.concatenate([v, np.zeros((*v.shape[:-1], self.model.nv - self.n))], axis=-1)


def _turns_back(kind: JointKind, k: int) -> bool:
    """Return whether a full turn of entry k of q brings the child of a joint back to its pose."""
    before, after = kind.neutral, np.array(kind.neutral, dtype=float)
    after[k] += TURN
    same_place = np.array_equal(kind.slide(before), kind.slide(after))
    return same_place and np.allclose(kind.turn(before).R, kind.turn(after).R, rtol=0, atol=ROUNDING)


def _turned(quaternions: Floats, turns: Floats) -> Floats:
    """Return unit quaternions (N, 4) rotated by rotation vectors (N, 3) in the body frame."""
    angle = np.linalg.norm(turns, axis=1, keepdims=True)
    half = np.concatenate([np.cos(angle / 2), 0.5 * np.sinc(angle / TURN) * turns], axis=1)
    w, x, y, z = quaternions.T
    left = np.stack([[w, -x, -y, -z], [x, w, -z, y], [y, z, w, -x], [z, -y, x, w]])  # (4, 4, N)
    product = np.einsum("ijn,nj->ni", left, half)
    return product / np.linalg.norm(product, axis=1, keepdims=True)
