"""Losses of gears that grow with their load, each at the joint that the gear drives; backlash of elastic gears."""

from __future__ import annotations

from dataclasses import dataclass

from armillary.multibody.joints import Drive
from armillary.spatial.scalar import Scalar


@dataclass(frozen=True, eq=False)
class GearLoss:
    """The loss of the gear of the motor `name` at velocity coordinate `k`.

    `forward` and `backward` are the parts of the load that are lost where the motor drives the joint, 1 − η, and where
    the joint drives the motor, 1/η − 1. An elastic gear has its `drive`. A rigid one has the part `share` of the effort
    of the actuators at k as its load.
    """

    name: str
    k: int
    share: float
    forward: Scalar
    backward: Scalar
    drive: Drive | None = None


@dataclass(frozen=True, eq=False)
class Play:
    """The backlash of an elastic gear [rad or m], which counts in simulations."""

    drive: Drive
    backlash: Scalar
