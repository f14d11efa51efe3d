"""Sums of products written with few operations: common factors drawn out, squares recognised.

Terms are a coefficient and powers of atoms (symbols, sines and cosines, factored forms of rates). What all terms share
comes out first; a part a² + 2ab + b² becomes (a + b)²; then the atom that most terms have is drawn out of these, masses
before others where it makes no difference, and both parts go on in the same way.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from armillary.symbolic.algebra.tree import Number, Power, Product, Sum, Tree, add, count, product

STRONG = 10
"""Atoms of this weight or more are drawn out before all others, however often these occur."""

Powers = tuple[tuple[int, int], ...]
"""(atom, power), atoms in increasing order."""


@dataclass(frozen=True)
class Term:
    """A coefficient times powers of atoms."""

    coefficient: float
    powers: Powers


class Collector:
    """Writes sums of terms; `atoms` are the trees that the numbers in terms stand for.

    Atoms are numbered in the order in which factors are to be written. `order` is the key by which terms are sorted;
    of atoms that occur equally often those with the larger `weight` are drawn out first, and those with a negative one
    only where all terms have them.
    """

    def __init__(
        self, atoms: Sequence[Tree], order: Callable[[Powers], Any], weight: Callable[[int], int] = lambda atom: 0
    ) -> None:
        self.atoms, self.order, self.weight = atoms, order, weight

    def write(self, terms: Sequence[Term]) -> Tree:
        """Return the sum of the terms as a tree."""
        if not terms:
            return Number(0.0)
        return self._write(list(terms))

    def _write(self, terms: list[Term]) -> Tree:
        if len(terms) == 1:
            return product(Number(terms[0].coefficient), *self._factors(terms[0].powers))
        terms = sorted(terms, key=lambda term: self.order(term.powers))
        shared, content, stripped = _common(terms)
        if shared or abs(content) != 1:
            terms = sorted(stripped, key=lambda term: self.order(term.powers))
            return product(Number(content), *self._factors(shared), self._sum(terms))
        return self._sum(terms)

    def _sum(self, terms: list[Term]) -> Tree:
        """Return a sum without a common factor."""
        if len(terms) == 1:
            return self._write(terms)
        roots, rest = _square(terms)
        if roots and not rest:
            return Power(self._sum(roots), 2)
        counts = Counter(atom for term in terms for atom, _ in term.powers)
        eligible = (atom for atom in counts if self.weight(atom) >= 0 and counts[atom] > 1)
        best = max(
            eligible,
            key=lambda atom: (*divmod(self.weight(atom), STRONG)[:1], counts[atom], self.weight(atom), -atom),
            default=None,
        )
        if roots and (best is None or counts[best] <= len(roots)):
            return add(Power(self._sum(roots), 2), self._write(rest))
        if best is None:
            return self._plain(terms)
        inside = [term for term in terms if any(atom == best for atom, _ in term.powers)]
        others = [term for term in terms if not any(atom == best for atom, _ in term.powers)]
        return self._joined(inside, others)

    def _joined(self, inside: list[Term], others: list[Term]) -> Tree:
        """Return both parts of a sum, the one whose first term comes first in front."""
        if not others:
            return self._write(inside)
        parts = sorted((inside, others), key=lambda part: min(self.order(term.powers) for term in part))
        return _shared(add(*(self._write(part) for part in parts)))

    def _plain(self, terms: list[Term]) -> Tree:
        """Return a sum in which no atom occurs twice; terms with the same number other than one share it."""
        sizes = Counter(abs(term.coefficient) for term in terms)
        size = max(sizes, key=lambda value: (value != 1, sizes[value]))
        if size == 1 or sizes[size] < 2 or sizes[size] == len(terms):
            return add(*(self._write([term]) for term in terms))
        inside = [term for term in terms if abs(term.coefficient) == size]
        others = [term for term in terms if abs(term.coefficient) != size]
        return self._joined(inside, others)

    def _factors(self, powers: Powers) -> list[Tree]:
        return [self.atoms[atom] if power == 1 else Power(self.atoms[atom], power) for atom, power in powers]


def _shared(tree: Tree) -> Tree:
    """Return a sum with a sum that several of its terms have as a factor drawn out of these."""
    if not isinstance(tree, Sum):
        return tree
    factors = [term.factors if isinstance(term, Product) else (term,) for term in tree.terms]
    counts = Counter(part for own in factors for part in set(own) if _holds_sum(part))
    several = [part for part, number in counts.items() if number > 1]
    if not several:
        return tree
    best = max(several, key=lambda part: (counts[part] - 1) * (count(part) + 1))
    inside = [product(*(part for part in own if part != best)) for own in factors if best in own]
    first = next(k for k, own in enumerate(factors) if best in own)
    others = [term for term, own in zip(tree.terms, factors, strict=True) if best not in own]
    drawn = product(_shared(add(*inside)), best)
    return _shared(add(*others[:first], drawn, *others[first:]))


def _holds_sum(tree: Tree) -> bool:
    return isinstance(tree.base if isinstance(tree, Power) else tree, Sum)


def _common(terms: list[Term]) -> tuple[Powers, float, list[Term]]:
    """Return the powers and the number that all terms share, and the terms without them."""
    least = dict(terms[0].powers)
    for term in terms[1:]:
        own = dict(term.powers)
        least = {atom: min(power, own[atom]) for atom, power in least.items() if atom in own}
        if not least:
            break
    content = _content([term.coefficient for term in terms])
    if not least and content == 1:
        return (), content, terms
    shared = tuple(sorted(least.items()))
    return shared, content, [Term(term.coefficient / content, _without(term.powers, least)) for term in terms]


def _without(powers: Powers, least: dict[int, int]) -> Powers:
    return tuple((atom, power - least.get(atom, 0)) for atom, power in powers if power > least.get(atom, 0))


def _content(values: list[float]) -> float:
    """Return the number to draw out of all coefficients, with its sign: their size if all have one, or a divisor."""
    sign = -1.0 if values[0] < 0 and sum(value < 0 for value in values) * 2 >= len(values) else 1.0
    sizes = {abs(value) for value in values}
    if len(sizes) == 1:
        return sign * sizes.pop()
    quarters = [4 * size for size in sizes]
    if any(size != round(size) or size > 1e6 for size in quarters):
        return sign
    return sign * math.gcd(*(round(size) for size in quarters)) / 4


def _square(terms: list[Term]) -> tuple[list[Term], list[Term]]:
    """Return a, b, … with (a + b + …)² among the terms, and the other terms; nothing where there is no square."""
    known = {term.powers: term.coefficient for term in terms}
    roots: list[Term] = []
    used: set[Powers] = set()
    for term in terms:
        root = _root(term)
        if root is None:
            continue
        crosses = [(_times(root.powers, other.powers), root.coefficient * other.coefficient) for other in roots]
        signs = {_ratio(known.get(powers), 2 * value) for powers, value in crosses}
        if not roots or signs in ({1}, {-1}):
            sign = signs.pop() if signs else 1
            roots.append(Term(sign * root.coefficient, root.powers))
            used |= {term.powers, *(powers for powers, _ in crosses)}
    if len(roots) < 2:
        return [], terms
    return roots, [term for term in terms if term.powers not in used]


def _ratio(found: float | None, expected: float) -> int:
    return 0 if found is None else 1 if found == expected else -1 if found == -expected else 0


def _root(term: Term) -> Term | None:
    """Return the square root of a term, if it is a square."""
    if term.coefficient <= 0 or any(power % 2 for _, power in term.powers) or not term.powers:
        return None
    root = math.sqrt(term.coefficient)
    if root * root != term.coefficient:
        return None
    return Term(root, tuple((atom, power // 2) for atom, power in term.powers))


def _times(a: Powers, b: Powers) -> Powers:
    powers = Counter(dict(a))
    powers.update(dict(b))
    return tuple(sorted(powers.items()))
