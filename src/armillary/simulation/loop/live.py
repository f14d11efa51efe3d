"""Live pushes: forces and efforts that a user changes while a closed loop runs, constant during a step.

They are entries of p. A force F_i [N] in world axes acts on body i at the point r_i [m], which is
fixed in the body; an effort e_k [N·m or N] acts at each velocity coordinate:
    values = (F_0, r_0, F_1, r_1, …, e)                                                    (1)
Inward, tips to base (p is the parent of i), with moments n about the origins o of the bodies:
    n_i = (R_i r_i) × F_i,   F_p = F_p + F_i,   n_p = n_p + n_i + (o_i − o_p) × F_i          (2)
    τ_i = S_ωᵀ (R_iᵀ n_i) + S_vᵀ (R_iᵀ F_i),   then τ = τ + e                               (3)
A force on a flexible link acts at its root frame, as on a rigid link; its nodes are bodies of their
own.
"""

from __future__ import annotations

import numpy as np

from armillary.kinematics.poses import body_poses
from armillary.multibody import BASE, Model
from armillary.multibody.model import gather
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array

PER_BODY = 6
"""Entries of (1) for each body: force [N] in world axes, point [m] in the frame of the body."""


def live_size(model: Model) -> int:
    """Return the number of entries of (1)."""
    return PER_BODY * len(model.bodies) + model.nv


def live_efforts(model: Model, q: Array, values: Array) -> Array:
    """Return the efforts of the pushes (1) at the velocity coordinates, shape (nv,) [N·m or N]."""
    poses, of_bodies = body_poses(model, q), PER_BODY * len(model.bodies)
    rows = np.reshape(values[:of_bodies], (-1, PER_BODY))
    force = {i: row[:3] for i, row in enumerate(rows)}
    moment = {i: cross(poses[i][0] @ row[3:], row[:3]) for i, row in enumerate(rows)}  # (2)
    parts = [(slice(0, model.nv), values[of_bodies:])]
    for i, p in model.inward():
        (R, o), joint = poses[i], model.joints[i]
        angular, linear = joint.subspace(q)
        parts.append((joint.v, angular.T @ (R.T @ moment[i]) + linear.T @ (R.T @ force[i])))  # (3)
        if p != BASE:
            force[p] = force[p] + force[i]  # (2)
            moment[p] = moment[p] + moment[i] + cross(o - poses[p][1], force[i])
    return gather(model.nv, parts)
