"""Generated C compiles without a warning and equals the float reference, whole and in parts."""

import re
import subprocess

import numpy as np
import pytest

import armillary as arm
from built_sources import CASES, FLAGS, GCC, c_function, needs_gcc, reference, worst
from internals import Graph, Port, Program, emit_c, trace
from internals import evaluate_program as evaluate
from random_expressions import every_operation


def model(name):
    return arm.model(arm.library.get(name))


@needs_gcc
@pytest.mark.parametrize(("robot", "quantity"), CASES)
def test_equals_the_reference(robot, quantity, tmp_path):
    program = trace(model(robot), quantity)
    inputs, expected = reference(robot, quantity)
    [ours] = c_function(program, tmp_path)(*inputs)
    assert ours.shape == expected.shape
    assert worst(ours, expected) <= 1e-12


@needs_gcc
@pytest.mark.parametrize("chunk", [1, 17, 300])
def test_parts_give_the_same_to_the_last_digit(chunk, tmp_path):
    program = trace(model("panda"), "forward_dynamics", "composite_body")
    inputs, _ = reference("panda", "inverse_dynamics", 20)
    flags = ("-O1", "-ffp-contract=off")
    [whole] = c_function(program, tmp_path, 10**9, flags)(*inputs)
    [parts] = c_function(program, tmp_path, chunk, flags)(*inputs)
    np.testing.assert_array_equal(parts, whole)


@needs_gcc
def test_every_operation_and_what_is_not_finite(tmp_path):
    program = every_operation("x", "o", 1e-300, 7.25)
    rng = np.random.default_rng(0)
    x = np.concatenate([rng.normal(size=(40, 3)), rng.choice([0.0, np.nan, np.inf, -np.inf, 1.0], size=(60, 3))])
    for chunk in (1, 4, 1000):
        [ours] = c_function(program, tmp_path, chunk)(x, np.zeros((100, 2)))
        theirs = evaluate(program, {"x": x, "unused": np.zeros((100, 2))})["o"]
        np.testing.assert_allclose(ours, theirs, rtol=1e-14)


@needs_gcc
def test_several_outputs_and_hostile_names(tmp_path):
    graph = Graph()
    a, b = graph.input("double", 0), graph.input("q d*/", 1)
    graph.names[(a * b).ref >> 1] = "int"
    outputs = (Port("w", (1,)), Port("int", (2,)))
    results = (((a * b).ref,), ((a * b).sin().ref, (a + b).ref))
    header = {"robot": "a */ int main(void) { /* ??/"}
    program = Program("while", graph, (Port("double", (1,)), Port("q d*/", (2,))), outputs, results, header)
    first, second = c_function(program, tmp_path)(np.array([2.0]), np.array([0.0, 3.0]))
    assert first == [6.0]
    assert second == pytest.approx([np.sin(6.0), 5.0])
    source, header_text = emit_c.emit(program)
    assert "void while_2(" in source
    for text in (source, header_text):
        assert text.count("*/") == text.count("/*") == 1


@needs_gcc
def test_the_header_serves_c_plus_plus(tmp_path):
    _, header = emit_c.emit(trace(model("khatib-rr"), "gravity"))
    (tmp_path / "gravity.hpp").write_text(header)
    (tmp_path / "use.c").write_text('#include "gravity.hpp"\nint main(void) { return 0; }\n')
    done = subprocess.run([GCC, *FLAGS, "-c", "use.c", "-o", "use.o"], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0
    assert 'extern "C"' in header
    assert "restrict" not in header


def test_long_programs_are_cut_in_parts():
    program = trace(model("humanoid"), "inverse_dynamics")
    source, _ = emit_c.emit(program, chunk=500)
    parts = re.findall(r"^static void inverse_dynamics_part(\d+)\(", source, flags=re.MULTILINE)
    operations = sum(len(program.graph.arguments(node)) > 0 for node in program.order)
    assert operations / 500 - 2 <= len(parts) <= operations / 500 + 1
    [length] = re.findall(r"double w\[(\d+)\];", source)
    assert int(length) < operations / 4  # places are used again


def test_numbers_keep_all_their_digits():
    graph = Graph()
    value = 0.1 + 0.2
    program = Program("p", graph, (), (Port("o", (2,)),), ((graph.constant(value), graph.constant(-1e-5)),))
    source, _ = emit_c.emit(program)
    numbers = [float(text) for text in re.findall(r"= (.*);", source)]
    assert numbers == [value, -1e-5]
