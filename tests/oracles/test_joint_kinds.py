"""Joints with several coordinates against Pinocchio and MuJoCo."""

import mujoco  # noqa: F401
import numpy as np
import pinocchio as pin
import pytest

import armillary as arm
from internals import BASE, Joint, Link, Robot, others
from random_robots import random_inertia, random_placement, random_state, random_unit, vector

PINOCCHIO = {
    "screw": lambda kind: pin.JointModelHelicalUnaligned(kind.axis, kind.pitch),
    "universal": lambda kind: pin.JointModelUniversal(kind.axis, kind.second_axis),
    "spherical": lambda kind: pin.JointModelSpherical(),
    "planar": lambda kind: pin.JointModelPlanar(),
    "floating": lambda kind: pin.JointModelFreeFlyer(),
    "revolute": lambda kind: pin.JointModelRevoluteUnaligned(kind.axis),
}


def chain(kinds: list[str], seed: int) -> Robot:
    rng = np.random.default_rng(seed)
    links, joints = [], []
    for i, kind in enumerate(kinds):
        links.append(Link(f"link{i}", rng.uniform(0.5, 5), vector(rng.uniform(-0.3, 0.3, 3)), random_inertia(rng)))
        directions = {"revolute": {"axis": random_unit(rng)}, "screw": {"axis": random_unit(rng), "pitch": 0.2}}
        directions |= {"universal": {"axis": (1, 0, 0), "second_axis": (0, 0, 1)}, "planar": {"axis": (0, 0, 1)}}
        parent = f"link{i - 1}" if i else "base"
        placement = random_placement(rng)
        joints.append(Joint(f"j{i}", kind, parent, f"link{i}", placement, **directions.get(kind, {})))
    return Robot("chain", tuple(links), tuple(joints), gravity=vector(rng.normal(size=3) * 6))


def theirs(kind, q, qd):
    """Configuration, T and Ṫ q̇ of v_theirs = T q̇: their velocities are in the axes of the child."""
    T, T_dot = np.eye(kind.nv), np.zeros(kind.nv)
    match type(kind).__name__:
        case "Spherical":
            return np.roll(q, -1), T, T_dot
        case "Floating":
            R = kind.turn(q).R
            T[:3, :3], T_dot[:3] = R.T, -np.cross(qd[3:], R.T @ qd[:3])
            return np.concatenate([q[:3], np.roll(q[3:], -1)]), T, T_dot
        case "Planar":
            c, s = np.cos(q[2]), np.sin(q[2])
            T[:2, :2] = [[c, s], [-s, c]]
            T_dot[:2] = qd[2] * np.array([[-s, c], [-c, -s]]) @ qd[:2]
            return np.array([q[0], q[1], c, s]), T, T_dot
    return q, T, T_dot


@pytest.mark.parametrize("kind", ["screw", "universal", "spherical", "planar", "floating"])
def test_inverse_dynamics_and_mass_matrix_of_pinocchio(kind):
    model = arm.model(chain(["revolute", kind, "revolute", kind], 5))
    other = pin.Model()
    other.gravity = pin.Motion(np.concatenate([model.gravity, np.zeros(3)]))
    places = {BASE: 0}
    for i, joint in enumerate(model.joints):
        made = PINOCCHIO[model.robot.joints[i].type](joint.kind)
        at = pin.SE3(joint.rotation, joint.translation)
        places[i] = other.addJoint(places[joint.parent], made, at, joint.name)
        for rigid_part in model.bodies[i].rigid_parts:
            inertia = pin.Inertia(rigid_part.mass, rigid_part.com, rigid_part.inertia)
            other.appendBodyToJoint(places[i], inertia, pin.SE3.Identity())
    q, qd, qdd = random_state(np.random.default_rng(6), model)
    parts = [theirs(joint.kind, q[joint.q], qd[joint.v]) for joint in model.joints]
    T, T_dot = np.zeros((model.nv, model.nv)), np.concatenate([part[2] for part in parts])
    for joint, (_, block, _) in zip(model.joints, parts, strict=True):
        T[joint.v, joint.v] = block
    data, at = other.createData(), np.concatenate([part[0] for part in parts])
    tau = T.T @ pin.rnea(other, data, at, T @ qd, T @ qdd + T_dot)
    plain = arm.evaluate(model)
    assert plain.inverse_dynamics(q, qd, qdd) == pytest.approx(tau, rel=1e-10, abs=1e-10)
    M = pin.crba(other, data, at)
    M = np.triu(M) + np.triu(M, 1).T
    assert plain.mass_matrix(q) == pytest.approx(T.T @ M @ T, rel=1e-10, abs=1e-10)
    assert plain.forward_dynamics(q, qd, tau) == pytest.approx(qdd, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("kinds", [["floating", "revolute", "spherical"], ["floating", "revolute"]])
def test_free_and_ball_joints_of_mujoco(kinds):
    rng = np.random.default_rng(7)
    robot = chain(kinds, 7)
    first = robot.joints[0]
    free = Joint(first.name, "floating", first.parent, first.child)
    model = arm.model(Robot("free", robot.links, (free, *robot.joints[1:]), gravity=robot.gravity))
    arrays = [np.atleast_2d(part) for part in random_state(rng, model)]
    for quantity in ("inverse_dynamics", "forward_dynamics"):
        found = others.mujoco(model, quantity, arrays).result()
        expected = getattr(arm.evaluate(model), quantity)(*(array[0] for array in arrays))
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)
