"""Joints with several coordinates as rows of revolute and prismatic joints, between bodies without mass.

    planar        along e₁, along e₂, about a
    cylindrical   about a, along a
    universal     about a, about b
    screw         along a by h q, coupled to the turn; then about a by q                    (1)
The screw ends with its turn, so that its link has the number of the coordinate. Coordinates keep their places, and so
do friction, springs and rotors, which the model has by coordinate.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from armillary.multibody import BASE, Body, Model
from armillary.multibody.joints import (
    Coupled,
    Cylindrical,
    JointKind,
    Planar,
    Prismatic,
    Revolute,
    Screw,
    Universal,
)
from armillary.multibody.model import ModelJoint

Row = tuple[tuple[str, int, JointKind], ...]
"""Joints in a row: the name of the part, its coordinate among those of the joint, and its kind."""


def single_joints(model: Model) -> Model:
    """Return the model with every joint of (1) replaced by its row; joints of a row have the name of the joint."""
    if not any(_row(joint.kind) for joint in model.joints):
        return model
    joints: list[ModelJoint] = []
    bodies: list[Body] = []
    last = {BASE: BASE}
    for i, p in model.outward():
        joint = replace(model.joints[i], parent=last[p])
        row = _row(joint.kind)
        for part, k, kind in row:
            q = slice(joint.q.start + k, joint.q.start + k + 1)
            v = slice(joint.v.start + k, joint.v.start + k + 1)
            joints.append(replace(joint, kind=kind, q=q, v=v))
            bodies.append(Body.of_parts(f"{joint.name}.{part}", ()))
            # The placement of the joint belongs to the first of its row; the next ones are at the same place.
            joint = replace(joint, parent=len(joints) - 1, rotation=np.eye(3), translation=np.zeros(3))
        if row:
            bodies[-1] = model.bodies[i]  # the last joint of the row carries the body
        else:
            joints.append(joint)
            bodies.append(model.bodies[i])
        last[i] = len(joints) - 1
    rotors = {rotor.name: replace(rotor, carrier=last[rotor.carrier]) for rotor in model.rotors}
    return model.changed(
        joints=tuple(joints),
        bodies=tuple(replace(body, rotors=tuple(rotors[rotor.name] for rotor in body.rotors)) for body in bodies),
        rotors=tuple(rotors.values()),
        frames={name: replace(frame, body=last[frame.body]) for name, frame in model.frames.items()},
    )


def row_ends(model: Model) -> dict[int, int]:
    """Return for each body without mass within a row the body at its end."""
    ends: dict[int, int] = {}
    for i, p in model.inward():
        if p != BASE and model.joints[p].name == model.joints[i].name:
            ends[p] = ends.get(i, i)
    return ends


def _row(kind: JointKind) -> Row:
    """Return the row of (1); empty for other kinds."""
    match kind:
        case Planar(axis=a, plane=(e_1, e_2)):
            return ("x", 0, Prismatic(e_1)), ("y", 1, Prismatic(e_2)), ("angle", 2, Revolute(a))
        case Cylindrical(axis=a):
            return ("angle", 0, Revolute(a)), ("slide", 1, Prismatic(a))
        case Universal(axis=a, second_axis=b):
            return ("first", 0, Revolute(a)), ("second", 1, Revolute(b))
        case Screw(axis=a, pitch=h):
            return ("slide", 0, Coupled(Prismatic(a), (0.0, h))), ("angle", 0, Revolute(a))
        case Coupled(plain=Screw(axis=a, pitch=h), polynomial=p):
            slide = Coupled(Prismatic(a), [h * value for value in p])
            return ("slide", 0, slide), ("angle", 0, Coupled(Revolute(a), p))
    return ()
