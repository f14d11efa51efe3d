"""Sums of products written with few operations: common factors drawn out, squares recognised.

Terms are a coefficient and powers of atoms (symbols, sines and cosines, factored forms of rates). Factors common to all
terms come out first; a part a² + 2ab + b² becomes (a + b)²; then the atom in most terms is drawn out of these, masses
first among equally frequent atoms, and both parts continue in the same way.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from armillary.symbolic.algebra.tree import Power, Product, Tree, TreeNumber, TreeSum, add, count, product

STRONG = 10
"""Atoms of this weight or more are drawn out before more frequent ones."""

Powers = tuple[tuple[int, int], ...]
"""(atom, power), atoms in increasing order."""


@dataclass(frozen=True)
class Term:
    """A coefficient times powers of atoms."""

    coefficient: float
    powers: Powers


class Collector:
    """Writes sums of terms; the numbers of atoms in terms are indices of `atoms`, in the order of written factors.

    `order` is the sorting key of terms. Among equally frequent atoms the one with the largest `weight` is drawn out
    first; atoms of negative weight only if all terms have them.
    """

    def __init__(
        self, atoms: Sequence[Tree], order: Callable[[Powers], Any], weight: Callable[[int], int] = lambda atom: 0
    ) -> None:
        self.atoms, self.order, self.weight = atoms, order, weight

    def write(self, terms: Sequence[Term]) -> Tree:
        """Return the sum of the terms as a tree."""
        return self._write(list(terms)) if terms else TreeNumber(0.0)

    def _write(self, terms: list[Term]) -> Tree:
        if len(terms) == 1:
            return product(TreeNumber(terms[0].coefficient), *self._factors(terms[0].powers))
        terms = sorted(terms, key=lambda term: self.order(term.powers))
        shared, content, stripped = _common(terms)
        if shared or abs(content) != 1:
            terms = sorted(stripped, key=lambda term: self.order(term.powers))
            return product(TreeNumber(content), *self._factors(shared), self._sum(terms))
        return self._sum(terms)

    def _sum(self, terms: list[Term]) -> Tree:
        """Return a sum without a common factor."""
        if len(terms) == 1:
            return self._write(terms)
        roots, rest = _square(terms)
        if roots and not rest:
            return Power(self._sum(roots), 2)
        counts = Counter(atom for term in terms for atom, _ in term.powers)
        # Drawing out an atom of a single term would change nothing; negative weights wait for `_common`.
        eligible = (atom for atom in counts if self.weight(atom) >= 0 and counts[atom] > 1)
        best = max(
            eligible,
            key=lambda atom: (*divmod(self.weight(atom), STRONG)[:1], counts[atom], self.weight(atom), -atom),
            default=None,
        )
        # A square saves more operations than a factor of fewer terms.
        if roots and (best is None or counts[best] <= len(roots)):
            return add(Power(self._sum(roots), 2), self._write(rest))
        if best is None:
            return self._plain(terms)
        return self._divided(terms, lambda term: any(atom == best for atom, _ in term.powers))

    def _divided(self, terms: list[Term], inside: Callable[[Term], bool]) -> Tree:
        """Return the sum of two parts of a sum; the part with the first term comes first."""
        parts = [[term for term in terms if inside(term) == which] for which in (True, False)]
        if not parts[1]:
            return self._write(parts[0])
        parts.sort(key=lambda part: min(self.order(term.powers) for term in part))
        return _shared(add(*(self._write(part) for part in parts)))

    def _plain(self, terms: list[Term]) -> Tree:
        """Return a sum in which no atom occurs twice; terms with equal numbers other than one share the number."""
        sizes = Counter(abs(term.coefficient) for term in terms)
        size = max(sizes, key=lambda value: (value != 1, sizes[value]))
        if size == 1 or sizes[size] < 2 or sizes[size] == len(terms):
            return add(*(self._write([term]) for term in terms))
        return self._divided(terms, lambda term: abs(term.coefficient) == size)

    def _factors(self, powers: Powers) -> list[Tree]:
        return [self.atoms[atom] if power == 1 else Power(self.atoms[atom], power) for atom, power in powers]


def _shared(tree: Tree) -> Tree:
    """Return a sum in which a factor of several terms that is a sum itself is drawn out."""
    if not isinstance(tree, TreeSum):
        return tree
    factors = [term.factors if isinstance(term, Product) else (term,) for term in tree.terms]
    distinct = (part for term_factors in factors for part in dict.fromkeys(term_factors))
    counts = Counter(part for part in distinct if isinstance(part.base if isinstance(part, Power) else part, TreeSum))
    several = [part for part, number in counts.items() if number > 1]
    if not several:
        return tree
    best = max(several, key=lambda part: (counts[part] - 1) * (count(part) + 1))
    inside = [
        product(*(part for part in term_factors if part != best)) for term_factors in factors if best in term_factors
    ]
    first = next(k for k, term_factors in enumerate(factors) if best in term_factors)
    others = [term for term, term_factors in zip(tree.terms, factors, strict=True) if best not in term_factors]
    drawn = product(_shared(add(*inside)), best)
    return _shared(add(*others[:first], drawn, *others[first:]))


def _common(terms: list[Term]) -> tuple[Powers, float, list[Term]]:
    """Return the powers and the number that all terms share, and the terms without them."""
    least = dict(terms[0].powers)
    for term in terms[1:]:
        powers = dict(term.powers)
        least = {atom: min(power, powers[atom]) for atom, power in least.items() if atom in powers}
        if not least:
            break
    content = _content([term.coefficient for term in terms])
    if not least and content == 1:
        return (), content, terms
    rest = []
    for term in terms:
        left = ((atom, power - least.get(atom, 0)) for atom, power in term.powers)
        rest.append(Term(term.coefficient / content, tuple((atom, power) for atom, power in left if power)))
    return tuple(sorted(least.items())), content, rest


def _content(values: list[float]) -> float:
    """Return the number to draw out of all coefficients, with its sign: their common size, or their divisor."""
    sign = -1.0 if values[0] < 0 and sum(value < 0 for value in values) * 2 >= len(values) else 1.0
    sizes = {abs(value) for value in values}
    if len(sizes) == 1:
        return sign * sizes.pop()
    # Kinetic energies and sums of angles give multiples of 1/4, whose divisors are exact; other numbers are rounded.
    quarters = [4 * size for size in sizes]
    if any(size != round(size) or size > 1e6 for size in quarters):
        return sign
    return sign * math.gcd(*(round(size) for size in quarters)) / 4


def _square(terms: list[Term]) -> tuple[list[Term], list[Term]]:
    """Return a, b, … with (a + b + …)² among the terms, and the other terms; no roots if there is no square."""
    coefficients = {term.powers: term.coefficient for term in terms}
    roots: list[Term] = []
    used: set[Powers] = set()
    for term in terms:
        root = _root(term)
        if root is None:
            continue
        crosses = [(_times(root.powers, other.powers), 2 * root.coefficient * other.coefficient) for other in roots]
        pairs = [(coefficients.get(powers), value) for powers, value in crosses]
        # The products 2 a b of the new root with all others must be there, all with the sign of the new root.
        positive = all(present == value for present, value in pairs)
        if positive or all(present == -value for present, value in pairs):
            roots.append(Term(root.coefficient if positive else -root.coefficient, root.powers))
            used |= {term.powers, *(powers for powers, _ in crosses)}
    if len(roots) < 2:
        return [], terms
    return roots, [term for term in terms if term.powers not in used]


def _root(term: Term) -> Term | None:
    """Return the square root of a term, if it is a square."""
    if term.coefficient <= 0 or any(power % 2 for _, power in term.powers) or not term.powers:
        return None
    root = math.sqrt(term.coefficient)
    if root * root != term.coefficient:  # only exact roots: the written formula must equal the polynomial
        return None
    return Term(root, tuple((atom, power // 2) for atom, power in term.powers))


def _times(a: Powers, b: Powers) -> Powers:
    return tuple(sorted((Counter(dict(a)) + Counter(dict(b))).items()))
