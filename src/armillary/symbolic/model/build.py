"""A model whose masses, lengths and angles are letters. The formulations run on it as on any model.

`singles` replaces joints by revolute and prismatic ones, `letters` names the numbers, `joints` makes trigonometric
polynomials of turns, `bodies` has inertias and forces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from armillary.errors import ArgumentError
from armillary.multibody import Body, Model
from armillary.multibody.coordinates import coordinate_units, velocity_names
from armillary.multibody.gravity_compensation import with_compensation
from armillary.multibody.joints import Node, Prismatic, Revolute, Weld, plain
from armillary.spatial.scalar import Array
from armillary.symbolic.algebra.parallel import ParallelAngles
from armillary.symbolic.model.bodies import friction, gravity, symbolic_body, symbolic_rotor
from armillary.symbolic.model.curves import DryFriction
from armillary.symbolic.model.gears import GearLetters
from armillary.symbolic.model.joints import SymbolicJoints
from armillary.symbolic.model.letters import Letters
from armillary.symbolic.model.modes import symbolic_modal
from armillary.symbolic.model.parameters import Symbols
from armillary.symbolic.model.singles import single_joints

HINTS = {
    "spherical": "use three revolute joints in a row, their axes through one point, between links without mass",
    "floating": "use three prismatic and three revolute joints in a row, between links without mass, or "
    'arm.load(path, base="fixed")',
}
"""What to try in place of joints whose turns are quaternions."""


@dataclass(frozen=True, eq=False)
class Symbolic:
    """The symbolic model with its symbols: q, q̇, q̈ and sgn(q̇) as arrays, and the groups of parallel angles."""

    model: Model
    symbols: Symbols
    q: Array
    qd: Array
    qdd: Array
    signs: Array
    curve: tuple[Array, Array, Array]
    """Stribeck friction: static friction less Coulomb friction, mean and half difference of directions, and exp(…)."""
    groups: list[ParallelAngles]
    rounded: bool = False
    """Whether constants are numbers, so that rounding has to be cleaned away."""


def symbolic_model(model: Model, numeric: bool = False) -> Symbolic:
    """Return a model with letters for its numbers; with `numeric` only the coordinates are letters."""
    names, units = velocity_names(model), coordinate_units(model)["q"]
    model = single_joints(model)
    letters = Letters(model, numeric, units)
    q, qd, qdd = _coordinates(letters, names)
    modal = {i: symbolic_modal(letters, i) for i, body in enumerate(model.bodies) if body.modal.count}
    joints = SymbolicJoints(letters, q, modal)
    moving = tuple(joints.joint(i) for i, _ in model.outward())
    frames = {name: joints.frame(frame) for name, frame in model.frames.items()}
    rotors = {rotor.name: symbolic_rotor(letters, rotor) for rotor in model.rotors}
    gears, curves = GearLetters(letters), DryFriction(letters)
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
        friction(letters, "c", curves.coulomb),
        friction(letters, "d", curves.sided),
        gears.square("k", model.stiffness),
        gears.square("β", model.damping),
        gears.rest(),
        elastic=model.elastic,
        drives=gears.drives(),
        followers=model.followers,
        changes={"bodies": None},
    )
    symbols = letters.symbols
    signs = [
        0.0 if coordinate.sign is None else symbols.ring.symbol_in(coordinate.sign)
        for coordinate in symbols.coordinates
    ]
    symbolic = with_compensation(symbolic)
    curve = (friction(letters, "s", curves.static), friction(letters, "e", curves.static_sided), curves.falls())
    arrays = (q, qd, qdd, np.array(signs, dtype=object), curve)
    return Symbolic(symbolic, symbols, *arrays, joints.groups, rounded=joints.rounded)


def _coordinates(letters: Letters, names: Sequence[str]) -> tuple[Array, Array, Array]:
    """Make the coordinates; return them with their rates and accelerations."""
    model = letters.model
    stems = ["δ"] * model.nv
    if any(follower.coulomb or follower.coulomb_sided for follower in model.followers):
        obstacle = f"{model.robot.name!r}, with dry friction at a joint that follows another by a polynomial"
        raise ArgumentError("robot", obstacle, "linear couplings there", "or arm.model(robot, friction=False)")
    curves = DryFriction(letters)
    for joint in model.joints:
        if not isinstance(plain(joint.kind), (Revolute, Prismatic, Weld, Node)):
            kind = type(plain(joint.kind)).__name__.lower()
            expected = "joints without quaternions" if kind in HINTS else "joints whose equations can be written out"
            raise ArgumentError("robot", f"{joint.name!r}, a {kind} joint", expected, HINTS.get(kind, ""))
        if isinstance(joint.kind, (Revolute, Prismatic)):
            stems[joint.v.start] = "θ" if isinstance(joint.kind, Revolute) else "d"
    for drive in model.drives:
        stems[drive.v.start] = "φ"
    made = [
        letters.symbols.coordinate(stem, name, letters.units[k], stem == "θ", curves.dry(k, name))
        for k, (stem, name) in enumerate(zip(stems, names, strict=True))
    ]
    q, qd, qdd = (np.array(column, dtype=object) for column in zip(*made, strict=True))
    return q, qd, qdd


def without_motors(model: Model) -> Model:
    """Return a model without its motors; the shapes of bending links stay the same."""
    bare = []
    for body in model.bodies:
        rigid_parts = tuple(part for part in body.rigid_parts if part.kind not in ("motor", "rotor"))
        bare.append(Body.of_parts(body.name, rigid_parts, (), body.modal))
    return model.changed(bodies=tuple(bare), rotors=())
