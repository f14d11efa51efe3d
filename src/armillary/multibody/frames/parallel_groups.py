"""Frames that do not turn within a group of joints with parallel axes.

In a chain of parallel revolute joints every body turns in the same plane. Let all but the last of
them keep a frame that moves with the joint's origin but has the axes of the group: the axes of its
first body before its own turn. Vectors then pass from body to body without any rotation, and only
constants turn: first moment, second moments and the lever to the next joint, by the angle of the
body against the group,
    φ_k = φ_{k−1} ± (q_k + θ_k)                                                          (1)
with the minus sign where an axis points the other way (F_k, half a turn about x). The last body of
the group takes the whole turn at once, Rz(φ_L) F_L, so that a group needs one rotation instead of
one for each joint; cosines and sines are of sums of angles, as textbooks write them.         (2)
A node of a flexible link that all modes turn about the axis of the group begins one, with φ = Σ ρ_k q_k for its angle.
The frame of a flexible link itself does not stay behind, so that it ends a group.        (3)
A joint that follows another linearly adds its ratio times the coordinate of its leader; the factors of one coordinate
add up, and vanish for a body that keeps its direction.                                     (4)
Vector equations (Newton–Euler, composite and articulated bodies) hold in any axes; a recursion that
differentiates components in the frame of a body does not allow this.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike

from armillary.expr.linear import to_expressions
from armillary.multibody.body import UNDEFORMED, Body, BodyState
from armillary.multibody.frames.reframe import Z, along_z
from armillary.multibody.joints import Coupled, JointKind, Node, Revolute, plain, recoupled
from armillary.multibody.model import BASE, Model, ModelJoint
from armillary.spatial.scalar import Floats
from armillary.spatial.turn import FrameStep, Turn, constant_turn, turn_about

FLIP = np.diag([1.0, -1.0, -1.0])
"""Half a turn about x: the same plane, seen from the other side."""


@dataclass(frozen=True)
class Angle:
    """φ of (1): coordinates with their factors, and a constant."""

    terms: tuple[tuple[int, float], ...] = ()
    offset: float = 0.0

    def plus(self, joint: ModelJoint, sign: float) -> Angle:
        """Return the angle after one more joint."""
        kind = joint.kind
        if isinstance(kind, Node):
            return Angle((*self.terms, *enumerate(sign * kind.shape.rotation[:, 2], joint.q.start)), self.offset)  # (3)
        terms, k = dict(self.terms), joint.q.start
        ratio = kind.ratio if isinstance(kind, Coupled) and kind.ratio is not None else 1.0
        terms[k] = terms.get(k, 0.0) + sign * ratio  # (4)
        offset = getattr(kind, "offset", 0.0)
        return Angle(tuple((k, factor) for k, factor in terms.items() if factor), self.offset + sign * offset)

    def turn(self, q: ArrayLike) -> Turn:
        """Return the rotation by this angle about z."""
        q = np.asarray(q)
        if not self.terms:
            return turn_about(Z, 0.0, self.offset)
        (first, factor), *others = self.terms
        angle = factor * q[first]
        for k, factor in others:
            angle = angle + factor * q[k]
        return turn_about(Z, angle, self.offset)


@dataclass(frozen=True, eq=False)
class GroupedBody(Body):
    """A body whose frame stays behind by an angle; its constants are in its own axes."""

    angle: Angle = field(default_factory=Angle)

    def at(self, q: ArrayLike) -> BodyState:
        """Return the body as the frame that stays behind sees it."""
        turn = self.angle.turn(q)
        rotors = tuple(replace(rotor, axis=turn.out(rotor.axis)) for rotor in self.rotors)
        # Second moments are not made from the turned inertia, which would cost more.
        parts = (to_expressions(part) for part in (self.first_moment, self.inertia, self.second_moments))
        s, inertia, Q = (turn.out(part) if part.ndim == 1 else turn.tensor_out(part) for part in parts)
        return BodyState(to_expressions(self.mass), s, inertia, Q, rotors, self.modal, UNDEFORMED)


class GroupedNode(Node):
    """A node whose frame keeps the axes of its link."""

    def turn(self, q: ArrayLike) -> Turn:
        """Return no rotation."""
        return constant_turn(np.eye(3))


@dataclass(frozen=True, eq=False)
class GroupedJoint(ModelJoint):
    """A joint on or into a frame that stays behind: its turns, outermost first, and its lever's turn."""

    turns: tuple[Angle | Floats, ...] = ()
    lever: Angle | None = None
    axes: Floats = field(default_factory=lambda: np.eye(3))
    """From the parent's own axes to those its angle turns."""
    own_turn: bool = True

    def step(self, q: ArrayLike) -> FrameStep:
        """Return the step from the parent's frame to the child's."""
        q_joint = np.asarray(q)[self.q]
        r = self.axes @ (self.translation + self.rotation @ self.kind.slide(q_joint))
        r = r if self.lever is None else self.lever.turn(q).out(r)
        turns = [turn.turn(q) if isinstance(turn, Angle) else constant_turn(turn) for turn in self.turns]
        return FrameStep((*turns, self.kind.turn(q_joint)) if self.own_turn else tuple(turns), r)


def group_parallel(model: Model) -> Model:
    """Return the robot with frames that do not turn within groups of parallel joints (after `reframe`)."""
    member = _groups(model)
    angle: dict[int, Angle] = {}
    axes: dict[int, Floats] = {}
    bodies, joints = list(model.bodies), list(model.joints)
    for i, p in model.outward():
        joint = model.joints[i]
        behind = p in angle and member.get(p) != "last"
        inner = axes[p] @ joint.rotation if behind else joint.rotation
        if i in member:
            inside = behind and member[i] != "first"
            before, flip = (angle[p], inner) if inside else (Angle(), np.eye(3))
            angle[i] = before.plus(joint, float(flip[2, 2]))
            axes[i] = flip
            joints[i] = _member(joint, member[i], angle[i], angle.get(p) if behind else None, inner, axes.get(p))
            if member[i] != "last":
                bodies[i] = _in_group_frame(model.bodies[i], angle[i], flip)
        elif behind:
            joints[i] = _grouped(joint, turns=(angle[p], inner), lever=angle[p], axes=axes[p])
    return model.changed(bodies=tuple(bodies), joints=tuple(joints))


def _groups(model: Model) -> dict[int, str]:
    """Return the place of each joint in its group of parallel joints: first, middle or last."""
    following: dict[int, int] = {}
    for i, p in model.outward():
        if p != BASE and p not in following and _parallel(model, p, i):
            following[p] = i
    places: dict[int, str] = {}
    for p, i in following.items():
        places.setdefault(p, "first")
        places[i] = "middle" if i in following else "last"
    return places


def _parallel(model: Model, p: int, i: int) -> bool:
    joint, before = model.joints[i], model.joints[p].kind
    turned = isinstance(before, Node) and before.axis is not None and np.any(before.axis) and along_z(before.axis)
    begins = _about_z(before) or turned
    both = bool(begins) and _about_z(joint.kind) and not model.bodies[p].modal.count
    return both and any(np.array_equal(joint.rotation, turn) for turn in (np.eye(3), FLIP))


def _about_z(kind: JointKind) -> bool:
    plain_kind, linear = plain(kind), not isinstance(kind, Coupled) or kind.ratio is not None
    return linear and isinstance(plain_kind, Revolute) and np.array_equal(plain_kind.axis, Z)


def _member(
    joint: ModelJoint, place: str, angle: Angle, lever: Angle | None, inner: Floats, axes: Floats | None
) -> ModelJoint:
    """Return a joint of a group; `inner` is its constant rotation, behind the parent's angle if it has one."""
    seen = axes if lever is not None and axes is not None else np.eye(3)
    kind = joint.kind
    turns: tuple[Angle | Floats, ...] = ()
    if place == "first":
        kind = GroupedNode(kind.shape) if isinstance(kind, Node) else kind
        turns = (inner,) if lever is None else (lever, inner)
    elif place == "last":
        turns = (angle, inner)
    else:
        kind = recoupled(kind, Revolute((0.0, 0.0, float(inner[2, 2]))))
    return _grouped(joint, kind=kind, turns=turns, lever=lever, axes=seen, own_turn=False)


def _grouped(joint: ModelJoint, **changes: object) -> GroupedJoint:
    fields = {name: getattr(joint, name) for name in ("name", "parent", "rotation", "translation", "kind", "q", "v")}
    return GroupedJoint(**(fields | changes))


def _in_group_frame(body: Body, angle: Angle, flip: Floats) -> GroupedBody:
    """Return the body with its constants in the axes that its angle turns."""
    turn = constant_turn(flip)
    rotors = tuple(replace(rotor, axis=np.asarray(turn.out(rotor.axis))) for rotor in body.rotors)
    s, inertia = np.asarray(turn.out(body.first_moment)), np.asarray(turn.tensor_out(body.inertia))
    return GroupedBody(body.name, body.mass, s, inertia, rotors, angle=angle)
