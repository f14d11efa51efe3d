"""Where the stacks of a study are computed: on a CPU, or on a GPU in one of its precisions.

A GPU computes thousands of runs at once, so chunks and stacks are larger there. Its results are those of a CPU within
rounding, not bit for bit, so device and precision belong to the study; which one of several GPUs does not.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from armillary.compiler.ptx.driver import device as device_of
from armillary.compiler.ptx.target import CPU, number_of
from armillary.errors import ArgumentError, ArmillaryWarning, DeviceError, MissingExtraError
from armillary.executors.executor import Executor
from armillary.simulation.scenario import Scenario
from armillary.simulation.simulate import simulate
from armillary.simulation.solvers import EXPLICIT
from armillary.simulation.solvers.base import STEP
from armillary.studies.replay import scenario_at

STEPS = 2
"""Number of steps of the trial run before a study is computed."""


@dataclass(frozen=True)
class ChunkSizes:
    """Number of chunks to aim at, most runs of a chunk, recorded numbers of a stack."""

    chunks: int
    runs: int
    numbers: int


ON_CPU, ON_GPU = ChunkSizes(256, 1024, 2**23), ChunkSizes(8, 2**14, 2**28)


def sizes(device: str) -> ChunkSizes:
    """Return the sizes that suit a device."""
    return ON_CPU if device == CPU else ON_GPU


def check_solver(scenario: Scenario, device: str) -> None:
    """Raise an `ArgumentError` if a GPU cannot compute the solver of a scenario."""
    if device != CPU and not isinstance(scenario.solver, EXPLICIT):
        solver = "none" if scenario.solver is None else type(scenario.solver).__name__
        names = " or ".join(f"arm.solvers.{method.__name__}(step=…)" for method in EXPLICIT)
        raise ArgumentError("scenario.solver", solver, f"{names} with the device {device!r}")


def check_device_run(study: Any, executor: Executor) -> None:
    """Try some steps of the first run of a study on its GPU, before anything is computed.

    Raises:
        ArgumentError: A GPU cannot compute the closed loop.
        DeviceError: The GPU does not exist where the executor computes.
        MissingExtraError: The package for GPUs is not installed there.
    """
    device = getattr(study, "device", CPU)
    if device == CPU or not any(output.simulated for output in study.results):
        return
    problems = executor.elsewhere(partial(_problem, device))
    for worker, problem in problems.items():
        if problem:
            raise DeviceError(f"the worker {worker}: {problem}", "a GPU on every worker")
    scenario, numbers = scenario_at(study, 0)
    numbers.setdefault("seed", np.array([float(scenario.seed)]))
    step = STEP if scenario.solver is None else scenario.solver.step
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ArmillaryWarning)  # warnings of a run that is cut short mean nothing
            simulate(scenario, STEPS * step, record=step, parameters=numbers, device=device, dtype=study.dtype)
    except (DeviceError, MissingExtraError):
        if not problems:  # with workers elsewhere, this process needs no GPU
            raise


def _problem(device: str) -> str:
    """Return why a worker cannot use the GPU; an empty text if it can."""
    try:
        device_of(number_of(device))
    except (DeviceError, MissingExtraError) as error:
        return str(error)
    return ""
