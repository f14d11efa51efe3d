"""PLY and glTF files (.ply, .glb, .gltf), through trimesh: triangles in metres, with their colours.

glTF says that Y points up, so its scenes are turned by 90° about x to have Z up, as Blender, RViz and Drake do. Its
colours are linear and are changed to those of screens (sRGB). A file of a few bytes can name arrays of any size, views
that overlap and scenes with many instances, so what a header promises is added up before anything is read.
"""

from __future__ import annotations

import io
import json
import logging
import re
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from armillary.errors import ArgumentError, MissingExtraError
from armillary.scene.formats import source as limits
from armillary.scene.formats.pictures import Pictures
from armillary.scene.formats.source import MeshSource
from armillary.scene.mesh import Mesh, joined
from armillary.spatial.scalar import Floats

COMPRESSED = ("KHR_draco_mesh_compression", "EXT_meshopt_compression")
MOST_VALUES = 2_000_000
"""Limit on the values in the JSON text of a glTF file."""
Z_UP = np.array([[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]])
_SILENCE = logging.NullHandler()
_ELEMENT = re.compile(rb"^element\s+\S+\s+(\d+)\s*$", re.MULTILINE)


def read_ply(source: MeshSource) -> Mesh:
    """Return the triangles of a PLY file; an `ArgumentError` refuses a damaged one."""
    header = source.data[: source.data.find(b"end_header") + 1]
    counts = [min(int(count[:12]), 10**12) for count in _ELEMENT.findall(header)]
    if sum(counts) > 4 * limits.MOST_TRIANGLES:
        raise source.many(sum(counts))
    return _read(source, "PLY", np.eye(4), _shades)


def read_gltf(source: MeshSource) -> Mesh:
    """Return the triangles of a glTF file, as text or binary; an `ArgumentError` refuses a damaged one."""
    try:
        _check(_header(source), source)
    except ArgumentError:
        raise
    except Exception as error:  # the JSON text may hold anything at any place
        raise source.damaged("glTF", error) from None
    return _read(source, "glTF", Z_UP, _paint)


def _header(source: MeshSource) -> Any:
    """Return the JSON text of a glTF file as values."""
    text = source.data
    if text[:4] == b"glTF":
        text = text[20 : 20 + int.from_bytes(text[12:16], "little")]
    if text.count(b",") + text.count(b"[") + text.count(b"{") > MOST_VALUES:
        raise source.refused(f"more than {MOST_VALUES:,} values", "a smaller scene")
    return json.loads(text)


def _check(header: Any, source: MeshSource) -> None:
    """Refuse a file that promises more than the limits."""
    foreign = [name for name in header.get("extensionsRequired", ()) if name in COMPRESSED]
    if foreign:
        raise source.refused(f"compressed by {foreign[0]}", "plain arrays", "write it without compression")
    views = sum(abs(int(view["byteLength"])) for view in header.get("bufferViews", ()))
    counts = [abs(int(accessor["count"])) for accessor in header.get("accessors", ())]
    costs = [
        sum(counts[k] for one in mesh["primitives"] for k in (*one["attributes"].values(), *_indices(one)))
        for mesh in header.get("meshes", ())
    ]
    nodes = header.get("nodes", ())
    shown = sum(costs[node["mesh"]] for node in nodes if "mesh" in node)
    most = 12 * limits.MOST_TRIANGLES  # three corners, each with index, position, normal and texture
    if max(sum(counts), sum(costs), shown) > most or views > 4 * limits.LIMIT:
        raise source.refused(f"{max(sum(counts), sum(costs), shown):,} values in arrays", f"at most {most:,}")
    if len(nodes) > limits.MOST_NODES:
        raise source.refused(f"{len(nodes):,} nodes", f"at most {limits.MOST_NODES:,}")


def _indices(primitive: Any) -> tuple[int, ...]:
    return (primitive["indices"],) if "indices" in primitive else ()


class _Beside:
    """Files beside the mesh file, as trimesh asks for them."""

    def __init__(self, source: MeshSource) -> None:
        self.source = source

    def get(self, name: str) -> bytes:
        data = self.source.beside(name)
        if data is None:
            raise FileNotFoundError(name)
        return data

    __getitem__ = get


def _read(source: MeshSource, kind: str, turn: Floats, colours: Callable[[Any, Pictures], Any]) -> Mesh:
    """Return the triangles of all nodes, turned; `colours` returns those of a geometry."""
    try:
        import trimesh
    except ImportError:
        raise MissingExtraError("trimesh", "meshes", f"Showing {kind} files") from None
    logging.getLogger("trimesh").addHandler(_SILENCE)  # else its remarks, some with tracebacks, go to the terminal
    meshes, pictures = list[Mesh](), Pictures(source)
    beside: Any = _Beside(source)
    suffix = source.path.suffix.lower().removeprefix(".")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # on odd but harmless contents
            scene = trimesh.load_scene(io.BytesIO(source.data), suffix, resolver=beside, process=False)
            for node in scene.graph.nodes_geometry:
                pose, name = scene.graph[node]
                geometry = scene.geometry[name]
                if isinstance(geometry, trimesh.Trimesh) and len(geometry.faces):
                    meshes.append(_placed(geometry, turn @ pose, colours(geometry, pictures)))
    except Exception as error:  # a damaged file ends in errors of many types
        raise source.damaged(kind, error) from None
    if not meshes:
        raise source.refused("no triangles", "a mesh")
    return joined(meshes)


def _placed(geometry: Any, pose: Floats, colours: Any) -> Mesh:
    faces = np.asarray(geometry.faces, dtype=np.int64)
    if np.linalg.det(pose[:3, :3]) < 0:
        faces = faces[:, ::-1]  # mirrored: faces look out again
    painted = None if colours is None else np.broadcast_to(np.asarray(colours, dtype=float), (len(faces), 3))
    return Mesh(np.asarray(geometry.vertices, dtype=float), faces, painted).placed(pose[:3, :3], pose[:3, 3])


def _shades(geometry: Any, _: Pictures) -> Floats | None:
    """Return the colours of triangles or vertices that a file gives, for each triangle."""
    visual = geometry.visual
    if visual.kind not in ("vertex", "face"):
        return None
    return np.asarray(visual.face_colors[:, :3], dtype=float) / 255


def _paint(geometry: Any, pictures: Pictures) -> Floats | None:
    """Return the colours of a glTF geometry: its material's, times the mean of its picture, else its vertices'."""
    material = getattr(geometry.visual, "material", None)
    if material is None:
        shades = _shades(geometry, pictures)
        return None if shades is None else _screen(shades)
    factor, image = material.baseColorFactor, material.baseColorTexture
    colour = np.ones(3) if factor is None else _screen(np.asarray(factor[:3], dtype=float) / 255)
    mean = None if image is None else pictures.mean(image)
    return colour if mean is None else colour * mean


def _screen(linear: Floats) -> Floats:
    """Return colours of screens (sRGB) from linear ones."""
    linear = np.clip(linear, 0.0, 1.0)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
