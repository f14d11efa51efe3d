"""Kernels of GPUs: the staging of rows and columns, run by threads of the host, and the PTX as text."""

import re

import numpy as np
import pytest

import armillary as arm
from gpu_twins import Emulated, own_target, thread_twin
from internals import DOUBLE, SINGLE, Graph, Port, Program, gpu, inputs_of, plan, random_states
from internals import emit_ptx as emit
from internals import program_references as references
from internals import ptx_assembled as assembled


def copies(*sizes: int) -> Program:
    """Return a program with inputs of some sizes and outputs of the same, which are multiples of them."""
    graph = Graph()
    ports = tuple(Port(f"x{k}", (size,)) for k, size in enumerate(sizes))
    values = inputs_of(graph, ports)
    outputs = tuple(Port(f"y{k}", (size,)) for k, size in enumerate(sizes))
    results = tuple(tuple(references(graph, [3.0 * x for x in entries])) for entries in values)
    return Program("copies", graph, ports, outputs, results)


@pytest.mark.crossed
@pytest.mark.parametrize("scalar", [SINGLE, DOUBLE], ids=["float32", "float64"])
@pytest.mark.parametrize("sizes", [(1,), (2, 1, 7), (6, 70), (40, 33), (130,), (300, 3)], ids=str)
def test_rows_come_and_go(sizes, scalar):
    kernel = Emulated(copies(*sizes), scalar)
    rng = np.random.default_rng(0)
    for states in (1, kernel.threads + 37):
        given = [rng.normal(size=(states, size)).astype(kernel.dtype) for size in sizes]
        for found, x in zip(kernel(states, *given), given, strict=True):
            assert np.array_equal(found, kernel.dtype.type(3) * x)


def test_one_row_for_all_states():
    kernel = Emulated(copies(5, 3), DOUBLE, frozenset({"x1"}))
    rng = np.random.default_rng(0)
    x, shared = rng.normal(size=(150, 5)), rng.normal(size=3)
    first, second = kernel(150, x, shared)
    assert np.array_equal(first, 3 * x)
    assert np.array_equal(second, np.tile(3 * shared, (150, 1)))


def test_a_robot_with_large_outputs():
    model = arm.model(arm.library.get("celentano-link"))
    q = random_states(model, 70)[0]
    program = arm.compile(model).program("mass_matrix")
    (found,) = Emulated(program, DOUBLE)(70, q)
    wanted = arm.evaluate(model).mass_matrix(q).reshape(70, -1)
    assert np.abs(found - wanted).max() < 1e-13 * np.abs(wanted).max()


def columns(program: Program, scalar, arrays, uniform=frozenset(), gap: int = 5) -> list[np.ndarray]:
    """Return the outputs of a kernel for columns, each with a gap of NaN between its columns, which must stay."""
    dtype = {4: np.float32, 8: np.float64}[scalar.bytes]
    text, threads = emit(program, own_target(scalar), uniform, columns=True)
    assert threads == 64
    kernel = thread_twin(text, program.name, scalar)
    states = max(len(array) for array in arrays if array.ndim > 1)
    given = [np.asfortranarray(array, dtype=dtype) for array in arrays]
    shapes = [port.shape for port in program.outputs]
    outs = [np.full((states + gap, *shape), np.nan, dtype, order="F") for shape in shapes]
    strides = [states for array in given if array.ndim > 1] + [states + gap] * len(outs)
    for state in range(-(-states // threads) * threads):
        kernel(state, states, *(array.ctypes.data for array in (*given, *outs)), *strides)
    assert all(np.isnan(out[states:]).all() for out in outs)
    return [out[:states] for out in outs]


@pytest.mark.parametrize("scalar", [SINGLE, DOUBLE], ids=["float32", "float64"])
@pytest.mark.parametrize("sizes", [(1,), (2, 1, 7), (40, 33)], ids=str)
def test_columns_come_and_go(sizes, scalar):
    rng = np.random.default_rng(0)
    for states in (1, 65):
        given = [rng.normal(size=(states, size)) for size in sizes]
        for found, x in zip(columns(copies(*sizes), scalar, given), given, strict=True):
            assert np.array_equal(found, found.dtype.type(3) * x.astype(found.dtype))


@pytest.mark.parametrize("scalar", [SINGLE, DOUBLE], ids=["float32", "float64"])
@pytest.mark.parametrize("quantity", ["mass_matrix", "inverse_dynamics_derivatives", "forward_dynamics_vjp"])
def test_rows_and_columns_have_the_same_bits(quantity, scalar):
    """Of matrices, several of them, and a shared input."""
    model = arm.model(arm.library.get("khatib-rr"), free=["link2.mass"])
    program = arm.compile(model).program(quantity)
    states = [*random_states(model, 70), np.ones((70, 2))]
    free = model.free_parameters[0]
    given = [
        np.array([free.value]) if port.name == "parameters" else states[k] for k, port in enumerate(program.inputs)
    ]
    uniform = frozenset({"parameters"})
    rows = Emulated(program, scalar, uniform)(70, *given)
    for port, found, wanted in zip(program.outputs, columns(program, scalar, given, uniform), rows, strict=True):
        assert np.array_equal(found, wanted.reshape(70, *port.shape))


def test_columns_of_a_program_in_pieces(monkeypatch):
    monkeypatch.setattr("armillary.compiler.llvm.plan.WHOLE", 20)
    monkeypatch.setattr("armillary.compiler.llvm.plan.PIECE", 15)
    model = arm.model(arm.library.get("planar-3r"))
    program = arm.compile(model).program("mass_matrix")
    q = random_states(model, 65)[0]
    assert "_piece_1" in emit(program, own_target(DOUBLE), columns=True)[0]
    (found,) = columns(program, DOUBLE, [q])
    assert np.abs(found - arm.evaluate(model).mass_matrix(q)).max() < 1e-13


def test_columns_need_no_shared_memory():
    program = arm.compile(arm.library.get("panda")).program("forward_dynamics")
    target = gpu((9, 0), 13_000, DOUBLE)
    ptx = assembled(emit(program, target, columns=True)[0], target)
    assert ".shared" not in ptx
    assert "bar.sync" not in ptx
    assert len(re.findall(r"ld\.global\.nc\.\S+64", ptx)) == 20  # none depends on the first angle
    assert len(re.findall(r"st\.global\.\S+64", ptx)) == 7


@pytest.mark.parametrize(("scalar", "kind"), [(SINGLE, "f32"), (DOUBLE, "f64")], ids=["float32", "float64"])
def test_ptx_as_text(scalar, kind):
    program = arm.compile(arm.library.get("panda")).program("forward_dynamics")
    target = gpu((9, 0), 13_000, scalar)
    text, threads = emit(program, target)
    ptx = assembled(text, target)
    assert ".target sm_90" in ptx
    assert f".maxntid {threads}" in ptx
    assert ptx.count(".visible .entry forward_dynamics(") == 1
    assert not re.findall(r"\.extern", ptx)  # no function of CUDA's libraries
    assert f"fma.rn.{kind}" in ptx
    assert len(re.findall(rf"ld\.global\S*\.{kind}", ptx)) == 0  # inputs by tiles
    other = {"f32": "f64", "f64": "f32"}[kind]
    entry = ptx[ptx.index(".entry") :].partition("\n}")[0]
    assert f"fma.rn.{other}" not in entry
    shared = sum(int(size) for size in re.findall(r"\.shared \.align 16 \.b8 \S+\[(\d+)\]", ptx))
    assert 0 < shared <= 48 * 1024


def made(step) -> list[int]:
    """Return the nodes that a step of a program computes."""
    return [node for pair in step.turned for node in pair] if isinstance(step, plan.Angles) else [step]


@pytest.mark.parametrize("quantity", ["forward_dynamics", "forward_dynamics_vjp", "inverse_dynamics_derivatives"])
@pytest.mark.parametrize("name", ["panda", "flexrob", "spherical-chain"])
def test_an_order_with_few_values_alive(name, quantity):
    """The same steps in an order that is always the same, none before a value that it reads; fewer values alive."""
    program = arm.compile(arm.library.get(name)).program(quantity)
    op, args = program.graph.op, program.graph.args
    before = plan.steps(program, 64)
    after = plan.few_alive(program, before)
    assert sorted(map(repr, after)) == sorted(map(repr, before))
    assert plan.few_alive(program, before) == after
    alive = []
    for order in (before, after):
        reads = {}
        for step in order:
            operands = step.nodes if isinstance(step, plan.Angles) else [ref >> 1 for ref in args[step]]
            assert all(x in reads or op[x] in plan.GIVEN for x in operands)
            computed = tuple(x for x in operands if op[x] not in plan.GIVEN)
            reads.update(dict.fromkeys(made(step), computed))
        alive.append(plan.most_alive(list(reads), reads))
    assert alive[1] <= alive[0]
    if name == "panda" and quantity == "forward_dynamics_vjp":
        assert alive[1] < 0.8 * alive[0]
