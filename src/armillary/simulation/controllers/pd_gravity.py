"""Proportional and derivative control with the weight of the robot held by a feed-forward.

    τ = K_p (q_d − q) + K_d (q̇_d − q̇) + g(q)                                              (1)
g is that of the controller's model at the joints. Of a robot with flexible links it is the load of the joints at the
present deflection, or, with a rigid model, that of the straight robot.
"""

from __future__ import annotations

from dataclasses import dataclass

from armillary.multibody import Model
from armillary.simulation.controllers.law import Law, quantity
from armillary.simulation.controllers.pd import PD, PDLaw
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array


@dataclass(frozen=True)
class PDGravity(PD):
    """Proportional and derivative control with gravity compensation, (1); arguments as for `PD`.

    Example:
        >>> import armillary as arm
        >>> PDGravity(kp=[100.0, 50.0], kd=20.0).law(arm.model(arm.library.get("khatib-rr"))).kp.tolist()
        [100.0, 50.0]
    """

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return PDGravityLaw(model, self)


class PDGravityLaw(PDLaw):
    """(1), bound to a model."""

    def command(self, signal: Signal) -> Array:
        """Return τ of (1)."""
        q, _ = self.joints.state(signal)
        return super().command(signal) + quantity(self.model, "gravity", q)[: self.joints.nv]
