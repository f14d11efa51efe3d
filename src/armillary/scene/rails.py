"""Rails of sliding joints: where the origin of the child may be, in the frame of the parent.

With R and t of the joint on its parent and the displacement r(q) of its kind, the child's origin moves along
    t + R r(q),   lower ≤ q_k ≤ upper                                                                     (1)
for each coordinate k that slides. A rail reaches from the least to the greatest displacement, and to that at rest,
where the parent ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from armillary.multibody import Model, ModelJoint
from armillary.multibody.coordinates import JointCoordinate, joint_coordinates
from armillary.multibody.joints import Floating, Node, Planar, Spin, plain
from armillary.spatial.rotation import unit
from armillary.spatial.scalar import Floats

LONGEST = 5.0
"""Greatest distance of the end of a rail from its joint, relative to the size of the robot at rest: limits of files may
be a thousand kilometres apart."""
SAMPLES = 21
"""Positions at which the displacement of a coupled joint is evaluated; others move in proportion to q."""
STILL = 1e-9
"""Displacement per unit of a coordinate below which it does not slide [m/rad or 1]."""


class Rail(NamedTuple):
    """The rail of a joint with both of its ends in the frame of the parent, shape (2, 3) [m]."""

    joint: int
    ends: Floats


def rails(model: Model, size: float) -> tuple[Rail, ...]:
    """Return the rails of a robot of a size [m].

    A coordinate without limits has a rail of half the size to either side. Vehicles move on planar joints without
    limits: these have no rails.
    """
    coordinates = {coordinate.q: coordinate for coordinate in joint_coordinates(model)}
    of_robot = list[Rail]()
    for i, joint in enumerate(model.joints):
        if isinstance(plain(joint.kind), Floating | Node | Spin) or joint.name in model.elastic:
            continue
        of_robot += [Rail(i, ends) for ends in _rails_of_joint(joint, model.neutral[joint.q], coordinates, size)]
    return tuple(of_robot)


def _rails_of_joint(
    joint: ModelJoint, rest: Floats, coordinates: dict[int | None, JointCoordinate], size: float
) -> Iterator[Floats]:
    """Yield the ends of the rails of a joint."""
    kind, at_rest = joint.kind, np.asarray(joint.kind.slide(rest), dtype=float)
    for k, step in enumerate(np.eye(len(rest))):
        coordinate = coordinates.get(joint.q.start + k)  # of the leader, for a joint that follows another one
        per_unit = float(np.linalg.norm(np.asarray(kind.slide(rest + step), dtype=float) - at_rest))
        if coordinate is None or per_unit < STILL:
            continue
        lower, upper = coordinate.limits.lower, coordinate.limits.upper
        if isinstance(plain(kind), Planar) and not np.isfinite(upper - lower):
            continue
        half = size / (2 * per_unit)
        low = lower if np.isfinite(lower) else min(upper, rest[k]) - half
        high = upper if np.isfinite(upper) else max(lower, rest[k]) + half
        positions = np.linspace(low, high, SAMPLES)[:, None] * step + rest * (1 - step)
        displacements = np.array([kind.slide(q) for q in positions], dtype=float) - at_rest  # (samples, 3)
        along = unit(displacements[int(np.argmax(np.linalg.norm(displacements, axis=1)))])
        distances = np.clip(displacements @ along, -LONGEST * size, LONGEST * size)
        ends = np.array([min(0.0, distances.min()), max(0.0, distances.max())])
        yield joint.translation + (at_rest + np.outer(ends, along)) @ np.asarray(joint.rotation).T  # (1)
