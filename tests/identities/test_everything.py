"""Robots with everything at once: a sample of the hundred that `benchmarks/all_joints.py` compares."""

import pytest
from tests import everything as robots

from internals import JOINT_TYPES, followed, order
from samples import ALL, some


def test_formulations_agree():
    assert robots.formulations(1) <= 1e-10


def test_compiled_code_agrees():
    assert robots.compiled(2, ("inverse_dynamics", "spatial_momentum")) <= 1e-10


@pytest.mark.parametrize("seed", some(range(10), 4))
def test_other_packages_agree(seed):
    assert robots.pinocchio(seed) <= 1e-9
    assert robots.mujoco(seed) <= 1e-9


if ALL:  # its closed loop takes 15 s to compile; tests/integrators/test_conservation.py has smaller robots

    def test_energy_and_momentum_stay():
        """The energy of this robot is a small difference of large terms: |q̇|ᵀ |M| |q̇| / 2 is 3,500 times as large."""
        assert max(robots.conserved(4)) <= 1e-12


def test_robots_have_everything():
    orders = set()
    for seed in range(20):
        robot = robots.everything(seed)
        assert {joint.type for joint in robot.joints} == set(JOINT_TYPES)
        assert any(joint.couple for joint in robot.joints)
        orders |= {order(couple.polynomial) for couple in followed(robot).values()}
    assert orders == {1, 2, 3}
