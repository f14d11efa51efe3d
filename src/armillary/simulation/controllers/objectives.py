"""Secondary objectives of redundant robots: joint rates φ for the null space. [Popescu2008, eqs. 14–24]

    manipulability    φ =  k ∇w,   w = √det J Jᵀ,   D_j w = w tr((J Jᵀ)⁻¹ (D_j J) Jᵀ)              (1)
    condition number  φ = −k ∇κ,   κ = σ_1 / σ_r                                                  (2)
    gravity torque    φ = −k ∇p,   p = gᵀ W g                                                     (3)
    joint limits      φ_j = −k (q_j − m_j) / h_j²,   m_j middle and h_j half of its range         (4)
    posture           φ =  k (q_0 − q)                                                            (5)
For a task of two directions, (2) uses σ_{1,2}² = (a_11 + a_22 ± s)/2 with s² = (a_11 − a_22)² + 4 a_12², a = J Jᵀ; the
kink at s = 0 is rounded within 1e-9. With more directions it needs singular values, which are not expressions, so that
the controller is not compiled.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated, Protocol

import numpy as np

from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.files.arguments import numbers
from armillary.files.quantity import Quantity
from armillary.formulations.gravity_norm import gravity_norm_gradient
from armillary.formulations.ldl import factor_ldl, solve_ldl
from armillary.kinematics.indices import condition_number_gradient
from armillary.kinematics.jacobian import jacobian_derivatives
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_coordinates
from armillary.simulation.controllers.joints import Joints
from armillary.simulation.controllers.law import NotTraceableError
from armillary.simulation.controllers.task_space import TaskSpace, regular
from armillary.simulation.parameters import Checked, Gain, Row
from armillary.spatial.scalar import Array, sqrt

ObjectiveGain = Annotated[float, Quantity(says="gain")]

_ROUNDED = 1e-9
"""Size of s, relative to a_11 + a_22, below which the condition number is smoothed."""


class Objective(Protocol):
    """A secondary objective: joint rates that improve a criterion."""

    def rates(self, space: TaskSpace, q: Array, J: Array) -> Array:
        """Return φ, shape (nv,) [rad/s, m/s], for a task with the Jacobian J, shape (s, nv), at q."""

    def check(self, model: Model) -> None:
        """Raise an `ArgumentError` if the objective does not suit a robot."""


def _derivatives(space: TaskSpace, q: Array) -> Array:
    """Return D_j J_k in the directions of the task, shape (s, nv, nv)."""
    D = jacobian_derivatives(space.model, q, space.frame)[list(space.rows)]
    n = space.model.nv
    return space.reduced(D.reshape(len(space.rows), n * n)).reshape(space.size, n, n)


@dataclass(frozen=True)
class Manipulability(Checked):
    """Increase the manipulability of the task, (1)."""

    gain: ObjectiveGain = 1.0

    def check(self, model: Model) -> None:
        """Accept every robot."""

    def rates(self, space: TaskSpace, q: Array, J: Array) -> Array:
        """Return φ, (1)."""
        A = J @ J.T
        with regular():
            w, X = sqrt(np.prod(factor_ldl(A)[1])), solve_ldl(A, J)
        D = _derivatives(space, q).reshape(-1, space.model.nv)
        return self.gain * w * (X.ravel() @ D)


@dataclass(frozen=True)
class ConditionNumber(Checked):
    """Reduce the condition number of the task, (2)."""

    gain: ObjectiveGain = 1.0

    def check(self, model: Model) -> None:
        """Accept every robot."""

    def rates(self, space: TaskSpace, q: Array, J: Array) -> Array:
        """Return φ, (2)."""
        if space.size == 1:
            return np.zeros(space.model.nv)
        if space.size > 2:
            if any(isinstance(value, Expr) for value in q):
                raise NotTraceableError(f"the condition number of {space.size} directions needs singular values")
            return -self.gain * condition_number_gradient(space.model, q, space.frame, space.task)
        A, D = J @ J.T, _derivatives(space, q)
        half = np.array([[D[i].T @ J[k] for k in range(2)] for i in range(2)])  # (2, 2, nv)
        d = half + half.transpose(1, 0, 2)
        total, d_total = A[0, 0] + A[1, 1], d[0, 0] + d[1, 1]
        difference, d_difference = A[0, 0] - A[1, 1], d[0, 0] - d[1, 1]
        s = sqrt(difference * difference + 4 * A[0, 1] * A[0, 1] + (_ROUNDED * total) * (_ROUNDED * total))
        d_s = (difference * d_difference + 4 * A[0, 1] * d[0, 1]) / s
        smallest = total - s  # 2 σ_2²
        d_square = (smallest * (d_total + d_s) - (total + s) * (d_total - d_s)) / (smallest * smallest)  # of κ²
        return -self.gain * d_square / (2 * sqrt((total + s) / smallest))


@dataclass(frozen=True)
class GravityTorque(Checked):
    """Reduce the weighted norm of the gravity torques, (3); `weights` has one number per joint, default 1."""

    gain: ObjectiveGain = 1.0
    weights: Annotated[Gain, Quantity(says="weight of each joint")] = 1.0

    def check(self, model: Model) -> None:
        """Check the number of weights."""
        numbers("weights", self.weights, model.nv)

    def rates(self, space: TaskSpace, q: Array, J: Array) -> Array:
        """Return φ, (3)."""
        W = np.diag(numbers("weights", self.weights, space.model.nv))
        return -self.gain * gravity_norm_gradient(space.model, q, W)


@dataclass(frozen=True)
class JointLimits(Checked):
    """Keep joints near the middle of their range, (4); joints without two limits are ignored. [Liegeois1977]"""

    gain: ObjectiveGain = 1.0

    def check(self, model: Model) -> None:
        """Check that a joint has limits."""
        if not np.any(self._ranges(model)[1]):
            found = f"{model.robot.name!r}, none of whose joints has two limits"
            raise ArgumentError("objectives", found, "joints with limits", "or use the objective posture")

    def _ranges(self, model: Model) -> tuple[Array, Array]:
        """Return m and 1/h² of each velocity coordinate."""
        middle, weight = np.zeros(model.nv), np.zeros(model.nv)
        for coordinate in joint_coordinates(model):
            limits = coordinate.limits
            if coordinate.q is not None and math.isfinite(limits.upper - limits.lower):
                middle[coordinate.v] = (limits.lower + limits.upper) / 2
                weight[coordinate.v] = (2 / (limits.upper - limits.lower)) ** 2
        return middle, weight

    def rates(self, space: TaskSpace, q: Array, J: Array) -> Array:
        """Return φ, (4)."""
        model = space.model
        middle, weight = self._ranges(model)
        phi: list[object] = [0.0] * model.nv
        for place, k in zip(*model.plain, strict=True):
            if weight[k]:
                phi[k] = self.gain * weight[k] * (middle[k] - q[place])
        return np.array(phi)


@dataclass(frozen=True)
class Posture(Checked):
    """Attract the joints to a posture, (5)."""

    position: Annotated[Row, Quantity("joint position", says="the posture")]
    gain: ObjectiveGain = 1.0

    def check(self, model: Model) -> None:
        """Check the size of the posture."""
        numbers("position", self.position, Joints(model).nq)

    def rates(self, space: TaskSpace, q: Array, J: Array) -> Array:
        """Return φ, (5)."""
        return self.gain * Joints(space.model).difference(np.asarray(self.position, dtype=float), q)


OBJECTIVES: dict[str, type] = {
    "manipulability": Manipulability,
    "condition_number": ConditionNumber,
    "gravity_torque": GravityTorque,
    "joint_limits": JointLimits,
    "posture": Posture,
}
"""Objectives by name; `references.parameters` lists the parameters of each."""
