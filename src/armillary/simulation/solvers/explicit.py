"""Explicit Runge–Kutta methods of a fixed step, from their tableau.

k_i = f(t + c_i h, x + h Σ_{j<i} a_ij k_j),   x(t + h) = x + h Σ b_i k_i                   (1)
"""

from __future__ import annotations

from collections.abc import Sequence

from armillary.simulation.native.loop import Loop
from armillary.simulation.native.values import Number, Vector


def explicit(loop: Loop, A: Sequence[Sequence[float]], b: Sequence[float], c: Sequence[float]) -> None:
    """Write the method with this tableau."""
    k = [loop.vector() for _ in b]
    y = loop.vector()
    with loop.fixed_steps() as (t, h, _):
        stages(loop, A, c, k, y, t, h)
        loop.code.combine(loop.x, (1.0, loop.x), *weighted(h, b, k))


def stages(
    loop: Loop,
    A: Sequence[Sequence[float]],
    c: Sequence[float],
    k: Sequence[Vector],
    y: Vector,
    t: Number,
    h: Number,
    first: int = 0,
) -> None:
    """Write the stages of (1) from number `first` on."""
    for i in range(first, len(A)):
        if any(A[i]):
            loop.code.combine(y, (1.0, loop.x), *weighted(h, A[i], k))
            loop.evaluate(k[i], t + c[i] * h, y)
        else:
            loop.evaluate(k[i], t, loop.x)


def weighted(h: Number, weights: Sequence[float], k: Sequence[Vector]) -> list[tuple[Number, Vector]]:
    """Return the terms h w_i k_i that are not zero."""
    return [(h * w, vector) for w, vector in zip(weights, k, strict=False) if w]
