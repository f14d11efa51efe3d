"""Task space of a frame: Jacobian, errors and generalised inverses, in the directions that the robot can move.

A task selects rows of the velocity of a frame (`kinematics.task`). For a planar arm some rows, or combinations of rows,
vanish in every configuration; the columns of B, shape (m, s), span the other directions:
    J = Bᵀ J_rows,   ẍ = Bᵀ ẍ_rows, …                                                     (1)
B is computed at a few random configurations with a fixed seed, and consists of unit vectors where possible.
The error is x_d − x for positions, and for the orientation, with the columns s, n, a of R and R_d,
    e = ½ (s × s_d + n × n_d + a × a_d) = k sin θ                                        (2)
with axis k and angle θ of the remaining rotation. [Siciliano2009, 3.7.3]

Generalised inverses of J are inertia-weighted or Euclidean, and damped near singularities:
    J⁺ = W⁻¹ Jᵀ Λ,   Λ = (J W⁻¹ Jᵀ + λ² 1)⁻¹,   W = M or 1                                       (3)
Without damping J J⁺ = 1, and N = 1 − J⁺J projects onto motions that leave the task at rest. Λ is damped near a
singularity:
    δ = det A / (tr A / s)^s,   A = J W⁻¹ Jᵀ,   0 ≤ δ ≤ 1                                         (4)
    λ² = d² max(0, 1 − δ/δ_0)² tr A / s                                                          (5)
δ is 1 if all s directions are equally easy, and 0 at singularities. It is dimensionless, so that the same d and δ_0
suit any robot. λ and its first derivative are continuous. This is the variable damping of [Nakamura1986] with the
determinant in place of the manipulability. For constant damping, the projected rate of J⁺ is
    N J̇⁺ x = N W⁻¹ (J̇ᵀ Λ x − Ẇ J⁺ x)                                                            (6)
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError, SingularityError
from armillary.expr.expression import Expr
from armillary.expr.pointwise import maximum
from armillary.formulations.ldl import solve_ldl
from armillary.kinematics.jacobian import jacobian, jacobian_dot
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.kinematics.task import Task, required_rank, task_jacobian, task_rows
from armillary.multibody import Model
from armillary.multibody.coordinates import spans
from armillary.simulation.signals import DesiredMotion, TaskMotion
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Scalar

_NEGLIGIBLE = 1e-9
"""Relative size of rows and singular values that are rounding errors of zero."""
_SAMPLES = 5
"""Number of random configurations for B, of which almost every one already has the full rank."""


class TaskTracking(NamedTuple):
    """Position and velocity errors, desired velocity and acceleration, one for each row of the task."""

    e: Array
    ed: Array
    xd: Array
    xdd: Array


class TaskSpace:
    """A task of a frame of a rigid model."""

    def __init__(self, model: Model, frame: str, task: Task) -> None:
        if model.elastic:
            expected = "a model with rigid links for a controller in task space"
            hint = "give the scenario a rigid robot, and the flexible one as plant"
            raise ArgumentError("model", "a model with flexible links", expected, hint)
        self.model, self.frame, self.task = model, frame, task
        self.rows = task_rows(task)
        self.rank = required_rank(model, frame, task)
        self.basis = _basis(model, frame, task)

    @property
    def size(self) -> int:
        """Number of directions of the task."""
        return self.basis.shape[1]

    @property
    def redundant(self) -> bool:
        """Whether the joints can move while the task is at rest."""
        return self.rank < self.model.nv

    def reduced(self, rows: Array) -> Array:
        """Return rows of the frame, shape (m,) or (m, k), in the directions of the task, (1)."""
        selects_rows = np.all((self.basis == 0) | (self.basis == 1))  # then products would only add operations
        return rows[np.argmax(self.basis, axis=0)] if selects_rows else self.basis.T @ rows

    def jacobian(self, q: Array) -> Array:
        """Return J, shape (s, nv), (1)."""
        return self.reduced(jacobian(self.model, q, self.frame)[list(self.rows)])

    def jacobian_dot(self, q: Array, qd: Array) -> Array:
        """Return J̇, shape (s, nv)."""
        return self.reduced(jacobian_dot(self.model, q, qd, self.frame)[list(self.rows)])

    def desired(self, motion: DesiredMotion, q: Array, qd: Array) -> TaskTracking:
        """Return the errors, desired velocity and desired acceleration of the frame, for each row of the task."""
        R, p = frame_pose(self.model, body_poses(self.model, q), self.frame)
        v = (jacobian(self.model, q, self.frame) @ qd)[list(self.rows)]
        if isinstance(motion, TaskMotion):
            rotation_error = cross(R[:, 0], motion.rotation[:, 0])
            for k in range(1, 3):
                rotation_error = rotation_error + cross(R[:, k], motion.rotation[:, k])
            entries = list(self.rows)
            e = np.concatenate([0.5 * rotation_error, motion.position - p])[entries]  # (2)
        else:
            entries = self._entries(len(motion.position))
            e = motion.position[entries] - p[[row - 3 for row in self.rows]]
        xd, xdd = motion.velocity[entries], motion.acceleration[entries]
        return TaskTracking(e, xd - v, xd, xdd)

    def _entries(self, count: int) -> list[int]:
        """Return the entries of a motion of `count` coordinates, without orientation, for the rows of the task."""
        if min(self.rows) < 3:
            expected = "a motion with an orientation, such as Line(orientation=…)"
            raise ArgumentError("reference", "a motion without an orientation", expected)
        if count == 3:
            return [row - 3 for row in self.rows]
        if count != len(self.rows):
            raise ArgumentError("reference", f"a motion of {count} coordinates", "three coordinates of a frame")
        return list(range(count))


def _basis(model: Model, frame: str, task: Task) -> NDArray[np.float64]:
    """Return B, (1)."""
    rng = np.random.default_rng(20080)
    reach = spans(model)
    samples = [model.integrate(model.neutral, rng.uniform(-reach, reach)) for _ in range(_SAMPLES)]
    J = np.concatenate([np.asarray(task_jacobian(model, q, frame, task), dtype=float) for q in samples], axis=1)
    sizes = np.linalg.norm(J, axis=1)
    moving = sizes > _NEGLIGIBLE * sizes.max()
    U, sigma, _ = np.linalg.svd(J[moving], full_matrices=False)
    rank = int(np.sum(sigma > _NEGLIGIBLE * sigma[0]))
    # If the rows that move are independent, they are the directions as they stand.
    directions = np.eye(int(moving.sum())) if rank == moving.sum() else U[:, :rank]
    return np.eye(len(moving))[:, moving] @ directions


@contextlib.contextmanager
def regular() -> Iterator[None]:
    """Raise the error of a singular J W⁻¹ Jᵀ as an error of the task."""
    try:
        yield
    except SingularityError:
        raise SingularityError(
            "the frame is at a singular configuration, where the task has no generalised inverse; "
            "give the controller damping, or choose a path without singularities"
        ) from None


class GeneralisedInverse:
    """Generalised inverse J⁺ at one configuration, (3)–(5); W None is the identity."""

    def __init__(self, J: Array, W: Array | None, damping: Scalar = 0.0, threshold: Scalar = 1.0) -> None:
        self.J, self.W = J, W
        self._WinvJT = self.unweighted(J.T)  # W⁻¹ Jᵀ
        A = J @ self._WinvJT
        if isinstance(damping, Expr) or damping:
            A = A + damping**2 * _damping_factor(A, threshold) * np.eye(len(A))  # (5)
        self._A = A

    def unweighted(self, x: Array) -> Array:
        """Return W⁻¹ x."""
        return x if self.W is None else solve_ldl(self.W, x)

    def weigh(self, x: Array) -> Array:
        """Return Λ x."""
        with regular():
            return solve_ldl(self._A, x)

    def apply(self, x: Array) -> Array:
        """Return J⁺ x, shape (nv,)."""
        return self._WinvJT @ self.weigh(x)  # (3)

    def project(self, x: Array) -> Array:
        """Return N x = x − J⁺ J x, shape (nv,)."""
        return x - self.apply(self.J @ x)


def _damping_factor(A: Array, threshold: Scalar) -> Scalar:
    """Return λ² / d², (5)."""
    s = len(A)
    mean = np.trace(A) * (1 / s)
    deficit = 1 - determinant(A) / (mean**s * threshold)  # 1 − δ/δ_0, (4)
    if isinstance(deficit, Expr):
        deficit = maximum(deficit, 0.0)
    elif np.real(deficit) < 0:
        deficit = 0.0
    return deficit * deficit * mean


def determinant(A: Array) -> Scalar:
    """Return det A by the method of Faddeev and LeVerrier; the error is small relative to (tr A)^s."""
    n = len(A)
    B, c = np.eye(n), -np.trace(A)
    for k in range(2, n + 1):
        B = A @ B + c * np.eye(n)
        c = -np.trace(A @ B) / k
    return -c if n % 2 else c
