"""The same URDF text, read by us and by Pinocchio: mass matrix, bias, efforts and frames on random states."""

from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

import armillary as arm
from internals import body_poses, frame_pose, newton_euler, parse_urdf

DATA = Path(__file__).parents[1] / "data"
STATES = 10


class Theirs:
    """Pinocchio's model of a URDF text, in the order of our joints; with `mimic` some share a coordinate."""

    def __init__(self, text, ours, mimic=True):
        self.model = pin.buildModelFromXML(text, mimic=mimic)
        self.data = self.model.createData()
        ids = [self.model.getJointId(joint.name) for joint in ours.joints if not (mimic and joint.kind.shared)]
        self.joints = [self.model.joints[i] for i in ids]
        self.v = np.array([joint.idx_v for joint in self.joints])

    def q(self, ours):
        q = pin.neutral(self.model)
        for joint, value in zip(self.joints, ours, strict=True):
            # Continuous joints are (cos, sin) there.
            q[joint.idx_q : joint.idx_q + joint.nq] = (np.cos(value), np.sin(value)) if joint.nq == 2 else value
        return q

    def spread(self, ours):
        full = np.zeros(self.model.nv)
        full[self.v] = ours
        return full

    def mass_matrix(self, q):
        upper = np.triu(pin.crba(self.model, self.data, self.q(q)))  # only this half is filled
        full = upper + np.triu(upper, 1).T
        return full[np.ix_(self.v, self.v)]

    def bias(self, q, qd):
        return pin.nonLinearEffects(self.model, self.data, self.q(q), self.spread(qd))[self.v]

    def inverse_dynamics(self, q, qd, qdd):
        return pin.rnea(self.model, self.data, self.q(q), self.spread(qd), self.spread(qdd))[self.v]


def relative(ours, theirs):
    return np.abs(np.asarray(ours, dtype=float) - theirs).max() / np.abs(theirs).max()


@pytest.fixture(params=["bent_arm", "branching"])
def text(request):
    return (DATA / f"{request.param}.urdf").read_text()


def states(nv, count=STATES):
    rng = np.random.default_rng(20)
    return [rng.uniform(-2, 2, (3, nv)) for _ in range(count)]


def test_dynamics_equal_pinocchio(text):
    model = arm.model(parse_urdf(text), motors="none", friction=False)
    theirs = Theirs(text, model)
    assert theirs.model.nv == model.nv
    for q, qd, qdd in states(model.nv):
        assert relative(newton_euler.mass_matrix(model, q), theirs.mass_matrix(q)) < 1e-12
        assert relative(newton_euler.bias(model, q, qd), theirs.bias(q, qd)) < 1e-12
        tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
        assert relative(tau, theirs.inverse_dynamics(q, qd, qdd)) < 1e-12


def test_link_frames_equal_pinocchio(text):
    robot = parse_urdf(text)
    model = arm.model(robot)
    theirs = Theirs(text, model)
    for q, _, _ in states(model.nv):
        pin.framesForwardKinematics(theirs.model, theirs.data, theirs.q(q))
        poses = body_poses(model, q)
        for name in [robot.base, *(link.name for link in robot.links)]:
            R, o = frame_pose(model, poses, name)
            placed = theirs.data.oMf[theirs.model.getFrameId(name, pin.FrameType.BODY)]
            assert np.abs(np.asarray(R) - placed.rotation).max() < 1e-12
            assert np.abs(np.asarray(o) - placed.translation).max() < 1e-12


def test_reflected_rotors_equal_the_armature_of_pinocchio():
    text = (DATA / "bent_arm.urdf").read_text()
    robot = parse_urdf(text)
    model = arm.model(robot, motors="reflected", friction=False)
    theirs = Theirs(text, model)
    reflected = {"shoulder": 101**2 * 2.4e-5, "elbow": 50**2 * 1.5e-5}
    theirs.model.armature = theirs.spread([reflected.get(joint.name, 0.0) for joint in model.joints])
    for q, qd, qdd in states(model.nv):
        assert relative(newton_euler.mass_matrix(model, q), theirs.mass_matrix(q)) < 1e-12
        tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
        assert relative(tau, theirs.inverse_dynamics(q, qd, qdd)) < 1e-12


def test_limits_and_friction_equal_pinocchio(text):
    robot = parse_urdf(text)
    model = arm.model(robot)
    theirs = Theirs(text, model, mimic=False)  # a joint that mimics keeps its limits in the description
    for joint, k in zip(model.joints, theirs.v, strict=True):
        ours = robot.joint(joint.name)
        bounded = theirs.model.joints[theirs.model.getJointId(joint.name)]
        if bounded.nq == 1:
            assert ours.limits.lower == theirs.model.lowerPositionLimit[bounded.idx_q]
            assert ours.limits.upper == theirs.model.upperPositionLimit[bounded.idx_q]
            assert ours.limits.effort == theirs.model.upperEffortLimit[k]
            assert ours.limits.velocity == theirs.model.upperVelocityLimit[k]
        assert ours.friction.viscous == theirs.model.damping[k]
