"""The parts of the equations of motion by name: an attribute of `Equations` for each, with its type and title."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import cast

from armillary.symbolic.formula import Formula, Formulas


class Parts(ABC):
    """Attributes for the parts of the equations, in the order of a derivation; each is derived when first used.

    The docstring of an attribute is also its title on pages.
    """

    @abstractmethod
    def quantity(self, name: str) -> Formula | Formulas:
        """Return the part of this name."""

    def _array(self, name: str) -> Formulas:
        return cast(Formulas, self.quantity(name))

    def _scalar(self, name: str) -> Formula:
        return cast(Formula, self.quantity(name))

    @property
    def x(self) -> Formulas:
        """Position of the tip in the world."""
        return self._array("x")

    @property
    def R(self) -> Formulas:
        """Rotation of the tip in the world."""
        return self._array("R")

    @property
    def J(self) -> Formulas:
        """Jacobian of the tip, rows angular x y z, linear x y z."""
        return self._array("J")

    @property
    def T(self) -> Formula:
        """Kinetic energy."""
        return self._scalar("T")

    @property
    def V(self) -> Formula:
        """Potential energy."""
        return self._scalar("V")

    @property
    def M(self) -> Formulas:
        """Mass matrix."""
        return self._array("M")

    @property
    def b(self) -> Formulas:
        """Christoffel symbols."""
        return self._array("b")

    @property
    def B(self) -> Formulas:
        """Coriolis coefficients, of the products of two rates."""
        return self._array("B")

    @property
    def C(self) -> Formulas:
        """Centrifugal coefficients, of the squares of rates."""
        return self._array("C")

    @property
    def Gamma(self) -> Formulas:
        """Coriolis matrix, Ṁ − 2Γ skew."""
        return self._array("Gamma")

    @property
    def v(self) -> Formulas:
        """Coriolis and centrifugal efforts."""
        return self._array("v")

    @property
    def g(self) -> Formulas:
        """Gravity efforts."""
        return self._array("g")

    @property
    def f(self) -> Formulas:
        """Friction and elastic efforts."""
        return self._array("f")

    @property
    def motors(self) -> Formulas:
        """What motors add to the mass matrix."""
        return self._array("motors")

    @property
    def tau(self) -> Formulas:
        """Efforts, τ = M q̈ + v + g + f."""
        return self._array("tau")

    @property
    def p(self) -> Formulas:
        """Momenta, p = M q̇."""
        return self._array("p")

    @property
    def c(self) -> Formulas:
        """Momentum form: ∂T/∂q."""
        return self._array("c")

    @property
    def gamma(self) -> Formulas:
        """Momentum form: gravity and elastic efforts."""
        return self._array("gamma")

    @property
    def eta(self) -> Formulas:
        """Momentum form: friction."""
        return self._array("eta")


@dataclass(frozen=True)
class Quantity:
    """A part of the equations: its name, its title, and whether its entries are written in short forms."""

    name: str
    title: str
    short: bool = False


SHORT = ("b", "B", "C", "Gamma", "v", "g", "tau", "c", "gamma")

QUANTITIES: dict[str, Quantity] = {
    name: Quantity(name, (part.__doc__ or "").removesuffix("."), name in SHORT)
    for name, part in vars(Parts).items()
    if isinstance(part, property)
}
"""All parts that can be shown, in the order of a derivation."""
