"""arm.rollout(device="cuda") on a driver of the tests: kernels are their CPU twins. CPU gradients are the reference."""

import ctypes
import gc
import math
import re
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import DeviceArray, driver

pytestmark = pytest.mark.usefixtures("cuda")
RK4, EULER = arm.solvers.RK4(step=1e-3), arm.solvers.SemiImplicitEuler(step=1e-3)
PD = arm.controllers.PD(kp=30.0, kd=3.0)
ROBOT = arm.model(arm.library.get("khatib-rr"), friction=False)
FREE = arm.Scenario(ROBOT, limits="none", q0=[0.3, 0.2])


def close(found, expected, tolerance=1e-12):
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape
    assert np.abs(found - expected).max(initial=0.0) <= tolerance * max(np.abs(expected).max(initial=0.0), 1e-3)


def products(run, seed=0):
    """Return rows, gradients and tangents of a rollout for random cotangents and directions."""
    rng = np.random.default_rng(seed)
    gradients = run.vjp(rng.normal(size=run.q.shape), rng.normal(size=run.qd.shape))
    directions = {name: rng.normal(size=np.shape(value)) for name, value in gradients.items()}
    return {"q": run.q, "qd": run.qd} | gradients | dict(zip(("dq", "dqd"), run.jvp(directions), strict=True))


def both(scenario, duration=0.02, limit=1e-12, dtype="float64", memory=2**30, **options):
    """Return the rollout on the GPU, whose products are those of the CPU."""
    cpu = arm.rollout(scenario, duration, **options)
    gpu = arm.rollout(scenario, duration, device="cuda", dtype=dtype, memory=memory, **options)
    found, wanted = products(gpu), products(cpu)
    assert list(found) == list(wanted)
    for name, value in wanted.items():
        close(found[name], value, limit)
    return gpu


def test_a_stack_with_sampled_control_noise_and_checkpoints():
    """Small memory gives chunks of runs, and segments of steps that are computed again."""
    starts = 0.3 + 0.1 * np.random.default_rng(3).normal(size=(9, 2))
    sensors = [arm.sensors.Tachometer(noise=0.01)]
    motion = arm.references.FifthOrder(start=[0.3, 0.3], end=[0.6, 0.6], duration=0.2)
    scenario = replace(
        FREE, controller=PD, period=4e-3, delay=1.5e-3, hold=1, sensors=sensors, q0=starts, reference=motion
    )
    values = {"controller.kp": np.linspace(20.0, 40.0, 9), "controller.kd": 3.0}
    for memory in (2**30, 20_000):
        both(scenario, solver=RK4, record=5e-3, parameters=values, memory=memory)


def test_a_plant_that_changes():
    other = arm.model(arm.library.get("khatib-rr"), motors="none", friction=False)
    push = arm.Push("tip", (0, 0, 0, 5, 0, 0), start=0.005, end=0.03)
    scenario = replace(FREE, controller=PD, changes=[arm.Change(0.012, other)], disturbances=[push])
    values = {"controller.kp": 30.0, "disturbances[0].force.x": 5.0}
    both(scenario, solver=EULER, record=5e-3, parameters=values)


def test_quaternions_and_the_method_of_order_8():
    scenario = arm.Scenario(
        arm.model(arm.library.get("spherical-chain"), friction=False), limits="none", qd0=np.ones(9)
    )
    both(scenario, 0.01, solver=arm.solvers.RK8(step=5e-3), record=5e-3)


@pytest.mark.parametrize(("dtype", "limit"), [("float64", 1e-12), ("float32", 1e-3)])
def test_added_efforts(dtype, limit):
    """Those of each run, those that all runs share, and central differences of them."""
    efforts = np.random.default_rng(4).normal(size=(3, 4, 2))
    stack = replace(FREE, q0=[[0.3, 0.2], [0.1, 0.0], [-0.4, 0.7]])
    alike = both(stack, 0.04, limit, dtype, solver=RK4, record=5e-3, efforts=efforts[0], memory=6_000)
    found = both(stack, 0.04, limit, dtype, solver=RK4, record=5e-3, efforts=efforts)
    close(alike.at(efforts=efforts[1]).q[1], found.q[1], limit)
    if dtype == "float64":
        bar, e = np.random.default_rng(5).normal(size=found.q.shape), 1e-5
        gradient = found.vjp(q_bar=bar)["efforts"]
        change = e * np.random.default_rng(6).normal(size=efforts.shape)
        up, down = (found.at(efforts=efforts + sign * change) for sign in (1, -1))
        difference = ((up.q - down.q) * bar).sum() / 2
        assert abs(difference - (gradient * change).sum()) <= 1e-7 * abs(difference)


def test_added_efforts_of_a_sampled_law():
    sensors = [arm.sensors.Tachometer(noise=0.01)]
    scenario = replace(FREE, controller=PD, period=4e-3, delay=1.5e-3, sensors=sensors, q0=[[0.3, 0.2], [0.1, 0.0]])
    efforts = np.random.default_rng(8).normal(size=(2, 5, 2))
    for memory in (2**30, 6_000):
        both(scenario, solver=RK4, record=5e-3, parameters={"controller.kp": 30.0}, efforts=efforts, memory=memory)


def on_device(array) -> DeviceArray:
    """Return a copy on the device, which stands for an array of another library."""
    array = np.array(array, dtype=float)
    made = DeviceArray(array.shape, "float64", driver.device(0))
    driver.call("cuMemcpyHtoDAsync", made.address, array.ctypes.data, array.nbytes, 1)
    return made


def host(array: DeviceArray) -> np.ndarray:
    assert isinstance(array, DeviceArray)
    return np.array((ctypes.c_double * math.prod(array.shape)).from_address(array.address)).reshape(array.shape)


def test_arrays_on_the_device(cuda):
    """A rollout of one run becomes a stack by the arrays that it gets; results are arrays of their library."""
    rng = np.random.default_rng(7)
    values = {"controller.kp": 30.0, "controller.kd": 3.0}
    scenario = replace(FREE, controller=PD, reference=arm.references.Constant([0.5, 0.5]))
    options = {"solver": EULER, "record": 5e-3, "parameters": values, "efforts": np.zeros((2, 2))}
    given = {"q0": rng.normal(size=(3, 2)), "qd0": rng.normal(size=2), "efforts": rng.normal(size=(3, 2, 2))}
    gains = {"controller.kp": rng.uniform(20, 40, 3), "controller.kd": np.array(4.0)}
    cpu = arm.rollout(replace(scenario, q0=given["q0"]), 0.02, **options)
    cpu = cpu.at(qd0=given["qd0"], parameters=gains, efforts=given["efforts"])
    gpu = arm.rollout(scenario, 0.02, device="cuda", **options)
    gpu = gpu.at(
        **{name: on_device(each) for name, each in given.items()},
        parameters={name: on_device(each) for name, each in gains.items()},
    )
    close(host(gpu.q), cpu.q)
    bars = rng.normal(size=cpu.q.shape), rng.normal(size=cpu.qd.shape)
    wanted, found = cpu.vjp(*bars), gpu.vjp(on_device(bars[0]), bars[1])
    for name, value in wanted.items():
        close(host(found[name]), value)
    along = {name: rng.normal(size=np.shape(value)) for name, value in wanted.items()}
    for ours, theirs in zip(
        gpu.jvp({name: on_device(value) for name, value in along.items()}), cpu.jvp(along), strict=True
    ):
        close(host(ours), theirs)
    with pytest.raises(arm.ArgumentError, match=r"q_bar: shape \(2,\).*\(3, 5, 2\)"):
        gpu.vjp(on_device([1.0, 2.0]))
    with pytest.raises(arm.ArgumentError, match=r"2 and 3 runs"):
        gpu.at(qd0=on_device(np.zeros((2, 2)))).vjp()
    with pytest.raises(arm.ArgumentError, match=r"parameters: 'kp'; expected some of controller.kp"):
        gpu.at(parameters={"kp": on_device(1.0)})
    with pytest.raises(arm.ArgumentError, match=r"float64"):
        arm.rollout(scenario, 0.02, device="cuda", dtype="float16")
    del gpu, found, ours
    gc.collect()
    assert not cuda.memory


def test_the_text_of_the_kernels(cuda):
    run = arm.rollout(replace(FREE, controller=PD), 0.01, solver=RK4, device="cuda", dtype="float32")
    run.vjp(run.q)
    run.jvp({"q0": [1.0, 0.0]})
    kinds = {re.search(r"\.visible \.entry (\w+)\(", text)[1]: text for text in cuda.stacks}
    assert set(kinds) == {"forward", "adjoint", "tangent"}
    for text in kinds.values():
        assert not re.findall(r"\.extern", text)  # no function of CUDA's libraries
        assert ".maxntid 64" in text
        assert "fma.rn.f32" in text
    assert kinds["adjoint"].count("call.uni") >= 8  # f or its VJP at four stages
