"""MuJoCo as the outside oracle: reflected rotors are its armature, elastic joints of sublinks its springs."""

from dataclasses import replace

import mujoco
import numpy as np
import pytest

import armillary as arm
from armillary.analysis.coordinates import random_state
from armillary.description import library
from armillary.description.robot import Robot, matrix
from armillary.formulations import composite_body, newton_euler
from armillary.kinematics.poses import body_poses
from armillary.multibody import BASE, Model
from armillary.multibody.joints import Prismatic, Revolute
from armillary.spatial.inertia import shift_to_com
from armillary.spatial.rotation import to_quaternion
from random_robots import random_robot

TOLERANCE = 1e-9


def mujoco_model(model: Model) -> mujoco.MjModel:
    """The same robot through MuJoCo's model editor."""
    spec = mujoco.MjSpec()
    spec.option.gravity = model.gravity
    spec.compiler.boundmass = 0
    bodies = {BASE: spec.worldbody}
    for i, p in model.outward():
        joint, body = model.joints[i], model.bodies[i]
        made = bodies[p].add_body(name=body.name, pos=joint.translation, quat=to_quaternion(joint.rotation))
        com = body.first_moment / body.mass
        tensor = shift_to_com(body.inertia, body.mass, com)
        moments, axes = np.linalg.eigh(tensor)
        axes[:, 2] *= np.linalg.det(axes)
        made.mass, made.ipos, made.inertia, made.iquat = body.mass, com, moments, to_quaternion(axes)
        made.explicitinertial = True
        armature = float(model.armature[joint.v][0])
        stiffness, rest = float(model.stiffness[joint.v, joint.v][0, 0]), float(model.rest[joint.v][0])
        spring = {"armature": armature, "stiffness": stiffness, "springref": rest}
        if isinstance(joint.kind, Revolute):
            made.add_joint(name=joint.name, type=mujoco.mjtJoint.mjJNT_HINGE, axis=joint.kind.axis, **spring)
        elif isinstance(joint.kind, Prismatic):
            made.add_joint(name=joint.name, type=mujoco.mjtJoint.mjJNT_SLIDE, axis=joint.kind.axis, **spring)
        else:
            made.add_joint(name=joint.name, type=mujoco.mjtJoint.mjJNT_BALL)
        bodies[i] = made
    return spec.compile()


def thickened(robot: Robot) -> Robot:
    """The robot with rods as thick as MuJoCo wants them: it refuses a principal moment of zero."""
    links = tuple(
        replace(link, inertia=matrix(np.array(link.inertia) + 1e-6 * np.eye(3))) if link.mass else link
        for link in robot.links
    )
    return replace(robot, links=links)


def compare(robot, seed):
    rng = np.random.default_rng(seed)
    model = arm.model(robot, motors="reflected", friction=False)
    assert all(body.mass > 0 for body in model.bodies)  # MuJoCo needs mass on every moving body
    theirs = mujoco_model(model)
    data = mujoco.MjData(theirs)
    addresses = [(theirs.joint(j.name).qposadr[0], theirs.joint(j.name).dofadr[0]) for j in model.joints]
    order = np.concatenate([np.arange(v, v + j.kind.nv) for (_, v), j in zip(addresses, model.joints, strict=True)])
    for _ in range(3):
        q, qd, qdd = random_state(model, rng)
        for (start, _), joint in zip(addresses, model.joints, strict=True):
            data.qpos[start : start + joint.kind.nq] = q[joint.q]
        data.qvel[order], data.qacc[order] = qd, qdd
        mujoco.mj_inverse(theirs, data)
        M = np.zeros((theirs.nv, theirs.nv))
        mujoco.mj_fullM(theirs, data, M)
        ours = composite_body.mass_matrix(model, q)
        assert np.abs(ours - M[np.ix_(order, order)]).max() <= TOLERANCE * np.abs(ours).max()
        tau = newton_euler.inverse_dynamics(model, q, qd, qdd)
        assert np.abs(tau - data.qfrc_inverse[order]).max() <= TOLERANCE * np.abs(tau).max()
        poses = body_poses(model, q)
        for i, body in enumerate(model.bodies):
            np.testing.assert_allclose(data.body(body.name).xpos, poses[i][1], atol=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_random_robots(seed):
    compare(random_robot(np.random.default_rng(100 + seed), 2 + seed), seed)


@pytest.mark.parametrize("name", [name for name in library.names() if not arm.model(library.get(name)).flexible])
def test_library_robots(name):
    compare(thickened(library.get(name)), seed=2)
