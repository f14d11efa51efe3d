"""Passive efforts of joints and links: friction, springs, elasticity and damping.

    τ = K (q − q₀) + D q̇ + b q̇ + c sign(q̇)                    (1)
K and D hold the springs of joints and the stiffness and damping of flexible links, b and c viscous and
Coulomb friction. At rest the Coulomb part is zero: stiction is not modelled.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody import Model
from armillary.spatial.scalar import Array, Scalar, sign


def friction(model: Model, qd: ArrayLike) -> Array:
    """Return the efforts against friction and damping, shape (nv,) [N·m or N]."""
    qd = np.asarray(qd)
    dry = [c * sign(rate) if c else 0.0 for c, rate in zip(model.coulomb, qd, strict=True)]
    return model.viscous * qd + np.array(dry) + model.damping @ qd  # (1)


def elastic(model: Model, q: ArrayLike) -> Array:
    """Return the efforts that bend springs and links, shape (nv,) [N·m or N]."""
    return np.asarray(model.stiffness @ model.deflection(q))  # (1)


def passive(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return the efforts against friction, springs and elastic links, shape (nv,) [N·m or N], (1)."""
    return friction(model, qd) + elastic(model, q)


def elastic_energy(model: Model, q: ArrayLike) -> Scalar:
    """Return the energy stored in springs and links [J]."""
    return model.deflection(q) @ elastic(model, q) / 2
