"""Substitution: put other expressions in the place of some, and simplify again.

All replacements happen at once: what is put in is not itself searched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from armillary.expr.graph import Graph, Op, Ref


def substitute(
    graph: Graph, refs: Sequence[Ref], replacements: Mapping[Ref, Ref], into: Graph | None = None
) -> list[Ref]:
    """Return references to the same expressions with some of their parts replaced.

    Args:
        graph: Where `refs` and the keys of `replacements` live.
        refs: The expressions.
        replacements: Reference → reference to put in its place. −x is replaced wherever x is.
        into: The graph to build in and in which the replacements live; `graph` itself unless given.

    Example:
        >>> graph = Graph()
        >>> x, y = graph.input("x"), graph.input("y")
        >>> substitute(graph, [(x * y + x).ref], {x.ref: graph.one}) == [(y + 1).ref]
        True
    """
    target = graph if into is None else into
    done = {old >> 1: new ^ (old & 1) for old, new in replacements.items()}
    for node in _needed(graph, refs, done):
        op, args = graph.op[node], graph.args[node]
        if op is Op.CONST:
            done[node] = target.constant(args[0])
        elif op is Op.INPUT:
            done[node] = target.input(*args).ref
        else:
            done[node] = target.rebuild(op, [done[ref >> 1] ^ (ref & 1) for ref in args])
        if node in graph.names and target.op[done[node] >> 1] > Op.INPUT and not done[node] & 1:
            target.names.setdefault(done[node] >> 1, graph.names[node])
    return [done[ref >> 1] ^ (ref & 1) for ref in refs]


def _needed(graph: Graph, refs: Sequence[Ref], known: Mapping[int, Ref]) -> list[int]:
    """Return the nodes to rebuild, arguments before users; what is behind a replaced node is not needed."""
    found: set[int] = set()
    stack = [ref >> 1 for ref in refs]
    while stack:
        node = stack.pop()
        if node not in found and node not in known:
            found.add(node)
            stack += [ref >> 1 for ref in graph.arguments(node)]
    return sorted(found)
