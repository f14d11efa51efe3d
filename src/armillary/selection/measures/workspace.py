"""Workspace: the volume that the tip reaches (area of a planar arm, length of a single slide), and the reach.

Points are sampled in a box around the workspace. Inverse kinematics within the joint limits
(`motion.damped_least_squares`), started at the sampled configurations with the nearest tips, decides which are reached:
    V = V_box · hits / points                                                              (1)
The method has no cell size, and its only bias comes from points that inverse kinematics misses. The points are
`BATCHES` scrambled Sobol' sets, which fill the box more evenly than random points [Owen1995]; the standard error is
    s_V = V_box · s / √BATCHES                                                             (2)
with s the standard deviation of the hit ratios of the sets, each of which is unbiased. The lower bound of (2) is one
hit of all points.
The dimension is the rank of the sampled tips about their mean: 3 for spatial arms, 2 for planar arms, 1 for a line. If
the Jacobian has a lower rank, the tip moves on a curved surface or line, without volume.
The box is aligned with the principal directions of the sample; its faces and the reach are extremes of p over q
(`Candidate.greatest`), the faces with a small margin. Reach is the largest distance of the tip from the base origin.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import gamma, pi

import numpy as np

from armillary.kinematics.task import rank_of
from armillary.motion.damped_least_squares import Solver, poses_at
from armillary.motion.ranges import Ranges
from armillary.selection.candidate import Candidate, Extreme, Measure
from armillary.spatial.scalar import Floats

BATCHES = 16
POOL = 5  # number of start configurations, relative to the sample
STARTS = 6  # number of starts for each point
HIT = 1e-6  # tolerance of a reached point, relative to the size of the workspace
MARGIN = 0.005  # margin of the box on each side, relative to its width
FLAT = 1e-9
UNITS = {1: "m", 2: "m²", 3: "m³"}
WORDS = {1: "length", 2: "area", 3: "volume"}


def measures(candidate: Candidate) -> list[Measure]:
    """Return volume (area, length), its ratio to the ball (disc) of the reach, the reach, and the dimension."""
    workspace = SampledWorkspace(candidate)
    straight = "links straight" if candidate.model.elastic else ""
    frame, reach, farthest = candidate.frame, workspace.reach, "greatest distance of the tip from the base"
    listed = [
        Measure(
            "workspace.dimension", float(workspace.dimension), "", "", "dimension of the space that the tip moves in"
        ),
        Measure("workspace.reach", reach.value, "m", "more", farthest, straight, reach.error),
    ]
    labels = {
        "volume": f"{WORDS.get(workspace.dimension, 'volume')} that {frame} reaches",
        "fill": "share of the ball of its reach",
    }
    if workspace.dimension == 0:
        why = f"{frame} does not move"
        return listed + [Measure(f"workspace.{key}", None, "", "more", label, why) for key, label in labels.items()]
    unit = UNITS[workspace.dimension]
    if workspace.curved:
        kind = "surface" if workspace.rank == 2 else "line"
        why = f"{frame} moves on a curved {kind}, which has no {WORDS[workspace.dimension]}"
        zero = [Measure("workspace.volume", 0.0, unit, "more", labels["volume"], why, 0.0)]
        return [*zero, Measure("workspace.fill", 0.0, "", "more", labels["fill"], why, 0.0), *listed]
    volume, error, throws = workspace.volume
    ball = pi ** (workspace.dimension / 2) / gamma(workspace.dimension / 2 + 1) * reach.value**workspace.dimension
    note = ", ".join(filter(None, (f"{throws} points in {BATCHES} sets, by inverse kinematics", straight)))
    return [
        Measure("workspace.volume", volume, unit, "more", labels["volume"], note, error),
        Measure("workspace.fill", volume / ball, "", "more", labels["fill"], note, error / ball),
        *listed,
    ]


@dataclass(frozen=True, eq=False)
class SampledWorkspace:
    """The workspace of a candidate's frame."""

    candidate: Candidate

    @cached_property
    def ranges(self) -> Ranges:
        """The joint limits."""
        return Ranges(self.candidate.model)

    @cached_property
    def pool(self) -> Floats:
        """Start configurations of inverse kinematics, the candidate's sample first, shape (N, nq)."""
        more = replace(self.candidate, samples=(POOL - 1) * self.candidate.samples, seed=self.candidate.seed + 1)
        return np.concatenate([self.candidate.configurations, more.configurations])

    def tips(self, q: Floats) -> Floats:
        """Return the positions of the frame, shape (N, 3) [m]."""
        return np.ascontiguousarray(self.candidate.dyn.pose(q, frame=self.candidate.frame)[:, :3, 3])

    @cached_property
    def _axes(self) -> tuple[Floats, Floats, Floats]:
        """Mean of the tips, their principal directions in columns, and their standard deviations."""
        p = self.tips(self.pool)
        centre = p.mean(axis=0)
        _, sigma, Vt = np.linalg.svd(p - centre, full_matrices=False)
        return centre, Vt.T, sigma / np.sqrt(len(p))

    @cached_property
    def size(self) -> float:
        """Largest distance of a tip from the mean [m]."""
        return float(np.linalg.norm(self.tips(self.pool) - self._axes[0], axis=1).max())

    @cached_property
    def dimension(self) -> int:
        """Rank of the tips about their mean."""
        reach = float(np.abs(self.tips(self.pool)).max())
        return int(np.sum(self._axes[2] > FLAT * max(reach, 1e-300)))

    @cached_property
    def rank(self) -> int:
        """Rank of the Jacobian of the position at almost every configuration."""
        J = self.candidate.dyn.jacobian(self.candidate.configurations[:20], frame=self.candidate.frame)
        return rank_of(J[:, 3:, : self.ranges.n])

    @property
    def curved(self) -> bool:
        """Whether the tip moves on a curved surface or line."""
        return self.rank < self.dimension

    @cached_property
    def reach(self) -> Extreme:
        """Greatest distance of the frame from the origin of the base [m]."""
        base = np.array(self.candidate.robot.base_placement.xyz)
        return self.candidate.greatest(lambda q: np.linalg.norm(self.tips(q) - base, axis=1))

    @cached_property
    def box(self) -> tuple[Floats, Floats]:
        """Lower and upper corner of the box along the principal directions, from the mean of the tips [m]."""
        centre, axes, _ = self._axes

        def farthest(direction: Floats) -> float:
            return self.candidate.greatest(lambda q: (self.tips(q) - centre) @ direction).value

        directions = axes.T[: self.dimension]
        upper = np.array([farthest(direction) for direction in directions])
        lower = -np.array([farthest(-direction) for direction in directions])
        margin = MARGIN * (upper - lower)
        return lower - margin, upper + margin

    @cached_property
    def volume(self) -> tuple[float, float, int]:
        """Volume (area, length) by (1), its standard error by (2), and the number of points."""
        from scipy.stats import qmc

        lower, upper = self.box
        centre, axes, _ = self._axes
        batch = max(8, int(2 ** np.ceil(np.log2(max(self.candidate.samples, 1) / BATCHES))))
        sets = [qmc.Sobol(self.dimension, seed=np.random.default_rng([self.candidate.seed, k])) for k in range(BATCHES)]
        points = lower + np.concatenate([each_set.random(batch) for each_set in sets]) * (upper - lower)
        hits = self.reached(centre + points @ axes[:, : self.dimension].T)
        shares = hits.reshape(BATCHES, batch).mean(axis=1)
        size = float(np.prod(upper - lower))
        throws = BATCHES * batch
        deviation = max(float(np.std(shares, ddof=1)) / np.sqrt(BATCHES), 1 / throws)  # (2)
        return size * float(np.mean(shares)), size * float(deviation), throws  # (1)

    def reached(self, points: Floats) -> Floats:
        """Return which points (N, 3) [m] the frame reaches, shape (N,)."""
        from scipy.spatial import cKDTree

        solver = Solver(self.candidate.dyn, self.ranges, self.candidate.frame, self.size)
        _, near = cKDTree(self.tips(self.pool)).query(points, k=min(STARTS, len(self.pool)))
        hit = np.zeros(len(points), dtype=bool)
        for start in near.T:
            open_ = np.flatnonzero(~hit)
            if not len(open_):
                break
            solution = solver.solve(self.pool[start[open_]], poses_at(points[open_]), HIT)
            hit[open_] = solution.left <= HIT
        return hit
