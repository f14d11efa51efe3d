"""The quantities of a robot: what each takes, what it returns, and which formulations give it.

The first way of each quantity that knows the links of a robot is the default of the reference. Everything that
offers quantities by name (the reference, compiled code, costs, exports) reads this table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from armillary.errors import ArgumentError
from armillary.formulations import (
    articulated_body,
    christoffel,
    composite_body,
    coriolis,
    denoc,
    energy,
    energy_rates,
    gravity_norm,
    lagrange,
    momentum,
    newton_euler,
    passive,
)
from armillary.formulations.chains import celentano_flexible
from armillary.formulations.rigid_links import refuse_modes
from armillary.kinematics import condition, jacobian, manipulability, poses
from armillary.multibody import Model

Shape = tuple[int, ...]

RIGID_ONLY = ("lagrange", "denoc", "christoffel")
"""Formulations whose equations are those of rigid bodies: they do not know links with modes."""

APPROXIMATE = ("celentano_simplified",)
"""Formulations whose results are not those of the others. They are used only where they are asked for by name, and then
for every quantity of the dynamics: what they lack is refused, not taken from an exact formulation."""

SAME = ("kinematics", "passive")
"""Ways in which approximate formulations do not differ from the others."""


@dataclass(frozen=True)
class Quantity:
    """One quantity of a robot.

    `inputs` are its arguments in order, each of nq ("q") or nv numbers. `ways` maps formulations to
    functions of (model, *inputs). `options` are further keyword arguments, such as the frame.
    """

    name: str
    inputs: tuple[str, ...]
    shape: Callable[[Model], Shape]
    ways: dict[str, Callable[..., Any]]
    options: tuple[str, ...] = ()

    def sizes(self, model: Model) -> tuple[int, ...]:
        """Return how many numbers each input has."""
        return tuple(model.nq if name == "q" else model.nv for name in self.inputs)

    def known(self, model: Model) -> dict[str, Callable[..., Any]]:
        """Return the exact ways that know the links of a robot: all of them, unless a link has modes."""
        unfit = (*APPROXIMATE, *(RIGID_ONLY if model.flexible else ()))
        return {name: way for name, way in self.ways.items() if name not in unfit}

    def way(self, model: Model, formulation: str) -> Callable[..., Any]:
        """Return the function of a formulation, or say that it has no such quantity or does not know the links."""
        if formulation not in self.ways:
            raise ArgumentError("formulation", f"{formulation!r} for {self.name}", f"one of {', '.join(self.ways)}")
        check_links(model, formulation)
        return self.ways[formulation]


def check_links(model: Model, formulation: str) -> None:
    """Raise an `ArgumentError` if a formulation for rigid links is asked for a robot that has others."""
    if formulation in (*RIGID_ONLY, *APPROXIMATE):
        known = [name for name in FORMULATIONS if name not in (*RIGID_ONLY, *APPROXIMATE)]
        refuse_modes(model, formulation, ", ".join(["auto", *known]))


def _scalar(model: Model) -> Shape:
    return ()


def _vector(model: Model) -> Shape:
    return (model.nv,)


def _square(model: Model) -> Shape:
    return (model.nv, model.nv)


_TABLE = (
    Quantity(
        "mass_matrix",
        ("q",),
        _square,
        {
            "composite_body": composite_body.mass_matrix,
            "composite_moments": composite_body.mass_matrix_by_moments,
            "newton_euler": newton_euler.mass_matrix,
            "lagrange": lagrange.mass_matrix,
            "denoc": denoc.mass_matrix,
            "momentum": momentum.mass_matrix,
            "energy": energy_rates.mass_matrix,
            "celentano_simplified": celentano_flexible.mass_matrix,
        },
    ),
    Quantity(
        "gravity",
        ("q",),
        _vector,
        {
            "newton_euler": newton_euler.gravity,
            "lagrange": lagrange.gravity,
            "denoc": denoc.gravity,
            "momentum": momentum.gravity,
            "christoffel": christoffel.gravity,
            "energy": energy_rates.gravity,
            "celentano_simplified": celentano_flexible.gravity,
        },
    ),
    Quantity(
        "coriolis_matrix",
        ("q", "qd"),
        _square,
        {
            "lagrange": lagrange.coriolis_matrix,
            "denoc": denoc.coriolis_matrix,
            "composite_body": coriolis.coriolis_matrix,
            "christoffel": christoffel.coriolis_matrix,
        },
    ),
    Quantity(
        "momentum",
        ("q", "qd"),
        _vector,
        {
            "momentum": momentum.momentum,
            "energy": energy_rates.momentum,
            "celentano_simplified": celentano_flexible.momentum,
        },
    ),
    Quantity(
        "kinetic_gradient",
        ("q", "qd"),
        _vector,
        {
            "momentum": momentum.kinetic_gradient,
            "energy": energy_rates.kinetic_gradient,
            "celentano_simplified": celentano_flexible.kinetic_gradient,
        },
    ),
    Quantity(
        "bias",
        ("q", "qd"),
        _vector,
        {
            "newton_euler": newton_euler.bias,
            "lagrange": lagrange.bias,
            "denoc": denoc.bias,
            "momentum": momentum.bias,
            "christoffel": christoffel.bias,
            "energy": energy_rates.bias,
            "celentano_simplified": celentano_flexible.bias,
        },
    ),
    Quantity(
        "inverse_dynamics",
        ("q", "qd", "qdd"),
        _vector,
        {
            "newton_euler": newton_euler.inverse_dynamics,
            "lagrange": lagrange.inverse_dynamics,
            "denoc": denoc.inverse_dynamics,
            "momentum": momentum.inverse_dynamics,
            "christoffel": christoffel.inverse_dynamics,
            "energy": energy_rates.inverse_dynamics,
            "celentano_simplified": celentano_flexible.inverse_dynamics,
        },
    ),
    Quantity(
        "forward_dynamics",
        ("q", "qd", "tau"),
        _vector,
        {
            "articulated_body": articulated_body.forward_dynamics,
            "composite_body": composite_body.forward_dynamics,
            "composite_moments": composite_body.forward_dynamics_by_moments,
            "lagrange": lagrange.forward_dynamics,
            "denoc": denoc.forward_dynamics,
            "momentum": momentum.forward_dynamics,
            "christoffel": christoffel.forward_dynamics,
            "celentano_simplified": celentano_flexible.forward_dynamics,
        },
    ),
    Quantity("elastic", ("q",), _vector, {"passive": passive.elastic}),
    Quantity(
        "kinetic_energy",
        ("q", "qd"),
        _scalar,
        {
            "energy": energy.kinetic_energy,
            "momentum": momentum.kinetic_energy,
            "celentano_simplified": celentano_flexible.kinetic_energy,
        },
    ),
    Quantity(
        "potential_energy",
        ("q",),
        _scalar,
        {"energy": energy.potential_energy, "momentum": momentum.potential_energy},
    ),
    Quantity("pose", ("q",), lambda model: (4, 4), {"kinematics": poses.pose}, ("frame",)),
    Quantity("link_positions", ("q",), lambda model: (len(model.bodies), 3), {"kinematics": poses.link_positions}),
    Quantity("jacobian", ("q",), lambda model: (6, model.nv), {"kinematics": jacobian.jacobian}, ("frame",)),
    Quantity(
        "jacobian_dot", ("q", "qd"), lambda model: (6, model.nv), {"kinematics": jacobian.jacobian_dot}, ("frame",)
    ),
    Quantity(
        "frame_acceleration",
        ("q", "qd", "qdd"),
        lambda model: (6,),
        {"kinematics": jacobian.frame_acceleration},
        ("frame",),
    ),
    Quantity("manipulability", ("q",), _scalar, {"kinematics": manipulability.manipulability}, ("frame", "task")),
    Quantity(
        "manipulability_gradient",
        ("q",),
        _vector,
        {"kinematics": manipulability.manipulability_gradient},
        ("frame", "task"),
    ),
    Quantity("condition_number", ("q",), _scalar, {"kinematics": condition.condition_number}, ("frame", "task")),
    Quantity(
        "condition_number_gradient",
        ("q",),
        _vector,
        {"kinematics": condition.condition_number_gradient},
        ("frame", "task"),
    ),
    Quantity("gravity_norm", ("q",), _scalar, {"gravity_norm": gravity_norm.gravity_norm}, ("W",)),
    Quantity("gravity_norm_gradient", ("q",), _vector, {"gravity_norm": gravity_norm.gravity_norm_gradient}, ("W",)),
)

QUANTITIES: dict[str, Quantity] = {quantity.name: quantity for quantity in _TABLE}
"""Every quantity by its name."""

_OTHERS = ("kinematics", "gravity_norm", "passive")

FORMULATIONS: tuple[str, ...] = tuple(
    dict.fromkeys(name for quantity in _TABLE for name in quantity.ways if name not in _OTHERS)
)
"""The names of the formulations of dynamics."""
