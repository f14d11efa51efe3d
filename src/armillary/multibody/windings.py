"""Windings of motors, each at the coordinate that its rotor is geared to."""

from __future__ import annotations

from dataclasses import dataclass

from armillary.description.winding import Winding
from armillary.spatial.scalar import Scalar


@dataclass(frozen=True, eq=False)
class PlacedWinding:
    """The winding of the motor `name`, whose rotor turns at `ratio` times the rate of velocity coordinate `k`.

    `place` is the coordinate in q, `joint` the velocity coordinate of the joint, which is `k` for a rigid gear. `share`
    is the part of an effort at `k` that the motor gives: 1/n of n motors. `sense` is the sign of a torque of the motor
    that drives the joint ahead: −1 for a negative ratio. `zero` is the angle of the rotor where the coordinate is zero,
    which the offset of a coupled joint turns. `own` has free numbers in place. `described` is the
    winding of the robot, which decides whether there are an inductance, cogging, limits and heat.
    """

    name: str
    k: int
    place: int
    joint: int
    share: float
    ratio: Scalar
    zero: Scalar
    sense: Scalar
    own: Winding
    described: Winding
