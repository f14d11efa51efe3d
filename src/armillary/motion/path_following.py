"""Joint motion of a robot whose frame follows a line or a circle: choice of the posture, errors of infeasible paths.

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

Inverse kinematics at the start of the path, from seeded configurations within the joint limits, gives candidate
postures. Each is followed along a coarse path. The posture that stays within the limits and moves its joints least,
relative to their ranges, is chosen:
    ∫ |u'|² ds                                                                             (4)
If a redundant robot would leave its joint limits, κ grows until it keeps them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from armillary.compiler.compiled import Compiled
from armillary.errors import ArgumentError
from armillary.kinematics.task import TASKS, rank_of
from armillary.motion.damped_least_squares import Solver, poses_at, workspace_size
from armillary.motion.efforts import integral
from armillary.motion.ranges import Ranges
from armillary.multibody import Model
from armillary.simulation.references.path import Path
from armillary.simulation.references.time_law import PathProgress
from armillary.simulation.signals import DesiredMotion, TaskMotion
from armillary.spatial.scalar import Floats

SINGULAR = 1e-5  # largest σ_r / σ_1 of a singular configuration
ON_PATH = 1e-12  # tolerance of the path error, relative to the arm's size, and in radians
OFF_PATH = 1e-8  # largest path error accepted where Newton's method makes no further progress
ROUGH = 1e-3  # largest correction of a step, relative to the joint ranges; after a larger one the step is halved
LONG = 0.05  # largest step of a joint, relative to its range
SHORTEST = 1e-9  # smallest step of s, relative to the distance of the next point
SEED, STARTS = 20080, 32  # random seed and number of configurations from which inverse kinematics starts
COARSE = 25  # number of path points for the comparison of postures
POSTURES = 16  # largest number of compared postures
PULLS = (0.0, 2.0, 8.0)  # values of κ of (1), tried in this order until the limits are kept
REACHED = 1e-8  # tolerance of inverse kinematics, relative to the arm's size, and in radians

Geometry = Callable[[float], DesiredMotion]
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
            stepped = self._step(q, s, h)
            if stepped is not None:
                q = stepped
                s = end if end - s <= h else s + h  # s + h may differ from the end by rounding
                h *= 2
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


@dataclass(frozen=True)
class _Parameter:
    """The time law s = t, which makes time derivatives of a path derivatives with respect to s."""

    switches: tuple[float, ...] = ()

    def at(self, t: Any, inside: Any) -> PathProgress:
        """Return s = t."""
        return PathProgress(t, 1.0, 0.0)


def follow_path(
    model: Model, path: Path, t: Floats, frame: str, start: Floats | None, name: str
) -> tuple[Floats, Floats, Floats]:
    """Return q (K, nq), qd and qdd (K, nv) of a robot whose frame follows a path, at times t (K,) [s].

    The path has a start. `start` is a guess of the first configuration; None for the best posture found. `name` is the
    name of the motion in messages.

    Raises:
        ArgumentError: The frame cannot follow; the message gives time, place and distance from the path.
    """
    progress = np.array([path.time_law.at(at, inside) for at, inside in zip(t, inner(t), strict=True)])
    s, back = np.unique(progress[:, 0], return_inverse=True)
    motion = _PathMotion(model, path, frame, name, t, progress[:, 0]).followed(s, start)
    ranges = Ranges(model)
    first, second = ranges.whole(motion.first)[back], ranges.whole(motion.second)[back]
    sd, sdd = progress[:, 1:2], progress[:, 2:3]
    return motion.q[back], first * sd, second * sd**2 + first * sdd  # (3)


def inner(t: Floats) -> Floats:
    """Return the times moved slightly inwards at both ends, to select the segments of a reference inside."""
    nudge = 1e-9 * (t[-1] - t[0])
    return np.clip(t, t[0] + nudge, t[-1] - nudge)


class _PathMotion:
    """Finds the joint motion of one robot along one path."""

    def __init__(self, model: Model, path: Path, frame: str, name: str, t: Floats, s: Floats) -> None:
        self.model, self.frame, self.name, self.t, self.s = model, frame, name, t, s
        self.ranges = Ranges(model)
        dyn = Compiled(model)
        self.drawn = self.ranges.drawn(STARTS, SEED)
        rows = TASKS["position" if path.orientation is None else "pose"]
        length = workspace_size(dyn.pose(self.drawn, frame=frame)) or 1.0
        self.solver = Solver(dyn, self.ranges, frame, length, rows)
        geometry: Any = replace(path, law=_Parameter(), duration=None)
        rank = rank_of(self.solver.jacobians(self.drawn))
        if rank == 0:
            problem = f"no joint of {model.robot.name!r} moves {frame!r}"
            raise ArgumentError("frame", problem, "a frame that moves")
        self.follower = Follower(self.solver, geometry.motion, rank)

    def followed(self, s: Floats, start: Floats | None) -> Followed:
        """Return the joint motion through the path points s."""
        coarse = np.unique(np.concatenate([np.linspace(s[0], s[-1], COARSE), s[[0, -1]]]))
        postures = self._postures(float(s[0]), start)
        failures: list[StuckError | Followed] = []

        def effort(way: Followed) -> float:
            return float(integral(np.sum((way.first / self.ranges.scale) ** 2, axis=1), way.s))  # (4)

        for pull in PULLS if self.follower.rank < self.ranges.n else PULLS[:1]:
            follower = replace(self.follower, kappa=pull)
            tried = [self._tried(follower, q, coarse, failures) for q in postures]
            for way in sorted((way for way in tried if way is not None), key=effort)[:4]:
                fine = self._tried(follower, way.q[0], s, failures)
                if fine is not None:
                    return fine
        raise self._why(failures, s)

    def _postures(self, s: float, start: Floats | None) -> Floats:
        """Return configurations with the frame at the start of the path."""
        anywhere = np.concatenate([self.ranges.middle[None], self.drawn])
        for starts in (anywhere,) if start is None else (start[None], anywhere):
            q, left, _ = self.solver.solve(starts, self._targets(s, len(starts)), 1e-12)
            if np.any(left <= REACHED):
                good = q[left <= REACHED] if len(starts) == 1 else self.ranges.wrapped(q[left <= REACHED])
                return good[np.sort(np.unique(np.round(good, 4), axis=0, return_index=True)[1])[:POSTURES]]
        raise self._outside(s, np.array([s])) or self._unclear(s, False)

    def _targets(self, s: float, count: int) -> Floats:
        return np.repeat(self.follower.target(s), count, axis=0)

    def _tried(
        self, follower: Follower, q: Floats, s: Floats, failures: list[StuckError | Followed]
    ) -> Followed | None:
        """Return the motion from q if it stays within the limits; otherwise add it to the failures."""
        try:
            motion = follower.follow(q, s)
        except StuckError as stuck:
            failures.append(stuck)
            return None
        if self.ranges.beyond(motion.q) is None:
            return motion
        failures.append(motion)
        return None

    def _why(self, failures: list[StuckError | Followed], s: Floats) -> ArgumentError:
        """Return the error of a motion beyond the joint limits, or else of the attempt that went farthest."""
        for way in failures:
            if isinstance(way, Followed) and (beyond := self.ranges.beyond(way.q)) is not None:
                joint, row = beyond
                value, unit = way.q[row, joint.q], joint.unit
                limits = f"{joint.limits.lower:.4g} … {joint.limits.upper:.4g}"
                when = f"at t = {self._time(float(way.s[row])):.4g} s"
                problem = f"{self._task()} takes joint {joint.name!r} to {value:.4g} {unit}, "
                problem += f"beyond its limits {limits}, {when}"
                return ArgumentError("motion", problem, "a path within the joint limits", "move the path")
        stuck = max((failure for failure in failures if isinstance(failure, StuckError)), key=lambda failure: failure.s)
        outside = self._outside(stuck.s, np.linspace(stuck.s, s[-1], 12))
        return outside or self._unclear(stuck.s, stuck.singular)

    def _unclear(self, s: float, singular: bool) -> ArgumentError:
        where = "a singular configuration" if singular else "a point that no small step passes"
        problem = f"{self._task()} meets {where} at t = {self._time(s):.4g} s, {self._place(s)}"
        hint = "give another q0, or move the path"
        return ArgumentError("motion", problem, "a path away from singularities", hint)

    def _outside(self, s: float, points: Floats) -> ArgumentError | None:
        """Return the error of a path that is out of reach at one of the points; None if all are reached."""
        best = (0.0, 0.0, s)
        for point in points.tolist():
            q, left, _ = self.solver.solve(self.drawn, self._targets(point, STARTS))
            k = int(np.argmin(left))
            if left[k] > max(REACHED, best[0]):
                e = self.solver.errors(q[k : k + 1], self.follower.target(point))[0]
                best = (float(left[k]), float(np.linalg.norm(e[-3:])), point)
        if best[0] == 0.0:
            return None
        far = best[1] * self.solver.length
        how = f"{far:.3g} m from its reach" if best[1] > 0.01 * best[0] else "in an orientation out of reach"
        leaves = f" (the path leaves the workspace at t = {self._time(s):.4g} s, {self._place(s)})"
        left_at = leaves if best[2] != s else ""
        problem = f"{self._task()} is {how} at t = {self._time(best[2]):.4g} s, {self._place(best[2])}{left_at}"
        return ArgumentError("motion", problem, "a path inside the workspace", "move the path, or leave this robot out")

    def _task(self) -> str:
        return f"robot {self.model.robot.name!r}: {self.name!r} of frame {self.frame!r}"

    def _time(self, s: float) -> float:
        """Return the first time at which the path is at s [s]."""
        k = int(np.argmax(self.s >= s - 1e-12))
        if k == 0 or self.s[k] == self.s[k - 1]:
            return float(self.t[k])
        part = (s - self.s[k - 1]) / (self.s[k] - self.s[k - 1])
        return float(self.t[k - 1] + part * (self.t[k] - self.t[k - 1]))

    def _place(self, s: float) -> str:
        return "at (" + ", ".join(f"{x + 0.0:.4g}" for x in self.follower.target(s)[0, :3, 3]) + ") m"
