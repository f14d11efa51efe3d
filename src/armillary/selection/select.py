"""Robots compared: all measures of each, weighted scores with their parts, a ranking (`arm.select`).

    robots → candidates        the same motors, frame, task, number and seed of samples for all
    task → motions             of every candidate first, so that one that cannot do it is found out before work begins
    candidates → measures      group by group, `selection.measures`
    measures, weights → scores `selection.score`
Candidates must be able to do the same thing: their joints move the frame in the same number of directions,
    d = rank of the task's rows of J, columns of joints alone, at almost every q                       (1)
A workspace is an area where d = 2 and a volume where d = 3, and indices of J have the unit of m^d: they do not compare.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from armillary.description.robot import Robot
from armillary.errors import ArgumentError, ConvergenceError, SingularityError
from armillary.kinematics.task import Task, task_rows
from armillary.motion.task import Motion, MotionTask, load_motion, standard_motion
from armillary.multibody import Model, as_model
from armillary.selection.candidate import Candidate, Sampling
from armillary.selection.measure import Measure
from armillary.selection.measures import (
    base_parameters,
    dexterity,
    effort,
    flexible,
    inertia,
    operations,
    payload,
    times,
    workspace,
)
from armillary.selection.result import GROUPS, Selection, scored
from armillary.selection.weights import check_weights, weights_for

Metric = Callable[[Candidate], list[Measure]]
METRICS: dict[str, Metric] = {
    "operations": operations.measures,
    "times": times.measures,
    "inertia": inertia.measures,
    "base_parameters": base_parameters.measures,
    "workspace": workspace.measures,
    "dexterity": dexterity.measures,
    "effort": effort.measures,
    "payload": payload.measures,
    "flexible": flexible.measures,
}
"""What is measured, group by group."""
TIMED = "times"
OURS = ("task",)
"""Arguments that are the same for all robots."""
MOST = 200
"""Robots of one selection."""


def select(
    robots: Sequence[Robot | Model],
    task: MotionTask | str | os.PathLike[str] | None = None,
    *,
    weights: Mapping[str, float] | None = None,
    sampling: Sampling | None = None,
    frame: str = "tip",
    kinematic_task: Task = "position",
    timed: bool = True,
    progress: Callable[[float], None] | None = None,
) -> Selection:
    """Measure robots, weigh the measures and rank the robots.

    Args:
        robots: Two or more robots or models with different names.
        task: Motion on which efforts are compared, or its file; default: the standard motion.
        weights: Weights by measure ("workspace.volume") or group ("workspace"); default: see docs/selection.md.
        sampling: Sampled configurations of workspace and indices; default `Sampling(2000)`.
        frame: Frame whose motion counts.
        kinematic_task: Part of its motion that counts: "position", "pose" or rows of the Jacobian.
        timed: Whether to time compiled code, which takes some seconds per robot.
        progress: Function called with the completed fraction, from 0 to 1.

    Raises:
        ArgumentError: There is one robot only, names repeat, tasks differ, or a weight is unknown.

    Example:
        >>> import armillary as arm
        >>> arms = [arm.library.get(name) for name in ("planar-rpr", "planar-prr")]
        >>> weights = {"operations.inverse_dynamics": 1}
        >>> select(arms, weights=weights, sampling=arm.Sampling(50), timed=False).ranking
        ('planar-prr', 'planar-rpr')
    """
    found = _models(robots)
    task_rows(kinematic_task)
    drawn = sampling or Sampling()
    groups = [group for group in GROUPS if timed or group != TIMED]
    check_weights(weights, GROUPS, [group for group in GROUPS if group not in groups])
    wanted = load_motion(task) if isinstance(task, (str, os.PathLike)) else task
    candidates = [Candidate(one, frame, kinematic_task, drawn.count, drawn.seed, _motion(one, wanted)) for one in found]
    _check_task(candidates)
    measures: dict[str, tuple[Measure, ...]] = {}
    report = progress or (lambda part: None)
    for k, candidate in enumerate(candidates):
        own: list[Measure] = []
        for j, group in enumerate(groups):
            report((k + j / len(groups)) / len(candidates))
            with _of(candidate.robot):
                own += METRICS[group](candidate)
        measures[candidate.robot.name] = tuple(own)
        if not k:  # what is wrong with weights comes out before the others are measured
            weights_for(weights, {one.key: one for one in own})
    report(1.0)
    return scored(tuple(candidates), measures, weights)


def _motion(model: Model, task: MotionTask | None) -> Motion:
    if task is not None and not isinstance(task, MotionTask):
        raise ArgumentError("task", repr(task)[:80], "a MotionTask, or the name of a motion file")
    with _of(model.robot):
        return standard_motion(model) if task is None else task.of(model)


def _models(robots: Sequence[Robot | Model]) -> list[Model]:
    """Return the models of robots, or say why they are no candidates."""
    hint = "arm.select([arm.library.get(name) for name in names])"
    if isinstance(robots, (Robot, Model)) or not isinstance(robots, Sequence) or isinstance(robots, str):
        raise ArgumentError("robots", _called(robots), "a list of two or more robots", hint)
    for one in robots:
        if not isinstance(one, (Robot, Model)):
            raise ArgumentError("robots", repr(one)[:80], "robots", "arm.load reads files, arm.library.get has others")
    models = [as_model(one) for one in robots]
    names = [one.robot.name for one in models]
    if not 2 <= len(robots) <= MOST:
        found = f"one only, {names[0]!r}" if len(robots) == 1 else f"{len(robots)} of them"
        raise ArgumentError("robots", found, f"2 to {MOST}: a score says how robots compare")
    for name in names:
        if names.count(name) > 1:
            found = f"{names.count(name)} with the name {name!r}"
            raise ArgumentError(
                "robots", found, "different names", "the field `name` of a file, or replace(robot, name=…)"
            )
    return models


def _called(robots: object) -> str:
    return f"one only, {robots.name!r}" if isinstance(robots, Robot) else repr(robots)[:80]


def _check_task(candidates: Sequence[Candidate]) -> None:
    """Refuse robots whose frames move in different numbers of directions, (1)."""
    found: dict[int, list[str]] = {}
    for candidate in candidates:
        with _of(candidate.robot):
            candidate.model.frame(candidate.frame)
            found.setdefault(dimension(candidate), []).append(candidate.robot.name)
    task, frame = candidates[0].task, candidates[0].frame
    if 0 in found:
        text = f"{', '.join(found[0])}: no joint moves {frame!r} in the task {task!r}"
        raise ArgumentError("robots", text, "robots that move it")
    if len(found) > 1:
        parts = [f"{d} direction{'s' if d > 1 else ''} ({', '.join(names)})" for d, names in sorted(found.items())]
        text = f"different tasks: the {task!r} of {frame!r} moves in {' and '.join(parts)}"
        hint = "a task of fewer rows may suit all: kinematic_task=(3, 4) is the position in the plane of x and y"
        raise ArgumentError("robots", text, "robots that move in the same number of directions", hint)


def dimension(candidate: Candidate) -> int:
    """Return d of (1), over the sampled configurations."""
    return int(dexterity.singular_values(candidate).shape[1])


@contextmanager
def _of(robot: Robot) -> Iterator[None]:
    """Let an error about one of the robots say which."""
    try:
        yield
    except ArgumentError as error:
        if repr(robot.name) in str(error) or error.argument in OURS:
            raise
        raise ArgumentError(f"{robot.name}: {error.argument}", error.found, error.expected, error.hint) from error
    except (SingularityError, ConvergenceError) as error:
        raise type(error)(f"{robot.name}: {error}") from error
