"""Frames of the last bodies turned so that their first moment lies along x: fewer operations at every tip.

Behind a revolute joint about z (`reframe`), what is left of a body after `regroup` has the first moment (s_x, s_y, 0).
No other joint needs its x axis if the body is the last of its branch. Turned about z by θ = atan2(s_y, s_x) it has
    s = (√(s_x² + s_y²), 0, 0),   I' = Rᵀ I R,   q + θ for q                                                       (1)
at the cost of one addition, and nothing in joint coordinates changes.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from armillary.expr.linear import is_free
from armillary.multibody.body import Body
from armillary.multibody.joints import Revolute
from armillary.multibody.model import Model, ModelJoint

SMALL = 1e-12
"""A component smaller than this part of the first moment is nothing but rounding."""


def align(model: Model) -> Model:
    """Return the robot with its last bodies turned, (1), or itself if there is nothing to turn.

    Joint axes must lie along z (`reframe`).
    """
    inner = {p for _, p in model.outward()}
    joints, bodies, changed = list(model.joints), list(model.bodies), False
    for i, _ in model.outward():
        s = bodies[i].first_moment
        kind, rigid = joints[i].kind, not bodies[i].modal.count
        if is_free(s):  # the angle would be an expression too
            continue
        if i not in inner and rigid and isinstance(kind, Revolute) and abs(s[1]) > SMALL * math.hypot(*s):
            joints[i], bodies[i] = _turned(joints[i], bodies[i], math.atan2(s[1], s[0]))
            changed = True
    return model if not changed else model.changed(joints=tuple(joints), bodies=tuple(bodies))


def _turned(joint: ModelJoint, body: Body, theta: float) -> tuple[ModelJoint, Body]:
    c, s = math.cos(theta), math.sin(theta)
    R = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    x, y, z = body.first_moment
    inertia = R.T @ body.inertia @ R
    rotors = tuple(replace(rotor, axis=R.T @ rotor.axis) for rotor in body.rotors)
    kind = Revolute((0.0, 0.0, 1.0), offset=getattr(joint.kind, "offset", 0.0) + theta)
    moment = np.array([math.hypot(x, y), 0.0, z])
    return replace(joint, kind=kind), Body(body.name, body.mass, moment, (inertia + inertia.T) / 2, rotors)
