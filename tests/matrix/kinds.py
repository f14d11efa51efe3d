"""Kinds of robot: a tiny robot of each, by its name. A new kind is one more entry of `KINDS`.

Every robot has a frame `tip`. It is as small as its kind allows, and otherwise plain: what a use refuses is then the
kind, and nothing else that happens to be there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

import armillary as arm
from internals import Ranges, joint_count, joint_size, random_state

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
INERTIA = ((0.015, 0.001, 0.0), (0.001, 0.03, 0.002), (0.0, 0.002, 0.04))
ALONG = arm.Placement((0.4, 0.0, 0.0))
SLIDE = arm.parts.Coordinate(arm.Limits(-0.5, 0.5))
WINDING = {"torque_constant": 0.05, "resistance": 0.5, "current": 20.0, "voltage": 48.0}


@dataclass(frozen=True)
class Kind:
    """A kind of robot: its column of the table, what it has, the robot.

    Args:
        group: The table that has its column.
        title: Heading of the column, in a word or two.
        meaning: What a robot of this kind has.
        make: Returns the robot.
    """

    group: str
    title: str
    meaning: str
    make: Callable[[], arm.Robot]

    @cached_property
    def robot(self) -> arm.Robot:
        return self.make()

    @cached_property
    def model(self) -> arm.Model:
        return arm.model(self.robot)

    @cached_property
    def native(self) -> arm.types.Compiled:
        return arm.compile(self.model)

    @cached_property
    def plain(self) -> arm.types.Evaluated:
        return arm.evaluate(self.model)

    @property
    def joints(self) -> int:
        """The number of entries of qd that belong to joints."""
        return joint_count(self.model)

    @cached_property
    def state(self) -> dict[str, np.ndarray]:
        """A state within the limits of joints, with bent links and twisted gears, by the names of arguments."""
        q, qd, qdd = random_state(self.model, np.random.default_rng(7))
        rng = np.random.default_rng(8)
        return {"q": q, "qd": 0.3 * qd, "qdd": qdd, "tau": rng.normal(size=self.model.nv)}

    @cached_property
    def start(self) -> np.ndarray:
        """Coordinates of joints: in the middle of limits, 0.2 without any; quaternions as they are at zero."""
        ranges = Ranges(self.model)
        q = np.asarray(ranges.middle, dtype=float)[: joint_size(self.model)].copy()
        for each in ranges.coordinates:
            if each.q is not None and not np.isfinite(each.limits.upper - each.limits.lower):
                q[each.q] += 0.2
        return q

    @cached_property
    def target(self) -> np.ndarray:
        """Coordinates of joints a little away from the start."""
        whole = np.concatenate([self.start, self.model.neutral[len(self.start) :]])
        return self.model.integrate(whole, np.full(self.model.nv, 0.05))[: len(self.start)]

    @cached_property
    def loop(self) -> arm.Scenario:
        """A closed loop that moves, for a tenth of a second."""
        qd = np.zeros(self.joints)
        qd[:] = 0.5 * (-1.0) ** np.arange(self.joints)
        return arm.Scenario(self.robot, controller=PD, q0=self.start, qd0=qd, duration=0.1)

    @cached_property
    def run(self) -> arm.Trajectory:
        """Its motion."""
        return arm.simulate(self.loop, record=0.01)


PD = arm.controllers.PD(kp=20.0, kd=2.0)


KINDS: dict[str, Kind] = {}


def kind(group: str, title: str, meaning: str) -> Callable[[Callable[[], arm.Robot]], object]:
    """Add a function, which returns the robot of a kind, to the kinds."""

    def add(make: Callable[[], arm.Robot]) -> Callable[[], arm.Robot]:
        KINDS[make.__name__] = Kind(group, title, meaning, make)
        return make

    return add


def link(name: str, **fields: object) -> arm.Link:
    """Return a link of one kilogram whose mass centre lies off its axes."""
    return arm.Link(name, **({"mass": 1.0, "com": (0.2, 0.02, 0.01), "inertia": INERTIA} | fields))


def chain(*joints: arm.Joint, links: tuple[arm.Link, ...] = (), **fields: object) -> arm.Robot:
    """Return a robot with these joints and a link for each, the frame `tip` at the end of the last one."""
    given = {each.name: each for each in links}
    children = tuple(given.get(joint.child) or link(joint.child) for joint in joints)
    tip = arm.Frame("tip", joints[-1].child, ALONG)
    return arm.Robot("tiny", children, joints, **({"frames": (tip,)} | fields))


def shoulder(**fields: object) -> arm.Joint:
    """Return a revolute joint between the base and the link `a`."""
    return arm.Joint(**({"name": "j1", "type": "revolute", "parent": "base", "child": "a", "axis": Y} | fields))


def elbow(**fields: object) -> arm.Joint:
    """Return a revolute joint between the links `a` and `b`."""
    given = {"name": "j2", "type": "revolute", "parent": "a", "child": "b", "placement": ALONG, "axis": Y}
    return arm.Joint(**(given | fields))


def motor(joint: str, carrier: str, **fields: object) -> arm.Motor:
    """Return a motor with a gear of 50."""
    given = {"mass": 0.2, "rotor_inertia": 1e-4, "ratio": 50.0, "axis": Y, "name": f"m{joint[1:]}"}
    return arm.Motor(joint=joint, carrier=carrier, **(given | fields))


def geared(**fields: object) -> arm.Robot:
    """Return an arm of two joints whose first motor has these fields; the second one is plain."""
    return chain(shoulder(), elbow(), motors=(motor("j1", "base", **fields), motor("j2", "a")))


def beam(**fields: object) -> arm.Link:
    """Return the link `b` as an elastic beam of 0.6 m, soft enough to be bent by its weight."""
    section = arm.parts.Section("rectangle", (0.03, 0.01))
    given = {"length": 0.6, "E": 5e9, "density": 2000.0, "stations": (arm.parts.Station(0.0, section),), "G": 2e9}
    return arm.Link("b", beam=arm.Beam(**(given | fields)))


def bent(**fields: object) -> arm.Robot:
    """Return an arm whose second link is a beam."""
    tip = arm.Frame("tip", "b", node="tip")
    return chain(shoulder(), elbow(), links=(beam(**fields),), frames=(tip,))


RIGID, FLEXIBLE, DRIVES = "Joints and bases", "Flexible links", "Drives and friction"


@kind(RIGID, "revolute", "the library's khatib-rr: two revolute joints")
def revolute() -> arm.Robot:
    return arm.library.get("khatib-rr")


@kind(RIGID, "prismatic", "the library's khatib-rp: a prismatic joint")
def prismatic() -> arm.Robot:
    return arm.library.get("khatib-rp")


@kind(RIGID, "continuous", "revolute joints without limits, one about an oblique axis")
def continuous() -> arm.Robot:
    return chain(shoulder(), elbow(axis=(0.6, 0.0, 0.8)))


@kind(RIGID, "zero outside", "limits that exclude zero, as those of the Panda")
def zero_outside() -> arm.Robot:
    limits = arm.Limits(0.5, 1.5, 10.0, 100.0)
    return chain(shoulder(limits=limits), elbow(limits=limits))


@kind(RIGID, "spherical", "a spherical joint, whose coordinates are a quaternion")
def spherical() -> arm.Robot:
    return chain(shoulder(type="spherical", axis=None), elbow())


@kind(RIGID, "universal", "a universal joint")
def universal() -> arm.Robot:
    return chain(shoulder(type="universal", second_axis=Z), elbow())


@kind(RIGID, "cylindrical", "a cylindrical joint")
def cylindrical() -> arm.Robot:
    return chain(shoulder(type="cylindrical", coordinates=(arm.parts.Coordinate(), SLIDE)), elbow())


@kind(RIGID, "planar", "a planar joint")
def planar() -> arm.Robot:
    return chain(shoulder(type="planar", coordinates=(SLIDE, SLIDE, arm.parts.Coordinate())), elbow())


@kind(RIGID, "screw", "a screw joint")
def screw() -> arm.Robot:
    return chain(shoulder(type="screw", pitch=0.02), elbow())


@kind(RIGID, "free base", "a floating base, made by `arm.free`")
def free_base() -> arm.Robot:
    return arm.free(chain(elbow(parent="base")), arm.Link("bus", 5.0, (0.01, 0.02, 0.03), INERTIA))


@kind(RIGID, "mimic", "a joint coupled to another by a ratio and an offset")
def mimic() -> arm.Robot:
    return chain(shoulder(), elbow(couple=arm.parts.Coupling.linear("j1", -1.5, 0.2)))


@kind(RIGID, "curve", "a joint coupled to another by a polynomial of order 2")
def curve() -> arm.Robot:
    return chain(shoulder(), elbow(couple=arm.parts.Coupling("j1", (0.1, 0.8, 0.3))))


@kind(RIGID, "tree", "two branches on one link")
def tree() -> arm.Robot:
    other = arm.Joint("j3", "revolute", "a", "c", arm.Placement((0.2, 0.1, 0.0)), Z)
    return chain(shoulder(), other, elbow())


@kind(RIGID, "massless", "a link without mass, a fixed joint")
def massless() -> arm.Robot:
    light = arm.Link("a")
    tool = arm.Joint("mount", "fixed", "b", "tool", ALONG)
    return chain(shoulder(), elbow(axis=Z), tool, links=(light,))


@kind(RIGID, "loaded", "a payload, a spring, gravity compensation, a rotated base, named configurations")
def loaded() -> arm.Robot:
    turned = arm.Placement((0.1, 0.2, 0.3), ((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
    return chain(
        shoulder(stiffness=3.0, rest=0.1),
        elbow(),
        links=(link("a", gravity_compensation=0.4),),
        payloads=(arm.Payload("load", "b", 0.5, (0.4, 0.0, 0.0), INERTIA),),
        base_placement=turned,
        configurations=(arm.parts.Configuration("home", (0.3, -0.2)),),
    )


@kind(RIGID, "no gravity", "zero gravity, a planar arm by `arm.planar`")
def weightless() -> arm.Robot:
    return arm.planar([0.5, 0.4], [1.0, 0.8], coms=[0.25, 0.2], inertias=[0.02, 0.01], gravity=0.0)


@kind(FLEXIBLE, "modes", "assumed modes, bending in one plane")
def modes() -> arm.Robot:
    return bent(modes=arm.parts.Modes(bending_z=2, damping=(0.02,)))


@kind(FLEXIBLE, "modes in space", "assumed modes, bending in two planes with torsion")
def modes_in_space() -> arm.Robot:
    return bent(modes=arm.parts.Modes(bending_y=1, bending_z=1, torsion=1, damping=(0.02,)))


@kind(FLEXIBLE, "axial", "an axial mode alone")
def axial() -> arm.Robot:
    return bent(modes=arm.parts.Modes(axial=1, damping=(0.05,)), E=5e7)


@kind(FLEXIBLE, "segments", "a beam of two segments with modes each")
def segments() -> arm.Robot:
    return bent(modes=arm.parts.Modes(bending_z=1, damping=(0.02,)), segments=2)


@kind(FLEXIBLE, "sublinks", "a beam of three rigid sublinks with elastic joints")
def sublinks() -> arm.Robot:
    return bent(sublinks=arm.parts.Sublinks(3, bending_y=False, bending_z=True, damping=0.02))


@kind(FLEXIBLE, "modal data", "a link from a finite-element program")
def modal_data() -> arm.Robot:
    nodes = (
        arm.parts.ModalNode("mid", (0.3, 0.0, 0.0), 0.2, INERTIA, ((0.0, 0.0, 0.3),), ((0.0, -0.8, 0.0),)),
        arm.parts.ModalNode("tip", (0.6, 0.0, 0.0), 0.2, INERTIA, ((0.0, 0.0, 1.0),), ((0.0, -1.5, 0.0),)),
    )
    flexible = arm.Link("b", beam=arm.parts.ModalData((12.0,), nodes, damping=(0.02,)))
    return chain(shoulder(), elbow(), links=(flexible,), frames=(arm.Frame("tip", "b", node="tip"),))


@kind(FLEXIBLE, "beam and gear", "assumed modes behind an elastic gear, with a payload at the tip of the beam")
def beam_and_gear() -> arm.Robot:
    gear = motor("j1", "base", gear=arm.Gear(500.0, 1.0))
    robot = bent(modes=arm.parts.Modes(bending_z=1, damping=(0.02,)))
    return replace(robot, motors=(gear,), payloads=(arm.Payload("load", "b", 0.1, node="tip"),))


@kind(DRIVES, "rotors", "motors with rigid gears, whose rotors turn in space")
def rotors() -> arm.Robot:
    return geared()


@kind(DRIVES, "elastic gear", "a gear with stiffness and damping")
def elastic_gear() -> arm.Robot:
    return geared(gear=arm.Gear(500.0, 1.0, 100.0))


@kind(DRIVES, "lossy gear", "a rigid gear with losses")
def lossy_gear() -> arm.Robot:
    return geared(gear=arm.Gear(efficiency=0.8, efficiency_back=0.7))


@kind(DRIVES, "lossy elastic", "an elastic gear with losses")
def lossy_elastic_gear() -> arm.Robot:
    return geared(gear=arm.Gear(500.0, 1.0, efficiency=0.8, efficiency_back=0.7))


@kind(DRIVES, "backlash", "an elastic gear with backlash")
def backlash() -> arm.Robot:
    return geared(gear=arm.Gear(500.0, 1.0, backlash=0.01))


@kind(DRIVES, "differential", "a motor that drives two joints through a differential")
def differential() -> arm.Robot:
    other = motor("j2", "a", axis=None, gear=arm.Gear(500.0, 1.0), differential=(arm.parts.Branch("j1", 0.5),))
    return chain(shoulder(), elbow(), motors=(motor("j1", "base", gear=arm.Gear(500.0, 1.0)), other))


@kind(DRIVES, "dry friction", "Coulomb friction, with sticking")
def dry_friction() -> arm.Robot:
    return chain(shoulder(friction=arm.Friction(0.1, 0.5)), elbow(friction=arm.Friction(0.1)))


@kind(DRIVES, "Stribeck", "friction with a Stribeck curve, smooth at zero speed")
def stribeck() -> arm.Robot:
    smooth = arm.Friction(0.1, 0.4, static=0.6, stribeck_velocity=0.05, smooth_velocity=0.01)
    return chain(shoulder(friction=smooth), elbow())


@kind(DRIVES, "LuGre", "bristle friction")
def lugre() -> arm.Robot:
    bristles = arm.Friction(0.1, 0.4, static=0.6, stribeck_velocity=0.05, bristle_stiffness=500.0, bristle_damping=2.0)
    return chain(shoulder(friction=bristles), elbow())


@kind(DRIVES, "winding", "a motor with a winding without inductance, with its heat")
def winding() -> arm.Robot:
    return geared(winding=arm.Winding(**WINDING, heat=arm.parts.Heat(4.0, 20.0, 6.0, 200.0)))


@kind(DRIVES, "inductive", "a motor with an inductive winding and a current controller")
def inductive_winding() -> arm.Robot:
    return geared(winding=arm.Winding(**WINDING, inductance=1e-3, bandwidth=2000.0))


@kind(DRIVES, "all drives", "an elastic gear with losses and backlash, an inductive winding, dry friction of the rotor")
def all_drives() -> arm.Robot:
    gear = arm.Gear(500.0, 1.0, efficiency=0.8, efficiency_back=0.7, backlash=0.01)
    coil = arm.Winding(**WINDING, inductance=1e-3, bandwidth=2000.0)
    return geared(gear=gear, winding=coil, friction=arm.Friction(1e-5, 2e-3))


def stopped(stop: arm.parts.Stop) -> arm.Robot:
    """Return an arm whose joints reach their end stops within its closed loop of a tenth of a second."""
    limits = arm.Limits(-0.02, 0.02, 10.0, 100.0, stop)
    return chain(shoulder(limits=limits), elbow(limits=limits))


@kind(DRIVES, "end stops", "compliant end stops, with stiffness and damping")
def end_stops() -> arm.Robot:
    return stopped(arm.parts.Stop(2000.0, 10.0))


@kind(
    DRIVES,
    "rigid stops",
    'rigid end stops, with a restitution; uses tried here with `limits="none"`, such as rollouts, refuse them with '
    '`limits="stop"`',
)
def rigid_stops() -> arm.Robot:
    return stopped(arm.parts.Stop(restitution=0.5))
