"""Computed torque, and inverse dynamics of flexible arms as a feed-forward. [Craig2005, ch. 10]

Computed torque linearises the joint dynamics by feedback of the nominal model:

    a = q̈_d + K_d ė + K_p e,   e = q_d − q                                                  (1)
    τ = M(q) a + b(q, q̇)                                                                    (2)
With an exact model the error obeys ë + K_d ė + K_p e = 0. With flexible links, the elastic accelerations follow from
the elastic rows of the equations of motion, which have no effort:
    M_ee q̈_e = −(M_ej a + b_e),   τ_j = M_jj a + M_je q̈_e + b_j                             (3)
and the joints still follow exactly, while the links vibrate freely. [Bascetta2002]

Forward dynamics of short chains also needs M and b. If plant and controller have the same model, M and b are computed
once for both, and (2) costs n² products instead of a second recursion. Otherwise (2) is evaluated by a recursion.

Inverse dynamics computes the torque from the reference alone. [Bascetta2002] The joints of the nominal model follow the
reference exactly, and its links bend freely. With q = (q_d, q_e), q̇ = (q̇_d, q̇_e),
    M_ee q̈_e = −(M_ej q̈_d + b_e),   τ_d = M_jj q̈_d + M_je q̈_e + b_j                         (4)
    τ = τ_d + K_p (q_d − q) + K_d (q̇_d − q̇)                                                 (5)
q_e and q̇_e are states of the controller, which measures the robot only if it has gains. A plant that equals the model
and starts on the reference follows it exactly; deviations show the effect of model errors. With rigid links there are
no states, and τ_d is a feed-forward of the reference. Sampled with the period T, q_e is integrated by Euler's method,
in which modes of frequency ω with a damping ratio below ω T / 2 grow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.files.arguments import numbers
from armillary.files.quantity import Quantity
from armillary.formulations.ldl import solve_ldl
from armillary.multibody import Model
from armillary.multibody.coordinates import elastic_places, joint_count
from armillary.simulation.controllers.joints import times
from armillary.simulation.controllers.law import Law, Specification, quantity
from armillary.simulation.parameters import Gain, Limits, Row
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array

SHORT = 7
"""Largest number of coordinates for which forward dynamics uses M and b (`compiler.choose`)."""


@dataclass(frozen=True)
class ComputedTorque(Specification):
    """Computed torque, (1)–(3).

    Args:
        kp: Gain of the error, a number or one for each joint [1/s²].
        kd: Gain of its rate, a number or one for each joint [1/s]; kd² = 4 kp is critically damped.
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> ComputedTorque(kp=100.0, kd=20.0).law(arm.model(arm.library.get("panda"))).states
        0
    """

    kp: Annotated[Gain, Quantity("per time squared", least=0, says="gain of the error")]
    kd: Annotated[Gain, Quantity("per time", least=0, says="gain of its rate")]
    limits: Limits = None

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return ComputedTorqueLaw(model, self)


class ComputedTorqueLaw(Law):
    """(1)–(3), bound to a model."""

    def __init__(self, model: Model, spec: ComputedTorque) -> None:
        super().__init__(model, spec.limits)
        self.kp, self.kd = self.joints.gain("kp", spec.kp), self.joints.gain("kd", spec.kd)

    def command(self, signal: Signal) -> Array:
        """Return τ, (2) or (3)."""
        desired = self.joints.desired(signal.reference)
        e, ed = self.joints.error(signal), self.joints.error_rate(signal)
        a = desired.acceleration + times(self.kd, ed) + times(self.kp, e)  # (1)
        q, qd = self.joints.state(signal)
        if self.model.elastic or self.model.nv > SHORT or signal.plant is not self.model:
            return joint_efforts(self.model, q, qd, a)[0]
        tau: Array = quantity(self.model, "mass_matrix", q) @ a + quantity(self.model, "bias", q, qd)  # (2)
        return tau


def joint_efforts(model: Model, q: Array, qd: Array, a: Array) -> tuple[Array, Array]:
    """Return efforts (joints,) [N·m or N] for joint accelerations a, and the elastic accelerations (elastic,), (3)."""
    n = joint_count(model)
    if not model.elastic:
        return quantity(model, "inverse_dynamics", q, qd, a), np.zeros(0)  # (2)
    M, b = quantity(model, "mass_matrix", q), quantity(model, "bias", q, qd)
    elastic = solve_ldl(M[n:, n:], -(M[n:, :n] @ a + b[n:]), n)  # (3)
    return M[:n, :n] @ a + M[:n, n:] @ elastic + b[:n], elastic


@dataclass(frozen=True)
class InverseDynamics(Specification):
    """Torque of the reference by inverse dynamics, with or without feedback, (4) and (5).

    Args:
        kp: Gain of the joint error, a number or one for each joint [N·m/rad, N/m]; default 0.
        kd: Gain of its rate [N·m·s/rad, N·s/m]; default 0.
        bending: Initial elastic coordinates; default those of the robot (`anchored`), else zero.
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> InverseDynamics().law(arm.model(arm.library.get("flexrob"))).states
        8
    """

    kp: Annotated[Gain, Quantity("joint stiffness", least=0, says="gain of the error")] = 0.0
    kd: Annotated[Gain, Quantity("joint damping", least=0, says="gain of its rate")] = 0.0
    bending: Annotated[Row | None, Quantity(says="initial elastic coordinates")] = None
    limits: Limits = None

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the controller with the elastic coordinates of q as their initial values."""
        if self.bending is not None or not model.elastic:
            return self
        return replace(self, bending=np.asarray(q, dtype=float)[elastic_places(model)])

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return InverseDynamicsLaw(model, self)


class InverseDynamicsLaw(Law):
    """(4) and (5), bound to a model; its states are q_e and q̇_e."""

    def __init__(self, model: Model, spec: InverseDynamics) -> None:
        super().__init__(model, spec.limits)
        self.kp = self.joints.gain("kp", spec.kp)
        self.kd = self.joints.gain("kd", spec.kd)
        n = len(model.elastic)
        self.bending = np.zeros(n)
        if spec.bending is not None and n:
            self.bending = np.array(numbers("bending", spec.bending, n))

    @property
    def states(self) -> int:
        """Elastic coordinates and their rates."""
        return 2 * len(self.model.elastic)

    def start(self) -> Array:
        """Return the elastic coordinates at the start, at rest."""
        return np.concatenate([self.bending, np.zeros(len(self.bending))])

    def command(self, signal: Signal) -> Array:
        """Return τ, (5)."""
        tau = self._feed_forward(signal)[0]
        # Without feedback the law must not read the plant. Gains that are expressions may become non-zero.
        if all(gain.dtype != object and not np.any(gain) for gain in (self.kp, self.kd)):
            return tau
        return tau + times(self.kp, self.joints.error(signal)) + times(self.kd, self.joints.error_rate(signal))

    def rate(self, signal: Signal) -> Array:
        """Return q̇_e and q̈_e, (4)."""
        if not self.states:
            return np.zeros(0)
        return np.concatenate([np.asarray(signal.state)[self.states // 2 :], self._feed_forward(signal)[1]])

    def _feed_forward(self, signal: Signal) -> tuple[Array, Array]:
        """Return τ_d and q̈_e, (4)."""
        desired = self.joints.desired(signal.reference)
        n = self.states // 2
        state = np.asarray(signal.state)
        q = np.concatenate([desired.position, state[:n]])
        qd = np.concatenate([desired.velocity, state[n:]])
        return joint_efforts(self.model, q, qd, desired.acceleration)
