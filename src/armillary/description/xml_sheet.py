"""Writing of robots as XML: elements with numbers in all their digits, and remarks on what a format cannot say."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from xml.etree import ElementTree

from armillary.description.friction import FRICTIONLESS
from armillary.description.robot import Motor, Payload, Robot, Vector
from armillary.description.xml_tree import parse_xml
from armillary.errors import ArgumentError, ArmillaryWarning, DescriptionError, outside, printable
from armillary.files.words import few, shortened

Node = ElementTree.Element

UNLIMITED = 1e9
"""Bound that stands for none where a format wants a number [rad, m, rad/s, m/s, N·m or N]."""


class Sheet:
    """An XML document of one robot, and remarks on what it leaves out."""

    def __init__(self, root: str, format: str, robot: Robot, types: Mapping[str, str]) -> None:
        if not isinstance(robot, Robot):
            raise ArgumentError("robot", shortened(robot), "a Robot")
        self.root, self.format, self.robot = ElementTree.Element(root), format, robot
        self.remarks: list[str] = []
        bent = [link.name for link in robot.links if link.beam is not None]
        if bent:
            raise ArgumentError("robot", f"flexible links: {few(bent)}", f"rigid links in {format}", "save it as .toml")
        strange = [f"{joint.name} ({joint.type})" for joint in robot.joints if joint.type not in types]
        if strange:
            expected = f"{format} joints: {', '.join(types)}"
            raise ArgumentError("robot", f"joints {few(strange)}", expected, "save it as .toml")

    def add(self, parent: Node, tag: str, **attributes: str | float | Iterable[float] | None) -> Node:
        """Add an element; attributes that are None are left out, numbers are written with all their digits."""
        texts = {name.rstrip("_"): _text(value) for name, value in attributes.items() if value is not None}
        return ElementTree.SubElement(parent, tag, texts)

    def remark(self, what: str, names: Iterable[str]) -> None:
        """Keep a remark that names the parts which it concerns, if there are any."""
        found = list(names)
        if found:
            self.remarks.append(f"{what}: {few(found)}")

    def friction_remarks(self) -> None:
        """Keep remarks on friction beyond viscous and Coulomb friction."""
        rubs = {joint.name: joint.friction for joint in self.robot.joints}
        sided = (name for name, own in rubs.items() if own.coulomb_negative not in (None, own.coulomb))
        self.remark("Coulomb friction by direction is left out; that of positive rates is written", sided)
        curved = (name for name, own in rubs.items() if own.curved)
        self.remark("Stribeck and bristle friction is left out; Coulomb friction is written", curved)

    def stop_remarks(self) -> None:
        """Keep remarks on end stops."""
        stopped = (j.name for j in self.robot.joints if any(part.limits.stop is not None for part in j.each()))
        self.remark("end stops are left out", stopped)

    def motor_remarks(self) -> None:
        """Keep remarks on gears, friction and windings of motors."""
        motors = self.robot.motors
        gears = {motor.name: motor.gear for motor in motors if motor.gear is not None}
        self.remark("elastic gears are written as rigid ones", (name for name, own in gears.items() if own.elastic))
        shared = (motor.name for motor in motors if motor.differential)
        self.remark("differentials are written as a motor at each joint", shared)
        self.remark("losses of gears are left out", (name for name, own in gears.items() if own.lossy))
        self.remark("backlash of gears is left out", (name for name, own in gears.items() if own.backlash))
        rubs = (motor.name for motor in motors if motor.friction != FRICTIONLESS)
        self.remark("friction of rotors is left out", rubs)
        self.remark("windings are left out", (motor.name for motor in motors if motor.winding is not None))

    def text(self) -> str:
        """Return the document, after a warning that lists the remarks.

        Raises:
            ArgumentError: A name has characters that XML does not allow.
        """
        ElementTree.indent(self.root)
        text = f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(self.root, encoding="unicode")}\n'
        try:
            parse_xml(text)
        except (DescriptionError, ValueError):
            found = f"the robot {shortened(self.robot.name)} has a name that XML does not allow"
            raise ArgumentError("robot", found, "names without control characters") from None
        self.remarks += (f"left out already as the robot was read: {each}" for each in self.robot.omissions)
        if self.remarks:
            lines = "\n".join(f"  {each}" for each in self.remarks)
            warnings.warn(
                printable(f"{self.format} cannot say all of the robot:\n{lines}"),
                ArmillaryWarning,
                stacklevel=outside(),
            )
        return text

    def point_parts(self) -> Iterable[tuple[Payload | Motor, str, Vector]]:
        """Yield payloads and motors with mass: the part, its link and its place there."""
        yield from ((part, part.link, part.com) for part in self.robot.payloads if part.mass)
        yield from ((part, part.carrier, part.position) for part in self.robot.motors if part.mass)


def _text(value: str | float | Iterable[float]) -> str:
    if isinstance(value, str):
        return value
    return repr(float(value)) if isinstance(value, float | int) else " ".join(repr(float(each)) for each in value)
