"""Torque over speed: labels, the curve of the motion, outlines that are the limits."""

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

import armillary as arm
from internals import RPM, GearType, MotorType, peak_outline, plot_motors, standard_motion, winding_outline


@pytest.fixture(scope="module")
def choice():
    robot = arm.planar([0.2, 0.15], [0.4, 0.3], coms=[0.1, 0.07], inertias=[0.001, 0.001])
    return arm.choose_motors(robot, standard_motion(robot), budget=0)


def test_every_chart_says_what_it_shows(choice):
    figure = plot_motors(choice)
    assert len(figure.axes) == len(choice.duties) == 2
    for axes, duty in zip(figure.axes, choice.duties.values(), strict=True):
        assert axes.get_xlabel() == "rotor speed [rpm]"
        assert axes.get_ylabel() == "rotor torque [N·m]"
        assert duty.joint in axes.get_title(loc="left")
        assert duty.drive.motor.name in axes.get_title(loc="left")
        motion = next(line for line in axes.lines if line.get_label() == "motion")
        np.testing.assert_allclose(motion.get_xdata(), duty.speed * RPM)
        np.testing.assert_allclose(motion.get_ydata(), duty.torque)
        low, high = axes.get_ylim()
        assert low < duty.torque.min()
        assert duty.torque.max() < high
    words = [text.get_text() for text in figure.legends[0].get_texts()]
    assert words == ["peak limit", "continuous torque (for the rms)", "greatest speed", "rms of the motion", "motion"]
    assert "1.2" in figure.legends[0].get_title().get_text()


def test_the_outline_is_the_limit_of_the_checks():
    robot = arm.planar([0.2], [0.4], coms=[0.1], inertias=[0.001])
    motor = MotorType("m", 1.0, 1e-4, 1.0, 1.5, 500.0, stall_torque=2.0, no_load_speed=400.0)
    parts = arm.selection.Catalogue((motor,), (GearType("g", 20.0, 0.9, 0.1, 0.0, 100.0, backward_efficiency=0.9),))
    (duty,) = arm.choose_motors(robot, standard_motion(robot), catalogue=parts, safety=1.25).duties.values()
    speeds, torques = peak_outline(duty)
    use = np.max(
        [
            1.25 * np.abs(torques) / 1.5,
            np.abs(speeds) / 500.0,
            1.25 * torques * np.sign(speeds) / 2.0 + np.abs(speeds) / 400.0,
        ],
        axis=0,
    )
    np.testing.assert_allclose(use, 1.0)
    assert speeds.max() == 500.0  # a braking motor may go past the no-load speed


def test_files(choice, tmp_path):
    choice.plot(tmp_path / "motors.png")
    with Image.open(tmp_path / "motors.png") as picture:
        assert min(picture.size) > 300
    with pytest.raises(arm.ArgumentError, match=r"\.png, \.svg or \.pdf"):
        choice.plot(tmp_path / "motors.txt")


def test_long_names_are_cut_and_leave_the_verdict(choice):
    duties = {name: replace(duty, joint="long " * 60) for name, duty in choice.duties.items()}
    figure = plot_motors(replace(choice, robot_name="robot " * 60, duties=duties))
    assert len(figure.get_suptitle()) < 120
    for axes, duty in zip(figure.axes, duties.values(), strict=True):
        names, verdict = axes.get_title(loc="left").split("\n")
        assert len(names) <= 40
        assert f"{duty.worst.use:.0%}" in verdict


def test_motors_of_a_run_over_their_limits(tmp_path):
    own = arm.Winding(0.05, 0.5, current=12.0, voltage=24.0)
    robot = arm.planar([0.3], [1.0])
    motor = arm.Motor("m", "joint1", "base", rotor_inertia=1e-4, ratio=50.0, winding=own)
    robot = replace(robot, motors=(motor,))
    law = lambda t, q, qd, reference: 100.0 + 0 * q  # noqa: E731
    run = arm.simulate(robot, 0.5, controller=law, record=0.01)
    figure = run.plot_motors(tmp_path / "motors.png")
    with Image.open(tmp_path / "motors.png") as image:
        assert image.size[0] > 400
    (axes,) = figure.axes
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("rotor speed [rpm]", "rotor torque [N·m]")
    (line,) = axes.lines
    np.testing.assert_allclose(line.get_ydata(), [own.torque(50 * v) for v in run.qd[:, 0]], rtol=1e-9)
    speeds, torques = winding_outline(own, 1.0, 1.0)
    right = speeds[:201]
    np.testing.assert_allclose([own.torque(w) for w in right], torques[:201], atol=1e-12)
    stack = arm.simulate(robot, 0.1, controller=law, q0=[[0.0], [0.5]], record=0.01)
    assert len(stack.plot_motors().axes[0].lines) == 2
    free = {"m.winding.torque_constant": [0.05, 0.06], "m.ratio": [50.0, 40.0]}
    tuned = arm.simulate(robot, 0.1, controller=law, record=0.01, parameters=free)
    drawn = tuned.plot_motors().axes[0]
    assert len(drawn.patches) == 2  # the limits of each run
    for line, run, k, ratio in zip(drawn.lines, tuned, *free.values(), strict=True):
        np.testing.assert_allclose(line.get_xdata(), ratio * RPM * run.qd[:, 0])
        np.testing.assert_allclose(line.get_ydata(), k * run.signals["m.current"])
    with pytest.raises(arm.ArgumentError, match="motors without windings"):
        arm.simulate(arm.library.get("planar-3r"), 0.01).plot_motors()
