"""Single precision on a CPU: every quantity against the reference in double precision, every width and target."""

import copy
import math
import pickle

import numpy as np
import pytest

import armillary as arm
from internals import QUANTITIES, build_simplified, random_configuration, record, sincos, target
from internals import compiler_compiled as compiled
from internals import emit_llvm as emit

SINGLE = sincos.SINGLE
HERE = [name for name, each in target.known_targets(target.cpu().triple).items() if {*each.needs} <= target._features()]
"""Targets whose code this CPU can run."""
ROBOTS = ("panda", "ur5", "planar-4r", "spherical-chain", "celentano-link")
N = 59  # of any width: full lanes and a rest
NEAR = 2e-4
"""Largest error of a result relative to its largest entry; most are a hundred times smaller."""


def states(model, quantity: str, n: int = N) -> list[np.ndarray]:
    """Random arguments of a quantity in single precision."""
    rng = np.random.default_rng(n)
    q = np.array([random_configuration(model, rng) for _ in range(n)])
    arrays = [q] + [rng.normal(size=(n, model.nv)) for _ in QUANTITIES[quantity].inputs[1:]]
    return [array.astype(np.float32) for array in arrays]


def error(found: np.ndarray, right: np.ndarray) -> float:
    """The largest difference of a state, relative to its largest entry."""
    found, right = (np.asarray(each, dtype=float).reshape(len(right), -1) for each in (found, right))
    size = np.abs(right).max(axis=1)
    return float(np.max(np.abs(found - right).max(axis=1) / np.where(size, size, 1.0)))


@pytest.mark.crossed
@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("quantity", [name for name, each in QUANTITIES.items() if not each.singular_values])
def test_equals_the_reference(robot, quantity):
    model = arm.model(arm.library.get(robot))
    single, plain = arm.compile(model, dtype="float32"), arm.evaluate(model)
    given = states(model, quantity)
    right = getattr(plain, quantity)(*given)
    for _ in range(2):  # the method, then the native entry in its place
        found = getattr(single, quantity)(*given)
        assert found.dtype == np.float32
        assert error(found, right) < NEAR
        in_columns = getattr(single, quantity)(*map(np.asfortranarray, given))
        assert in_columns.dtype == np.float32
        assert np.array_equal(in_columns, found)
        one = getattr(single, quantity)(*(array[3] for array in given))
        assert isinstance(one, np.float32 if found.ndim == 1 else np.ndarray)
        assert error(np.asarray(one)[None], right[3:4]) < NEAR


@pytest.mark.parametrize("quantity", ["inverse_dynamics", "forward_dynamics"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_derivatives_and_products(robot, quantity):
    model = arm.model(arm.library.get(robot))
    double, single = arm.compile(model), arm.compile(model, dtype="float32")
    given = states(model, quantity)
    for name, arguments in (("derivatives", given), ("vjp", [*given, given[1]])):
        right = getattr(double, f"{quantity}_{name}")(*arguments)
        found = getattr(single, f"{quantity}_{name}")(*arguments)
        for a, b in zip(found, right, strict=True):
            assert a.dtype == np.float32
            assert error(a, b) < 5e-3
    directions = (given[1], given[1], given[2])
    right = getattr(double, f"{quantity}_jvp")(*given, directions)
    assert error(getattr(single, f"{quantity}_jvp")(*given, directions), right) < 5e-3


@pytest.mark.parametrize("width", target.SINGLE_WIDTHS)
def test_every_width(width):
    model = arm.model(arm.library.get("panda"))
    given = states(model, "forward_dynamics")
    right = arm.evaluate(model).forward_dynamics(*given)
    dyn = arm.compile(model, dtype="float32", width=width)
    assert dyn.kernel("forward_dynamics").width == width
    found = dyn.forward_dynamics(*given)
    assert error(found, right) < NEAR
    for n in range(2, 2 * width + 2):
        assert np.array_equal(dyn.forward_dynamics(*(array[:n] for array in given)), found[:n])
        assert np.array_equal(dyn.forward_dynamics(*(np.asfortranarray(array[:n]) for array in given)), found[:n])


@pytest.mark.parametrize("name", ["native", *HERE])
def test_every_target(name, monkeypatch):
    monkeypatch.setenv(target.VARIABLE, name)
    model = arm.model(arm.library.get("ur5"))
    given = states(model, "inverse_dynamics")
    dyn = arm.compile(model, dtype="float32")
    doubles = arm.compile(model).kernel("gravity").width
    assert dyn.kernel("gravity").width == (1 if doubles == 1 else 2 * doubles)
    right = arm.evaluate(model).inverse_dynamics(*given)
    assert error(dyn.inverse_dynamics(*given), right) < NEAR
    assert error(dyn.inverse_dynamics(*(array[0] for array in given))[None], right[:1]) < NEAR


class TestFunctions:
    """Sines, cosines and the functions of the C library."""

    @pytest.fixture
    def values(self):
        return record("functions", lambda x: {"y": np.array([x[0].sin(), x[0].cos(), x[0].tanh()])}, {"x": 1})

    def angles(self):
        rng = np.random.default_rng(5)
        quarters = rng.integers(-120_000, 120_000, 500) * (math.pi / 2)
        sizes = rng.uniform(-1, 1, 500) * 10.0 ** rng.uniform(-30, 38, 500)
        return np.concatenate([quarters, rng.uniform(-4, 4, 500), sizes]).astype(np.float32)

    @pytest.mark.parametrize("width", target.SINGLE_WIDTHS)
    @pytest.mark.parametrize("name", HERE)
    def test_errors_in_units_of_the_last_place(self, values, name, width, monkeypatch):
        monkeypatch.setenv(target.VARIABLE, name)
        made = build_simplified(values, width, scalar=SINGLE)
        x = self.angles()
        (y,) = made.evaluate([x[:, None]], [None])
        right = np.column_stack([np.sin(x.astype(float)), np.cos(x.astype(float)), np.tanh(x.astype(float))])
        assert np.max(np.abs(y - right) / np.spacing(np.abs(right).astype(np.float32))) < 2

    @pytest.mark.parametrize("width", target.SINGLE_WIDTHS)
    def test_what_is_not_finite_leaves_its_neighbours_alone(self, values, width):
        made = build_simplified(values, width, scalar=SINGLE)
        x = np.linspace(-3, 3, 64, dtype=np.float32)[:, None]
        (clean,) = made.evaluate([x], [None])
        bad = [0, 11, 30]
        x[bad, 0] = np.nan, np.inf, -np.inf
        (y,) = made.evaluate([x], [None])
        assert np.all(np.isnan(y[bad, :2]))
        good = np.delete(np.arange(64), bad)
        assert np.array_equal(y[good], clean[good])


@pytest.fixture(scope="module")
def planar():
    return arm.compile(arm.library.get("khatib-rr"), dtype="float32")


def test_numbers_of_other_types_are_rounded(planar):
    q = np.array([[0.1, 0.2], [0.3, 0.4], [1.0, 2.0]])
    right = planar.gravity(q.astype(np.float32))
    for given in (q, q.tolist(), np.asfortranarray(q), q.astype(">f4"), np.repeat(q, 2, axis=1)[:, ::2]):
        assert np.array_equal(planar.gravity(given), right)


def test_out_is_single_too(planar):
    q = np.zeros((3, 2), dtype=np.float32)
    for order in ("C", "F"):
        out = np.empty((3, 2, 2), dtype=np.float32, order=order)
        assert planar.mass_matrix(q, out=out) is out
        assert np.array_equal(out, planar.mass_matrix(q))
    with pytest.raises(arm.ArgumentError, match=r"out: float64 of shape \(3, 2, 2\); expected a float32 array"):
        planar.mass_matrix(q, out=np.empty((3, 2, 2)))


def test_one_call_enters_no_python_function(planar):
    q = np.zeros(2, dtype=np.float32)
    planar.gravity(q)
    assert type(planar.gravity).__name__ == "builtin_function_or_method"


@pytest.mark.parametrize("threads", [1, 3])
def test_threads(threads):
    dyn = arm.compile(arm.library.get("ur5"), dtype="float32", threads=threads)
    given = states(dyn.model, "inverse_dynamics", 5000)
    right = arm.compile(dyn.model, dtype="float32").inverse_dynamics(*given)
    for arrays in (given, list(map(np.asfortranarray, given))):
        assert np.array_equal(dyn.inverse_dynamics(*arrays), right)


def test_parameters_and_wrenches():
    model = arm.model(arm.library.get("ur5"), free=["payload.mass"])
    double, single = arm.compile(model), arm.compile(model, dtype="float32")
    given = states(model, "inverse_dynamics")
    options = {"parameters": {"payload.mass": 2.0}, "wrenches": {"tip": [0, 0, 0, 0, 0, -20.0]}}
    found = single.inverse_dynamics(*given, **options)
    assert found.dtype == np.float32
    assert error(found, double.inverse_dynamics(*given, **options)) < NEAR


def test_derivatives_of_long_chains(monkeypatch):
    """By three kernels and LAPACK, as in double precision."""
    monkeypatch.setattr(compiled, "UNROLLED", 1)
    model = arm.model(arm.library.get("planar-4r"))
    given = states(model, "forward_dynamics")
    right = arm.compile(model).forward_dynamics_derivatives(*given)
    for a, b in zip(arm.compile(model, dtype="float32").forward_dynamics_derivatives(*given), right, strict=True):
        assert a.dtype == np.float32
        assert error(a, b) < 5e-3


@pytest.mark.parametrize("quantity", [name for name, each in QUANTITIES.items() if each.singular_values])
def test_singular_values_are_refused(planar, quantity):
    with pytest.raises(arm.ArgumentError, match=f"dtype: 'float32', for {quantity}, .* expected 'float64'"):
        getattr(planar, quantity)([0.1, 0.2])


def test_numbers_beyond_single_precision_are_refused():
    large = record("large", lambda x: {"y": 1e39 * x}, {"x": 1})
    with pytest.raises(arm.ArgumentError, match=r"dtype: 'float32', with 1e\+39 among the numbers"):
        emit(large, target.host(scalar=SINGLE), "one")


@pytest.mark.parametrize("options", [{"dtype": "float16"}, {"dtype": "float32", "width": 32}, {"width": 16}])
def test_bad_options(options):
    with pytest.raises(arm.ArgumentError, match=r"dtype: 'float16'; expected one of|width: \d+; expected one of 1, 2"):
        arm.compile(arm.library.get("khatib-rr"), **options)


def test_copies_keep_the_precision(planar):
    assert "float32" in repr(planar)
    for other in (copy.copy(planar), pickle.loads(pickle.dumps(planar))):
        assert other.gravity([0.1, 0.2]).dtype == np.float32
