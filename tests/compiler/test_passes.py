"""Every pass keeps the values, to rounding, keeps the program well formed and never adds an operation."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import armillary as arm
from internals import (
    PASSES,
    Graph,
    OutOfRangeError,
    Port,
    Program,
    atan2,
    count,
    dissolve,
    less,
    maximum,
    minimum,
    optimise,
    record,
    to_program,
    to_web,
    trace,
    work,
)
from internals import evaluate_program as evaluate
from random_robots import random_robot
from samples import examples
from verified_programs import verify

TOLERANCE = 1e-12


def traced(name, quantity, formulation=None, friction=False):
    return trace(arm.model(arm.library.get(name), friction=friction), quantity, formulation)


def values(program, seed=0, states=40):
    rng = np.random.default_rng(seed)
    inputs = {array.name: rng.uniform(-2, 2, (states, array.size)) for array in program.inputs}
    outputs = evaluate(program, inputs)
    return np.concatenate([outputs[array.name].reshape(states, -1) for array in program.outputs], axis=1)


def assert_equivalent(before, after, tolerance=TOLERANCE):
    verify(after)
    assert (after.name, after.inputs, after.outputs, after.header) == (
        before.name,
        before.inputs,
        before.outputs,
        before.header,
    )
    old, new = values(before), values(after)
    scale = np.abs(old).max(axis=1, keepdims=True)
    assert np.all(np.abs(new - old) <= tolerance * np.maximum(scale, 1e-300))


def collect(web):
    """Change nothing: like terms, constants and reciprocals are collected by the web itself."""


def alone(rewrite):
    """Return a rewrite as a function from program to program, undone if it saves nothing."""

    def step(program):
        try:
            web = to_web(program)
            rewrite(web)
            web.changed()
            after = to_program(dissolve(web))
        except OutOfRangeError:
            return program
        rank, before = ((work(each), count(each).trig) for each in (after, program))
        return after if rank <= before else program

    step.__name__ = rewrite.__name__
    return step


ALONE = [alone(rewrite) for rewrite in (collect, *(each.rewrite for each in PASSES))]

PROGRAMS = [
    ("panda", "inverse_dynamics", "newton_euler"),
    ("panda", "mass_matrix", "composite_body"),
    ("ur5", "forward_dynamics", "composite_body"),
    ("ur5", "forward_dynamics", "articulated_body"),
    ("puma560", "jacobian_dot", None),
    ("planar-7r", "pose", None),
    ("stanford", "coriolis_matrix", "lagrange"),
    ("rtx", "coriolis_matrix", "denoc"),
    ("spherical-chain", "bias", "newton_euler"),
    ("ur5", "manipulability", None),
]


@pytest.mark.crossed
@pytest.mark.parametrize("step", ALONE, ids=lambda step: step.__name__)
@pytest.mark.parametrize(("name", "quantity", "formulation"), PROGRAMS)
def test_a_pass_keeps_the_values_and_adds_nothing(step, name, quantity, formulation):
    program = traced(name, quantity, formulation)
    after = step(program)
    assert_equivalent(program, after)
    assert work(after) <= work(program)
    assert count(after).trig <= count(program).trig


@pytest.mark.parametrize(("name", "quantity", "formulation"), PROGRAMS)
def test_passes_one_after_the_other(name, quantity, formulation):
    program = first = traced(name, quantity, formulation, friction=True)
    for step in ALONE:
        after = step(program)
        assert_equivalent(first, after)
        assert work(after) <= work(program)
        program = after
    best = optimise(first)
    assert_equivalent(first, best)
    assert count(best).flops <= count(program).flops * 1.03  # both are greedy, in another order
    assert count(optimise(best)).flops <= count(best).flops


@pytest.mark.crossed
@pytest.mark.parametrize("quantity", ["inverse_dynamics", "mass_matrix", "forward_dynamics", "jacobian"])
@pytest.mark.parametrize("seed", range(6))
def test_random_robots(quantity, seed):
    program = trace(arm.model(random_robot(np.random.default_rng(seed), 2 + seed)), quantity)
    # A mass matrix can be ill conditioned, and its solution is no better than it.
    assert_equivalent(program, optimise(program), 1e-9 if quantity == "forward_dynamics" else TOLERANCE)


def test_no_pass_changes_the_program_it_is_given():
    program = traced("ur5", "inverse_dynamics")
    before = (list(program.graph.op), list(program.graph.args), program.results, program.order)
    for step in (*ALONE, optimise):
        step(program)
    assert before == (program.graph.op, program.graph.args, program.results, program.order)


@pytest.mark.parametrize(
    ("name", "quantity", "formulations", "limit"),
    [
        ("panda", "inverse_dynamics", ("newton_euler",), 599),
        ("panda", "mass_matrix", ("composite_body", "composite_moments"), 341),
        ("panda", "forward_dynamics", ("composite_body", "composite_moments"), 1151),
        ("ur5", "inverse_dynamics", ("newton_euler",), 273),
        ("ur5", "mass_matrix", ("composite_body", "composite_moments"), 128),
        ("ur5", "forward_dynamics", ("composite_body", "composite_moments"), 474),
    ],
)
def test_counts(name, quantity, formulations, limit):
    flops = [count(optimise(traced(name, quantity, way))).flops for way in formulations]
    assert min(flops) <= limit


# One identity at a time, on programs of two or three lines ------------------------------------


def small(function, size=4):
    """Return the program of a function of `size` inputs."""
    graph = Graph()
    x = [graph.input("x", k) for k in range(size)]
    results = function(*x)
    refs = tuple(graph.lift(value) for value in results)
    return Program("small", graph, (Port("x", (size,)),), (Port("y", (len(refs),)),), (refs,))


IDENTITIES = {
    # name: (function of four inputs, flops after, sines and cosines after)
    "constants of a product": (lambda a, b, c, d: [3.0 * (0.7 * (a * 2.0))], 1, 0),
    "constants of a sum": (lambda a, b, c, d: [((a + 3.0) + b) + 4.0], 2, 0),
    "like terms": (lambda a, b, c, d: [0.5 * a + b + 0.25 * a], 2, 0),
    "terms that cancel": (lambda a, b, c, d: [(a + b) + (c - a)], 1, 0),
    "terms that cancel to rounding": (lambda a, b, c, d: [0.1 * a + 0.2 * a + b - 0.3 * a], 0, 0),
    "division by a constant": (lambda a, b, c, d: [a / 3.0 + a / 7.0], 1, 0),
    "shared reciprocal": (lambda a, b, c, d: [a / d, b / d, c / d], 4, 0),
    "single division": (lambda a, b, c, d: [a * (1 / d)], 1, 0),
    "common factor": (lambda a, b, c, d: [a * b + a * c + a * d], 3, 0),
    "common number": (lambda a, b, c, d: [0.3 * a + 0.3 * b + 0.3 * c], 3, 0),
    "common factor and numbers": (lambda a, b, c, d: [0.3 * (a * b) + 0.7 * (a * c)], 4, 0),
    "common pair of terms": (lambda a, b, c, d: [(a + c) + b, (a + d) + b], 3, 0),
    "common pair up to a number": (lambda a, b, c, d: [a + 0.5 * b + c, 2 * a + d + b], 5, 0),
    "common pair of factors": (lambda a, b, c, d: [(a * c) * b, (a * d) * b], 3, 0),
    "difference of shared sums": (lambda a, b, c, d: [a + b, a + c, (a + b) - (a + c)], 3, 0),
    "number in a better place": (lambda a, b, c, d: [0.5 * (0.3 * a + 0.7 * b) * c], 4, 0),
    "squares": (lambda a, b, c, d: [3.0 * a.sin() ** 2 + 3.0 * a.cos() ** 2 + b], 1, 0),
    "squares, different numbers": (lambda a, b, c, d: [3.0 * a.sin() ** 2 + 5.0 * a.cos() ** 2], 3, 1),
    "angle sum": (lambda a, b, c, d: [a.cos() * b.cos() - a.sin() * b.sin()], 1, 1),
    "angle difference": (lambda a, b, c, d: [c * (a.sin() * b.cos() - a.cos() * b.sin())], 2, 1),
    "zero": (lambda a, b, c, d: [a - a, a * 0.0, b / b], 0, 0),
}


@pytest.mark.parametrize("identity", IDENTITIES)
def test_identity(identity):
    function, flops, trig = IDENTITIES[identity]
    program = small(function)
    after = optimise(program)
    assert_equivalent(program, after)
    assert (count(after).flops, count(after).trig) == (flops, trig)


def planar_tip(*q):
    """The tip of a planar chain of unit links, its turns multiplied one after the other."""
    c, s, x, y = 1.0, 0.0, 0.0, 0.0
    for angle in q:
        c, s = c * angle.cos() - s * angle.sin(), s * angle.cos() + c * angle.sin()
        x, y = x + c, y + s
    return [x, y]


@pytest.mark.parametrize("n", [1, 2, 5, 30])
def test_angles_of_parallel_joints_are_added(n):
    program = small(planar_tip, n)
    after = optimise(program)
    assert_equivalent(program, after)
    assert count(after).flops == 3 * (n - 1)
    assert count(after).trig == 2 * n


def test_an_angle_that_is_needed_alone_is_not_added():
    # sin b and cos b would have to be evaluated all the same: two more for six operations less.
    program = small(lambda a, b, c, d: [a.cos() * b.cos() - a.sin() * b.sin(), a.sin(), a.cos(), b.sin(), b.cos()])
    assert count(optimise(program)).trig == 4


def test_functions_of_all_kinds():
    def function(a, b, c, d):
        x = 2.0 * (3.0 - a) + 0.5 * b
        return [
            arm.where(less(-x, c), -(a - b), b * 2.0 * x),
            arm.where(b - a, a, d),
            minimum(-x, c) + maximum(a, -b),
            atan2(-x, a - b),
            abs(-3.0 * x),
            (x * x + 1.0).sqrt() / (x * x + 1.0),
            (-x).tanh() + (b - a).sin() + (b - a).cos(),
            (0.1 * x).exp() - (a * a + 2.0).log(),
            a / (d - c) + b / (c - d),
        ]

    program = small(function)
    for step in (*ALONE, optimise):
        assert_equivalent(program, step(program))


def test_division_by_nothing_stays_infinite():
    program = small(lambda a, b, c, d: [a / 0.0, b / (c - c)])
    after = optimise(program)
    verify(after)
    assert np.array_equal(values(program), values(after))


def test_names_survive():
    graph = Graph()
    x, y = graph.input("x", 0), graph.input("x", 1)
    both = x * y
    graph.names[both.ref >> 1] = "f3"
    program = Program("named", graph, (Port("x", (2,)),), (Port("y", (2,)),), (((both + x).ref, (both - y).ref),))
    assert "f3" in optimise(program).graph.names.values()


@st.composite
def programs(draw):
    """Random sums, products, quotients and sines of few inputs and few numbers, so that much is in common."""
    graph = Graph()
    pool = [graph.input("x", k) for k in range(3)]
    numbers = st.sampled_from([1.0, -1.0, 2.0, 0.5, 0.3, -0.7, 3.0])
    for _ in range(draw(st.integers(3, 25))):
        a, b = (draw(st.sampled_from(pool)) for _ in range(2))
        c, d = draw(numbers), draw(numbers)
        kind = draw(st.sampled_from(["+", "+", "+", "*", "*", "c", "sin", "cos", "/"]))
        value = {
            "+": lambda a=a, b=b, c=c, d=d: c * a + d * b,
            "*": lambda a=a, b=b: a * b,
            "c": lambda a=a, c=c, d=d: c * a + d,
            "sin": lambda a=a: a.sin(),
            "cos": lambda a=a, b=b: (a + b).cos(),
            "/": lambda a=a, b=b: a / (b.sin() + 2.0),
        }[kind]()
        pool.append(value)
    outputs = draw(st.lists(st.sampled_from(pool[3:]), min_size=1, max_size=4))
    refs = tuple(value.ref for value in outputs)
    return Program("random", graph, (Port("x", (3,)),), (Port("y", (len(refs),)),), (refs,))


@settings(max_examples=examples(150), deadline=None)
@given(programs())
def test_random_programs(program):
    x = np.random.default_rng(1).uniform(-1, 1, (20, 3))
    before = evaluate(program, {"x": x})["y"]
    # How far the inputs' own rounding moves the result is the measure of what a pass may change.
    moved = sum(np.abs(evaluate(program, {"x": x * (1 + sign * 1e-10)})["y"] - before) for sign in (1, -1))
    size = np.abs(before).max(axis=1, keepdims=True)
    for step in (*ALONE, optimise):
        after = step(program)
        verify(after)
        assert work(after) <= work(program)
        if np.all(np.isfinite(before)) and size.max() < 1e6:
            got = evaluate(after, {"x": x})["y"]
            assert np.all(np.abs(got - before) <= 1e-4 * moved + 1e-9 * (1 + size))


def test_work_grows_about_linearly():
    def operations(n):
        robot = arm.planar([0.5] * n, [1.0] * n, coms=[0.2] * n, inertias=[0.1] * n)
        program = trace(arm.model(robot), "forward_dynamics", "articulated_body")
        return count(program).flops, count(optimise(program)).flops

    (before_10, after_10), (before_40, after_40) = operations(10), operations(40)
    assert after_10 <= before_10
    assert after_40 <= before_40
    assert math.isclose(after_40 / after_10, before_40 / before_10, rel_tol=0.1)


@pytest.mark.parametrize(
    ("name", "quantity"), [("panda", "inverse_dynamics"), ("panda", "mass_matrix"), ("ur5", "inverse_dynamics")]
)
def test_names_tell_the_truth(name, quantity):
    """A value that carries a physical name after simplification is the value that was traced under that name."""
    program = trace(arm.model(arm.library.get(name), friction=False), quantity)
    best = optimise(program)
    rng = np.random.default_rng(5)
    inputs = {array.name: rng.normal(size=array.size) for array in program.inputs}

    def named(each):
        values = {label: node for node, label in each.graph.names.items() if node in set(each.order)}
        results = tuple(2 * node for node in values.values())
        shown = replace(each, outputs=(Port("named", (len(results),)),), results=(results,), schedule=None)
        return dict(zip(values, evaluate(shown, inputs)["named"], strict=True))

    before, after = named(program), named(best)
    shared = before.keys() & after.keys()
    assert len(shared) > 5
    for label in shared:
        assert after[label] == pytest.approx(before[label], rel=1e-9, abs=1e-12), label


@pytest.mark.parametrize("friction", [[1e-320, 1.0], [5e-324, 1e-310], [1e300, 1e-300], [1e-200, 1e200]])
def test_numbers_of_extreme_size_stay_where_they_are(friction):
    """Moved, they would overflow or vanish elsewhere: such programs are left as they are."""
    robot = arm.planar([1.0, 0.5], [1.0, 2.0], friction=friction)
    state = [np.array(each) for each in ([0.1, 0.2], [0.3, 0.4], [0.5, 0.6])]
    made, known = arm.compile(robot), arm.evaluate(robot)
    for quantity in ("inverse_dynamics", "forward_dynamics"):
        got, wanted = (getattr(each, quantity)(*state) for each in (made, known))
        assert np.allclose(got, wanted, rtol=1e-12, atol=0)


@pytest.mark.parametrize("length", [1e-200, 1e-155, 1e-120, 1e-40, 1e40, 1e80, 1e120, 1e149])
def test_a_long_link_gives_the_float_evaluation(length):
    robot = arm.planar([length, 1.0], [1.0, 1.0], coms=[0.5, 0.5], inertias=[0.1, 0.1])
    M = arm.compile(robot).mass_matrix([0.1, 0.2])
    assert np.allclose(M, arm.evaluate(robot).mass_matrix([0.1, 0.2]), rtol=1e-12, atol=0)


@pytest.mark.parametrize("length", [1e154, 1e155, 1e200, 1e308])
def test_a_link_whose_inertia_overflows_is_refused(length):
    def mass_matrix() -> np.ndarray:
        return arm.compile(arm.planar([length, 1.0], [1.0, 1.0], coms=[0.5, 0.5], inertias=[0.1, 0.1])).mass_matrix(q)

    q = [0.1, 0.2]
    with np.errstate(all="ignore"), pytest.raises(arm.ArmillaryError, match=r"finite|too large"):
        mass_matrix()


def test_products_of_numbers_do_not_vanish():
    """1e-100 four times is no zero if each meets a large value first."""

    def chain(x: np.ndarray) -> dict[str, np.ndarray]:
        small = [1e-100 * each for each in x]
        return {"y": np.array([((small[0] * x[3]) * (small[1] * x[3])) * ((small[2] * x[3]) * small[3]) + 1e-300])}

    program = record("chain", chain, {"x": 4})
    given = {"x": np.full(4, 1e40)}
    for step in (*ALONE, optimise):
        got, wanted = (evaluate(each, given)["y"] for each in (step(program), program))
        assert np.allclose(got, wanted, rtol=1e-12, atol=0)
