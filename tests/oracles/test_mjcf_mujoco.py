"""The same MJCF file, read by us and by MuJoCo: mass matrix, bias, efforts and frames on random states.

Our q is MuJoCo's qpos and our q̇ its qvel, so states pass over unchanged, joint by joint.
"""

from pathlib import Path

import mujoco
import numpy as np
import pytest

import armillary as arm
from armillary.description.mjcf.reader import parse_mjcf, read_mjcf
from armillary.formulations import newton_euler
from armillary.kinematics.poses import body_poses, frame_pose

DATA = Path(__file__).parents[1] / "data"
STATES = 10


class Theirs:
    """MuJoCo's model, with states in the order of our joints."""

    def __init__(self, m, ours):
        self.m, self.d = m, mujoco.MjData(m)
        joints = [_joint(m, joint.name) for joint in ours.joints]
        self.q = np.concatenate(
            [m.jnt_qposadr[j] + np.arange(joint.kind.nq) for j, joint in zip(joints, ours.joints, strict=True)]
        )
        self.v = np.concatenate(
            [m.jnt_dofadr[j] + np.arange(joint.kind.nv) for j, joint in zip(joints, ours.joints, strict=True)]
        )

    def set(self, q, qd, qdd):
        self.d.qpos[self.q], self.d.qvel[self.v] = q, qd
        mujoco.mj_forward(self.m, self.d)
        self.d.qacc[self.v] = qdd

    def mass_matrix(self):
        M = np.zeros((self.m.nv, self.m.nv))
        try:
            mujoco.mj_fullM(self.m, self.d, M)
        except TypeError:  # before MuJoCo 4
            mujoco.mj_fullM(self.m, M, self.d.qM)
        return M[np.ix_(self.v, self.v)]

    def bias(self):
        """Efforts that hold the motion at q̈ = 0, the joint springs included."""
        return (self.d.qfrc_bias - self.d.qfrc_spring)[self.v]

    def inverse_dynamics(self):
        """Efforts with armature and damping."""
        mujoco.mj_inverse(self.m, self.d)
        return self.d.qfrc_inverse[self.v]


def _joint(m, name):
    """Find a joint by its name, or by the one that our reader gives to a nameless joint."""
    j = mujoco.mj_name2id(m, mujoco.mjtObj.mjOBJ_JOINT, name)
    return j if j >= 0 else int(name.removeprefix("joint"))


def relative(ours, theirs):
    return np.abs(np.asarray(ours, dtype=float) - theirs).max() / np.abs(theirs).max()


def states(model, count=STATES):
    rng = np.random.default_rng(21)
    for _ in range(count):
        q = model.integrate(model.neutral, rng.uniform(-2, 2, model.nv))
        yield q, rng.uniform(-2, 2, model.nv), rng.uniform(-2, 2, model.nv)


@pytest.fixture(scope="module")
def mixed():
    path = DATA / "mixed_joints.xml"
    return read_mjcf(path), mujoco.MjModel.from_xml_path(str(path))


def test_all_joints_are_there(mixed):
    robot, m = mixed
    model = arm.model(robot)
    assert (model.nq, model.nv) == (m.nq, m.nv)


def test_mass_matrix_and_bias_equal_mujoco(mixed):
    robot, m = mixed
    model = arm.model(robot, friction=False)
    theirs = Theirs(m, model)
    for q, qd, qdd in states(model):
        theirs.set(q, qd, qdd)
        assert relative(newton_euler.mass_matrix(model, q), theirs.mass_matrix()) < 1e-12
        assert relative(newton_euler.bias(model, q, qd), theirs.bias()) < 1e-12


def test_inverse_dynamics_with_damping_equals_mujoco(mixed):
    robot, m = mixed
    model = arm.model(robot)
    theirs = Theirs(m, model)
    for q, qd, qdd in states(model):
        theirs.set(q, qd, qdd)
        # Dry friction is a constraint there, and constraints are switched off in this file.
        tau = newton_euler.inverse_dynamics(model, q, qd, qdd) - model.coulomb * np.sign(qd)
        assert relative(tau, theirs.inverse_dynamics()) < 1e-12


def test_frames_of_bodies_and_sites_equal_mujoco(mixed):
    robot, m = mixed
    model = arm.model(robot)
    theirs = Theirs(m, model)
    for q, qd, qdd in states(model):
        theirs.set(q, qd, qdd)
        poses = body_poses(model, q)
        for name in ("carriage", "bracket", "ball arm", "tip link", "bystander"):
            R, o = frame_pose(model, poses, name)
            assert np.abs(np.asarray(o) - theirs.d.body(name).xpos).max() < 1e-12
            assert np.abs(np.asarray(R).ravel() - theirs.d.body(name).xmat).max() < 1e-12
        for site, frame in (("fingertip", "fingertip"), ("station", "station"), ("carriage", "carriage_site")):
            R, o = frame_pose(model, poses, frame)
            assert np.abs(np.asarray(o) - theirs.d.site(site).xpos).max() < 1e-12
            assert np.abs(np.asarray(R).ravel() - theirs.d.site(site).xmat).max() < 1e-12


GEARED = """<mujoco><option><flag constraint="disable"/></option><worldbody><body><joint name="a" axis="0 1 0"/>
<geom size="0.1" pos="0.3 0 0"/><body pos="1 0 0"><joint name="b" type="slide" axis="1 0 1"/><geom size="0.1"/></body>
</body></worldbody>
<actuator><motor name="m" joint="a" gear="-20" armature="3e-4" damping="0.002"/></actuator></mujoco>"""


def test_armature_of_actuators_is_geared():
    m = mujoco.MjModel.from_xml_string(GEARED)
    robot = parse_mjcf(GEARED)
    assert [(motor.joint, motor.ratio, motor.rotor_inertia) for motor in robot.motors] == [("a", -20.0, 3e-4)]
    model = arm.model(robot)
    theirs = Theirs(m, model)
    for q, qd, qdd in states(model):
        theirs.set(q, qd, qdd)
        assert relative(newton_euler.mass_matrix(model, q), theirs.mass_matrix()) < 1e-12
        assert relative(newton_euler.inverse_dynamics(model, q, qd, qdd), theirs.inverse_dynamics()) < 1e-12
