"""Joint friction: viscous and Coulomb.

    τ_f = b q̇ + c sign(q̇)                                   (1)
At rest the Coulomb part is zero: stiction is not modelled.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from armillary.model import Model
from armillary.spatial.rotation import Array
from armillary.spatial.scalar import sign


def joint_friction(model: Model, qd: ArrayLike) -> Array:
    """Return the effort that friction takes at each velocity coordinate, shape (nv,) [N·m or N]."""
    dry = [c * sign(rate) if c else 0.0 for c, rate in zip(model.coulomb, np.asarray(qd), strict=True)]
    return model.viscous * np.asarray(qd) + np.array(dry)  # (1)
