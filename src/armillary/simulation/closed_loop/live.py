"""Pushes that a user gives while a closed loop runs: entries of p, which hold during a step.

A force F_i in world axes acts on body i at the point r_i, which moves with the body, and an effort e_k acts at each
velocity coordinate:
    values = (F_0, r_0, F_1, r_1, …, e)                                                    (1)
From the tips to the base (p is the parent of i), about the origins o of the bodies,
    n_i = (R_i r_i) × F_i,   F_p = F_p + F_i,   n_p = n_p + n_i + (o_i − o_p) × F_i          (2)
    τ_i = S_ωᵀ n_i + S_vᵀ F_i,   then τ = τ + e                                             (3)
The frame of a flexible link is at its root: a force on it acts as on a rigid link, and its nodes are bodies.
"""

from __future__ import annotations

import numpy as np

from armillary.kinematics.poses import body_poses
from armillary.multibody import BASE, Model
from armillary.multibody.model import gather
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array

EACH = 6
"""Entries of a body: force [N] in world axes, point [m] in the frame of the body."""


def live_size(model: Model) -> int:
    """Return the number of entries of (1)."""
    return EACH * len(model.bodies) + model.nv


def live_efforts(model: Model, q: Array, values: Array) -> Array:
    """Return the efforts of the pushes (1) at every velocity coordinate, shape (nv,) [N·m or N]."""
    poses, own = body_poses(model, q), EACH * len(model.bodies)
    rows = np.reshape(values[:own], (-1, EACH))
    force = {i: row[:3] for i, row in enumerate(rows)}
    moment = {i: cross(poses[i][0] @ row[3:], row[:3]) for i, row in enumerate(rows)}
    parts = [(slice(0, model.nv), values[own:])]
    for i, p in model.inward():
        (R, o), joint = poses[i], model.joints[i]
        angular, linear = joint.subspace(q)
        parts.append((joint.v, angular.T @ (R.T @ moment[i]) + linear.T @ (R.T @ force[i])))  # (3)
        if p != BASE:
            force[p] = force[p] + force[i]  # (2)
            moment[p] = moment[p] + moment[i] + cross(o - poses[p][1], force[i])
    return gather(model.nv, parts)
