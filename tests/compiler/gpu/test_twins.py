"""CPU twins of kernels in both precisions: library robots against numbers, sines and cosines against 1500 bits."""

import numpy as np
import pytest

import armillary as arm
from gpu_twins import DTYPES, twin
from internals import (
    BITS,
    DOUBLE,
    SINGLE,
    Graph,
    Port,
    Program,
    Scalar,
    atan2,
    inputs_of,
    maximum,
    minimum,
    random_states,
    record,
)
from internals import program_references as references
from samples import some

SCALARS = [SINGLE, DOUBLE]
TYPICAL = ("khatib-rp", "spherical-chain", "flexrob", "manutec-r3", "panda", "planar-4r")
LIMITS = {SINGLE: 5e-5, DOUBLE: 2e-13}
"""Difference from double precision relative to the largest entry; forward dynamics of flexible links come close."""


def run(program: Program, scalar: Scalar, *arrays: np.ndarray) -> list[np.ndarray]:
    """Return the outputs of a program's twin, each (states, size)."""
    dtype, states = DTYPES[scalar.bytes], len(arrays[0])
    given = [np.ascontiguousarray(each, dtype=dtype) for each in arrays]
    outs = [np.full((states, port.size), np.nan, dtype) for port in program.outputs]
    twin(program, scalar)(states, *(each.ctypes.data for each in (*given, *outs)))
    return outs


@pytest.mark.parametrize("name", some([*TYPICAL, *sorted({*arm.library.names()} - {*TYPICAL})], 4))
def test_library_robots(name):
    model = arm.model(arm.library.get(name))
    compiled, numbers = arm.compile(model), arm.evaluate(model)
    states = random_states(model, 3, seed=1)
    for quantity in ("inverse_dynamics", "forward_dynamics", "mass_matrix"):
        program = compiled.program(quantity)
        for scalar in SCALARS:
            given = [each.astype(DTYPES[scalar.bytes]) for each in states[: len(program.inputs)]]
            (found,) = run(program, scalar, *given)
            wanted = getattr(numbers, quantity)(*(each.astype(float) for each in given)).reshape(3, -1)
            assert np.abs(found - wanted).max() < LIMITS[scalar] * np.abs(wanted).max(), (quantity, scalar)


def of_one(*names: str) -> Program:
    """Return the program of some functions of one number."""
    graph = Graph()
    arrays = (Port("x", (1,)),)
    ((x,),) = inputs_of(graph, arrays)
    outputs = tuple(Port(name, (1,)) for name in names)
    results = tuple(tuple(references(graph, [getattr(x, name)()])) for name in names)
    return Program("functions", graph, arrays, outputs, results)


def units(found: np.ndarray, x: np.ndarray, function) -> float:
    """Return the largest error in units in the last place of the result."""
    worst = 0.0
    from mpmath import mp

    exactly = getattr(mp, function)
    with mp.workprec(1500):
        for value, each in zip(found.ravel(), x.ravel(), strict=True):
            exact = exactly(mp.mpf(float(each)))
            unit = mp.mpf(float(np.spacing(found.dtype.type(abs(float(exact))))))
            worst = max(worst, float(abs(mp.mpf(float(value)) - exact) / unit))
    return worst


ANGLES = {"small": (-30, 0), "turns": (0, 5), "fast range's end": (4.8, 6.3), "large": (6, 38)}
"""Exponents of 10 of the angles."""


@pytest.mark.crossed
@pytest.mark.parametrize("scalar", SCALARS, ids=["float32", "float64"])
@pytest.mark.parametrize("size", [*ANGLES, "quarters", "huge"])
def test_sines_and_cosines(size, scalar):
    rng, dtype = np.random.default_rng(0), DTYPES[scalar.bytes]
    if size == "quarters":
        x = np.round(rng.uniform(-1e5, 1e5, 400)) * np.pi / 2
    else:
        low, high = ANGLES.get(size, (30, np.log10(np.finfo(dtype).max)))
        x = rng.choice([-1, 1], 400) * 10.0 ** rng.uniform(low, high, 400)
    x = x.astype(dtype).reshape(-1, 1)
    s, c = run(of_one("sin", "cos"), scalar, x)
    assert units(s, x, "sin") < 2
    assert units(c, x, "cos") < 2


@pytest.mark.parametrize("scalar", SCALARS, ids=["float32", "float64"])
def test_strange_angles(scalar):
    s, c = run(of_one("sin", "cos"), scalar, np.array([[np.nan], [np.inf], [-np.inf], [0.0], [-0.0]]))
    assert np.isnan(s[:3]).all()
    assert np.isnan(c[:3]).all()
    assert np.array_equal(s[3:], [[0.0], [0.0]])
    assert np.array_equal(c[3:], [[1.0], [1.0]])


def spread(name: str, count: int, dtype: np.dtype) -> np.ndarray:
    """Return arguments of a function: of all sizes, near 1, and where its parts meet."""
    rng, info = np.random.default_rng(1), np.finfo(dtype)
    low, high = np.log(float(info.tiny)) - 5, np.log(float(info.max))
    sizes = 10.0 ** rng.uniform(-30, 2 if name == "tanh" else 37, count)
    x = {
        "exp": [rng.uniform(low, high, count), rng.uniform(-1, 1, count), sizes[sizes < 1] * rng.choice([-1, 1])],
        "log": [sizes, rng.uniform(0.5, 2, count), 1 + rng.uniform(-1, 1, count) * 1e-3, [float(info.tiny) / 8]],
        "tanh": [sizes, -sizes, rng.uniform(-2, 2, count), rng.uniform(0.54, 0.56, count)],
    }[name]
    return np.concatenate(x).astype(dtype).reshape(-1, 1)


@pytest.mark.crossed
@pytest.mark.parametrize("scalar", SCALARS, ids=["float32", "float64"])
@pytest.mark.parametrize("name", ["exp", "log", "tanh"])
def test_functions(name, scalar):
    x = spread(name, 300, DTYPES[scalar.bytes])
    (found,) = run(of_one(name), scalar, x)
    assert units(found, x, name) < 2


@pytest.mark.parametrize("name", ["exp", "log", "tanh"])
def test_functions_of_strange_numbers(name):
    x = np.array([[np.nan], [np.inf], [-np.inf], [0.0], [-0.0], [1e4], [-1e4], [1.0]])
    (found,) = run(of_one(name), DOUBLE, x)
    with np.errstate(all="ignore"):
        wanted = getattr(np, name)(x)
    assert np.allclose(found, wanted, rtol=1e-15, equal_nan=True)


@pytest.mark.parametrize("scalar", SCALARS, ids=["float32", "float64"])
def test_angles_of_a_plane(scalar):
    dtype, rng = DTYPES[scalar.bytes], np.random.default_rng(2)
    graph = Graph()
    ports = (Port("y", (1,)), Port("x", (1,)))
    (y,), (x,) = inputs_of(graph, ports)
    program = Program("plane", graph, ports, (Port("a", (1,)),), (tuple(references(graph, [atan2(y, x)])),))
    some = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan]
    corners = np.array([(a, b) for a in some for b in some])
    drawn = rng.normal(size=(400, 2)) * 10.0 ** rng.uniform(-25, 25, (400, 2))
    points = np.concatenate([rng.normal(size=(400, 2)), drawn, corners]).astype(dtype)
    (found,) = run(program, scalar, points[:, :1], points[:, 1:])
    wide = points.astype(np.longdouble)
    wanted = np.arctan2(wide[:, 0], wide[:, 1])
    unit = np.spacing(np.abs(wanted).astype(dtype)).astype(np.longdouble)
    finite = np.isfinite(wanted)
    assert np.array_equal(np.isnan(found[:, 0]), np.isnan(wanted))
    assert np.array_equal(np.signbit(found[finite, 0]), np.signbit(wanted[finite]))
    assert np.max(np.abs(found[finite, 0] - wanted[finite]) / unit[finite]) < 2


def test_bits_of_two_over_pi():
    count = 64 * (len(BITS) - 1)
    from mpmath import mp

    with mp.workprec(count + 64):
        whole = int(mp.floor(2 / mp.pi * mp.mpf(2) ** count))
    assert (0, *(whole >> (64 * k) & (2**64 - 1) for k in reversed(range(len(BITS) - 1)))) == BITS


def test_divisions_and_clamps_of_a_gpu():
    """Within two units in the last place of exact divisions; 1/0, 1/∞ and NaN as they should be."""

    def formulas(x):
        a, b = x[0], x[1]
        kept = minimum(maximum(a, -2.5), 2.5)
        return {"found": np.array([1 / b, a / b, kept, maximum(minimum(b, 3.0), -3.0)])}

    program = record("formulas", formulas, {"x": 2})
    random = np.random.default_rng(0)
    x = random.normal(size=(1000, 2)) * 10.0 ** random.uniform(-30, 30, (1000, 2))
    x[:6] = [[1, 0.0], [1, -0.0], [1, np.inf], [np.nan, 1], [1, np.nan], [np.inf, -np.inf]]
    for scalar, last in ((DOUBLE, 2**-51), (SINGLE, 2**-22)):
        (found,) = run(program, scalar, x)
        a, b = x.astype(DTYPES[scalar.bytes]).astype(float).T
        with np.errstate(divide="ignore", invalid="ignore"):
            wanted = np.stack([1 / b, a / b, np.clip(a, -2.5, 2.5), np.clip(b, -3, 3)], axis=1)
        plain = np.isfinite(wanted) & (np.abs(wanted) > 1e-36) & (np.abs(wanted) < 1e36)
        np.testing.assert_allclose(found[plain], wanted[plain], rtol=last)
        np.testing.assert_array_equal(found[:6], wanted[:6].astype(found.dtype))
