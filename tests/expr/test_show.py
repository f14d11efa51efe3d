"""Printed expressions read well and mean what the graph means."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armillary.expr import Graph
from armillary.expr.evaluate import evaluate_nodes, signed
from armillary.expr.graph import atan2, minimum, select
from armillary.expr.show import show
from random_expressions import build, recipes

NAMES = {name: getattr(math, name) for name in ("sqrt", "sin", "cos", "exp", "log", "tanh", "atan2")}
NAMES |= {"abs": abs, "min": min, "max": max, "select": lambda c, a, b: a if c else b}


def read(text: str, x: np.ndarray) -> float:
    """The value of printed text, let-lines included, as Python reads it."""
    names = dict(NAMES, x=x)
    *lets, last = text.splitlines()
    for line in lets:
        name, expression = line.split(" = ")
        names[name] = eval(expression, {}, names)
    return float(eval(last, {}, names))


@given(recipe=recipes(3), seed=st.integers(0, 2**31), shared=st.booleans())
@settings(max_examples=200, deadline=None)
def test_python_reads_what_is_printed(recipe, seed, shared):
    graph = Graph()
    ref = build(recipe, graph, 3)[-1].ref
    x = np.random.default_rng(seed).normal(size=3)
    nodes = evaluate_nodes(graph, graph.live([ref]), {"x": x})
    assert read(show(graph, ref, shared), x) == pytest.approx(float(signed(nodes, ref)), rel=1e-11, abs=1e-11)


def test_few_parentheses():
    graph = Graph()
    x, y, z = (graph.input("x", k) for k in range(3))
    cases = {
        x + y - z: "x[0] + x[1] - x[2]",
        x - (y - z): "x[0] + x[2] - x[1]",
        -(x + y): "-x[0] - x[1]",
        y - x: "x[1] - x[0]",
        -(x * y): "-x[0]*x[1]",
        x * (y + z): "x[0]*(x[1] + x[2])",
        x * y / z: "x[0]*x[1]/x[2]",
        x / (y * z): "x[0]/(x[1]*x[2])",
        x / (y / z): "x[0]*x[2]/x[1]",
        1 / x: "1/x[0]",
        x**2 * y * 3: "3*x[1]*x[0]**2",
        1 / x**2: "1/x[0]**2",
        (x - y) ** 2: "(x[0] - x[1])**2",
        (-x).exp(): "exp(-x[0])",
        select(x < -y, 0.5, minimum(x, z)): "select(x[0] < -x[1], 0.5, min(x[0], x[2]))",
        atan2(x, -y) + (x < y): "atan2(x[0], -x[1]) + (x[0] < x[1])",
    }
    for expression, text in cases.items():
        assert show(graph, expression.ref) == text


def test_shared_parts_get_their_own_line_and_their_name():
    graph = Graph()
    x, y = graph.input("q", 0), graph.input("q", 1)
    angle = x + y
    graph.names[angle.sin().ref >> 1] = "s12"
    text = show(graph, (angle.sin() * angle + angle.sin()).ref, shared=True)
    node = angle.ref >> 1
    assert text.splitlines()[:2] == [f"t{node} = q[0] + q[1]", f"s12 = sin(t{node})"]
    assert len(text.splitlines()) == 3


def test_deep_expressions_with_shared_parts_print_short_and_without_recursion():
    graph = Graph()
    x = graph.input("x")
    for _ in range(3000):
        x = x.sin() * x
    lines = show(graph, x.ref, shared=True).splitlines()
    assert len(lines) == 3000
    assert max(map(len, lines)) < 40
