"""Formulas in MathML, which browsers typeset: letters with indices, powers, dots of rates.

Long sums are broken into several lines, since browsers do not break formulas.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup

from armillary.symbolic.algebra.tree import (
    Power,
    Product,
    Symbol,
    Tree,
    TreeNumber,
    TreeSum,
    Trig,
    coefficient,
    product,
)
from armillary.symbolic.formula import Formula
from armillary.symbolic.model.parameters import Symbols
from armillary.symbolic.printers.page import label
from armillary.symbolic.printers.text import TextPrinter
from armillary.tables.html import clean

ROOM = 90
"""Approximate number of letters of a line."""

Element = ET.Element


@dataclass(frozen=True, eq=False)
class Math:
    """An element with a formula: a part of a page, or a cell of a table."""

    element: Element
    kind: ClassVar[str] = "math"

    def __str__(self) -> str:
        return "".join(self.element.itertext())

    def __html__(self) -> str:
        return Markup(clean(ET.tostring(self.element, encoding="unicode", short_empty_elements=False)))


def tag(name: str, *inside: Element | str, **attributes: str) -> Element:
    """Return an element with elements and texts inside; `class_` is the attribute class, `aria_label` aria-label."""
    element = Element(name, {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()})
    for part in inside:
        if not isinstance(part, str):
            element.append(part)
        elif len(element):
            element[-1] = _with_tail(element[-1], part)
        else:
            element.text = (element.text or "") + part
    return element


def _with_tail(element: Element, text: str) -> Element:
    """Return a copy of an element followed by a text; the element itself is used in several places."""
    followed = Element(element.tag, element.attrib)
    followed.text, followed.tail = element.text, (element.tail or "") + text
    followed.extend(element)
    return followed


class MathPrinter:
    """Prints the formulas of one robot in MathML."""

    def __init__(self, symbols: Symbols) -> None:
        self.plain = TextPrinter(symbols)
        self.names: dict[int, Element] = {}
        for slot, parameter in symbols.parameters.items():
            self.names[slot] = name(parameter.stem, parameter.sub)
        for coordinate in symbols.coordinates:
            index = str(coordinate.index)
            self.names[coordinate.q] = name(coordinate.stem, index)
            self.names[coordinate.qd] = name(coordinate.stem, index, "˙")
            self.names[coordinate.qdd] = name(coordinate.stem, index, "¨")
            if coordinate.sign is not None:
                self.names[coordinate.sign] = tag("mrow", tag("mi", "sgn"), brackets(self.names[coordinate.qd]))
            if coordinate.fall is not None:
                v = coordinate.fall.velocity
                below = self.names[v] if isinstance(v, int) else tag("mn", self.plain.number(v))
                size = tag("mrow", tag("mo", "|"), self.names[coordinate.qd], tag("mo", "/"), below, tag("mo", "|"))
                fall = tag("msup", size, tag("mn", self.plain.number(coordinate.fall.exponent)))
                self.names[coordinate.fall.slot] = tag("msup", tag("mi", "e"), tag("mrow", tag("mo", "−"), fall))

    def equation(self, left: Element, tree: Tree) -> Math:
        """Return left = formula as a display; a long sum has several lines."""
        first, *rest = self.lines(tree)
        rows = [tag("mtr", tag("mtd", left), tag("mtd", tag("mo", "=")), tag("mtd", first))]
        rows += [tag("mtr", tag("mtd"), tag("mtd"), tag("mtd", line)) for line in rest]
        return display(tag("mtable", *rows, class_="lines"))

    def lines(self, tree: Tree) -> list[Element]:
        """Return a formula in lines of about `ROOM` letters."""
        if not isinstance(tree, TreeSum):
            return [self.print(tree)]
        rows: list[list[Element]] = [[]]
        used = 0
        for k, term in enumerate(tree.terms):
            long = len(self.plain.print(term))
            if rows[-1] and used + long > ROOM:
                rows.append([])
                used = 0
            rows[-1] += self._term(term, first=k == 0)
            used += long + 3
        return [tag("mrow", *line) for line in rows]

    def print(self, tree: Tree) -> Element:
        """Return a formula."""
        if isinstance(tree, TreeNumber):
            return tag("mrow", *self.number(tree.value))
        if isinstance(tree, Symbol):
            return self.names[tree.slot]
        if isinstance(tree, Trig):
            return tag("msub", tag("mi", tree.function), tag("mn", self.plain.angle(tree.angle).strip("()")))
        if isinstance(tree, Power):
            return tag("msup", tag("mrow", self._closed(tree.base)), tag("mn", str(tree.exponent)))
        if isinstance(tree, Product):
            return self._product(tree)
        return tag("mrow", *(part for k, term in enumerate(tree.terms) for part in self._term(term, first=k == 0)))

    def number(self, value: float) -> list[Element]:
        """Return a number; an exponent is written as a power of ten."""
        if value < 0:
            return [tag("mo", "−"), *self.number(-value)]
        mantissa, _, exponent = self.plain.number(value).partition("e")
        if not exponent:
            return [tag("mn", mantissa)]
        power = tag("msup", tag("mn", "10"), tag("mn", str(int(exponent)).replace("-", "−")))
        return [tag("mn", mantissa), tag("mo", "·"), power]

    def _term(self, term: Tree, first: bool) -> list[Element]:
        number, rest = coefficient(term)
        if number < 0:
            return [tag("mo", "−"), self.print(product(TreeNumber(-number), rest))]
        return [self.print(term)] if first else [tag("mo", "+"), self.print(term)]

    def _product(self, tree: Product) -> Element:
        number, rest = coefficient(tree)
        factors = rest.factors if isinstance(rest, Product) else (rest,)
        start: list[Element] = []  # 1 x is written x, and −1 x is −x
        if number == -1:
            start = [tag("mo", "−")]
        elif number != 1:
            start = self.number(number)
        # A thin space between factors: l and m without one read as one word.
        spaced = [part for factor in factors for part in (tag("mspace", width="0.17em"), self._closed(factor))][1:]
        return tag("mrow", *start, *spaced)

    def _closed(self, tree: Tree) -> Element:
        return brackets(self.print(tree)) if isinstance(tree, TreeSum) else self.print(tree)


def name(stem: str, sub: str, dots: str = "") -> Element:
    """Return a letter with its index and its dots."""
    letter = tag("mi", stem)
    if dots:
        letter = tag("mover", letter, tag("mo", dots), accent="true")
    return tag("msub", letter, tag("mn", sub)) if sub else letter


def entry_name(formula: Formula) -> Element:
    """Return the name of an entry, such as M with the index 12."""
    text = label(formula)
    if text.startswith("∂"):
        return tag("mi", text)
    stem = text.rstrip("0123456789,")
    return name(stem, text[len(stem) :])


def matrix(rows: Sequence[Sequence[Element]]) -> Element:
    """Return a matrix in brackets."""
    inside = tag("mtable", *(tag("mtr", *(tag("mtd", cell) for cell in row)) for row in rows))
    return tag("mrow", tag("mo", "[", stretchy="true"), inside, tag("mo", "]", stretchy="true"))


def display(*inside: Element) -> Math:
    """Return a formula on a separate line, which scrolls if it is too wide."""
    math = tag("math", tag("mrow", *inside), display="block")
    return Math(tag("div", math, class_="equation", tabindex="0", role="region", aria_label="formula"))


def inline(inside: Element) -> Math:
    """Return a formula within a text."""
    return Math(tag("math", inside))


def brackets(inside: Element) -> Element:
    """Return an element in brackets."""
    return tag("mrow", tag("mo", "("), inside, tag("mo", ")"))
