"""Surface of a flexible link: cross-sections along the elastic line.

The section at x moves like a node at x: with q the line shifts by Σ Φ_k q_k + ½ Σ g_kl q_k q_l and rotates by exp(ψ~),
ψ = Σ θ_k q_k + ½ Σ Γ_kl q_k q_l. The last section therefore stays attached to the next body at any magnification of the
bending.
The strain along x̂ of a point with offset o from the line is
    ε = Σ x̂ · (Φ_k' + θ_k' × o) q_k                                                                   (1)
Φ_k, g_kl, θ_k and Γ_kl are interpolated by cubic splines between the mass points and nodes of `flexible.field`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from armillary.description.beam import Beam, Section
from armillary.multibody.flexible.field import Field
from armillary.multibody.flexible.modal import Modal
from armillary.scene.mesh import Mesh, grid_faces
from armillary.scene.part import SectionMotion
from armillary.scene.spline import spline_weights
from armillary.spatial.scalar import Floats

RINGS = 33
"""Number of cross-sections along a link."""
ROUND = 20
"""Number of points on the outline of a cross-section."""
THICK = 0.02
"""Thickness of a link with an unknown section, relative to its length."""


def beam_surface(modal: Modal, beam: Beam | None) -> tuple[Mesh, SectionMotion] | None:
    """Return the surface of a link and its bending; None if its mass points are not on a straight line."""
    field = modal.field
    line = ElasticLine(field)
    if not line.straight:
        return None
    x = np.linspace(0.0, line.length, RINGS)
    outlines = [_outline(beam.section(at)) if beam else _circle(THICK * line.length / 2) for at in x]
    y, z = field.axes[:, 1], field.axes[:, 2]
    offsets = np.array([np.outer(points[:, 0], y) + np.outer(points[:, 1], z) for points in outlines])  # (R, S, 3)
    rings = np.multiply.outer(x, line.axis)[:, None] + offsets
    strain = (line.shift(x, 1)[:, :, None] + np.cross(line.turn(x, 1)[:, :, None], offsets[None])) @ line.axis  # (1)
    mesh, which = _closed(rings)
    section = np.repeat(np.arange(len(x)), offsets.shape[1])[which]
    offset, strain = offsets.reshape(-1, 3)[which], strain.reshape(field.modes, -1)[:, which]
    moved = (line.shift(x), line.second(x), line.turn(x), line.second_turn(x))
    return mesh, SectionMotion(modal.q.start, *moved, section, offset, strain)


class ElasticLine:
    """The elastic line of a link: translation and rotation of all modes along it, and those of second order."""

    def __init__(self, field: Field) -> None:
        self.field = field
        nodes = list(field.nodes.values())
        places = np.vstack([np.zeros((1, 3)), field.r, *(node.position for node in nodes)])
        far = places[np.linalg.norm(places, axis=1).argmax()]
        self.length = float(np.linalg.norm(far))
        self.axis = far / self.length if self.length else np.array([1.0, 0.0, 0.0])
        along = places @ self.axis
        off = np.linalg.norm(places - np.outer(along, self.axis), axis=1).max()
        # Points of robot files are rounded: 0.1 % off the line still counts as straight.
        self.straight = self.length > 0 and off <= 1e-3 * self.length and along.min() >= -1e-9
        # Samples of the mode shapes: first those of the mass points, then those of the nodes.
        n = field.modes
        shift = np.concatenate([field.shape, *(node.translation[:, None] for node in nodes)], axis=1)
        second = np.concatenate([field.second, *(node.second[:, :, None] for node in nodes)], axis=2)
        turn = np.concatenate([field.turn, *(node.rotation[:, None] for node in nodes)], axis=1)
        turns = (node.second_rotation[:, :, None] for node in nodes)
        second_turn = np.concatenate([field.second_turn, *turns], axis=2)
        # A spline needs distinct places; the root, which does not move, is the first sample (0 inserted).
        self.at, first = np.unique(np.round(along, 12), return_index=True)
        self._shift = np.insert(shift, 0, 0.0, axis=1)[:, first]
        self._turn = np.insert(turn, 0, 0.0, axis=1)[:, first]
        self._second = np.insert(second, 0, 0.0, axis=2)[:, :, first].reshape(n * n, len(self.at), 3)
        self._second_turn = np.insert(second_turn, 0, 0.0, axis=2)[:, :, first].reshape(n * n, len(self.at), 3)

    def shift(self, x: Floats, derivative: int = 0) -> Floats:
        """Return the translations of all modes at x, or their slopes, shape (n, S, 3)."""
        return self._spline(self._shift, x, derivative)

    def turn(self, x: Floats, derivative: int = 0) -> Floats:
        """Return the rotations of all modes at x, or their slopes, shape (n, S, 3)."""
        return self._spline(self._turn, x, derivative)

    def second(self, x: Floats) -> Floats:
        """Return the translations of all pairs of modes, shape (n, n, S, 3)."""
        n = len(self._shift)
        return self._spline(self._second, x, 0).reshape(n, n, len(x), 3)

    def second_turn(self, x: Floats) -> Floats:
        """Return the rotations of all pairs of modes, shape (n, n, S, 3)."""
        n = len(self._shift)
        return self._spline(self._second_turn, x, 0).reshape(n, n, len(x), 3)

    def _spline(self, values: Floats, x: Floats, derivative: int) -> Floats:
        return np.asarray(np.einsum("sk,nkd->nsd", spline_weights(self.at, x, derivative), values))


def _outline(section: Section) -> Floats:
    """Return the outline of a section in its y-z plane, shape (S, 2) [m]; a circle if only its area is known."""
    if section.shape == "rectangle":
        width, height = section.size[0] / 2, section.size[1] / 2
        corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]], dtype=float) * [width, height]
        at = np.linspace(0, 4, ROUND, endpoint=False)
        return np.stack([np.interp(at, np.arange(5), corners[:, k]) for k in range(2)], axis=1)
    radius = section.size[0] / 2 if section.shape in ("circle", "tube") else float(np.sqrt(section.area / np.pi))
    return _circle(radius)


def _circle(radius: float) -> Floats:
    angles = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)
    return radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _closed(rings: Floats) -> tuple[Mesh, Any]:
    """Return the closed surface through rings of points, and the index of the point at each vertex."""
    count, sides, _ = rings.shape
    points = rings.reshape(-1, 3)
    # The caps have vertices of their own: shared ones would have normals between those of cap and side.
    first, last = np.arange(sides), np.arange((count - 1) * sides, count * sides)
    which = np.concatenate([np.arange(count * sides), first, last])
    fan = np.array([[0, k + 1, k] for k in range(1, sides - 1)])
    start, end = count * sides, (count + 1) * sides  # the first vertices of the two caps
    faces = np.concatenate([grid_faces(count, sides), fan + start, fan[:, ::-1] + end])
    return Mesh(points[which], faces), which
