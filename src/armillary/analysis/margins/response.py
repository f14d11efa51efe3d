"""The frequency response of a loop, its margins, bandwidth and sensitivity.

With L from the signal behind the opening around to the signal before it, signs changed, the closed loop is at the
border of stability where 1 + L = 0. Then
    gain margin         1/|L| where L is real and negative                                               (1)
    phase margin        π + arg L where |L| = 1, from −π to π                                            (2)
    delay margin        (π + arg L, from 0 to 2π) / ω, the least of all ω with |L| = 1                    (3)
    sensitivity         S = 1/(1 + L), complementary sensitivity T = L S                                 (4)
    bandwidth           the first ω at which |T| falls below 1/√2 of its value at low frequency          (5)
L(ω) = C (λ − A)⁻¹ B + D with λ = iω, or e^{iωH} of a sampled loop. (λ − A)⁻¹ B is computed for many ω at once from the
Schur form of A. If the signal has N values in H, L is a matrix, and its eigenvalue for ω is the one whose eigenvector
is closest to e^{iωt} at the instants t. This is exact: a factor g at the signal gives poles where an eigenvalue is
−1/g. Eigenvalues of L follow from those of S = (1 + L)⁻¹, the closed loop, which has no poles at frequencies 2πk/H.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.analysis.margins.lifted import System
from armillary.files.content import Content
from armillary.spatial.scalar import Floats

Complex = NDArray[np.complex128]
LOW, HIGH = 1e-3, 1e3
"""Lowest and highest frequency, relative to the slowest and to the fastest pole."""
NEAR_ONE = 2e-5
"""Smallest angle ωH of a sampled loop: below it, differences from z = 1 are lost in rounding."""
POINTS, ROUNDS, MOST = 400, 40, 20_000
"""Initial number of frequencies, rounds of refinement, and largest number of frequencies."""
BARELY = 0.1
"""Smallest |T| at low frequency that defines a bandwidth, relative to the largest |T|."""
TURN, RATIO = 0.12, 0.25
"""Change of the angle [rad] and of the logarithm of |L| between neighbours that needs no refinement."""


@dataclass(frozen=True, eq=False)
class LoopResponse(Content):
    """L of a loop as a function of ω [rad/s], on frequencies that show every resonance."""

    system: System
    """The loop."""
    poles: Complex
    """Poles of the closed loop [1/s]."""
    closed: System | None = None
    """The closed loop itself, where the loop has several values within a period."""

    @property
    def count(self) -> int:
        """Number of values within a period."""
        return len(self.system.times)

    @cached_property
    def _triangular(self) -> tuple[Complex, Complex, Complex, Floats]:
        """A, B, C and D in coordinates in which A is triangular."""
        from scipy.linalg import schur

        used = self.closed or self.system
        T, Q = schur(used.A, output="complex")
        return T, Q.conj().T @ used.B, used.C @ Q, used.D

    @cached_property
    def _known(self) -> Complex:
        """Poles of the open and of the closed loop [1/s]."""
        open_poles: Any = np.diag(self._triangular[0])
        if self.system.dt:
            open_poles = np.log(open_poles[np.abs(open_poles) > 1e-8]) / self.system.dt  # z near 0: delays
        known = np.concatenate([open_poles, self.poles])
        return known[np.isfinite(known)]

    @property
    def highest(self) -> float:
        """Greatest frequency of a sampled loop, half of that of its samples [rad/s]; infinite otherwise."""
        return np.pi * self.count / self.system.dt if self.system.dt else np.inf

    def matrix(self, omega: Floats) -> Complex:
        """Return L, shape (…, n, n), at frequencies [rad/s]; with several values 1 − S in its place."""
        at = 1j * np.asarray(omega, dtype=float).ravel()
        if self.system.dt:
            at = np.exp(at * self.system.dt)
        T, B, C, D = self._triangular
        n = len(T)
        X = np.empty((n, len(at), B.shape[1]), dtype=complex)
        with np.errstate(divide="ignore", invalid="ignore"):  # at a pole L is not finite
            for k in range(n - 1, -1, -1):  # back substitution in (λ − T) X = B
                rest = np.tensordot(T[k, k + 1 :], X[k + 1 :], axes=(0, 0))
                X[k] = (B[k] + rest) / (at - T[k, k])[:, None]
            H = np.moveaxis(np.tensordot(C, X, axes=(1, 0)), 0, 1) + D
        return np.asarray(-H.reshape(*np.shape(omega), *D.shape), dtype=complex)

    def __call__(self, omega: Any) -> Any:
        """Return L of a single signal, shape (…,), at frequencies [rad/s]."""
        matrix = self.matrix(omega)
        if self.count == 1:
            return matrix[..., 0, 0]
        values, vectors = np.linalg.eig(matrix)
        wave = np.exp(-1j * np.multiply.outer(np.asarray(omega), self.system.times))
        overlap = np.abs(np.einsum("...i,...ij->...j", wave, vectors)) / np.linalg.norm(vectors, axis=-2)
        T = np.take_along_axis(values, overlap.argmax(axis=-1)[..., None], axis=-1)[..., 0]
        return T / (1 - T)

    @cached_property
    def omega(self) -> Floats:
        """Frequencies [rad/s], close to each other where L changes quickly."""
        sizes = np.abs(self._known)
        sizes = sizes[sizes > 1e-6 * sizes.max(initial=0.0)]
        low, high = (LOW * sizes.min(), HIGH * sizes.max()) if len(sizes) else (1e-3, 1e3)
        if self.system.dt:
            low, high = max(low, NEAR_ONE / self.system.dt), self.highest
        low = min(low, high / 10)
        # Points at every resonance, which may be narrower than the spacing of the initial frequencies.
        resonances = np.abs(self._known.imag)
        width = np.abs(self._known.real) + 1e-9 * resonances
        near = np.concatenate([resonances + part * width for part in (-3, -1, -0.3, 0.0, 0.3, 1, 3)])
        omega = np.concatenate([np.geomspace(low, high, POINTS), near[(near > low) & (near < high)]])
        omega = np.unique(omega)
        omega = omega[np.append(True, np.diff(omega) > 1e-12 * omega[1:])]
        values = self(omega)
        for _ in range(ROUNDS):
            with np.errstate(divide="ignore", invalid="ignore"):
                ratio = values[1:] / values[:-1]
                rough = (np.abs(np.angle(ratio)) > TURN) | (np.abs(np.log(np.abs(ratio))) > RATIO)
            rough &= np.diff(omega) > 1e-10 * omega[1:]
            if not rough.any() or len(omega) > MOST:
                break
            middle = np.sqrt(omega[:-1] * omega[1:])[rough]
            omega, values = np.append(omega, middle), np.append(values, self(middle))
            order = np.argsort(omega)
            omega, values = omega[order], values[order]
        return omega

    @cached_property
    def values(self) -> Complex:
        """L at `omega`."""
        return np.asarray(self(self.omega))

    @cached_property
    def gain_margins(self) -> tuple[Floats, Floats]:
        """Factors (1) and their frequencies [rad/s], by frequency; zero and the highest frequency included."""
        crossings = []
        for omega in self._roots(lambda at: self(at).imag, self.values.imag):
            L = complex(self(omega))
            if L.real < 0 and abs(L.imag) < 1e-5 * abs(L):  # the sign also changes across a pole, where |L| is large
                crossings.append((omega, -1 / L.real))
        ends = [0.0] if np.all(np.abs(self._known) > 1e-9) else []
        for omega in [*ends, *([self.highest] if self.system.dt else [])]:
            L = complex(self(omega))
            if L.real < 0 and np.isfinite(abs(L)) and abs(L.imag) < 1e-6 * abs(L):
                crossings.append((omega, -1 / L.real))
        crossings = sorted((omega, g) for omega, g in crossings if 1e-9 < g < 1e9)  # L at integrators is rounding
        distinct = [
            crossing
            for k, crossing in enumerate(crossings)
            if not k or crossing[0] - crossings[k - 1][0] >= 1e-6 * crossing[0]  # found twice otherwise
        ]
        return np.array([g for _, g in distinct]), np.array([omega for omega, _ in distinct])

    @cached_property
    def phase_margins(self) -> tuple[Floats, Floats]:
        """Angles (2) [rad] and their frequencies [rad/s], by frequency."""
        with np.errstate(divide="ignore"):
            omega = np.array(self._roots(lambda at: np.log(np.abs(self(at))), np.log(np.abs(self.values))))
        angle = np.angle(-self(omega)) if len(omega) else np.zeros(0)
        return angle, omega

    @property
    def delay_margin(self) -> float:
        """(3) [s]; infinite if |L| is never 1."""
        angle, omega = self.phase_margins
        return float(np.min(np.mod(angle, 2 * np.pi) / omega, initial=np.inf))

    @cached_property
    def sensitivity_peak(self) -> tuple[float, float]:
        """Greatest |S| and its frequency [rad/s]."""
        return self._peak(lambda at: 1 / np.abs(1 + self(at)), 1 / np.abs(1 + self.values))

    @cached_property
    def bandwidth(self) -> float:
        """(5) [rad/s]; infinite if |T| stays above, NaN if T is small at low frequency, as at a velocity."""
        size = np.abs(self.values / (1 + self.values))
        if not size[0] > BARELY * size.max():
            return float("nan")
        level = float(size[0] / np.sqrt(2))

        def above(at: Floats) -> Any:
            L = self(at)
            return np.abs(L / (1 + L)) - level

        roots = self._roots(above, size - level)
        return roots[0] if roots else float("inf")

    def _roots(self, function: Callable[[Any], Any], values: Floats) -> list[float]:
        """Return the zeros of a function of ω between neighbours of `omega` with different signs."""
        from scipy.optimize import brentq

        def at(omega: float) -> float:
            return float(function(np.float64(omega)))

        changes = np.flatnonzero(np.sign(values[:-1]) * np.sign(values[1:]) < 0)
        intervals = [(float(self.omega[k]), float(self.omega[k + 1])) for k in changes]
        # Evaluated one by one, values that are rounding errors may have another sign than in an array.
        brackets = [interval for interval in intervals if at(interval[0]) * at(interval[1]) < 0]
        return [float(brentq(at, *bracket, xtol=1e-300, rtol=1e-13)) for bracket in brackets]

    def _peak(self, function: Callable[[Any], Any], values: Floats) -> tuple[float, float]:
        from scipy.optimize import minimize_scalar

        k = int(np.argmax(values))
        low, high = self.omega[max(k - 1, 0)], self.omega[min(k + 1, len(self.omega) - 1)]
        best = minimize_scalar(
            lambda at: -float(function(at)), bounds=(low, high), method="bounded", options={"xatol": 1e-9 * high}
        )
        return max((float(-best.fun), float(best.x)), (float(values[k]), float(self.omega[k])))
