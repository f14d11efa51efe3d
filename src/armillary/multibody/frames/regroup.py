"""Base parameters: inertia that a joint does not turn goes to the parent. [Khalil1986, Gautier1990]

A rod on the axis of a revolute joint (mass m, first moment s_z, inertia diag(J, J, 0), any J) looks
the same however the joint is turned, so it may as well be fixed to the parent. Taken off the body
with m, s_z and J = ½ (I_xx + I_yy − I_zz), the second moment along z, it leaves
    mass 0,   s = (s_x, s_y, 0),   ∫zz dm = 0                                              (1)
A slide does not turn its body: the whole inertia about the body's origin goes to the parent as a
tensor, mass and first moment stay.                                                        (2)
Behind a spherical joint a point mass at its centre goes.                                  (3)
All this holds for the undeformed part of a flexible link. A weld passes everything on; a node passes nothing on here
(`absorb`).                                                                                (4)
Free parameters stay with their body: on many bodies they would cost an operation on each. (5)
Inertia that reaches the base is dropped. The bodies are then no longer real bodies, but M, bias and everything else in
joint coordinates stay exactly the same.

A point mass at a node of a flexible link moves as one more mass point of the link, if all shifts are linear in the
elastic coordinates. The same holds for a rotary inertia J, if all modes turn the node about one axis z and J looks the
same however it is turned about z:
    J = I_zz z zᵀ + j (1 − z zᵀ),  any j                                                    (6)
`absorb` adds both to the integrals of the link, which costs no operations. The node keeps no mass and, with j = I_xx,
an inertia with I_xx = I_zz = 0. The mass points of a link that shortens as it bends share one field of shortening
(`flexible.field`), which one more of them would change: its nodes keep their masses. Free parameters stay at the node.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from armillary.expr.linear import constants, is_free
from armillary.multibody.body import Body
from armillary.multibody.flexible.modal import Modal
from armillary.multibody.frames.reframe import Z, along_z
from armillary.multibody.joints import Node, Prismatic, Revolute, Spherical, Weld, plain
from armillary.multibody.model import Model, ModelJoint
from armillary.spatial.inertia import Part
from armillary.spatial.rotation import skew


def regroup(model: Model) -> Model:
    """Return the robot with its inertia parameters regrouped; joint axes must lie along z (`reframe`)."""
    whole: dict[int, Part] = {i: (b.mass, b.first_moment, b.inertia) for i, b in enumerate(model.bodies)}
    fixed: dict[int, Part] = {i: (constants(m), constants(s), constants(J)) for i, (m, s, J) in whole.items()}
    free = {i: part for i, part in whole.items() if any(is_free(entry) for entry in part)}  # (5)
    free = {i: _sum(part, fixed[i], -1.0) for i, part in free.items()}
    for i, p in model.inward():
        fixed[i], for_parent = _split(model.joints[i], fixed[i])
        if p in fixed:
            fixed[p] = _sum(fixed[p], _carry(model.joints[i], for_parent))
    fixed |= {i: _sum(fixed[i], part) for i, part in free.items()}
    bodies = tuple(Body(body.name, *fixed[i], body.rotors, modal=body.modal) for i, body in enumerate(model.bodies))
    return model.changed(bodies=bodies)


def _sum(a: Part, b: Part, factor: float = 1.0) -> Part:
    return a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]


def _split(joint: ModelJoint, part: Part) -> tuple[Part, Part]:
    """Return the part that stays with the body and the part for its parent, in the body's frame at q = 0."""
    mass, s, inertia = part
    nothing: Part = (0.0, np.zeros(3), np.zeros((3, 3)))
    kind = plain(joint.kind)
    if isinstance(kind, Weld):
        return nothing, part  # (4)
    if kind.modal or (isinstance(kind, Revolute) and np.any(kind.axis != Z)):
        return part, nothing
    if isinstance(kind, Revolute):
        J = (inertia[0, 0] + inertia[1, 1] - inertia[2, 2]) / 2
        rod = np.diag([J, J, 0.0])
        on_axis = np.array([0.0, 0.0, s[2]])
        return (0.0, s - on_axis, inertia - rod), (mass, on_axis, rod)  # (1)
    if isinstance(kind, Prismatic):
        return (mass, s, np.zeros((3, 3))), (0.0, np.zeros(3), inertia)  # (2)
    if isinstance(joint.kind, Spherical):
        return (0.0, s, inertia), (mass, np.zeros(3), np.zeros((3, 3)))  # (3)
    return part, nothing


def _carry(joint: ModelJoint, part: Part) -> Part:
    """Return a part, given in the child's frame at q = 0, in the parent's frame."""
    mass, s, inertia = part
    R, r = joint.rotation, joint.translation
    s = R @ s
    shift = skew(r) @ skew(s) + skew(s) @ skew(r) + mass * skew(r) @ skew(r)
    return mass, s + mass * r, R @ inertia @ R.T - shift


def absorb(model: Model) -> Model:
    """Return the robot with the masses at nodes moved to their links, where (6) allows; the axis must lie along z."""
    bodies = list(model.bodies)
    for i, p in model.outward():
        kind, body = model.joints[i].kind, bodies[i]
        fixed = Body("", constants(body.mass), constants(body.first_moment), constants(body.inertia))
        if not isinstance(kind, Node) or len(bodies[p].modal.C) or not fixed.mass:
            continue
        if is_free(bodies[p].modal.density):  # its integrals belong to another mass
            continue
        J = np.zeros((3, 3))
        if kind.axis is not None and along_z(kind.axis):
            J = np.diag([fixed.inertia[0, 0], fixed.inertia[0, 0], fixed.inertia[2, 2]])  # (6)
        mass, s, inertia = bodies[p].mass, bodies[p].first_moment, bodies[p].inertia
        r, m = model.joints[i].translation, fixed.mass
        modal, rho = bodies[p].modal, float(bodies[p].modal.density)
        field = modal.field.with_point(replace(kind.shape, position=r), m / rho, J / rho)  # masses of a field times ρ
        bodies[p] = replace(
            bodies[p],
            mass=mass + m,
            first_moment=s + m * r,
            inertia=inertia + m * ((r @ r) * np.eye(3) - np.outer(r, r)) + J,
            modal=Modal.of(field, modal.q, modal.v, rho),
        )
        bodies[i] = replace(body, mass=body.mass - m, inertia=body.inertia - J)
    return model.changed(bodies=tuple(bodies))
