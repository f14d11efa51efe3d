"""Closed loops against Pinocchio in Python and MuJoCo's own rollout, batches, flexible, chaotic and stiff arms.

    python benchmarks/simulation.py [--rounds 7]

Times are of the integration alone, one thread, steps that are taken and recorded a hundred times a second; models are
made and compiled before, ours and theirs. Contenders take turns and keep their least time. Numbers are compared before
anything is timed: MuJoCo's rollout is the same method with the same step, and so is the loop around Pinocchio, which
holds its control over a step as ours does where it is sampled. Needs pin and mujoco (in the extra `dev`). The figures
for Exudyn, which is not needed here, are known from elsewhere, and stand beside ours as times of another machine.
"""

from __future__ import annotations

import argparse
import os
import time
import warnings
from collections.abc import Callable
from dataclasses import replace

import mujoco
import numpy as np
import pinocchio
from mujoco import rollout

import armillary as arm
from armillary.analysis.others import PinocchioRobot, _mujoco_model
from armillary.results.positions import positions
from armillary.simulation.controllers import PD, ComputedTorque
from armillary.simulation.references import FifthOrder
from armillary.spatial.scalar import Floats

Run = Callable[[], float]
"""Something that runs once and returns how long the integration took [s]."""

DURATION, STEP, RECORD = 10.0, 1e-3, 0.01
START = np.array([0.1, -0.5, 0.3, -2.0, 0.2, 1.5, 0.4])
MOVE = FifthOrder(start=START, end=START + 0.5, duration=DURATION)
KP, KD = 100.0, 20.0
TRAJECTORIES = 1024
EXUDYN = {"2 × 4 rigid sub-links": 0.083, "ANCF": 0.16}
"""CPU time of Exudyn for 1 s of the flexible arm [s]."""


def least(runs: dict[str, Run], rounds: int) -> dict[str, float]:
    """Return the least time of each, taken in turns [s]."""
    found = {name: run() for name, run in runs.items()}
    for _ in range(rounds - 1):
        for name, run in runs.items():
            found[name] = min(found[name], run())
    return found


def timed(run: Callable[[], object]) -> Run:
    def once() -> float:
        begun = time.perf_counter()
        run()
        return time.perf_counter() - begun

    return once


def verdict(value: float, target: float, at_most: bool = False) -> str:
    return "ok" if (value <= target if at_most else value >= target) else f"MISS ({target:g})"


def line(name: str, seconds: float, simulated: float, more: str = "") -> None:
    print(f"  {name:<50} {1e3 * seconds:>10.3f} ms  {simulated / seconds:>10.0f} × real time  {more}", flush=True)


# --- Panda ---


def ours(controlled: bool, period: float | None = None) -> arm.Trajectory:
    return arm.simulate(
        arm.model(arm.library.get("panda"), motors="none", friction=False),
        DURATION,
        solver=arm.solvers.RK4(step=STEP),
        q0=START,
        controller=ComputedTorque(KP, KD) if controlled else None,
        reference=MOVE if controlled else None,
        period=period,
        limits="none",
        record=RECORD,
    )


def pinocchio_loop(robot: PinocchioRobot) -> Floats:
    """RK4 in Python around aba; computed torque by rnea, once in each step."""
    model, data, aba, rnea = robot.model, robot.data, pinocchio.aba, pinocchio.rnea
    q, v, h = START.copy(), np.zeros(7), STEP
    for k in range(round(DURATION / STEP)):
        wanted = MOVE.motion(k * h, k * h)
        a = wanted.acceleration + KD * (wanted.velocity - v) + KP * (wanted.position - q)
        tau = rnea(model, data, q, v, a)
        a1 = aba(model, data, q, v, tau)
        v2 = v + h / 2 * a1
        a2 = aba(model, data, q + h / 2 * v, v2, tau)
        v3 = v + h / 2 * a2
        a3 = aba(model, data, q + h / 2 * v2, v3, tau)
        v4 = v + h * a3
        a4 = aba(model, data, q + h * v3, v4, tau)
        q = q + h / 6 * (v + 2 * v2 + 2 * v3 + v4)
        v = v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
    return q


def mujoco_rollout() -> Callable[[], Floats]:
    """Return MuJoCo's RK4 in C, which gives q after each step: the same arm, without a controller."""
    theirs, _, _ = _mujoco_model(mujoco, arm.model(arm.library.get("panda"), motors="none", friction=False))
    theirs.opt.integrator, theirs.opt.timestep = mujoco.mjtIntegrator.mjINT_RK4, STEP
    data, steps = mujoco.MjData(theirs), round(DURATION / STEP)
    data.qpos[:] = START
    size = mujoco.mj_stateSize(theirs, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    start = np.empty(size)
    mujoco.mj_getState(theirs, data, start, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    states = np.empty((1, steps, size))
    return lambda: rollout.rollout(theirs, data, start, nstep=steps, state=states)[0][0, :, 1:8]


def panda(rounds: int) -> None:
    robot = PinocchioRobot(pinocchio, arm.model(arm.library.get("panda"), motors="none", friction=False))
    native = mujoco_rollout()
    off = np.abs(pinocchio_loop(robot) - ours(True, period=STEP).q[-1]).max()
    free, second = ours(False), round(1 / STEP)
    # A falling arm is chaotic: the first second says whether it is the same arm.
    apart = np.abs(native()[second - 1] - free.q[np.argmin(np.abs(free.t - 1.0))]).max()
    print(f"Panda, {DURATION:g} s, RK4 at {1e3 * STEP:g} ms")
    print(f"  differences: {off:.0e} rad at the end (Pinocchio), {apart:.0e} rad after 1 s (MuJoCo)")
    if max(off, apart) > 1e-6:
        print("  the contenders do not compute the same motion")
    starts = START + np.random.default_rng(0).uniform(-0.1, 0.1, (TRAJECTORIES, 7))

    def batch(threads: int) -> Run:
        return lambda: _batch(starts, threads)

    cores = os.cpu_count() or 1
    runs: dict[str, Run] = {
        "ours": lambda: ours(True).info["seconds"],
        "sampled": lambda: ours(True, period=STEP).info["seconds"],
        "free": lambda: ours(False).info["seconds"],
        "pinocchio": timed(lambda: pinocchio_loop(robot)),
        "mujoco": timed(native),
        "batch": batch(1),
        "batch, all cores": batch(cores),
    }
    found = least(runs, rounds)
    for name in ("batch", "batch, all cores"):
        found[name] /= TRAJECTORIES
    line("ours, computed torque", found["ours"], DURATION)
    line("ours, computed torque held", found["sampled"], DURATION)
    line("ours, no controller", found["free"], DURATION)
    ratio = found["pinocchio"] / found["sampled"]
    more = f"{ratio:.0f} × ours, {verdict(ratio, 30)}"
    line("Python around Pinocchio, computed torque held", found["pinocchio"], DURATION, more)
    ratio, plain = found["mujoco"] / found["ours"], found["mujoco"] / found["free"]
    more = f"{ratio:.1f} × ours with the controller, {verdict(ratio, 10)}; {plain:.1f} × ours without"
    line("MuJoCo's rollout, no controller", found["mujoco"], DURATION, more)
    for name, threads in (("batch", 1), ("batch, all cores", cores)):
        ratio = found["ours"] / found[name]
        more = f"one takes {ratio:.1f} × as long, {verdict(ratio, 4)}"
        line(
            f"ours, one of {TRAJECTORIES} in a batch, {threads} thread{'s' * (threads > 1)}",
            found[name],
            DURATION,
            more,
        )


def _batch(starts: Floats, threads: int) -> float:
    result = arm.simulate(
        arm.model(arm.library.get("panda"), motors="none", friction=False),
        DURATION,
        solver=arm.solvers.RK4(step=STEP),
        q0=starts,
        controller=ComputedTorque(KP, KD),
        reference=MOVE,
        limits="none",
        threads=threads,
    )
    seconds: float = result.info["seconds"]
    return seconds


# --- flexible arm ---


def flexible(
    modes: arm.parts.Modes | None, sublinks: arm.parts.Sublinks | None = None, stiffer: float = 1.0
) -> arm.Robot:
    """Return the two-link arm of the library, with foreshortening and other modes or sublinks."""
    robot = arm.library.get("flexrob")
    links = []
    for link in robot.links:
        assert isinstance(link.beam, arm.Beam)
        beam = replace(link.beam, E=link.beam.E * stiffer, modes=modes, sublinks=sublinks, stiffening=True)
        links.append(replace(link, beam=beam))
    return replace(robot, links=tuple(links))


def turn(robot: arm.Robot, tolerance: float) -> tuple[Floats, float]:
    """Return the tip in the course of the PP manoeuvre, 1 s, joints as wanted, and how long it took."""
    run = arm.simulate(
        robot,
        1.0,
        solver=arm.solvers.DOP853(rtol=tolerance, atol=tolerance),
        controller=ComputedTorque(KP, KD),
        reference=FifthOrder(start=(0.0, 0.0), end=(np.pi / 2, np.pi / 2), duration=1.0),
        record=RECORD,
    )
    return positions(arm.model(robot), run.q, "tip"), run.info["seconds"]


def flexible_arm(rounds: int) -> None:
    exact = turn(flexible(arm.parts.Modes(bending_y=5, shapes="attachment")), 1e-9)[0]
    modes, sublinks = flexible(arm.parts.Modes(bending_y=2, shapes="attachment")), flexible(None, arm.parts.Sublinks(4))
    kinds = {
        "ours, 2 attachment modes a link, tolerance 1e-5": (modes, 1e-5),
        "ours, 4 sub-links a link, tolerance 1e-5": (sublinks, 1e-5),
    }
    found = least({name: (lambda a=a: turn(*a)[1]) for name, a in kinds.items()}, rounds)
    print("\nTwo flexible links, 1 s, both joints by 90°; tip against five attachment modes at 1e-9")
    for name, arguments in kinds.items():
        off = np.linalg.norm(turn(*arguments)[0] - exact, axis=1).max()
        line(name, found[name], 1.0, f"tip off by {1e3 * off:.3g} mm")
    quick = next(iter(found.values()))
    for name, seconds in EXUDYN.items():
        ratio = seconds / quick
        line(f"Exudyn, {name}: known from elsewhere", seconds, 1.0, f"{ratio:.0f} × our modes, {verdict(ratio, 20)}")


# --- chaos and stiffness ---


def rods(rounds: int) -> None:
    robot = arm.library.get("planar-3r")
    print("\nThree rods released at rest, 60 s: greatest |E − E(0)| over the greatest kinetic energy")
    for solver, fine in ((arm.solvers.DOP853(rtol=1e-14, atol=1e-14), 1e-14), (arm.solvers.Gauss3(step=5e-4), 5e-4)):
        run = arm.simulate(robot, 60.0, solver=solver, record=0.05)
        error = np.abs(run.energy - run.energy[0]).max() / run.kinetic.max()
        runs = (arm.simulate(robot, 60.0, solver=solver, record=0.05) for _ in range(rounds))
        seconds = min(run.info["seconds"] for run in runs)
        line(f"{solver.name}, {fine:g}", seconds, 60.0, f"{error:.1e}, {verdict(error, 1e-12, True)}")


def stiff_arm(rounds: int) -> None:
    print("\nStiff arm: two links with six modes each, fastest 2 kHz and 20 kHz; 5 s, 90° in 1 s, tolerance 1e-6")
    hertz = arm.frequencies(flexible(arm.parts.Modes(bending_y=6, shapes="cantilever")), joints="free").hz.max()
    robots = {
        f: flexible(arm.parts.Modes(bending_y=6, shapes="cantilever"), stiffer=(1e3 * f / hertz) ** 2) for f in (2, 20)
    }
    exactly = arm.solvers.DOP853(rtol=1e-6, atol=1e-6)
    for solver in (arm.solvers.Rosenbrock(rtol=1e-6, atol=1e-6), exactly):
        runs = {f: [_stiff(robots[f], solver) for _ in range(min(rounds, 3))] for f in robots}
        found = {f: min(run.info["seconds"] for run in runs[f]) for f in robots}
        ratio = found[20] / found[2]
        aim = f", {verdict(ratio, 2, True)}" if solver.linear else ""
        for f, more in ((2, ""), (20, f"; {ratio:.2f} × as long{aim}")):
            exact = runs[f][0] if solver == exactly else _stiff(robots[f], exactly)
            off = np.abs(runs[f][0].q[:, :2] - exact.q[:, :2]).max()
            line(f"{solver.name}, {f} kHz", found[f], 5.0, f"joints off by {off:.0e} rad{more}" if off else more[2:])


def _stiff(robot: arm.Robot, solver: arm.solvers.Solver) -> arm.Trajectory:
    return arm.simulate(
        robot,
        5.0,
        solver=solver,
        controller=PD(200.0, 20.0),
        reference=FifthOrder(start=(0.0, 0.0), end=(np.pi / 2, np.pi / 2), duration=1.0),
        record=RECORD,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    warnings.simplefilter("ignore", arm.ArmillaryWarning)
    print(f"pinocchio {pinocchio.__version__}, mujoco {mujoco.__version__}; motors and friction left out for the Panda")
    panda(rounds)
    flexible_arm(rounds)
    rods(rounds)
    stiff_arm(rounds)


if __name__ == "__main__":
    main()
