"""How far the coordinates of a robot go in random configurations.

Joints turn by half a turn and slide by a metre either way. An elastic coordinate bends its link, but not out of all
proportion: displacements stay within a tenth of the length that bends, rotations within a tenth of a radian,
    q_k ≤ 0.1 min(L / max|Φ_k|, 1 / max|θ_k|)                                        (1)
over points and nodes, and so do the angles of sublinks.
"""

from __future__ import annotations

import numpy as np

from armillary.multibody.flexible.field import Field
from armillary.multibody.model import Model
from armillary.spatial.scalar import Floats

BENT = 0.1
"""Bending of links: displacement against length, or rotation [rad]."""


def spans(model: Model) -> Floats:
    """Return the greatest distance from neutral of each velocity coordinate, shape (nv,) [rad, m or modal]."""
    found = np.ones(model.nv)
    for joint in model.joints:
        if not joint.kind.shared and np.any(joint.kind.angular):
            found[joint.v] = np.pi
    found[model.nv - len(model.elastic) :] = BENT
    for body in model.bodies:
        if body.modal.count:
            found[body.modal.v] = _modal(body.modal.field)
    return found


def _modal(field: Field) -> Floats:
    """Return (1) for each modal coordinate of a link."""
    nodes = list(field.nodes.values())
    places = np.concatenate([field.r, [node.position for node in nodes]]) if nodes else field.r
    length = np.linalg.norm(places - places.mean(axis=0), axis=1).max()
    moved, turned = [np.abs(field.shape).max(axis=(1, 2))], [np.abs(field.turn).max(axis=(1, 2))]
    moved += [np.abs(node.translation).max(axis=1) for node in nodes]
    turned += [np.abs(node.rotation).max(axis=1) for node in nodes]
    bend = np.maximum(np.max(moved, axis=0) / max(2 * length, 1e-300), np.max(turned, axis=0))
    return np.asarray(BENT / np.where(bend > 0, bend, 1.0))
