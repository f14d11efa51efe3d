"""From the description to the model: number the bodies, merge what is fixed, place rotors and frames."""

from __future__ import annotations

import heapq
from dataclasses import dataclass

import numpy as np

from armillary.description.robot import Joint, Placement, Robot
from armillary.errors import ArgumentError
from armillary.model.joints import JointKind, Prismatic, Revolute, Spherical
from armillary.model.model import BASE, Body, Floats, Lump, Model, ModelJoint, PlacedFrame, Rotor
from armillary.spatial.inertia import rotate
from armillary.spatial.rotation import orthonormal, unit

MOTORS = ("full", "reflected", "none")


@dataclass(frozen=True, eq=False)
class _Seat:
    """Where a link is: on which body, and how it is placed there."""

    body: int
    R: Floats
    p: Floats

    def place(self, placement: Placement) -> _Seat:
        R, p = orthonormal(placement.rotation), np.array(placement.xyz)
        return _Seat(self.body, self.R @ R, self.p + self.R @ p)

    def lump(self, name: str, mass: float, com: object, inertia: object) -> Lump:
        tensor = np.asarray(rotate(np.array(inertia), self.R), dtype=float)
        return Lump(name, mass, self.p + self.R @ np.array(com), tensor)


def build_model(robot: Robot, motors: str = "full", friction: bool = True) -> Model:
    """Return the model of a robot.

    Args:
        robot: The description.
        motors: "full", "reflected" or "none" (see `Model`).
        friction: Whether joint friction counts.

    Example:
        >>> import armillary as arm
        >>> build_model(arm.planar([1, 1], [1, 1], [0.5, 0.5], [0.1, 0.1])).nv
        2
    """
    if not isinstance(robot, Robot):
        raise ArgumentError("robot", repr(robot)[:80], "a Robot", "arm.library.get(name) and arm.load(file) give one")
    if not isinstance(friction, (bool, np.bool_)):
        raise ArgumentError("friction", repr(friction), "True or False")
    if motors not in MOTORS:
        raise ArgumentError("motors", repr(motors), f"one of {', '.join(MOTORS)}")
    if not any(robot.moving_joints()):
        raise ArgumentError("robot", f"{robot.name!r}, whose joints are all fixed", "a robot with a joint that moves")
    order = _base_to_tip(robot)
    seats = {robot.base: _Seat(BASE, np.eye(3), np.zeros(3)).place(robot.base_placement)}
    joints: list[ModelJoint] = []
    for joint in order:
        seat = seats[joint.parent].place(joint.placement)
        if joint.type != "fixed":
            joints.append(_model_joint(joint, seat, joints))
            seat = _Seat(len(joints) - 1, np.eye(3), np.zeros(3))
        seats[joint.child] = seat
    rotors = _rotors(robot, seats, joints, motors)
    moving = [joint for joint in order if joint.type != "fixed"]
    return Model(
        robot=robot,
        motors=motors,
        bodies=_bodies(robot, seats, moving, rotors, motors),
        joints=tuple(joints),
        rotors=rotors,
        frames=_frames(robot, seats),
        gravity=np.array(robot.gravity),
        viscous=_per_velocity(joints, [joint.viscous * friction for joint in moving]),
        coulomb=_per_velocity(joints, [joint.coulomb * friction for joint in moving]),
    )


def _base_to_tip(robot: Robot) -> list[Joint]:
    """Order the joints so that a parent comes before its children, else as described."""
    held: dict[str, list[int]] = {}
    for index, joint in enumerate(robot.joints):
        held.setdefault(joint.parent, []).append(index)
    ready, order = list(held.get(robot.base, ())), []
    heapq.heapify(ready)
    while ready:
        joint = robot.joints[heapq.heappop(ready)]
        order.append(joint)
        for index in held.get(joint.child, ()):
            heapq.heappush(ready, index)
    return order


def _kind(joint: Joint) -> JointKind:
    if joint.axis is None:
        return Spherical()
    axis = unit(joint.axis)
    return Revolute(axis) if joint.type == "revolute" else Prismatic(axis)


def _model_joint(joint: Joint, seat: _Seat, before: list[ModelJoint]) -> ModelJoint:
    kind = _kind(joint)
    q, v = (before[-1].q.stop, before[-1].v.stop) if before else (0, 0)
    return ModelJoint(joint.name, seat.body, seat.R, seat.p, kind, slice(q, q + kind.nq), slice(v, v + kind.nv))


def _rotors(robot: Robot, seats: dict[str, _Seat], joints: list[ModelJoint], motors: str) -> tuple[Rotor, ...]:
    if motors == "none":
        return ()
    coordinate = {joint.name: joint.v.start for joint in joints}
    rotors = []
    for motor in robot.motors:
        seat = seats[motor.carrier]
        # A rotor on the base, or one that only reflects, couples to nothing: its axis is zero.
        known = motors == "full" and motor.axis is not None and seat.body != BASE
        axis = seat.R @ unit(motor.axis) if known and motor.axis else np.zeros(3)
        rotors.append(Rotor(motor.name, seat.body, coordinate[motor.joint], motor.ratio, motor.rotor_inertia, axis))
    return tuple(rotors)


def _bodies(
    robot: Robot, seats: dict[str, _Seat], moving: list[Joint], rotors: tuple[Rotor, ...], motors: str
) -> tuple[Body, ...]:
    lumps: dict[int, list[Lump]] = {i: [] for i in range(BASE, len(moving))}
    for link in robot.links:
        seat = seats[link.name]
        lumps[seat.body].append(seat.lump(link.name, link.mass, link.com, link.inertia))
    for payload in robot.payloads:
        seat = seats[payload.link]
        lumps[seat.body].append(seat.lump(payload.name, payload.mass, payload.com, payload.inertia))
    for motor in robot.motors if motors != "none" else ():
        seat = seats[motor.carrier]
        lumps[seat.body].append(seat.lump(motor.name, motor.mass, motor.position, motor.stator_inertia))
    return tuple(
        Body.of_lumps(joint.child, tuple(lumps[i]), tuple(r for r in rotors if r.carrier == i and np.any(r.axis)))
        for i, joint in enumerate(moving)
    )


def _frames(robot: Robot, seats: dict[str, _Seat]) -> dict[str, PlacedFrame]:
    named = seats | {frame.name: seats[frame.link].place(frame.placement) for frame in robot.frames}
    parents = {joint.parent for joint in robot.joints}
    ends = [link.name for link in robot.links if link.name not in parents]
    if len(ends) == 1:
        named.setdefault("tip", seats[ends[0]])
    return {name: PlacedFrame(name, seat.body, seat.R, seat.p) for name, seat in named.items()}


def _per_velocity(joints: list[ModelJoint], values: list[float]) -> Floats:
    return np.array([value for joint, value in zip(joints, values, strict=True) for _ in range(joint.kind.nv)])
