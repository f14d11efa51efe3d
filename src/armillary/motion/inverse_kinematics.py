"""Inverse kinematics of many targets at once: damped least squares within the joints' limits.

With the error e of a frame against its target, position over a length L and rotation vector, and the Jacobian in
shares of the joints' ranges, (1) of `motion.ranges`, rows weighted alike,
    δu = Jᵀ (J Jᵀ + λ I)⁻¹ e                                                               (1)
λ falls where the error does and rises where it does not. [Levenberg1944, Marquardt1963] A coordinate at a limit that
(1) would push beyond is left out of J for that step. What is found is a local minimum of |e|: targets out of reach
end at the point that is nearest, among those downhill from the start.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.compiled import Compiled
from armillary.motion.ranges import Ranges
from armillary.multibody.flexible.field import Floats

LONGEST = 0.1
"""The longest step of a joint, in shares of its range."""
ITERATIONS = 80
LEAST, HOPELESS = 1e-10, 1e9
"""The least λ, and the one at which nothing near is better."""


@dataclass(frozen=True, eq=False)
class Targets:
    """Where a frame is to be: positions (N, 3) [m], world axes, and rotations (N, 3, 3), or None for any."""

    p: Floats
    R: Floats | None = None

    def __getitem__(self, which: NDArray[np.intp]) -> Targets:
        return Targets(self.p[which], None if self.R is None else self.R[which])


@dataclass(frozen=True, eq=False)
class Solver:
    """Inverse kinematics of one frame; `length` [m] is L of the error, the length that counts as a radian."""

    dyn: Compiled
    ranges: Ranges
    frame: str
    length: float = 1.0

    @cached_property
    def _weights(self) -> Floats:
        return np.array([1.0, 1.0, 1.0, *[1.0 / self.length] * 3])

    def errors(self, q: Floats, targets: Targets) -> Floats:
        """Return e, shape (N, m): rotation vector [rad] where targets have one, then position over L."""
        pose = self.dyn.pose(q, frame=self.frame)
        e = (targets.p - pose[:, :3, 3]) / self.length
        return e if targets.R is None else np.concatenate([turns(pose[:, :3, :3], targets.R), e], axis=1)

    def jacobians(self, q: Floats, oriented: bool) -> Floats:
        """Return J of (1), shape (N, m, n)."""
        J = self.dyn.jacobian(q, frame=self.frame)[:, :, : self.ranges.n] * self.ranges.scale
        J = J * self._weights[:, None]
        return J if oriented else J[:, 3:]

    def jacobian_rates(self, q: Floats, qd: Floats, oriented: bool) -> Floats:
        """Return the rates of J at velocities (N, nv), shape (N, m, n)."""
        J = self.dyn.jacobian_dot(q, qd, frame=self.frame)[:, :, : self.ranges.n] * self.ranges.scale
        J = J * self._weights[:, None]
        return J if oriented else J[:, 3:]

    def solve(self, q: Floats, targets: Targets, tolerance: float = 1e-10) -> tuple[Floats, Floats]:
        """Return configurations (N, nq) and what is left of |e| at each (N,)."""
        q, damping = np.array(q, dtype=float), np.full(len(q), 1e-3)
        e = self.errors(q, targets)
        left = np.linalg.norm(e, axis=1)
        for _ in range(ITERATIONS):
            open_ = np.flatnonzero((left > tolerance) & (damping < HOPELESS))
            if not len(open_):
                break
            step = self._step(q[open_], e[open_], damping[open_], targets.R is not None)
            trial = self.ranges.moved(q[open_], step * self.ranges.scale)
            e_trial = self.errors(trial, targets[open_])
            size = np.linalg.norm(e_trial, axis=1)
            better = size < left[open_]
            kept = open_[better]
            q[kept], e[kept], left[kept] = trial[better], e_trial[better], size[better]
            damping[open_] = np.where(better, np.maximum(damping[open_] / 8, LEAST), damping[open_] * 6)
        return q, left

    def _step(self, q: Floats, e: Floats, damping: Floats, oriented: bool) -> Floats:
        """Return δu of (1), shape (N, n), no part longer than `LONGEST`."""
        J = self.jacobians(q, oriented)
        lower, upper = self.ranges.limits
        values = self.ranges.values(q)
        downhill = np.einsum("nmk,nm->nk", J, e)
        stuck = ((values <= lower) & (downhill < 0)) | ((values >= upper) & (downhill > 0))
        J = np.where(stuck[:, None, :], 0.0, J)
        gram = J @ J.swapaxes(1, 2)
        size = np.trace(gram, axis1=1, axis2=2) / gram.shape[1] + 1e-300
        gram += (damping * size)[:, None, None] * np.eye(gram.shape[1])
        step = np.einsum("nmk,nm->nk", J, np.linalg.solve(gram, e[:, :, None])[:, :, 0])  # (1)
        largest = np.abs(step).max(axis=1, keepdims=True)
        return step * np.minimum(1.0, LONGEST / np.maximum(largest, 1e-300))


def turns(R: Floats, R_d: Floats) -> Floats:
    """Return the rotation vectors [rad], world axes, from rotations R to R_d, shape (N, 3)."""
    E = R_d @ R.swapaxes(1, 2)
    sine = 0.5 * np.stack([E[:, 2, 1] - E[:, 1, 2], E[:, 0, 2] - E[:, 2, 0], E[:, 1, 0] - E[:, 0, 1]], axis=1)
    size, cosine = np.linalg.norm(sine, axis=1), 0.5 * (np.trace(E, axis1=1, axis2=2) - 1)
    found = sine * np.where(size > 1e-9, np.arctan2(size, cosine) / np.maximum(size, 1e-9), 1.0)[:, None]
    for k in np.flatnonzero((size <= 1e-9) & (cosine < 0)):  # half a turn, whose axis E + I holds in its columns
        column = (E[k] + np.eye(3))[:, int(np.argmax(np.diagonal(E[k])))]
        found[k] = np.pi * column / np.linalg.norm(column)
    return found
