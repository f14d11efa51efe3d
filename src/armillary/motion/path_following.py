"""Joint motions that move a frame along a path, with exact first and second derivatives with respect to the path.

A path is x(s), 0 ≤ s ≤ 1; primes are derivatives with respect to s. With the Jacobian J of scaled coordinates, (1) of
`motion.ranges`, its pseudo-inverse P = J⁺ and N = I − P J,
    u' = P x' + N z,   z = −κ (u − u_mid)                                                   (1)
is the shortest motion plus, in the null space of redundant robots, a motion towards the middle of the joint ranges.
Its derivative along itself, from the derivative of a pseudo-inverse of constant rank [GolubPereyra1973],
    u'' = P (x'' − J' u') + N J'ᵀ Pᵀ (P x' − z) + N z'                                     (2)
satisfies J u'' + J' u' = x''. (1) is integrated by Runge–Kutta steps of fourth order, and after each the frame is
brought back onto the path by Newton's method, δu = P e; a step that needs more than a small correction is halved.
Time comes last: with s(t) of a time law,
    q̇ = q' ṡ,   q̈ = q'' ṡ² + q' s̈                                                       (3)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from armillary.motion.damped_least_squares import Solver, poses_at
from armillary.simulation.signals import Motion as Desired
from armillary.simulation.signals import TaskMotion
from armillary.spatial.scalar import Floats

SINGULAR = 1e-5  # largest σ_r / σ_1 of a singular configuration
ON_PATH = 1e-12  # tolerance of the path error, relative to the arm's size, and in radians
OFF_PATH = 1e-8  # largest path error accepted where Newton's method makes no further progress
ROUGH = 1e-3  # largest correction of a step, relative to the joint ranges; after a larger one the step is halved
LONG = 0.05  # largest step of a joint, relative to its range
SHORTEST = 1e-9  # smallest step of s, relative to the distance of the next point

Geometry = Callable[[float], Desired]
"""Function from s to the position, x' and x'' of a path; a `TaskMotion` if the path has an orientation."""


class StuckError(Exception):
    """Path following stopped at s and q; `singular` tells whether the configuration is singular."""

    def __init__(self, s: float, q: Floats, singular: bool) -> None:
        super().__init__(s)
        self.s, self.q, self.singular = s, q, singular


class Followed(NamedTuple):
    """Joint motion along a path: s (K,), q (K, nq), q' and q'' (K, n)."""

    s: Floats
    q: Floats
    first: Floats
    second: Floats


class _Local(NamedTuple):
    """Task Jacobian J at a configuration, its pseudo-inverse P and the null-space projector N."""

    J: Floats
    P: Floats
    N: Floats


@dataclass(frozen=True, eq=False)
class Follower:
    """Follows one path with one robot. `rank` is the rank of the task, `kappa` is κ of (1)."""

    solver: Solver
    path: Geometry
    rank: int
    kappa: float = 0.0

    def target(self, s: float) -> Floats:
        """Return the target pose at s, shape (1, 4, 4), with world axes if the path has no orientation."""
        desired = self.path(s)
        pose = poses_at(np.asarray(desired.position, dtype=float)[None])
        if isinstance(desired, TaskMotion):
            pose[0, :3, :3] = desired.rotation
        return pose

    def follow(self, q: Floats, s: Floats) -> Followed:
        """Return the joint motion through the increasing points s, from a configuration q at the first point.

        Raises:
            StuckError: The path leaves the workspace, or meets a singular configuration.
        """
        rows, now = [], self._corrected(np.array(q, dtype=float), float(s[0]))
        for k, point in enumerate(s):
            if k:
                now = self._advance(now, float(s[k - 1]), float(point))
            rows.append((now, *self._derivatives(now, float(point))))
        return Followed(np.array(s), *(np.array(part) for part in zip(*rows, strict=True)))

    def _advance(self, q: Floats, s: float, end: float) -> Floats:
        """Return the configuration at `end`, reached in steps of adapted length."""
        whole = h = end - s
        while s < end:
            h = min(h, end - s)
            there = self._step(q, s, h)
            if there is not None:
                q, s, h = there, end if end - s <= h else s + h, 2 * h
                continue
            h /= 2
            if h < SHORTEST * whole:
                raise StuckError(s, q, self._is_singular(q))
        return q

    def _step(self, q: Floats, s: float, h: float) -> Floats | None:
        """Return the corrected configuration after a step; None if the step was too long."""
        ranges = self.solver.ranges
        try:
            k1 = self._slope(q, s)
            if np.abs(k1).max() * h > LONG:
                return None
            rates = [self._rate(q, k1)]
            for part in (0.5, 0.5, 1.0):
                at = q + part * h * rates[-1]
                rates.append(self._rate(at, self._slope(at, s + part * h)))
            there = ranges.unit(q + h / 6 * (rates[0] + 2 * rates[1] + 2 * rates[2] + rates[3]))
            back = self._corrected(there, s + h)
        except StuckError:
            return None
        change = ranges.values((back - there)[None])[0] / ranges.scale
        return back if np.abs(change).max() <= ROUGH else None

    def _rate(self, q: Floats, u: Floats) -> Floats:
        ranges = self.solver.ranges
        return np.asarray(ranges.model.rate(q, ranges.whole(u * ranges.scale)), dtype=float)

    def _corrected(self, q: Floats, s: float) -> Floats:
        """Return the nearby configuration on the path by Newton's method."""
        target, last = self.target(s), np.inf
        for _ in range(12):
            e = self.solver.errors(q[None], target)[0]
            size = float(np.linalg.norm(e))
            if size <= ON_PATH or (size >= 0.5 * last and size <= OFF_PATH):
                return q
            if size >= 2 * last:
                break
            last = size
            step = self._local(q, s).P @ e
            q = self.solver.ranges.free(q[None], (step * self.solver.ranges.scale)[None])[0]
        raise StuckError(s, q, self._is_singular(q))

    def _local(self, q: Floats, s: float) -> _Local:
        J = self.solver.jacobians(q[None])[0]
        U, sigma, Vt = np.linalg.svd(J, full_matrices=False)
        r = self.rank
        if sigma[r - 1] <= SINGULAR * sigma[0]:
            raise StuckError(s, q, True)
        P = (Vt[:r].T / sigma[:r]) @ U[:, :r].T
        return _Local(J, P, np.eye(J.shape[1]) - Vt[:r].T @ Vt[:r])

    def _is_singular(self, q: Floats) -> bool:
        sigma = np.linalg.svd(self.solver.jacobians(q[None])[0], compute_uv=False)
        return bool(sigma[self.rank - 1] <= 100 * SINGULAR * sigma[0])

    def _desired(self, s: float) -> tuple[Floats, Floats]:
        """Return x' and x'' weighted like the error."""
        desired = self.path(s)
        weights = np.full(len(desired.velocity), 1 / self.solver.length)
        weights[:-3] = 1.0
        return weights * np.asarray(desired.velocity), weights * np.asarray(desired.acceleration)

    def _centring(self, q: Floats) -> tuple[Floats, Floats]:
        """Return z of (1) and −∂z/∂u; both are zero for joints without two limits."""
        ranges = self.solver.ranges
        lower, upper = ranges.limits
        pull = np.where(np.isfinite(upper - lower), self.kappa, 0.0)
        away = (ranges.values(q[None]) - ranges.values(ranges.middle[None]))[0] / ranges.scale
        return -pull * away, pull

    def _slope(self, q: Floats, s: float) -> Floats:
        at = self._local(q, s)
        return at.P @ self._desired(s)[0] + at.N @ self._centring(q)[0]  # (1)

    def _derivatives(self, q: Floats, s: float) -> tuple[Floats, Floats]:
        """Return q' and q'', (1) and (2)."""
        ranges = self.solver.ranges
        at, (x1, x2), (z, pull) = self._local(q, s), self._desired(s), self._centring(q)
        u1 = at.P @ x1 + at.N @ z  # (1)
        rate = self.solver.jacobian_rates(q[None], ranges.whole(u1 * ranges.scale)[None])[0]
        u2 = at.P @ (x2 - rate @ u1) + at.N @ (rate.T @ (at.P.T @ (at.P @ x1 - z)) - pull * u1)  # (2)
        return u1 * ranges.scale, u2 * ranges.scale
