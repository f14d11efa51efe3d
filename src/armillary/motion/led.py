"""Joint motion of a robot along a line or a circle: choice of the posture, and errors of infeasible paths.

Inverse kinematics at the start of the path, from seeded configurations within the joint limits, gives candidate
postures. Each is followed along a coarse path. The posture that stays within the limits and moves its joints least,
relative to their ranges, is chosen:
    ∫ |u'|² ds                                                                             (1)
If a redundant robot would leave its joint limits, its null-space motion pulls the joints towards the middle of their
ranges (`motion.path_following`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from armillary.compiler.compiled import Compiled
from armillary.errors import ArgumentError
from armillary.kinematics.task import TASKS, rank_of
from armillary.motion.damped_least_squares import Solver, workspace_size
from armillary.motion.efforts import integral
from armillary.motion.path_following import Followed, Follower, StuckError
from armillary.motion.ranges import Ranges
from armillary.multibody import Model
from armillary.simulation.references.path import Path
from armillary.simulation.references.time_law import Progress
from armillary.spatial.scalar import Floats

SEED, STARTS = 20080, 32
COARSE = 25  # number of path points for the comparison of postures
POSTURES = 16  # largest number of compared postures
PULLS = (0.0, 2.0, 8.0)  # values of κ of `path_following`, tried in this order until the limits are kept
REACHED = 1e-8  # tolerance of inverse kinematics, relative to the arm's size, and in radians


@dataclass(frozen=True)
class _Parameter:
    """The time law s = t, which makes time derivatives of a path derivatives with respect to s."""

    switches: tuple[float, ...] = ()

    def at(self, t: Any, inside: Any) -> Progress:
        """Return s = t."""
        return Progress(t, 1.0, 0.0)


def led_motion(
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
    found = _Leader(model, path, frame, name, t, progress[:, 0]).followed(s, start)
    ranges = Ranges(model)
    first, second = ranges.whole(found.first)[back], ranges.whole(found.second)[back]
    sd, sdd = progress[:, 1:2], progress[:, 2:3]
    return found.q[back], first * sd, second * sd**2 + first * sdd  # (3) of path_following


def inner(t: Floats) -> Floats:
    """Return the times moved slightly inwards at both ends, to select the segments of a reference inside."""
    nudge = 1e-9 * (t[-1] - t[0])
    return np.clip(t, t[0] + nudge, t[-1] - nudge)


class _Leader:
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
            found = f"no joint of {model.robot.name!r} moves {frame!r}"
            raise ArgumentError("frame", found, "a frame that moves")
        self.follower = Follower(self.solver, geometry.motion, rank)

    def followed(self, s: Floats, start: Floats | None) -> Followed:
        """Return the joint motion through the path points s."""
        coarse = np.unique(np.concatenate([np.linspace(s[0], s[-1], COARSE), s[[0, -1]]]))
        postures = self._postures(float(s[0]), start)
        failures: list[StuckError | Followed] = []

        def effort(way: Followed) -> float:
            return float(integral(np.sum((way.first / self.ranges.scale) ** 2, axis=1), way.s))  # (1)

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
            found = follower.follow(q, s)
        except StuckError as stuck:
            failures.append(stuck)
            return None
        if self.ranges.beyond(found.q) is None:
            return found
        failures.append(found)
        return None

    def _why(self, failures: list[StuckError | Followed], s: Floats) -> ArgumentError:
        """Return the error of a motion beyond the joint limits, or else of the attempt that went farthest."""
        for way in failures:
            if isinstance(way, Followed) and (beyond := self.ranges.beyond(way.q)) is not None:
                joint, row = beyond
                value, unit = way.q[row, joint.q], joint.unit
                limits = f"{joint.limits.lower:.4g} … {joint.limits.upper:.4g}"
                found = f"{self._task()} takes joint {joint.name!r} to {value:.4g} {unit}, beyond its limits {limits}, "
                found += f"at t = {self._time(float(way.s[row])):.4g} s"
                return ArgumentError("motion", found, "a path within the joint limits", "move the path")
        stuck = max((each for each in failures if isinstance(each, StuckError)), key=lambda each: each.s)
        outside = self._outside(stuck.s, np.linspace(stuck.s, s[-1], 12))
        return outside or self._unclear(stuck.s, stuck.singular)

    def _unclear(self, s: float, singular: bool) -> ArgumentError:
        where = "a singular configuration" if singular else "a point that no small step passes"
        found = f"{self._task()} meets {where} at t = {self._time(s):.4g} s, {self._place(s)}"
        hint = "give another q0, or move the path"
        return ArgumentError("motion", found, "a path away from singularities", hint)

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
        found = f"{self._task()} is {how} at t = {self._time(best[2]):.4g} s, {self._place(best[2])}{left_at}"
        return ArgumentError("motion", found, "a path inside the workspace", "move the path, or leave this robot out")

    def _task(self) -> str:
        return f"robot {self.model.robot.name!r}: {self.name!r}, which leads its frame {self.frame!r},"

    def _time(self, s: float) -> float:
        """Return the first time at which the path is at s [s]."""
        k = int(np.argmax(self.s >= s - 1e-12))
        if k == 0 or self.s[k] == self.s[k - 1]:
            return float(self.t[k])
        part = (s - self.s[k - 1]) / (self.s[k] - self.s[k - 1])
        return float(self.t[k - 1] + part * (self.t[k] - self.t[k - 1]))

    def _place(self, s: float) -> str:
        return "at (" + ", ".join(f"{x + 0.0:.4g}" for x in self.follower.target(s)[0, :3, 3]) + ") m"
