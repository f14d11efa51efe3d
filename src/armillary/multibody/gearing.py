"""Motors on their gears: the coordinates of rotors, and friction, windings, losses and backlash there.

A rotor geared by k to a joint at r x + c, which follows the coordinate x of its leader, is geared to x by k r. For
another polynomial p(x) the ratio k p′ varies, and the rotor is a separate body: without mass, with the inertia I_m z zᵀ
about its spin axis z, behind a revolute joint at k (p(x) − p(0)). A rotor of which only the reflected inertia counts is
two such bodies on the base, which have half its inertia each and spin against each other: their momenta cancel.  (1)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from armillary.description.couplings import order
from armillary.description.friction import FRICTIONLESS
from armillary.description.robot import Coupling, Motor, Robot
from armillary.errors import ArgumentError
from armillary.expr.linear import to_expressions
from armillary.multibody.body import Body, RigidPart, Rotor
from armillary.multibody.joints import Drive, Revolute, Spin
from armillary.multibody.model import BASE, ModelJoint
from armillary.multibody.motors import GearBacklash, GearedRotor, GearLoss, PlacedWinding
from armillary.multibody.parameters import Numbers
from armillary.multibody.parts import AtCoordinate, NumberedParts
from armillary.multibody.passive import Passive
from armillary.multibody.skeleton import Skeleton
from armillary.spatial.rotation import unit
from armillary.spatial.scalar import Floats, Scalar, sign


class RotorCoordinate(NamedTuple):
    """The coordinate x that turns a rotor, which is at ratio · p(x)."""

    v: int
    """Place of x in qd."""
    q: int
    """Place of x in q."""
    joint: int
    """Place in qd of the joint that the motor drives."""
    polynomial: Sequence[float]
    """p, of lowest order first."""


class Gearing:
    """The coordinates that rotors are geared to, and what acts there."""

    def __init__(
        self, joints: Sequence[ModelJoint], couples: Mapping[str, Coupling], drives: Sequence[Drive] = ()
    ) -> None:
        self.joints, self.couples = {joint.name: joint for joint in joints}, couples
        self.drives = {drive.motor: drive for drive in drives}
        self.spinning_bodies: list[tuple[ModelJoint, Body]] = []

    def rotors(self, rotor: Rotor, joint: str) -> list[Rotor]:
        """Return a rotor geared to the coordinate of its drive, joint or leader; empty if it becomes a body, (1).

        At a joint with several coordinates there is one rotor for each.
        """
        if rotor.name in self.drives:
            return [replace(rotor, joint=self.drives[rotor.name].v.start)]
        if joint not in self.joints or not self.joints[joint].kind.nv:  # held by a fixed leader
            return [replace(rotor, joint=0, ratio=0.0)]
        geared = self.joints[joint]
        if geared.kind.nv > 1:
            parts = enumerate(geared.kind.form.v, geared.v.start)
            return [replace(rotor, name=geared.kind.form.label(rotor.name, part), joint=k) for k, part in parts]
        polynomial = self.couples[joint].polynomial if joint in self.couples else (0.0, 1.0)
        if order(polynomial) == 1:
            ratio = rotor.ratio if joint not in self.couples else rotor.ratio * polynomial[1]
            return [replace(rotor, joint=geared.v.start, ratio=ratio)]
        angle = [0.0, *(rotor.ratio * value for value in polynomial[1:])]  # from any angle: a rotor is axisymmetric
        axis = np.asarray(rotor.axis, dtype=float)
        if not np.any(axis):
            axis = np.asarray(rotor.on_base, dtype=float)
        if np.any(axis):
            self._spin(rotor, geared, rotor.carrier, axis, angle)
        else:  # two halves against each other, whose momenta cancel
            for sign in (1.0, -1.0):
                way = "forward" if sign > 0 else "backward"
                half = replace(rotor, name=f"{rotor.name} {way}", inertia=rotor.inertia / 2)
                self._spin(half, geared, BASE, np.array([0.0, 0.0, sign]), angle)
        return []

    def coordinate(self, motor: Motor) -> RotorCoordinate | None:
        """Return the coordinate that turns the rotor of a motor; None if its joint is locked by a fixed leader."""
        if motor.joint not in self.joints or not self.joints[motor.joint].kind.nv:
            return None
        drive = self.drives.get(motor.name)
        if drive is not None:
            return RotorCoordinate(drive.v.start, drive.q.start, drive.legs[0].k, (0.0, 1.0))
        joint = self.joints[motor.joint]
        polynomial = self.couples[motor.joint].polynomial if motor.joint in self.couples else (0.0, 1.0)
        return RotorCoordinate(joint.v.start, joint.q.start, joint.v.start, polynomial)

    def sharing(self, motors: Sequence[Motor], v: int) -> int:
        """Return how many of these motors turn with velocity coordinate v, and so share the effort there."""
        coordinates = [self.coordinate(motor) for motor in motors]
        return sum(coordinate is not None and coordinate.v == v for coordinate in coordinates)

    def _spin(self, rotor: Rotor, geared: ModelJoint, carrier: int, axis: Floats, angle: list[Scalar]) -> None:
        """Add the body of a rotor that spins on its carrier, (1)."""
        name = f"{rotor.name} (rotor)"
        spin = RigidPart(name, 0.0, np.zeros(3), rotor.inertia * np.outer(axis, axis), "rotor")
        placed = ModelJoint(name, carrier, np.eye(3), np.zeros(3), Spin(Revolute(axis), angle), geared.q, geared.v)
        self.spinning_bodies.append((placed, Body.of_parts(name, (spin,))))


def motor_rotors(robot: Robot, skeleton: Skeleton, motors: str, numbers: Numbers) -> dict[str, Rotor]:
    """Return the rotors of the motors by name; they are not yet geared to a coordinate."""
    rotors: dict[str, Rotor] = {}
    if motors == "none":
        return rotors
    for motor in robot.motors:
        mount = skeleton.at(motor.carrier, motor.node)
        # A rotor on the base, or one that only reflects, couples to nothing: its axis is zero.
        axis, on_base = np.zeros(3), np.zeros(3)
        if motors == "full" and motor.axis is not None:
            spin = mount.R @ unit(motor.axis)
            if mount.body == BASE:
                on_base = spin
            else:
                axis = spin
        ratio = numbers("motor", motor.name, "ratio", motor.ratio)
        inertia = numbers("motor", motor.name, "rotor_inertia", motor.rotor_inertia)
        rotors[motor.name] = Rotor(motor.name, mount.body, 0, ratio, inertia, axis, on_base)
    return rotors


def rotor_friction(robot: Robot, gearing: Gearing, parts: NumberedParts, friction: bool, nv: int) -> dict[str, Passive]:
    """Return the friction of the motors at the coordinates that turn their rotors, by name."""
    by_motor: dict[str, Passive] = {}
    for motor in robot.motors:
        coordinate = gearing.coordinate(motor)
        if coordinate is None or motor.friction == FRICTIONLESS:
            continue
        law = parts.friction("motor", motor.name, motor.friction)
        passive = Passive(nv, friction)
        angle = _rotor_angle(motor, coordinate.polynomial, parts.numbers)
        passive.follow(coordinate.v, angle, AtCoordinate(motor.name, True, law, 0.0, 0.0))
        by_motor[motor.name] = passive
    return by_motor


def _rotor_angle(motor: Motor, polynomial: Sequence[float], numbers: Numbers) -> tuple[Scalar, ...]:
    """Return the angle of a rotor as a polynomial of the coordinate that turns it."""
    ratio = numbers("motor", motor.name, "ratio", motor.ratio)
    return tuple(ratio * value for value in polynomial)


def windings(robot: Robot, gearing: Gearing, parts: NumberedParts) -> Iterator[PlacedWinding]:
    """Yield the windings of the motors."""
    for motor in robot.motors:
        coordinate = gearing.coordinate(motor)
        if coordinate is None or motor.winding is None:
            continue
        if order(coordinate.polynomial) > 1:
            problem = f"the winding of {motor.name!r}, which drives a joint that follows another by a polynomial"
            raise ArgumentError("robot", problem, "a linear coupling there", "or leave the winding out")
        # Motors on one coordinate give equal parts of its effort.
        share = 1 / gearing.sharing(robot.motors, coordinate.v)
        zero, ratio = _rotor_angle(motor, coordinate.polynomial, parts.numbers)[:2]
        drive = gearing.drives.get(motor.name)
        joint_ratio = ratio if drive is None else ratio * drive.legs[0].ratio
        direction = sign(to_expressions(np.array([joint_ratio]))[0])
        winding = parts.winding(motor.name, motor.winding)
        places = (coordinate.v, coordinate.q, coordinate.joint)
        yield PlacedWinding(motor.name, *places, share, ratio, zero, direction, winding, motor.winding)


def gear_losses(
    robot: Robot, gearing: Gearing, friction: Mapping[str, Passive], rotors: Mapping[str, Rotor], numbers: Numbers
) -> Iterator[GearLoss]:
    """Yield the losses of gears that grow with their load; `friction` is that of the rotors by motor."""
    rigid = [motor for motor in robot.motors if motor.name not in gearing.drives]
    for motor in robot.motors:
        coordinate = gearing.coordinate(motor)
        if motor.gear is None or not motor.gear.lossy or coordinate is None:
            continue
        drive = gearing.drives.get(motor.name)
        geared = None
        if drive is None:
            k, rotor = coordinate.v, rotors[motor.name]
            angle = _rotor_angle(motor, coordinate.polynomial, numbers)
            # The effort at x is given for all rigid motors there: each of their gears carries only its share.
            sharing = gearing.sharing(rigid, k)
            geared = GearedRotor(coordinate.q, angle, rotor.inertia, rotor.carrier, rotor.axis, sharing)
            if motor.name in friction:
                passive = friction[motor.name]
                geared = replace(
                    geared,
                    viscous=passive.viscous[k],
                    coulomb=passive.coulomb[k],
                    sided=passive.sided[k],
                    followers=tuple(passive.followers),
                    stribeck=tuple(passive.stribeck),
                )
        efficiency = numbers("motor", motor.name, "gear.efficiency", motor.gear.efficiency)
        efficiency_back = numbers("motor", motor.name, "gear.efficiency_back", motor.gear.efficiency_back)
        smooth = motor.gear.smooth_velocity or 0.0
        forward, backward = 1.0 - efficiency, 1.0 / efficiency_back - 1.0
        yield GearLoss(motor.name, coordinate.joint, forward, backward, drive, geared, smooth)


def backlashes(robot: Robot, gearing: Gearing, numbers: Numbers) -> Iterator[GearBacklash]:
    """Yield the backlash of elastic gears."""
    for motor in robot.motors:
        drive = gearing.drives.get(motor.name)
        if motor.gear is not None and motor.gear.backlash and drive is not None:
            yield GearBacklash(drive, numbers("motor", motor.name, "gear.backlash", motor.gear.backlash))
