"""Architectures measured and ranked, with the Pareto fronts of their objectives (`arm.selection.search_architectures`).

    alphabet, dimensions → architectures      `architectures.architectures`
    architectures → measures, scores          `selection.measures`, `selection.score`, as `arm.select` does
    objectives → fronts                       `architectures.pareto`
    rank                                      by front, then by score; candidates without a front last
Without a task, efforts are those of the standard motion in joint space. That motion begins and ends near q = 0, so its
efforts depend on the zero in which architectures are written; a task of the tip does not.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from armillary.errors import ArgumentError, ArmillaryError
from armillary.executors.executor import Executor
from armillary.files.arguments import flag
from armillary.files.words import hint, is_listed, near, nearest, shortened
from armillary.motion.file import motion_task
from armillary.motion.task import MotionTask, motion_of
from armillary.selection.architectures.architectures import Alphabet, Architectures, enumerate_architectures
from armillary.selection.architectures.dimensions import Dimensions
from armillary.selection.architectures.search_result import Search
from armillary.selection.candidate import Candidate, Measure, Sampling, sampling_of
from armillary.selection.measures import GROUPS
from armillary.selection.result import score_candidates
from armillary.selection.select import measure_candidates
from armillary.selection.weights import check_weights, weights_for

COST = "operations.inverse_dynamics"
MOST = 300  # default limit on the architectures of a search; each takes about a second


def search_architectures(
    architectures: int | Architectures,
    objectives: Sequence[str] | None = None,
    *,
    motion: MotionTask | str | os.PathLike[str] | None = None,
    weights: Mapping[str, float] | None = None,
    sampling: Sampling | None = None,
    every: bool = False,
    executor: Executor | None = None,
    progress: Callable[[float], None] | None = None,
) -> Search:
    """Measure the distinct architectures of n joints, rank them and find their Pareto fronts.

    Args:
        architectures: The result of `arm.selection.enumerate_architectures`, or a number of joints n for the
            architectures of the default alphabet whose tips move in the largest possible number of directions.
        objectives: Keys of measures such as "workspace.volume", the cost first; default: see `usual_objectives`.
        motion: Motion on which efforts are compared, or its file; default: the standard motion. Its payload is that of
            the architectures: one of the two may be zero, two different ones are an error.
        weights: Weights of the score by measure or group; default: the objectives, equally.
        sampling: Sampled configurations of workspace and indices; default `Sampling(1000)`.
        every: Whether to measure all groups; default: only the groups of objectives and weights.
        executor: Where architectures are measured; default `arm.executors.Serial()`, this process.
            `arm.executors.Resumed(folder)` keeps the measures, and a later search with the same settings goes on.
        progress: Function called with the completed fraction, from 0 to 1.

    Raises:
        ArgumentError: An argument is invalid, or no architecture can do the motion.

    Example:
        >>> import armillary as arm
        >>> arms = arm.selection.enumerate_architectures(2, arm.selection.Alphabet(joints="R", directions=2))
        >>> keys = ["operations.inverse_dynamics", "workspace.reach"]
        >>> search_architectures(arms, keys, sampling=arm.selection.Sampling(50)).ranking[0]
        'R⊥R zz yx'
    """
    _check_groups(objectives)
    check_weights(weights, GROUPS)
    chosen = architectures if isinstance(architectures, Architectures) else comparable(architectures)
    prescribed = _with_one_payload(motion_task(motion), chosen.dimensions.payload)
    keys = tuple(objectives) if objectives is not None else usual_objectives(chosen)
    candidates, left_out = _candidates(chosen, prescribed, sampling_of(sampling, 1000))
    named = {key.partition(".")[0] for key in (*keys, *(weights or ()))}

    def check(measures_by_key: Mapping[str, Measure]) -> None:
        able = [key for key, measure in measures_by_key.items() if measure.better]
        for key in keys:
            if key not in able:
                listed = [other for other in able if other.partition(".")[0] == key.partition(".")[0]]
                what = f"{key!r}, which has no preferred direction" if key in measures_by_key else repr(key)
                advice = hint(near(key, able, most=2)[:1])
                raise ArgumentError("objectives", what, f"some of {', '.join(listed)}", advice)
        weights_for(weights, measures_by_key)

    every = flag("every", every)
    groups = [group for group in GROUPS if every or group in named]
    measures = measure_candidates(candidates, groups, check, progress, executor)
    _check_units(measures, keys)
    return Search(
        chosen, keys, score_candidates(tuple(candidates), measures, weights or dict.fromkeys(keys, 1.0)), left_out
    )


def comparable(
    n: int, alphabet: Alphabet | None = None, *, dimensions: Dimensions | None = None, most: int = MOST
) -> Architectures:
    """Return architectures of n joints whose tips all move in the same number of directions.

    Planar and spatial arms are not comparable. The default of the alphabet's `directions` is the largest number that n
    joints can have.
    """
    chosen = alphabet or Alphabet()
    if chosen.directions is None and isinstance(n, int):
        chosen = replace(chosen, directions=max(1, min(n, 6 if chosen.task == "pose" else 3)))
    return enumerate_architectures(n, chosen, dimensions=dimensions, most=most)


def usual_objectives(chosen: Architectures) -> tuple[str, ...]:
    """Return the default objectives of a search: cost, reach, dexterity, effort."""
    reach = "workspace.volume" if len(chosen.dimensions.lengths) >= 3 else "workspace.reach"
    effort = "effort.peak_power" if "P" in chosen.alphabet.joints else "effort.peak_torque"
    return COST, reach, "dexterity.condition", effort


def _with_one_payload(task: MotionTask | None, payload: float) -> MotionTask | None:
    """Return a task without its payload if the architectures carry it already, as a body at their tips [kg]."""
    if task is None or not task.payload or not payload:
        return task
    if task.payload != payload:
        what = f"{task.payload:g} kg in the motion {task.name!r} and {payload:g} kg at the tips of the architectures"
        raise ArgumentError("payload", what, "one payload", "leave one of them out; they are not added")
    return replace(task, payload=0.0)


def _check_groups(objectives: Sequence[str] | None) -> None:
    """Check the groups of the objectives before any measurement."""
    if objectives is None:
        return
    if not is_listed(objectives) or not objectives:
        raise ArgumentError("objectives", shortened(objectives), f"a list of measures such as {COST!r}")
    for key in objectives:
        group, dot, name = key.partition(".")
        if group not in GROUPS or not dot:
            advice = nearest(key, [f"{other}.{name}" for other in GROUPS] if dot else ()) or f"such as {COST}"
            raise ArgumentError("objectives", shortened(key), f"GROUP.NAME, a group out of {', '.join(GROUPS)}", advice)
    if len(set(objectives)) < len(objectives):
        raise ArgumentError("objectives", ", ".join(objectives), "each measure once")


def _candidates(
    chosen: Architectures, task: MotionTask | None, sampling: Sampling
) -> tuple[list[Candidate], dict[str, str]]:
    """Return the candidates that can perform the task, and the reasons why others cannot."""
    candidates: list[Candidate] = []
    left_out: dict[str, str] = {}
    for robot in chosen:
        try:
            motion = motion_of(robot, task)
        except ArmillaryError as error:
            left_out[robot.name] = str(error)
            continue
        candidates.append(Candidate(robot, "tip", chosen.alphabet.task, sampling.count, sampling.seed, motion))
    if not candidates:
        reason = next(iter(left_out.values()), "")
        if left_out:
            raise ArgumentError(
                "motion", f"none of {len(left_out)} architectures can do it: {reason}", "another motion"
            )
        raise ArgumentError("n", "no architecture of this alphabet", "a wider one", "other joints, axes or directions")
    return candidates, left_out


def _check_units(measures: Mapping[str, tuple[Measure, ...]], keys: Sequence[str]) -> None:
    """Reject objectives without any value, and objectives with different units."""
    for key in keys:
        column = {
            name: next(measure for measure in column_of_robot if measure.key == key)
            for name, column_of_robot in measures.items()
        }
        units: dict[str, list[str]] = {}
        for name, measure in column.items():
            if measure.value is not None:
                units.setdefault(measure.unit, []).append(name)
        if not units:
            note = next((measure.note for measure in column.values() if measure.note), "")
            raise ArgumentError("objectives", f"{key} has no value for any architecture: {note}", "another objective")
        if len(units) > 1:
            parts = [f"{unit or 'no unit'} for {len(names)} ({names[0]}, …)" for unit, names in units.items()]
            raise ArgumentError("objectives", f"{key} is in {', '.join(parts)}", "one unit", "workspace.reach has one")
