"""`arm.simulate`: from a robot, a reference and a controller to a trajectory whose energy balance is audited.

Time is cut into stretches at every instant where something jumps: switches of the reference, pushes, control instants.
Within a stretch the native loop runs alone; between stretches Python looks at what came out. A long stretch is run in
portions, so that a run can be watched and interrupted.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.description.robot import Robot
from armillary.errors import ArgumentError, ArmillaryWarning
from armillary.results.trajectory import Event, Trajectory
from armillary.simulation import health
from armillary.simulation.arguments import (
    check_alike,
    check_instants,
    modelled,
    not_negative,
    positive,
    pushed,
    solver_of,
    start_of,
    wanted_of,
)
from armillary.simulation.controls import Held, Sampler, bound, untraceable
from armillary.simulation.disturbances import Push
from armillary.simulation.references import anchor
from armillary.simulation.run import Progress, Run
from armillary.simulation.signals import Reference
from armillary.simulation.solvers import Solver
from armillary.simulation.system import System


def simulate(
    robot: Robot,
    duration: float = 10.0,
    *,
    solver: Solver | None = None,
    q0: ArrayLike | None = None,
    qd0: ArrayLike | None = None,
    controller: Any = None,
    reference: Reference | None = None,
    plant: Robot | None = None,
    motors: str = "full",
    plant_motors: str | None = None,
    friction: bool = True,
    period: float | None = None,
    limits: bool = True,
    disturbances: tuple[Push, ...] = (),
    changes: Mapping[float, Robot] | None = None,
    noise: float = 0.0,
    seed: int = 0,
    record: float | None = None,
    progress: Progress | None = None,
) -> Trajectory:
    """Return the motion of a robot.

    Args:
        robot: The robot, and what the controller takes it for.
        duration: How long [s].
        solver: Numerical method with its settings; default `arm.solvers.Auto()`, which picks one by stiffness: `info`
            says which and why.
        q0: Start configuration, shape (nq,) or of the joints alone; default zero.
        qd0: Start velocities, shape (nv,) or of the joints alone; default zero.
        controller: What gives the efforts; none unless given. A function of (t, q, qd, reference) will do.
        reference: The wanted motion that the controller follows; default: stay at q0.
        plant: The robot that really moves, if the controller's model differs from it; its links may bend where those of
            the model are rigid.
        motors: "full", "reflected" or "none", for the plant and the controller's model.
        plant_motors: The same for the plant alone.
        friction: Whether friction and damping count.
        period: Control period [s]; the controller is then asked once in each, and its efforts are held.
        limits: Whether the run stops where a joint leaves its limits, and efforts are cut to theirs.
        disturbances: Wrenches from outside.
        changes: Time → the robot that the plant becomes then, such as one with another payload.
        noise: Standard deviation of the noise on measured q and qd, for sampled controllers (`period`).
        seed: Where the noise starts.
        record: Time between recorded states [s]; a thousandth of the duration unless given. With a fixed step a
            state is that of the first step at or after its time.
        progress: Called now and then with the part that is done.

    Example:
        >>> import armillary as arm
        >>> tight = arm.solvers.DOP853(rtol=1e-11, atol=1e-11)
        >>> swing = simulate(arm.library.get("planar-3r"), duration=2.0, solver=tight)
        >>> swing.q[-1].round(6).tolist()
        [-2.089295, -0.95546, -1.195387]
    """
    model = modelled("robot", robot, motors, friction)
    moved = modelled("plant", robot if plant is None else plant, plant_motors or motors, friction)
    check_alike(model, moved)
    duration, chosen = positive("duration", duration), solver_of(solver)
    if progress is not None and not callable(progress):
        raise ArgumentError("progress", repr(progress)[:80], "a function of the part that is done")
    start = start_of(moved, q0, qd0)
    begin = start[: moved.nq]
    wanted = wanted_of(reference, model, moved, begin)
    law = bound(anchor(controller, model, begin), model, wanted, moved)
    space = health.task_of(law, wanted, model)
    sampler, events = None, []
    if period is not None:
        period = positive("period", period)
    else:
        reason = untraceable(law, wanted, moved)
        if reason is not None:
            period = chosen.step
            events.append(Event(0.0, "sampled", _sampled(reason, period)))
            warnings.warn(_sampled(reason, period), ArmillaryWarning, stacklevel=2)
    if period is not None:
        check_instants(period, duration)
        sampler = Sampler(law, wanted, moved, period)
        law = Held(moved, switches=getattr(law, "switches", ()))
    if not_negative("noise", noise) and (sampler is None or controller is None):
        expected = "a sampled controller that measures, with its period"
        raise ArgumentError("noise", f"{noise:g} without control instants", expected, "give a controller and period=")
    if limits:
        health.check_start(moved, start)
    most = health.effort_limits(moved) if limits else ()
    system = System(moved, law, wanted, most, pushed(disturbances, moved))
    run = Run(system, duration, chosen, record, limits, sampler, progress)
    run.noise, run.random, run.events, run.space = noise, _random(seed), events, space
    for t, other in _sorted_changes(changes):
        changed = modelled("changes", other, plant_motors or motors, friction)
        if (changed.nq, changed.nv, changed.elastic) != (moved.nq, moved.nv, moved.elastic):
            raise ArgumentError("changes", f"{changed.nv} coordinates at {t:g} s", f"{moved.nv}, as before")
        most = health.effort_limits(changed) if limits else ()
        run.phases.append((t, replace(system, plant=changed, most=most)))
    return run.go(start)


def _sampled(reason: str, period: float) -> str:
    return (
        f"the controller cannot be compiled ({reason}): it is called every {period:g} s and its efforts are held; "
        "give period= to choose how often, or write it without branches on values"
    )


def _random(seed: Any) -> np.random.Generator:
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError):
        raise ArgumentError("seed", repr(seed)[:80], "a whole number that is not negative") from None


def _sorted_changes(changes: Any) -> list[tuple[float, Robot]]:
    if changes is None:
        return []
    if not isinstance(changes, Mapping):
        raise ArgumentError("changes", repr(changes)[:80], "times and the robots that the plant becomes then")
    return sorted(((positive("changes", t), other) for t, other in changes.items()), key=lambda each: each[0])
