"""A robot as lines in space: what an animation draws at one configuration.

Every body is lines from its origin to what hangs on it: the joints of its children, its frames; a last body without
either, to its centre of mass. A flexible link is its centre line, bent by its modal field (`flexible.field`): at
`SAMPLES` places between the root and the tip of a beam,
    r + Σ Φ_k q_k + ½ Σ g_kl q_k q_l.                                                             (1)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from armillary.kinematics.poses import Poses, body_poses, frame_pose
from armillary.multibody import BASE, Model
from armillary.multibody.flexible.field import Field
from armillary.multibody.joints import Node
from armillary.scene.scene import distinct
from armillary.spatial.scalar import Floats

SAMPLES = 12
STRAIGHT = 1e-3
"""Points whose distance from a line is below this part of its length are on it."""


@dataclass(frozen=True, eq=False)
class Bones:
    """Lines of one body, each (points, 3) [m] in the world; where joints are; where the tip is, if there is one."""

    lines: tuple[Floats, ...]
    joints: Floats
    tip: Floats | None


class Skeleton:
    """The lines of a robot."""

    def __init__(self, model: Model, frame: str = "tip") -> None:
        self.model = model
        self.frame = frame if frame in model.frames else None

    def at(self, q: Floats) -> Bones:
        """Return the lines at a configuration, shape (nq,)."""
        poses = body_poses(self.model, q)
        lines: list[Floats] = []
        for i in range(len(self.model.bodies)):
            R, o = poses[i]
            lines += [o + points @ R.T for points in self._lines(i, q)]
        lines += self._between(q, poses)
        joints = [poses[i][1] for i in self._pivots]
        tip = frame_pose(self.model, poses, self.frame)[1] if self.frame else None
        return Bones(
            tuple(lines), np.array(joints).reshape(-1, 3), None if tip is None else np.asarray(tip, dtype=float)
        )

    @cached_property
    def _pivots(self) -> list[int]:
        """The bodies whose joint is drawn as a dot: those that joints proper move."""
        joints = self.model.nv - len(self.model.elastic)
        return [i for i, j in enumerate(self.model.joints) if not j.kind.shared and j.kind.nv and j.v.start < joints]

    @cached_property
    def _ends(self) -> dict[int, list[Floats]]:
        """Where the straight lines of each body go, in its own axes."""
        ends: dict[int, list[Floats]] = {i: [] for i in range(BASE, len(self.model.bodies))}
        for joint in self.model.joints:
            if not isinstance(joint.kind, Node):
                ends[joint.parent].append(joint.translation)
        for frame in self.model.frames.values():
            if not any(frame.name == joint.name for joint in self.model.joints):
                ends[frame.body].append(frame.translation)
        for i, body in enumerate(self.model.bodies):
            bare = not body.modal.count and not any(np.any(end) for end in ends[i])
            last = not any(joint.parent == i for joint in self.model.joints)
            if bare and last and not isinstance(self.model.joints[i].kind, Node) and body.mass > 0:
                ends[i].append(body.first_moment / body.mass)
        return ends

    def _lines(self, i: int, q: Floats) -> list[Floats]:
        """Return the lines of a body in its own axes."""
        lines = [np.stack([np.zeros(3), end]) for end in distinct(self._ends[i])]
        modal = self.model.bodies[i].modal
        if modal.count:
            lines += bent_lines(modal.field, q[modal.q])
        return lines

    def _between(self, q: Floats, poses: Poses) -> list[Floats]:
        """Return the lines along which joints slide, and those from the world's origin to the first joints."""
        lines = []
        for i, joint in enumerate(self.model.joints):
            R, o = poses[joint.parent]
            seat = o + R @ joint.translation
            slides = not isinstance(joint.kind, Node) and np.any(joint.kind.linear)
            if slides and not np.allclose(seat, poses[i][1]):
                lines.append(np.stack([seat, np.asarray(poses[i][1], dtype=float)]))
        base = [np.stack([np.zeros(3), end]) for end in distinct(self._ends[BASE])]
        return lines + base


def bent_lines(field: Field, q: Floats) -> list[Floats]:
    """Return the centre line of a flexible link, in its own axes; lines to its nodes where it has no such line."""
    nodes = list(field.nodes.values())
    places = np.vstack([np.zeros((1, 3)), field.r, *[node.position for node in nodes]])
    shape = np.concatenate(
        [np.zeros((field.modes, 1, 3)), field.shape, *[n.translation[:, None] for n in nodes]], axis=1
    )
    second = np.concatenate(
        [np.zeros((field.modes, field.modes, 1, 3)), field.second, *[n.second[:, :, None] for n in nodes]], axis=2
    )
    moved = places + np.tensordot(q, shape, axes=1) + np.einsum("k,l,klgi->gi", q, q, second) / 2  # (1)
    far = places[np.linalg.norm(places, axis=1).argmax()]
    length = float(np.linalg.norm(far))
    if length == 0:
        return []
    along = places @ far / length
    if np.linalg.norm(places - np.outer(along, far / length), axis=1).max() > STRAIGHT * length:
        return [np.stack([np.zeros(3), end]) for end in moved[-len(nodes) :]]
    along, first = np.unique(along, return_index=True)
    at = np.linspace(along[0], along[-1], SAMPLES)
    return [np.stack([np.interp(at, along, moved[first, axis]) for axis in range(3)], axis=1)]
