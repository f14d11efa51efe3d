"""Input shapers: a few impulses that leave a mode of vibration at rest. [Singer1990, Singhose1994]

A command that is replaced by copies of itself, A_i times as large and t_i late, excites a mode of natural frequency ω
and damping ratio ζ by the share
    V(ω, ζ) = |Σ A_i exp(−(ζ ω + j ω_d)(t_n − t_i))|,   ω_d = ω √(1 − ζ²),   Σ A_i = 1                       (1)
of the vibration that the command itself excites. With the mode that the shaper is made for,
    K = exp(−π ζ / √(1 − ζ²)),   T_d = 2π / ω_d                                                            (2)
    ZV    V = 0:               A = (1, K) / (1 + K),             t = (0, T_d/2)                             (3)
    ZVD   V = 0, ∂V/∂ω = 0:    A = (1, 2K, K²) / (1 + K)²,       t = (0, T_d/2, T_d)                        (4)
    EI    V = tolerance:       A = (A_1, 1 − A_1 − A_3, A_3),    t = (0, t_2, T_d)                          (5)
EI has V = 0 at one frequency below and one above ω: five equations for A_1, A_3, t_2 and these two frequencies.
Without damping A_1 = A_3 = (1 + V)/4 and t_2 = T_d/2; otherwise Newton's method goes from there to ζ in steps.
[Singhose1994] has polynomials in V and ζ that approximate its solution.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Self

import numpy as np

from armillary.errors import ArgumentError
from armillary.files.arguments import number, whole
from armillary.files.keywords import keywords, names_of
from armillary.files.quantity import Quantity
from armillary.files.words import shortened
from armillary.simulation.parameters import Checked
from armillary.spatial.scalar import Floats

MOST_DAMPED = 0.3
"""Greatest damping ratio of EI, as in the published fit; far beyond it (5) has no solution."""
HIGHEST = 1e9
"""Greatest frequency of a mode, as a multiple of that of the shaper: beyond it few digits of the phase are left."""
STEPS = 8
"""Steps in which EI goes from ζ = 0 to its damping ratio."""


@dataclass(frozen=True)
class Shaper(Checked):
    """Impulses for one mode; base of `ZV`, `ZVD` and `EI`."""

    frequency: Annotated[float, Quantity("frequency", above=0, says="natural frequency of the mode")]
    damping: Annotated[float, Quantity(least=0, below=1, says="damping ratio of the mode")] = 0.0

    @classmethod
    def of_mode(cls, modes: Any, mode: int = 0, **options: Any) -> Self:
        """Return the shaper for a mode of `arm.frequencies`, counted from zero; `options` are further arguments."""
        if not hasattr(modes, "hz") or not hasattr(modes, "damping"):
            raise ArgumentError("modes", shortened(modes), "a result of arm.frequencies(robot, q)")
        if not len(modes.hz):
            raise ArgumentError("modes", "no frequencies", "a robot that vibrates", "joints='locked' holds its joints")
        keywords(f"{cls.__name__}.of_mode", options, names_of(cls, 2))
        k = whole("mode", mode, 0, len(modes.hz) - 1)
        return cls(float(modes.hz[k]), float(modes.damping[k]), **options)

    @property
    def impulses(self) -> tuple[Floats, Floats]:
        """Amplitudes A, whose sum is 1, and times t [s] of the impulses."""
        raise NotImplementedError

    @property
    def duration(self) -> float:
        """Time by which a shaped motion ends later [s]."""
        return float(self.impulses[1][-1])

    def residual(self, frequency: float, damping: float | None = None) -> float:
        """Return V of a mode [1], (1), of natural frequency [Hz] and damping ratio, by default that of the shaper.

        Example:
            >>> round(ZV(1.0).residual(1.1), 6), round(ZVD(1.0).residual(1.1), 6)
            (0.156434, 0.024472)
        """
        zeta = self.damping if damping is None else number("damping", damping, 0.0)
        frequency = number("frequency", frequency, 0.0)
        if frequency > HIGHEST * self.frequency:
            raise ArgumentError("frequency", f"{frequency:g} Hz", f"at most {HIGHEST:g} times that of the shaper")
        return abs(_left(*self.impulses, 2 * np.pi * frequency, zeta))

    @property
    def _K(self) -> float:
        return float(np.exp(-np.pi * self.damping / np.sqrt(1 - self.damping**2)))  # (2)

    @property
    def _T(self) -> float:
        return float(1 / (self.frequency * np.sqrt(1 - self.damping**2)))  # (2)


@dataclass(frozen=True)
class ZV(Shaper):
    """Two impulses half a period apart: no vibration of the mode, (3).

    Args:
        frequency: Natural frequency of the mode [Hz].
        damping: Damping ratio of the mode; default 0.

    Example:
        >>> ZV(2.0).impulses[0].tolist(), ZV(2.0).impulses[1].tolist()
        ([0.5, 0.5], [0.0, 0.25])
    """

    @cached_property
    def impulses(self) -> tuple[Floats, Floats]:
        """Amplitudes A, whose sum is 1, and times t [s] of the impulses."""
        return np.array([1, self._K]) / (1 + self._K), np.array([0, self._T / 2])


@dataclass(frozen=True)
class ZVD(Shaper):
    """Three impulses in a period: the vibration grows with the square of an error of the frequency, (4).

    Args:
        frequency: Natural frequency of the mode [Hz].
        damping: Damping ratio of the mode; default 0.

    Example:
        >>> ZVD(2.0).impulses[0].tolist(), ZVD(2.0).duration
        ([0.25, 0.5, 0.25], 0.5)
    """

    @cached_property
    def impulses(self) -> tuple[Floats, Floats]:
        """Amplitudes A, whose sum is 1, and times t [s] of the impulses."""
        K = self._K
        return np.array([1, 2 * K, K * K]) / (1 + K) ** 2, self._T * np.array([0, 0.5, 1])


@dataclass(frozen=True)
class EI(Shaper):
    """Three impulses in a period that leave a tolerated vibration over the widest range of frequencies, (5).

    Args:
        frequency: Natural frequency of the mode [Hz].
        damping: Damping ratio of the mode, up to 0.3; default 0.
        tolerance: Tolerated vibration as a share of that without a shaper, up to 0.15; default 0.05.

    Example:
        >>> EI(2.0, tolerance=0.04).impulses[0].tolist()
        [0.26, 0.48, 0.26]
    """

    tolerance: Annotated[float, Quantity(above=0, most=0.15, says="tolerated vibration as a share")] = 0.05

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.damping > MOST_DAMPED:
            raise ArgumentError("damping", f"{self.damping:g}", f"at most {MOST_DAMPED:g}", "ZVD takes any damping")

    @cached_property
    def impulses(self) -> tuple[Floats, Floats]:
        """Amplitudes A, whose sum is 1, and times t [s] of the impulses."""
        V, turn = self.tolerance, 2 * np.pi
        aside = np.arccos((1 - V) / (1 + V)) / np.pi
        x = np.array([(1 + V) / 4, (1 + V) / 4, np.pi, 1 - aside, 1 + aside])
        if self.damping:
            from scipy.optimize import root

            for zeta in np.linspace(0, self.damping, STEPS + 1)[1:]:
                x = root(_extra_insensitive, x, (V, zeta), tol=1e-14).x
        return np.array([x[0], 1 - x[0] - x[1], x[1]]), self._T * np.array([0, x[2] / turn, 1])


def _extra_insensitive(x: Floats, V: float, zeta: float) -> list[float]:
    """Return the remainders of the equations of EI at ω = 1; times are multiples of 1/ω_d."""
    A, t = np.array([x[0], 1 - x[0] - x[1], x[1]]), np.array([0, x[2], 2 * np.pi]) / np.sqrt(1 - zeta**2)
    low, high = (_left(A, t, w, zeta) for w in x[3:])
    return [low.real, low.imag, high.real, high.imag, abs(_left(A, t, 1.0, zeta)) - V]


def _left(A: Floats, t: Floats, w: float, zeta: float) -> complex:
    """Return the sum of (1) for ω = w [rad/s]."""
    if zeta >= 1:
        raise ArgumentError("damping", f"{zeta:g}", "a damping ratio below 1")
    return complex(np.sum(A * np.exp(-w * (zeta + 1j * np.sqrt(1 - zeta**2)) * (t[-1] - t))))


SHAPERS: dict[str, type] = {"zv": ZV, "zvd": ZVD, "ei": EI}
"""Shapers by name."""
