"""PD control of the joints, with or without gravity compensation.

    τ = K_p e + K_d ė,   e = q_d − q                                                       (1)
    τ = K_p e + K_d ė + g(q)                                                               (2)
g is the gravity load of the nominal model. If that model has flexible links, it is the load of the joints at the
current deflection; a rigid model gives the load of the straight robot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from armillary.files.quantity import Quantity
from armillary.multibody import Model
from armillary.simulation.controllers.joints import times
from armillary.simulation.controllers.law import Law, Specification, quantity
from armillary.simulation.parameters import Gain, Limits
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array


@dataclass(frozen=True)
class PD(Specification):
    """Proportional and derivative control, (1).

    Args:
        kp: Gain of the error, a number or one for each joint [N·m/rad, N/m].
        kd: Gain of its rate, a number or one for each joint [N·m·s/rad, N·s/m].
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> law = PD(kp=100.0, kd=20.0).law(arm.model(arm.library.get("khatib-rr")))
        >>> law.states
        0
    """

    kp: Annotated[Gain, Quantity("joint stiffness", least=0, says="gain of the error")]
    kd: Annotated[Gain, Quantity("joint damping", least=0, says="gain of its rate")]
    limits: Limits = None

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return PDLaw(model, self)


class PDLaw(Law):
    """(1), bound to a model."""

    def __init__(self, model: Model, spec: PD) -> None:
        super().__init__(model, spec.limits)
        self.kp, self.kd = self.joints.gain("kp", spec.kp), self.joints.gain("kd", spec.kd)

    def command(self, signal: Signal) -> Array:
        """Return τ of (1)."""
        return times(self.kp, self.joints.error(signal)) + times(self.kd, self.joints.error_rate(signal))


@dataclass(frozen=True)
class PDGravity(PD):
    """Proportional and derivative control with gravity compensation, (2); arguments as for `PD`.

    Example:
        >>> import armillary as arm
        >>> PDGravity(kp=[100.0, 50.0], kd=20.0).law(arm.model(arm.library.get("khatib-rr"))).kp.tolist()
        [100.0, 50.0]
    """

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return PDGravityLaw(model, self)


class PDGravityLaw(PDLaw):
    """(2), bound to a model."""

    def command(self, signal: Signal) -> Array:
        """Return τ of (2)."""
        q, _ = self.joints.state(signal)
        return super().command(signal) + quantity(self.model, "gravity", q)[: self.joints.nv]
