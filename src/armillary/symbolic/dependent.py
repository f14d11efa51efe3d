"""Dependent parameters: the effects of parameters as columns, of which some are combinations of others. [Gautier1990]

M and g are linear in the parameters X_p of `base`. A row is a power of coordinates times the cosine or sine of moving
angles in one of their entries. The entry of column p in that row is the factor of X_p, a polynomial of constants
(lengths, constant angles, ratios):
    Σ_p X_p f_p(q),   f_p = (F_1p, F_2p, …)                                               (1)
The rank is taken with the values of the constants: a column that is a combination of earlier columns,
    f_p = Σ_b a_b f_b:   X_b ← X_b + a_b X_p,   X_p dropped                               (2)
The factors a_b are polynomials of constants if they can be read off, one after the other: b has a row with a single
monomial in which the other unknown columns are zero. (2) then holds identically. Otherwise they are numbers, for this
robot.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from armillary.spatial.scalar import Floats
from armillary.symbolic.algebra.polynomial import BITS, Poly, Ring, Terms, terms_of
from armillary.symbolic.derive import Derivation
from armillary.symbolic.model.build import Symbolic

Row = tuple[Any, ...]
Effect = dict[Row, Terms]
"""A column of (1): row → polynomial of constants."""

ALIKE = 1e-9
"""Relative remainder of a column below which it is a combination of others."""


def dependences(
    symbolic: Symbolic, slots: list[int], values: Mapping[int, complex]
) -> Iterator[tuple[int, dict[int, Any]]]:
    """Yield each parameter whose effect is a combination of earlier ones, with its factors, (2).

    `values` are the values of the constants, phases of constant angles included.
    """
    effects = _effects(symbolic, slots)
    ring = symbolic.symbols.ring
    columns = _columns(effects, ring, values)
    kept: list[int] = []
    Q = np.zeros((columns[slots[0]].size if slots else 0, 0))
    for slot in slots:
        column = columns[slot]
        left = column - Q @ (Q.T @ column)
        left -= Q @ (Q.T @ left)  # twice is enough for orthogonality to rounding
        if np.linalg.norm(left) > ALIKE * np.linalg.norm(column):
            kept.append(slot)
            Q = np.column_stack([Q, left / np.linalg.norm(left)])
            continue
        yield slot, _factors(effects, slot, _numbers(columns, kept, column), ring)


def _effects(symbolic: Symbolic, slots: list[int]) -> dict[int, Effect]:
    """Return the effect of each parameter on M and g, (1)."""
    derivation = Derivation(symbolic, numeric=symbolic.rounded)
    ring = symbolic.symbols.ring
    moving = ring.coordinates | {slot for slot, angle in ring.angles.items() if angle.value is None}
    effects: dict[int, Effect] = {slot: defaultdict(dict) for slot in slots}
    places: dict[Row, Any] = {
        ("M", i, j): derivation.M[i, j] for i in range(derivation.n) for j in range(i, derivation.n)
    }
    places |= {("g", i): x for i, x in enumerate(derivation.g)}
    for place, polynomial in places.items():
        for key, c in terms_of(polynomial).items():
            exponents = ring.exponents(key)
            # The moving part of the term names the row; what is left over beside the parameter is its entry.
            symbols, phases = ring.split(sum(n << (BITS * slot) for slot, n in exponents.items() if slot in moving))
            for slot in exponents.keys() & effects.keys():
                constant = key - symbols - phases - (1 << (BITS * slot))
                for function, unit in (("c", 1.0), ("s", 1j * np.sign(phases))):  # e^{iv} = cos v + i sin v
                    terms_of_row = effects[slot][*place, symbols, abs(phases), function]
                    terms_of_row[constant] = terms_of_row.get(constant, 0) + complex(unit) * c
    nonzero: dict[int, Effect] = {}
    for slot, effect in effects.items():
        rows = {row: {key: c for key, c in terms.items() if c} for row, terms in effect.items()}
        nonzero[slot] = {row: terms for row, terms in rows.items() if terms}
    return nonzero


def _columns(effects: dict[int, Effect], ring: Ring, values: Mapping[int, complex]) -> dict[int, Floats]:
    """Return the columns of (1) in numbers, real parts above imaginary parts, each row scaled to a maximum of one."""
    rows = sorted({row for effect in effects.values() for row in effect})
    table = np.zeros((len(rows), len(effects)), dtype=complex)
    number = {row: k for k, row in enumerate(rows)}
    for k, effect in enumerate(effects.values()):
        for row, terms in effect.items():
            for key, c in terms.items():
                powers = ring.exponents(key).items()
                table[number[row], k] += c * math.prod((values[slot] ** power for slot, power in powers), start=1 + 0j)
    # Rows have different units: scaled, one tolerance serves all of them.
    largest = np.abs(table).max(axis=1, initial=0.0, keepdims=True)
    table = table / np.where(largest > 0, largest, 1.0)
    parts = np.concatenate([table.real, table.imag])
    return {slot: parts[:, k] for k, slot in enumerate(effects)}


def _numbers(columns: dict[int, Floats], independent: list[int], column: Floats) -> dict[int, float]:
    """Return the factors of (2) that are not zero, as numbers."""
    if not independent or not column.any():
        return {}
    factors = np.linalg.lstsq(np.column_stack([columns[slot] for slot in independent]), column, rcond=None)[0]
    return {
        slot: float(a) for slot, a in zip(independent, factors, strict=True) if abs(a) > ALIKE * np.abs(factors).max()
    }


def _factors(effects: dict[int, Effect], slot: int, numbers: dict[int, float], ring: Ring) -> dict[int, Any]:
    """Return the factors of (2) as polynomials of constants if all can be read off, else the numbers."""
    left: dict[Row, Any] = {row: Poly(ring, terms) for row, terms in effects[slot].items()}
    exact: dict[int, Any] = {}
    while len(exact) < len(numbers):
        column = _read_off(effects, left, [b for b in numbers if b not in exact], ring)
        if column is None:
            return numbers
        b, exact[b] = column
        for row, terms in effects[b].items():
            left[row] = left.get(row, 0.0) - exact[b] * Poly(ring, terms)
    return numbers if any(terms_of(value) for value in left.values()) else exact


def _read_off(
    effects: dict[int, Effect], left: dict[Row, Any], unknown: list[int], ring: Ring
) -> tuple[int, Poly] | None:
    """Return an unknown column and its factor, from a row with one monomial and no other unknown column."""
    for b in unknown:
        for row, terms in effects[b].items():
            if len(terms) > 1 or any(row in effects[other] for other in unknown if other != b):
                continue
            ((key, c),) = terms.items()
            factor = Poly(ring, {monomial - key: x / c for monomial, x in terms_of(left.get(row, 0.0)).items()})
            powers = [item for monomial in factor.terms for item in ring.exponents(monomial).items()]
            if all(power > 0 or k in ring.angles for k, power in powers):  # no division by a length that may be zero
                return b, factor
    return None
