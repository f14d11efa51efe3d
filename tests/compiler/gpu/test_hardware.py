"""Code, gradients and studies on a real device, against CPU code. Without a device, tests are skipped and counted."""

import ctypes
import gc
import sys
import tempfile
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import random_states

UR5 = arm.model(arm.library.get("ur5"), friction=False)
LIMITS = {"float32": 1e-4, "float64": 1e-13}


def devices() -> int:
    """Return the number of CUDA devices, by the driver's library itself: the extra `cuda` may be missing."""
    try:
        driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError:
        return 0
    count = ctypes.c_int(0)
    return 0 if driver.cuInit(0) or driver.cuDeviceGetCount(ctypes.byref(count)) else count.value


pytestmark = [pytest.mark.gpu, pytest.mark.skipif(not devices(), reason="hardware: no CUDA device")]


def worst(found, wanted) -> float:
    """Return the largest difference relative to the largest entry, or itself where all entries are zero."""
    return float(np.abs(np.asarray(found, dtype=float) - wanted).max() / (np.abs(wanted).max() or 1.0))


@pytest.mark.parametrize("dtype", list(LIMITS))
@pytest.mark.parametrize("name", ["khatib-rr", "panda", "manutec-r3", "spherical-chain", "flexrob", "humanoid"])
def test_equals_cpu_code(name, dtype):
    cpu = arm.compile(arm.library.get(name))
    gpu = arm.compile(arm.library.get(name), device="cuda", dtype=dtype)
    states = [each.astype(dtype).astype(float) for each in random_states(cpu.model, 1000, seed=2)]
    for quantity, count in (("inverse_dynamics", 3), ("forward_dynamics", 3), ("mass_matrix", 1), ("gravity", 1)):
        given = states[:count]
        assert worst(getattr(gpu, quantity)(*given), getattr(cpu, quantity)(*given)) < LIMITS[dtype], quantity


def test_batches_that_fill_no_block():
    cpu = arm.compile(arm.library.get("panda"))
    gpu = arm.compile(arm.library.get("panda"), device="cuda")
    states = random_states(cpu.model, 300)
    for n in (1, 2, 63, 64, 65, 127, 128, 129, 300):
        part = [each[:n] for each in states]
        assert worst(gpu.forward_dynamics(*part), cpu.forward_dynamics(*part)) < 1e-13


@pytest.mark.parametrize("dtype", list(LIMITS))
@pytest.mark.parametrize("library", ["numpy", "torch", "cupy"])
def test_batches_in_columns(library, dtype):
    """Transposes and slices of them have the numbers of rows, in columns; of both orders, rows."""
    xp = pytest.importorskip(library, reason="hardware: the library is not installed beside the device")

    def there(array: np.ndarray):
        """Return the transpose of an array with a row for each entry, without the first and last states."""
        entries = np.ascontiguousarray(array.T)
        return (xp.as_tensor(entries, device="cuda") if library == "torch" else xp.asarray(entries)).T[3:-3]

    def numbers(array) -> np.ndarray:
        return array.cpu().numpy() if library == "torch" else array.get() if library == "cupy" else array

    gpu = arm.compile(UR5, device="cuda", dtype=dtype)
    states = [each.astype(dtype) for each in random_states(UR5, 306)]
    rows, columns = [each[3:-3].copy() for each in states], [there(each) for each in states]
    for quantity in ("forward_dynamics", "mass_matrix", "inverse_dynamics_derivatives", "forward_dynamics_vjp"):
        count = {"mass_matrix": 1, "forward_dynamics_vjp": 4}.get(quantity, 3)
        wanted, found = (getattr(gpu, quantity)(*[*given, given[1]][:count]) for given in (rows, columns))
        pairs = zip(*(each if isinstance(each, tuple) else (each,) for each in (found, wanted)), strict=True)
        for ours, right in pairs:
            assert (ours.stride() if library == "torch" else ours.strides)[0] < ours.shape[0]
            assert worst(numbers(ours), right) < LIMITS[dtype], quantity
    out = xp.empty_like(columns[2])
    assert gpu.forward_dynamics(*columns, out=out) is out
    assert worst(numbers(out), gpu.forward_dynamics(*rows)) < LIMITS[dtype]
    if library != "numpy":
        straight = columns[1].contiguous() if library == "torch" else xp.ascontiguousarray(columns[1])
        mixed = gpu.forward_dynamics(columns[0], straight, columns[2])
        assert worst(numbers(mixed), gpu.forward_dynamics(*rows)) < LIMITS[dtype]


def test_large_outputs():
    """Mass matrices of 35² entries and derivatives pass through tiles in several steps."""
    cpu = arm.compile(arm.library.get("humanoid"))
    gpu = arm.compile(arm.library.get("humanoid"), device="cuda")
    states = random_states(cpu.model, 131)
    assert worst(gpu.mass_matrix(states[0]), cpu.mass_matrix(states[0])) < 1e-13
    for ours, theirs in zip(
        gpu.inverse_dynamics_derivatives(*states), cpu.inverse_dynamics_derivatives(*states), strict=True
    ):
        assert worst(ours, theirs) < 1e-13


def test_derivatives_of_a_long_chain():
    """Row by row: one program would be too long."""
    cpu = arm.compile(arm.library.get("flexible-snake"))
    gpu = arm.compile(arm.library.get("flexible-snake"), device="cuda")
    states = random_states(cpu.model, 20)
    pairs = zip(gpu.forward_dynamics_derivatives(*states), cpu.forward_dynamics_derivatives(*states), strict=True)
    assert max(worst(ours, theirs) for ours, theirs in pairs) < 1e-9


def test_large_angles_and_numbers_that_are_none():
    cpu = arm.compile(arm.library.get("planar-3r"))
    gpu = arm.compile(arm.library.get("planar-3r"), device="cuda")
    q = np.array([[1e9, -1e200, 3.0], [0.1, 2e6, 1e308]])
    assert worst(gpu.mass_matrix(q), cpu.mass_matrix(q)) < 1e-13
    assert np.isnan(gpu.mass_matrix([[0.0, np.inf, 0.0]])).any()


def test_free_parameters_and_wrenches():
    robot = arm.library.get("panda")
    model = arm.model(robot, free=[f"{robot.links[-1].name}.mass"])
    cpu, gpu = arm.compile(model), arm.compile(model, device="cuda")
    states = random_states(model, 100)
    rows = model.free_parameters[0].value * np.linspace(0.5, 1.5, 100).reshape(-1, 1)
    push = np.random.default_rng(0).normal(size=(100, 6))
    for options in ({"parameters": rows}, {"parameters": rows[0]}, {"wrenches": {"tip": push}}):
        found, wanted = (dyn.forward_dynamics(*states, **options) for dyn in (gpu, cpu))
        assert worst(found, wanted) < 1e-13


@pytest.mark.parametrize("solver", [arm.solvers.RK4, arm.solvers.RK8, arm.solvers.SemiImplicitEuler])
def test_gradients_of_rollouts(solver):
    """Panda arms with added efforts and gains of their own, in one chunk and from checkpoints."""
    rng = np.random.default_rng(0)
    law = arm.controllers.PD(kp=100.0, kd=10.0)
    q0 = np.array([0.0, 0.2, 0.0, -1.5, 0.0, 1.5, 0.3]) + rng.uniform(-0.1, 0.1, (200, 7))
    scenario = arm.Scenario(arm.library.get("panda"), controller=law, q0=q0, limits="none")
    values = {"controller.kp": rng.uniform(80.0, 120.0, 200), "controller.kd": 10.0}
    options = {"solver": solver(step=1e-3), "record": 0.01, "parameters": values, "efforts": rng.normal(size=(5, 7))}
    cpu = arm.rollout(scenario, 0.05, **options)
    bars = rng.normal(size=cpu.q.shape), rng.normal(size=cpu.qd.shape)
    wanted = cpu.vjp(*bars)
    along = {name: rng.normal(size=np.shape(value)) for name, value in wanted.items()}
    for memory in (2**30, 1_000_000):
        gpu = arm.rollout(scenario, 0.05, **options, memory=memory, device="cuda")
        assert worst(gpu.q, cpu.q) < 1e-12
        found = gpu.vjp(*bars)
        assert max(worst(found[name], value) for name, value in wanted.items()) < 1e-12
        assert max(worst(*pair) for pair in zip(gpu.jvp(along), cpu.jvp(along), strict=True)) < 1e-12
    single = arm.rollout(scenario, 0.05, **options, device="cuda", dtype="float32").vjp(*bars)
    assert max(worst(single[name], value) for name, value in wanted.items()) < 1e-2


@pytest.mark.parametrize("library", ["torch", "cupy"])
def test_gradients_in_arrays_of_a_library(library):
    """A rollout of one run becomes a stack by arrays of the library; results are arrays of it."""
    xp = pytest.importorskip(library, reason="hardware: the library is not installed beside the device")
    here = xp.cuda.Device(0) if library == "cupy" else None
    rng = np.random.default_rng(1)
    scenario = arm.Scenario(arm.library.get("ur5"), q0=np.zeros(6), limits="none", plant=UR5)
    starts = rng.uniform(-1.0, 1.0, (300, 6))
    cpu = arm.rollout(arm.Scenario(UR5, q0=starts, limits="none"), 0.02, efforts=np.zeros((2, 6)))
    first = arm.rollout(scenario, 0.02, efforts=np.zeros((2, 6)), record=0.02, device="cuda")
    there = xp.asarray(starts) if here else xp.as_tensor(starts, device="cuda")
    run = first.at(q0=there, efforts=0 * (there[:2] if here else there[:2].clone()))
    found = run.vjp(q_bar=run.q, qd_bar=run.qd)
    wanted = cpu.vjp(cpu.q, cpu.qd)
    for name, value in wanted.items():
        assert type(found[name]) is type(there)
        assert worst(found[name].get() if here else found[name].cpu(), value) < 1e-12


def test_gradients_of_motions_in_pytorch():
    """`armillary.torch.rollout` on tensors of the device: gradients are those of the CPU."""
    torch = pytest.importorskip("torch", reason="hardware: no PyTorch beside the device")
    import armillary.torch

    scenario = arm.Scenario(UR5, q0=np.zeros(6), limits="none")
    motion = armillary.torch.rollout(scenario, 0.02, record=0.01, efforts=np.zeros((2, 6)))
    starts = torch.as_tensor(np.random.default_rng(2).uniform(-1.0, 1.0, (50, 6)))
    found = []
    for place in ("cpu", "cuda"):
        q0 = starts.to(place, copy=True).requires_grad_()
        q, qd = motion(q0)
        ((q**2).sum() + (qd**2).sum()).backward()
        found.append(q0.grad.cpu().numpy())
    assert worst(*found) < 1e-12


def test_quantities_in_jax(monkeypatch):
    """XLA queues the kernels without Python: values and gradients under jit and vmap are those of the CPU."""
    jax = pytest.importorskip("jax", reason="hardware: no JAX beside the device")
    if jax.default_backend() != "gpu":
        pytest.skip("hardware: no JAX for the device")
    import armillary.jax
    from internals import BatchedQuantity

    cpu, states = arm.compile(UR5), random_states(UR5, 200, seed=3)
    wanted = cpu.forward_dynamics(*states)
    backs = cpu.forward_dynamics_vjp(*states, 2 * wanted)
    forward = armillary.jax.compile(UR5, "forward_dynamics")
    cost = jax.grad(lambda *rows: (forward(*rows) ** 2).sum(), argnums=(0, 1, 2))
    monkeypatch.delattr(BatchedQuantity, "value")  # which a call back into Python would need
    monkeypatch.delattr(BatchedQuantity, "vjp")
    for double, limit in ((True, 1e-11), (False, 1e-3)):
        jax.config.update("jax_enable_x64", double)
        given = [jax.numpy.asarray(each) for each in states]
        assert worst(jax.jit(forward)(*given), wanted) < limit
        for found, back in zip(jax.jit(jax.vmap(cost))(*given), backs, strict=True):
            assert worst(found, back) < limit
    jax.config.update("jax_enable_x64", False)


def test_code_that_is_dropped_frees_its_memory():
    from internals import call, device

    states = np.zeros((3, 100, 2))
    free = []
    for k in range(60):
        arm.compile(arm.library.get("khatib-rr"), device="cuda").forward_dynamics(*states)
        gc.collect()
        if k in (20, 59):
            with device(0).current():
                free.append(call("cuMemGetInfo")[0])
    assert free[0] - free[1] < 2**20


@pytest.mark.parametrize("dtype", list(LIMITS))
def test_a_study_equals_its_cpu_results(dtype):
    slew = arm.Scenario(
        arm.model(arm.library.get("panda"), motors="none", friction=False),
        controller=arm.controllers.ComputedTorque(kp=100.0, kd=20.0),
        reference=arm.references.FifthOrder(end=[0.3, -0.4, 0.2, -1.8, 0.1, 1.2, 0.5], duration=0.3),
        q0=[0.0, -0.8, 0.0, -2.3, 0.0, 1.5, 0.8],
        solver=arm.solvers.RK4(step=1e-3),
        duration=0.5,
        limits="none",
    )
    axes = {"payload.mass": arm.axes.Uniform(0, 2), "controller.kp": [80, 120]}
    gpu = arm.Study(
        slew, axes=axes, samples=500, outputs=["final_q", "peak_effort"], chunk=1000, device="cuda", dtype=dtype
    )
    cpu = replace(gpu, device="cpu", dtype="float64")
    with tempfile.TemporaryDirectory() as folder:
        assert arm.sweep(gpu, f"{folder}/gpu.zarr").counts.done == 1000
    found, wanted = (each.compute(each.layout.chunk(0)).values for each in (gpu, cpu))
    assert found.pop("drift").max() < 0.1  # per cent
    for name in found:
        assert worst(found[name], wanted[name]) < {"float32": 1e-3, "float64": 1e-10}[dtype], name
