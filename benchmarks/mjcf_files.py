"""The MJCF side of `robot_files.py`: our robot and MuJoCo's model of one file as functions of the same states.

Armature, gravity compensation, springs and viscous friction count on both sides. The parts that a note on the robot
lists are switched off in MuJoCo: constraints and contact, actuators, fluids, tendons, nonlinear springs and dampers,
springs of ball and free joints. Coulomb friction, a constraint there, is left out here. With coupled
joints MuJoCo's result is projected on the motions that the couplings allow, q = f(x):
    M_x = Gᵀ M G,   b_x = Gᵀ (b + M Ġ ẋ),   G = ∂f/∂x
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from numpy.polynomial import Polynomial

import armillary as arm
from armillary.description.mjcf.parts import Names
from armillary.formulations import newton_euler
from armillary.multibody.coordinates import joint_places

Dynamics = Callable[..., list[Any]]
"""Function of q, q̇, τ that returns M, bias, gravity and q̈, ours without q̈ where M is singular."""
SIZES = {"FREE": (7, 6), "BALL": (4, 3), "SLIDE": (1, 1), "HINGE": (1, 1)}
OFF = ("CONSTRAINT", "CONTACT", "ACTUATION")
LEFT_OUT = (
    *("jnt_stiffnesspoly", "dof_dampingpoly", "actuator_dampingpoly"),
    *(f"{kind}_{what}" for kind in ("tendon", "flex") for what in ("stiffness", "damping")),
    *("tendon_armature", "tendon_stiffnesspoly", "tendon_dampingpoly"),
)
"""Tables of MuJoCo's model that become zero."""


def compiled(path: Path) -> Any:
    """Return MuJoCo's model of a file, without the parts that are left out here."""
    mujoco.set_mju_user_warning(lambda message: None)
    m = mujoco.MjModel.from_xml_path(str(path))
    if m.nv == 0:
        raise ValueError("no joint moves")
    for flag in OFF:
        m.opt.disableflags |= int(getattr(mujoco.mjtDisableBit, f"mjDSBL_{flag}"))
    m.opt.density = m.opt.viscosity = 0
    m.jnt_actgravcomp[:] = 0  # compensation counts as a passive force, with actuation or without
    for table in LEFT_OUT:
        if hasattr(m, table):
            getattr(m, table)[:] = 0
    for j in range(m.njnt):
        nq, nv = size_of(m, j)
        if nq > nv:
            m.jnt_stiffness[j] = 0
    return m


def size_of(m: Any, j: int) -> tuple[int, int]:
    """Return the numbers of entries of joint j in qpos and qvel."""
    return SIZES[mujoco.mjtJoint(int(m.jnt_type[j])).name.removeprefix("mjJNT_")]


class Projected:
    """MuJoCo's dynamics in the coordinates of our robot."""

    def __init__(self, m: Any, robot: arm.Robot) -> None:
        self.m, self.d = m, mujoco.MjData(m)
        self.model = arm.model(robot)
        self.places = joint_places(self.model)
        self.couples = {joint.name: joint.couple for joint in robot.joints if joint.couple}
        self.joints = dict(enumerate(Names(mujoco, m).given["joint"]))

    def __call__(self, q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> list[Any]:
        """Return M, bias, gravity and q̈."""
        m, d = self.m, self.d
        G, bend = np.zeros((m.nv, self.model.nv)), np.zeros(m.nv)
        for j, name in self.joints.items():
            at, dof, (nq, nv) = m.jnt_qposadr[j], m.jnt_dofadr[j], size_of(m, j)
            if name in self.places:
                place, v = self.places[name]
                d.qpos[at : at + nq] = q[place]
                G[dof : dof + nv, v] = np.eye(nv)
            elif name in self.couples:
                k, d.qpos[at], G[dof, k], second = self._led(name, q)
                bend[dof] = second * qd[k] ** 2
            else:
                raise ValueError(f"joint {name!r} is not in the robot")
        d.qvel[:] = G @ qd
        mujoco.mj_forward(m, d)
        M = np.zeros((m.nv, m.nv))
        mujoco.mj_fullM(m, d, M)
        bias = G.T @ (d.qfrc_bias - d.qfrc_passive + M @ bend)
        d.qvel[:] = 0
        mujoco.mj_forward(m, d)
        gravity = G.T @ (d.qfrc_bias - d.qfrc_gravcomp)
        M = G.T @ M @ G
        with contextlib.suppress(np.linalg.LinAlgError):
            return [M, bias, gravity, np.linalg.solve(M, tau - bias)]
        return [M, bias, gravity, np.full(len(M), np.nan)]

    def _led(self, name: str, q: np.ndarray) -> tuple[int, float, float, float]:
        """Return the coordinate that leads a joint, and the joint's position and its derivatives by that coordinate."""
        if name not in self.couples:
            place, v = self.places[name]
            return v.start, float(q[place][0]), 1.0, 0.0
        k, y, first, second = self._led(self.couples[name].joint, q)
        p = Polynomial(self.couples[name].polynomial)
        slope, curvature = p.deriv(1)(y), p.deriv(2)(y)
        return k, p(y), slope * first, curvature * first**2 + slope * second


def our_dynamics(robot: arm.Robot) -> tuple[arm.Model, Dynamics]:
    """Return our model and function of q, q̇, τ, without Coulomb friction."""
    joints = tuple(
        replace(joint, friction=arm.Friction(joint.friction.viscous, factor=joint.friction.factor))
        for joint in robot.joints
    )
    model = arm.model(replace(robot, joints=joints))
    plain = arm.evaluate(model)

    def quantities(q: np.ndarray, qd: np.ndarray, tau: np.ndarray) -> list[Any]:
        bias = newton_euler.inverse_dynamics(model, q, qd, np.zeros(model.nv))
        found = [np.asarray(each, dtype=float) for each in (plain.mass_matrix(q), bias, plain.gravity(q))]
        with contextlib.suppress(arm.errors.SingularityError):
            return [*found, plain.forward_dynamics(q, qd, tau)]
        return [*found, None]

    return model, quantities


def case(
    path: Path, robot: arm.Robot, count: int
) -> tuple[Callable[..., list[Any]], Callable[..., list[Any]], list[Any]]:
    """Return our dynamics of a file, MuJoCo's, and random states of both."""
    model, ours = our_dynamics(robot)
    rng = np.random.default_rng(0)
    states = []
    for _ in range(count):
        q = model.integrate(model.neutral, rng.uniform(-1.5, 1.5, model.nv))
        state = q, rng.normal(size=model.nv), rng.normal(size=model.nv)
        states.append((state, state))
    return ours, Projected(compiled(path), robot), states
