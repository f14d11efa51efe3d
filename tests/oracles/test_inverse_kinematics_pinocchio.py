"""Inverse kinematics beside Pinocchio's: its damped closed-loop iteration, with our starts, on the same poses."""

import numpy as np
import pinocchio as pin
import pytest

import armillary as arm
from internals import Ranges
from pinocchio_model import PinocchioRobot

DAMPING, STEP, ITERATIONS = 1e-6, 0.1, 1000
"""The values of the example "inverse kinematics" in Pinocchio's documentation."""


def clik(model, data, frame, target, q):
    """Return the configuration and the error after Pinocchio's iteration; joint limits do not count in it."""
    for _ in range(ITERATIONS):
        pin.computeJointJacobians(model, data, q)
        pin.updateFramePlacements(model, data)
        error = pin.log6(data.oMf[frame].actInv(target)).vector
        if np.linalg.norm(error) < 1e-9:
            break
        J = pin.getFrameJacobian(model, data, frame, pin.ReferenceFrame.LOCAL)
        q = pin.integrate(model, q, STEP * J.T @ np.linalg.solve(J @ J.T + DAMPING * np.eye(6), error))
    return q, float(np.linalg.norm(error))


@pytest.mark.parametrize("name", ["ur5", "panda"])
def test_at_least_as_many_poses_as_closed_loop_iteration(name):
    robot = arm.library.get(name)
    ours = arm.model(robot, motors="none")
    oracle = PinocchioRobot(ours)
    frame = oracle.model.getFrameId("frame tip")
    ranges = Ranges(ours)
    starts, T = ranges.drawn(25, 1), arm.compile(robot).pose(ranges.drawn(25, 2))
    theirs = [
        clik(oracle.model, oracle.data, frame, pin.SE3(target), q)[1] for target, q in zip(T, starts, strict=True)
    ]
    found = arm.inverse_kinematics(robot, T, q0=starts)
    assert np.all(found.success)
    assert np.mean(np.array(theirs) < 1e-6) <= found.success.mean()
    for q, target in zip(found.q, T, strict=True):
        q_same, error = clik(oracle.model, oracle.data, frame, pin.SE3(target), q)
        assert error < 1e-8
        assert np.allclose(q_same, q, atol=1e-6)
