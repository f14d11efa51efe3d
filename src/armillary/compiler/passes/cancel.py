"""Sums of sums that cancel: (x + y) − (x + z) = y − z.

A sum that several others use keeps its identity, which hides terms that cancel between two sums. Terms in ω² are an
example: the equations of a body need −(ω_y² + ω_z²), −(ω_x² + ω_z²) and their difference. A sum is expanded with all
inner sums if that takes no more operations:
    cost(Σ c_k x_k) = terms − 1 + numbers that are not ±1                                     (1)
At equal cost the expanded form is preferred, since the inner sums may become unused.
"""

from __future__ import annotations

from armillary.compiler.passes.nary import ONE, Sum, Web, accumulate

LONGEST = 12
"""Longer sums are not expanded, which keeps the work linear."""


def cancel(web: Web) -> None:
    """Expand sums where terms cancel, (1); changes the web."""
    full: dict[int, Sum] = {}
    """The sums that others can be expanded with."""
    for value in web.order():
        if value not in web.sum:
            continue
        terms = web.sum[value]
        if full.keys().isdisjoint(terms):
            if 2 <= len(terms) <= LONGEST:
                full[value] = terms
            continue
        written: Sum | None = {}
        for x, c in terms.items():
            inner = full.get(x, {x: 1.0})
            if written is None or len(written) + len(inner) > LONGEST:
                written = None
                break
            for y, d in inner.items():
                accumulate(written, y, c * d)
        if written is None or len(written) < 2:
            continue
        full[value] = written
        if _cost(written) <= _cost(terms):
            web.sum[value] = written


def _cost(terms: Sum) -> int:
    return len(terms) - 1 + sum(abs(c) != 1.0 for x, c in terms.items() if x != ONE)
