"""Sinusoids of all coordinates, with constant frequencies or a frequency sweep (chirp).

q = q_0 + A sin φ,   q̇ = A φ̇ cos φ,   q̈ = A (φ̈ cos φ − φ̇² sin φ)                           (1)
sinusoid:  φ = φ_0 + 2π f t                                                               (2)
chirp:     φ = φ_0 + 2π (f_0 t + ½ (f_1 − f_0) t² / T),     0 < t < T                      (3)
           φ = φ(T) + 2π f_1 (t − T),                       t > T                          (4)
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, TypeVar

import numpy as np

from armillary.files.arguments import numbers
from armillary.files.quantity import Quantity
from armillary.simulation.parameters import Checked, Gain, Row, settle
from armillary.simulation.references.time_law import piece
from armillary.simulation.signals import DesiredMotion, Parametric
from armillary.spatial.scalar import Array, Scalar, cos, sin

Item = TypeVar("Item")


@dataclass(frozen=True)
class Sinusoid(Checked, Parametric):
    """Sinusoid of every coordinate, (1) and (2).

    Args:
        amplitude: A of each coordinate [rad, m].
        frequency: f, a number or one for each coordinate [Hz].
        phase: φ_0, a number or one for each coordinate [rad]; default 0.
        offset: q_0, a number or one for each coordinate [rad, m]; default 0.

    Example:
        >>> Sinusoid([0.5, 0.2], frequency=1.0).motion(0.25).position.tolist()
        [0.5, 0.2]
    """

    amplitude: Annotated[Row, Quantity("joint position", says="amplitude of each coordinate")]
    frequency: Annotated[Gain, Quantity("frequency", says="frequency")]
    phase: Annotated[Gain, Quantity("angle", says="phase at t = 0")] = 0.0
    offset: Annotated[Gain, Quantity("joint position", says="mean position")] = 0.0
    switches: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        amplitude = numbers("amplitude", self.amplitude)
        others = {name: numbers(name, getattr(self, name), len(amplitude)) for name in ("frequency", "phase", "offset")}
        settle(self, amplitude=amplitude, **others)

    @property
    def _waves(self) -> tuple[list[tuple[float, float]], list[int]]:
        """Distinct pairs (2πf, φ_0), and the index of the pair of each coordinate."""
        return _distinct(zip(2 * math.pi * np.array(self.frequency), np.array(self.phase), strict=True))

    @property
    def pattern(self) -> Hashable:
        """The class, and the index of the pair of each coordinate."""
        return type(self), *self._waves[1]

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        """q_0, A, A ω and A ω² of each coordinate, then ω = 2πf and φ_0 of each pair."""
        A, w = np.array(self.amplitude), 2 * math.pi * np.array(self.frequency)
        return *np.array(self.offset), *A, *(A * w), *(A * w * w), *np.ravel(self._waves[0])

    def motion_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar = None) -> DesiredMotion:
        """Return position, velocity and acceleration at t [s], (1)."""
        indices, n = self._waves[1], len(np.asarray(self.amplitude))
        offset, A, Aw, Aww = np.array(numbers[: 4 * n]).reshape(4, n)
        phi = [rate * t + phase for rate, phase in np.array(numbers[4 * n :]).reshape(-1, 2)]
        s, c = _sines(phi, indices)
        return DesiredMotion(offset + A * s, Aw * c, -(Aww * s))


@dataclass(frozen=True)
class Chirp(Checked, Parametric):
    """Sinusoid with a linear frequency sweep within `duration`, then constant frequency, (1), (3) and (4).

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

    amplitude: Annotated[Row, Quantity("joint position", says="amplitude of each coordinate")]
    start_frequency: Annotated[float, Quantity("frequency", least=0, says="frequency at t = 0")]
    end_frequency: Annotated[float, Quantity("frequency", least=0, says="frequency at the end of the sweep")]
    duration: Annotated[float, Quantity("time", above=0, says="duration of the sweep")]
    phase: Annotated[Gain, Quantity("angle", says="phase at t = 0")] = 0.0
    offset: Annotated[Gain, Quantity("joint position", says="mean position")] = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        amplitude = numbers("amplitude", self.amplitude)
        others = {name: numbers(name, getattr(self, name), len(amplitude)) for name in ("phase", "offset")}
        settle(self, amplitude=amplitude, **others)

    @property
    def switches(self) -> tuple[float, ...]:
        """The end of the sweep [s]."""
        return (self.duration,)

    @property
    def _phases(self) -> tuple[list[float], list[int]]:
        """Distinct phases, and the index of the phase of each coordinate."""
        return _distinct(np.array(self.phase).tolist())

    @property
    def pattern(self) -> Hashable:
        """The class, and the index of the phase of each coordinate."""
        return type(self), *self._phases[1]

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        """T, 2πf_0, 2πf_1, the rate of change of φ̇ and (4) at t = 0; q_0, A; the distinct phases."""
        f0, f1, T = self.start_frequency, self.end_frequency, self.duration
        w = 2 * math.pi
        sweep = (T, w * f0, w * f1, w * (f1 - f0) / T, w * (f0 - f1) / 2 * T)
        return *sweep, *np.array(self.offset), *np.array(self.amplitude), *self._phases[0]

    def motion_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar = None) -> DesiredMotion:
        """Return position, velocity and acceleration at t [s], (1)."""
        indices, n = self._phases[1], len(np.asarray(self.amplitude))
        T, w0, w1, slope, begin = numbers[:5]
        offset, A = np.array(numbers[5 : 5 + 2 * n]).reshape(2, n)
        sweep = [w0 * t + slope / 2 * (t * t), w0 + slope * t, slope]  # (3)
        constant = [begin + w1 * t, w1, 0.0]  # (4)
        swept, phi_d, phi_dd = piece(t if inside is None else inside, (T,), [sweep, constant])
        phi = [swept + phase for phase in numbers[5 + 2 * n :]]
        s, c = _sines(phi, indices)
        return DesiredMotion(offset + A * s, A * c * phi_d, A * (phi_dd * c - phi_d * phi_d * s))  # (1)


def _distinct(values: Iterable[Item]) -> tuple[list[Item], list[int]]:
    """Return the distinct values, and the index of each value among them: equal sines are computed once."""
    items = list(values)
    distinct = list(dict.fromkeys(items))
    return distinct, [distinct.index(value) for value in items]


def _sines(phi: Sequence[Scalar], indices: list[int]) -> tuple[Array, Array]:
    """Return sin φ and cos φ of each coordinate, from the distinct φ and the index of each coordinate."""
    sines, cosines = np.array([sin(angle) for angle in phi]), np.array([cos(angle) for angle in phi])
    return sines[indices], cosines[indices]
