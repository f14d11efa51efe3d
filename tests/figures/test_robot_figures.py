"""Figures of robots and motions: their numbers, their labels, and messages for wrong arguments."""

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

import armillary as arm
from internals import manipulability, outlines, picture, surfaces

ARM = arm.planar([1.0, 0.8], [1.0, 1.0])
LINK = arm.library.get("flexible-3r")


def labels(axes):
    return [getattr(axes, f"get_{axis}label")() for axis in "xyz" if hasattr(axes, f"get_{axis}label")]


def test_the_picture_shows_the_robot_at_q(tmp_path):
    figure = ARM.plot([np.pi / 2, 0.0], tmp_path / "arm.png")
    assert labels(figure.axes[0]) == ["x [m]", "y [m]"]
    with Image.open(tmp_path / "arm.png") as image:
        assert min(image.size) > 300
    triangles, colours = surfaces(arm.model(ARM), np.array([np.pi / 2, 0.0]))
    assert triangles[..., 1].max() == pytest.approx(1.8, abs=0.05)  # it stands upright
    assert np.ptp(triangles[..., 0]) < 0.4
    assert colours.shape == (len(triangles), 3)
    assert labels(arm.library.get("ur5").plot().axes[0]) == ["x [m]", "y [m]", "z [m]"]
    with pytest.raises(arm.ArgumentError, match="3 numbers"):
        ARM.plot([1, 2, 3])


def test_links_of_a_picture_sag_unless_their_bending_is_given(monkeypatch):
    seen = []
    monkeypatch.setattr(picture, "surfaces", lambda model, q: (seen.append(q), surfaces(model, q))[1])
    model = arm.model(LINK)
    model.plot([0.3, 0.0, 0.0])
    model.plot(model.neutral)
    np.testing.assert_allclose(seen[0], arm.frequencies(LINK, q=[0.3, 0.0, 0.0], joints="locked").q)
    assert np.any(seen[0][3:])
    np.testing.assert_array_equal(seen[1], model.neutral)


def test_the_workspace_of_a_planar_arm_is_a_disc_with_its_own_manipulability(tmp_path):
    found = arm.workspace(ARM, count=3000, seed=3)
    radius = np.linalg.norm(found.points, axis=1)
    assert radius.min() >= 0.2 - 1e-12
    assert 1.79 < found.reach <= 1.8 + 1e-12
    assert found.reach == pytest.approx(radius.max())
    elbow = np.arccos((radius**2 - 1.64) / 1.6)  # w = l1 l2 |sin q2|
    np.testing.assert_allclose(found.manipulability, 0.8 * np.sin(elbow), atol=1e-6)
    figure = found.plot(tmp_path / "workspace.svg")
    cells = figure.axes[0].collections[0]
    assert cells.get_array().max() == pytest.approx(found.manipulability.max())
    assert labels(figure.axes[0]) == ["x [m]", "y [m]"]
    assert "Reach" in found.table()
    limited = replace(ARM, joints=tuple(replace(joint, limits=arm.Limits(0.0, 1.0)) for joint in ARM.joints))
    assert arm.workspace(limited, count=500).points[:, 1].min() >= 0
    with pytest.raises(arm.ArgumentError, match="count"):
        arm.workspace(ARM, count=0)


def test_ellipsoids_are_the_images_of_unit_rates_and_unit_efforts():
    q = np.array([[0.3, 0.9], [0.1, 0.0]])
    found, dyn = arm.ellipsoids(ARM, q), arm.evaluate(ARM)
    J = dyn.jacobian(q[0])[3:5]
    for turn in np.linspace(0, 6, 7):
        rates = np.array([np.cos(turn), np.sin(turn)])
        along = found.axes[0].T @ np.append(J @ rates, 0.0)
        assert np.sum((along / found.velocity[0]) ** 2) == pytest.approx(1)
        force = found.axes[0].T @ np.append(np.linalg.solve(J.T, rates), 0.0)
        assert np.sum((force / found.force[0]) ** 2) == pytest.approx(1)
    np.testing.assert_allclose(found.manipulability, [manipulability(arm.model(ARM), row) for row in q], atol=1e-12)
    assert found.manipulability[1] == 0
    assert np.isinf(found.force[1, 1])
    (ellipse,) = outlines(found.centres[0], found.axes[0], found.velocity[0])
    assert np.linalg.norm(ellipse - found.centres[0], axis=1).max() == pytest.approx(found.velocity[0, 0])
    figure = found.plot()
    assert [axes.get_title(loc="left").split(" for")[0] for axes in figure.axes] == ["velocities", "forces"]
    assert "longer ones cut" in figure.axes[1].get_title(loc="left")
    with pytest.raises(arm.ArgumentError) as error:
        arm.ellipsoids(ARM, np.zeros((0, 2)))
    assert error.value.field == "q"


def test_phase_portraits_are_rates_over_coordinates():
    run = arm.simulate(ARM, duration=0.2, q0=[0.1, 0.2], record=0.02)
    figure = run.plot_phase()
    assert labels(figure.axes[1]) == ["position [rad]", "rate [rad/s]"]
    for k, axes in enumerate(figure.axes):
        np.testing.assert_array_equal(axes.lines[0].get_xydata(), np.stack([run.q[:, k], run.qd[:, k]], axis=1))
    assert len(run.plot_phase(coordinates="joint2").axes) == 1
    with pytest.raises(arm.ArgumentError, match="joint9"):
        run.plot_phase(coordinates=["joint9"])
    ends = arm.simulate(ARM, duration=0.2, q0=[[0.1, 0.2], [0.0, 0.1]])
    with pytest.raises(arm.ArgumentError, match="record"):
        ends.plot_phase()


def test_mode_shapes_move_as_the_modes_do():
    found = arm.frequencies(arm.library.get("flexrob"), q=[0.3, 0.6], joints="locked")
    figure = found.plot(count=2)
    assert figure.axes[0].get_title(loc="left").startswith(f"1: {found.hz[0]:.4g} Hz")
    rest, one, other = (line.get_ydata() for line in figure.axes[0].lines[1::2])  # the second link
    np.testing.assert_allclose(one - rest, rest - other, rtol=0.1)  # but for what is quadratic in the motion
    assert np.abs(one - rest).max() > 0.01
    free = arm.planar([1.0], [1.0], gravity=0.0)
    with pytest.raises(arm.ArgumentError, match="no frequencies"):
        arm.frequencies(free).plot()
