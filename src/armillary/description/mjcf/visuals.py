"""Visuals of an MJCF model: the shapes that MuJoCo's viewer shows, groups 0 to 2.

MuJoCo moves a mesh to its centre and principal axes, (R_m, p_m), after it moved it by (R_r, p_r) of `refquat` and
`refpos` and scaled it by s. With (R_g, p_g) the place of the shape on its body, a vertex v of the file is there at
    R_g R_mᵀ (s R_rᵀ (v − p_r) − p_m) + p_g                                                          (1)
which is a placement of s v if s is the same for all axes, or if R_r = 1. Other meshes, planes, height fields and meshes
without a file are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from armillary.description.mesh_paths import find_mesh, showable
from armillary.description.mjcf.parts import name_of, placement_of, rotation
from armillary.description.robot import Visual, vector
from armillary.description.validate.robot import drawable
from armillary.spatial.rotation import tidy
from armillary.spatial.scalar import Floats

SHOWN = (0, 1, 2)
"""Groups of shapes that MuJoCo shows by default; collision shapes are mostly in group 3."""
CAPSULE = "capsule"


def read_visuals(mujoco: Any, m: Any, bodies: list[str | None], file: str | None) -> list[Visual]:
    """Return the shapes of a compiled model; meshes only if model and mesh are in files."""
    reader = _VisualReader(mujoco, m, bodies, file)
    return [visual for k in range(m.ngeom) for visual in reader.shape(k) if drawable(visual)]


class _VisualReader:
    def __init__(self, mujoco: Any, m: Any, bodies: list[str | None], file: str | None) -> None:
        self.m, self.bodies = m, bodies
        self.folder = Path(file).parent if file is not None else None
        self.meshes = _references(mujoco, m, file) if m.nmesh and file is not None else {}
        kinds = mujoco.mjtGeom
        self.kinds = {
            int(kinds.mjGEOM_BOX): "box",
            int(kinds.mjGEOM_CYLINDER): "cylinder",
            int(kinds.mjGEOM_SPHERE): "sphere",
            int(kinds.mjGEOM_ELLIPSOID): "ellipsoid",
            int(kinds.mjGEOM_CAPSULE): CAPSULE,
            int(kinds.mjGEOM_MESH): "mesh",
        }

    def shape(self, k: int) -> Iterator[Visual]:
        """Yield the visuals of a shape: one, or three for a capsule."""
        m = self.m
        kind = self.kinds.get(int(m.geom_type[k]))
        material = int(m.geom_matid[k])
        rgba = m.mat_rgba[material] if material >= 0 else m.geom_rgba[k]
        link, colour = self.bodies[int(m.geom_bodyid[k])], vector(np.clip(rgba[:3], 0, 1))
        if kind is None or link is None or int(m.geom_group[k]) not in SHOWN or rgba[3] == 0:
            return
        R, p = rotation(m.geom_quat[k]), np.array(m.geom_pos[k])
        x, y, z = m.geom_size[k].tolist()
        place = placement_of(R, p)
        match kind:
            case "box":
                yield Visual(link, "box", (2 * x, 2 * y, 2 * z), placement=place, colour=colour)
            case "sphere":
                yield Visual(link, "sphere", (x,), placement=place, colour=colour)
            case "ellipsoid":
                yield Visual(link, "sphere", (1.0,), scale=(x, y, z), placement=place, colour=colour)
            case "mesh":
                yield from self._mesh(k, Visual(link, "mesh", colour=colour), R, p)
            case _:
                yield Visual(link, "cylinder", (x, 2 * y), placement=place, colour=colour)
                for end in (-y, y) if kind == CAPSULE else ():
                    yield Visual(link, "sphere", (x,), placement=placement_of(R, p + R[:, 2] * end), colour=colour)

    def _mesh(self, k: int, bare: Visual, R_g: Floats, p_g: Floats) -> Iterator[Visual]:
        m, i = self.m, int(self.m.geom_dataid[k])
        if i not in self.meshes or self.folder is None or m.mesh_pathadr[i] < 0:
            return
        name = bytes(m.paths)[m.mesh_pathadr[i] :].split(b"\0", 1)[0].decode(errors="replace")
        path = find_mesh(name, self.folder)
        if path is None or not showable(path.name):
            return
        R_r, p_r = self.meshes[i]
        scale = np.array(m.mesh_scale[i])
        if np.ptp(scale) and not np.array_equal(R_r, np.eye(3)):
            return
        R = R_g @ rotation(m.mesh_quat[i]).T
        t = p_g - R @ m.mesh_pos[i] - R @ R_r.T @ (scale * p_r)  # (1)
        placement = placement_of(tidy(R @ R_r.T), t)
        yield replace(bare, file=str(path), scale=vector(scale), placement=placement)


def _references(mujoco: Any, m: Any, file: str | None) -> dict[int, tuple[Floats, Floats]]:
    """Return (R_r, p_r) of every mesh, which the compiled model lacks; empty where MuJoCo does not tell them."""
    if not hasattr(mujoco, "MjSpec") or not hasattr(m, "mesh_scale"):
        return {}
    try:
        meshes = {mesh.name: mesh for mesh in mujoco.MjSpec.from_file(file).meshes}
    except (ValueError, RuntimeError, mujoco.FatalError):
        return {}
    names = [name_of(mujoco, m, mujoco.mjtObj.mjOBJ_MESH, i) for i in range(m.nmesh)]
    return {
        i: (rotation(meshes[name].refquat), np.array(meshes[name].refpos, dtype=float))
        for i, name in enumerate(names)
        if name in meshes
    }
