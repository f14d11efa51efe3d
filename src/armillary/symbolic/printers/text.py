"""Formulas in Unicode: m2 (l1² + lc2² + 2 l1 lc2 c2), for a terminal."""

from __future__ import annotations

from typing import ClassVar

from armillary.symbolic.algebra.parallel import Vector
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
from armillary.symbolic.model.parameters import Fall, Symbols

SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
DOT, DOTS = "\u0307", "\u0308"
FRACTIONS = {0.5: "½", 0.25: "¼", 0.75: "¾", 1.5: "3/2"}


class TextPrinter:
    """Prints the formulas of one robot."""

    times, minus = " ", "−"
    functions: ClassVar[dict[str, str]] = {"c": "cos", "s": "sin"}

    def __init__(self, symbols: Symbols) -> None:
        self.ring = symbols.ring
        self.names = {slot: parameter.name for slot, parameter in symbols.parameters.items()}
        self.angles: dict[int, str] = {}
        self.many = len(symbols.coordinates) > 9  # 12 may be the twelfth, or the first and the second
        for symbol in symbols.coordinates:
            self.names[symbol.q] = symbol.label
            self.names[symbol.qd] = f"{symbol.stem}{DOT}{symbol.index}"
            self.names[symbol.qdd] = f"{symbol.stem}{DOTS}{symbol.index}"
            if symbol.sign is not None:
                self.names[symbol.sign] = f"sgn({self.names[symbol.qd]})"
            if symbol.fall is not None:
                v, power = self.velocity(symbol.fall), self.number(symbol.fall.exponent)
                self.names[symbol.fall.slot] = f"exp(-|{self.names[symbol.qd]}/{v}|^{power})"
        indices = {symbol.q: str(symbol.index) for symbol in symbols.coordinates}
        for slot, angle in symbols.ring.angles.items():
            single = [indices[k] for k, slope in angle.slopes.items() if slope == 1.0 and k in indices]
            self.angles[slot] = single[0] if len(angle.slopes) == 1 and single else angle.name

    def print(self, tree: Tree) -> str:
        """Return a formula as text."""
        if isinstance(tree, TreeNumber):
            return self.number(tree.value)
        if isinstance(tree, Symbol):
            return self.names[tree.slot]
        if isinstance(tree, Trig):
            return tree.function + self.angle(tree.angle)
        if isinstance(tree, Power):
            return self.power(self._closed(tree.base), tree.exponent)
        if isinstance(tree, Product):
            return self._product(tree)
        return self._sum(tree)

    def number(self, value: float) -> str:
        """Return a number: whole ones and simple fractions exactly, others to six digits."""
        if value < 0:
            return self.minus + self.number(-value)
        return FRACTIONS.get(value) or (str(round(value)) if value == round(value) and value < 1e6 else f"{value:.6g}")

    def velocity(self, fall: Fall) -> str:
        """Return the velocity of Stribeck friction."""
        return self.names[fall.velocity] if isinstance(fall.velocity, int) else self.number(fall.velocity)

    def power(self, base: str, exponent: int) -> str:
        """Return a power of a formula."""
        return base + str(exponent).translate(SUPERSCRIPTS)

    def angle(self, angle: Vector) -> str:
        """Return the subscript of a sine or cosine: 12 of θ1 + θ2, (1−2) of a difference."""
        names = [self.angles[slot] for slot, _ in angle]
        if self.is_plain(angle):
            return "".join(names)
        single = all(abs(factor) == 1 for _, factor in angle)
        parts = [
            self.signed(f, name if single or not name.isdigit() else "θ" + name)
            for (_, f), name in zip(angle, names, strict=True)
        ]
        return "(" + "".join(parts).removeprefix("+") + ")"

    def angle_sum(self, angle: Vector) -> str:
        """Return a sum of angles: θ1 + θ2."""
        parts = [
            f" {'+' if f > 0 else '−'} {'' if abs(f) == 1 else abs(f)}{self.ring.angles[slot].name}"
            for slot, f in angle
        ]
        return "".join(parts).removeprefix(" + ")

    def meaning(self, wave: Trig) -> str:
        """Return a sine or cosine with its definition: s12 = sin(θ1 + θ2)."""
        inner = self.angle_sum(wave.angle)
        single = len(wave.angle) == 1 and wave.angle[0][1] == 1
        return f"{self.print(wave)} = {self.functions[wave.function]}" + (f" {inner}" if single else f"({inner})")

    def is_plain(self, angle: Vector) -> bool:
        """Return whether an angle is a plain sum of joint angles, so that the numbers of the joints name it."""
        numbers = all(factor == 1 and self.angles[slot].isdigit() for slot, factor in angle)
        return numbers and (len(angle) == 1 or not self.many)

    def signed(self, factor: int, name: str) -> str:
        """Return a part of a sum of angles with its sign."""
        return ("+" if factor > 0 else self.minus) + ("" if abs(factor) == 1 else str(abs(factor))) + name

    def _product(self, tree: Product) -> str:
        number, rest = coefficient(tree)
        factors = rest.factors if isinstance(rest, Product) else (rest,)
        text = self.times.join(self._closed(factor) for factor in factors)
        if abs(number) == 1:
            return text if number > 0 else self.minus + text
        return self.number(number) + self.times + text

    def _closed(self, tree: Tree) -> str:
        text = self.print(tree)
        return f"({text})" if isinstance(tree, TreeSum) else text

    def _sum(self, tree: TreeSum) -> str:
        text = self.print(tree.terms[0])
        for term in tree.terms[1:]:
            number, rest = coefficient(term)
            if number < 0:
                text += f" {self.minus} {self.print(product(TreeNumber(-number), rest))}"
            else:
                text += f" + {self.print(term)}"
        return text
