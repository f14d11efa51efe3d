"""The load of each body about zero joint coordinates: itself and everything beyond, as one rigid body.

With the mass m, the first moment s and the inertia J about its origin, a body whose origin is at p and whose axes are
R in its parent adds there
    m,   R s + m p,   R J Rᵀ + 2 p·(R s) − p (R s)ᵀ − (R s) pᵀ + m (p·p − p pᵀ)               (1)
A revolute joint about a turns its child: over a quarter of a turn to either side the mean of s is
    a (a·s) + (2/π) (s − a (a·s))                                                              (2)
Its inertia about the axis does not change, and the rest of J is left as it is. A joint with a spring, as those of
sublinks, stays where it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from armillary.description.beam import Beam, ModalData
from armillary.multibody.body import RigidPart
from armillary.multibody.flexible.beam_field import beam_field
from armillary.multibody.flexible.field import Field
from armillary.multibody.flexible.modal_data import modal_field
from armillary.multibody.skeleton import Skeleton
from armillary.spatial.inertia import shift_from_com
from armillary.spatial.rotation import unit
from armillary.spatial.scalar import Floats


class CarriedLoad(NamedTuple):
    """A rigid body: mass [kg], first moment (3,) [kg·m] and inertia (3, 3) [kg·m²] about an origin."""

    mass: float
    moment: Floats
    inertia: Floats

    def in_parent(self, R: Floats, p: Floats) -> CarriedLoad:
        """Return the body in the axes of its parent, about the parent's origin, (1)."""
        s = R @ self.moment
        shifted = 2 * (p @ s) * np.eye(3) - np.outer(p, s) - np.outer(s, p)
        shifted += self.mass * (p @ p * np.eye(3) - np.outer(p, p))
        return CarriedLoad(self.mass, s + self.mass * p, R @ self.inertia @ R.T + shifted)

    def mean_over_turns(self, axis: Floats) -> CarriedLoad:
        """Return the body as it is in the mean of the turns of a revolute joint, (2)."""
        along = axis * (axis @ self.moment)
        return self._replace(moment=along + 2 / np.pi * (self.moment - along))


def carried_loads(skeleton: Skeleton, rigid_parts: Mapping[int, Sequence[RigidPart]]) -> list[CarriedLoad]:
    """Return the load of every body, in its axes about its origin."""
    loads = [_body_alone(skeleton, i, rigid_parts[i]) for i in range(len(skeleton.connections))]
    for i in reversed(range(len(loads))):
        mount, joint = skeleton.connections[i].mount, skeleton.connections[i].joint
        if mount.body >= 0:
            turns = joint is not None and joint.type == "revolute" and not joint.stiffness
            load = loads[i].mean_over_turns(unit(joint.axis)) if joint and joint.axis and turns else loads[i]
            parent, child = loads[mount.body], load.in_parent(mount.R, mount.p)
            inertia = parent.inertia + child.inertia
            loads[mount.body] = CarriedLoad(parent.mass + child.mass, parent.moment + child.moment, inertia)
    return loads


def _body_alone(skeleton: Skeleton, body: int, rigid_parts: Sequence[RigidPart]) -> CarriedLoad:
    """Return a body alone: its rigid parts and, of a flexible link, its beam."""
    zero = (0.0, np.zeros(3), np.zeros((3, 3)))
    parts = [zero]
    for part in rigid_parts:
        mass, com = float(part.mass), np.asarray(part.com, dtype=float)
        about = np.asarray(shift_from_com(part.inertia, part.mass, part.com), dtype=float)
        parts.append((mass, mass * com, about))
    if body in skeleton.flexible:
        parts.append(_undeformed_field(skeleton.flexible[body].beam).rigid_part())
    masses, moments, inertias = zip(*parts, strict=True)
    return CarriedLoad(sum(masses), sum(moments, zero[1]), sum(inertias, zero[2]))


def _undeformed_field(beam: Beam | ModalData | None) -> Field:
    """Return the mass points of an undeformed link."""
    if isinstance(beam, Beam):
        return beam_field(replace(beam, modes=None, segments=1, rotary_inertia=beam.laminae))
    assert beam is not None
    return modal_field(beam)
