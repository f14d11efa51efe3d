"""The kinds of joint: rigid ones, coupled ones, and the nodes of flexible links."""

from armillary.multibody.joints.coupled import Coupled, Follower, Spin, plain, recoupled
from armillary.multibody.joints.kinds import JointKind, Prismatic, Revolute, Spherical, Weld
from armillary.multibody.joints.node import Node

__all__ = [
    "Coupled",
    "Follower",
    "JointKind",
    "Node",
    "Prismatic",
    "Revolute",
    "Spherical",
    "Spin",
    "Weld",
    "plain",
    "recoupled",
]
