"""Programs of the special forms: planar n-R arms, chains in the momentum form, explicit equations of any robot.

Parameters are numbers and become constants; states are inputs. [Popescu2008; Celentano2008; Bhangale2004]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from armillary.compiler.program import Array, Program, inputs_of, references
from armillary.errors import ArgumentError
from armillary.expr.graph import Graph
from armillary.formulations import celentano_spatial as spatial
from armillary.formulations import (
    christoffel,
    composite_body,
    coriolis,
    newton_euler,
    planar_momentum,
    planar_nr,
    spherical_momentum,
)
from armillary.formulations.planar_chain import PlanarChain
from armillary.formulations.spherical_chain import SphericalChain
from armillary.model import Model
from armillary.model.align import align
from armillary.model.reframe import reframe
from armillary.model.regroup import regroup

PlanarForm = Literal["recursive", "products", "differences"]
SphericalForm = Literal["recursive", "dense"]


def dynmodel(
    lengths: ArrayLike,
    coms: ArrayLike,
    masses: ArrayLike,
    inertias: ArrayLike,
    loads: ArrayLike | None = None,
    gravity: float = 9.81,
) -> Program:
    """Return the program of (x, J, J̇, H, h, g) of a planar n-R arm from q and q̇, see `planar_nr.dynmodel`.

    Example:
        >>> [array.name for array in dynmodel([1, 1], [0.5, 0.4], [2, 1], [0.1, 0.1]).outputs]
        ['x', 'J', 'Jd', 'H', 'h', 'g']
    """
    n = len(np.asarray(lengths))

    def model(q: Any, qd: Any) -> Mapping[str, Any]:
        return planar_nr.dynmodel(q, qd, lengths, coms, masses, inertias, loads, gravity)._asdict()

    return _program("dynmodel", model, {"q": n, "qd": n}, {"robot": f"planar {n}-R arm", "formulation": "planar_nr"})


def planar_state_derivative(chain: PlanarChain, form: PlanarForm = "recursive") -> Program:
    """Return the program of (α̇, ṗ) of a planar chain from α, p and u, see `planar_momentum`."""

    def derivative(alpha: Any, p: Any, u: Any) -> Mapping[str, Any]:
        if form == "recursive":
            alpha_d, p_dot = planar_momentum.recursive(chain, alpha, p, u)
        else:
            alpha_d, p_dot = planar_momentum.dense(chain, alpha, p, u, cosines=form)
        return {"alpha_dot": alpha_d, "p_dot": p_dot}

    header = {"robot": f"planar chain of {chain.n} links", "formulation": f"momentum, {form}"}
    return _program("state_derivative", derivative, dict.fromkeys(("alpha", "p", "u"), chain.n), header)


def spherical_state_derivative(chain: SphericalChain, form: SphericalForm = "recursive") -> Program:
    """Return the program of (α̇, ṗ) of a spherical chain in ZYX angles from α, p and u.

    "recursive" is `spherical_momentum`, for axial links; "dense" is `celentano_spatial`. The program does not check
    for the singular angles α_2 = ±90°: whoever runs it must.
    """
    way = {"recursive": spherical_momentum.state_derivative, "dense": spatial.state_derivative}[form]

    def derivative(alpha: Any, p: Any, u: Any) -> Mapping[str, Any]:
        return dict(zip(("alpha_dot", "p_dot"), way(chain, alpha, p, u), strict=True))

    header = {"robot": f"spherical chain of {chain.n} links", "formulation": f"momentum, {form}"}
    return _program("state_derivative", derivative, dict.fromkeys(("alpha", "p", "u"), 3 * chain.n), header)


Ways = dict[str, tuple[Callable[..., Any], tuple[str, ...]]]
"""Quantity → function of (model, *inputs) and the names of its inputs."""

ALIGNED: dict[str, Ways] = {
    "christoffel": {
        "mass_matrix": (composite_body.mass_matrix, ("q",)),
        "gravity": (christoffel.gravity, ("q",)),
        "coriolis_matrix": (christoffel.coriolis_matrix, ("q", "qd")),
        "inverse_dynamics": (christoffel.inverse_dynamics, ("q", "qd", "qdd")),
        "forward_dynamics": (christoffel.forward_dynamics, ("q", "qd", "tau")),
    },
    "recursive": {
        "mass_matrix": (composite_body.mass_matrix, ("q",)),
        "gravity": (newton_euler.gravity, ("q",)),
        "coriolis_matrix": (coriolis.coriolis_matrix, ("q", "qd")),
        "inverse_dynamics": (newton_euler.inverse_dynamics, ("q", "qd", "qdd")),
        "forward_dynamics": (composite_body.forward_dynamics, ("q", "qd", "tau")),
    },
}
"""The two ways that `aligned` knows: explicit equations for few joints, recursions for many."""


def aligned(model: Model, *quantities: str, formulation: str = "christoffel") -> Program:
    """Return the program of one or several quantities at once, in base parameters and frames turned by `align`.

    Example:
        >>> import armillary as arm
        >>> model = arm.build_model(arm.library.get("rtx"), motors="none")
        >>> [array.name for array in aligned(model, "mass_matrix", "coriolis_matrix").inputs]
        ['q', 'qd']
    """
    if formulation not in ALIGNED:
        raise ArgumentError("formulation", repr(formulation), f"one of {', '.join(ALIGNED)}")
    ways = ALIGNED[formulation]
    for quantity in quantities:
        if quantity not in ways:
            raise ArgumentError("quantities", repr(quantity), f"some of {', '.join(ways)}")
    reduced = align(regroup(reframe(model)))
    names = dict.fromkeys(name for quantity in quantities for name in ways[quantity][1])

    def functions(*states: Any) -> Mapping[str, Any]:
        state = dict(zip(names, states, strict=True))
        chosen = {quantity: ways[quantity] for quantity in quantities}
        return {name: way(reduced, *(state[key] for key in needed)) for name, (way, needed) in chosen.items()}

    header = {"robot": model.robot.name, "formulation": formulation, "motors": model.motors}
    sizes = {name: model.nq if name == "q" else model.nv for name in names}
    return _program("_and_".join(quantities), functions, sizes, header)


def _program(
    name: str, function: Callable[..., Mapping[str, Any]], sizes: dict[str, int], header: dict[str, str]
) -> Program:
    """Trace a function of named input vectors that returns named outputs."""
    graph = Graph()
    inputs = tuple(Array(key, (size,)) for key, size in sizes.items())
    results = function(*inputs_of(graph, inputs))
    outputs = tuple(Array(key, np.shape(value)) for key, value in results.items())
    header = {"robot": header["robot"], "quantity": name, **header}
    return Program(name, graph, inputs, outputs, tuple(references(graph, v) for v in results.values()), header)
