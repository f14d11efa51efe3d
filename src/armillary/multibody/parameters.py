"""The numbers of a robot that may stay free, by name: `elbow.friction.viscous`, `payload.mass`, `gravity.z`.

`known_parameters` lists them with their values. A model is built from `Numbers`: the numbers of the robot, some of them
replaced by other scalars. Where a link, payload or motor would give two parameters the same name, the later one has its
kind before it, as in `motor.elbow.mass`.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from armillary.description.beam import Beam
from armillary.description.friction import FRICTIONLESS
from armillary.description.gear import Gear
from armillary.description.robot import Coordinate, Friction, Joint, Link, Matrix, Robot, Vector
from armillary.description.winding import Winding
from armillary.errors import ArgumentError
from armillary.files.words import is_listed, shortened
from armillary.spatial.scalar import Array, Scalar

AXES = "xyz"
TIP_LOAD = "payload"
"""Name of the point mass at the tip of a robot without payloads, and alias of an only payload."""


class Key(NamedTuple):
    """Identity of a parameter: kind and name of its owner, and the field."""

    kind: str
    owner: str
    field: str


@dataclass(frozen=True)
class Parameter:
    """A number of a robot that may stay free: name, value, unit and meaning."""

    name: str
    value: float
    unit: str
    meaning: str


class Numbers:
    """The numbers that a model is built from: the robot's, except the `given` ones."""

    def __init__(self, given: Mapping[Key, Scalar]) -> None:
        self.given = given

    def __call__(self, kind: str, owner: str, field: str, own: Scalar) -> Scalar:
        """Return one number."""
        return self.given.get(Key(kind, owner, field), own) if self.given else own

    def vector(self, kind: str, owner: str, field: str, own: Vector) -> Array:
        """Return a vector, shape (3,)."""
        return np.array(
            [self(kind, owner, f"{field}.{axis}".lstrip("."), x) for axis, x in zip(AXES, own, strict=True)]
        )

    def tensor(self, kind: str, owner: str, field: str, own: Matrix) -> Array:
        """Return a symmetric tensor, shape (3, 3)."""
        names = [[f"{field}.{''.join(sorted(a + b))}" for b in AXES] for a in AXES]
        return np.array([[self(kind, owner, names[i][j], own[i][j]) for j in range(3)] for i in range(3)])

    def ratio(self, link: Link, field: str) -> Scalar:
        """Return the ratio of a number of a beam to the robot's value; 1 if the robot has none."""
        own = getattr(link.beam, field, None)
        return self("beam", link.name, field, own) / own if own and self.given else 1.0


def known_parameters(robot: Robot, motors: str, friction: bool) -> dict[str, tuple[Key, Parameter]]:
    """Return all parameters of a robot that may stay free, by name: links, payloads, motors, joints, beams, gravity."""
    found: dict[str, tuple[Key, Parameter]] = {}
    for key, value, unit, meaning in _listed(robot, motors, friction):
        middle = "beam." if key.kind == "beam" else ""
        name = f"{key.owner}.{middle}{key.field}"
        name = name if name not in found else f"{key.kind}.{name}"
        found[name] = key, Parameter(name, float(value), unit, meaning)
    return found


def resolve(robot: Robot, motors: str, friction: bool, free: Sequence[str]) -> dict[str, tuple[Key, Parameter]]:
    """Return the parameters of these names, in their order.

    Raises:
        ArgumentError: A name is unknown, or given twice.
    """
    if isinstance(free, str) or not is_listed(free):
        raise ArgumentError("free", shortened(free), 'a list of names, such as ["payload.mass"]')
    known = known_parameters(robot, motors, friction) if len(free) else {}
    found: dict[str, tuple[Key, Parameter]] = {}
    for name in free:
        own = name
        if name not in known and len(robot.payloads) == 1 and name.startswith(f"{TIP_LOAD}."):
            own = f"{robot.payloads[0].name}{name.removeprefix(TIP_LOAD)}"
        if own not in known:
            near = difflib.get_close_matches(name, known, n=3, cutoff=0.4)
            hint = f"did you mean {' or '.join(near)}?" if near else "arm.model(robot).parameters() lists them"
            if name == f"{TIP_LOAD}.mass" and not robot.payloads:
                hint = "a robot with several ends needs a [[payload]] or a [[frame]] named tip"
            raise ArgumentError("free", shortened(name), "the name of a parameter of this model", hint)
        key, parameter = known[own]
        if key in (other for other, _ in found.values()):
            raise ArgumentError("free", f"{name!r} twice", "each parameter once")
        found[name] = key, Parameter(name, parameter.value, parameter.unit, parameter.meaning)
    return found


_Row = tuple[Key, float, str, str]


def _listed(robot: Robot, motors: str, friction: bool) -> Iterator[_Row]:
    for link in robot.links:
        if link.mass or not link.beam:
            yield Key("link", link.name, "mass"), link.mass, "kg", f"mass of link {link.name!r}"
            yield from _vector("link", link.name, "com", link.com, "m", "centre of mass")
            for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)):
                key = Key("link", link.name, f"inertia.{AXES[i]}{AXES[j]}")
                yield key, link.inertia[i][j], "kg·m²", f"inertia of link {link.name!r} at its centre of mass"
    for load in robot.payloads:
        what = f"mass of payload {load.name!r}" + (", its inertia in proportion" if np.any(load.inertia) else "")
        yield Key("payload", load.name, "mass"), load.mass, "kg", what
        yield from _vector("payload", load.name, "com", load.com, "m", "centre of mass")
    has_tip = len(robot.ends()) == 1 or any(frame.name == "tip" for frame in robot.frames)
    if has_tip and not robot.payloads:
        yield Key("payload", TIP_LOAD, "mass"), 0.0, "kg", "point mass at the tip"
    for motor in robot.motors if motors != "none" else ():
        yield Key("motor", motor.name, "mass"), motor.mass, "kg", f"mass of motor {motor.name!r}"
        yield Key("motor", motor.name, "rotor_inertia"), motor.rotor_inertia, "kg·m²", f"rotor of motor {motor.name!r}"
        yield Key("motor", motor.name, "ratio"), motor.ratio, "", f"gear ratio of motor {motor.name!r}"
        if motor.gear is not None and motor.gear.lossy and friction:
            for field in ("efficiency", "efficiency_back"):
                text = f"{field.replace('_', ' ')} of the gear of motor {motor.name!r}"
                yield Key("motor", motor.name, f"gear.{field}"), getattr(motor.gear, field), "", text
        if motor.gear is not None and motor.gear.elastic:
            yield from _gear(motor.name, motor.gear, robot.joint(motor.joint).type != "prismatic", friction)
        if motor.winding is not None:
            yield from _winding(motor.name, motor.winding)
        if friction and motor.friction != FRICTIONLESS:
            for field, value, unit, text in _friction(motor.friction, "N·m", "rad"):
                yield Key("motor", motor.name, field), value, unit, f"{text} motor {motor.name!r}"
    for joint in robot.moving_joints():
        yield from _joint(joint, friction)
    for link in robot.links:
        if isinstance(link.beam, Beam):
            yield from _beam(link.name, link.beam, friction)
    yield from _vector("world", "gravity", "", robot.gravity, "m/s²", "gravity")


def _vector(kind: str, name: str, field: str, values: Vector, unit: str, what: str) -> Iterator[_Row]:
    for axis, value in zip(AXES, values, strict=True):
        whose = f"{what} of {kind} {name!r}" if field else what
        yield Key(kind, name, f"{field}.{axis}".lstrip(".")), value, unit, f"{whose} along {axis}"


def parameter_names(joint: Joint) -> tuple[str, ...]:
    """Return the name under which each coordinate of a joint has its parameters; a spherical joint may have one."""
    shared = joint.type == "spherical" and not joint.coordinates
    parts = ("",) * len(joint.form.v) if shared else joint.form.v
    return tuple(joint.form.label(joint.name, part) for part in parts)


def _joint(joint: Joint, friction: bool) -> Iterator[_Row]:
    several = zip(parameter_names(joint), joint.each(), joint.form.turns, range(len(joint.form.v)), strict=True)
    named = {name: (part, turns, joint.form.place(k) is not None) for name, part, turns, k in several}
    for name, (part, turns, sprung) in named.items():
        yield from _coordinate(name, part, turns, friction, sprung)


def _coordinate(name: str, part: Coordinate, turns: bool, friction: bool, sprung: bool) -> Iterator[_Row]:
    effort, place = ("N·m", "rad") if turns else ("N", "m")
    rows = []
    if friction:
        rows += _friction(part.friction, effort, place)
    if sprung:
        rows += [("stiffness", part.stiffness, f"{effort}/{place}", "stiffness of the spring at")]
        rows += [("rest", part.rest, place, "rest of the spring at")]
    for field, value, unit, meaning in rows:
        yield Key("joint", name, field), value, unit, f"{meaning} joint {name!r}"


def _friction(own: Friction, effort: str, place: str) -> list[tuple[str, float, str, str]]:
    """Return field, value, unit and meaning of the numbers of friction that the robot gives."""
    rate, stiffness = f"{effort}·s/{place}", f"{effort}/{place}"
    rows = [
        ("viscous", own.viscous, rate, "viscous friction of"),
        ("coulomb", own.coulomb, effort, "dry friction of"),
        ("coulomb_negative", own.coulomb_negative, effort, "dry friction at negative rates of"),
        ("static", own.static, effort, "dry friction at rest of"),
        ("static_negative", own.static_negative, effort, "dry friction at rest towards negative rates of"),
        ("stribeck_velocity", own.stribeck_velocity, f"{place}/s", "Stribeck velocity of"),
        ("smooth_velocity", own.smooth_velocity, f"{place}/s", "velocity of the smooth friction of"),
        ("bristle_stiffness", own.bristle_stiffness, stiffness, "stiffness of the bristles of"),
        ("bristle_damping", own.bristle_damping if own.bristle_stiffness else None, rate, "damping of the bristles of"),
        ("factor", own.factor, "", "factor of the friction of"),
    ]
    return [(f"friction.{field}", value, unit, text) for field, value, unit, text in rows if value is not None]


def _gear(name: str, gear: Gear, turns: bool, friction: bool) -> Iterator[_Row]:
    effort, place = ("N·m", "rad") if turns else ("N", "m")
    rows = [("stiffness", gear.stiffness, f"{effort}/{place}"), ("cubic", gear.cubic, f"{effort}/{place}³")]
    rows += [("damping", gear.damping, f"{effort}·s/{place}")] if friction else []
    rows += [("backlash", gear.backlash, place)] if gear.backlash else []
    for field, value, unit in rows:
        what = "cubic stiffness" if field == "cubic" else field
        yield Key("motor", name, f"gear.{field}"), value, unit, f"{what} of the gear of motor {name!r}"


WINDING = {
    "torque_constant": "N·m/A",
    "resistance": "Ω",
    "inductance": "H",
    "current": "A",
    "voltage": "V",
    "bandwidth": "rad/s",
    "cogging": "N·m",
}
HEAT = {
    "resistance": "K/W",
    "capacity": "J/K",
    "housing_resistance": "K/W",
    "housing_capacity": "J/K",
    "ambient": "K",
    "coefficient": "1/K",
}
"""Numbers of windings and of their heat that may stay free, with their units."""


def _winding(name: str, own: Winding) -> Iterator[_Row]:
    """Yield the numbers of a winding that the robot gives. Effects and limits that it does not have cannot be free."""
    for prefix, part, units in (("winding", own, WINDING), ("winding.heat", own.heat, HEAT)):
        for field, unit in units.items() if part is not None else ():
            value = getattr(part, field)
            if value is not None and math.isfinite(value) and (value or field == "coefficient"):
                what = field.replace("_", " ") + (" (heat)" if part is own.heat else "")
                yield Key("motor", name, f"{prefix}.{field}"), value, unit, f"{what} of the winding of motor {name!r}"


def _beam(name: str, beam: Beam, friction: bool) -> Iterator[_Row]:
    rows = [("density", beam.density, "kg/m³", "density")]
    if beam.freedoms:
        rows += [("E", beam.E, "Pa", "Young's modulus")]
        rows += [("G", beam.G, "Pa", "shear modulus")] if beam.G is not None else []
        ratios = beam.modes.damping if beam.modes else (beam.sublinks.damping,) if beam.sublinks else ()
        rows += [("damping", ratios[0], "", "damping ratio")] if friction and len(ratios) == 1 else []
    for field, value, unit, meaning in rows:
        yield Key("beam", name, field), value, unit, f"{meaning} of the beam of link {name!r}"
