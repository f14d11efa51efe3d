"""Tables of a robot file: their fields with dimensions, and the parts of a robot that they make.

Limits, friction and spring of a joint have the dimensions of a rotation or of a translation. The type of the joint
decides which table applies.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BeforeValidator, Discriminator, Field, Tag, ValidationInfo, field_validator, model_validator

from armillary.description import robot as described
from armillary.description.bases import FREE, WORLD, unused
from armillary.description.joint_types import FORMS, JointType
from armillary.description.mesh_paths import is_file, missing
from armillary.description.robot import NO_INERTIA, ORIGIN, Coordinate, Robot, VisualShape
from armillary.description.toml.beams import Beam, Modal
from armillary.description.toml.bodies import Body, Inertia
from armillary.description.toml.configurations import ConfigurationTable, configurations_of
from armillary.description.toml.placed import Direction, Gravity, PartTable, Placed, Position, Row, built
from armillary.errors import ArgumentError, DescriptionError, Problem
from armillary.files.fields import (
    Extent,
    Flag,
    Mass,
    Moment,
    Name,
    Number,
    Table,
    excludes,
    listed,
    problem,
    quantity,
    several,
    typed,
)
from armillary.files.units import parse_quantity


class Link(Body):
    """A [[link]]: a rigid body, or a beam or modal data with an optional rigid hub at the root."""

    part = described.Link
    beam: Beam | None = None
    modal: Annotated[Modal | None, excludes("beam")] = None

    @model_validator(mode="before")
    @classmethod
    def _hub(cls, data: Any) -> Any:
        """Give a flexible link without a hub the mass 0."""
        if isinstance(data, dict) and data.keys() & {"beam", "modal"} and not data.keys() & {"mass", "shape"}:
            return {**data, "mass": 0.0}
        return data

    def values(self) -> dict[str, Any]:
        """Return the arguments of the link."""
        flexible = self.beam or self.modal
        return super().values() | {"beam": flexible.build() if flexible else None}


class Payload(Body):
    """A [[payload]]."""

    part = described.Payload
    link: str
    node: str | None = None


class RotaryLimits(PartTable):
    """Bounds of a rotation [rad, rad/s, N·m]; a missing bound is infinite."""

    part = described.Limits
    lower: Annotated[float, quantity("angle", infinite=True)] = -math.inf
    upper: Annotated[float, quantity("angle", infinite=True)] = math.inf
    velocity: Annotated[float, quantity("angular speed", infinite=True)] = math.inf
    effort: Annotated[float, quantity("torque", infinite=True)] = math.inf


class SlidingLimits(PartTable):
    """Bounds of a translation [m, m/s, N]; a missing bound is infinite."""

    part = described.Limits
    lower: Annotated[float, quantity("length", infinite=True)] = -math.inf
    upper: Annotated[float, quantity("length", infinite=True)] = math.inf
    velocity: Annotated[float, quantity("speed", infinite=True)] = math.inf
    effort: Annotated[float, quantity("force", infinite=True)] = math.inf


class RotaryFriction(Table):
    """Friction of a rotation [N·m·s/rad, N·m]."""

    viscous: Annotated[float, quantity("rotary friction")] = 0.0
    coulomb: Annotated[float, quantity("torque")] = 0.0
    coulomb_negative: Annotated[float, quantity("torque")] | None = None


class SlidingFriction(Table):
    """Friction of a translation [N·s/m, N]."""

    viscous: Annotated[float, quantity("linear friction")] = 0.0
    coulomb: Annotated[float, quantity("force")] = 0.0
    coulomb_negative: Annotated[float, quantity("force")] | None = None


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
    friction, spring = ({} if each is None else each.model_dump() for each in (table.friction, table.spring))
    return {"limits": described.Limits() if table.limits is None else table.limits.build(), **friction, **spring}


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


class Motor(PartTable):
    """A [[motor]]."""

    part = described.Motor
    name: Name
    joint: str
    carrier: str
    node: str | None = None
    mass: Mass = 0.0
    position: Position = ORIGIN
    stator_inertia: Inertia = NO_INERTIA
    rotor_inertia: Moment = 0.0
    ratio: Number = 1.0
    axis: Direction | None = None


class Frame(Placed):
    """A [[frame]]."""

    part = described.Frame
    name: Name
    link: str
    node: str | None = None


VISUAL_FIELDS: dict[str, tuple[str, ...]] = {
    "mesh": ("file",),
    "box": ("size",),
    "cylinder": ("radius", "length"),
    "sphere": ("radius",),
}
"""Required fields of each shape; fields of the others are refused."""
_VISUAL_NEEDED = dict.fromkeys(name for names in VISUAL_FIELDS.values() for name in names)


class Visual(Placed):
    """A [[visual]]: a simple shape or a mesh file on a link, or on a node of it."""

    part = described.Visual
    link: str
    node: str | None = None
    shape: VisualShape
    size: Annotated[tuple[Extent, Extent, Extent], listed(3, "[0.1, 0.1, '5 cm']")] | None = Field(
        default=None, validate_default=True
    )
    radius: Extent | None = Field(default=None, validate_default=True)
    length: Extent | None = Field(default=None, validate_default=True)
    file: str | None = Field(default=None, validate_default=True)
    scale: Row = (1.0, 1.0, 1.0)
    colour: Annotated[tuple[Number, Number, Number], listed(3, "[0.8, 0.2, 0.1]")] | None = None

    @field_validator(*_VISUAL_NEEDED)
    @classmethod
    def _of_shape(cls, value: Any, info: ValidationInfo) -> Any:
        shape, name = info.data.get("shape"), str(info.field_name)
        if shape is None:  # reported at `shape`
            return value
        if name in VISUAL_FIELDS[shape] and value in (None, ""):
            raise problem("the field is missing", f"{name} = … of a {shape}")
        if name not in VISUAL_FIELDS[shape] and value is not None:
            raise problem(f"{name!r} is not a field of a {shape}", f"{', '.join(VISUAL_FIELDS[shape])} there")
        return value

    def values(self) -> dict[str, Any]:
        """Return the arguments of the visual."""
        sizes = {"mesh": (), "box": self.size, "cylinder": (self.radius, self.length), "sphere": (self.radius,)}
        return super().values() | {"size": sizes[self.shape], "file": self.file or ""}


class Base(Placed):
    """The [base]; a free one is the world, in which the only link without a joint above it floats."""

    name: Name = "base"
    free: Flag = False


def _base(value: Any) -> Any:
    """Return the table of a base; "free" is short for a free one."""
    return {"free": True} if value == "free" else value


class RobotFile(Table):
    """A whole file."""

    name: str
    source: str = ""
    strict: Flag = True
    gravity: Gravity = (0.0, 0.0, -9.81)
    base: Annotated[Base, BeforeValidator(_base)] = Base()
    link: tuple[Link, ...] = ()
    joint: tuple[Joint, ...] = ()
    motor: tuple[Motor, ...] = ()
    payload: tuple[Payload, ...] = ()
    frame: tuple[Frame, ...] = ()
    configuration: tuple[ConfigurationTable, ...] = ()
    visual: tuple[Visual, ...] = ()

    def build(self) -> Robot:
        """Return the robot; raises `DescriptionError` if its checks fail."""
        visuals = built(self.visual)
        meshes = [visual.file for visual in visuals if visual.file]
        robot = Robot(
            name=self.name,
            links=built(self.link),
            joints=(*self._joints(), *self._floating()),
            motors=built(self.motor),
            payloads=built(self.payload),
            frames=built(self.frame),
            base=self._base_name(),
            base_placement=self.base.placement(),
            gravity=self.gravity,
            source=self.source,
            notes=(*self._notes(), *missing(meshes, filter(is_file, meshes))),
            visuals=visuals,
            strict=self.strict,
        )
        named = tuple(configurations_of(robot, self.configuration))
        return replace(robot, configurations=named) if named else robot

    def _joints(self) -> Iterator[described.Joint]:
        """Yield the joints, each with its coupling."""
        types = {joint.name: joint.type for joint in self.joint}
        for i, table in enumerate(self.joint):
            joint = table.build()
            if table.couple is None:
                yield joint
                continue
            try:
                slides = (kind == "prismatic" for kind in (table.type, types.get(table.couple.joint)))
                yield replace(joint, couple=table.couple.coupling(*slides))
            except ArgumentError as error:
                raise DescriptionError([Problem(f"joint[{i}].couple.ratio", error.found, error.expected)]) from None

    def _base_name(self) -> str:
        """Return the name of the base; a free one is the world unless the file names it."""
        given = not self.base.free or "name" in self.base.model_fields_set
        return self.base.name if given else unused(WORLD, {link.name for link in self.link})

    def _floating(self) -> Iterator[described.Joint]:
        """Yield the floating joint of a free base, above the only link that no joint holds."""
        if self.base.free:
            held = {joint.child for joint in self.joint}
            roots = [link.name for link in self.link if link.name not in held]
            if len(roots) != 1:
                found = f"a free base, and {len(roots)} links without a joint above them"
                hint = "add floating joints to the world instead"
                raise DescriptionError([Problem("base", found, "one such link: the body that floats", hint)])
            name = unused(FREE, {joint.name for joint in self.joint})
            yield described.Joint(name, "floating", self._base_name(), roots[0])

    def _notes(self) -> Iterator[str]:
        for joint in self.joint:
            idle = [name for name in ("limits", "friction", "spring") if name in joint.model_fields_set]
            if joint.type == "fixed" and idle:
                verb = "has" if idle in (["friction"], ["spring"]) else "have"
                yield f"joint {joint.name!r} is fixed: its {' and '.join(idle)} {verb} no effect"
