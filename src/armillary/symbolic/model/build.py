"""A robot with letters for its numbers: the same model, its masses, lengths and angles polynomials.

The formulations take it as they take any model. `letters` says how numbers are named, `symbolic_joints` how turns stay
trigonometric polynomials, `symbolic_bodies` and `symbolic_efforts` have the rest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armillary.errors import ArgumentError
from armillary.multibody import Body, Model
from armillary.multibody.joints import Prismatic, Revolute, Spherical
from armillary.spatial.scalar import Array
from armillary.symbolic.algebra.parallel import Group
from armillary.symbolic.algebra.polynomial import BITS, Poly
from armillary.symbolic.model.bodies import symbolic_body, symbolic_rotor
from armillary.symbolic.model.efforts import friction, gravity, rest, square
from armillary.symbolic.model.joints import Joints
from armillary.symbolic.model.letters import Letters
from armillary.symbolic.model.modes import symbolic_modal
from armillary.symbolic.model.parameters import Symbols


@dataclass(frozen=True, eq=False)
class Symbolic:
    """The symbolic model with its symbols: q, q̇, q̈ as arrays, and the groups of parallel angles."""

    model: Model
    symbols: Symbols
    q: Array
    qd: Array
    qdd: Array
    signs: Array
    groups: list[Group]
    rounded: bool = False
    """Whether constants are numbers, so that what rounding leaves has to be cleaned away."""


def symbolic_model(model: Model, numeric: bool = False) -> Symbolic:
    """Return a model with letters for its numbers; with `numeric` only the coordinates are letters."""
    letters = Letters(model, numeric)
    q, qd, qdd = _coordinates(letters)
    modal = {i: symbolic_modal(letters, i) for i, body in enumerate(model.bodies) if body.modal.count}
    joints = Joints(letters, q, modal)
    moving = tuple(joints.joint(i) for i, _ in model.outward())
    frames = {name: joints.frame(frame) for name, frame in model.frames.items()}
    rotors = {rotor.name: symbolic_rotor(letters, rotor) for rotor in model.rotors}
    symbolic = Model(
        model.robot,
        model.motors,
        model.friction,
        (),
        tuple(symbolic_body(letters, i, rotors, modal) for i in range(len(model.bodies))),
        moving,
        tuple(rotors.values()),
        frames,
        gravity(letters),
        friction(letters, "v", model.viscous),
        friction(letters, "c", model.coulomb),
        square(letters, "k", model.stiffness),
        square(letters, "β", model.damping),
        rest(letters),
        model.elastic,
        {"bodies": None},
    )
    return Symbolic(symbolic, letters.symbols, q, qd, qdd, _signs(letters.symbols), joints.groups, joints.rounded)


def _coordinates(letters: Letters) -> tuple[Array, Array, Array]:
    """Make the coordinates; return them with their rates and accelerations."""
    model = letters.model
    stems: dict[int, tuple[str, str, bool]] = {}
    for joint in model.joints:
        kind = joint.kind
        if isinstance(kind, Spherical):
            raise ArgumentError("robot", f"{joint.name!r}, a spherical joint", "revolute and prismatic joints")
        if isinstance(kind, Revolute):
            stems[joint.v.start] = ("θ", joint.name, True)
        elif isinstance(kind, Prismatic):
            stems[joint.v.start] = ("d", joint.name, False)
    first = model.nv - len(model.elastic)
    made = []
    for k in range(model.nv):
        stem, name, turns = stems.get(k, ("δ", model.elastic[k - first] if k >= first else "", False))
        made.append(letters.symbols.coordinate(stem, name, letters.units[k], turns, bool(model.coulomb[k])))
    q, qd, qdd = (np.array(column, dtype=object) for column in zip(*made, strict=True))
    return q, qd, qdd


def _signs(symbols: Symbols) -> Array:
    """Return sgn(q̇), zero where there is no dry friction."""
    slots = [coordinate.sign for coordinate in symbols.coordinates]
    signs = [0.0 if slot is None else Poly(symbols.ring, {1 << (BITS * slot): 1.0 + 0j}) for slot in slots]
    return np.array(signs, dtype=object)


def without_motors(model: Model) -> Model:
    """Return a model without its motors; the shapes in which links bend stay what they are."""
    bare = (
        Body.of_lumps(body.name, tuple(lump for lump in body.lumps if lump.kind != "motor"), (), body.modal)
        for body in model.bodies
    )
    return model.changed(bodies=tuple(bare), rotors=())
