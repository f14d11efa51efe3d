"""STL files, as text or binary.

A binary STL file has a header of 80 bytes, the number of triangles as a 32-bit integer, and for each triangle twelve
32-bit floats (a normal, which is ignored, and three corners) and two more bytes. Its header may begin with "solid" like
an STL text, so the file length decides.
"""

from __future__ import annotations

import re

import numpy as np

from armillary.scene.formats.source import MeshSource
from armillary.scene.mesh import Mesh, triangle_soup

_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
# The expression is unambiguous: invalid text of any length is rejected without backtracking.
_NUMBER = rb"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
_FACET = re.compile(rb"^[ \t]*facet\b", re.MULTILINE | re.IGNORECASE)
_VERTEX = re.compile(rb"^[ \t]*vertex[ \t]+(%s)[ \t]+(%s)[ \t]+(%s)" % ((_NUMBER,) * 3), re.MULTILINE | re.IGNORECASE)


def read_stl(source: MeshSource) -> Mesh:
    """Return the triangles of an STL file; an `ArgumentError` refuses a damaged one."""
    data = source.data
    count = int.from_bytes(data[80:84], "little") if len(data) >= 84 else -1
    if count >= 0 and len(data) >= 84 + 50 * count and (count or data[:5].lower() != b"solid"):
        records = np.frombuffer(data, _RECORD, count, 84)
        return triangle_soup(records["corners"].astype(float))
    if data.lstrip()[:5].lower() != b"solid":
        size = f"{len(data)} bytes for {count} triangles" if count >= 0 else "too few bytes"
        raise source.refused(size, "an STL file, as text or of 84 + 50 bytes for each triangle")
    corners = np.array([[float(word) for word in row] for row in _VERTEX.findall(data)]).reshape(-1, 3)
    facets = len(_FACET.findall(data))  # a damaged vertex line does not match: then corners are missing
    if len(corners) != 3 * facets:
        raise source.refused(f"{len(corners)} readable corners for {facets} triangles", "three for each")
    return triangle_soup(corners)
