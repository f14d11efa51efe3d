"""The verifier passes what tracing makes and finds every kind of fault, naming the node."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import Graph, Op, Port, Program, trace
from random_robots import random_robot
from verified_programs import verify


@pytest.mark.parametrize("quantity", ["inverse_dynamics", "mass_matrix", "forward_dynamics", "jacobian_dot"])
@pytest.mark.parametrize("seed", range(4))
def test_traced_programs_are_well_formed(quantity, seed):
    model = arm.model(random_robot(np.random.default_rng(seed), 3 + seed))
    verify(trace(model, quantity))


@pytest.fixture
def program():
    graph = Graph()
    x, y = graph.input("q", 0), graph.input("q", 1)
    results = ((x * y - y.sin()).ref, (-(x / y) - 2.5).ref)
    return Program("small", graph, (Port("q", (2,)),), (Port("out", (2,)),), (results,))


def find(program, op):
    return next(node for node in program.order if program.graph.op[node] is op)


def broken(program, op, args):
    """The program with the arguments of its first node of this kind changed."""
    program.graph.args[find(program, op)] = args
    return replace(program)


def test_a_good_program_passes(program):
    verify(program)


def test_arguments_come_before_users(program):
    order = list(program.order)
    order.reverse()
    with pytest.raises(arm.errors.CompilerError, match=r"small: node \d+ = add\(.*\) comes before its argument"):
        verify(replace(program, schedule=tuple(order)))


def test_no_node_twice(program):
    with pytest.raises(arm.errors.CompilerError, match=r"node \d+ = .* is listed twice"):
        verify(replace(program, schedule=(*program.order, program.order[-1])))


def test_no_dead_node(program):
    dead = program.graph.input("q", 1).cos().ref >> 1
    with pytest.raises(arm.errors.CompilerError, match=rf"node {dead} = cos\(\d+\) is dead"):
        verify(replace(program, schedule=(*program.order, dead)))


def test_no_node_missing(program):
    node = find(program, Op.SIN)
    with pytest.raises(arm.errors.CompilerError, match=f"{node}, or without it"):
        verify(replace(program, schedule=tuple(n for n in program.order if n != node)))
    last = program.results[0][0] >> 1
    with pytest.raises(arm.errors.CompilerError, match=f"entry 0 of output out is .*{last}, which is not computed"):
        verify(replace(program, schedule=tuple(n for n in program.order if n != last)))


def test_no_node_beyond_the_graph(program):
    with pytest.raises(arm.errors.CompilerError, match="node 999 is not in the graph"):
        verify(replace(program, schedule=(*program.order, 999)))


@pytest.mark.parametrize("args", [("q", 2), ("q", -1), ("qd", 0)])
def test_inputs_lie_within_their_array(program, args):
    with pytest.raises(arm.errors.CompilerError, match="no entry of the inputs"):
        verify(broken(program, Op.INPUT, args))


@pytest.mark.parametrize("value", [-1.0, -0.0, float("inf"), float("nan")])
def test_constants_are_finite_and_not_negative(program, value):
    with pytest.raises(arm.errors.CompilerError, match=r"node \d+ = const\(.*negative or not finite"):
        verify(broken(program, Op.CONST, (value,)))


@pytest.mark.parametrize("op", [Op.MUL, Op.DIV, Op.SIN])
def test_signs_are_moved_out(program, op):
    args = program.graph.args[find(program, op)]
    with pytest.raises(arm.errors.CompilerError, match="negated argument"):
        verify(broken(program, op, (args[0] ^ 1, *args[1:])))


def test_number_of_arguments(program):
    args = program.graph.args[find(program, Op.MUL)]
    with pytest.raises(arm.errors.CompilerError, match="3 arguments instead of 2"):
        verify(broken(program, Op.MUL, (*args, args[0])))


def test_outputs_cover_their_shapes(program):
    with pytest.raises(arm.errors.CompilerError, match="output out has 2 entries instead of 6"):
        verify(replace(program, outputs=(Port("out", (2, 3)),)))
    with pytest.raises(arm.errors.CompilerError, match="1 results for 2 outputs"):
        verify(replace(program, outputs=(Port("out", (2,)), Port("more", (1,)))))


def test_arrays_have_names_of_their_own(program):
    with pytest.raises(arm.errors.CompilerError, match="2 input arrays are named q"):
        verify(replace(program, inputs=(Port("q", (2,)), Port("q", (2,)))))
