"""Momentum along a motion. Without gravity and outside forces, that of a robot on a free base is constant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from armillary.formulations.centroidal import floating_coordinates
from armillary.multibody import BASE, Model
from armillary.multibody.joints import Floating, Spin
from armillary.results.positions import compiled
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.results.trajectory import Trajectory


def momentum_drift(trajectory: Trajectory) -> Floats:
    """Return the greatest change of angular [N·m·s] and of linear momentum [N·s] over the rows, shape (…, 2).

    NaN where momentum is not constant: without a free base, with another tree or a motor on a fixed one, with gravity,
    with wrenches, with efforts, friction or springs at the free base, or if the robot changes.
    """
    model, lead = trajectory.model, trajectory.q.shape[:-2]
    free = floating_coordinates(model)
    rubbed = [model.viscous[free], model.coulomb[free], model.coulomb_sided[free]]
    pulled = [model.gravity, *rubbed, model.stiffness[free], trajectory.tau[..., free], trajectory.external]
    if not free or _held(model) or trajectory.changes or any(np.any(part) for part in pulled):
        return np.full((*lead, 2), np.nan)
    rows = (trajectory.q.reshape(-1, model.nq), trajectory.qd.reshape(-1, model.nv))
    h = compiled(model).spatial_momentum(*map(np.ascontiguousarray, rows))
    h = h.reshape(*trajectory.q.shape[:-1], 2, 3)
    with np.errstate(invalid="ignore", over="ignore"):
        return np.asarray(np.linalg.norm(h - h[..., :1, :, :], axis=-1).max(axis=-2))


def _held(model: Model) -> bool:
    """Return whether a joint or the spin of a rotor connects the robot with the fixed base.

    A rotor without an axis whose ratio varies is two bodies on the base, whose spins cancel.
    """
    spins: dict[tuple[int, tuple[float, ...]], Floats] = {}
    for joint, body in zip(model.joints, model.bodies, strict=True):
        if joint.parent == BASE and isinstance(joint.kind, Spin):
            ratio = (joint.v.start, joint.kind.polynomial)
            spins[ratio] = spins.get(ratio, 0.0) + body.inertia @ joint.kind.own.angular
        elif joint.parent == BASE and not isinstance(joint.kind, Floating):
            return True
    return any(np.any(spin) for spin in (*spins.values(), *(rotor.on_base for rotor in model.rotors)))
