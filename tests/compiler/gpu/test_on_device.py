"""arm.compile(device="cuda") on a driver of the tests: kernels are their CPU twins, in memory of the host."""

import contextlib
import ctypes
import gc
import itertools
import math
import pickle
import sys
from types import SimpleNamespace

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


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("count", [70, 131])
def test_columns_in_and_out(count, dtype):
    """Fortran-ordered arrays, of the host and of the device, give Fortran-ordered results with the bits of rows."""
    gpu = arm.compile(arm.library.get("planar-3r"), device="cuda", dtype=dtype)
    states = [each.astype(dtype) for each in random_states(gpu.model, count)]
    columns = [np.asfortranarray(each) for each in states]
    directions = np.ones((count, 3), dtype=dtype)
    for call in (
        lambda rows: gpu.forward_dynamics(*rows),
        lambda rows: gpu.mass_matrix(rows[0]),
        lambda rows: gpu.potential_energy(rows[0]),
        lambda rows: gpu.inverse_dynamics_derivatives(*rows),
        lambda rows: gpu.forward_dynamics_vjp(*rows, rows[1]),
        lambda rows: gpu.forward_dynamics_jvp(*rows, ([1.0, 2.0, 3.0], rows[1], None)),
    ):
        wanted, found, there = call(states), call(columns), call([on_device(each) for each in columns])
        for right, ours, theirs in zip(*map(as_tuple, (wanted, found, there)), strict=True):
            assert ours.flags.f_contiguous
            assert theirs.strides == np.asfortranarray(right).strides
            assert np.array_equal(ours, right)
            assert np.array_equal(host(theirs), right)
    mixed = gpu.forward_dynamics_jvp(*columns, (directions, None, None))
    assert mixed.flags.c_contiguous
    assert np.array_equal(mixed, gpu.forward_dynamics_jvp(*states, (directions, None, None)))


@pytest.mark.parametrize("count", [0, 1, 5])
def test_the_order_of_a_result_is_that_of_a_cpu(count):
    robot = arm.library.get("khatib-rr")
    model = arm.model(robot, free=["link2.mass"])
    gpu, cpu = arm.compile(model, device="cuda"), arm.compile(model)
    states = [each[:count] for each in random_states(model, 5)]
    mass = model.free_parameters[0].value
    for orders in itertools.product("CF", repeat=3):
        given = [np.array(each, order=order) for each, order in zip(states, orders, strict=True)]
        for parameters in (None, [mass], np.full((count, 1), mass)):
            found, wanted = (dyn.forward_dynamics(*given, parameters=parameters) for dyn in (gpu, cpu))
            assert found.strides == wanted.strides


def test_orders_of_other_libraries(fake_library):
    """Slices of batches in columns, mixed orders, results in place or in the other order, as on a CPU."""
    asarray, numbers = fake_library
    robot = arm.library.get("planar-3r")
    gpu, cpu = arm.compile(robot, device="cuda"), arm.compile(robot)
    batch = random_states(cpu.model, 80)
    states = [each[3:73] for each in batch]
    wanted = gpu.forward_dynamics(*states)
    columns = [asarray(np.asfortranarray(each)[3:73]) for each in batch]
    rows = [asarray(each) for each in states]
    found = gpu.forward_dynamics(*columns)
    assert type(found) is type(rows[0])
    assert numbers(found).flags.f_contiguous
    assert np.array_equal(numbers(found), wanted)
    assert numbers(gpu.mass_matrix(columns[0])).flags.f_contiguous
    for k in range(3):
        mixed = gpu.forward_dynamics(*(rows[i] if i == k else columns[i] for i in range(3)))
        assert numbers(mixed).flags.c_contiguous
        assert np.array_equal(numbers(mixed), wanted)
    for given in (columns, rows):
        for order in "CF":
            out = asarray(np.zeros((70, 3), order=order))
            assert gpu.forward_dynamics(*given, out=out) is out
            assert np.array_equal(numbers(out), wanted)
    assert gpu.forward_dynamics(*columns, out=columns[2]) is columns[2]  # with gaps, and an input
    assert np.array_equal(numbers(columns[2]), wanted)
    one = [asarray(np.asfortranarray(each)[5]) for each in batch]
    assert np.array_equal(numbers(gpu.forward_dynamics(*one)), wanted[2])
    with pytest.raises(arm.ArgumentError, match=r"q: an array that is not contiguous; expected contiguous rows"):
        gpu.gravity(asarray(np.zeros((140, 3))[::2]))
    with pytest.raises(arm.ArgumentError, match="out: an array that is not contiguous"):
        gpu.gravity(rows[0], out=asarray(np.zeros((140, 3))[::2]))


def test_mixed_orders_of_an_unknown_library():
    gpu = arm.compile(arm.library.get("planar-3r"), device="cuda")
    q, qd, tau = random_states(gpu.model, 7)
    given = [on_device(each) for each in (q, qd, np.asfortranarray(tau))]
    with pytest.raises(arm.ArgumentError, match="tau: an array that is not contiguous"):
        gpu.forward_dynamics(*given)


def as_tuple(result) -> tuple:
    return result if isinstance(result, tuple) else (result,)


def on_device(array: np.ndarray) -> DeviceArray:
    """Return a batch on the device, in its own order."""
    made = DeviceArray(array.shape, array.dtype.name, driver.device(0), columns=not array.flags.c_contiguous)
    driver.call("cuMemcpyHtoDAsync", made.address, array.ctypes.data, array.nbytes, 1)
    return made


def host(array: DeviceArray) -> np.ndarray:
    kind = {"float32": ctypes.c_float, "float64": ctypes.c_double}[array.dtype]
    numbers = np.array((kind * math.prod(array.shape)).from_address(array.address))
    return np.lib.stride_tricks.as_strided(numbers, array.shape, array.strides)


class FakeCupy:
    """An array of CuPy whose device is the host."""

    __module__ = "cupy"

    def __init__(self, array: np.ndarray) -> None:
        self.array, self.shape, self.dtype, self.strides = array, array.shape, array.dtype, array.strides
        self.flags, self.device = array.flags, SimpleNamespace(id=0)
        self.data = SimpleNamespace(ptr=array.ctypes.data)

    def __setitem__(self, place, other) -> None:
        self.array[place] = other.array


class FakeTensor:
    """A tensor of PyTorch whose device is the host; strides count entries."""

    __module__ = "torch"
    is_cuda, requires_grad = True, False

    def __init__(self, array: np.ndarray) -> None:
        self.array, self.shape, self.dtype = array, array.shape, f"torch.{array.dtype}"

    def __setitem__(self, place, other) -> None:
        self.array[place] = other.array

    def is_contiguous(self) -> bool:
        return self.array.flags.c_contiguous

    def contiguous(self) -> "FakeTensor":
        return FakeTensor(np.ascontiguousarray(self.array))

    def element_size(self) -> int:
        return self.array.itemsize

    def stride(self) -> tuple[int, ...]:
        return tuple(step // self.array.itemsize for step in self.array.strides)

    def data_ptr(self) -> int:
        return self.array.ctypes.data

    def get_device(self) -> int:
        return 0

    def permute(self, *axes: int) -> "FakeTensor":
        return FakeTensor(self.array.transpose(axes))


@pytest.fixture(params=["torch", "cupy"])
def fake_library(request, monkeypatch):
    """Functions to and from the arrays of a library that is not installed here with a device."""
    if request.param == "torch":
        stream = SimpleNamespace(cuda_stream=1)
        fake = SimpleNamespace(
            cuda=SimpleNamespace(current_stream=lambda number: stream),
            is_grad_enabled=lambda: True,
            empty=lambda shape, dtype, device: FakeTensor(np.empty(shape, dtype)),
            OutOfMemoryError=MemoryError,
            float64="float64",
        )
        made = FakeTensor
    else:
        fake = SimpleNamespace(
            cuda=SimpleNamespace(
                get_current_stream=lambda: SimpleNamespace(ptr=1),
                Device=lambda number: contextlib.nullcontext(),
                memory=SimpleNamespace(OutOfMemoryError=MemoryError),
            ),
            empty=lambda shape, dtype, order: FakeCupy(np.empty(shape, dtype, order)),
            ascontiguousarray=lambda array: FakeCupy(np.ascontiguousarray(array.array)),
        )
        made = FakeCupy
    monkeypatch.setitem(sys.modules, request.param, fake)
    return made, lambda array: array.array
