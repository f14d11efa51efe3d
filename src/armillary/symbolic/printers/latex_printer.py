r"""Formulas in LaTeX (amsmath), as textbooks set them: m_{1}, l_{c2}, \dot{\theta}_{1}, s_{12}.

Brackets are plain ones, ( [ \lbrace from the inside out, so that a long formula may go to the next line anywhere.
"""

from __future__ import annotations

import re
import unicodedata
from typing import ClassVar

from armillary.symbolic.algebra.parallel import Vector
from armillary.symbolic.algebra.tree import Tree, TreeSum, Trig
from armillary.symbolic.formula import Formula
from armillary.symbolic.model.parameters import CoordinateSymbols, Symbols
from armillary.symbolic.printers.text import TextPrinter

SPELLED = {letter: unicodedata.name(letter).split()[-1].lower() for letter in "αβγδηθκμστφχψω"}
"""Greek letters by their names."""
GREEK = {letter: rf"\{word}" for letter, word in SPELLED.items()}
GREEK |= {letter.upper(): rf"\{SPELLED[letter].capitalize()}" for letter in "γφω"}
QUANTITY = {"Gamma": r"\Gamma", "tau": r"\tau", "gamma": r"\gamma", "eta": r"\eta", "motors": r"M^{m}"}
FRACTIONS = {0.5: r"\tfrac{1}{2}", 0.25: r"\tfrac{1}{4}", 0.75: r"\tfrac{3}{4}", 1.5: r"\tfrac{3}{2}"}
BRACKETS = (("(", ")"), ("[", "]"), (r"\lbrace ", r"\rbrace "))

SMALL = 0.75
"""Width of a letter in an index, in letters."""
WIDE = 0.5
"""Extra width of an m, or of a sign in an index, in letters."""


def name(stem: str, sub: str) -> str:
    r"""Return a letter with its index: l_{c2}, \phi'_{1e,1}, and MX_{1} of base parameters."""
    prime = "'" if stem.endswith("′") else ""
    stem = stem.removesuffix("′")
    letter = GREEK.get(stem, stem)
    if len(stem) > 1:
        letter = rf"\mathit{{{stem}}}"
    return f"{letter}{prime}" + (f"_{{{sub}}}" if sub else "")


class LatexPrinter(TextPrinter):
    """Prints the formulas of one robot in LaTeX."""

    minus = "-"
    functions: ClassVar[dict[str, str]] = {"c": r"\cos", "s": r"\sin"}

    def __init__(self, symbols: Symbols) -> None:
        super().__init__(symbols)
        self.names = {slot: name(symbol.stem, symbol.sub) for slot, symbol in symbols.parameters.items()}
        for symbol in symbols.coordinates:
            self.names[symbol.q] = coordinate(symbol)
            self.names[symbol.qd], self.names[symbol.qdd] = coordinate(symbol, r"\dot"), coordinate(symbol, r"\ddot")
            if symbol.sign is not None:
                self.names[symbol.sign] = rf"\operatorname{{sgn}}({self.names[symbol.qd]})"
            if symbol.fall is not None:
                v, power = self.velocity(symbol.fall), self.number(symbol.fall.exponent)
                self.names[symbol.fall.slot] = rf"e^{{-|{self.names[symbol.qd]}/{v}|^{{{power}}}}}"
        for slot, label in self.angles.items():
            if not label.isdigit():
                self.angles[slot] = name(label[0], label[1:])

    def print(self, tree: Tree) -> str:
        """Return a formula in LaTeX, without dollar signs."""
        if isinstance(tree, Trig):
            return f"{tree.function}_{{{self.angle(tree.angle)}}}"
        return super().print(tree)

    def number(self, value: float) -> str:
        """Return a number: whole ones and simple fractions exactly, others to six digits."""
        if value < 0:
            return self.minus + self.number(-value)
        mantissa, _, exponent = (FRACTIONS.get(value) or super().number(value)).partition("e")
        return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if exponent else mantissa

    def power(self, base: str, exponent: int) -> str:
        """Return a power; a letter with a prime needs braces, since its prime is an exponent."""
        primed = "'" in base and not base.startswith(tuple(left for left, _ in BRACKETS))
        return f"{{{base}}}^{{{exponent}}}" if primed else f"{base}^{{{exponent}}}"

    def angle(self, angle: Vector) -> str:
        """Return the index of a sine or cosine: 12 of θ1 + θ2, 1-2 of a difference."""
        if self.is_plain(angle):
            return "".join(self.angles[slot] for slot, _ in angle)
        return self.angle_sum(angle, "{}" if all(abs(f) == 1 for _, f in angle) else r"\theta_{{{}}}")

    def angle_sum(self, angle: Vector, joint: str = r"\theta_{{{}}}") -> str:
        """Return a sum of angles; `joint` is the pattern for the angle of a joint."""
        labels = [(f, self.angles[slot]) for slot, f in angle]
        parts = [self.signed(f, joint.format(label) if label.isdigit() else label) for f, label in labels]
        return "".join(parts).removeprefix("+")

    def _closed(self, tree: Tree) -> str:
        text = self.print(tree)
        if not isinstance(tree, TreeSum):
            return text
        depth = 0  # outside braces, parentheses again
        if r"\lbrace" not in text:
            depth = 2 if "[" in text else int("(" in text)
        left, right = BRACKETS[depth]
        return left + text + right.strip()


def coordinate(symbols: CoordinateSymbols, dots: str = "") -> str:
    """Return the name of a coordinate; with dots the name of its rate or acceleration."""
    letter = GREEK.get(symbols.stem, symbols.stem)
    return (f"{dots}{{{letter}}}" if dots else letter) + f"_{{{symbols.index}}}"


def entry_name(formula: Formula) -> str:
    """Return the name of an entry: M_{12}, B_{1,23}, ∂T/∂θ_{1}."""
    stem, index = formula.parts
    if stem == "c":
        return rf"\partial T/\partial {coordinate(formula.owner.symbols.coordinates[int(index) - 1])}"
    if stem == "B":
        index = index if "," in index else f"{index[0]},{index[1:]}"
    return QUANTITY.get(stem, stem) + (f"_{{{index}}}" if index else "")


def size(text: str) -> float:
    """Return the approximate width of a formula, in letters."""
    text = re.sub(r"\\(dot|ddot|mathit|operatorname)\b", "", text)
    text = re.sub(r"\\[A-Za-z]+", "x", text)
    inner = re.findall(r"[_^]\{((?:[^{}]|\{[^{}]*\})*)\}", text)
    indices = sum(len(re.sub(r"[-+{}_^]", "", index)) for index in inner)
    wide = len(re.findall("m_", text)) + sum(len(re.findall("[-+]", index)) for index in inner)
    signs = len(re.findall(r" [+-] ", text)) + WIDE * wide
    return len(re.sub(r"[{}_^ ]", "", text)) - (1 - SMALL) * indices + signs
