"""Generated Python equals the float reference, rounds as the program does, and can be read."""

import ast
import re

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import armillary as arm
from built_sources import CASES, python_function, reference, worst
from internals import Graph, Port, Program, atan2, emit_python, minimum, trace
from internals import evaluate_program as evaluate
from random_expressions import build, recipes
from samples import examples


@pytest.mark.parametrize(("robot", "quantity"), CASES)
def test_equals_the_reference(robot, quantity, tmp_path):
    program = trace(arm.model(arm.library.get(robot)), quantity)
    inputs, expected = reference(robot, quantity)
    function = python_function(program, tmp_path)
    batch = function(*inputs)
    assert batch.shape == expected.shape
    assert worst(batch, expected) <= 1e-12
    one = function(*(rows[3] for rows in inputs))
    assert one.shape == expected.shape[1:]
    np.testing.assert_allclose(one, batch[3], rtol=1e-14, atol=1e-14 * np.abs(batch[3]).max())


@given(recipe=recipes(3, steps=20), seed=st.integers(0, 2**31))
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_programs_to_the_last_digit(recipe, seed, tmp_path):
    graph = Graph()
    refs = tuple(e.ref for e in build(recipe, graph, 3)[-4:])
    arrays = (Port("a", (2,)), Port("b", (len(refs) - 2,)))
    program = Program("p", graph, (Port("x", (3,)),), arrays, (refs[:2], refs[2:]))
    x = np.random.default_rng(seed).normal(size=(6, 3))
    expected = evaluate(program, {"x": x})
    with np.errstate(all="ignore"):
        a, b = python_function(program, tmp_path)(x)
    np.testing.assert_array_equal(a, expected["a"])
    np.testing.assert_array_equal(b, expected["b"])


def names_in(source):
    return [name for line in source.splitlines() if (name := re.match(r"    (\w+) = ", line))]


def test_names_are_physical_and_unique():
    graph = Graph()
    x, y = graph.input("q1", 0), graph.input("lambda", 0)
    total, other, third = x + y, x - y, x * y
    for value, name in ((total, "w3_x"), (other, "w3.x"), (third, "return")):
        graph.names[value.ref >> 1] = name
    arrays = (Port("q1", (1,)), Port("lambda", (1,)))
    refs = ((total * other).sin().ref, third.ref)
    source = emit_python.emit(Program("for", graph, arrays, (Port("out", (2,)),), (refs,)))
    names = [match.group(1) for match in names_in(source)]
    assert len(set(names)) == len(names)
    assert "w3_x" in names
    ast.parse(source)


def test_the_heading_says_what_it_is():
    source = emit_python.emit(trace(arm.model(arm.library.get("khatib-rr")), "inverse_dynamics"))
    heading = [line for line in source.splitlines() if line.startswith("#")]
    for start in ("robot: khatib-rr", "quantity: inverse_dynamics", "formulation: newton_euler", "operations: "):
        assert any(line.startswith(f"# {start}") for line in heading)
    assert re.search(r"operations: \d+ mul, \d+ add, 0 div", source)
    assert "w2_z = " in source


def test_names_of_robots_do_no_harm():
    graph = Graph()
    program = Program(
        "p",
        graph,
        (Port("q", (1,)),),
        (Port("o", (1,)),),
        ((graph.input("q").ref,),),
        {"robot": 'a"""\nimport os\n*/'},
    )
    tree = ast.parse(emit_python.emit(program))
    assert [type(node).__name__ for node in tree.body] == ["Import", "FunctionDef"]


def test_lines_stay_short():
    source = emit_python.emit(trace(arm.model(arm.library.get("panda")), "forward_dynamics"))
    assert max(map(len, source.splitlines())) <= 200


def lines_of(graph, value):
    """The statements of the function of one value."""
    program = Program("f", graph, (Port("x", (3,)),), (Port("y", (1,)),), ((value.ref,),))
    source = emit_python.emit(program).split("y = np.empty((*batch, 1))\n")[1]
    return [line.strip() for line in source.splitlines() if not re.match(r"    (x_\d = |return)", line)]


def test_parentheses_keep_the_order_of_the_program_and_are_few():
    graph = Graph()
    x, y, z = (graph.input("x", k) for k in range(3))
    cases = {
        x + y + z: "x_2 + (x_0 + x_1)",
        x - (y - z): "x_0 - (x_1 - x_2)",
        -(x + y): "-(x_0 + x_1)",
        y - x: "-(x_0 - x_1)",
        -(x * y): "-(x_0*x_1)",
        x * (y + z): "x_0*(x_1 + x_2)",
        x * y / z: "x_0*x_1/x_2",
        x / (y * z): "x_0/(x_1*x_2)",
        x / (y / z): "x_0/(x_1/x_2)",
        1 / x: "1.0/x_0",
        x * y * 3: "x_0*x_1*3.0",
        (-x).exp(): "np.exp(-x_0)",
        arm.where(x < -y, 0.5, minimum(x, z)): "np.where(x_0 < -x_1, 0.5, np.minimum(x_0, x_2))",
        atan2(x, -y) + (x < y): "np.arctan2(x_0, -x_1) + np.where(x_0 < x_1, 1.0, 0.0)",
    }
    for expression, text in cases.items():
        assert lines_of(graph, expression) == [f"y[..., 0] = {text}"]


def test_shared_parts_get_their_own_line_and_their_name():
    graph = Graph()
    angle = graph.input("x", 0) + graph.input("x", 1)
    graph.names[angle.sin().ref >> 1] = "s12"
    lines = lines_of(graph, angle.sin() * angle + angle.sin())
    node = angle.ref >> 1
    assert lines[:2] == [f"t{node} = x_0 + x_1", f"s12 = np.sin(t{node})"]
    assert len(lines) == 3


def test_deep_expressions_with_shared_parts_print_short_and_without_recursion():
    graph = Graph()
    x = graph.input("x")
    for _ in range(3000):
        x = x.sin() * x
    lines = lines_of(graph, x)
    assert len(lines) == 6000
    assert max(map(len, lines)) < 40
