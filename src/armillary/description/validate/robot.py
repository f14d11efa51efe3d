"""Checks of every robot, from any source; all faults are reported at once."""

from __future__ import annotations

from collections.abc import Iterator

from armillary.description.beam import Beam, ModalData
from armillary.description.part import misfits
from armillary.description.robot import VISUAL_SHAPES, Matrix, Robot, Vector, Visual
from armillary.description.validate.configurations import configuration_faults
from armillary.description.validate.couplings import coupling_faults
from armillary.description.validate.differential import differential_faults
from armillary.description.validate.drives import motor_faults, transmission_faults
from armillary.description.validate.flexible import beam_faults, modal_faults
from armillary.description.validate.joints import joint_faults
from armillary.description.validate.names import name_faults
from armillary.description.validate.quantities import Impossible, placement_faults, position, real_inertia
from armillary.description.validate.ranges import range_faults
from armillary.errors import DescriptionError, Problem

VISUAL_SIZES = {"mesh": (), "box": ("x", "y", "z"), "cylinder": ("radius", "length"), "sphere": ("radius",)}
"""Names of the numbers in the `size` of a visual, by shape."""


def validate(robot: Robot) -> None:
    """Raise a `DescriptionError` that lists every fault of the robot; a lenient robot may have impossible values."""
    problems = list(misfits(robot))
    if not problems:  # the checks assume correct types and shapes
        problems = [problem for problem in faults(robot) if robot.strict or not isinstance(problem, Impossible)]
    if problems:
        raise DescriptionError(problems)


def impossible(robot: Robot) -> list[Problem]:
    """Return the values of a lenient robot that physics forbids."""
    return [problem for problem in faults(robot) if isinstance(problem, Impossible)]


def faults(robot: Robot) -> Iterator[Problem]:
    """Yield every fault of the robot; `field` says where, as in ``link[0].mass``."""
    if not robot.joints:
        hint = 'a body alone floats with base="free"'
        yield Problem("joint", "the robot has no joints", "at least one joint that moves a link", hint)
    light = {f"link[{i}].mass" for i in _light(robot)}
    for problem in range_faults(robot):
        yield Problem(problem.field, problem.found, problem.expected) if problem.field in light else problem
    yield from placement_faults("base", robot.base_placement)
    for i, link in enumerate(robot.links):
        yield from _body(f"link[{i}]", link.mass, "com", link.com, "inertia", link.inertia)
        if isinstance(link.beam, Beam):
            yield from beam_faults(f"link[{i}].beam", link.beam)
        elif isinstance(link.beam, ModalData):
            yield from modal_faults(f"link[{i}].modal", link.beam)
    for i, payload in enumerate(robot.payloads):
        yield from _body(f"payload[{i}]", payload.mass, "com", payload.com, "inertia", payload.inertia)
    for i, joint in enumerate(robot.joints):
        yield from joint_faults(f"joint[{i}]", joint)
    yield from coupling_faults(robot)
    joints = {joint.name: joint for joint in robot.joints}
    for i, motor in enumerate(robot.motors):
        field = f"motor[{i}]"
        yield from _body(field, motor.mass, "position", motor.position, "stator_inertia", motor.stator_inertia)
        yield from motor_faults(field, motor, joints.get(motor.joint))
    for i, frame in enumerate(robot.frames):
        yield from placement_faults(f"frame[{i}]", frame.placement)
    for i, visual in enumerate(robot.visuals):
        yield from visual_faults(f"visual[{i}]", visual)
    misnamed = list(name_faults(robot))
    yield from misnamed
    if not misnamed:  # the joints make a tree
        yield from configuration_faults(robot)
        yield from transmission_faults(robot)
        yield from differential_faults(robot)


def _light(robot: Robot) -> list[int]:
    """Return the links of negative mass whose body, with all links that fixed joints hold to it, has no positive mass.

    The equations have a meaning with the others.
    """
    negative = [i for i, link in enumerate(robot.links) if link.mass < 0]
    if not negative:
        return []
    above = {joint.child: joint.parent for joint in robot.joints if joint.type == "fixed"}
    roots: dict[str, str] = {}
    for name in (robot.base, *(link.name for link in robot.links)):
        walked = [name]
        while walked[-1] in above and walked[-1] not in roots and above[walked[-1]] not in walked:
            walked.append(above[walked[-1]])
        roots |= dict.fromkeys(walked, roots.get(walked[-1], walked[-1]))
    masses = dict.fromkeys(roots.values(), 0.0)
    for link in robot.links:
        masses[roots[link.name]] += link.mass
    bodies = {i: roots[robot.links[i].name] for i in negative}
    return [i for i, root in bodies.items() if masses[root] <= 0 and root != robot.base]


def _body(field: str, mass: float, at: str, place: Vector, about: str, inertia: Matrix) -> Iterator[Problem]:
    """Yield the faults between the numbers of a body; `at` and `about` are the fields of its position and inertia."""
    yield from position(f"{field}.{at}", mass, place)
    yield from real_inertia(f"{field}.{about}", inertia)
    if mass == 0 and any(value for row in inertia for value in row):
        yield Impossible(f"{field}.mass", f"zero, but {about} is not zero", "a positive mass")


def drawable(visual: Visual) -> bool:
    """Return whether a visual has no fault, except perhaps an unknown link."""
    return not any(range_faults(visual)) and not any(visual_faults("", visual))


def visual_faults(field: str, visual: Visual) -> Iterator[Problem]:
    """Yield the faults between the fields of a visual. A missing file is no fault: pictures do without it."""
    if visual.shape not in VISUAL_SHAPES:
        yield Problem(f"{field}.shape", repr(visual.shape), f"one of {', '.join(VISUAL_SHAPES)}")
        return
    yield from placement_faults(field, visual.placement)
    sizes = VISUAL_SIZES[visual.shape]
    if len(visual.size) != len(sizes):
        expected = f"{', '.join(sizes)} of a {visual.shape}" if sizes else "none: a mesh has its own size"
        yield Problem(f"{field}.size", f"{len(visual.size)} numbers", expected)
    if (visual.shape == "mesh") != bool(visual.file):
        problem = "a mesh without a file" if visual.shape == "mesh" else f"a {visual.shape} with a file"
        yield Problem(f"{field}.file", problem, "the name of a file for a mesh, and for nothing else")
