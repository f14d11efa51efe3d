"""Lead–lag filter: phase lead or lag between a zero and a pole.

    H(s) = (1 + s/ω_z) / (1 + s/ω_p)                                                        (1)
ω_z and ω_p are 2π times the frequencies of zero and pole. It is a lead, which adds phase, if ω_z < ω_p, otherwise a
lag. The gain is 1 at zero frequency and ω_p/ω_z at high frequencies. The sampled filter has the difference equation of
`section`, exact at √(ω_z ω_p), where the phase shift is largest:
    y = (b u + s_1 + h ω_p u) / (1 + h ω_p),   s_1 ← s_1 + 2 h ω_p (u − y),   b = ω_p/ω_z   (2)
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
from armillary.spatial.scalar import Array, sqrt


@dataclass(frozen=True)
class LeadLag(Specification):
    """Lead–lag filter, (1).

    Args:
        zero: Frequency of the zero, a number or one for each joint [Hz].
        pole: Frequency of the pole, a number or one for each joint [Hz].
        period: Sampling period [s]; default: that of the controller around it.
        offset: First instant [s]; default 0.

    Example:
        >>> LeadLag(zero=5.0, pole=50.0).bound(3).states
        3
    """

    zero: Annotated[Gain, Quantity("frequency", above=0, says="frequency of the zero")]
    pole: Annotated[Gain, Quantity("frequency", above=0, says="frequency of the pole")]

    def bound(self, width: int) -> FilterSection:
        """Return the filter for a number of channels."""
        return LeadLagSection(width, self)


class LeadLagSection(FilterSection):
    """Lead–lag filter of several channels, (1)."""

    def __init__(self, width: int, spec: LeadLag) -> None:
        super().__init__(width, 1)
        self.zero = channel_gain("zero", spec.zero, width)
        self.pole = channel_gain("pole", spec.pole, width)

    @property
    def exact_at(self) -> Array:
        """√(ω_z ω_p) [rad/s]."""
        return np.array([2 * math.pi * sqrt(zero * pole) for zero, pole in zip(self.zero, self.pole, strict=True)])

    @property
    def coefficients(self) -> tuple[Sequence[Array], Sequence[Array]]:
        """Coefficients B and A of (1)."""
        corner = 2 * math.pi * self.pole
        return (self.pole / self.zero, corner), (corner,)
