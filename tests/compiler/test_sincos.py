"""Sine and cosine of the kernels: within 2 units in the last place, the C library beyond 1.6e6, NaN passes."""

import math
from dataclasses import replace

import numpy as np
import pytest
from mpmath import mp

from internals import Graph, Kernel, Kind, Port, Program, inputs_of, sincos, target, to_object
from internals import emit_llvm as emit
from internals import kernel_build as build
from internals import program_references as references

WIDTHS = target.WIDTHS
"""Lanes beyond the vectors of the CPU take several registers."""


def program(angles: int = 1) -> Program:
    """sin and cos of some angles."""
    graph = Graph()
    arrays = (Port("x", (angles,)),)
    (x,) = inputs_of(graph, arrays)
    outputs = (Port("s", (angles,)), Port("c", (angles,)))
    results = tuple(references(graph, [getattr(each, name)() for each in x]) for name in ("sin", "cos"))
    return Program("pair", graph, arrays, outputs, results)


def samples(count: int) -> np.ndarray:
    """Angles of every size up to 1e6, and the doubles next to multiples of π/2, where the reduction is hardest."""
    rng = np.random.default_rng(7)
    quarters = rng.integers(-636_000, 636_000, count) * (math.pi / 2)
    near = np.nextafter(quarters, quarters + rng.choice([-1, 1], count))
    worst = np.array([29, 14479, 29327, 58285, 145897, 204551]) * (math.pi / 2)
    return np.concatenate(
        [
            quarters,
            near,
            worst,
            np.arange(-40, 41) * (math.pi / 4),
            rng.uniform(-math.pi, math.pi, count),
            rng.uniform(-1e6, 1e6, count),
            rng.uniform(-1, 1, count) * 10.0 ** rng.uniform(-320, 0, count),
            [0.0, 5e-324, -5e-324, 2.2e-308, 1e6, -1e6],
        ]
    )


def units(got: np.ndarray, x: np.ndarray, function) -> float:
    """The largest error in units of the last place, against 200 bits."""
    worst = 0.0
    with mp.workprec(200):
        for value, angle in zip(got, x, strict=True):
            exact = function(mp.mpf(float(angle)))
            worst = max(worst, abs(float((mp.mpf(float(value)) - exact) / math.ulp(float(exact)))))
    return worst


@pytest.fixture(scope="module")
def pairs() -> dict[int, Kernel]:
    return {width: build(program(), width) for width in WIDTHS}


def run(made: Kernel, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    s, c = np.full((len(x), 1), 7.0), np.full((len(x), 1), 7.0)
    made.batch(np.ascontiguousarray(x).reshape(-1, 1), s, c)
    return s[:, 0], c[:, 0]


def test_within_two_units(pairs):
    x = samples(2000)
    s, c = run(pairs[WIDTHS[-1]], x)
    assert units(s, x, mp.sin) < 2
    assert units(c, x, mp.cos) < 2


@pytest.mark.parametrize("width", WIDTHS)
def test_every_width_gives_the_same_bits(pairs, width):
    x = samples(300)
    for got, wanted in zip(run(pairs[width], x), run(pairs[1], x), strict=True):
        assert np.array_equal(got, wanted)


def test_without_fused_multiply_add_too():
    made = Kernel(program(), 2, lambda kind: _without_fused(program(), 2, kind))
    x = samples(1000)
    s, c = run(made, x)
    assert units(s, x, mp.sin) < 2
    assert units(c, x, mp.cos) < 2


def _without_fused(what: Program, width: int, kind: Kind) -> bytes:
    return to_object(emit(what, replace(target.host(width), fused=False), kind))


def test_the_parts_of_half_pi():
    with mp.workprec(300):
        for parts in (sincos.IN_DOUBLE.fused, sincos.IN_DOUBLE.separate):
            assert abs(mp.fsum(map(mp.mpf, parts)) - mp.pi / 2) < mp.mpf(2) ** -120


def test_a_product_of_a_short_part_is_exact():
    for part in sincos.IN_DOUBLE.separate[:2]:
        mantissa, _ = math.frexp(part)
        assert (mantissa * 2**33).is_integer()


@pytest.mark.parametrize("width", WIDTHS)
def test_beyond_the_limit_the_c_library_answers(pairs, width):
    rng = np.random.default_rng(3)
    x = rng.uniform(-1, 1, 203) * 10.0 ** rng.uniform(6.3, 308, 203)
    x = x[np.abs(x) > 1.7e6]
    s, c = run(pairs[width], x)
    assert np.array_equal(s, [math.sin(each) for each in x])
    assert np.array_equal(c, [math.cos(each) for each in x])


@pytest.mark.parametrize("width", WIDTHS)
def test_nan_and_infinity_pass_and_leave_their_neighbours_alone(pairs, width):
    x = np.random.default_rng(5).uniform(-3, 3, 64)
    clean = run(pairs[width], x)
    spoilt = x.copy()
    spoilt[[0, 11, 30, 63]] = [np.nan, np.inf, -np.inf, 1e300]
    for got, wanted in zip(run(pairs[width], spoilt), clean, strict=True):
        assert np.all(np.isnan(got[[0, 11, 30]]))
        assert np.isfinite(got[63])
        same = np.isin(np.arange(64), [0, 11, 30, 63], invert=True)
        assert np.array_equal(got[same], wanted[same])


def test_angles_of_one_state_are_packed_and_none_spoils_another():
    angles = 11
    made = build(program(angles))
    x = np.random.default_rng(1).uniform(-3, 3, angles)
    x[4], x[9] = np.nan, 1e12
    s, c = np.empty(angles), np.empty(angles)
    made.one(x, s, c)
    assert np.array_equal(np.isnan(s), np.isnan(x))
    assert s[9] == math.sin(1e12)
    assert c[9] == math.cos(1e12)
    good = np.delete(np.arange(angles), [4, 9])
    assert np.allclose(s[good], np.sin(x[good]), rtol=4e-16, atol=0)
    assert np.allclose(c[good], np.cos(x[good]), rtol=4e-16, atol=0)
