"""Solvers as values: a numerical method with its settings, equal by value.

A solver writes its method as a native loop around ẋ = f(t, x, p) (`native.loop`). The code depends on the class alone;
steps and tolerances are read at run time, so one compilation serves all settings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from armillary.errors import ArgumentError
from armillary.files.quantity import Quantity
from armillary.simulation.parameters import Checked

if TYPE_CHECKING:
    from armillary.simulation.native.loop import Loop

STEP = 1e-3
"""Default step [s]."""
TOLERANCE = 1e-9
"""Default relative and absolute tolerance."""


@dataclass(frozen=True, kw_only=True)
class Solver(Checked):
    """A method of numerical integration and its settings."""

    name: ClassVar[str] = ""
    """Name in scenario files."""
    about: ClassVar[str] = ""
    """One line on the method."""
    order: ClassVar[int] = 0
    fixed: ClassVar[bool] = False
    """Whether the step has a fixed length."""
    momentum: ClassVar[bool] = False
    """Whether the method integrates momenta in place of velocities (`closed_loop.momentum`)."""
    normalises: ClassVar[bool] = True
    """Whether quaternions are normalised after each step; a method that keeps their length need not."""
    linear: ClassVar[bool] = False
    """Whether the method needs ∂f/∂x (`closed_loop.linear`), and so takes one trajectory at a time."""

    step: Annotated[float, Quantity("time", above=0, says="step")] = STEP
    """Length of a fixed step, or the first step that an adaptive method tries [s]."""

    @property
    def tolerances(self) -> tuple[float, float]:
        """Relative and absolute tolerance; zero for a fixed step."""
        return 0.0, 0.0

    def write(self, loop: Loop) -> None:
        """Write the method as native code."""
        raise ArgumentError("solver", type(self).__name__, "a solver with a method of its own")


@dataclass(frozen=True, kw_only=True)
class FixedStep(Solver):
    """A method with a step of fixed length."""

    fixed: ClassVar[bool] = True


@dataclass(frozen=True, kw_only=True)
class Adaptive(Solver):
    """A method that chooses its step so that the error of each step stays within the tolerances."""

    step: Annotated[float, Quantity("time", above=0, says="first step")] = STEP
    rtol: Annotated[float, Quantity(above=0, says="relative tolerance")] = TOLERANCE
    atol: Annotated[float, Quantity(above=0, says="absolute tolerance, in SI units")] = TOLERANCE

    @property
    def tolerances(self) -> tuple[float, float]:
        """Relative and absolute tolerance."""
        return self.rtol, self.atol
