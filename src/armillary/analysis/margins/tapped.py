"""A control law with taps: small signals added to its inputs and to its command.

    u = law(q + δq, v + δv, y + δy, z) + δu                                                             (1)
y are the readings of sensors. The taps δ = (δq, δv, δu, δy) are the last states of the law, and constant. A sampled law
also stores the signals before the taps, (q, v, u, y), so that the derivatives of the closed loop by its states show how
each tap acts on each signal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from armillary.multibody import Model
from armillary.simulation.loop.sensing import Sensing
from armillary.simulation.schedule import Clock
from armillary.simulation.signals import Controller, DesiredMotion, Readings, Reference, Signal, TaskMotion, advanced
from armillary.spatial.scalar import Array, Scalar


@dataclass(frozen=True, eq=False)
class FrozenReference:
    """A reference with the constant position of another one at t [s]."""

    reference: Reference
    t: float
    switches: tuple[float, ...] = ()

    def motion(self, t: Scalar, inside: Scalar = None) -> DesiredMotion:
        """Return the position at that time, and zeros."""
        motion: Any = self.reference.motion(self.t, self.t)
        rest = {name: np.zeros(np.shape(getattr(motion, name))) for name in ("velocity", "acceleration")}
        if isinstance(motion, TaskMotion):
            return TaskMotion(motion.position, **rest, rotation=motion.rotation)
        return DesiredMotion(motion.position, **rest)


class Tapped:
    """A law with taps at its inputs and outputs, (1)."""

    own_start = True
    """Taps are zero at the start: the search for a balanced initial state must not change them."""

    def __init__(self, law: Controller, model: Model, clocks: frozenset[Clock | None], sensing: Sensing | None) -> None:
        """Take a law on a plant; `sensing` has the sensors of a sampled law, None for a continuous one."""
        self.inner, self.model, self.clocks = law, model, clocks
        readings = 0 if sensing is None else sum(sensing.sizes.values())
        self.taps = 3 * model.nv + readings
        """Number of taps."""
        self.seen = model.nq + 2 * model.nv + readings if sensing else 0
        """Number of stored values before the taps."""
        self.discrete = bool(getattr(law, "discrete", False))
        self.switches: tuple[float, ...] = getattr(law, "switches", ())

    @property
    def states(self) -> int:
        """Number of states with the taps."""
        return self.inner.states + self.taps + self.seen

    def start(self) -> Array:
        """Return the states of the law at the start, and zeros."""
        return np.concatenate([self.inner.start(), np.zeros(self.taps + self.seen)])

    def effort(self, signal: Signal) -> Array:
        """Return (1), shape (nv,)."""
        return self.command(signal) + self._delta(signal)[2 * self.model.nv : 3 * self.model.nv]

    def command(self, signal: Signal) -> Array:
        """Return (1) without δu, shape (nv,)."""
        return np.asarray(self.inner.effort(self._tapped(signal)))

    def rate(self, signal: Signal) -> Array:
        """Return the rates of the states of the law, and zeros."""
        return np.concatenate([self.inner.rate(self._tapped(signal)), np.zeros(self.taps + self.seen)])

    def advance(self, signal: Signal, period: float) -> Array:
        """Return the states at the next instant: those of the law, the taps, the signals before the taps."""
        after = advanced(self.inner, self._tapped(signal), period)
        before_taps = [signal.q, signal.qd, self.command(signal), *signal.measured.values()] if self.seen else []
        return np.concatenate([after, self._delta(signal), *before_taps])

    def _delta(self, signal: Signal) -> Array:
        return np.asarray(signal.state)[self.inner.states : self.inner.states + self.taps]

    def _tapped(self, signal: Signal) -> Signal:
        """Return the inputs of the law behind the taps."""
        nv, delta = self.model.nv, self._delta(signal)
        q = np.asarray(signal.q) + np.asarray(self.model.rate(signal.q, delta[:nv]))
        v = np.asarray(signal.qd) + delta[nv : 2 * nv]
        state = np.asarray(signal.state)[: self.inner.states]
        rest, measured = delta[3 * nv :], Readings()
        for name, values in signal.measured.items():
            measured[name] = np.asarray(values) + rest[: len(values)]
            rest = rest[len(values) :]
        return replace(signal, q=q, qd=v, state=state, measured=measured)
