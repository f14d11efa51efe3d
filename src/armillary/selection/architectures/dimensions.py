"""Dimensions and masses of architectures: an arrangement with dimensions is a robot.

Link i is a straight round rod of length l_i, mass m_i and radius r from its joint to the next joint or to the tip:
    m_i = μ l_i by default,   centre of mass at l_i e_i / 2                                          (1)
    central inertia m r² / 2 about e_i, m (3 r² + l²) / 12 about the transverse axes                 (2)
The rod of a prismatic joint moves with the joint. q = 0 is the middle of its stroke, −stroke/2 ≤ q ≤ stroke/2; the
default stroke is the length of the rod. Revolute joints have no limits. The mass of a joint is fixed to its parent link
(a motor without rotor); the tip can carry a point mass. All candidates of a search have the same links, joints and
payload and differ only in their arrangement.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from armillary.description.robot import Frame, Joint, Limits, Link, Motor, Payload, Placement, Robot
from armillary.errors import ArgumentError
from armillary.files.arguments import floats, number, whole
from armillary.selection.architectures.arrangement import Architecture, unit

LEAST, MOST = 1e-9, 1e9  # accepted range of lengths and masses in SI units; beyond it squares and cubes overflow
TYPES = {"R": "revolute", "P": "prismatic"}


@dataclass(frozen=True)
class Dimensions:
    """Dimensions and masses of the links; one number stands for all links.

    Attributes:
        lengths: Link lengths [m].
        masses: Link masses [kg]; default: from `mass_per_length`.
        mass_per_length: Mass per length of the links [kg/m].
        radius: Radius of the links [m].
        stroke: Strokes of prismatic joints [m]; default: the link lengths.
        joint_mass: Mass of each joint [kg].
        payload: Point mass at the tip [kg].
        torque: Effort limit of revolute joints [N·m].
        force: Effort limit of prismatic joints [N].
        gravity: Gravity along −z [m/s²].

    Example:
        >>> Dimensions(lengths=0.5, mass_per_length=4).for_links(2).masses
        (2.0, 2.0)
    """

    lengths: float | Sequence[float] = 0.5
    masses: float | Sequence[float] | None = None
    mass_per_length: float = 4.0
    radius: float = 0.03
    stroke: float | Sequence[float] | None = None
    joint_mass: float = 0.0
    payload: float = 0.0
    torque: float = math.inf
    force: float = math.inf
    gravity: float = 9.81

    def for_links(self, n: int) -> LinkDimensions:
        """Return checked dimensions of n links, one entry per link."""
        n = whole("n", n, 1)
        lengths = _per_link("lengths", self.lengths, n, LEAST)
        density = number("mass_per_length", self.mass_per_length, 0.0, most=MOST)
        weights = tuple(density * length for length in lengths)  # (1)
        dimensions = LinkDimensions(
            lengths,
            weights if self.masses is None else _per_link("masses", self.masses, n),
            lengths if self.stroke is None else _per_link("stroke", self.stroke, n, LEAST),
            number("radius", self.radius, 0.0, most=MOST),
            number("joint_mass", self.joint_mass, 0.0, most=MOST),
            number("payload", self.payload, 0.0, most=MOST),
            _effort("torque", self.torque),
            _effort("force", self.force),
            number("gravity", self.gravity, 0.0, most=MOST),
        )
        if dimensions.masses[-1] == 0 and not dimensions.payload:
            hint = "the last joint would move nothing"
            raise ArgumentError("masses", "0 for the last link", "a mass at the tip", hint)
        return dimensions


@dataclass(frozen=True)
class LinkDimensions:
    """Checked dimensions of n links, one entry per link, in the units of `Dimensions`."""

    lengths: tuple[float, ...]
    masses: tuple[float, ...]
    strokes: tuple[float, ...]
    radius: float
    joint_mass: float
    payload: float
    torque: float
    force: float
    gravity: float

    def __str__(self) -> str:
        text = f"links {_list(self.lengths)} m, {_list(self.masses)} kg, round rods of radius {self.radius:g} m"
        text += f"; slides move {_list(self.strokes)} m about their middle"
        text += f"; joints of {self.joint_mass:g} kg" if self.joint_mass else ""
        text += f"; payload {self.payload:g} kg" if self.payload else ""
        return text + (f"; gravity {self.gravity:g} m/s² along −z" if self.gravity else "; no gravity")


def robot_of(architecture: Architecture, dims: LinkDimensions) -> Robot:
    """Return the robot of an arrangement, with the name of the arrangement and the end frame "tip"."""
    pieces = architecture.pieces
    ways = [length * unit(piece.link) for piece, length in zip(pieces, dims.lengths, strict=True)]
    bodies = ["base", *(f"link {i + 1}" for i in range(len(pieces)))]
    places = [np.zeros(3), *ways]
    links, joints, motors = [], [], []
    for i, piece in enumerate(pieces):
        mass, length, r = dims.masses[i], dims.lengths[i], dims.radius
        along, across = mass * r**2 / 2, mass * (3 * r**2 + length**2) / 12  # (2)
        inertia = np.diag(np.where(unit(piece.link) != 0, along, across)).tolist()
        links.append(Link(bodies[i + 1], mass, tuple((ways[i] / 2).tolist()), inertia))
        xyz = tuple(places[i].tolist())
        axis = tuple(unit(piece.axis).tolist())
        name = f"{piece.kind}{i + 1}"
        half = dims.strokes[i] / 2
        limits = Limits(effort=dims.torque) if piece.kind == "R" else Limits(-half, half, effort=dims.force)
        joints.append(
            Joint(name, TYPES[piece.kind], bodies[i], bodies[i + 1], Placement(xyz), axis, limits)  # type: ignore[arg-type]
        )
        if dims.joint_mass:
            motors.append(Motor(f"motor {i + 1}", name, bodies[i], dims.joint_mass, xyz))
    return Robot(
        name=architecture.name,
        links=tuple(links),
        joints=tuple(joints),
        motors=tuple(motors),
        payloads=(Payload("payload", bodies[-1], dims.payload, tuple(ways[-1].tolist())),) if dims.payload else (),
        frames=(Frame("tip", bodies[-1], Placement(tuple(ways[-1].tolist()))),),
        gravity=(0.0, 0.0, -dims.gravity),
        source=f"architecture {architecture.ascii}: {dims}",
    )


def _per_link(argument: str, values: Any, n: int, least: float = 0.0) -> tuple[float, ...]:
    """Return n numbers, one per link, from one number or n."""
    entries = [*values] if isinstance(values, (list, tuple)) else floats(argument, values, "numbers").ravel().tolist()
    if len(entries) not in (1, n):
        raise ArgumentError(argument, f"{len(entries)} numbers", f"one for all links, or {n}, one for each")
    checked = [number(argument, value, least, most=MOST) for value in entries]
    return tuple(checked * n if len(checked) == 1 else checked)


def _effort(argument: str, value: Any) -> float:
    """Return the greatest effort of a joint; infinite for no limit."""
    return math.inf if isinstance(value, float) and value == math.inf else number(argument, value, LEAST, most=MOST)


def _list(values: Sequence[float]) -> str:
    return f"{values[0]:g}" if len(set(values)) == 1 else ", ".join(f"{value:g}" for value in values)
