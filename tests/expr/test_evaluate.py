"""Evaluation agrees with plain Python, entry by entry over batches, and with complex steps."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import armillary as arm
from internals import (
    Graph,
    LinearCombination,
    Op,
    Port,
    Program,
    atan2,
    evaluate_nodes,
    less,
    maximum,
    minimum,
    record,
    signed,
)
from internals import evaluate_program as evaluate
from internals import expression_jacobian as jacobian
from random_expressions import build, recipes
from samples import examples

FUNCTIONS = {
    Op.ADD: lambda a, b: a + b,
    Op.MUL: lambda a, b: a * b,
    Op.DIV: lambda a, b: a / b,
    Op.SQRT: math.sqrt,
    Op.SIN: math.sin,
    Op.COS: math.cos,
    Op.EXP: math.exp,
    Op.LOG: math.log,
    Op.TANH: math.tanh,
    Op.ABS: abs,
    Op.FLOOR: math.floor,
    Op.ATAN2: math.atan2,
    Op.MIN: min,
    Op.MAX: max,
    Op.LESS: lambda a, b: float(a < b),
    Op.SELECT: lambda c, a, b: a if c else b,
}


def plain(graph, ref, x):
    """The value by recursion on Python floats."""
    op, args = graph.op[ref >> 1], graph.args[ref >> 1]
    if op is Op.CONST:
        value = args[0]
    elif op is Op.INPUT:
        value = x[args[1]]
    else:
        value = FUNCTIONS[op](*(plain(graph, arg, x) for arg in args))
    return -value if ref & 1 else value


@given(recipe=recipes(3), seed=st.integers(0, 2**31))
@settings(max_examples=examples(150), deadline=None)
def test_random_expressions(recipe, seed):
    graph = Graph()
    ref = build(recipe, graph, 3)[-1].ref
    x = np.random.default_rng(seed).normal(size=(5, 3))
    nodes = evaluate_nodes(graph, graph.live([ref]), {"x": x.T})
    batch = np.broadcast_to(signed(nodes, ref), 5)
    for row, value in zip(x, batch, strict=True):
        assert value == pytest.approx(plain(graph, ref, row), rel=1e-12, abs=1e-12)


def program():
    graph = Graph()
    a, b = graph.input("a", 0), graph.input("b", 1)
    return Program(
        "test",
        graph,
        (Port("a", (2,)), Port("b", (3,))),
        (Port("matrix", (2, 2)), Port("number", ())),
        (((a + b).ref, (-a).ref, graph.one, graph.zero), ((a * b).ref,)),
    )


def test_programs_take_one_state_or_a_batch():
    one = evaluate(program(), {"a": [2.0, 0.0], "b": [0.0, 5.0, 0.0]})
    assert one["matrix"].tolist() == [[7.0, -2.0], [1.0, 0.0]]
    assert one["number"].shape == ()
    assert one["number"] == 10.0
    batch = evaluate(program(), {"a": np.ones((4, 2)), "b": np.ones((4, 3))})
    assert batch["matrix"].shape == (4, 2, 2)
    assert batch["number"].tolist() == [1.0] * 4


def test_wrong_shapes_are_named():
    with pytest.raises(arm.ArgumentError, match=r"b: shape \(2,\)"):
        evaluate(program(), {"a": np.ones(2), "b": np.ones(2)})
    with pytest.raises(arm.ArgumentError, match="a: nothing"):
        evaluate(program(), {"b": np.ones(3)})


def test_nan_and_infinity_pass_through():
    graph = Graph()
    x, y = graph.input("x", 0), graph.input("x", 1)
    refs = [e.ref for e in (minimum(x, y), minimum(y, x), maximum(x, y), arm.where(x < y, x, y), x.sqrt(), 1 / y)]
    nodes = evaluate_nodes(graph, graph.live(refs), {"x": [math.nan, 0.0]})
    values = [float(signed(nodes, ref)) for ref in refs]
    assert all(math.isnan(value) for value in (*values[:3], values[4]))
    assert values[3] == 0.0  # no number is less than NaN
    assert values[5] == math.inf


def test_complex_steps_differentiate():
    graph = Graph()
    x, y = graph.input("x", 0), graph.input("x", 1)
    cases = {  # derivative by x at (-0.7, 0.4)
        abs(x): -1.0,
        minimum(x, y): 1.0,
        maximum(x, y): 0.0,
        arm.where(x < y, x * x, y): -1.4,
        atan2(x, y): 0.4 / (0.49 + 0.16),
        atan2(y, x): -0.4 / (0.49 + 0.16),
        (x * x).sqrt(): -1.0,
    }
    for expression, slope in cases.items():
        nodes = evaluate_nodes(graph, graph.live([expression.ref]), {"x": [-0.7 + 1e-30j, 0.4]})
        assert signed(nodes, expression.ref).imag / 1e-30 == pytest.approx(slope, rel=1e-13)


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ((NotImplemented, 1.0, 2.0), "condition"),
        ((True, (1, (2, (3,))), 0.0), "then"),
        (([0.1, 0.2], 1.0, "a"), "otherwise"),
        (([0.1, 0.2], [1, 2, 3], 0.0), "shapes"),
    ],
)
def test_where_takes_numbers_and_arrays(values, word):
    with pytest.raises(arm.ArgumentError, match=word):
        arm.where(*values)
    assert arm.where([1, 0], [1 + 1j, 2.0], 0.0).tolist() == [1 + 1j, 0.0]


def test_choices_of_linear_combinations():
    def choices(x):
        half = LinearCombination.of(x[0]) * 0.5
        return {"y": np.array([arm.where(less(0.0, each), half, 7.0) for each in (half, x[0])])}

    program = record("choices", choices, {"x": 1})
    assert evaluate(program, {"x": np.array([2.0])})["y"].tolist() == [1.0, 1.0]
    assert evaluate(program, {"x": np.array([-2.0])})["y"].tolist() == [7.0, 7.0]


@pytest.mark.parametrize("value", [-2.5, -1.0, -0.2, 0.0, 0.5, 1.4999, 3.0])
def test_floor_and_round_of_numbers_expressions_and_arrays(value):
    graph = Graph()
    x = graph.input("x", 0)
    asked = [arm.floor(x), arm.round(x), np.floor(np.array([x]))[0], x % 0.75]
    values = evaluate_nodes(graph, graph.live([each.ref for each in asked]), {"x": [value]})
    found = [float(signed(values, each.ref)) for each in asked]
    assert found[:3] == [math.floor(value), math.floor(value + 0.5), math.floor(value)]
    assert found[3] == pytest.approx(value % 0.75, abs=1e-15)
    assert arm.floor([value, value]).tolist() == [math.floor(value)] * 2
    assert arm.round((value,)).tolist() == [math.floor(value + 0.5)]
    assert jacobian(graph, [asked[0].ref], [x.ref]) == [{}]
    assert arm.floor(value + 1e-20j) == math.floor(value)


@pytest.mark.parametrize("function", [arm.floor, arm.round])
def test_floor_and_round_reject_text(function):
    with pytest.raises(arm.ArgumentError, match="an expression or an array"):
        function("1")
