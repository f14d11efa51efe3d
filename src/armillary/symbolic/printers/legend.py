"""The meaning of what stands in formulas: coordinates, sines and cosines, angles, letters with their values.

Only what is used: everything here is collected from the formulas as they are written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from armillary.symbolic.algebra.polynomial import BITS, Poly, total
from armillary.symbolic.algebra.tree import Symbol, Tree, Trig, leaves
from armillary.symbolic.equations import Equations
from armillary.symbolic.formula import Formula
from armillary.symbolic.model.parameters import Coordinate, Parameter

KINDS = (
    "base",
    "mass",
    "length",
    "angle",
    "inertia",
    "modal",
    "ratio",
    "direction",
    "stiffness",
    "rest",
    "friction",
    "gravity",
)
"""The order in which letters are explained."""

EXAMPLES = 6
"""Sines and cosines that are explained; others follow the same rule."""


@dataclass(frozen=True)
class Legend:
    """What formulas are made of: `angles` and `base` are letters that stand for formulas themselves."""

    coordinates: tuple[Coordinate, ...]
    waves: tuple[Trig, ...]
    more_waves: bool
    angles: tuple[tuple[str, Tree], ...]
    base: tuple[tuple[Parameter, Tree], ...]
    letters: tuple[Parameter, ...]

    def rows(
        self, coordinate: Callable[[Coordinate], Any], letter: Callable[[Parameter], Any]
    ) -> list[tuple[Any, float | None, str, str]]:
        """Return name, value, unit and meaning of every letter; coordinates have no value.

        `coordinate` and `letter` write the names down.
        """
        kinds = {"θ": "angle of", "d": "slide of"}
        found = [
            (coordinate(one), None, one.unit, f"{kinds.get(one.stem, 'amplitude of')} '{one.name}'")
            for one in self.coordinates
        ]
        given = (*(one for one, _ in self.base), *self.letters)
        return [*found, *((letter(one), one.value, one.unit, one.meaning) for one in given)]


def legend(equations: Equations, formulas: Iterable[Formula]) -> Legend:
    """Return the legend of some formulas."""
    symbols, ring = equations.symbols, equations.symbols.ring
    shown = list(dict.fromkeys(leaf for formula in formulas for leaf in leaves(formula.tree)))
    definitions = equations.base.definitions if equations.base else {}
    made = {
        leaf.slot: definitions[leaf.slot] for leaf in shown if isinstance(leaf, Symbol) and leaf.slot in definitions
    }
    base = {slot: equations.writer.formula(made[slot]) for slot in sorted(made)}
    shown = list(dict.fromkeys([*shown, *(leaf for tree in base.values() for leaf in leaves(tree))]))
    waves = [leaf for leaf in shown if isinstance(leaf, Trig)]
    turning = sorted({slot for wave in waves for slot, _ in wave.angle})
    linear = {slot: equations.writer.formula(_form(equations, slot)) for slot in turning if not _own(equations, slot)}
    used = {leaf.slot for leaf in [*shown, *_symbols(linear.values())] if isinstance(leaf, Symbol)}
    names = {ring.angles[slot].name for slot in turning}
    coordinates = tuple(
        one for one in symbols.coordinates if used & {one.q, one.qd, one.qdd, one.sign} or one.label in names
    )
    letters = [p for slot, p in symbols.parameters.items() if slot in used - base.keys() or p.name in names]
    letters.sort(key=lambda one: (KINDS.index(one.kind), one.link, one.slot))
    examples = _examples(equations, waves)
    return Legend(
        coordinates,
        tuple(examples),
        len({wave.angle for wave in waves}) > len(examples),
        tuple((ring.angles[slot].name, tree) for slot, tree in linear.items()),
        tuple((symbols.parameters[slot], tree) for slot, tree in base.items()),
        tuple(letters),
    )


def _own(equations: Equations, slot: int) -> bool:
    """Say whether an angle is a coordinate or a constant, and needs no formula."""
    angle = equations.symbols.ring.angles[slot]
    return angle.value is not None or any(angle.name == one.label for one in equations.symbols.coordinates)


def _form(equations: Equations, slot: int) -> Poly | float:
    """Return the linear form that an angle is."""
    ring = equations.symbols.ring
    parts = (slope * Poly(ring, {1 << (BITS * k): 1.0 + 0j}) for k, slope in sorted(ring.angles[slot].slopes.items()))
    form: Poly | float = total(parts)
    return form


def _symbols(trees: Iterable[Tree]) -> Iterator[Symbol | Trig]:
    for tree in trees:
        yield from leaves(tree)


def _examples(equations: Equations, waves: list[Trig]) -> list[Trig]:
    """Return the sines and cosines to explain: all if they are few, else one of each angle, or of each kind of it."""
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
