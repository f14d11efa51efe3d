"""The kinds of joint: rigid ones, coupled ones, the nodes of flexible links, and the coordinates of drives."""

from armillary.multibody.joints.coupled import Coupled, Follower, Spin, plain, recoupled
from armillary.multibody.joints.cylindrical import Cylindrical
from armillary.multibody.joints.drive import Drive, Leg
from armillary.multibody.joints.floating import Floating
from armillary.multibody.joints.kinds import JointKind, Prismatic, Revolute, Spherical, Weld
from armillary.multibody.joints.node import Node
from armillary.multibody.joints.planar import Planar
from armillary.multibody.joints.screw import Screw
from armillary.multibody.joints.universal import Universal

__all__ = [
    "Coupled",
    "Cylindrical",
    "Drive",
    "Floating",
    "Follower",
    "JointKind",
    "Leg",
    "Node",
    "Planar",
    "Prismatic",
    "Revolute",
    "Screw",
    "Spherical",
    "Spin",
    "Universal",
    "Weld",
    "plain",
    "recoupled",
]
