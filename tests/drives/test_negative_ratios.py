"""Negative gear ratios with commands of current and voltage: a positive command drives the joint ahead."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import PID, Cascade
from solving import solver

WINDING = arm.Winding(0.05, 0.5, 2e-3, 30.0, 48.0, 3000.0)
RATIOS = (60.0, 40.0)


def driven(signs, **motor):
    """A planar arm whose gears turn the rotors either way; the rotors only reflect their inertia."""
    robot = arm.planar([0.5, 0.4], [2.0, 1.0], coms=[0.25, 0.2], inertias=[0.04, 0.02])
    made = {"rotor_inertia": 4e-5, "winding": WINDING, "friction": arm.Friction(1e-5)} | motor
    carriers = ("base", robot.links[0].name)
    motors = [
        arm.Motor(f"m{k + 1}", f"joint{k + 1}", carriers[k], ratio=sign * RATIOS[k], **made)
        for k, sign in enumerate(signs)
    ]
    return replace(robot, motors=tuple(motors))


def wave(t, q, qd, reference):
    return np.array([3.0, -2.0]) * np.cos(5 * t) + 0 * q[:2]


SIMPLE = replace(WINDING, inductance=0.0, bandwidth=None)
GEAR = arm.Gear(stiffness=2e3, damping=3.0, efficiency=0.8, efficiency_back=0.7)


@pytest.mark.parametrize(
    ("command", "motor"),
    [("current", {"gear": GEAR}), ("voltage", {"winding": SIMPLE}), ("current", {"winding": SIMPLE}), ("voltage", {})],
)
def test_gears_that_turn_their_rotors_either_way_move_the_arm_alike(command, motor):
    """The ratio is a parameter of a stack; a robot with the negative ratio moves as its run does."""
    options = {"controller": wave, "command": command, "record": 0.05, "solver": solver("rosenbrock", rtol=1e-8)}
    stack = arm.simulate(driven((1, 1), **motor), 0.1, parameters={"m1.ratio": [60.0, -60.0, -30.0]}, **options)
    assert stack.q[0, 1, 0] > 0 > stack.q[0, 1, 1]
    np.testing.assert_allclose(stack.q[1], stack.q[0], atol=1e-8)
    assert np.abs(stack.q[2] - stack.q[0]).max() > 1e-4
    for name in ("current", "voltage"):
        first, second = stack.signals[f"m1.{name}"], stack.signals[f"m2.{name}"]
        np.testing.assert_allclose(first[1], -first[0], atol=1e-5)
        np.testing.assert_allclose(second[1], second[0], atol=1e-5)
    if command == "voltage":
        alone = arm.simulate(driven((-1, 1), **motor), 0.1, **options)
        np.testing.assert_allclose(alone.q, stack.q[1], atol=1e-7)


def test_a_motor_at_a_follower_that_turns_against_its_leader():
    """The command at the leader drives it ahead, through rigid and elastic gears, and for both signs of the ratio."""
    robot = arm.planar([0.5, 0.4], [2.0, 1.0])
    follower = replace(robot.joints[1], couple=arm.parts.Coupling("joint1", (0.0, -0.5)))
    for ratio in (30.0, -30.0):
        for gear in (None, arm.Gear(stiffness=1e4, damping=5.0)):
            made = {"rotor_inertia": 1e-4, "ratio": ratio, "winding": WINDING, "gear": gear}
            motor = arm.Motor("m", "joint2", robot.links[0].name, **made)
            moved = replace(robot, joints=(robot.joints[0], follower), motors=(motor,), gravity=(0.0, 0.0, 0.0))
            push = lambda t, q, qd, reference: 2.0 + 0 * q[:1]  # noqa: E731
            run = arm.simulate(moved, 0.1, controller=push, command="current")
            assert run.q[-1, 0] > 1e-3


@pytest.mark.parametrize("period", [None, 5e-4])
def test_a_cascade_with_positive_gains_is_negative_feedback_for_every_ratio(period):
    law = Cascade(position=PID(15.0), velocity=PID(12.0, 60.0), current=PID(4.0, 800.0))
    reference = arm.references.FifthOrder(end=(0.4, -0.3), duration=0.3)
    timing = {} if period is None else {"period": period}
    runs = []
    for signs in ((1, 1), (-1, -1)):
        scenario = arm.Scenario(
            driven(signs), controller=law, reference=reference, duration=0.6, command="voltage", **timing
        )
        runs.append(arm.simulate(scenario, record=0.05))
    np.testing.assert_allclose(runs[1].q, runs[0].q, atol=1e-7)
    assert np.abs(runs[1].q[-1] - [0.4, -0.3]).max() < 0.05


def test_the_industrial_robot_of_the_library_with_windings_and_a_cascade():
    """Its ratios are −105, 210, 60, −99, 79.2, −99; torque constants are those of its source."""
    of_library = arm.load_scenario("manutec-r3")
    constants = (1.1616, 1.1616, 1.1616, 0.2365, 0.2608, 0.0842)
    motors = tuple(
        replace(motor, winding=arm.Winding(constant, 1.0, 5e-3, bandwidth=1e3))
        for motor, constant in zip(of_library.robot.motors, constants, strict=True)
    )
    assert min(motor.ratio for motor in motors) == -105
    robot = replace(of_library.robot, motors=motors)
    damping = (1500.0, 1500.0, 1000.0, 60.0, 60.0, 40.0)  # of the joints [N·m·s/rad]
    kv = [d / abs(motor.ratio * k) for d, motor, k in zip(damping, motors, constants, strict=True)]
    law = Cascade(position=PID(10.0), velocity=PID(kv, [10 * k for k in kv]), current=PID(10.0, 2000.0))
    start = np.asarray(of_library.starts[0, :6])
    aim = start + np.array([0.2, -0.1, 0.1, 0.2, -0.2, 0.3])
    scenario = arm.Scenario(
        robot, q0=start, controller=law, reference=arm.references.FifthOrder(end=tuple(aim), duration=0.4),
        duration=0.8, command="voltage", period=5e-4,
    )  # fmt: skip
    run = arm.simulate(scenario, record=0.1)
    assert run.complete
    assert np.abs(run.q[-1, :6] - aim).max() < 0.05
