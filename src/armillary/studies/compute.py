"""The runs of a chunk: grouped by structure, simulated in stacks, reduced to the results of a study.

Runs with the same structural values and the same times at which references switch are one stack through one compiled
program. A run that ends early, or for which a function of the user raises, is recorded as failed with the reason. An
error of a whole stack is traced by bisection to the runs that cause it.

Runs with a fixed step are bit-identical whichever runs share their stack. Adaptive solvers choose common steps for
neighbouring runs: in another stack, runs agree within the tolerance.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from armillary.errors import (
    ArmillaryError,
    ArmillaryWarning,
    DeviceError,
    IncompleteRunWarning,
    MissingExtraError,
    outside,
)
from armillary.files.recent import Recent
from armillary.multibody import Model
from armillary.results.trajectory import Trajectory
from armillary.simulation.health import ENDINGS
from armillary.simulation.loop.prepare import with_free_parameters
from armillary.simulation.loop.varied import motions, varied
from armillary.simulation.numbers import STARTED, TUNED, owner_of
from armillary.simulation.scenario import Scenario
from armillary.simulation.simulate import simulate
from armillary.spatial.scalar import Floats
from armillary.studies.device import sizes
from armillary.studies.fingerprint import fingerprint
from armillary.studies.layout import DONE, FAILED, NOT_RUN, ChunkResults, GridChunk
from armillary.studies.outputs.collect import check_same, variables_of
from armillary.studies.outputs.function import Function, failure
from armillary.studies.outputs.output import Output, RunStack, duration_of
from armillary.studies.outputs.recorded import spacing
from armillary.studies.variation import STARTS, applied, scenario_of, variation

if TYPE_CHECKING:
    from armillary.studies.study import Study

_recent: Recent[tuple[Scenario, str]] = Recent(32)
"""Scenarios with structural values, for later chunks, which then share their compiled code."""
_warned: set[str] = set()

Points = Mapping[str, Any]
"""Varied values by name: one for each run."""


def compute(study: Study, chunk: GridChunk, todo: NDArray[np.bool_] | None = None) -> ChunkResults:
    """Return the results of the runs of a chunk; `todo` marks the runs to compute, default all.

    The result depends on the study and the chunk alone, not on the process, the order or the other chunks.
    """
    results = ChunkResults(
        {variable.name: np.full((chunk.runs, *variable.shape), np.nan) for variable in study.variables},
        np.full(chunk.runs, NOT_RUN, dtype=np.uint8),
    )
    runs = np.arange(chunk.runs) if todo is None else np.flatnonzero(todo)
    points = dict(study.points(chunk))
    if "seed" not in points and scenario_of(study.scenario).sensors:
        points["seed"] = np.array([float(study.seed_of(chunk.indices[k])) for k in range(chunk.runs)])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ArmillaryWarning)
        for structural, members in groups(study, points, runs):
            numeric = {name: points[name] for name in points if name not in structural}
            _compute_group(study, structural, numeric, members, results)
    _warn_once(caught)
    return results


def groups(study: Study, points: Points, runs: NDArray[np.int64]) -> Iterator[tuple[Points, NDArray[np.int64]]]:
    """Yield structural values with the runs that have them."""
    structural = [name for name in points if variation(study.scenario, name).structural]
    if not structural:
        if len(runs):
            yield {}, runs
        return
    members_by_key: dict[Hashable, list[int]] = {}
    for run in runs.tolist():
        members_by_key.setdefault(tuple(_key(points[name][run]) for name in structural), []).append(run)
    for members in members_by_key.values():
        yield {name: points[name][members[0]] for name in structural}, np.asarray(members)


def _key(value: Any) -> Hashable:
    """Return numbers and texts as they are, other values by their identity: they come from one list of the axis."""
    is_plain = isinstance(value, bool | int | float | str | np.generic) or value is None
    return value if is_plain else id(value)


def _compute_group(
    study: Study, structural: Points, points: Points, runs: NDArray[np.int64], results: ChunkResults
) -> None:
    """Enter the results of runs with the same structural values, or the reasons of their failures."""
    try:
        scenario, problem = _scenario_with(study, structural)
    except ArmillaryError as error:
        problem = failure(error)
    if problem:
        _mark_failed(runs, problem, results)
        return

    def work(part: NDArray[np.int64]) -> None:
        _compute_runs(study, scenario, {name: _values_of(points[name], part) for name in points}, part, results)

    reason = _failure_of(work, runs)
    # If the scenario itself has the same error, so has every run; otherwise the values of some runs cause it.
    if reason and len(runs) > 1 and reason != _failure_of(lambda _: _compute_base(study, scenario), runs):
        _bisect(work, runs, results)
    elif reason:
        _mark_failed(runs, reason, results)


def _scenario_with(study: Study, values: Points) -> tuple[Scenario, str]:
    """Return a scenario with structural values, and why its runs do not fit the study (an empty text if they do)."""

    def make() -> tuple[Scenario, str]:
        scenario = applied(study.scenario, values)
        return scenario, _mismatch(study, scenario) if values else ""

    return _recent.obtain((study.fingerprint, fingerprint(dict(values))), make)


def _mismatch(study: Study, scenario: Scenario) -> str:
    """Return why runs of a scenario have other dimensions than the results of the study; an empty text if they fit."""
    try:
        other = variables_of(scenario, study.results)
        check_same(study.variables, other, (scenario, scenario_of(study.scenario)))
    except ArmillaryError as error:
        return failure(error)
    return ""


def _failure_of(work: Callable[[NDArray[np.int64]], None], runs: NDArray[np.int64]) -> str:
    """Do work on runs and return the reason of its failure; an empty text if it succeeds."""
    try:
        work(runs)
    except (MemoryError, DeviceError, MissingExtraError):  # errors of the machine, not of the runs
        raise
    except Exception as error:  # a law or a function of the user may raise anything
        return failure(error)
    return ""


def _bisect(work: Callable[[NDArray[np.int64]], None], runs: NDArray[np.int64], results: ChunkResults) -> None:
    """Do work on halves of the runs, and halves of these, to find the runs that fail."""
    for half in np.array_split(runs, 2):
        reason = _failure_of(work, half)
        if reason and len(half) > 1:
            _bisect(work, half, results)
        elif reason:
            _mark_failed(half, reason, results)


def _mark_failed(runs: NDArray[np.int64], reason: str, results: ChunkResults) -> None:
    """Enter a reason for failed runs; values that were entered before the failure become NaN."""
    results.status[runs] = FAILED
    results.reasons.update(dict.fromkeys(runs.tolist(), reason))
    for values in results.values.values():
        values[runs] = np.nan


def _compute_base(study: Study, scenario: Scenario) -> None:
    """Compute one run with the numbers of the scenario, to see whether it fails; discard the results."""
    simulated = [output for output in study.results if output.simulated]
    if simulated:
        _simulate(study, scenario, simulated, {"seed": np.array([float(scenario.seed)])})
    for output in study.results:
        if not output.simulated:
            output.of(scenario.plant_model, *np.split(scenario.starts[0], [scenario.plant_model.nq]))


def _compute_runs(
    study: Study, scenario: Scenario, points: Points, runs: NDArray[np.int64], results: ChunkResults
) -> None:
    """Enter the results of runs with one structure; `points` are their other values."""
    varied_starts: dict[str, Any] = {name: list(points[name]) for name in STARTS if name in points}
    numbers = scenario.numbers.checked({name: values for name, values in points.items() if name not in STARTS})
    stacked = replace(scenario, **varied_starts) if varied_starts else scenario
    starts: dict[str, Any] = {name: np.asarray(getattr(stacked, name)) for name in varied_starts}
    static = [output for output in study.results if not output.simulated]
    if static:
        _compute_static(static, stacked, numbers, runs, results)
    simulated = [output for output in study.results if output.simulated]
    if not simulated:
        results.status[runs] = DONE
        return
    numbers.setdefault("seed", np.full(len(runs), float(scenario.seed)))
    for part in _split_into_stacks(stacked, numbers, len(runs), simulated, sizes(study.device).numbers):
        part_numbers = {name: values[part] for name, values in numbers.items()}
        part_starts = {name: values[part] for name, values in starts.items()}
        part_scenario = replace(scenario, **part_starts) if part_starts else scenario
        _compute_stack(study, part_scenario, part_numbers, runs[part], results)


def _split_into_stacks(
    scenario: Scenario, numbers: Mapping[str, Floats], count: int, outputs: Sequence[Output], most_numbers: int
) -> Iterator[NDArray[np.int64]]:
    """Yield the indices of runs with the same timeline, in stacks of about `most_numbers` recorded numbers."""
    # Runs of a stack are recorded and switch at common times.
    timelines = np.zeros(count, dtype=np.intp)
    if scenario.reference is not None and any(owner_of(name) in STARTED for name in numbers) and count > 1:
        timelines = np.broadcast_to(motions(varied(scenario, numbers), numbers).timelines, (count,))
    plant = scenario.plant_model
    numbers_of_run = (duration_of(scenario) / spacing(scenario, outputs) + 2) * 4 * (plant.nq + plant.nv + 8)
    most = max(64, int(most_numbers / numbers_of_run) // 64 * 64)  # whole vectors of any CPU and warps of a GPU
    for timeline in np.unique(timelines):
        indices = np.flatnonzero(timelines == timeline)
        yield from np.split(indices, range(most, len(indices), most))


def _compute_stack(
    study: Study, scenario: Scenario, numbers: Mapping[str, Floats], runs: NDArray[np.int64], results: ChunkResults
) -> None:
    """Enter the results of the runs of one stack."""
    outputs = [output for output in study.results if output.simulated]
    motion = _simulate(study, scenario, outputs, numbers)
    complete = np.asarray(motion.complete)
    stack = RunStack(motion, {variable.name: variable for variable in study.variables})
    results.status[runs] = np.where(complete, DONE, FAILED)
    ended = {event.run: event.message for event in motion.events if event.kind in ENDINGS}
    for k in np.flatnonzero(~complete).tolist():
        results.reasons[int(runs[k])] = ended.get(k, "the run ended before its time")
    good = np.flatnonzero(complete)
    for output in outputs:
        if isinstance(output, Function):
            _enter_function(output, motion, good, runs, results)
        elif len(good):
            values = output.values(stack)
            target = results.values[output.name]
            if values.shape[1:] == target.shape[1:]:
                target[runs[good]] = values[good]
    failed = runs[results.status[runs] == FAILED]
    for values in results.values.values():
        values[failed] = np.nan


def _simulate(study: Study, scenario: Scenario, outputs: Sequence[Output], numbers: Mapping[str, Floats]) -> Trajectory:
    """Return a stack of runs on the device of the study."""
    record = spacing(scenario, outputs)
    return simulate(scenario, record=record, parameters=numbers, threads=1, device=study.device, dtype=study.dtype)


def _enter_function(
    output: Function, motion: Trajectory, good: NDArray[np.int64], runs: NDArray[np.int64], results: ChunkResults
) -> None:
    """Enter the results of a function of the user, run by run."""
    for k in good.tolist():
        run = int(runs[k])
        try:
            results.values[output.name][run] = output.value(motion[k])
        except Exception as error:
            results.status[run] = FAILED
            results.reasons[run] = f"{output.name}: {failure(error)}"


def _compute_static(
    outputs: Sequence[Output],
    scenario: Scenario,
    numbers: Mapping[str, Floats],
    runs: NDArray[np.int64],
    results: ChunkResults,
) -> None:
    """Enter results without a simulation; runs with the same plant and initial state share them."""
    starts = varied(scenario, {name: values for name, values in numbers.items() if owner_of(name) in STARTS}).starts
    free = tuple(name for name in numbers if owner_of(name) not in (*TUNED, *STARTED))
    starts = np.broadcast_to(starts, (len(runs), starts.shape[1]))
    table = np.concatenate([np.array([numbers[name] for name in free]).T.reshape(len(runs), -1), starts], axis=1)
    rows, row_of_run = np.unique(table, axis=0, return_inverse=True)
    plant = with_free_parameters(scenario.plant_model, free)
    for k, row in enumerate(rows):
        model: Model = plant.with_values(row[: len(free)], checked=False) if free else plant
        q, qd = np.split(row[len(free) :], [plant.nq])
        for output in outputs:
            results.values[output.name][runs[row_of_run.reshape(-1) == k]] = output.of(model, q, qd)


def _values_of(values: Any, runs: NDArray[np.int64]) -> Any:
    """Return the values of some runs, from an array or a list."""
    return values[runs] if isinstance(values, np.ndarray) else [values[k] for k in runs.tolist()]


def _warn_once(caught: Sequence[warnings.WarningMessage]) -> None:
    """Repeat each kind of warning of the runs once per process; the results contain runs that ended early."""
    for warning in caught:
        text = str(warning.message)
        kind = re.sub(r"[-+0-9.e]+", "0", text)  # warnings that differ only in numbers are of one kind
        if not issubclass(warning.category, IncompleteRunWarning) and kind not in _warned:
            _warned.add(kind)
            warnings.warn(text, warning.category, stacklevel=outside())
