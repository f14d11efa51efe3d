"""Derivatives of random expressions equal complex steps, those of SymPy, and each other."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import armillary as arm
from internals import Graph, Op, atan2, evaluate_nodes, forward, maximum, minimum, reverse, signed
from internals import expression_jacobian as jacobian
from random_expressions import build, recipes
from samples import examples

STEP = 1e-30


def values(graph, refs, x):
    nodes = evaluate_nodes(graph, graph.live(refs), {"x": x})
    return [signed(nodes, ref) for ref in refs]


def dense(graph, rows, width, x):
    matrix = np.zeros((len(rows), width))
    for i, row in enumerate(rows):
        if row:
            matrix[i, list(row)] = np.array(values(graph, list(row.values()), x), dtype=float)
    return matrix


def complex_step(graph, refs, x):
    columns = []
    for k in range(len(x)):
        moved = x.astype(complex)
        moved[k] += 1j * STEP
        columns.append([np.imag(value) / STEP for value in values(graph, refs, moved)])
    return np.array(columns).T


@pytest.mark.parametrize("mode", ["forward", "reverse"])
@given(recipe=recipes(3), seed=st.integers(0, 2**31))
@settings(max_examples=examples(100), deadline=None)
def test_complex_steps_agree(mode, recipe, seed):
    graph = Graph()
    refs = [e.ref for e in build(recipe, graph, 3)[-3:]]
    inputs = [graph.input("x", k).ref for k in range(3)]
    x = np.random.default_rng(seed).normal(size=3)
    rows = jacobian(graph, refs, inputs, mode)
    expected = complex_step(graph, refs, x)
    scale = 1 + np.abs(expected).max()
    assert dense(graph, rows, 3, x) == pytest.approx(expected, abs=1e-11 * scale)


@given(recipe=recipes(2, smooth=True), seed=st.integers(0, 2**31))
@settings(max_examples=examples(60), deadline=None)
def test_central_differences_agree(recipe, seed):
    graph = Graph()
    ref = build(recipe, graph, 2)[-1].ref
    inputs = [graph.input("x", k).ref for k in range(2)]
    x, h = np.random.default_rng(seed).normal(size=2), 1e-5
    ours = dense(graph, jacobian(graph, [ref], inputs), 2, x)[0]
    for k in range(2):
        e = np.eye(2)[k] * h
        slope = (values(graph, [ref], x + e)[0] - values(graph, [ref], x - e)[0]) / (2 * h)
        assert ours[k] == pytest.approx(slope, rel=1e-5, abs=1e-5)


def test_sympy_agrees():
    import sympy

    graph = Graph()
    names = sympy.symbols("x0 x1 x2", positive=True)
    cases = [
        lambda x, y, z, f: f.sin(x * y) / f.sqrt(z + x * x),
        lambda x, y, z, f: f.exp(-x * x) * f.log(y + z) - f.tanh(x / y),
        lambda x, y, z, f: f.atan2(x - y, z) * f.cos(f.sin(x) + 2 * y) ** 3,
        lambda x, y, z, f: 1 / (1 + 1 / (x + 1 / (y + 1 / z))),
        lambda x, y, z, f: f.sqrt(x) * f.sqrt(x + f.sqrt(y * z)) / (x - 4) ** 2,
    ]

    class Ours:
        sin, cos, exp = (staticmethod(lambda e, n=n: getattr(e, n)()) for n in ("sin", "cos", "exp"))
        log, tanh, sqrt = (staticmethod(lambda e, n=n: getattr(e, n)()) for n in ("log", "tanh", "sqrt"))
        atan2 = staticmethod(atan2)

    x = np.array([0.7, 1.3, 0.4])
    inputs = [graph.input("x", k) for k in range(3)]
    for case in cases:
        symbolic = case(*names, sympy)
        expected = [float(symbolic.diff(name).subs(dict(zip(names, x, strict=True)))) for name in names]
        for mode in ("forward", "reverse"):
            rows = jacobian(graph, [case(*inputs, Ours).ref], [e.ref for e in inputs], mode)
            assert dense(graph, rows, 3, x)[0] == pytest.approx(expected, rel=1e-12)


def test_jacobians_are_sparse_and_simplified():
    graph = Graph()
    x, y, z = (graph.input("x", k) for k in range(3))
    outputs = [(x * 3).ref, (-(y * z)).ref, graph.one, (x - x + 2).ref]
    for mode in ("auto", "forward", "reverse"):
        rows = jacobian(graph, outputs, [x.ref, y.ref, z.ref], mode)
        assert rows == [{0: graph.constant(3.0)}, {1: (-z).ref, 2: (-y).ref}, {}, {}]


def test_equal_and_negated_outputs_each_get_their_row():
    graph = Graph()
    x, y = graph.input("x", 0), graph.input("x", 1)
    product = x * y
    for mode in ("forward", "reverse"):
        rows = jacobian(graph, [product.ref, (-product).ref, product.ref, x.ref], [x.ref, (-y).ref], mode)
        assert rows == [{0: y.ref, 1: (-x).ref}, {0: (-y).ref, 1: x.ref}, {0: y.ref, 1: (-x).ref}, {0: graph.one}]


def test_what_lies_behind_an_input_is_constant():
    graph = Graph()
    x, y = graph.input("x", 0), graph.input("x", 1)
    inner = x.sin()
    outer = inner * x + inner * y
    for mode in ("forward", "reverse"):
        rows = jacobian(graph, [outer.ref], [inner.ref, x.ref], mode)
        assert rows == [{0: (x + y).ref, 1: inner.ref}]


def test_pieces():
    graph = Graph()
    x, y = graph.input("x", 0), graph.input("x", 1)
    cases = [  # expression, gradient at (2, -1)
        (abs(x), (1, 0)),
        (abs(y), (0, -1)),
        (minimum(x, y * y), (0, -2)),
        (maximum(x, y), (1, 0)),
        (arm.where(y < x, x * y, x), (-1, 2)),
        (x.sign() * y, (0, 1)),
        (3 * y.sign(), (0, 0)),
        (y * (x < y), (0, 0)),
    ]
    for expression, gradient in cases:
        for mode in ("forward", "reverse"):
            rows = jacobian(graph, [expression.ref], [x.ref, y.ref], mode)
            assert dense(graph, rows, 2, np.array([2.0, -1.0]))[0] == pytest.approx(gradient)
    assert jacobian(graph, [x.sign().ref], [x.ref]) == [{}]


def test_directions_and_weights():
    """Forward along J v, reverse along w J: w (J v) = (w J) v."""
    graph = Graph()
    x, y, z = (graph.input("x", k) for k in range(3))
    outputs = [(x * y.sin()).ref, (z / x).ref]
    v, w = [0.3, -1.2, 0.5], [2.0, -0.7]
    seeds = {e.ref: {0: graph.constant(rate)} for e, rate in zip((x, y, z), v, strict=True)}
    pushed = forward(graph, outputs, seeds)
    weights = {ref: {0: graph.constant(weight)} for ref, weight in zip(outputs, w, strict=True)}
    pulled = reverse(graph, weights, [x.ref, y.ref, z.ref])
    at = np.array([0.8, 0.2, -1.5])
    left = w @ dense(graph, pushed, 1, at)
    right = v @ dense(graph, pulled, 1, at)
    assert left == pytest.approx(right, rel=1e-13)
    assert abs(left[0]) > 0.1


def test_derivatives_of_named_nodes_have_names():
    graph = Graph()
    x, y = graph.input("x", 0), graph.input("x", 1)
    speed = x * x * y
    graph.names[speed.ref >> 1] = "w2_z"
    labels = (["tau0"], ["x0", "x1"])
    assert "dw2_z_dx1" not in graph.names.values()
    jacobian(graph, [speed.sin().ref], [x.ref, y.ref], "forward", labels)
    assert graph.names[(x * x).ref >> 1] == "dw2_z_dx1"
    jacobian(graph, [speed.sin().ref], [x.ref, y.ref], "reverse", labels)
    assert graph.names[speed.cos().ref >> 1] == "dtau0_dw2_z"


def test_auto_takes_fewer_sweeps():
    graph = Graph()
    inputs = [graph.input("x", k) for k in range(40)]
    total = inputs[0]
    for e in inputs[1:]:
        total = total * e
    before = len(graph)
    jacobian(graph, [total.ref], [e.ref for e in inputs])
    # Reverse: some 2 new products per input; forward would need some 40.
    assert len(graph) - before < 4 * len(inputs)
    assert all(op in (Op.MUL, Op.INPUT, Op.CONST) for op in graph.op)


def test_unknown_mode():
    graph = Graph()
    with pytest.raises(arm.ArgumentError, match="mode"):
        jacobian(graph, [], [], "sideways")
