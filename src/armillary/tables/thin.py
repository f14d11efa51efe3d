"""Long lines with fewer points, every peak kept. Rows are chosen, never interpolated."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def extreme_rows(lines: Sequence[NDArray[np.float64]], most: int) -> NDArray[np.intp]:
    """Return about `most` rows of lines of equal length, shape (N,) each.

    These are the first and the last row, and in every piece of the lines the rows where one is least or greatest; the
    first row of a piece that is not finite is kept, so that a gap stays a gap.
    """
    count = len(lines[0])
    if count <= most:
        return np.arange(count)
    size = -(-count // max(most // (2 * len(lines)), 1))
    pieces = -(-count // size)
    start = np.arange(pieces) * size
    kept = [np.array([0, count - 1])]
    for line in lines:
        padded = np.full(pieces * size, np.nan)
        padded[:count] = line
        grid = padded.reshape(pieces, size)
        finite = np.isfinite(grid)
        known, gap = finite.any(axis=1), ~finite.all(axis=1)
        kept.append((start + np.where(finite, grid, np.inf).argmin(axis=1))[known])
        kept.append((start + np.where(finite, grid, -np.inf).argmax(axis=1))[known])
        kept.append((start + finite.argmin(axis=1))[gap])
    rows = np.unique(np.concatenate(kept))
    return rows[rows < count]
