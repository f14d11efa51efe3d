"""Reads printed formulas back: what a reader would compute from the page, without the trees they were printed from."""

from __future__ import annotations

import re

import numpy as np

FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "3/2": 1.5}
OPEN = {"(": ")", "[": "]", "{": "}", "\\lbrace": "\\rbrace"}
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


class Reader:
    """Evaluates text or LaTeX in which each name of `atoms` has a value; factors stand side by side."""

    def __init__(self, atoms: dict[str, float]) -> None:
        self.atoms = atoms
        names = "|".join(map(re.escape, sorted(atoms, key=len, reverse=True)))
        self.token = re.compile(
            rf"\s*(?:(?P<name>{names})(?![A-Za-z0-9_,\u0307\u0308′'])"
            r"|(?P<fraction>3/2|[½¼¾])|\\tfrac\{(?P<over>\d+)\}\{(?P<under>\d+)\}"
            r"|(?P<number>[\d.]+(?:e[+-]?\d+)?(?: \\cdot 10\^\{-?\d+\})?)"
            r"|\^\{(?P<power>\d+)\}|(?P<super>[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
            r"|(?P<sign>[-+−])|(?P<bracket>\\lbrace|\\rbrace|[()\[\]{}]))"
        )

    def value(self, text: str) -> float:
        self.tokens, place = [], 0
        text = text.rstrip()
        while place < len(text):
            found = self.token.match(text, place)
            assert found, f"cannot read {text[place : place + 40]!r}"
            self.tokens.append((found.lastgroup, found.group().strip(), found))
            place = found.end()
        self.at = 0
        total = self._sum()
        assert self.at == len(self.tokens)
        return total

    def _next(self) -> tuple:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "", None)

    def _sum(self) -> float:
        total = 0.0
        sign = 1.0
        if self._next()[0] == "sign":
            sign = self._sign()
        while True:
            total += sign * self._product()
            if self._next()[0] != "sign":
                return total
            sign = self._sign()

    def _sign(self) -> float:
        self.at += 1
        return 1.0 if self.tokens[self.at - 1][1] == "+" else -1.0

    def _product(self) -> float:
        total, count = 1.0, 0
        while self._next()[0] in ("name", "fraction", "under", "number") or self._next()[1] in OPEN:
            total *= self._power()
            count += 1
        assert count, f"no factor at {self._next()[1]!r}"
        return total

    def _power(self) -> float:
        base = self._atom()
        kind, text, found = self._next()
        if kind in ("power", "super"):
            self.at += 1
            return base ** int(found["power"] if kind == "power" else text.translate(SUPERSCRIPTS))
        return base

    def _atom(self) -> float:
        kind, text, found = self._next()
        self.at += 1
        if kind == "name":
            return self.atoms[text]
        if kind == "fraction":
            return FRACTIONS[text]
        if kind == "under":
            return int(found["over"]) / int(found["under"])
        if kind == "number":
            return float(re.sub(r" \\cdot 10\^\{(-?\d+)\}", r"e\1", text))
        inner = self._sum()
        assert self._next()[1] == OPEN[text]
        self.at += 1
        return inner


def atoms(equations, printer, formulas, values) -> dict[str, float]:
    """Return what each name stands for: letters, rates, and the sines and cosines that formulas have."""
    from internals import Trig, leaves
    from internals import evaluate_tree as evaluate

    known = {name: values[slot] for slot, name in printer.names.items() if slot in values}
    assert len(known) == len([slot for slot in printer.names if slot in values])  # no name stands for two things
    waves = {leaf for formula in formulas for leaf in leaves(formula.tree) if isinstance(leaf, Trig)}
    written = {wave: printer.print(wave) for wave in waves}
    assert len(set(written.values())) == len(waves)
    assert not set(written.values()) & known.keys()
    return known | {name: evaluate(wave, values) for wave, name in written.items()}


def random_values(equations, seed: int = 3) -> dict[int, float]:
    """Return values of all symbols at a random state, parameters random too."""
    rng = np.random.default_rng(seed)
    q, qd, qdd = rng.uniform(-1, 1, (3, equations.n))
    parameters = {one.name: rng.uniform(0.3, 1.5) for one in equations.symbols.parameters.values()}
    return equations.values(q, qd, qdd, parameters=parameters)
