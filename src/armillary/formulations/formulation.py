"""The formulations by name, each with what it needs and what it may be used for."""

from __future__ import annotations

from dataclasses import dataclass

from armillary.errors import ArgumentError
from armillary.multibody import Model


@dataclass(frozen=True)
class Formulation:
    """One way of computing quantities of a robot, such as recursive Newton–Euler.

    Args:
        name: Its name in `arm.compile(robot, formulation=…)`, in `explain()` and in costs.
        dynamics: Whether a user may ask for it. Kinematics and the like have but one way.
        rigid_only: It is for rigid links; a robot with modes is refused.
        approximate: Its results differ from those of the others. It is used only where it is asked for by name, and
            then for every quantity of the dynamics: a quantity that it lacks is refused.
        numbers_only: It differentiates by the complex step and has no program.
        recursive: It reads masses, first moments and inertias of whole bodies, not of their parts.
        vectorial: A recursive formulation that holds in any axes, so that frames may stay behind their bodies.
        same: Approximate formulations do not differ from it.
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
        """Say whether its results are those of all other exact formulations for this robot."""
        return not self.approximate and not (self.rigid_only and model.flexible)

    def check(self, model: Model) -> None:
        """Raise an `ArgumentError` if this formulation does not know the links or the free parameters of a model."""
        if self.rigid_only and model.flexible:
            known = [each.name for each in FORMULATIONS.values() if not each.rigid_only]
            raise ArgumentError(
                "formulation",
                f"{self.name!r} for {model.robot.name!r}, which has links with modes",
                f"one that knows flexible links: {', '.join(['auto', *known])}",
                "with sublinks instead of modes all formulations know them",
            )
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
"""The formulations of dynamics, which a user may ask for."""
