"""How far the joints of a robot go, and configurations moved within that, many at once.

Coordinates are those of the joints alone; links stay straight. So that joints that turn compare with joints that
slide, steps are counted in shares of each joint's range,
    q̇ = S u̇,   S = diag(range)                                                            (1)
a whole turn for a joint without limits and for each axis of a ball joint, 1 m for a slide without limits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from armillary.description.robot import Joint
from armillary.errors import ArgumentError
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_count, joint_places
from armillary.spatial.scalar import Floats

TURN = 2 * math.pi


def span(joint: Joint) -> tuple[float, float]:
    """Return the range of a joint [rad or m]: its limits, or a whole turn; a turn from one limit where the other lacks.

    Example:
        >>> from armillary.description.robot import Limits
        >>> span(Joint("lift", "prismatic", "base", "link", axis=(0, 0, 1), limits=Limits(0.1, 0.5)))
        (0.1, 0.5)
    """
    lower, upper = joint.limits.lower, joint.limits.upper
    if math.isfinite(lower) and math.isfinite(upper):
        return lower, upper
    if joint.type == "prismatic":
        raise ArgumentError(
            "limits", f"none for the slide {joint.name!r}", "lower and upper [m], to sample its workspace"
        )
    if math.isfinite(lower) or math.isfinite(upper):
        return (lower, lower + TURN) if math.isfinite(lower) else (upper - TURN, upper)
    return -math.pi, math.pi


@dataclass(frozen=True, eq=False)
class Ranges:
    """The limits of a model's joints, shape (n,) for their n velocity coordinates; infinite where there are none.

    With `limited` False no limits apply; the scale of steps stays the same.
    """

    model: Model
    limited: bool = True

    @cached_property
    def n(self) -> int:
        """Number of velocity coordinates of joints."""
        return joint_count(self.model)

    def joints(self) -> Iterator[tuple[Joint, slice, slice]]:
        """Yield the joints that move, as described, with their places in q and in qd."""
        described = {joint.name: joint for joint in self.model.robot.joints}
        for name, (q, v) in joint_places(self.model).items():
            yield described[name], q, v

    @cached_property
    def limits(self) -> tuple[Floats, Floats]:
        """Lower and upper limits [rad or m]."""
        return self._described if self.limited else (np.full(self.n, -np.inf), np.full(self.n, np.inf))

    @cached_property
    def _described(self) -> tuple[Floats, Floats]:
        """Lower and upper limits as the robot's description has them."""
        lower, upper = np.full(self.n, -np.inf), np.full(self.n, np.inf)
        for joint, q, v in self.joints():
            if q.stop - q.start == 1:
                lower[v], upper[v] = joint.limits.lower, joint.limits.upper
        return lower, upper

    @cached_property
    def scale(self) -> Floats:
        """The diagonal of S, (1)."""
        lower, upper = self._described
        found = np.where(np.isfinite(upper - lower), upper - lower, TURN)
        for joint, _, v in self.joints():
            if joint.type == "prismatic" and not math.isfinite(joint.limits.upper - joint.limits.lower):
                found[v] = 1.0
        return np.where(found > 0, found, 1.0)

    @cached_property
    def middle(self) -> Floats:
        """The configuration with every joint in the middle of its range, shape (nq,); without limits, at its zero."""
        q = self.model.neutral.copy()
        for joint, place, _ in self.joints():
            bounded = math.isfinite(joint.limits.lower) and math.isfinite(joint.limits.upper)
            if place.stop - place.start == 1 and bounded:
                q[place] = (joint.limits.lower + joint.limits.upper) / 2
        return q

    def drawn(self, count: int, seed: int) -> Floats:
        """Return random configurations within the limits, shape (count, nq); slides without limits go 1 m either way.

        Args:
            count: Number of configurations.
            seed: Random seed.
        """
        lower, upper = self.limits
        reach = np.where(np.isfinite(upper - lower), (upper - lower) / 2, np.minimum(self.scale, TURN / 2))
        step = np.random.default_rng(seed).uniform(-1.0, 1.0, (count, self.n)) * reach
        return self.moved(np.tile(self.middle, (count, 1)), step)

    @cached_property
    def _plain(self) -> tuple[list[int], list[int]]:
        """Places in q and in qd of the joints with one coordinate."""
        found = [(q.start, v.start) for _, q, v in self.joints() if q.stop - q.start == 1]
        return [q for q, _ in found], [v for _, v in found]

    def values(self, q: Floats) -> Floats:
        """Return the coordinates of joints that have one each, (N, n); zero for ball joints, which have no limits."""
        places, velocities = self._plain
        found = np.zeros((len(q), self.n))
        found[:, velocities] = q[:, places]
        return found

    @cached_property
    def _balls(self) -> list[tuple[slice, slice]]:
        """Places in q and in qd of the ball joints."""
        return [(q, v) for _, q, v in self.joints() if q.stop - q.start == 4]

    def free(self, q: Floats, step: Floats) -> Floats:
        """Return configurations (N, nq) moved by steps (N, n) [rad or m], whatever the limits."""
        places, velocities = self._plain
        found = np.array(q, dtype=float)
        found[:, places] += step[:, velocities]
        for place, v in self._balls:
            found[:, place] = _turned(found[:, place], step[:, v])
        return found

    def moved(self, q: Floats, step: Floats) -> Floats:
        """Return configurations (N, nq) moved by steps (N, n) [rad or m] and brought back within their limits."""
        places, velocities = self._plain
        lower, upper = self.limits
        found = self.free(q, step)
        found[:, places] = np.clip(found[:, places], lower[velocities], upper[velocities])
        return found

    def wrapped(self, q: Floats) -> Floats:
        """Return the same configurations (N, nq), revolute joints within half a turn of the middle of their range."""
        found = np.array(q, dtype=float)
        for joint, place, _ in self.joints():
            if joint.type == "revolute":
                found[:, place] -= TURN * np.round((found[:, place] - self.middle[place]) / TURN)
        return found

    def unit(self, q: Floats) -> Floats:
        """Return a configuration (nq,) with its quaternions brought to unit length."""
        found = np.array(q, dtype=float)
        for place, _ in self._balls:
            found[place] /= np.linalg.norm(found[place])
        return found

    def beyond(self, q: Floats, slack: float = 1e-9) -> tuple[Joint, int] | None:
        """Return the joint that is farthest beyond its limits, and in which of the configurations; None if none is."""
        lower, upper = self.limits
        values = self.values(q)
        out = np.maximum(lower - values, values - upper) / self.scale
        row, column = np.unravel_index(int(np.argmax(out)), out.shape)
        if not out[row, column] > slack:
            return None
        return next(joint for joint, _, v in self.joints() if v.start <= column < v.stop), int(row)

    def whole(self, v: Floats) -> Floats:
        """Return velocities of joints, (…, n), with zeros for elastic coordinates, (…, nv)."""
        return np.concatenate([v, np.zeros((*v.shape[:-1], self.model.nv - self.n))], axis=-1)


def _turned(quaternions: Floats, turns: Floats) -> Floats:
    """Return unit quaternions (N, 4) after turns about their own axes by rotation vectors (N, 3)."""
    angle = np.linalg.norm(turns, axis=1, keepdims=True)
    half = np.concatenate([np.cos(angle / 2), 0.5 * np.sinc(angle / TURN) * turns], axis=1)
    w, x, y, z = quaternions.T
    left = np.stack([[w, -x, -y, -z], [x, w, -z, y], [y, z, w, -x], [z, -y, x, w]])  # (4, 4, N)
    product = np.einsum("ijn,nj->ni", left, half)
    return product / np.linalg.norm(product, axis=1, keepdims=True)
