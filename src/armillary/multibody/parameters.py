"""The numbers of a robot that may stay free, by name: `elbow.friction.viscous`, `payload.mass`, `gravity.z`.

`known_parameters` lists them with their values; `multibody.numbers` looks names up. A model is built from `Numbers`:
the numbers of the robot, some of them replaced by other scalars.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from armillary.description.beam import Beam, Sublinks
from armillary.description.friction import FRICTIONLESS, Friction
from armillary.description.numbers import AXES, KINDS, TIP_LOAD, Place, place_of
from armillary.description.part import Part
from armillary.description.robot import COORDINATE_FIELDS, Joint, Link, Matrix, Motor, Payload, Robot, Vector
from armillary.description.winding import Winding
from armillary.files.quantity import Number, Quantity, declared, quantity_of
from armillary.spatial.scalar import Array, Scalar


class Key(NamedTuple):
    """Identity of a parameter: kind and name of its owner, and the field."""

    kind: str
    owner: str
    field: str


class Numbers:
    """The numbers that a model is built from: the robot's, except the `given` ones."""

    def __init__(self, given: Mapping[Key, Scalar]) -> None:
        self.given = given

    def __call__(self, kind: str, owner: str, field: str, value: Scalar) -> Scalar:
        """Return one number."""
        return self.given.get(Key(kind, owner, field), value) if self.given else value

    def vector(self, kind: str, owner: str, field: str, values: Vector) -> Array:
        """Return a vector, shape (3,)."""
        return np.array(
            [self(kind, owner, f"{field}.{axis}".lstrip("."), x) for axis, x in zip(AXES, values, strict=True)]
        )

    def tensor(self, kind: str, owner: str, field: str, rows: Matrix) -> Array:
        """Return a symmetric tensor, shape (3, 3)."""
        names = [[f"{field}.{''.join(sorted(a + b))}" for b in AXES] for a in AXES]
        return np.array([[self(kind, owner, names[i][j], rows[i][j]) for j in range(3)] for i in range(3)])

    def ratio(self, link: Link, field: str) -> Scalar:
        """Return the ratio of a number of a beam to the robot's value; 1 if the robot has none."""
        described = getattr(link.beam, field, None)
        return self("beam", link.name, field, described) / described if described and self.given else 1.0


def known_parameters(robot: Robot, motors: str, friction: bool) -> dict[str, tuple[Key, Number]]:
    """Return all parameters of a robot that may stay free, by name: links, payloads, motors, joints, beams, gravity.

    Names are those of `description.numbers`, whatever choices a model leaves parts out by.
    """
    owners = Counter(part.name for field in KINDS.values() for part in getattr(robot, field))
    known: dict[str, tuple[Key, Number]] = {}
    for key, value, quantity, meaning in _listed(robot, motors, friction):
        name = name_of(key)
        # Only parts with one name, and names with dots, may claim the same name; a look-up takes microseconds.
        shared = (owners[key.owner] != 1 and key.kind != "world") or "." in key.owner
        if shared and place_of(robot, name) != place_of_key(robot, key):
            name = f"{key.kind}.{name}"
        if quantity.lenient and not robot.strict:
            quantity = Quantity(quantity.dimension, says=quantity.says)
        elif quantity.infinite:  # an effect without a limit is no number of the code
            quantity = replace(quantity, infinite=False)
        known[name] = key, Number(name, float(value), quantity, quantity.unit(), meaning, "input")
    return known


def name_of(key: Key) -> str:
    """Return the name of a parameter, without the word for its kind."""
    return f"{key.owner}.{'beam.' if key.kind == 'beam' else ''}{key.field}"


def place_of_key(robot: Robot, key: Key) -> Place:
    """Return the place of a parameter in the robot."""
    place = place_of(robot, name_of(key), "link" if key.kind == "beam" else key.kind)
    assert place is not None  # every parameter is a number of the robot
    return place


_Row = tuple[Key, float, Quantity, str]


def _listed(robot: Robot, motors: str, friction: bool) -> Iterator[_Row]:
    """Yield key, value, quantity and meaning of each parameter. Effects that the robot lacks cannot become free."""
    for link in robot.links:
        if link.mass or not link.beam:
            yield from _numbers("link", link.name, link, f"of link {link.name!r}")
    for load in robot.payloads:
        for key, value, quantity, meaning in _numbers("payload", load.name, load, f"of payload {load.name!r}"):
            heavier = key.field == "mass" and np.any(load.inertia)
            yield key, value, quantity, f"{meaning}, its inertia in proportion" if heavier else meaning
    has_tip = len(robot.ends()) == 1 or any(frame.name == "tip" for frame in robot.frames)
    if has_tip and not robot.payloads:
        yield Key("payload", TIP_LOAD, "mass"), 0.0, quantity_of(Payload, "mass"), "point mass at the tip"
    for motor in robot.motors if motors != "none" else ():
        yield from _motor(motor, not robot.joint(motor.joint).form.slides, friction)
    for joint in robot.moving_joints():
        yield from _joint(joint, friction)
    for link in robot.links:
        if isinstance(link.beam, Beam):
            yield from _beam(link.name, link.beam, friction)
    for axis, value in zip(AXES, robot.gravity, strict=True):
        yield Key("world", "gravity", axis), value, quantity_of(Robot, "gravity"), f"gravity along {axis}"


def _numbers(
    kind: str, owner: str, part: Part, whose: str, *, prefix: str = "", turns: bool = True, without: Iterable[str] = ()
) -> Iterator[_Row]:
    """Yield the numbers of a part that may be free and that it has; vectors and tensors entry by entry."""
    key = type(part), turns
    if key not in _ENTRIES:
        _ENTRIES[key] = tuple(_entries(*key))
    for field, place, suffix, quantity, along in _ENTRIES[key]:
        value = getattr(part, field)
        if value is not None and field not in without:
            for index in place:
                value = value[index]
            yield Key(kind, owner, f"{prefix}{field}{suffix}"), value, quantity, f"{quantity.says} {whose}{along}"


_ENTRIES: dict[tuple[type, bool], tuple[tuple[str, tuple[int, ...], str, Quantity, str], ...]] = {}


def _entries(part: type, turns: bool) -> Iterator[tuple[str, tuple[int, ...], str, Quantity, str]]:
    """Yield field, place in it, suffix of the name, quantity and direction of every number that may be free."""
    for field in declared(part):
        if field.quantity is None or not field.quantity.free:
            continue
        quantity = field.quantity.at(turns)
        if field.type == Matrix:
            for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)):
                entry = replace(quantity, least=0.0) if i == j else quantity  # moments of inertia, and products
                yield field.name, (i, j), f".{AXES[i]}{AXES[j]}", entry, ""
        elif field.type == Vector:
            for k, axis in enumerate(AXES):
                yield field.name, (k,), f".{axis}", quantity, f" along {axis}"
        else:
            yield field.name, (), "", quantity, ""


def parameter_names(joint: Joint) -> tuple[str, ...]:
    """Return the name under which each coordinate of a joint has its parameters; a spherical joint may have one."""
    shared = joint.type == "spherical" and not joint.coordinates
    parts = ("",) * len(joint.form.v) if shared else joint.form.v
    return tuple(joint.form.label(joint.name, part) for part in parts)


def _joint(joint: Joint, friction: bool) -> Iterator[_Row]:
    several = zip(parameter_names(joint), joint.each(), joint.form.turns, range(len(joint.form.v)), strict=True)
    named = {name: (part, turns, joint.form.place(k) is not None) for name, part, turns, k in several}
    for name, (part, turns, sprung) in named.items():
        if friction:
            yield from _friction("joint", name, part.friction, turns)
        if sprung:
            yield from _numbers("joint", name, part, f"of joint {name!r}", turns=turns)
    turns, whose = not joint.form.slides, f"of joint {joint.name!r}"
    yield from _numbers("joint", joint.name, joint, whose, turns=turns, without=COORDINATE_FIELDS)


def _friction(kind: str, name: str, friction: Friction, turns: bool) -> Iterator[_Row]:
    without = ("bristle_damping",) if friction.bristle_stiffness is None else ()
    yield from _numbers(kind, name, friction, f"of {kind} {name!r}", prefix="friction.", turns=turns, without=without)


def _motor(motor: Motor, turns: bool, friction: bool) -> Iterator[_Row]:
    name, whose, gear, winding = motor.name, f"of motor {motor.name!r}", motor.gear, motor.winding
    yield from _numbers("motor", name, motor, whose)
    if gear is not None:
        without = set[str]()
        if not (gear.lossy and friction):
            without |= {"efficiency", "efficiency_back"}
        if not gear.elastic:
            without |= {"stiffness", "damping", "cubic", "backlash"}
        if not friction:
            without |= {"damping"}
        if not gear.backlash:
            without |= {"backlash"}
        yield from _numbers("motor", name, gear, f"of the gear {whose}", prefix="gear.", turns=turns, without=without)
    if winding is not None:
        numbers = {field.name: getattr(winding, field.name) for field in declared(Winding) if field.quantity}
        idle = [field for field, value in numbers.items() if not value or math.isinf(value)]
        yield from _numbers("motor", name, winding, f"of the winding {whose}", prefix="winding.", without=idle)
        if winding.heat is not None:
            yield from _numbers("motor", name, winding.heat, whose, prefix="winding.heat.")
    if friction and motor.friction != FRICTIONLESS:
        yield from _friction("motor", name, motor.friction, turns=True)


def _beam(name: str, beam: Beam, friction: bool) -> Iterator[_Row]:
    whose = f"of the beam of link {name!r}"
    yield from _numbers("beam", name, beam, whose, without=() if beam.freedoms else ("E", "G"))
    ratios: tuple[float, ...] = ()
    if beam.modes:
        ratios = beam.modes.damping
    elif beam.sublinks:
        ratios = (beam.sublinks.damping,)
    if beam.freedoms and friction and len(ratios) == 1:
        damping = quantity_of(Sublinks, "damping")
        yield Key("beam", name, "damping"), ratios[0], damping, f"{damping.says} {whose}"
