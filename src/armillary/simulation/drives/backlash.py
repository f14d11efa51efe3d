"""Backlash of elastic gears at one instant.

Teeth with the backlash b let the lead δ of the rotor (`multibody.joints.drive`) change freely
within ± b/2. On the flank s = ±1 the spring of the gear is compressed by u, and the gear drives its
joints with e:
    u = δ − s b/2,      e = k u + κ u³ + d δ̇   where s e > 0,   else 0: teeth push and never pull           (1)
The spring stores k u²/2 + κ u⁴/4. A mode (`loop.switching`) says where the teeth are:
    ±1   in contact with the flank s = ±1
    ±½   leaving it: s u > 0, but the damper would have to pull; the energy left in the spring is lost
    0    free, inside the gap                                                                              (2)
In uses without events there is no mode; contact follows from
    u = δ − min(max(δ, −b/2), b/2)   and the sign of e in (1)                                              (3)

The robot model itself has gears without backlash, e₀ = k δ + κ δ³ + d δ̇. Efforts, losses and
energies here are the differences from such gears, so that they can be added to the model's own.
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


class Contact(NamedTuple):
    """The contact of one gear with backlash, and the same gear without a gap."""

    lead: Scalar
    """δ [rad or m]."""
    effort: Scalar
    """e, (1) [N·m or N]."""
    spring: Scalar
    """k u + κ u³, the part of e that is not dissipated."""
    spring_without_gap: Scalar
    """k δ + κ δ³."""
    damping: Scalar
    """d δ̇."""
    stored: Scalar
    """Energy of the spring less that of a gear without a gap [J]."""


class BacklashGears:
    """The gears with backlash of a plant at expressions of q and v.

    Args:
        plant: The plant.
        q: Coordinates, shape (nq,).
        v: Velocities, shape (nv,).
        modes: Modes (2) by motor; default none: contact by (3).
    """

    def __init__(self, plant: Model, q: Array, v: Array, modes: Mapping[str, Scalar] | None = None) -> None:
        self.plant, self.q, self.v, self.modes = plant, q, v, modes

    def contact_effort(self, gear: GearBacklash, u: Scalar) -> Scalar:
        """Return k u + κ u³ + d δ̇ of teeth in contact, which may have the sign of a pull [N·m or N]."""
        phi = gear.drive.v.start
        damping = self.plant.damping[phi][phi] * gear.drive.deflection_rate(self.v)
        return self.plant.stiffness[phi][phi] * u + gear.drive.cubic * u * u * u + damping

    @cached_property
    def contacts(self) -> list[Contact]:
        """The contacts of all gears with backlash."""
        if self.modes is None:
            return [self._contact(gear, None) for gear in self.plant.backlashes]
        return [self._contact(gear, self.modes[gear.drive.motor]) for gear in self.plant.backlashes]

    def _contact(self, gear: GearBacklash, mode: Scalar | None) -> Contact:
        phi, half = gear.drive.v.start, gear.backlash / 2
        lead, rate = gear.drive.deflection(self.q), gear.drive.deflection_rate(self.v)
        k, cubic = self.plant.stiffness[phi][phi], gear.drive.cubic
        d = self.plant.damping[phi][phi]
        if mode is None:
            u = lead - minimum(maximum(lead, -half), half)  # (3)
            e = self.contact_effort(gear, u)
            effort = where(less(0.0, u), maximum(e, 0.0), where(less(u, 0.0), minimum(e, 0.0), 0.0))
        else:
            s = sign(mode)
            u = s * s * (lead - s * half)  # (1), zero inside the gap
            effort = where(less(0.75, magnitude(mode)), self.contact_effort(gear, u), 0.0)  # modes ±1 alone
        spring, spring_without_gap = k * u + cubic * u * u * u, k * lead + cubic * lead * lead * lead
        stored = k * (u * u - lead * lead) / 2 + cubic * ((u * u) * (u * u) - (lead * lead) * (lead * lead)) / 4
        return Contact(lead, effort, spring, spring_without_gap, d * rate, stored)

    @property
    def by_motor(self) -> dict[str, Scalar]:
        """Efforts e, (1), by motor [N·m or N]."""
        pairs = zip(self.plant.backlashes, self.contacts, strict=True)
        return {gear.drive.motor: contact.effort for gear, contact in pairs}

    def efforts(self) -> Array:
        """Return e − e₀ at the velocity coordinates, shape (nv,) [N·m or N]."""
        return self._at_coordinates([c.effort - c.spring_without_gap - c.damping for c in self.contacts])

    def dissipative_efforts(self) -> Array:
        """Return the dissipative part of e less d δ̇, the damping of the model's gear, shape (nv,) [N·m or N]."""
        return self._at_coordinates([c.effort - c.spring - c.damping for c in self.contacts])

    def _at_coordinates(self, gear_efforts: list[Scalar]) -> Array:
        """Return the loads of gear efforts on the velocity coordinates, rotors and joints, shape (nv,)."""
        loads: list[tuple[slice, Array]] = []
        for gear, effort in zip(self.plant.backlashes, gear_efforts, strict=True):
            row = gear.drive.effort_row(self.plant.nv)
            loads += [(slice(k, k + 1), np.array([row[k] * effort])) for k in np.flatnonzero(row).tolist()]
        return gather(self.plant.nv, loads)

    @property
    def stored(self) -> Scalar:
        """Energy of the springs less that of gears without backlash [J]."""
        return sum((contact.stored for contact in self.contacts), 0.0)

    def margins(self) -> tuple[list[Scalar], list[Scalar]]:
        """Return for each mode its margin, which is negative where the mode ends, and the mode that follows.

        A mode of a gear that has no backlash in this plant never ends.
        """
        margins, following = list[Scalar](), list[Scalar]()
        pairs = zip(self.plant.backlashes, self.contacts, strict=True)
        by_motor = {gear.drive.motor: (gear, contact) for gear, contact in pairs}
        for motor, mode in (self.modes or {}).items():
            if motor not in by_motor:
                margins.append(1.0)
                following.append(mode)
                continue
            gear, contact = by_motor[motor]
            half, s = gear.backlash / 2, sign(mode)
            u = contact.lead - s * half
            push, size = s * self.contact_effort(gear, u), magnitude(mode)
            side = sign(contact.lead)
            push_at_arrival = side * self.contact_effort(gear, contact.lead - side * half)
            gap = half - magnitude(contact.lead)
            leaving = minimum(s * u, -push)
            margins.append(where(less(0.75, size), push, where(less(0.25, size), leaving, gap)))
            # At contact u = 0 and e = d δ̇: teeth that touch without approaching would pull, and begin in mode ±½.
            arrived = where(less(0.0, push_at_arrival), side, 0.5 * side)
            left = where(less(s * u, 0.0), 0.0, s)
            following.append(where(less(0.75, size), 0.5 * s, where(less(0.25, size), left, arrived)))
        return margins, following
