"""The drives of a plant at one instant: their states, the efforts with which they load it, stored energy and heat.

    d = (bristle deflections)                                                                    (1)
are states of the closed loop beside (q, v). A law of `multibody.stribeck` without bristles has no state; its friction
is smooth there, with tanh(v / v₀) in place of the sign of the rate.                                          (2)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np

from armillary.formulations.passive import stribeck_rates
from armillary.multibody import Model, gather
from armillary.multibody.stribeck import Stribeck
from armillary.spatial.scalar import Array, Scalar, magnitude, sign


class DriveState(NamedTuple):
    """A state of a drive: name, unit, unit of its rate, meaning, and value at the start."""

    name: str
    unit: str
    rate_unit: str
    meaning: str
    start: float = 0.0


def drive_states(plant: Model) -> tuple[DriveState, ...]:
    """Return the states of the drives of a plant, in the order of (1)."""
    found = []
    for each in plant.stribeck:
        if each.bristled:
            unit = "rad" if each.turns else "m"
            text = f"Deflection of the bristles of {each.name}"
            found.append(DriveState(f"{each.name}.bristle", unit, f"{unit}/s", text))
    return tuple(found)


def heats(plant: Model) -> tuple[str, ...]:
    """Return the kinds of heat that the audit of a plant keeps apart; empty for a plant without drive laws."""
    return ("bearings",) if plant.stribeck else ()


class Drives:
    """The drives of a plant at expressions q, v and d; `smooth` takes the place of the sign, (2)."""

    def __init__(self, plant: Model, q: Array, v: Array, d: Array, smooth: Callable[[Scalar], Scalar]) -> None:
        self.plant, self.q, self.v, self.d, self.smooth = plant, q, v, d, smooth

    @cached_property
    def _rubbed(self) -> list[tuple[Stribeck, Scalar, Scalar, Scalar, Scalar]]:
        """Law, slope p′, effort F, deflection z and its rate, (2) of `multibody.stribeck`, for each law."""
        found, deflections = [], iter(self.d)
        for law, v, slope, _ in stribeck_rates(self.plant, self.q, self.v):
            if not law.bristled:
                found.append((law, slope, law.effort(v, self.smooth(v)), 0.0, 0.0))
                continue
            z = next(deflections)
            z_dot = v - law.stiffness * magnitude(v) * z / law.level(v, sign(v))
            found.append((law, slope, law.stiffness * z + law.damping * z_dot, z, z_dot))
        return found

    @cached_property
    def efforts(self) -> Array:
        """Efforts of friction at the coordinates, against the motion, shape (nv,)."""
        rubbed = ((slice(law.k, law.k + 1), np.array([slope * F])) for law, slope, F, _, _ in self._rubbed)
        return gather(self.plant.nv, rubbed)

    @property
    def rates(self) -> list[Scalar]:
        """Rates of the states d."""
        return [z_dot for law, _, _, _, z_dot in self._rubbed if law.bristled]

    @property
    def stored(self) -> Scalar:
        """Energy of the bristles [J]."""
        return sum((law.stiffness * z * z / 2 for law, _, _, z, _ in self._rubbed if law.bristled), 0.0)

    @property
    def charging(self) -> Scalar:
        """Rate of the stored energy [W]."""
        return sum((law.stiffness * z * z_dot for law, _, _, z, z_dot in self._rubbed if law.bristled), 0.0)
