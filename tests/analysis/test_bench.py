"""The measuring code: that it runs what it says on the right data. Nothing here depends on how fast anything is."""

import gc
import itertools

import numpy as np
import pytest

import armillary as arm
from internals import (
    KNOWN,
    MUJOCO,
    OTHERS,
    PINOCCHIO,
    QUANTITIES,
    Contender,
    UnusableError,
    batch_loop,
    measure,
    multiplications,
    multiply_loop,
    one_call,
    others,
    ours,
    random_state,
    state_loop,
)
from internals import analysis_bench as bench
from random_robots import random_robot

QUICK = {"states": 8, "seconds": 1e-3}


def states_of(model, count, seed=0):
    rng = np.random.default_rng(seed)
    return [np.array(column) for column in zip(*(random_state(model, rng) for _ in range(count)), strict=True)]


def test_contenders_take_turns():
    turns, rounds = [], []
    contenders = [Contender(name, lambda name=name: turns.append(name)) for name in ("a", "b")]
    times = measure(contenders, seconds=1e-4, rounds=3, progress=lambda: rounds.append(len(turns)))
    assert list(times) == ["a", "b"]
    assert all(time > 0 for time in times.values())
    assert len(rounds) == 3
    for start, end in itertools.pairwise(rounds):
        turn = turns[start:end]
        assert set(turn) == {"a", "b"}
        assert turn == sorted(turn)  # first all of a, then all of b


def test_times_are_per_state():
    run = [Contender("whole", lambda: sum(range(20000)), 1), Contender("each", lambda: sum(range(20000)), 1000)]
    times = measure(run, seconds=0.02, rounds=5)
    assert times["each"] < times["whole"] / 100


@pytest.mark.crossed
@pytest.mark.parametrize("quantity", ["inverse_dynamics", "mass_matrix", "inverse_dynamics_derivatives"])
@pytest.mark.parametrize("count", [1, 11])
def test_loops_compute_every_state(quantity, count):
    dyn = arm.compile(arm.library.get("puma560"))
    kernel = dyn.kernel(quantity)
    arrays = states_of(dyn.model, count)[: len(kernel.program.inputs)]
    expected = [getattr(dyn, quantity)(*row) for row in zip(*arrays, strict=True)]
    for loop in (state_loop, batch_loop):
        outs = [np.full((count, *array.shape), np.nan) for array in kernel.program.outputs]
        loop(kernel, [*arrays, *outs], 2)()
        for i in range(count):
            parts = expected[i] if isinstance(expected[i], tuple) else [expected[i]]
            for out, part in zip(outs, parts, strict=True):
                np.testing.assert_allclose(out[i], part, rtol=0, atol=1e-12 * np.abs(part).max())


def test_a_loop_holds_what_it_runs():
    model = arm.model(arm.library.get("khatib-rr"))
    dyn = arm.compile(arm.library.get("khatib-rr"))
    arrays, out = states_of(model, 4), np.empty((4, 2))
    expected = dyn.inverse_dynamics(*arrays)
    run = state_loop(dyn.kernel("inverse_dynamics"), [*arrays, out])
    del dyn, arrays
    gc.collect()
    run()
    np.testing.assert_allclose(out, expected, rtol=1e-12)


@pytest.mark.parametrize("width", [1, 2])
def test_multiply_loop_runs_at_every_width(width):
    assert multiply_loop(width)() is None


def test_multiplications_are_those_of_the_program_and_of_its_sines():
    dyn = arm.compile(arm.model(arm.library.get("spherical-chain"), friction=False))
    row = bench(
        arm.model(arm.library.get("spherical-chain"), motors="none", friction=False), ["inverse_dynamics"], **QUICK
    ).rows[0]
    assert row.cost.trig == 0
    assert row.multiplications == row.cost.mul  # quaternions: no sines
    program = arm.compile(arm.library.get("khatib-rr")).program("mass_matrix")
    products = [multiplications(program, width) for width in (1, 2)]
    assert (
        products[0]
        > bench(arm.model(arm.library.get("khatib-rr"), motors="none", friction=False), ["mass_matrix"], **QUICK)
        .rows[0]
        .cost.mul
    )
    assert products[0] == products[1]
    assert dyn.model.nv == 3 * len(dyn.model.bodies)


@pytest.mark.parametrize("quantity", ["inverse_dynamics", "jacobian", "gravity_norm", "forward_dynamics_derivatives"])
def test_one_call_calls_the_quantity(quantity):
    dyn = arm.compile(arm.library.get("panda"))
    kernel = dyn.kernel(quantity)
    state = [array[0] for array in states_of(dyn.model, 1)[: len(kernel.program.inputs)]]
    call = one_call(dyn, quantity, state, [np.empty(array.shape) for array in kernel.program.outputs])
    assert call.names is not None
    assert measure([call], seconds=1e-3, rounds=1)["call"] > 0
    if quantity in QUANTITIES:
        np.testing.assert_array_equal(call.names["out"], getattr(dyn, quantity)(*state))


def test_our_contenders():
    dyn = arm.compile(arm.library.get("rtx"))
    arrays = states_of(dyn.model, 5)
    names = [each.name for each in ours(dyn, "inverse_dynamics", arrays, [np.empty((5, dyn.model.nv))])]
    assert names == ["scalar", "batch", "call", "multiply"]


@pytest.mark.parametrize("seed", range(3))
def test_others_compute_the_same(seed):
    robot = random_robot(np.random.default_rng(40 + seed), 3 + seed)
    dyn = arm.compile(arm.model(robot, motors="reflected", friction=False))
    assert all(body.mass > 0 for body in dyn.model.bodies)  # MuJoCo needs mass on every moving body
    drawn = states_of(dyn.model, 3, seed)
    for package, known in (("Pinocchio", PINOCCHIO), ("MuJoCo", MUJOCO)):
        for quantity in known:
            arrays = drawn[: len(dyn.kernel(quantity).program.inputs)]
            other = OTHERS[package](dyn.model, quantity, arrays)
            expected = getattr(dyn, quantity)(*(array[0] for array in arrays))
            expected = expected[0] if isinstance(expected, tuple) else expected
            assert np.abs(other.result() - expected).max() <= 1e-9 * np.abs(expected).max(), (package, quantity)
            measure(other.contenders, seconds=1e-3, rounds=1)


def test_the_loop_of_another_fills_every_state():
    import pinocchio as pin

    dyn = arm.compile(arm.model(arm.library.get("humanoid"), motors="none", friction=False))
    arrays = states_of(dyn.model, 6)
    robot = others.PinocchioRobot(pin, dyn.model)
    states = [array[:, robot.q if k == 0 else robot.v] for k, array in enumerate(arrays)]
    rows = [pin.rnea(robot.model, robot.data, *(state[i] for state in states)).copy() for i in range(6)]
    expected = dyn.inverse_dynamics(*arrays)[:, robot.v]
    np.testing.assert_allclose(rows, expected, rtol=0, atol=1e-9 * np.abs(expected).max())


def test_a_quantity_that_others_lack_has_none():
    result = bench(arm.model(arm.library.get("ur5"), motors="none", friction=False), ["jacobian"], **QUICK)
    assert result.rows[0].others == ()
    assert result.left_out == []


def test_absent_packages_are_named(monkeypatch):
    monkeypatch.setattr(others, "find_spec", lambda name: None)
    result = bench(
        arm.model(arm.library.get("rtx"), motors="none", friction=False), ["inverse_dynamics", "mass_matrix"], **QUICK
    )
    assert [row.others for row in result.rows] == [(), ()]
    assert result.left_out == ["Pinocchio: pinocchio is not installed", "MuJoCo: mujoco is not installed"]


def test_turning_rotors_are_nothing_for_others():
    models = (arm.model(random_robot(np.random.default_rng(seed), 4), motors="full") for seed in range(20))
    model = next(model for model in models if model.spinning)
    for make in OTHERS.values():
        with pytest.raises(UnusableError, match="reflected"):
            make(model, "inverse_dynamics", states_of(model, 1))


def test_one_that_computes_something_else_is_left_out(monkeypatch):
    monkeypatch.setitem(others.PINOCCHIO, "gravity", ("nonLinearEffects", None))
    monkeypatch.setattr(others.PinocchioRobot, "ours", lambda self, quantity, result: np.ones(self.model.nv))
    result = bench(arm.model(arm.library.get("rtx"), motors="none", friction=False), ["inverse_dynamics"], **QUICK)
    assert [other.package for row in result.rows for other in row.others] == ["MuJoCo"]
    assert "Pinocchio, inverse_dynamics: computes something else" in result.left_out[0]


def test_result_says_what_was_measured():
    steps = []
    robot = arm.library.get("khatib-rp")
    result = bench(
        arm.model(robot, motors="none", friction=False),
        ["forward_dynamics"],
        width=1,
        progress=lambda: steps.append(1),
        **QUICK,
    )
    (row,) = result.rows
    assert (result.robot, result.motors, result.friction, result.width, result.states) == (
        robot.name,
        "none",
        False,
        1,
        8,
    )
    assert row.share == row.bound / row.batch > 0
    assert min(row.scalar, row.batch, row.call, row.bound) > 0
    assert len(steps) == 50


def test_every_known_quantity_has_a_kernel():
    dyn = arm.compile(arm.library.get("planar-3r"))
    for quantity in KNOWN:
        assert dyn.kernel(quantity).address_one


def test_unknown_quantity():
    with pytest.raises(arm.ArgumentError, match=r"quantity: 'manipulability'; expected one of .*inverse_dynamics"):
        bench(arm.model(arm.library.get("panda"), motors="none", friction=False), ["manipulability"])
