"""The quantities of a robot: their arguments, results and formulations.

The default of `arm.evaluate` is the first exact formulation of a quantity that supports the robot's links. Everything
that offers quantities by name (`arm.evaluate`, compiled code, costs, exports) reads this table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from armillary.errors import ArgumentError
from armillary.files.words import among, shortened
from armillary.formulations import (
    articulated_body,
    centroidal,
    christoffel,
    composite_body,
    coriolis,
    denoc,
    energy,
    gravity_norm,
    lagrange,
    mesh,
    momentum,
    newton_euler,
    passive,
)
from armillary.formulations.chains import celentano_flexible
from armillary.formulations.formulation import ALL_FORMULATIONS, FORMULATIONS
from armillary.kinematics import indices, jacobian, poses
from armillary.multibody import Model

__all__ = ["DERIVATIVES", "FORMULATIONS", "JVPS", "PRODUCTS", "QUANTITIES", "VJPS", "RobotQuantity", "find_quantity"]

Shape = tuple[int, ...]


@dataclass(frozen=True)
class RobotQuantity:
    """One quantity of a robot, with the formulations that compute it.

    Args:
        name: Its name in Python, costs, exports and on the command line.
        symbol: Its symbol in generated sources.
        meaning: A description with units, in ASCII characters.
        inputs: Its arguments in order, each of nq ("q") or nv numbers.
        shape: Returns its shape for a model.
        formulations: Name of a formulation → function of (model, *inputs).
        options: Further keyword arguments, for example the frame.
        derivatives: The inputs by which it is differentiated.
        joint_coordinates: Whether it is independent of body frames and of how inertia is split among bodies, so that
            the compiler may choose both (`Formulation.frames`).
        singular_values: Whether it needs singular values, and therefore has no program.
    """

    name: str
    symbol: str
    meaning: str
    inputs: tuple[str, ...]
    shape: Callable[[Model], Shape]
    formulations: dict[str, Callable[..., Any]]
    options: tuple[str, ...] = ()
    derivatives: tuple[str, ...] = ()
    joint_coordinates: bool = False
    singular_values: bool = False

    @property
    def kinematic(self) -> bool:
        """Whether it depends on geometry alone, and not on free parameters."""
        return "kinematics" in self.formulations

    def sizes(self, model: Model) -> tuple[int, ...]:
        """Return the number of entries of each input."""
        return tuple(model.nq if name == "q" else model.nv for name in self.inputs)

    def exact(self, model: Model) -> dict[str, Callable[..., Any]]:
        """Return the exact formulations that support the links of a robot."""
        functions = self.formulations.items()
        return {name: function for name, function in functions if ALL_FORMULATIONS[name].is_exact(model)}

    def function(self, model: Model, formulation: str) -> Callable[..., Any]:
        """Return the function of a formulation.

        Raises:
            ArgumentError: The formulation lacks the quantity, or does not support the links of the robot.
        """
        if formulation not in self.formulations:
            expected = f"one of {', '.join(self.formulations)}"
            raise ArgumentError("formulation", f"{formulation!r} for {self.name}", expected)
        ALL_FORMULATIONS[formulation].check(model)
        return self.formulations[formulation]


def _scalar(model: Model) -> Shape:
    return ()


def _vector(model: Model) -> Shape:
    return (model.nv,)


def _six(model: Model) -> Shape:
    return (6,)


def _square(model: Model) -> Shape:
    return (model.nv, model.nv)


# fmt: off
_TABLE = (
    RobotQuantity("mass_matrix", "M", "Mass matrix M(q).",
             ("q",), _square, {"composite_body": composite_body.mass_matrix,
              "composite_moments": composite_body.mass_matrix_by_moments, "newton_euler": newton_euler.mass_matrix,
              "lagrange": lagrange.mass_matrix, "denoc": denoc.mass_matrix, "momentum": momentum.mass_matrix,
              "energy": energy.mass_matrix, "celentano_simplified": celentano_flexible.mass_matrix},
             joint_coordinates=True),
    RobotQuantity("gravity", "g", "Efforts that hold the robot at rest against gravity alone [N m or N].",
             ("q",), _vector, {"newton_euler": newton_euler.gravity, "lagrange": lagrange.gravity,
              "denoc": denoc.gravity, "momentum": momentum.gravity, "christoffel": christoffel.gravity,
              "energy": energy.gravity, "celentano_simplified": celentano_flexible.gravity},
             joint_coordinates=True),
    RobotQuantity("coriolis_matrix", "C", "Coriolis matrix C(q, qd), with dM/dt - 2 C skew.",
             ("q", "qd"), _square, {"lagrange": lagrange.coriolis_matrix, "denoc": denoc.coriolis_matrix,
              "composite_body": coriolis.coriolis_matrix, "christoffel": christoffel.coriolis_matrix},
             joint_coordinates=True),
    RobotQuantity("momentum", "p", "Momenta p = M qd [kg m^2/s or kg m/s].",
             ("q", "qd"), _vector, {"momentum": momentum.momentum, "energy": energy.momentum,
              "celentano_simplified": celentano_flexible.momentum}, joint_coordinates=True),
    RobotQuantity("kinetic_gradient", "dT_dq", "Gradient of the kinetic energy by q at constant qd [N m or N].",
             ("q", "qd"), _vector, {"momentum": momentum.kinetic_gradient, "energy": energy.kinetic_gradient,
              "celentano_simplified": celentano_flexible.kinetic_gradient}, joint_coordinates=True),
    RobotQuantity("bias", "h", "Efforts C qd + g + friction + elastic efforts [N m or N].",
             ("q", "qd"), _vector, {"newton_euler": newton_euler.bias, "lagrange": lagrange.bias, "denoc": denoc.bias,
              "momentum": momentum.bias, "christoffel": christoffel.bias, "energy": energy.bias,
              "celentano_simplified": celentano_flexible.bias}, joint_coordinates=True),
    RobotQuantity("inverse_dynamics", "tau", "Joint efforts tau that cause a motion [N m or N].",
             ("q", "qd", "qdd"), _vector, {"newton_euler": newton_euler.inverse_dynamics,
              "lagrange": lagrange.inverse_dynamics, "denoc": denoc.inverse_dynamics,
              "momentum": momentum.inverse_dynamics, "christoffel": christoffel.inverse_dynamics,
              "energy": energy.inverse_dynamics, "celentano_simplified": celentano_flexible.inverse_dynamics},
             derivatives=("q", "qd"), joint_coordinates=True),
    RobotQuantity("forward_dynamics", "qdd", "Accelerations qdd that joint efforts tau cause [rad/s^2 or m/s^2].",
             ("q", "qd", "tau"), _vector, {"articulated_body": articulated_body.forward_dynamics,
              "composite_body": composite_body.forward_dynamics,
              "composite_moments": composite_body.forward_dynamics_by_moments, "lagrange": lagrange.forward_dynamics,
              "denoc": denoc.forward_dynamics, "momentum": momentum.forward_dynamics,
              "christoffel": christoffel.forward_dynamics, "celentano_simplified": celentano_flexible.forward_dynamics},
             derivatives=("q", "qd", "tau"), joint_coordinates=True),
    RobotQuantity("motor_efforts", "tau_m",
             "Efforts of motors at the joints for a motion, with losses of gears [N m or N].",
             ("q", "qd", "qdd"), _vector, {"newton_euler": mesh.motor_efforts}),
    RobotQuantity("base_wrench", "w_base", "Moment about the origin of the base and force on the robot there [N m, N].",
             ("q", "qd", "qdd"), _six, {"newton_euler": newton_euler.base_wrench}),
    RobotQuantity("centre_of_mass", "c", "Centre of mass of all that moves, in the world [m].",
             ("q",), lambda model: (3,), {"composite_body": centroidal.centre_of_mass}),
    RobotQuantity("spatial_momentum", "h_c", "Momentum: angular about the centre of mass, linear [kg m^2/s, kg m/s].",
             ("q", "qd"), _six, {"momentum": centroidal.spatial_momentum,
              "composite_body": centroidal.spatial_momentum_by_matrix}),
    RobotQuantity("centroidal_momentum_matrix", "A", "Matrix A(q) with the spatial momentum A qd.",
             ("q",), lambda model: (6, model.nv), {"composite_body": centroidal.centroidal_momentum_matrix}),
    RobotQuantity("generalized_jacobian", "J_g", "Jacobian of the frame at zero momentum, without floating joints.",
             ("q",), lambda model: (6, model.nv - len(centroidal.floating_coordinates(model))),
             {"composite_body": centroidal.generalized_jacobian}, ("frame",)),
    RobotQuantity("elastic", "tau_e", "Efforts that keep springs and flexible links bent [N m or N].",
             ("q",), _vector, {"passive": passive.elastic}),
    RobotQuantity("kinetic_energy", "T", "Kinetic energy T [J].",
             ("q", "qd"), _scalar, {"energy": energy.kinetic_energy, "momentum": momentum.kinetic_energy,
              "celentano_simplified": celentano_flexible.kinetic_energy}),
    RobotQuantity("potential_energy", "V", "Potential energy V, that of springs and bent links included [J].",
             ("q",), _scalar, {"energy": energy.potential_energy, "momentum": momentum.potential_energy}),
    RobotQuantity("pose", "H", "Pose of the frame in the world, a homogeneous 4 x 4 matrix [m].",
             ("q",), lambda model: (4, 4), {"kinematics": poses.pose}, ("frame",)),
    RobotQuantity("link_positions", "positions", "Origins of all moving bodies in the world, one in each row [m].",
             ("q",), lambda model: (len(model.bodies), 3), {"kinematics": poses.link_positions}),
    RobotQuantity("jacobian", "J", "Geometric Jacobian of the frame, rows (angular, linear), world axes.",
             ("q",), lambda model: (6, model.nv), {"kinematics": jacobian.jacobian},
             ("frame", "reference", "orientation")),
    RobotQuantity("jacobian_dot", "J_dot", "Time derivative of the Jacobian of the frame.",
             ("q", "qd"), lambda model: (6, model.nv), {"kinematics": jacobian.jacobian_dot}, ("frame",)),
    RobotQuantity("frame_acceleration", "a",
             "Acceleration (angular, linear) of the frame, world axes [rad/s^2, m/s^2].",
             ("q", "qd", "qdd"), lambda model: (6,), {"kinematics": jacobian.frame_acceleration}, ("frame",)),
    RobotQuantity("manipulability", "mu", "Manipulability mu = sqrt(det(J J^T)) of the position of the frame.",
             ("q",), _scalar, {"kinematics": indices.manipulability}, ("frame", "task", "elastic")),
    RobotQuantity("manipulability_gradient", "dmu_dq", "Gradient of the manipulability by q.",
             ("q",), _vector, {"kinematics": indices.manipulability_gradient},
             ("frame", "task", "elastic"), singular_values=True),
    RobotQuantity("condition_number", "kappa", "Condition number of the Jacobian of the frame.",
             ("q",), _scalar, {"kinematics": indices.condition_number},
             ("frame", "task", "elastic"), singular_values=True),
    RobotQuantity("condition_number_gradient", "dkappa_dq", "Gradient of the condition number by q.",
             ("q",), _vector, {"kinematics": indices.condition_number_gradient},
             ("frame", "task", "elastic"), singular_values=True),
    RobotQuantity("gravity_norm", "norm", "Squared norm of the gravity efforts.",
             ("q",), _scalar, {"gravity_norm": gravity_norm.gravity_norm}, ("W",)),
    RobotQuantity("gravity_norm_gradient", "gradient", "Gradient of the squared norm of the gravity efforts.",
             ("q",), _vector, {"gravity_norm": gravity_norm.gravity_norm_gradient}, ("W",)),
)
# fmt: on

QUANTITIES: dict[str, RobotQuantity] = {quantity.name: quantity for quantity in _TABLE}
"""Every quantity by its name."""

DERIVATIVES: dict[str, RobotQuantity] = {
    f"{quantity.name}_derivatives": quantity for quantity in _TABLE if quantity.derivatives
}
"""Every quantity that the compiler differentiates, by the name of its derivatives."""

VJPS: dict[str, RobotQuantity] = {
    f"{quantity.name}_vjp": replace(quantity, inputs=(*quantity.inputs, f"{quantity.symbol}_bar"))
    for quantity in DERIVATIVES.values()
}
"""Every vector-Jacobian product: its quantity, with the cotangent of the result as another input."""

JVPS: dict[str, RobotQuantity] = {
    f"{quantity.name}_jvp": replace(quantity, inputs=(*quantity.inputs, *(f"d{name}" for name in quantity.inputs)))
    for quantity in DERIVATIVES.values()
}
"""Every Jacobian-vector product: its quantity, with the tangents of its inputs as other inputs."""

PRODUCTS = VJPS | JVPS


def find_quantity(name: str, derivatives: bool = False) -> RobotQuantity:
    """Return a quantity by its name; with `derivatives` also derivatives and their products with vectors.

    Raises:
        ArgumentError: The name is unknown.
    """
    quantities = QUANTITIES | DERIVATIVES | PRODUCTS if derivatives else QUANTITIES
    if not among(name, quantities):
        raise ArgumentError("quantity", shortened(name), f"one of {', '.join(quantities)}")
    return quantities[name]
