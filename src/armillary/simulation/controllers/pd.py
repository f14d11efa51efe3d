"""Proportional, integral and derivative control of the joints, also with gravity compensation.

    τ = K_p e + K_d ė,   e = q_d − q                                                       (1)
    τ = K_p e + K_d ė + g(q)                                                               (2)
g is the gravity load of the controller's model. For a robot with flexible links it is the load of the joints at the
present deflection, or, with a rigid model, the load of the straight robot. With the integral of the error as a state,
    τ = K_p e + K_i z + K_d ė,   ż = e                                                     (3)
Where the command is beyond a limit and the error would drive it further, the integral waits (clamping):
    ż = 0   if  (u > τ_max and e > 0)  or  (u < −τ_max and e < 0)                           (4)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody import Model
from armillary.simulation.controllers.joints import times
from armillary.simulation.controllers.law import Law, Limits, Specification, quantity, unless_pushing
from armillary.simulation.references.parameters import Says
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

    kp: Annotated[ArrayLike, Says("gain of the error", "gain", "N·m/rad")]
    kd: Annotated[ArrayLike, Says("gain of its rate", "gain", "N·m·s/rad")]
    limits: Annotated[Limits, Says("greatest efforts", "gain", "N·m")] = None

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


@dataclass(frozen=True)
class PID(Specification):
    """Proportional, integral and derivative control, (3) and (4).

    Args:
        kp: Gain of the error, a number or one for each joint [N·m/rad, N/m].
        ki: Gain of its integral [N·m/(rad·s), N/(m·s)].
        kd: Gain of its rate [N·m·s/rad, N·s/m].
        gravity: Whether the weight of the robot is held by a feed-forward; default false.
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> PID(kp=100.0, ki=50.0, kd=20.0).law(arm.model(arm.library.get("khatib-rr"))).states
        2
    """

    kp: Annotated[ArrayLike, Says("gain of the error", "gain", "N·m/rad")]
    ki: Annotated[ArrayLike, Says("gain of its integral", "gain", "N·m/(rad·s)")]
    kd: Annotated[ArrayLike, Says("gain of its rate", "gain", "N·m·s/rad")]
    gravity: Annotated[bool, Says("whether the weight is held by a feed-forward", "flag")] = False
    limits: Annotated[Limits, Says("greatest efforts", "gain", "N·m")] = None

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return PIDLaw(model, self)


class PIDLaw(Law):
    """(3) and (4), bound to a model; its states are z."""

    def __init__(self, model: Model, spec: PID) -> None:
        super().__init__(model, spec.limits)
        self.gravity = spec.gravity
        self.kp, self.ki, self.kd = (self.joints.gain(name, getattr(spec, name)) for name in ("kp", "ki", "kd"))

    @property
    def states(self) -> int:
        """One for each joint."""
        return self.joints.nv

    def command(self, signal: Signal) -> Array:
        """Return τ of (3)."""
        e, ed = self.joints.error(signal), self.joints.error_rate(signal)
        tau = times(self.kp, e) + times(self.ki, np.asarray(signal.state)) + times(self.kd, ed)
        if not self.gravity:
            return tau
        return tau + quantity(self.model, "gravity", self.joints.state(signal)[0])[: self.joints.nv]

    def rate(self, signal: Signal) -> Array:
        """Return ż, (3) and (4)."""
        rows = zip(self.joints.error(signal), self.command(signal), self.limits, strict=True)
        return np.array([unless_pushing(error, command, limit) for error, command, limit in rows])
