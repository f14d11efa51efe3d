"""arm.compile(device="cuda") on a driver of the tests: kernels are their CPU twins, in memory of the host."""

import ctypes
import gc
import math
import pickle

import numpy as np
import pytest

import armillary as arm
from internals import DeviceArray, compiled, driver, load_or_build, module, random_states
from internals import load_ptx as load

pytestmark = pytest.mark.usefixtures("cuda")


def worst(found, wanted) -> float:
    return float(np.abs(np.asarray(found) - wanted).max() / np.abs(wanted).max())


@pytest.mark.parametrize(("dtype", "limit"), [("float32", 2e-5), ("float64", 1e-13)])
def test_arrays_of_the_host_come_and_go(dtype, limit):
    robot = arm.library.get("khatib-rr")
    gpu, cpu = arm.compile(robot, device="cuda", dtype=dtype), arm.compile(robot)
    states = random_states(cpu.model, 131)
    for part in ([each[0] for each in states], states, [each[:0] for each in states]):
        found, wanted = gpu.forward_dynamics(*part), cpu.forward_dynamics(*part)
        assert found.dtype == dtype
        assert found.shape == wanted.shape
        if wanted.size:
            assert worst(found, wanted) < limit
    out = np.empty((131, 2), dtype=dtype)
    assert gpu.forward_dynamics(*states, out=out) is out
    gc.collect()


def test_a_device_that_is_not_there():
    with pytest.raises(arm.errors.DeviceError, match=r"no device cuda:5; expected one of cuda:0 … cuda:1"):
        arm.compile(arm.library.get("khatib-rr"), device="cuda:5")
    for wrong in ("gpu", "cuda:", 0, None):
        with pytest.raises(arm.ArgumentError, match="device"):
            arm.compile(arm.library.get("khatib-rr"), device=wrong)


def test_its_text_and_its_copy():
    dyn = arm.compile(arm.library.get("khatib-rr"), device="cuda:1", dtype="float32")
    assert isinstance(dyn, arm.types.OnDevice)
    assert "float32 on cuda:1" in repr(dyn)
    assert repr(pickle.loads(pickle.dumps(dyn))) == repr(dyn)


def test_memory_and_code_are_freed(cuda):
    robot = arm.library.get("khatib-rr")
    for _ in range(3):
        arm.compile(robot, device="cuda").gravity(np.zeros((5, 2)))
    gc.collect()
    assert not cuda.memory
    assert set(cuda.modules.values()) == {None}
    assert cuda.depth == 0


def test_arrays_of_any_library(cuda):
    """DLPack in and out: arrays of ours stand for those of a library that Armillary does not know."""
    robot = arm.library.get("planar-3r")
    gpu, cpu = arm.compile(robot, device="cuda"), arm.compile(robot)
    states = random_states(cpu.model, 7)
    given = [on_device(each) for each in states]
    found = gpu.forward_dynamics(*given)
    assert worst(host(found), cpu.forward_dynamics(*states)) < 1e-13
    assert gpu.forward_dynamics(*given, out=found) is found
    inplace = gpu.forward_dynamics(*given, out=given[2])
    assert worst(host(inplace), cpu.forward_dynamics(*states)) < 1e-13
    with pytest.raises(arm.ArgumentError, match="float64"):
        arm.compile(robot, device="cuda", dtype="float32").forward_dynamics(*given)
    with pytest.raises(arm.ArgumentError, match="one on cuda:1"):
        arm.compile(robot, device="cuda:1").forward_dynamics(*given)
    with pytest.raises(arm.ArgumentError, match="arrays of one library"):
        gpu.forward_dynamics(given[0], states[1], given[2])
    with pytest.raises(arm.ArgumentError, match="different lengths"):
        gpu.forward_dynamics(given[0], given[1], on_device(states[2][:3]))
    del found, inplace, given
    gc.collect()
    assert not cuda.memory


def test_products_with_directions_of_both_kinds():
    robot = arm.library.get("planar-3r")
    gpu, cpu = arm.compile(robot, device="cuda"), arm.compile(robot)
    states = random_states(cpu.model, 7)
    given = [on_device(each) for each in states]
    d = np.random.default_rng(0).normal(size=(7, 3))
    found = gpu.forward_dynamics_jvp(*given, (on_device(d), [1.0, 2.0, 3.0], None))
    assert worst(host(found), cpu.forward_dynamics_jvp(*states, (d, [1.0, 2.0, 3.0], None))) < 1e-13
    for mine, theirs in zip(
        gpu.forward_dynamics_vjp(*given, on_device(d)), cpu.forward_dynamics_vjp(*states, d), strict=True
    ):
        assert worst(host(mine), theirs) < 1e-13


def test_derivatives_of_a_long_chain(monkeypatch):
    """Row by row where one program would be too long: here, of a short chain that counts as long."""
    monkeypatch.setattr("armillary.compiler.ptx.compiled.unrolled", lambda model: False)
    robot = arm.library.get("planar-3r")
    gpu, cpu = arm.compile(robot, device="cuda"), arm.compile(robot)
    states = random_states(cpu.model, 7)
    wanted = cpu.forward_dynamics_derivatives(*states)
    for mine, theirs in zip(gpu.forward_dynamics_derivatives(*states), wanted, strict=True):
        assert worst(mine, theirs) < 1e-12
    one = np.empty((3, 3))
    assert gpu.forward_dynamics_derivatives(*(each[2] for each in states), wrt="tau", out=(one,))[0] is one
    assert worst(one, wanted[2][2]) < 1e-12
    with pytest.raises(arm.ArgumentError, match="PyTorch"):
        gpu.forward_dynamics_derivatives(*map(on_device, states))


def test_what_stays_on_the_cpu():
    with pytest.raises(arm.ArgumentError, match="singular values"):
        arm.compile(arm.library.get("khatib-rr"), device="cuda").manipulability_gradient([0.1, 0.2])


def test_machine_code_is_linked_once(cuda, tmp_path, monkeypatch):
    monkeypatch.setenv("ARMILLARY_CACHE", str(tmp_path))
    for user in (compiled, module):
        monkeypatch.setattr(user, "load_or_build", load_or_build)
    for _ in range(2):
        arm.compile(arm.library.get("khatib-rr"), device="cuda").gravity(np.zeros((5, 2)))
        gc.collect()
    assert cuda.links == 1
    assert len(cuda.modules) == 2


def test_ptx_that_the_driver_refuses(cuda):
    with pytest.raises(arm.errors.CompilerError, match="cuda:0: the driver refused the PTX of wrong: Unexpected"):
        load(b"nonsense", "wrong", driver.device(0))
    assert cuda.linking is None
    assert cuda.depth == 0


def test_no_memory(cuda):
    cuda.room = 1000
    with pytest.raises(arm.errors.DeviceError, match="no memory left"):
        arm.compile(arm.library.get("khatib-rr"), device="cuda").gravity(np.zeros((500, 2)))
    gc.collect()
    assert not cuda.memory
    assert cuda.depth == 0


def on_device(array: np.ndarray) -> DeviceArray:
    made = DeviceArray(array.shape, array.dtype.name, driver.device(0))
    driver.call("cuMemcpyHtoDAsync", made.address, np.ascontiguousarray(array).ctypes.data, array.nbytes, 1)
    return made


def host(array: DeviceArray) -> np.ndarray:
    kind = {"float32": ctypes.c_float, "float64": ctypes.c_double}[array.dtype]
    return np.array((kind * math.prod(array.shape)).from_address(array.address)).reshape(array.shape)
