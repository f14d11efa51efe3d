"""Wrenches on the robot, in compiled code and on floats, against the recursion that carries them inward itself."""

import numpy as np
import pytest

import armillary as arm
from internals import newton_euler, random_state
from random_flexible import random_flexible_robot
from random_robots import random_robot
from samples import some

PANDA = arm.library.get("panda")


def loaded(robot, seed, count=4):
    """Return a model, random states and random wrenches at its last frames."""
    model, rng = arm.model(robot), np.random.default_rng(seed)
    states = [np.array(part) for part in zip(*(random_state(model, rng) for _ in range(count)), strict=True)]
    frames = list(model.frames)[-2:]
    return model, states, {frame: rng.normal(size=(count, 6)) * 10 for frame in frames}


def by_recursion(model, states, wrenches):
    rows = [
        newton_euler.inverse_dynamics(model, *state, {frame: w[k] for frame, w in wrenches.items()})
        for k, state in enumerate(zip(*states, strict=True))
    ]
    return np.array(rows)


@pytest.mark.crossed
@pytest.mark.parametrize("seed", some(range(5), 3))
@pytest.mark.parametrize("make", [arm.compile, arm.evaluate])
def test_inverse_and_forward_dynamics(seed, make):
    robot = (
        random_robot(np.random.default_rng(seed), 3 + seed)
        if seed
        else random_flexible_robot(np.random.default_rng(3), 2)
    )
    model, (q, qd, qdd), wrenches = loaded(robot, seed)
    dyn = make(model)
    tau = dyn.inverse_dynamics(q, qd, qdd, wrenches=wrenches)
    expected = by_recursion(model, (q, qd, qdd), wrenches)
    np.testing.assert_allclose(tau, expected, rtol=0, atol=1e-11 * np.abs(expected).max())
    back = dyn.forward_dynamics(q, qd, tau, wrenches=wrenches)
    np.testing.assert_allclose(back, qdd, rtol=0, atol=1e-7 * np.abs(qdd).max())
    assert np.abs(tau - dyn.inverse_dynamics(q, qd, qdd)).max() > 1e-3


def test_one_state_a_common_wrench_and_out():
    model, (q, qd, qdd), wrenches = loaded(PANDA, 7)
    dyn = arm.compile(model)
    plain = dyn.inverse_dynamics(q, qd, qdd)
    common = {"tip": wrenches["tip"][0]}
    batch = dyn.inverse_dynamics(q, qd, qdd, wrenches=common)
    one = dyn.inverse_dynamics(q[1], qd[1], qdd[1], wrenches=common)
    np.testing.assert_allclose(one, batch[1], rtol=0, atol=1e-13)
    out = np.empty_like(plain)
    assert dyn.inverse_dynamics(q, qd, qdd, out=out, wrenches=common) is out
    np.testing.assert_array_equal(out, batch)
    np.testing.assert_array_equal(dyn.inverse_dynamics(q, qd, qdd), plain)  # the quick entry is as before
    np.testing.assert_array_equal(dyn.inverse_dynamics(q, qd, qdd, wrenches={}), plain)


def test_wrenches_are_inputs_of_one_program():
    dyn = arm.compile(PANDA)
    program = dyn.kernel("forward_dynamics", wrenches=("tip",)).program
    assert [port.name for port in program.inputs] == ["q", "qd", "tau", "wrench_tip"]


@pytest.mark.parametrize("make", [arm.compile, arm.evaluate])
@pytest.mark.parametrize(
    ("wrenches", "message"),
    [
        ({"hand": np.zeros(6)}, "no frame 'hand'"),
        ({"tip": np.zeros(5)}, "shape"),
        ({"tip": np.zeros((3, 6))}, "one for each state"),
        (np.zeros(6), "a mapping"),
        ({"tip": "up"}, "wrenches"),
    ],
)
def test_bad_wrenches(make, wrenches, message):
    q = np.zeros((2, 7))
    with pytest.raises(arm.ArgumentError, match=message):
        make(PANDA).inverse_dynamics(q, q, q, wrenches=wrenches)


def test_together_with_free_parameters():
    """A heavier payload and a wrench at once, as those of the robot that has this payload."""
    model = arm.model(PANDA, free=["payload.mass", "gravity.z"])
    _, (q, qd, qdd), wrenches = loaded(PANDA, 3)
    common = {"tip": wrenches["tip"]}
    masses = np.array([0.0, 1.0, 2.0, 3.0])
    values = {"payload.mass": masses, "gravity.z": np.full(4, -3.7)}
    found = arm.compile(model).inverse_dynamics(q, qd, qdd, wrenches=common, parameters=values)
    for k, mass in enumerate(masses):
        own = model.with_values(np.array([mass, -3.7]))
        expected = newton_euler.inverse_dynamics(own, q[k], qd[k], qdd[k], {"tip": wrenches["tip"][k]})
        np.testing.assert_allclose(found[k], expected, rtol=0, atol=1e-11 * np.abs(expected).max())
        again = arm.evaluate(model).inverse_dynamics(
            q[k], qd[k], qdd[k], wrenches={"tip": wrenches["tip"][k]}, parameters=[mass, -3.7]
        )
        np.testing.assert_allclose(again, expected, rtol=0, atol=1e-11 * np.abs(expected).max())
