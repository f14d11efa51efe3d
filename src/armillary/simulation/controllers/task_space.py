"""The task of a frame as a controller sees it: Jacobian, error, desired motion, in the directions that the robot has.

A task takes rows of the frame's velocity (`kinematics.task`). For a planar arm some rows, or combinations of rows,
vanish in every configuration; the columns of B, shape (m, s), span the other directions, and
    J = Bᵀ J_rows,   ẍ = Bᵀ ẍ_rows, …                                                     (1)
B is found at a few seeded random configurations, and takes rows as they are where it can.
The error is x_d − x for positions, and for the orientation, with the columns s, n, a of R and R_d,
    e = ½ (s × s_d + n × n_d + a × a_d) = k sin θ                                        (2)
k the axis and θ the angle of the remaining rotation. [Siciliano2009, 3.7.3]

Generalised inverses of J are inertia-weighted or Euclidean, and damped near singularities:
    J⁺ = W⁻¹ Jᵀ Λ,   Λ = (J W⁻¹ Jᵀ + λ² 1)⁻¹,   W = M or 1                                       (3)
Without damping J J⁺ = 1 and N = 1 − J⁺J projects on motions that the task does not see. Near a singularity Λ is damped,
    δ = det A / (tr A / s)^s,   A = J W⁻¹ Jᵀ,   0 ≤ δ ≤ 1                                         (4)
    λ² = d² max(0, 1 − δ/δ_0)² tr A / s                                                          (5)
δ is 1 where all s directions are equally easy and 0 at singularities; it has no unit, so that d and δ_0 suit any robot.
λ and its first derivative are continuous. With the determinant in place of a manipulability this is the variable
damping of [Nakamura1986]. The rate of J⁺ along N is, for constant damping,
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
_SAMPLES = 5


class Desired(NamedTuple):
    """Errors of place and velocity, desired velocity and acceleration, one for each row of the task."""

    e: Array
    ed: Array
    xd: Array
    xdd: Array


class TaskSpace:
    """A task of a frame of a model."""

    def __init__(self, model: Model, frame: str, task: Task) -> None:
        if model.elastic:
            found, hint = "a model with flexible links", "give the controller a model whose links are rigid"
            raise ArgumentError("model", found, "a model with rigid links for a controller in task space", hint)
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
        """Whether the joints can move without moving the task."""
        return self.rank < self.model.nv

    def reduced(self, rows: Array) -> Array:
        """Return rows of the frame, shape (m,) or (m, k), in the directions of the task, (1)."""
        unit = np.all((self.basis == 0) | (self.basis == 1))
        return rows[np.argmax(self.basis, axis=0)] if unit else self.basis.T @ rows

    def jacobian(self, q: Array) -> Array:
        """Return J, shape (s, nv), (1)."""
        return self.reduced(jacobian(self.model, q, self.frame)[list(self.rows)])

    def jacobian_dot(self, q: Array, qd: Array) -> Array:
        """Return J̇, shape (s, nv)."""
        return self.reduced(jacobian_dot(self.model, q, qd, self.frame)[list(self.rows)])

    def desired(self, motion: DesiredMotion, q: Array, qd: Array) -> Desired:
        """Return the errors of the frame and the desired velocity and acceleration, for each row of the task."""
        R, p = frame_pose(self.model, body_poses(self.model, q), self.frame)
        v = (jacobian(self.model, q, self.frame) @ qd)[list(self.rows)]
        if isinstance(motion, TaskMotion):
            turn = sum(
                (cross(R[:, k], motion.rotation[:, k]) for k in range(1, 3)), cross(R[:, 0], motion.rotation[:, 0])
            )
            places = list(self.rows)
            e = np.concatenate([0.5 * turn, motion.position - p])[places]  # (2)
        else:
            places = self._places(len(motion.position))
            e = motion.position[places] - p[[row - 3 for row in self.rows]]
        xd, xdd = motion.velocity[places], motion.acceleration[places]
        return Desired(e, xd - v, xd, xdd)

    def _places(self, given: int) -> list[int]:
        """Return which entries of a motion without orientation belong to the rows of the task."""
        if min(self.rows) < 3:
            expected = "a motion with an orientation, such as a Line with one"
            raise ArgumentError("reference", "a motion without an orientation", expected)
        if given == 3:
            return [row - 3 for row in self.rows]
        if given != len(self.rows):
            raise ArgumentError("reference", f"a motion of {given} coordinates", "three coordinates of a frame")
        return list(range(given))


def _basis(model: Model, frame: str, task: Task) -> NDArray[np.float64]:
    """Return B of (1)."""
    rng, reach = np.random.default_rng(20080), spans(model)
    samples = [model.integrate(model.neutral, rng.uniform(-reach, reach)) for _ in range(_SAMPLES)]
    J = np.concatenate([np.asarray(task_jacobian(model, q, frame, task), dtype=float) for q in samples], axis=1)
    sizes = np.linalg.norm(J, axis=1)
    kept = sizes > _NEGLIGIBLE * sizes.max()
    U, sigma, _ = np.linalg.svd(J[kept], full_matrices=False)
    count = int(np.sum(sigma > _NEGLIGIBLE * sigma[0]))
    own = np.eye(int(kept.sum())) if count == kept.sum() else U[:, :count]
    return np.eye(len(kept))[:, kept] @ own


@contextlib.contextmanager
def regular() -> Iterator[None]:
    """Turn the error of a singular J W⁻¹ Jᵀ into one that speaks of the task."""
    try:
        yield
    except SingularityError:
        raise SingularityError(
            "the frame is at a singular configuration, where the task has no generalised inverse; "
            "give the controller some damping, or keep away from there"
        ) from None


class GeneralisedInverse:
    """J⁺ at one configuration; W None is the identity."""

    def __init__(self, J: Array, W: Array | None, damping: Scalar = 0.0, threshold: Scalar = 1.0) -> None:
        self.J, self.W = J, W
        self._lifted = self.unweighted(J.T)  # W⁻¹ Jᵀ
        A = J @ self._lifted
        if isinstance(damping, Expr) or damping:
            A = A + damping**2 * _factor(A, threshold) * np.eye(len(A))  # (5)
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
        return self._lifted @ self.weigh(x)  # (3)

    def project(self, x: Array) -> Array:
        """Return N x = x − J⁺ J x, shape (nv,)."""
        return x - self.apply(self.J @ x)


def _factor(A: Array, threshold: Scalar) -> Scalar:
    """Return λ² / d² of (5)."""
    s = len(A)
    mean = np.trace(A) * (1 / s)
    left = 1 - determinant(A) / (mean**s * threshold)  # (4)
    if isinstance(left, Expr):
        left = maximum(left, 0.0)
    elif np.real(left) < 0:
        left = 0.0
    return left * left * mean


def determinant(A: Array) -> Scalar:
    """Return det A by traces of powers (Faddeev and LeVerrier), with an error that is small against (tr A)^s."""
    n = len(A)
    B, c = np.eye(n), -np.trace(A)
    for k in range(2, n + 1):
        B = A @ B + c * np.eye(n)
        c = -np.trace(A @ B) / k
    return -c if n % 2 else c
