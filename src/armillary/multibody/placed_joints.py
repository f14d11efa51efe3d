"""The joints and modes of a model, with their places in q and qd."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import replace

import numpy as np

from armillary.description.beam import Beam, Modes
from armillary.description.robot import Coupling, Link
from armillary.multibody.flexible.field import Field
from armillary.multibody.flexible.modal import Modal
from armillary.multibody.flexible.sublinks import Expanded
from armillary.multibody.joints import (
    Coupled,
    Cylindrical,
    Floating,
    JointKind,
    Node,
    Planar,
    Prismatic,
    Revolute,
    Screw,
    Spherical,
    Universal,
    Weld,
)
from armillary.multibody.model import ModelJoint
from armillary.multibody.parameters import Numbers
from armillary.multibody.skeleton import Connection, Skeleton
from armillary.spatial.rotation import unit
from armillary.spatial.scalar import Scalar, sqrt

Couples = Mapping[str, Coupling]
"""For each coupled joint its leader and the composed polynomial."""

KINDS: dict[str, Callable[..., JointKind]] = {
    "revolute": Revolute,
    "prismatic": Prismatic,
    "screw": Screw,
    "cylindrical": Cylindrical,
    "universal": Universal,
    "planar": Planar,
    "spherical": Spherical,
    "floating": Floating,
    "fixed": Weld,
}
"""Kinds of joint, which are made from their axes and pitch."""


def placed_joints(
    skeleton: Skeleton, fields: dict[int, Field], expanded: Expanded, numbers: Numbers, couples: Couples
) -> tuple[tuple[ModelJoint, ...], dict[int, Modal], tuple[str, ...]]:
    """Return the joints, the modes and the names of the elastic coordinates, which follow the joints link by link."""
    connections = skeleton.connections
    moving = {c.name: i for i, c in enumerate(connections) if c.joint and c.joint.type != "fixed"}
    kinds = [_kind(connection, fields, couples, moving) for connection in connections]
    places: dict[int, tuple[slice, slice]] = {}
    modal: dict[int, Modal] = {}
    elastic: list[str] = []
    nq = nv = 0

    def next_places(more_q: int, more_v: int) -> tuple[slice, slice]:
        nonlocal nq, nv
        nq, nv = nq + more_q, nv + more_v
        return slice(nq - more_q, nq), slice(nv - more_v, nv)

    proper = [i for i, connection in enumerate(connections) if connection.joint is not None]
    hinged = {connections[i].name: i for i in proper if connections[i].name in expanded.elastic}
    hinges = iter(expanded.elastic)  # in the order of coordinates; along the chain it alternates from joint to joint
    for i in (i for i in proper if connections[i].name not in hinged and not kinds[i].shared):
        places[i] = next_places(kinds[i].nq, kinds[i].nv)
    for i in (i for i in proper if kinds[i].shared):
        places[i] = places[moving[couples[connections[i].name].joint]]
    for i in proper:
        if connections[i].name in hinged:
            elastic.append(next(hinges))
            places[hinged[elastic[-1]]] = next_places(1, 1)
        if i in fields:
            link, n = skeleton.flexible[i], fields[i].modes
            modal[i] = _modal(expanded.pieces.get(link.name, link), fields[i], *next_places(n, n), numbers)
            elastic += [f"{link.name}.{mode}" for mode in link.beam.mode_names()] if link.beam else []
    for i, connection in enumerate(connections):
        if connection.joint is None:
            places[i] = modal[connection.mount.body].q, modal[connection.mount.body].v
    joints = (
        ModelJoint(c.name, c.mount.body, c.mount.R, c.mount.p, kinds[i], *places[i]) for i, c in enumerate(connections)
    )
    return tuple(joints), modal, tuple(elastic)


def _modal(link: Link, field: Field, q: slice, v: slice, numbers: Numbers) -> Modal:
    """Return the modes of a link: integrals grow with density ρ, K with E or G, D with ζ √(Eρ) or ζ √(Gρ).

    The shear part of the stiffness of bending grows with G, its damping as if all of it did with E.
    """
    made = Modal.of(field, q, v, numbers.ratio(link, "density"), link.gravity_compensation)
    if not numbers.given or not isinstance(link.beam, Beam) or link.beam.modes is None:
        return made
    stiffer, more = ratios(link, link.beam.modes, numbers)
    K = made.stiffness
    sheared = field.sheared if field.sheared is not None else np.zeros_like(field.stiffness)
    shear = numbers.ratio(link, "E" if link.beam.G is None else "G")
    stiffness = [
        [(K[i, j] - sheared[i, j]) * stiffer[i] + sheared[i, j] * shear for j in range(made.count)]
        if np.any(sheared[i])
        else [K[i, j] * stiffer[i] for j in range(made.count)]
        for i in range(made.count)
    ]
    damping = [[made.damping[i, j] * more[i] for j in range(made.count)] for i in range(made.count)]
    return replace(made, stiffness=np.array(stiffness), damping=np.array(damping))


def ratios(link: Link, modes: Modes, numbers: Numbers) -> tuple[list[Scalar], list[Scalar]]:
    """Return the factors of stiffness and damping of each mode of a beam whose numbers are given."""
    density, damped = numbers.ratio(link, "density"), numbers("beam", link.name, "damping", 1.0)
    before = modes.bending_y + modes.bending_z
    moduli = ["G" if before <= k < before + modes.torsion else "E" for k in range(modes.count)]
    stiffer = [numbers.ratio(link, modulus) for modulus in moduli]
    return stiffer, [damped * sqrt(ratio * density) for ratio in stiffer]


def _kind(connection: Connection, fields: dict[int, Field], couples: Couples, placed: Container[str]) -> JointKind:
    joint = connection.joint
    if joint is None:
        return Node(fields[connection.mount.body].nodes[connection.node])
    if joint.name in couples and couples[joint.name].joint not in placed:
        return Weld()
    values = (getattr(joint, name) for name in joint.form.needs)
    kind = KINDS[joint.type](*(unit(value) if isinstance(value, tuple) else value for value in values))
    return Coupled(kind, couples[joint.name].polynomial) if joint.name in couples else kind
