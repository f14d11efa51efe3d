"""Formulas in MathML, which browsers typeset by themselves: letters with their indices, powers, dots of rates.

A long sum goes on in further lines, since browsers break no formula.
"""

from __future__ import annotations

from collections.abc import Sequence

from armillary.pages.markup import Markup, joined, tag
from armillary.symbolic.algebra.tree import Number, Power, Product, Sum, Symbol, Tree, Trig, coefficient, product
from armillary.symbolic.formula import Formula
from armillary.symbolic.model.parameters import Symbols
from armillary.symbolic.printers.page import label
from armillary.symbolic.printers.text import TextPrinter

ROOM = 90
"""Letters of a line."""


class MathPrinter:
    """Prints the formulas of one robot in MathML."""

    def __init__(self, symbols: Symbols) -> None:
        self.plain = TextPrinter(symbols)
        self.names: dict[int, Markup] = {slot: name(one.stem, one.sub) for slot, one in symbols.parameters.items()}
        for one in symbols.coordinates:
            index = str(one.index)
            self.names[one.q] = name(one.stem, index)
            self.names[one.qd] = name(one.stem, index, "˙")
            self.names[one.qdd] = name(one.stem, index, "¨")
            if one.sign is not None:
                self.names[one.sign] = joined([tag("mi", "sgn"), brackets(self.names[one.qd])])

    def equation(self, left: Markup, tree: Tree) -> Markup:
        """Return left = formula as a display, in several lines where it is a long sum."""
        first, *rest = self.lines(tree)
        rows = [tag("mtr", _cell(left), _cell(tag("mo", "=")), _cell(first))]
        rows += [tag("mtr", _cell(Markup("")), _cell(Markup("")), _cell(line)) for line in rest]
        return display(tag("mtable", *rows, class_="lines"))

    def lines(self, tree: Tree) -> list[Markup]:
        """Return a formula in lines of about `ROOM` letters."""
        if not isinstance(tree, Sum):
            return [self.print(tree)]
        found: list[list[Markup]] = [[]]
        used = 0
        for k, term in enumerate(tree.terms):
            long = len(self.plain.print(term))
            if found[-1] and used + long > ROOM:
                found.append([])
                used = 0
            found[-1].append(self._term(term, first=k == 0))
            used += long + 3
        return [tag("mrow", *line) for line in found]

    def print(self, tree: Tree) -> Markup:
        """Return a formula."""
        if isinstance(tree, Number):
            return self.number(tree.value)
        if isinstance(tree, Symbol):
            return self.names[tree.slot]
        if isinstance(tree, Trig):
            return tag("msub", tag("mi", tree.function), tag("mn", self.plain.angle(tree.angle).strip("()")))
        if isinstance(tree, Power):
            return tag("msup", tag("mrow", self._closed(tree.base)), tag("mn", str(tree.exponent)))
        if isinstance(tree, Product):
            return self._product(tree)
        return tag("mrow", *(self._term(term, first=k == 0) for k, term in enumerate(tree.terms)))

    def number(self, value: float) -> Markup:
        """Return a number, powers of ten as such."""
        if value < 0:
            return joined([tag("mo", "−"), self.number(-value)])
        mantissa, _, exponent = self.plain.number(value).partition("e")
        if not exponent:
            return tag("mn", mantissa)
        power = tag("msup", tag("mn", "10"), tag("mn", str(int(exponent)).replace("-", "−")))
        return tag("mrow", tag("mn", mantissa), tag("mo", "·"), power)

    def _term(self, term: Tree, first: bool) -> Markup:
        number, rest = coefficient(term)
        if number < 0:
            return joined([tag("mo", "−"), self.print(product(Number(-number), rest))])
        return self.print(term) if first else joined([tag("mo", "+"), self.print(term)])

    def _product(self, tree: Product) -> Markup:
        number, rest = coefficient(tree)
        factors = rest.factors if isinstance(rest, Product) else (rest,)
        start = [] if number == 1 else [tag("mo", "−")] if number == -1 else [self.number(number)]
        return tag("mrow", *start, *_spaced([self._closed(factor) for factor in factors]))

    def _closed(self, tree: Tree) -> Markup:
        return brackets(self.print(tree)) if isinstance(tree, Sum) else self.print(tree)


def name(stem: str, sub: str, dots: str = "") -> Markup:
    """Return a letter with its index and its dots."""
    letter = tag("mi", stem)
    if dots:
        letter = tag("mover", letter, tag("mo", dots), accent="true")
    return tag("msub", letter, tag("mn", sub)) if sub else letter


def entry_name(formula: Formula) -> Markup:
    """Return the name of an entry: M with the index 12."""
    text = label(formula)
    if text.startswith("∂"):
        return tag("mi", text)
    stem = text.rstrip("0123456789,")
    return name(stem, text[len(stem) :])


def matrix(rows: Sequence[Sequence[Markup]]) -> Markup:
    """Return a matrix in brackets."""
    inside = tag("mtable", *(tag("mtr", *(tag("mtd", cell) for cell in row)) for row in rows))
    return tag("mrow", tag("mo", "[", stretchy="true"), inside, tag("mo", "]", stretchy="true"))


def display(inside: Markup) -> Markup:
    """Return a formula on a line of its own, which can be scrolled where it is too wide."""
    math = tag("math", inside, display="block")
    return tag("div", math, class_="equation", tabindex="0", role="region", aria_label="formula")


def inline(inside: Markup) -> Markup:
    """Return a formula within a text."""
    return tag("math", inside)


def brackets(inside: Markup) -> Markup:
    """Return something in brackets."""
    return tag("mrow", tag("mo", "("), inside, tag("mo", ")"))


def _cell(inside: Markup) -> Markup:
    return tag("mtd", inside)


def _spaced(factors: Sequence[Markup]) -> list[Markup]:
    """Return factors with a thin space between them: l and m without one read as one word."""
    gap = Markup('<mspace width="0.17em"></mspace>')
    return [part for factor in factors for part in (gap, factor)][1:]
