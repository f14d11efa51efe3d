"""Products of the derivatives of a program with vectors: VJP by one reverse sweep, JVP by one forward sweep.

For y = f(x, …) with several inputs and outputs,
    VJP:   x̄ = Σ_y (∂y/∂x)ᵀ ȳ        inputs of f and cotangents ȳ of its outputs → cotangents x̄               (1)
    JVP:   dy = Σ_x (∂y/∂x) dx        inputs of f and tangents dx → tangents dy of its outputs                 (2)
Either takes at most a few times the operations of f, whatever the sizes of x and y. Cotangents and tangents of an
array `x` are the arrays `x_bar` and `dx`.
"""

from __future__ import annotations

from collections.abc import Sequence

from armillary.compiler.program import Port, Program, inputs_of, references
from armillary.expr.differentiate import Row, forward, reverse
from armillary.expr.ops import Ref


def vjp(program: Program, by: Sequence[str], of: Sequence[str] | None = None) -> Program:
    """Return the program of (1), whose inputs are those of `program` and the cotangents of its outputs.

    Args:
        program: The program of f; the derivatives are built in its graph.
        by: Names of the inputs whose cotangents are the outputs.
        of: Names of the outputs that have cotangents; default all. The others count as constant.

    Example:
        >>> from armillary.compiler.program import evaluate, record
        >>> square = record("square", lambda x: {"y": x * x}, {"x": 2})
        >>> evaluate(vjp(square, ["x"]), {"x": [1.0, 2.0], "y_bar": [1.0, 10.0]})["x_bar"]
        array([ 2., 40.])
    """
    graph = program.graph
    chosen = program.only(*of) if of is not None else program
    bars = tuple(Port(f"{port.name}_bar", port.shape) for port in chosen.outputs)
    seeds: dict[Ref, Row] = {}
    for refs, values in zip(chosen.results, inputs_of(graph, bars), strict=True):
        for ref, weight in zip(refs, references(graph, values), strict=True):
            row = seeds.setdefault(ref, {})
            row[0] = graph.add(row.get(0, graph.zero), weight)
    ports = _named(program.inputs, by)
    entries = [value.ref for values in inputs_of(graph, ports) for value in values.flat]
    gradients = iter([column.get(0, graph.zero) for column in reverse(graph, seeds, entries)])
    results = tuple(tuple(next(gradients) for _ in range(port.size)) for port in ports)
    outputs = tuple(Port(f"{port.name}_bar", port.shape) for port in ports)
    return Program(f"{program.name}_vjp", graph, (*program.inputs, *bars), outputs, results, program.header)


def jvp(program: Program, by: Sequence[str]) -> Program:
    """Return the program of (2), whose inputs are those of `program` and the tangents of some of them.

    Args:
        program: The program of f; the derivatives are built in its graph.
        by: Names of the inputs that have tangents; the others are constant.

    Example:
        >>> from armillary.compiler.program import evaluate, record
        >>> square = record("square", lambda x: {"y": x * x}, {"x": 2})
        >>> evaluate(jvp(square, ["x"]), {"x": [1.0, 2.0], "dx": [1.0, 10.0]})["dy"]
        array([ 2., 40.])
    """
    graph, ports = program.graph, _named(program.inputs, by)
    tangents = tuple(Port(f"d{port.name}", port.shape) for port in ports)
    seeds: dict[Ref, Row] = {}
    for values, directions in zip(inputs_of(graph, ports), inputs_of(graph, tangents), strict=True):
        seeds |= {e.ref: {0: d.ref} for e, d in zip(values.flat, directions.flat, strict=True)}
    flat = [ref for refs in program.results for ref in refs]
    tangents_out = iter([row.get(0, graph.zero) for row in forward(graph, flat, seeds)])
    results = tuple(tuple(next(tangents_out) for _ in refs) for refs in program.results)
    outputs = tuple(Port(f"d{port.name}", port.shape) for port in program.outputs)
    return Program(f"{program.name}_jvp", graph, (*program.inputs, *tangents), outputs, results, program.header)


def _named(ports: Sequence[Port], names: Sequence[str]) -> tuple[Port, ...]:
    by_name = {port.name: port for port in ports}
    return tuple(by_name[name] for name in names)
