"""The graph simplifies as it builds, shares what is equal, and never changes a value."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import armillary as arm
from internals import Expr, Graph, Op, atan2, evaluate_nodes, maximum, minimum, signed


@pytest.fixture
def graph():
    return Graph()


@pytest.fixture
def xyz(graph):
    return [graph.input("x", k) for k in range(3)]


def same(a: Expr, b: Expr) -> bool:
    return a.ref == b.ref


def test_neutral_elements_vanish(graph, xyz):
    x, *_ = xyz
    zero, one = Expr(graph, graph.zero), Expr(graph, graph.one)
    for expression in (x + 0, 0 + x, x - 0, x * 1, 1 * x, x / 1, 0 - (-x), x**1, -1 * -x):
        assert same(expression, x)
    assert same(x * 0, zero)
    assert same(x - x, zero)
    assert same(x / x, one)
    assert same(x / -x, -one)
    assert same(x**0, one)
    assert same(0 / x, zero)


def test_equal_values_are_one_node(graph, xyz):
    x, y, z = xyz
    assert same(x + y, y + x)
    assert same(x * y, y * x)
    assert same(x - y, -(y - x))
    assert same((-x) * y, -(x * y))
    assert same((-x) * (-y), x * y)
    assert same(x / -y, -(x / y))
    assert same((-x).sin(), -(x.sin()))
    assert same((-x).tanh(), -(x.tanh()))
    assert same((-x).cos(), x.cos())
    assert same(abs(-x), abs(x))
    assert same(x + x, 2 * x)
    assert same(minimum(x, y), minimum(y, x))
    assert same(maximum(x, x), x)
    assert same(arm.where(x < y, z, z), z)
    assert same(arm.where(-x, y, z), arm.where(x, y, z))


def test_constants_fold(graph):
    two = Expr(graph, graph.constant(2.0))
    assert float(two * 3 - 7) == -1.0
    assert float((two / 4).sqrt() ** 2) == pytest.approx(0.5)
    assert float((-two).sin()) == math.sin(-2)
    assert float(atan2(two, -1.0)) == math.atan2(2, -1)
    assert float(minimum(two, -1)) == -1.0
    assert float(arm.where(two < 3, 5.0, 6.0)) == 5.0
    assert float((-two).sign()) == -1.0


def test_division_by_a_power_of_two_is_a_multiplication(graph, xyz):
    x, *_ = xyz
    assert same(x / 4, x * 0.25)
    assert graph.op[(x / 3).ref >> 1] is Op.DIV


def test_what_has_no_finite_value_is_left_to_evaluation(graph):
    minus, big = Expr(graph, graph.constant(-1.0)), Expr(graph, graph.constant(1e300))
    zero = Expr(graph, graph.zero)
    expected = {
        minus.sqrt(): math.nan,
        minus.log(): math.nan,
        big.exp(): math.inf,
        big * big: math.inf,
        1 / zero: math.inf,
        zero / zero: math.nan,
        zero.log(): -math.inf,
    }
    for expression, value in expected.items():
        nodes = evaluate_nodes(graph, graph.live([expression.ref]), {})
        np.testing.assert_equal(float(signed(nodes, expression.ref)), value)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_constants_are_finite(graph, value):
    with pytest.raises(arm.ArgumentError, match="finite"):
        graph.constant(value)


def test_graphs_do_not_mix(graph, xyz):
    with pytest.raises(arm.ArgumentError, match="graph"):
        xyz[0] + Graph().input("x")


def test_an_expression_is_no_truth_value_and_no_float(xyz):
    x, y, _ = xyz
    with pytest.raises(TypeError, match="where"):
        bool(x < y)
    with pytest.raises(TypeError, match="constant"):
        float(x)
    with pytest.raises(TypeError, match="powers"):
        x**0.3


@given(power=st.integers(-6, 9), x=st.floats(0.3, 2.0))
@settings(max_examples=40, deadline=None)
def test_whole_powers(power, x):
    graph = Graph()
    result = graph.input("x") ** power
    nodes = evaluate_nodes(graph, graph.live([result.ref]), {"x": [x]})
    assert float(signed(nodes, result.ref)) == pytest.approx(x**power, rel=1e-14)


def test_half_powers(graph):
    x = graph.input("x")
    assert same(x**0.5, x.sqrt())
    nodes = evaluate_nodes(graph, graph.live([(x**-1.5).ref]), {"x": [2.0]})
    assert float(signed(nodes, (x**-1.5).ref)) == pytest.approx(2**-1.5)


def test_numpy_arrays_carry_expressions(graph, xyz):
    v = np.array(xyz, dtype=object)
    M = np.array([[2.0, 0.0, 1.0], [0.0, 0.0, 0.0], [0.0, -1.0, 0.0]])
    x, y, z = xyz
    product = M @ v
    assert same(product[0], 2 * x + z)
    assert product[1] == 0 or same(product[1], Expr(graph, graph.zero))
    assert same(product[2], -y)
    assert same((v - v[::-1])[0], x - z)
    assert same((1.0 / v)[1], 1 / y)
    assert same((v[0] * np.ones(2))[1], x)


def test_live_nodes_come_before_their_users(graph, xyz):
    x, y, z = xyz
    expression = (x * y).sin() + z
    _dead = (x + y + z) ** 4
    order = graph.live([expression.ref])
    for place, node in enumerate(order):
        assert all(ref >> 1 in order[:place] for ref in graph.arguments(node))
    assert len(order) == 6
