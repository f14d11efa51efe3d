"""Builds in Pinocchio the robot that we describe: rotors as bodies, joints of all kinds as chains of simple ones.

Each spinning rotor becomes a revolute body on its carrier. The bigger robot so made is tied to
ours by v_big = G v, which is linear and constant, so that M = Gᵀ M_big G and b = Gᵀ b_big.
"""

from __future__ import annotations

import numpy as np
import pinocchio as pin

import armillary as arm
from internals import BASE, Prismatic, Revolute, Rotor, Screw
from simple_joints import simple_joints


class PinocchioRobot:
    def __init__(self, model: arm.Model) -> None:
        self.ours = model
        self.model = pin.Model()
        self.model.gravity = pin.Motion(np.concatenate([model.gravity, np.zeros(3)]))
        self.ids, self.first = {BASE: 0}, dict[int, int]()  # of bodies: their last and their first joint
        self.rotors: list[tuple[int, Rotor]] = []
        self._add_children(BASE)
        ids = self.ids
        for name, frame in model.frames.items():
            placed = pin.SE3(frame.rotation, frame.translation)
            self.model.addFrame(pin.Frame(f"frame {name}", ids[frame.body], placed, pin.FrameType.OP_FRAME))
        self.data = self.model.createData()
        self.G = np.zeros((self.model.nv, model.nv))
        for i, joint in enumerate(model.joints):
            start = self.model.joints[self.first[i]].idx_v
            self.G[start : start + joint.kind.nv, joint.v] = np.eye(joint.kind.nv)
        for spin, rotor in self.rotors:
            self.G[self.model.joints[spin].idx_v, rotor.joint] = rotor.ratio
        # Rotors without an axis, or on the base, only add to the diagonal.
        spinning = {rotor.name for rotor in model.spinning}
        self.armature = np.zeros(model.nv)
        for rotor in model.rotors:
            if rotor.name not in spinning:
                self.armature[rotor.joint] += rotor.ratio**2 * rotor.inertia

    def _add_children(self, parent: int) -> None:
        """Add what hangs on a body, depth first: Pinocchio's algorithms count on that order."""
        model = self.ours
        for i, p in model.outward():
            if p != parent:
                continue
            joint = model.joints[i]
            place, self.ids[i] = pin.SE3(joint.rotation, joint.translation), self.ids[p]
            for k, kind in enumerate(simple_joints(joint.kind)):
                self.ids[i] = self.model.addJoint(self.ids[i], _joint(kind), place, f"{joint.name} {k}")
                place = pin.SE3.Identity()
                self.first.setdefault(i, self.ids[i])
            for part in model.bodies[i].rigid_parts:
                inertia = pin.Inertia(part.mass, part.com, part.inertia)
                self.model.appendBodyToJoint(self.ids[i], inertia, pin.SE3.Identity())
            for rotor in model.bodies[i].rotors:
                kind = pin.JointModelRevoluteUnaligned(rotor.axis)
                spin = self.model.addJoint(self.ids[i], kind, pin.SE3.Identity(), rotor.name)
                tensor = rotor.inertia * np.outer(rotor.axis, rotor.axis)
                self.model.appendBodyToJoint(spin, pin.Inertia(0.0, np.zeros(3), tensor), pin.SE3.Identity())
                self.rotors.append((spin, rotor))
            self._add_children(i)

    def q(self, q: np.ndarray) -> np.ndarray:
        """Our configuration in Pinocchio's order; rotors at zero, since they are axisymmetric."""
        big = pin.neutral(self.model)
        for i, joint in enumerate(self.ours.joints):
            values, form = q[joint.q].copy(), joint.kind.form
            if form.quaternion is not None:  # Pinocchio has its scalar last
                values[form.quaternion :] = np.roll(values[form.quaternion :], -1)
            start = self.model.joints[self.first[i]].idx_q
            big[start : start + joint.kind.nq] = values
        return big

    def mass_matrix(self, q: np.ndarray) -> np.ndarray:
        M = np.triu(pin.crba(self.model, self.data, self.q(q)))
        M = M + M.T - np.diag(np.diag(M))
        return self.G.T @ M @ self.G + np.diag(self.armature)

    def inverse_dynamics(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        tau = pin.rnea(self.model, self.data, self.q(q), self.G @ qd, self.G @ qdd)
        return self.G.T @ tau + self.armature * qdd

    def frame(self, q: np.ndarray, qd: np.ndarray, name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Pose (4, 4), Jacobian and its rate, rows (angular, linear) in world axes."""
        big = self.q(q)
        pin.computeJointJacobiansTimeVariation(self.model, self.data, big, self.G @ qd)
        pin.updateFramePlacements(self.model, self.data)
        i = self.model.getFrameId(f"frame {name}")
        J = pin.getFrameJacobian(self.model, self.data, i, pin.LOCAL_WORLD_ALIGNED) @ self.G
        J_dot = pin.getFrameJacobianTimeVariation(self.model, self.data, i, pin.LOCAL_WORLD_ALIGNED) @ self.G
        angular_first = [3, 4, 5, 0, 1, 2]
        return self.data.oMf[i].homogeneous, J[angular_first], J_dot[angular_first]


def _joint(kind) -> object:
    if isinstance(kind, Revolute):
        return pin.JointModelRevoluteUnaligned(kind.axis)
    if isinstance(kind, Prismatic):
        return pin.JointModelPrismaticUnaligned(kind.axis)
    if isinstance(kind, Screw):
        return pin.JointModelHelicalUnaligned(kind.axis, kind.pitch)
    return pin.JointModelSpherical()
