"""New frames and regrouped inertia leave everything in joint coordinates as it was."""

import numpy as np
import pytest

import armillary as arm
from internals import (
    Beam,
    Joint,
    Link,
    Modes,
    Placement,
    Revolute,
    Robot,
    Section,
    Spherical,
    Station,
    articulated_body,
    composite_body,
    newton_euler,
    random_state,
    reframe,
    regroup,
)
from random_robots import random_robot
from samples import some


def assert_same_robot(model, other, seed):
    rng = np.random.default_rng(seed)
    for _ in range(2):
        q, qd, qdd = random_state(model, rng)
        tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
        scale = np.abs(tau).max()
        assert np.abs(newton_euler.inverse_dynamics(other, q, qd, qdd) - tau).max() <= 1e-12 * scale
        M = composite_body.mass_matrix(model, q)
        assert np.abs(composite_body.mass_matrix(other, q) - M).max() <= 1e-12 * np.abs(M).max()
        np.testing.assert_allclose(articulated_body.forward_dynamics(other, q, qd, tau), qdd, atol=1e-9)


@pytest.mark.crossed
@pytest.mark.parametrize("change", [reframe, lambda model: regroup(reframe(model))], ids=["reframe", "regroup"])
@pytest.mark.parametrize("name", arm.library.names())
def test_library_robots(name, change):
    model = arm.model(arm.library.get(name))
    assert_same_robot(model, change(model), seed=3)


@pytest.mark.parametrize("seed", some(range(40), 18))
def test_random_trees_with_motors(seed):
    model = arm.model(random_robot(np.random.default_rng(seed), 1 + seed % 9))
    assert_same_robot(model, reframe(model), seed)
    assert_same_robot(model, regroup(reframe(model)), seed)


@pytest.mark.parametrize("name", ["panda", "ur5", "iiwa", "puma560"])
def test_frames_are_those_of_a_modified_dh_table(name):
    """Every joint turns about z, and its first rotation is one about x."""
    for joint in reframe(arm.model(arm.library.get(name))).joints:
        assert tuple(joint.kind.axis) == (0, 0, 1)
        assert tuple(joint.rotation[0]) == tuple(joint.rotation[:, 0]) == (1, 0, 0)


@pytest.mark.parametrize("seed", range(10))
def test_regrouped_bodies_have_only_base_parameters(seed):
    model = regroup(reframe(arm.model(random_robot(np.random.default_rng(seed), 6))))
    for joint, body in zip(model.joints, model.bodies, strict=True):
        if isinstance(joint.kind, Revolute):
            assert body.mass == 0
            assert body.first_moment[2] == 0
            assert abs(body.second_moments[2, 2]) < 1e-12
        elif isinstance(joint.kind, Spherical):
            assert body.mass == 0
        else:
            assert not body.inertia.any()


@pytest.mark.parametrize("gravity", [(0.0, 0.0, -9.0), (1.0, 2.0, -10.0)])
@pytest.mark.parametrize("length", [1.0, 2.0, 3.0 - 1e-13, 10.0])
def test_whole_numbers_of_metres_and_of_gravity_stay_what_they_are(length, gravity):
    links = (Link("a", 1.0, (0.1, 0.2, 0.3)), Link("b", 2.0, (0.3, 0.1, 0.0)))
    joints = (
        Joint("s", "spherical", "base", "a", Placement((length, 0.0, 0.0))),
        Joint("r", "revolute", "a", "b", Placement((0.0, length, 0.0)), axis=(0.0, 0.0, 1.0)),
    )
    model = arm.model(Robot("arm", links, joints, gravity=gravity))
    assert_same_robot(model, reframe(model), seed=5)
    assert_same_robot(model, regroup(reframe(model)), seed=5)
    slid = Robot("arm", links[:1], (Joint("p", "prismatic", "base", "a", axis=(0.0, 1.0, 0.0)),), gravity=gravity)
    assert_same_robot(arm.model(slid), reframe(arm.model(slid)), seed=5)


def test_a_beam_of_two_metres_carries_its_elbow_there():
    beam = Beam(2.0, 71e9, 2710, (Station(0, Section("tube", (0.05, 0.04))),), modes=Modes(bending_y=1, bending_z=1))
    joints = (
        Joint("r", "revolute", "base", "a", axis=(0.0, 0.0, 1.0)),
        Joint("k", "revolute", "a", "b", axis=(0.0, 1.0, 0.0)),
    )
    links = (Link("a", beam=beam), Link("b", 1.0, (0.3, 0.0, 0.1)))
    model = arm.model(Robot("arm", links, joints, gravity=(2.0, 0.0, -9.0)))
    q, qd, qdd = random_state(model, np.random.default_rng(2))
    tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
    assert np.abs(newton_euler.inverse_dynamics(reframe(model), q, qd, qdd) - tau).max() <= 1e-12 * np.abs(tau).max()
    M = composite_body.mass_matrix(model, q)
    assert np.abs(composite_body.mass_matrix(reframe(model), q) - M).max() <= 1e-12 * np.abs(M).max()
