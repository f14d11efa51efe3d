"""Frames that stay behind in groups of parallel joints: the same dynamics, fewer operations."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import (
    ALL_FORMULATIONS,
    QUANTITIES,
    GroupedBody,
    Placement,
    articulated_body,
    composite_body,
    from_rpy,
    group_parallel,
    matrix,
    newton_euler,
    random_state,
    reframe,
    regroup,
    trace,
)
from internals import evaluate_program as evaluate
from random_robots import random_robot
from samples import some


def parallel_robot(seed, n):
    """A random robot in which most joints are parallel to the one before, some the other way round."""
    rng = np.random.default_rng(seed)
    robot = random_robot(rng, n, kinds="RRRRRP")
    joints = []
    for joint in robot.joints:
        placement = joint.placement
        if rng.random() < 0.8:
            turn = from_rpy(rng.choice([0.0, np.pi]), 0.0, rng.uniform(-3, 3))
            placement = Placement(placement.xyz, matrix(turn))
        joints.append(replace(joint, placement=placement, axis=(0.0, 0.0, 1.0)))
    return replace(robot, joints=tuple(joints))


def assert_same_robot(model, other, seed):
    rng = np.random.default_rng(seed)
    q, qd, qdd = random_state(model, rng)
    tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
    assert np.abs(newton_euler.inverse_dynamics(other, q, qd, qdd) - tau).max() <= 1e-12 * np.abs(tau).max()
    M = composite_body.mass_matrix(model, q)
    assert np.abs(composite_body.mass_matrix(other, q) - M).max() <= 1e-12 * np.abs(M).max()
    np.testing.assert_allclose(articulated_body.forward_dynamics(other, q, qd, tau), qdd, atol=1e-9)


@pytest.mark.parametrize("seed", some(range(60), 12))
def test_random_trees_of_parallel_joints(seed):
    model = arm.model(parallel_robot(seed, 2 + seed % 9))
    assert_same_robot(model, group_parallel(reframe(model)), seed)
    assert_same_robot(model, group_parallel(regroup(reframe(model))), seed)


def test_the_random_trees_have_frames_that_stay_behind():
    models = [group_parallel(reframe(arm.model(parallel_robot(seed, 2 + seed % 9)))) for seed in range(60)]
    behind = [sum(isinstance(body, GroupedBody) for body in model.bodies) for model in models]
    assert sum(count > 1 for count in behind) > 20


@pytest.mark.parametrize("name", arm.library.names())
def test_library_robots(name):
    model = arm.model(arm.library.get(name))
    assert_same_robot(model, group_parallel(regroup(reframe(model))), seed=3)


def _flops(program):
    return sum(program.graph.op[node].name in ("ADD", "MUL", "DIV") for node in program.order)


@pytest.mark.parametrize(("quantity", "formulation"), [("mass_matrix", None), ("inverse_dynamics", None)])
def test_parallel_joints_cost_less(quantity, formulation, monkeypatch):
    model = arm.model(arm.library.get("ur5"), motors="none", friction=False)
    with_lag = _flops(trace(model, quantity, formulation))
    monkeypatch.setattr("armillary.compiler.trace.group_parallel", lambda model: model)
    assert with_lag < _flops(trace(model, quantity, formulation))


@pytest.mark.crossed
@pytest.mark.parametrize("name", ["planar-7r", "ur5", "rtx"])
@pytest.mark.parametrize("quantity", ["mass_matrix", "inverse_dynamics", "forward_dynamics"])
def test_the_shorter_program_is_kept(name, quantity, monkeypatch):
    model = arm.model(arm.library.get(name), motors="none", friction=False)
    kept = _flops(trace(model, quantity))
    monkeypatch.setattr("armillary.compiler.trace.group_parallel", lambda model: model)
    assert kept <= _flops(trace(model, quantity))


@pytest.mark.crossed
@pytest.mark.parametrize("quantity", ["inverse_dynamics", "mass_matrix", "forward_dynamics"])
@pytest.mark.parametrize("seed", range(6))
def test_every_recursion_is_traced_on_expressions(quantity, seed):
    """Frames that stay behind carry rotors and levers as expressions; evaluated they give the same numbers."""
    model = arm.model(parallel_robot(seed, 6))
    state = dict(zip(("q", "qd", "qdd"), random_state(model, np.random.default_rng(seed)), strict=True))
    state["tau"] = state["qdd"]
    entry = QUANTITIES[quantity]
    for formulation in [name for name in entry.formulations if ALL_FORMULATIONS[name].frames == "grouped"]:
        program = trace(model, quantity, formulation)
        found = evaluate(program, {name: state[name] for name in entry.inputs})[quantity]
        expected = entry.formulations[formulation](model, *(state[name] for name in entry.inputs))
        np.testing.assert_allclose(found, expected, atol=1e-9 * np.abs(expected).max())
