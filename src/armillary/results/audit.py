"""The energy audit of a motion.

The robot's energy must be its energy at the start, plus the work that went in, less the dissipated energy. The
imbalance e (`balance`, (1)) is the difference. `drift` is e in per cent of the greatest |E − E_least|, so that it does
not depend on where potential energy is zero.
Rows show e at recorded times only. The native loops keep the greatest |e| over their steps, in long runs with a fixed
step over every second to eighth (`simulation.walk.balance`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.threads import in_parts
from armillary.formulations.energy import gravitational_energy
from armillary.multibody import Model
from armillary.results.balance import Balance, beyond_numbers
from armillary.spatial.scalar import Floats

Result = TypeVar("Result")
AT_ONCE = 131_072
"""Greatest number of rows of a stack that one thread looks at at a time: with fewer, threads wait for Python's lock."""


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
        return np.concatenate(in_parts(lambda runs: ~np.all(np.isfinite(last[runs]), axis=-1), len(last), AT_ONCE))

    @property
    def energy(self) -> Floats:
        """Kinetic and potential energy [J], shape (…, K)."""
        with beyond_numbers():
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
        return {name.removeprefix(prefix): values for name, values in self.signals.items() if name.startswith(prefix)}

    @property
    def imbalance(self) -> Floats:
        """Imbalance e [J], shape (…, K)."""
        return np.moveaxis(self._balance().imbalance, 0, -1)

    @property
    def drift(self) -> Floats:
        """Imbalance in per cent of the greatest energy of the run, shape (…, K)."""
        return np.moveaxis(self._balance().drift, 0, -1)

    @property
    def peak_energy(self) -> float:
        """Scale of the drift [J]: greatest kinetic energy or range of an energy; REST times |E| for a robot at rest.

        Energy against the compensated part of the weight counts in |E|.

        For a stack: the greatest value of the runs that are not lost.
        """
        return self._greatest(self._balance().peaks)

    @property
    def drift_rms(self) -> float:
        """Root mean square of the drift [%]; for a stack, the greatest value of the runs that are not lost."""
        with beyond_numbers():
            return self._greatest(np.sqrt(np.mean(self.drift**2, axis=-1)))

    @property
    def drift_max(self) -> float:
        """Greatest drift over steps and recorded times [%]; for a stack, the greatest of the runs that are not lost."""
        return self._greatest(self.drifts)

    @property
    def drifts(self) -> Floats:
        """Greatest drift over steps and recorded times of each run [%], shape () or (N,)."""
        parts = self._in_parts(lambda balance: balance.drifts)
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    @property
    def doubtful(self) -> NDArray[np.bool_]:
        """Whether the energy balance of each run drifts by more than 0.01 % and by more than rounding, () or (N,).

        `simulate` warns of such runs: a smaller step or tighter tolerances may change their results.
        """
        parts = self._in_parts(lambda balance: balance.doubtful)
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def _in_parts(self, function: Callable[[Balance], Result]) -> list[Result]:
        """Return the results of a function for parts of a stack of many rows; else for the whole."""
        count, rows = np.atleast_2d(self.kinetic).shape
        most = max(1, AT_ONCE // max(rows, 1))
        if self.kinetic.ndim == 1 or count <= most:
            return [function(self._balance())]
        return in_parts(lambda runs: function(self._balance(runs)), count, most)

    def _balance(self, runs: slice = slice(None)) -> Balance:
        """Return the balance, of some runs of a stack."""
        parts = [self.kinetic, self.potential, self.work, self.external, self.dissipated]
        steps = self.imbalance_steps
        if self.kinetic.ndim > 1:
            parts = [np.ascontiguousarray(values[runs].T) for values in parts]
            steps = None if steps is None else steps[runs]
        kinetic, potential, work, external, dissipated = parts
        return Balance(kinetic, potential, work, external, dissipated, steps, self._borne)

    @property
    def _borne(self) -> float:
        """Energy against the compensated part of the weight at the start [J]; zero without such a part."""
        if self.model.compensation is None:
            return 0.0
        return abs(float(gravitational_energy(self.model.compensation, self.q[(0,) * (self.q.ndim - 1)])))

    def _greatest(self, values: Floats) -> float:
        """Return the greatest value of the runs that are not lost; NaN if all are."""
        complete = np.atleast_1d(values)[~np.atleast_1d(self.lost)]
        return float(complete.max()) if complete.size else float("nan")
