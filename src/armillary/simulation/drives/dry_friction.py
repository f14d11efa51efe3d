"""Dry friction of a plant at one instant: Coulomb, Stribeck and LuGre, by `multibody.stribeck`.

Bristles have their deflections as states. A law without bristles has no state. Its friction has a direction s in place
of the sign of the rate v: the mode of a coordinate that sticks and slips (`closed_loop.switching`), or
    s = tanh(v / v₀)                                                                                          (1)
where friction is smooth: by the robot, with v₀ its `smooth_velocity`, or because a use has no events, with v₀ = 1
mrad/s or 1 mm/s. A joint with smooth Coulomb friction c under a load τ < c, which would hold it, creeps at
v₀ atanh(τ/c).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

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
"""v₀ of (1) in uses without events [rad/s or m/s]."""

Direction = Callable[[int], Scalar]
"""Direction of motion at a velocity coordinate, ±1 or 0."""


def sense(direction: Direction | None, k: int, rate: Scalar, slope: Scalar = 1.0) -> Scalar:
    """Return s of a law at p(x): that of coordinate k, turned by the sign of the slope p′, or (1)."""
    if direction is None:
        return tanh(rate / CREEP)
    return direction(k) if isinstance(slope, float) and slope == 1.0 else direction(k) * sign(slope)


def dry(plant: Model, q: Array, v: Array, direction: Direction | None = None) -> Array:
    """Return the efforts of friction without states, smooth by name or not, shape (nv,); default direction: (1)."""
    found = [
        coulomb(c, d, sense(direction, k, v[k])) if isinstance(c, Expr) or c or d else 0.0
        for k, (c, d) in enumerate(zip(plant.coulomb, plant.coulomb_sided, strict=True))
    ]
    for each, x in followed_positions(plant, q):
        if not any(isinstance(c, Expr) or c for c in (each.coulomb, each.coulomb_sided)):
            continue  # its coordinate may have no mode, and so no direction
        slope = each.slope(x)
        s = sense(direction, each.k, slope * v[each.k], slope)
        found[each.k] = found[each.k] + slope * coulomb(each.coulomb, each.coulomb_sided, s)
    for law, rate, slope, _ in stribeck_rates(plant, q, v):
        if not law.bristled:
            s = sense(direction, law.k, rate, slope) if law.sticks else law.direction(rate)
            found[law.k] = found[law.k] + slope * law.effort(rate, s)
    return np.array(found)


def rotor_friction(
    plant: Model, loss: GearLoss, rotor: GearedRotor, q: Array, v: Array, direction: Direction | None = None
) -> Scalar:
    """Return the effort of the friction of a rotor at its coordinate, a part of that of the plant, without bristles.

    Args:
        plant: The plant of the rotor.
        loss: The rigid gear.
        rotor: The rotor before it.
        q: Configuration of the plant.
        v: Velocities of the plant.
        direction: Directions of motion; default (1).
    """
    alone = rotor_alone(plant, loss, rotor)
    found = rotor.viscous * v[loss.k] + dry(alone, q, v, direction)[loss.k]
    for each, x in followed_positions(alone, q):
        found = found + each.viscous * each.slope(x) ** 2 * v[loss.k]
    return found


def bristle_states(plant: Model) -> list[DriveState]:
    """Return the states of the bristles of a plant."""
    found = []
    for each in plant.stribeck:
        if each.bristled:
            unit = "rad" if each.turns else "m"
            text = f"Deflection of the bristles of {each.name}"
            found.append(DriveState(f"{each.name}.bristle", unit, f"{unit}/s", text))
    return found


class BristleFriction:
    """Friction with bristles at expressions q, v and deflections."""

    def __init__(self, plant: Model, q: Array, v: Array, deflections: Array) -> None:
        self.plant, self.q, self.v, self.deflections = plant, q, v, deflections

    @cached_property
    def _rubbed(self) -> list[tuple[Stribeck, Scalar, Scalar, Scalar, Scalar]]:
        """Law, slope p′, effort a F, deflection z and its rate, (2) of `multibody.stribeck`, for each law."""
        found, deflections = [], iter(self.deflections)
        for law, v, slope, _ in stribeck_rates(self.plant, self.q, self.v):
            if not law.bristled:
                continue
            z = next(deflections)
            z_dot = v - law.stiffness * magnitude(v) * z / law.level(v, sign(v))
            found.append((law, slope, law.factor * (law.stiffness * z + law.damping * z_dot), z, z_dot))
        return found

    @cached_property
    def efforts(self) -> Array:
        """Efforts of friction at the coordinates, against the motion, shape (nv,)."""
        rubbed = ((slice(law.k, law.k + 1), np.array([slope * F])) for law, slope, F, _, _ in self._rubbed)
        return gather(self.plant.nv, rubbed)

    def effort_of(self, laws: Sequence[Stribeck]) -> Scalar:
        """Return the effort of some of the laws with bristles at their coordinate."""
        return sum((slope * F for law, slope, F, _, _ in self._rubbed if any(law is each for each in laws)), 0.0)

    @property
    def rates(self) -> list[Scalar]:
        """Rates of the deflections."""
        return [z_dot for _, _, _, _, z_dot in self._rubbed]

    @property
    def stored(self) -> Scalar:
        """Energy of the bristles [J]."""
        return sum((law.factor * law.stiffness * z * z / 2 for law, _, _, z, _ in self._rubbed), 0.0)

    @property
    def charging(self) -> Scalar:
        """Rate of the stored energy [W]."""
        return sum((law.factor * law.stiffness * z * z_dot for law, _, _, z, z_dot in self._rubbed), 0.0)
