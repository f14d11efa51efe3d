"""The meaning of the symbols in written formulas: coordinates, sines and cosines, angles, letters with their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, get_args

from armillary.symbolic.algebra.tree import Symbol, Tree, Trig, leaves
from armillary.symbolic.equations import Equations
from armillary.symbolic.formula import Formula
from armillary.symbolic.model.parameters import CoordinateSymbols, Kind, ParameterSymbol

EXAMPLES = 6
"""Sines and cosines that are explained; others follow the same rule."""


@dataclass(frozen=True)
class SymbolLegend:
    """The symbols of some formulas; `angles` and `base` are letters that stand for formulas."""

    coordinates: tuple[CoordinateSymbols, ...]
    waves: tuple[Trig, ...]
    more_waves: bool
    angles: tuple[tuple[str, Tree], ...]
    base: tuple[tuple[ParameterSymbol, Tree], ...]
    letters: tuple[ParameterSymbol, ...]

    def rows(
        self, coordinate: Callable[[CoordinateSymbols], Any], letter: Callable[[ParameterSymbol], Any]
    ) -> list[tuple[Any, float | None, str, str]]:
        """Return name, value, unit and meaning of every letter; coordinates have no value.

        `coordinate` and `letter` return the names.
        """
        kinds = {"θ": "angle of", "d": "slide of", "φ": "position of"}
        rows = [
            (coordinate(symbol), None, symbol.unit, f"{kinds.get(symbol.stem, 'amplitude of')} '{symbol.name}'")
            for symbol in self.coordinates
        ]
        parameters = (*(symbol for symbol, _ in self.base), *self.letters)
        return [*rows, *((letter(symbol), symbol.value, symbol.unit, symbol.meaning) for symbol in parameters)]


def legend(equations: Equations, formulas: Iterable[Formula]) -> SymbolLegend:
    """Return the legend of some formulas."""
    symbols, ring = equations.symbols, equations.symbols.ring
    shown = _leaves(formula.tree for formula in formulas)
    definitions = equations.base.definitions if equations.base else {}
    made = sorted(leaf.slot for leaf in shown if isinstance(leaf, Symbol) and leaf.slot in definitions)
    base = {slot: equations.writer.formula(definitions[slot]) for slot in made}
    shown |= _leaves(base.values())
    waves = [leaf for leaf in shown if isinstance(leaf, Trig)]
    turning = sorted({slot for wave in waves for slot, _ in wave.angle})
    labels = {symbol.label for symbol in symbols.coordinates}
    linear: dict[int, Tree] = {}
    for slot in turning:
        angle = ring.angles[slot]
        if angle.form is not None and angle.name not in labels:  # neither a constant nor a coordinate
            linear[slot] = equations.writer.formula(angle.form)
    used = {leaf.slot for leaf in shown | _leaves(linear.values()) if isinstance(leaf, Symbol)}
    names = {ring.angles[slot].name for slot in turning}
    falls = [symbol for symbol in symbols.coordinates if symbol.fall is not None and symbol.fall.slot in used]
    used |= {
        symbol.fall.velocity for symbol in falls if symbol.fall is not None and isinstance(symbol.fall.velocity, int)
    }
    coordinates = tuple(
        symbol
        for symbol in symbols.coordinates
        if used & {symbol.q, symbol.qd, symbol.qdd, symbol.sign} or symbol in falls or symbol.label in names
    )
    letters = [p for slot, p in symbols.parameters.items() if slot in used - base.keys() or p.name in names]
    letters.sort(key=lambda symbol: (get_args(Kind).index(symbol.kind), symbol.link, symbol.slot))
    examples = _examples(equations, waves)
    return SymbolLegend(
        coordinates,
        tuple(examples),
        len({wave.angle for wave in waves}) > len(examples),
        tuple((ring.angles[slot].name, tree) for slot, tree in linear.items()),
        tuple((symbols.parameters[slot], tree) for slot, tree in base.items()),
        tuple(letters),
    )


def _leaves(trees: Iterable[Tree]) -> dict[Symbol | Trig, None]:
    """Return the symbols, sines and cosines of formulas in their order, each once."""
    return dict.fromkeys(leaf for tree in trees for leaf in leaves(tree))


def _examples(equations: Equations, waves: list[Trig]) -> list[Trig]:
    """Return the sines and cosines to explain: all if they are few, else one per angle, or one per kind of angle."""
    waves = sorted(waves, key=lambda wave: (len(wave.angle), wave.angle, wave.function))
    if len(waves) <= EXAMPLES:
        return waves
    angles = list({wave.angle: wave for wave in reversed(waves)}.values())[::-1]
    if len(angles) <= EXAMPLES:
        return angles
    kinds: dict[Any, Trig] = {}
    for wave in angles:
        stems = {equations.symbols.ring.angles[slot].name[0] for slot, _ in wave.angle}
        signs = {factor for _, factor in wave.angle}
        kinds.setdefault((len(wave.angle) > 1, frozenset(stems), frozenset(signs)), wave)
    return list(kinds.values())[:EXAMPLES]
