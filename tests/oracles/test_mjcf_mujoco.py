"""The same MJCF file, read by us and by MuJoCo: mass matrix, bias, efforts and frames on random states.

Our q is MuJoCo's qpos and our q̇ its qvel, so states pass over unchanged, joint by joint.
"""

from pathlib import Path

import mujoco
import numpy as np
import pytest

import armillary as arm
from internals import body_poses, frame_pose, newton_euler, parse_mjcf, read_mjcf

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


GRIPPER = """<mujoco><compiler angle="radian"/><option gravity="0.3 -0.4 -9"><flag constraint="enable" equality="enable"
contact="disable"/></option><worldbody><body><joint name="wrist" axis="0 1 0"/><geom size="0.1" pos="0.1 0 0.1"/>
<body name="left"><joint name="a" axis="0 0.6 0.8" ref="0.2" damping="0.3"/><geom size="0.1" pos="0.3 0 0"/>
<body name="tip"><joint name="c" axis="1 0 0" stiffness="3" armature="0.1"/><geom size="0.1" pos="0 0.3 0"/></body>
</body><body name="right"><joint name="b" axis="0 1 0" ref="-0.3"/><geom size="0.1" pos="0.3 0 0"/></body>
</body></worldbody><tendon><fixed name="t"><joint joint="a" coef="2"/><joint joint="b" coef="-4"/></fixed></tendon>
<equality><tendon tendon1="t"/><joint joint1="c" joint2="b" polycoef="0.1 0.5 0.3 0.2 0"/></equality></mujoco>"""


def test_coupled_joints_equal_mujoco_on_the_motions_that_the_equalities_allow():
    # With q = f(x): M_x = Gᵀ M G and b_x = Gᵀ (b + M Ġ ẋ), G = ∂f/∂x, here by differences of f.
    m, robot = mujoco.MjModel.from_xml_string(GRIPPER), parse_mjcf(GRIPPER)
    model, d = arm.model(robot), mujoco.MjData(m)
    assert [joint.name for joint in robot.joints if joint.couple] == ["c", "b"]

    def f(x):
        wrist, a = x
        b = (2 * (a - 0.2) + 4 * -0.3) / 4
        return np.array([wrist, a, np.polyval([0.2, 0.3, 0.5, 0.1], b + 0.3), b])

    h = 1e-4
    for x, xd, _ in states(model, 4):
        G = np.stack([(f(x - 2 * e) - 8 * f(x - e) + 8 * f(x + e) - f(x + 2 * e)) / (12 * h) for e in h * np.eye(2)]).T
        e = h * xd
        bend = (-f(x - 2 * e) + 16 * f(x - e) - 30 * f(x) + 16 * f(x + e) - f(x + 2 * e)) / (12 * h**2)
        d.qpos[:], d.qvel[:] = f(x), G @ xd
        mujoco.mj_forward(m, d)
        assert np.abs(d.efc_pos[: m.neq]).max() < 1e-14  # MuJoCo's equalities hold
        M = np.zeros((m.nv, m.nv))
        try:
            mujoco.mj_fullM(m, d, M)
        except TypeError:  # before MuJoCo 4
            mujoco.mj_fullM(m, M, d.qM)
        bias = G.T @ (d.qfrc_bias - d.qfrc_passive + M @ bend)
        assert relative(newton_euler.mass_matrix(model, x), G.T @ M @ G) < 1e-10
        assert relative(newton_euler.inverse_dynamics(model, x, xd, [0, 0]), bias) < 1e-6


LOOSE = """<mujoco><option gravity="0.3 -0.4 -9"><flag constraint="disable"/></option><worldbody>
<body name="torso" pos="1 2 3" euler="10 20 30"><joint name="root" type="free" damping="0.4"/>
<inertial pos="0.1 0.2 -0.1" mass="3" fullinertia="0.3 0.28 0.16 0.01 -0.02 0.005"/>
<body name="arm" pos="0.2 0 0.1"><joint name="shoulder" axis="0 1 0.2" stiffness="3" springref="20" armature="0.02"/>
<geom type="capsule" size="0.05" fromto="0 0 0 0.3 0 0"/>
<body name="hand" pos="0.3 0 0"><joint name="wrist" type="ball" damping="0.1"/><geom type="box" size="0.1 0.2 0.05"/>
</body></body></body>
<body name="stone" pos="0 0 5"><freejoint/><geom type="ellipsoid" size="0.1 0.2 0.3" pos="0.1 0 0"/></body>
</worldbody></mujoco>"""


def test_free_joints_and_loose_objects_equal_mujoco():
    m, robot = mujoco.MjModel.from_xml_string(LOOSE), parse_mjcf(LOOSE)
    model = arm.model(robot)
    theirs = Theirs(m, model)
    assert np.array_equal(theirs.q, np.arange(m.nq))  # the same order
    assert np.allclose(robot.configuration("qpos0"), m.qpos0, atol=1e-15)
    for q, qd, qdd in states(model):
        theirs.set(q, qd, qdd)
        assert relative(newton_euler.mass_matrix(model, q), theirs.mass_matrix()) < 1e-12
        assert relative(newton_euler.inverse_dynamics(model, q, qd, qdd), theirs.inverse_dynamics()) < 1e-12
        tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
        assert relative(arm.evaluate(model).forward_dynamics(q, qd, tau), qdd) < 1e-10
        poses = body_poses(model, q)
        for name in ("torso", "hand", "stone"):
            R, o = frame_pose(model, poses, name)
            assert np.abs(np.asarray(o) - theirs.d.body(name).xpos).max() < 1e-12
            assert np.abs(np.asarray(R).ravel() - theirs.d.body(name).xmat).max() < 1e-12


LIFTED = """<mujoco><compiler angle="radian"/><option gravity="0.3 -0.2 -9.81"/><worldbody>
<body name="float" pos="0.1 0 1" gravcomp="0.4"><joint name="free" type="free" armature="0.3"/>
<geom size="0.1 0.2 0.05" type="box" pos="0.02 0.01 0"/>
<body name="ball" pos="0.3 0 0.1" gravcomp="1"><joint name="ball" type="ball" armature="0.05" pos="0.01 0.02 0"/>
<geom size="0.05" pos="0.2 0 0.1"/>
<body name="hand" pos="0.3 0 0" gravcomp="-0.5"><joint name="hinge" axis="0 1 0.2" armature="0.02"/>
<geom size="0.04" pos="0.1 0 0"/><body name="pad" pos="0.1 0 0" gravcomp="1.5"><geom size="0.03"/></body></body>
</body></body></worldbody></mujoco>"""


def test_gravity_compensation_and_armature_of_all_joints():
    """MuJoCo has the whole weight in the bias and the compensation among passive forces; our gravity is the sum."""
    robot = parse_mjcf(LIFTED)
    assert not any("armature" in note or "gravity" in note for note in robot.notes)
    ours, m = arm.model(robot), mujoco.MjModel.from_xml_string(LIFTED)
    theirs = Theirs(m, ours)
    for q, qd, qdd in states(ours):
        theirs.set(q, 0 * qd, qdd)
        assert np.abs(theirs.d.qfrc_gravcomp).max() > 1
        weight = (theirs.d.qfrc_bias - theirs.d.qfrc_gravcomp)[theirs.v]
        assert relative(newton_euler.gravity(ours, q), weight) < 1e-12
        theirs.set(q, qd, qdd)
        assert relative(arm.evaluate(ours).mass_matrix(q), theirs.mass_matrix()) < 1e-12
        assert relative(newton_euler.inverse_dynamics(ours, q, qd, qdd), theirs.inverse_dynamics()) < 1e-11
        mujoco.mj_forward(m, theirs.d)
        found = arm.evaluate(ours).forward_dynamics(q, qd, np.zeros(ours.nv))
        assert relative(found, theirs.d.qacc[theirs.v]) < 1e-9


@pytest.mark.parametrize("flag", ["gravity", "spring", "damper"])
def test_disabled_gravity_disables_its_compensation(flag):
    text = LIFTED.replace("<worldbody>", f'<option><flag {flag}="disable"/></option><worldbody>')
    ours, m = arm.model(parse_mjcf(text)), mujoco.MjModel.from_xml_string(text)
    theirs = Theirs(m, ours)
    for q, qd, qdd in states(ours, 2):
        theirs.set(q, qd, qdd)
        assert relative(newton_euler.inverse_dynamics(ours, q, qd, qdd), theirs.inverse_dynamics()) < 1e-11
