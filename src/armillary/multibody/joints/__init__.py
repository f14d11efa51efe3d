"""The kinds of joint, one per file. A recursion asks a joint; it never branches on its kind."""

from armillary.multibody.joints.kind import JointKind, Weld
from armillary.multibody.joints.node import Node
from armillary.multibody.joints.prismatic import Prismatic
from armillary.multibody.joints.revolute import Revolute
from armillary.multibody.joints.spherical import Spherical

__all__ = ["JointKind", "Node", "Prismatic", "Revolute", "Spherical", "Weld"]
