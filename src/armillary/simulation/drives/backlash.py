"""Backlash of gears at one instant: a dead zone of the lead δ, as wide as the backlash b, around an unloaded gear.

On the flank s = ±1 the gear is compressed by u = δ − s b/2 and drives its joints with
    e = k u + κ u³ + d δ̇   where s e > 0,   else 0: teeth push and never pull                                  (1)
Its spring stores k u²/2 + κ u⁴/4. Modes (`closed_loop.switching`) say where it is:
    ±1   in contact
    ±½   leaving: s u > 0, but damping would have to pull; the spring relaxes and its energy is lost
    0    free, inside the gap                                                                             (2)
Without modes, where there are no events, u = δ − min(max(δ, −b/2), b/2), and (1) decides.                  (3)
The model of the robot has gears without backlash, with k δ + κ δ³ + d δ̇; the efforts here are what is to be added.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np

from armillary.expr.pointwise import less, maximum, minimum, where
from armillary.multibody import Model, gather
from armillary.multibody.motors import GearBacklash
from armillary.spatial.scalar import Array, Scalar, magnitude, sign


class Flank(NamedTuple):
    """A gear with backlash at one instant: lead and its rate, compression, effort (1), and the same without a gap."""

    lead: Scalar
    rate: Scalar
    spring: Scalar
    """k u + κ u³."""
    effort: Scalar
    stored: Scalar
    """Energy of the spring less that of a gear without a gap [J]."""
    closed: Scalar
    """k δ + κ δ³."""
    damped: Scalar
    """d δ̇."""


class BacklashGears:
    """The gears with backlash of a plant at expressions q, v and their modes by motor; default: no modes, (3)."""

    def __init__(self, plant: Model, q: Array, v: Array, modes: Mapping[str, Scalar] | None = None) -> None:
        self.plant, self.q, self.v, self.modes = plant, q, v, modes

    def pull(self, gear: GearBacklash, u: Scalar) -> Scalar:
        """Return k u + κ u³ + d δ̇."""
        phi = gear.drive.v.start
        damped = self.plant.damping[phi][phi] * gear.drive.deflection_rate(self.v)
        return self.plant.stiffness[phi][phi] * u + gear.drive.cubic * u * u * u + damped

    @cached_property
    def flanks(self) -> list[Flank]:
        """The gears with backlash."""
        return [self._flank(each, None if self.modes is None else self.modes[each.drive.motor]) for each in self._gears]

    @property
    def _gears(self) -> tuple[GearBacklash, ...]:
        return self.plant.backlashes

    def _flank(self, gear: GearBacklash, mode: Scalar | None) -> Flank:
        phi, half = gear.drive.v.start, gear.backlash / 2
        lead, rate = gear.drive.deflection(self.q), gear.drive.deflection_rate(self.v)
        k, d, cubic = self.plant.stiffness[phi][phi], self.plant.damping[phi][phi], gear.drive.cubic
        if mode is None:
            u = lead - minimum(maximum(lead, -half), half)
            pull = self.pull(gear, u)
            effort = where(less(0.0, u), maximum(pull, 0.0), where(less(u, 0.0), minimum(pull, 0.0), 0.0))
        else:
            s = sign(mode)
            u = s * s * (lead - s * half)
            effort = where(less(0.75, magnitude(mode)), self.pull(gear, u), 0.0)
        spring, closed = k * u + cubic * u * u * u, k * lead + cubic * lead * lead * lead
        stored = k * (u * u - lead * lead) / 2 + cubic * ((u * u) * (u * u) - (lead * lead) * (lead * lead)) / 4
        return Flank(lead, rate, spring, effort, stored, closed, d * rate)

    @property
    def by_motor(self) -> dict[str, Scalar]:
        """Efforts (1) by motor."""
        return {gear.drive.motor: each.effort for gear, each in zip(self._gears, self.flanks, strict=True)}

    def efforts(self) -> Array:
        """Return what (1) adds to the efforts of gears without backlash, shape (nv,)."""
        return self._felt([each.effort - each.closed - each.damped for each in self.flanks])

    def lost(self) -> Array:
        """Return what is lost of (1) less the damping of gears without backlash, shape (nv,)."""
        return self._felt([each.effort - each.spring - each.damped for each in self.flanks])

    def _felt(self, values: list[Scalar]) -> Array:
        found: list[tuple[slice, Array]] = []
        for gear, value in zip(self._gears, values, strict=True):
            row = gear.drive.effort_row(self.plant.nv)
            found += [(slice(k, k + 1), np.array([row[k] * value])) for k in np.flatnonzero(row).tolist()]
        return gather(self.plant.nv, found)

    @property
    def stored(self) -> Scalar:
        """Energy of the springs less that of gears without backlash [J]."""
        return sum((each.stored for each in self.flanks), 0.0)

    def margins(self) -> tuple[list[Scalar], list[Scalar]]:
        """Return margins and next modes, (2); the mode of a gear that has no backlash in this plant stays."""
        margins, following = list[Scalar](), list[Scalar]()
        found = {gear.drive.motor: (gear, flank) for gear, flank in zip(self._gears, self.flanks, strict=True)}
        for motor, mode in (self.modes or {}).items():
            if motor not in found:
                margins.append(1.0)
                following.append(mode)
                continue
            gear, flank = found[motor]
            half, s = gear.backlash / 2, sign(mode)
            u = flank.lead - s * half
            pull, size = s * self.pull(gear, u), magnitude(mode)
            side = sign(flank.lead)
            arriving = side * self.pull(gear, flank.lead - side * half)
            free = half - magnitude(flank.lead)
            leaving = minimum(s * u, -pull)
            margins.append(where(less(0.75, size), pull, where(less(0.25, size), leaving, free)))
            landed = where(less(0.0, arriving), side, 0.5 * side)
            back = where(less(s * u, 0.0), 0.0, s)
            following.append(where(less(0.75, size), 0.5 * s, where(less(0.25, size), back, landed)))
        return margins, following
