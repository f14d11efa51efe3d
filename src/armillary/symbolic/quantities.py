"""The parts of the equations of motion: an attribute of `Equations` for each, with its type and its title."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar, cast, overload

from armillary.files.keywords import Helpful
from armillary.symbolic.formula import Formula, Formulas

Part = TypeVar("Part", Formula, Formulas)


class EquationQuantity(property, Generic[Part]):
    """A part of the equations as an attribute: its title on pages, and whether entries are written in short form."""

    def __init__(self, title: str, short: bool = False) -> None:
        super().__init__()
        self.title, self.short, self.__doc__ = title, short, f"{title}."

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, equations: None, owner: type, /) -> EquationQuantity[Part]: ...

    @overload
    def __get__(self, equations: Any, owner: type | None = None, /) -> Part: ...

    def __get__(self, equations: Any, owner: type | None = None, /) -> EquationQuantity[Part] | Part:
        return self if equations is None else cast(Part, equations.quantity(self.name))


class EquationParts(Helpful, ABC):
    """Attributes for the parts of the equations, in the order of a derivation; each is derived when first used."""

    @abstractmethod
    def quantity(self, name: str) -> Formula | Formulas:
        """Return the part of this name."""

    x = EquationQuantity[Formulas]("Position of the tip in the world")
    R = EquationQuantity[Formulas]("Rotation of the tip in the world")
    J = EquationQuantity[Formulas]("Jacobian of the tip, rows angular x y z, linear x y z")
    T = EquationQuantity[Formula]("Kinetic energy")
    V = EquationQuantity[Formula]("Potential energy")
    M = EquationQuantity[Formulas]("Mass matrix")
    b = EquationQuantity[Formulas]("Christoffel symbols", short=True)
    B = EquationQuantity[Formulas]("Coriolis coefficients, of the products of two rates", short=True)
    C = EquationQuantity[Formulas]("Centrifugal coefficients, of the squares of rates", short=True)
    Gamma = EquationQuantity[Formulas]("Coriolis matrix, Ṁ − 2Γ skew", short=True)
    v = EquationQuantity[Formulas]("Coriolis and centrifugal efforts", short=True)
    g = EquationQuantity[Formulas]("Gravity efforts", short=True)
    f = EquationQuantity[Formulas]("Friction and elastic efforts")
    motors = EquationQuantity[Formulas]("Part of the mass matrix due to motors")
    tau = EquationQuantity[Formulas]("Efforts, τ = M q̈ + v + g + f", short=True)
    p = EquationQuantity[Formulas]("Momenta, p = M q̇")
    c = EquationQuantity[Formulas]("Momentum form: ∂T/∂q", short=True)
    gamma = EquationQuantity[Formulas]("Momentum form: gravity and elastic efforts", short=True)
    eta = EquationQuantity[Formulas]("Momentum form: friction")


QUANTITIES: dict[str, EquationQuantity[Any]] = {
    name: part for name, part in vars(EquationParts).items() if isinstance(part, EquationQuantity)
}
"""All parts that can be shown, in the order of a derivation."""
