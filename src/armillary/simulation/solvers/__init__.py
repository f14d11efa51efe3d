"""Solvers: `arm.solvers.RK4(step=1e-3)`, `arm.solvers.DOP853(rtol=1e-9, atol=1e-9)`, …"""

from armillary.simulation.solvers.auto import Auto
from armillary.simulation.solvers.base import Solver
from armillary.simulation.solvers.dop853 import DOP853, RK8
from armillary.simulation.solvers.embedded import RK45
from armillary.simulation.solvers.explicit import RK4, SemiImplicitEuler
from armillary.simulation.solvers.gauss import Gauss2, Gauss3
from armillary.simulation.solvers.rosenbrock import Rosenbrock

EXPLICIT = (RK4, RK8, SemiImplicitEuler)
"""Explicit methods with a fixed step: the solvers of stacks on a GPU or in single precision, gradients of runs, pages
and environments."""
METHODS: dict[str, type[Solver]] = {each.name: each for each in (*EXPLICIT, Gauss2, Gauss3, RK45, DOP853, Rosenbrock)}
"""Integration methods by name."""
SOLVERS: dict[str, type[Solver]] = {Auto.name: Auto, **METHODS}
"""Solvers by name in scenario files; `Auto` chooses one of the methods."""

__all__ = ["DOP853", "METHODS", "RK4", "RK8", "RK45", "SOLVERS", "Auto", "Gauss2", "Gauss3", "Rosenbrock",
           "SemiImplicitEuler", "Solver"]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
