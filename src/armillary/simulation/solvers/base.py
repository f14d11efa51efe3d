"""Solvers: integration methods with their settings, compared by value.

A solver writes its method as a compiled loop around ẋ = f(t, x, p) (`walk.solver_loop`). The code depends on the class
only; steps and tolerances are inputs, so that one compilation serves all settings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from armillary.errors import ArgumentError
from armillary.files.quantity import Quantity
from armillary.simulation.parameters import Checked

if TYPE_CHECKING:
    from armillary.simulation.walk.solver_loop import SolverLoop

STEP = 1e-3
"""Default step [s]."""
TOLERANCE = 1e-9
"""Default relative and absolute tolerance."""


@dataclass(frozen=True, kw_only=True)
class Solver(Checked):
    """An integration method with its settings."""

    name: ClassVar[str] = ""
    """Name in scenario files."""
    about: ClassVar[str] = ""
    """Description of the method in one line."""
    order: ClassVar[int] = 0
    """Order of convergence."""
    fixed: ClassVar[bool] = False
    """Whether the step size is fixed."""
    momentum: ClassVar[bool] = False
    """Whether the method integrates momenta instead of velocities (`loop.momentum`)."""
    normalises: ClassVar[bool] = True
    """Whether quaternions are normalised after each step; methods that preserve their length need not."""
    linear: ClassVar[bool] = False
    """Whether the method needs ∂f/∂x (`loop.linear`); it then integrates one trajectory at a time."""

    step: Annotated[float, Quantity("time", above=0, says="step")] = STEP
    """Fixed step, or first step that an adaptive method tries [s]."""

    @property
    def tolerances(self) -> tuple[float, float]:
        """Relative and absolute tolerance; zero for fixed steps."""
        return 0.0, 0.0

    def write(self, loop: SolverLoop) -> None:
        """Write the method as native code."""
        raise ArgumentError("solver", type(self).__name__, "a solver with an integration method")


@dataclass(frozen=True, kw_only=True)
class FixedStep(Solver):
    """Base of methods with a fixed step."""

    fixed: ClassVar[bool] = True


@dataclass(frozen=True, kw_only=True)
class Adaptive(Solver):
    """Base of methods that choose the step so that its error estimate stays within the tolerances."""

    step: Annotated[float, Quantity("time", above=0, says="first step")] = STEP
    rtol: Annotated[float, Quantity(above=0, says="relative tolerance")] = TOLERANCE
    atol: Annotated[float, Quantity(above=0, says="absolute tolerance, in SI units")] = TOLERANCE

    @property
    def tolerances(self) -> tuple[float, float]:
        """Relative and absolute tolerance."""
        return self.rtol, self.atol
