"""New frames for cheaper recursions: joint axes along z, links along x, as in modified DH tables.

A constant change of the frame of each body, T_i = (its new axes R, its new origin t) in the old
frame, leaves every quantity in joint coordinates as it was. With z_i along the axis of joint i (and,
if revolute, the origin on it) the joint's motion commutes with the change:
    T'_pi(q) = T_p⁻¹ T_0 T_i · motion(z, q)                                                (1)
x_i is along the common normal from axis i to the axis of the joint that follows, so that (1) becomes
    T'_pi(q) = Rx(α) Tx(d) Tz'(r) · Rz(q + θ)                                              (2)
whose first rotation has four zeros; θ stays with q. A body with several children takes its first;
the others pay a more general first rotation. Behind all joints but revolute and prismatic ones the frame stays, since
the velocities of most are given in it. The base is turned so that the first joint needs no placement; gravity turns
with it. [Khalil1986]
The common normal of nearly parallel axes may start far away, where inertia and levers lose digits. An origin is moved
at most FAR times as far as the next joint is away; else it is the point of the axis that is nearest to that joint.
The frame of a flexible link takes the axes of its sections, in which most of its shapes are zero, with z along the
section axis that is the axis of its joint, if there is one; its nodes take the same axes.

`align`: behind a revolute joint about z, `regroup` leaves a body with the first moment (s_x, s_y, 0). No other joint
needs its x axis if the body is the last of its branch. Turned about z by θ = atan2(s_y, s_x) it has
    s = (√(s_x² + s_y²), 0, 0),   I' = Rᵀ I R,   q + θ for q                               (3)
at the cost of one addition, and nothing in joint coordinates changes.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from armillary.expr.linear import is_free, tidied
from armillary.multibody.body import Body
from armillary.multibody.joints import Node, Prismatic, Revolute, Weld, plain, recoupled
from armillary.multibody.model import BASE, Model, ModelJoint
from armillary.spatial.pose import FramePose
from armillary.spatial.rotation import skew, tidy
from armillary.spatial.scalar import Floats

PARALLEL = 1e-14
"""Axes whose cross product is shorter are parallel. Sines below it are zero, and so are lengths below it times the
longest one of the robot: π/2 with 13 decimals, as many files have it, is off by 3.4e-15. In q̈ this error is multiplied
by the condition of M: by 1e5 where a slide carries its load a hundred times as far as the links are long."""
FAR = 10.0
"""Longest shift of an origin to a common normal, as a multiple of the distance of the next joint."""
Z = (0.0, 0.0, 1.0)
SMALL = 1e-12
"""Part of the first moment below which a component is rounding."""


def reframe(model: Model) -> Model:
    """Return the same robot in frames in which its recursions cost fewer operations.

    Quantities in joint coordinates stay the same; named frames are left out.
    """
    first_child: dict[int, int] = {}
    for i, p in model.outward():
        first_child.setdefault(p, i)
    first = first_child[BASE]
    size = max(float(np.linalg.norm(joint.translation)) for joint in model.joints)
    changes: dict[int, FramePose] = {}
    bodies: list[Body] = []
    joints: list[ModelJoint] = []
    for i, p in model.outward():
        placed = FramePose(model.joints[i].rotation, model.joints[i].translation)
        seen = changes[p].inverse() @ placed if p in changes else placed
        if model.joints[i].kind.modal:
            changes[i] = FramePose(changes[p].R, np.zeros(3))
        elif model.bodies[i].modal.count:
            changes[i] = FramePose(_section_axes(model, i), np.zeros(3))
        else:
            changes[i] = _choose(model, i, first_child.get(i), seen)
        if i == first:
            changes[BASE] = placed @ changes[i]
        here = changes[p].inverse() @ placed @ changes[i]
        here = FramePose(_clean(here.R), _clean(here.t, size))
        joints.append(_joint(model.joints[i], here, changes[i]))
        bodies.append(_body(model.bodies[i], changes[i]))
    gravity = changes[BASE].R.T @ model.gravity
    gravity = tidied(gravity) if is_free(gravity) else _clean(gravity, math.hypot(*gravity))
    return model.changed(bodies=tuple(bodies), joints=tuple(joints), frames={}, gravity=gravity)


def _choose(model: Model, i: int, child: int | None, seen: FramePose) -> FramePose:
    """Return the new frame of body i in its old one; `seen` is its joint in the parent's new frame."""
    kind = plain(model.joints[i].kind)
    if not isinstance(kind, Revolute | Prismatic):
        return FramePose(np.eye(3), np.zeros(3))
    z = np.asarray(kind.angular + kind.linear)[:, 0]
    if child is None:
        return _as_parent(z, seen, free=isinstance(kind, Prismatic))
    following, beyond = model.joints[child], plain(model.joints[child].kind)
    point = following.translation
    single = isinstance(beyond, Revolute | Prismatic)
    line = (following.rotation @ (beyond.angular + beyond.linear))[:, 0] if single else None
    if isinstance(beyond, Prismatic):
        point = np.zeros(3)  # a slide has a direction, no place
    x = _common_normal(z, point, line)
    if x is None:
        x = _as_parent(z, seen, free=False).R[:, 0]
    origin = point if isinstance(kind, Prismatic) else z * _foot(z, point, line)
    return FramePose(np.stack([x, np.cross(z, x), z], axis=1), origin)


def _section_axes(model: Model, i: int) -> Floats:
    """Return the section axes of a flexible link as columns, z along the axis of its joint if that is one of them."""
    kind, axes = plain(model.joints[i].kind), _clean(model.bodies[i].modal.field.axes)
    if isinstance(kind, Revolute | Prismatic):
        along = axes.T @ kind.axis
        k = int(np.abs(along).argmax())
        if np.linalg.norm(np.delete(along, k)) <= PARALLEL:
            x, z = axes[:, 0 if k else 1], np.sign(along[k]) * axes[:, k]
            return np.stack([x, np.cross(z, x), z], axis=1)
    return axes if isinstance(kind, Revolute | Prismatic | Weld) else np.eye(3)


def _common_normal(z: Floats, point: Floats, line: Floats | None) -> Floats | None:
    """Return the unit vector from axis z to the line through `point`, or None if any will do."""
    normals = [] if line is None else [np.cross(z, line)]
    for normal in (*normals, point - z * (z @ point)):
        if (length := np.linalg.norm(normal)) > PARALLEL:
            x = normal / length
            x = x - z * (z @ x)  # a short normal is a difference with rounding along z
            return np.asarray(x / np.linalg.norm(x))
    return None


def _foot(z: Floats, point: Floats, line: Floats | None) -> float:
    """Return the place [m] on axis z, from the origin, at which the common normal to the line starts."""
    near = float(z @ point)
    if line is None or (sine := float(np.linalg.norm(np.cross(z, line)))) <= PARALLEL:
        return near
    # The points z a and point + line b are nearest where their difference is normal to both.
    away = point - z * near
    shift = -float(z @ line) * float(line @ away)  # times sin²
    return near + shift / sine**2 if abs(shift) <= FAR * sine**2 * np.linalg.norm(point) else near


def _as_parent(z: Floats, seen: FramePose, free: bool) -> FramePose:
    """Return a frame with axis z that lies to the parent as (2) with θ = r = 0."""
    axis = seen.R @ z  # in the parent's new frame
    x = np.array([axis[2], 0.0, -axis[0]]) if abs(axis[0]) > PARALLEL else np.array([1.0, 0.0, 0.0])
    x = np.cross(np.cross(axis, x), axis)
    x = seen.R.T @ (x / np.linalg.norm(x))
    back = seen.R.T @ -seen.t  # the parent's origin, seen from the joint
    origin = back if free else z * (z @ back)
    return FramePose(np.stack([x, np.cross(z, x), z], axis=1), origin)


def _joint(joint: ModelJoint, placed: FramePose, change: FramePose) -> ModelJoint:
    """Return the joint in the new frames, its constant turn about z kept with the angle; `change` is its body's."""
    R, kind, plain_kind = placed.R, joint.kind, plain(joint.kind)
    if isinstance(kind, Node):
        kind = Node(kind.shape.turned(change.R))
    elif isinstance(plain_kind, Revolute | Prismatic):
        axis = _clean(change.R.T @ plain_kind.axis)
        if isinstance(plain_kind, Prismatic):
            kind = Prismatic(axis)
        elif np.any(axis != Z):  # a flexible link whose sections are askew to its joint
            kind = Revolute(axis)
        else:
            A = _first_rotation(R[:, 2])
            turn = A.T @ R
            R, kind = A, Revolute(axis, offset=float(np.arctan2(turn[1, 0], turn[0, 0])))
        kind = recoupled(joint.kind, kind)
    return replace(joint, rotation=R, translation=placed.t, kind=kind)


def _first_rotation(axis: Floats) -> Floats:
    """Return Rz(γ) Rx(α) with third column `axis`; γ = 0 where the axis is normal to x."""
    x, y, c = axis
    s = float(np.hypot(x, y))
    if s <= PARALLEL:
        return np.diag([1.0, np.sign(c), np.sign(c)])
    u, v = (x / s, -y / s) if abs(x) > PARALLEL else (0.0, 1.0)
    s = s if abs(x) > PARALLEL else -y
    return _clean(np.array([[v, -u * c, u * s], [u, v * c, -v * s], [0.0, s, c]]))


def _body(body: Body, change: FramePose) -> Body:
    """Return mass, first moment and inertia about the new origin in the new axes."""
    R, t = change.R, change.t
    s, lever = skew(body.first_moment), skew(t)
    inertia = body.inertia + s @ lever + lever @ s - body.mass * lever @ lever
    rotors = tuple(replace(rotor, axis=_clean(R.T @ rotor.axis)) for rotor in body.rotors)
    first_moment = R.T @ (body.first_moment - body.mass * t)
    modal = body.modal.turned(R) if body.modal.count else body.modal
    return Body(body.name, body.mass, tidied(first_moment), tidied(R.T @ inertia @ R), rotors, modal=modal)


def align(model: Model) -> Model:
    """Return the robot with the first moments of its last bodies along x, (3); itself if they are.

    Joint axes must lie along z (`reframe`), and inertia must be regrouped (`regroup`).
    """
    inner = {p for _, p in model.outward()}
    joints, bodies = list(model.joints), list(model.bodies)
    changed = False
    for i, _ in model.outward():
        s = bodies[i].first_moment
        kind, rigid = plain(joints[i].kind), not bodies[i].modal.count
        if is_free(s):  # the angle would be an expression too
            continue
        if i not in inner and rigid and isinstance(kind, Revolute) and abs(s[1]) > SMALL * math.hypot(*s):
            joints[i], bodies[i] = _aligned(joints[i], bodies[i], math.atan2(s[1], s[0]))
            changed = True
    return model if not changed else model.changed(joints=tuple(joints), bodies=tuple(bodies))


def _aligned(joint: ModelJoint, body: Body, theta: float) -> tuple[ModelJoint, Body]:
    c, s = math.cos(theta), math.sin(theta)
    R = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    x, y, z = body.first_moment
    inertia = R.T @ body.inertia @ R
    rotors = tuple(replace(rotor, axis=R.T @ rotor.axis) for rotor in body.rotors)
    plain_kind = plain(joint.kind)
    kind = recoupled(joint.kind, Revolute(Z, offset=getattr(plain_kind, "offset", 0.0) + theta))
    moment = np.array([math.hypot(x, y), 0.0, z])
    return replace(joint, kind=kind), Body(body.name, body.mass, moment, (inertia + inertia.T) / 2, rotors)


def along_z(axis: Floats) -> bool:
    """Return whether a unit vector lies along z or against it; also true for zero."""
    return bool(np.abs(axis[:2]).max() <= PARALLEL)


def _clean(values: Floats, size: float = 1.0) -> Floats:
    """Return the values with those within PARALLEL `size` of −1, 0 and 1 replaced by these."""
    whole = np.round(values)
    near = (np.abs(values - whole) <= PARALLEL * size) & (np.abs(whole) <= 1)
    return np.asarray(tidy(np.where(near, whole, values)))
