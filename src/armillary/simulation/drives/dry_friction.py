"""Dry friction of a plant at one instant: Coulomb and Stribeck laws, and LuGre laws with bristles.

Each law loads its coordinate with p′(x) F(v, s) against the motion (`multibody.stribeck`), where v
= p′ ẋ is the rate of the joint or rotor and s its direction. F jumps where v changes sign, so the
direction is not computed from v:
    s = the mode of the coordinate, 1, 0 or −1, which only events change (`loop.switching`)        (1)
    s = tanh(v / v₀)   where friction is smooth                                                           (2)
Friction is smooth where the robot says so, by its `smooth_velocity` v₀, and in uses without events,
with v₀ = 1 mrad/s or 1 mm/s. A joint with smooth Coulomb friction c under a load τ < c does not
rest: it creeps at v₀ atanh(τ/c).

A law with bristles is continuous in its state, the deflection z, and needs no direction. With
stiffness σ₀, damping σ₁, steady-state level g(v) and factor a, it loads its coordinate with p′ a F:
    ż = v − σ₀ |v| z / g(v),      F = σ₀ z + σ₁ ż,      stored energy a σ₀ z² / 2                         (3)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from armillary.expr.expression import Expr
from armillary.formulations.mesh import rotor_alone
from armillary.formulations.passive import coulomb, followed_positions, stribeck_rates
from armillary.multibody import Model, gather
from armillary.multibody.motors import GearedRotor, GearLoss
from armillary.multibody.stribeck import Stribeck
from armillary.simulation.drives.state import DriveState
from armillary.spatial.scalar import Array, Scalar, magnitude, sign, tanh

CREEP = 1e-3
"""v₀ of (2) in uses without events [rad/s or m/s]."""

Direction = Callable[[int], Scalar]
"""Direction of motion at a velocity coordinate: 1, −1, or 0 where the joint sticks."""


def motion_direction(direction: Direction | None, k: int, rate: Scalar, slope: Scalar = 1.0) -> Scalar:
    """Return s of the rate v = slope · v_k: from the direction of coordinate k, (1), or without directions by (2)."""
    if direction is None:
        return tanh(rate / CREEP)
    # A rotor or follower with a negative slope turns against its coordinate; slope 1 needs no operation.
    return direction(k) if isinstance(slope, float) and slope == 1.0 else direction(k) * sign(slope)


def dry_friction(plant: Model, q: Array, v: Array, direction: Direction | None = None) -> Array:
    """Return the efforts of all dry friction without bristles, positive against the motion, shape (nv,) [N·m or N].

    Without a `direction`, friction is smooth, (2). Laws with a smooth velocity of the robot are smooth in any case.
    """
    efforts = []
    for k, (c, d) in enumerate(zip(plant.coulomb, plant.coulomb_sided, strict=True)):
        acts = isinstance(c, Expr) or c or d
        efforts.append(coulomb(c, d, motion_direction(direction, k, v[k])) if acts else 0.0)
    for follower, x in followed_positions(plant, q):
        if not any(isinstance(c, Expr) or c for c in (follower.coulomb, follower.coulomb_sided)):
            continue  # a coordinate without friction has no mode, and `direction` fails for it
        k, slope = follower.k, follower.slope(x)
        s = motion_direction(direction, k, slope * v[k], slope)
        efforts[k] = efforts[k] + slope * coulomb(follower.coulomb, follower.coulomb_sided, s)
    for law, rate, slope, _ in stribeck_rates(plant, q, v):
        if not law.bristled:
            s = motion_direction(direction, law.k, rate, slope) if law.sticks else law.direction(rate)
            efforts[law.k] = efforts[law.k] + slope * law.effort(rate, s)
    return np.array(efforts)


def rotor_friction(
    plant: Model, loss: GearLoss, rotor: GearedRotor, q: Array, v: Array, direction: Direction | None = None
) -> Scalar:
    """Return the friction of the rotor before a lossy rigid gear, viscous and dry without bristles, at its coordinate.

    It is a part of the friction of the plant: the motor overcomes it before the gear, so the gear does not carry it.
    """
    rotor_model = rotor_alone(plant, loss, rotor)
    effort = rotor.viscous * v[loss.k] + dry_friction(rotor_model, q, v, direction)[loss.k]
    for follower, x in followed_positions(rotor_model, q):
        effort = effort + follower.viscous * follower.slope(x) ** 2 * v[loss.k]
    return effort


def bristle_states(plant: Model) -> list[DriveState]:
    """Return the states of the bristles of a plant: a deflection for each law with bristles."""
    states = []
    for law in plant.stribeck:
        if law.bristled:
            unit = "rad" if law.turns else "m"
            meaning = f"Deflection of the bristles of {law.name}"
            states.append(DriveState(f"{law.name}.bristle", unit, f"{unit}/s", meaning))
    return states


class Bristle(NamedTuple):
    """One law with bristles at one instant, (3)."""

    law: Stribeck
    slope: Scalar
    """p′(x)."""
    effort: Scalar
    """a F [N·m or N]."""
    deflection: Scalar
    """z [rad or m]."""
    rate: Scalar
    """ż [rad/s or m/s]."""


class BristleFriction:
    """All laws with bristles of a plant, (3), at expressions of q, v and the deflections."""

    def __init__(self, plant: Model, q: Array, v: Array, deflections: Array) -> None:
        self.plant, self.q, self.v, self.deflections = plant, q, v, deflections

    @cached_property
    def _bristles(self) -> list[Bristle]:
        bristles, deflections = [], iter(self.deflections)
        for law, v, slope, _ in stribeck_rates(self.plant, self.q, self.v):
            if not law.bristled:
                continue
            z = next(deflections)
            z_dot = v - law.stiffness * magnitude(v) * z / law.level(v, sign(v))  # (3)
            effort = law.factor * (law.stiffness * z + law.damping * z_dot)  # (3)
            bristles.append(Bristle(law, slope, effort, z, z_dot))
        return bristles

    @cached_property
    def efforts(self) -> Array:
        """Efforts of friction with bristles, positive against the motion, shape (nv,) [N·m or N]."""
        parts = ((slice(b.law.k, b.law.k + 1), np.array([b.slope * b.effort])) for b in self._bristles)
        return gather(self.plant.nv, parts)

    def effort_of(self, laws: Sequence[Stribeck]) -> Scalar:
        """Return the effort of those of some laws that have bristles, at their common coordinate."""
        # Laws are compared by identity: their numbers may be expressions, which have no equality.
        chosen = (b for b in self._bristles if any(b.law is law for law in laws))
        return sum((b.slope * b.effort for b in chosen), 0.0)

    @property
    def rates(self) -> list[Scalar]:
        """Rates ż of the deflections."""
        return [b.rate for b in self._bristles]

    @property
    def stored(self) -> Scalar:
        """Energy of the bristles Σ a σ₀ z² / 2 [J]."""
        return sum((b.law.factor * b.law.stiffness * b.deflection * b.deflection / 2 for b in self._bristles), 0.0)

    @property
    def charging(self) -> Scalar:
        """Rate of the stored energy Σ a σ₀ z ż [W]."""
        return sum((b.law.factor * b.law.stiffness * b.deflection * b.rate for b in self._bristles), 0.0)
