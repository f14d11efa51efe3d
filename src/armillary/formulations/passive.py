"""Passive efforts of joints and links: friction, springs, elasticity and damping.

    τ = K (q − q₀) + D q̇ + b q̇ + c s + d s²,   s = sign(q̇)                    (1)
K and D hold the springs of joints and the stiffness and damping of flexible links, b viscous friction. Coulomb friction
is c + d at positive and −c + d at negative rates: c is the mean of both directions, d half their difference. At rest
it is zero: stiction is not modelled.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody import Model
from armillary.spatial.scalar import Array, Scalar, sign, times_vector


def friction(model: Model, qd: ArrayLike) -> Array:
    """Return the efforts against friction and damping, shape (nv,) [N·m or N]."""
    qd = np.asarray(qd)
    coefficients = zip(model.coulomb, model.coulomb_sided, qd, strict=True)
    dry = [coulomb(c, d, sign(rate)) if c or d else 0.0 for c, d, rate in coefficients]
    return model.viscous * qd + np.array(dry) + times_vector(model.damping, qd)  # (1)


def coulomb(c: Scalar, d: Scalar, s: Scalar) -> Scalar:
    """Return c s + d s² of (1); s is the sign of the rate, or a smooth function in its place."""
    return c * s if isinstance(d, (int, float)) and d == 0 else (c + d * s) * s


def elastic(model: Model, q: ArrayLike) -> Array:
    """Return the efforts that bend springs and links, shape (nv,) [N·m or N]."""
    return times_vector(model.stiffness, model.deflection(q))  # (1)


def passive(model: Model, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return the efforts against friction, springs and elastic links, shape (nv,) [N·m or N], (1)."""
    return friction(model, qd) + elastic(model, q)


def elastic_energy(model: Model, q: ArrayLike) -> Scalar:
    """Return the energy stored in springs and links [J]."""
    return model.deflection(q) @ elastic(model, q) / 2
