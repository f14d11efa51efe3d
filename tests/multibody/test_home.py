"""The default start of robots: one rule for runs, analyses, pages, FMUs and pictures."""

import dataclasses

import numpy as np
import pytest

import armillary as arm
from coupled_robots import coupled_robot
from internals import (
    INSIDE,
    RobotStage,
    checks,
    configuration,
    first_scenario,
    home,
    parse_scenario,
    start_of,
    start_words,
)
from random_robots import random_robot


def slide(lower: float, upper: float, configurations: tuple[arm.parts.Configuration, ...] = ()) -> arm.Robot:
    """Return a robot with one slide and one hinge."""
    joints = (
        arm.Joint("slide", "prismatic", "base", "cart", axis=(1.0, 0.0, 0.0), limits=arm.Limits(lower, upper)),
        arm.Joint("hinge", "revolute", "cart", "bob", axis=(0.0, 1.0, 0.0), limits=arm.Limits(-1.0, 1.0)),
    )
    links = (arm.Link("cart", 1.0), arm.Link("bob", 1.0, com=(0.0, 0.0, -0.5)))
    return arm.Robot("slide", links, joints, configurations=configurations)


@pytest.mark.parametrize("name", arm.library.names())
def test_every_robot_of_the_library_has_a_home_inside_its_limits(name):
    robot = arm.library.get(name)
    scenario = arm.Scenario(robot)
    assert scenario.start_words == "home"
    joints = robot.configuration("home")
    assert np.array_equal(scenario.starts[0, : len(joints)], joints)


@pytest.mark.parametrize(
    ("lower", "upper", "expected"),
    [(-1.0, 1.0, 0.0), (0.0, 1.0, 0.0), (0.2, 1.2, 0.3), (-3.0, -1.0, -1.2), (2.0, np.inf, 2.1), (-np.inf, -2.0, -2.1)],
)
def test_zero_moves_inside_the_limits(lower, upper, expected):
    found = home(arm.model(slide(lower, upper)))
    assert found.q == pytest.approx([expected, 0.0])
    assert found.words == ("zero" if expected == 0 else f"zero, moved inside the limits (slide = {expected:.4g} m)")
    assert arm.Scenario(slide(lower, upper)).starts[0, 0] == pytest.approx(expected)


def test_names_come_before_zero_and_home_before_other_names():
    drawn, key, own = (
        arm.parts.Configuration(name, (x, 0.1)) for name, x in (("qpos0", 0.3), ("ready", 0.4), ("home", 0.5))
    )
    words = [home(arm.model(slide(-1, 1, each))).words for each in [(drawn,), (drawn, key), (key, drawn, own)]]
    assert words == ["qpos0", "ready", "home"]
    outside = home(arm.model(slide(1.0, 2.0, (own,))))
    assert outside.words == "home, moved inside the limits (slide = 1.1 m)"
    assert outside.q == pytest.approx([1.0 + INSIDE, 0.1])


@pytest.mark.parametrize("seed", range(6))
def test_random_robots_start_inside_their_limits(seed):
    rng = np.random.default_rng(seed)
    for robot in (random_robot(rng, 5), coupled_robot(rng, 5)):
        joints = []
        for joint in robot.joints:
            if joint.form.single and joint.couple is None and rng.random() < 0.7:
                lower = rng.uniform(-2.0, 1.0)
                limits = dataclasses.replace(joint.limits, lower=lower, upper=lower + rng.uniform(0.1, 1.0))
                joint = dataclasses.replace(joint, limits=limits)
            joints.append(joint)
        model = arm.model(dataclasses.replace(robot, joints=tuple(joints)))
        checks.within_limits(model, arm.Scenario(model).starts, "end")


def everywhere(robot: arm.Robot) -> dict[str, list[float]]:
    """Return the default start of a robot's joints by place."""
    model = arm.model(robot)
    n = len(robot.configuration("home"))
    text = f'robot = "{robot.name}"\nduration = 1'
    return {
        "scenario": arm.Scenario(robot).starts[0, :n].tolist(),
        "file": parse_scenario(text).starts[0, :n].tolist(),
        "run": arm.simulate(robot, 1e-3).q[0, :n].tolist(),
        "analysis": configuration(model, None)[:n].tolist(),
        "linearised": arm.linearise(robot).q[:n].tolist(),
        "page": first_scenario(robot).starts[0, :n].tolist(),
        "view": list(RobotStage(model, robot.name).joint_values),
        "study": start_of(arm.Scenario(robot), "q0").tolist(),
    }


@pytest.mark.parametrize("name", ["panda", "rtx"])
def test_every_consumer_starts_at_home(name):
    robot = arm.library.get(name)
    expected = list(robot.configuration("home"))
    assert {name: q for name, q in everywhere(robot).items() if q != expected} == {}


def test_coordinates_that_are_not_named_stay_at_home():
    model = arm.model(arm.library.get("panda"))
    expected = np.array(model.robot.configuration("home"))
    expected[0] = 0.3
    assert np.array_equal(configuration(model, {"panda_joint1": 0.3}), expected)
    file = 'robot = "panda"\nduration = 1\nq0 = { panda_joint1 = 0.3 }'
    assert np.array_equal(parse_scenario(file).q0, expected)


def test_results_and_tables_say_which_start():
    robot = arm.library.get("panda")
    run = arm.simulate(robot, 1e-3)
    assert run.info["start"] == "home"
    assert "start:     home" in run.summary()
    model = arm.model(robot)
    assert start_words(model, np.zeros(7)) == "zero"
    assert start_words(model, np.full(7, 0.1)) == "given"
    assert arm.Scenario(slide(1.0, 2.0)).start_words == "zero, moved inside the limits (slide = 1.1 m)"


def test_a_motion_from_point_to_point_begins_at_home():
    move = arm.references.FifthOrder(end=[0.1] * 3, duration=1.0)
    scenario = arm.Scenario(arm.library.get("rtx"), reference=move, controller=arm.controllers.PD(kp=10.0, kd=1.0))
    assert scenario.desired.motion(0.0, 0.0).position == pytest.approx([0.475, 0.0, 0.0])


def test_a_start_that_is_given_as_the_default_has_its_words():
    """As the first scenario of a robot gives it, for a slide that is moved inside its limits."""
    model = arm.model(slide(0.1, 0.5))
    assert start_words(model, home(model).q) == home(model).words
    assert start_words(model, home(model).q + 0.01) == "given"
