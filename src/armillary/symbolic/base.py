"""Base parameters: the fewest combinations of masses and inertias that the motion depends on. [Khalil1986, Gautier1990]

Every body has ten parameters that the equations are linear in: mass M, first moments MX, MY, MZ and the inertia XX … ZZ
about the origin of its frame. With e the axis of its joint, what turning about e, or sliding along it, does not change
may go to the parent (`frames.regroup` says why):
    revolute    mass, e (e·s), and J (1 − e eᵀ), J = ½ tr I − eᵀI e, the second moment along the axis      (1)
    prismatic   the whole inertia                                                                        (2)
What reaches the base is gone, and so is what does not appear in the equations. Parameters that act like others, such as
the rotor's and the first link's about a fixed axis, go together last (`dependent`):
    Σ_p X_p f_p(q) with f_2 = a f_1:   (X_1 + a X_2) f_1                                                  (3)
A parameter that is zero for the robot at hand has no letter. The potential energy is then known up to a constant.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.multibody import BASE, Body, Rotor
from armillary.multibody.joints import Node, Prismatic, Revolute
from armillary.spatial.inertia import Part
from armillary.spatial.rotation import skew
from armillary.symbolic.algebra.polynomial import Poly, terms_of
from armillary.symbolic.dependent import dependences
from armillary.symbolic.model.build import Symbolic
from armillary.symbolic.model.joints import SymbolicJoint
from armillary.symbolic.model.letters import AXES
from armillary.symbolic.model.parameters import slot_of


@dataclass(frozen=True, eq=False)
class BaseParameters:
    """The model in base parameters, and what each of them is made of, by its slot."""

    symbolic: Symbolic
    definitions: dict[int, Any]


def base_parameters(symbolic: Symbolic) -> BaseParameters:
    """Return the model with base parameters for its masses and inertias."""
    model = symbolic.model
    if model.flexible:
        raise ArgumentError("parameters", "'base' for a robot with flexible links", "'letters' or 'numbers'")
    own = {i: (body.mass, body.first_moment, body.inertia) for i, body in enumerate(model.bodies)}
    for i, p in model.inward():
        joint = model.joints[i]
        assert isinstance(joint, SymbolicJoint)
        own[i], moved = _split(joint, own[i])
        if p != BASE:
            own[p] = _sum(own[p], _carried(joint, moved))
    namer = _Namer(symbolic)
    bodies = tuple(namer.body(body, i, own[i]) for i, body in enumerate(model.bodies))
    rotors = {rotor.name: namer.rotor(rotor) for rotor in model.rotors}
    bodies = tuple(replace(body, rotors=tuple(rotors[one.name] for one in body.rotors)) for body in bodies)
    named = replace(symbolic, model=model.changed(bodies=bodies, rotors=tuple(rotors.values())))
    return _merged(named, namer)


def _split(joint: SymbolicJoint, part: Part) -> tuple[Part, Part]:
    """Return what stays with the body and what goes to its parent, (1) and (2)."""
    mass, s, inertia = part
    nothing: Part = (0.0, np.zeros(3), np.zeros((3, 3)))
    if isinstance(joint.kind, Prismatic):
        return (mass, s, np.zeros((3, 3))), (0.0, np.zeros(3), inertia)
    if isinstance(joint.kind, Revolute):
        e = np.asarray(joint.S[0])[:, 0]
        J = (inertia[0, 0] + inertia[1, 1] + inertia[2, 2]) / 2 - e @ inertia @ e
        rod = J * (np.eye(3) - np.outer(e, e))
        along = e * (e @ s)
        return (0.0, s - along, inertia - rod), (mass, along, rod)
    return (part, nothing) if isinstance(joint.kind, Node) else (nothing, part)


def _carried(joint: SymbolicJoint, part: Part) -> Part:
    """Return a part in the frame of the parent."""
    (mass, s, inertia), r = part, joint.fixed.r
    s, R = joint.fixed.out(s), joint.fixed.R
    shift = skew(r) @ skew(s) + skew(s) @ skew(r) + mass * (skew(r) @ skew(r))
    return mass, s + mass * r, R @ inertia @ R.T - shift


def _sum(a: Part, b: Part) -> Part:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


class _Namer:
    """Gives each parameter that is left a name of its own, and keeps what it is made of."""

    def __init__(self, symbolic: Symbolic) -> None:
        self.symbolic, self.symbols = symbolic, symbolic.symbols
        self.definitions: dict[int, Any] = {}

    def name(self, stem: str, number: str, made: Any, unit: str, meaning: str) -> Any:
        """Return a new symbol for a polynomial; zero stays zero."""
        if not terms_of(made):
            return 0.0
        value = self._value(made)
        symbol = self.symbols.parameter(stem, number, value or 1.0, unit, meaning, "base")
        assert isinstance(symbol, Poly)
        slot = slot_of(symbol)
        self.symbols.parameters[slot] = replace(self.symbols.parameters[slot], value=value)
        self.definitions[slot] = made
        return symbol

    def revalue(self, definitions: dict[int, Any]) -> None:
        """Give parameters that took in others their new values."""
        for slot, made in definitions.items():
            self.symbols.parameters[slot] = replace(self.symbols.parameters[slot], value=self._value(made))

    def _value(self, made: Any) -> float:
        return made.evaluate(self.values()) if isinstance(made, Poly) else float(made)

    def values(self) -> dict[int, complex]:
        """Return the values of all parameters, and the phases of constant angles."""
        values: dict[int, complex] = {slot: one.value for slot, one in self.symbols.parameters.items()}
        for slot, angle in self.symbols.ring.angles.items():
            if angle.value is not None:
                values[slot] = np.exp(1j * angle.value)
        return values

    def body(self, body: Any, i: int, part: Part) -> Body:
        """Return a body with names for what it has."""
        mass, s, inertia = part
        joint = self.symbolic.model.joints[i]
        number = str(joint.v.start + 1) if joint.kind.nv else f"{i}w"
        what = f"base parameter of {body.name!r}"
        M = self.name("M", number, mass, "kg", f"mass, {what}")
        MS = [self.name("M" + AXES[k].upper(), number, s[k], "kg·m", f"first moment, {what}") for k in range(3)]
        J: list[list[Any]] = [[0.0] * 3 for _ in range(3)]
        for j in range(3):
            for k in range(j, 3):
                stem = (AXES[j] + AXES[k]).upper()
                J[j][k] = J[k][j] = self.name(stem, number, inertia[j, k], "kg·m²", f"inertia, {what}")
        return Body(body.name, M, np.array(MS, dtype=object), np.array(J, dtype=object), body.rotors)

    def rotor(self, rotor: Rotor) -> Rotor:
        """Return a rotor with a name for its inertia: that at the joint where it does not turn with its carrier."""
        number = str(rotor.joint + 1)
        model = self.symbolic.model
        turns = any(isinstance(model.joints[k].kind, Revolute) for k in model.path(rotor.carrier))
        if not turns or not np.any(rotor.axis):
            unit = "kg" if self.symbols.coordinates[rotor.joint].unit == "m" else "kg·m²"
            reflected = self.name("IA", number, rotor.reflected, unit, f"reflected inertia of {rotor.name!r}")
            return replace(rotor, ratio=1.0, inertia=reflected)
        return replace(rotor, inertia=self.name("IM", number, rotor.inertia, "kg·m²", f"inertia of {rotor.name!r}"))


def _merged(symbolic: Symbolic, namer: _Namer) -> BaseParameters:
    """Return the model with parameters that act alike in one, (3), and those without effect gone."""
    kept = dict(namer.definitions)
    zero: dict[int, Any] = {}
    for slot, factors in dependences(symbolic, list(kept), namer.values()):
        zero[slot] = 0.0
        for other, factor in factors.items():
            kept[other] = kept[other] + factor * kept[slot]
    for slot in zero:
        del kept[slot]
    model = symbolic.model
    rotors = {rotor.name: replace(rotor, inertia=_put(rotor.inertia, zero)) for rotor in model.rotors}
    bodies = tuple(_substituted(body, zero, rotors) for body in model.bodies)
    namer.revalue(kept)
    return BaseParameters(replace(symbolic, model=model.changed(bodies=bodies, rotors=tuple(rotors.values()))), kept)


def _put(value: Any, zero: dict[int, Any]) -> Any:
    return value.substituted(zero) if isinstance(value, Poly) else value


def _substituted(body: Any, zero: dict[int, Any], rotors: dict[str, Rotor]) -> Body:
    s = np.array([_put(x, zero) for x in body.first_moment], dtype=object)
    J = np.array([[_put(x, zero) for x in row] for row in body.inertia], dtype=object)
    return Body(body.name, _put(body.mass, zero), s, J, tuple(rotors[one.name] for one in body.rotors))
