"""Sobol indices: the share of the variance of an output that a random axis explains. [Saltelli2010]

First-order index of the axis x_i, and total index, which counts all its interactions with other axes:
    S_i = V(E(y | x_i)) / V(y),    T_i = E(V(y | x_~i)) / V(y)                                               (1)

With the sampling "saltelli" the samples come in blocks of k + 2 rows for k axes: A, AB_1 … AB_k, B, where A and B are
independent and AB_i is A with the value of x_i from B (`sampling.py`). With y less its mean, over the blocks,
    V = variance of y_A and y_B,                                                                            (2)
    S_i = mean(y_B (y_ABi − y_A)) / V,                                                 [Saltelli2010, table 2b] (3)
    T_i = mean((y_A − y_ABi)²) / (2 V).                                      [Jansen1999] (4)

Other samplings have no pairs of rows that share a value, and so no total indices. The N samples are put in order of
x_i and cut into bins of nearly equal numbers of samples (axes with few different values: a bin for each); with m_b
samples, the mean ȳ_b and the variance s_b² in bin b, an analysis of variance gives
    S_i = (Σ m_b (ȳ_b − ȳ)² − (bins − 1) s²) / Σ (y − ȳ)²,   s² = Σ (m_b − 1) s_b² / (N − bins).                   (5)
The second term removes the part that the scatter inside of bins adds to their means. The sampling "sobol" spreads the
other axes evenly inside of every bin, which leaves hardly any scatter of means: there the term is left out. A bin of
width 1/bins hides the trend inside of it, a share of S_i of the order 1/bins².

Confidence intervals are 1.96 standard deviations of estimates on blocks (samples) drawn with replacement.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArgumentError
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Notes, Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns

DRAWS = 200
"""Repetitions of the bootstrap."""
LEVEL = 1.96
"""Standard deviations in half of a confidence interval of 95 %."""
FEWEST = 8
"""Least number of blocks, and of samples in a bin."""
MOST_BINS = 32


@dataclass(frozen=True, eq=False, repr=False)
class Sensitivities(Shown):
    """Sobol indices of one output by the random axes, with half widths of their 95 % confidence intervals.

    `total` and `total_error` are None where the sampling gives no total indices. `count` is the number of blocks or
    samples behind the estimates; `lost` blocks or samples have failed runs or infinite values and are left out.
    """

    output: str
    axes: tuple[str, ...]
    first: Floats
    first_error: Floats
    total: Floats | None
    total_error: Floats | None
    count: int
    lost: int

    def tables(self) -> list[Part]:
        """Return the indices as a table, and notes."""
        headings = ["axis", "first order>", "±>", *(["total>", "±>"] if self.total is not None else [])]
        parts = [self.first, self.first_error, self.total, self.total_error]
        values = np.column_stack([part for part in parts if part is not None])
        rows = [(name, *(f"{value:.3f}".replace("-", "−") for value in row))
                for name, row in zip(self.axes, values, strict=True)]  # fmt: skip
        table = Table(f"Sobol indices of {self.output}", columns(*headings), rows)
        return [table, Notes(self.notes)]

    @property
    def notes(self) -> list[str]:
        """Remarks on the estimates."""
        kind = "samples" if self.total is None else "blocks of samples"
        notes = [f"{self.count:,} {kind}; ± is half of a 95 % confidence interval"]
        if self.total is None:
            notes.append('total indices need sampling = "saltelli"')
        if self.lost:
            notes.append(
                f"{self.lost:,} {kind} with failed runs or infinite values are left out, which biases the indices"
            )
        if not np.isfinite(self.first).all():
            notes.append(
                "indices are undefined for an output that does not vary, and without saltelli for axes of rows"
            )
        return notes


def sobol_indices(output: str, y: Floats, x: dict[str, NDArray[Any]], sampling: str, seed: int = 0) -> Sensitivities:
    """Return the Sobol indices of an output by the random axes of a study.

    Args:
        output: Name of the output, for tables.
        y: Its value for each sample, shape (samples,); NaN where a run failed.
        x: Values of each random axis for each sample: numbers or texts.
        sampling: Sampling of the study; "saltelli" gives total indices too.
        seed: Random seed of the bootstrap.

    Raises:
        ArgumentError: No axis is random, or there are too few samples.
    """
    if not x:
        raise ArgumentError("axes", "no random axis", "one or more", "an axis such as Uniform(0, 1), and samples")
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(0x50B01,)))
    if sampling == "saltelli":
        return _from_blocks(output, np.asarray(y, dtype=float), x, rng)
    return _from_bins(output, np.asarray(y, dtype=float), x, rng, even=sampling == "sobol")


def _from_blocks(output: str, y: Floats, x: dict[str, NDArray[Any]], rng: np.random.Generator) -> Sensitivities:
    axes = _axes(x)
    k = len(axes)
    blocks = y[: len(y) // (k + 2) * (k + 2)].reshape(-1, k + 2)
    complete = blocks[np.isfinite(blocks).all(axis=1)]
    _check_count(len(complete), f"{k + 2} runs each with finite values")
    complete = complete - complete[:, [0, -1]].mean()
    resampled = [_saltelli(complete[rng.integers(len(complete), size=len(complete))]) for _ in range(DRAWS)]
    first, total = _saltelli(complete)
    first_error, total_error = LEVEL * np.std(resampled, axis=0, ddof=1)
    count = len(complete)
    return Sensitivities(output, axes, first, first_error, total, total_error, count, len(blocks) - count)


def _saltelli(blocks: Floats) -> tuple[Floats, Floats]:
    """Return the first-order and total indices from rows (A, AB_1 … AB_k, B)."""
    A, AB, B = blocks[:, :1], blocks[:, 1:-1], blocks[:, -1:]
    V = blocks[:, [0, -1]].var()  # (2)
    with np.errstate(divide="ignore", invalid="ignore"):
        return (B * (AB - A)).mean(axis=0) / V, ((A - AB) ** 2).mean(axis=0) / (2 * V)  # (3), (4)


def _axes(x: dict[str, NDArray[Any]]) -> tuple[str, ...]:
    """Return the names of the axes, in the order of the rows AB_1 … AB_k.

    Quantities that AB_i takes from B together are one axis: entries of rows, as "q0[0], q0[1]", and names that vary
    together. The values tell which.
    """
    for k in range(len(x), 0, -1):
        places: list[int] = []
        for j, values in enumerate(x.values()):
            rows = np.asarray(values)[: len(values) // (k + 2) * (k + 2)].reshape(-1, k + 2)
            last = places[-1] if places else -1
            spare = len(x) - j > k - 1 - last  # a constant would fit everywhere
            places += [i for i in (last, last + 1)[not spare :] if 0 <= i < k and _is_from_b(rows, i)][:1]
        if len(places) == len(x) and places[-1] == k - 1:
            names_of_axes = [[name for name, at in zip(x, places, strict=True) if at == i] for i in range(k)]
            return tuple(map(", ".join, names_of_axes))
    raise ArgumentError("samples", f"values of {', '.join(x)} in another order", "blocks A, AB_1 …, B of saltelli")


def _is_from_b(rows: NDArray[Any], i: int) -> bool:
    """Return whether AB_i has the value of B, and all other AB that of A, in rows (A, AB_1 … AB_k, B)."""
    expected = np.repeat(rows[:, :1], rows.shape[1] - 2, axis=1)
    expected[:, i] = rows[:, -1]
    return bool(np.array_equal(rows[:, 1:-1], expected))


def _from_bins(
    output: str, y: Floats, x: dict[str, NDArray[Any]], rng: np.random.Generator, even: bool
) -> Sensitivities:
    finite = np.isfinite(y)
    values = y[finite]
    _check_count(len(values) // (2 * FEWEST), f"{2 * FEWEST} samples each with finite values", 1)
    places = [_bins(np.asarray(inputs)[finite]) for inputs in x.values()]

    first = np.array([_first_order(values, place, even) for place in places])
    resampled = []
    for _ in range(DRAWS):
        rows = rng.integers(len(values), size=len(values))
        resampled.append([_first_order(values[rows], None if at is None else at[rows], even) for at in places])
    error = LEVEL * np.std(resampled, axis=0, ddof=1)
    return Sensitivities(output, tuple(x), first, error, None, None, len(values), len(y) - len(values))


def _bins(values: NDArray[Any]) -> NDArray[np.int64] | None:
    """Return the bin of each sample; None for many different texts, such as rows of numbers, which have no order."""
    count = min(MOST_BINS, max(2, len(values) // FEWEST), int(np.sqrt(len(values))))
    levels, place = np.unique(values, return_inverse=True)
    if len(levels) <= count:
        return np.asarray(place, dtype=np.int64)
    if levels.dtype.kind not in "fiu":
        return None
    # Equal values share a rank, so that they share a bin.
    rank = np.cumsum(np.bincount(place)) - np.bincount(place)
    return np.asarray(rank[place] * count // len(values), dtype=np.int64)


def _first_order(y: Floats, place: NDArray[np.int64] | None, even: bool) -> float:
    """Return the first-order index from the bins of one axis, (5); without its second term if `even`."""
    if place is None:
        return float("nan")
    m = np.bincount(place).astype(float)
    sums = np.bincount(place, weights=y)
    used = m > 0
    bins = int(used.sum())
    total = float(((y - y.mean()) ** 2).sum())
    between = float((m[used] * (sums[used] / m[used] - y.mean()) ** 2).sum())
    if total <= 0 or len(y) <= bins:
        return float("nan")
    scatter = 0.0 if even else (bins - 1) * (total - between) / (len(y) - bins)
    return (between - scatter) / total


def _check_count(count: int, rows: str, least: int = FEWEST) -> None:
    if count < least:
        raise ArgumentError("samples", f"{count} blocks", f"at least {least} of {rows}", "more samples in the study")
