"""Starts of runs: links sagged and gears wound by default, straight and unloaded if asked for."""

import dataclasses

import numpy as np
import pytest

import armillary as arm
from internals import (
    elastic_places,
    elastic_rates,
    inverse_dynamics,
    joint_count,
    loop_of,
    settled,
    with_free_parameters,
)

Q0 = [0.4, 0.3, -0.2]
FILE = """
robot = "flexible-3r"
duration = "0.01 s"
q0 = {start}
"""


def geared() -> arm.Robot:
    """Return an arm with an elastic gear that has a cubic term."""
    gear = arm.Gear(stiffness=500.0, cubic=4e4)
    return arm.Robot(
        name="geared",
        links=(arm.Link("arm", mass=4.0, com=(0.3, 0.0, 0.0), inertia=np.diag([0.01, 0.1, 0.1])),),
        joints=(arm.Joint("shoulder", "revolute", "base", "arm", axis=(0.0, 1.0, 0.0)),),
        motors=(
            arm.Motor("drive", "shoulder", "base", rotor_inertia=1e-4, ratio=80.0, axis=(0.0, 1.0, 0.0), gear=gear),
        ),
    )


def unbalanced(model: arm.Model, start: np.ndarray) -> float:
    """Return the greatest effort that elastic coordinates would need to stay where they are [N·m or N]."""
    tau = inverse_dynamics(model, start[: model.nq], start[model.nq :], np.zeros(model.nv))
    return float(np.abs(tau[elastic_rates(model)]).max())


@pytest.fixture(scope="module")
def model() -> arm.Model:
    return arm.model(arm.library.get("flexible-3r"))


@pytest.mark.parametrize("qd0", [None, [0.5, -1.0, 2.0]])
def test_links_start_at_rest_under_gravity_and_spin(model, qd0):
    start = arm.Scenario(model, q0=Q0, qd0=qd0).starts[0]
    straight = arm.Scenario(model, q0=Q0, qd0=qd0, start="undeformed").starts[0]
    assert unbalanced(model, start) < 1e-9 * unbalanced(model, straight)
    assert np.array_equal(start[: joint_count(model)], Q0)
    assert not np.any(straight[elastic_places(model)])


def test_a_joint_that_is_held_keeps_its_links_still():
    model = arm.model(dataclasses.replace(arm.library.get("flexrob"), gravity=(0.0, -9.81, 0.0)))
    given = {"controller": arm.controllers.ComputedTorque(kp=1e4, kd=200.0), "q0": Q0[:2]}
    held = arm.simulate(model, 0.2, **given)
    moved = np.ptp(held.q[:, elastic_places(model)], axis=0).max()
    swung = arm.simulate(model, 0.2, start="undeformed", **given)
    assert moved < 0.2 * np.ptp(swung.q[:, elastic_places(model)], axis=0).max()


def test_given_elastic_coordinates_are_kept(model):
    q0 = np.concatenate([Q0, np.linspace(-1e-3, 1e-3, len(model.elastic))])
    assert np.array_equal(arm.Scenario(model, q0=q0).starts[0, : model.nq], q0)


def test_each_run_of_a_stack_has_its_own_equilibrium(model):
    rows = np.random.default_rng(1).uniform(-1, 1, (20, 3))
    starts = arm.Scenario(model, q0=rows).starts
    assert max(unbalanced(model, start) for start in starts) < 1e-9
    assert starts[7] == pytest.approx(arm.Scenario(model, q0=rows[7]).starts[0], rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("count", [2, 12])
def test_runs_that_differ_in_their_load_sag_by_their_own(model, count):
    masses = np.linspace(0.5, 4.0, count)
    loop = loop_of(arm.Scenario(model, q0=Q0), parameters={"tool.mass": masses})
    for mass, start in zip(masses, loop.start, strict=True):
        loaded = loop.equations.plant.with_values([mass])
        assert unbalanced(loaded, start[: model.nq + model.nv]) < 1e-9


def test_gears_are_wound():
    robot = geared()
    model, start = arm.model(robot), arm.Scenario(robot, q0=[0.3]).starts[0]
    tau = inverse_dynamics(model, start[:2], np.zeros(2), np.zeros(2))
    holding = arm.evaluate(arm.model(robot, motors="none")).gravity([0.3])[0]
    assert tau == pytest.approx([0.0, holding], abs=1e-9)
    assert np.array_equal(arm.Scenario(robot, q0=[0.3], start="undeformed").starts[0, :2], [0.3, 0.3])


@pytest.mark.parametrize("cubic", [0.0, 1e-200, 1e-3, 1e12])
def test_cubic_terms_of_any_size(cubic):
    robot = geared()
    robot = dataclasses.replace(robot, motors=(dataclasses.replace(robot.motors[0], gear=arm.Gear(500.0, 0.0, cubic)),))
    x, phi = arm.Scenario(robot, q0=[0.3]).starts[0, :2]
    holding = arm.evaluate(arm.model(robot, motors="none")).gravity([0.3])[0]
    assert 500.0 * (phi - x) + cubic * (phi - x) ** 3 == pytest.approx(holding, rel=1e-9)


@pytest.mark.parametrize("start", ["[0.4, 0.3, -0.2]", "{ shoulder = 0.3 }"])
def test_scenario_files(tmp_path, start, model):
    path = tmp_path / "run.toml"
    path.write_text(FILE.format(start=start), encoding="utf-8")
    assert np.any(arm.load_scenario(path).starts[0, elastic_places(model)])
    path.write_text('start = "undeformed"\n' + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert not np.any(arm.load_scenario(path).starts[0, elastic_places(model)])
    path.write_text(FILE.format(start=f'{{ "{model.elastic[0]}" = 0.001 }}'), encoding="utf-8")
    assert arm.load_scenario(path).starts[0, elastic_places(model)][0] == 0.001


def test_bad_starts():
    with pytest.raises(arm.ArgumentError, match="start: 'sagged'; expected one of equilibrium, bumpless, undeformed"):
        arm.Scenario(arm.library.get("flexrob"), start="sagged")


def test_a_start_without_equilibrium_says_what_to_do():
    heavy = dataclasses.replace(arm.library.get("flexrob"), gravity=(0.0, -1e50, 0.0))
    with pytest.raises(arm.ConvergenceError, match=r'no equilibrium.*start="undeformed"'):
        arm.Scenario(heavy, q0=[0.3, 0.3])


def test_elastic_gears_of_a_stack_are_wound_as_those_of_single_runs():
    model = arm.model(arm.library.get("manutec-r3"))
    rng = np.random.default_rng(0)
    rows = np.zeros((9, model.nq + model.nv))
    rows[:, :6] = rng.uniform(-1, 1, (9, 6))
    for free in (("payload.mass",), ("payload.mass", "motor1.gear.stiffness")):
        plant, values = with_free_parameters(model, free), rng.uniform(1, 3, (9, len(free))) * [1.0, 1e3][: len(free)]
        found = settled(plant, rows, values)
        wanted = [settled(plant.with_values(own), row[None])[0] for row, own in zip(rows, values, strict=True)]
        assert found == pytest.approx(np.array(wanted), abs=1e-14)
        assert np.abs(found - rows).max() > 1e-4
