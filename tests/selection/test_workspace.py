"""Workspaces of known size, pointwise membership, reach, and how the error falls with the number of samples."""

import math

import numpy as np
import pytest

import armillary as arm
from internals import Candidate, Frame, Joint, Limits, Link, Placement, Ranges, Robot, greatest
from internals import WorkspaceMeasure as Workspace
from internals import workspace_measures as measures

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
TURNS = Limits()


def chain(name: str, joints, tip, base: Placement = Placement()) -> Robot:  # noqa: B008
    """A robot of (type, offset from the joint before, axis, limits)."""
    links = tuple(Link(f"link{i}", 1.0, (0.1, 0.0, 0.0)) for i in range(len(joints)))
    made = [
        Joint(f"joint{i}", kind, f"link{i - 1}" if i else "base", f"link{i}", Placement(xyz), axis=axis, limits=limits)
        for i, (kind, xyz, axis, limits) in enumerate(joints)
    ]
    frames = (Frame("tip", links[-1].name, Placement(tip)),)
    return Robot(name, links, tuple(made), frames=frames, base_placement=base)


def R(xyz, axis, limits=TURNS):
    return "revolute", xyz, axis, limits


def P(axis, lower, upper):
    return "prismatic", (0.0, 0.0, 0.0), axis, Limits(lower, upper)


O = (0.0, 0.0, 0.0)  # noqa: E741
ANNULUS = chain("RR", [R(O, Z), R(X, Z)], (0.5, 0, 0))
SECTOR = chain("RR sector", [R(O, Z, Limits(-1, 2)), R(X, Z, Limits(0, math.pi))], (0.5, 0, 0))
BOX = chain("PPP", [P(X, 0, 1), P(Y, -1, 1), P(Z, 0, 0.5)], O)
SHELL = chain("RRP", [R(O, Z), R(O, Y, Limits(-math.pi / 2, math.pi / 2)), P(X, 0.5, 1.0)], O)
STADIUM = chain("PRR", [P(X, 0, 1), R(O, Z), R((0.6, 0, 0), Z)], (0.6, 0, 0))
BALL = chain("RRR", [R(O, Z), R(O, Y), R((0.6, 0, 0), Y)], (0.4, 0, 0))
SLIDE = chain("P", [P(X, 0.2, 1.1)], O)
KNOWN = [
    (ANNULUS, 2, math.pi * (1.5**2 - 0.5**2), 1.5),
    # Turning the elbow from 0 to 180° at a fixed shoulder sweeps areas as the polar integral says: ½ Δ (r_1² − r_0²).
    (SECTOR, 2, 1.5 * (1.5**2 - 0.5**2), 1.5),
    (BOX, 3, 1.0, 1.5),
    (SHELL, 3, 4 / 3 * math.pi * (1 - 0.125), 1.0),
    (STADIUM, 2, math.pi * 1.2**2 + 2.4, 2.2),
    (BALL, 3, 4 / 3 * math.pi * (1 - 0.2**3), 1.0),
    (SLIDE, 1, 0.9, 1.1),
]


def by_key(robot: Robot, **options):
    return {one.key: one for one in measures(Candidate(robot, **options))}


@pytest.mark.parametrize(("robot", "dimension", "size", "reach"), KNOWN, ids=[robot.name for robot, *_ in KNOWN])
def test_known_workspaces(robot, dimension, size, reach):
    found = by_key(robot, samples=1000, seed=1)
    volume = found["workspace.volume"]
    assert found["workspace.dimension"].value == dimension
    assert volume.unit == {1: "m", 2: "m²", 3: "m³"}[dimension]
    assert abs(volume.value - size) < 5 * volume.error
    assert volume.error < 0.03 * size
    assert found["workspace.reach"].value == pytest.approx(reach, rel=1e-6)
    ball = {1: 2 * reach, 2: math.pi * reach**2, 3: 4 / 3 * math.pi * reach**3}[dimension]
    assert found["workspace.fill"].value == pytest.approx(volume.value / ball)


def test_the_estimate_converges_and_its_error_is_honest():
    exact, few, many = KNOWN[0][2], [], []
    for samples, into in ((100, few), (1600, many)):
        for seed in range(6):
            volume = by_key(ANNULUS, samples=samples, seed=seed)["workspace.volume"]
            into.append(((volume.value - exact) / exact, volume.error / exact))
    spread = [math.sqrt(np.mean([error**2 for error, _ in one])) for one in (few, many)]
    assert spread[1] < spread[0] / 3  # sixteen times the points: a fourth, or less
    for one, rms in ((few, spread[0]), (many, spread[1])):
        stated = math.sqrt(np.mean([stated**2 for _, stated in one]))
        assert rms / 3 < stated < 3 * rms


@pytest.mark.parametrize("robot", [ANNULUS, SHELL, STADIUM], ids=lambda robot: robot.name)
def test_every_point_is_judged_right(robot):
    rng = np.random.default_rng(5)
    points = rng.uniform(-2.4, 2.4, (300, 3))
    if robot is not SHELL:
        points[:, 2] = 0.0
    r = np.linalg.norm(points, axis=1)
    inside = {
        "RR": (r >= 0.5) & (r <= 1.5),
        "RRP": (r >= 0.5) & (r <= 1.0),
        "PRR": np.linalg.norm(points - np.outer(np.clip(points[:, 0], 0, 1), X), axis=1) <= 1.2,
    }[robot.name]
    assert np.array_equal(Workspace(Candidate(robot, samples=400)).reached(points), inside)


def test_placing_and_turning_the_base_changes_nothing_but_the_place():
    rotation = ((0.36, 0.48, -0.8), (-0.8, 0.6, 0.0), (0.48, 0.64, 0.6))
    moved = chain("moved", [R(O, Z), R(X, Z)], (0.5, 0, 0), Placement((3.0, -2.0, 1.0), rotation))
    found = by_key(moved, samples=1000)
    assert found["workspace.dimension"].value == 2
    assert found["workspace.reach"].value == pytest.approx(1.5, rel=1e-6)
    volume = found["workspace.volume"]
    assert abs(volume.value - KNOWN[0][2]) < 5 * volume.error


def test_tips_on_curved_surfaces_have_no_volume():
    torus = chain("torus", [R(O, Z), R(X, Y)], (0.4, 0, 0))
    found = by_key(torus, samples=200)
    assert found["workspace.volume"].value == 0.0
    assert "curved surface" in found["workspace.volume"].note
    assert found["workspace.reach"].value == pytest.approx(1.4, rel=1e-6)


def test_tips_that_do_not_move():
    wrist = chain("wrist", [R(O, Z), R(O, Y)], O)
    found = by_key(wrist, samples=50)
    assert found["workspace.volume"].value is None
    assert "does not move" in found["workspace.volume"].note


def test_the_same_seed_gives_the_same_numbers_and_another_others():
    robot = arm.library.get("stanford")
    first, again, other = (by_key(robot, samples=200, seed=seed)["workspace.volume"].value for seed in (3, 3, 4))
    assert first == again
    assert first != other


def test_reach_of_a_redundant_arm_is_that_of_all_links_in_a_line():
    found = by_key(arm.library.get("planar-7r"), samples=200)["workspace.reach"]
    assert found.value == pytest.approx(7.0, rel=1e-6)


def test_slides_need_limits():
    with pytest.raises(arm.ArgumentError, match="which slides"):
        by_key(chain("endless", [("prismatic", O, X, Limits())], O))


def test_extremes_with_a_kink_and_at_limits():
    """max of −|q_1 − 0.3| − |q_2|, and of q_1, whose end is a limit."""
    model = arm.model(SECTOR)
    ranges, sample = Ranges(model), Candidate(SECTOR, samples=100).configurations
    kink = greatest(lambda q: -np.abs(q[:, 0] - 0.3) - np.abs(q[:, 1] - 1.0), ranges, sample)
    assert np.allclose(kink.q, [0.3, 1.0], atol=1e-4)
    assert greatest(lambda q: q[:, 0], ranges, sample).value == 2.0
