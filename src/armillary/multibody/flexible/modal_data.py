"""The displacement field of modal data from a finite-element program.

Its nodes carry lumped masses and inertias, so they are the mass points themselves. With the modal masses
    m_k = Σ_nodes mass |Φ_k|² + θ_kᵀ inertia θ_k                                               (1)
or given ones, frequencies f_k and damping ratios ζ_k mean
    K = diag m_k (2πf_k)²,   D = diag 2 ζ_k m_k 2πf_k.                                         (2)
The shapes are linear in the modal coordinates. Data of a straight beam have the terms of `second_order` as well: where
all nodes lie on a line from the origin and have rotations θ, of which the translations across the line are the
integrals,
    |u_k(x) − ∫₀ˣ θ_k × x̂ ds| ≤ FITS L max|θ_k|.                                                (3)
θ and the stretch along the line are cubic splines through the nodes. (3) fails for bodies that are no beam, for beams
that shear, and for nodes too far apart for their modes: those data stay linear.
"""

from __future__ import annotations

import numpy as np

from armillary.description.beam import ModalData
from armillary.multibody.flexible.field import Field, NodeShape, modal_mass
from armillary.multibody.flexible.second_order import Strained, second_order
from armillary.multibody.shapes.quadrature import Running
from armillary.spatial.scalar import Floats

CLOSEST = 1e-6
"""Least distance of nodes along a beam, as a part of its length: those between them have no slope."""
STRAIGHT = 1e-6
"""Largest distance of a node from the line of a straight beam, relative to its length."""
FITS = 0.02
LARGEST = 1e100
"""Largest size of a shape that is read as that of a beam: squares of larger numbers are infinite."""


def modal_field(data: ModalData) -> Field:
    """Return the field of modal data; every node of it can be used by name."""
    n, nodes = len(data.frequencies), data.nodes
    r = np.array([node.position for node in nodes]).reshape(-1, 3)
    mass = np.array([node.mass for node in nodes])
    spin = np.array([node.inertia for node in nodes]).reshape(-1, 3, 3)
    shape = np.stack([np.array(node.translation) for node in nodes], axis=1)
    turn = np.stack([np.array(node.rotation) if node.rotation else np.zeros((n, 3)) for node in nodes], axis=1)
    m = np.array(data.modal_masses) if data.modal_masses else np.diag(modal_mass(mass, shape, spin, turn))
    w, zeta = 2 * np.pi * np.array(data.frequencies), np.array(data.damping)
    second, second_turn, axes = np.zeros((n, n, len(nodes), 3)), np.zeros((n, n, len(nodes), 3)), np.eye(3)
    known = all(node.rotation or not np.any(node.position) for node in nodes)
    of_beam = _of_beam(r, shape, turn) if data.stiffening and known else None
    if of_beam is not None:
        second, second_turn, axes = of_beam
    named = {
        node.name: NodeShape(r[i], shape[:, i], turn[:, i], second[:, :, i], second_turn[:, :, i])
        for i, node in enumerate(nodes)
    }
    K, D = np.diag(m * w**2), np.diag(2 * zeta * m * w)  # (2)
    return Field(r, mass, shape, second, turn, second_turn, spin, K, D, named, axes)


def _of_beam(r: Floats, shape: Floats, turn: Floats) -> tuple[Floats, Floats, Floats] | None:
    """Return g and Γ at the nodes and the axes of the beam as columns; None if (3) does not hold."""
    from scipy.interpolate import CubicSpline

    far = r[np.linalg.norm(r, axis=1).argmax()]
    length = float(np.linalg.norm(far))
    axes = _axes(far / length) if length else np.eye(3)
    x = r @ axes[:, 0]
    places, first = np.unique(np.round(np.append(0.0, x), 12), return_index=True)
    if not length or np.abs(r @ axes[:, 1:]).max() > STRAIGHT * length or x.min() < 0 or len(places) < 3:
        return None
    if np.diff(places).min() < CLOSEST * length:
        return None
    if max(length, np.abs(shape).max(), np.abs(turn).max()) > LARGEST:
        return None
    moved, turned = (np.insert(part @ axes, 0, 0.0, axis=1) for part in (shape, turn))  # still at the root
    line, rotation = (CubicSpline(places, part[:, first], axis=1) for part in (moved, turned))
    across = np.cross(turned, [1.0, 0.0, 0.0])
    slid = CubicSpline(places, across[:, first], axis=1).antiderivative()
    gap = np.abs(slid(np.append(0.0, x)) - moved)[..., 1:].max(axis=(1, 2))
    rounding = 1e-9 * (np.abs(moved).max(axis=(1, 2)) + length * np.abs(turned).max(axis=(1, 2)))
    if np.any(gap > FITS * length * np.abs(across).max(axis=(1, 2)) + rounding):  # (3)
        return None
    running = Running(x / length)
    s = running.points * length
    inside = Strained(rotation(s), rotation(s, 1), line(s, 1)[..., 0], np.zeros_like(s))
    second, second_turn = second_order(running, length, inside, turn @ axes)
    return second @ axes.T, second_turn @ axes.T, axes


def _axes(x: Floats) -> Floats:
    """Return x̂ and two directions across it as columns; the axes of the frame where x̂ is one of them."""
    k = int(np.abs(x).argmax())
    y = np.eye(3)[(k + 1) % 3]
    z = np.cross(x, y) / np.linalg.norm(np.cross(x, y))
    return np.stack([x, np.cross(z, x), z], axis=1)
