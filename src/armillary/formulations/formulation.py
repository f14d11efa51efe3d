"""The formulations by name, with their limits and uses."""

from __future__ import annotations

from dataclasses import dataclass

from armillary.errors import ArgumentError
from armillary.multibody import Model


@dataclass(frozen=True)
class Formulation:
    """One algorithm for quantities of a robot, for example recursive Newton–Euler.

    Args:
        name: Its name in `arm.compile(robot, formulation=…)`, in `explain()` and in costs.
        dynamics: Whether users may request it. Kinematics have one formulation only.
        rigid_only: For rigid links only; robots with modes are rejected.
        approximate: Its results differ from the exact formulations. It is used only if requested by name, and then for
            all dynamics: quantities that it lacks are rejected.
        numbers_only: It differentiates by the complex step and has no program.
        recursive: It reads masses, first moments and inertias of bodies, not of their parts.
        vectorial: Recursive, and valid in any axes, so that frames may stay behind their bodies.
        same: Its results are also valid with an approximate formulation.
    """

    name: str
    dynamics: bool = True
    rigid_only: bool = False
    approximate: bool = False
    numbers_only: bool = False
    recursive: bool = False
    vectorial: bool = False
    same: bool = False

    def is_exact(self, model: Model) -> bool:
        """Return whether its results for this robot are exact."""
        return not self.approximate and not (self.rigid_only and model.flexible)

    def check(self, model: Model) -> None:
        """Raise an `ArgumentError` if this formulation does not support the links or the free parameters of a model."""
        if self.rigid_only and model.flexible:
            known = [each.name for each in FORMULATIONS.values() if not each.rigid_only]
            found = f"{self.name!r} for {model.robot.name!r}, which has links with modes"
            expected = f"one that knows flexible links: {', '.join(['auto', *known])}"
            raise ArgumentError("formulation", found, expected, "all formulations take sublinks instead of modes")
        if self.approximate and model.free:
            found = f"{self.name!r} for a model with free parameters"
            raise ArgumentError("formulation", found, "a formulation that works on expressions")


LAGRANGE = Formulation("lagrange", rigid_only=True)
DENOC = Formulation("denoc", rigid_only=True)
CHRISTOFFEL = Formulation("christoffel", rigid_only=True, recursive=True)

WAYS: dict[str, Formulation] = {
    each.name: each
    for each in (
        Formulation("composite_body", recursive=True, vectorial=True),
        Formulation("composite_moments", recursive=True, vectorial=True),
        Formulation("newton_euler", recursive=True, vectorial=True),
        LAGRANGE,
        DENOC,
        Formulation("momentum", recursive=True),
        Formulation("energy", numbers_only=True),
        Formulation("celentano_simplified", rigid_only=True, approximate=True),
        CHRISTOFFEL,
        Formulation("articulated_body", recursive=True, vectorial=True),
        Formulation("kinematics", dynamics=False, same=True),
        Formulation("passive", dynamics=False, same=True),
        Formulation("gravity_norm", dynamics=False),
    )
}
"""Every formulation by its name."""

FORMULATIONS: dict[str, Formulation] = {name: each for name, each in WAYS.items() if each.dynamics}
"""The formulations of dynamics, which users may request."""
