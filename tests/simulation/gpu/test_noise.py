"""Random numbers of kernels against NumPy's, bit by bit, and against the known answers of Random123."""

import ctypes

import numpy as np
import pytest

from gpu_twins import own_target
from internals import DOUBLE, functions, keys, load_object, to_object

NEXT = """
define double @next(ptr %memory, i64 %key0, i64 %key1) {
  %x = call double @random_normal(ptr %memory, i64 %key0, i64 %key1)
  ret double %x
}
"""


@pytest.fixture(scope="module")
def normal():
    """The twin of the kernel's function."""
    library = load_object(to_object("\n\n".join([*functions(), NEXT]), own_target(DOUBLE), ["next"]), ["next"])
    function = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64)(library["next"])
    function.library = library
    return function


def memory(counter: int) -> np.ndarray:
    return np.array([0, 0, 0, 0, 4, counter], dtype=np.uint64)


def test_keys_of_many_runs():
    seeds = [0, 7, 2**32 - 1, 2**32, 2**53 - 1, 2**64 + 5, 2**100 + 7]
    runs = [0, 3, 2**31, 1, 5, 0, 9]
    for task in (0, 2):
        wanted = [np.random.Philox(np.random.SeedSequence((*each, task))) for each in zip(seeds, runs, strict=True)]
        np.testing.assert_array_equal(keys(seeds, runs, task), [each.state["state"]["key"] for each in wanted])


def test_known_answers(normal):
    """Philox4x64-10 at zero, from the file kat_vectors of Random123 [SalmonEtAl2011]."""
    words = memory(2**64 - 1)  # the counter goes on to zero
    normal(words.ctypes.data, 0, 0)
    assert [f"{word:016x}" for word in words[:4].tolist()] == [
        "16554d9eca36314c", "db20fe9d672d0fdc", "d7e772cee186176b", "7e68b68aec7ba23b",
    ]  # fmt: skip


def test_numbers_are_those_of_numpy(normal):
    """Wedges and the tail are among them: one in 70 and one in 4,000."""
    (key,), words = keys([12345], [17], 1), memory(0)
    key0, key1, place = int(key[0]), int(key[1]), words.ctypes.data
    found = [normal(place, key0, key1) for _ in range(50_000)]
    wanted = np.random.Generator(np.random.Philox(np.random.SeedSequence((12345, 17, 1)))).normal(size=50_000)
    assert np.abs(wanted).max() > 3.66
    np.testing.assert_array_max_ulp(np.array(found), wanted, 1)
    assert np.count_nonzero(found != wanted) <= np.count_nonzero(np.abs(wanted) > 3.654)
