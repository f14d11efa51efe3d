"""`arm.rollout`: motions of a closed loop by fixed steps, with exact products of their derivatives with vectors.

The derivatives are those of the discrete map that the solver computes, step by step: no error of differences, and none
of an adjoint equation that is solved by other steps. Events have no place in that map, so that friction that sticks
and gears with backlash are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, Unpack

from numpy.typing import ArrayLike

from armillary.compiler.ptx.target import CPU, DTYPE, check_device
from armillary.compiler.threads import thread_count
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.files.arguments import number, whole
from armillary.files.keywords import keywords, names_of
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.simulation import checks
from armillary.simulation.capabilities import require
from armillary.simulation.gradients.device.rolled import on_device
from armillary.simulation.gradients.plan import Plan
from armillary.simulation.gradients.rolled import Rollout, added_efforts
from armillary.simulation.loop.loop import Loop
from armillary.simulation.loop.prepare import loop_of
from armillary.simulation.numbers import STARTED, owner_of
from armillary.simulation.scenario import Scenario
from armillary.simulation.simulate import DURATION, first
from armillary.simulation.solvers import RK4, Solver

MEMORY = 2**30
"""Default memory for states and cotangents [B]."""


class Where(TypedDict, total=False):
    """Keywords of `rollout` that say where runs are computed."""

    device: str
    dtype: str


def rollout(
    scenario: Scenario | Robot | Model,
    duration: float | None = None,
    *,
    solver: Solver | None = None,
    record: float | None = None,
    parameters: Mapping[str, ArrayLike] | None = None,
    efforts: ArrayLike | None = None,
    memory: int = MEMORY,
    threads: int = 0,
    **where: Unpack[Where],
) -> Rollout:
    """Return the motion of a closed loop, or a stack of motions, with exact derivatives.

    Args:
        scenario: The closed loop, whose starts of shape (N, n) give a stack; a robot or a model alone moves freely.
        duration: Simulated time [s]; default that of the scenario, or 10 s.
        solver: `arm.solvers.RK4` (default), `RK8` or `SemiImplicitEuler`, with its step.
        record: Time between recorded states [s]; default as for `arm.simulate`.
        parameters: Values of parameters by name, as for `arm.simulate`, which have gradients: of the plant, gains of
            the controller, wrenches of disturbances; a number, or one for each run.
        efforts: Efforts at the velocity coordinates that are added to those of the controller, without limits,
            shape (K, nv) or (N, K, nv): each of the K rows is held for a K-th of the duration; default none [N·m or N].
        memory: Approximate limit on the memory for states and cotangents [B]; default 1 GiB. Motions that need more are
            computed twice, from checkpoints, and in groups of runs.
        threads: Threads that share a stack on a CPU; default 0, one for each core.
        where: `device`, "cpu" (default) or "cuda" or "cuda:NUMBER", which computes all runs on a GPU, one in each
            thread; `memory` is then that of the device, and methods of the rollout also take arrays of PyTorch, CuPy
            and JAX there. `dtype`, the precision of the runs and of results, "float64" (default) or "float32".

    Joint limits do not end a run here. The reference of a controller stays as it is where q0 changes. Runs that are not
    finite and links that bend too far at recorded states warn, as in `arm.simulate`. A rollout has no energy audit:
    that of `arm.simulate` with the same solver says whether the step is small enough.

    Raises:
        ArgumentError: The solver has no fixed step, the law cannot be compiled, or joints stick or gears have backlash.

    Example:
        >>> import numpy as np
        >>> import armillary as arm
        >>> push = arm.rollout(arm.library.get("khatib-rr"), 0.5, efforts=np.zeros((10, 2)))
        >>> gradients = push.vjp(q_bar=2 * (push.q - 1.0))          # of the squared distance of q from 1
        >>> gradients["efforts"].shape, gradients["q0"].shape
        ((10, 2), (2,))
    """
    if not isinstance(scenario, Scenario):
        scenario = Scenario(scenario)
    checks.named("parameters", parameters)
    device, dtype = where.pop("device", CPU), where.pop("dtype", DTYPE)
    keywords("arm.rollout", where, (*names_of(rollout)[:-1], "device", "dtype"))
    check_device(device, dtype, single=True)
    seconds = number("duration", first(duration, scenario.duration, DURATION), 0.0, True)
    method = first(solver, scenario.solver, RK4())
    checks.explicit(method)
    checks.steps(method, seconds)
    loop = loop_of(scenario, parameters, reusable=True)
    _check(loop)
    spacing = checks.spacing(record, seconds, seconds if loop.stacked else seconds / 1000)
    added = None if efforts is None else added_efforts(loop, efforts)
    pieces = 0 if added is None else added.shape[-2]
    whole("memory", memory)
    threads = thread_count(threads)
    schedule = loop.schedule(seconds, spacing, method.step, pieces)
    plan = Plan(loop, schedule, method.name, tuple(loop.parameters))
    if device != CPU:
        return on_device(plan, added, memory, device, dtype)
    return Rollout(plan, added, memory, threads, dtype=dtype)


def _check(loop: Loop) -> None:
    """Raise an `ArgumentError` where a run has no derivatives."""
    require(loop, "gradients")
    for name in loop.parameters:
        if owner_of(name) in STARTED:
            hint = "gradients by the start need no name" if owner_of(name) in ("q0", "qd0") else ""
            raise ArgumentError("parameters", shortened(name), "parameters of plant, controller or disturbances", hint)
    if loop.equations.plant.free and loop.scenario.sags:
        problem = "free parameters of a plant that starts at its equilibrium, which depends on them"
        raise ArgumentError("parameters", problem, 'start="undeformed", or q0 of all coordinates')
    if loop.rest_depends:
        problem = "free parameters of a closed loop that starts at rest, which depends on them"
        raise ArgumentError("parameters", problem, 'start="undeformed", or states by name, x0={…}')
