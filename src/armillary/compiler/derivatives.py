"""Programs of the derivatives of inverse and forward dynamics, exact.

Along a velocity direction e_j of the joints, coordinates move as dq = G(q) e_j (`Model.rate`), so that
also behind spherical joints
    ∂τ/∂q_j := d/dε τ(q ⊕ ε e_j, q̇, q̈) = Σ_k ∂τ/∂q_k G_kj                                  (1)
has one column for each velocity coordinate. With τ = ID(q, q̇, q̈) and q̈ = FD(q, q̇, τ), differentiating
ID(q, q̇, FD(q, q̇, τ)) = τ gives
    ∂q̈/∂q = −M⁻¹ ∂ID/∂q,   ∂q̈/∂q̇ = −M⁻¹ ∂ID/∂q̇,   ∂q̈/∂τ = M⁻¹                          (2)
with the derivatives of ID at that q̈, and likewise ∂q̈/∂π = −M⁻¹ ∂ID/∂π by free parameters π.
For the Panda (2) takes 4,966 operations before simplification; the derivative of the graph of FD takes 9,778 with
composite and 13,920 with articulated bodies. For ID the cheapest way is kept: the recursion of
`formulations.derivatives` in the frames of `trace`, or the graph of Newton–Euler differentiated in forward or
in reverse mode. The recursion wins from about five coordinates in a row on (2,732 : 4,590 for the Panda, 60,831 :
146,660 for flexible-snake); with more than `LONG` the graph is not differentiated. The derivative of Coulomb friction,
c sign(q̇), is zero.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from armillary.compiler.program import Port, Program, inputs_of, references, without_collections
from armillary.compiler.trace import free_ports, friction_in, trace, valued, views
from armillary.errors import ArgumentError
from armillary.expr.differentiate import Mode, Row, forward, jacobian
from armillary.expr.expression import Expr
from armillary.expr.graph import Graph
from armillary.expr.ops import Op, Ref
from armillary.expr.substitute import substitute
from armillary.files.words import shortened
from armillary.formulations.derivatives import inverse
from armillary.formulations.ldl import solve_ldl
from armillary.formulations.registry import DERIVATIVES
from armillary.multibody import Model
from armillary.spatial.scalar import Array

LONG = 6
"""Coordinates in a row above which the derivatives of inverse dynamics are those of the recursion."""
TIE = 0.97
"""Operations of the recursion, relative to those of the graph, above which the graph is kept: the passes save more of
it, for the UR5 96 of 941 and 63 of 929."""
NEAR = 1.25
"""Operations of a way of the recursion, relative to the cheapest one, up to which it is tried in other frames too."""


@without_collections()
def trace_derivatives(model: Model, quantity: str, wrt: Sequence[str] | None = None) -> Program:
    """Return the program of the derivatives of inverse or forward dynamics, before simplification.

    Its outputs, all of shape (nv, nv), are dtau_dq and dtau_dqd, or dqdd_dq, dqdd_dqd and dqdd_dtau. `wrt` selects
    among q, qd, tau and "parameters", whose derivative has a column for each free parameter.

    Example:
        >>> import armillary as arm
        >>> model = arm.model(arm.library.get("khatib-rr"))
        >>> [output.name for output in trace_derivatives(model, "forward_dynamics_derivatives").outputs]
        ['dqdd_dq', 'dqdd_dqd', 'dqdd_dtau']
    """
    if quantity not in DERIVATIVES:
        raise ArgumentError("quantity", shortened(quantity), f"one of {', '.join(DERIVATIVES)}")
    graph = Graph()
    entry = DERIVATIVES[quantity]
    arrays = tuple(Port(name, (size,)) for name, size in zip(entry.inputs, entry.sizes(model), strict=True))
    if quantity == "inverse_dynamics_derivatives":
        matrices, formulation = _inverse(model, graph)
    else:
        matrices, way = _forward(model, graph, arrays)
        formulation = f"composite_body; inverse dynamics by {way}"
    header = {
        "robot": model.robot.name,
        "quantity": quantity,
        "formulation": formulation,
        "motors": model.motors,
        "friction": friction_in(model),
        "columns": "along the velocity directions of the joints",
    }
    names = entry.derivatives if wrt is None else tuple(wrt)
    by_name = dict(zip((*entry.derivatives, "parameters"), matrices, strict=False))
    widths = {"parameters": len(model.free)}
    outputs = tuple(Port(f"d{entry.symbol}_d{name}", (model.nv, widths.get(name, model.nv))) for name in names)
    results = tuple(references(graph, by_name[name]) for name in names)
    return Program(quantity, graph, (*arrays, *free_ports(model)), outputs, results, header)


def _inverse(model: Model, graph: Graph) -> tuple[list[Array], str]:
    """Return ∂ID/∂q, ∂ID/∂q̇ and, with free parameters, ∂ID/∂π in the cheapest way, and the name of the way."""
    modes: tuple[Mode, ...] = ("forward", "reverse")
    ways = {"composite bodies": _recursive(model, graph)}
    long = model.moves.sum(axis=1).max(initial=0) > LONG
    if model.free or not long:
        tau = references(graph, trace(model, "inverse_dynamics", "newton_euler").inline(graph))
    if not long:
        ways |= {f"newton_euler, {mode} mode": _differentiate(model, graph, tau, mode) for mode in modes}
    counts = {way: _operations(graph, matrices) for way, matrices in ways.items()}
    way = min(counts, key=lambda way: counts[way] / (TIE if way == "composite bodies" else 1.0))
    best = list(ways[way])
    for values in inputs_of(graph, free_ports(model)):
        refs, count = [e.ref for e in values], len(values)
        labels = ([f"tau{k}" for k in range(model.nv)], [f"parameter{k}" for k in range(count)])
        matrices = [_dense(graph, jacobian(graph, tau, refs, mode, labels), count) for mode in modes]
        best.append(min(matrices, key=lambda matrix: _operations(graph, [matrix])))  # (nv, count)
    return best, way


def _recursive(model: Model, graph: Graph) -> list[Array]:
    """Return ∂ID/∂q and ∂ID/∂q̇ by the recursion in the cheapest frames."""
    state = inputs_of(graph, (Port("q", (model.nq,)), Port("qd", (model.nv,)), Port("qdd", (model.nv,))))
    first, *others = views(valued(model, graph), grouped=True)

    def counted(view: Model, common: bool) -> tuple[int, list[Array]]:
        derivatives = list(inverse.inverse_dynamics_derivatives(view, *state, common=common))
        return _operations(graph, derivatives), derivatives

    ways = {common: counted(first, common) for common in (False, True)}
    least = min(count for count, _ in ways.values())
    near = [common for common, (count, _) in ways.items() if count <= NEAR * least]
    candidates = [*ways.values(), *(counted(view, common) for view in others for common in near)]
    return min(candidates, key=lambda way: way[0])[1]


def _differentiate(model: Model, graph: Graph, tau: Sequence[Ref], mode: Mode) -> list[Array]:
    q, qd = inputs_of(graph, (Port("q", (model.nq,)), Port("qd", (model.nv,))))
    G = np.stack([model.rate(q, e) for e in np.eye(model.nv)], axis=1)  # (nq, nv)
    rows, columns = ([f"{name}{k}" for k in range(model.nv)] for name in ("tau", "q"))
    by_qd = jacobian(graph, tau, [e.ref for e in qd], mode, (rows, [f"qd{k}" for k in range(model.nv)]))
    if mode == "forward":
        rates = [enumerate(references(graph, row)) for row in G]
        seeds = {e.ref: {j: r for j, r in row if graph.value(r) != 0} for e, row in zip(q, rates, strict=True)}
        along = forward(graph, tau, seeds, columns)
        return [_dense(graph, along, model.nv), _dense(graph, by_qd, model.nv)]  # (1)
    by_q = _dense(graph, jacobian(graph, tau, [e.ref for e in q], mode, (rows, ())), model.nq)
    return [by_q @ G, _dense(graph, by_qd, model.nv)]  # (1)


def _forward(model: Model, graph: Graph, arrays: tuple[Port, ...]) -> tuple[list[Array], str]:
    """Return the matrices of (2), and the way of the derivatives of ID."""
    n = model.nv
    (M,) = trace(model, "mass_matrix", "composite_body").inline(graph)
    (bias,) = trace(model, "bias", "newton_euler").inline(graph)
    qdd = solve_ldl(M, inputs_of(graph, arrays)[2] - bias)
    derivatives, way = _inverse(model, graph)
    accelerations = {graph.input("qdd", k).ref: value for k, value in enumerate(references(graph, qdd))}
    refs = [ref for matrix in derivatives for ref in references(graph, matrix)]
    flat = _values(graph, substitute(graph, refs, accelerations))
    D = [part.reshape(n, -1) for part in np.split(flat, [n * n, 2 * n * n])]
    inverse = solve_ldl(M, np.eye(n))
    # Entries on and above the diagonal take fewer operations than the equal ones below.
    inverse = np.array([[inverse[min(i, j), max(i, j)] for j in range(n)] for i in range(n)])
    by_parameters = [solve_ldl(M, -D[2])] if model.free else []
    return [solve_ldl(M, -D[0]), solve_ldl(M, -D[1]), inverse, *by_parameters], way


def _values(graph: Graph, refs: Sequence[Ref]) -> Array:
    return np.array([Expr(graph, ref) for ref in refs], dtype=object)


def _dense(graph: Graph, rows: Sequence[Row], width: int) -> Array:
    return np.stack([_values(graph, [row.get(j, graph.zero) for j in range(width)]) for row in rows])


def _operations(graph: Graph, matrices: Sequence[Array]) -> int:
    count = Counter(graph.op[node] for node in graph.live(references(graph, matrices)))
    return sum(count[op] for op in (Op.ADD, Op.MUL, Op.DIV, Op.SQRT))
