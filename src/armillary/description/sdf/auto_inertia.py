"""Mass, centre of mass and inertia of an SDF link from its collision shapes: <inertial auto="true">.

The density of a shape is given in its <collision> or in the <inertial>; the default is that of water. The sums over
the shapes are
    m = Σ m_k,   m c = Σ m_k c_k,   I = Σ (R_k I_k R_kᵀ + m_k shift(c_k − c))                              (1)
As in libsdformat, a <mass> in the <inertial> scales m and I to that mass; <pose> and <inertia> in it are ignored. A
closed mesh of triangles (a, b, c), counterclockwise as seen from outside, is a signed sum of tetrahedra with one corner
at the origin, d = a · (b × c):
    V = Σ d / 6,   V c = Σ d (a + b + c) / 24,
    Q = Σ d [(a + b + c)(a + b + c)ᵀ + a aᵀ + b bᵀ + c cᵀ] / 120                                          (2)
with Q the second moments of the volume about the origin.
"""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from armillary.description.mesh_paths import find_mesh
from armillary.description.sdf.scope import Frames, Scope
from armillary.description.sdf.values import number, numbers, text_of
from armillary.description.xml_tree import Element, Faults
from armillary.errors import ArgumentError, MissingExtraError
from armillary.spatial.inertia import box, cylinder, inertia_of_moments, rotate, shift_from_com, sphere
from armillary.spatial.scalar import Floats

WATER = 1000.0
"""Default density of a shape [kg/m³]."""

Body = tuple[float, Floats, Floats]
"""Mass [kg], centre of mass [m], and inertia about it [kg·m²]."""


class Shapes:
    """Computes the inertia of links from their collision shapes; mesh files are relative to `folder`."""

    def __init__(self, frames: Frames, folder: Path | None, faults: Faults) -> None:
        self.frames, self.folder, self.faults = frames, folder, faults

    def body(self, scope: Scope, link: Element, inertial: Element, name: str) -> Body | None:
        """Return mass, centre of mass and inertia of a link in its frame, (1); None if no shape has a volume."""
        default_density = number(inertial, "density", f'link "{name}" inertial', WATER, self.faults)
        parts = []
        for collision in link.all("collision"):
            field = f'link "{name}" collision "{collision.attributes.get("name", "").strip()}"'
            geometry = collision.first("geometry")
            density = number(collision, "density", field, default_density, self.faults)
            solid = self._solid(geometry, field) if geometry is not None else None
            if solid is not None:
                volume, centre, tensor = solid
                pose = self.frames.place(collision, scope, name)
                parts.append((density * volume, pose.p + pose.R @ centre, rotate(density * tensor, pose.R)))
        mass = sum(part[0] for part in parts)
        if not mass > 0:
            return None
        com = np.asarray(sum(m * c for m, c, _ in parts)) / mass
        inertia = np.asarray(sum(shift_from_com(tensor, m, c - com) for m, c, tensor in parts), dtype=float)
        total = number(inertial, "mass", f'link "{name}" inertial', mass, self.faults)
        return total, com, inertia * (total / mass)

    def _solid(self, geometry: Element, field: str) -> Body | None:
        """Return volume [m³], centroid [m] and inertia about it at unit density [m⁵]; None if there is no volume."""
        shape = next(iter(geometry.children), None)
        if shape is None or shape.tag == "empty":
            return None
        centre = np.zeros(3)

        def size(tag: str) -> float:
            return abs(number(shape, tag, f"{field} {shape.tag}", 1.0, self.faults))

        def sizes(tag: str) -> Floats:
            element = shape.first(tag)
            return np.abs(numbers(element, f"{field} {tag}", 3, self.faults)) if element is not None else np.ones(3)

        match shape.tag:
            case "box":
                edges = sizes("size")
                volume = float(np.prod(edges))
                return volume, centre, box(volume, edges)
            case "sphere":
                r = size("radius")
                volume = 4 / 3 * math.pi * r**3
                return volume, centre, sphere(volume, r)
            case "ellipsoid":
                radii = sizes("radii")
                volume = 4 / 3 * math.pi * float(np.prod(radii))
                return volume, centre, inertia_of_moments(volume / 5 * np.diag(radii**2))
            case "cylinder":
                r, length = size("radius"), size("length")
                volume = math.pi * r * r * length
                return volume, centre, cylinder(volume, r, length)
            case "capsule":
                r, length = size("radius"), size("length")
                middle, ball = math.pi * r * r * length, 4 / 3 * math.pi * r**3
                # The centroid of each hemisphere lies 3/8 r beyond the end of the cylinder.
                shift = (length / 2 + 3 * r / 8) ** 2 - (3 * r / 8) ** 2
                ends = sphere(ball, r) + ball * shift * np.diag([1.0, 1.0, 0.0])
                return middle + ball, centre, cylinder(middle, r, length) + ends
            case "cone":
                r, length = size("radius"), size("length")
                volume = math.pi * r * r * length / 3
                moments = volume * np.diag([3 / 20 * r * r, 3 / 20 * r * r, 3 / 80 * length * length])
                return volume, np.array([0.0, 0.0, -length / 4]), inertia_of_moments(moments)
            case "mesh":
                return self._mesh(shape, field)
        self._ignore(shape, field, f"a <{shape.tag}>")
        return None

    def _mesh(self, shape: Element, field: str) -> Body | None:
        """Return volume, centroid and inertia at unit density of a mesh file, (2)."""
        from armillary.scene.formats.source import MOST_TRIANGLES
        from armillary.scene.mesh_files import read_mesh

        uri = text_of(shape, "uri")
        path = find_mesh(uri, self.folder) if self.folder is not None else None
        if path is None:
            self._ignore(shape, field, f"the mesh {uri!r}, which is not found,")
            return None
        try:
            mesh = read_mesh(path, MOST_TRIANGLES)
        except (ArgumentError, MissingExtraError) as error:
            self._ignore(shape, field, f"the mesh {uri!r}, which cannot be read ({error}),")
            return None
        scale = shape.first("scale")
        factors = numbers(scale, f"{field} scale", 3, self.faults) if scale is not None else [1.0, 1.0, 1.0]
        corners = (mesh.vertices * np.array(factors))[mesh.faces]  # (F, 3 corners, 3)
        a, b, c = corners.transpose(1, 0, 2)
        d = np.einsum("fi,fi->f", a, np.cross(b, c))
        volume = float(d.sum()) / 6
        extent = float(np.ptp(corners.reshape(-1, 3), axis=0).max())
        if abs(volume) < 1e-9 * extent**3:  # an open or flat surface, within rounding
            self._ignore(shape, field, f"the mesh {uri!r}, which encloses no volume,")
            return None
        total = a + b + c
        first = np.einsum("f,fi->i", d, total) / 24
        outer = np.einsum("f,fi,fj->ij", d, total, total) + np.einsum("f,fki,fkj->ij", d, corners, corners)
        centre = first / volume
        Q = outer / 120 * math.copysign(1.0, volume)  # the volume is negative if the triangles are clockwise
        Q = Q - abs(volume) * np.outer(centre, centre)
        return abs(volume), centre, np.asarray(inertia_of_moments(Q), dtype=float)

    def _ignore(self, shape: Element, field: str, what: str) -> None:
        self.faults.doubt(shape, field, f"{what} has no inertia", "a box, …, or a closed mesh", "it is left out")
