"""The energy audit of a motion: the balance of its energies at recorded times and over the steps.

    e(t) = E(t) − E(0) − W(t) − W_e(t) + E_d(t)                                                      (1)
E is the energy of the robot, W the work of actuators, W_e that of external wrenches, E_d the dissipated energy. The
imbalance e would be zero without errors of the integration. `drift` is e in per cent of the greatest |E − E_least|, so
that it does not depend on where potential energy is zero.

Rows show e at recorded times only. The compiled loops keep the greatest |e| over their steps, in long runs with a fixed
step over every second to eighth (`simulation.walk.balance`).
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

REST = 1e-9
"""Relative change of energy below which a robot counts as at rest."""
DRIFT_WARNING = 0.01
"""Drift of the energy balance above which a run is doubtful [%]."""
ROUNDING = 1e-9
"""Relative energy imbalance treated as rounding."""
AT_ONCE = 131_072
"""Greatest number of rows of a stack that a thread audits at a time: with smaller parts, threads wait for the GIL."""
Result = TypeVar("Result")


def ignoring_overflow() -> Any:
    """Suppress warnings of infinite energies: a run may end because of them, and its last rows contain them."""
    return np.errstate(invalid="ignore", over="ignore")


@dataclass(frozen=True, eq=False)
class EnergyBalance:
    """Energies of one run, shape (K,), or of N runs, shape (K, N) [J].

    Time comes first: the K rows of many runs are then K long rows of NumPy, which adds and compares those quickest.

    `steps` is the greatest |e| over the steps of each run, shape () or (N,), `compensated` the energy against the
    compensated part of the weight at the start.
    """

    kinetic: Floats
    potential: Floats
    work: Floats
    external: Floats
    dissipated: Floats
    steps: Floats | None
    compensated: float

    @property
    def energy(self) -> Floats:
        """Kinetic and potential energy."""
        with ignoring_overflow():
            return self.kinetic + self.potential

    @property
    def imbalance(self) -> Floats:
        """Imbalance e of (1)."""
        with ignoring_overflow():
            supplied = self.work + self.external - self.dissipated
            energy = self.energy
            return (energy - energy[:1]) - (supplied - supplied[:1])

    @property
    def _worst(self) -> Floats:
        """Greatest |e| of each run over rows and steps, shape () or (N,)."""
        e = self.imbalance
        rows = np.maximum(-e.min(axis=0), e.max(axis=0))
        return rows if self.steps is None else np.fmax(rows, self.steps)

    @property
    def peaks(self) -> Floats:
        """Scale of the drift of each run, shape () or (N,)."""
        with ignoring_overflow():
            parts = (self.energy, self.kinetic, self.potential)
            least, most = [part.min(axis=0) for part in parts], [part.max(axis=0) for part in parts]
            spans = [high - low for low, high in zip(least, most, strict=True)]
            sizes = [np.maximum(-least[1], most[1]), REST * np.maximum(-least[0], most[0])]
            # A balanced robot at rest has no energy except rounding: the energy that holds its weight is the scale.
            return np.max([*spans, *sizes, np.full_like(sizes[0], REST * self.compensated)], axis=0)

    @property
    def _size(self) -> Floats:
        """Greatest energy, work or loss of each run, shape () or (N,)."""
        parts = (self.energy, self.work, self.external, self.dissipated)
        return np.asarray(np.max([np.abs(part).max(axis=0) for part in parts], axis=0))

    @property
    def drift(self) -> Floats:
        """Imbalance in per cent of the scale of its run; zero for rounding of a robot at rest."""
        with ignoring_overflow():
            return self._relative(self.imbalance)

    @property
    def drifts(self) -> Floats:
        """Greatest drift of each run over rows and steps [%], () or (N,); zero for rounding of a robot at rest."""
        with ignoring_overflow():
            return self._relative(self._worst)

    @property
    def doubtful(self) -> NDArray[np.bool_]:
        """Whether each run drifts by more than `DRIFT_WARNING`, and by more than rounding, shape () or (N,)."""
        with ignoring_overflow():
            return np.asarray((self.drifts > DRIFT_WARNING) & (self._worst > ROUNDING * self._size))

    def _relative(self, imbalance: Floats) -> Floats:
        """Return imbalances in per cent of the scale; zero in runs of a robot at rest whose imbalance is rounding.

        Actuators that hold a robot do work that becomes heat, while its energy is constant.
        """
        peaks = self.peaks
        resting = np.isfinite(self._size) & (peaks <= REST * self._size) & (self._worst <= ROUNDING * self._size)
        return np.asarray(np.where(resting, 0.0, 100 * imbalance / np.where(peaks > 0, peaks, 100.0)))


class EnergyAudit:
    """The energies of a motion, shape (K,), or of each of N motions, shape (N, K), and their balance."""

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
        with ignoring_overflow():
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
        """Scale of the drift [J]: greatest kinetic energy or range of an energy; for a robot at rest `REST` times |E|.

        |E| includes the energy against the compensated part of the weight. For a stack: the greatest value of the runs
        that are not lost.
        """
        return self._greatest(self._balance().peaks)

    @property
    def drift_rms(self) -> float:
        """Root mean square of the drift [%]; for a stack, the greatest value of the runs that are not lost."""
        with ignoring_overflow():
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

    def _in_parts(self, function: Callable[[EnergyBalance], Result]) -> list[Result]:
        """Return the results of a function of the balance: of the whole, or of parts of a large stack, in threads."""
        count, rows = np.atleast_2d(self.kinetic).shape
        most = max(1, AT_ONCE // max(rows, 1))
        if self.kinetic.ndim == 1 or count <= most:
            return [function(self._balance())]
        return in_parts(lambda runs: function(self._balance(runs)), count, most)

    def _balance(self, runs: slice = slice(None)) -> EnergyBalance:
        """Return the balance of a run, or of a slice of the runs of a stack, with time as the first axis."""
        parts = [self.kinetic, self.potential, self.work, self.external, self.dissipated]
        steps = self.imbalance_steps
        if self.kinetic.ndim > 1:
            parts = [np.ascontiguousarray(values[runs].T) for values in parts]
            steps = None if steps is None else steps[runs]
        kinetic, potential, work, external, dissipated = parts
        return EnergyBalance(kinetic, potential, work, external, dissipated, steps, self._compensated)

    @property
    def _compensated(self) -> float:
        """Energy against the compensated part of the weight at the start [J]; zero without such a part."""
        if self.model.compensation is None:
            return 0.0
        return abs(float(gravitational_energy(self.model.compensation, self.q[(0,) * (self.q.ndim - 1)])))

    def _greatest(self, values: Floats) -> float:
        """Return the greatest value of the runs that are not lost; NaN if all are."""
        complete = np.atleast_1d(values)[~np.atleast_1d(self.lost)]
        return float(complete.max()) if complete.size else float("nan")
