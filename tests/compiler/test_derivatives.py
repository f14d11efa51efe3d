"""Derivatives of inverse and forward dynamics equal complex steps and those of Pinocchio."""

import numpy as np
import pinocchio as pin
import pytest

import armillary as arm
from built_sources import c_function, needs_gcc, python_function
from internals import DERIVATIVES, QUANTITIES, composite_body, newton_euler, random_state, trace_derivatives
from internals import compiler_compiled as compiled
from internals import compiler_derivatives as module
from internals import evaluate_program as evaluate
from pinocchio_model import PinocchioRobot
from random_robots import random_robot
from samples import some
from verified_programs import verify

STEP = 1e-30
INVERSE, FORWARD = DERIVATIVES


def assert_close(ours, theirs, tolerance):
    scale = max(np.abs(theirs).max(), 1e-3)
    assert np.abs(ours - theirs).max() <= tolerance * scale


def complex_steps(model, function, q, qd, last):
    """d function / d (q along velocities, qd, last) by the complex step."""
    E = np.eye(model.nv) * 1j * STEP
    by_q = [function(model, q + model.rate(q, e), qd, last) for e in E]
    by_qd = [function(model, q, qd + e, last) for e in E]
    by_last = [function(model, q, qd, last + e) for e in E]
    return [np.imag(columns).T / STEP for columns in (by_q, by_qd, by_last)]


def derivatives(model, quantity, *state):
    program = trace_derivatives(model, quantity)
    verify(program)
    return list(evaluate(program, dict(zip(DERIVATIVES[quantity].inputs, state, strict=True))).values())


@pytest.mark.parametrize("seed", some(range(8), 4))
def test_complex_steps_on_random_robots(seed):
    """Trees of all joint kinds, with motors and with friction, Coulomb's included."""
    rng = np.random.default_rng(seed)
    model = arm.model(random_robot(rng, 2 + seed), motors=["full", "reflected", "none"][seed % 3])
    q, qd, qdd = random_state(model, rng)
    tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
    by_q, by_qd, _ = complex_steps(model, newton_euler.inverse_dynamics, q, qd, qdd)
    for ours, theirs in zip(derivatives(model, INVERSE, q, qd, qdd), (by_q, by_qd), strict=True):
        assert_close(ours, theirs, 1e-12)
    expected = complex_steps(model, composite_body.forward_dynamics, q, qd, tau)
    for ours, theirs in zip(derivatives(model, FORWARD, q, qd, tau), expected, strict=True):
        assert_close(ours, theirs, 1e-9)


@pytest.mark.parametrize(
    "name", some(["panda", "spherical-chain", "stanford", "planar-7r", "ur5", "puma560", "rtx"], 4)
)
def test_pinocchio_on_the_library(name):
    """Rotors are bodies there: the big robot's derivatives are projected by the constant G."""
    model = arm.model(arm.library.get(name), friction=False)
    compare_inverse(model, seed=3)
    compare_forward(arm.model(arm.library.get(name), motors="none", friction=False), seed=4)


@pytest.mark.parametrize("seed", some(range(4), 2))
def test_pinocchio_on_random_robots(seed):
    robot = random_robot(np.random.default_rng(seed + 20), 4 + seed)
    compare_inverse(arm.model(robot, friction=False), seed)
    compare_forward(arm.model(robot, motors="none", friction=False), seed)


def compare_inverse(model, seed):
    oracle = PinocchioRobot(model)
    q, qd, qdd = random_state(model, np.random.default_rng(seed))
    G = oracle.G
    by_q, by_qd, _ = pin.computeRNEADerivatives(oracle.model, oracle.data, oracle.q(q), G @ qd, G @ qdd)
    ours_q, ours_qd = derivatives(model, INVERSE, q, qd, qdd)
    assert_close(ours_q, G.T @ by_q @ G, 1e-10)
    assert_close(ours_qd, G.T @ by_qd @ G, 1e-10)


def compare_forward(model, seed):
    oracle = PinocchioRobot(model)
    q, qd, qdd = random_state(model, np.random.default_rng(seed))
    tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
    G = oracle.G
    pin.computeABADerivatives(oracle.model, oracle.data, oracle.q(q), G @ qd, G @ tau)
    theirs = [oracle.data.ddq_dq, oracle.data.ddq_dv, oracle.data.Minv]
    theirs[2] = np.triu(theirs[2]) + np.triu(theirs[2], 1).T
    for ours, matrix in zip(derivatives(model, FORWARD, q, qd, tau), theirs, strict=True):
        assert_close(ours, G.T @ matrix @ G, 1e-8)


def test_at_rest_coulomb_friction_has_no_slope():
    model = arm.model(random_robot(np.random.default_rng(1), 4, kinds="R"))
    assert np.any(model.coulomb)
    q, _, qdd = random_state(model, np.random.default_rng(2))
    _, by_qd = derivatives(model, INVERSE, q, np.zeros(4), qdd)
    smooth = arm.model(model.robot, friction=False)
    _, without = derivatives(smooth, INVERSE, q, np.zeros(4), qdd)
    np.testing.assert_allclose(by_qd - without, np.diag(model.viscous), atol=1e-13)


def test_outputs_are_named_and_symmetric_where_they_should_be():
    model = arm.model(arm.library.get("panda"))
    program = trace_derivatives(model, FORWARD)
    assert [array.name for array in program.outputs] == ["dqdd_dq", "dqdd_dqd", "dqdd_dtau"]
    inverse = np.array(program.results[2]).reshape(7, 7)
    assert np.array_equal(inverse, inverse.T)
    assert [array.name for array in trace_derivatives(model, INVERSE).outputs] == ["dtau_dq", "dtau_dqd"]
    assert DERIVATIVES[INVERSE].inputs == QUANTITIES["inverse_dynamics"].inputs


@pytest.mark.parametrize("free", [[], ["gravity.y"]])
def test_derivatives_of_long_robots_are_solved_from_three_kernels(free, monkeypatch):
    """Above the limit of one kernel: the same matrices, in one state and in a batch, all and some, into `out`."""
    robot = arm.library.get("khatib-rr")
    model = arm.model(robot, free=free)
    rng = np.random.default_rng(0)
    state = [rng.normal(size=(3, 2)) for _ in range(3)]
    wrt = ["q", "qd", "tau", *(["parameters"] if free else [])]
    one_kernel = arm.compile(model).forward_dynamics_derivatives(*state, wrt=wrt)
    monkeypatch.setattr(compiled, "UNROLLED", 1)
    dyn = arm.compile(model)
    out = [np.empty_like(matrix) for matrix in one_kernel]
    assert dyn.forward_dynamics_derivatives(*state, wrt=wrt, out=out)[0] is out[0]
    for ours, theirs in zip(out, one_kernel, strict=True):
        assert_close(ours, theirs, 1e-13)
    (by_tau,) = dyn.forward_dynamics_derivatives(*(each[1] for each in state), wrt="tau")
    assert_close(by_tau, one_kernel[2][1], 1e-13)


@pytest.mark.parametrize(("name", "one_kernel"), [("panda", True), ("humanoid", True), ("flexible-snake", False)])
def test_one_kernel_depends_on_the_entries_of_the_mass_matrix(name, one_kernel):
    """The humanoid has more coordinates than the snake, in short limbs that do not move each other."""
    assert compiled.unrolled(arm.model(arm.library.get(name))) is one_kernel


def test_long_chains_leave_the_graph_undifferentiated(monkeypatch):
    """The recursion takes fewer operations than both modes of differentiation, which are not tried."""
    chain = arm.model(arm.planar([0.5] * 13, [1.0] * 13, coms=[0.2] * 13, inertias=[0.1] * 13))
    found = trace_derivatives(chain, INVERSE)
    assert found.header["formulation"] == "composite bodies"
    monkeypatch.setattr(module, "LONG", 20)
    assert trace_derivatives(chain, INVERSE).operations == found.operations


@pytest.mark.parametrize("name", some(["deluca-siciliano", "spherical-chain", "planar-rrp", "flexrob", "rtx"], 3))
def test_the_recursion_equals_the_derivatives_of_the_graph(name, monkeypatch):
    model = arm.model(arm.library.get(name))
    state = random_state(model, np.random.default_rng(5))
    found = {}
    for long, tie in ((0, 1.0), (99, 1e-9)):  # the recursion alone; the graph, however long
        monkeypatch.setattr(module, "LONG", long)
        monkeypatch.setattr(module, "TIE", tie)
        way = trace_derivatives(model, INVERSE).header["formulation"]
        found[way.partition(",")[0]] = derivatives(model, INVERSE, *state)
    for ours, theirs in zip(found["composite bodies"], found["newton_euler"], strict=True):
        assert_close(ours, theirs, 1e-13)


def test_unknown_quantity():
    with pytest.raises(arm.ArgumentError, match="one of inverse_dynamics_derivatives"):
        trace_derivatives(arm.model(arm.library.get("khatib-rr")), "gravity")


@needs_gcc
@pytest.mark.parametrize("quantity", list(DERIVATIVES))
def test_source_back_ends(quantity, tmp_path):
    model = arm.model(arm.library.get("panda"))
    program = trace_derivatives(model, quantity)
    rng = np.random.default_rng(0)
    states = [np.array(column) for column in zip(*(random_state(model, rng) for _ in range(50)), strict=True)]
    expected = evaluate(program, dict(zip(DERIVATIVES[quantity].inputs, states, strict=True)))
    for function in (python_function(program, tmp_path), c_function(program, tmp_path)):
        for ours, theirs in zip(function(*states), expected.values(), strict=True):
            assert_close(ours, theirs, 1e-11)
