"""The energy audit of a motion.

The robot's energy must be its energy at the start, plus the work that went in, less the dissipated energy,
    e(t) = E(t) − E(0) − W(t) − W_e(t) + E_d(t)                                                      (1)
`drift` is e in per cent of the greatest |E − E_least|, so that it does not depend on where potential energy is zero.
Rows show e at recorded times only. The native loops keep the greatest |e| over their steps, in long runs with a fixed
step over every second to eighth (`simulation.native.balance`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.threads import in_parts
from armillary.formulations.energy import gravitational_energy
from armillary.multibody import Model
from armillary.spatial.scalar import Floats

Result = TypeVar("Result")
REST = 1e-9
"""Relative change of energy below which a robot counts as at rest."""
AT_ONCE = 32_768
"""Greatest number of rows of a stack that one thread looks at at a time: they stay in the cache."""


def _beyond_numbers() -> Any:
    """Suppress warnings of infinite energies: a run may end because of them, and its last rows say so."""
    return np.errstate(invalid="ignore", over="ignore")


class EnergyAudit:
    """The balance of the energies of a motion, shape (K,), or of each of N motions, shape (N, K)."""

    q: Floats
    kinetic: Floats
    potential: Floats
    work: Floats
    external: Floats
    dissipated: Floats
    imbalance_steps: Floats | None
    model: Model
    signals: dict[str, Floats]

    @property
    def lost(self) -> NDArray[np.bool_]:
        """Whether the last configuration of a run is not finite, shape (N,) for a stack."""
        last = self.q[..., -1, :]
        if last.ndim < 2 or len(last) <= AT_ONCE:
            return np.asarray(~np.all(np.isfinite(last), axis=-1))
        return np.concatenate(in_parts(lambda own: ~np.all(np.isfinite(last[own]), axis=-1), len(last), AT_ONCE))

    @property
    def energy(self) -> Floats:
        """Kinetic and potential energy [J], shape (…, K)."""
        with _beyond_numbers():
            return self.kinetic + self.potential

    @property
    def heat(self) -> dict[str, Floats]:
        """Parts of the dissipated energy by kind, such as "windings" [J], shape (…, K); empty without drive laws."""
        return self._kinds("heat.")

    @property
    def stored(self) -> dict[str, Floats]:
        """Parts of the potential energy that drives store, by kind, such as "gears" [J], shape (…, K)."""
        return self._kinds("stored.")

    def _kinds(self, prefix: str) -> dict[str, Floats]:
        return {name.removeprefix(prefix): own for name, own in self.signals.items() if name.startswith(prefix)}

    @property
    def imbalance(self) -> Floats:
        """Imbalance e of (1) [J], shape (…, K)."""
        with _beyond_numbers():
            gone, energy = self.work + self.external - self.dissipated, self.energy
            return (energy - energy[..., :1]) - (gone - gone[..., :1])

    @property
    def drift(self) -> Floats:
        """Imbalance in per cent of the greatest energy of the run, shape (…, K)."""
        peak = self._peaks()[..., None]
        with _beyond_numbers():
            return 100 * self.imbalance / np.where(peak > 0, peak, 100.0)

    @property
    def peak_energy(self) -> float:
        """Scale of the drift [J]: greatest kinetic energy or range of an energy; REST times |E| for a robot at rest.

        Energy against the compensated part of the weight counts in |E|.

        For a stack: the greatest value of the runs that are not lost.
        """
        return self._greatest(self._peaks())

    @property
    def drift_rms(self) -> float:
        """Root mean square of the drift [%]; for a stack, the greatest value of the runs that are not lost."""
        with _beyond_numbers():
            return self._greatest(np.sqrt(np.mean(self.drift**2, axis=-1)))

    @property
    def drift_max(self) -> float:
        """Greatest drift over steps and recorded times [%]; for a stack, the greatest of the runs that are not lost."""
        return self._greatest(self.drifts)

    @property
    def drifts(self) -> Floats:
        """Greatest drift over steps and recorded times of each run [%], shape () or (N,)."""
        found = self._in_parts(EnergyAudit._drifts)
        return found[0] if len(found) == 1 else np.concatenate(found)

    def sizes(self) -> tuple[float, float]:
        """Return the greatest energy, work or loss and the greatest imbalance of all rows and steps [J]."""
        energies, gaps = zip(*self._in_parts(EnergyAudit._sizes), strict=True)
        return max(energies), max(gaps)

    def _sizes(self) -> tuple[float, float]:
        with _beyond_numbers():
            parts = (self.energy, self.work, self.external, self.dissipated)
            found = (np.abs(self.imbalance), self.imbalance_steps)
            size = max(float(np.nanmax(np.abs(each), initial=0.0)) for each in parts)
            return size, max(float(np.nanmax(each, initial=0.0)) for each in found if each is not None)

    def _in_parts(self, function: Callable[[EnergyAudit], Result]) -> list[Result]:
        """Return the results of a function for parts of a stack of many rows; else for the whole."""
        count, rows = np.atleast_2d(self.kinetic).shape
        most = max(1, AT_ONCE // max(rows, 1))
        if self.kinetic.ndim == 1 or count <= most:
            return [function(self)]
        return in_parts(lambda own: function(self._part(own)), count, most)

    def _part(self, own: slice) -> EnergyAudit:
        """Return the audit of some runs of a stack."""
        steps = None if self.imbalance_steps is None else self.imbalance_steps[own]
        stored, gone = (self.kinetic[own], self.potential[own]), (self.external[own], self.dissipated[own])
        return _Part(self.model, self.q[:1], *stored, self.work[own], *gone, steps)

    def _drifts(self) -> Floats:
        """Return `drifts` of all runs at once."""
        peaks = self._peaks()
        with _beyond_numbers():
            e = self.imbalance
            found = np.maximum(-e.min(axis=-1), e.max(axis=-1))
            most = found if self.imbalance_steps is None else np.fmax(found, self.imbalance_steps)
            return np.asarray(100 * most / np.where(peaks > 0, peaks, 100.0))

    def _peaks(self) -> Floats:
        """Return the scale of the drift of each run [J], shape () or (N,)."""
        with _beyond_numbers():
            parts = (self.energy, self.kinetic, self.potential)
            least, most = [each.min(axis=-1) for each in parts], [each.max(axis=-1) for each in parts]
            spans = [high - low for low, high in zip(least, most, strict=True)]
            sizes = [np.maximum(-least[1], most[1]), REST * np.maximum(-least[0], most[0])]
            if self.model.lift is not None:  # a balanced robot at rest has no energy but that of rounding
                start = self.q[(0,) * (self.q.ndim - 1)]
                borne = abs(float(gravitational_energy(self.model.lift, start)))
                sizes.append(np.full_like(sizes[0], REST * borne))
            return np.max([*spans, *sizes], axis=0)

    def _greatest(self, values: Floats) -> float:
        """Return the greatest value of the runs that are not lost; NaN if all are."""
        kept = np.atleast_1d(values)[~np.atleast_1d(self.lost)]
        return float(kept.max()) if kept.size else float("nan")


@dataclass(frozen=True, eq=False)
class _Part(EnergyAudit):
    """Some runs of a stack; q is that of the first run of all."""

    model: Model
    q: Floats
    kinetic: Floats
    potential: Floats
    work: Floats
    external: Floats
    dissipated: Floats
    imbalance_steps: Floats | None
