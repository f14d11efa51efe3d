"""Ellipsoids: of the inertia of a body, and of the velocities of the tip.

The ellipsoid of a body is solid, of constant density, with the mass m and the principal moments I_k of the body about
its centre of mass. Its semi-axes are
    a_k² = 5 (I_i + I_j − I_k) / 2m                                                        (1)
The velocities v = J q̇ of the tip for |q̇| ≤ 1 fill an ellipsoid with the semi-axes σ_k u_k of J = U Σ Vᵀ.      (2)
[Popescu2008, eq. 16]: their product is the manipulability.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody.body import Body
from armillary.spatial.scalar import Floats

FLAT = 1e-3
"""Smallest semi-axis that is drawn, relative to the longest: flat ellipsoids stay visible."""


@dataclass(frozen=True, eq=False)
class Ellipsoid:
    """An ellipsoid: its centre (3,), its axes as the columns of a rotation (3, 3), its semi-axes (3,)."""

    centre: Floats
    axes: Floats
    semi_axes: Floats

    def shown(self, factor: float = 1.0, least: float = 1e-9) -> Floats:
        """Return the semi-axes to draw: scaled by `factor`, and at least `least` long."""
        drawn = factor * self.semi_axes
        return np.maximum(drawn, max(FLAT * float(drawn.max(initial=0.0)), least))


def inertia_ellipsoid(body: Body) -> Ellipsoid | None:
    """Return the inertia ellipsoid of a body in its frame, (1); None without mass."""
    if body.mass <= 0:
        return None
    centre = body.first_moment / body.mass
    about_centre = body.inertia - body.mass * (centre @ centre * np.eye(3) - np.outer(centre, centre))
    moments, axes = np.linalg.eigh((about_centre + about_centre.T) / 2)
    squares = 5 * (moments.sum() - 2 * moments) / (2 * body.mass)  # (1)
    return Ellipsoid(centre, _proper(axes), np.sqrt(np.maximum(squares, 0.0)))


def velocity_ellipsoid(J: ArrayLike, centre: ArrayLike) -> Ellipsoid:
    """Return the velocity ellipsoid of a point, (2); J has shape (3, n)."""
    U, sigma, _ = np.linalg.svd(np.asarray(J, dtype=float))
    semi_axes = np.zeros(3)
    semi_axes[: len(sigma)] = sigma
    return Ellipsoid(np.asarray(centre, dtype=float), _proper(U), semi_axes)


def _proper(axes: Floats) -> Floats:
    """Return axes as a rotation: right-handed."""
    return axes if np.linalg.det(axes) > 0 else axes * [1.0, 1.0, -1.0]
