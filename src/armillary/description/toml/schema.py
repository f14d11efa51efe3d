"""Tables of a robot file: their fields with dimensions, and the parts of a robot that they make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from armillary.description import robot as described
from armillary.description.bases import FREE, WORLD
from armillary.description.mesh_paths import is_file, missing
from armillary.description.robot import NO_INERTIA, ORIGIN, Robot, VisualShape
from armillary.description.toml.beams import Beam, Modal
from armillary.description.toml.bodies import Body, Inertia
from armillary.description.toml.configurations import ConfigurationTable, configurations_of
from armillary.description.toml.gears import GearTable
from armillary.description.toml.joints import Joint, RotaryFriction
from armillary.description.toml.placed import Direction, Gravity, PartTable, Placed, Position, Row, built
from armillary.description.toml.windings import WindingTable
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
)
from armillary.files.words import claim


class Link(Body):
    """A [[link]]: a rigid body, or a beam or modal data with an optional rigid hub at the root."""

    part = described.Link
    beam: Beam | None = None
    modal: Annotated[Modal | None, excludes("beam")] = None
    gravity_compensation: Number = 0.0

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


class Branch(PartTable):
    """A branch of the `differential` of a [[motor]]."""

    part = described.Branch
    joint: str
    factor: Number


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
    gear: GearTable | None = None
    friction: RotaryFriction = RotaryFriction()
    winding: WindingTable | None = None
    differential: tuple[Branch, ...] = ()

    def values(self) -> dict[str, Any]:
        """Return the arguments of the motor without its gear, whose units depend on the joint."""
        return super().values() | {"gear": None}


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
    omissions: tuple[str, ...] = ()
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
            motors=self._motors(),
            payloads=built(self.payload),
            frames=built(self.frame),
            base=self._base_name(),
            base_placement=self.base.placement(),
            gravity=self.gravity,
            source=self.source,
            notes=(*self._notes(), *missing(meshes, filter(is_file, meshes))),
            omissions=self.omissions,
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
                field = f"joint[{i}].couple.ratio"
                raise DescriptionError([error.problem(field)]) from None

    def _motors(self) -> tuple[described.Motor, ...]:
        """Return the motors, each with its gear in the units of its joint."""
        types = {joint.name: joint.type for joint in self.joint}
        motors: list[described.Motor] = []
        problems: list[Problem] = []
        for i, table in enumerate(self.motor):
            gear = table.gear.gear(types.get(table.joint) == "prismatic", problems, i) if table.gear else None
            motors.append(replace(table.build(), gear=gear))
        if problems:
            raise DescriptionError(problems)
        return tuple(motors)

    def _base_name(self) -> str:
        """Return the name of the base; a free one is the world unless the file names it."""
        given = not self.base.free or "name" in self.base.model_fields_set
        return self.base.name if given else claim(WORLD, {link.name for link in self.link})

    def _floating(self) -> Iterator[described.Joint]:
        """Yield the floating joint of a free base, above the only link that no joint holds."""
        if self.base.free:
            held = {joint.child for joint in self.joint}
            roots = [link.name for link in self.link if link.name not in held]
            if len(roots) != 1:
                found = f"a free base, and {len(roots)} links without a joint above them"
                hint = "add floating joints to the world instead"
                raise DescriptionError([Problem("base", found, "one such link: the body that floats", hint)])
            name = claim(FREE, {joint.name for joint in self.joint})
            yield described.Joint(name, "floating", self._base_name(), roots[0])

    def _notes(self) -> Iterator[str]:
        for joint in self.joint:
            idle = [name for name in ("limits", "friction", "spring") if name in joint.model_fields_set]
            if joint.type == "fixed" and idle:
                verb = "has" if idle in (["friction"], ["spring"]) else "have"
                yield f"joint {joint.name!r} is fixed: its {' and '.join(idle)} {verb} no effect"
