"""Formulas as SymPy expressions (extra `equations`).

Symbols have the names of the text, Greek letters spelled out: m1, lc2, Izz1, theta1, and thetadot1, thetaddot1 for
rates and accelerations, which SymPy prints as θ̇₁ and θ̈₁. They have no assumptions, so that `x.subs("m1", 2.0)` finds
them in an expression x. Angles of bent links are written out; sgn(θ̇1) becomes sign(thetadot1).
"""

from __future__ import annotations

import functools
import importlib
import math
from typing import Any

from armillary.errors import MissingExtraError
from armillary.symbolic.algebra.polynomial import terms_of
from armillary.symbolic.algebra.tree import Power, Product, Symbol, Tree, TreeNumber, Trig
from armillary.symbolic.formula import Formulas
from armillary.symbolic.model.parameters import Symbols
from armillary.symbolic.printers.latex_printer import SPELLED

DENOMINATOR = 64
"""Multiples of 1/64 become fractions, all other numbers decimal numbers."""


def to_sympy(tree: Tree, symbols: Symbols) -> Any:
    """Return a formula as a SymPy expression."""
    return SympyForm(symbols).expression(tree)


def array(formulas: Formulas) -> Any:
    """Return a SymPy matrix, a vector as one column; an array for three indices."""
    sympy = _sympy()
    form = SympyForm(formulas.entries.flat[0].owner.symbols)
    entries = [form.expression(formula.tree) for formula in formulas]
    if len(formulas.shape) == 3:
        return sympy.Array(entries, formulas.shape)
    rows, columns = (*formulas.shape, 1)[:2]
    return sympy.Matrix(rows, columns, entries)


class SympyForm:
    """Turns the formulas of one robot into SymPy expressions; `symbol` has them by their slots."""

    def __init__(self, symbols: Symbols) -> None:
        self.sympy, self.ring = _sympy(), symbols.ring
        names = {slot: spell(symbol.name) for slot, symbol in symbols.parameters.items()}
        for symbol in symbols.coordinates:
            stem = spell(symbol.stem)
            names |= {
                symbol.q: f"{stem}{symbol.index}",
                symbol.qd: f"{stem}dot{symbol.index}",
                symbol.qdd: f"{stem}ddot{symbol.index}",
            }
        self.symbol: dict[int, Any] = {slot: self.sympy.Symbol(label) for slot, label in _distinct(names).items()}
        for symbol in symbols.coordinates:
            if symbol.sign is not None:
                self.symbol[symbol.sign] = self.sympy.sign(self.symbol[symbol.qd])
            if symbol.fall is not None:
                v = symbol.fall.velocity
                ratio = self.symbol[symbol.qd] / (self.symbol[v] if isinstance(v, int) else self.number(v))
                self.symbol[symbol.fall.slot] = self.sympy.exp(
                    -(self.sympy.Abs(ratio) ** self.number(symbol.fall.exponent))
                )
        self.constant = {symbol.name: slot for slot, symbol in symbols.parameters.items() if symbol.kind == "angle"}

    def expression(self, tree: Tree) -> Any:
        """Return a formula."""
        if isinstance(tree, TreeNumber):
            return self.number(tree.value)
        if isinstance(tree, Symbol):
            return self.symbol[tree.slot]
        if isinstance(tree, Trig):
            angle = self.sympy.Add(*(factor * self.angle(slot) for slot, factor in tree.angle))
            return self.sympy.cos(angle) if tree.function == "c" else self.sympy.sin(angle)
        if isinstance(tree, Power):
            return self.expression(tree.base) ** tree.exponent
        if isinstance(tree, Product):
            return self.sympy.Mul(*map(self.expression, tree.factors))
        return self.sympy.Add(*map(self.expression, tree.terms))

    def number(self, value: float) -> Any:
        """Return a number: multiples of 1/64 as exact fractions, others as floats."""
        if math.isfinite(value) and (value * DENOMINATOR).is_integer():
            return self.sympy.Rational(int(value * DENOMINATOR), DENOMINATOR)
        return self.sympy.Float(value)

    def angle(self, slot: int) -> Any:
        """Return an angle: a constant, or a polynomial of coordinates."""
        angle = self.ring.angles[slot]
        if angle.form is None:
            return self.symbol[self.constant[angle.name]]
        terms = []
        for key, c in terms_of(angle.form).items():
            powers = (self.symbol[slot] ** power for slot, power in self.ring.exponents(key).items())
            terms.append(self.sympy.Mul(self.number(c.real), *powers))
        return self.sympy.Add(*terms)


def spell(text: str) -> str:
    """Return a name in the letters of an identifier."""
    letters = SPELLED | {"′": "prime", ",": "_"}
    return "".join(letters.get(c, c) for c in text)


def _distinct(names: dict[int, str]) -> dict[int, str]:
    """Return names of which no two are equal."""
    taken: set[str] = set()
    for slot, label in names.items():
        while label in taken:
            label += "_"
        taken.add(label)
        names[slot] = label
    return names


@functools.cache
def _sympy() -> Any:
    try:
        return importlib.import_module("sympy")
    except ImportError as error:
        raise MissingExtraError("sympy", "equations", "a SymPy form of equations") from error
