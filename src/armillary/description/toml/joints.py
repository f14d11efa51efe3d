"""Joints in a robot file: limits, friction, spring and coupling, and the coordinates of joints that have several.

Limits, friction and spring have the dimensions of a rotation or of a translation. The type of the joint decides which
table applies.
"""

from __future__ import annotations

import math
from typing import Annotated, Any

from pydantic import Discriminator, Tag

from armillary.description import robot as described
from armillary.description.joint_types import FORMS, JointType
from armillary.description.robot import Coordinate
from armillary.description.toml.placed import Direction, PartTable, Placed
from armillary.files.fields import (
    Name,
    Number,
    Table,
    excludes,
    quantity,
    several,
    typed,
)
from armillary.files.units import parse_quantity


class RotaryStop(PartTable):
    """End stop of a rotation [N·m/rad, N·m·s/rad, rad]."""

    part = described.Stop
    stiffness: Annotated[float, quantity("rotary stiffness")] | None = None
    damping: Annotated[float, quantity("rotary friction")] = 0.0
    transition: Annotated[float, quantity("angle")] = described.Stop.transition
    restitution: Annotated[Number | None, excludes("stiffness")] = None


class SlidingStop(PartTable):
    """End stop of a translation [N/m, N·s/m, m]."""

    part = described.Stop
    stiffness: Annotated[float, quantity("linear stiffness")] | None = None
    damping: Annotated[float, quantity("linear friction")] = 0.0
    transition: Annotated[float, quantity("length")] = described.Stop.transition
    restitution: Annotated[Number | None, excludes("stiffness")] = None


class RotaryLimits(PartTable):
    """Bounds of a rotation [rad, rad/s, N·m]; a missing bound is infinite."""

    part = described.Limits
    lower: Annotated[float, quantity("angle", infinite=True)] = -math.inf
    upper: Annotated[float, quantity("angle", infinite=True)] = math.inf
    velocity: Annotated[float, quantity("angular speed", infinite=True)] = math.inf
    effort: Annotated[float, quantity("torque", infinite=True)] = math.inf
    stop: RotaryStop | None = None


class SlidingLimits(PartTable):
    """Bounds of a translation [m, m/s, N]; a missing bound is infinite."""

    part = described.Limits
    lower: Annotated[float, quantity("length", infinite=True)] = -math.inf
    upper: Annotated[float, quantity("length", infinite=True)] = math.inf
    velocity: Annotated[float, quantity("speed", infinite=True)] = math.inf
    effort: Annotated[float, quantity("force", infinite=True)] = math.inf
    stop: SlidingStop | None = None


class RotaryFriction(PartTable):
    """Friction of a rotation [N·m·s/rad, N·m, rad/s, N·m/rad]."""

    part = described.Friction
    viscous: Annotated[float, quantity("rotary friction")] = 0.0
    coulomb: Annotated[float, quantity("torque")] = 0.0
    coulomb_negative: Annotated[float, quantity("torque")] | None = None
    static: Annotated[float, quantity("torque")] | None = None
    static_negative: Annotated[float, quantity("torque")] | None = None
    stribeck_velocity: Annotated[float, quantity("angular speed")] | None = None
    smooth_velocity: Annotated[float, quantity("angular speed")] | None = None
    stribeck_exponent: Number = 2.0
    bristle_stiffness: Annotated[float, quantity("rotary stiffness")] | None = None
    bristle_damping: Annotated[float, quantity("rotary friction")] = 0.0
    factor: Number = 1.0


class SlidingFriction(PartTable):
    """Friction of a translation [N·s/m, N, m/s, N/m]."""

    part = described.Friction
    viscous: Annotated[float, quantity("linear friction")] = 0.0
    coulomb: Annotated[float, quantity("force")] = 0.0
    coulomb_negative: Annotated[float, quantity("force")] | None = None
    static: Annotated[float, quantity("force")] | None = None
    static_negative: Annotated[float, quantity("force")] | None = None
    stribeck_velocity: Annotated[float, quantity("speed")] | None = None
    smooth_velocity: Annotated[float, quantity("speed")] | None = None
    stribeck_exponent: Number = 2.0
    bristle_stiffness: Annotated[float, quantity("linear stiffness")] | None = None
    bristle_damping: Annotated[float, quantity("linear friction")] = 0.0
    factor: Number = 1.0


class RotarySpring(Table):
    """Stiffness [N·m/rad] and rest angle [rad] of a torsion spring."""

    stiffness: Annotated[float, quantity("rotary stiffness")]
    rest: Annotated[float, quantity("angle")] = 0.0


class SlidingSpring(Table):
    """Stiffness [N/m] and rest position [m] of a spring."""

    stiffness: Annotated[float, quantity("linear stiffness")]
    rest: Annotated[float, quantity("length")] = 0.0


Ratio = Annotated[float | str, typed((int, float, str), "a number, or a text with a unit such as '2 mm/rev'")]


class Couple(Table):
    """The joint that another joint follows: ratio and offset, or a polynomial in SI units.

    The unit of a ratio depends on both joints: it is read when both are known.
    """

    joint: str
    polynomial: Annotated[tuple[Number, ...], several("[0, 2, 0.1]")] | None = None
    ratio: Annotated[Ratio | None, excludes("polynomial")] = None
    offset: Any = None

    def coupling(self, slides: bool, leader_slides: bool) -> described.Coupling:
        """Return the coupling of a joint to its leader; raises `ArgumentError` for the unit of the ratio."""
        if self.polynomial is not None:
            return described.Coupling(self.joint, self.polynomial)
        dimension = {(False, True): "turn per length", (True, False): "length per turn"}.get((slides, leader_slides))
        ratio = 1.0 if self.ratio is None else parse_quantity(self.ratio, dimension or "number", field="ratio")
        return described.Coupling.linear(self.joint, ratio, self.offset or 0.0)


class RotaryCouple(Couple):
    """The joint that a turning joint follows."""

    offset: Annotated[Annotated[float, quantity("angle")] | None, excludes("polynomial")] = None


class SlidingCouple(Couple):
    """The joint that a sliding joint follows."""

    offset: Annotated[Annotated[float, quantity("length")] | None, excludes("polynomial")] = None


class JointTable(Placed):
    """A [[joint]] of unknown type, whose limits, friction and spring have no known units."""

    part = described.Joint
    name: Name
    type: JointType
    parent: str
    child: str
    node: str | None = None
    axis: Direction | None = None
    second_axis: Direction | None = None
    pitch: Annotated[float, quantity("length per turn")] = 0.0
    limits: Any = None
    friction: Any = None
    spring: Any = None
    couple: Any = None

    def values(self) -> dict[str, Any]:
        """Return the arguments of the joint; joints with several coordinates have a table for each."""
        own = super().values() | _passive(self) | {"couple": None}
        parts = [getattr(self, name, None) for name in FORMS[self.type].v]
        built = tuple(Coordinate() if part is None else part.build() for part in parts)
        return own | {"coordinates": built if any(part is not None for part in parts) else ()}


def _passive(table: Any) -> dict[str, Any]:
    """Return limits, friction and spring of a table as arguments of its part."""
    built = {"limits": table.limits, "friction": table.friction}
    parts = {name: each.build() for name, each in built.items() if each is not None}
    spring = {} if table.spring is None else table.spring.model_dump()
    return {"limits": described.Limits(), "friction": described.Friction(), **parts, **spring}


class RotaryJoint(JointTable):
    """A [[joint]] that turns, or is fixed."""

    limits: RotaryLimits | None = None
    friction: RotaryFriction | None = None
    spring: RotarySpring | None = None
    couple: RotaryCouple | None = None


class SlidingJoint(JointTable):
    """A [[joint]] that slides."""

    limits: SlidingLimits | None = None
    friction: SlidingFriction | None = None
    spring: SlidingSpring | None = None
    couple: SlidingCouple | None = None


class Rotation(PartTable):
    """A coordinate of a joint that is an angle."""

    part = Coordinate
    limits: RotaryLimits | None = None
    friction: RotaryFriction | None = None
    spring: RotarySpring | None = None

    def values(self) -> dict[str, Any]:
        """Return the arguments of the coordinate."""
        return _passive(self)


class Translation(PartTable):
    """A coordinate of a joint that is a displacement."""

    part = Coordinate
    limits: SlidingLimits | None = None
    friction: SlidingFriction | None = None
    spring: SlidingSpring | None = None

    def values(self) -> dict[str, Any]:
        """Return the arguments of the coordinate."""
        return _passive(self)


class CylindricalJoint(RotaryJoint):
    """A [[joint]] that turns about an axis and slides along it."""

    angle: Rotation | None = None
    slide: Translation | None = None


class UniversalJoint(RotaryJoint):
    """A [[joint]] that turns about two axes at a right angle."""

    first: Rotation | None = None
    second: Rotation | None = None


class PlanarJoint(RotaryJoint):
    """A [[joint]] that moves and turns in a plane."""

    x: Translation | None = None
    y: Translation | None = None
    angle: Rotation | None = None


class SphericalJoint(RotaryJoint):
    """A [[joint]] that turns about three axes."""

    x: Rotation | None = None
    y: Rotation | None = None
    z: Rotation | None = None


class FloatingJoint(RotaryJoint):
    """A [[joint]] that leaves its child free."""

    x: Translation | None = None
    y: Translation | None = None
    z: Translation | None = None
    wx: Rotation | None = None
    wy: Rotation | None = None
    wz: Rotation | None = None


_TAGS = {"prismatic": "sliding"} | {name: name for name, form in FORMS.items() if len(form.v) > 1}


def _movement(value: Any) -> str:
    kind = value.get("type") if isinstance(value, dict) else None
    return _TAGS.get(kind, "rotary") if isinstance(kind, str) and kind in FORMS else "untyped"


Joint = Annotated[
    Annotated[RotaryJoint, Tag("rotary")]
    | Annotated[SlidingJoint, Tag("sliding")]
    | Annotated[CylindricalJoint, Tag("cylindrical")]
    | Annotated[UniversalJoint, Tag("universal")]
    | Annotated[PlanarJoint, Tag("planar")]
    | Annotated[SphericalJoint, Tag("spherical")]
    | Annotated[FloatingJoint, Tag("floating")]
    | Annotated[JointTable, Tag("untyped")],
    Discriminator(_movement),
]
