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

A free joint is alone on its body, which hangs on the world. Its q is the pose of the body there, wherever the body is
drawn, and its velocity that of the origin in the axes of the world, then ω of the body in its own axes, as ours.

The inertia of B is diagonal in axes turned by body_iquat. The armature of a joint is a motor of ratio 1 without a known
axis; that of an actuator (MuJoCo 4) one of ratio `gear`. Both only add inertia at the joint.
"""

from __future__ import annotations

import math

import numpy as np

from armillary.description.mjcf.actuators import damping_of, drives_of, effort_of, motors_of
from armillary.description.mjcf.equalities import Ties
from armillary.description.mjcf.parts import Chain, MjcfSource, placement_of, rotation
from armillary.description.robot import Coordinate, Frame, Friction, Joint, JointType, Limits, Link, matrix, vector
from armillary.files.words import few
from armillary.spatial.inertia import rotate
from armillary.spatial.rotation import about_axis
from armillary.spatial.scalar import Floats


def read_bodies(source: MjcfSource, ties: Ties) -> Chain:
    """Return the links, joints, motors and frames of a compiled model."""
    names = source.names
    chain = Chain(base=names.given["body"][0])
    welds = []
    for i in sorted(source.trees.selected - {0}):
        before = len(chain.joints)
        _Body(source, ties, i, chain).read()
        if chain.joints[before].type == "fixed":
            welds.append(chain.joints[before].child)
    if welds:
        chain.notes.append(f"{len(welds)} bod{'ies' if len(welds) > 1 else 'y'} without joint merged: {few(welds)}")
    _sites(source, chain)
    return chain


class _Body:
    """Reads one body of MuJoCo into `chain`."""

    def __init__(self, source: MjcfSource, ties: Ties, i: int, chain: Chain) -> None:
        self.source, self.ties, self.i, self.chain = source, ties, i, chain
        self.name = source.names.given["body"][i]
        self.on = source.names.given["body"][source.m.body_parentid[i]]

    def read(self) -> None:
        """Add the joints of the body, in order, then the body itself, (1)."""
        m, names = self.source.m, self.source.names
        joints = [j for j in self.source.joints if m.jnt_bodyid[j] == self.i]
        R, p = rotation(m.body_quat[self.i]), np.array(m.body_pos[self.i])
        for j in joints:
            # c of (1); a slide has no place
            anchor = np.zeros(3) if self.source.is_kind(j, "slide") else np.array(m.jnt_pos[j])
            child = self.name
            if j != joints[-1] or np.any(anchor):
                child = names.fresh("body", f"{self.name}/{names.given['joint'][j]}")
                self.chain.links.append(Link(child, 0.0))
            self._joint(j, R, p + R @ anchor, child)
            self.on, R, p = child, np.eye(3), -anchor
        if self.i in self.source.trees.floating:
            self._free(names.fresh("joint", f"{self.name}/free"))
        elif self.on != self.name:
            weld = names.fresh("joint", f"{self.name}/fixed")
            self.chain.joints.append(Joint(weld, "fixed", self.on, self.name, placement_of(R, p)))
        with np.errstate(invalid="ignore"):  # MuJoCo takes infinite inertias, and the checks of a robot name them
            tensor = rotate(np.diag(m.body_inertia[self.i]), rotation(m.body_iquat[self.i]))
        com, inertia = vector(m.body_ipos[self.i]), matrix((tensor + tensor.T) / 2)
        compensation = 0.0 if self.source.disabled("GRAVITY") else float(m.body_gravcomp[self.i])
        link = Link(self.name, float(m.body_mass[self.i]), com, inertia, gravity_compensation=compensation)
        self.chain.links.append(link)

    def _free(self, name: str) -> None:
        """Add a free joint that the file does not have."""
        data = self.source.mujoco.MjData(self.source.m)
        self.source.mujoco.mj_kinematics(self.source.m, data)
        self.chain.joints.append(Joint(name, "floating", self.chain.base, self.name))
        self.chain.drawn[name] = (*data.xpos[self.i].tolist(), *data.xquat[self.i].tolist())

    def _joint(self, j: int, R: Floats, p: Floats, child: str) -> None:
        source, m, name = self.source, self.source.m, self.source.names.given["joint"][j]
        viscous = [0.0 if source.disabled("DAMPER", "PASSIVE") else float(d) for d in m.dof_damping[source.dofs(j)]]
        if source.is_kind(j, "free", "ball"):
            self.chain.motors += motors_of(source, j, [], self.on, {motor.name for motor in self.chain.motors})
        if source.is_kind(j, "free"):
            parts = tuple(Coordinate(friction=Friction(damping)) for damping in viscous) if any(viscous) else ()
            self.chain.joints.append(Joint(name, "floating", self.on, child, coordinates=parts))
        elif source.is_kind(j, "ball"):
            rubs, place = Friction(viscous[0]), placement_of(R, p)
            self.chain.joints.append(Joint(name, "spherical", self.on, child, place, friction=rubs))
        else:
            self._single(j, R, p, child, viscous[0])

    def _single(self, j: int, R: Floats, p: Floats, child: str, viscous: float) -> None:
        """Add a hinge or slide."""
        source, m, name = self.source, self.source.m, self.source.names.given["joint"][j]
        axis, at = self._axis(j), m.jnt_qposadr[j]
        kind: JointType = "revolute" if source.is_kind(j, "hinge") else "prismatic"
        moved = self.ties.locked.get(j, 0.0) - float(m.qpos0[at])
        if kind == "revolute" and moved:
            R = R @ np.asarray(about_axis(axis, moved), dtype=float)  # (2)
        elif moved:
            p = p + R @ axis * moved  # (2)
        if j in self.ties.locked:
            self.chain.joints.append(Joint(name, "fixed", self.on, child, placement_of(R, p)))
            return
        drives = drives_of(source, j)
        coulomb = 0.0 if source.disabled("FRICTIONLOSS", "CONSTRAINT") else float(m.dof_frictionloss[m.jnt_dofadr[j]])
        stiffness = 0.0 if source.disabled("SPRING", "PASSIVE") else float(m.jnt_stiffness[j])
        lower, upper = -math.inf, math.inf
        if m.jnt_limited[j] and not source.disabled("LIMIT", "CONSTRAINT"):
            lower, upper = (float(bound) for bound in m.jnt_range[j])
        taken = {motor.name for motor in self.chain.motors}
        self.chain.motors += motors_of(source, j, drives, self.on, taken)
        self.chain.joints.append(
            Joint(
                name,
                kind,
                self.on,
                child,
                placement_of(R, p),
                axis=vector(axis),
                limits=Limits(lower, upper, effort=effort_of(source, j, drives)),
                friction=Friction(viscous + damping_of(source, drives), coulomb),
                stiffness=stiffness,
                rest=float(m.qpos_spring[at]) if stiffness else 0.0,
                couple=self.ties.coupling(source, j),
            )
        )

    def _axis(self, j: int) -> Floats:
        """Return the unit axis of a joint; z, with a problem kept, if it has no direction."""
        axis = np.array(self.source.m.jnt_axis[j])
        length = float(np.linalg.norm(axis))
        if 0 < length < math.inf:
            return axis / length if abs(length - 1) > 4e-16 else axis
        name = self.source.names.given["joint"][j]
        near = self.source.lines("joint", name) or self.source.lines("body", self.name)
        expected = "a direction: finite numbers, not all zero"
        self.source.faults.add(near, f'joint "{name}" axis', f"{axis.tolist()}", expected)
        return np.array([0.0, 0.0, 1.0])


def _sites(source: MjcfSource, chain: Chain) -> None:
    """Add sites as frames; a site with the name of a link gets another name."""
    m, names = source.m, source.names
    renamed: list[str] = []
    for i, original in enumerate(names.given["site"]):
        if not original or int(m.site_bodyid[i]) not in source.trees.selected:
            continue
        name = names.fresh("body", original if original not in names.used["body"] else f"{original}_site")
        renamed += [name] if name != original else []
        link = names.given["body"][m.site_bodyid[i]]
        chain.frames.append(Frame(name, link, placement_of(rotation(m.site_quat[i]), np.array(m.site_pos[i]))))
    if renamed:
        chain.notes.append(f"frames with another name than their site, which is that of a body: {few(renamed)}")
