"""All solutions of inverse kinematics: in closed form where the geometry allows it, else by many numerical searches.

`motion.closed_form` computes every branch of an arm of up to six joints. A branch whose error is above rounding, near a
singular configuration or with axes that are parallel within a tolerance only, takes a few Newton steps
    δq = J⁺ e                                                                            (1)
and is left out if its error stays. Where two branches meet, one of them is kept.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.compiled import Compiled
from armillary.description.robot import Limits, Robot
from armillary.errors import ArgumentError
from armillary.files.words import shortened
from armillary.kinematics.jacobian import jacobian
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.kinematics.task import TASKS
from armillary.motion.closed_form import MOST, Chain, ClosedForm, Line, closed_form
from armillary.motion.damped_least_squares import Solver, pose_errors, turns, workspace_size
from armillary.motion.ranges import TURN, Ranges
from armillary.multibody import Model
from armillary.multibody.build import model as build_model
from armillary.multibody.configuration import configuration
from armillary.multibody.coordinates import elastic_places, joint_size, places_by_name
from armillary.multibody.drives import unwound
from armillary.multibody.joints import Prismatic, Revolute
from armillary.multibody.limits import position_limits
from armillary.spatial.scalar import Floats
from armillary.spatial.transform import homogeneous
from armillary.tables.parts import Notes, Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

Bools = NDArray[np.bool_]
Whole = NDArray[np.intp]

MOST_ROWS = 40  # rows that tables show
ROUNDING = 1e-12  # errors up to this, relative to the size of the arm, need no Newton step
MENDED = 1e-5  # greatest error, relative to the size, from which Newton steps start
STEPS = 5  # most Newton steps
MOST_COPIES = 4096  # combinations of whole turns
TRIALS = 32  # values of a free joint that are tried
SAME = 1e-6  # largest difference between two solutions that count as one [rad or m]
MEETING = 1e-9  # relative discriminant below which branches are compared
SLACK = 1e-9  # by how much rounding may take a joint beyond its limit [rad or m]
STRAIGHT = 1e-9  # largest tilt of a target out of the plane of a planar arm
BLOCK = 8192  # searches solved at once, to bound memory


@dataclass(frozen=True, eq=False)
class IKSolutions(Shown):
    """All solutions of `inverse_kinematics`: S of them for one target.

    For N targets, arrays have a leading axis of length N, column s belongs to `branches[s]`, and NaN stands where a
    target has no solution of that branch.

    Attributes:
        q: Configurations, shape (S, nq) or (N, S, nq) [rad or m].
        exists: Whether there is a solution, shape (S,) or (N, S).
        branches: Names of the solutions, such as "shoulder left, elbow up, wrist no-flip".
        within_limits: Whether all joints are within their limits, shape (S,) or (N, S).
        position_error: Distance from the target [m], shape (S,) or (N, S).
        orientation_error: Angle from the target [rad], shape (S,) or (N, S).
        free: Which coordinates the target leaves free, shape of q; they have the values of `q0`.
        method: "closed form", which gives every solution, or "numerical", which may miss some.
        notes: Remarks, for example why there is no closed form.
    """

    q: Floats
    exists: Bools
    branches: tuple[str, ...]
    within_limits: Bools
    position_error: Floats
    orientation_error: Floats
    free: Bools
    method: str
    notes: tuple[str, ...]

    @property
    def success(self) -> bool | Bools:
        """Whether there is a solution, for N targets an array (N,)."""
        return self.count > 0

    @property
    def count(self) -> Any:
        """Number of solutions, for N targets an array (N,)."""
        counts = self.exists.sum(axis=-1)
        return counts if counts.ndim else int(counts)

    def __repr__(self) -> str:
        how = "in closed form" if self.method == "closed form" else "found numerically"
        if self.exists.ndim == 1:
            return f"<IKSolutions: {self.count} solution{'s' * (self.count != 1)} {how}>"
        fewest, most = (int(value) for value in (self.count.min(initial=len(self.branches)), self.count.max(initial=0)))
        numbers = str(most) if fewest >= most else f"{fewest} to {most}"
        return f"<IKSolutions: {len(self.exists)} targets, {numbers} solutions each, {how}>"

    def tables(self) -> list[Part]:
        """Return the solutions of one target, or the numbers of solutions of several, and the remarks."""
        how = "every solution, in closed form" if self.method == "closed form" else "solutions found numerically"
        rows: list[Sequence[str]] = []
        if self.exists.ndim == 1:
            for s in range(min(len(self.q), MOST_ROWS)):
                q = " ".join(f"{value:.6g}" for value in self.q[s])
                error = f"{max(self.position_error[s], self.orientation_error[s]):.1g}"
                remarks = [] if self.within_limits[s] else ["beyond limits"]
                if self.free[s].any():
                    remarks.append("free: " + ", ".join(f"q[{k}]" for k in np.flatnonzero(self.free[s])))
                rows.append((self.branches[s], q, error, "; ".join(remarks)))
            title = f"{len(self.q)} solution{'s' * (len(self.q) != 1)}: {how}"
            table = Table(title, columns("branch", "q", "error>", ""), rows)
            left = len(self.q) - len(rows)
        else:
            rows += [(str(k), str(count)) for k, count in enumerate(self.count[:MOST_ROWS])]
            table = Table(f"{len(self.exists)} targets: {how}", columns("target>", "solutions>"), rows)
            left = len(self.exists) - len(rows)
        notes = [*([f"… and {left} more"] if left > 0 else []), *self.notes]
        return [table, Notes(notes)] if notes else [table]


class Request(NamedTuple):
    """Which solutions a caller asks for, see `inverse_kinematics`."""

    frame: str
    rows: tuple[int, ...]
    limits: bool
    copies: bool
    starts: int
    seed: int
    atol: float


def all_solutions(
    model: Model, targets: Floats, q0: Floats | None, fixed: Mapping[str, Any] | None, request: Request
) -> IKSolutions:
    """Return all solutions for poses (N, 4, 4).

    Args:
        model: The model.
        targets: Poses of the frame.
        q0: Configurations for joints that are free or do not move the frame, shape (N, nq); default neutral.
        fixed: Name of a joint → its value.
        request: The other arguments of `inverse_kinematics`.
    """
    ranges = Ranges(model)
    start = model.neutral[None] if q0 is None else q0
    start = ranges.moved(start, np.zeros((len(start), ranges.n)))  # within the joint limits
    base = np.broadcast_to(start, (len(targets), model.nq)).copy()
    places = _fixed_places(model, fixed)
    if fixed:
        values = configuration(model, fixed, argument="fixed", units=True)[places]
        lower, upper = (limits[places] for limits in position_limits(model))
        if request.limits and np.any((values < lower - SLACK) | (values > upper + SLACK)):
            problem = f"{shortened(fixed)}, beyond joint limits"
            raise ArgumentError("fixed", problem, "values within the limits", "limits=False allows others")
        base[:, places] = values
    arm = _Arm(model, request, base, places)
    closed, reason = arm.closed_form(targets)
    if closed is None:
        return arm.numerical(targets, reason)
    return arm.evaluated(closed, targets, near=q0 is not None)


def for_one(solutions: IKSolutions) -> IKSolutions:
    """Return the solutions of the first target as those of one target, without the columns that are empty."""
    kept = solutions.exists[0]
    rows = {
        name: getattr(solutions, name)[0][kept]
        for name in ("q", "exists", "within_limits", "position_error", "orientation_error", "free")
    }
    return replace(solutions, branches=tuple(itertools.compress(solutions.branches, kept)), **rows)


def _fixed_places(model: Model, fixed: Mapping[str, Any] | None) -> list[int]:
    """Return the places in q of the joints that are fixed."""
    if fixed is None:
        return []
    known = places_by_name(model, positions=True, inner=False)
    if not isinstance(fixed, Mapping) or any(name not in known for name in fixed):
        problem = ", ".join(map(str, fixed)) if isinstance(fixed, Mapping) else type(fixed).__name__
        raise ArgumentError("fixed", problem, f"values of some of the joints {', '.join(known)}")
    return [place for name in fixed for place in range(known[name].start, known[name].stop)]


class _Arm:
    """The arm whose solutions are sought: a model with other coordinates than those of its chain at `base`."""

    def __init__(self, model: Model, request: Request, base: Floats, fixed: list[int]) -> None:
        self.model, self.request, self.base, self.fixed = model, request, base, fixed
        self.dyn = Compiled(model)
        self.ranges = Ranges(model)
        self.lower, self.upper = position_limits(model)
        self.places = list(range(model.nq))
        """Places in q of the joints that are solved for, whose limits count."""

    # Closed form

    def closed_form(self, targets: Floats) -> tuple[_Closed | None, str]:
        """Return the closed form of the arm and what it needs, or None and the reason."""
        request = self.request
        bodies, reason = self._bodies()
        if reason:
            return None, reason
        reference = self.base[0].copy() if len(self.base) else self.model.neutral.copy()
        elastic = elastic_places(self.model)
        if np.any(self.base[:, elastic] != reference[elastic]):
            return None, "q0 has several elastic deformations"
        joints = [self.model.joints[i] for i in bodies]
        places = [joint.q.start for joint in joints]
        self.places = places
        reference[places] = 0.0
        poses = body_poses(self.model, reference)
        lines = []
        for k, (i, joint) in enumerate(zip(bodies, joints, strict=True)):
            R, o = poses[i]
            lines.append(Line(k, isinstance(joint.kind, Revolute), R @ joint.kind.axis, o))  # type: ignore[attr-defined]
        pose = homogeneous(*frame_pose(self.model, poses, request.frame))
        task, completed = self._completed(targets, pose)
        if task is None:
            return None, "the task prescribes a part of the pose that joints of the arm share"
        limits = np.stack([self.lower[places], self.upper[places]])
        solver = closed_form(Chain(tuple(lines), pose, task, limits))
        if solver is None:
            return None, self._why(len(lines), task)
        return _Closed(solver, places, completed), ""

    def _why(self, count: int, task: str) -> str:
        rank = {"pose": 6, "position": 3, "orientation": 3}[task]
        if count > rank:
            return (
                f"{count} joints move the frame, and the target prescribes {rank} coordinates: a continuum of solutions"
            )
        return "no closed form is known for these axes; if the file rounds directions, try arm.snap(robot)"

    def _bodies(self) -> tuple[list[int], str]:
        """Return the bodies whose joints move the frame, from the base on, or why there is no closed form for them."""
        bodies = []
        for i in sorted(self.model.path(self.model.frame(self.request.frame).body)):
            joint = self.model.joints[i]
            if joint.kind.shared:
                if not joint.kind.modal:
                    return [], f"joint {joint.name!r} follows another joint"
            elif joint.q.start < joint_size(self.model) and joint.kind.nv and joint.q.start not in self.fixed:
                if not isinstance(joint.kind, Revolute | Prismatic):
                    return [], f"joint {joint.name!r} is neither revolute nor prismatic"
                bodies.append(i)
        if len(bodies) > MOST:
            return [], f"{len(bodies)} joints move the frame: fix some of them with fixed={{name: value}}"
        return bodies, ""

    def _completed(self, targets: Floats, pose: Floats) -> tuple[str | None, Floats]:
        """Return the task of a closed form, and the targets with coordinates that the arm cannot change filled in."""
        rows = self.request.rows
        for name in ("pose", "position", "orientation"):
            if rows == TASKS[name]:
                return name, targets
        omitted = sorted(set(range(6)) - set(rows))
        samples = self.ranges.drawn(3, 0)
        J = np.array([jacobian(self.model, q, self.request.frame) for q in samples])
        turning = [row for row in rows if row < 3]
        if (
            np.abs(J[:, [row for row in omitted if row >= 3 or turning]]).max(initial=0.0) > STRAIGHT
            or len(turning) > 1
        ):
            return None, targets
        completed = targets.copy()
        for row in omitted:
            if row >= 3:
                completed[:, row - 3, 3] = pose[row - 3, 3]
        if not turning:
            return "position", completed
        turned = turns(np.broadcast_to(pose[:3, :3], (len(targets), 3, 3)), targets[:, :3, :3])
        if np.abs(np.delete(turned, turning[0], axis=1)).max(initial=0.0) > STRAIGHT:
            return None, targets
        return "pose", completed

    def evaluated(self, closed: _Closed, targets: Floats, near: bool) -> IKSolutions:
        """Return the solutions of a closed form; with `near`, whole turns bring angles near those of the base."""
        request, (solver, places, completed) = self.request, closed
        N, S = len(targets), len(solver.names)
        rest = np.ascontiguousarray(self.base[:, places])
        target = np.ascontiguousarray(completed.reshape(N, 16))
        x, position, turn, meeting, marks, beyond = solver.kernel.evaluate([target, rest], [None] * 6)
        free_rows, free_columns = np.nonzero(
            (marks > solver.always_free) & ~((position <= MENDED * solver.size) & (turn <= MENDED))
        )
        if len(free_rows):
            self._choose_free(closed, x, position, turn, marks, free_rows, free_columns)
        tight = min(request.atol, ROUNDING * max(solver.size, 1.0))
        exists = (position <= tight) & (turn <= tight)
        close = ~exists & (position <= MENDED * solver.size) & (turn <= MENDED)
        whole = places == list(range(self.model.nq))
        inside = beyond <= SLACK
        q = x if whole else np.repeat(self.base[:, None], S, axis=1)
        if not whole:
            q[:, :, places] = x
        if close.any():
            self._mend(q, exists, close, position, turn, completed, places)
            inside[close] = self._inside(q[close])
        if near:
            q[:, :, places] = self._near(q[:, :, places], rest[:, None], places)
            inside = self._inside(q)
        self._drop_twins(q, exists, (meeting < MEETING) | (marks > solver.always_free))
        names, free = solver.names, np.broadcast_to(np.False_, q.shape)
        if np.any(marks[exists] > 0):
            free = np.zeros(q.shape, dtype=bool)
            for k, place in enumerate(places):
                free[:, :, place] = exists & (np.nan_to_num(marks).astype(int) >> k & 1 > 0)
        if request.copies:
            return self._copied(q, exists, names, position, turn, free)
        return self._result(q, exists, names, position, turn, free, inside)

    def _choose_free(
        self, closed: _Closed, x: Floats, position: Floats, turn: Floats, marks: Floats, row: Whole, column: Whole
    ) -> None:
        """Give free joints of branches, (row, column), the values nearest to their defaults that reach the target.

        With the default, other joints may be unable to follow. Values all around are tried; a search from the best one
        decides where none of them reaches the target.
        """
        solver, places, completed = closed
        angles = TURN / TRIALS * np.array([k // 2 * (-1) ** k for k in range(2, TRIALS + 1)])
        joints = marks[row, column].astype(int)[:, None] >> np.arange(len(places)) & 1
        rest = self.base[row][:, None, places] + angles[:, None] * joints[:, None]
        target = np.repeat(completed[row].reshape(-1, 16), len(angles), axis=0)
        outputs = solver.kernel.evaluate([target, rest.reshape(-1, len(places))], [None] * 6)
        trial, *errors = (
            a.reshape(len(row), len(angles), *a.shape[1:])[np.arange(len(row)), :, column] for a in outputs[:3]
        )
        error = np.maximum(*errors)
        reached = error <= ROUNDING * max(solver.size, 1.0)
        best = np.where(reached.any(axis=1), reached.argmax(axis=1), error.argmin(axis=1))
        pick = np.arange(len(row)), best
        x[row, column], position[row, column], turn[row, column] = trial[pick], errors[0][pick], errors[1][pick]
        left = ~reached.any(axis=1)
        if not left.any():
            return
        row, column, start = row[left], column[left], self.base[row[left]].copy()
        start[:, places] = x[row, column]
        ranges = Ranges(_restricted(self.model, self.base[0], self.fixed, limited=False))
        search = Solver(self.dyn, ranges, self.request.frame, solver.size, self.request.rows)
        solved = search.solve(start, completed[row], 0.5 * self.request.atol * min(1.0, 1.0 / solver.size))
        away = np.abs(solved.q - start).max(axis=1)
        # A search that has gone far has found another branch.
        good = (solved.left <= self.request.atol) & (away < 2 * TURN / TRIALS)
        x[row[good], column[good]] = solved.q[good][:, places]
        position[row[good], column[good]] = MENDED * solver.size
        turn[row[good], column[good]] = MENDED

    def _mend(
        self, q: Floats, exists: Bools, close: Bools, position: Floats, turn: Floats, targets: Floats, places: list[int]
    ) -> None:
        """Improve the branches that are close to their targets by Newton steps (1), in place."""
        rows, velocities = list(self.request.rows), [self._velocity(place) for place in places]
        row, column = np.nonzero(close)
        at, T = q[row, column], targets[row]
        for step in range(STEPS + 1):
            e = pose_errors(self.dyn.pose(at, frame=self.request.frame), T)
            turned = np.linalg.norm(e[:, [k for k in rows if k < 3]], axis=1)
            moved = np.linalg.norm(e[:, [k for k in rows if k >= 3]], axis=1)
            better = np.maximum(turned, moved) < np.maximum(turn[row, column], position[row, column])
            if step == 0:
                better[:] = True  # errors of the closed form are bounds
            q[row[better], column[better]] = at[better]
            turn[row[better], column[better]], position[row[better], column[better]] = turned[better], moved[better]
            if step < STEPS:
                J = self.dyn.jacobian(at, frame=self.request.frame)[:, rows][:, :, velocities]
                at[:, places] += np.einsum("nkm,nm->nk", np.linalg.pinv(J, rcond=1e-9), e[:, rows])
        exists[close] = np.maximum(position, turn)[close] <= self.request.atol

    def _velocity(self, place: int) -> int:
        return next(c.v for c in self.ranges.coordinates if c.q == place)

    def _near(self, q: Floats, base: Floats, places: list[int]) -> Floats:
        """Return angles moved by whole turns to those nearest to the base, within limits if there are any."""
        lower, upper = self.lower[places], self.upper[places]
        periodic = self._periodic(places)
        count = np.round((base - q) / TURN)
        least, most = np.ceil((lower - SLACK - q) / TURN), np.floor((upper + SLACK - q) / TURN)
        inside = np.where(least <= most, np.clip(count, least, most), 0.0)
        return np.where(periodic, q + TURN * inside, q)

    def _periodic(self, places: Sequence[int]) -> Bools:
        return np.isin(places, self.ranges.periodic)

    def _drop_twins(self, q: Floats, exists: Bools, suspect: Bools) -> None:
        """Leave out solutions that equal an earlier one of the same target."""
        rows = np.flatnonzero((suspect & exists).any(axis=1) & (exists.sum(axis=1) > 1))
        if not len(rows):
            return
        q = q[:, :, : joint_size(self.model)]
        periodic = self._periodic(range(q.shape[2]))
        for first, second in itertools.combinations(range(q.shape[1]), 2):
            apart = q[rows, first] - q[rows, second]
            apart = np.where(periodic, apart - TURN * np.round(apart / TURN), apart)
            twin = exists[rows, first] & exists[rows, second] & (np.abs(apart).max(axis=1) < SAME)
            exists[rows[twin], second] = False

    def _copied(
        self, q: Floats, exists: Bools, names: tuple[str, ...], position: Floats, turn: Floats, free: Bools
    ) -> IKSolutions:
        """Return the solutions with all whole turns within the limits of joints; joints without limits turn once."""
        turning = [
            place
            for place in np.flatnonzero(self._periodic(range(self.model.nq)))
            if math.isfinite(self.upper[place] - self.lower[place]) and place not in self.fixed
        ]
        lower, upper = self.lower[turning], self.upper[turning]
        first = q.copy()
        first[:, :, turning] -= TURN * np.floor((q[:, :, turning] - lower + SLACK) / TURN)
        most = np.floor((upper - lower + 2 * SLACK) / TURN).astype(int).tolist()
        count = math.prod(turns + 1 for turns in most)
        if count > MOST_COPIES:
            problem = f"{count} combinations of whole turns within the joint limits"
            raise ArgumentError("copies", problem, f"at most {MOST_COPIES}", "narrow the limits of joints")
        shifts = np.array(list(itertools.product(*(range(turns + 1) for turns in most)))).reshape(count, len(turning))
        q = np.repeat(first, len(shifts), axis=1)
        q[:, :, turning] += TURN * np.tile(shifts, (len(names), 1))
        exists, free = np.repeat(exists, len(shifts), axis=1), np.repeat(free, len(shifts), axis=1)
        position, turn = np.repeat(position, len(shifts), axis=1), np.repeat(turn, len(shifts), axis=1)
        inside = self._inside(q)
        # The first copy stays even where it is beyond the limits: it marks the solution.
        exists &= inside | np.tile(~shifts.any(axis=1), len(names))
        repeated = tuple(name for name in names for _ in shifts)
        return self._result(q, exists, repeated, position, turn, free, inside)

    # Results

    def _inside(self, q: Floats) -> Bools:
        """Return which configurations are within the joint limits, shape of q without its last axis."""
        inside = np.ones(q.shape[:-1], dtype=bool)
        for place in self.places:
            inside &= (q[..., place] >= self.lower[place] - SLACK) & (q[..., place] <= self.upper[place] + SLACK)
        return inside

    def _result(
        self, q: Floats, exists: Bools, names: tuple[str, ...], position: Floats, turn: Floats, free: Bools,
        inside: Bools, method: str = "closed form", notes: tuple[str, ...] = (),
    ) -> IKSolutions:  # fmt: skip
        if self.model.drives:
            q = unwound(self.model, q)
        if self.request.limits:
            exists = exists & inside
        absent = ~exists
        for array in (q, position, turn):
            array[absent] = math.nan
        if free.any():
            free = free & exists[:, :, None]
        return IKSolutions(q, exists, names, inside & exists, position, turn, free, method, notes)

    # Numerical search

    def numerical(self, targets: Floats, reason: str) -> IKSolutions:
        """Return the different configurations that searches from random starts reach."""
        request, N = self.request, len(targets)
        ranges = Ranges(_restricted(self.model, self.base[0] if N else self.model.neutral, self.fixed, request.limits))
        starts = ranges.drawn(max(request.starts, 1), request.seed)
        length = workspace_size(self.dyn.pose(starts, frame=request.frame)) or 1.0
        solver = Solver(self.dyn, ranges, request.frame, length, request.rows)
        tolerance = 0.5 * request.atol * min(1.0, 1.0 / length)
        distinct: list[list[Floats]] = [[] for _ in range(N)]
        joints = slice(joint_size(self.model))
        periodic = self._periodic(range(joints.stop))
        still = np.ones(self.model.nq, dtype=bool)
        still[[c.q for c in self.ranges.coordinates if c.q is not None]] = False
        for quaternion, _ in self.model.quaternions:
            still[quaternion] = False
        still[self.fixed] = True
        per_block = max(1, BLOCK // len(starts))
        for first in range(0, N, per_block):
            block = np.arange(first, min(N, first + per_block)).repeat(len(starts))
            q = np.tile(starts, (len(block) // len(starts), 1))
            q[:, still] = self.base[block][:, still]
            solved = solver.solve(q, targets[block], tolerance)
            q = ranges.wrapped(solved.q)
            for k, row in zip(block[solved.left <= 2 * tolerance], q[solved.left <= 2 * tolerance], strict=True):
                apart = [(other - row)[joints] for other in distinct[k]]
                apart = [np.where(periodic, d - TURN * np.round(d / TURN), d) for d in apart]
                if not any(np.abs(d).max() < SAME for d in apart):
                    distinct[k].append(row)
        most = max(map(len, distinct), default=0)
        q = np.full((N, most, self.model.nq), math.nan)
        exists = np.zeros((N, most), dtype=bool)
        for k, rows in enumerate(distinct):
            exists[k, : len(rows)] = True
            if rows:
                q[k, : len(rows)] = rows
        position, turn = np.full((N, most), math.nan), np.full((N, most), math.nan)
        row, column = np.nonzero(exists)
        if len(row):
            e = solver.errors(q[row, column], targets[row])
            rotational = sum(k < 3 for k in request.rows)
            turn[row, column] = np.linalg.norm(e[:, :rotational], axis=1)
            position[row, column] = np.linalg.norm(e[:, rotational:], axis=1) * length
        notes = [reason, f"{len(starts)} random starts for each target; solutions may be missing"]
        names = tuple(f"solution {k + 1}" for k in range(most))
        free = np.broadcast_to(np.False_, q.shape)
        return self._result(q, exists, names, position, turn, free, self._inside(q), "numerical", tuple(notes))


class _Closed(NamedTuple):
    """A closed form, the places of its joints in q, and complete targets."""

    solver: ClosedForm
    places: list[int]
    targets: Floats


def _restricted(model: Model, q: Floats, fixed: Sequence[int], limited: bool) -> Model:
    """Return a model with some joints held by their limits, and the others without limits unless `limited`."""
    held = {c.joint: float(q[c.q]) for c in Ranges(model).coordinates if c.q in fixed and c.q is not None}
    joints = []
    for joint in model.robot.joints:
        if joint.name in held:
            joints.append(replace(joint, limits=Limits(held[joint.name], held[joint.name])))
        elif not limited and not joint.coordinates:
            joints.append(replace(joint, limits=Limits()))
        else:
            joints.append(joint)
    robot: Robot = replace(model.robot, joints=tuple(joints))
    return build_model(robot, motors=model.motors, friction=model.friction)
