"""Sinusoids at every coordinate, of one frequency, or swept over a range of frequencies (chirp).

q = q_0 + A sin φ,   q̇ = A φ̇ cos φ,   q̈ = A (φ̈ cos φ − φ̇² sin φ)                           (1)
sinusoid:  φ = φ_0 + 2π f t                                                               (2)
chirp:     φ = φ_0 + 2π (f_0 t + ½ (f_1 − f_0) t² / T),     0 < t < T                      (3)
           φ = φ(T) + 2π f_1 (t − T),                       t > T                          (4)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from armillary.simulation.references.parameters import Says, number, numbers, settle
from armillary.simulation.references.time_law import piece
from armillary.simulation.signals import Motion
from armillary.spatial.scalar import Scalar, cos, sin


@dataclass(frozen=True)
class Sinusoid:
    """A sinusoid at every coordinate, (1) and (2).

    Args:
        amplitude: A of each coordinate [rad, m].
        frequency: f, a number or one for each coordinate [Hz].
        phase: φ_0, a number or one for each coordinate [rad]; default 0.
        offset: q_0, a number or one for each coordinate [rad, m]; default 0.

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


@dataclass(frozen=True)
class Chirp:
    """A sinusoid that sweeps from one frequency to another in `duration`, and stays there, (1), (3) and (4).

    Args:
        amplitude: A of each coordinate [rad, m].
        start_frequency: f_0 [Hz].
        end_frequency: f_1 [Hz].
        duration: T [s].
        phase: φ_0, a number or one for each coordinate [rad]; default 0.
        offset: q_0, a number or one for each coordinate [rad, m]; default 0.

    Example:
        >>> Chirp([0.1], start_frequency=0.0, end_frequency=1.0, duration=2.0).motion(1.0).position.tolist()
        [0.1]
    """

    amplitude: Annotated[ArrayLike, Says("amplitude of each coordinate", unit="joint")]
    start_frequency: Annotated[float, Says("frequency at t = 0", "number", "Hz")]
    end_frequency: Annotated[float, Says("frequency at the end of the sweep", "number", "Hz")]
    duration: Annotated[float, Says("duration of the sweep", "number", "s")]
    phase: Annotated[ArrayLike, Says("phase at t = 0", "gain", "rad")] = 0.0
    offset: Annotated[ArrayLike, Says("mean position", "gain", "joint")] = 0.0

    def __post_init__(self) -> None:
        amplitude = numbers("amplitude", self.amplitude)
        settle(
            self,
            amplitude=amplitude,
            start_frequency=number("start_frequency", self.start_frequency, 0.0),
            end_frequency=number("end_frequency", self.end_frequency, 0.0),
            duration=number("duration", self.duration, 0.0, True),
            phase=numbers("phase", self.phase, len(amplitude)),
            offset=numbers("offset", self.offset, len(amplitude)),
        )

    @property
    def switches(self) -> tuple[float, ...]:
        """The end of the sweep [s]."""
        return (self.duration,)

    def motion(self, t: Scalar, inside: Scalar = None) -> Motion:
        """Return position, velocity and acceleration at t [s], (1)."""
        f0, f1, T = self.start_frequency, self.end_frequency, self.duration
        growth = (f1 - f0) / T
        sweep = [f0 * t + growth / 2 * (t * t), f0 + growth * t, growth]  # (3)
        steady = [(f0 + f1) / 2 * T + f1 * (t - T), f1, 0.0]  # (4)
        turns, rate, change = 2 * math.pi * piece(t if inside is None else inside, (T,), [sweep, steady])
        phases = [turns + phase for phase in np.array(self.phase)]
        s, c = np.array([sin(phi) for phi in phases]), np.array([cos(phi) for phi in phases])
        A = np.array(self.amplitude)
        return Motion(np.array(self.offset) + A * s, A * c * rate, A * (change * c - rate * rate * s))  # (1)
