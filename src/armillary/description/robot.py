"""The robot: an immutable, validated description in SI units that every reader produces.

All fields are numbers, strings and tuples, so robots compare and hash by value; constructors turn lists
and NumPy arrays into tuples. A link's frame is the frame of the joint that moves it: `placement` puts the
joint on its parent link, and at q = 0 the child's frame coincides with it. DH tables, URDF, SDF and MJCF
all become this one placement.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, get_args

from armillary.description.beam import Beam, ModalData
from armillary.description.friction import FRICTIONLESS
from armillary.description.friction import Friction as Friction
from armillary.description.gear import Branch as Branch
from armillary.description.gear import Gear
from armillary.description.joint_types import FORMS, SINGLE_JOINT, Displacement, Form
from armillary.description.joint_types import JointType as JointType
from armillary.description.part import Part
from armillary.description.winding import Heat as Heat
from armillary.description.winding import Winding as Winding
from armillary.errors import ArgumentError
from armillary.files.quantity import AT_ROTOR, Quantity
from armillary.files.words import among, shortened

if TYPE_CHECKING:
    from armillary.description.dh import DHTable
    from armillary.description.reading import BaseChoice
    from armillary.description.screws import Screws

VisualShape = Literal["mesh", "box", "cylinder", "sphere"]
VISUAL_SHAPES: tuple[str, ...] = get_args(VisualShape)

LINK_FIELDS = {"joint": "parent", "motor": "carrier", "payload": "link", "frame": "link", "visual": "link"}
"""Kinds of parts that are mounted on a link, or at a node of it, and their fields that name the link."""

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

HOME, DRAWN = "home", "qpos0"
"""Names of configurations: the default one, and the one in which an MJCF model is drawn."""

ORIGIN: Vector = (0.0, 0.0, 0.0)
IDENTITY: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
NO_INERTIA: Matrix = (ORIGIN, ORIGIN, ORIGIN)


def vector(values: Iterable[float]) -> Vector:
    """Return three numbers as a tuple of floats."""
    x, y, z = (float(value) + 0.0 for value in values)
    return x, y, z


def matrix(rows: Iterable[Iterable[float]]) -> Matrix:
    """Return three rows of three numbers, sequences or an array, as tuples of floats."""
    a, b, c = (vector(row) for row in rows)
    return a, b, c


@dataclass(frozen=True)
class Placement(Part):
    """A frame in another: origin [m] and rotation matrix (columns are the axes of the placed frame).

    `letters` are the names of a, α, d and θ in equations, for a placement Rx(α) Tx(a) Rz(θ) Tz(d) as in DH tables; an
    empty name is the default letter. Comparisons ignore them.
    """

    inline: ClassVar[bool] = True

    xyz: Annotated[Vector, Quantity("length", says="origin")] = ORIGIN
    rotation: Annotated[Matrix, Quantity(says="rotation matrix")] = IDENTITY
    letters: Annotated[tuple[str, ...], "names of a, α, d, θ in equations"] = field(default=(), compare=False)


@dataclass(frozen=True)
class Link(Part):
    """A link: mass [kg], centre of mass [m] and inertia there [kg·m²] of its rigid part, in the link's frame.

    A link that bends has a `beam`, or the modal data of one; its rigid part, if any, is then a hub at the root. An
    external force at the centre of mass compensates the fraction `gravity_compensation` of the link's weight: 0
    (default) for none, 1 for all. The weights of motors and payloads on the link are not compensated.
    """

    name: str
    mass: Annotated[float, Quantity("mass", least=0, lenient=True, free=True, says="mass")] = 0.0
    com: Annotated[Vector, Quantity("length", free=True, says="centre of mass")] = ORIGIN
    inertia: Annotated[Matrix, Quantity("inertia", lenient=True, free=True, says="inertia at the centre of mass")] = (
        NO_INERTIA
    )
    beam: Beam | ModalData | None = None
    gravity_compensation: Annotated[float, Quantity(says="share of the weight that a force from outside bears")] = 0.0


@dataclass(frozen=True)
class Stop(Part):
    """The end stop of a joint at its limits: compliant, with a stiffness, or rigid, with a restitution.

    At the depth x beyond a limit a compliant stop pushes the joint back with
        max(0, stiffness · x + damping · ẋ · s (2 − s)),   s = min(1, x / transition)
    and never pulls. At a rigid stop the velocity of the joint changes at once, to −restitution times its value before.

    Args:
        stiffness: Stiffness of a compliant stop [N·m/rad or N/m].
        damping: Its damping [N·m·s/rad or N·s/m]; default 0, elastic.
        transition: Depth over which the damping grows from zero to its value [rad or m]; default 1e-3.
        restitution: Speed after an impact on a rigid stop, relative to the speed before, from 0 to 1.

    Example:
        >>> import armillary as arm
        >>> arm.Limits(-1.5, 1.5, stop=arm.parts.Stop(stiffness=1e4, damping=20.0)).stop
        Stop(stiffness=10000.0, damping=20.0, transition=0.001, restitution=None)
    """

    stiffness: Annotated[float | None, Quantity("joint stiffness", above=0, says="stiffness")] = None
    damping: Annotated[float, Quantity("joint damping", least=0, says="damping")] = 0.0
    transition: Annotated[
        float, Quantity("joint position", above=0, says="depth over which the damping grows to its value")
    ] = 1e-3
    restitution: Annotated[float | None, Quantity(least=0, most=1, says="restitution")] = None


@dataclass(frozen=True)
class Limits(Part):
    """Bounds of a joint: position [rad or m], speed [rad/s or m/s], effort [N·m or N], and the stops at its positions.

    Without a `stop` the end stops of a simulation follow from the robot (`simulation.drives.stops`).
    """

    lower: Annotated[float, Quantity("joint position", infinite=True, says="smallest position")] = -math.inf
    upper: Annotated[float, Quantity("joint position", infinite=True, says="largest position")] = math.inf
    velocity: Annotated[float, Quantity("joint speed", least=0, infinite=True, says="largest speed")] = math.inf
    effort: Annotated[float, Quantity("joint effort", least=0, infinite=True, says="largest effort")] = math.inf
    stop: Stop | None = None


@dataclass(frozen=True)
class Coupling(Part):
    """The position of a joint as a polynomial of the position of another joint, its leader.

    q = Σ polynomial[k] · q_leader^k [rad or m], lowest order first, up to order 4.

    Example:
        >>> import armillary as arm
        >>> arm.parts.Coupling.linear("finger", ratio=-1.0)
        Coupling(joint='finger', polynomial=(0.0, -1.0))
    """

    joint: str
    polynomial: Annotated[tuple[float, ...], Quantity(says="coefficients, lowest order first")]

    @classmethod
    def linear(cls, joint: str, ratio: float = 1.0, offset: float = 0.0) -> Coupling:
        """Return the coupling q = ratio · q_leader + offset."""
        return cls(joint, (offset, ratio))


STIFFNESS = Quantity("joint stiffness", least=0, free=True, says="stiffness of the spring", table="spring")
REST = Quantity("joint position", free=True, says="rest of the spring", table="spring")


@dataclass(frozen=True)
class Coordinate(Part):
    """Limits, friction and spring of one coordinate of a joint, as in `Joint`."""

    limits: Limits = Limits()
    friction: Friction = FRICTIONLESS
    stiffness: Annotated[float, STIFFNESS] = 0.0
    rest: Annotated[float, REST] = 0.0


COORDINATE_FIELDS = tuple(field.name for field in fields(Coordinate))
"""Fields of a joint with one coordinate that other joints have for each coordinate."""


@dataclass(frozen=True)
class Joint(Part):
    """A joint that moves link `child` against link `parent`.

    `axis` is a unit vector in the joint's frame: the axis of a revolute, screw or cylindrical joint, the direction of a
    prismatic one, the first axis of a universal joint, the normal of the plane of a planar one. `second_axis`, normal
    to it, is the second axis of a universal joint. A screw slides by `pitch` [m/rad] along its axis as it turns.
    A spring of `stiffness` [N·m/rad or N/m] pulls the joint to `rest` [rad or m]. A joint with several coordinates has
    limits, friction and springs in `coordinates`, one for each of its velocities; a spherical joint may have one
    `friction`, viscous, for all three. On a flexible link the joint sits at `node` (default: the tip); `placement` is
    then from the frame of that node, which has the axes of the unbent link. With `couple` the joint has no coordinate:
    another joint moves it.
    """

    name: str
    type: JointType
    parent: Annotated[str, "link, or the base, that carries the joint"]
    child: Annotated[str, "link that the joint moves"]
    placement: Placement = Placement()
    axis: Annotated[Vector | None, Quantity(direction=True, says="axis")] = None
    limits: Limits = Limits()
    friction: Friction = FRICTIONLESS
    stiffness: Annotated[float, STIFFNESS] = 0.0
    rest: Annotated[float, REST] = 0.0
    node: Annotated[str | None, "node of a flexible link; default its end"] = None
    couple: Annotated[Coupling | None, "the joint that moves this one"] = None
    second_axis: Annotated[Vector | None, Quantity(direction=True, says="second axis")] = None
    pitch: Annotated[float, Quantity("length per turn", says="displacement of a screw")] = 0.0
    coordinates: tuple[Coordinate, ...] = ()

    @property
    def form(self) -> Form:
        """The names and kinds of its coordinates."""
        return FORMS[self.type]

    def displacement(self, position: float) -> Displacement:
        """Return the pose of the child at a position [rad or m], for a joint with one coordinate."""
        if self.form.displacement is None:
            raise ArgumentError("joint", f"{self.name!r}, a {self.type} joint", SINGLE_JOINT)
        return self.form.displacement(position, *(getattr(self, name) for name in self.form.needs))

    def each(self) -> tuple[Coordinate, ...]:
        """Return limits, friction and spring of every velocity coordinate."""
        values = (getattr(self, name) for name in COORDINATE_FIELDS)
        return self.coordinates or (Coordinate(*values),) * len(self.form.v)


@dataclass(frozen=True)
class Motor(Part):
    """A motor with its gearbox: it drives `joint` and rides on the link `carrier`.

    `mass` [kg] is the total mass, rotor included, at `position` [m]. `stator_inertia` [kg·m²], about `position` in the
    carrier's axes, is the total inertia without the rotor's inertia about its spin axis.
    `rotor_inertia` [kg·m²] is about the spin `axis` (in the carrier's axes). The rotor turns at
    `ratio` times the joint rate against its stator; a negative ratio turns it the other way.
    With `axis` None the direction is unknown, and only ratio² · rotor_inertia at the joint counts. Motors at a joint
    with several coordinates must have no axis: the inertia, or mass [kg], counts at each velocity of the joint.
    On a flexible link it rides at `node` (default: the tip), from which `position` is measured.
    With an elastic `gear` the rotor has a coordinate in addition to that of the joint; the default is a rigid gear. The
    branches of a `differential` name other joints that the motor also drives; it needs an elastic gear.
    `friction` is that of the rotor, at its rate. `winding` has the electrical numbers; without one (default) the motor
    produces the commanded effort.

    Example:
        >>> from dataclasses import replace
        >>> import armillary as arm
        >>> drive = arm.Motor("drive", "joint2", "link1", mass=0.8, rotor_inertia=1e-5, ratio=100.0, axis=(0, 0, 1))
        >>> print(replace(arm.library.get("khatib-rr"), motors=(drive,)))
        khatib-rr (RR; 2 links, 1 motor)
    """

    name: str
    joint: Annotated[str, "joint that it drives"]
    carrier: Annotated[str, "link, or the base, that it rides on"]
    mass: Annotated[float, Quantity("mass", least=0, free=True, says="mass")] = 0.0
    position: Annotated[Vector, Quantity("length", says="centre of mass")] = ORIGIN
    stator_inertia: Annotated[Matrix, Quantity("inertia", says="inertia without that of the rotor")] = NO_INERTIA
    rotor_inertia: Annotated[
        float, Quantity("inertia", least=0, lenient=True, free=True, says="inertia of the rotor")
    ] = 0.0
    ratio: Annotated[
        float, Quantity(zero=False, free=True, says="gear ratio", hint="turns of the rotor for one of the joint")
    ] = 1.0
    axis: Annotated[Vector | None, Quantity(direction=True, says="spin axis")] = None
    node: Annotated[str | None, "node of a flexible link; default its end"] = None
    gear: Gear | None = None
    friction: Annotated[Friction, AT_ROTOR] = FRICTIONLESS
    winding: Winding | None = None
    differential: Annotated[tuple[Branch, ...], "other joints that the gear drives"] = ()

    def alone(self) -> tuple[Motor, ...]:
        """Return equivalent motors with rigid gears, one for each joint that the motor drives.

        The motors of a differential have its rotor inertia and viscous friction at each joint. The products between
        joints are left out; in a symmetric differential they cancel.
        """
        if not self.differential:
            return (replace(self, gear=None),)
        smooth = Friction(viscous=self.friction.viscous, factor=self.friction.factor)
        first = replace(self, gear=None, axis=None, differential=(), winding=None, friction=smooth)
        bare = replace(first, mass=0.0, stator_inertia=NO_INERTIA)
        others = (
            replace(bare, name=f"{self.name} at {branch.joint}", joint=branch.joint, ratio=self.ratio * branch.factor)
            for branch in self.differential
        )
        return first, *others


@dataclass(frozen=True)
class Payload(Part):
    """A body fixed to a link, or to a node of it: mass [kg], centre of mass [m] and inertia there [kg·m²].

    Example:
        >>> from dataclasses import replace
        >>> import armillary as arm
        >>> loaded = replace(arm.library.get("ur5"), payloads=(arm.Payload("box", "wrist_3_link", 2.0),))
        >>> [payload.name for payload in loaded.payloads]
        ['box']
    """

    name: str
    link: Annotated[str, "link that it is fixed to"]
    mass: Annotated[float, Quantity("mass", least=0, free=True, says="mass")]
    com: Annotated[Vector, Quantity("length", free=True, says="centre of mass")] = ORIGIN
    inertia: Annotated[Matrix, Quantity("inertia", says="inertia at the centre of mass")] = NO_INERTIA
    node: Annotated[str | None, "node of a flexible link; default its end"] = None


@dataclass(frozen=True)
class Frame(Part):
    """A named frame on a link, or on a node of it."""

    name: str
    link: Annotated[str, "link that it is fixed to"]
    placement: Placement = Placement()
    node: Annotated[str | None, "node of a flexible link; default its end"] = None


@dataclass(frozen=True)
class Configuration(Part):
    """A named configuration: the entries of q of the joints, from base to tip [rad or m], such as a home position."""

    name: str
    q: Annotated[tuple[float, ...], Quantity(says="entries of q of the joints, from base to tip")]


@dataclass(frozen=True)
class Visual(Part):
    """A shape for pictures, fixed to a link or the base: a simple body or a mesh file.

    `size` [m] is three edges of a box, radius and length of a cylinder along z, or the radius of a sphere; a mesh has a
    `file` instead, whose numbers times `scale` are metres. All are centred at `placement` (a mesh has its own origin
    there), and stretched along their axes by `scale`. `colour` is red, green, blue from 0 to 1.
    On a flexible link it moves with `node` (default: the tip).
    """

    link: Annotated[str, "link, or the base, that it is fixed to"]
    shape: VisualShape
    size: Annotated[tuple[float, ...], Quantity("length", above=0, says="sizes of a simple shape")] = ()
    file: Annotated[str, "file of a mesh"] = ""
    scale: Annotated[Vector, Quantity(zero=False, says="factors of the sizes along the axes")] = (1.0, 1.0, 1.0)
    placement: Placement = Placement()
    colour: Annotated[Vector | None, Quantity(least=0, most=1, says="red, green, blue")] = None
    node: Annotated[str | None, "node of a flexible link; default its end"] = None


@dataclass(frozen=True)
class Robot(Part):
    """An open-chain robot: links joined into a tree that stands on `base`.

    `base` is the name of the fixed root, which carries no dynamics; `base_placement` puts it in the world, in which
    `gravity` [m/s²] is given. `source` names the origin of the numbers. `configurations` are known by name wherever
    a configuration is given, as in ``q0="home"``; the one named `home` is the default start. `visuals` are shapes
    for pictures, `notes` remarks of a reader. `omissions` are parts of the file that this package does not model and
    that affect the motion, such as closed loops, each with its consequence; runs, reports and pages repeat them.
    A robot that is not `strict` may have physically impossible values: inertias that no body has, an inertia without
    mass, negative friction or rotor inertia, reversed limits. Comparisons of robots ignore visuals, notes, omissions
    and `strict`.

    Example:
        >>> robot = Robot(
        ...     name="pendulum",
        ...     links=(Link("bob", mass=1.0, com=(0.5, 0.0, 0.0)),),
        ...     joints=(Joint("pivot", "revolute", "base", "bob", axis=(0.0, 1.0, 0.0)),),
        ... )
    """

    name: str
    links: tuple[Link, ...]
    joints: tuple[Joint, ...]
    motors: tuple[Motor, ...] = ()
    payloads: tuple[Payload, ...] = ()
    frames: tuple[Frame, ...] = ()
    base: str = "base"
    base_placement: Placement = Placement()
    gravity: Annotated[Vector, Quantity("acceleration", free=True, says="gravity")] = (0.0, 0.0, -9.81)
    source: str = ""
    configurations: tuple[Configuration, ...] = ()
    notes: tuple[str, ...] = field(default=(), compare=False)
    omissions: tuple[str, ...] = field(default=(), compare=False)
    visuals: tuple[Visual, ...] = field(default=(), compare=False)
    strict: bool = field(default=True, compare=False)

    def __post_init__(self) -> None:
        from armillary.description.validate.robot import validate

        super().__post_init__()
        validate(self)

    def link(self, name: str) -> Link:
        """Return the link of this name."""
        return _named(self.links, "link", name)

    def joint(self, name: str) -> Joint:
        """Return the joint of this name."""
        return _named(self.joints, "joint", name)

    def configuration(self, name: str) -> tuple[float, ...]:
        """Return the named configuration: the entries of q of the joints."""
        if not self.configurations:
            hint = "give numbers, or add a [[configuration]]"
            raise ArgumentError("configuration", shortened(name), "none: the robot has no named configurations", hint)
        configuration: Configuration = _named(self.configurations, "configuration", name)
        return configuration.q

    def moving_joints(self) -> Iterator[Joint]:
        """Yield the joints that move, in the order of the description."""
        return (joint for joint in self.joints if joint.type != "fixed")

    def ends(self) -> list[str]:
        """Return the names of the links that carry no joint, in the order of the description."""
        parents = {joint.parent for joint in self.joints}
        return [link.name for link in self.links if link.name not in parents]

    def with_numbers(self, values: Mapping[str, float]) -> Robot:
        """Return the robot with other values of numbers, by the names of `arm.model(robot).numbers`.

        Args:
            values: Values in SI units by name, such as {"upper.beam.damping": 0.01}. The inertia of a payload stays in
                proportion to its mass; `payload.mass` of a robot without payloads puts a point mass at its tip.

        Example:
            >>> import armillary as arm
            >>> robot = arm.library.get("khatib-rr").with_numbers({"link2.mass": 2.5, "gravity.z": -1.62})
            >>> robot.links[1].mass, robot.gravity[2]
            (2.5, -1.62)
        """
        from armillary.description.numbers import with_numbers

        return with_numbers(self, values)

    def dh(self, convention: str = "modified", frame: str = "tip") -> DHTable:
        """Return the Denavit–Hartenberg table of the joints from the base to a frame; `print` shows it.

        The joint coordinates are those of the robot. Where a common normal is not unique, the frames of the links
        decide: between parallel axes it starts at the origin of the link. `DHTable.robot()` returns the robot of the
        table: the same kinematics, and the dynamics of `arm.model(robot, motors="reflected")` except for what
        `DHTable.omissions` lists.

        Args:
            convention: "standard" (distal frames) or "modified" (Craig's proximal frames, default).
            frame: Name of the frame or link at the end of the chain.

        Example:
            >>> import armillary as arm
            >>> [round(row.d, 9) for row in arm.library.get("puma560").dh("modified").rows][:4]
            [0.67183, 0.0, 0.15005, 0.4318]
        """
        from armillary.description.dh import dh_table

        return dh_table(self, convention, frame)

    def screws(self, frame: str = "tip") -> Screws:
        """Return the screw axes (ω, v) of the joints from the base to a frame, and the home pose; `print` shows them.

        The axes are in the frame of the base at q = 0, `Screws.body` has them in the frame at the end.
        `Screws.robot()` returns the robot of the axes, as `DHTable.robot()` does for a table (see `dh`).

        Args:
            frame: Name of the frame or link at the end of the chain.

        Example:
            >>> import armillary as arm
            >>> arm.planar([1.0, 1.0], [1.0, 1.0]).screws().space[1].tolist()
            [0.0, 0.0, 1.0, 0.0, -1.0, 0.0]
        """
        from armillary.description.screws import screws_of

        return screws_of(self, frame)

    def first(self, count: int) -> Robot:
        """Return the first joints of the robot, from base to tip, with their links.

        The frame "tip" is then the frame of the next joint, such as the wrist behind the first three joints of an arm.
        Fixed links stay; motors on the links that drive other joints remain as masses.

        Args:
            count: Number of joints with coordinates.

        Example:
            >>> import armillary as arm
            >>> print(arm.library.get("puma560").first(3))
            puma560 (RRR; 3 links, 3 motors)
        """
        from armillary.description.subtree import first

        return first(self, count)

    def subtree(self, link: str, base: BaseChoice = "as described") -> Robot:
        """Return the tree of a link: the link, the joint that moves it, and everything that it carries.

        Links above it are fixed at q = 0, links beside it left out, as with `arm.load(path, root=link)`.

        Args:
            link: Name of the link.
            base: "fixed" also fixes the link itself, "free" lets it float; default "as described".

        Example:
            >>> import armillary as arm
            >>> print(arm.library.get("ur5").subtree("wrist_1_link"))
            ur5 (RRR; 6 links, 0 motors)
        """
        from armillary.description.subtree import subtree

        return subtree(self, link, base)

    def with_tool(
        self,
        placement: Placement,
        *,
        mass: float = 0.0,
        com: Sequence[float] = ORIGIN,
        inertia: Matrix | None = None,
        name: str = "tool",
    ) -> Robot:
        """Return the robot with a tool: the frame "tip" moves to the tool, and "flange" is where it was.

        Args:
            placement: Placement of the new tip in the old one.
            mass: Mass of the tool [kg], a payload; default none.
            com: Its centre of mass in the frame of the flange [m].
            inertia: Its inertia there, in the axes of the flange [kg·m²]; default that of a point mass.
            name: Name of the payload.

        Example:
            >>> import armillary as arm
            >>> drill = arm.library.get("ur5").with_tool(arm.Placement((0, 0, 0.12)), mass=1.5, com=(0, 0, 0.05))
            >>> [frame.name for frame in drill.frames][-2:], drill.payloads[-1].mass
            (['flange', 'tip'], 1.5)
        """
        from armillary.description.subtree import with_tool

        return with_tool(self, placement, mass, com, inertia, name)

    def with_base(self, placement: Placement) -> Robot:
        """Return the robot with its base at another place of the world; gravity stays.

        Args:
            placement: Placement of the base in the world.

        Example:
            >>> import armillary as arm
            >>> arm.library.get("ur5").with_base(arm.Placement((0, 0, 0.8))).base_placement.xyz
            (0.0, 0.0, 0.8)
        """
        if not isinstance(placement, Placement):
            raise ArgumentError("placement", shortened(placement), "a Placement", "arm.Placement(xyz, rotation)")
        return replace(self, base_placement=placement)

    def mounted_parts(self) -> Iterator[tuple[str, int, Any, str]]:
        """Yield every part that is mounted on a link: its kind and index, the part, and the name of the link."""
        for kind, key in LINK_FIELDS.items():
            for i, part in enumerate(getattr(self, f"{kind}s")):
                yield kind, i, part, getattr(part, key)

    def __str__(self) -> str:
        kinds = "".join(joint.form.letter for joint in self.moving_joints())
        links, motors = len(self.links), len(self.motors)
        return f"{self.name} ({kinds}; {links} link{'s' * (links != 1)}, {motors} motor{'s' * (motors != 1)})"

    def __repr__(self) -> str:
        return f"<Robot {self}>"

    def plot(self, q: Any = None, path: str | os.PathLike[str] | None = None) -> Any:
        """Return a figure of matplotlib: a still picture of the robot.

        Args:
            q: Configuration: joint coordinates, with or without elastic coordinates, as an array, by name, or the name
                of a configuration; default home. Links are bent by gravity if q has no elastic coordinates.
            path: A .png, .svg or .pdf file to write the figure to; default: no file.

        Example:
            >>> import armillary as arm
            >>> figure = arm.library.get("khatib-rr").plot([0.5, 1.0])
            >>> figure.axes[0].get_xlabel()
            'x [m]'
        """
        from armillary.figures.draw import kept
        from armillary.figures.picture import plot_robot

        return kept(plot_robot(self, q), path)

    def _repr_html_(self) -> str:
        """Return a small picture that turns, and folded tables of joints, links and motors, for notebooks."""
        from armillary.description.tables import facts_of, tables_of
        from armillary.figures.turning import turning
        from armillary.tables.html import html
        from armillary.tables.parts import Facts, Folded, Text

        picture = turning(self, f"{self.name} from all sides")
        tables = Folded("joints, links and motors", tables_of(self))
        return html([Text(str(self), "heading"), *([picture] if picture else []), Facts(facts_of(self)), tables])


def home_name(robot: Robot) -> str | None:
    """Return the name of the default configuration: `home`, else the first one; None if the robot has none.

    `qpos0`, in which an MJCF file is drawn, is the default only if there is no other.
    """
    names = [configuration.name for configuration in robot.configurations]
    if HOME in names:
        return HOME
    names.sort(key=lambda name: name == DRAWN)
    return names[0] if names else None


def _named(items: Sequence[Any], kind: str, name: str) -> Any:
    named = {item.name: item for item in items}
    if not among(name, named):
        raise ArgumentError(kind, shortened(name), f"one of {', '.join(named)}")
    return named[name]
