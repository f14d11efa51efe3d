"""XML documents of robots: elements with numbers in full precision, and remarks on what a format cannot express."""

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
"""Bound that means "unlimited" where a format requires a number [rad, m, rad/s, m/s, N·m or N]."""


class Sheet:
    """An XML document of one robot, and remarks on what it leaves out.

    Raises:
        ArgumentError: The robot has flexible links, or joints of types that the format lacks.
    """

    def __init__(self, root: str, format: str, robot: Robot, types: Mapping[str, str]) -> None:
        if not isinstance(robot, Robot):
            raise ArgumentError("robot", shortened(robot), "a Robot")
        self.root, self.format, self.robot = ElementTree.Element(root), format, robot
        self.remarks: list[str] = []
        flexible = [link.name for link in robot.links if link.beam is not None]
        if flexible:
            problem = f"flexible links: {few(flexible)}"
            raise ArgumentError("robot", problem, f"rigid links in {format}", "save it as .toml")
        unsupported = [f"{joint.name} ({joint.type})" for joint in robot.joints if joint.type not in types]
        if unsupported:
            expected = f"{format} joints: {', '.join(types)}"
            raise ArgumentError("robot", f"joints {few(unsupported)}", expected, "save it as .toml")

    def add(self, parent: Node, tag: str, **attributes: str | float | Iterable[float] | None) -> Node:
        """Add an element; attributes that are None are left out, numbers are written in full precision."""
        texts = {name.rstrip("_"): _text(value) for name, value in attributes.items() if value is not None}
        return ElementTree.SubElement(parent, tag, texts)

    def remark(self, what: str, names: Iterable[str]) -> None:
        """Keep a remark that names the parts it concerns, if there are any."""
        parts = list(names)
        if parts:
            self.remarks.append(f"{what}: {few(parts)}")

    def friction_remarks(self) -> None:
        """Keep remarks on friction beyond viscous and Coulomb friction."""
        joints = self.robot.joints
        asymmetric = (j.name for j in joints if j.friction.coulomb_negative not in (None, j.friction.coulomb))
        self.remark("Coulomb friction is written as that of positive rates, for both directions", asymmetric)
        curved = (joint.name for joint in joints if joint.friction.curved)
        self.remark("Stribeck, bristle and smooth friction is left out; Coulomb friction is written", curved)

    def stop_remarks(self) -> None:
        """Keep remarks on end stops."""
        stopped = (j.name for j in self.robot.joints if any(part.limits.stop is not None for part in j.each()))
        self.remark("end stops are left out", stopped)

    def motor_remarks(self) -> None:
        """Keep remarks on gears, friction and windings of motors."""
        motors = self.robot.motors
        gears = {motor.name: motor.gear for motor in motors if motor.gear is not None}
        self.remark("elastic gears are written as rigid ones", (name for name, gear in gears.items() if gear.elastic))
        differentials = (motor.name for motor in motors if motor.differential)
        self.remark("differentials are written as a motor at each joint", differentials)
        self.remark("losses of gears are left out", (name for name, gear in gears.items() if gear.lossy))
        self.remark("backlash of gears is left out", (name for name, gear in gears.items() if gear.backlash))
        with_friction = (motor.name for motor in motors if motor.friction != FRICTIONLESS)
        self.remark("friction of rotors is left out", with_friction)
        self.remark("windings are left out", (motor.name for motor in motors if motor.winding is not None))

    def text(self) -> str:
        """Return the document as text, and warn of the remarks.

        Raises:
            ArgumentError: A name has characters that XML does not allow.
        """
        ElementTree.indent(self.root)
        text = f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(self.root, encoding="unicode")}\n'
        try:
            parse_xml(text)  # ElementTree writes control characters, which no XML reader accepts
        except (DescriptionError, ValueError):
            problem = f"the robot {shortened(self.robot.name)} has a name that XML does not allow"
            raise ArgumentError("robot", problem, "names without control characters") from None
        self.remarks += (f"left out when the robot was read: {omission}" for omission in self.robot.omissions)
        if self.remarks:
            lines = "\n".join(f"  {remark}" for remark in self.remarks)
            warnings.warn(
                printable(f"{self.format} cannot express everything of this robot:\n{lines}"),
                ArmillaryWarning,
                stacklevel=outside(),
            )
        return text

    def point_parts(self) -> Iterable[tuple[Payload | Motor, str, Vector]]:
        """Yield payloads and motors with mass: the part, its link, and its centre of mass on the link."""
        yield from ((part, part.link, part.com) for part in self.robot.payloads if part.mass)
        yield from ((part, part.carrier, part.position) for part in self.robot.motors if part.mass)


def _text(value: str | float | Iterable[float]) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, float | int):
        return repr(float(value))
    return " ".join(repr(float(number)) for number in value)
