"""A combination simulated natively and in plain Python, and every difference between the two."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from tests.combinations.combination import Combination
from tests.combinations.plain_loop import Loop, Result, UnsolvedError

import armillary as arm

TOLERANCE = 1e-6
DRIFT = 1e-6  # per cent


@dataclass
class Verdict:
    seed: int
    parts: set[str]
    refused: str = ""
    doubtful: str = ""
    differences: list[str] = field(default_factory=list)
    worst: float = 0.0
    figures: dict[str, float] = field(default_factory=dict)


def compare(case: Combination) -> Verdict:
    verdict = Verdict(case.seed, case.parts)
    solver = arm.solvers.Auto(rtol=1e-11, atol=1e-11)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", arm.ArmillaryWarning)
        try:
            run = arm.simulate(case.scenario, case.duration, solver=solver, record=case.record)
        except arm.ArmillaryError as error:
            verdict.refused = str(error)
            return verdict
    loop = Loop(case.scenario, run.q[0], run.qd[0])
    try:
        plain = loop.run(case.duration, run.t)
    except UnsolvedError as error:
        verdict.doubtful = f"the motion {'chatters' if error.creeps else 'diverges'} at {error.t:.6g} s"
        # Both diverge at one instant; where a law chatters, both give up, each after its own number of steps.
        if run.complete or (not error.creeps and not abs(run.t[-1] - error.t) < 1e-4 * error.t):
            verdict.differences.append(f"{error} at {error.t:.6g} s, natively to {run.t[-1]:.6g} s")
        return verdict
    _compare(case, run, plain, loop, verdict)
    if verdict.differences:
        # Kinks and fast states cost an explicit method digits: tolerances decide before anybody is blamed.
        verdict = Verdict(case.seed, case.parts)
        loop = Loop(case.scenario, run.q[0], run.qd[0], rtol=1e-11, atol=1e-13)
        plain = loop.run(case.duration, run.t)
        _compare(case, run, plain, loop, verdict)
    if verdict.differences and run.complete and not plain.why:
        _second_opinion(case, plain, verdict)
    _save_and_load(run, verdict)
    # Each takes another compilation: a tenth of all seeds has a stack, another tenth a fixed step.
    if case.seed % 10 == 2:
        _stack(case, run, solver, verdict)
    if case.seed % 10 == 8 and run.complete and not verdict.doubtful:
        _fixed_step(case, run, verdict)
    return verdict


def _save_and_load(run: Any, verdict: Verdict) -> None:
    """The robot and the run come back from their files as they were."""
    with TemporaryDirectory() as folder:
        arm.save(run.robot, Path(folder) / "robot.toml")
        if arm.load(Path(folder) / "robot.toml") != run.robot:
            verdict.differences.append("the robot differs after save and load")
        run.save(Path(folder) / "run.nc")
        again = arm.Trajectory.load(Path(folder) / "run.nc")
        for name in ("t", "q", "qd", "tau", "kinetic", "potential", "dissipated"):
            if not np.array_equal(getattr(again, name), getattr(run, name), equal_nan=True):
                verdict.differences.append(f"{name} differs after save and load")


def _stack(case: Combination, run: Any, solver: Any, verdict: Verdict) -> None:
    """A run beside another one is the run alone."""
    q0, qd0 = np.array(case.scenario.q0), np.array(case.scenario.qd0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", arm.ArmillaryWarning)
        both = arm.simulate(
            case.scenario,
            case.duration,
            solver=solver,
            record=case.record,
            q0=np.array([q0, q0]),
            qd0=np.array([qd0, 0.5 * qd0]),
        )
    native, alone = np.hstack([both.q[0], both.qd[0]]), np.hstack([run.q, run.qd])
    rows = min(len(native), len(alone))
    error = float(np.max(np.abs(native[:rows] - alone[:rows])) / max(1.0, np.max(np.abs(alone))))
    if not error < TOLERANCE:
        verdict.differences.append(f"the first run of a stack differs by {error:.1e}")


def _fixed_step(case: Combination, run: Any, verdict: Verdict) -> None:
    """RK4 with short steps ends where the adaptive method does.

    A jump of the law inside a step, such as Coulomb friction that computed torque compensates, costs RK4 a part of the
    step: the error then falls with the step, though not evenly.
    """
    alone = np.concatenate([run.q[-1], run.qd[-1]])

    def error(step: float) -> float:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", arm.ArmillaryWarning)
            fixed = arm.simulate(case.scenario, case.duration, solver=arm.solvers.RK4(step=step), record=case.duration)
        native = np.concatenate([fixed.q[-1], fixed.qd[-1]])
        return float(np.max(np.abs(native - alone)) / max(1.0, np.max(np.abs(alone))))

    long = error(2e-5)
    if not long < 10 * TOLERANCE and not (short := error(5e-7)) < min(10 * TOLERANCE, 0.2 * long):
        verdict.differences.append(f"steps of 20 µs differ by {long:.1e}, of 0.5 µs by {short:.1e}")


def _second_opinion(case: Combination, plain: Result, verdict: Verdict) -> None:
    """Ask a native solver with short fixed steps about a difference.

    A limit that is left and reached again between two stages of a step, such as that of a current for 20 µs at the end
    of a reference, escapes the error estimate of an adaptive method. SciPy's steps fall elsewhere.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", arm.ArmillaryWarning)
        run = arm.simulate(case.scenario, case.duration, solver=arm.solvers.RK8(step=1e-5), record=case.duration)
    native, ours = np.concatenate([run.q[-1], run.qd[-1]]), np.concatenate([plain.q[-1], plain.qd[-1]])
    error = float(np.max(np.abs(native - ours)) / max(1.0, np.max(np.abs(ours))))
    if error < 10 * TOLERANCE and any(line.startswith("q") for line in verdict.differences):
        verdict.doubtful = f"adaptive steps miss a kink that fixed steps see ({error:.0e}): {verdict.differences[0]}"
        verdict.differences = []


def _compare(case: Combination, run: Any, plain: Result, loop: Loop, verdict: Verdict) -> None:
    until = min(plain.doubt, plain.t[-1] + 1e-12)
    if np.isfinite(plain.doubt):
        verdict.doubtful = f"a rounded reading at {plain.doubt:.4f} s is within rounding of its next step"
    if run.complete != (not plain.why):
        verdict.differences.append(
            f"native complete {run.complete} {[e.message for e in run.events][:2]}, plain {plain.why or 'complete'}"
        )
    rows = min(len(run.t), len(plain.t))
    rows = int(np.sum(plain.t[:rows] < until))
    instants = np.array([t for t, _, (kind, _) in loop.agenda(case.duration) if kind != "sense"])
    clear = np.array([np.min(np.abs(instants - t), initial=1.0) > 1e-9 for t in plain.t[:rows]])

    def check(name: str, native: Any, ours: Any, scale: float, only: Any = slice(None)) -> None:
        native, ours = np.asarray(native, float)[:rows][only], np.asarray(ours, float)[:rows][only]
        if native.size == 0:
            return
        error = float(np.max(np.abs(native - ours)) / scale)
        verdict.figures[name] = error
        verdict.worst = max(verdict.worst, error)
        if not error < TOLERANCE:
            row = np.unravel_index(np.argmax(np.nan_to_num(np.abs(native - ours), nan=np.inf)), native.shape)
            at = f"t = {plain.t[:rows][only][row[0]]:.4f} s, column {[int(i) for i in row[1:]]}"
            values = f"{native[row]:.9g} natively, {ours[row]:.9g} plainly"
            verdict.differences.append(f"{name}: {error:.2e} of {scale:.3g} at {at}: {values}")

    size = lambda *arrays: max(float(np.max(np.abs(a), initial=0.0)) for a in arrays)  # noqa: E731
    check("q", run.q, plain.q, max(1.0, size(plain.q)))
    check("qd", run.qd, plain.qd, max(1.0, size(plain.qd)))
    check("tau", run.tau, plain.tau, max(1.0, size(plain.tau)), clear)
    energy = max(1e-3, size(plain.kinetic, plain.potential - plain.potential[0], plain.audit))
    check("kinetic", run.kinetic, plain.kinetic, energy)
    check("potential", run.potential - run.potential[0], plain.potential - plain.potential[0], energy)
    check("work", run.work, plain.audit[:, 0], energy)
    check("external", run.external, plain.audit[:, 1], energy)
    total = plain.kinetic + plain.potential
    lost = total[0] + plain.audit[:, 0] + plain.audit[:, 1] - total
    check("dissipated", run.dissipated, lost, energy)
    for j, kind in enumerate(("bearings", "gears", "windings")):
        # `run.heat` of a beam with sublinks has its damping among that of bearings.
        if kind in run.heat and not (kind == "bearings" and "sublinks" in case.parts and "links" not in run.heat):
            check(f"heat of {kind}", run.heat[kind], plain.audit[:, 2 + j], energy)
    for name, values in plain.signals.items():
        if name not in run.signals:
            verdict.differences.append(f"no signal {name}")
            continue
        only = slice(None) if name.endswith(("temperature", "bristle")) else clear
        check(name, np.ravel(run.signals[name]), values, max(size(values), 1e-3), only)
    for dyn in (loop.plant.dyn, loop.view.dyn):
        worst = dyn.worst()
        if not worst < 1e-9:
            verdict.differences.append(f"compiled dynamics differ from evaluated ones by {worst:.1e}")
    # A robot that rests has no energy to compare with but the rounding of its potential energy.
    if not run.drift_max < DRIFT and not run.imbalance_steps < 1e-13 * (1 + size(run.potential)):
        verdict.differences.append(f"drift {run.drift_max:.2e} %")
