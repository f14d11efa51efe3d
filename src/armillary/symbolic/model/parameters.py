"""The symbols of a robot: parameters with their values and meaning, coordinates with their rates."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from armillary.symbolic.algebra.polynomial import BITS, Poly, Ring

Kind = Literal[
    "base", "mass", "length", "angle", "inertia", "modal", "ratio", "direction", "stiffness", "rest", "friction",
    "gravity",
]  # fmt: skip
"""Kinds of parameters, in the order in which pages explain them."""

LETTERS = "bcdefghijklmnopqrstuvwxyz"
ZERO = 1e-12
"""Values [SI] below this are zero: rounding of turned placements."""


@dataclass(frozen=True)
class ParameterSymbol:
    """A parameter: its name ("lc2", as `stem` and `sub`), its slot in the ring of polynomials, value, unit, meaning."""

    stem: str
    sub: str
    slot: int
    value: float
    unit: str
    meaning: str
    kind: Kind

    @property
    def name(self) -> str:
        """The name in formulas."""
        return self.stem + self.sub

    @property
    def link(self) -> int:
        """The number of its link: 12 of zz12, 1 of 1t; 0 if it belongs to none."""
        digits = "".join(c if c.isdigit() else " " for c in self.sub.partition(",")[0]).split()
        return int(digits[0]) if digits else 0


@dataclass(frozen=True)
class Fall:
    """The fall exp(−|q̇ / v|^α) of Stribeck friction: its slot, v as the slot of a letter or a number, and α."""

    slot: int
    velocity: int | float
    exponent: float


@dataclass(frozen=True)
class CoordinateSymbols:
    """A coordinate with its rate and acceleration: its name ("θ1", "d2", "δ3"), place, unit and slots in the ring."""

    stem: str
    index: int
    name: str
    unit: str
    q: int
    qd: int
    qdd: int
    sign: int | None = None
    """The slot of sgn(q̇) for a coordinate with dry friction."""
    fall: Fall | None = None
    """The fall of Stribeck friction."""

    @property
    def label(self) -> str:
        """The name in formulas."""
        return f"{self.stem}{self.index}"


Dry = bool | tuple[Poly | float, float]
"""Whether a coordinate has dry friction; with Stribeck friction its velocity and exponent."""


class Symbols:
    """Makes the symbols of a robot, each name once."""

    def __init__(self) -> None:
        self.ring = Ring()
        self.parameters: dict[int, ParameterSymbol] = {}
        self.coordinates: list[CoordinateSymbols] = []
        self._names: set[str] = set()

    def parameter(self, stem: str, sub: str, value: float, unit: str, meaning: str, kind: Kind) -> Poly | float:
        """Return a new parameter; zero stays a number."""
        value = float(value)
        # Masses and inertias of small robots may be tiny without being rounding.
        if abs(value) < ZERO * (1e-6 if kind in ("inertia", "mass", "modal") else 1.0):
            return 0.0
        sub = free_name(stem + sub, self._names).removeprefix(stem)
        self._names.add(stem + sub)
        poly = self.ring.constant_angle(stem + sub, value) if kind == "angle" else self.ring.symbol(stem + sub)
        slot = slot_of(poly)
        self.parameters[slot] = ParameterSymbol(stem, sub, slot, value, unit, meaning, kind)
        return poly

    def coordinate(self, stem: str, name: str, unit: str, turns: bool, dry: Dry) -> tuple[Poly, Poly, Poly]:
        """Return a new coordinate with its rate and acceleration; `dry` is whether it has dry friction, or its fall."""
        index = len(self.coordinates) + 1
        label = f"{stem}{index}"
        self._names.add(label)
        q = self.ring.coordinate(label, turns)
        qd, qdd = self.ring.symbol(f"{label}'"), self.ring.symbol(f"{label}''")
        sign = slot_of(self.ring.symbol(f"sgn({label}')")) if dry else None
        fall = None
        if isinstance(dry, tuple):
            v, exponent = dry
            velocity = v if isinstance(v, float) else slot_of(v)
            fall = Fall(slot_of(self.ring.symbol(f"exp({label}')")), velocity, exponent)
        slots = (slot_of(q), slot_of(qd), slot_of(qdd))
        self.coordinates.append(CoordinateSymbols(stem, index, name, unit, *slots, sign, fall))
        return q, qd, qdd


def free_name(name: str, taken: Collection[str]) -> str:
    """Return the name if it is free, else with letters behind: 2, 2b, 2c, …"""
    letters = ("".join(suffix) for k in itertools.count(1) for suffix in itertools.product(LETTERS, repeat=k))
    candidate = name
    while candidate in taken:
        candidate = name + next(letters)
    return candidate


def slot_of(symbol: Poly) -> int:
    """Return the slot of a polynomial that is one symbol."""
    (key,) = symbol.terms  # a power of two: one digit is 1
    return (key.bit_length() - 1) // BITS
