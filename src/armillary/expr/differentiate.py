"""Derivatives of expressions as expressions of the same graph, forward and reverse.

A node y = f(a, b, …) with partial derivatives f_a, f_b, … passes on, for each column x of a Jacobian,
    forward, arguments first:   dy/dx = f_a da/dx + f_b db/dx + …                          (1)
and, for each row z, the derivative of z with respect to the node, z̄(·):
    reverse, users first:       z̄(a) += f_a z̄(y),  z̄(b) += f_b z̄(y), …                     (2)
Only entries that are not zero are kept, so that a Jacobian is as sparse as the expressions are.
A piecewise node has the derivative of its current piece: minimum and maximum pass on that of the smaller and the
larger argument, `select` that of the selected one; |x| has derivative sign(x), zero at zero, a comparison and ⌊x⌋
have derivative zero everywhere. If the directions have labels, derivatives of named nodes are named: dw2_z_dq1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from armillary.errors import ArgumentError
from armillary.expr.graph import Graph
from armillary.expr.ops import Op, Ref
from armillary.files.words import shortened

Row = dict[int, Ref]
"""The entries of a row or column that are not zero, by index."""

Mode = Literal["auto", "forward", "reverse"]


def jacobian(
    graph: Graph,
    outputs: Sequence[Ref],
    inputs: Sequence[Ref],
    mode: Mode = "auto",
    labels: tuple[Sequence[str], Sequence[str]] = ((), ()),
) -> list[Row]:
    """Return ∂ outputs / ∂ inputs: for each output its entries that are not zero, by the index of the input.

    Args:
        graph: The graph, in which the derivatives are built.
        outputs: The nodes to differentiate.
        inputs: The nodes to differentiate by; their arguments count as constant.
        mode: "forward" takes about as many sweeps as there are inputs, "reverse" as there are outputs;
            "auto" (default) takes the smaller number, forward in a tie.
        labels: Names of the outputs and of the inputs, for the names of intermediate derivatives.

    Example:
        >>> graph = Graph()
        >>> x, y = graph.input("x"), graph.input("y")
        >>> jacobian(graph, [(x * y).ref, y.sin().ref], [x.ref, y.ref]) == [{0: y.ref, 1: x.ref}, {1: y.cos().ref}]
        True
    """
    if mode not in ("auto", "forward", "reverse"):
        raise ArgumentError("mode", shortened(mode), "auto, forward or reverse")
    if mode == "forward" or (mode == "auto" and len(inputs) <= len(outputs)):
        return forward(graph, outputs, {ref: {k: graph.one} for k, ref in enumerate(inputs)}, labels[1])
    seeds: dict[Ref, Row] = {}
    for j, ref in enumerate(outputs):
        seeds.setdefault(ref, {})[j] = graph.one
    rows: list[Row] = [{} for _ in outputs]
    for k, column in enumerate(reverse(graph, seeds, inputs, labels[0])):
        for j, entry in column.items():
            rows[j][k] = entry
    return rows


def forward(graph: Graph, outputs: Sequence[Ref], seeds: Mapping[Ref, Row], labels: Sequence[str] = ()) -> list[Row]:
    """Return the derivative of each output along each direction, (1).

    `seeds` maps input → direction → rate of change; other inputs are constant. `labels` are names of the directions.
    """
    tangents = {ref >> 1: _signed(row, ref) for ref, row in seeds.items()}
    for node in graph.live(outputs):
        if node not in tangents:
            tangents[node] = _push(graph, node, [_signed(tangents[ref >> 1], ref) for ref in graph.arguments(node)])
            if labels and node in graph.names:
                _name(graph, {j: f"d{graph.names[node]}_d{labels[j]}" for j in tangents[node]}, tangents[node])
    return [_signed(tangents[ref >> 1], ref) for ref in outputs]


def reverse(graph: Graph, seeds: Mapping[Ref, Row], inputs: Sequence[Ref], labels: Sequence[str] = ()) -> list[Row]:
    """Return for each input the derivative of each weighted sum of outputs, (2).

    `seeds` maps output → sum → weight. `labels` are names of the sums.
    """
    ends = {ref >> 1 for ref in inputs}
    active = dependent(graph, graph.live(seeds), ends)
    adjoints: dict[int, Row] = {}
    for ref, row in seeds.items():
        _accumulate(graph, adjoints, ref, row)
    for node in sorted(active - ends, reverse=True):
        adjoint = adjoints.pop(node, {})
        if not adjoint:
            continue
        if labels and node in graph.names:
            _name(graph, {j: f"d{labels[j]}_d{graph.names[node]}" for j in adjoint}, adjoint)
        for ref, pull in zip(graph.arguments(node), _partials(graph, node), strict=True):
            if ref >> 1 in active and pull is not None:
                _accumulate(graph, adjoints, ref, {j: pull(value) for j, value in adjoint.items()})
    return [_signed(adjoints.get(ref >> 1, {}), ref) for ref in inputs]


def _name(graph: Graph, names: Mapping[int, str], row: Row) -> None:
    """Name computed entries without a name, except negated ones."""
    for j, ref in row.items():
        if graph.op[ref >> 1] > Op.INPUT and not ref & 1:
            graph.names.setdefault(ref >> 1, names[j])


def dependent(graph: Graph, order: Sequence[int], ends: set[int]) -> set[int]:
    """Return the nodes of `order` that depend on the nodes `ends`, these included."""
    active: set[int] = set()
    for node in order:
        if node in ends or any(ref >> 1 in active for ref in graph.arguments(node)):
            active.add(node)
    return active


def _push(graph: Graph, node: int, rows: Sequence[Row]) -> Row:
    """Return the derivatives of a node along each direction from those of its arguments, (1)."""
    directions = sorted(set().union(*rows))
    if not directions:
        return {}
    branches = _branches(graph, node)
    result: Row = {}
    if branches is not None:
        condition, then, otherwise = branches
        for j in directions:
            result[j] = graph.select(condition, rows[then].get(j, graph.zero), rows[otherwise].get(j, graph.zero))
    else:
        for row, push in zip(rows, _partials(graph, node), strict=True):
            if push is not None:
                _add(graph, result, {j: push(value) for j, value in row.items()})
    return {j: value for j, value in result.items() if graph.value(value) != 0}


def _accumulate(graph: Graph, adjoints: dict[int, Row], ref: Ref, row: Row) -> None:
    _add(graph, adjoints.setdefault(ref >> 1, {}), _signed(row, ref))


def _add(graph: Graph, total: Row, row: Row) -> None:
    for j, value in row.items():
        total[j] = graph.add(total[j], value) if j in total else value
        if graph.value(total[j]) == 0:
            del total[j]


def _signed(row: Row, ref: Ref) -> Row:
    """Return the row of a reference from that of its node, or the reverse."""
    return {j: value ^ 1 for j, value in row.items()} if ref & 1 else row


Action = Callable[[Ref], Ref]
"""Multiplication by a partial derivative."""


def _branches(graph: Graph, node: int) -> tuple[Ref, int, int] | None:
    """Return the condition of a piecewise node and the indices of its two alternatives."""
    args = graph.args[node]
    match graph.op[node]:
        case Op.MIN:
            return graph.less(args[0], args[1]), 0, 1
        case Op.MAX:
            return graph.less(args[1], args[0]), 0, 1
        case Op.SELECT:
            return args[0], 1, 2
        case _:
            return None


def _partials(graph: Graph, node: int) -> list[Action | None]:
    """Return the partial derivative by each argument as an action, or None if it is zero."""
    branches = _branches(graph, node)
    if branches is not None:
        condition, then, otherwise = branches
        actions: list[Action | None] = [None] * len(graph.args[node])
        actions[then] = lambda t: graph.select(condition, t, graph.zero)
        actions[otherwise] = lambda t: graph.select(condition, graph.zero, t)
        return actions
    return [None if factor is None else _times(graph, factor) for factor in _factors(graph, node)]


def _times(graph: Graph, factor: Ref) -> Action:
    return lambda t: graph.multiply(factor, t)


def _factors(graph: Graph, node: int) -> list[Ref | None]:
    """Return the partial derivatives of a smooth node, and of |x|, ⌊x⌋ and comparisons."""
    args, y = graph.args[node], node << 1
    a, b = args[0], args[-1]
    match graph.op[node]:
        case Op.ADD:
            return [graph.one, graph.one]
        case Op.MUL:
            return [b, a]
        case Op.DIV:
            r = graph.divide(graph.one, b)
            return [r, graph.multiply(y, r) ^ 1]
        case Op.SQRT:
            return [graph.divide(graph.constant(0.5), y)]
        case Op.SIN:
            return [graph.unary(Op.COS, a)]
        case Op.COS:
            return [graph.unary(Op.SIN, a) ^ 1]
        case Op.EXP:
            return [y]
        case Op.LOG:
            return [graph.divide(graph.one, a)]
        case Op.TANH:
            return [graph.add(graph.one, graph.multiply(y, y) ^ 1)]
        case Op.ABS:
            above = graph.select(graph.less(graph.zero, a), graph.one, graph.zero)
            return [graph.select(graph.less(a, graph.zero), graph.one ^ 1, above)]
        case Op.ATAN2:  # of (y, x) = (a, b)
            r = graph.divide(graph.one, graph.add(graph.multiply(a, a), graph.multiply(b, b)))
            return [graph.multiply(b, r), graph.multiply(a, r) ^ 1]
        case _:
            return [None] * len(args)
