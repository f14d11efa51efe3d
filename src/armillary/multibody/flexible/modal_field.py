"""The displacement field of a link from the nodes of a finite-element program.

The nodes carry lumped masses and inertias, so they are the mass points themselves. With the modal masses
    m_k = Σ_nodes mass |Φ_k|² + θ_kᵀ inertia θ_k                                               (1)
or those that the program gives, frequencies f_k and damping ratios ζ_k mean
    K = diag m_k (2πf_k)²,   D = diag 2 ζ_k m_k 2πf_k.                                         (2)
The shapes are linear in the modal coordinates: there is no foreshortening in such data.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armillary.description.beam import ModalData, ModalNode
from armillary.errors import ArgumentError
from armillary.multibody.flexible.field import Field, NodeShape
from armillary.spatial.scalar import Floats


def modal_field(data: ModalData) -> Field:
    """Return the field of modal data; every node of it can be used by name."""
    n, nodes = len(data.frequencies), data.nodes
    r = np.array([node.position for node in nodes]).reshape(-1, 3)
    mass = np.array([node.mass for node in nodes])
    spin = np.array([node.inertia for node in nodes]).reshape(-1, 3, 3)
    shape = np.stack([_rows(node, node.translation, "translation", n) for node in nodes], axis=1)
    turn = np.stack([_rows(node, node.rotation, "rotation", n) for node in nodes], axis=1)
    m = (
        _each("modal_masses", data.modal_masses, n)
        if data.modal_masses
        else np.diag(modal_mass(mass, shape, spin, turn))
    )
    w = 2 * np.pi * np.array(data.frequencies)
    zeta = _each("damping", data.damping * n if len(data.damping) == 1 else data.damping, n)
    named = {node.name: NodeShape(r[i], shape[:, i], turn[:, i], np.zeros((n, n, 3))) for i, node in enumerate(nodes)}
    second = np.zeros((n, n, len(nodes), 3))
    return Field(r, mass, shape, second, turn, spin, np.diag(m * w**2), np.diag(2 * zeta * m * w), named)  # (2)


def modal_mass(mass: Floats, shape: Floats, spin: Floats, turn: Floats) -> Floats:
    """Return the mass matrix of the modal coordinates, (n, n), from the arrays of a `Field`; its diagonal is (1)."""
    n = len(shape)
    momentum, moment = shape * mass[:, None], (turn[:, :, None] @ spin)[:, :, 0]  # (n, G, 3)
    return momentum.reshape(n, -1) @ shape.reshape(n, -1).T + moment.reshape(n, -1) @ turn.reshape(n, -1).T


def _rows(node: ModalNode, rows: Sequence[Sequence[float]], name: str, n: int) -> Floats:
    """Return one vector for each mode, (n, 3); a node that lists none does not move that way."""
    if len(rows) not in (0, n):
        found = f"{len(rows)} vectors at node {node.name!r}"
        raise ArgumentError(name, found, f"one for each of the {n} frequencies")
    return np.array(rows, dtype=float).reshape(-1, 3) if rows else np.zeros((n, 3))


def _each(name: str, values: Sequence[float], n: int) -> Floats:
    if len(values) != n:
        raise ArgumentError(name, f"{len(values)} values", f"one for each of the {n} frequencies")
    return np.array(values, dtype=float)
