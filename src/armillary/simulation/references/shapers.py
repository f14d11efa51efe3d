"""Input shapers: impulses whose vibrations of a mode cancel. [Singer1990, Singhose1994]

A command replaced by copies of itself, scaled by A_i and delayed by t_i, excites a mode of natural frequency ω and
damping ratio ζ by the fraction
    V(ω, ζ) = |Σ A_i exp(−(ζ ω + j ω_d)(t_n − t_i))|,   ω_d = ω √(1 − ζ²),   Σ A_i = 1                       (1)
of the vibration that the command itself excites. For the mode of the shaper,
    K = exp(−π ζ / √(1 − ζ²)),   T_d = 2π / ω_d                                                            (2)
    ZV    V = 0:               A = (1, K) / (1 + K),             t = (0, T_d/2)                             (3)
    ZVD   V = 0, ∂V/∂ω = 0:    A = (1, 2K, K²) / (1 + K)²,       t = (0, T_d/2, T_d)                        (4)
    EI    V = tolerance:       A = (A_1, 1 − A_1 − A_3, A_3),    t = (0, t_2, T_d)                          (5)
EI has V = 0 at one frequency below and one above ω: five equations for A_1, A_3, t_2 and these two frequencies.
Without damping A_1 = A_3 = (1 + V)/4 and t_2 = T_d/2; otherwise Newton's method continues this solution to ζ in steps.
[Singhose1994] approximates it by polynomials in V and ζ.
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
"""Largest damping ratio of EI, as in the published fit; far beyond it (5) has no solution."""
HIGHEST = 1e9
"""Largest frequency of a mode, relative to the shaper: beyond it the phase has few correct digits."""
STEPS = 8
"""Continuation steps of EI from ζ = 0 to its damping ratio."""


@dataclass(frozen=True)
class Shaper(Checked):
    """Base of `ZV`, `ZVD` and `EI`: impulses for one mode."""

    frequency: Annotated[float, Quantity("frequency", above=0, says="natural frequency of the mode")]
    damping: Annotated[float, Quantity(least=0, below=1, says="damping ratio of the mode")] = 0.0

    @classmethod
    def of_mode(cls, modes: Any, mode: int = 0, **options: Any) -> Self:
        """Return the shaper for a mode of `arm.frequencies`, counted from zero; `options` are other arguments."""
        if not hasattr(modes, "hz") or not hasattr(modes, "damping"):
            raise ArgumentError("modes", shortened(modes), "a result of arm.frequencies(robot, q)")
        if not len(modes.hz):
            raise ArgumentError("modes", "no frequencies", "a robot that vibrates", "try joints='locked'")
        keywords(f"{cls.__name__}.of_mode", options, names_of(cls, 2))
        k = whole("mode", mode, 0, len(modes.hz) - 1)
        return cls(float(modes.hz[k]), float(modes.damping[k]), **options)

    @property
    def impulses(self) -> tuple[Floats, Floats]:
        """Amplitudes A, whose sum is 1, and times t [s] of the impulses."""
        raise NotImplementedError

    @property
    def duration(self) -> float:
        """Time by which the shaper prolongs a motion [s]."""
        return float(self.impulses[1][-1])

    def residual(self, frequency: float, damping: float | None = None) -> float:
        """Return V, (1), of a mode with natural frequency [Hz] and damping ratio, default that of the shaper.

        Example:
            >>> round(ZV(1.0).residual(1.1), 6), round(ZVD(1.0).residual(1.1), 6)
            (0.156434, 0.024472)
        """
        zeta = self.damping if damping is None else number("damping", damping, 0.0)
        frequency = number("frequency", frequency, 0.0)
        if frequency > HIGHEST * self.frequency:
            raise ArgumentError("frequency", f"{frequency:g} Hz", f"at most {HIGHEST:g} times that of the shaper")
        return abs(_residual(*self.impulses, 2 * np.pi * frequency, zeta))

    @property
    def _K(self) -> float:
        return float(np.exp(-np.pi * self.damping / np.sqrt(1 - self.damping**2)))  # (2)

    @property
    def _T(self) -> float:
        return float(1 / (self.frequency * np.sqrt(1 - self.damping**2)))  # (2)


@dataclass(frozen=True)
class ZV(Shaper):
    """Zero vibration: two impulses, half a period apart, (3).

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
    """Zero vibration and derivative: three impulses in a period; V grows with the square of the frequency error, (4).

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
    """Extra-insensitive: three impulses in a period, tolerated vibration over the widest frequency range, (5).

    Args:
        frequency: Natural frequency of the mode [Hz].
        damping: Damping ratio of the mode, up to 0.3; default 0.
        tolerance: Tolerated vibration as a fraction of that without a shaper, up to 0.15; default 0.05.

    Example:
        >>> EI(2.0, tolerance=0.04).impulses[0].tolist()
        [0.26, 0.48, 0.26]
    """

    tolerance: Annotated[float, Quantity(above=0, most=0.15, says="tolerated fraction of the vibration")] = 0.05

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.damping > MOST_DAMPED:
            raise ArgumentError("damping", f"{self.damping:g}", f"at most {MOST_DAMPED:g}", "try ZVD")

    @cached_property
    def impulses(self) -> tuple[Floats, Floats]:
        """Amplitudes A, whose sum is 1, and times t [s] of the impulses."""
        V = self.tolerance
        offset = np.arccos((1 - V) / (1 + V)) / np.pi
        x = np.array([(1 + V) / 4, (1 + V) / 4, np.pi, 1 - offset, 1 + offset])  # exact without damping
        if self.damping:
            from scipy.optimize import root

            for zeta in np.linspace(0, self.damping, STEPS + 1)[1:]:
                x = root(_extra_insensitive, x, (V, zeta), tol=1e-14).x
        return np.array([x[0], 1 - x[0] - x[1], x[1]]), self._T * np.array([0, x[2] / (2 * np.pi), 1])


def _extra_insensitive(x: Floats, V: float, zeta: float) -> list[float]:
    """Return the residuals of the five equations of EI for ω = 1; x is (A_1, A_3, ω_d t_2, both frequencies)."""
    A, t = np.array([x[0], 1 - x[0] - x[1], x[1]]), np.array([0, x[2], 2 * np.pi]) / np.sqrt(1 - zeta**2)
    low, high = (_residual(A, t, w, zeta) for w in x[3:])
    return [low.real, low.imag, high.real, high.imag, abs(_residual(A, t, 1.0, zeta)) - V]


def _residual(A: Floats, t: Floats, w: float, zeta: float) -> complex:
    """Return the complex sum of (1) for ω = w [rad/s]."""
    if zeta >= 1:
        raise ArgumentError("damping", f"{zeta:g}", "a damping ratio below 1")
    return complex(np.sum(A * np.exp(-w * (zeta + 1j * np.sqrt(1 - zeta**2)) * (t[-1] - t))))


SHAPERS: dict[str, type] = {"zv": ZV, "zvd": ZVD, "ei": EI}
"""Shapers by name."""
