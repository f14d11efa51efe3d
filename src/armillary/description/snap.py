"""Snapping: replaces the rounded directions of a file by exact ones.

Files write π/2 as 1.5708. The rotation is then off by 4e-6 rad, which is harmless but fills zeros with small numbers,
and zeros make equations short and code fast. Snapping replaces a rotation or axis by the nearest exact one if
all its entries are within `tolerance` of
    0, ±1/2, ±√2/2, ±√3/2, ±1
and the result is again a rotation (or a unit vector). Snapping is done on request only. Every change is reported in the
notes of the robot, with the greatest displacement it causes, to first order in the angle δ. With r the reach of the
parts beyond a joint (centres of mass, payloads, motors, frames) and s the greatest slide:
    a placement     δ (s + r)
    an axis         2 δ r to turn about (before the turn and after it), δ s to slide along
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.description.beam import ROOT
from armillary.description.robot import ORIGIN, Joint, Placement, Robot, Vector, matrix, vector
from armillary.description.validate.joints import PERPENDICULAR
from armillary.errors import ArgumentError
from armillary.files.arguments import number
from armillary.files.words import shortened
from armillary.spatial.rotation import is_rotation

EXACT = np.array([sign * value for value in (0.0, 0.5, np.sqrt(0.5), np.sqrt(0.75), 1.0) for sign in (-1, 1)]) + 0.0

TOLERANCE = 1e-5
"""Default tolerance [rad]."""
LARGEST = 1e-2
"""Largest tolerance [rad]: a larger angle is not rounding."""


def snap(robot: Robot, tolerance: float = TOLERANCE) -> Robot:
    """Return the robot with rounded directions made exact; its notes list the changes.

    Args:
        robot: The robot.
        tolerance: Largest change of an entry of a rotation matrix or axis, about the angle [rad]; default 1e-5.

    Example:
        >>> import armillary as arm
        >>> from armillary.description.urdf.reader import parse_urdf
        >>> robot = parse_urdf('''<robot name="r"><link name="a"/><link name="b"><inertial><mass value="1"/>
        ...     <inertia ixx="1" iyy="1" izz="1"/></inertial></link><joint name="j" type="revolute">
        ...     <parent link="a"/><child link="b"/><origin rpy="1.5708 0 0"/><axis xyz="0 0 1"/></joint></robot>''')
        >>> arm.snap(robot).notes[-1]
        "snapped the placement of joint 'j' by 3.7e-06 rad, which moves parts beyond by at most 0 m"
    """
    if not isinstance(robot, Robot):
        raise ArgumentError("robot", shortened(robot), "a Robot", "arm.library.get(name) and arm.load(file) give one")
    reach, snapper = _reaches(robot), _Snapper(number("tolerance", tolerance, 0.0, True, LARGEST))
    joints = tuple(snapper.joint(joint, reach[joint.child]) for joint in robot.joints)
    base = snapper.placement(robot.base_placement, f"base {robot.base!r}", reach[robot.base])
    frames = tuple(
        replace(frame, placement=snapper.placement(frame.placement, f"frame {frame.name!r}", 0.0))
        for frame in robot.frames
    )
    motors = tuple(
        replace(motor, axis=snapper.axis(motor.axis, f"motor {motor.name!r}", None)) for motor in robot.motors
    )
    notes = (*robot.notes, *snapper.notes)
    return replace(robot, joints=joints, base_placement=base, frames=frames, motors=motors, notes=notes)


class _Snapper:
    """Snaps rotations and axes, and keeps a note on each change."""

    def __init__(self, tolerance: float) -> None:
        self.tolerance = tolerance
        self.notes: list[str] = []

    def joint(self, joint: Joint, reach: float) -> Joint:
        what, slide = f"joint {joint.name!r}", _slide(joint)
        placement = self.placement(joint.placement, what, slide + reach)
        arm = slide + 2 * reach if any(joint.form.turns) else slide
        before = len(self.notes)
        axis, second = (self.axis(direction, what, arm) for direction in (joint.axis, joint.second_axis))
        if axis is not None and second is not None and abs(np.dot(axis, second)) > PERPENDICULAR:
            # One axis has an exact direction nearby, to which the other one is not normal: both stay.
            axis, second = joint.axis, joint.second_axis
            del self.notes[before:]
        return replace(joint, placement=placement, axis=axis, second_axis=second)

    def placement(self, placement: Placement, what: str, reach: float) -> Placement:
        R, exact = np.array(placement.rotation), _nearest(placement.rotation)
        off = float(np.abs(exact - R).max())
        if not 0 < off <= self.tolerance or not is_rotation(exact, 1e-14):
            return placement
        angle = float(np.linalg.norm(exact - R)) / np.sqrt(2)  # ‖R_a − R_b‖ = √2 · angle for small angles
        self._note(f"the placement of {what}", angle, angle * reach)
        return replace(placement, rotation=matrix(exact))

    def axis(self, axis: Vector | None, what: str, arm: float | None) -> Vector | None:
        """Return the exact axis; `arm` [m] is the displacement per radian, None if no part moves."""
        if axis is None:
            return None
        exact = _nearest(axis)
        off = float(np.linalg.norm(exact - np.array(axis)))
        if not 0 < off <= self.tolerance or abs(np.linalg.norm(exact) - 1) > 1e-14:
            return axis
        self._note(f"the axis of {what}", off, None if arm is None else off * arm)
        return vector(exact)

    def _note(self, what: str, angle: float, moved: float | None) -> None:
        if angle <= 1e-15:
            return
        consequence = ""
        if moved == math.inf:
            consequence = ", which moves parts beyond by an unlimited amount: a slide there has no limits"
        elif moved is not None:
            consequence = f", which moves parts beyond by at most {moved:.2g} m"
        self.notes.append(f"snapped {what} by {angle:.2g} rad{consequence}")


def _nearest(values: ArrayLike) -> NDArray[np.float64]:
    values = np.asarray(values, dtype=float)
    return np.asarray(EXACT[np.abs(values[..., None] - EXACT).argmin(axis=-1)])


def _slide(joint: Joint) -> float:
    """Return the greatest slide of a joint [m]; infinite without limits, zero for a joint that only turns."""
    farthest = [max(abs(part.limits.lower), abs(part.limits.upper)) for part in joint.each()]
    if joint.pitch:
        return abs(joint.pitch) * farthest[0]
    return math.hypot(*(far for far, turns in zip(farthest, joint.form.turns, strict=True) if not turns))


def _reaches(robot: Robot) -> dict[str, float]:
    """Return for each link the greatest distance of a part beyond it from its frame [m], slides at their limits."""
    nodes = {
        link.name: {name: float(np.linalg.norm(at)) for name, at in link.beam.node_positions().items()}
        for link in robot.links
        if link.beam is not None
    }
    ends = {link.name: link.beam.end for link in robot.links if link.beam is not None}
    reach = dict.fromkeys((robot.base, *(link.name for link in robot.links)), 0.0)
    places: list[tuple[str, str | None, Vector]] = [(link.name, ROOT, link.com) for link in robot.links]
    places += [(name, node, ORIGIN) for name, distances in nodes.items() for node in distances]
    places += [(payload.link, payload.node, payload.com) for payload in robot.payloads]
    places += [(motor.carrier, motor.node, motor.position) for motor in robot.motors]
    places += [(frame.link, frame.node, frame.placement.xyz) for frame in robot.frames]

    def distance(link: str, node: str | None, place: Vector) -> float:
        return nodes.get(link, {}).get(node or ends.get(link, ROOT), 0.0) + math.hypot(*place)

    for name, node, place in places:
        reach[name] = max(reach[name], distance(name, node, place))
    outward = [robot.base]
    held: dict[str, list[Joint]] = {}
    for joint in robot.joints:
        held.setdefault(joint.parent, []).append(joint)
    for name in outward:
        outward += [joint.child for joint in held.get(name, ())]
    for name in reversed(outward):
        for joint in held.get(name, ()):
            arm = distance(name, joint.node, joint.placement.xyz) + _slide(joint)
            reach[name] = max(reach[name], arm + reach[joint.child])
    return reach
