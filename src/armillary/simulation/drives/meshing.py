"""Losses of gears at one instant.

A gear that drives its joint with the effort e at the rate v loses
    F = λ |e| s,   λ = 1 − η forward (e v > 0),   1/η_b − 1 backward,   s the direction (`drives.rubbing`)  (1)
against the motion: the joint gets η e where the motor drives, and e/η_b is needed where the joint drives. (1) is
continuous where the power changes its direction, since e or s is zero there. Of an elastic gear e is the effort of its
spring and damper; of a rigid one it is the effort of the motor, without the part that accelerates the rotor.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from armillary.expr.pointwise import less, where
from armillary.multibody import Model, gather
from armillary.multibody.drives import gear_effort
from armillary.multibody.gear_loss import GearLoss
from armillary.multibody.joints import Drive
from armillary.simulation.drives.rubbing import Direction, sense
from armillary.spatial.scalar import Array, Scalar, magnitude

NO_PLAY: Mapping[str, Scalar] = {}
"""Efforts of gears with backlash by motor: none."""


class Meshing:
    """Losses of the gears of a plant at expressions q, v, efforts of actuators, directions, efforts behind backlash."""

    def __init__(
        self,
        plant: Model,
        q: Array,
        v: Array,
        tau: Array,
        direction: Direction | None = None,
        plays: Mapping[str, Scalar] = NO_PLAY,
    ) -> None:
        self.plant, self.q, self.v, self.tau, self.direction, self.plays = plant, q, v, tau, direction, plays

    def _load(self, loss: GearLoss) -> Scalar:
        """Return e at the coordinate of the joint."""
        drive = loss.drive
        if drive is None:
            return loss.share * self.tau[loss.k]
        return drive.legs[0].ratio * self.gear(drive)

    def gear(self, drive: Drive) -> Scalar:
        """Return the effort of an elastic gear at φ, behind backlash where it has any."""
        found = self.plays.get(drive.motor)
        return gear_effort(self.plant, drive, self.q, self.v) if found is None else found

    @cached_property
    def efforts(self) -> Array:
        """Efforts (1) at the coordinates, against the motion, shape (nv,)."""
        found: list[tuple[slice, Array]] = []
        for loss in self.plant.losses:
            e, v = self._load(loss), self.v[loss.k]
            s = sense(self.direction, loss.k, v)
            part = where(less(0.0, e * (v if self.direction is None else s)), loss.forward, loss.backward)
            found.append((slice(loss.k, loss.k + 1), np.array([part * magnitude(e) * s])))
        return gather(self.plant.nv, found)

    @property
    def heat(self) -> Scalar:
        """Power that heats the gears, their damping included [W]."""
        power: Scalar = self.v @ self.efforts
        for drive in self.plant.drives:
            rate = drive.lead_rate(self.v)
            power = power + self.plant.damping[drive.v.start][drive.v.start] * rate * rate
        return power
