"""Notch filter, which attenuates a resonance.

    H(s) = (s² + 2 d ζ ω s + ω²) / (s² + 2 ζ ω s + ω²)                                      (1)
with ω = 2π · frequency. The gain is the depth d at ω and 1 far from it; with d = 0 it is below 0.7 over a bandwidth of
2 ζ ω. The sampled filter has the difference equation of `section`, exact at ω; with a = 2 ζ ω:
    y = ((1 + h d a + h² ω²) u + s_1 + h s_2) / (1 + h a + h² ω²),   h = tan(ω T/2) / ω     (2)
    x_2 = s_2 + h ω² (u − y),   s_1 ← s_1 + 2 h (d a u − a y + x_2),   s_2 ← s_2 + 2 h ω² (u − y)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from armillary.files.quantity import Quantity
from armillary.simulation.controllers.filters.section import FilterSection
from armillary.simulation.controllers.joints import channel_gain
from armillary.simulation.controllers.law import Specification
from armillary.simulation.parameters import Gain
from armillary.spatial.scalar import Array


@dataclass(frozen=True)
class Notch(Specification):
    """Notch filter, (1).

    Args:
        frequency: Centre of the notch, a number or one for each joint [Hz].
        damping: Damping ratio ζ of the poles, half of the relative bandwidth; default 0.5.
        depth: Gain at the centre, 0 or more; default 0.
        period: Sampling period [s]; default: that of the controller around it.
        offset: First instant [s]; default 0.

    Example:
        >>> Notch(40.0, damping=0.3, depth=0.1).bound(3).states
        6
    """

    frequency: Annotated[Gain, Quantity("frequency", above=0, says="centre of the notch")]
    damping: Annotated[Gain, Quantity(above=0, says="damping ratio of the poles")] = 0.5
    depth: Annotated[Gain, Quantity(least=0, says="gain at the centre")] = 0.0

    def bound(self, width: int) -> FilterSection:
        """Return the filter for a number of channels."""
        return NotchSection(width, self)


class NotchSection(FilterSection):
    """Notch filter of several channels, (1)."""

    def __init__(self, width: int, spec: Notch) -> None:
        super().__init__(width, 2)
        self.frequency = channel_gain("frequency", spec.frequency, width)
        self.damping = channel_gain("damping", spec.damping, width)
        self.depth = channel_gain("depth", spec.depth, width)

    @property
    def exact_at(self) -> Array:
        """ω [rad/s]."""
        return 2 * math.pi * self.frequency

    @property
    def coefficients(self) -> tuple[Sequence[Array], Sequence[Array]]:
        """Coefficients B and A of (1)."""
        omega = self.exact_at
        a = 2 * self.damping * omega
        return (np.ones(self.width), self.depth * a, omega * omega), (a, omega * omega)
