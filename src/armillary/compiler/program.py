"""A program: the expressions of one quantity with named inputs and outputs, in an order of execution.

Every live node of the graph is one instruction, computed once, after its arguments. Passes turn a program into an
equivalent one; back ends turn it into text or machine code.
"""

from __future__ import annotations

import contextlib
import gc
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError, CompilerError
from armillary.expr.evaluate import evaluate_nodes, signed
from armillary.expr.expression import Expr
from armillary.expr.graph import Graph
from armillary.expr.ops import INPUT, Ref
from armillary.expr.substitute import substitute
from armillary.spatial.scalar import Array

Kind = Literal["one", "batch", "columns", "lanes"]
"""The kinds of machine code of a program: for one state, for a batch in row or in column order, and for a state in each
lane of the machine."""


@dataclass(frozen=True)
class Port:
    """An input or output array of a program: its name and shape. Entries are numbered row by row."""

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """Number of entries."""
        return math.prod(self.shape)


@dataclass(frozen=True, eq=False)
class Program:
    """Expressions that compute output arrays from input arrays.

    `results[k]` holds a reference for each entry of `outputs[k]`. `header` is the comment at the top of generated
    sources: robot, quantity, formulation, conventions.
    """

    name: str
    graph: Graph
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    results: tuple[tuple[Ref, ...], ...]
    header: dict[str, str] = field(default_factory=dict)
    schedule: tuple[int, ...] | None = None
    """Order of execution that a pass chose; default: the order of the graph."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Program) and (self is other or self._content == other._content)

    def __hash__(self) -> int:
        return hash((self.name, self.inputs, self.outputs, len(self.order)))

    @property
    def _content(self) -> tuple[Any, ...]:
        """Name, header, ports and instructions; nodes are numbered in the order of execution."""
        op, args = self.graph.op, self.graph.args
        place = {node: k for k, node in enumerate(self.order)}

        def numbered(refs: Iterable[Ref]) -> tuple[Ref, ...]:
            return tuple([2 * place[ref >> 1] + (ref & 1) for ref in refs])

        code = [(op[k], args[k] if op[k] <= INPUT else numbered(args[k])) for k in self.order]
        return self.name, self.header, self.inputs, self.outputs, code, [numbered(refs) for refs in self.results]

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The live nodes, arguments before users; constants and inputs are among them."""
        if self.schedule is not None:
            return self.schedule
        return tuple(self.graph.live(ref for refs in self.results for ref in refs))

    @property
    def operations(self) -> int:
        """Number of instructions without constants and inputs."""
        op = self.graph.op
        return sum([op[node] > INPUT for node in self.order])

    def inline(self, graph: Graph, /, **inputs: object) -> tuple[Any, ...]:
        """Return the outputs at other expressions: object arrays of `Expr`, or one `Expr` where the shape is ().

        Args:
            graph: The graph of the outputs.
            inputs: Name of an input → its entries, numbers or expressions of `graph`; default inputs of `graph`
                with the same name.

        Raises:
            CompilerError: The program has no input of that name, or the number of entries is wrong.

        Example:
            >>> import armillary as arm
            >>> from armillary.compiler.trace import trace
            >>> program = trace(arm.model(arm.library.get("khatib-rr")), "mass_matrix")
            >>> graph = Graph()
            >>> (M,) = program.inline(graph, q=[0.0, graph.input("x")])
            >>> M.shape, M[1, 0].graph is graph
            ((2, 2), True)
        """
        replaced: dict[Ref, Ref] = {}
        sizes = {port.name: port.size for port in self.inputs}
        for name, values in inputs.items():
            refs = references(graph, values)
            if sizes.get(name) != len(refs):
                expected = ", ".join(f"{key} ({size},)" for key, size in sizes.items())
                raise CompilerError(f"program {self.name}: {len(refs)} entries given for {name}; expected {expected}")
            replaced |= {self.graph.input(name, k).ref: ref for k, ref in enumerate(refs)}
        flat = [ref for refs in self.results for ref in refs]
        substituted = iter(substitute(self.graph, flat, replaced, into=graph))
        outputs = []
        for port in self.outputs:
            values = np.array([Expr(graph, next(substituted)) for _ in range(port.size)], dtype=object)
            outputs.append(values.reshape(port.shape)[()])  # of shape (): its one entry
        return tuple(outputs)

    def reads(self, name: str, index: int) -> bool:
        """Return whether the outputs depend on an entry of an input."""
        graph = self.graph
        return any(graph.op[k] is INPUT and graph.args[k] == (name, index) for k in self.order)

    def only(self, *names: str) -> Program:
        """Return the program of some of the outputs, in the order of `names`."""
        places = [[port.name for port in self.outputs].index(name) for name in names]
        outputs, results = tuple(self.outputs[k] for k in places), tuple(self.results[k] for k in places)
        return replace(self, outputs=outputs, results=results, schedule=None)


def inputs_of(graph: Graph, arrays: tuple[Port, ...]) -> list[np.ndarray]:
    """Return input arrays as object arrays of expressions."""
    return [
        np.array([graph.input(array.name, k) for k in range(array.size)], dtype=object).reshape(array.shape)
        for array in arrays
    ]


def references(graph: Graph, values: object) -> tuple[Ref, ...]:
    """Return a reference for each entry of a result, numbers among them."""
    flat = np.ravel(np.asarray(values, dtype=object))
    return tuple(graph.lift(value) for value in flat)


def evaluate(program: Program, inputs: Mapping[str, ArrayLike]) -> dict[str, Array]:
    """Return the outputs of a program by name, computed by NumPy, for one state, inputs (n,), or a batch, (N, n).

    An output of shape s has shape s for one state and (N, *s) for a batch.
    """
    arrays = {port.name: _checked(port, inputs) for port in program.inputs}
    batch = np.broadcast_shapes(*(array.shape[:-1] for array in arrays.values()))
    columns = {name: np.moveaxis(array, -1, 0) for name, array in arrays.items()}
    values = evaluate_nodes(program.graph, program.order, columns)
    kind = np.result_type(float, *arrays.values())
    outputs: dict[str, Array] = {}
    for port, refs in zip(program.outputs, program.results, strict=True):
        result = np.empty((*batch, port.size), dtype=kind)
        for k, ref in enumerate(refs):
            result[..., k] = signed(values, ref)
        outputs[port.name] = result.reshape((*batch, *port.shape))
    return outputs


def slots(made: list[list[int]], last: Mapping[int, int], first: int = 0) -> tuple[dict[int, int], int]:
    """Return places in a work array for values that pass between the parts of a program, and the length of the array.

    A place is free again after the last part that reads it.

    Args:
        made: The nodes that each part computes.
        last: Node → the last part that reads it.
        first: Number of the first free place.
    """
    places: dict[int, int] = {}
    free: list[int] = []
    ending: dict[int, list[int]] = defaultdict(list)
    size = first
    for part, nodes in enumerate(made):
        for node in nodes:
            if last.get(node, part) > part:
                places[node] = free.pop() if free else size
                size = max(size, places[node] + 1)
                ending[last[node]].append(places[node])
        free += ending[part]
    return places, size


def _checked(port: Port, inputs: Mapping[str, ArrayLike]) -> Array:
    expected = f"shape ({port.size},) or (N, {port.size})"
    if port.name not in inputs:
        raise ArgumentError(port.name, "nothing", expected)
    array = np.asarray(inputs[port.name])
    array = array if np.iscomplexobj(array) else np.asarray(array, dtype=float)
    if array.ndim not in (1, 2) or array.shape[-1] != port.size:
        raise ArgumentError(port.name, f"shape {array.shape}", expected)
    return array


def record(
    name: str,
    function: Callable[..., Mapping[str, Any]],
    inputs: Mapping[str, int | tuple[int, ...]],
    header: Mapping[str, str] | None = None,
) -> Program:
    """Return the program of a function, which is called once, with expressions.

    Args:
        name: Name of the program.
        function: Takes object arrays of expressions by name and returns its outputs by name.
        inputs: Name of an input → its shape, or its size for a vector.
        header: Comment at the top of generated sources: subject → text.

    Example:
        >>> program = record("product", lambda a, x: {"y": a * x}, {"a": 1, "x": 3})
        >>> program.outputs
        (Port(name='y', shape=(3,)),)
    """
    graph = Graph()
    ports = tuple(Port(key, (size,) if isinstance(size, int) else size) for key, size in inputs.items())
    results = function(**dict(zip(inputs, inputs_of(graph, ports), strict=True)))
    outputs = tuple(Port(key, np.shape(value)) for key, value in results.items())
    refs = tuple(references(graph, value) for value in results.values())
    return Program(name, graph, ports, outputs, refs, dict(header or {}))


@contextlib.contextmanager
def without_collections() -> Iterator[None]:
    """Keep the garbage collector from visiting many values, which takes a sixth to a quarter of the time."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
