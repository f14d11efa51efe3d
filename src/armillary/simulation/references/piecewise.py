"""Pieces in time, for any scalar: which one applies is asked at a time inside the stretch, values are taken at t."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armillary.expr.graph import Expr
from armillary.expr.pointwise import less, select
from armillary.spatial.scalar import Array, Scalar


def piece(inside: Scalar, instants: Sequence[float], pieces: Sequence[Sequence[Scalar]]) -> Array:
    """Return the entries of the piece in which `inside` lies: piece k ends at instant k, the last one never.

    At an instant itself the piece after it applies.

    Example:
        >>> piece(0.7, [0.0, 1.0], [[0.0], [5.0], [9.0]]).tolist()
        [5.0]
    """
    if not isinstance(inside, Expr):
        return np.array(pieces[int(np.searchsorted(instants, np.real(inside), side="right"))])
    chosen = list(pieces[-1])
    for instant, entries in zip(reversed(instants), reversed(pieces[:-1]), strict=True):
        before = less(inside, instant)
        chosen = [select(before, entry, later) for entry, later in zip(entries, chosen, strict=True)]
    return np.array(chosen)
