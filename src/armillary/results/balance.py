"""The energy balance of rows of states, with time as the first axis.

    e(t) = E(t) − E(0) − W(t) − W_e(t) + E_d(t)                                                      (1)
E is the robot's energy, W the work of actuators, W_e that of external wrenches, E_d the dissipated energy.
Time comes first, so that the K rows of many runs are K long rows of NumPy, which adds and compares those quickest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.spatial.scalar import Floats

REST = 1e-9
"""Relative change of energy below which a robot counts as at rest."""
DRIFT_WARNING = 0.01
"""Drift of the energy balance above which a run is doubtful [%]."""
ROUNDING = 1e-9
"""Relative energy imbalance treated as rounding."""


def beyond_numbers() -> Any:
    """Suppress warnings of infinite energies: a run may end because of them, and its last rows say so."""
    return np.errstate(invalid="ignore", over="ignore")


@dataclass(frozen=True, eq=False)
class Balance:
    """Energies of one run, shape (K,), or of N runs, shape (K, N) [J].

    `steps` is the greatest |e| over the steps of each run, shape () or (N,), `borne` the energy against the
    compensated part of the weight at the start.
    """

    kinetic: Floats
    potential: Floats
    work: Floats
    external: Floats
    dissipated: Floats
    steps: Floats | None
    borne: float

    @property
    def energy(self) -> Floats:
        """Kinetic and potential energy."""
        with beyond_numbers():
            return self.kinetic + self.potential

    @property
    def imbalance(self) -> Floats:
        """Imbalance e of (1)."""
        with beyond_numbers():
            supplied, energy = self.work + self.external - self.dissipated, self.energy
            return (energy - energy[:1]) - (supplied - supplied[:1])

    @property
    def peaks(self) -> Floats:
        """Scale of the drift of each run, shape () or (N,)."""
        with beyond_numbers():
            parts = (self.energy, self.kinetic, self.potential)
            least, most = [part.min(axis=0) for part in parts], [part.max(axis=0) for part in parts]
            spans = [high - low for low, high in zip(least, most, strict=True)]
            sizes = [np.maximum(-least[1], most[1]), REST * np.maximum(-least[0], most[0])]
            # A balanced robot at rest has no energy but that of rounding.
            return np.max([*spans, *sizes, np.full_like(sizes[0], REST * self.borne)], axis=0)

    @property
    def _size(self) -> Floats:
        """Greatest energy, work or loss of each run, shape () or (N,)."""
        parts = (self.energy, self.work, self.external, self.dissipated)
        return np.asarray(np.max([np.abs(part).max(axis=0) for part in parts], axis=0))

    @property
    def drift(self) -> Floats:
        """Imbalance in per cent of the scale of its run; zero for rounding of a robot at rest."""
        with beyond_numbers():
            return self._unless_resting(self.imbalance)

    @property
    def drifts(self) -> Floats:
        """Greatest drift of each run over rows and steps [%], () or (N,); zero for rounding of a robot at rest."""
        with beyond_numbers():
            e = self.imbalance
            worst = np.maximum(-e.min(axis=0), e.max(axis=0))
            return self._unless_resting(worst if self.steps is None else np.fmax(worst, self.steps))

    @property
    def doubtful(self) -> NDArray[np.bool_]:
        """Whether each run drifts by more than `DRIFT_WARNING`, and by more than rounding, shape () or (N,)."""
        with beyond_numbers():
            worst = np.abs(self.imbalance).max(axis=0)
            worst = worst if self.steps is None else np.fmax(worst, self.steps)
            return np.asarray((self.drifts > DRIFT_WARNING) & (worst > ROUNDING * self._size))

    def _unless_resting(self, part: Floats) -> Floats:
        """Return a part of the imbalance in per cent; zero in runs of a robot at rest whose imbalance is rounding.

        Actuators that hold a robot do work that becomes heat, while its energy is constant.
        """
        worst = np.abs(self.imbalance).max(axis=0)
        worst = worst if self.steps is None else np.fmax(worst, self.steps)
        resting = np.isfinite(self._size) & (self.peaks <= REST * self._size) & (worst <= ROUNDING * self._size)
        return np.asarray(np.where(resting, 0.0, self._per_cent(part)))

    def _per_cent(self, part: Floats) -> Floats:
        peaks = self.peaks
        return 100 * part / np.where(peaks > 0, peaks, 100.0)
