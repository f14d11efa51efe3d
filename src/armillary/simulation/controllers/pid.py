"""Proportional, integral and derivative control; the integral is a state, and does not wind up behind a limit.

    τ = K_p e + K_i z + K_d ė,   e = q_d − q,   ż = e                                       (1)
Where the command is beyond a limit and the error would drive it further, the integral waits (clamping):
    ż = 0   if  (u > τ_max and e > 0)  or  (u < −τ_max and e < 0)                            (2)
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
class PID(Specification):
    """Proportional, integral and derivative control, (1) and (2).

    Args:
        kp: Gain of the error, a number or one for each joint [N·m/rad, N/m].
        ki: Gain of its integral [N·m/(rad·s), N/(m·s)].
        kd: Gain of its rate [N·m·s/rad, N·s/m].
        gravity: Whether the weight of the robot is held by a feed-forward.
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N].

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
    """(1) and (2), bound to a model; its states are z."""

    def __init__(self, model: Model, spec: PID) -> None:
        super().__init__(model, spec.limits)
        self.gravity = spec.gravity
        self.kp, self.ki, self.kd = (self.joints.gain(name, getattr(spec, name)) for name in ("kp", "ki", "kd"))

    @property
    def states(self) -> int:
        """One for each joint."""
        return self.joints.nv

    def command(self, signal: Signal) -> Array:
        """Return τ of (1)."""
        e, ed = self.joints.error(signal), self.joints.error_rate(signal)
        tau = times(self.kp, e) + times(self.ki, np.asarray(signal.state)) + times(self.kd, ed)
        if not self.gravity:
            return tau
        return tau + quantity(self.model, "gravity", self.joints.state(signal)[0])[: self.joints.nv]

    def rate(self, signal: Signal) -> Array:
        """Return ż, (1) and (2)."""
        rows = zip(self.joints.error(signal), self.command(signal), self.limits, strict=True)
        return np.array([unless_pushing(error, command, limit) for error, command, limit in rows])
