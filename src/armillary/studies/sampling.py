"""Points of the unit cube for the random axes of a study, by the index of the sample, and seeds of runs.

A point depends on the kind of sampling, the seed and its index alone, and the points of any interval of indices are
computed without those before it:
    "random"    independent numbers: block k of the counter-based generator Philox, keyed by the seed and the column
    "latin"     Latin hypercube of n samples: sample i lies in cell π(i) of n, π a pseudo-random permutation for each
                column: a Feistel network of `ROUNDS` rounds, applied again while it leaves 0 … n − 1
    "sobol"     Sobol's sequence with the scrambling of SciPy: x_i = x_0 ⊕ v_k ⊕ … over the bits k of the Gray code of
                i; v_k = x_(2^k) ⊕ x_(2^k − 1), as the codes of these two differ in bit k alone              (1)
    "saltelli"  blocks of d + 2 points for the d random axes [Saltelli2010]: A, then A with the axis j of B for each j,
                then B, where (A, B) is a point of a Sobol sequence with twice the columns                   (2)
Larger numbers of samples keep the points of smaller ones, except with "latin".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from armillary.spatial.scalar import Floats

SamplingKind = Literal["random", "latin", "sobol", "saltelli"]
BITS = 30
"""Bits of the numbers of Sobol's sequence."""
POINTS = 2**BITS
"""Points of the sequence."""
ROUNDS = 8
DRAWN, CELLS, SCRAMBLE = 2**32 - 1, 2**32 - 2, 2**32 - 3
"""First spawn keys of samplings; those of runs are smaller."""

Words = NDArray[np.uint64]


@dataclass(frozen=True)
class CubeSampling:
    """Points of the unit cube.

    Args:
        kind: A `SamplingKind`.
        seed: Random seed.
        samples: Number of samples; of blocks with "saltelli".
        widths: Number of columns of each random axis.
    """

    kind: str
    seed: int
    samples: int
    widths: tuple[int, ...]

    @property
    def block(self) -> int:
        """Number of points for each sample: d + 2 with "saltelli", else 1."""
        return len(self.widths) + 2 if self.kind == "saltelli" else 1

    @property
    def count(self) -> int:
        """Number of points."""
        return self.samples * self.block

    def points(self, start: int, stop: int) -> Floats:
        """Return the points `start` … `stop` − 1, shape (stop − start, columns), with 0 < u < 1."""
        columns, index = sum(self.widths), np.arange(start, stop, dtype=np.uint64)
        match self.kind:
            case "random":
                return np.stack([_uniform(self.seed, DRAWN, k, start, stop) for k in range(columns)], axis=1)
            case "latin":
                cells = [self._latin(k, index) for k in range(columns)]
                return np.stack(cells, axis=1)
            case "sobol":
                return _sobol(columns, self.seed, index)
        return self._saltelli(index)

    def _latin(self, column: int, index: Words) -> Floats:
        cells = _permute(self.seed, column, self.samples, index)
        inside = _uniform(self.seed, CELLS, column, int(index[0]), int(index[-1]) + 1) if len(index) else np.zeros(0)
        return np.clip((cells + inside) / self.samples, 2.0**-60, 1 - 2.0**-53)

    def _saltelli(self, index: Words) -> Floats:
        block, row = np.divmod(index, np.uint64(self.block))
        columns = sum(self.widths)
        both = _sobol(2 * columns, self.seed, block)
        axis = np.repeat(np.arange(len(self.widths)), self.widths)
        place = row.astype(np.int64)[:, None]
        from_b = (place == axis + 1) | (place == self.block - 1)  # (2)
        return np.where(from_b, both[:, columns:], both[:, :columns])


def _uniform(seed: int, stream: int, column: int, start: int, stop: int) -> Floats:
    """Return independent numbers with 52 bits, in the middle of their cells, so that neither 0 nor 1 appears."""
    key = np.random.SeedSequence(seed, spawn_key=(stream, column)).generate_state(2, np.uint64)
    first = start // 4  # a block has four numbers
    raw = np.random.Philox(key=key, counter=first).random_raw(4 * (-(-stop // 4) - first))
    return np.asarray(((raw[start - 4 * first : stop - 4 * first] >> np.uint64(12)) + 0.5) * 2.0**-52)


def _permute(seed: int, column: int, count: int, index: Words) -> Words:
    """Return the places of some indices in a pseudo-random permutation of 0 … count − 1."""
    half = np.uint64(max(1, -(-(count - 1).bit_length() // 2)))
    mask = np.uint64((1 << int(half)) - 1)
    keys = np.random.SeedSequence(seed, spawn_key=(CELLS, column)).generate_state(2 + ROUNDS, np.uint64)[2:]
    cells = index.copy()
    left = np.ones(len(index), dtype=bool)
    # Cycle walking: the network permutes 0 … 4^half − 1; it is applied again to places beyond count.
    while left.any():
        high, low = cells[left] >> half, cells[left] & mask
        for key in keys:
            high, low = low, high ^ (_mix(low + key) & mask)
        cells[left] = (high << half) | low
        left = cells >= np.uint64(count)
    return cells


def _mix(x: Words) -> Words:
    """Return the finaliser of SplitMix64 of each number."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


def _sobol(columns: int, seed: int, index: Words) -> Floats:
    """Return points of a scrambled Sobol sequence, each in the middle of its cell, (1)."""
    last = int(index.max()) if len(index) else 0
    first, directions = _directions(columns, seed, last.bit_length())
    gray = index ^ (index >> np.uint64(1))
    words = np.broadcast_to(first, (len(index), columns)).copy()
    for k, direction in enumerate(directions):
        words ^= ((gray >> np.uint64(k)) & np.uint64(1))[:, None] * direction
    return np.asarray((words + 0.5) * 2.0**-BITS, dtype=float)


@lru_cache(maxsize=64)
def _directions(columns: int, seed: int, bits: int) -> tuple[Words, list[Words]]:
    """Return x_0 and the direction numbers v_0 … of a scrambled Sobol sequence, as whole numbers of `BITS` bits."""
    from scipy.stats import qmc

    random = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(SCRAMBLE,)))
    engine = qmc.Sobol(columns, scramble=True, bits=BITS, seed=random)

    def whole() -> Words:
        return np.asarray(engine.random(1)[0] * 2.0**BITS, dtype=np.uint64)

    first, directions, done = whole(), [], 1
    before = first
    # The engine only moves forward: point 2^k − 1, then 2^k, for each k.
    for k in range(bits):
        if (1 << k) - 1 > done - 1:
            engine.fast_forward((1 << k) - 1 - done)
            before, done = whole(), 1 << k
        directions.append(before ^ (after := whole()))
        before, done = after, done + 1
    return first, directions


def run_seed(seed: int, indices: tuple[int, ...]) -> int:
    """Return the seed of a run's noise: 53 bits, which a float holds, of `SeedSequence(seed, spawn_key=indices)`.

    Example:
        >>> run_seed(0, (3, 1)) == run_seed(0, (3, 1)) != run_seed(0, (1, 3))
        True
    """
    return int(np.random.SeedSequence(seed, spawn_key=indices).generate_state(1, np.uint64)[0]) >> 11
