"""Iterative learning: efforts ahead that improve from run to run of the same motion. [Bristow2006]

Run j has the efforts u_j beside the feedback of the scenario. After it,
    u_{j+1} = Q [u_j + K_p e_j + K_d ė_j],   e = q_d − q                                                    (1)
    u_{j+1} = Q [τ_j − f_d + γ (ID(q_d, q̇_d, q̈_d) − ID(q_j, q̇_j, q̈_j))]                                   (2)
(1) needs gains alone; (2) takes the recorded efforts τ_j, less the efforts f_d that the feedback has without an error,
and corrects them by the inverse dynamics of the controller's model: the error shrinks in each run to about the share by
which the model is wrong. f_d must not depend on filters or observers inside the feedback. Q keeps the first terms of a
cosine series (`controllers.learned`). Nothing is learned above its highest frequency, where the model does not hold,
or where gains would make vibrations grow.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.compiler.compiled import compile as compiled
from armillary.errors import ArgumentError, ConvergenceError
from armillary.files.arguments import number, watcher, whole
from armillary.files.words import shortened
from armillary.multibody.coordinates import joint_count
from armillary.results.trajectory import Trajectory
from armillary.simulation.controllers.joints import Joints, times
from armillary.simulation.controllers.learned import Learned, fitted
from armillary.simulation.controllers.observed import ObservedLaw
from armillary.simulation.controllers.observers.kalman import KalmanLaw
from armillary.simulation.controllers.observers.momentum_observer import ObserverLaw
from armillary.simulation.controllers.sum import Sum
from armillary.simulation.scenario import Scenario
from armillary.simulation.signals import DesiredMotion, Signal
from armillary.simulation.simulate import simulate
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

ROWS = 8
"""Recorded rows for each term of the series."""


@dataclass(frozen=True, eq=False)
class Learning(Shown):
    """The result of learning.

    `errors` are the greatest errors of the joints [rad, m] in each run, the first one before learning. `scenario` has
    the learned efforts beside its feedback; `run` is its motion.
    """

    scenario: Scenario
    run: Trajectory
    errors: Floats

    def __repr__(self) -> str:
        told = f"error {self.errors[0]:.3g} before, {self.errors[-1]:.3g} after {len(self.errors) - 1} runs"
        return f"<Learning of {self.scenario.control_model.robot.name}: {told}>"

    def tables(self) -> list[Part]:
        """Return the error of each run."""
        rows = [(str(k), f"{each:.4g}") for k, each in enumerate(self.errors)]
        return [Table("", columns("run>", "greatest error>"), rows)]


def learn(
    scenario: Scenario,
    iterations: int = 10,
    *,
    kp: ArrayLike | None = None,
    kd: ArrayLike = 0.0,
    terms: int = 40,
    gain: float = 1.0,
    duration: float | None = None,
    progress: Callable[[float], object] | None = None,
) -> Learning:
    """Repeat a motion, and learn the efforts that follow it.

    Args:
        scenario: Scenario with a reference of the joints and feedback.
        iterations: Number of runs after the first.
        kp: Learning gain of the error, (1) [N·m/rad, N/m]; default: the model is used instead, (2).
        kd: Learning gain of its rate [N·m·s/rad, N·s/m]; default 0.
        terms: Number of cosines K; the highest frequency that is learned is (K − 1) / 2 `duration`.
        gain: γ of (2), up to 1; default 1.
        duration: Duration of the motion [s]; default that of the scenario.
        progress: Function of the share that is done, from 0 to 1.

    Example:
        >>> import armillary as arm
        >>> robot, box = arm.library.get("khatib-rr"), arm.Payload("box", "link2", 1.0, (0.5, 0.0, 0.0))
        >>> move = arm.references.FifthOrder(end=[1.0, 0.5], duration=0.8)
        >>> law, loaded = arm.controllers.PDGravity(400.0, 40.0), replace(robot, payloads=(box,))
        >>> learned = learn(arm.Scenario(robot, controller=law, reference=move, plant=loaded, duration=1.0), 4)
        >>> learned.errors[-1] < 0.01 * learned.errors[0]
        np.True_
    """
    if not isinstance(scenario, Scenario) or scenario.reference is None or scenario.stacked:
        raise ArgumentError("scenario", shortened(scenario), "a scenario with one start and a reference of the joints")
    told, runs = watcher(progress), whole("iterations", iterations, 1)
    T, count = duration if duration is not None else scenario.duration, whole("terms", terms, 1, 2000)
    if T is None:
        raise ArgumentError("duration", "nothing", "the duration of the motion [s]")
    T, n = number("duration", T, 0.0, True), joint_count(scenario.control_model)
    joints, model = Joints(scenario.control_model), compiled(scenario.control_model)
    if kp is None:
        _check(scenario)
    gains = None if kp is None else (joints.gain("kp", kp), joints.gain("kd", kd))
    share = number("gain", gain, 0.0, True, 1.0)
    c, errors = np.zeros((n, count)), list[float]()
    while True:
        given = replace(scenario, controller=_beside(scenario, c, T), duration=T)
        run = simulate(given, T, record=T / (ROWS * count))
        if not run.complete:
            raise ConvergenceError(
                f"run {len(errors)} of learning ends at {run.t[-1]:.4g} s of {T:g} s: {run.events[-1].message}; "
                "try smaller gains, fewer terms or a slower motion"
            )
        q, qd, qdd = (np.asarray(each)[:, :n] for each in (run.q, run.qd, run.qdd))
        desired = [joints.desired(given.desired.motion(t, t)) for t in run.t]
        parts = ("position", "velocity", "acceleration")
        q_d, qd_d, qdd_d = (np.array([getattr(each, name) for each in desired], dtype=float) for name in parts)
        off = np.array([joints.difference(*both) for both in zip(q_d, run.q, strict=True)], dtype=float)
        errors.append(float(np.abs(off).max()))
        if told is not None:
            told((len(errors) - 1) / runs)
        if len(errors) > runs:
            return Learning(given, run, np.array(errors))
        if gains is not None:
            change = [times(gains[0], e) + times(gains[1], ed) for e, ed in zip(off, qd_d - qd, strict=True)]
            c = c + fitted(run.t, np.array(change, dtype=float), T, count)  # (1)
            continue
        ahead = model.inverse_dynamics(q_d, qd_d, qdd_d) - model.inverse_dynamics(q, qd, qdd)
        feedback = [_on_course(scenario, each, *row) for each, *row in zip(desired, run.t, run.q, run.qd, strict=True)]
        c = fitted(run.t, run.tau[:, :n] + share * ahead - np.array(feedback), T, count)  # (2)


def _check(scenario: Scenario) -> None:
    """Check that the model of (2) has the joints of the plant, that efforts act there, and that f_d is known."""
    flexible, geared = scenario.control_model.elastic, scenario.plant_model.drives
    if flexible or geared or scenario.control_model.nq != scenario.control_model.nv:
        kind = "flexible links" if flexible else "elastic gears" if geared else "quaternions"
        hint = "give the scenario a rigid robot and the other one as plant, or give kp="
        raise ArgumentError("scenario", f"a robot with {kind}", "a controller's model with rigid links and gears", hint)
    if scenario.command != "torque":
        found = f"command={scenario.command!r}"
        raise ArgumentError("scenario", found, "a controller that commands torques", "give kp=")
    if _remembers(scenario.law):
        found = "feedback with filters, estimates or a compensated residual"
        expected = "feedback whose efforts without an error are known, such as PDGravity or a Cascade"
        raise ArgumentError("scenario", found, expected, "give kp=")


def _remembers(law: Any) -> bool:
    """Return whether the efforts of a law without an error depend on states of filters or observers."""
    inside = getattr(law, "inside", {})
    residual = isinstance(law, ObserverLaw) and bool(np.any(law.compensation))
    own = isinstance(law, ObservedLaw | KalmanLaw) or residual or any(place[0] == "filters" for place in inside)
    return own or any(map(_remembers, inside.values()))


def _beside(scenario: Scenario, c: Floats, T: float) -> Sum:
    """Return the feedback of a scenario with learned efforts beside it."""
    own = () if scenario.controller is None else (scenario.controller,)
    return Sum(*own, Learned(c, T))


def _on_course(scenario: Scenario, desired: DesiredMotion, t: float, q: Floats, qd: Floats) -> Floats:
    """Return the efforts of the feedback at the joints without an error, such as its share of the weight."""
    law, n = scenario.law, joint_count(scenario.control_model)
    there = np.concatenate([desired.position, q[n:]]), np.concatenate([desired.velocity, qd[n:]])
    signal = Signal(t, *there, law.start(), desired, np.zeros(0), t, scenario.period)
    return np.asarray(law.effort(signal), dtype=float)[:n]
