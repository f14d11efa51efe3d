"""Checks that every robot passes, from whatever description; all faults are reported at once."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from armillary.description.beam import Beam, ModalData
from armillary.description.robot import JOINT_TYPES, Joint, Motor, Robot
from armillary.description.validate.beams import beam_faults
from armillary.description.validate.misfits import misfits
from armillary.description.validate.modal import modal_faults
from armillary.description.validate.nodes import node_faults
from armillary.description.validate.quantities import (
    finite,
    near_enough,
    not_negative,
    placed,
    real_inertia,
    real_mass,
    unit_vector,
)
from armillary.description.validate.visuals import visual_faults
from armillary.errors import DescriptionError, Problem
from armillary.files.words import listed, nearest, shown

if TYPE_CHECKING:
    from armillary.description.robot import Link, Payload

HINTED = 20
"""Unknown names that get a hint: the search for a similar name takes time in proportion to all names."""


def validate(robot: Robot) -> None:
    """Raise a `DescriptionError` that lists every fault of the robot."""
    problems = list(faults(robot))
    if problems:
        raise DescriptionError(problems)


def faults(robot: Robot) -> Iterator[Problem]:
    """Yield every fault of the robot; `field` says where, as in ``link[0].mass``."""
    wrong = list(misfits(robot))
    if wrong:  # the checks below count on types and shapes
        yield from wrong
        return
    if not robot.joints:
        yield Problem("joint", "the robot has no joints", "at least one [[joint]] that moves a link")
    yield from _duplicates(robot)
    yield from finite("gravity", robot.gravity)
    yield from placed("base", robot.base_placement)
    for i, link in enumerate(robot.links):
        yield from _body(f"link[{i}]", link)
        if isinstance(link.beam, Beam):
            yield from beam_faults(f"link[{i}].beam", link.beam)
        elif isinstance(link.beam, ModalData):
            yield from modal_faults(f"link[{i}].modal", link.beam)
    for i, payload in enumerate(robot.payloads):
        yield from _body(f"payload[{i}]", payload)
    for i, joint in enumerate(robot.joints):
        yield from _joint(f"joint[{i}]", joint)
    joints = {joint.name: joint for joint in robot.joints}
    for i, motor in enumerate(robot.motors):
        yield from _motor(f"motor[{i}]", motor, joints.get(motor.joint))
    for i, frame in enumerate(robot.frames):
        yield from placed(f"frame[{i}]", frame.placement)
    for i, visual in enumerate(robot.visuals):
        yield from visual_faults(f"visual[{i}]", visual)
    yield from _references(robot)
    yield from node_faults(robot)
    yield from _tree(robot)


def _duplicates(robot: Robot) -> Iterator[Problem]:
    groups = {
        "link": [robot.base, *(link.name for link in robot.links)],
        "joint": [joint.name for joint in robot.joints],
        "motor": [motor.name for motor in robot.motors],
        "payload": [payload.name for payload in robot.payloads],
        "frame": [frame.name for frame in robot.frames],
    }
    for kind, names in groups.items():
        for name, count in Counter(names).items():
            if count > 1:
                index = len(names) - 1 - names[::-1].index(name) - (kind == "link")
                yield Problem(
                    f"{kind}[{index}].name", f"{name!r} is used {count} times", f"a name that no other {kind} has"
                )
            if not name.strip():
                index = names.index(name) - (kind == "link")
                yield Problem(f"{kind}[{index}].name" if index >= 0 else "base.name", "an empty name", "a name")
    links = set(groups["link"])
    for i, frame in enumerate(robot.frames):
        if frame.name in links:
            yield Problem(
                f"frame[{i}].name",
                f"{frame.name!r} is also the name of a link",
                "a name that no link has, since every link is a frame too",
            )


def _body(field: str, body: Link | Payload) -> Iterator[Problem]:
    yield from real_mass(field, body.mass)
    yield from finite(f"{field}.com", body.com)
    yield from near_enough(f"{field}.com", body.mass, body.com)
    yield from real_inertia(f"{field}.inertia", body.inertia)
    if body.mass == 0 and np.any(np.array(body.inertia) != 0):
        yield Problem(f"{field}.mass", "zero with an inertia that is not zero", "a positive mass")


def _joint(field: str, joint: Joint) -> Iterator[Problem]:
    if joint.type not in JOINT_TYPES:
        yield Problem(f"{field}.type", repr(joint.type), f"one of {', '.join(JOINT_TYPES)}")
        return
    yield from placed(field, joint.placement)
    if joint.type in ("revolute", "prismatic"):
        if joint.axis is None:
            yield Problem(
                f"{field}.axis", f"{joint.type} joint {joint.name!r} has no axis", "a direction such as [0, 0, 1]"
            )
        else:
            yield from unit_vector(f"{field}.axis", joint.axis)
    elif joint.axis is not None:
        yield Problem(f"{field}.axis", f"{joint.type} joint {joint.name!r} has an axis", "none for this type")
    limits = joint.limits
    if math.isnan(limits.lower) or math.isnan(limits.upper) or not limits.lower <= limits.upper:
        yield Problem(f"{field}.limits", f"lower {limits.lower:g}, upper {limits.upper:g}", "lower at most upper")
    for name in ("velocity", "effort"):
        if not getattr(limits, name) >= 0:
            yield Problem(f"{field}.limits.{name}", f"{getattr(limits, name):g}", "zero or more")
    for name in ("viscous", "coulomb"):
        yield from not_negative(f"{field}.friction.{name}", getattr(joint, name))
    yield from not_negative(f"{field}.spring.stiffness", joint.stiffness)
    yield from finite(f"{field}.spring.rest", [joint.rest])
    if joint.type == "spherical" and (joint.stiffness or joint.rest):
        yield Problem(f"{field}.spring", "a spring at a spherical joint", "none there", "use three revolute joints")
    if joint.coulomb and joint.type == "spherical":
        yield Problem(
            f"{field}.friction.coulomb",
            f"{joint.coulomb:g} at a spherical joint",
            "none there",
            "use viscous friction",
        )


def _motor(field: str, motor: Motor, driven: Joint | None) -> Iterator[Problem]:
    yield from real_mass(field, motor.mass)
    yield from finite(f"{field}.position", motor.position)
    yield from near_enough(f"{field}.position", motor.mass, motor.position)
    yield from real_inertia(f"{field}.stator_inertia", motor.stator_inertia)
    if motor.mass == 0 and np.any(np.array(motor.stator_inertia) != 0):
        yield Problem(f"{field}.mass", "zero with a stator inertia that is not zero", "a positive mass")
    if not (math.isfinite(motor.rotor_inertia) and motor.rotor_inertia >= 0):
        yield Problem(f"{field}.rotor_inertia", f"{motor.rotor_inertia:g} kg·m²", "a finite value of zero or more")
    if not math.isfinite(motor.ratio) or motor.ratio == 0:
        yield Problem(f"{field}.ratio", f"{motor.ratio:g}", "rotor turns per joint turn, not zero")
    elif not math.isfinite(motor.ratio * motor.ratio):
        yield Problem(f"{field}.ratio", f"the square of {motor.ratio:g} is too large a number", "a gear ratio")
    elif math.isfinite(motor.rotor_inertia) and not math.isfinite(motor.ratio * motor.ratio * motor.rotor_inertia):
        found = f"ratio² · rotor_inertia, {motor.ratio:g}² · {motor.rotor_inertia:g} kg·m², is too large a number"
        yield Problem(f"{field}.rotor_inertia", found, "an inertia whose value at the joint is finite")
    if motor.axis is not None:
        yield from unit_vector(f"{field}.axis", motor.axis)
    if driven is not None and driven.type not in ("revolute", "prismatic"):
        yield Problem(f"{field}.joint", f"{motor.joint!r} is {driven.type}", "a revolute or prismatic joint")


def _references(robot: Robot) -> Iterator[Problem]:
    # Dictionaries keep the order and answer at once.
    links = dict.fromkeys([robot.base, *(link.name for link in robot.links)])
    joints = dict.fromkeys(joint.name for joint in robot.joints)
    uses = [(f"joint[{i}].parent", j.parent, "link", links) for i, j in enumerate(robot.joints)]
    uses += [(f"joint[{i}].child", j.child, "link", links) for i, j in enumerate(robot.joints)]
    uses += [(f"motor[{i}].carrier", m.carrier, "link", links) for i, m in enumerate(robot.motors)]
    uses += [(f"motor[{i}].joint", m.joint, "joint", joints) for i, m in enumerate(robot.motors)]
    uses += [(f"payload[{i}].link", p.link, "link", links) for i, p in enumerate(robot.payloads)]
    uses += [(f"frame[{i}].link", f.link, "link", links) for i, f in enumerate(robot.frames)]
    uses += [(f"visual[{i}].link", v.link, "link", links) for i, v in enumerate(robot.visuals)]
    hints: dict[tuple[str, str], str] = {}  # by unknown name, which may occur often
    for field, name, kind, known in uses:
        if name not in known:
            if len(hints) < HINTED and (kind, name) not in hints:
                hints[kind, name] = nearest(name, known)
            hint = hints.get((kind, name), "")
            yield Problem(field, f"there is no {kind} {name!r}", f"one of {listed(known)}", hint)


def _tree(robot: Robot) -> Iterator[Problem]:
    """Every link hangs on exactly one joint, and following parents from it ends at the base."""
    parent: dict[str, str] = {}
    for i, joint in enumerate(robot.joints):
        if joint.child == robot.base:
            yield Problem(f"joint[{i}].child", f"the base {robot.base!r}", "a link other than the base")
        elif joint.child in parent:
            yield Problem(
                f"joint[{i}].child",
                f"link {joint.child!r} hangs on two joints: the chain closes a loop",
                "one joint above each link",
                "open chains only: cut the loop at one joint",
            )
        else:
            parent[joint.child] = joint.parent
    for i, link in enumerate(robot.links):
        if link.name not in parent:
            yield Problem(f"link[{i}]", f"no joint holds link {link.name!r}", "a joint with it as child")
    rooted = {robot.base}
    for i, joint in enumerate(robot.joints):
        walked, name = [joint.child], joint.parent
        seen = {joint.child}
        while name in parent and name not in rooted and name not in seen:
            walked.append(name)
            seen.add(name)
            name = parent[name]
        if name in seen:
            loop = walked[walked.index(name) :]
            yield Problem(
                f"joint[{i}].parent",
                f"the links {' → '.join(map(shown, [*loop[::-1], loop[-1]]))} form a loop",
                f"a chain that starts at {robot.base!r}",
                "open chains only: cut the loop at one joint",
            )
            break
        rooted |= seen
