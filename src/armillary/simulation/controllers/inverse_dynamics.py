"""Inverse dynamics: the torque that makes the joints follow a reference, computed ahead of the robot. [Bascetta2002]

The controller's model is moved along the reference; its links bend as they will. With q = (q_d, q_e), q̇ = (q̇_d, q̇_e),
    M_ee q̈_e = −(M_ej q̈_d + b_e),   τ_d = M_jj q̈_d + M_je q̈_e + b_j                         (1)
    τ = τ_d + K_p (q_d − q) + K_d (q̇_d − q̇)                                                 (2)
q_e and q̇_e are states of the controller, which does not look at the robot unless it has gains. A robot that equals the
model and starts where the reference does follows it exactly; one that differs shows what the difference does.
With rigid links there are no states, and τ_d is the feed-forward of the reference.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody import Model
from armillary.simulation.controllers.computed_torque import joint_efforts
from armillary.simulation.controllers.joints import times
from armillary.simulation.controllers.law import Law, Limits, Specification
from armillary.simulation.references.parameters import Says, numbers
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array


@dataclass(frozen=True)
class InverseDynamics(Specification):
    """The torque of a motion, computed ahead, with or without feedback, (1) and (2).

    Args:
        kp: Gain of the error of the joints, a number or one for each [N·m/rad, N/m].
        kd: Gain of its rate [N·m·s/rad, N·s/m].
        bending: The elastic coordinates at the beginning; zero unless given or `anchored`.
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N].

    Example:
        >>> import armillary as arm
        >>> InverseDynamics().law(arm.model(arm.library.get("flexrob"))).states
        8
    """

    kp: Annotated[ArrayLike, Says("gain of the error", "gain", "N·m/rad")] = 0.0
    kd: Annotated[ArrayLike, Says("gain of its rate", "gain", "N·m·s/rad")] = 0.0
    bending: Annotated[ArrayLike | None, Says("elastic coordinates at the beginning")] = None
    limits: Annotated[Limits, Says("greatest efforts", "gain", "N·m")] = None

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the same controller, whose links are bent as those of the robot at q."""
        if self.bending is not None or not model.elastic:
            return self
        return replace(self, bending=np.asarray(q, dtype=float)[-len(model.elastic) :])

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return InverseDynamicsLaw(model, self)


class InverseDynamicsLaw(Law):
    """(1) and (2), bound to a model; its states are q_e and q̇_e."""

    def __init__(self, model: Model, spec: InverseDynamics) -> None:
        super().__init__(model, spec.limits)
        self.kp, self.kd = self.joints.gain("kp", spec.kp), self.joints.gain("kd", spec.kd)
        n = len(model.elastic)
        self.bending = np.zeros(n)
        if spec.bending is not None and n:
            self.bending = np.array(numbers("bending", spec.bending, n))

    @property
    def states(self) -> int:
        """Elastic coordinates and their rates."""
        return 2 * len(self.model.elastic)

    def start(self) -> Array:
        """Return the links as they are bent at the beginning, at rest."""
        return np.concatenate([self.bending, np.zeros(len(self.bending))])

    def command(self, signal: Signal) -> Array:
        """Return τ of (2)."""
        tau = self._ahead(signal)[0]
        if all(gain.dtype != object and not np.any(gain) for gain in (self.kp, self.kd)):  # gains may be expressions
            return tau
        return tau + times(self.kp, self.joints.error(signal)) + times(self.kd, self.joints.error_rate(signal))

    def rate(self, signal: Signal) -> Array:
        """Return q̇_e and q̈_e, (1)."""
        if not self.states:
            return np.zeros(0)
        return np.concatenate([np.asarray(signal.state)[self.states // 2 :], self._ahead(signal)[1]])

    def _ahead(self, signal: Signal) -> tuple[Array, Array]:
        wanted, n = self.joints.wanted(signal.reference), self.states // 2
        state = np.asarray(signal.state)
        q = np.concatenate([wanted.position, state[:n]])
        qd = np.concatenate([wanted.velocity, state[n:]])
        return joint_efforts(self.model, q, qd, wanted.acceleration)
