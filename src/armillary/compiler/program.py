"""A program: the expressions of one quantity with named inputs and outputs, in an order of execution.

It is flat: every live node of the graph is one instruction, computed once, after its arguments.
Passes turn a program into an equivalent one; back ends turn it into text or machine code.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from armillary.expr.graph import Expr, Graph, Op, Ref


@dataclass(frozen=True)
class Array:
    """An input or output array: its name and shape; entries are numbered row by row."""

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """Number of entries."""
        return math.prod(self.shape)


@dataclass(frozen=True, eq=False)
class Program:
    """Expressions that compute output arrays from input arrays.

    `results[k]` holds a reference for each entry of `outputs[k]`. `header` says what this is, for the
    comment at the top of generated sources: robot, quantity, formulation, conventions.
    """

    name: str
    graph: Graph
    inputs: tuple[Array, ...]
    outputs: tuple[Array, ...]
    results: tuple[tuple[Ref, ...], ...]
    header: dict[str, str] = field(default_factory=dict)
    schedule: tuple[int, ...] | None = None
    """Order of execution that a pass chose; the order of the graph unless given."""

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The live nodes, arguments before users; constants and inputs are among them."""
        if self.schedule is not None:
            return self.schedule
        live: set[int] = set()
        stack = [ref >> 1 for refs in self.results for ref in refs]
        while stack:
            node = stack.pop()
            if node not in live:
                live.add(node)
                stack += [ref >> 1 for ref in self.arguments(node)]
        return tuple(sorted(live))

    def arguments(self, node: int) -> tuple[Ref, ...]:
        """Return the references that a node takes; none for constants and inputs."""
        return () if self.graph.op[node] in (Op.CONST, Op.INPUT) else self.graph.args[node]


def inputs_of(graph: Graph, arrays: tuple[Array, ...]) -> list[np.ndarray]:
    """Return the entries of input arrays as object arrays, ready for an algorithm."""
    return [
        np.array([graph.input(array.name, k) for k in range(array.size)], dtype=object).reshape(array.shape)
        for array in arrays
    ]


def references(graph: Graph, values: object) -> tuple[Ref, ...]:
    """Return a reference for each entry of a result, numbers among them."""
    flat = np.ravel(np.asarray(values, dtype=object))
    return tuple(value.ref if isinstance(value, Expr) else graph.constant(float(value)) for value in flat)
