"""Dimensions and masses that turn an arrangement into a robot, the same for all that are compared.

Link i is a straight round rod of length l_i, mass m_i and radius r from its joint to the next, or to the tip:
    m_i = μ l_i unless given,   centre of mass at l_i e_i / 2                                        (1)
    inertia there: m r² / 2 about e_i, m (3 r² + l²) / 12 across                                     (2)
The rod of a slide moves with it; q = 0 is the middle of the stroke, −stroke/2 ≤ q ≤ stroke/2, and its stroke is its
own length unless given. Turning joints have no limits. A joint may have a mass of its own, at its place on the link
before it (a motor that does not turn), and the tip a payload, a point. So candidates have the same links, joints and
payload and differ in how they are put together alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from armillary.description.robot import Frame, Joint, Limits, Link, Motor, Payload, Placement, Robot
from armillary.errors import ArgumentError
from armillary.selection.architectures.arrangement import Architecture, Piece, unit

LEAST, MOST = 1e-9, 1e9
"""Numbers in SI units beyond which nothing is a robot, and squares and cubes of which leave the range of floats."""
TYPES = {"R": "revolute", "P": "prismatic"}


@dataclass(frozen=True)
class Dimensions:
    """Lengths and strokes [m] and masses [kg] of links 1 … n, radius [m], effort limits [N·m], [N], gravity [m/s²]."""

    lengths: tuple[float, ...]
    masses: tuple[float, ...]
    strokes: tuple[float, ...]
    radius: float
    joint_mass: float
    payload: float
    torque: float
    force: float
    gravity: float

    def says(self) -> str:
        """Return the dimensions in words."""
        text = f"links {_list(self.lengths)} m, {_list(self.masses)} kg, round rods of radius {self.radius:g} m"
        text += f"; slides move {_list(self.strokes)} m about their middle"
        text += f"; joints of {self.joint_mass:g} kg" if self.joint_mass else ""
        text += f"; payload {self.payload:g} kg" if self.payload else ""
        return text + (f"; gravity {self.gravity:g} m/s² along −z" if self.gravity else "; no gravity")


def dimensions(
    n: int,
    lengths: float | Sequence[float] = 0.5,
    masses: float | Sequence[float] | None = None,
    mass_per_length: float = 4.0,
    radius: float = 0.03,
    stroke: float | Sequence[float] | None = None,
    joint_mass: float = 0.0,
    payload: float = 0.0,
    torque: float = math.inf,
    force: float = math.inf,
    gravity: float = 9.81,
) -> Dimensions:
    """Return checked dimensions of n links; one number stands for all links.

    Example:
        >>> dimensions(2, lengths=0.5, mass_per_length=4).masses
        (2.0, 2.0)
    """
    own = _several("lengths", lengths, n, positive=True)
    density = _number("mass_per_length", mass_per_length)
    given = tuple(density * length for length in own) if masses is None else _several("masses", masses, n)  # (1)
    strokes = own if stroke is None else _several("stroke", stroke, n, positive=True)
    found = Dimensions(
        own,
        given,
        strokes,
        _number("radius", radius),
        _number("joint_mass", joint_mass),
        _number("payload", payload),
        _number("torque", torque, positive=True, infinite=True),
        _number("force", force, positive=True, infinite=True),
        _number("gravity", gravity),
    )
    if found.masses[-1] == 0 and not found.payload:
        raise ArgumentError("masses", "0 for the last link", "a mass at the tip", "the last joint would move nothing")
    return found


def robot_of(architecture: Architecture, dims: Dimensions) -> Robot:
    """Return the robot of an arrangement; its frame is "tip", its name that of the arrangement."""
    pieces = architecture.pieces
    ways = [length * unit(piece.link) for piece, length in zip(pieces, dims.lengths, strict=True)]
    bodies = ["base", *(f"link {i + 1}" for i in range(len(pieces)))]
    places = [np.zeros(3), *ways]
    joints, motors = [], []
    for i, piece in enumerate(pieces):
        xyz = tuple(places[i].tolist())
        axis = tuple(unit(piece.axis).tolist())
        name = f"{piece.kind}{i + 1}"
        limits = _limits(piece, dims.strokes[i], dims)
        joints.append(
            Joint(name, TYPES[piece.kind], bodies[i], bodies[i + 1], Placement(xyz), axis, limits)  # type: ignore[arg-type]
        )
        if dims.joint_mass:
            motors.append(Motor(f"motor {i + 1}", name, bodies[i], dims.joint_mass, xyz))
    return Robot(
        name=architecture.name,
        links=tuple(_rod(bodies[i + 1], piece, dims, i) for i, piece in enumerate(pieces)),
        joints=tuple(joints),
        motors=tuple(motors),
        payloads=(Payload("payload", bodies[-1], dims.payload, tuple(ways[-1].tolist())),) if dims.payload else (),
        frames=(Frame("tip", bodies[-1], Placement(tuple(ways[-1].tolist()))),),
        gravity=(0.0, 0.0, -dims.gravity),
        source=f"architecture {architecture.ascii}: {dims.says()}",
    )


def _rod(name: str, piece: Piece, dims: Dimensions, i: int) -> Link:
    mass, length, r = dims.masses[i], dims.lengths[i], dims.radius
    along, across = mass * r**2 / 2, mass * (3 * r**2 + length**2) / 12  # (2)
    e = unit(piece.link)
    inertia = np.diag(np.where(e != 0, along, across)).tolist()
    return Link(name, mass, tuple((length / 2 * e).tolist()), inertia)


def _limits(piece: Piece, stroke: float, dims: Dimensions) -> Limits:
    if piece.kind == "R":
        return Limits(effort=dims.torque)
    return Limits(-stroke / 2, stroke / 2, effort=dims.force)


def _several(argument: str, values: Any, n: int, positive: bool = False) -> tuple[float, ...]:
    """Return a number for each of n links, out of one or n of them."""
    given = [values] if np.ndim(values) == 0 else list(values)
    if len(given) not in (1, n):
        raise ArgumentError(argument, f"{len(given)} numbers", f"one for all links, or {n}, one for each")
    checked = [_number(argument, value, positive) for value in given]
    return tuple(checked * n if len(checked) == 1 else checked)


def _number(argument: str, value: Any, positive: bool = False, infinite: bool = False) -> float:
    number = isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
    least = LEAST if positive else 0.0
    if not number or not (least <= value <= MOST or (infinite and value == math.inf)):
        kind = f"a number above zero, at least {LEAST:g}" if positive else "a finite number of zero or more"
        raise ArgumentError(argument, repr(value)[:60], f"{kind}, at most {MOST:g}")
    return float(value)


def _list(values: Sequence[float]) -> str:
    return f"{values[0]:g}" if len(set(values)) == 1 else ", ".join(f"{value:g}" for value in values)
