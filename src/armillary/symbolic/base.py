"""Base parameters: the fewest combinations of masses and inertias that the motion depends on. [Khalil1986, Gautier1990]

The equations are linear in ten parameters of every body: mass M, first moments MX, MY, MZ and the inertia XX … ZZ about
the origin of its frame. With e the axis of its joint, the part that does not change with the joint's motion may go to
the parent (`frames.regroup` has the proof):
    revolute    mass, e (e·s), and J (1 − e eᵀ), J = ½ tr I − eᵀI e, the second moment along the axis      (1)
    prismatic   the whole inertia                                                                        (2)
What does not pass through the whole row of a joint with several coordinates (`model.singles`) stays with its body.
Parameters that reach the base, or do not appear in the equations, are dropped. Parameters with proportional effects,
for example a rotor and the first link about a fixed axis, are merged last (`dependent`):
    Σ_p X_p f_p(q) with f_2 = a f_1:   (X_1 + a X_2) f_1                                                  (3)
A parameter that is zero for this robot has no letter. The potential energy is then known up to a constant.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.multibody import BASE, Body, Rotor
from armillary.multibody.joints import Node, Prismatic, Revolute, plain
from armillary.spatial.inertia import Part
from armillary.spatial.rotation import skew
from armillary.symbolic.algebra.polynomial import Poly, terms_of
from armillary.symbolic.dependent import dependences
from armillary.symbolic.model.build import Symbolic
from armillary.symbolic.model.joints import SymbolicJoint
from armillary.symbolic.model.letters import AXES
from armillary.symbolic.model.parameters import slot_of
from armillary.symbolic.model.singles import row_ends

NOTHING: Part = (0.0, np.zeros(3), np.zeros((3, 3)))


@dataclass(frozen=True, eq=False)
class BaseParameters:
    """The model in base parameters, and their definitions as polynomials, by slot."""

    symbolic: Symbolic
    definitions: dict[int, Any]


def base_parameters(symbolic: Symbolic) -> BaseParameters:
    """Return the model with base parameters for its masses and inertias."""
    model = symbolic.model
    if model.flexible:
        raise ArgumentError("parameters", "'base' for a robot with flexible links", "'letters' or 'numbers'")
    inertias: dict[int, Part] = {i: (body.mass, body.first_moment, body.inertia) for i, body in enumerate(model.bodies)}
    ends = row_ends(model)
    for i, p in model.inward():
        joint = model.joints[i]
        assert isinstance(joint, SymbolicJoint)
        inertias[i], moved = _split(joint, inertias[i])
        if p != BASE:
            inertias[p] = _sum(inertias[p], _carried(joint, moved))
        if i in ends:
            inertias[ends[i]], inertias[i] = _sum(inertias[ends[i]], inertias[i]), NOTHING
    namer = _BaseParameterNamer(symbolic)
    bodies = tuple(namer.body(body, i, inertias[i]) for i, body in enumerate(model.bodies))
    rotors = {rotor.name: namer.rotor(rotor) for rotor in model.rotors}
    bodies = tuple(replace(body, rotors=tuple(rotors[rotor.name] for rotor in body.rotors)) for body in bodies)
    named = replace(symbolic, model=model.changed(bodies=bodies, rotors=tuple(rotors.values())))
    return _merged(named, namer)


def _split(joint: SymbolicJoint, part: Part) -> tuple[Part, Part]:
    """Return the part that stays with the body and the part that goes to its parent, (1) and (2)."""
    mass, s, inertia = part
    kind = plain(joint.kind)
    if isinstance(kind, Prismatic):
        return (mass, s, np.zeros((3, 3))), (0.0, np.zeros(3), inertia)
    if isinstance(kind, Revolute):
        e = joint.axis
        J = (inertia[0, 0] + inertia[1, 1] + inertia[2, 2]) / 2 - e @ inertia @ e
        rod = J * (np.eye(3) - np.outer(e, e))
        along = e * (e @ s)
        return (0.0, s - along, inertia - rod), (mass, along, rod)
    return (part, NOTHING) if isinstance(joint.kind, Node) else (NOTHING, part)


def _sum(a: Part, b: Part) -> Part:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _carried(joint: SymbolicJoint, part: Part) -> Part:
    """Return a part in the frame of the parent."""
    (mass, s, inertia), r = part, joint.fixed.r
    s, R = joint.fixed.out(s), joint.fixed.R
    shift = skew(r) @ skew(s) + skew(s) @ skew(r) + mass * (skew(r) @ skew(r))
    return mass, s + mass * r, R @ inertia @ R.T - shift


class _BaseParameterNamer:
    """Names the remaining parameters, and keeps their definitions."""

    def __init__(self, symbolic: Symbolic) -> None:
        self.symbolic, self.symbols = symbolic, symbolic.symbols
        self.definitions: dict[int, Any] = {}

    def name(self, stem: str, number: str, made: Any, unit: str, meaning: str) -> Any:
        """Return a new symbol for a polynomial; zero stays zero."""
        if not terms_of(made):
            return 0.0
        symbol = self.symbols.parameter(stem, number, 1.0, unit, meaning, "base")  # zero would get no letter
        assert isinstance(symbol, Poly)
        self.define(slot_of(symbol), made)
        return symbol

    def define(self, slot: int, made: Any) -> None:
        """Give a parameter its definition and value."""
        value = made.evaluate(self.values()) if isinstance(made, Poly) else float(made)
        self.symbols.parameters[slot] = replace(self.symbols.parameters[slot], value=value)
        self.definitions[slot] = made

    def values(self) -> dict[int, complex]:
        """Return the values of all parameters, and the phases of constant angles."""
        values: dict[int, complex] = {slot: parameter.value for slot, parameter in self.symbols.parameters.items()}
        for slot, angle in self.symbols.ring.angles.items():
            if angle.value is not None:
                values[slot] = np.exp(1j * angle.value)
        return values

    def body(self, body: Any, i: int, part: Part) -> Body:
        """Return a body with names for its parameters."""
        mass, s, inertia = part
        joint = self.symbolic.model.joints[i]
        number = str(joint.v.start + 1) if joint.kind.nv and not joint.kind.shared else f"{i}{'wf'[joint.kind.nv]}"
        what = f"base parameter of {body.name!r}"
        M = self.name("M", number, mass, "kg", f"mass, {what}")
        MS = [self.name("M" + AXES[k].upper(), number, s[k], "kg·m", f"first moment, {what}") for k in range(3)]
        J = np.zeros((3, 3)).astype(object)
        for j, k in itertools.combinations_with_replacement(range(3), 2):
            stem = (AXES[j] + AXES[k]).upper()
            J[j, k] = J[k, j] = self.name(stem, number, inertia[j, k], "kg·m²", f"inertia, {what}")
        return Body(body.name, M, np.array(MS, dtype=object), J, body.rotors)

    def rotor(self, rotor: Rotor) -> Rotor:
        """Return a rotor with a name for its inertia, reflected to the joint if its carrier does not turn."""
        number = str(rotor.joint + 1)
        model = self.symbolic.model
        turns = any(isinstance(plain(model.joints[k].kind), Revolute) for k in model.path(rotor.carrier))
        if not turns or not np.any(rotor.axis):
            unit = "kg" if self.symbols.coordinates[rotor.joint].unit == "m" else "kg·m²"
            reflected = self.name("IA", number, rotor.reflected, unit, f"reflected inertia of {rotor.name!r}")
            return replace(rotor, ratio=1.0, inertia=reflected)
        return replace(rotor, inertia=self.name("IM", number, rotor.inertia, "kg·m²", f"inertia of {rotor.name!r}"))


def _merged(symbolic: Symbolic, namer: _BaseParameterNamer) -> BaseParameters:
    """Return the model with dependent parameters merged, (3), and parameters without effect dropped."""
    definitions = dict(namer.definitions)
    zero: dict[int, Any] = {}
    for slot, factors in dependences(symbolic, list(definitions), namer.values()):
        zero[slot] = 0.0
        for other, factor in factors.items():
            definitions[other] = definitions[other] + factor * definitions[slot]
    for slot in zero:
        del definitions[slot]
    for slot, made in definitions.items():
        namer.define(slot, made)
    without = np.frompyfunc(lambda x: x.substituted(zero) if isinstance(x, Poly) else x, 1, 1)
    model = symbolic.model
    rotors = {rotor.name: replace(rotor, inertia=without(rotor.inertia)) for rotor in model.rotors}
    bodies = []
    for body in model.bodies:
        parts = without(body.mass), without(body.first_moment), without(body.inertia)
        bodies.append(Body(body.name, *parts, tuple(rotors[rotor.name] for rotor in body.rotors)))
    changed = model.changed(bodies=tuple(bodies), rotors=tuple(rotors.values()))
    return BaseParameters(replace(symbolic, model=changed), definitions)
