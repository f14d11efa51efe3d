"""Rigid end stops: impacts as jumps of the velocities, rest on a stop as a constraint. [PfeifferGlocker1996, ch. 8]

Each coordinate with a rigid stop has a mode:
    1    free:      margin g, the distance from the nearer limit; beyond it that of v, or of v̇ at v = 0
    0    at rest:   v = v̇ = 0 by forward dynamics that holds the coordinate, margin R, the effort of the stop       (1)
with v and R inwards, away from the stop. A joint that arrives with v < 0 has mode 2 while an impact is being solved:
    2    active:    v⁺ = ε |v⁻| where v⁻ < 0, else 0;   margin P, its impulse
    3    inactive:  P = 0;   margin v⁺ − ε |v⁻|                                                                     (2)
All stops that are closed take part, those at rest as active ones at first. Modes change one at a time until all
margins hold: a principal pivoting for the complementarity 0 ≤ P ⊥ v⁺ − ε |v⁻| ≥ 0, whose matrix, a block of M⁻¹, is
positive definite [CottlePangStone2009, sect. 4.2]. With d the jumps of the active coordinates the others follow from
    M Δv = P,   Δv = d + (forward dynamics of −M d at rest that holds the active ones),   P = M Δv                  (3)
Dry friction has no impulse. The energy −P (v⁺ + v⁻)/2 becomes heat of the stops.
A rebound slower than `SLOWEST` ends in rest, so that a sequence of ever smaller bounces comes to an end.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from armillary.compiler.choose import cheapest
from armillary.expr.pointwise import less, maximum, minimum, where
from armillary.simulation.closed_loop.state import AUDIT
from armillary.simulation.drives.stops import CONTACT
from armillary.spatial.scalar import Array, Scalar, magnitude

if TYPE_CHECKING:
    from armillary.simulation.closed_loop.instant import Instant

SURE = 1e-12
"""Relative distance of an effort or an impulse from zero, or from breakaway, that is treated as rounding."""
SLOWEST = 1e-6
"""Rebound below which a joint stays on a rigid stop [rad/s or m/s]."""


class Impacts:
    """The rigid stops of a closed loop at one instant, as expressions; x is the whole state."""

    def __init__(self, now: Instant, x: Array) -> None:
        self.now, self.x, self.modes = now, x, now.stop_modes
        self.stops = {each.v: each for each in now.loop.stops if each.rigid}

    @cached_property
    def _gaps(self) -> dict[int, tuple[Scalar, Scalar]]:
        """Distance from the nearer limit and the direction inwards, 1 or −1, by coordinate."""
        found: dict[int, tuple[Scalar, Scalar]] = {}
        for k, stop in self.stops.items():
            q = self.now.q[stop.q]
            below, above = q - stop.lower, stop.upper - q
            if np.isinf(stop.lower):
                found[k] = above, -1.0
            elif np.isinf(stop.upper):
                found[k] = below, 1.0
            else:
                found[k] = minimum(below, above), where(less(below, above), 1.0, -1.0)
        return found

    @cached_property
    def pending(self) -> Scalar:
        """Whether an impact is being solved."""
        return less(1.5, self._most)

    @cached_property
    def _most(self) -> Scalar:
        most: Scalar = 0.0
        for mode in self.modes.values():
            most = maximum(most, mode)
        return most

    def _active(self, k: int) -> Scalar:
        """Return 1 for a stop with an impulse, else 0."""
        mode = self.modes[k]
        return where(less(mode, 0.5), 1.0, where(less(1.5, mode), where(less(mode, 2.5), 1.0, 0.0), 0.0))

    @cached_property
    def _targets(self) -> dict[int, Scalar]:
        """Rates inwards after the impact, by coordinate."""
        found = {}
        for k, stop in self.stops.items():
            rebound = (stop.stop.restitution or 0.0) * maximum(-self._gaps[k][1] * self.now.v[k], 0.0)
            found[k] = where(less(rebound, SLOWEST), 0.0, rebound)
        return found

    @cached_property
    def _jump(self) -> Array:
        """Jump of the velocities, (3), shape (nv,)."""
        now, nv = self.now, self.now.plant.nv
        d = np.array([0.0] * nv, dtype=object)
        for k in self.stops:
            d[k] = self._active(k) * (self._gaps[k][1] * self._targets[k] - now.v[k])
        free = [1.0 - self._active(k) if k in self.stops else 1.0 for k in now.loop.switching.lockable]
        given = {"q": now.q, "qd": np.zeros(nv), "tau": -self._momentum(d), "moving": np.array(free, dtype=object)}
        (rest,) = now.loop.response.inline(now.graph, **given, **now.free)
        return d + rest

    def _momentum(self, change: Array) -> Array:
        """Return M times a change of the velocities, shape (nv,)."""
        bare, still = self.now.loop.bare, np.zeros(len(change))
        program = cheapest(bare, "inverse_dynamics")
        (found,) = program.inline(self.now.graph, q=self.now.q, qd=still, qdd=change, **self.now.free)
        return np.asarray(found)

    @cached_property
    def _impulses(self) -> Array:
        """Generalised impulses P, shape (nv,)."""
        return self._momentum(self._jump)

    @cached_property
    def _reactions(self) -> Array:
        """Efforts that hold the joints at rest on their stops, shape (nv,)."""
        now = self.now
        (needed,) = cheapest(now.loop.smooth, "inverse_dynamics").inline(
            now.graph, q=now.q, qd=now.v, qdd=now.qdd, **now.free
        )
        return np.asarray(needed - now.load)

    @property
    def margins(self) -> list[Scalar]:
        """Margins of (1), or of (2) while an impact is being solved."""
        found = []
        for k, mode in self.modes.items():
            if k not in self.stops:  # this plant has no stop here
                found.append(1.0)
                continue
            (gap, inward), v = self._gaps[k], self.now.v[k]
            ahead = inward * v
            closed = where(less(ahead, 0.0), gap, where(less(0.0, ahead), ahead, inward * self.now.qdd[k]))
            free = where(less(0.0, gap), gap, closed)
            size = magnitude(self.now.load[k]) + magnitude(self._reactions[k])
            held = inward * self._reactions[k] + SURE * size
            push = inward * self._impulses[k] + SURE * magnitude(self._momentum_scale(k))
            apart = inward * (v + self._jump[k]) - self._targets[k] + SURE * (magnitude(v) + magnitude(self._jump[k]))
            waiting = where(less(CONTACT, gap), 1.0, apart)
            solving = where(less(0.5, self._active(k)), push, where(less(mode, 1.5), waiting, apart))
            found.append(where(self.pending, solving, where(less(mode, 0.5), held, free)))
        return found

    def _momentum_scale(self, k: int) -> Scalar:
        """Return the greatest impulse of all stops, for rounding."""
        most = magnitude(self._impulses[k])
        for other in self.stops:
            most = maximum(most, magnitude(self._impulses[other]))
        return most

    @property
    def following(self) -> list[Scalar]:
        """Modes where margins do not hold."""
        found = []
        for k, mode in self.modes.items():
            if k not in self.stops:
                found.append(mode)
                continue
            ahead = self._gaps[k][1] * self.now.v[k]
            resting = where(less(mode, 0.5), 1.0, where(less(ahead, 0.0), 2.0, 0.0))
            found.append(where(self.pending, where(less(0.5, self._active(k)), 3.0, 2.0), resting))
        return found

    @property
    def after(self) -> list[Scalar]:
        """The state after the impact, or the state itself where there is none."""
        now, loop, layout = self.now, self.now.loop, self.now.loop.layout
        after = list(self.x)
        v = now.v + self._jump
        for k in self.stops:  # exactly at its target: rounding would make a joint at rest creep
            v[k] = where(less(0.5, self._active(k)), self._gaps[k][1] * self._targets[k], v[k])
        after[layout.v] = list(v)
        places = {k: layout.m.start + e for e, k in enumerate(loop.switching.sticking)}
        for k, place in places.items():
            after[place] = where(less(0.0, v[k]), 1.0, where(less(v[k], 0.0), -1.0, self.x[place]))
        first = layout.m.stop - len(loop.switching.rigid)
        for e, k in enumerate(self.modes):
            if k in self.stops:
                still = where(less(0.0, self._targets[k]), 1.0, 0.0)
                after[first + e] = where(less(0.5, self._active(k)), still, 1.0)
        lost = sum(((-0.5) * self._impulses[k] * (v[k] + now.v[k]) * self._active(k) for k in self.stops), 0.0)
        heats = [AUDIT.index("dissipated")]
        heats += [len(AUDIT) + loop.heats.index("stops")] if layout.heats else []
        for place in heats:
            after[layout.audit.start + place] = self.x[layout.audit.start + place] + lost
        return [where(self.pending, new, old) for new, old in zip(after, self.x, strict=True)]
