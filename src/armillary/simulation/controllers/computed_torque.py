"""Computed torque: the model cancels the dynamics, so that errors of the joints die out. [Craig2005, ch. 10]

    a = q̈_d + K_d ė + K_p e,   e = q_d − q                                                  (1)
    τ = M(q) a + b(q, q̇)                                                                    (2)
With the robot's own model the error obeys ë + K_d ė + K_p e = 0. Where the links bend, elastic accelerations follow
from their own rows, which have no effort:
    M_ee q̈_e = −(M_ej a + b_e),   τ_j = M_jj a + M_je q̈_e + b_j                             (3)
and the joints still move as wanted exactly, while the links vibrate as they will. [Bascetta2002]

Forward dynamics of short chains needs M and b as well. Where the robot is what the controller takes it for, they are
computed once for both, and (2) costs n² products instead of a recursion of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from armillary.formulations.ldl import solve_ldl
from armillary.multibody import Model
from armillary.simulation.controllers.joints import times
from armillary.simulation.controllers.law import Law, Limits, Specification, quantity
from armillary.simulation.references.parameters import Says
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array

SHORT = 7
"""Chains up to this many coordinates have forward dynamics by M and b (`compiler.choose`)."""


@dataclass(frozen=True)
class ComputedTorque(Specification):
    """Computed torque, (1)–(3).

    Args:
        kp: Gain of the error, a number or one for each joint [1/s²].
        kd: Gain of its rate, a number or one for each joint [1/s]; kd² = 4 kp is critically damped.
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N].

    Example:
        >>> import armillary as arm
        >>> ComputedTorque(kp=100.0, kd=20.0).law(arm.model(arm.library.get("panda"))).states
        0
    """

    kp: Annotated[ArrayLike, Says("gain of the error", "gain", "1/s²")]
    kd: Annotated[ArrayLike, Says("gain of its rate", "gain", "1/s")]
    limits: Annotated[Limits, Says("greatest efforts", "gain", "N·m")] = None

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return ComputedTorqueLaw(model, self)


class ComputedTorqueLaw(Law):
    """(1)–(3), bound to a model."""

    def __init__(self, model: Model, spec: ComputedTorque) -> None:
        super().__init__(model, spec.limits)
        self.kp, self.kd = self.joints.gain("kp", spec.kp), self.joints.gain("kd", spec.kd)

    def command(self, signal: Signal) -> Array:
        """Return τ of (2) or (3)."""
        wanted = self.joints.wanted(signal.reference)
        e, ed = self.joints.error(signal), self.joints.error_rate(signal)
        a = wanted.acceleration + times(self.kd, ed) + times(self.kp, e)  # (1)
        q, qd = self.joints.state(signal)
        if self.model.elastic or self.model.nv > SHORT:
            return joint_efforts(self.model, q, qd, a)[0]
        tau: Array = quantity(self.model, "mass_matrix", q) @ a + quantity(self.model, "bias", q, qd)  # (2)
        return tau


def joint_efforts(model: Model, q: Array, qd: Array, a: Array) -> tuple[Array, Array]:
    """Return the efforts that give the joints the accelerations a, and the elastic accelerations that go with them.

    Shapes (joints,) [N·m or N] and (elastic,), (3).
    """
    n = model.nv - len(model.elastic)
    if not model.elastic:
        return quantity(model, "inverse_dynamics", q, qd, a), np.zeros(0)  # (2)
    M, b = quantity(model, "mass_matrix", q), quantity(model, "bias", q, qd)
    bending = solve_ldl(M[n:, n:], -(M[n:, :n] @ a + b[n:]), n)  # (3)
    return M[:n, :n] @ a + M[:n, n:] @ bending + b[:n], bending
