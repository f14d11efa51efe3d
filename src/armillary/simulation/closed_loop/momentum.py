"""The closed loop in momenta. [Celentano2008, eqs. 6–7] and `formulations.momentum`

The state is (q, p = M v, c, d, W, W_e, E_d) and
    v = M⁻¹ p,   q̇ = rate(q, v),   ṗ = τ + Σ J_kᵀ w_k + ∂T/∂q − g − passive                               (1)
the rest as in `closed_loop`. Without springs, friction and efforts beside gravity this is Hamilton's form, on which
Gauss methods are symplectic.

Rounding errors of M and of its factors change v by M⁻¹ δM v and T by vᵀ δM v / 2, up to the sum of the absolute terms
of vᵀ M v. Where fast joints oppose each other and links move slowly, this sum is thousands of times T. Velocities that
are recorded or audited (`exchange`) therefore get one step of refinement [Higham2002, ch. 12], with the momentum
p(q, v) from the velocities of the links:
    v ← v + M⁻¹ (p − p(q, v))                                                                              (2)
In (1) it would take 10 to 50 % longer, and the noise of v there hardly adds up.
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
    from armillary.simulation.closed_loop.closed_loop import ClosedLoop


def momentum(loop: ClosedLoop) -> Program:
    """Return ẋ of the momentum form, (1), as a function of clock, x and p like `ClosedLoop.program`."""
    layout, plant = loop.layout, loop.plant

    def derivative(clock: Array, x: Array, p: Array) -> dict[str, Array]:
        graph, q = clock[0].graph, x[layout.q]
        v, conservative = _velocity_and_gradient(graph, plant, q, x[layout.v], loop.free(p))
        now = loop.at(graph, clock, np.concatenate([q, v, x[layout.c], x[layout.d], x[layout.audit]]), p)
        p_dot = now.applied + conservative - elastic(now.plant, q) - now.friction  # (1)
        return {"dx": np.array([*now.q_dot, *p_dot, *now.c_dot, *now.d_dot, *now.powers], dtype=object)}

    return record("derivative", derivative, loop.inputs)


def _velocity_and_gradient(
    graph: Graph, plant: Model, q: Array, p: Array, free: dict[str, Array]
) -> tuple[Array, Array]:
    """Return v = M⁻¹ p and ∂T/∂q − g, both (nv,); common terms are computed once."""
    ways = {"mass_matrix": "composite_body", "kinetic_gradient": "momentum", "gravity": "momentum"}
    program = trace_together(plant, ways)
    (M,) = program.only("mass_matrix").inline(graph, q=q, **free)
    v = solve_ldl(M, p)
    (gradient,) = program.only("kinetic_gradient").inline(graph, q=q, qd=v, **free)
    (gravity,) = program.only("gravity").inline(graph, q=q, **free)
    return v, gradient - gravity


def exchange(plant: Model, to: str) -> Program:
    """Return p = M v ("momentum") or v = M⁻¹ p ("velocity") as a program of q, v and the free parameters."""

    def exchanged(q: Array, qd: Array, **free: Array) -> dict[str, Array]:
        graph, momentum = q[0].graph, trace(plant, "momentum", "momentum")
        if to == "momentum":
            (found,) = momentum.inline(graph, q=q, qd=qd, **free)
            return {"to": found}
        (M,) = cheapest(plant, "mass_matrix").inline(graph, q=q, **free)
        factors = factor_ldl(M)
        v = factors.solve(qd)
        (found,) = momentum.inline(graph, q=q, qd=v, **free)
        return {"to": v + factors.solve(qd - found)}  # (2)

    return record(to, exchanged, plant_inputs(plant))


def plant_inputs(plant: Model) -> dict[str, int]:
    """Return the inputs q, qd and, if there are any, free parameters of a plant's programs, with their sizes."""
    return {"q": plant.nq, "qd": plant.nv} | {port.name: port.size for port in free_ports(plant)}
