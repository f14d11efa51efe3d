"""Redundancy at the velocity level, and the best configuration of a self-motion. [Popescu2008, eq. 14]

Joint rates for a task velocity ẋ_d, with the joint rates Φ projected onto the null space of the task:
    q̇ = J⁺ ẋ_d + k (I − J⁺ J) Φ                                        (1)
The paper prints I − J + J. If Φ is the gradient of an index, k > 0 increases the index: +∇w maximises the
manipulability, −∇κ and −∇p lower the condition number and the gravity norm.

For ẋ_d = 0, (1) is a gradient flow on the self-motion, the set of configurations with the same task coordinates.
Newton's method finds its limit faster. The columns of N span the null space of J; the reduced gradient and its
derivative along them are
    γ = Nᵀ ∇f,   H = ∂/∂z Nᵀ (I − J⁺ J) ∇f   at q(z)                    (2)
where q(z) is the point of the self-motion that is reached by a step N z, followed by repeated corrections
    δq = J⁺ (x − x(q))                                                  (3)
H differs from the second derivative of f in z by terms that vanish with z. A step increases f along every eigenvector e
of H, for any sign of its curvature λ:
    z = Σ e (e · γ) / |λ|                                               (4)
and is halved until f increases. The iteration ends with a step shorter than the tolerance. If a curvature is positive
there, the point is a saddle, and the iteration continues along that eigenvector.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError, SingularityError
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.kinematics.task import Singular, Task, singular_values, task_rank, task_rows
from armillary.multibody import Model
from armillary.spatial.rotation import quaternion_log, to_quaternion
from armillary.spatial.scalar import Floats

_LONGEST_STEP = 0.3  # [rad or m]; a longer step leaves the neighbourhood of the tangent
_DIFFERENCE = 1e-5  # rad or m; balances truncation and rounding of a central difference
_ITERATIONS = 200

Value = Callable[[Floats], float]
Gradient = Callable[[Floats], ArrayLike]


def resolve_velocity(
    model: Model,
    q: ArrayLike,
    xd_dot: ArrayLike,
    phi: ArrayLike | None = None,
    k: float = 1.0,
    frame: str = "tip",
    task: Task = "position",
) -> Floats:
    """Return the joint rates (1), shape (nv,).

    Args:
        model: The robot's model.
        q: Configuration, shape (nq,).
        xd_dot: Desired task velocity, one number per row of the task [rad/s, m/s]. Components that the robot has in no
            configuration, for example out of its plane, are dropped (least squares).
        phi: Joint rates to project onto the null space, shape (nv,); default none.
        k: Gain of the null-space motion; default 1.
        frame: Name of the frame; default "tip".
        task: As for `manipulability`.
    """
    rows, desired = task_rows(task), np.asarray(xd_dot, dtype=float)
    if desired.shape != (len(rows),):
        raise ArgumentError("xd_dot", f"shape {desired.shape}", f"shape {(len(rows),)}, one rate per row of the task")
    at_q = _regular(model, q, frame, task)
    rates = at_q.pseudo_inverse @ desired
    if phi is not None:
        rates = rates + k * _project(at_q, np.asarray(phi, dtype=float))
    return rates  # (1)


def maximise_in_null_space(
    model: Model,
    q: ArrayLike,
    value: Value,
    gradient: Gradient,
    frame: str = "tip",
    task: Task = "position",
    tolerance: float = 1e-9,
) -> Floats:
    """Return the configuration, reached by self-motion from q, at which an index has a local maximum.

    The task coordinates are those of q. A robot without redundancy stays at q. To minimise an index, change the signs
    of the index and its gradient.

    Args:
        model: The robot's model.
        q: Initial configuration, shape (nq,).
        value: Index as a function of the configuration.
        gradient: Function that returns its derivatives along the velocity directions, shape (nv,).
        frame: Name of the frame whose task coordinates are kept; default "tip".
        task: As for `manipulability`.
        tolerance: Length of the last step [rad, m]; default 1e-9.

    Example:
        >>> from armillary.description.planar import planar
        >>> from armillary.kinematics.indices import manipulability, manipulability_gradient
        >>> from armillary.multibody.build import model as model_of
        >>> model = model_of(planar([1, 1, 1], [1, 1, 1], coms=[0.5, 0.5, 0.5], inertias=[0, 0, 0]))
        >>> best = maximise_in_null_space(model, [0.2, 0.9, 0.4],
        ...     lambda q: manipulability(model, q), lambda q: manipulability_gradient(model, q))
        >>> bool(manipulability(model, best) > manipulability(model, [0.2, 0.9, 0.4]))
        True
    """
    start = np.array(q, dtype=float)
    motion = _SelfMotion(model, start, frame, task)
    now, f = start, value(start)
    for _ in range(_ITERATIONS):
        z = motion.newton_step(now, gradient)
        if float(np.linalg.norm(z)) <= tolerance:
            return now
        better = motion.climb(now, z, float(np.asarray(gradient(now)) @ z), f, value)
        if better is None:
            break
        now, f = better, value(better)
    raise SingularityError(
        f"no local maximum was found by self-motion from {start}: the index grows without bound, has a kink "
        "or meets a singular configuration; try another start or another index"
    )


class _SelfMotion:
    """Configurations with the same task coordinates as `start`."""

    def __init__(self, model: Model, start: Floats, frame: str, task: Task) -> None:
        self.model, self.frame, self.task, self.rows = model, frame, task, list(task_rows(task))
        self.R, self.p = self.place(start)
        angular = tuple(row for row in self.rows if row < 3)
        if angular and task_rank(model, frame, angular, elastic=True) < task_rank(
            model, frame, "orientation", elastic=True
        ):
            why = "a part of an angular velocity is not the rate of any coordinate"
            raise ArgumentError("task", f"rows {tuple(self.rows)}", "all of rows 0, 1, 2 or none of them", why)

    def place(self, q: Floats) -> tuple[Floats, Floats]:
        R, p = frame_pose(self.model, body_poses(self.model, q), self.frame)
        return np.asarray(R, dtype=float), np.asarray(p, dtype=float)

    def error(self, q: Floats) -> Floats:
        """Return the rotation vector and displacement to the pose at the start, shape (m,)."""
        R, p = self.place(q)
        return np.concatenate([quaternion_log(to_quaternion(self.R @ R.T)), self.p - p])[self.rows]

    def back(self, q: Floats) -> Floats | None:
        """Return the nearby configuration on the self-motion, (3); None if the correction fails."""
        error = self.error(q)
        for _ in range(_ITERATIONS):
            at_q = singular_values(self.model, q, self.frame, self.task, elastic=True)
            if at_q.at_singularity:
                return None
            moved = self.model.integrate(q, at_q.pseudo_inverse @ error)
            left = self.error(moved)
            if np.linalg.norm(left) >= np.linalg.norm(error) / 2:
                # The error is no longer halved: it is rounding, or the correction has failed.
                return q if np.linalg.norm(error) <= 1e-12 * (1 + np.linalg.norm(self.p)) else None
            q, error = moved, left
        return q

    def reduced_gradient(self, q: Floats, N: Floats, gradient: Gradient) -> Floats:
        back = self.back(q)
        if back is None:
            raise SingularityError(f"the self-motion meets a singular configuration near {q}; try another start")
        full = np.asarray(gradient(back), dtype=float)
        return N.T @ _project(_regular(self.model, back, self.frame, self.task), full)

    def newton_step(self, q: Floats, gradient: Gradient) -> Floats:
        """Return N z of (4), shape (nv,)."""
        V = _regular(self.model, q, self.frame, self.task).V
        N = np.linalg.svd(V)[0][:, V.shape[1] :]
        full = np.asarray(gradient(q), dtype=float)
        slope = float(np.linalg.norm(full))
        if not N.shape[1]:
            return np.zeros(self.model.nv)
        ahead, behind = (
            np.array([self.reduced_gradient(self.model.integrate(q, step * n), N, gradient) for n in N.T])
            for step in (_DIFFERENCE, -_DIFFERENCE)
        )
        H = (ahead - behind) / (2 * _DIFFERENCE)  # (2)
        curvature, e = np.linalg.eigh((H + H.T) / 2)
        floor = max(1e-6 * float(np.abs(curvature).max()), 1e-8 * slope)
        if not floor:
            return np.zeros(self.model.nv)
        along = e.T @ (N.T @ full)
        along[np.abs(along) <= 1e-13 * slope] = 0.0  # rounding, not a slope
        z = along / np.maximum(np.abs(curvature), floor)  # (4)
        if curvature[-1] > floor and np.linalg.norm(z) < _DIFFERENCE:
            z[-1] = _LONGEST_STEP / 3  # a saddle
        # Each direction is limited separately, so that a flat direction does not shorten the others.
        return N @ (e @ np.clip(z, -_LONGEST_STEP, _LONGEST_STEP))

    def climb(self, q: Floats, z: Floats, slope: float, f: float, value: Value) -> Floats | None:
        """Return the first of q + z, q + z/2, …, corrected by (3), with a larger index; None if no trial has one."""
        rounding = 8 * np.finfo(float).eps * abs(f)
        for share in 0.5 ** np.arange(40):
            trial = self.back(self.model.integrate(q, share * z))
            if trial is not None and value(trial) >= f + 1e-4 * share * slope - rounding:
                return trial
        return None


def _regular(model: Model, q: ArrayLike, frame: str, task: Task) -> Singular:
    at_q = singular_values(model, q, frame, task, elastic=True)
    if at_q.at_singularity:
        raise SingularityError(
            f"frame {frame!r} ({task}) is at a singular configuration, {np.asarray(q)}: "
            "the pseudo-inverse has no finite value; move away from it or choose a smaller task"
        )
    return at_q


def _project(at_q: Singular, phi: Floats) -> Floats:
    """Return (I − J⁺ J) Φ, where J⁺ J = V Vᵀ."""
    return phi - at_q.V @ (at_q.V.T @ phi)
