"""Gears between motors and joints that twist under load."""

from __future__ import annotations

import math
from dataclasses import dataclass

from armillary.description.coerce import Part


@dataclass(frozen=True)
class Gear(Part):
    """An elastic gear, measured at the joint: the rotor, seen through the ratio, may lead the joint by an angle δ.

    The gear drives the joint with stiffness · δ + damping · δ̇ + cubic · δ³ [N·m or N]. `stiffness` is in N·m/rad or
    N/m, default infinite (a rigid gear), `damping` in N·m·s/rad or N·s/m, `cubic` in N·m/rad³ or N/m³.
    """

    stiffness: float = math.inf
    damping: float = 0.0
    cubic: float = 0.0

    @property
    def elastic(self) -> bool:
        """Whether the rotor has a coordinate besides that of its joint."""
        return math.isfinite(self.stiffness)
