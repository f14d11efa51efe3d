"""A program called inside another equals itself, and says what it was given wrongly."""

import numpy as np
import pytest

import armillary as arm
from internals import Graph, record, trace_together
from internals import evaluate_program as evaluate

MODEL = arm.model(arm.library.get("khatib-rr"))
BOTH = trace_together(MODEL, {"mass_matrix": "composite_body", "gravity": "momentum"})
Q = np.array([0.3, -1.1])


def test_an_inlined_program_equals_itself_at_other_inputs():
    def double(x):
        M, g = BOTH.inline(x[0].graph, q=2 * x)
        return {"M": M, "g": g}

    found = evaluate(record("twice", double, {"x": 2}), {"x": Q / 2})
    expected = evaluate(BOTH, {"q": Q})
    assert np.array_equal(found["M"], expected["mass_matrix"])
    assert np.array_equal(found["g"], expected["gravity"])


def test_an_input_left_out_keeps_its_name():
    graph = Graph()
    (M,) = BOTH.only("mass_matrix").inline(graph)
    assert M.shape == (2, 2)
    used = {graph.args[node] for node in graph.live([e.ref for e in M.flat]) if graph.op[node].name == "INPUT"}
    assert used == {("q", 1)}


def test_outputs_are_taken_in_the_order_asked_for():
    assert [port.name for port in BOTH.only("gravity", "mass_matrix").outputs] == ["gravity", "mass_matrix"]


@pytest.mark.parametrize("given", [{"q": [0.0]}, {"qdd": [0.0, 1.0]}])
def test_wrong_inputs_are_named(given):
    with pytest.raises(arm.errors.CompilerError, match=next(iter(given))):
        BOTH.inline(Graph(), **given)
