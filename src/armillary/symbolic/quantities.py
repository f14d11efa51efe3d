"""The parts of the equations of motion: an attribute of `Equations` for each, with its type and its title."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar, cast, overload

from armillary.symbolic.formula import Formula, Formulas

Part = TypeVar("Part", Formula, Formulas)


class Quantity(property, Generic[Part]):
    """A part of the equations as an attribute: its title on pages, and whether its entries take short forms."""

    def __init__(self, title: str, short: bool = False) -> None:
        super().__init__()
        self.title, self.short, self.__doc__ = title, short, f"{title}."

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, equations: None, owner: type, /) -> Quantity[Part]: ...

    @overload
    def __get__(self, equations: Any, owner: type | None = None, /) -> Part: ...

    def __get__(self, equations: Any, owner: type | None = None, /) -> Quantity[Part] | Part:
        return self if equations is None else cast(Part, equations.quantity(self.name))


class Parts(ABC):
    """Attributes for the parts of the equations, in the order of a derivation; each is derived when first used."""

    @abstractmethod
    def quantity(self, name: str) -> Formula | Formulas:
        """Return the part of this name."""

    x = Quantity[Formulas]("Position of the tip in the world")
    R = Quantity[Formulas]("Rotation of the tip in the world")
    J = Quantity[Formulas]("Jacobian of the tip, rows angular x y z, linear x y z")
    T = Quantity[Formula]("Kinetic energy")
    V = Quantity[Formula]("Potential energy")
    M = Quantity[Formulas]("Mass matrix")
    b = Quantity[Formulas]("Christoffel symbols", short=True)
    B = Quantity[Formulas]("Coriolis coefficients, of the products of two rates", short=True)
    C = Quantity[Formulas]("Centrifugal coefficients, of the squares of rates", short=True)
    Gamma = Quantity[Formulas]("Coriolis matrix, Ṁ − 2Γ skew", short=True)
    v = Quantity[Formulas]("Coriolis and centrifugal efforts", short=True)
    g = Quantity[Formulas]("Gravity efforts", short=True)
    f = Quantity[Formulas]("Friction and elastic efforts")
    motors = Quantity[Formulas]("Part of the mass matrix due to motors")
    tau = Quantity[Formulas]("Efforts, τ = M q̈ + v + g + f", short=True)
    p = Quantity[Formulas]("Momenta, p = M q̇")
    c = Quantity[Formulas]("Momentum form: ∂T/∂q", short=True)
    gamma = Quantity[Formulas]("Momentum form: gravity and elastic efforts", short=True)
    eta = Quantity[Formulas]("Momentum form: friction")


QUANTITIES: dict[str, Quantity[Any]] = {name: part for name, part in vars(Parts).items() if isinstance(part, Quantity)}
"""All parts that can be shown, in the order of a derivation."""
