"""The kinds of joint: rigid ones, and the nodes of flexible links."""

from armillary.multibody.joints.kinds import JointKind, Prismatic, Revolute, Spherical, Weld
from armillary.multibody.joints.node import Node

__all__ = ["JointKind", "Node", "Prismatic", "Revolute", "Spherical", "Weld"]
