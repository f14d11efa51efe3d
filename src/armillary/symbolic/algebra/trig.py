"""From phases to products of sines and cosines, as textbooks write them.

The phases of angles about parallel axes (`parallel.Group`) go together; for each group, by itself,
    a e^{iv} + b e^{−iv} = (a + b) cos v + i (a − b) sin v                                  (1)
so that a polynomial becomes a sum of products with one factor for each group. If v is not a sum in the textbook form,
it is v = a + b of two of them, and is combined with u = a − b:
    cos v = 2 c_a c_b − cos u = cos u − 2 s_a s_b,   sin v = 2 s_a c_b − sin u = 2 c_a s_b + sin u       (2)
For x cos u + y cos v the form is taken that leaves less of cos u, and none for x = ± y: a moment of inertia about a
turned axis becomes I s² or I c². Without cos u,
    cos v = c_a c_b − s_a s_b,   sin v = s_a c_b + c_a s_b                                       (3)
whose right side may also stay together, as one factor. Squares, a = b, are split first,
    x + y cos 2a = (x + y) c_a² + (x − y) s_a²                                                  (4)
since over several groups their coefficients are whole numbers where constants are not; c_a² + s_a² = 1 is used last.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from armillary.symbolic.algebra.parallel import ParallelAngles, Vector, minus, vector
from armillary.symbolic.algebra.polynomial import Ring, Terms

Factor = tuple[str, Vector] | tuple[str, Vector, Vector]
"""A cosine ("c") or sine ("s") of an angle, or of the sum of two that is to be written as (3)."""

Factors = tuple[Factor, ...]
Waves = tuple[tuple[int, Factor], ...]
"""Factors with the numbers of their groups, one for each group."""
Arranged = dict[tuple[int, Factors], float]
"""(symbols, sines and cosines) → coefficient."""


class Trigonometry:
    """Arranges the terms of one ring."""

    def __init__(self, ring: Ring, groups: list[ParallelAngles]) -> None:
        self.ring = ring
        self.groups = groups
        self.number = {slot: k for k, group in enumerate(groups) for slot in group.slots}
        self._parts: dict[int, list[tuple[int, Vector, int]]] = {}

    def arrange(self, terms: Terms, together: bool = False) -> Arranged:
        """Return a polynomial in products of sines and cosines; with `together` each sum (3) stays one factor."""
        waves: dict[int, dict[Waves, complex]] = defaultdict(lambda: defaultdict(complex))
        for key, c in terms.items():
            symbols, phases = self.ring.split(key)
            for factors, weight in self._waves(phases):
                waves[symbols][factors] += weight * c
        arranged: dict[tuple[int, Factors], float] = defaultdict(float)
        for symbols, factors_of_waves in waves.items():
            plain = {wave: value.real for wave, value in factors_of_waves.items() if value}
            for product, value in self._products(plain, together).items():
                arranged[symbols, product] += value
        return {key: value for key, value in arranged.items() if value}

    def _split(self, phases: int) -> list[tuple[int, Vector, int]]:
        """Return for each group of a phase its number, the angle with a positive first factor, and its sign."""
        if phases not in self._parts:
            parts: dict[int, dict[int, int]] = defaultdict(dict)
            for slot, factor in self.ring.exponents(phases).items():
                parts[self.number[slot]][slot] = factor
            self._parts[phases] = [
                (number, vector({slot: sign * f for slot, f in angles.items()}), sign)
                for number, angles in sorted(parts.items())
                for sign in [1 if angles[min(angles)] > 0 else -1]
            ]
        return self._parts[phases]

    def _waves(self, phases: int) -> Iterator[tuple[Waves, complex]]:
        """Yield the products of sines and cosines in a phase, (1)."""
        waves: list[tuple[Waves, complex]] = [((), 1.0 + 0j)]
        for number, angle, sign in self._split(phases):
            waves = [
                ((*factors, (number, (function, angle))), weight * unit)
                for factors, weight in waves
                for function, unit in (("c", 1.0), ("s", 1j * sign))
            ]
        yield from waves

    def _products(self, waves: dict[Waves, float], together: bool) -> dict[Factors, float]:
        """Return one monomial's waves as products over the sums that textbooks write, group by group."""
        current: dict[tuple[Factors, Waves], float] = {((), key): x for key, x in waves.items() if x}
        for number, group in enumerate(self.groups):
            buckets: dict[tuple[Factors, Waves], dict[Factor | None, float]] = defaultdict(dict)
            for (done, waiting), x in current.items():
                wave = waiting[0][1] if waiting and waiting[0][0] == number else None
                buckets[done, waiting[1:] if wave else waiting][wave] = x
            current = defaultdict(float)
            for (done, waiting), bucket in buckets.items():
                for factors, x in _paired(bucket, group, together):
                    current[(*done, *factors), waiting] += x
        return _squares_joined({done: x for (done, _), x in current.items() if x})


def _paired(
    bucket: dict[Factor | None, float], group: ParallelAngles, together: bool
) -> Iterator[tuple[Factors, float]]:
    """Yield products of sines and cosines of the group's sums, (2) and (3)."""
    bucket = dict(bucket)
    group_sums = {*group.sums, *(tuple((slot, -factor) for slot, factor in angle) for angle in group.sums)}
    for factor in [factor for factor in bucket if factor is not None and factor[1] not in group_sums]:
        y = bucket.pop(factor)
        pair = _summands(factor[1], group, bucket, factor[0])
        if pair is None:
            yield (factor,), y
            continue
        yield from _split_wave(factor[0], y, *pair, bucket, together)
    for wave, x in bucket.items():
        if x:
            yield ((wave,) if wave is not None else ()), x


def _split_wave(
    function: str, y: float, a: Vector, b: Vector, bucket: dict[Factor | None, float], together: bool
) -> Iterator[tuple[Factors, float]]:
    """Yield y cos(a + b) or y sin(a + b) with the matching waves of a − b, which leave the bucket."""
    partner, sign = _difference(a, b, function)
    x = sign * (bucket.get(partner, 0.0) if function == "c" or partner is not None else 0.0)  # the wave of ±(a − b)
    if function == "c" and a == b and (x or not together):
        bucket.pop(None, None)  # the constant term x is part of (4)
        yield (("c", a), ("c", a)), x + y  # (4)
        yield (("s", a), ("s", a)), x - y
        return
    if function == "c":
        pair, cross = (("c", a), ("c", b)), (("s", a), ("s", b))
    else:
        pair, cross = (("s", a), ("c", b)), (("c", a), ("s", b))
    if not x:  # (3)
        if function == "s" and a == b:
            yield pair, 2 * y
        elif together:
            yield ((function, a, b),), y
        else:
            yield pair, y
            yield cross, -y if function == "c" else y
        return
    same = x * y > 0
    bucket[partner] = sign * (x - y if same else x + y)
    if same:  # (2)
        yield pair, 2 * y
    else:
        yield cross, -2 * y if function == "c" else 2 * y


def _squares_joined(products: dict[Factors, float]) -> dict[Factors, float]:
    """Return products with the common part of cos² and sin² of one angle as one term."""
    waiting = list(products)
    while waiting:
        factors = waiting.pop()
        for square in dict.fromkeys(f for f in factors if f[0] == "c" and len(f) == 2 and factors.count(f) == 2):
            place = factors.index(square)
            rest = (*factors[:place], *factors[place + 2 :])
            other = (*factors[:place], ("s", square[1]), ("s", square[1]), *factors[place + 2 :])
            u, w = products.get(factors, 0.0), products.get(other, 0.0)
            if u * w > 0:  # u cos² + w sin² = common + the rest of the larger one
                common = u if abs(u) <= abs(w) else w
                for key, change in ((factors, -common), (other, -common), (rest, common)):
                    products[key] = products.get(key, 0.0) + change
                waiting.append(rest)
    return {factors: x for factors, x in products.items() if x}


def _difference(a: Vector, b: Vector, function: str) -> tuple[Factor | None, int]:
    """Return the wave of a − b, its first factor positive, and the sign of its sine; no wave if a is b."""
    u = minus(a, b)
    if not u:
        return None, 1
    sign = 1 if u[0][1] > 0 else -1
    return (function, tuple((slot, sign * factor) for slot, factor in u)), (sign if function == "s" else 1)


def _summands(
    v: Vector, group: ParallelAngles, bucket: dict[Factor | None, float], function: str
) -> tuple[Vector, Vector] | None:
    """Return two sums of the group with v = a + b, preferably a pair whose difference is in the bucket."""
    pairs = [(a, b) for a in group.sums for b in [minus(v, a)] if b in group.sums]
    present = (pair for pair in pairs if _difference(*pair, function)[0] in bucket)
    return next(present, pairs[0] if pairs else None)
