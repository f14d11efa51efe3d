"""Substitution of expressions by others, all at once: a replacement is not searched again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from armillary.expr.graph import Graph
from armillary.expr.ops import CONST, INPUT, Ref


def substitute(
    graph: Graph, refs: Sequence[Ref], replacements: Mapping[Ref, Ref], into: Graph | None = None
) -> list[Ref]:
    """Return references to the same expressions with some of their parts replaced.

    Args:
        graph: The graph of `refs` and of the keys of `replacements`.
        refs: The expressions.
        replacements: Reference → reference to put in its place. −x is replaced wherever x is.
        into: The graph of the result and of the replacements; default `graph`.

    Example:
        >>> graph = Graph()
        >>> x, y = graph.input("x"), graph.input("y")
        >>> substitute(graph, [(x * y + x).ref], {x.ref: graph.one}) == [(y + 1).ref]
        True
    """
    target = graph if into is None else into
    done = {old >> 1: new ^ (old & 1) for old, new in replacements.items()}
    for node in graph.live(refs, done):
        op, args = graph.op[node], graph.args[node]
        if op is CONST:
            done[node] = target.constant(args[0])
        elif op is INPUT:
            done[node] = target.input(*args).ref
        else:
            done[node] = target.rebuild(op, [done[ref >> 1] ^ (ref & 1) for ref in args])
        if node in graph.names and target.op[done[node] >> 1] > INPUT and not done[node] & 1:
            target.names.setdefault(done[node] >> 1, graph.names[node])
    return [done[ref >> 1] ^ (ref & 1) for ref in refs]
