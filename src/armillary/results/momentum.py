"""Momentum along a motion. Without gravity and outside forces, that of a robot on a free base is constant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from armillary.formulations.centroidal import floating_coordinates
from armillary.multibody import BASE
from armillary.multibody.joints import Floating
from armillary.results.positions import compiled
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.results.trajectory import Trajectory


def momentum_drift(trajectory: Trajectory) -> Floats:
    """Return the greatest change of angular [N·m·s] and of linear momentum [N·s] over the rows, shape (…, 2).

    NaN where momentum is not constant: without a free base or with another tree on a fixed one, with gravity, with
    wrenches, with efforts, friction or springs at the free base, or if the robot changes.
    """
    model, lead = trajectory.model, trajectory.q.shape[:-2]
    free = floating_coordinates(model)
    held = any(joint.parent == BASE and not isinstance(joint.kind, Floating) for joint in model.joints)
    rubbed = [model.viscous[free], model.coulomb[free], model.coulomb_sided[free]]
    pulled = [model.gravity, *rubbed, model.stiffness[free], trajectory.tau[..., free], trajectory.external]
    if not free or held or trajectory.changes or any(np.any(part) for part in pulled):
        return np.full((*lead, 2), np.nan)
    rows = (trajectory.q.reshape(-1, model.nq), trajectory.qd.reshape(-1, model.nv))
    h = compiled(model).spatial_momentum(*map(np.ascontiguousarray, rows))
    h = h.reshape(*trajectory.q.shape[:-1], 2, 3)
    with np.errstate(invalid="ignore", over="ignore"):
        return np.asarray(np.linalg.norm(h - h[..., :1, :, :], axis=-1).max(axis=-2))
