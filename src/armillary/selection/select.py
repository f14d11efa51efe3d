"""Comparison of robots: measures, weighted scores with their parts, and a ranking (`arm.select`).

Motions of all candidates are computed first, to find infeasible tasks before the measurements. Candidates must move the
frame in the same number of directions,
    d = rank of the task's rows of J, joint columns only, at almost every q                            (1)
since a workspace is an area for d = 2 and a volume for d = 3, and manipulability has the unit m^d.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any

from armillary import __version__
from armillary.compiler.cache import digest
from armillary.description.robot import Robot
from armillary.description.toml.writer import to_toml
from armillary.errors import ArgumentError, ConvergenceError, SingularityError
from armillary.executors.executor import Executor, executor_of, value_of
from armillary.executors.resumed import Resumed
from armillary.executors.serial import Serial
from armillary.files.arguments import watcher
from armillary.files.words import shortened
from armillary.kinematics.task import Task, task_rank, task_rows
from armillary.motion.file import motion_task
from armillary.motion.task import MotionTask, motion_of
from armillary.multibody import Model, as_model
from armillary.selection.candidate import Candidate, Measure, Sampling, sampling_of
from armillary.selection.measures import GROUPS, MEASURES
from armillary.selection.result import Selection, score_candidates
from armillary.selection.weights import check_weights, weights_for

MOST = 200  # limit on the robots of a selection


def select(
    robots: Sequence[Robot | Model],
    motion: MotionTask | str | os.PathLike[str] | None = None,
    *,
    weights: Mapping[str, float] | None = None,
    sampling: Sampling | None = None,
    frame: str = "tip",
    task: Task = "position",
    timed: bool = True,
    progress: Callable[[float], None] | None = None,
) -> Selection:
    """Measure robots, weigh the measures and rank the robots.

    Args:
        robots: Two or more robots or models with different names.
        motion: Motion on which efforts are compared, or its file; default: the standard motion.
        weights: Weights by measure ("workspace.volume") or group ("workspace"); default: see docs/selection.md.
        sampling: Sampled configurations of workspace and indices; default `Sampling(2000)`.
        frame: Frame whose motion counts; default "tip".
        task: Part of its motion that counts: "position" (default), "orientation", "pose" or rows of the Jacobian.
        timed: Whether to time compiled code, which takes some seconds per robot; default True.
        progress: Function called with the completed fraction, from 0 to 1.

    Raises:
        ArgumentError: There is one robot only, names repeat, tasks differ, or a weight is unknown.

    Example:
        >>> import armillary as arm
        >>> arms = [arm.library.get(name) for name in ("planar-rpr", "planar-prr")]
        >>> weights = {"operations.inverse_dynamics": 1}
        >>> select(arms, weights=weights, sampling=arm.selection.Sampling(50), timed=False).ranking
        ('planar-prr', 'planar-rpr')
    """
    models = _models(robots)
    task_rows(task)
    configurations = sampling_of(sampling)
    groups = [group for group in GROUPS if timed or group != "times"]
    check_weights(weights, groups)
    prescribed = motion_task(motion)
    candidates = []
    for model in models:
        with _of(model.robot):
            own_motion = motion_of(model, prescribed)
        candidates.append(Candidate(model, frame, task, configurations.count, configurations.seed, own_motion))
    _check_task(candidates)
    measures = measure_candidates(candidates, groups, lambda available: weights_for(weights, available), progress)
    return score_candidates(tuple(candidates), measures, weights)


@dataclass(frozen=True, eq=False)
class Measuring:
    """Work of an executor: the measures of one of several candidates, as plain data."""

    candidates: tuple[Candidate, ...]
    groups: tuple[str, ...]

    def __call__(self, item: int) -> list[dict[str, Any]]:
        """Return the measures of a candidate."""
        candidate = self.candidates[item]
        with _of(candidate.robot):
            return [asdict(measure) for group in self.groups for measure in MEASURES[group](candidate)]

    def key(self, item: int) -> str:
        """Return the digest of all that the measures of a candidate depend on."""
        candidate = self.candidates[item]
        motion = candidate.moved
        arrays = [rows.tobytes() for rows in (motion.t, motion.q, motion.qd, motion.qdd)]
        settings = (
            candidate.frame, candidate.task, candidate.samples, candidate.seed, motion.payload, motion.frame,
        )  # fmt: skip
        rest = [repr(setting) for setting in settings]
        return digest([__version__, *self.groups, to_toml(candidate.robot), *arrays, *rest]).hex()


def measure_candidates(
    candidates: Sequence[Candidate],
    groups: Sequence[str],
    check: Callable[[Mapping[str, Measure]], object],
    progress: Callable[[float], None] | None = None,
    executor: Executor | None = None,
) -> dict[str, tuple[Measure, ...]]:
    """Return the measures of candidates by name.

    `check` is called with the first candidate's measures, to reject invalid weights before the other measurements.
    """
    by_item: dict[int, tuple[Measure, ...]] = {}
    report, executor = watcher(progress) or (lambda part: None), executor_of(executor, Serial())
    # Copies have none of the compiled code that candidates keep.
    work = Measuring(tuple(replace(candidate) for candidate in candidates), tuple(groups))
    # The first candidate is measured alone, in this process: its measures show whether the weights are valid.
    here: Executor = Resumed(executor.folder) if isinstance(executor, Resumed) else Serial()
    report(0.0)
    for place, items in ((here, range(1)), (executor, range(1, len(candidates)))):
        for answer in place.map(work, items):
            by_item[answer.item] = tuple(Measure(**fields) for fields in value_of(answer))
            report(len(by_item) / len(candidates))
        if len(by_item) == 1:
            check({measure.key: measure for measure in by_item[0]})
    return {candidate.robot.name: by_item[k] for k, candidate in enumerate(candidates)}


def _models(robots: Sequence[Robot | Model]) -> list[Model]:
    """Return the models of the robots of a selection, checked."""
    hint = "arm.select([arm.library.get(name) for name in names])"
    if isinstance(robots, (Robot, Model)) or not isinstance(robots, Sequence) or isinstance(robots, str):
        what = f"one only, {robots.name!r}" if isinstance(robots, Robot) else shortened(robots)
        raise ArgumentError("robots", what, "a list of two or more robots", hint)
    for robot in robots:
        if not isinstance(robot, (Robot, Model)):
            raise ArgumentError(
                "robots", shortened(robot), "robots", "arm.load reads files, arm.library.get has others"
            )
    models = [as_model(robot) for robot in robots]
    names = [robot.robot.name for robot in models]
    if not 2 <= len(robots) <= MOST:
        what = f"one only, {names[0]!r}" if len(robots) == 1 else f"{len(robots)} of them"
        raise ArgumentError("robots", what, f"2 to {MOST}: a score says how robots compare")
    for name in names:
        if names.count(name) > 1:
            what, hint = f"{names.count(name)} with the name {name!r}", "set `name` in the file or of the robot"
            raise ArgumentError("robots", what, "different names", hint)
    return models


def _check_task(candidates: Sequence[Candidate]) -> None:
    """Reject robots whose frames move in different numbers of directions, (1)."""
    names_by_dimension: dict[int, list[str]] = {}
    for candidate in candidates:
        with _of(candidate.robot):
            candidate.model.frame(candidate.frame)
            names_by_dimension.setdefault(dimension(candidate), []).append(candidate.robot.name)
    task, frame = candidates[0].task, candidates[0].frame
    if 0 in names_by_dimension:
        text = f"{', '.join(names_by_dimension[0])}: no joint moves {frame!r} in the task {task!r}"
        raise ArgumentError("robots", text, "robots that move it")
    if len(names_by_dimension) > 1:
        parts = [
            f"{d} direction{'s' if d > 1 else ''} ({', '.join(names)})"
            for d, names in sorted(names_by_dimension.items())
        ]
        text = f"different tasks: the {task!r} of {frame!r} moves in {' and '.join(parts)}"
        hint = "a task of fewer rows may suit all: 3, 4 is the position in the plane of x and y"
        raise ArgumentError("robots", text, "robots that move in the same number of directions", hint)


def dimension(candidate: Candidate) -> int:
    """Return d of (1)."""
    return task_rank(candidate.model, candidate.frame, candidate.task, elastic=False)


@contextmanager
def _of(robot: Robot) -> Iterator[None]:
    """Add the robot's name to errors that do not name it."""
    try:
        yield
    except ArgumentError as error:
        if repr(robot.name) in str(error) or error.field == "motion":
            raise
        raise error.renamed(f"{robot.name}: {error.field}") from error
    except (SingularityError, ConvergenceError) as error:
        raise type(error)(f"{robot.name}: {error}") from error
