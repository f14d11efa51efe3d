"""Random numbers of sensors: the generator against published words and SciPy's distributions, with the same bits in
native code of every width, and what they are a function of."""

import ctypes
import re
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import armillary as arm
from internals import (
    DOUBLE,
    box_muller,
    gpu,
    load_object,
    noise_key,
    noise_row,
    noise_streams,
    normal_pair,
    philox,
    ptx_assembled,
    row_text,
    to_object,
)

COUNT = 1_000_000
SENSORS = (arm.sensors.Encoder(noise=1e-3), arm.sensors.Tachometer(noise=1e-2))
LAW = arm.controllers.PD(kp=60.0, kd=12.0)


def words(*values):
    return [np.array(value, dtype=np.uint64) for value in values]


@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [
        ([0] * 4, [0] * 2, [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]),
        ([0xFFFFFFFF] * 4, [0xFFFFFFFF] * 2, [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]),
        (
            [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344],
            [0xA4093822, 0x299F31D0],
            [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1],
        ),
    ],
)
def test_known_answers(counter, key, expected):
    """Philox4x32-10 in the file kat_vectors of Random123 [SalmonEtAl2011]."""
    assert philox(words(*counter), words(*key)) == expected


def test_the_transformation_is_that_of_box_and_muller():
    """In higher precision, also where the radius is 0 and where it is greatest."""
    rng = np.random.default_rng(1)
    radius, angle = rng.integers(0, 2**64, size=(2, 20_000), dtype=np.uint64)
    radius[:4], angle[:8] = words(0, 2**64 - 1, 2**12, 2**63), np.arange(8)
    fraction = (radius >> 12).astype(np.longdouble) / 2**52
    eighth = (angle >> 12).astype(np.longdouble) / 2**52 * (4 * np.arctan(np.longdouble(1.0))) / 4
    r = np.sqrt(-2 * np.log1p(-fraction))
    first, second = np.cos(eighth), np.sin(eighth)
    swapped = angle & 1 == 1
    first, second = np.where(swapped, second, first), np.where(swapped, first, second)
    first, second = np.where(angle & 2, -first, first), np.where(angle & 4, -second, second)
    for found, expected in zip(box_muller(radius, angle), (r * first, r * second), strict=True):
        np.testing.assert_allclose(found, expected.astype(float), rtol=1e-15, atol=1e-30)
    assert max(map(np.max, map(np.abs, box_muller(radius, angle)))) == pytest.approx(np.sqrt(104 * np.log(2)))


def samples(key=7, run=0, stream=0, count=COUNT // 2):
    """Return pairs of numbers of one stream, shape (2, count)."""
    return np.array(normal_pair(*words(key, run, stream), np.arange(count, dtype=np.uint64)))


@pytest.mark.parametrize("origin", [(0, 0, 0), (1, 0, 3), (0, 1, 2**16), (2**53 - 1, 2**20, 2**15)])
def test_the_distribution_is_normal(origin):
    z = samples(*origin).ravel()
    assert stats.kstest(z, "norm").pvalue > 1e-3
    for moment, variance in ((z, 1), (z**2 - 1, 2), (z**3, 15), (z**4 - 3, 96)):
        assert abs(moment.mean()) < 4 * np.sqrt(variance / COUNT)
    edges = stats.norm.ppf(np.arange(1, 1000) / 1000)
    counts = np.bincount(np.searchsorted(edges, z), minlength=1000)
    assert stats.chisquare(counts).pvalue > 1e-3
    for limit in (3.0, 4.0, 4.5):  # both tails
        expected = COUNT * stats.norm.sf(limit)
        for tail in (z > limit, z < -limit):
            assert abs(np.count_nonzero(tail) - expected) < 5 * np.sqrt(expected)


def test_streams_are_independent():
    """Both numbers of a pair; neighbouring samples, streams, runs and seeds; and their squares and products."""
    base = samples()
    others = [base[1, :-1], base[0, 1:], base[1, 1:], samples(stream=1)[0], samples(stream=2**16)[0]]
    others += [samples(run=1)[0], samples(key=8)[0], samples(key=7 + 2**32)[0], samples(stream=2**15)[0]]
    for other in others:
        size = min(len(base[0]), len(other))
        a, b = base[0, :size], other[:size]
        for x, y in ((a, b), (a**2, b**2), (a, b**2), (a**2, b)):
            assert abs(np.corrcoef(x, y)[0, 1]) < 4.5 / np.sqrt(size)
        cells = np.histogram2d(stats.norm.cdf(a), stats.norm.cdf(b), bins=16, range=[[0, 1], [0, 1]])[0]
        assert stats.chisquare(cells.ravel()).pvalue > 1e-4


@pytest.mark.parametrize(("lanes", "width"), [(1, 1), (1, 2), (1, 4), (1, 8), (2, 2), (4, 4), (8, 8)])
def test_native_code_has_the_bits_of_numpy(lanes, width):
    """With runs in lanes, or streams of one run."""
    name = f"noise_row{lanes}"
    library = load_object(to_object(row_text(lanes, width), loops=[name]), [name])
    kinds = ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64
    function = ctypes.CFUNCTYPE(None, *kinds)(library[name])
    rng = np.random.default_rng(2)
    origins = rng.integers(0, 2**64, size=(2, lanes), dtype=np.uint64)
    origins[1] >>= np.uint64(32)
    streams = rng.integers(0, 2**32, size=1000, dtype=np.uint64)
    for sample in (0, 1, 2**31, 2**32 + 3, 2**52):
        found = np.empty((len(streams), 2, lanes))
        function(found.ctypes.data, streams.ctypes.data, len(streams), origins.ctypes.data, sample)
        key, run = origins
        expected = np.stack(normal_pair(key, run, streams[:, None], np.uint64(sample)), axis=1)
        np.testing.assert_array_equal(found, expected)


def test_code_of_a_gpu_fuses_no_product_into_a_sum():
    """All operations of doubles are correctly rounded ones, which IEEE 754 fixes."""
    text = ptx_assembled(row_text(1, 1), gpu((9, 0), 12_080, DOUBLE), ["noise_row1"])
    operations = set(re.findall(r"\t([a-z]+\.[a-z.]*f64)\b", text)) - {"mov.f64", "st.f64", "ld.f64"}
    assert operations >= {"mul.rn.f64", "add.rn.f64", "sub.rn.f64", "div.rn.f64", "sqrt.rn.f64"}
    assert not any(operation.startswith(("fma", "mad")) for operation in operations)
    assert all(".rn." in name for name in operations if name.split(".")[0] in ("mul", "add", "sub", "div", "sqrt"))


def test_keys_of_seeds():
    """Seeds of up to 64 bits are keys; longer ones are hashed."""
    assert [noise_key(seed) for seed in (0, 5, 2**64 - 1)] == [0, 5, 2**64 - 1]
    assert len({noise_key(2**64 + k) for k in range(100)}) == 100
    assert all(noise_key(2**100 + k) < 2**64 for k in range(10))


def test_streams_of_sensors():
    listed = [noise_streams(sensor, 5, first) for sensor in range(3) for first in (False, True)]
    assert [len(streams) for streams in listed] == [3] * 6
    assert len({stream for streams in listed for stream in streams}) == 18
    assert noise_streams(1, 0) == ()
    origin = np.array([7, 0], dtype=np.uint64)
    np.testing.assert_array_equal(noise_row(listed[0], origin, 4)[:2], noise_row(listed[0][:1], origin, 4))


def scenario(*sensors, **options):
    options = {"period": 5e-3, "q0": [0.1, 0.2], "seed": 4, **options}
    return arm.Scenario(arm.library.get("khatib-rr"), controller=LAW, sensors=sensors, **options)


def simulated(*sensors, **options):
    return arm.simulate(scenario(*sensors, **options), 0.1, solver=arm.solvers.RK4(step=1e-3))


def test_noise_of_a_sensor_does_not_depend_on_other_sensors():
    """Nor on whether others are noisy, late, or sampled at other instants."""
    silent = replace(SENSORS[0], seen=False)
    alone = simulated(silent)
    late = arm.sensors.Tachometer(noise=1e-2, delay=2e-3, seen=False)
    slow = arm.sensors.Encoder(noise=0.1, dropout=0.3, period=0.01, name="slow", seen=False)
    other = simulated(silent, late, slow)
    found, expected = other.signals["measured.position"], alone.signals["measured.position"]
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-14)


def test_runs_of_a_stack_are_single_runs():
    """In lanes, by a law that Python calls, and run by run with seeds: the readings are the same."""
    silent = [replace(sensor, seen=False) for sensor in SENSORS]
    one = simulated(*silent)
    stack = simulated(*silent, q0=np.tile([0.1, 0.2], (11, 1)))
    seeds = arm.simulate(
        scenario(*silent, q0=np.tile([0.1, 0.2], (11, 1))), 0.1, solver=arm.solvers.RK4(step=1e-3),
        parameters={"seed": [4] * 11},
    )  # fmt: skip
    for name in ("measured.position", "measured.velocity"):
        assert len(np.unique(stack.signals[name][:, -1, 0])) == 11
        np.testing.assert_allclose(stack.signals[name][0, -1], one.signals[name][-1], rtol=0, atol=1e-14)
        np.testing.assert_allclose(seeds.signals[name][:, -1], [one.signals[name][-1]] * 11, rtol=0, atol=1e-14)
