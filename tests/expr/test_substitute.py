"""Substitution equals evaluation with other inputs, simplifies, and replaces all at once."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from internals import Graph, evaluate_nodes, signed, substitute
from random_expressions import build, recipes
from samples import examples


def value(graph, ref, x):
    return float(signed(evaluate_nodes(graph, graph.live([ref]), {"x": x}), ref))


@given(recipe=recipes(3), other=recipes(3), seed=st.integers(0, 2**31))
@settings(max_examples=examples(100), deadline=None)
def test_substitution_is_composition(recipe, other, seed):
    graph = Graph()
    outer, inner = build(recipe, graph, 3)[-1].ref, build(other, graph, 3)[-1].ref
    x = np.random.default_rng(seed).normal(size=3)
    first = graph.input("x", 0).ref
    [result] = substitute(graph, [outer], {first: inner})
    moved = np.array([value(graph, inner, x), x[1], x[2]])
    assert value(graph, result, x) == pytest.approx(value(graph, outer, moved), rel=1e-12, abs=1e-12)


@given(recipe=recipes(3))
@settings(max_examples=examples(50), deadline=None)
def test_nothing_replaced_gives_the_same_nodes(recipe):
    graph = Graph()
    refs = [e.ref for e in build(recipe, graph, 3)]
    size = len(graph)
    assert substitute(graph, refs, {}) == refs
    assert len(graph) == size


def test_all_at_once_with_signs_and_simplified():
    graph = Graph()
    x, y, z = (graph.input("x", k) for k in range(3))
    assert substitute(graph, [(x - y).ref], {x.ref: y.ref, y.ref: x.ref}) == [(y - x).ref]
    assert substitute(graph, [(x * z).ref, (-x).ref], {(-x).ref: y.ref}) == [(-y * z).ref, y.ref]
    assert substitute(graph, [(x.sin() * z + y).ref], {x.ref: graph.zero}) == [y.ref]
    whole = (x + y).cos()
    assert substitute(graph, [(whole * z).ref], {whole.ref: graph.one}) == [z.ref]


def test_into_another_graph_with_names():
    graph, target = Graph(), Graph()
    x, y = graph.input("x", 0), graph.input("x", 1)
    total = x + y
    graph.names[total.ref >> 1] = "total"
    new = target.input("new").ref
    [result] = substitute(graph, [(total * 2).ref], {y.ref: new}, into=target)
    expected = (target.input("x", 0) + target.input("new")) * 2
    assert result == expected.ref
    assert "total" in target.names.values()
