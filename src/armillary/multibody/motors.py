"""What motors bring to a model beside mass: windings, gear losses that grow with the load, and backlash."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armillary.description.couplings import derivative, value_at
from armillary.description.winding import Winding
from armillary.multibody.joints import Drive, Follower
from armillary.multibody.stribeck import Stribeck
from armillary.spatial.scalar import Array, Scalar, sign


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


@dataclass(frozen=True, eq=False)
class GearedRotor:
    """The rotor before a rigid gear, at the angle `polynomial` (x) of a coordinate x, and what acts on it.

    It has the inertia about its axis, which is in the frame of body `carrier`; the axis is zero where the carrier does
    not count: on the base, or with motors="reflected". `viscous`, `coulomb` and `sided` are its friction at the rate of
    x, as in `Model`; `followers` and `stribeck` have the laws that these leave out.
    """

    at: int
    """Place of x in q."""
    polynomial: tuple[Scalar, ...]
    inertia: Scalar
    carrier: int
    axis: Array
    motors: int
    """Number of motors with rigid gears at the coordinate, which share its effort."""
    viscous: Scalar = 0.0
    coulomb: Scalar = 0.0
    sided: Scalar = 0.0
    followers: tuple[Follower, ...] = ()
    stribeck: tuple[Stribeck, ...] = ()

    def slope(self, x: Scalar) -> Scalar:
        """Return the rate of the rotor per rate of x."""
        return value_at(derivative(self.polynomial), x)

    def bend(self, x: Scalar) -> Scalar:
        """Return the derivative of the slope."""
        return value_at(derivative(derivative(self.polynomial)), x)

    @property
    def turned(self) -> bool:
        """Whether its carrier turns it."""
        return bool(np.any(self.axis))


@dataclass(frozen=True, eq=False)
class GearLoss:
    """The loss of the gear of the motor `name` at velocity coordinate `k`.

    `forward` and `backward` are the parts of the load that are lost where the motor drives the joint, 1 − η, and where
    the joint drives the motor, 1/η − 1. An elastic gear has its `drive`, a rigid one the `rotor` before it. `smooth` is
    the rate within which the loss changes its direction [rad/s or m/s]; 0 where it jumps.
    """

    name: str
    k: int
    forward: Scalar
    backward: Scalar
    drive: Drive | None = None
    rotor: GearedRotor | None = None
    smooth: float = 0.0

    def part(self, e: Scalar, s: Scalar) -> Scalar:
        """Return F / e of the effort e that the gear carries, in the direction s, or of any scalar with the sign of e.

        Where power passes to the joint, e s > 0, F = forward · |e| s, else backward · |e| s. Between s = −1 and 1 the
        two are joined smoothly.
        """
        mean, half = (self.forward + self.backward) * 0.5, (self.forward - self.backward) * 0.5
        return s * (mean * sign(e) + half * s)


@dataclass(frozen=True, eq=False)
class GearBacklash:
    """The backlash of an elastic gear [rad or m], which counts in simulations."""

    drive: Drive
    backlash: Scalar
