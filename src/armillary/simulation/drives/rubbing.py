"""Stribeck and LuGre friction of a plant at one instant, by `multibody.stribeck`.

Bristles have their deflections as states. A law without bristles has no state; its friction is smooth there, with
tanh(v / v₀) in place of the sign of the rate.                                                                (1)
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from armillary.formulations.passive import stribeck_rates
from armillary.multibody import Model, gather
from armillary.multibody.stribeck import Stribeck
from armillary.simulation.drives.state import DriveState
from armillary.spatial.scalar import Array, Scalar, magnitude, sign, tanh

CREEP = 1e-3
"""v₀ of (1) [rad/s or m/s]."""


def bristle_states(plant: Model) -> list[DriveState]:
    """Return the states of the bristles of a plant."""
    found = []
    for each in plant.stribeck:
        if each.bristled:
            unit = "rad" if each.turns else "m"
            text = f"Deflection of the bristles of {each.name}"
            found.append(DriveState(f"{each.name}.bristle", unit, f"{unit}/s", text))
    return found


class Rubbing:
    """Stribeck and LuGre friction at expressions q, v and deflections."""

    def __init__(self, plant: Model, q: Array, v: Array, deflections: Array) -> None:
        self.plant, self.q, self.v, self.deflections = plant, q, v, deflections

    @cached_property
    def _rubbed(self) -> list[tuple[Stribeck, Scalar, Scalar, Scalar, Scalar]]:
        """Law, slope p′, effort a F, deflection z and its rate, (2) of `multibody.stribeck`, for each law."""
        found, deflections = [], iter(self.deflections)
        for law, v, slope, _ in stribeck_rates(self.plant, self.q, self.v):
            if not law.bristled:
                found.append((law, slope, law.effort(v, tanh(v / CREEP)), 0.0, 0.0))
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

    @property
    def rates(self) -> list[Scalar]:
        """Rates of the deflections."""
        return [z_dot for law, _, _, _, z_dot in self._rubbed if law.bristled]

    @property
    def stored(self) -> Scalar:
        """Energy of the bristles [J]."""
        return sum((law.factor * law.stiffness * z * z / 2 for law, _, _, z, _ in self._rubbed if law.bristled), 0.0)

    @property
    def charging(self) -> Scalar:
        """Rate of the stored energy [W]."""
        return sum(
            (law.factor * law.stiffness * z * z_dot for law, _, _, z, z_dot in self._rubbed if law.bristled), 0.0
        )
