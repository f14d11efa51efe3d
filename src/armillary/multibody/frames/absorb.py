"""Masses at nodes made part of the flexible link that carries them.

A point mass that sits at a node moves as one more mass point of the link does, if all shifts are linear in the
elastic coordinates. So does a rotary inertia J, if all modes turn the node about one axis and J looks the same
however it is turned about it:
    J = I_zz z zᵀ + j (1 − z zᵀ),  any j                                                    (1)
Both join the integrals of the link, which cost what they cost without them. What is left at the node has no
mass and, j being I_xx, an inertia with I_xx = I_zz = 0. Nothing in joint coordinates changes.
The mass points of a link that shortens as it bends share one field of shortening (`flexible.field`), which one more of
them would change: its nodes keep what they carry. So they do with what free parameters add.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from armillary.expr.linear import constants, is_free
from armillary.multibody.body import Body
from armillary.multibody.flexible.modal import Modal
from armillary.multibody.joints import Node
from armillary.multibody.model import Model


def absorb(model: Model) -> Model:
    """Return the robot with what nodes carry moved to their links, where (1) allows; the axis must lie along z."""
    bodies = list(model.bodies)
    for i, p in model.outward():
        kind, body = model.joints[i].kind, bodies[i]
        fixed = Body("", constants(body.mass), constants(body.first_moment), constants(body.inertia))
        if not isinstance(kind, Node) or np.any(bodies[p].modal.field.second) or not fixed.mass:
            continue
        if is_free(bodies[p].modal.density):  # its integrals are those of another mass
            continue
        J = np.zeros((3, 3))
        if kind.axis is not None and (not np.any(kind.axis) or abs(kind.axis[2]) == 1.0):
            J = np.diag([fixed.inertia[0, 0], fixed.inertia[0, 0], fixed.inertia[2, 2]])  # (1)
        mass, s, inertia = bodies[p].mass, bodies[p].first_moment, bodies[p].inertia
        r, m = model.joints[i].translation, fixed.mass
        modal = bodies[p].modal
        shape = replace(kind.shape, position=r)
        bodies[p] = replace(
            bodies[p],
            mass=mass + m,
            first_moment=s + m * r,
            inertia=inertia + m * ((r @ r) * np.eye(3) - np.outer(r, r)) + J,
            modal=Modal.of(modal.field.with_point(shape, m, J), modal.q, modal.v),
        )
        bodies[i] = replace(body, mass=body.mass - m, inertia=body.inertia - J)
    return model.changed(bodies=tuple(bodies))
