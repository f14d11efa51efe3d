"""The regressor is inverse dynamics; its rank is what regrouping leaves, what rules say, and what papers print."""

from dataclasses import replace

import numpy as np
import pytest

import armillary as arm
from internals import (
    PARAMETERS,
    Candidate,
    Motor,
    Robot,
    _rank,
    base_rank,
    measures,
    newton_euler,
    reframe,
    regressor,
    regroup,
)
from internals import count_base_parameters as parameters
from random_robots import random_robot, random_state


def plain(robot, motors="none"):
    return arm.model(robot, motors=motors, friction=False)


def with_gravity(name, *gravity):
    return replace(arm.library.get(name), gravity=gravity)


def chain(seed, kinds, first_axis=None):
    """A chain of joints in general position, without motors; its first axis may be given."""
    rng = np.random.default_rng(seed)
    links, joints = (), ()
    for kind in kinds:
        one = random_robot(rng, 3 if kind == "S" else 1, kinds=kind, motors=False, tree=False)
        i = len(links)
        links += (replace(one.links[0], name=f"link{i}"),)
        joints += (replace(one.joints[0], name=f"joint{i}", parent=f"link{i - 1}" if i else "base", child=f"link{i}"),)
    robot = Robot("chain", links, joints, gravity=(1.0, -2.0, -9.0))
    if first_axis is not None:
        R = np.array(joints[0].placement.rotation)
        first = replace(joints[0], axis=tuple(R.T @ np.array(first_axis) / np.linalg.norm(first_axis)))
        robot = replace(robot, joints=(first, *joints[1:]))
    return robot


@pytest.mark.parametrize("motors", ["none", "reflected", "full"])
@pytest.mark.parametrize("seed", range(6))
def test_regressor_times_parameters_is_inverse_dynamics(seed, motors):
    rng = np.random.default_rng(seed)
    model = plain(random_robot(rng, 7), motors)
    q, qd, qdd = random_state(rng, model)
    tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
    np.testing.assert_allclose(regressor(model, q, qd, qdd) @ parameters(model), tau, atol=1e-12 * np.abs(tau).max())


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [("RR", 10), ("RRR", 17), ("RRP", 14), ("RRPR", 21), ("RRRRRR", 38), ("RRPPRR", 32)],
)
def test_chains_in_general_position_have_what_the_closed_rule_says(kinds, expected):
    """7 n_R + 4 n_P − 4 with a revolute joint first, 2 less if its axis is along gravity. [Gautier1990]"""
    assert expected == 7 * kinds.count("R") + 4 * kinds.count("P") - 4
    for seed in (0, 1):
        found = base_rank(plain(chain(seed, kinds)))
        assert (found.rank, found.columns, found.sure) == (expected, PARAMETERS * len(kinds), True)
        robot = chain(seed, kinds, first_axis=(1.0, -2.0, -9.0))
        assert base_rank(plain(robot)).rank == expected - 2
        # A slide first leaves of its body the mass, and of a revolute joint behind it s_x, s_y and I_zz.
        assert base_rank(plain(chain(seed, "P" + kinds))).rank == expected + 1


STAYS = {
    "Revolute": (2, 1, 5, 6, 7, 8, 9),  # s_x, s_y and all moments but I_xx; with z the axis
    "Prismatic": (0, 1, 2, 3),
    "Spherical": (1, 2, 3, 4, 5, 6, 7, 8, 9),
}
"""Kind of joint → the parameters of its body that `model.regroup` does not move to the parent."""


@pytest.mark.crossed
@pytest.mark.parametrize("kinds", ["RRS", "RRP", "RPS"])
@pytest.mark.parametrize("seed", range(4))
def test_the_parameters_that_regrouping_leaves_span_all(seed, kinds):
    """Trees: what regrouping moves to parents adds nothing; behind joints that turn, what it leaves is independent."""
    rng = np.random.default_rng(100 + seed)
    model = reframe(plain(random_robot(rng, 6, kinds=kinds), "full"))
    states = [random_state(rng, model) for _ in range(60)]
    Y = np.concatenate([regressor(model, *state) for state in states])
    tau = Y @ parameters(model)
    np.testing.assert_allclose(Y @ parameters(regroup(model)), tau, atol=1e-11 * np.abs(tau).max())
    left = np.zeros(Y.shape[1], dtype=bool)
    for i, joint in enumerate(model.joints):
        left[[PARAMETERS * i + k for k in STAYS[type(joint.kind).__name__]]] = True
    left[PARAMETERS * len(model.bodies) :] = True
    scale = np.linalg.norm(Y, axis=0)
    acts = scale > 1e-9 * scale.max()
    expected = base_rank(model)
    assert expected.sure
    assert _independent(Y[:, acts & left] / scale[acts & left]) == expected.rank
    assert _independent(Y[:, acts] / scale[acts]) == expected.rank
    if "P" not in kinds:
        bodies = acts & left & (np.arange(len(left)) < PARAMETERS * len(model.bodies))
        assert _independent(Y[:, bodies] / scale[bodies]) == bodies.sum()


def _independent(columns):
    sigma = np.linalg.svd(columns, compute_uv=False)
    return int(np.count_nonzero(sigma > 1e-10 * sigma[0]))


@pytest.mark.parametrize("scale", [1e-3, 1e3])
def test_rank_does_not_depend_on_size_or_values(scale):
    robot = arm.library.get("stanford")
    joints = []
    for joint in robot.joints:
        placement = replace(joint.placement, xyz=tuple(scale * np.array(joint.placement.xyz)))
        joints.append(replace(joint, placement=placement))
    sized = plain(replace(robot, joints=tuple(joints)))
    assert base_rank(sized).sure
    assert base_rank(sized).rank == base_rank(plain(robot)).rank == 12
    model = plain(robot)
    hollow = replace(model, bodies=tuple(replace(body, inertia=np.zeros((3, 3))) for body in model.bodies))
    assert base_rank(hollow) == base_rank(model)


def test_slides_of_bodies_that_turn_about_one_direction():
    """The first moment along that direction has no effect: one less than the rule."""
    assert base_rank(plain(chain(0, "RPR"))).rank == 7 * 2 + 4 - 4 - 1
    assert base_rank(plain(chain(0, "PPP"))).rank == 3


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("puma560", 36),  # 7·6 − 4, and 2 less for the vertical axis
        ("ur5", 36),
        ("panda", 43),  # 7·7 − 4 − 2
        ("iiwa", 43),
        ("planar-3r", 9),  # I_zz, s_x, s_y of each link
        ("planar-prr", 7),  # the mass on the first slide, then as above
        ("spherical-chain", 27),  # all but the masses
    ],
)
def test_known_robots(name, expected):
    assert base_rank(plain(arm.library.get(name))).rank == expected


def test_gravity_across_the_plane_hides_the_first_centre_of_mass():
    """RR: I_zz1 + m2 l1², I_zz2, s_x2, s_y2; gravity in the plane adds s_x1 + m2 l1 and s_y1."""
    assert base_rank(plain(with_gravity("khatib-rr", 0.0, 0.0, -9.81))).rank == 4
    assert base_rank(plain(with_gravity("khatib-rr", 0.0, 0.0, 0.0))).rank == 4
    assert base_rank(plain(with_gravity("khatib-rr", 0.0, -9.81, 0.0))).rank == 6


def test_rotors_count_where_their_joint_does_not_hide_them():
    puma = arm.library.get("puma560")
    assert base_rank(plain(puma, "reflected")).rank == 36 + 4  # those of the first two go with I_zz of their links
    pendulum = arm.planar([1.0], [1.0], coms=[0.5], inertias=[0.1])
    motor = Motor("motor", pendulum.joints[0].name, "base", rotor_inertia=1e-3, ratio=10.0, mass=0.1)
    geared = replace(pendulum, motors=(motor,))
    assert base_rank(plain(pendulum)).rank == base_rank(plain(geared, "full")).rank == 3


def test_the_rank_is_where_singular_values_fall_most():
    found = _rank(np.array([3.0, 2.0, 1e-3, 1e-15, 1e-17, 0.0]))
    assert (found.rank, found.columns, found.sure) == (3, 6, True)
    assert found.fall == pytest.approx(1e12)
    full = _rank(np.array([2.0, 1.0]))
    assert (full.rank, full.sure) == (2, True)
    assert not _rank(np.array([10.0 ** (-k) for k in range(17)])).sure


def test_measures():
    found = {one.key: one for one in measures(Candidate(arm.library.get("rtx")))}
    assert [found[f"base_parameters.{name}"].value for name in ("count", "all", "friction")] == [7, 33, 6]
    assert found["base_parameters.count"].better == "less"
    bent = {one.key: one for one in measures(Candidate(arm.library.get("flexrob")))}
    assert bent["base_parameters.count"].value is None
    assert "bends" in bent["base_parameters.count"].note
