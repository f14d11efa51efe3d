"""A sinusoid at every coordinate.

q = q_0 + A sin φ,   q̇ = A 2πf cos φ,   q̈ = −A (2πf)² sin φ,   φ = 2πf t + φ_0               (1)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from armillary.simulation.references.parameters import Says, numbers, settle
from armillary.simulation.signals import Motion
from armillary.spatial.scalar import Scalar, cos, sin


@dataclass(frozen=True)
class Sinusoid:
    """A sinusoid at every coordinate, (1).

    Args:
        amplitude: A of each coordinate [rad, m].
        frequency: f, a number or one for each coordinate [Hz].
        phase: φ_0, a number or one for each coordinate [rad].
        offset: q_0, a number or one for each coordinate [rad, m].

    Example:
        >>> Sinusoid([0.5, 0.2], frequency=1.0).motion(0.25).position.tolist()
        [0.5, 0.2]
    """

    amplitude: Annotated[ArrayLike, Says("amplitude of each coordinate", unit="joint")]
    frequency: Annotated[ArrayLike, Says("frequency", "gain", "Hz")]
    phase: Annotated[ArrayLike, Says("phase at t = 0", "gain", "rad")] = 0.0
    offset: Annotated[ArrayLike, Says("mean position", "gain", "joint")] = 0.0
    switches: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        amplitude = numbers("amplitude", self.amplitude)
        rest = {name: numbers(name, getattr(self, name), len(amplitude)) for name in ("frequency", "phase", "offset")}
        settle(self, amplitude=amplitude, **rest)

    def motion(self, t: Scalar, inside: Scalar = None) -> Motion:
        """Return position, velocity and acceleration at t [s], (1)."""
        A, offset = np.array(self.amplitude), np.array(self.offset)
        w = 2 * math.pi * np.array(self.frequency)
        phi = [rate * t + phase for rate, phase in zip(w, np.array(self.phase), strict=True)]
        s, c = np.array([sin(angle) for angle in phi]), np.array([cos(angle) for angle in phi])
        return Motion(offset + A * s, A * w * c, -(A * w * w) * s)
