"""The displacement field of a link from the nodes of a finite-element program.

The nodes carry lumped masses and inertias, so they are the mass points themselves. With the modal masses
    m_k = Σ_nodes mass |Φ_k|² + θ_kᵀ inertia θ_k                                               (1)
or those that the program gives, frequencies f_k and damping ratios ζ_k mean
    K = diag m_k (2πf_k)²,   D = diag 2 ζ_k m_k 2πf_k.                                         (2)
The shapes are linear in the modal coordinates: there is no foreshortening in such data.
"""

from __future__ import annotations

import numpy as np

from armillary.description.beam import ModalData
from armillary.multibody.flexible.field import Field, NodeShape
from armillary.spatial.scalar import Floats


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
    named = {node.name: NodeShape(r[i], shape[:, i], turn[:, i], np.zeros((n, n, 3))) for i, node in enumerate(nodes)}
    second = np.zeros((n, n, len(nodes), 3))
    return Field(r, mass, shape, second, turn, spin, np.diag(m * w**2), np.diag(2 * zeta * m * w), named)  # (2)


def modal_mass(mass: Floats, shape: Floats, spin: Floats, turn: Floats) -> Floats:
    """Return the mass matrix of the modal coordinates, (n, n), from the arrays of a `Field`; its diagonal is (1)."""
    n = len(shape)
    momentum, moment = shape * mass[:, None], (turn[:, :, None] @ spin)[:, :, 0]  # (n, G, 3)
    return momentum.reshape(n, -1) @ shape.reshape(n, -1).T + moment.reshape(n, -1) @ turn.reshape(n, -1).T
