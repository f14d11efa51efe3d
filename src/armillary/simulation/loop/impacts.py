"""Rigid end stops: impacts as jumps of the velocities, rest on a stop as a constraint. [PfeifferGlocker1996, ch. 8]

Let v and R be the rate of the coordinate and the effort of the stop, both positive inwards, away
from the stop. Each coordinate with a rigid stop has a mode and a margin, which is negative where
the mode ends:
    1    free:       margin g, the distance from the nearer limit; beyond it v, or v̇ where v = 0
    0    at rest:    v = v̇ = 0 by forward dynamics that holds the coordinate;   margin R                        (1)
A joint that arrives with v⁻ < 0 begins an impact with the restitution ε. While it is being solved,
closed stops have impulses P inwards or none:
    2    active:     v⁺ = ε |v⁻| where v⁻ < 0, else 0;   margin P
    3    inactive:   P = 0;   margin v⁺ − ε |v⁻|                                                                 (2)
All closed stops take part; those at rest (0) count as active at first. Events change one mode at a
time until all margins hold. This is principal pivoting for the linear complementarity problem
    0 ≤ P ⊥ v⁺ − ε |v⁻| ≥ 0
which ends since its matrix, a block of M⁻¹, is positive definite [CottlePangStone2009, sect. 4.2].
Let d be the jumps of the active coordinates, zero elsewhere. The other coordinates follow without
impulses:
    Δv = d + FD_λ(−M d)   with active coordinates held, λ = 0;      P = M Δv                                     (3)
with FD_λ the forward dynamics at rest without gravity and springs. Dry friction has no impulse. The
energy lost becomes heat of the stops:
    E = −Σ P (v⁺ + v⁻)/2                                                                                         (4)
A rebound slower than `SLOWEST` ends in rest: otherwise a joint would bounce infinitely often in
finite time.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from armillary.compiler.choose import cheapest
from armillary.expr.pointwise import less, maximum, minimum, where
from armillary.simulation.drives.stops import CONTACT
from armillary.simulation.loop.state import AUDIT
from armillary.spatial.scalar import Array, Scalar, magnitude

if TYPE_CHECKING:
    from armillary.simulation.loop.instant import Instant

SURE = 1e-12
"""Relative distance of an effort or impulse from zero, or from breakaway, that is treated as rounding."""
SLOWEST = 1e-6
"""Rebound below which a joint stays on a rigid stop [rad/s or m/s]."""


class Impacts:
    """The rigid stops of a closed loop at one instant, as expressions; x is the whole state."""

    def __init__(self, now: Instant, x: Array) -> None:
        self.now, self.x, self.modes = now, x, now.stop_modes
        self.stops = {stop.v: stop for stop in now.equations.stops if stop.rigid}
        """Rigid stops of this plant by velocity coordinate; other plants of the run may have more."""

    @cached_property
    def _gaps(self) -> dict[int, tuple[Scalar, Scalar]]:
        """Distance g from the nearer limit, and the direction inwards, 1 or −1, by coordinate."""
        gaps: dict[int, tuple[Scalar, Scalar]] = {}
        for k, stop in self.stops.items():
            q = self.now.q[stop.q]
            above_lower, below_upper = q - stop.lower, stop.upper - q
            if np.isinf(stop.lower):
                gaps[k] = below_upper, -1.0
            elif np.isinf(stop.upper):
                gaps[k] = above_lower, 1.0
            else:
                gap = minimum(above_lower, below_upper)
                gaps[k] = gap, where(less(above_lower, below_upper), 1.0, -1.0)
        return gaps

    @cached_property
    def pending(self) -> Scalar:
        """Whether an impact is being solved: some mode is 2 or 3."""
        return less(1.5, self._greatest_mode)

    @cached_property
    def _greatest_mode(self) -> Scalar:
        greatest: Scalar = 0.0
        for mode in self.modes.values():
            greatest = maximum(greatest, mode)
        return greatest

    def _active(self, k: int) -> Scalar:
        """Return 1 for a stop that may have an impulse, modes 0 and 2, else 0."""
        mode = self.modes[k]
        is_0 = less(mode, 0.5)
        is_2 = where(less(1.5, mode), where(less(mode, 2.5), 1.0, 0.0), 0.0)
        return where(is_0, 1.0, is_2)

    @cached_property
    def _rebounds(self) -> dict[int, Scalar]:
        """Rates ε |v⁻| inwards after the impact, by coordinate; zero where the rebound is too slow."""
        rebounds = {}
        for k, stop in self.stops.items():
            rebound = (stop.stop.restitution or 0.0) * maximum(-self._gaps[k][1] * self.now.v[k], 0.0)
            rebounds[k] = where(less(rebound, SLOWEST), 0.0, rebound)
        return rebounds

    @cached_property
    def _jump(self) -> Array:
        """Jump Δv of all velocities, (3), shape (nv,)."""
        now, nv = self.now, self.now.plant.nv
        d = np.array([0.0] * nv, dtype=object)
        for k in self.stops:
            d[k] = self._active(k) * (self._gaps[k][1] * self._rebounds[k] - now.v[k])
        free = [1.0 - self._active(k) if k in self.stops else 1.0 for k in now.equations.switching.lockable]
        efforts = -self._times_mass(d)
        inputs = {"q": now.q, "qd": np.zeros(nv), "tau": efforts, "moving": np.array(free, dtype=object)}
        (others,) = now.equations.response.inline(now.graph, **inputs, **now.free)
        return d + others  # (3)

    def _times_mass(self, change: Array) -> Array:
        """Return M times a change of the velocities, shape (nv,), by inverse dynamics without gravity and springs."""
        bare, at_rest = self.now.equations.bare, np.zeros(len(change))
        program = cheapest(bare, "inverse_dynamics")
        (impulses,) = program.inline(self.now.graph, q=self.now.q, qd=at_rest, qdd=change, **self.now.free)
        return np.asarray(impulses)

    @cached_property
    def _impulses(self) -> Array:
        """Generalised impulses P, (3), shape (nv,)."""
        return self._times_mass(self._jump)

    @cached_property
    def _reactions(self) -> Array:
        """Efforts that hold joints at rest on their stops, shape (nv,)."""
        now = self.now
        (needed,) = cheapest(now.equations.smooth, "inverse_dynamics").inline(
            now.graph, q=now.q, qd=now.v, qdd=now.qdd, **now.free
        )
        return np.asarray(needed - now.load)

    @property
    def margins(self) -> list[Scalar]:
        """Margins of (1), or of (2) while an impact is being solved."""
        margins = []
        for k, mode in self.modes.items():
            if k not in self.stops:
                margins.append(1.0)
                continue
            (gap, inward), v = self._gaps[k], self.now.v[k]
            v_inward = inward * v
            # Beyond the limit a joint may move inwards, or begin to: rounding leaves it there after an impact.
            beyond = where(less(v_inward, 0.0), gap, where(less(0.0, v_inward), v_inward, inward * self.now.qdd[k]))
            free = where(less(0.0, gap), gap, beyond)
            effort_size = magnitude(self.now.load[k]) + magnitude(self._reactions[k])
            at_rest = inward * self._reactions[k] + SURE * effort_size
            impulse = inward * self._impulses[k] + SURE * magnitude(self._greatest_impulse(k))
            separation = inward * (v + self._jump[k]) - self._rebounds[k]
            separation = separation + SURE * (magnitude(v) + magnitude(self._jump[k]))
            waiting = where(less(CONTACT, gap), 1.0, separation)  # a free joint takes part where it is on its stop
            solving = where(less(0.5, self._active(k)), impulse, where(less(mode, 1.5), waiting, separation))
            margins.append(where(self.pending, solving, where(less(mode, 0.5), at_rest, free)))
        return margins

    def _greatest_impulse(self, k: int) -> Scalar:
        """Return the greatest impulse of all stops, to which the rounding of P of stop k is relative."""
        greatest = magnitude(self._impulses[k])
        for other in self.stops:
            greatest = maximum(greatest, magnitude(self._impulses[other]))
        return greatest

    @property
    def following(self) -> list[Scalar]:
        """The modes that follow where margins are negative."""
        modes = []
        for k, mode in self.modes.items():
            if k not in self.stops:
                modes.append(mode)
                continue
            v_inward = self._gaps[k][1] * self.now.v[k]
            # A reaction that would pull frees the joint. A joint that arrives hits the stop, or rests on it.
            settled = where(less(mode, 0.5), 1.0, where(less(v_inward, 0.0), 2.0, 0.0))
            modes.append(where(self.pending, where(less(0.5, self._active(k)), 3.0, 2.0), settled))
        return modes

    @property
    def after(self) -> list[Scalar]:
        """The state after the impact, or the state itself where there is none."""
        now, equations, layout = self.now, self.now.equations, self.now.equations.layout
        after = list(self.x)
        v = now.v + self._jump
        for k in self.stops:  # exactly at its target: rounding would make a joint at rest creep
            v[k] = where(less(0.5, self._active(k)), self._gaps[k][1] * self._rebounds[k], v[k])
        after[layout.v] = list(v)
        # Joints that the impact sets in motion slip; the others keep their mode of friction.
        friction_places = {k: layout.m.start + e for e, k in enumerate(equations.switching.sticking)}
        for k, place in friction_places.items():
            after[place] = where(less(0.0, v[k]), 1.0, where(less(v[k], 0.0), -1.0, self.x[place]))
        first = layout.m.stop - len(equations.switching.rigid)
        for e, k in enumerate(self.modes):
            if k in self.stops:
                bounces = where(less(0.0, self._rebounds[k]), 1.0, 0.0)
                after[first + e] = where(less(0.5, self._active(k)), bounces, 1.0)
        lost = sum(((-0.5) * self._impulses[k] * (v[k] + now.v[k]) * self._active(k) for k in self.stops), 0.0)  # (4)
        heats = [AUDIT.index("dissipated")]
        heats += [len(AUDIT) + equations.heats.index("stops")] if layout.heats else []
        for place in heats:
            after[layout.audit.start + place] = self.x[layout.audit.start + place] + lost
        return [where(self.pending, new, old) for new, old in zip(after, self.x, strict=True)]
