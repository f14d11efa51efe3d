"""Mimic joints of URDF files against Pinocchio, which shares the coordinate of the leader, too."""

from __future__ import annotations

import numpy as np
import pinocchio as pin
import pytest

import armillary as arm
from internals import parse_urdf

LINK = """<link name="{name}"><inertial><origin xyz="0.1 0.02 -0.03" rpy="0.1 0.2 0.3"/><mass value="{mass}"/>
    <inertia ixx="0.02" iyy="0.03" izz="0.025" ixy="0.001" ixz="0.002" iyz="-0.001"/></inertial></link>"""
JOINT = """<joint name="{name}" type="{type}"><parent link="{parent}"/><child link="{child}"/>
    <origin xyz="{xyz}" rpy="0.3 -0.2 0.5"/><axis xyz="{axis}"/>
    <limit lower="-9" upper="9" effort="9" velocity="9"/>{mimic}</joint>"""


def urdf(rng: np.random.Generator, n: int) -> str:
    """A tree of n joints, about half of which mimic a joint before them, on their way to the base or beside them.

    Pinocchio needs the leader first, in the order in which it walks the tree.
    """
    parents: dict[int, int] = {}
    before: dict[int, list[int]] = {-1: []}
    parts, followers = ['<link name="base"/>'], set()
    for k in range(n):
        parents[k] = parent = k - 1 if rng.random() < 0.7 else max(k - 2, -1)
        beside = [j for j in range(k) if parents[j] == parent]
        leaders = [j for j in (*before[parent], *beside) if j not in followers]
        before[k] = [*before[parent], k]
        mimic = ""
        if leaders and rng.random() < 0.6:
            followers.add(k)
            ratio, offset = rng.uniform(-1.5, 1.5, 2)
            mimic = f'<mimic joint="j{rng.choice(leaders)}" multiplier="{ratio}" offset="{offset}"/>'
        axis, xyz = (" ".join(map(str, row)) for row in (np.eye(3)[rng.integers(3)], rng.uniform(-0.4, 0.4, 3)))
        named = {"name": f"j{k}", "parent": f"l{parent}" if parent >= 0 else "base", "child": f"l{k}"}
        kind = "revolute" if rng.random() < 0.7 else "prismatic"
        parts += [LINK.format(name=f"l{k}", mass=rng.uniform(0.5, 3))]
        parts += [JOINT.format(**named, type=kind, xyz=xyz, axis=axis, mimic=mimic)]
    return f'<robot name="mimic">{"".join(parts)}</robot>'


@pytest.mark.parametrize("seed", range(8))
def test_equations_of_motion(seed):
    rng = np.random.default_rng(seed)
    text = urdf(rng, 6)
    theirs, robot = pin.buildModelFromXML(text, mimic=True), parse_urdf(text)
    data, ours = theirs.createData(), arm.evaluate(robot)
    own = [joint.name for joint in arm.model(robot).joints if not joint.kind.shared]
    assert theirs.nv == len(own) < len(robot.joints)
    at = [theirs.joints[theirs.getJointId(name)].idx_v for name in own]
    q, qd, qdd = rng.normal(size=(3, theirs.nv))

    def placed(values: np.ndarray) -> np.ndarray:
        found = np.zeros(theirs.nv)
        found[at] = values
        return found

    M = pin.crba(theirs, data, placed(q))
    M = np.triu(M) + np.triu(M, 1).T
    np.testing.assert_allclose(ours.mass_matrix(q), M[np.ix_(at, at)], rtol=0, atol=1e-12 * np.abs(M).max())
    tau = pin.rnea(theirs, data, placed(q), placed(qd), placed(qdd))
    scale = np.abs(tau).max()
    np.testing.assert_allclose(ours.inverse_dynamics(q, qd, qdd), tau[at], rtol=0, atol=1e-12 * scale)
    bias = pin.nonLinearEffects(theirs, data, placed(q), placed(qd))
    np.testing.assert_allclose(ours.bias(q, qd), bias[at], rtol=0, atol=1e-12 * scale)
