"""Lenient reading: physically impossible values and doubtful texts become notes that state their consequence.

A reader makes a robot that is not `strict` and hands it to `noted`, together with its remarks on the text. If all
values turn out to be possible, the robot is strict again. One warning per file lists these notes; other notes, such as
those on missing meshes, cause no warning.
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
"""Greatest number of notes listed in a warning."""

MASSES = ("mass", "inertia", "stator_inertia", "rotor_inertia")
"""Fields that act through the mass matrix."""


def noted(robot: Robot, doubts: Sequence[str] = (), idle: Sequence[str] = ()) -> Robot:
    """Return a robot with notes on its impossible values, and warn of them.

    Args:
        robot: The robot as read, not strict.
        doubts: Remarks of the reader on the text, which join the warning.
        idle: Notes on joints that move no mass; the consequence is added to each.
    """
    joints, exchanges = _exchange_reversed_limits(robot.joints)
    robot = replace(robot, joints=joints)
    problems = impossible(robot)
    remarks = [*doubts, *exchanges, *_consequences(robot, problems, idle)]
    if remarks:
        hint = "" if not problems else "; strict=True rejects such files, arm.repair(robot) gives possible values"
        title = f"{robot.source or robot.name}: read with {len(remarks)} remark{'s' * (len(remarks) > 1)}{hint}:"
        more = [f"  … and {len(remarks) - MOST} more"] if len(remarks) > MOST else []
        text = "\n".join([title, *(f"  {remark}" for remark in remarks[:MOST]), *more])
        warnings.warn(printable(text), ArmillaryWarning, stacklevel=outside())
    return replace(robot, notes=(*robot.notes, *remarks), strict=not problems)


def _exchange_reversed_limits(joints: Sequence[Joint]) -> tuple[tuple[Joint, ...], list[str]]:
    """Return the joints with lower below upper limits, and a note on each exchange."""
    notes: list[str] = []

    def ordered(limits: Limits, name: str) -> Limits:
        lower, upper = limits.lower, limits.upper
        if lower <= upper:
            return limits
        notes.append(f"joint {name!r}: lower limit {lower:g} exceeds upper limit {upper:g}: read in order")
        return replace(limits, lower=upper, upper=lower)

    result = []
    for joint in joints:
        limits = ordered(joint.limits, joint.name)
        coordinates = []
        for name, coordinate in zip(joint.form.v, joint.coordinates, strict=False):
            label = joint.form.label(joint.name, name)
            coordinates.append(replace(coordinate, limits=ordered(coordinate.limits, label)))
        result.append(replace(joint, limits=limits, coordinates=tuple(coordinates)))
    return tuple(result), notes


def _consequences(robot: Robot, problems: Sequence[Problem], idle: Sequence[str]) -> list[str]:
    """Return a note for each impossible value and each idle joint, with its consequence."""
    if not problems and not idle:
        return []
    from armillary.analysis.consequences import Consequences

    consequences = Consequences(robot)
    notes = []
    for problem in problems:
        kind, index, *fields = field_path(problem.field)
        part = getattr(robot, f"{kind}s")[index]
        name = next((str(field) for field in fields if field in MASSES), "")
        what = f"{kind} {part.name!r} {'.'.join(map(str, fields))}"
        if name == "rotor_inertia":  # a rotor turns with its joint, wherever the motor is mounted
            consequence = consequences.of_matrix()
        elif name:
            consequence = consequences.of_body(str(kind), part.name)
        else:  # negative friction
            consequence = "it feeds energy into the joint"
        notes.append(f"{what}: {problem.found}; {consequence}")
    return [*notes, *(f"{note}; {consequences.of_idle()}" for note in idle)]
