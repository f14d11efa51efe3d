"""From polynomials to formulas: products of sines and cosines, factors in the order of textbooks, few operations.

Each formula is written in a few ways: with masses drawn out first or with sines and cosines, and where it holds rates
also with quadratic forms of these as factors (`rates`). The one with the fewest operations is kept.
Factors stand in the order mass, inertia, ratio, length, gravity, other parameters, coordinates, sines and cosines,
rates; terms in the order of the links of their masses, terms without sines and cosines first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from typing import Any

from armillary.symbolic.algebra.collect import Collector, Powers, Term
from armillary.symbolic.algebra.polynomial import terms_of
from armillary.symbolic.algebra.rates import Form, factor_form, normalise
from armillary.symbolic.algebra.tree import ZERO, Power, Symbol, Tree, TreeNumber, Trig, add, count, product
from armillary.symbolic.algebra.trig import Arranged, Factor, Trigonometry
from armillary.symbolic.model.build import Symbolic

RANKS = (
    "base", "mass", "inertia", "modal", "ratio", "direction", "stiffness", "friction", "length", "gravity", "angle",
    "coordinate", "rest", "trig", "sign", "rate", "form", "acceleration",
)  # fmt: skip

MANY = 400
"""Terms above which only one way of writing is tried."""

Key = tuple[Any, ...]

Weights = dict[str, int]
"""Kind of a factor → weight for drawing it out of a sum; the empty kind is the weight of all others."""

HEAVY = ("base", "mass", "inertia", "modal", "stiffness")
WAVES = ("trig", "form")
MASS_FIRST: Weights = dict.fromkeys(HEAVY, 2) | dict.fromkeys((*WAVES, "rate", "gravity"), 1) | {"": -1}
TRIG_FIRST: Weights = dict.fromkeys(HEAVY, 1) | dict.fromkeys((*WAVES, "rate", "gravity"), 2) | {"": -1}
RATES_FIRST: Weights = TRIG_FIRST | {"form": 10, "": 0}
MASS_STRONG: Weights = TRIG_FIRST | {"mass": 10, "": 0}
TRIG_STRONG: Weights = TRIG_FIRST | {"trig": 10, "": 0}
ANY: Weights = dict.fromkeys(WAVES, 1) | {"": 0}
TEXTBOOK: tuple[Weights, ...] = (MASS_FIRST, TRIG_FIRST)
PARTS = (TRIG_FIRST, MASS_FIRST, ANY, MASS_STRONG, TRIG_STRONG)
SHORT: tuple[Weights, ...] = (TRIG_FIRST, MASS_FIRST, ANY, RATES_FIRST, MASS_STRONG, TRIG_STRONG)


class FormulaWriter:
    """Writes polynomials of one symbolic robot."""

    def __init__(self, symbolic: Symbolic) -> None:
        self.symbolic = symbolic
        self.ring = symbolic.symbols.ring
        self.trig = Trigonometry(self.ring, symbolic.groups)
        self.rate = {coordinate.qd: coordinate.index for coordinate in symbolic.symbols.coordinates}
        self.slot = {coordinate.index: coordinate.qd for coordinate in symbolic.symbols.coordinates}
        parameters = symbolic.symbols.parameters.items()
        self.rank = {slot: (RANKS.index(parameter.kind), parameter.link) for slot, parameter in parameters}
        """The rank of the kind of every symbol, and the number of its link."""
        for coordinate in symbolic.symbols.coordinates:
            kinds = [
                (coordinate.q, "coordinate"),
                (coordinate.qd, "rate"),
                (coordinate.qdd, "acceleration"),
                (coordinate.sign, "sign"),
            ]
            kinds += [(coordinate.fall.slot, "sign")] if coordinate.fall is not None else []
            self.rank |= {slot: (RANKS.index(kind), coordinate.index) for slot, kind in kinds if slot is not None}

    def formula(self, polynomial: Any, short: bool = False) -> Tree:
        """Return a polynomial as a formula in textbook form or, with `short`, with fewer operations."""
        terms = terms_of(polynomial)
        if not terms:
            return ZERO
        # Textbooks write products of sines and cosines; only short forms try sums of angles as single factors too.
        if not short or len(terms) > MANY:
            return self._shortest(self.trig.arrange(terms), short)
        ways = {together: self.trig.arrange(terms, together) for together in (True, False)}
        if ways[True] == ways[False]:
            del ways[True]
        return min((self._shortest(arranged, short) for arranged in ways.values()), key=count)

    def _shortest(self, arranged: Arranged, short: bool) -> Tree:
        """Return the formula with the fewest operations among several forms."""
        moving = any(self.rate.keys() & self.ring.exponents(symbols).keys() for symbols, _ in arranged)
        writers = [self._by_forms, self._plain] if moving else [self._plain]
        orders = SHORT if short else TEXTBOOK
        if len(arranged) > MANY:  # each way takes seconds
            writers = writers[:1]
            orders = orders[:1]
        return min((write(arranged, weights) for write in writers for weights in orders), key=count)

    def _plain(self, arranged: Arranged, weights: Weights) -> Tree:
        """Return the formula with single rates as factors."""
        entries = [(x, self._keys(symbols, factors)) for (symbols, factors), x in arranged.items()]
        return self._collect(entries, {}, weights)

    def _by_forms(self, arranged: Arranged, weights: Weights) -> Tree:
        """Return the formula with quadratic forms of rates as factors."""
        forms: dict[Any, dict[tuple[int, int], float]] = defaultdict(dict)
        linear: list[tuple[float, dict[Key, int]]] = []
        for (symbols, factors), x in arranged.items():
            keys = self._keys(symbols, factors)
            rates = [self.rate[key[1]] for key, power in keys.items() if key[1] in self.rate for _ in range(power)]
            if len(rates) != 2 or any(RANKS[key[0][0]] == "acceleration" for key in keys):
                linear.append((x, keys))
                continue
            rest = tuple(sorted((key, power) for key, power in keys.items() if key[1] not in self.rate))
            forms[rest][min(rates), max(rates)] = x
        entries = linear
        # Each form of rates becomes one atom, so that it can be drawn out of a sum like a symbol.
        trees: dict[Key, Tree] = {}
        numbers: dict[Form, int] = {}
        for rest, form in forms.items():
            scale, unit = normalise(form)
            number = numbers.setdefault(unit, len(numbers))
            key = ((RANKS.index("form"), number), -1 - number)
            trees[key] = self._form(unit)
            entries.append((scale, {**dict(rest), key: 1}))
        if weights is RATES_FIRST:
            return self._by_single_forms(entries, trees)
        return self._collect(entries, trees, weights)

    def _by_single_forms(self, entries: list[tuple[float, dict[Key, int]]], trees: dict[Key, Tree]) -> Tree:
        """Return the formula as a sum of forms of rates, each with the shortest factor."""
        parts: dict[Key | None, list[tuple[float, dict[Key, int]]]] = defaultdict(list)
        for x, keys in entries:
            form = next((key for key in keys if key in trees), None)
            parts[form].append((x, {key: power for key, power in keys.items() if key != form}))
        written = []
        for form, terms in parts.items():
            factor = min((self._collect(terms, {}, weights) for weights in PARTS), key=count)
            written.append(factor if form is None else product(factor, trees[form]))
        return add(*written)

    def _form(self, form: Form) -> Tree:
        """Return a quadratic form of rates as a formula."""
        parts = factor_form(form)
        if parts is not None:
            L, K = (
                self._of_rates(sorted(part), [((k,), value) for k, value in sorted(part.items())]) for part in parts
            )
            return Power(L, 2) if L == K else product(L, K)
        return self._of_rates(list(dict.fromkeys(k for pair, _ in form for k in pair)), form)

    def _of_rates(self, order: list[int], terms: Iterable[tuple[tuple[int, ...], float]]) -> Tree:
        """Return the sum of products of rates, each product by the numbers of its rates."""
        atoms = [Symbol(self.slot[k]) for k in order]
        products = [Term(x, tuple(sorted(Counter(order.index(k) for k in rates).items()))) for rates, x in terms]
        return Collector(atoms, lambda powers: powers).write(products)

    def _keys(self, symbols: int, factors: tuple[Factor, ...]) -> dict[Key, int]:
        """Return the factors of a term, as keys that sort as factors are written, with their powers."""
        keys: dict[Key, int] = {(self.rank[slot], slot): power for slot, power in self.ring.exponents(symbols).items()}
        for factor in factors:
            key = ((RANKS.index("trig"), factor[1][0][0]), factor)
            keys[key] = keys.get(key, 0) + 1
        return keys

    def _collect(self, entries: list[tuple[float, dict[Key, int]]], trees: dict[Key, Tree], weights: Weights) -> Tree:
        """Return the sum of terms, each a coefficient and its factors."""
        keys_in_order = sorted({key for _, keys in entries for key in keys}, key=lambda key: (key[0], str(key[1])))
        number = {key: k for k, key in enumerate(keys_in_order)}
        atoms = [trees[key] if key in trees else _atom(key) for key in keys_in_order]
        kinds = [RANKS[key[0][0]] for key in keys_in_order]
        links = [key[0][1] for key in keys_in_order]

        @cache
        def order(powers: Powers) -> Any:
            heavy = [(links[a], kinds[a] != "mass") for a, _ in powers if kinds[a] in ("mass", "inertia", "modal")]
            waves = sum(power for a, power in powers if kinds[a] in ("trig", "coordinate", "rest"))
            spread = len({links[a] for a, _ in powers if kinds[a] == "length"})
            mixed = len({kinds[a] for a, _ in powers} & {"coordinate", "rest"}) > 1  # (d − r)² begins with squares
            return heavy[:1], waves > 0, spread, waves, mixed, powers

        collector = Collector(atoms, order, lambda atom: weights.get(kinds[atom], weights[""]))
        return collector.write([Term(x, tuple(sorted((number[k], p) for k, p in keys.items()))) for x, keys in entries])


def _atom(key: Key) -> Tree:
    if isinstance(key[1], int):
        return Symbol(key[1])
    function, *angles = key[1]
    if len(angles) == 1:
        return Trig(function, angles[0])
    a, b = angles
    if function == "s":
        return add(product(Trig("s", a), Trig("c", b)), product(Trig("c", a), Trig("s", b)))
    squares = [Power(Trig(f, a), 2) if a == b else product(Trig(f, a), Trig(f, b)) for f in "cs"]
    return add(squares[0], product(TreeNumber(-1.0), squares[1]))
