"""The kinds of joint: rigid ones, coupled ones, and the nodes of flexible links."""

from armillary.multibody.joints.coupled import Coupled, Follower, Spin, plain, recoupled
from armillary.multibody.joints.cylindrical import Cylindrical
from armillary.multibody.joints.floating import Floating
from armillary.multibody.joints.kinds import JointKind, Prismatic, Revolute, Spherical, Weld
from armillary.multibody.joints.node import Node
from armillary.multibody.joints.planar import Planar
from armillary.multibody.joints.screw import Screw
from armillary.multibody.joints.universal import Universal

__all__ = [
    "Coupled",
    "Cylindrical",
    "Floating",
    "Follower",
    "JointKind",
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
