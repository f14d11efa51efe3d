"""A control law with taps: small signals added to what it sees and to what it commands.

    u = law(q + δq, v + δv, y + δy, z) + δu                                                             (1)
y are the readings of sensors. The taps δ = (δq, δv, δu, δy) are the last states of the law, and constant. A sampled law
also keeps what it saw and commanded before the taps, (q, v, u, y), so that programs of the closed loop alone tell how
each tap acts on each signal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from armillary.multibody import Model
from armillary.simulation.closed_loop.sensing import Sensing
from armillary.simulation.signals import Controller, DesiredMotion, Readings, Reference, Signal, TaskMotion, advanced
from armillary.simulation.timeline import Clock
from armillary.spatial.scalar import Array, Scalar


@dataclass(frozen=True, eq=False)
class Still:
    """A reference that stays where another one is at t [s]."""

    reference: Reference
    t: float
    switches: tuple[float, ...] = ()

    def motion(self, t: Scalar, inside: Scalar = None) -> DesiredMotion:
        """Return the position at that time, and zeros."""
        found: Any = self.reference.motion(self.t, self.t)
        rest = {name: np.zeros(np.shape(getattr(found, name))) for name in ("velocity", "acceleration")}
        if isinstance(found, TaskMotion):
            return TaskMotion(found.position, **rest, rotation=found.rotation)
        return DesiredMotion(found.position, **rest)


class Tapped:
    """A law with taps at its inputs and outputs, (1)."""

    own_start = True
    """Taps are zero at the start, also where a load would be balanced by others."""

    def __init__(self, law: Controller, model: Model, clocks: frozenset[Clock | None], sensing: Sensing | None) -> None:
        """Take a law on a plant; `sensing` has the sensors of a sampled law, None for a continuous one."""
        self.own, self.model, self.clocks = law, model, clocks
        count = 0 if sensing is None else sum(sensing.sizes.values())
        self.taps, self.seen = 3 * model.nv + count, (model.nq + 2 * model.nv + count if sensing else 0)
        """Numbers of taps, and of values that are kept behind them."""
        self.discrete = bool(getattr(law, "discrete", False))
        self.switches: tuple[float, ...] = getattr(law, "switches", ())

    @property
    def states(self) -> int:
        """Number of states with the taps."""
        return self.own.states + self.taps + self.seen

    def start(self) -> Array:
        """Return the states of the law at the start, and zeros."""
        return np.concatenate([self.own.start(), np.zeros(self.taps + self.seen)])

    def effort(self, signal: Signal) -> Array:
        """Return (1), shape (nv,)."""
        return self.command(signal) + self._delta(signal)[2 * self.model.nv : 3 * self.model.nv]

    def command(self, signal: Signal) -> Array:
        """Return (1) without δu, shape (nv,)."""
        return np.asarray(self.own.effort(self._inner(signal)))

    def rate(self, signal: Signal) -> Array:
        """Return the rates of the states of the law, and zeros."""
        return np.concatenate([self.own.rate(self._inner(signal)), np.zeros(self.taps + self.seen)])

    def advance(self, signal: Signal, period: float) -> Array:
        """Return the states at the next instant: those of the law, the taps, what is seen and commanded."""
        after = advanced(self.own, self._inner(signal), period)
        kept = [signal.q, signal.qd, self.command(signal), *signal.measured.values()] if self.seen else []
        return np.concatenate([after, self._delta(signal), *kept])

    def _delta(self, signal: Signal) -> Array:
        return np.asarray(signal.state)[self.own.states : self.own.states + self.taps]

    def _inner(self, signal: Signal) -> Signal:
        """Return the signals as the law sees them."""
        nv, delta = self.model.nv, self._delta(signal)
        q = np.asarray(signal.q) + np.asarray(self.model.rate(signal.q, delta[:nv]))
        v, state = np.asarray(signal.qd) + delta[nv : 2 * nv], np.asarray(signal.state)[: self.own.states]
        rest, measured = delta[3 * nv :], Readings()
        for name, values in signal.measured.items():
            measured[name], rest = np.asarray(values) + rest[: len(values)], rest[len(values) :]
        return replace(signal, q=q, qd=v, state=state, measured=measured)
