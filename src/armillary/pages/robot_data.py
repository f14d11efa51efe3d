"""A robot as the page needs it: joints for its kinematics, parts for its shape.

The page computes the poses of all bodies from q itself (web/src/kinematics.ts), as `kinematics.poses` does:
    R_i = R_p R_pi(q),   o_i = o_p + R_p r_pi(q)                                          (1)
so that a motion is q alone, and the page can magnify bending. Nodes of flexible links come with their shapes and
their foreshortening.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.multibody import Model
from armillary.multibody.joints import Coupled, JointKind, Node
from armillary.multibody.model import ModelJoint
from armillary.pages.page import packed
from armillary.scene.mesh import Mesh
from armillary.scene.part import ScenePart, SectionMotion
from armillary.scene.scene import Scene
from armillary.scene.weld import limit_vertices
from armillary.spatial.scalar import Floats

MOST_VERTICES = {True: 24_000, False: 12_000}
"""Largest number of vertices of base and links of a robot (True), and of all other parts; larger meshes are thinned."""
SHAPED = ("base", "link")
"""Roles of parts whose shapes come from files."""
SHORT = 1 << 16
"""Number of vertices that two bytes can count."""


class Meshes:
    """The meshes of a page, each once: robots that differ in their motors share all other meshes."""

    def __init__(self) -> None:
        self.packed: list[dict[str, Any]] = []
        self._numbers: dict[tuple[str, str], int] = {}

    def number(self, mesh: Mesh) -> int:
        """Return the number of a mesh; equal meshes have one number."""
        vertices = packed(mesh.vertices)
        faces = packed(mesh.faces, "u2" if len(mesh.vertices) <= SHORT else "u4")
        key = vertices["data"], faces["data"]
        if key not in self._numbers:
            self._numbers[key] = len(self.packed)
            self.packed.append({"vertices": vertices, "faces": faces})
        return self._numbers[key]


def robot_data(scene: Scene, meshes: Meshes) -> dict[str, Any]:
    """Return joints and parts of a robot as plain data; parts refer to meshes by number."""
    model = scene.model
    return {
        "name": model.robot.name,
        "nq": model.nq - len(model.drives),  # rotors move no frame
        "elastic": len(model.elastic),
        "up": scene.up.tolist(),
        "size": scene.size,
        "joints": [_joint(joint) for joint in model.joints],
        "tip": _tip(model),
        "parts": _parts(scene.parts, meshes),
    }


def _joint(joint: ModelJoint) -> dict[str, Any]:
    """Return a joint: placement, kind with its parameters, place in q."""
    kind = joint.kind
    data: dict[str, Any] = {
        "name": joint.name,
        "parent": joint.parent,
        "R": np.asarray(joint.rotation, dtype=float).ravel().tolist(),
        "t": np.asarray(joint.translation, dtype=float).tolist(),
        "q": joint.q.start,
    }
    if isinstance(kind, Node):
        shape = kind.shape
        parts = {"translation": shape.translation, "rotation": shape.rotation, "second": shape.second}
        parts |= {"secondRotation": shape.second_rotation} if np.any(shape.second_rotation) else {}
        return data | {"kind": "node"} | {name: values.tolist() for name, values in parts.items()}
    return data | {"kind": "joint"} | _movements(kind)


def _movements(kind: JointKind) -> dict[str, Any]:
    """Return the turns and slides of a joint, each with an entry of its q and an axis, and the place of a quaternion.

    S of the undisplaced joint has all axes in the parent; turns are listed outermost first. A coupled joint is at a
    polynomial of its leader's q.
    """
    if isinstance(kind, Coupled):
        return _movements(kind.plain) | {"polynomial": list(kind.polynomial)}
    if not kind.uniform:
        kind_name = type(kind).__name__.lower()
        raise ArgumentError("robot", f"a {kind_name} joint", "joints that move in proportion to their coordinates")
    form = kind.form
    data: dict[str, Any] = {"turns": [], "slides": []}
    for name, halves in (("turns", kind.angular), ("slides", kind.linear)):
        for k, axis in enumerate(halves.T):
            if np.any(axis) and form.place(k) is not None:
                data[name].append({"q": form.place(k), "axis": axis.tolist()})
    offset = float(getattr(kind, "offset", 0.0))
    return data | ({"offset": offset} if offset else {}) | {"quaternion": form.quaternion}


def _tip(model: Model) -> dict[str, Any] | None:
    if "tip" not in model.frames:
        return None
    frame = model.frames["tip"]
    return {"body": frame.body, "t": np.asarray(frame.translation, dtype=float).tolist()}


def _parts(parts: Sequence[ScenePart], meshes: Meshes) -> list[dict[str, Any]]:
    """Return the parts with the numbers of their meshes."""
    return [
        {
            "name": part.name,
            "body": part.body,
            "role": part.role,
            "colour": [float(channel) for channel in part.colour],
            "mesh": meshes.number(mesh),
            "bending": None if part.bending is None else _bending(part.bending),
        }
        for part, mesh in zip(parts, _coarse(parts), strict=True)
    ]


def _coarse(parts: Sequence[ScenePart]) -> list[Mesh]:
    """Return the meshes of all parts; rigid ones have at most `MOST_VERTICES` together."""
    meshes = [part.mesh for part in parts]
    for shaped, most in MOST_VERTICES.items():
        places = [k for k, part in enumerate(parts) if part.bending is None and (part.role in SHAPED) is shaped]
        for k, mesh in zip(places, limit_vertices([meshes[k] for k in places], most), strict=True):
            meshes[k] = mesh
    return meshes


def _bending(bending: SectionMotion) -> dict[str, Any]:
    """Return the bending of a part; the page computes its vertices from the sections as `SectionMotion.shifts` does."""
    parts = {name: packed(getattr(bending, name)) for name in ("shift", "turn", "offset", "strain")}
    parts |= {name: packed(_pairs(getattr(bending, name))) for name in ("second", "second_turn")}
    return {"start": bending.start, "section": packed(bending.section, "u4")} | parts


def _pairs(second: Floats) -> Floats:
    """Return the symmetric part of (n, n, S, 3) for pairs k ≤ l, shape (n (n + 1) / 2, S, 3); none if all are zero."""
    even = (second + second.swapaxes(0, 1)) / 2
    pairs: Floats = even[np.triu_indices(len(even))]
    return pairs if np.any(pairs) else pairs[:0]
