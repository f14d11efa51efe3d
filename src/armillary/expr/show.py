"""Readable text of expressions, with no more parentheses than needed.

An entry of an input array is written as in code, `q[0]`. Sums and products are written flat, as
a + b − c and a*b/c, positive terms first: the text is equal in exact arithmetic, while the order in
which a graph adds may differ. The text is also a Python expression of sin, cos, …, min, max and select.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from armillary.expr.graph import Graph, Op, Ref

ATOM, PRODUCT, SUM, COMPARISON = range(4)
"""How tightly a text binds, from x and sin(x) to a < b."""


@dataclass(frozen=True)
class Text:
    """What is known of a node's text: the terms of a sum or the factors of a product stay apart."""

    binds: int
    plus: tuple[str, ...] = ()
    """Terms added; for a product, its factors; else the text alone."""
    minus: tuple[str, ...] = ()
    """Terms taken off; for a product, its divisors."""
    negative: bool = False
    """Whether a minus sign stands before a product or an atom."""

    def __neg__(self) -> Text:
        if self.binds == SUM:
            return replace(self, plus=self.minus, minus=self.plus)
        return replace(self, negative=not self.negative)

    def __str__(self) -> str:
        if self.binds == SUM:
            first, *more = self.plus or (f"-{self.minus[0]}",)
            less = self.minus if self.plus else self.minus[1:]
            return " ".join([first, *(f"+ {term}" for term in more), *(f"- {term}" for term in less)])
        if self.binds == COMPARISON and self.negative:
            return f"-({self.positive})"
        return "-" * self.negative + self.positive

    @property
    def positive(self) -> str:
        """The text without a sign before it."""
        if self.binds != PRODUCT:
            return self.plus[0]
        above, below = "*".join(_powers(self.plus)) or "1", _powers(self.minus)
        return above + (f"/({'*'.join(below)})" if len(below) > 1 else f"/{below[0]}" if below else "")


def show(graph: Graph, ref: Ref, shared: bool = False) -> str:
    """Return an expression as text.

    Args:
        graph: The graph.
        ref: The expression.
        shared: Whether to write what occurs more than once on a line of its own, `t12 = …` or by its
            name in the graph, before the line of the expression. Without, the text of an expression
            with many shared parts may grow very long.

    Example:
        >>> graph = Graph()
        >>> x, y = graph.input("q", 0), graph.input("q", 1)
        >>> show(graph, ((x - y) * x.cos() / 2 - 3).ref)
        '0.5*(q[0] - q[1])*cos(q[0]) - 3'
    """
    order = graph.live([ref])
    names = _names(graph, order, ref) if shared else {}
    texts: dict[int, Text] = {}
    lines: list[str] = []
    for node in order:
        texts[node] = _text(graph, node, texts)
        if node in names:
            lines.append(f"{names[node]} = {texts[node]}")
            texts[node] = Text(ATOM, (names[node],))
    return "\n".join([*lines, str(_at(texts, ref))])


def _names(graph: Graph, order: Sequence[int], ref: Ref) -> dict[int, str]:
    """Return a name for each node that is used more than once, or has one, and is not written shorter itself."""
    uses = Counter(arg >> 1 for node in order for arg in graph.arguments(node))
    names: dict[int, str] = {}
    for node in order:
        if graph.op[node] > Op.INPUT and node != ref >> 1 and (uses[node] > 1 or node in graph.names):
            name = graph.names.get(node, f"t{node}")
            names[node] = name if name not in names.values() else f"{name}_{node}"
    return names


def _text(graph: Graph, node: int, texts: Mapping[int, Text]) -> Text:
    op, args = graph.op[node], graph.args[node]
    match op:
        case Op.CONST:
            return Text(ATOM, (repr(args[0]).removesuffix(".0"),))
        case Op.INPUT:
            return Text(ATOM, (f"{args[0]}[{args[1]}]",))
        case Op.ADD:
            parts = [_terms(_at(texts, ref)) for ref in args]
            return Text(SUM, parts[0][0] + parts[1][0], parts[0][1] + parts[1][1])
        case Op.MUL | Op.DIV:
            return _product(_at(texts, args[0]), _at(texts, args[1]), divide=op is Op.DIV)
        case Op.LESS:
            return Text(COMPARISON, (" < ".join(_side(_at(texts, ref)) for ref in args),))
        case _:
            return Text(ATOM, (f"{op.name.lower()}({', '.join(str(_at(texts, ref)) for ref in args)})",))


def _at(texts: Mapping[int, Text], ref: Ref) -> Text:
    return -texts[ref >> 1] if ref & 1 else texts[ref >> 1]


def _side(text: Text) -> str:
    return f"({text})" if text.binds == COMPARISON else str(text)


def _terms(text: Text) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the terms to add and to take off."""
    if text.binds == SUM:
        return text.plus, text.minus
    term = f"({text.positive})" if text.binds == COMPARISON else text.positive
    return ((), (term,)) if text.negative else ((term,), ())


def _product(a: Text, b: Text, divide: bool) -> Text:
    """Return a · b or a / b."""
    (above, below), (more, less) = _factors(a), _factors(b)
    above, below = (above + less, below + more) if divide else (above + more, below + less)
    return Text(PRODUCT, above, below, a.negative != b.negative)


def _factors(text: Text) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the factors above and below the line, sign left out."""
    if text.binds == PRODUCT:
        return text.plus, text.minus
    return ((text.plus[0] if text.binds == ATOM else f"({replace(text, negative=False)})"),), ()


def _powers(factors: Sequence[str]) -> list[str]:
    """Return factors with equal ones gathered: x, x, y → x**2, y; numbers come first."""
    counts = Counter(sorted(factors, key=lambda factor: not factor[0].isdigit()))
    return [factor if count == 1 else f"{factor}**{count}" for factor, count in counts.items() if factor != "1"]
