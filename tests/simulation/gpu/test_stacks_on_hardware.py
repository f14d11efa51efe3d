"""Stacks of runs on a real device, against CPU runs: noise, Ctrl-C, memory. Without a device they are skipped."""

import gc
import subprocess
import sys

import numpy as np
import pytest

import armillary as arm
from compiler.gpu.test_hardware import devices

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(not devices(), reason="hardware: no CUDA device"),
    pytest.mark.filterwarnings("ignore:the energy balance drifts"),
]
OTHER = """
import armillary as arm, numpy as np
euler = arm.solvers.SemiImplicitEuler(step=1e-3)
runs = arm.simulate(arm.library.get("ur5"), 0.05, q0=np.zeros((100, 6)), solver=euler, device="cuda")
print(*map(repr, runs.q[0, -1].tolist()))
"""
EULER = arm.solvers.SemiImplicitEuler(step=1e-3)


def noisy(count: int) -> arm.Scenario:
    """Return sampled arms with noise; the loop is stable, so that rounding does not grow."""
    start = np.array([0, 0.2, 0, -1.5, 0, 1.5, 0.3]) + np.random.default_rng(1).uniform(-0.1, 0.1, (count, 7))
    sensors = [arm.sensors.Tachometer(noise=1e-3)]
    law = arm.controllers.PD(kp=[100, 100, 100, 100, 20, 20, 5], kd=[10, 10, 10, 10, 1, 1, 0.2])
    return arm.Scenario(arm.library.get("panda"), controller=law, q0=start, period=2e-3, sensors=sensors)


def ended(steps: float) -> np.ndarray:
    return arm.simulate(noisy(100), steps * EULER.step, solver=EULER, device="cuda").q[:, -1]


def test_noise_is_that_of_the_cpu():
    found = arm.simulate(noisy(1000), 0.1, solver=EULER, device="cuda")
    wanted = arm.simulate(noisy(1000), 0.1, solver=EULER)
    for name in ("q", "qd", "qdd", "tau", "kinetic", "potential"):
        size = np.abs(getattr(wanted, name)).max()
        assert np.abs(getattr(found, name) - getattr(wanted, name)).max() < 1e-12 * size, name


def test_a_second_process_on_the_same_device():
    mine = arm.simulate(arm.library.get("ur5"), 0.05, q0=np.zeros((100, 6)), solver=EULER, device="cuda").q[0, -1]
    found = subprocess.run([sys.executable, "-c", OTHER], capture_output=True, text=True, check=True, timeout=120)
    assert found.stdout.split() == [repr(float(each)) for each in mine]


def test_stacks_and_an_interruption_leave_no_memory():
    from internals import call, device

    def stop(part: float) -> None:
        raise KeyboardInterrupt

    free = []
    for k in range(12):
        ended(10)
        with pytest.raises(KeyboardInterrupt):
            arm.simulate(noisy(100), 0.01, solver=EULER, device="cuda", progress=stop)
        gc.collect()
        if k in (3, 11):
            with device(0).current():
                call("cuCtxSynchronize")
                free.append(call("cuMemGetInfo")[0])
    assert free[0] - free[1] < 2**20
