"""Other forms of the closed loop: in momenta, and linearised.

Momenta, [Celentano2008, eqs. 6–7] and `formulations.momentum`. The state is (q, p = M v, c, W, W_e, E_d) and
    v = M⁻¹ p,   q̇ = rate(q, v),   ṗ = τ + Σ J_kᵀ w_k + ∂T/∂q − g − passive,   the rest as in `system`       (1)
Without springs, friction and efforts beside gravity this is Hamilton's form, on which Gauss methods are symplectic.

Linearised, for Rosenbrock methods, which solve (1/(hγ) − J) u = r several times a step, J = ∂f/∂x. States are sorted:
    S   those on which nothing depends: their columns of J are zero, they cost a row each. The audit is among them.
    E   those with ẋ_e = x_m, m in R: coordinates whose rate is a velocity
    R   all others: velocities, quaternions, states of the controller
and only R is factored:
    (1/(hγ) − J_RR − hγ J_RE P) u_R = r_R + hγ J_RE r_E,   u_E = hγ (r_E + P u_R),   u_S = hγ (r_S + J_S u)   (2)
with P u_R the u_m that belong to E. Rows of velocities are multiplied by the mass matrix, which makes them cheap: with
τ = ID(q, v, v̇), differentiated by any z that v̇ depends on,
    M ∂v̇/∂z = ∂(τ + Σ Jᵀw)/∂z − ∂ID/∂z,   the last at constant v̇                                          (3)
with Coulomb friction, (5) of `system`, among the efforts.
For the Panda that takes 3,200 operations before simplification instead of 9,300, for a flexible arm 21,000 instead of
63,000. Matrices are written by columns, each of them filled up with zeros to whole machine vectors.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.choose import cheapest
from armillary.compiler.derivatives import trace_derivatives
from armillary.compiler.kernel import Kernel
from armillary.compiler.program import Port, Program, inputs_of, references
from armillary.compiler.simplified import build_simplified
from armillary.compiler.trace import trace, trace_together
from armillary.expr.differentiate import Row, jacobian
from armillary.expr.graph import Expr, Graph, Op, Ref
from armillary.formulations.ldl import solve_ldl
from armillary.formulations.passive import elastic, friction
from armillary.multibody import Model
from armillary.simulation.system import System
from armillary.spatial.rotation import Array

Floats = NDArray[np.float64]

LANES = 8
"""Columns are filled up to a multiple of this."""


def momentum(system: System) -> Program:
    """Return ẋ of the momentum form, (1), as a function of clock, x and p like `System.program`."""
    graph, arrays, (clock, x, p) = system._inputs()
    layout, plant = system.layout, system.plant
    q = x[layout.q]
    v, conservative = _velocity_and_gradient(graph, plant, q, x[layout.v])
    seen = np.concatenate([q, v, x[layout.c], x[layout.audit]])
    signal, tau, pushed = system._effort(clock, seen, p)
    lost = friction(system.smooth, v) + system.dry(v)
    p_dot = tau + pushed + conservative - elastic(plant, q) - lost  # (1)
    powers = v @ tau, v @ pushed, v @ lost
    rates = [*plant.rate(q, v), *p_dot, *system.controller.rate(signal), *powers]
    return Program("derivative", graph, arrays, (Port("dx", (len(rates),)),), (references(graph, rates),))


def _velocity_and_gradient(graph: Graph, plant: Model, q: Array, p: Array) -> tuple[Array, Array]:
    """Return v = M⁻¹ p and ∂T/∂q − g, both (nv,); what they share is computed once."""
    ways = {"mass_matrix": "composite_body", "kinetic_gradient": "momentum", "gravity": "momentum"}
    program = trace_together(plant, ways)
    (M,) = program.only("mass_matrix").inline(graph, q=q)
    v = solve_ldl(M, p)
    (gradient,) = program.only("kinetic_gradient").inline(graph, q=q, qd=v)
    (gravity,) = program.only("gravity").inline(graph, q=q)
    return v, gradient - gravity


def to_momentum(system: System, x: Floats) -> Floats:
    """Return states of the momentum form from states, shape (size,) or (N, size)."""
    return _exchanged(system, x, "momentum")


def from_momentum(system: System, x: Floats) -> Floats:
    """Return states from states of the momentum form, shape (size,) or (N, size)."""
    return _exchanged(system, x, "velocity")


def _exchanged(system: System, x: Floats, to: str) -> Floats:
    """Return x with momenta in the place of velocities, or the other way round."""
    layout = system.layout
    kernels = _kernels.setdefault(system, {})
    if to not in kernels:
        kernels[to] = build_simplified(_exchange(system.plant, to))
    rows = np.array(x, dtype=float).reshape(-1, layout.size)
    result = np.empty((len(rows), layout.nv))
    parts = (np.ascontiguousarray(rows[:, part]) for part in (layout.q, layout.v))
    kernels[to].batch(*parts, result)
    rows[:, layout.v] = result
    return rows.reshape(np.shape(x))


_kernels: weakref.WeakKeyDictionary[System, dict[str, Kernel]] = weakref.WeakKeyDictionary()


def _exchange(plant: Model, to: str) -> Program:
    """Return p = M v or v = M⁻¹ p as a program."""
    graph = Graph()
    arrays = (Port("q", (plant.nq,)), Port("v", (plant.nv,)))
    q, v = inputs_of(graph, arrays)
    if to == "momentum":
        (found,) = cheapest(plant, "momentum").inline(graph, q=q, qd=v)
    else:
        (M,) = cheapest(plant, "mass_matrix").inline(graph, q=q)
        found = solve_ldl(M, v)
    return Program(to, graph, arrays, (Port("to", (plant.nv,)),), (references(graph, found),))


@dataclass(frozen=True)
class Linear:
    """f with its derivatives, sorted for (2).

    With N the mass matrix at velocities and 1 elsewhere, the outputs of `program` are f (n,); by columns N_R (r,
    stride), N_R J_RR (r, stride) and N_R J_RE (e, stride); by rows J_S (s, n); and N ∂f/∂t (n,).
    """

    eliminated: tuple[int, ...]
    """E."""
    partners: tuple[int, ...]
    """For each of E the place in R of what it is the integral of."""
    kept: tuple[int, ...]
    """R."""
    sinks: tuple[int, ...]
    """S."""
    program: Program = field(repr=False)

    @property
    def stride(self) -> int:
        """The length of a column."""
        return _stride(len(self.kept))


def _stride(count: int) -> int:
    return -(-max(1, count) // LANES) * LANES


def linear(system: System) -> Linear:
    """Return the closed loop in velocities with its derivatives."""
    program, layout = system.program, system.layout
    graph, rates, n = program.graph, program.results[0], layout.size
    rows = _derivatives(system)
    used = {k for row in rows for k in row if k < n}
    integrals = _integrals(graph, rates, used)
    kept = tuple(k for k in sorted(used) if k not in integrals)
    eliminated = tuple(sorted(integrals))
    sinks = tuple(k for k in range(n) if k not in used)
    partners = tuple(kept.index(integrals[k]) for k in eliminated)
    stride, zero = _stride(len(kept)), graph.zero
    results = (
        rates,
        _columns(_mass(system), kept, kept, stride, zero),
        _columns(rows, kept, kept, stride, zero),
        _columns(rows, kept, eliminated, stride, zero),
        tuple(rows[i].get(k, zero) for i in sinks for k in range(n)),
        tuple(row.get(n, zero) for row in rows),
    )
    square = (len(kept), stride)
    shapes = ((n,), square, square, (len(eliminated), stride), (len(sinks), n), (n,))
    names = ("dx", "mass", "J_kept", "J_eliminated", "J_sinks", "dx_dt")
    outputs = tuple(Port(name, shape) for name, shape in zip(names, shapes, strict=True))
    return Linear(eliminated, partners, kept, sinks, Program("linear", graph, program.inputs, outputs, results))


def _derivatives(system: System) -> list[Row]:
    """Return for each state the row of N J and, at place n, N ∂f/∂t; all of it in the graph of the system's program."""
    program, layout = system.program, system.layout
    graph, rates = program.graph, program.results[0]
    clock, x, p = inputs_of(graph, program.inputs)
    _, tau, pushed = system._effort(clock, x, p)
    loads = references(graph, tau + pushed - system.dry(x[layout.v]))
    wanted = [*rates[: layout.v.start], *loads, *rates[layout.v.stop :]]
    by = [*(value.ref for value in x), clock[0].ref]
    rows = [dict(row) for row in jacobian(graph, wanted, by, "forward")]  # equal outputs share theirs
    qdd = np.array([Expr(graph, ref) for ref in rates[layout.v]], dtype=object)
    given = {"q": x[layout.q], "qd": x[layout.v], "qdd": qdd}
    for row, minus in zip(rows[layout.v], _inverse_dynamics_rows(graph, system.smooth, given), strict=True):
        for k, ref in minus.items():
            row[k] = graph.add(row.get(k, graph.zero), ref ^ 1)  # (3)
    return [{k: ref for k, ref in row.items() if graph.value(ref) != 0} for row in rows]


def _inverse_dynamics_rows(graph: Graph, plant: Model, given: Mapping[str, Array]) -> list[Row]:
    """Return ∂ID/∂(q, v) by rows at the given expressions."""
    if plant.nq == plant.nv:
        by_q, by_v = trace_derivatives(plant, "inverse_dynamics_derivatives").inline(graph, **given)
        return [dict(enumerate(references(graph, row))) for row in np.hstack([by_q, by_v])]
    # By the entries of quaternions themselves, as the integrator sees them.
    source = trace(plant, "inverse_dynamics", "newton_euler")
    by = [value.ref for values in inputs_of(source.graph, source.inputs[:2]) for value in values]
    rows = jacobian(source.graph, source.results[0], by, "forward")
    flat = tuple(ref for row in rows for ref in row.values())
    (found,) = replace(source, outputs=(Port("rows", (len(flat),)),), results=(flat,)).inline(graph, **given)
    refs = iter(references(graph, found))
    return [{k: next(refs) for k in row} for row in rows]


def _mass(system: System) -> list[Row]:
    """Return N by rows."""
    graph, layout = system.program.graph, system.layout
    q = inputs_of(graph, system.program.inputs)[1][layout.q]
    (M,) = cheapest(system.plant, "mass_matrix").inline(graph, q=q)
    rows: list[Row] = [{k: graph.one} for k in range(layout.size)]
    for i, row in enumerate(M, layout.v.start):
        rows[i] = dict(enumerate(references(graph, row), layout.v.start))
    return rows


def _integrals(graph: Graph, rates: tuple[Ref, ...], used: set[int]) -> dict[int, int]:
    """Return E: which state is the integral of which other."""
    found: dict[int, int] = {}
    for k, ref in enumerate(rates):
        node = ref >> 1
        if k in used and not ref & 1 and graph.op[node] is Op.INPUT and graph.args[node][0] == "x":
            found[k] = graph.args[node][1]
    # What is an integral itself, or of itself, stays.
    return {k: m for k, m in found.items() if m not in found}


def _columns(rows: list[Row], of: tuple[int, ...], by: tuple[int, ...], stride: int, zero: Ref) -> tuple[Ref, ...]:
    filled = [zero] * (stride - len(of))
    return tuple(ref for k in by for ref in [*(rows[i].get(k, zero) for i in of), *filled])
