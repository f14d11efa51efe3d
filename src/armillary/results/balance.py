"""The energy balance of rows of states, with time as the first axis.

    e(t) = E(t) − E(0) − W(t) − W_e(t) + E_d(t)                                                      (1)
E is the robot's energy, W the work of actuators, W_e that of external wrenches, E_d the dissipated energy.
Time comes first, so that the K rows of many runs are K long rows of NumPy, which adds and compares those quickest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from armillary.spatial.scalar import Floats

REST = 1e-9
"""Relative change of energy below which a robot counts as at rest."""


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
            gone, energy = self.work + self.external - self.dissipated, self.energy
            return (energy - energy[:1]) - (gone - gone[:1])

    @property
    def peaks(self) -> Floats:
        """Scale of the drift of each run, shape () or (N,)."""
        with beyond_numbers():
            parts = (self.energy, self.kinetic, self.potential)
            least, most = [each.min(axis=0) for each in parts], [each.max(axis=0) for each in parts]
            spans = [high - low for low, high in zip(least, most, strict=True)]
            sizes = [np.maximum(-least[1], most[1]), REST * np.maximum(-least[0], most[0])]
            # A balanced robot at rest has no energy but that of rounding.
            return np.max([*spans, *sizes, np.full_like(sizes[0], REST * self.borne)], axis=0)

    @property
    def drift(self) -> Floats:
        """Imbalance in per cent of the scale of its run."""
        with beyond_numbers():
            return self._per_cent(self.imbalance)

    @property
    def drifts(self) -> Floats:
        """Greatest drift of each run over rows and steps [%], shape () or (N,)."""
        with beyond_numbers():
            e = self.imbalance
            found = np.maximum(-e.min(axis=0), e.max(axis=0))
            return np.asarray(self._per_cent(found if self.steps is None else np.fmax(found, self.steps)))

    def _per_cent(self, part: Floats) -> Floats:
        peaks = self.peaks
        return 100 * part / np.where(peaks > 0, peaks, 100.0)

    def sizes(self) -> tuple[float, float]:
        """Return the greatest energy, work or loss and the greatest imbalance of all rows and steps."""
        with beyond_numbers():
            parts = (self.energy, self.work, self.external, self.dissipated)
            found = (np.abs(self.imbalance), self.steps)
            size = max(float(np.nanmax(np.abs(each), initial=0.0)) for each in parts)
            return size, max(float(np.nanmax(each, initial=0.0)) for each in found if each is not None)
