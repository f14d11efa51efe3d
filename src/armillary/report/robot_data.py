"""A robot as the page needs it: joints for its kinematics, parts for its looks.

The page computes the poses of all bodies from q itself (web/src/kinematics.ts), as `kinematics.poses` does:
    R_i = R_p R_pi(q),   o_i = o_p + R_p r_pi(q)                                          (1)
so that a motion is nothing but its q, and bending can be magnified while one looks. Joints go as they are in
the model, nodes of flexible links with their shapes and their foreshortening.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from armillary.model import Model
from armillary.model.joints import Node, Prismatic, Revolute, Spherical
from armillary.model.model import ModelJoint
from armillary.report.arrays import packed
from armillary.report.simplify import within
from armillary.scene.part import Bending, Part
from armillary.scene.scene import Scene

MOST_VERTICES = 40_000
"""Vertices of all shapes of a robot together; beyond, shapes from files are made coarser."""


def robot_data(scene: Scene) -> dict[str, Any]:
    """Return joints and parts of a robot as plain data."""
    model = scene.model
    return {
        "name": model.robot.name,
        "nq": model.nq,
        "elastic": len(model.elastic),
        "up": scene.up.tolist(),
        "size": scene.size,
        "joints": [_joint(joint) for joint in model.joints],
        "tip": _tip(model),
        "parts": _parts(scene.parts),
    }


def _joint(joint: ModelJoint) -> dict[str, Any]:
    """Return a joint: where it sits, its kind with what that needs, its place in q."""
    kind = joint.kind
    found: dict[str, Any] = {
        "name": joint.name,
        "parent": joint.parent,
        "R": np.asarray(joint.rotation, dtype=float).ravel().tolist(),
        "t": np.asarray(joint.translation, dtype=float).tolist(),
        "q": joint.q.start,
    }
    if isinstance(kind, Revolute):
        return found | {"kind": "revolute", "axis": kind.axis.tolist(), "offset": float(kind.offset)}
    if isinstance(kind, Prismatic):
        return found | {"kind": "prismatic", "axis": kind.axis.tolist()}
    if isinstance(kind, Spherical):
        return found | {"kind": "spherical"}
    if isinstance(kind, Node):
        shape = kind.shape
        parts = {"translation": shape.translation, "rotation": shape.rotation, "second": shape.second}
        return found | {"kind": "node"} | {name: values.tolist() for name, values in parts.items()}
    return found | {"kind": "weld"}


def _tip(model: Model) -> dict[str, Any] | None:
    if "tip" not in model.frames:
        return None
    frame = model.frames["tip"]
    return {"body": frame.body, "t": np.asarray(frame.translation, dtype=float).tolist()}


def _parts(parts: Sequence[Part]) -> list[dict[str, Any]]:
    """Return the parts with their meshes, all together within `MOST_VERTICES`."""
    drawn = sum(len(part.mesh.vertices) for part in parts if part.bending is not None)
    meshes = within([part.mesh for part in parts if part.bending is None], max(MOST_VERTICES - drawn, 4000))
    rest = iter(meshes)
    found = []
    for part in parts:
        mesh = part.mesh if part.bending is not None else next(rest)
        found.append(
            {
                "name": part.name,
                "body": part.body,
                "role": part.role,
                "colour": [float(one) for one in part.colour],
                "vertices": packed(mesh.vertices),
                "faces": packed(mesh.faces, "u4"),
                "bending": None if part.bending is None else _bending(part.bending),
            }
        )
    return found


def _bending(bending: Bending) -> dict[str, Any]:
    return {"start": bending.start, "shape": packed(bending.shape), "strain": packed(bending.strain)}
