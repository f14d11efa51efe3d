"""From MuJoCo's compiled model to links, joints, motors and frames.

A body B is drawn in its parent P by body_pos and body_quat, (R, p). Each of its joints, in order, moves it about
an anchor c or along an axis a, both given in B:
    T_PB = T(R, p) Π_k T(1, c_k) J_k(q_k − ref_k) T(1, −c_k)                                        (1)
with J a turn about a (hinge), any turn (ball) or a slide along a, and qpos = ref where it is drawn (balls have
no ref). A turn back by ref goes into the placement of the joint, so that our q is MuJoCo's qpos:
    J(q − ref) = J(−ref) J(q)                                                                       (2)
Every joint becomes one of ours with its frame at the anchor. All but the last of a body move massless links.
The link that bears the body's name has the body's frame, by a fixed joint where the last anchor is not its
origin. The velocity of a ball joint is ω in the child's axes and its quaternion (w, x, y, z), as ours.

The inertia of B is diagonal in axes turned by body_iquat. The armature of a hinge or slide is a motor of ratio 1
without a known axis; that of an actuator (MuJoCo 4) one of ratio `gear`. Both only add inertia at the joint.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from armillary.description.robot import Frame, Joint, JointType, Limits, Link, Motor, Placement, matrix, vector
from armillary.description.xml_tree import Element, Faults
from armillary.files.words import few
from armillary.spatial.inertia import rotate
from armillary.spatial.rotation import about_axis, from_quaternion, tidy
from armillary.spatial.scalar import Floats

Lines = Callable[[str, str], Element | None]


@dataclass
class Chain:
    """Parts of the robot that the bodies of a model become."""

    base: str = "world"
    links: list[Link] = field(default_factory=list)
    joints: list[Joint] = field(default_factory=list)
    motors: list[Motor] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    bodies: list[str] = field(default_factory=list)  # the links that bear the bodies' names, as MuJoCo numbers them


class _Names:
    """Unique names of MuJoCo's bodies and joints; unnamed ones get a name."""

    def __init__(self, mujoco: Any, m: Any) -> None:
        kinds = {"body": mujoco.mjtObj.mjOBJ_BODY, "joint": mujoco.mjtObj.mjOBJ_JOINT}
        counts = {"body": m.nbody, "joint": m.njnt}
        self.given = {kind: [mujoco.mj_id2name(m, kinds[kind], i) or "" for i in range(counts[kind])] for kind in kinds}
        self.used = {kind: {name for name in names if name} for kind, names in self.given.items()}
        for kind, names in self.given.items():
            for i, name in enumerate(names):
                names[i] = name or self.fresh(kind, f"{kind}{i}")

    def fresh(self, kind: str, name: str) -> str:
        """Return this name, lengthened if it is taken."""
        while name in self.used[kind]:
            name += "_"
        self.used[kind].add(name)
        return name


def read_bodies(mujoco: Any, m: Any, lines: Lines, faults: Faults) -> Chain:
    """Return the links, joints, motors and frames of a compiled model."""
    names = _Names(mujoco, m)
    chain = Chain(base=names.given["body"][0], bodies=names.given["body"])
    welds = []
    for i in range(1, m.nbody):
        before = len(chain.joints)
        _Body(mujoco, m, i, names, chain, lines, faults).read()
        if m.body_jntnum[i] == 0:
            welds.append(chain.joints[before].child)
    if welds:
        chain.notes.append(f"{len(welds)} bod{'ies' if len(welds) > 1 else 'y'} without joint merged: {few(welds)}")
    _sites(mujoco, m, names, chain)
    return chain


class _Body:
    """Reads one body of MuJoCo into `chain`."""

    def __init__(self, mujoco: Any, m: Any, i: int, names: _Names, chain: Chain, lines: Lines, faults: Faults) -> None:
        self.mujoco, self.m, self.i, self.names = mujoco, m, i, names
        self.chain, self.lines, self.faults = chain, lines, faults
        self.name = names.given["body"][i]
        self.on = names.given["body"][m.body_parentid[i]]

    def read(self) -> None:
        """Add the joints of the body, in order, then the body itself, (1)."""
        m = self.m
        joints = range(m.body_jntadr[self.i], m.body_jntadr[self.i] + m.body_jntnum[self.i])
        R, p = rotation(m.body_quat[self.i]), np.array(m.body_pos[self.i])
        for j in joints:
            slides = m.jnt_type[j] == int(self.mujoco.mjtJoint.mjJNT_SLIDE)
            anchor = np.zeros(3) if slides else np.array(m.jnt_pos[j])  # c of (1); a slide has no place
            child = self.name
            if j != joints[-1] or np.any(anchor):
                child = self.names.fresh("body", f"{self.name}/{self.names.given['joint'][j]}")
                self.chain.links.append(Link(child, 0.0))
            self._joint(j, R, p + R @ anchor, child)
            self.on, R, p = child, np.eye(3), -anchor
        if self.on != self.name:
            weld = self.names.fresh("joint", f"{self.name}/fixed")
            self.chain.joints.append(Joint(weld, "fixed", self.on, self.name, placement_of(R, p)))
        tensor = rotate(np.diag(m.body_inertia[self.i]), rotation(m.body_iquat[self.i]))
        com, inertia = vector(m.body_ipos[self.i]), matrix((tensor + tensor.T) / 2)
        self.chain.links.append(Link(self.name, float(m.body_mass[self.i]), com, inertia))

    def _joint(self, j: int, R: Floats, p: Floats, child: str) -> None:
        m, kinds, name = self.m, self.mujoco.mjtJoint, self.names.given["joint"][j]
        kind, dof = m.jnt_type[j], m.jnt_dofadr[j]
        near = self.lines("joint", name) or self.lines("body", self.name)
        place = f'joint "{name}"'
        if kind == int(kinds.mjJNT_FREE):
            found, hint = f"body {self.name!r} has a free joint", "remove it to fix the body where it is drawn"
            self.faults.add(near, place, found, "a robot that stands on a fixed base", hint)
            self.chain.joints.append(Joint(name, "fixed", self.on, child, placement_of(R, p)))
            return
        ball = kind == int(kinds.mjJNT_BALL)
        friction = float(m.dof_frictionloss[dof])
        if ball and m.dof_armature[dof]:
            found = f"the ball joint has armature {m.dof_armature[dof]:g}"
            self.faults.add(near, f"{place} armature", found, "none: a rotor turns one axis")
        if ball and friction:
            self.chain.notes.append(f"not modelled: frictionloss {friction:g} of ball joint {name!r}")
        if ball and m.jnt_limited[j]:
            most = math.degrees(float(m.jnt_range[j][1]))
            self.chain.notes.append(f"not modelled: the range of ball joint {name!r}, up to {most:g}°")
        axis, length = np.array(m.jnt_axis[j]), float(np.linalg.norm(m.jnt_axis[j]))
        if not 0 < length < math.inf:
            self.faults.add(near, f"{place} axis", f"{axis.tolist()}", "a direction: finite numbers, not all zero")
            axis, length = np.array([0.0, 0.0, 1.0]), 1.0
        axis = axis / length if abs(length - 1) > 4e-16 else axis
        ref = 0.0 if ball else float(m.qpos0[m.jnt_qposadr[j]])
        if kind == int(kinds.mjJNT_HINGE) and ref:
            R = R @ np.asarray(about_axis(axis, -ref), dtype=float)  # (2)
        elif ref:
            p = p - R @ axis * ref  # (2)
        ours: JointType = "spherical" if ball else "revolute" if kind == int(kinds.mjJNT_HINGE) else "prismatic"
        actuators = [] if ball else _actuators(self.mujoco, m, j)
        damping = sum(gear * (gear * float(_extra(m, "actuator_damping")[k])) for k, gear in actuators)
        self._motors(j, actuators)
        self.chain.joints.append(
            Joint(
                name,
                ours,
                self.on,
                child,
                placement_of(R, p),
                axis=None if ball else vector(axis),
                limits=_limits(self.mujoco, m, j, ball, actuators),
                viscous=float(m.dof_damping[dof]) + damping,
                coulomb=0.0 if ball else friction,
            )
        )

    def _motors(self, j: int, actuators: list[tuple[int, float]]) -> None:
        name, armature = self.names.given["joint"][j], float(self.m.dof_armature[self.m.jnt_dofadr[j]])
        rotors = [(f"{name} armature", 1.0, armature)]
        for k, gear in actuators:
            given = self.mujoco.mj_id2name(self.m, self.mujoco.mjtObj.mjOBJ_ACTUATOR, k)
            rotors.append((given or f"{name} actuator {k}", gear, float(_extra(self.m, "actuator_armature")[k])))
        taken = {motor.name for motor in self.chain.motors}
        for title, ratio, inertia in rotors:
            if inertia and self.m.jnt_type[j] != int(self.mujoco.mjtJoint.mjJNT_BALL):
                while title in taken:
                    title += f" of {name}"
                taken.add(title)
                self.chain.motors.append(Motor(title, name, self.on, rotor_inertia=inertia, ratio=ratio))


def rotation(quaternion: Any) -> Floats:
    """Return the rotation matrix of a quaternion (w, x, y, z) of any length."""
    q = np.array(quaternion, dtype=float)
    return tidy(np.asarray(from_quaternion(q / np.linalg.norm(q)), dtype=float))


def placement_of(R: Floats, p: Floats) -> Placement:
    """Return arrays as a placement."""
    return Placement(vector(p), matrix(R))


def _extra(m: Any, name: str) -> Any:
    """Return per-actuator numbers that older versions of MuJoCo do not have; zeros there."""
    return getattr(m, name, np.zeros(m.nu))


def _actuators(mujoco: Any, m: Any, j: int) -> list[tuple[int, float]]:
    """Return the actuators that act on joint j directly, each with its gear."""
    direct = (int(mujoco.mjtTrn.mjTRN_JOINT), int(mujoco.mjtTrn.mjTRN_JOINTINPARENT))
    return [
        (k, float(m.actuator_gear[k][0]))
        for k in range(m.nu)
        if int(m.actuator_trntype[k]) in direct and m.actuator_trnid[k][0] == j and m.actuator_gear[k][0] != 0
    ]


def _limits(mujoco: Any, m: Any, j: int, ball: bool, actuators: list[tuple[int, float]]) -> Limits:
    """Return the range of a joint; its effort limit is the sum of its actuators' limits, if all have one."""
    bounded = bool(m.jnt_limited[j]) and not ball
    lower, upper = (float(bound) for bound in m.jnt_range[j]) if bounded else (-math.inf, math.inf)
    effort = sum(abs(gear) * _strength(mujoco, m, k) for k, gear in actuators) if actuators else math.inf
    if not ball and m.jnt_actfrclimited[j]:
        effort = min(effort, float(np.abs(m.jnt_actfrcrange[j]).max()))
    return Limits(lower, upper, effort=effort)


def _strength(mujoco: Any, m: Any, k: int) -> float:
    """Return the largest force of an actuator: its force range, or gain times control of a plain motor."""
    if m.actuator_forcelimited[k]:
        return float(np.abs(m.actuator_forcerange[k]).max())
    plain = (
        m.actuator_gaintype[k] == int(mujoco.mjtGain.mjGAIN_FIXED)
        and m.actuator_biastype[k] == int(mujoco.mjtBias.mjBIAS_NONE)
        and m.actuator_dyntype[k] == int(mujoco.mjtDyn.mjDYN_NONE)
    )
    if plain and m.actuator_ctrllimited[k]:
        return float(abs(m.actuator_gainprm[k][0]) * np.abs(m.actuator_ctrlrange[k]).max())
    return math.inf


def _sites(mujoco: Any, m: Any, names: _Names, chain: Chain) -> None:
    """Add sites as frames; a site with the name of a link gets another name."""
    for i in range(m.nsite):
        given = mujoco.mj_id2name(m, mujoco.mjtObj.mjOBJ_SITE, i)
        if not given:
            continue
        name = names.fresh("body", given if given not in names.used["body"] else f"{given}_site")
        if name != given:
            chain.notes.append(f"site {given!r} has the name of a body: its frame is {name!r}")
        link = names.given["body"][m.site_bodyid[i]]
        chain.frames.append(Frame(name, link, placement_of(rotation(m.site_quat[i]), np.array(m.site_pos[i]))))
