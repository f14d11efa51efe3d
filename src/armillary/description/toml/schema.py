"""The tables of a robot file: which fields each has, their dimensions, and what they become.

A joint's limits, friction and spring have the dimensions of a turn or of a shift, so there are two tables
for them; which one applies is the joint's type alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Tag, ValidationInfo, field_validator, model_validator

from armillary.description import robot as described
from armillary.description.robot import ORIGIN, JointType, Robot
from armillary.description.toml.beams import Beam
from armillary.description.toml.bodies import Body, Inertia, inertia_matrix
from armillary.description.toml.fields import (
    Direction,
    Gravity,
    Mass,
    Moment,
    Name,
    Number,
    Placed,
    Position,
    Table,
    excludes,
    quantity,
)
from armillary.description.toml.modal import Modal
from armillary.description.toml.visuals import Visual, missing_files


class Link(Body):
    """A [[link]]: a rigid body, or a beam or modal data with a rigid hub at its root, if any."""

    beam: Beam | None = None
    modal: Modal | None = None

    @model_validator(mode="before")
    @classmethod
    def _hub(cls, data: Any) -> Any:
        """A flexible link needs no hub, and so no mass of its own."""
        if isinstance(data, dict) and data.keys() & {"beam", "modal"} and not data.keys() & {"mass", "shape"}:
            return {**data, "mass": 0.0}
        return data

    @field_validator("modal")
    @classmethod
    def _one_kind(cls, value: Any, info: ValidationInfo) -> Any:
        return excludes(value, info, "beam")

    def build(self) -> described.Link:
        """Return it as the robot has it."""
        flexible = self.beam or self.modal
        return described.Link(self.name, *self.properties(), flexible.build() if flexible else None)


class Payload(Body):
    """A [[payload]]."""

    link: str
    node: str | None = None

    def build(self) -> described.Payload:
        """Return it as the robot has it."""
        return described.Payload(self.name, self.link, *self.properties(), self.node)


class RotaryLimits(Table):
    """Bounds of a turn [rad, rad/s, N·m]; one that is left out is infinite."""

    lower: Annotated[float, quantity("angle", infinite=True)] = -math.inf
    upper: Annotated[float, quantity("angle", infinite=True)] = math.inf
    velocity: Annotated[float, quantity("angular speed", infinite=True)] = math.inf
    effort: Annotated[float, quantity("torque", infinite=True)] = math.inf


class SlidingLimits(Table):
    """Bounds of a shift [m, m/s, N]; one that is left out is infinite."""

    lower: Annotated[float, quantity("length", infinite=True)] = -math.inf
    upper: Annotated[float, quantity("length", infinite=True)] = math.inf
    velocity: Annotated[float, quantity("speed", infinite=True)] = math.inf
    effort: Annotated[float, quantity("force", infinite=True)] = math.inf


class RotaryFriction(Table):
    """Friction of a turn [N·m·s/rad, N·m]."""

    viscous: Annotated[float, quantity("rotary friction")] = 0.0
    coulomb: Annotated[float, quantity("torque")] = 0.0


class SlidingFriction(Table):
    """Friction of a shift [N·s/m, N]."""

    viscous: Annotated[float, quantity("linear friction")] = 0.0
    coulomb: Annotated[float, quantity("force")] = 0.0


class RotarySpring(Table):
    """A spring that turns [N·m/rad], and the angle at which it rests [rad]."""

    stiffness: Annotated[float, quantity("rotary stiffness")]
    rest: Annotated[float, quantity("angle")] = 0.0


class SlidingSpring(Table):
    """A spring that shifts [N/m], and the place at which it rests [m]."""

    stiffness: Annotated[float, quantity("linear stiffness")]
    rest: Annotated[float, quantity("length")] = 0.0


class RotaryJoint(Placed):
    """A [[joint]] that turns, or is fixed."""

    name: Name
    type: JointType
    parent: str
    child: str
    node: str | None = None
    axis: Direction | None = None
    limits: RotaryLimits = RotaryLimits()
    friction: RotaryFriction = RotaryFriction()
    spring: RotarySpring | None = None

    def build(self) -> described.Joint:
        """Return it as the robot has it."""
        return _joint(self)


class SlidingJoint(Placed):
    """A [[joint]] that shifts."""

    name: Name
    type: Literal["prismatic"]
    parent: str
    child: str
    node: str | None = None
    axis: Direction | None = None
    limits: SlidingLimits = SlidingLimits()
    friction: SlidingFriction = SlidingFriction()
    spring: SlidingSpring | None = None

    def build(self) -> described.Joint:
        """Return it as the robot has it."""
        return _joint(self)


def _joint(joint: RotaryJoint | SlidingJoint) -> described.Joint:
    return described.Joint(
        joint.name,
        joint.type,
        joint.parent,
        joint.child,
        joint.placement(),
        joint.axis,
        described.Limits(**joint.limits.model_dump()),
        **joint.friction.model_dump(),
        **(joint.spring.model_dump() if joint.spring else {}),
        node=joint.node,
    )


def _movement(value: Any) -> str:
    return "sliding" if isinstance(value, dict) and value.get("type") == "prismatic" else "rotary"


Joint = Annotated[
    Annotated[RotaryJoint, Tag("rotary")] | Annotated[SlidingJoint, Tag("sliding")], Discriminator(_movement)
]


class Motor(Table):
    """A [[motor]]."""

    name: Name
    joint: str
    carrier: str
    node: str | None = None
    mass: Mass = 0.0
    position: Position = ORIGIN
    stator_inertia: Inertia | None = None
    rotor_inertia: Moment = 0.0
    ratio: Number = 1.0
    axis: Direction | None = None

    def build(self) -> described.Motor:
        """Return it as the robot has it."""
        own = {name: getattr(self, name) for name in type(self).model_fields}
        return described.Motor(**own | {"stator_inertia": inertia_matrix(self.stator_inertia)})


class Frame(Placed):
    """A [[frame]]."""

    name: Name
    link: str
    node: str | None = None

    def build(self) -> described.Frame:
        """Return it as the robot has it."""
        return described.Frame(self.name, self.link, self.placement(), self.node)


class Base(Placed):
    """The [base]."""

    name: Name = "base"


class RobotFile(Table):
    """A whole file."""

    name: str
    source: str = ""
    gravity: Gravity = (0.0, 0.0, -9.81)
    base: Base = Base()
    link: tuple[Link, ...] = ()
    joint: tuple[Joint, ...] = ()
    motor: tuple[Motor, ...] = ()
    payload: tuple[Payload, ...] = ()
    frame: tuple[Frame, ...] = ()
    visual: tuple[Visual, ...] = ()

    def build(self) -> Robot:
        """Return the robot; raises `DescriptionError` if the numbers do not make one."""
        visuals = tuple(visual.build() for visual in self.visual)
        return Robot(
            name=self.name,
            links=tuple(link.build() for link in self.link),
            joints=tuple(joint.build() for joint in self.joint),
            motors=tuple(motor.build() for motor in self.motor),
            payloads=tuple(payload.build() for payload in self.payload),
            frames=tuple(frame.build() for frame in self.frame),
            base=self.base.name,
            base_placement=self.base.placement(),
            gravity=self.gravity,
            source=self.source,
            notes=(*self._notes(), *missing_files(visuals)),
            visuals=visuals,
        )

    def _notes(self) -> Iterator[str]:
        for joint in self.joint:
            idle = [name for name in ("limits", "friction", "spring") if name in joint.model_fields_set]
            if joint.type == "fixed" and idle:
                verb = "has" if idle in (["friction"], ["spring"]) else "have"
                yield f"joint {joint.name!r} is fixed: its {' and '.join(idle)} {verb} no effect"
