"""Configurations that bring a frame to its targets: damped least squares within the joint limits, many targets at once.

e is the pose error of the frame: the rotation vector [rad] from the frame to its target, then the distance over a
length L, world axes, restricted to the rows of the task. J is its Jacobian with respect to coordinates scaled by the
joint ranges, (1) of `motion.ranges`. One step is
    δu = Jᵀ (J Jᵀ + λ I)⁻¹ e,   λ = (μ |e|² + ε) tr(J Jᵀ) / m                                (1)
The damping λ keeps steps finite at singular configurations [Nakamura1986]; in proportion to |e|² it vanishes near a
solution, so that convergence is fast even where the target is singular or out of reach [Sugihara2011]. μ falls after
a step that lowers |e| and rises after one that does not, which is discarded [Levenberg1944, Marquardt1963].
A coordinate at a limit that (1) would push beyond is left out of J for that step. The result is a local minimum of
|e|: for a target out of reach, the nearest pose downhill from the start.

If only part of the rotation vector is the task, J needs the derivative of that vector. For a rotation φ of the frame,
    δe = −D φ,   D = 1 + ½ e~ + (1/θ² − (1 + cos θ) / (2 θ sin θ)) e~e~,   θ = |e|             (2)
For the whole vector Dᵀ e = e, so that the gradient of |e|² needs no D.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.compiled import Compiled
from armillary.kinematics.task import TASKS
from armillary.motion.ranges import Ranges
from armillary.spatial.scalar import Floats

LONGEST = 0.15  # longest step of a joint, as a fraction of its range
ITERATIONS = 100  # limit on the number of iterations
DAMPING, LEAST, HOPELESS = 1e-2, 1e-12, 1e12  # initial μ, ε, and the μ at which the search gives up


class Solved(NamedTuple):
    """Configurations (N, nq), remaining error |e| of each (N,), and number of iterations (N,)."""

    q: Floats
    left: Floats
    iterations: NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Solver:
    """Inverse kinematics of one frame for the rows of a task.

    `length` [m] is L, the distance weighted like one radian. Targets are poses, shape (N, 4, 4).
    """

    dyn: Compiled
    ranges: Ranges
    frame: str
    length: float = 1.0
    rows: tuple[int, ...] = TASKS["position"]

    @cached_property
    def _weights(self) -> Floats:
        return np.array([1.0, 1.0, 1.0, *[1.0 / self.length] * 3])[list(self.rows)]

    def errors(self, q: Floats, targets: Floats) -> Floats:
        """Return e, shape (N, m)."""
        poses = self.dyn.pose(q, frame=self.frame)
        if min(self.rows) >= 3:  # positions only
            return (targets[:, :3, 3] - poses[:, :3, 3])[:, [row - 3 for row in self.rows]] * self._weights
        return pose_errors(poses, targets)[:, list(self.rows)] * self._weights

    def jacobians(self, q: Floats) -> Floats:
        """Return the task Jacobian with respect to scaled joint coordinates, shape (N, m, n)."""
        return self._scaled(self.dyn.jacobian(q, frame=self.frame))

    def jacobian_rates(self, q: Floats, qd: Floats) -> Floats:
        """Return the time derivatives of `jacobians` at velocities (N, nv), shape (N, m, n)."""
        return self._scaled(self.dyn.jacobian_dot(q, qd, frame=self.frame))

    def _scaled(self, J: Floats) -> Floats:
        return J[:, list(self.rows), : self.ranges.n] * self.ranges.scale * self._weights[:, None]

    def solve(self, q: Floats, targets: Floats, tolerance: float = 1e-10) -> Solved:
        """Return the configurations found from the starts q (N, nq), one for each target."""
        q, mu, count = np.array(q, dtype=float), np.full(len(q), DAMPING), np.zeros(len(q), dtype=np.intp)
        e = self.errors(q, targets)
        left = np.linalg.norm(e, axis=1)
        for _ in range(ITERATIONS):
            open_ = np.flatnonzero((left > tolerance) & (mu < HOPELESS))
            if not len(open_):
                break
            step = self._step(q[open_], e[open_], mu[open_], targets[open_])
            trial = self.ranges.moved(q[open_], step * self.ranges.scale)
            e_trial = self.errors(trial, targets[open_])
            size = np.linalg.norm(e_trial, axis=1)
            better = size < left[open_]
            improved = open_[better]
            q[improved], e[improved], left[improved] = trial[better], e_trial[better], size[better]
            mu[open_] *= np.where(better, 0.125, 6.0)
            count[open_] += 1
        return Solved(q, left, count)

    def _step(self, q: Floats, e: Floats, mu: Floats, targets: Floats) -> Floats:
        """Return δu of (1), shape (N, n), scaled down to entries of at most `LONGEST`."""
        part_of_rotation = 0 < sum(row < 3 for row in self.rows) < 3
        J = self._derivative(q, targets) if part_of_rotation else self.jacobians(q)
        blocked = self.ranges.blocked(q, np.einsum("nmk,nm->nk", J, e))
        J = np.where(blocked[:, None, :], 0.0, J)
        gram = J @ J.swapaxes(1, 2)
        size = np.trace(gram, axis1=1, axis2=2) / gram.shape[1] + 1e-300
        damping = (mu * np.sum(e * e, axis=1) + LEAST) * size
        gram += damping[:, None, None] * np.eye(gram.shape[1])
        step = np.einsum("nmk,nm->nk", J, np.linalg.solve(gram, e[:, :, None])[:, :, 0])  # (1)
        largest = np.abs(step).max(axis=1, keepdims=True)
        return step * np.minimum(1.0, LONGEST / np.maximum(largest, 1e-300))

    def _derivative(self, q: Floats, targets: Floats) -> Floats:
        """Return −∂e/∂u with D of (2), shape (N, m, n)."""
        J = self.dyn.jacobian(q, frame=self.frame)
        e = pose_errors(self.dyn.pose(q, frame=self.frame), targets)[:, :3]
        theta = np.maximum(np.linalg.norm(e, axis=1), 1e-6)
        factor = 1 / theta**2 - 0.5 / (theta * np.tan(theta / 2))
        angular = J[:, :3]
        once = np.cross(e[:, :, None], angular, axis=1)
        angular = angular + 0.5 * once + factor[:, None, None] * np.cross(e[:, :, None], once, axis=1)  # (2)
        return self._scaled(np.concatenate([angular, J[:, 3:]], axis=1))


def pose_errors(poses: Floats, targets: Floats) -> Floats:
    """Return the rotation vectors [rad] and displacements [m] from poses (N, 4, 4) to targets, world axes, (N, 6)."""
    return np.concatenate([turns(poses[:, :3, :3], targets[:, :3, :3]), targets[:, :3, 3] - poses[:, :3, 3]], axis=1)


def workspace_size(poses: Floats) -> float:
    """Return the largest distance of the origins of poses (N, 4, 4) from their mean [m]."""
    places = poses[:, :3, 3]
    return float(np.linalg.norm(places - places.mean(axis=0), axis=1).max())


def poses_at(points: Floats) -> Floats:
    """Return poses (N, 4, 4) at points (N, 3) [m] with world axes."""
    poses = np.tile(np.eye(4), (len(points), 1, 1))
    poses[:, :3, 3] = points
    return poses


def turns(R: Floats, R_d: Floats) -> Floats:
    """Return the rotation vectors [rad], world axes, from rotations R to R_d, shape (N, 3)."""
    E = R_d @ R.swapaxes(1, 2)
    sine = 0.5 * np.stack([E[:, 2, 1] - E[:, 1, 2], E[:, 0, 2] - E[:, 2, 0], E[:, 1, 0] - E[:, 0, 1]], axis=1)
    size, cosine = np.linalg.norm(sine, axis=1), 0.5 * (np.trace(E, axis1=1, axis2=2) - 1)
    vectors = sine * np.where(size > 1e-9, np.arctan2(size, cosine) / np.maximum(size, 1e-9), 1.0)[:, None]
    for k in np.flatnonzero((size <= 1e-9) & (cosine < 0)):  # rotation by π: the columns of E + I are along its axis
        column = (E[k] + np.eye(3))[:, int(np.argmax(np.diagonal(E[k])))]
        vectors[k] = np.pi * column / np.linalg.norm(column)
    return vectors
