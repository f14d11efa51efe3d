"""The closed loop linearised for Rosenbrock methods, which solve (1/(hγ) − J) u = r several times a step, J = ∂f/∂x.

States are sorted:
    S   sinks: no rate depends on them, so their columns of J are zero and they cost a row each; the audit is one
    E   eliminated: ẋ_e = x_m with m in R, such as coordinates whose rate is a velocity
    R   all others: velocities, quaternions, states of controller and drives
and only R is factored:
    (1/(hγ) − J_RR − hγ J_RE P) u_R = r_R + hγ J_RE r_E,   u_E = hγ (r_E + P u_R),   u_S = hγ (r_S + J_S u)   (1)
where P u_R are the u_m that belong to E. Rows of velocities are multiplied by the mass matrix,
which makes them cheap: τ = ID(q, v, v̇), differentiated by any z that v̇ depends on, gives
    M ∂v̇/∂z = ∂(τ + Σ Jᵀw)/∂z − ∂ID/∂z,   the last at constant v̇                                          (2)
with dry friction (`loop.instant`) among the efforts. The rows of a coordinate that sticks,
or rests on a rigid stop, λ = 0 instead of 1, are those of ẋ = 0; with N the matrix that multiplies
the rows:
    λ N + (1 − λ) 1,   λ N J                                                                                (3)
For the Panda that takes 3,200 operations before simplification instead of 9,300, for a flexible arm
21,000 instead of 63,000. Matrices are written by columns, each padded with zeros to whole machine
vectors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from armillary.compiler.choose import cheapest
from armillary.compiler.derivatives import trace_derivatives
from armillary.compiler.program import Port, Program, inputs_of, references
from armillary.compiler.trace import trace
from armillary.expr.differentiate import Row, jacobian
from armillary.expr.expression import Expr
from armillary.expr.graph import Graph
from armillary.expr.ops import Op, Ref
from armillary.multibody import Model
from armillary.spatial.scalar import Array

if TYPE_CHECKING:
    from armillary.simulation.loop.equations import Equations

LANES = 8
"""Columns are padded with zeros to a multiple of this length, the widest machine vector of doubles."""


@dataclass(frozen=True)
class Linear:
    """f with its derivatives, sorted for (1), r states in R, e in E and s in S.

    With N the mass matrix at velocities and 1 elsewhere, the outputs of `program` are f (n,); by columns
    N_R (r, stride), N_R J_RR (r, stride) and N_R J_RE (e, stride); by rows J_S (s, n); and N ∂f/∂t (n,).
    """

    eliminated: tuple[int, ...]
    """States E."""
    partners: tuple[int, ...]
    """For each state of E the place in R of the state whose integral it is."""
    kept: tuple[int, ...]
    """States R."""
    sinks: tuple[int, ...]
    """States S."""
    program: Program = field(repr=False)

    @property
    def stride(self) -> int:
        """The length of a column."""
        return _stride(len(self.kept))


def _stride(count: int) -> int:
    return -(-max(1, count) // LANES) * LANES


def linear(equations: Equations) -> Linear:
    """Return the closed loop in velocities with its derivatives."""
    program, layout = equations.program, equations.layout
    graph, rates, n = program.graph, program.results[0], layout.size
    rows = _derivatives(equations)
    used = {k for row in rows for k in row if k < n}
    integrals = _integrals(graph, rates, used)
    kept = tuple(k for k in sorted(used) if k not in integrals)
    eliminated = tuple(sorted(integrals))
    sinks = tuple(k for k in range(n) if k not in used)
    partners = tuple(kept.index(integrals[k]) for k in eliminated)
    stride, zero = _stride(len(kept)), graph.zero
    results = (
        rates,
        _columns(_mass(equations), kept, kept, stride, zero),
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


def _derivatives(equations: Equations) -> list[Row]:
    """Return for each state the row of N J and, at place n, of N ∂f/∂t, in the graph of the loop's program."""
    program, layout = equations.program, equations.layout
    graph, rates = program.graph, program.results[0]
    clock, x, p = inputs_of(graph, program.inputs)
    loads = references(graph, equations.at(graph, clock, x, p).load)
    outputs = [*rates[: layout.v.start], *loads, *rates[layout.v.stop :]]
    by = [*(value.ref for value in x), clock[0].ref]
    rows = [dict(row) for row in jacobian(graph, outputs, by, "forward")]  # copies: equal outputs share a row
    qdd = np.array([Expr(graph, ref) for ref in rates[layout.v]], dtype=object)
    for mode in range(layout.m.start, layout.m.stop):  # constant within a step
        for row in rows:
            row.pop(mode, None)
    inputs = {"q": x[layout.q], "qd": x[layout.v], "qdd": qdd, **equations.free(p)}
    for row, inverse_row in zip(rows[layout.v], _inverse_dynamics_rows(graph, equations.smooth, inputs), strict=True):
        for k, ref in inverse_row.items():
            row[k] = graph.add(row.get(k, graph.zero), ref ^ 1)  # (2); the last bit of a reference is its sign
    for i, moves in _moving(equations, x).items():
        rows[i] = {k: graph.multiply(moves.ref, ref) for k, ref in rows[i].items()}  # (3)
    return [{k: ref for k, ref in row.items() if graph.value(ref) != 0} for row in rows]


def _inverse_dynamics_rows(graph: Graph, plant: Model, inputs: Mapping[str, Array]) -> list[Row]:
    """Return the rows of ∂ID/∂(q, v) at expressions q, qd, qdd and free parameters."""
    if plant.nq == plant.nv:
        by_q, by_v = trace_derivatives(plant, "inverse_dynamics_derivatives").inline(graph, **inputs)
        return [dict(enumerate(references(graph, row))) for row in np.hstack([by_q, by_v])]
    # With quaternions: derivatives by their entries, which are states of the solver, not by angular velocities.
    source = trace(plant, "inverse_dynamics", "newton_euler")
    by = [value.ref for values in inputs_of(source.graph, source.inputs[:2]) for value in values]
    rows = jacobian(source.graph, source.results[0], by, "forward")
    entries = tuple(ref for row in rows for ref in row.values())
    program = replace(source, outputs=(Port("rows", (len(entries),)),), results=(entries,))
    (values,) = program.inline(graph, **inputs)
    refs = iter(references(graph, values))
    return [{k: next(refs) for k in row} for row in rows]


def _mass(equations: Equations) -> list[Row]:
    """Return the rows of N, with (3): the mass matrix at velocities, 1 elsewhere."""
    graph, layout = equations.program.graph, equations.layout
    _, x, p = inputs_of(graph, equations.program.inputs)
    (M,) = cheapest(equations.plant, "mass_matrix").inline(graph, q=x[layout.q], **equations.free(p))
    rows: list[Row] = [{k: graph.one} for k in range(layout.size)]
    for i, row in enumerate(M, layout.v.start):
        rows[i] = dict(enumerate(references(graph, row), layout.v.start))
    for i, moves in _moving(equations, x).items():
        rows[i] = {k: graph.multiply(moves.ref, ref) for k, ref in rows[i].items()}
        rows[i][i] = graph.add(rows[i][i], (1.0 - moves).ref)  # (3)
    return rows


def _moving(equations: Equations, x: Array) -> dict[int, Expr]:
    """Return λ of (3) by the place of the velocity in x."""
    start, (sticking, _, resting) = equations.layout.v.start, equations.switching.split(x[equations.layout.m])
    moving: dict[int, Expr] = {}
    for k, mode in (*sticking.items(), *resting.items()):
        moving[start + k] = mode * mode * moving.get(start + k, 1.0)
    return moving


def _integrals(graph: Graph, rates: tuple[Ref, ...], used: set[int]) -> dict[int, int]:
    """Return the states E, each with the state whose integral it is."""
    integrals: dict[int, int] = {}
    for k, ref in enumerate(rates):
        node, negative = ref >> 1, ref & 1
        if k in used and not negative and graph.op[node] is Op.INPUT and graph.args[node][0] == "x":
            integrals[k] = graph.args[node][1]
    # States that integrate another integral, or themselves, stay in R: (1) eliminates one level.
    return {k: m for k, m in integrals.items() if m not in integrals}


def _columns(rows: list[Row], of: tuple[int, ...], by: tuple[int, ...], stride: int, zero: Ref) -> tuple[Ref, ...]:
    """Return the entries of rows `of` and columns `by`, column by column, each padded to the stride."""
    padding = [zero] * (stride - len(of))
    return tuple(ref for k in by for ref in [*(rows[i].get(k, zero) for i in of), *padding])
