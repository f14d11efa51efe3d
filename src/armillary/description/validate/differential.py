"""Checks of differentials: motors that drive several joints, and motors that share joints with these."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from armillary.description.gear import Branch, differentials
from armillary.description.joint_types import SINGLE_JOINT
from armillary.description.robot import Joint, Motor, Robot
from armillary.errors import Problem

EXPECTED = f"{SINGLE_JOINT} that follows no other"


def differential_faults(robot: Robot) -> Iterator[Problem]:
    """Yield the faults of differentials; names of joints are valid."""
    joints = {joint.name: joint for joint in robot.joints}
    places = {motor.name: i for i, motor in enumerate(robot.motors)}
    rows: dict[str, dict[str, float]] = {}
    for i, motor in enumerate(robot.motors):
        rows[motor.name] = {motor.joint: 1.0} | {branch.joint: branch.factor for branch in motor.differential}
        if motor.differential:
            yield from _motor(f"motor[{i}]", motor, joints)
    for group in differentials(rows):
        if any(len(rows[name]) > 1 for name in group):
            motors = [robot.motors[places[name]] for name in group]
            yield from _group(f"motor[{places[group[0]]}].differential", motors, rows)


def _motor(field: str, motor: Motor, joints: Mapping[str, Joint]) -> Iterator[Problem]:
    if motor.gear is None or not motor.gear.elastic:
        yield Problem(f"{field}.differential", "given for a rigid gear", "an elastic gear", "give it a stiffness")
    elif motor.gear.lossy:
        yield Problem(f"{field}.gear.efficiency", "losses of a differential", "friction of the motor or of the joints")
    driven, seen = Branch(motor.joint, 1.0), set[str]()
    places = [f"{field}.joint", *(f"{field}.differential[{k}].joint" for k in range(len(motor.differential)))]
    for place, branch in zip(places, (driven, *motor.differential), strict=True):
        kind = joints[branch.joint]
        if branch.joint in seen:
            yield Problem(place, f"{branch.joint!r} again", "another joint")
        elif kind.type == "fixed" or not kind.form.single:
            yield Problem(place, f"{branch.joint!r}, which is {kind.type}", EXPECTED)
        elif kind.couple is not None:
            yield Problem(place, f"{branch.joint!r}, which follows {kind.couple.joint!r}", EXPECTED)
        if not math.isfinite(branch.factor) or branch.factor == 0:
            yield Problem(place.removesuffix("joint") + "factor", f"{branch.factor:g}", "a finite number, not zero")
        seen.add(branch.joint)


def _group(field: str, motors: Sequence[Motor], rows: Mapping[str, Mapping[str, float]]) -> Iterator[Problem]:
    """Yield the faults of motors that share joints: n of them drive n joints, each in another way."""
    joints = sorted({joint for motor in motors for joint in rows[motor.name]})
    if not all(motor.gear is not None and motor.gear.elastic for motor in motors):
        yield Problem(field, "joints with a rigid gear beside it", "elastic gears for all motors of these joints")
    elif len(motors) != len(joints) or len({motor.joint for motor in motors}) < len(motors):
        problem = f"{len(motors)} motor{'s' * (len(motors) > 1)} for the joints {', '.join(map(repr, joints))}"
        yield Problem(field, problem, f"{len(joints)} motors, each with another `joint` of these")
    else:
        C = np.array([[rows[motor.name].get(joint, 0.0) for joint in joints] for motor in motors])
        if np.all(np.isfinite(C)) and np.linalg.matrix_rank(C) < len(motors):
            names = " and ".join(repr(motor.name) for motor in motors)
            yield Problem(field, f"{names}, which turn the joints in the same way", "other factors")
