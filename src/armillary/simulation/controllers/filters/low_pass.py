"""Low-pass filters of order 1 and 2.

    H(s) = ω / (s + ω)                                                                      (1)
    H(s) = ω² / (s² + 2 ζ ω s + ω²)                                                         (2)
with ω = 2π · frequency. Sampled filters have the difference equations of `section`, exact at ω. For order 1:
    y = (s_1 + h ω u) / (1 + h ω),   s_1 ← s_1 + 2 h ω (u − y),   h = tan(ω T/2) / ω        (3)
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
class LowPass(Specification):
    """Low-pass filter, (1) or (2), with unit gain at zero frequency.

    Args:
        frequency: Corner frequency, a number or one for each joint [Hz].
        damping: Damping ratio ζ of a filter of order 2, 0.7071 for a Butterworth filter; default: a filter of order 1.
        period: Sampling period [s]; default: that of the controller around it.
        offset: First instant [s]; default 0.

    Example:
        >>> LowPass(20.0).bound(3).states, LowPass(20.0, damping=0.7071).bound(3).states
        (3, 6)
    """

    frequency: Annotated[Gain, Quantity("frequency", above=0, says="corner frequency")]
    damping: Annotated[Gain | None, Quantity(above=0, says="damping ratio of a filter of order 2")] = None

    def bound(self, width: int) -> FilterSection:
        """Return the filter for a number of channels."""
        return LowPassSection(width, self)


class LowPassSection(FilterSection):
    """Low-pass filter of several channels, (1) or (2)."""

    def __init__(self, width: int, spec: LowPass) -> None:
        super().__init__(width, 1 if spec.damping is None else 2)
        self.frequency = channel_gain("frequency", spec.frequency, width)
        self.damping = None if spec.damping is None else channel_gain("damping", spec.damping, width)

    @property
    def exact_at(self) -> Array:
        """ω [rad/s]."""
        return 2 * math.pi * self.frequency

    @property
    def coefficients(self) -> tuple[Sequence[Array], Sequence[Array]]:
        """Coefficients B and A of (1) or (2)."""
        omega, zero = self.exact_at, np.zeros(self.width)
        if self.damping is None:
            return (zero, omega), (omega,)
        return (zero, zero, omega * omega), (2 * self.damping * omega, omega * omega)
