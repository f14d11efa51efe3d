"""The LLVM back end: every operation, every width, every batch size, whole or in pieces, equals the evaluator."""

import ctypes
import dataclasses
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings

import random_expressions
from armillary import expr as ex
from internals import MANY, Graph, Kernel, Port, Program, inputs_of, object_code, plan, record, target, to_object
from internals import emit_llvm as emit
from internals import evaluate_program as evaluate
from internals import kernel_build as build
from internals import program_references as references

WIDTHS = target.WIDTHS
"""Lanes beyond the vectors of the CPU take several registers."""


def everything(x):
    """Every operation, with signs, shared terms, constants and inputs among the results."""
    a, b, c, d, e = x
    s = (a + b).sin() * c - (a + b).cos()
    return [
        a + b - c,
        -(a * b) - c * d,
        a / b,
        s,
        (s * 3).sin() + s.cos(),
        (a * a + 2).sqrt(),
        (-a).exp(),
        (b * b).log(),
        (-c).tanh(),
        abs(d),
        ex.floor(-3 * d),
        ex.atan2(-a, b),
        ex.minimum(a, -b),
        ex.maximum(a, c),
        ex.where(ex.less(a, b), -c, d),
        ex.where(a * b, c, 2.0),
        e.sign(),
        -e,
        2.5,
        -0.25,
    ]


def program(function=everything, size: int = 5, name: str = "everything") -> Program:
    graph = Graph()
    arrays = (Port("x", (size,)),)
    (x,) = inputs_of(graph, arrays)
    results = references(graph, function(x))
    return Program(name, graph, arrays, (Port("y", (len(results),)),), (results,))


def states(n: int, size: int = 5) -> np.ndarray:
    x = np.random.default_rng(n).normal(size=(n, size)) * 2
    if n:
        x[n // 2, 0] = 0.0
    return x


def close(got: np.ndarray, wanted: np.ndarray) -> bool:
    return np.allclose(got, wanted, rtol=1e-13, atol=1e-13, equal_nan=True)


def uncached(program: Program, width: int) -> Kernel:
    """The kernel of a program without the cache."""
    return Kernel(program, width, partial(object_code, program, target.host(width)))


@pytest.fixture(scope="module")
def built() -> dict[int, Kernel]:
    return {width: build(program(), width) for width in WIDTHS}


@pytest.mark.parametrize("width", WIDTHS)
def test_any_batch_size(built, width):
    for n in [*range(2 * width + 2), 101]:
        x, y = states(n), np.full((n + 1, 20), 7.0)
        built[width].batch(x, y[:n])
        assert close(y[:n], evaluate(program(), {"x": x})["y"])
        assert np.all(y[n] == 7.0)  # nothing behind the last row


@pytest.mark.parametrize("width", WIDTHS)
def test_one_state(built, width):
    for x in states(9):
        y = np.empty(20)
        built[width].one(x, y)
        assert close(y, evaluate(program(), {"x": x})["y"])


@pytest.mark.parametrize("width", WIDTHS)
def test_nan_and_infinity_pass_as_in_the_evaluator(built, width):
    x = np.random.default_rng(0).normal(size=(40, 5))
    x.flat[::7], x.flat[3::31], x.flat[5::37] = np.nan, np.inf, -np.inf
    y = np.empty((40, 20))
    built[width].batch(x, y)
    wanted = evaluate(program(), {"x": x})["y"]
    assert np.array_equal(np.isnan(y), np.isnan(wanted))
    assert close(y, wanted)


@pytest.mark.crossed
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7, 8, 9])
@pytest.mark.parametrize("width", WIDTHS)
def test_rows_of_any_size_come_and_go(width, size):
    made = build(program(lambda x: [2 * each + 1 for each in x], size, f"rows{size}"), width)
    x = states(3 * width + 1, size)
    y = np.empty_like(x)
    made.batch(x, y)
    assert np.array_equal(y, 2 * x + 1)


def test_an_output_of_one_state_may_be_an_input():
    made = build(program(lambda x: [x[4] * x[0], x[1], x[2].sin(), x[3] + x[0], x[4]], 5, "inplace"))
    x = states(1)[0]
    wanted = evaluate(made.program, {"x": x})["y"]
    made.one(x, x)
    assert close(x, wanted)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_state_has_the_same_bits_wherever_it_is_in_a_batch(built, width):
    """In rows and in columns, in a whole block, in the last block and in a batch that is shorter than a block."""
    x = states(3 * width)
    whole = np.empty((len(x), 20))
    built[width].batch(x, whole)
    for n in range(1, 3 * width + 1):
        y = np.empty((n, 20))
        built[width].batch(x[:n], y)
        assert np.array_equal(y, whole[:n], equal_nan=True)
        (y,) = built[width].evaluate([np.asfortranarray(x[:n])], [None])
        assert np.array_equal(y, whole[:n], equal_nan=True)


def test_a_constant_output_needs_no_step(tmp_path):
    made = build(program(lambda x: [1.5, -x[0]], 1, "constant"))
    y = np.empty((3, 2))
    made.batch(np.array([[1.0], [2.0], [3.0]]), y)
    assert np.array_equal(y, [[1.5, -1], [1.5, -2], [1.5, -3]])


@pytest.mark.parametrize("width", sorted({1, WIDTHS[-1]}))
def test_pieces_give_the_same_bits(monkeypatch, width):
    whole = uncached(program(), width)
    x = states(21)
    y, z = np.empty((21, 20)), np.empty((21, 20))
    whole.batch(x, y)
    monkeypatch.setattr(plan, "WHOLE", 10)
    monkeypatch.setattr(plan, "PIECE", 15)
    for kind, name in (("one", "_one_"), ("batch", "_block_")):
        assert emit(program(), target.host(width), kind).count(name) >= 2 * 4  # four pieces, each defined and called
    cut = uncached(program(), width)
    cut.batch(x, z)
    assert close(z, y)
    cut.one(x[3], z[3])
    assert close(z[3], y[3])


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("cut", [False, True])
def test_columns_give_the_bits_of_rows(monkeypatch, cut, width):
    """A matrix, a vector and a number of each state, whole or in pieces, of batches with and without a remainder."""

    def outputs(x: np.ndarray) -> dict[str, np.ndarray]:
        y = np.outer(x[:2].sum() * x[:3], np.sin(x))
        return {"y": y, "z": y[1], "s": np.array(y[0, 0] + 1.0)}

    columns = record("columns", outputs, {"x": 5})
    if cut:
        monkeypatch.setattr(plan, "WHOLE", 10)
        monkeypatch.setattr(plan, "PIECE", 15)
    made = uncached(columns, width)
    for n in (2, width - 1, width, width + 1, 2 * width, 3 * width + 1):
        if n < 2:
            continue
        x = states(n)
        right = made.evaluate([x], [None] * 3)
        found = made.evaluate([np.asfortranarray(x)], [None] * 3)
        for a, b in zip(found, right, strict=True):
            assert a.flags.f_contiguous
            assert a.shape == b.shape
            assert np.array_equal(a, b)


@pytest.mark.parametrize("cut", [False, True])
def test_lanes_are_columns_of_a_batch(monkeypatch, cut):
    """Entry by entry in memory, the code for lanes gives the bits of a batch, whole or in pieces."""
    if cut:
        monkeypatch.setattr(plan, "WHOLE", 10)
        monkeypatch.setattr(plan, "PIECE", 15)
    made = uncached(program(), WIDTHS[-1])
    x = states(made.width)
    y, z = np.empty((made.width, 20)), np.empty((20, made.width))
    made.batch(x, y)
    columns = np.ascontiguousarray(x.T)
    call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(made.address_lanes)
    call(columns.ctypes.data, z.ctypes.data)
    assert np.array_equal(z.T, y)


def test_slots_are_used_again(monkeypatch):
    def chain(x):
        values = [x[0]]
        for _ in range(400):
            values.append(values[-1] * x[1] + x[2])
        return [values[-1]]

    long = program(chain, 5, "chain")
    monkeypatch.setattr(plan, "WHOLE", 10)
    monkeypatch.setattr(plan, "PIECE", 20)
    cut = plan.pieces(long, plan.steps(long, 8))
    assert len(cut) == 40
    assert plan.work(long, cut).size <= 5 + 1 + 4


def test_middling_programs_are_cut_where_few_values_pass(monkeypatch):
    def chain(x):  # one value passes from piece to piece
        for _ in range(50):
            x = [x[0] * x[1] + x[0], x[1]]
        return [x[0]]

    def crossed(x):  # the second half needs all values of the first
        values = [x[0] * k for k in range(2, 40)]
        return [value * x[1] + value for value in values]

    monkeypatch.setattr(plan, "SHORT", 10)
    monkeypatch.setattr(plan, "PIECE", 20)
    counts = {}
    for function in (chain, crossed):
        each = program(function, 2, function.__name__)
        counts[function] = len(plan.pieces(each, plan.steps(each, 8)))
    assert counts[chain] > 1
    assert counts[crossed] == 1
    monkeypatch.setattr(plan, "SHORT", 1000)
    each = program(chain, 2, "chain")
    assert len(plan.pieces(each, plan.steps(each, 8))) == 1


@settings(max_examples=25, deadline=None)
@given(random_expressions.recipes(inputs=3, steps=25))
def test_random_programs(recipe):
    graph = Graph()
    values = random_expressions.build(recipe, graph, 3)[3:]
    arrays = (Port("x", (3,)),)
    made = Program("random", graph, arrays, (Port("y", (len(values),)),), (tuple(value.ref for value in values),))
    x = states(11, 3)
    y = np.empty((11, len(values)))
    uncached(made, WIDTHS[-1]).batch(x, y)
    assert np.allclose(y, evaluate(made, {"x": x})["y"], rtol=1e-9, atol=1e-9, equal_nan=True)


def test_a_schedule_is_followed():
    made = program()
    backwards = dataclasses.replace(made, schedule=_latest_first(made))
    assert backwards.order != made.order
    y = np.empty((5, 20))
    uncached(backwards, 1).batch(states(5), y)
    assert close(y, evaluate(made, {"x": states(5)})["y"])


def _latest_first(made: Program) -> tuple[int, ...]:
    done: dict[int, None] = {}

    def visit(node: int) -> None:
        if node not in done:
            for ref in made.graph.arguments(node):
                visit(ref >> 1)
            done[node] = None

    for ref in reversed(made.results[0]):
        visit(ref >> 1)
    return tuple(done)


@pytest.mark.parametrize("width", WIDTHS)
def test_many_outputs_are_turned_into_rows_by_a_loop(width):
    """Products, their negatives, inputs and constants in an odd number of columns, more than `MANY` altogether."""

    def products(x: np.ndarray) -> dict[str, np.ndarray]:
        y = np.outer(x, x)
        y[0], y[1], y[:, 2], y[3] = 0.0, x, -x, -y[3]
        return {"y": y, "z": y[:3, :5]}

    program = record("products", products, {"x": 37})
    assert sum(port.size for port in program.outputs) > MANY
    text = emit(program, target.host(width), "batch")
    assert text.count("shufflevector") < 200
    kernel = build(program, width)
    x = np.random.default_rng(1).normal(size=(2 * width + 3, 37))
    y, z = np.full((len(x), 37, 37), np.nan), np.full((len(x), 3, 5), np.nan)
    kernel.batch(x, y, z)
    wanted = evaluate(program, {"x": x})
    assert np.array_equal(y, wanted["y"])
    assert np.array_equal(z, wanted["z"])
    kernel.one(x[0], y[1], z[1])
    assert np.array_equal(y[1], wanted["y"][0])
    assert np.array_equal(z[1], wanted["z"][0])


@pytest.mark.parametrize(("system", "form"), [("posix", b"d\x86"), ("nt", b"\x7fELF")])
def test_code_for_windows_needs_nothing_of_its_linker(system, form):
    """Object files in the format of Windows refer to `_fltused`, which only a linker has."""
    triple = target.in_memory("x86_64-pc-windows-msvc", system)
    made = dataclasses.replace(target.host(1), triple=triple)
    image = to_object(emit(program(), made, "one"), made)
    assert image.startswith(form)
    assert (b"_fltused" in image) == (system == "posix")
