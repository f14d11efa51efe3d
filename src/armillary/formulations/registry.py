"""Which formulation gives which quantity; the first of each is the default of the reference."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from armillary.formulations import (
    articulated_body,
    composite_body,
    denoc,
    energy_rates,
    lagrange,
    momentum,
    newton_euler,
)

QUANTITIES: dict[str, dict[str, Callable[..., Any]]] = {
    "mass_matrix": {
        "composite_body": composite_body.mass_matrix,
        "newton_euler": newton_euler.mass_matrix,
        "lagrange": lagrange.mass_matrix,
        "denoc": denoc.mass_matrix,
        "momentum": momentum.mass_matrix,
        "energy": energy_rates.mass_matrix,
    },
    "gravity": {
        "newton_euler": newton_euler.gravity,
        "lagrange": lagrange.gravity,
        "denoc": denoc.gravity,
        "momentum": momentum.gravity,
        "energy": energy_rates.gravity,
    },
    "coriolis_matrix": {
        "lagrange": lagrange.coriolis_matrix,
        "denoc": denoc.coriolis_matrix,
    },
    "momentum": {
        "momentum": momentum.momentum,
        "energy": energy_rates.momentum,
    },
    "kinetic_gradient": {
        "momentum": momentum.kinetic_gradient,
        "energy": energy_rates.kinetic_gradient,
    },
    "bias": {
        "newton_euler": newton_euler.bias,
        "lagrange": lagrange.bias,
        "denoc": denoc.bias,
    },
    "inverse_dynamics": {
        "newton_euler": newton_euler.inverse_dynamics,
        "lagrange": lagrange.inverse_dynamics,
        "denoc": denoc.inverse_dynamics,
        "momentum": momentum.inverse_dynamics,
        "energy": energy_rates.inverse_dynamics,
    },
    "forward_dynamics": {
        "articulated_body": articulated_body.forward_dynamics,
        "composite_body": composite_body.forward_dynamics,
        "lagrange": lagrange.forward_dynamics,
        "denoc": denoc.forward_dynamics,
        "momentum": momentum.forward_dynamics,
    },
}

FORMULATIONS: tuple[str, ...] = tuple(dict.fromkeys(name for table in QUANTITIES.values() for name in table))
"""The names of all formulations."""
