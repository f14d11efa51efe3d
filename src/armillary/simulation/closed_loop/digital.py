"""Sampled laws: what changes at control instants, as programs that the native driver calls.

    c = (h, z):   efforts held from instant to instant, states of the law                                 (1)
    h ← law(t, q + ν, v + ν, z),   z ← z + T ż                                                            (2)
c is the first part of p, see `ClosedLoop`. ν is noise: w, a row of normal random numbers, times its standard deviation.
A law that cannot be compiled has no program: Python computes h and keeps z.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING

import numpy as np

from armillary.compiler.program import Program, record
from armillary.multibody import Model
from armillary.simulation.closed_loop.momentum import exchange
from armillary.simulation.closed_loop.state import quaternions
from armillary.simulation.signals import Controller, Signal, Stateless
from armillary.simulation.timeline import Clock
from armillary.spatial.scalar import Array, Floats, sqrt

if TYPE_CHECKING:
    from armillary.simulation.closed_loop.closed_loop import ClosedLoop


@dataclass(frozen=True, eq=False)
class Held(Stateless):
    """The efforts that were computed at the last control instant, by Python or by an importer of an FMU."""

    model: Model
    switches: tuple[float, ...] = ()

    @property
    def memory(self) -> Floats:
        """The numbers behind the held efforts, the rest of (1), at the start."""
        return np.zeros(0)

    def effort(self, signal: Signal) -> Array:
        """Return the held efforts, shape (nv,)."""
        return signal.held[: self.model.nv]


@dataclass(frozen=True, eq=False)
class Digital(Held):
    """A law that is evaluated at the instants of a clock, (2)."""

    _: KW_ONLY
    law: Controller
    clock: Clock
    noise: float = 0.0
    """Standard deviation of the measurements [rad, m and their rates]."""

    @property
    def memory(self) -> Floats:
        """The states of the law at the start."""
        return np.asarray(self.law.start(), dtype=float)

    @property
    def draws(self) -> int:
        """Number of random numbers for each instant."""
        return self.model.nq + self.model.nv if self.noise else 0

    def updates(self, loop: ClosedLoop, momenta: bool) -> tuple[Program, ...]:
        """Return (2) as a program of clock, x, p and w; `momenta` is for x with momenta in the place of velocities."""
        layout, period = loop.layout, self.clock.period

        def update(clock: Array, x: Array, p: Array, w: Array) -> dict[str, Array]:
            q, v = x[layout.q], x[layout.v]
            if momenta:
                (v,) = exchange(loop.plant, "velocity").inline(clock[0].graph, q=q, qd=v, **loop.free(p))
            if self.noise:
                q, v = measured(self.model, q + self.noise * w[: len(q)], v + self.noise * w[len(q) :])
            law: Controller = self.law
            wanted = loop.reference
            if loop.tuning is not None:
                law, wanted, _ = loop.tuning.at(loop.tuned(p))
            states = p[loop.held : loop.held + law.states]
            motion = wanted.motion(clock[0], clock[1])
            signal = Signal(clock[0], q, v, states, motion, np.zeros(0), clock[1])
            efforts, rates = law.effort(signal), law.rate(signal)
            return {"next": np.array([*efforts, *(states + period * np.asarray(rates))], dtype=object)}

        return (record("update", update, {**loop.inputs, "w": max(1, self.draws)}),)


def measured(model: Model, q: Array, v: Array) -> tuple[Array, Array]:
    """Return measured coordinates and velocities: quaternions have unit length."""
    found = np.array(q)
    for start in quaternions(model):
        own = found[start : start + 4]
        found[start : start + 4] = own / sqrt(own @ own)
    return found, v
