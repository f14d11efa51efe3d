"""What the page knows without a browser: sliders, postures, ellipsoids, modes, playing."""

import math
import re
from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import (
    ModeMotion,
    PlaybackClock,
    Player,
    RobotStage,
    Scene,
    Vibration,
    inertia_ellipsoid,
    joints,
    manipulability,
    pose,
    posture,
    posture_tables,
    velocity_ellipsoid,
)
from internals import text as lines

RIGID = ["panda", "khatib-rp", "planar-rrp", "spherical-chain", "humanoid"]


def model_of(name: str) -> arm.Model:
    return arm.model(arm.library.get(name))


@pytest.mark.parametrize("name", [*RIGID, "flexible-3r"])
def test_sliders_and_configurations_are_each_others_inverse(name):
    model, random = model_of(name), np.random.default_rng(3)
    sliders = joints.controls(model, 1.0)
    values = [random.uniform(0.4 * each.lower, 0.4 * each.upper) for each in sliders]
    q = joints.from_sliders(model, values)
    np.testing.assert_allclose(joints.slider_values(model, q), values, atol=1e-9)
    assert len(q) == model.nq
    assert not np.any(q[model.nq - len(model.elastic) :])


def test_sliders_keep_to_the_limits_of_joints_and_start_within():
    model = model_of("panda")
    sliders = joints.controls(model, 1.0)
    limits = {joint.name: joint.limits for joint in model.robot.joints}
    for each in sliders:
        assert each.unit == "°"
        assert math.radians(each.lower) == pytest.approx(limits[each.joint].lower)
        assert math.radians(each.upper) == pytest.approx(limits[each.joint].upper)
    assert np.array_equal(RobotStage(model, "panda").joint_values, model.robot.configuration("home"))


def test_a_joint_without_limits_gets_a_range_and_one_that_slides_is_in_metres():
    sliders = {each.joint: each for each in joints.controls(model_of("khatib-rp"), 1.5)}
    assert (sliders["joint2"].unit, sliders["joint2"].lower, sliders["joint2"].upper) == ("m", 0.2, 1.2)
    assert sliders["joint2"].step == pytest.approx(1e-3)
    free = joints.controls(model_of("khatib-rr"), 1.5)[0]
    assert (free.lower, free.upper) == (-180, 180)


@pytest.mark.parametrize("bounds", [(-math.inf, math.inf), (-math.inf, -3.0), (5.0, math.inf), (2.0, 2.0)])
def test_ranges_are_never_empty(bounds):
    low, high = joints._range(*bounds, 1.0)
    assert low < high
    assert math.isfinite(low)
    assert math.isfinite(high)
    assert low >= bounds[0]
    assert high <= bounds[1] or bounds[0] == bounds[1]


@pytest.mark.parametrize("name", ["panda", "planar-3r", "puma560"])
def test_the_product_of_the_semi_axes_is_the_manipulability(name):
    model = model_of(name)
    q = np.random.default_rng(5).uniform(-1, 1, model.nq)
    found = posture(model, q)
    assert found.manipulability == pytest.approx(manipulability(model, q), rel=1e-9)
    np.testing.assert_allclose(found.position, pose(model, q)[:3, 3])


@pytest.mark.parametrize("name", ["planar-3r", "flexible-3r"])
def test_the_manipulability_of_a_singular_posture_is_zero(name):
    model = model_of(name)
    found = posture(model, np.zeros(model.nq))
    assert manipulability(model, np.zeros(model.nq)) == pytest.approx(0.0, abs=1e-12)
    assert found.manipulability == 0.0
    assert found.semi_axes.max() > 0
    facts, _ = posture_tables(found)
    assert facts.rows["Manipulability"].startswith("0 (singular, semi-axes ")


def test_gravity_torques_are_the_gradient_of_the_potential_energy():
    model, dyn = model_of("puma560"), arm.evaluate(arm.library.get("puma560"))
    q = np.random.default_rng(6).uniform(-1, 1, model.nq)
    steps = 1e-6 * np.eye(model.nq)
    slopes = [(dyn.potential_energy(q + step) - dyn.potential_energy(q - step)) / 2e-6 for step in steps]
    np.testing.assert_allclose(posture(model, q).efforts, slopes, atol=1e-6)


def test_what_is_told_of_a_posture_has_the_tip_and_every_joint():
    text = lines(posture_tables(posture(model_of("panda"), np.full(7, -0.3))), 200)
    assert re.search(r"Tip:? +x ", text)
    assert text.count("N·m") == 7
    assert "several ends" in lines(
        posture_tables(posture(replace(model_of("panda"), frames={}), np.full(7, -0.3))), 200
    )


def test_zeros_are_told_without_signs_and_without_what_rounding_left():
    found = posture(model_of("planar-3r"), np.zeros(3))
    shown = replace(found, position=np.array([1.0, -1e-9, 0.0]), rpy=(-1e-9, 0.0, -0.5))
    text = lines(posture_tables(shown), 200)
    assert "x 1.0000, y 0.0000, z 0.0000 m" in text
    assert "roll 0.00, pitch 0.00, yaw -28.65°" in text
    assert text.count("e-") == 0
    assert ", 0, 0)" in text  # stretched out, its tip moves along one line


def test_an_inertia_ellipsoid_has_the_inertia_of_its_body():
    for body in model_of("panda").bodies:
        found = inertia_ellipsoid(body)
        assert found is not None
        a, b, c = found.semi_axes**2
        about_centre = body.mass / 5 * np.diag([b + c, a + c, a + b])
        shift = found.centre @ found.centre * np.eye(3) - np.outer(found.centre, found.centre)
        np.testing.assert_allclose(
            found.axes @ about_centre @ found.axes.T + body.mass * shift, body.inertia, atol=1e-9
        )
        assert np.linalg.det(found.axes) == pytest.approx(1)


def test_a_velocity_ellipsoid_holds_the_velocities_of_unit_rates():
    J, random = np.random.default_rng(1).normal(size=(3, 5)), np.random.default_rng(2)
    found = velocity_ellipsoid(J, (1, 2, 3))
    for _ in range(100):
        rates = random.normal(size=5)
        v = found.axes.T @ (J @ (rates / np.linalg.norm(rates)))
        assert np.sum((v / found.semi_axes) ** 2) <= 1 + 1e-9
    flat = velocity_ellipsoid(np.array([[1.0, 0], [0, 0], [0, 0]]), np.zeros(3))
    assert np.all(flat.shown() > 0)
    assert flat.semi_axes[1:].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("name", "held"), [("flexible-3r", "locked"), ("flexrob", "free"), ("celentano-link", "locked")]
)
def test_a_mode_moves_by_the_part_of_the_size_that_is_asked_for(name, held):
    robot = arm.library.get(name)
    found, sagging, fault = Vibration(robot, (0.3,) * len(robot.joints), "full", held).find()
    assert fault == ""
    assert found is not None
    assert sagging is not None
    scene = Scene(model_of(name))
    for k in range(2):
        shaking = ModeMotion(scene, found.q, found.shapes[:, k], part=0.05)
        still = shaking.scene.points(found.q)
        ways = [np.linalg.norm(shaking.scene.points(shaking.at(phase)) - still, axis=1).max() for phase in (0, np.pi)]
        assert max(ways) <= 0.08 * scene.size
        assert max(ways) > 0.005 * scene.size
        np.testing.assert_allclose(shaking.at(np.pi / 2), found.q, atol=0.02)
        np.testing.assert_allclose(shaking.at(1.0), shaking.at(1.0 + 2 * np.pi), atol=1e-12)


def test_a_mode_that_does_not_move_stays():
    scene = Scene(model_of("flexrob"))
    shaking = ModeMotion(scene, scene.model.neutral, np.zeros(scene.model.nv))
    np.testing.assert_array_equal(shaking.at(1.0), scene.model.neutral)


def test_a_robot_without_frequencies_says_why():
    found, _, fault = Vibration(arm.library.get("khatib-rr"), (0.0, 0.0), "full", "locked").find()
    assert (found is not None and "no frequencies" in found.warnings[0]) or "frequenc" in fault


class TestClock:
    def test_runs_at_its_speed_and_begins_again(self):
        clock = PlaybackClock(1.0, 3.0)
        assert clock.advance(5.0) == 1.0  # it was never started
        clock.play()
        clock.speed = 0.5
        assert clock.advance(1.0) == 1.5
        assert clock.advance(4.0) == pytest.approx(1.5)
        assert clock.playing

    def test_stops_at_the_end_unless_it_repeats_and_starts_over(self):
        clock = PlaybackClock(0.0, 2.0)
        clock.repeat = False
        clock.play()
        assert clock.advance(9.0) == 2.0
        assert not clock.playing
        clock.play()
        assert clock.time == 0.0
        assert clock.playing

    def test_goes_to_no_time_that_there_is_not(self):
        clock = PlaybackClock(0.0, 2.0)
        clock.seek(7.0)
        assert clock.time == 2.0
        clock.seek(-1.0)
        assert clock.time == 0.0

    def test_a_motion_without_duration_does_no_harm(self):
        clock = PlaybackClock(1.0, 1.0)
        clock.play()
        assert clock.advance(3.0) == 1.0
        assert clock.step > 0


def test_a_player_gives_rows_at_their_times_and_what_is_between():
    motion = arm.simulate(arm.library.get("planar-3r"), duration=0.5, record=0.05)
    player = Player(motion)
    np.testing.assert_array_equal(player.at(motion.t[3]), motion.q[3])
    np.testing.assert_allclose(player.at((motion.t[3] + motion.t[4]) / 2), (motion.q[3] + motion.q[4]) / 2)
    np.testing.assert_array_equal(player.at(99.0), motion.q[-1])
    np.testing.assert_array_equal(player.at(-1.0), motion.q[0])
    assert len(player.rows(5)) == 5


def test_quaternions_stay_of_length_one_between_rows():
    motion = arm.simulate(arm.library.get("spherical-chain"), duration=0.4, record=0.1)
    q = Player(motion).at(0.15)
    assert np.linalg.norm(q[:4]) == pytest.approx(1.0, abs=1e-12)


class TestStage:
    def test_joints_that_move_leave_the_links_as_they_hang_until_more_is_known(self):
        stage = RobotStage(model_of("flexible-3r"), "flexible-3r")
        asked = Vibration(stage.model.robot, stage.joint_values, "full", "locked")
        _, sagging, _ = asked.find()
        stage.bend(sagging)
        assert np.any(stage.q[3:])
        assert stage.strain_limit > 0
        bent = stage.q[3:].copy()
        stage.stand(joints.from_sliders(stage.model, [30.0, -20.0, 10.0]))
        np.testing.assert_array_equal(stage.q[3:], bent)
        stage.bend(sagging)  # an answer to an old question
        np.testing.assert_allclose(stage.q[:3], np.radians([30, -20, 10]))

    def test_it_plays_shakes_and_stands(self):
        motion = arm.simulate(arm.library.get("planar-3r"), duration=0.5)
        stage = RobotStage.of_motion(motion, "planar-3r")
        assert stage.act == "playing"
        assert not stage.moving
        stage.clock.play()
        stage.advance(0.25)
        np.testing.assert_allclose(stage.shown, stage.player.at(0.25))
        stage.magnification = 20.0
        stage.shake(ModeMotion(stage.scene, stage.q, np.ones(3)))
        assert stage.moving
        assert stage.shown_magnification == 1.0
        stage.advance(0.1)
        assert stage.phase == pytest.approx(2 * np.pi * 0.07)
        stage.stand(np.zeros(3))
        assert stage.moving
        ways = []
        while stage.moving:
            stage.advance(1 / 30)
            ways.append(float(np.abs(stage.shown).max()))
        assert ways == sorted(ways, reverse=True)
        assert ways[-1] == 0
        assert 5 < len(ways) < 20
        assert stage.shown_magnification == 20.0

    @pytest.mark.parametrize("name", arm.library.names())
    def test_every_robot_of_the_library_has_a_place_to_be_looked_at_from(self, name):
        stage = RobotStage(model_of(name), name)
        eye, target = stage.look()
        assert np.all(np.isfinite(eye))
        assert 0.5 * stage.scene.size < np.linalg.norm(eye - target) < 8 * stage.scene.size
