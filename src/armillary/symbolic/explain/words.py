"""Phrases of an explanation about a robot: its joints, frames, parts and rotors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armillary.multibody import BASE, Rotor
from armillary.multibody.joints import Coupled, Node, Prismatic, Revolute, Weld, plain
from armillary.multibody.model import ModelJoint
from armillary.symbolic.explain.steps import Part, Steps
from armillary.symbolic.formula import Formula
from armillary.symbolic.model.letters import AXES
from armillary.symbolic.printers.latex_printer import coordinate, entry_name
from armillary.symbolic.printers.markdown import escaped

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Words:
    """Phrases about one robot."""

    def __init__(self, steps: Steps) -> None:
        self.steps, self.model = steps, steps.model
        self.coordinates = steps.symbolic.symbols.coordinates
        kinds = {joint.v.start: joint for joint in self.model.joints if isinstance(joint.kind, (Revolute, Prismatic))}
        rotors = {drive.v.start for drive in self.model.drives}
        self.kinds = [
            (f"{'angle about' if isinstance(kinds[k].kind, Revolute) else 'slide along'} {direction(kinds[k])}")
            if k in kinds
            else ("rotor, seen at its joint" if k in rotors else "amplitude of a mode")
            for k in range(self.model.nv)
        ]

    def count(self, number: int, thing: str) -> str:
        """Return a number of things."""
        return f"{NUMBERS[number] if number < len(NUMBERS) else number} {thing}{'s' if number != 1 else ''}"

    def frame(self, i: int) -> str:
        """Return the body of a frame, its parent, and the motion between them."""
        joint = self.model.joints[i]
        p = joint.parent
        where = "on the world" if p == BASE else f"on frame {self.steps.labels[p]}"
        name = f"that of {quoted(self.model.bodies[i].name)}"
        if isinstance(joint.kind, Node):
            return f"{name}, a node of a flexible link, {where}"
        own = self.coordinates[joint.v.start] if joint.kind.nv else None
        if isinstance(joint.kind, Coupled) and own:
            verb = "turns it about" if isinstance(joint.kind.own, Revolute) else "moves it along"
            follows = f"follows ${coordinate(own)}$ and {verb} {direction(joint)}"
            return f"{name}, {where}; {quoted(joint.name)} {follows}"
        if isinstance(joint.kind, Weld) or not own:
            return f"{name}, {where}; {quoted(joint.name)} holds it fast"
        verb = "turns it about" if isinstance(joint.kind, Revolute) else "moves it along"
        return f"{name}, {where}; {quoted(joint.name)} {verb} {direction(joint)} by ${coordinate(own)}$"

    def part(self, part: Part) -> str:
        """Return the kind, name and frame of a part."""
        kinds = {"payload": "the payload", "motor": "the motor, its rotor locked,"}
        kind = kinds.get(part.lump.kind, "the link")
        return f"{kind} {quoted(part.lump.name)} on frame {self.steps.labels[part.body]}"

    def rotor(self, rotor: Rotor) -> str:
        """Return the motor of a rotor, the joint that it drives, and its frame."""
        joint = quoted(self.coordinates[rotor.joint].name)
        where = "on the base" if rotor.carrier == BASE else f"on frame {self.steps.labels[rotor.carrier]}"
        how = "" if np.any(rotor.axis) or rotor.carrier == BASE else ", only its inertia at the joint counts"
        return f"that of {quoted(rotor.name)}, which drives {joint}, {where}{how}"

    def entry(self, formula: Formula) -> str:
        """Return the name of an entry between dollar signs."""
        return f"${entry_name(formula)}$"


def direction(joint: ModelJoint) -> str:
    """Return the axis of a joint: the name of a coordinate axis, or its components."""
    kind = plain(joint.kind)
    assert isinstance(kind, (Revolute, Prismatic))
    axis = np.asarray(kind.axis)
    if np.abs(axis).max() > 1 - 1e-12:
        k = int(np.abs(axis).argmax())
        return f"${'-' if axis[k] < 0 else ''}{AXES[k]}$"
    return f"$({', '.join(f'{x:.4g}' for x in axis)})$"


def quoted(name: str) -> str:
    """Return a name as Markdown text."""
    return f"'{escaped(name)}'"


def listed(items: Sequence[str]) -> str:
    """Return items with commas and an "and"."""
    return " and ".join([", ".join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)
