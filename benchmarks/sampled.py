"""Sampled control: times real time, and runs with other gains, all in one process by CPU time.

The same law in the equations of motion is evaluated four times a step, in the sampled run once.

Run: python benchmarks/sampled.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

import armillary as arm

READY = np.array([0.0, -0.3, 0.0, -2.0, 0.0, 1.6, 0.7])
RUNS = 64


def least(run: Callable[[], Any], repeats: int = 5) -> float:
    """Return the least CPU time of a call [s], after a first one."""
    run()
    times = []
    for _ in range(repeats):
        begun = time.process_time()
        run()
        times.append(time.process_time() - begun)
    return min(times)


def per_second(**options: Any) -> float:
    """Return the CPU time for a simulated second [s], without the time that a run takes whatever its duration."""
    short, long = (least(lambda d=d: arm.simulate(duration=d, **options)) for d in (1.0, 21.0))
    return (long - short) / 20


def panda() -> None:
    """Print computed torque on the Panda at 1 kHz with RK4 of 1 ms."""
    options: dict[str, Any] = {
        "scenario": arm.library.get("panda"), "controller": arm.controllers.ComputedTorque(100.0, 20.0), "q0": READY,
        "reference": arm.references.FifthOrder(end=READY + 0.2, duration=2.0), "solver": arm.solvers.RK4(step=1e-3),
        "record": 1.0,
    }  # fmt: skip
    sampled, continuous = per_second(**options, period=1e-3), per_second(**options)
    print(f"panda, computed torque, 1 kHz, RK4 1 ms: {1 / sampled:7.0f} times real time")
    print(f"panda, the same law, continuous:         {1 / continuous:7.0f} times real time")
    stack = options | {"q0": READY + np.linspace(0, 0.1, RUNS)[:, None], "period": 1e-3, "threads": 1}
    print(f"panda, a stack of {RUNS} runs, one core:     {RUNS / per_second(**stack):7.0f} times real time")
    sensors = arm.sensors.Encoder, arm.sensors.Tachometer
    for what, varied in (("one run", options | {"period": 1e-3}), (f"a stack of {RUNS} runs", stack)):
        noisy, exact = (per_second(**varied, sensors=[kind(noise=noise) for kind in sensors]) for noise in (1e-4, 0.0))
        print(f"panda, noise of all readings, {what}: {noisy / exact:.2f} times the time without it")


def flexrob() -> None:
    """Print PD at 1 kHz on flexrob against the continuous run, and runs that differ in gains."""
    robot, move = arm.library.get("flexrob"), arm.references.FifthOrder(end=[0.3, 0.2], duration=1.0)

    def run(kp: Any, period: float | None, **more: Any) -> Any:
        law = arm.controllers.PD(kp, 20.0)
        return arm.simulate(robot, 2.5, controller=law, reference=move, period=period, **more)

    continuous, sampled = least(lambda: run(300.0, None)), least(lambda: run(300.0, 1e-3))
    print(f"flexrob, PD, 2.5 s: continuous {1000 * continuous:.1f} ms, at 1 kHz {1000 * sampled:.1f} ms of CPU")
    gains = iter(np.linspace(301, 400, 50))
    print(f"flexrob, PD at 1 kHz, another gain: {1000 * least(lambda: run(float(next(gains)), 1e-3)):.1f} ms of CPU")
    many = {"controller.kp": np.linspace(100, 500, 200)}
    print(f"flexrob, PD at 1 kHz, 200 gains: {least(lambda: run(300.0, 1e-3, parameters=many), 2):.2f} s of CPU")


def industrial() -> None:
    """Print the industrial robot with its own scenario: motors, elastic gears, friction that sticks, a cascade."""
    scenario = arm.load_scenario("manutec-r3")
    for duration in (2.0, 20.0):
        took = least(lambda d=duration: arm.simulate(scenario, d), 100)
        print(f"manutec-r3, {duration:g} s, a whole call: {1000 * took:.2f} ms, {duration / took:.0f} times real time")


def gradients() -> None:
    """Print gradients of a Panda under PD control by its gain: continuous, sampled at every step, and with a delay."""
    model = arm.model(arm.library.get("panda"), friction=False)
    timings: dict[str, dict[str, Any]] = {
        "continuous": {}, "at 1 kHz": {"period": 1e-3}, "at 1 kHz, delayed by 1 ms": {"period": 1e-3, "delay": 1e-3}
    }  # fmt: skip
    options: dict[str, Any] = {"controller": arm.controllers.PD(30.0, 3.0), "limits": "none"}
    options["reference"] = arm.references.Constant(READY + 0.2)
    for runs, q0 in ((1, READY), (RUNS, np.tile(READY, (RUNS, 1)))):
        continuous = 0.0
        for name, timing in timings.items():
            scenario = arm.Scenario(model, q0=q0, **options, **timing)
            gain = {"controller.kp": 30.0}
            run = arm.rollout(scenario, 0.5, solver=arm.solvers.RK4(step=1e-3), record=0.1, parameters=gain, threads=1)
            took = least(lambda run=run: motion_and_gradient(run), 20)
            continuous = continuous or took
            ratio = f"{took / continuous:.2f} of continuous"
            print(f"panda, PD {name}, {runs} runs, motion and VJP: {1000 * took:.2f} ms, {ratio}")


GAINS = iter(np.linspace(31.0, 40.0, 100_000))


def motion_and_gradient(run: Any) -> None:
    """Compute a motion with another gain, and its gradient."""
    other = run.at(parameters={"controller.kp": float(next(GAINS))})
    other.vjp(other.q)


if __name__ == "__main__":
    panda()
    flexrob()
    industrial()
    gradients()
