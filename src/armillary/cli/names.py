"""The names that --quantity and --formulation take, for help and for checking what was given.

They are written out since reading them from the registry loads every formulation, which takes longer
than all else that `--help` does; a test compares them with the registry.
"""

from __future__ import annotations

INDICES = ("manipulability", "manipulability_gradient", "condition_number", "condition_number_gradient")
"""Quantities without a kernel of their own: compiled code takes them from the Jacobian's."""

DERIVATIVES = ("inverse_dynamics_derivatives", "forward_dynamics_derivatives")
"""Quantities made by the compiler from others, in the one way that is cheapest."""

QUANTITIES = (
    "mass_matrix",
    "gravity",
    "coriolis_matrix",
    "momentum",
    "kinetic_gradient",
    "bias",
    "inverse_dynamics",
    "forward_dynamics",
    "elastic",
    "kinetic_energy",
    "potential_energy",
    "pose",
    "link_positions",
    "jacobian",
    "jacobian_dot",
    "frame_acceleration",
    *INDICES,
    "gravity_norm",
    "gravity_norm_gradient",
    *DERIVATIVES,
)

FORMULATIONS = (
    "composite_body",
    "composite_moments",
    "newton_euler",
    "lagrange",
    "denoc",
    "momentum",
    "energy",
    "christoffel",
    "articulated_body",
    "celentano_simplified",
    "kinematics",
    "gravity_norm",
    "passive",
    "derivatives",
)

TIMED = tuple(name for name in QUANTITIES if name not in INDICES)
"""What `bench` can time: quantities that have a kernel."""

USUAL_TIMES = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "inverse_dynamics_derivatives")
"""What `bench` times unless quantities are named."""

USUAL_COSTS = (
    "mass_matrix",
    "coriolis_matrix",
    "gravity",
    "bias",
    "inverse_dynamics",
    "forward_dynamics",
    "pose",
    "jacobian",
)
"""What `cost` counts unless quantities are named."""


def listed(title: str, names: tuple[str, ...]) -> str:
    """Return a paragraph of help that lists names."""
    return f"{title}: {', '.join(names)}."
