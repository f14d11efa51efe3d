"""`arm.simulate`: from a scenario to a trajectory whose energy balance is audited."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Unpack, cast

import numpy as np
from numpy.typing import ArrayLike

from armillary.compiler.ptx.target import CPU, DTYPE, check_device
from armillary.compiler.threads import thread_count
from armillary.description.robot import Robot
from armillary.errors import ArmillaryWarning, IncompleteRunWarning, RunInterrupted, outside
from armillary.files.arguments import number, watcher
from armillary.files.keywords import keywords, names_of
from armillary.multibody import Model
from armillary.results.trajectory import Trajectory
from armillary.simulation import checks, health
from armillary.simulation.gpu.stacks import on_device
from armillary.simulation.loop.prepare import loop_of
from armillary.simulation.recorded import recorded
from armillary.simulation.run import Progress, Simulation
from armillary.simulation.scenario import Fields, Scenario
from armillary.simulation.solvers import Auto, Solver
from armillary.simulation.walk.stacked import SingleStack, SteppedStack

DURATION = 10.0
"""Default simulated time [s]."""


class Options(Fields, total=False):
    """Keywords of `simulate` beside its own: where a stack is computed, and fields of the scenario."""

    device: str
    dtype: str


def simulate(
    scenario: Scenario | Robot | Model,
    duration: float | None = None,
    *,
    solver: Solver | None = None,
    record: float | None = None,
    parameters: Mapping[str, ArrayLike] | None = None,
    progress: Progress | None = None,
    threads: int = 0,
    **fields: Unpack[Options],
) -> Trajectory:
    """Return the motion of a closed loop, or a stack of motions.

    Args:
        scenario: The closed loop; a robot or a model alone stands for a `Scenario` of it.
        duration: Simulated time [s]; default that of the scenario, or 10 s.
        solver: Numerical method with its settings; default that of the scenario, or `arm.solvers.Auto()`, which picks
            one by the stiffness at the start (of the first run): `info` says which and why.
        record: Time between recorded states [s]; default that of the scenario, or a thousandth of the duration. A stack
            records the start and the end alone by default. With a fixed step a state is that of the first step at or
            after its time.
        parameters: Values of parameters that stay free in one compilation, by name: of the plant ("payload.mass",
            "elbow.friction.viscous", see `Model.numbers`), gains of the controller ("controller.kp",
            "controller.kp[2]"), wrenches ("disturbances[0].force.z"), numbers of the reference ("reference.end[1]"),
            entries of the start ("q0[0]", "qd0[2]", "x0.motor1.current") and the seed of sensors ("seed"); a number, or
            one for each run.
        progress: Called repeatedly with the fraction that is done, from 0 to 1; default none.
        threads: Threads that share a stack on a CPU; default 0, one for each core.
        device: Where a stack is computed: "cpu" (default), or a GPU, "cuda" or "cuda:1". A GPU takes solvers with a
            fixed step and plants without events.
        dtype: Precision of a stack, "float64" (default), or "float32" for solvers with a fixed step and plants without
            events; results are doubles.
        fields: Fields of `Scenario`, which replace those of the scenario: controller, reference, q0, ….

    With q0 or qd0 of shape (N, n), or N values of a parameter, the result is a stack of N runs. A run that ends before
    its time (joint limit, motion not finite, solver gave up) warns, and `Trajectory.complete` is False.
    Joints with dry friction stick and slip by events; `info["switches"]` counts them.

    Raises:
        RunInterrupted: Ctrl-C ended a single run; `trajectory` of this `KeyboardInterrupt` is the motion until then. A
            stack, or a run without results so far, raises a plain `KeyboardInterrupt`.

    Example:
        >>> import armillary as arm
        >>> tight = arm.solvers.DOP853(rtol=1e-11, atol=1e-11)
        >>> swing = simulate(arm.library.get("planar-3r"), duration=2.0, solver=tight)
        >>> swing.q[-1].round(6).tolist()
        [-2.089295, -0.95546, -1.195387]
        >>> starts = np.random.default_rng(0).uniform(-1, 1, (100, 3))
        >>> simulate(arm.library.get("planar-3r"), duration=0.1, q0=starts).q.shape
        (100, 2, 3)
    """
    keywords("arm.simulate", fields, (*names_of(simulate)[:-1], *Options.__annotations__))
    device, dtype = fields.pop("device", CPU), fields.pop("dtype", DTYPE)
    scenario = _scenario(scenario, cast(Fields, fields))
    watcher(progress)
    check_device(device, dtype, single=True)
    threads = thread_count(threads)
    checks.named("parameters", parameters)
    seconds = number("duration", first(duration, scenario.duration, DURATION), 0.0, True)
    chosen = checks.solver(first(solver, scenario.solver, Auto()))
    loop = loop_of(scenario, parameters, period=chosen.step, reusable=True, events=not chosen.momentum)
    if loop.reason is not None and loop.period is not None:
        text = health.sampled(loop.reason, loop.period, loop.has_chosen_period)
        warnings.warn(text, ArmillaryWarning, stacklevel=outside())
    simulation = Simulation(loop, seconds, first(record, scenario.record, None), chosen)
    chunked: SteppedStack | None = None
    if device != CPU:
        chunked = on_device(simulation, device, dtype)
    elif dtype != DTYPE:
        chunked = SingleStack(simulation)
    motion = recorded(simulation, simulation.integrate(threads, progress, chunked))
    if any(event.kind == "interrupted" for event in motion.events):
        raise RunInterrupted(motion)
    if not np.all(motion.complete):
        warnings.warn(health.incomplete(motion), IncompleteRunWarning, stacklevel=outside())
    return motion


def _scenario(subject: Scenario | Robot | Model, changed: Fields) -> Scenario:
    """Return the scenario of a robot, or one with changed fields."""
    if not isinstance(subject, Scenario):
        return Scenario(subject, **changed)  # type: ignore[arg-type]
    return replace(subject, **changed) if changed else subject  # type: ignore[arg-type]


def first(*values: Any) -> Any:
    """Return the first value that is not None."""
    return next((value for value in values if value is not None), None)
