"""Programs of the VJP and JVP of inverse and forward dynamics, exact.

With τ = ID(q, q̇, q̈) and a cotangent τ̄ of the efforts, the VJP is the gradient of τ̄ · ID:
    q̄ = Gᵀ ∂(τ̄ · ID)/∂q,   q̇̄ = ∂(τ̄ · ID)/∂q̇,   q̈̄ = M τ̄,   π̄ = ∂(τ̄ · ID)/∂π                        (1)
by one reverse sweep (`compiler.products`). G(q) takes velocities to rates of coordinates (`Model.rate`), so that q̄ has
an entry for each velocity direction, also behind spherical joints, as the columns of `compiler.derivatives` do.
For q̈ = FD(q, q̇, τ) and a cotangent q̈̄, M being symmetric,
    λ = M⁻¹ q̈̄,   (q̄, q̇̄, π̄) = those of (1) at q̈ = FD(q, q̇, τ) with −λ in place of τ̄,   τ̄ = λ          (2)
The JVPs along (dq, dq̇, …) are one forward sweep and, by the same identity,
    dτ = ∂ID · (G dq, dq̇, dq̈, dπ),   dq̈ = M⁻¹ (dτ − ∂ID · (G dq, dq̇, 0, dπ))                         (3)
FD is affine in τ: its graph, differentiated along τ, multiplies by M⁻¹ with the factors or the articulated inertias
that FD has computed. Of the formulations worth counting, those with the fewest operations are kept. Reverse mode over
the graph of FD itself takes more: docs/decisions/0024-gradients.md has the figures.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from armillary.compiler.choose import worth_counting
from armillary.compiler.products import jvp, vjp
from armillary.compiler.program import Port, Program, inputs_of, references, without_collections
from armillary.compiler.trace import free_ports, friction_in, trace
from armillary.errors import ArgumentError
from armillary.expr.differentiate import forward
from armillary.expr.expression import Expr
from armillary.expr.graph import Graph
from armillary.files.words import shortened
from armillary.formulations.registry import JVPS, PRODUCTS, QUANTITIES, VJPS
from armillary.multibody import Model
from armillary.spatial.scalar import Array

Values = Mapping[str, Array]
"""Arrays of expressions by name."""


@without_collections()
def trace_product(model: Model, quantity: str, wrt: Sequence[str] | None = None, plain: bool = False) -> Program:
    """Return the program of a VJP or JVP of inverse or forward dynamics, before simplification.

    A VJP has the cotangents of `wrt` as outputs: some of the inputs of the dynamics and "parameters"; default the
    inputs. A JVP has one output, and with free parameters also their direction as an input. With `plain`, cotangents
    and tangents of q have its nq entries, those of quaternions included, as solvers see them: G is left out.

    Example:
        >>> import armillary as arm
        >>> model = arm.model(arm.library.get("khatib-rr"))
        >>> [port.name for port in trace_product(model, "forward_dynamics_vjp").outputs]
        ['q_bar', 'qd_bar', 'tau_bar']
        >>> [port.name for port in trace_product(model, "inverse_dynamics_jvp").inputs]
        ['q', 'qd', 'qdd', 'dq', 'dqd', 'dqdd']
    """
    if quantity not in PRODUCTS:
        raise ArgumentError("quantity", shortened(quantity), f"one of {', '.join(PRODUCTS)}")
    entry = PRODUCTS[quantity]
    made = _MADE[quantity]
    ways = [worth_counting(model, name)[0] for name in dict.fromkeys((entry.name, "inverse_dynamics"))]
    names = QUANTITIES[entry.name].inputs if wrt is None else wrt
    outputs = [f"{name}_bar" for name in names] if quantity in VJPS else None
    programs = {}
    for chosen in itertools.product(*ways):
        program = made(model, *chosen, plain=plain)
        programs["; inverse dynamics by ".join(chosen)] = program.only(*outputs) if outputs is not None else program
    way = min(programs, key=lambda candidate: programs[candidate].operations)
    header = {
        "robot": model.robot.name,
        "quantity": quantity,
        "formulation": way,
        "motors": model.motors,
        "friction": friction_in(model),
        "coordinates": "cotangents and tangents of q "
        + ("by its entries" if plain else "along the velocity directions of the joints"),
    }
    return replace(programs[way], name=quantity, header=header)


def _inverse_vjp(model: Model, way: str, *, plain: bool) -> Program:
    source = vjp(_dynamics(model, "inverse_dynamics", way), ("q", "qd", "qdd", *_free(model)))

    def product(graph: Graph, inputs: Values) -> Values:
        bars = dict(zip((port.name for port in source.outputs), source.inline(graph), strict=True))
        return bars if plain else bars | {"q_bar": _rates(model, inputs["q"]).T @ bars["q_bar"]}  # (1)

    return _composed(model, "inverse_dynamics_vjp", product, plain)


def _forward_vjp(model: Model, solved: str, way: str, *, plain: bool) -> Program:
    inverse = _inverse_vjp(model, way, plain=plain).only("q_bar", "qd_bar", *(f"{name}_bar" for name in _free(model)))
    forwards = _dynamics(model, "forward_dynamics", solved)

    def product(graph: Graph, inputs: Values) -> Values:
        (qdd,) = forwards.inline(graph)
        lam = _divided(graph, qdd, inputs["tau"], inputs["qdd_bar"])
        bars = inverse.inline(graph, qdd=qdd, tau_bar=-lam)
        return dict(zip((port.name for port in inverse.outputs), bars, strict=True)) | {"tau_bar": lam}  # (2)

    return _composed(model, "forward_dynamics_vjp", product, plain)


def _inverse_jvp(model: Model, way: str, *, plain: bool) -> Program:
    source = jvp(_dynamics(model, "inverse_dynamics", way), ("q", "qd", "qdd", *_free(model)))

    def product(graph: Graph, inputs: Values) -> Values:
        (dtau,) = source.inline(graph, dq=inputs["dq"] if plain else _rates(model, inputs["q"]) @ inputs["dq"])
        return {"dtau": dtau}  # (3)

    return _composed(model, "inverse_dynamics_jvp", product, plain)


def _forward_jvp(model: Model, solved: str, way: str, *, plain: bool) -> Program:
    inverse = _inverse_jvp(model, way, plain=plain)
    forwards = _dynamics(model, "forward_dynamics", solved)

    def product(graph: Graph, inputs: Values) -> Values:
        (qdd,) = forwards.inline(graph)
        (dtau,) = inverse.inline(graph, qdd=qdd, dqdd=np.zeros(model.nv))
        return {"dqdd": _divided(graph, qdd, inputs["tau"], inputs["dtau"] - dtau)}  # (3)

    return _composed(model, "forward_dynamics_jvp", product, plain)


_MADE: dict[str, Callable[..., Program]] = {
    "inverse_dynamics_vjp": _inverse_vjp,
    "forward_dynamics_vjp": _forward_vjp,
    "inverse_dynamics_jvp": _inverse_jvp,
    "forward_dynamics_jvp": _forward_jvp,
}
"""The program of each product by the formulations of the dynamics it needs, those of inverse dynamics last."""


def _composed(model: Model, quantity: str, product: Callable[[Graph, Values], Values], plain: bool) -> Program:
    """Return the program of a function of the inputs of a product."""
    entry, free = PRODUCTS[quantity], free_ports(model)
    sizes = dict(zip(entry.inputs, entry.sizes(model), strict=True))
    if plain and "dq" in sizes:
        sizes["dq"] = model.nq
    arrays = [Port(name, (size,)) for name, size in sizes.items()]
    arrays += [*free, *(Port(f"d{port.name}", port.shape) for port in free if quantity in JVPS)]
    graph = Graph()
    inputs = dict(zip((port.name for port in arrays), inputs_of(graph, tuple(arrays)), strict=True))
    results_by_name = product(graph, inputs)
    outputs = tuple(Port(name, np.shape(values)) for name, values in results_by_name.items())
    results = tuple(references(graph, values) for values in results_by_name.values())
    return Program(quantity, graph, tuple(arrays), outputs, results)


def _dynamics(model: Model, quantity: str, way: str) -> Program:
    """Return the traced program of the dynamics, whose output has its symbol as a name."""
    program = trace(model, quantity, way)
    return replace(program, outputs=(Port(QUANTITIES[quantity].symbol, program.outputs[0].shape),))


def _free(model: Model) -> tuple[str, ...]:
    return tuple(port.name for port in free_ports(model))


def _rates(model: Model, q: Array) -> Array:
    """Return G(q), shape (nq, nv)."""
    return np.stack([model.rate(q, e) for e in np.eye(model.nv)], axis=1) if model.nv else np.zeros((model.nq, 0))


def _divided(graph: Graph, qdd: Array, tau: Array, b: Array) -> Array:
    """Return M⁻¹ b: the derivative of forward dynamics along b as a direction of τ."""
    seeds = {e.ref: {0: ref} for e, ref in zip(tau, references(graph, b), strict=True)}
    rows = forward(graph, references(graph, qdd), seeds)
    return np.array([Expr(graph, row.get(0, graph.zero)) for row in rows], dtype=object)
