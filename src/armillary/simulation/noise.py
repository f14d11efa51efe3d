"""Random numbers of sensors: the keys of their generators and the layers of the ziggurat, as NumPy has them.

The generator is Philox with ten rounds [SalmonEtAl2011], keyed by the seed, the number of the run and that of the task.
Normal numbers are made by the ziggurat of [MarsagliaTsang2000] with 256 layers of equal area: a random whole number
below 2⁵² times the width w_k of a random layer. NumPy has tables of w_k, which differ from exact widths in the last
digits; here they are read off numbers that NumPy makes of chosen bits.
FMUs (`exports.fmu`) and kernels of GPUs (`gpu.noise`) make the same numbers. `keys` computes for many runs at once what
`numpy.random.SeedSequence` computes for one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint32]

LAYERS = 256
SMALL = 50
"""The chosen whole number is 2⁵⁰: it lies inside all layers."""
POOL = 4
"""Words that NumPy mixes entropy into."""
SHIFT = np.uint32(16)
START, FACTOR = 0x43B0D7E5, 0x931E8875
START_OUT, FACTOR_OUT = 0x8B51F9DD, 0x58F38DED
LEFT, RIGHT = np.uint32(0xCA01F9DD), np.uint32(0x4973F715)
"""Constants of NumPy's hash."""


@cache
def layer_widths() -> tuple[float, ...]:
    """Return the widths w_k of the layers.

    Example:
        >>> widths = layer_widths()
        >>> len(widths), widths[255] * 2**52  # where the tail begins
        (256, 3.654152885361009)
    """
    found = []
    for k in range(LAYERS):
        source = np.random.Philox(0)
        # Bits of a draw: layer, sign, whole number. The zero behind makes the draw succeed at once in every layer.
        bits = np.array([k | 1 << (SMALL + 9), 0, 0, 0], dtype=np.uint64)
        source.state = source.state | {"buffer": bits, "buffer_pos": 0}
        found.append(float(np.random.Generator(source).standard_normal()) / 2**SMALL)
    return tuple(found)


def keys(seeds: Sequence[int], runs: Sequence[int], task: int) -> NDArray[np.uint64]:
    """Return the keys of Philox for seeds and runs, shape (N, 2): those of `SeedSequence((seed, run, task))`.

    Example:
        >>> keys([7, 7], [0, 1], 2)[1].tolist()
        [6837620415509415036, 15301486374817439850]
        >>> np.random.SeedSequence((7, 1, 2)).generate_state(2, np.uint64).tolist()
        [6837620415509415036, 15301486374817439850]
    """
    found, numbers = np.empty((len(seeds), 2), dtype=np.uint64), np.asarray(runs, dtype=np.uint32)
    values = np.asarray(seeds, dtype=object)
    counts = np.array([max(1, -(-seed.bit_length() // 32)) for seed in seeds])
    for count in np.unique(counts).tolist():
        own = np.flatnonzero(counts == count)
        words = [(values[own] >> 32 * k & 0xFFFFFFFF).astype(np.uint32) for k in range(count)]
        found[own] = _states(_pools([*words, numbers[own], np.full(len(own), task, dtype=np.uint32)]))
    return found


class _Hash:
    """NumPy's hash of words, whose constant goes on with each word."""

    def __init__(self, constant: int, factor: int) -> None:
        self.constant, self.factor = constant, factor

    def __call__(self, words: Words) -> Words:
        mixed = words ^ np.uint32(self.constant)
        self.constant = self.constant * self.factor & 0xFFFFFFFF
        mixed = mixed * np.uint32(self.constant)
        return np.asarray(mixed ^ mixed >> SHIFT)


def _mixed(x: Words, y: Words) -> Words:
    found = LEFT * x - RIGHT * y
    return np.asarray(found ^ found >> SHIFT)


def _pools(entropy: list[Words]) -> list[Words]:
    """Return the pools of many sequences of words, which come word by word."""
    hashed, none = _Hash(START, FACTOR), np.zeros_like(entropy[0])
    pool = [hashed(entropy[k] if k < len(entropy) else none) for k in range(POOL)]
    for source in range(POOL):
        for k in range(POOL):
            if k != source:
                pool[k] = _mixed(pool[k], hashed(pool[source]))
    for words in entropy[POOL:]:
        for k in range(POOL):
            pool[k] = _mixed(pool[k], hashed(words))
    return pool


def _states(pool: list[Words]) -> NDArray[np.uint64]:
    """Return two words of 64 bits of each pool, shape (N, 2)."""
    hashed = _Hash(START_OUT, FACTOR_OUT)
    low, high, *others = (hashed(words).astype(np.uint64) for words in pool)
    return np.stack([low | high << np.uint64(32), others[0] | others[1] << np.uint64(32)], axis=1)
