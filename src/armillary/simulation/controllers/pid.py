"""Proportional, integral and derivative control with anti-windup and a filtered derivative.

    τ = K_p e + I + K_d d,   İ = K_i e                                                     (1)
e is the position error of the joints or, in a stage of a `Cascade`, the error of its variable; g(q) may be added. d is
the error of the measured rates or, with a filter of time constant T_f, the filtered derivative of e:
    d = ė,   or   d = (e − f) / T_f,   ḟ = d,   that is d = s / (1 + T_f s) e              (2)
Where the command u exceeds a limit and the error would drive it further, integration stops (clamping):
    İ = 0   if  (u > τ_max and e > 0)  or  (u < −τ_max and e < 0)                          (3)
With a tracking time T_t it follows the limited command instead (back-calculation):
    İ = K_i e + (τ − u) / T_t,   τ = u within its limits                                   (4)
Sampled with the period T, the integral is Euler's and the derivative a backward difference:
    I_{k+1} = I_k + T İ_k                                                                  (5)
    d_k = (e_k − f_k) / (T_f + T),   f_{k+1} = f_k + T d_k                                 (6)
(6) is d_k = (T_f d_{k−1} + e_k − e_{k−1}) / (T_f + T). I and f start at zero. [Astrom1997, sec. 8.5]
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from armillary.expr.expression import Expr
from armillary.expr.pointwise import less, where
from armillary.files.quantity import Quantity
from armillary.multibody import Model
from armillary.simulation.controllers.joints import times
from armillary.simulation.controllers.law import Law, Specification, quantity
from armillary.simulation.parameters import Gain, Limits
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array, Scalar


@dataclass(frozen=True)
class PID(Specification):
    """Proportional, integral and derivative control, (1) to (6).

    Args:
        kp: Gain of the error, a number or one for each joint [N·m/rad, N/m].
        ki: Gain of its integral [N·m/(rad·s), N/(m·s)]; default 0.
        kd: Gain of its rate [N·m·s/rad, N·s/m]; default 0.
        gravity: Whether gravity is compensated, by g(q) of the nominal model; default false.
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.
        derivative_time: Time constant T_f of the filtered derivative [s]; default: no filter, the rate is measured.
        tracking_time: Time constant T_t of back-calculation [s]; default: clamping, (3).
        period: Control period [s]; default that of the controller around it, or of the scenario.
        offset: First instant [s]; default 0.

    Example:
        >>> import armillary as arm
        >>> PID(kp=100.0, ki=50.0, kd=20.0).law(arm.model(arm.library.get("khatib-rr"))).states
        2
    """

    kp: Annotated[Gain, Quantity("joint stiffness", least=0, says="gain of the error")]
    ki: Annotated[Gain, Quantity("joint integral stiffness", least=0, says="gain of its integral")] = 0.0
    kd: Annotated[Gain, Quantity("joint damping", least=0, says="gain of its rate")] = 0.0
    gravity: Annotated[bool, "whether gravity is compensated"] = False
    limits: Limits = None
    derivative_time: Annotated[float | None, Quantity("time", above=0, says="time constant of the filter of kd")] = None
    tracking_time: Annotated[float | None, Quantity("time", above=0, says="time constant of back-calculation")] = None

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return PIDLaw(model, self)


class PIDLaw(Law):
    """(1) to (6), bound to a model; its states are I and, with a filter, f."""

    def __init__(self, model: Model, spec: PID) -> None:
        super().__init__(model, spec.limits)
        self.gravity = spec.gravity
        self.kp = self.joints.gain("kp", spec.kp)
        self.ki = self.joints.gain("ki", spec.ki)
        self.kd = self.joints.gain("kd", spec.kd)
        self.derivative_time, self.tracking_time = spec.derivative_time, spec.tracking_time

    @property
    def states(self) -> int:
        """One for each joint, two with a filter."""
        return self.joints.nv * (1 if self.derivative_time is None else 2)

    @property
    def state_names(self) -> tuple[str, ...]:
        """Names of I and of f, the filtered error."""
        kinds = ("integral",) if self.derivative_time is None else ("integral", "filtered_error")
        return tuple(f"{kind}[{k}]" for kind in kinds for k in range(self.joints.nv))

    @property
    def free_states(self) -> tuple[bool, ...]:
        """Which states an equilibrium may set; an integral with zero gain would be an arbitrary constant effort."""
        has_gain = [bool(np.any(row)) for row in self.ki]
        return (*has_gain, *(True,) * (self.states - len(has_gain)))

    def command(self, signal: Signal) -> Array:
        """Return τ of (1)."""
        tau = times(self.kp, self.joints.error(signal)) + np.asarray(signal.state)[: self.joints.nv]
        if any(isinstance(gain, Expr) or gain for gain in self.kd.flat):
            tau = tau + times(self.kd, self._derivative(signal))
        if not self.gravity:
            return tau
        return tau + quantity(self.model, "gravity", self.joints.state(signal)[0])[: self.joints.nv]

    def rate(self, signal: Signal) -> Array:
        """Return İ, (3) or (4), and ḟ, (2) or (6); a sampled law takes Euler steps with these rates, (5) and (6)."""
        error, command = self.joints.error(signal), self.command(signal)
        if self.tracking_time is None:
            clamped = [_clamped(*joint) for joint in zip(error, command, self.limits, strict=True)]
            integral_rate = times(self.ki, np.array(clamped))  # (3)
        else:
            integral_rate = times(self.ki, error) + (self.clipped(command) - command) / self.tracking_time  # (4)
        if self.derivative_time is None:
            return integral_rate
        return np.concatenate([integral_rate, self._derivative(signal)])

    def _derivative(self, signal: Signal) -> Array:
        """Return d, (2) or (6)."""
        if self.derivative_time is None:
            return self.joints.error_rate(signal)
        filtered = np.asarray(signal.state)[self.joints.nv :]
        return (self.joints.error(signal) - filtered) / (self.derivative_time + (signal.period or 0.0))


def _clamped(error: Scalar, command: Scalar, limit: float) -> Scalar:
    """Return the error to integrate: zero where the command is beyond ± limit and the error drives it further, (3)."""
    if limit == math.inf:
        return error
    if isinstance(error, Expr) or isinstance(command, Expr):
        above = less(limit, command) * less(0.0, error)
        below = less(command, -limit) * less(error, 0.0)
        return where(above + below, 0.0, error)
    above = np.real(command) > limit and np.real(error) > 0
    below = np.real(command) < -limit and np.real(error) < 0
    return 0.0 * error if above or below else error
