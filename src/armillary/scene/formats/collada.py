"""Collada files (.dae), through pycollada: triangles of all nodes in metres, with the colours of their materials.

The length of `<unit>` scales the file. `<up_axis>` is ignored: coordinates are those of the link, as in RViz, MoveIt,
Gazebo and Pinocchio, for which robot files are made.

Document type declarations are refused, since entity bombs need one. So are archives, which pycollada would unpack, and
more than `MOST_NODES` instances. The declared encoding is ignored, since it could hide a file from these checks: the
text is read as UTF-8, else as Latin-1.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from typing import Any

import numpy as np

from armillary.errors import ArgumentError, MissingExtraError
from armillary.scene.formats import source as limits
from armillary.scene.formats.pictures import Pictures
from armillary.scene.formats.source import MeshSource
from armillary.scene.mesh import Mesh, join, triangle_soup
from armillary.spatial.scalar import Floats

_BINDING = re.compile(rb"<bind_material>.*?</bind_material>", re.DOTALL)
_DECLARATION = re.compile(r"\A\s*<\?xml.*?\?>", re.DOTALL)


def read_collada(source: MeshSource) -> Mesh:
    """Return the triangles of a Collada file; an `ArgumentError` refuses a damaged one."""
    try:
        import collada
    except ImportError:
        raise MissingExtraError("pycollada", "meshes", "Showing Collada files") from None
    text = _plain(source)
    faults = [collada.common.DaeError]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # about pycollada, not about the file
            document = collada.Collada(io.BytesIO(text), ignore=faults, aux_file_loader=source.beside)
            if any(isinstance(fault, collada.common.DaeBrokenRefError) for fault in document.errors):
                # pycollada drops a geometry with a broken material: read it again without materials.
                document = collada.Collada(io.BytesIO(_BINDING.sub(b"", text)), ignore=faults)
            return _read_triangles(collada, document, source)
    except ArgumentError:
        raise
    except Exception as error:  # a damaged file ends in errors of many types
        raise source.damaged("Collada", error) from None


def _plain(source: MeshSource) -> bytes:
    """Return the XML text as UTF-8 without its declaration; archives and document types are refused."""
    data = source.data
    if zipfile.is_zipfile(io.BytesIO(data)) or b"\0" in data:
        raise source.refused("an archive or binary data", "XML text", "unpack it")
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise source.refused("a document type declaration (DOCTYPE)", "a Collada file without one")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return _DECLARATION.sub("", text, count=1).encode()


def _read_triangles(collada: Any, document: Any, source: MeshSource) -> Mesh:
    pictures = Pictures(source)
    meshes = list[Mesh]()
    triangles = 0
    for node, pose in _instances(collada, document, source):
        materials = {binding.symbol: binding.target for binding in node.materials}
        for primitive in node.geometry.primitives:
            triangular = _triangles(collada, primitive)
            if triangular is None:
                continue
            triangles += len(triangular.vertex_index)
            if triangles > limits.MOST_TRIANGLES:
                raise source.many(triangles)
            corners = triangular.vertex[triangular.vertex_index].astype(float) @ pose[:3, :3].T + pose[:3, 3]
            if np.linalg.det(pose[:3, :3]) < 0:
                corners = corners[:, ::-1]  # mirrored: faces look out again
            material = materials.get(primitive.material) or document.materials.get(primitive.material)
            meshes.append(triangle_soup(corners, _colours(material, triangular, pictures)))
    if not meshes:
        raise source.refused("no triangles", "a mesh")
    return join(meshes)


def _instances(collada: Any, document: Any, source: MeshSource) -> Iterator[tuple[Any, Floats]]:
    """Yield every instance of a geometry in the scene with its pose (4, 4) in metres."""
    scene = document.scene or next(iter(document.scenes), None)
    unit = document.assetInfo.unitmeter if document.assetInfo is not None else None
    pose = np.diag([*[float(unit or 1.0)] * 3, 1.0])
    roots = scene.nodes if scene is not None else ()
    waiting = [(node, pose) for node in roots][::-1]  # a stack: the first node is taken first
    count = 0
    while waiting:
        node, pose = waiting.pop()
        count += 1
        if count > limits.MOST_NODES:
            raise source.refused(f"more than {limits.MOST_NODES:,} nodes", "a smaller scene")
        if isinstance(node, collada.scene.GeometryNode):
            yield node, pose
        elif isinstance(node, collada.scene.Node):
            below = pose @ np.asarray(node.matrix, dtype=float)
            waiting += [(child, below) for child in reversed(node.children)]


def _triangles(collada: Any, primitive: Any) -> Any | None:
    """Return a set of triangles; None for lines and for sets without triangles."""
    if isinstance(primitive, collada.polylist.Polylist):
        primitive = primitive.triangleset()
    if not isinstance(primitive, collada.triangleset.TriangleSet):
        return None
    return None if primitive.vertex is None or primitive.vertex_index is None else primitive


def _colours(material: Any | None, triangles: Any, pictures: Pictures) -> Floats | None:
    """Return the colours of a set of triangles: its material's, else those of its corners."""
    count = len(triangles.vertex_index)
    diffuse: Any = material.effect.diffuse if material is not None else None
    if hasattr(diffuse, "sampler"):
        diffuse = pictures.named(diffuse.sampler.surface.image.path)
    if diffuse is not None:
        return np.tile(np.asarray(diffuse[:3], dtype=float), (count, 1))
    shades = triangles.sources.get("COLOR")
    if material is not None or not shades or not count:
        return None
    offset, _, _, _, values = shades[0]
    return np.asarray(values.data[triangles.index[:, :, offset]][..., :3].mean(axis=1), dtype=float)
