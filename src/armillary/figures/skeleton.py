"""A robot as lines in space, and the plane of a planar robot, for an animation.

A body is drawn as lines from its origin to the joints of its children and to its frames; a last body without either, to
its centre of mass. A flexible link is drawn as its bent elastic line (`scene.beam_surface`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from armillary.compiler.choose import planar
from armillary.kinematics.poses import Poses, body_poses, frame_pose
from armillary.multibody import BASE, Model
from armillary.multibody.coordinates import joint_count
from armillary.multibody.flexible.field import Field
from armillary.multibody.joints import Floating, Node, Spin, plain
from armillary.scene.beam_surface import ElasticLine
from armillary.scene.scene import distinct, end_points
from armillary.spatial.scalar import Floats

SAMPLES = 12
"""Number of points of a bent line."""


@dataclass(frozen=True, eq=False)
class Bones:
    """Lines, each (points, 3) [m] in the world; positions of the joints (J, 3), and of the tip if there is one."""

    lines: tuple[Floats, ...]
    joints: Floats
    tip: Floats | None


class StickFigure:
    """The lines of a robot."""

    def __init__(self, model: Model, frame: str = "tip") -> None:
        self.model = model
        self.frame = frame if frame in model.frames else None

    def at(self, q: Floats) -> Bones:
        """Return the lines at a configuration, shape (nq,)."""
        poses = body_poses(self.model, q)
        lines = [
            poses[i][1] + points @ poses[i][0].T for i in range(len(self.model.bodies)) for points in self._lines(i, q)
        ]
        joints = np.array([poses[i][1] for i in self._pivots]).reshape(-1, 3)
        tip = np.asarray(frame_pose(self.model, poses, self.frame)[1], dtype=float) if self.frame else None
        return Bones((*lines, *self._between(poses)), joints, tip)

    @cached_property
    def _pivots(self) -> list[int]:
        """The bodies whose joint is drawn as a dot; nodes of flexible links have none."""
        joints = joint_count(self.model)
        drawn = ((i, j) for i, j in enumerate(self.model.joints) if not j.kind.modal and not isinstance(j.kind, Spin))
        return [i for i, j in drawn if j.kind.nv and j.v.start < joints]

    @cached_property
    def _ends(self) -> dict[int, list[Floats]]:
        """End points of the straight lines of each body, in its frame [m]."""
        model = self.model
        joints = {joint.name for joint in model.joints}
        parents = {joint.parent for joint in model.joints}
        ends = end_points(model, [name for name in model.frames if name not in joints])
        for i, body in enumerate(model.bodies):
            bare = not body.modal.count and not ends[i] and not isinstance(model.joints[i].kind, Node)
            if bare and i not in parents and body.mass > 0:
                # A last link without a tip would have no line: it ends at its centre of mass.
                ends[i] = distinct([body.first_moment / body.mass])
        return ends

    def _lines(self, i: int, q: Floats) -> list[Floats]:
        """Return the lines of a body in its frame."""
        lines = [np.stack([np.zeros(3), end]) for end in self._ends[i]]
        modal = self.model.bodies[i].modal
        return lines + bent_lines(modal.field, q[modal.q]) if modal.count else lines

    def _between(self, poses: Poses) -> list[Floats]:
        """Return the lines along which joints slide, and those from the world's origin to the first joints.

        The line of a joint at zero has no length, but is not left out: animations need the same lines in every frame.
        """
        lines = []
        for i in self._slides:
            joint = self.model.joints[i]
            R, o = poses[joint.parent]
            lines.append(np.stack([o + R @ joint.translation, np.asarray(poses[i][1], dtype=float)]))
        base = [np.stack([np.zeros(3), end]) for end in self._ends[BASE]]
        return lines + base

    @cached_property
    def _slides(self) -> list[int]:
        """The bodies whose joint slides along a guide; floating joints have none."""
        kinds = [plain(joint.kind) for joint in self.model.joints]
        guided = (not isinstance(kind, (Node, Floating)) and bool(np.any(kind.linear)) for kind in kinds)
        return [i for i, slides in enumerate(guided) if slides]


def bent_lines(field: Field, q: Floats) -> list[Floats]:
    """Return the bent centre line of a flexible link in its frame; lines to its nodes if it is not straight."""
    straight, places, shift, second = _samples(field)
    displaced = places + np.tensordot(q, shift, axes=1) + np.einsum("k,l,klsi->si", q, q, second) / 2
    return [displaced] if straight else [np.stack([np.zeros(3), end]) for end in displaced]


@lru_cache(maxsize=64)
def _samples(field: Field) -> tuple[bool, Floats, Floats, Floats]:
    """Return whether a link is straight, and places (S, 3) [m], shapes and foreshortening of its points.

    The points are `SAMPLES` along a straight link, else its nodes.
    """
    line = ElasticLine(field)
    if line.straight:
        x = np.linspace(0.0, line.length, SAMPLES)
        return True, np.multiply.outer(x, line.axis), line.shift(x), line.second(x)
    nodes = list(field.nodes.values()) if line.length else []
    places = np.array([node.position for node in nodes]).reshape(-1, 3)
    shift = np.array([node.translation for node in nodes]).reshape(len(nodes), field.modes, 3).swapaxes(0, 1)
    second = np.array([node.second for node in nodes]).reshape(len(nodes), field.modes, field.modes, 3)
    return False, places, shift, np.moveaxis(second, 0, 2)


@dataclass(frozen=True, eq=False)
class Plane:
    """A plane of drawing: world directions to the right and up, and their names."""

    right: Floats
    up: Floats
    names: tuple[str, str]

    def project(self, points: Floats) -> Floats:
        """Return the projections of points (N, 3) into the plane, (N, 2)."""
        return points @ np.stack([self.right, self.up], axis=1)


def plane_of(model: Model) -> Plane | None:
    """Return the plane in which all bodies of a robot move, or None; gravity points down if it acts in the plane."""
    if not planar(model):
        return None
    normal = _hinge(model)
    down = model.gravity - (model.gravity @ normal) * normal
    if np.linalg.norm(down) > 1e-9:
        up = -down / np.linalg.norm(down)
    else:
        # Without gravity the world axis nearest to the plane is up; rounding makes y win over z, and z over x, in ties.
        axes = [axis - (axis @ normal) * normal for axis in np.eye(3)[[1, 2, 0]]]
        best = max(axes, key=lambda axis: round(float(np.linalg.norm(axis)), 6))
        up = best / np.linalg.norm(best)
    right = np.cross(up, normal)
    right = right if right[np.abs(right).argmax()] > 0 else -right  # seen from the side where this axis points right
    return Plane(right, up, (_name(right), _name(up)))


def _hinge(model: Model) -> Floats:
    """Return the unit vector in the world along which all rotation axes of a planar robot lie."""
    poses = body_poses(model, model.neutral)
    for i, joint in enumerate(model.joints):
        if np.any(joint.kind.angular):
            axis = poses[i][0] @ joint.kind.angular[:, np.abs(joint.kind.angular).sum(axis=0).argmax()]
            return np.asarray(axis / np.linalg.norm(axis), dtype=float)
    # Without revolute joints, links bend in the plane: their sections rotate about its normal.
    turns = [poses[i][0] @ row for i, body in enumerate(model.bodies) for row in body.modal.field.turn.reshape(-1, 3)]
    longest = max(turns, key=lambda row: float(np.linalg.norm(row)))
    return np.asarray(longest / np.linalg.norm(longest), dtype=float)


def _name(direction: Floats) -> str:
    for name, axis in zip("xyz", np.eye(3), strict=True):
        if abs(abs(float(direction @ axis)) - 1) < 1e-6:
            return name if direction @ axis > 0 else f"−{name}"
    return "along (" + ", ".join(f"{value + 0.0:.2g}" for value in direction) + ")"
