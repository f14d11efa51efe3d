"""Friction compensation: the friction of the nominal model, smoothed around zero velocity.

    τ = γ (b v + F(v) s),   s = tanh(v / w)                                                 (1)
b is viscous friction and F(v) s dry friction with s instead of the sign of v: Coulomb friction, the Stribeck curve, or
the steady state of bristles. Friction with a `smooth_velocity` uses it instead of w. v is the desired rate, which has
no noise and closes no loop, or the measured rate. Below w friction is compensated partially, which avoids chattering
and leaves a robot at rest alone. With measured rates, γ near 1 leaves little damping, and limit cycles if the true
friction is smaller than modelled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np

from armillary.files.quantity import Quantity
from armillary.formulations.passive import followed_positions, stribeck_rates
from armillary.multibody import Model
from armillary.simulation.controllers.joints import times
from armillary.simulation.controllers.law import Law, Specification
from armillary.simulation.drives.dry_friction import dry_friction, motion_direction
from armillary.simulation.parameters import Gain, Limits
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array, tanh


@dataclass(frozen=True)
class FrictionCompensation(Specification):
    """Effort that compensates the modelled friction, (1); add it to another controller by `Sum`.

    Args:
        rate: v, "reference" (default) or "measured".
        width: w [rad/s, m/s]; default 0.01.
        share: γ, the compensated fraction, a number or one for each joint; default 1.
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> law = arm.controllers.Sum(arm.controllers.ComputedTorque(100.0, 20.0), FrictionCompensation())
        >>> law.law(arm.model(arm.library.get("khatib-rr"))).states
        0
    """

    rate: Annotated[Literal["reference", "measured"], "rate at which the friction is computed"] = "reference"
    width: Annotated[float, Quantity("angular speed", above=0, says="rate below which it is partial")] = 0.01
    share: Annotated[Gain, Quantity(least=0, says="compensated fraction of the friction")] = 1.0
    limits: Limits = None

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return FrictionCompensationLaw(model, self)


class FrictionCompensationLaw(Law):
    """(1), bound to a model."""

    def __init__(self, model: Model, spec: FrictionCompensation) -> None:
        super().__init__(model, spec.limits)
        self.source, self.width = spec.rate, spec.width
        self.share = self.joints.gain("share", spec.share)

    def command(self, signal: Signal) -> Array:
        """Return τ, (1)."""
        model, n = self.model, self.joints.nv
        q, v = self.joints.state(signal)
        if self.source == "reference":
            desired = self.joints.desired(signal.reference)
            q = np.concatenate([desired.position, q[self.joints.nq :]])
            v = np.concatenate([desired.velocity, np.zeros(model.nv - n)])
        s = [tanh(rate / self.width) for rate in v]
        friction = model.viscous * v + dry_friction(model, q, v, s.__getitem__)
        for follower, x in followed_positions(model, q):
            k = follower.k
            friction[k] = friction[k] + follower.slope(x) ** 2 * follower.viscous * v[k]
        for law, rate, slope, _ in stribeck_rates(model, q, v):
            if law.bristled:
                # w is a rate of the joint, also for a rotor or a follower, which turns faster or the other way.
                direction = motion_direction(s.__getitem__, law.k, rate, slope)
                friction[law.k] = friction[law.k] + slope * law.effort(rate, direction)
        return times(self.share, friction[:n])
