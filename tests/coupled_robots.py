"""Random robots with coupled joints, and their equations from those of the robot without couplings."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.polynomial import Polynomial
from tests.random_robots import random_robot

import armillary as arm
from internals import Coupling, Robot, newton_euler


def coupled_robot(rng: np.random.Generator, n: int, order: int = 3, kinds: str = "RRRP", motors: bool = True) -> Robot:
    """A robot of n joints, of which about half follow an earlier or later joint; some have springs.

    With order 1 all couplings are linear.
    """
    return coupled(rng, springy(rng, random_robot(rng, n, kinds, motors)), order)


def springy(rng: np.random.Generator, robot: Robot) -> Robot:
    """The robot with a spring at every joint of one coordinate."""
    joints = (
        replace(joint, stiffness=rng.uniform(0, 5), rest=rng.uniform(-1, 1)) if joint.form.single else joint
        for joint in robot.joints
    )
    return replace(robot, joints=tuple(joints))


def coupled(rng: np.random.Generator, robot: Robot, order: int = 3) -> Robot:
    """The robot with about half of its joints coupled to another one."""
    single = [joint.name for joint in robot.joints if joint.form.single]
    ranks = dict(zip(single, rng.permutation(len(single)), strict=True))  # a joint follows one of lower rank: no loops
    joints = []
    for joint in robot.joints:
        lower = [name for name in single if ranks[name] < ranks.get(joint.name, 0)]
        if lower and rng.random() < 0.6:
            degree = int(rng.integers(1, order + 1))
            joint = replace(joint, couple=Coupling(str(rng.choice(lower)), tuple(rng.uniform(-0.8, 0.8, degree + 1))))
        joints.append(joint)
    return replace(robot, joints=tuple(joints))


class Free:
    """The robot without couplings at a state of the coupled one: y(x), G = ∂y/∂x and its rate, by NumPy alone."""

    def __init__(self, model: arm.Model, q: np.ndarray, qd: np.ndarray) -> None:
        joints = {joint.name: joint for joint in model.robot.joints}
        loose = tuple(replace(joint, couple=None) for joint in model.robot.joints)
        self.model = arm.model(replace(model.robot, joints=loose), motors=model.motors, friction=model.friction)
        own = {joint.name: (joint.q, joint.v) for joint in model.joints if not joint.kind.shared}
        self.q, self.G, self.G_dot = np.zeros(self.model.nq), *np.zeros((2, self.model.nv, model.nv))
        elastic = len(model.elastic)
        if elastic:  # the last coordinates of both
            self.q[-elastic:], self.G[-elastic:, -elastic:] = q[-elastic:], np.eye(elastic)
        for joint in self.model.joints:
            if joint.name not in joints:  # a node of a flexible link
                continue
            leader, p = joint.name, Polynomial([0.0, 1.0])
            while (couple := joints[leader].couple) is not None:
                leader, p = couple.joint, p(Polynomial(couple.polynomial))
            place, v = own[leader]
            if leader == joint.name:
                self.q[joint.q], self.G[joint.v, v] = q[place], np.eye(joint.kind.nv)
                continue
            self.q[joint.q] = p(q[place])
            self.G[joint.v, v] = p.deriv()(q[place])
            self.G_dot[joint.v, v] = p.deriv(2)(q[place]) * qd[v]
        self.qd = self.G @ qd

    def mass_matrix(self) -> np.ndarray:
        return self.G.T @ newton_euler.mass_matrix(self.model, self.q) @ self.G

    def bias(self, qd: np.ndarray) -> np.ndarray:
        return self.G.T @ newton_euler.inverse_dynamics(self.model, self.q, self.qd, self.G_dot @ qd)
