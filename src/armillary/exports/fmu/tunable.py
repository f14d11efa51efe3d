"""Parameters that stay tunable: a model some of whose numbers are inputs of the program.

The recursions are generic over the scalar, so that a model whose masses, friction and gravity are expressions goes
through them as any other. A payload keeps its centre of mass; its inertia grows with its mass,
    I = I₀ m / m₀                                                                              (1)
A robot without a payload gets a point at its tip, of mass zero. The shapes in which links bend stay those that the
payload of the description gives them.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.exports.fmu.block import Labels, Variable
from armillary.expr.graph import Graph
from armillary.multibody import BASE, Body, Lump, Model
from armillary.multibody.coordinates import joint_places, slides
from armillary.simulation.references.parameters import parameters

GROUPS = ("payload", "friction", "gravity", "gains", "initial")
"""What may be tunable; gains are those of a scenario's controller."""

GAINS = {"kp": "kp", "ki": "ki", "kd": "kd", "kn": "kn", "T": "time_constant", "omega": "bandwidth"}
"""Attributes of laws that are gains, and the names of them in specifications."""

SLIDING = {"N·m/rad": "N/m", "N·m·s/rad": "N·s/m", "N·m/(rad·s)": "N/(m·s)"}
"""Units of gains of joints that turn, and of those that slide."""


def checked_groups(tunable: Iterable[str] | str, loop: bool) -> tuple[str, ...]:
    """Return the groups that are to be tunable, or say which there are."""
    known = tuple(group for group in GROUPS if loop or group != "gains")
    names = tuple(part.strip() for part in tunable.split(",")) if isinstance(tunable, str) else tuple(tunable)
    if names == ("all",):
        return known
    for name in names:
        if name not in known:
            hint = "gains belong to the controller of a scenario" if name == "gains" else ""
            raise ArgumentError("tunable", repr(name)[:80], f'some of {", ".join(known)}, or "all"', hint)
    return tuple(dict.fromkeys(names))


@dataclass(eq=False)
class Parameters:
    """Makes parameters: each a variable, and an input of the program."""

    graph: Graph
    labels: Labels
    variables: list[Variable] = field(default_factory=list)

    def make(
        self, name: str, description: str, unit: str, value: float, least: float | None = None, fixed: bool = False
    ) -> Any:
        """Return a parameter as an expression."""
        label = self.labels.give(name)
        self.variables.append(Variable(label, description, unit, float(value), least, fixed))
        return self.graph.input("p", len(self.variables) - 1)


def tunable_model(model: Model, groups: tuple[str, ...], make: Parameters) -> Model:
    """Return the model with the numbers of some groups in the hands of whoever uses the FMU; the same if none."""
    if "payload" in groups:
        model = _with_payload(model, make)
    if "friction" in groups:
        model = _with_friction(model, make)
    if "gravity" in groups:
        entries = zip("xyz", model.gravity, strict=True)
        made = [make.make(f"gravity.{k}", f"Gravity along {k} of the world", "m/s²", g) for k, g in entries]
        model = model.changed(gravity=np.array(made, dtype=object))
    return model


def _with_payload(model: Model, make: Parameters) -> Model:
    found = [(i, lump) for i, body in enumerate(model.bodies) for lump in body.lumps if lump.kind == "payload"]
    added: dict[int, list[Lump]] = {}
    if not found:
        tip = model.frames.get("tip")
        if tip is None or tip.body == BASE:
            hint = "add a [[payload]] or a [[frame]] named tip"
            raise ArgumentError("tunable", "'payload' of a robot without payload and tip", "a robot with one", hint)
        mass = make.make("payload.mass", "Mass of a point at the tip", "kg", 0.0, 0.0)
        added[tip.body] = [Lump("payload", mass, tip.translation, np.zeros((3, 3)), "payload")]
    masses = {}
    for _, lump in found:
        stem = make.labels.stem(f"payload.{lump.name}")
        text = f"Mass of the payload {lump.name}" + (", with its inertia in proportion" if np.any(lump.inertia) else "")
        masses[lump] = make.make(f"{stem}.mass", text, "kg", lump.mass, 0.0)
    bodies = []
    for i, body in enumerate(model.bodies):
        lumps = (*(_weighed(lump, masses) for lump in body.lumps), *added.get(i, ()))
        changed = any(lump in masses for lump in body.lumps) or i in added
        bodies.append(Body.of_lumps(body.name, lumps, body.rotors, body.modal) if changed else body)
    return model.changed(bodies=tuple(bodies))


def _weighed(lump: Lump, masses: dict[Lump, Any]) -> Lump:
    if lump not in masses:
        return lump
    mass = masses[lump]
    inertia = lump.inertia * (mass / lump.mass) if lump.mass and np.any(lump.inertia) else lump.inertia  # (1)
    return replace(lump, mass=mass, inertia=inertia)


def _with_friction(model: Model, make: Parameters) -> Model:
    viscous: list[Any] = list(model.viscous)
    coulomb: list[Any] = list(model.coulomb)
    for name, (_, v) in joint_places(model).items():
        units = ("N·s/m", "N") if slides(model, name) else ("N·m·s/rad", "N·m")
        stem = make.labels.stem(name)
        values = (float(model.viscous[v][0]), float(model.coulomb[v][0]))
        b = make.make(f"{stem}.viscous_friction", f"Viscous friction of {name}", units[0], values[0], 0.0)
        c = make.make(f"{stem}.dry_friction", f"Coulomb friction of {name}", units[1], values[1], 0.0)
        for k in range(v.start, v.stop):
            viscous[k], coulomb[k] = b, c
    return model.changed(viscous=np.array(viscous, dtype=object), coulomb=np.array(coulomb, dtype=object))


def tunable_gains(spec: Any, law: Any, make: Parameters, prefix: str = "controller") -> Any:
    """Return a law whose gains are parameters; that of a controller inside another, too."""
    law = copy.copy(law)
    says = {each.name: each for each in parameters(type(spec))} if hasattr(type(spec), "__dataclass_fields__") else {}
    for attribute, name in GAINS.items():
        value = getattr(law, attribute, None)
        if name not in says or not isinstance(value, (float, np.ndarray)):
            continue
        unit, meaning = says[name].unit, says[name].meaning
        setattr(law, attribute, _gain(law, name, meaning, unit, value, make, prefix))
    if hasattr(law, "inner") and hasattr(spec, "controller"):
        law.inner = tunable_gains(spec.controller, law.inner, make, f"{prefix}.inner")
    return law


def _gain(law: Any, name: str, meaning: str, unit: str, value: Any, make: Parameters, prefix: str) -> Any:
    if isinstance(value, float):
        return make.make(f"{prefix}.{name}", meaning.capitalize(), unit, value, 0.0)
    joints = _joint_names(law.model)
    made = np.empty(value.shape, dtype=object)
    for place in np.ndindex(value.shape):
        own = joints[place[0]] if len(joints) == len(value) and value.ndim == 1 else ""
        sliding = own and slides(law.model, own)
        text = meaning.capitalize() + (f" of {own}" if own else "")
        label = f"{prefix}.{name}[{','.join(str(k + 1) for k in place)}]"
        least = 0.0 if value.ndim == 1 else None
        made[place] = make.make(label, text, SLIDING.get(unit, unit) if sliding else unit, value[place], least)
    return made


def _joint_names(model: Model) -> list[str]:
    """Return the joint of each velocity coordinate of the joints."""
    places = sorted(joint_places(model).items(), key=lambda pair: pair[1][1].start)
    return [name for name, (_, v) in places for _ in range(v.start, v.stop)]
