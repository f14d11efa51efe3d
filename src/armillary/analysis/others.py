"""The same robot in Pinocchio and MuJoCo, for the comparison of execution times.

Both are timed through the fastest functions of their Python interfaces: Pinocchio with single calls and with loops over
a batch in one thread (`rneaInParallel`, `abaInParallel`); MuJoCo with `mj_inverse` and `mj_forward` on a model without
contacts and constraints, including the assignment of the state, which every call needs. Conversions between their
coordinates and ours are not timed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.analysis.timing import Contender
from armillary.multibody import BASE, Model
from armillary.multibody.joints import Floating, Prismatic, Revolute, Screw, Spherical, Universal
from armillary.spatial.inertia import shift_to_com
from armillary.spatial.rotation import to_quaternion
from armillary.spatial.scalar import Floats


@dataclass(frozen=True)
class Other:
    """Functions of another package for a quantity: a call for one state and, if available, a loop over a batch.

    `result` returns the result for the first state in our order, for the comparison before timing.
    """

    package: str
    function: str
    result: Callable[[], Floats]
    contenders: list[Contender] = field(default_factory=list)


class UnusableError(Exception):
    """A package is not installed or does not support this robot; the text gives the reason."""


def _package(name: str, title: str, model: Model) -> Any:
    """Return an installed package that supports the robot."""
    if find_spec(name) is None:
        raise UnusableError(f"{name} is not installed")
    if model.flexible:
        raise UnusableError(f"{title} has no modal links")
    if model.compensation is not None:
        raise UnusableError(f"gravity compensation is not compared with {title}")
    if model.coupled:
        raise UnusableError(f"coupled joints are not compared with {title}")
    if model.drives:
        raise UnusableError(f"elastic gears are not compared with {title}")
    if model.spinning:
        raise UnusableError(f"{title} has no rotors that spin on a link; try --motors reflected")
    return import_module(name)


PINOCCHIO: dict[str, tuple[str, str | None]] = {
    "inverse_dynamics": ("rnea", "rneaInParallel"),
    "forward_dynamics": ("aba", "abaInParallel"),
    "mass_matrix": ("crba", None),
    "gravity": ("computeGeneralizedGravity", None),
    "bias": ("nonLinearEffects", None),
    "inverse_dynamics_derivatives": ("computeRNEADerivatives", None),
    "forward_dynamics_derivatives": ("computeABADerivatives", None),
}
"""Quantity → function for one state, function for a batch."""


def pinocchio(model: Model, quantity: str, arrays: list[Floats]) -> Other | None:
    """Return Pinocchio's functions for a quantity, or None; arrays are the inputs, one row for each state."""
    pin = _package("pinocchio", "Pinocchio", model)
    if quantity not in PINOCCHIO:
        return None
    robot = PinocchioRobot(pin, model)
    states = [np.ascontiguousarray(array[:, robot.q if k == 0 else robot.v]) for k, array in enumerate(arrays)]
    call, loop = PINOCCHIO[quantity]
    row = {f"x{k}": state[0] for k, state in enumerate(states)}
    names = {"f": getattr(pin, call), "m": robot.model, "d": robot.data} | row
    contenders = [Contender("Pinocchio call", f"f(m, d, {', '.join(row)})", 1, names)]
    if loop:
        pool = pin.ModelPool(robot.model, 1)
        columns = [np.asfortranarray(state.T) for state in states]
        out = np.empty((model.nv, len(arrays[0])), order="F")
        run = getattr(pin, loop)
        contenders.append(Contender("Pinocchio loop", lambda: run(1, pool, *columns, out), len(arrays[0])))

    def result() -> Floats:
        return robot.ours(quantity, names["f"](robot.model, robot.data, *row.values()))

    return Other("Pinocchio", f"{call}, {loop}" if loop else call, result, contenders)


class PinocchioRobot:
    """A robot in Pinocchio; `q` and `v` are the indices of its coordinates in ours."""

    def __init__(self, pin: Any, ours: Model) -> None:
        self.pin, self._ours, self.model = pin, ours, pin.Model()
        self.model.gravity = pin.Motion(np.concatenate([ours.gravity, np.zeros(3)]))
        self._order: list[int] = []
        self._add(BASE, 0)
        q_indices, v_indices = [], []
        for i in self._order:
            joint = ours.joints[i]
            indices = np.arange(ours.nq)[joint.q]
            has_quaternion = joint.kind.nq > joint.kind.nv
            q_indices.append(np.roll(indices, -1) if has_quaternion else indices)  # Pinocchio has its scalar last
            v_indices.append(np.arange(*joint.v.indices(ours.nv)))
        self.q, self.v = np.concatenate(q_indices), np.concatenate(v_indices)
        self.model.armature = ours.armature[self.v]
        self.data = self.model.createData()

    def _add(self, body: int, pinocchio_joint: int) -> None:
        """Add the children of a body behind a joint of Pinocchio, depth first, the order that Pinocchio needs."""
        for i, parent in self._ours.outward():
            if parent != body:
                continue
            joint = self._ours.joints[i]
            placement = self.pin.SE3(joint.rotation, joint.translation)
            added = self.model.addJoint(pinocchio_joint, self._joint(joint.kind), placement, joint.name)
            for part in self._ours.bodies[i].rigid_parts:
                inertia = self.pin.Inertia(part.mass, part.com, part.inertia)
                self.model.appendBodyToJoint(added, inertia, self.pin.SE3.Identity())
            self._order.append(i)
            self._add(i, added)

    def _joint(self, kind: Any) -> Any:
        """Return Pinocchio's joint, of the faster type for an axis along x, y or z if possible."""
        if isinstance(kind, Spherical):
            return self.pin.JointModelSpherical()
        if isinstance(kind, Screw):
            return self.pin.JointModelHelicalUnaligned(kind.axis, kind.pitch)
        if isinstance(kind, Universal):
            return self.pin.JointModelUniversal(kind.axis, kind.second_axis)
        name = type(kind).__name__
        if not isinstance(kind, (Revolute, Prismatic)):
            raise UnusableError(f"Pinocchio has no {name.lower()} joint with our velocities")
        along = np.flatnonzero(kind.axis)
        if len(along) == 1 and kind.axis[along[0]] == 1.0:
            return getattr(self.pin, f"JointModel{name[0]}{'XYZ'[along[0]]}")()
        return getattr(self.pin, f"JointModel{name}Unaligned")(kind.axis)

    def ours(self, quantity: str, result: Any) -> Floats:
        """Return a result in our order; for several matrices the first."""
        first = np.array(result[0] if isinstance(result, tuple) else result, dtype=float)
        if quantity == "mass_matrix":
            first = np.triu(first) + np.triu(first, 1).T
        order = np.argsort(self.v)
        return first[order] if first.ndim == 1 else first[np.ix_(order, order)]


MUJOCO = {
    "inverse_dynamics": ("mj_inverse", "qacc", "qfrc_inverse"),
    "forward_dynamics": ("mj_forward", "qfrc_applied", "qacc"),
}
"""Quantity → function, field of the third input, field of the result."""


def mujoco(model: Model, quantity: str, arrays: list[Floats]) -> Other | None:
    """Return MuJoCo's function for a quantity, or None."""
    mj = _package("mujoco", "MuJoCo", model)
    if quantity not in MUJOCO:
        return None
    function, target, source = MUJOCO[quantity]
    theirs, q, v = _mujoco_model(mj, model)
    data = mj.MjData(theirs)
    state = (arrays[0][0][q], arrays[1][0][v], arrays[2][0][v])
    names = {"f": getattr(mj, function), "m": theirs, "d": data, "a": data.qpos, "b": data.qvel}
    names |= {"c": getattr(data, target), "x0": state[0], "x1": state[1], "x2": state[2]}

    def result() -> Floats:
        data.qpos[:], data.qvel[:], names["c"][:] = state
        names["f"](theirs, data)
        return np.array(getattr(data, source))[np.argsort(v)]

    statement = "a[:] = x0; b[:] = x1; c[:] = x2; f(m, d)"
    return Other("MuJoCo", function, result, [Contender("MuJoCo call", statement, 1, names)])


def _mujoco_model(mj: Any, model: Model) -> tuple[Any, NDArray[np.int_], NDArray[np.int_]]:
    """Return a robot in MuJoCo, and the indices of its coordinates in ours."""
    spec = mj.MjSpec()
    spec.option.gravity = model.gravity
    spec.option.disableflags = int(mj.mjtDisableBit.mjDSBL_CONSTRAINT) | int(mj.mjtDisableBit.mjDSBL_CONTACT)
    spec.compiler.boundmass = 0
    kinds = {Revolute: mj.mjtJoint.mjJNT_HINGE, Prismatic: mj.mjtJoint.mjJNT_SLIDE}
    elements = {BASE: spec.worldbody}
    for i, parent in model.outward():
        joint, body = model.joints[i], model.bodies[i]
        element = elements[i] = elements[parent].add_body(
            name=body.name, pos=joint.translation, quat=to_quaternion(joint.rotation)
        )
        if not body.mass:
            raise UnusableError(f"MuJoCo needs mass on every moving body; {body.name} has none")
        com = body.first_moment / body.mass
        moments, axes = np.linalg.eigh(shift_to_com(body.inertia, body.mass, com))
        axes[:, 2] *= np.linalg.det(axes)  # eigenvectors may be left-handed, which no quaternion is
        element.mass, element.ipos = body.mass, com
        element.inertia, element.iquat = moments, to_quaternion(axes)
        element.explicitinertial = True
        armature = float(model.armature[joint.v][0])
        if isinstance(joint.kind, (Revolute, Prismatic)):
            kind = kinds[type(joint.kind)]
            element.add_joint(name=joint.name, type=kind, axis=joint.kind.axis, armature=armature)
        elif isinstance(joint.kind, Spherical):
            element.add_joint(name=joint.name, type=mj.mjtJoint.mjJNT_BALL, armature=armature)
        elif isinstance(joint.kind, Floating) and parent == BASE and not np.any(joint.translation):
            if not np.array_equal(joint.rotation, np.eye(3)):
                raise UnusableError(f"MuJoCo has free joints in world axes only; {joint.name} is turned")
            element.add_joint(name=joint.name, type=mj.mjtJoint.mjJNT_FREE, armature=armature)
        else:
            raise UnusableError(f"MuJoCo has no {type(joint.kind).__name__.lower()} joint there")
    try:
        theirs = spec.compile()
    except ValueError as error:
        raise UnusableError(f"MuJoCo refuses this robot: {str(error).splitlines()[0]}") from error
    q, v = np.empty(model.nq, dtype=int), np.empty(model.nv, dtype=int)
    for joint in model.joints:
        first_q, first_v = theirs.joint(joint.name).qposadr[0], theirs.joint(joint.name).dofadr[0]
        q[first_q : first_q + joint.kind.nq] = np.arange(model.nq)[joint.q]
        v[first_v : first_v + joint.kind.nv] = np.arange(model.nv)[joint.v]
    return theirs, q, v


OTHERS = {"Pinocchio": pinocchio, "MuJoCo": mujoco}
