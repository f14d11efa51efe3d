"""PLY and glTF files (.ply, .glb, .gltf), through trimesh: triangles in metres, with their colours.

In glTF files Y points up, so scenes are turned by 90° about x to have Z up, as in Blender, RViz and Drake. Their linear
colours are converted to sRGB. A file of a few bytes can name arrays of any size, overlapping views and scenes with many
instances, so the sizes in its header are added up before anything is read.
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
from armillary.scene.mesh import Mesh, join
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
    # Converting a number of millions of digits would take minutes: twelve of them exceed any limit.
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
    except Exception as error:  # the JSON text may have values of any type at any place
        raise source.damaged("glTF", error) from None
    return _read(source, "glTF", Z_UP, _paint)


def _header(source: MeshSource) -> Any:
    """Return the JSON text of a glTF file as values."""
    text = source.data
    if text[:4] == b"glTF":  # binary: 12 bytes of header, then length, type and text of the first chunk
        text = text[20 : 20 + int.from_bytes(text[12:16], "little")]
    if text.count(b",") + text.count(b"[") + text.count(b"{") > MOST_VALUES:
        raise source.refused(f"more than {MOST_VALUES:,} values", "a smaller scene")
    return json.loads(text)


def _check(header: Any, source: MeshSource) -> None:
    """Refuse a file whose header exceeds the limits."""
    foreign = [name for name in header.get("extensionsRequired", ()) if name in COMPRESSED]
    if foreign:
        raise source.refused(f"compressed by {foreign[0]}", "plain arrays", "write it without compression")
    views = sum(abs(int(view["byteLength"])) for view in header.get("bufferViews", ()))
    counts = [abs(int(accessor["count"])) for accessor in header.get("accessors", ())]
    costs = []
    for mesh in header.get("meshes", ()):
        arrays = [k for primitive in mesh["primitives"] for k in primitive["attributes"].values()]
        arrays += [primitive["indices"] for primitive in mesh["primitives"] if "indices" in primitive]
        costs.append(sum(counts[k] for k in arrays))
    nodes = header.get("nodes", ())
    shown = sum(costs[node["mesh"]] for node in nodes if "mesh" in node)
    most = 12 * limits.MOST_TRIANGLES  # three corners, each with index, position, normal and texture
    if max(sum(counts), sum(costs), shown) > most or views > 4 * limits.LIMIT:
        raise source.refused(f"{max(sum(counts), sum(costs), shown):,} values in arrays", f"at most {most:,}")
    if len(nodes) > limits.MOST_NODES:
        raise source.refused(f"{len(nodes):,} nodes", f"at most {limits.MOST_NODES:,}")


class _Beside:
    """Files beside the mesh file, in the form of a resolver of trimesh."""

    def __init__(self, source: MeshSource) -> None:
        self.source = source

    def get(self, name: str) -> bytes:
        data = self.source.beside(name)
        if data is None:
            raise FileNotFoundError(name)
        return data

    __getitem__ = get


def _read(source: MeshSource, kind: str, turn: Floats, colours: Callable[[Any, Pictures], Any]) -> Mesh:
    """Return the triangles of all nodes, rotated by `turn`; `colours` returns the colours of a geometry."""
    try:
        import trimesh
    except ImportError:
        raise MissingExtraError("trimesh", "meshes", f"Showing {kind} files") from None
    logging.getLogger("trimesh").addHandler(_SILENCE)  # without a handler its messages go to the terminal
    meshes = list[Mesh]()
    pictures = Pictures(source)
    beside: Any = _Beside(source)
    suffix = source.path.suffix.lower().removeprefix(".")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about odd but harmless contents
            scene = trimesh.load_scene(io.BytesIO(source.data), suffix, resolver=beside, process=False)
            for node in scene.graph.nodes_geometry:
                pose, name = scene.graph[node]
                geometry = scene.geometry[name]
                if isinstance(geometry, trimesh.Trimesh) and len(geometry.faces):
                    meshes.append(_to_mesh(geometry, turn @ pose, colours(geometry, pictures)))
    except Exception as error:  # a damaged file ends in errors of many types
        raise source.damaged(kind, error) from None
    if not meshes:
        raise source.refused("no triangles", "a mesh")
    return join(meshes)


def _to_mesh(geometry: Any, pose: Floats, colours: Any) -> Mesh:
    faces = np.asarray(geometry.faces, dtype=np.int64)
    if np.linalg.det(pose[:3, :3]) < 0:
        faces = faces[:, ::-1]  # mirrored: faces look out again
    painted = None if colours is None else np.broadcast_to(np.asarray(colours, dtype=float), (len(faces), 3))
    return Mesh(np.asarray(geometry.vertices, dtype=float), faces, painted).transform(pose[:3, :3], pose[:3, 3])


def _shades(geometry: Any, _: Pictures) -> Floats | None:
    """Return the colour of each triangle by the colours of triangles or vertices in the file."""
    visual = geometry.visual
    if visual.kind not in ("vertex", "face"):
        return None
    return np.asarray(visual.face_colors[:, :3], dtype=float) / 255


def _paint(geometry: Any, pictures: Pictures) -> Floats | None:
    """Return the colour of a glTF material times the mean of its picture; without material the colours of vertices."""
    material = getattr(geometry.visual, "material", None)
    if material is None:
        shades = _shades(geometry, pictures)
        return None if shades is None else _screen(shades)
    factor, image = material.baseColorFactor, material.baseColorTexture
    colour = np.ones(3) if factor is None else _screen(np.asarray(factor[:3], dtype=float) / 255)
    mean = None if image is None else pictures.mean(image)
    return colour if mean is None else colour * mean


def _screen(linear: Floats) -> Floats:
    """Return sRGB colours from linear ones."""
    linear = np.clip(linear, 0.0, 1.0)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
