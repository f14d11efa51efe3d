"""Stribeck friction with letters.

A law at r x (`multibody.stribeck`), a linear function of its coordinate x, loads x at the rate ẋ with s = sgn(ẋ) by
    s (c + d s) + s (f + e s) exp(−|ẋ / v|^α),   c, f − c of the law times a |r|,   d, e times a r,   v / |r|    (1)
where f and e are static friction less Coulomb friction: mean of both directions, and half their difference.
"""

from __future__ import annotations

import numpy as np

from armillary.description.couplings import order
from armillary.errors import ArgumentError
from armillary.multibody.stribeck import Stribeck
from armillary.spatial.scalar import Array
from armillary.symbolic.model.letters import Letters
from armillary.symbolic.model.parameters import Dry

HINT = "or arm.model(robot, friction=False)"


class DryFriction:
    """Dry friction of all coordinates of a model as numbers: c, d, f, e of (1), shapes (nv,).

    Raises:
        ArgumentError: A law is smooth or at a polynomial, or a coordinate has several.
    """

    def __init__(self, letters: Letters) -> None:
        self.letters = letters
        model = letters.model
        self.coulomb = np.array(model.coulomb, dtype=float)
        self.sided = np.array(model.coulomb_sided, dtype=float)
        self.static = np.zeros(model.nv)
        self.static_sided = np.zeros(model.nv)
        self.falling: dict[int, Stribeck] = {}
        for law in model.stribeck:
            self._add(law)

    def _add(self, law: Stribeck) -> None:
        where = f"{self.letters.model.robot.name!r}, with friction at {law.name!r}"
        if order(law.polynomial) > 1:
            raise ArgumentError("robot", f"{where} by a polynomial", "linear couplings there", HINT)
        if not law.sticks and not law.bristled:
            raise ArgumentError("robot", f"{where} that is smooth", "friction without smooth_velocity", HINT)
        k, r, a = law.k, float(law.polynomial[1]), float(law.factor)
        c, d = law.coulomb
        self.coulomb[k] += a * abs(r) * float(c)
        self.sided[k] += a * r * float(d)
        if law.static is None:
            return
        if k in self.falling:
            raise ArgumentError("robot", f"{where} beside {self.falling[k].name!r}", "one Stribeck law there", HINT)
        self.falling[k] = law
        f, e = law.static
        self.static[k], self.static_sided[k] = a * abs(r) * float(f - c), a * r * float(e - d)

    def dry(self, k: int, name: str) -> Dry:
        """Return whether coordinate k has dry friction, or the letter of its Stribeck velocity with the exponent."""
        if k not in self.falling:
            return bool(self.coulomb[k] or self.sided[k])
        law, letters = self.falling[k], self.letters
        value = float(law.velocity) / abs(float(law.polynomial[1]))
        unit = f"{letters.units[k]}/s"
        return letters.value("v", f"s{k + 1}", value, unit, f"Stribeck velocity of {name!r}", "friction"), law.exponent

    def falls(self) -> Array:
        """Return exp(−|ẋ / v|^α) of all coordinates, shape (nv,); zero without Stribeck friction."""
        ring = self.letters.symbols.ring
        factors = [
            0.0 if coordinate.fall is None else ring.symbol_in(coordinate.fall.slot)
            for coordinate in self.letters.symbols.coordinates
        ]
        return np.array(factors, dtype=object)
