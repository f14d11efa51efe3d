"""Jacobians in other references, against finite differences of poses, and against each other."""

import numpy as np
import pytest

import armillary as arm
from internals import random_state, to_quaternion, to_rpy
from random_robots import random_robot

STEP = 1e-6


def to_zyz(R):
    return np.array([np.arctan2(R[1, 2], R[0, 2]), np.arctan2(np.hypot(R[0, 2], R[1, 2]), R[2, 2]),
                     np.arctan2(R[2, 1], -R[2, 0])])  # fmt: skip


ORIENTATIONS = {"rpy": to_rpy, "zyz": to_zyz, "quaternion": to_quaternion}


def frame_of(model):
    return max(model.frames, key=lambda name: len([*model.path(model.frames[name].body)]))


def sides(dyn, q, frame):
    """Yield the poses ahead and behind along each velocity direction."""
    for unit in np.eye(dyn.model.nv):
        yield tuple(dyn.pose(dyn.model.integrate(q, sign * STEP * unit), frame) for sign in (1, -1))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_analytic_rows_are_rates_of_the_orientation(seed, orientation):
    rng = np.random.default_rng(seed)
    dyn = arm.evaluate(random_robot(rng, 2 + seed % 5))
    frame, (q, *_) = frame_of(dyn.model), random_state(dyn.model, rng)
    angles = ORIENTATIONS[orientation]
    J = dyn.jacobian(q, frame, reference="analytic", orientation=orientation)
    assert J.shape == (7 if orientation == "quaternion" else 6, dyn.model.nv)
    for k, (ahead, behind) in enumerate(sides(dyn, q, frame)):
        difference = np.asarray(angles(ahead[:3, :3])) - np.asarray(angles(behind[:3, :3]))
        expected = np.concatenate([difference, ahead[:3, 3] - behind[:3, 3]]) / (2 * STEP)
        np.testing.assert_allclose(J[:, k], expected, rtol=2e-5, atol=1e-6 * max(1.0, np.abs(J).max()))


@pytest.mark.parametrize("seed", range(4))
def test_body_and_space_jacobians_are_twists(seed):
    """[V_b] = T⁻¹ Ṫ and [V_s] = Ṫ T⁻¹ [LynchPark2017, sec. 3.3.2]."""
    rng = np.random.default_rng(100 + seed)
    dyn = arm.evaluate(random_robot(rng, 5))
    frame, (q, *_) = frame_of(dyn.model), random_state(dyn.model, rng)
    body, space = (dyn.jacobian(q, frame, reference=word) for word in ("body", "space"))
    T = dyn.pose(q, frame)
    for k, (ahead, behind) in enumerate(sides(dyn, q, frame)):
        rate = (ahead - behind) / (2 * STEP)
        for J, twist in ((body, np.linalg.inv(T) @ rate), (space, rate @ np.linalg.inv(T))):
            expected = [twist[2, 1], twist[0, 2], twist[1, 0], *twist[:3, 3]]
            np.testing.assert_allclose(J[:, k], expected, rtol=1e-6, atol=1e-7 * max(1.0, np.abs(J).max()))


@pytest.mark.parametrize("options", [
    {"reference": "body"}, {"reference": "space"}, {"reference": "analytic"},
    {"reference": "analytic", "orientation": "zyz"}, {"reference": "analytic", "orientation": "quaternion"},
])  # fmt: skip
def test_compiled_code_agrees(options):
    robot = arm.library.get("ur5")
    plain, native = arm.evaluate(robot), arm.compile(robot)
    q = np.random.default_rng(1).normal(size=(5, 6)) * 2
    expected = plain.jacobian(q, **options)
    np.testing.assert_allclose(native.jacobian(q, **options), expected, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(native.jacobian(q[0], **options), expected[0], rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(native.jacobian(q[0]), plain.jacobian(q[0]), rtol=1e-12, atol=1e-12)
    assert native.jacobian(q[:0], **options).shape[0] == 0


def test_quaternions_of_half_turns_lose_no_digits():
    """At w = 0 the quaternion comes from its largest component."""
    dyn = arm.evaluate(arm.from_dh([{"alpha": 0.4}, {"alpha": -0.3}, {"alpha": 0.9}]))
    for q in np.random.default_rng(2).normal(size=(20, 3)) * 4:
        J = dyn.jacobian(q, reference="analytic", orientation="quaternion")[:4]
        quaternion = to_quaternion(dyn.pose(q)[:3, :3])
        assert np.abs(quaternion @ J).max() < 1e-14  # unit length stays
        np.testing.assert_allclose(4 * np.sum(J * J, axis=0), 1.0, rtol=1e-12)  # |dq/dt| = ½ |ω|


def test_wrong_words_are_named():
    dyn = arm.evaluate(arm.library.get("ur5"))
    for options, field in (
        ({"reference": "tool"}, "reference"),
        ({"reference": "analytic", "orientation": "xyz"}, "orientation"),
        ({"orientation": "zyz"}, "orientation"),
    ):
        with pytest.raises(arm.ArgumentError) as caught:
            dyn.jacobian(np.zeros(6), **options)
        assert caught.value.field == field
