"""Iterative learning control: feed-forward efforts that improve over repeated runs of a motion. [Bristow2006]

Run j has the feed-forward efforts u_j in addition to the feedback of the scenario. After the run,
    u_{j+1} = Q [u_j + K_p e_j + K_d ė_j],   e = q_d − q                                                    (1)
    u_{j+1} = Q [τ_j − f_d + γ (ID(q_d, q̇_d, q̈_d) − ID(q_j, q̇_j, q̈_j))]                                   (2)
(1) needs learning gains only. (2) takes the recorded efforts τ_j, less the efforts f_d of the feedback at zero error,
and corrects them by the inverse dynamics of the nominal model: each run multiplies the error by about the relative
error of the model. f_d must not depend on filters or observers in the feedback. Q keeps the first terms of a cosine
series (`controllers.learned`). Nothing is learned above its highest frequency, where the model is inaccurate or gains
would make vibrations grow.
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
from armillary.simulation.controllers.learned import Learned, fit_cosines
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
"""Recorded rows for each term of the series, so that the least-squares fit is well determined."""


@dataclass(frozen=True, eq=False)
class Learning(Shown):
    """The result of learning.

    `errors` are the largest joint errors [rad, m] of each run, the first one before learning. `scenario` has the
    learned efforts in addition to its feedback; `run` is its motion.
    """

    scenario: Scenario
    run: Trajectory
    errors: Floats

    def __repr__(self) -> str:
        errors = f"error {self.errors[0]:.3g} before, {self.errors[-1]:.3g} after {len(self.errors) - 1} runs"
        return f"<Learning of {self.scenario.control_model.robot.name}: {errors}>"

    def tables(self) -> list[Part]:
        """Return the error of each run."""
        rows = [(str(k), f"{error:.4g}") for k, error in enumerate(self.errors)]
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
    """Repeat a motion and learn feed-forward efforts that reduce its tracking error.

    Args:
        scenario: Scenario with a reference of the joints and feedback.
        iterations: Number of runs after the first.
        kp: Learning gain of the error, (1) [N·m/rad, N/m]; default: learn with the nominal model, (2).
        kd: Learning gain of the error rate [N·m·s/rad, N·s/m]; default 0.
        terms: Number of cosines K; the highest learned frequency is (K − 1) / (2 `duration`).
        gain: γ of (2), up to 1; default 1.
        duration: Duration of the motion [s]; default that of the scenario.
        progress: Called with the finished fraction, from 0 to 1; default none.

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
    report = watcher(progress)
    runs = whole("iterations", iterations, 1)
    count = whole("terms", terms, 1, 2000)
    T = duration if duration is not None else scenario.duration
    if T is None:
        raise ArgumentError("duration", "nothing", "the duration of the motion [s]")
    T = number("duration", T, 0.0, True)
    n = joint_count(scenario.control_model)
    joints, model = Joints(scenario.control_model), compiled(scenario.control_model)
    if kp is None:
        _check(scenario)
    gains = None if kp is None else (joints.gain("kp", kp), joints.gain("kd", kd))
    gamma = number("gain", gain, 0.0, True, 1.0)
    feedback = () if scenario.controller is None else (scenario.controller,)
    c, errors = np.zeros((n, count)), list[float]()
    while True:
        learning = replace(scenario, controller=Sum(*feedback, Learned(c, T)), duration=T)
        run = simulate(learning, T, record=T / (ROWS * count))
        if not run.complete:
            raise ConvergenceError(
                f"run {len(errors)} of learning ends at {run.t[-1]:.4g} s of {T:g} s: {run.events[-1].message}; "
                "try smaller gains, fewer terms or a slower motion"
            )
        q, qd, qdd = (np.asarray(values)[:, :n] for values in (run.q, run.qd, run.qdd))
        desired = [joints.desired(learning.desired.motion(t, t)) for t in run.t]
        q_d = np.array([motion.position for motion in desired], dtype=float)
        qd_d = np.array([motion.velocity for motion in desired], dtype=float)
        qdd_d = np.array([motion.acceleration for motion in desired], dtype=float)
        e = np.array([joints.difference(*row) for row in zip(q_d, run.q, strict=True)], dtype=float)
        errors.append(float(np.abs(e).max()))
        if report is not None:
            report((len(errors) - 1) / runs)
        if len(errors) > runs:
            return Learning(learning, run, np.array(errors))
        if gains is not None:
            kp_array, kd_array = gains
            change = [times(kp_array, e_k) + times(kd_array, ed_k) for e_k, ed_k in zip(e, qd_d - qd, strict=True)]
            c = c + fit_cosines(run.t, np.array(change, dtype=float), T, count)  # (1)
        else:
            correction = model.inverse_dynamics(q_d, qd_d, qdd_d) - model.inverse_dynamics(q, qd, qdd)
            rows = zip(desired, run.t, run.q, run.qd, strict=True)
            f_d = np.array([_feedback_without_error(scenario, *row) for row in rows])
            c = fit_cosines(run.t, run.tau[:, :n] + gamma * correction - f_d, T, count)  # (2)


def _check(scenario: Scenario) -> None:
    """Check that (2) applies: rigid links and gears, torque commands, and feedback with known f_d."""
    model = scenario.control_model
    parts = {
        "flexible links": model.elastic,
        "elastic gears": scenario.plant_model.drives,
        "quaternions": model.nq != model.nv,
    }
    for part, present in parts.items():
        if present:
            hint = "give the scenario a rigid robot and the other one as plant, or give kp="
            raise ArgumentError("scenario", f"a robot with {part}", "a nominal model with rigid links and gears", hint)
    if scenario.command != "torque":
        problem = f"command={scenario.command!r}"
        raise ArgumentError("scenario", problem, "a controller that commands torques", "give kp=")
    if _has_memory(scenario.law):
        problem = "feedback with filters, estimates or a compensated residual"
        expected = "feedback with known efforts at zero error, such as PDGravity or a Cascade"
        raise ArgumentError("scenario", problem, expected, "give kp=")


def _has_memory(law: Any) -> bool:
    """Return whether the efforts of a law at zero error depend on states of filters or observers."""
    inside = getattr(law, "inside", {})
    if isinstance(law, ObservedLaw | KalmanLaw) or any(path[0] == "filters" for path in inside):
        return True
    if isinstance(law, ObserverLaw) and np.any(law.compensation):
        return True
    return any(map(_has_memory, inside.values()))


def _feedback_without_error(scenario: Scenario, desired: DesiredMotion, t: float, q: Floats, qd: Floats) -> Floats:
    """Return the joint efforts of the feedback at zero error, such as its gravity compensation, f_d of (2)."""
    law, n = scenario.law, joint_count(scenario.control_model)
    position = np.concatenate([desired.position, q[n:]])
    velocity = np.concatenate([desired.velocity, qd[n:]])
    signal = Signal(t, position, velocity, law.start(), desired, np.zeros(0), t, scenario.period)
    return np.asarray(law.effort(signal), dtype=float)[:n]
