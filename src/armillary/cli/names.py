"""Names that help texts list, written out so that `--help` loads no NumPy; a test compares them with their sources."""

QUANTITIES = (
    "mass_matrix", "gravity", "coriolis_matrix", "momentum", "kinetic_gradient", "bias", "inverse_dynamics",
    "forward_dynamics", "motor_efforts", "base_wrench", "centre_of_mass", "spatial_momentum",
    "centroidal_momentum_matrix", "generalized_jacobian", "elastic", "kinetic_energy", "potential_energy", "pose",
    "link_positions", "jacobian",
    "jacobian_dot", "frame_acceleration", "manipulability", "manipulability_gradient", "condition_number",
    "condition_number_gradient", "gravity_norm", "gravity_norm_gradient", "inverse_dynamics_derivatives",
    "forward_dynamics_derivatives", "inverse_dynamics_vjp", "forward_dynamics_vjp", "inverse_dynamics_jvp",
    "forward_dynamics_jvp",
)  # fmt: skip
"""Quantities whose operations are counted."""
INDICES = ("manipulability", "manipulability_gradient", "condition_number", "condition_number_gradient")
TIMED = tuple(name for name in QUANTITIES if name not in INDICES)
TIMED_BY_DEFAULT = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "inverse_dynamics_derivatives")
EXPORTED = (*(name for name in QUANTITIES if name not in INDICES[1:]), "configuration_rate")
FORMULATIONS = (
    "composite_body", "composite_moments", "newton_euler", "lagrange", "denoc", "momentum", "energy",
    "celentano_simplified", "christoffel", "articulated_body", "kinematics", "passive", "gravity_norm", "derivatives",
)  # fmt: skip
CHARTS = (
    "joints", "rates", "accelerations", "torques", "task", "task_error", "energies", "drift", "elastic",
    "drives", "currents", "voltages", "temperatures", "heat", "powers", "deflection", "measured",
)  # fmt: skip
OBJECTIVES = ("mass", "reflected_inertia", "power")
"""Objectives of the choice of motors."""
