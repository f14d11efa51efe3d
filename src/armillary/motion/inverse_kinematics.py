"""Inverse kinematics: configurations at which a frame has a given pose, position or orientation.

`motion.damped_least_squares` finds a local minimum of the pose error from one start. Here every target is tried from
the given starts first, then from random configurations within the joint limits in the order of their errors, until one
succeeds. If a target is not reached, two more searches start at its best configuration: one without joint limits, one
for the position only. They tell whether limits, orientation or distance prevent success.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.compiler.compiled import Compiled
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.files.arguments import finite, flag, floats, refusal, whole
from armillary.kinematics.task import Task, required_rank, task_rows
from armillary.motion.all_solutions import IKSolutions, Request, all_solutions, for_one
from armillary.motion.damped_least_squares import ITERATIONS, Solver, poses_at, workspace_size
from armillary.motion.ranges import Ranges
from armillary.multibody import Model, as_model
from armillary.multibody.configuration import Coordinates, configuration
from armillary.multibody.coordinates import elastic_places
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Notes, Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

Whole = NDArray[np.intp]

POOL = 16  # random configurations drawn per random start; the ones with the smallest errors become starts
BLOCK = 4096  # targets solved at once, to bound memory
STATIONARY = 1e-6  # largest |Jᵀe| / (|J| |e|) of a local minimum of the error
SINGULAR = 1e-4  # largest σ_r / σ_1 at which a configuration without convergence is reported as singular
MOST_ROWS = 20  # targets that tables show
ROUNDING = 1e-13  # deviation of a rotation matrix that is rounding
_SHAPES = "poses of shape (4, 4) or (N, 4, 4), or positions of shape (3,) or (N, 3)"


@dataclass(frozen=True, eq=False)
class IKResult(Shown):
    """Result of `inverse_kinematics`: for one target as below, for N targets with a leading axis of length N.

    Attributes:
        q: Configuration with the smallest error found, shape (nq,) [rad or m].
        success: Whether both errors are within the tolerance.
        position_error: Distance from the target [m], over the rows of the task.
        orientation_error: Angle from the target [rad], over the rows of the task.
        iterations: Number of iterations, all starts together.
        reason: "reached", or why the target was not reached; a tuple of texts for N targets.
    """

    q: Floats
    success: NDArray[np.bool_]
    position_error: Floats
    orientation_error: Floats
    iterations: Whole
    reason: str | tuple[str, ...]

    def __repr__(self) -> str:
        if self.q.ndim > 1:
            return f"<IKResult: {int(np.sum(self.success))} of {len(self.q)} targets reached>"
        return f"<IKResult: {self.reason}, q = [{', '.join(f'{value:.6g}' for value in self.q)}]>"

    def tables(self) -> list[Part]:
        """Return the targets as rows of a table: configuration, errors, and why one was not reached."""
        q = np.atleast_2d(self.q)
        reasons = (self.reason,) if isinstance(self.reason, str) else self.reason
        errors = np.atleast_1d(self.position_error), np.atleast_1d(self.orientation_error)
        several = self.q.ndim > 1
        rows = [
            (*([str(k)] if several else []), " ".join(f"{value:.6g}" for value in q[k]), f"{errors[0][k]:.2g}",
             f"{errors[1][k]:.2g}", reasons[k])
            for k in range(min(len(q), MOST_ROWS))
        ]  # fmt: skip
        heads = columns(*(["target>"] if several else []), "q", "position error [m]>", "angle error [rad]>", "result")
        left = len(q) - len(rows)
        title = f"{int(np.sum(self.success))} of {len(q)} targets reached" if several else "inverse kinematics"
        table: Part = Table(title, heads, rows)
        return [table, Notes([f"… and {left} targets more"])] if left > 0 else [table]


@overload
def inverse_kinematics(
    robot: Robot | Model, target: ArrayLike, *, all: Literal[False] = ..., frame: str = ..., task: Task | None = ...,
    q0: Coordinates = ..., starts: int = ..., seed: int = ..., atol: float = ...,
) -> IKResult: ...  # fmt: skip
@overload
def inverse_kinematics(
    robot: Robot | Model, target: ArrayLike, *, all: Literal[True], frame: str = ..., task: Task | None = ...,
    q0: Coordinates = ..., starts: int = ..., seed: int = ..., atol: float = ...,
    fixed: Mapping[str, Any] | None = ..., limits: bool = ..., copies: bool = ...,
) -> IKSolutions: ...  # fmt: skip
def inverse_kinematics(
    robot: Robot | Model,
    target: ArrayLike,
    *,
    all: bool = False,
    frame: str = "tip",
    task: Task | None = None,
    q0: Coordinates = None,
    starts: int = 32,
    seed: int = 0,
    atol: float = 1e-10,
    fixed: Mapping[str, Any] | None = None,
    limits: bool = True,
    copies: bool = False,
) -> IKResult | IKSolutions:
    """Return configurations within the joint limits at which a frame reaches its targets: one for each target, or all.

    An unreachable target raises no error: `success` and `reason` of the result tell which targets were reached and why
    others were not. Targets of a batch are independent, and the result is the same in every run.

    With `all=True` the result has every solution, in closed form for most arms of up to six joints (spherical wrists,
    three parallel axes, SCARA and Cartesian arms, planar arms, positions of three joints), named by branch. For other
    arms searches from random starts collect solutions and may miss some; `method` of the result tells which it was.

    Args:
        robot: The robot or its model.
        target: Pose (4, 4) or position (3,) [m] of the frame in the world, or N of them, (N, 4, 4) or (N, 3).
        all: Whether to return all solutions (`arm.types.IKSolutions`) in place of one (`arm.types.IKResult`).
        frame: Name of the frame; default "tip".
        task: "pose", "position", "orientation", or the rows of the (angular, linear) Jacobian that count, such as
            (2, 3, 4) for an arm in the x-y plane. Default "pose" for poses and "position" for positions.
        q0: Configuration to start from, or one for each of N targets, (N, nq); for one target also several, (S, nq).
            Joint coordinates alone leave links straight. Elastic coordinates keep the values of the first start.
            Default: random starts only, elastic coordinates zero. All solutions in closed form need no start: q0, one
            configuration or one for each target, gives the values of joints that are free or do not move the frame
            (default zero), and whole turns bring angles near it.
        starts: Number of random starts tried after q0; default 32.
        seed: Random seed of the random starts; default 0.
        atol: Largest error in position [m] and orientation [rad] that counts as success; default 1e-10.
        fixed: With all: joint → its fixed value, numbers or texts with units, such as {"panda_joint7": "45 deg"}, which
            makes a redundant arm one with finitely many solutions.
        limits: With all: whether to leave out solutions beyond joint limits; otherwise `within_limits` marks them.
        copies: With all: whether angles that may turn by whole turns within limits give several solutions; default one
            in the middle of the limits, or near q0.

    Example:
        >>> import armillary as arm
        >>> robot = arm.library.get("panda")
        >>> result = arm.inverse_kinematics(robot, [0.4, 0.2, 0.5])
        >>> print(result.success, arm.compile(robot).pose(result.q)[:3, 3].round(9))
        True [0.4 0.2 0.5]
        >>> arm.inverse_kinematics(robot, [2.0, 0.0, 0.0]).reason
        'out of reach: the nearest point found is 1.08 m away'
        >>> pose = arm.compile(robot).pose([0.1, -0.5, 0.2, -2.0, 0.3, 1.8, 0.4])
        >>> arm.inverse_kinematics(robot, pose, all=True, fixed={"panda_joint7": 0.4})
        <IKSolutions: 2 solutions in closed form>
    """
    model = as_model(robot)
    targets, single, by_default = _targets(target)
    rows = task_rows(by_default if task is None else task)
    if by_default == "position" and min(rows) < 3:
        raise ArgumentError("target", f"positions for the task {task!r}", "poses of shape (4, 4) or (N, 4, 4)")
    model.frame(frame)
    required_rank(model, frame, rows)
    request = Request(frame, rows, flag("limits", limits), flag("copies", copies), starts, seed, atol)
    if flag("all", all):
        return _all(model, targets, single, q0, fixed, request)
    if fixed is not None or not limits or copies:
        raise ArgumentError("all", "False, with fixed, limits or copies", "all=True with these arguments")
    initial = _starts(model, q0, len(targets), single)
    search = _Search(Solver(Compiled(model), Ranges(model), frame, rows=rows), starts, seed, atol)
    blocks = [slice(k, k + BLOCK) for k in range(0, max(len(targets), 1), BLOCK)]
    parts = [search.best(targets[block], initial[:, block]) for block in blocks]
    q, iterations = (np.concatenate(part) for part in zip(*parts, strict=True))
    position, orientation = search.errors(q, targets)
    success = search.reached(q, targets)
    reason = np.full(len(q), "reached", dtype=object)
    reason[~success] = search.reasons(q[~success], targets[~success])
    if single:
        return IKResult(q[0], success[0], position[0], orientation[0], iterations[0], reason[0])
    return IKResult(q, success, position, orientation, iterations, tuple(reason))


def _all(
    model: Model, targets: Floats, single: bool, q0: Coordinates, fixed: Mapping[str, Any] | None, request: Request
) -> IKSolutions:
    """Return all solutions; rotation matrices of targets are made exact first."""
    _check_search(request.starts, request.atol)
    whole("seed", request.seed)
    rows = None if q0 is None else configuration(model, q0, argument="q0", rows=True)
    if rows is not None and len(rows) not in (1, len(targets)):
        problem = f"{len(rows)} configurations for {len(targets)} target{'s' * (len(targets) != 1)}"
        raise ArgumentError("q0", problem, "one configuration, or one for each target")
    rows = None if rows is None else np.broadcast_to(rows, (len(targets), model.nq))
    rough = _off_rotation(targets[:, :3, :3]) > ROUNDING
    if rough.any():
        U, _, Vt = np.linalg.svd(targets[rough, :3, :3])
        targets = targets.copy()
        targets[rough, :3, :3] = U @ Vt
    solutions = all_solutions(model, targets, rows, fixed, request)
    return for_one(solutions) if single else solutions


def _check_search(starts: int, atol: float) -> None:
    whole("starts", starts, 0, MOST_STARTS)
    if finite(atol) is None or not 0 < atol < 1:
        raise refusal("atol", atol, "a number between 0 and 1 [m and rad]")


MOST_STARTS = 100_000


class _Search:
    """Searches from several starts: a solver, and a sample of configurations with the poses of the frame there."""

    def __init__(self, solver: Solver, starts: int, seed: int, atol: float) -> None:
        _check_search(starts, atol)
        self.starts, self.atol = starts, atol
        self.sample = solver.ranges.drawn(POOL * max(starts, 1), whole("seed", seed))
        self.poses = solver.dyn.pose(self.sample, frame=solver.frame)
        self.solver = replace(solver, length=workspace_size(self.poses) or 1.0)
        self.tolerance = 0.5 * atol * min(1.0, 1.0 / self.solver.length)
        self.rotational = sum(row < 3 for row in solver.rows)

    def errors(self, q: Floats, targets: Floats) -> tuple[Floats, Floats]:
        """Return the errors in position [m] and in orientation [rad], shapes (N,)."""
        e = self.solver.errors(q, targets)
        turn, move = e[:, : self.rotational], e[:, self.rotational :] * self.solver.length
        return np.linalg.norm(move, axis=1), np.linalg.norm(turn, axis=1)

    def reached(self, q: Floats, targets: Floats) -> NDArray[np.bool_]:
        """Return whether each target is reached, shape (N,)."""
        return np.maximum(*self.errors(q, targets)) <= self.atol

    def best(self, targets: Floats, initial: Floats) -> tuple[Floats, Whole]:
        """Return the best configurations (N, nq) and the numbers of iterations for starts (S, N, nq)."""
        order, model = self._order(targets), self.solver.ranges.model
        elastic = elastic_places(model)
        q = initial[0].copy() if len(initial) else self.sample[order[:, 0]]
        left, count = np.full(len(q), np.inf), np.zeros(len(q), dtype=np.intp)
        deformation = q[:, elastic].copy()  # links stay bent as in the start that the user gave
        for k in range(len(initial) + self.starts + 1):
            open_ = np.flatnonzero(~self.reached(q, targets))
            if not len(open_):
                break
            if k < len(initial):
                start = initial[k, open_]
            elif k < len(initial) + self.starts:
                start = self.sample[order[open_, k - len(initial)]]
            else:  # beyond the limits and back by whole turns
                start = self.solver.ranges.wrapped(self._unlimited(q[open_], targets[open_]))
                start = self.solver.ranges.moved(start, np.zeros((len(start), self.solver.ranges.n)))
            start[:, elastic] = deformation[open_]
            solved = self.solver.solve(start, targets[open_], self.tolerance)
            better = solved.left < left[open_]
            improved = open_[better]
            q[improved] = solved.q[better] if k < len(initial) else self.solver.ranges.wrapped(solved.q[better])
            left[improved] = solved.left[better]
            count[open_] += solved.iterations
        return q, count

    def _order(self, targets: Floats) -> Whole:
        """Return the indices of the sampled configurations with the smallest errors, best first, (N, starts)."""
        linear = [row - 3 for row in self.solver.rows if row >= 3]
        away = (targets[:, None, :3, 3] - self.poses[None, :, :3, 3])[:, :, linear] / self.solver.length
        far = np.sum(away**2, axis=2)
        if self.rotational:  # |R − R_d|² / 2 = 3 − tr(Rᵀ R_d), about the square of the angle
            R_d, R = (poses[:, :3, :3].reshape(len(poses), 9) for poses in (targets, self.poses))
            far = far + 3.0 - R_d @ R.T
        return np.argsort(far, axis=1, kind="stable")[:, : max(self.starts, 1)]

    def _unlimited(self, q: Floats, targets: Floats) -> Floats:
        free = replace(self.solver, ranges=Ranges(self.solver.ranges.model, limited=False))
        return free.solve(q, targets, self.tolerance).q

    def reasons(self, q: Floats, targets: Floats) -> list[str]:
        """Return why targets were not reached, given their best configurations."""
        free = self.solver.ranges.wrapped(self._unlimited(q, targets))
        free_reached = self.reached(free, targets)
        translation = replace(self.solver, rows=tuple(row for row in self.solver.rows if row >= 3) or self.solver.rows)
        position_reached = translation.solve(q, targets, self.tolerance).left <= self.tolerance
        reasons = []
        for k, (far, angle) in enumerate(zip(*self.errors(q, targets), strict=True)):
            near = " and ".join(
                [f"{far:.3g} m"] * (self.rotational < len(self.solver.rows))
                + [f"{angle:.3g} rad"] * bool(self.rotational)
            )
            if free_reached[k] and (beyond := self._beyond(free[k])):
                reasons.append(f"joint limits: reached only with {beyond}; within limits {near} away")
            elif not self._stationary(q[k], targets[k]):
                rank = required_rank(self.solver.ranges.model, self.solver.frame, self.solver.rows)
                sigma = np.linalg.svd(self.solver.jacobians(q[k : k + 1])[0], compute_uv=False)
                where = ", near a singular configuration" if sigma[rank - 1] <= SINGULAR * sigma[0] else ""
                text = f"iteration limit: {near} away after {ITERATIONS} iterations{where}"
                reasons.append(f"{text}; try more starts or another q0")
            elif self.rotational and position_reached[k] and len(translation.rows) < len(self.solver.rows):
                reasons.append(f"orientation out of reach at this position: the nearest pose found is {near} away")
            else:
                kind = "pose" if self.rotational else "point"
                reasons.append(f"out of reach: the nearest {kind} found is {near} away")
        return reasons

    def _stationary(self, q: Floats, target: Floats) -> bool:
        """Return whether no joint within its limits can lower the error."""
        e, J = self.solver.errors(q[None], target[None])[0], self.solver.jacobians(q[None])[0]
        downhill = J.T @ e
        downhill[self.solver.ranges.blocked(q[None], downhill)[0]] = 0.0
        return bool(np.linalg.norm(downhill) <= STATIONARY * np.linalg.norm(J) * np.linalg.norm(e))

    def _beyond(self, q: Floats) -> str:
        """Return the names and values of the joints beyond their limits."""
        named = []
        for coordinate in self.solver.ranges.coordinates:
            if coordinate.q is None:
                continue
            value, limits = q[coordinate.q], coordinate.limits
            if not limits.lower <= value <= limits.upper:
                limit = limits.lower if value < limits.lower else limits.upper
                named.append(f"{coordinate.name!r} at {value:.3g} {coordinate.unit} (limit {limit:.3g})")
        return ", ".join(named)


def _targets(target: ArrayLike) -> tuple[Floats, bool, str]:
    """Return poses (N, 4, 4), whether the target is a single one, and the default task of its shape."""
    array = floats("target", target, _SHAPES)
    if array.shape == (0, 0):
        raise ArgumentError("target", f"{type(target).__name__}, not an array of numbers", _SHAPES)
    if not np.all(np.isfinite(array)):
        raise ArgumentError("target", "numbers that are not finite", "finite numbers")
    if array.ndim in (1, 2) and array.shape[-1] == 3:
        return poses_at(array.reshape(-1, 3)), array.ndim == 1, "position"
    if array.ndim not in (2, 3) or array.shape[-2:] != (4, 4):
        raise ArgumentError("target", f"an array of shape {array.shape}", _SHAPES)
    poses = array.reshape(-1, 4, 4)
    if _off_rotation(poses[:, :3, :3]).max(initial=0.0) > 1e-6 or np.any(poses[:, 3] != (0, 0, 0, 1)):
        raise ArgumentError("target", "a matrix that is not a pose", "[R, p; 0, 0, 0, 1] with a rotation matrix R")
    return poses, array.ndim == 2, "pose"


def _off_rotation(R: Floats) -> Floats:
    """Return by how much matrices (N, 3, 3) are off rotations: lengths and product of two rows, and the third row."""
    a, b, c = R[:, 0].T, R[:, 1].T, R[:, 2].T
    third = [c[k] - (a[k - 2] * b[k - 1] - a[k - 1] * b[k - 2]) for k in range(3)]
    rows = [sum(x * y for x, y in zip(u, v, strict=True)) for u, v in ((a, a), (b, b), (a, b))]
    off = np.zeros(len(R))
    for deviation in (rows[0] - 1.0, rows[1] - 1.0, rows[2], *third):
        np.maximum(off, np.abs(deviation), out=off)
    return off


def _starts(model: Model, q0: Coordinates, count: int, single: bool) -> Floats:
    """Return the given starts within the joint limits, shape (S, count, nq), with unit quaternions."""
    if q0 is None:
        return np.zeros((0, count, model.nq))
    rows = configuration(model, q0, argument="q0", rows=True)
    if not single and len(rows) not in (1, count):
        raise ArgumentError("q0", f"{len(rows)} starts for {count} targets", "one start, or one for each target")
    ranges = Ranges(model)
    rows = ranges.moved(rows, np.zeros((len(rows), ranges.n)))
    return rows[:, None] if single else np.broadcast_to(rows, (count, model.nq))[None]
