"""Lenient reading: what physics forbids, and what a text says in passing, becomes a note with its consequence.

A reader makes a robot that is not `strict` and hands it to `noted`, with the remarks that it has on the text itself.
If all values are possible after all, the robot is strict again. One warning for each file lists these notes; other
notes, such as those on missing meshes, do not warn.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace

from armillary.description.robot import Joint, Limits, Robot
from armillary.description.validate.robot import impossible
from armillary.errors import ArmillaryWarning, Problem, outside, printable
from armillary.files.lines import field_path

MOST = 20
"""Notes that a warning lists."""

MASSES = ("mass", "inertia", "stator_inertia", "rotor_inertia")
"""Fields whose consequence is in the mass matrix."""


def noted(robot: Robot, said: Sequence[str] = (), idle: Sequence[str] = ()) -> Robot:
    """Return a robot with notes on its impossible values, and warn of them.

    Args:
        robot: The robot as read, not strict.
        said: Remarks of the reader on the text, which join the warning.
        idle: Notes on joints that move no mass; the consequence is added to each.
    """
    joints, exchanged = _in_order(robot.joints)
    robot = replace(robot, joints=joints)
    problems = impossible(robot)
    remarks = [*said, *exchanged, *_told(robot, problems, idle)]
    if remarks:
        hint = "" if not problems else "; strict=True refuses such files, arm.repair(robot) gives possible values"
        more = [f"  … and {len(remarks) - MOST} more"] if len(remarks) > MOST else []
        lines = [f"{robot.source or robot.name}: read with {len(remarks)} remark{'s' * (len(remarks) > 1)}{hint}:"]
        text = "\n".join([*lines, *(f"  {each}" for each in remarks[:MOST]), *more])
        warnings.warn(printable(text), ArmillaryWarning, stacklevel=outside())
    return replace(robot, notes=(*robot.notes, *remarks), strict=not problems)


def _in_order(joints: Sequence[Joint]) -> tuple[tuple[Joint, ...], list[str]]:
    """Return joints with reversed position limits exchanged, and a note on each."""
    notes: list[str] = []

    def exchanged(limits: Limits, name: str) -> Limits:
        lower, upper = limits.lower, limits.upper
        if lower <= upper:
            return limits
        notes.append(f"joint {name!r}: lower limit {lower:g} exceeds upper limit {upper:g}: read in order")
        return replace(limits, lower=upper, upper=lower)

    ordered = []
    for joint in joints:
        parts = zip(joint.form.v, joint.coordinates, strict=False)
        own = (replace(part, limits=exchanged(part.limits, joint.form.label(joint.name, k))) for k, part in parts)
        ordered.append(replace(joint, limits=exchanged(joint.limits, joint.name), coordinates=tuple(own)))
    return tuple(ordered), notes


def _told(robot: Robot, problems: Sequence[Problem], idle: Sequence[str]) -> list[str]:
    """Return a note for each impossible value and each idle joint, with its consequence."""
    if not problems and not idle:
        return []
    from armillary.analysis.consequences import Consequences

    consequences = Consequences(robot)
    notes = []
    for problem in problems:
        kind, index, *fields = field_path(problem.field)
        part = getattr(robot, f"{kind}s")[index]
        name = next((str(each) for each in fields if each in MASSES), "")
        what = f"{kind} {part.name!r} {'.'.join(map(str, fields))}"
        after = "it feeds energy into the joint"
        if name == "rotor_inertia":  # it turns with the joint, wherever the motor is
            after = consequences.of_matrix()
        elif name:
            after = consequences.of_body(str(kind), part.name)
        notes.append(f"{what}: {problem.found}; {after}")
    return [*notes, *(f"{each}; {consequences.of_idle()}" for each in idle)]
