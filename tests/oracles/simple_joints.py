"""Joints as chains of simple ones, which other packages have: hinges, slides, screws and balls."""

from __future__ import annotations

import numpy as np

from internals import Cylindrical, Floating, JointKind, Planar, Prismatic, Revolute, Spherical, Universal


def simple_joints(kind: JointKind) -> list[JointKind]:
    """Simple joints, parent first, whose coordinates and velocities together are those of the joint."""
    match kind:
        case Cylindrical():
            return [Revolute(kind.axis), Prismatic(kind.axis)]
        case Universal():
            return [Revolute(kind.axis), Revolute(kind.second_axis)]
        case Planar():
            return [*(Prismatic(axis) for axis in kind.plane), Revolute(kind.axis)]
        case Floating():
            return [*(Prismatic(axis) for axis in np.eye(3)), Spherical()]
    return [kind]
