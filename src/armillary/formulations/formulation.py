"""The formulations by name, with their limits and uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from armillary.errors import ArgumentError
from armillary.multibody import Model

Frames = Literal["given", "chosen", "grouped"]
"""Body frames in which the compiler may trace a formulation (`compiler.trace`):

    "given"     those of the model
    "chosen"    others, with inertia shared out differently among the bodies
    "grouped"   also frames that do not turn within groups of parallel joints
"""


@dataclass(frozen=True)
class Formulation:
    """One algorithm for quantities of a robot, for example recursive Newton–Euler."""

    name: str
    """Its name in `arm.compile(robot, formulation=…)`, in `explain()` and in costs."""
    dynamics: bool = True
    """Whether it computes dynamics, so that users may request it. Kinematics have one formulation only."""
    rigid_only: bool = False
    """Whether it rejects robots with elastic modes."""
    approximate: bool = False
    """Whether its results differ from those of the exact formulations. It is used only if requested by name, and then
    for all dynamics: quantities that it lacks are rejected, not taken from an exact formulation."""
    beside_approximate: bool = False
    """Whether its quantities remain available with an approximate formulation, since they hold no dynamics that the
    two could disagree on: geometry, springs."""
    numbers_only: bool = False
    """Whether it differentiates by the complex step, which no program can do: it is evaluated, never compiled."""
    frames: Frames = "given"
    """A recursion reads mass, first moments and inertia of whole bodies, so it also holds in frames chosen for fewer
    operations. If it computes with vectors only, valid in any axes, frames may even lag behind their bodies."""

    def is_exact(self, model: Model) -> bool:
        """Return whether its results for this robot are exact."""
        return not self.approximate and not (self.rigid_only and model.flexible)

    def check(self, model: Model) -> None:
        """Raise an `ArgumentError` if this formulation does not support the links or the free parameters of a model."""
        if self.rigid_only and model.flexible:
            flexible = [name for name, formulation in FORMULATIONS.items() if not formulation.rigid_only]
            problem = f"{self.name!r} for {model.robot.name!r}, which has links with modes"
            expected = f"one that supports flexible links: {', '.join(['auto', *flexible])}"
            raise ArgumentError("formulation", problem, expected, "all formulations take sublinks instead of modes")
        if self.approximate and model.free:
            problem = f"{self.name!r} for a model with free parameters"
            raise ArgumentError("formulation", problem, "a formulation that works on expressions")


LAGRANGE = Formulation("lagrange", rigid_only=True)
DENOC = Formulation("denoc", rigid_only=True)
CHRISTOFFEL = Formulation("christoffel", rigid_only=True, frames="chosen")

ALL_FORMULATIONS: dict[str, Formulation] = {
    formulation.name: formulation
    for formulation in (
        Formulation("composite_body", frames="grouped"),
        Formulation("composite_moments", frames="grouped"),
        Formulation("newton_euler", frames="grouped"),
        LAGRANGE,
        DENOC,
        Formulation("momentum", frames="chosen"),
        Formulation("energy", numbers_only=True),
        Formulation("celentano_simplified", rigid_only=True, approximate=True),
        CHRISTOFFEL,
        Formulation("articulated_body", frames="grouped"),
        Formulation("kinematics", dynamics=False, beside_approximate=True),
        Formulation("passive", dynamics=False, beside_approximate=True),
        Formulation("gravity_norm", dynamics=False),
    )
}
"""Every formulation by its name."""

FORMULATIONS: dict[str, Formulation] = {
    name: formulation for name, formulation in ALL_FORMULATIONS.items() if formulation.dynamics
}
"""The formulations of dynamics, which users may request."""
