"""Checks of the motors of a robot and of their gears."""

from __future__ import annotations

import math
from collections.abc import Iterator

from armillary.description.couplings import followed, order
from armillary.description.friction import FRICTIONLESS
from armillary.description.gear import Gear
from armillary.description.joint_types import JOINT_TYPES, SINGLE_JOINT
from armillary.description.robot import Joint, Motor, Robot
from armillary.description.validate.friction import friction_faults
from armillary.description.validate.winding import winding_faults
from armillary.errors import Problem


def motor_faults(field: str, motor: Motor, driven: Joint | None) -> Iterator[Problem]:
    """Yield the faults between the fields of a motor, except those of its mass, its stator and its names."""
    ratio, rotor = motor.ratio, motor.rotor_inertia
    if math.isfinite(ratio) and not math.isfinite(ratio * ratio):
        yield Problem(f"{field}.ratio", f"the square of {ratio:g} is too large a number", "a gear ratio")
    elif math.isfinite(ratio) and math.isfinite(rotor) and not math.isfinite(ratio * ratio * rotor):
        problem = f"ratio² · rotor_inertia, {ratio:g}² · {rotor:g} kg·m², is too large a number"
        yield Problem(f"{field}.rotor_inertia", problem, "an inertia whose value at the joint is finite")
    if driven is not None and driven.type == "fixed":
        yield Problem(f"{field}.joint", f"{motor.joint!r} is fixed", "a joint that moves")
    elif driven is not None and driven.type in JOINT_TYPES and not driven.form.single:
        if motor.axis is not None:
            problem = f"{motor.joint!r} is {driven.type}, and the motor has an axis"
            yield Problem(f"{field}.joint", problem, SINGLE_JOINT, "or leave the axis out")
        if motor.gear is not None and motor.gear.lossy:
            problem = f"with losses, at joint {motor.joint!r}, which is {driven.type}"
            yield Problem(f"{field}.gear", problem, SINGLE_JOINT)
        if motor.gear is not None and motor.gear.elastic:
            problem = f"elastic, at joint {motor.joint!r}, which is {driven.type}"
            yield Problem(f"{field}.gear", problem, SINGLE_JOINT, "or leave the gear out")
        fields = {"friction": motor.friction != FRICTIONLESS, "winding": motor.winding is not None}
        for name, is_given in fields.items():
            if is_given:
                problem = f"given for a motor at {driven.name!r}, which has several coordinates"
                yield Problem(f"{field}.{name}", problem, SINGLE_JOINT)
    yield from friction_faults(f"{field}.friction", motor.friction)
    yield from winding_faults(f"{field}.winding", motor.winding) if motor.winding is not None else ()
    if motor.gear is not None:
        yield from _gear(f"{field}.gear", motor.gear)
        if motor.gear.elastic and math.isfinite(rotor) and not ratio * ratio * rotor > 0:
            problem = f"{rotor:g} kg·m² behind an elastic gear"
            hint = "give the inertia of the rotor, or leave out the stiffness of the gear"
            yield Problem(f"{field}.rotor_inertia", problem, "a value above zero: the rotor moves by itself", hint)


def _gear(field: str, gear: Gear) -> Iterator[Problem]:
    if gear.smooth_velocity is not None and not gear.lossy:
        yield Problem(f"{field}.smooth_velocity", "given for a gear without losses", "an efficiency below 1 beside it")
    idle = [name for name in ("damping", "cubic", "backlash") if getattr(gear, name)]
    if idle and not gear.elastic and not math.isnan(gear.stiffness):
        yield Problem(f"{field}.{idle[0]}", "given for a rigid gear", "a finite stiffness beside it")


def transmission_faults(robot: Robot) -> Iterator[Problem]:
    """Yield the elastic gears on joints that follow another joint other than linearly; couplings are valid."""
    couples = followed(robot)
    kinds = {joint.name: joint.type for joint in robot.joints}
    for i, motor in enumerate(robot.motors):
        couple = couples.get(motor.joint)
        if motor.gear is None or not motor.gear.elastic or couple is None:
            continue
        expected, hint = "a joint with a coordinate, or a linear coupling to one", "put the motor on the leader"
        if kinds[couple.joint] == "fixed":
            yield Problem(f"motor[{i}].gear", f"joint {motor.joint!r} is held by a fixed joint", expected, hint)
        elif (power := order(couple.polynomial)) > 1:
            problem = f"joint {motor.joint!r} follows {couple.joint!r} by a polynomial of order {power}"
            yield Problem(f"motor[{i}].gear", problem, expected, hint)
