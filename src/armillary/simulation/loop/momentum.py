"""The closed loop in momenta instead of velocities. [Celentano2008, eqs. 6–7] and `formulations.momentum`

The state is (q, p = M v, c, d, W, W_w, E_d), and with the efforts of `loop.instant`
    v = M⁻¹ p,   q̇ = rate(q, v),   ṗ = τ_a + ∂T/∂q − g − elastic efforts − friction                           (1)
the rest as in velocities. Without springs, friction and efforts beside gravity this is Hamilton's
form, on which Gauss methods are symplectic.

Rounding errors δM of the mass matrix and its factors change v by M⁻¹ δM v and T by vᵀ δM v / 2, up
to the sum of the absolute terms of vᵀ M v. Where fast joints oppose each other and links move
slowly, this sum is thousands of times T. Velocities that are recorded or audited (`exchange`)
therefore get one step of iterative refinement [Higham2002, ch. 12], with the momentum p(q, v)
computed from the velocities of the links:
    v ← v + M⁻¹ (p − p(q, v))                                                                              (2)
(1) does without: it would take 10 to 50 % longer, and this noise of v hardly accumulates there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from armillary.compiler.choose import cheapest
from armillary.compiler.program import Program, record
from armillary.compiler.trace import free_ports, trace, trace_together
from armillary.expr.graph import Graph
from armillary.formulations.ldl import factor_ldl, solve_ldl
from armillary.formulations.passive import elastic
from armillary.multibody import Model
from armillary.spatial.scalar import Array

if TYPE_CHECKING:
    from armillary.simulation.loop.equations import Equations


def momentum(equations: Equations) -> Program:
    """Return ẋ of the momentum form, (1), as a function of clock, x and p like `Equations.program`."""
    layout, plant = equations.layout, equations.plant

    def derivative(clock: Array, x: Array, p: Array) -> dict[str, Array]:
        graph, q = clock[0].graph, x[layout.q]
        v, conservative = _velocity_and_gradient(graph, plant, q, x[layout.v], equations.free(p))
        now = equations.at(graph, clock, np.concatenate([q, v, x[layout.c], x[layout.d], x[layout.audit]]), p)
        p_dot = now.applied + conservative - elastic(now.plant, q) - now.friction  # (1)
        return {"dx": np.array([*now.q_dot, *p_dot, *now.c_dot, *now.d_dot, *now.powers], dtype=object)}

    return record("derivative", derivative, equations.inputs)


def _velocity_and_gradient(
    graph: Graph, plant: Model, q: Array, p: Array, free: dict[str, Array]
) -> tuple[Array, Array]:
    """Return v = M⁻¹ p and ∂T/∂q − g, both (nv,), which share terms."""
    formulations = {"mass_matrix": "composite_body", "kinetic_gradient": "momentum", "gravity": "momentum"}
    program = trace_together(plant, formulations)
    (M,) = program.only("mass_matrix").inline(graph, q=q, **free)
    v = solve_ldl(M, p)
    (gradient,) = program.only("kinetic_gradient").inline(graph, q=q, qd=v, **free)
    (gravity,) = program.only("gravity").inline(graph, q=q, **free)
    return v, gradient - gravity


def exchange(plant: Model, to: str) -> Program:
    """Return p = M v (to "momentum") or v = M⁻¹ p (to "velocity") as a program.

    Its inputs are q, what is exchanged (with the name qd), and the free parameters of the plant.
    """

    def exchanged(q: Array, qd: Array, **free: Array) -> dict[str, Array]:
        graph, momentum = q[0].graph, trace(plant, "momentum", "momentum")
        if to == "momentum":
            (p,) = momentum.inline(graph, q=q, qd=qd, **free)
            return {"to": p}
        p = qd  # the input of this name is what is exchanged
        (M,) = cheapest(plant, "mass_matrix").inline(graph, q=q, **free)
        factors = factor_ldl(M)
        v = factors.solve(p)
        (p_of_v,) = momentum.inline(graph, q=q, qd=v, **free)
        return {"to": v + factors.solve(p - p_of_v)}  # (2)

    return record(to, exchanged, plant_inputs(plant))


def plant_inputs(plant: Model) -> dict[str, int]:
    """Return the inputs of a plant's programs, q, qd and free parameters, with their sizes."""
    return {"q": plant.nq, "qd": plant.nv} | {port.name: port.size for port in free_ports(plant)}
