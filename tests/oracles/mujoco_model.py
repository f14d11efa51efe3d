"""Builds in MuJoCo the robot that we describe: rotors as armature, springs, all joints as chains of simple ones.

MuJoCo has no screws. A screw becomes a hinge and a slide, so that v_theirs = G v with a constant G; M = Gᵀ M_theirs G.
"""

from __future__ import annotations

import mujoco
import numpy as np

import armillary as arm
from internals import BASE, Prismatic, Screw, Spherical, shift_to_com, to_quaternion
from simple_joints import simple_joints


class MujocoRobot:
    def __init__(self, model: arm.Model) -> None:
        self.ours = model
        spec = mujoco.MjSpec()
        spec.option.gravity = model.gravity
        spec.compiler.boundmass, spec.compiler.degree = 0, False
        bodies, self.places = {BASE: spec.worldbody}, list[tuple[str, slice, slice, float]]()
        for i, p in model.outward():
            joint, body = model.joints[i], model.bodies[i]
            made = bodies[p].add_body(name=body.name, pos=joint.translation, quat=to_quaternion(joint.rotation))
            com = body.first_moment / body.mass
            tensor = shift_to_com(body.inertia, body.mass, com)
            moments, axes = np.linalg.eigh(tensor)
            axes[:, 2] *= np.linalg.det(axes)
            made.mass, made.ipos, made.inertia, made.iquat = body.mass, com, moments, to_quaternion(axes)
            made.explicitinertial = True
            bodies[i] = made
            self._joints(made, joint)
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        self.G = np.zeros((self.model.nv, model.nv))
        for name, _, v, factor in self.places:
            at = self.model.joint(name).dofadr[0]
            self.G[at : at + v.stop - v.start, v] = factor * np.eye(v.stop - v.start)

    def _joints(self, made, joint) -> None:
        q, v = joint.q.start, joint.v.start
        for k, kind in enumerate(simple_joints(joint.kind)):
            name, places = f"{joint.name} {k}", (slice(q, q + kind.nq), slice(v, v + kind.nv))
            q, v = q + kind.nq, v + kind.nv
            if isinstance(kind, Spherical):
                made.add_joint(name=name, type=mujoco.mjtJoint.mjJNT_BALL)
            else:
                at = places[1].start
                spring = {"stiffness": self.ours.stiffness[at, at], "springref": self.ours.rest[at]}
                slides = isinstance(kind, Prismatic)
                type_ = mujoco.mjtJoint.mjJNT_SLIDE if slides else mujoco.mjtJoint.mjJNT_HINGE
                made.add_joint(name=name, type=type_, axis=kind.axis, armature=self.ours.armature[at], **spring)
            self.places.append((name, *places, 1.0))
            if isinstance(kind, Screw):
                made.add_joint(name=f"{name} slide", type=mujoco.mjtJoint.mjJNT_SLIDE, axis=kind.axis)
                self.places.append((f"{name} slide", *places, kind.pitch))

    def moved(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """M and the efforts of a motion; the poses of the bodies are in `data` afterwards."""
        for name, place, _, factor in self.places:
            at = self.model.joint(name).qposadr[0]
            self.data.qpos[at : at + place.stop - place.start] = factor * q[place]
        self.data.qvel, self.data.qacc = self.G @ qd, self.G @ qdd
        mujoco.mj_inverse(self.model, self.data)
        M = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, self.data, M)
        return self.G.T @ M @ self.G, self.G.T @ self.data.qfrc_inverse
