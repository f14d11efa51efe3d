"""Parameters that stay tunable: groups of free parameters of the model, gains of the law, and the start.

A payload keeps its centre of mass; its inertia grows with its mass. A robot without a payload gets a point at its tip,
of mass zero. The shapes in which links bend stay those that the payload of the description gives them.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.exports.fmu.block import Labels, Variable
from armillary.expr.graph import Graph
from armillary.multibody import Model, build
from armillary.multibody.coordinates import joint_places, slides
from armillary.multibody.parameters import TIP_LOAD, known_parameters
from armillary.simulation.references.parameters import parameters

GROUPS = ("payload", "friction", "gravity", "gains", "initial")
"""What may be tunable; gains are those of a scenario's controller."""

GAINS = {"kp": "kp", "ki": "ki", "kd": "kd", "kn": "kn", "T": "time_constant", "omega": "bandwidth"}
"""Attributes of laws that are gains, and the names of them in specifications."""

FRICTION = {"friction.viscous": "viscous_friction", "friction.coulomb": "dry_friction"}
"""Fields of joints that are friction, and how the variables of an FMU are called."""

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
    """Return the model with the free parameters of some groups as parameters of the FMU; the same model if none."""
    labels = _labels(model, groups, make.labels)
    if not labels:
        return model
    free = build.model(model.robot, motors=model.motors, friction=model.friction, free=tuple(labels))
    made = []
    for parameter in free.free_parameters:
        text = parameter.meaning[0].upper() + parameter.meaning[1:]
        least = None if parameter.name.startswith("gravity.") else 0.0
        made.append(make.make(labels[parameter.name], text, parameter.unit, parameter.value, least))
    return free.with_values(made)


def _labels(model: Model, groups: tuple[str, ...], labels: Labels) -> dict[str, str]:
    """Return the free parameters of groups with the names of their variables."""
    found: dict[str, str] = {}
    for name, (key, _) in known_parameters(model.robot, model.motors, model.friction).items():
        if key.kind == "payload" and key.field == "mass" and "payload" in groups:
            loaded = bool(model.robot.payloads)
            found[name] = f"{labels.stem(f'payload.{key.owner}')}.mass" if loaded else f"{TIP_LOAD}.mass"
        elif key.kind == "joint" and key.field in FRICTION and "friction" in groups:
            found[name] = f"{labels.stem(key.owner)}.{FRICTION[key.field]}"
        elif key.kind == "world" and "gravity" in groups:
            found[name] = f"gravity.{key.field}"
    if "payload" in groups and not any(label.endswith(".mass") for label in found.values()):
        hint = "add a [[payload]] or a [[frame]] named tip"
        raise ArgumentError("tunable", "'payload' of a robot without payload and tip", "a robot with one", hint)
    return found


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
