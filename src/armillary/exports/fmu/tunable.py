"""Tunable parameters: groups of free parameters of the model, gains of the law, and the initial state.

A payload keeps its centre of mass; its inertia is proportional to its mass. A robot without a payload gets a point mass
of zero at its tip. The bending shapes of links remain those of the payload in the description.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.exports.fmu.block import Labels, ScalarVariable
from armillary.expr.graph import Graph
from armillary.files.arguments import distinct
from armillary.files.lines import field_name
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_coordinates
from armillary.multibody.parameters import TIP_LOAD, known_parameters
from armillary.simulation.closed_loop.prepare import freed
from armillary.simulation.controllers.gains import gains
from armillary.simulation.parameters import Format, format_of
from armillary.simulation.scenario import Scenario

GROUPS = ("payload", "friction", "gravity", "gains", "initial")
"""Groups of parameters; gains belong to the controller of a scenario."""

NUMBERS = ("kn", "bandwidth")
"""Gains of controllers that are one number."""

FRICTION = {
    "friction.viscous": "viscous_friction",
    "friction.coulomb": "dry_friction",
    "friction.coulomb_negative": "dry_friction_negative",
    "friction.static": "static_friction",
    "friction.static_negative": "static_friction_negative",
    "friction.factor": "friction_factor",
}
"""Friction fields of joints → names of the variables of an FMU."""


def checked_groups(tunable: Iterable[str] | str, loop: bool) -> tuple[str, ...]:
    """Return the tunable groups, or raise an `ArgumentError` that lists them."""
    known = tuple(group for group in GROUPS if loop or group != "gains")
    given = [part.strip() for part in tunable.split(",")] if isinstance(tunable, str) else tunable
    names = distinct("tunable", given, f"some of {', '.join(known)}")
    if names == ("all",):
        return known
    for name in names:
        if name not in known:
            hint = "gains belong to the controller of a scenario" if name == "gains" else ""
            raise ArgumentError("tunable", shortened(name), f'some of {", ".join(known)}, or "all"', hint)
    return tuple(dict.fromkeys(names))


@dataclass(eq=False)
class Parameters:
    """Makes parameters: each is a variable and an input of the program."""

    graph: Graph
    labels: Labels
    variables: list[ScalarVariable] = field(default_factory=list)

    def make(
        self, name: str, description: str, unit: str, value: float, least: float | None = None, fixed: bool = False
    ) -> Any:
        """Return a parameter as an expression."""
        label = self.labels.give(name)
        self.variables.append(ScalarVariable(label, description, unit, float(value), least, fixed))
        return self.graph.input("p", len(self.variables) - 1)


def tunable_model(model: Model, groups: tuple[str, ...], make: Parameters) -> dict[str, Any]:
    """Return the free parameters of a model in some groups, each with a parameter of the FMU as its value."""
    labels, made = _labels(model, groups, make.labels), {}
    for parameter in freed(model, tuple(labels)).free_parameters:
        text = parameter.meaning[0].upper() + parameter.meaning[1:]
        least = None if parameter.name.startswith("gravity.") else 0.0
        made[parameter.name] = make.make(labels[parameter.name], text, parameter.unit, parameter.value, least)
    return made


def _labels(model: Model, groups: tuple[str, ...], labels: Labels) -> dict[str, str]:
    """Return free parameter → name of its variable, for the parameters of groups."""
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


def tunable_gains(scenario: Scenario, make: Parameters) -> dict[str, Any]:
    """Return the gains of a scenario's controller, each with a parameter of the FMU as its value."""
    every = gains(scenario.controller, scenario.law)
    found = [gain for gain in every if format_of(gain.says) is not None or gain.says.name in NUMBERS]
    if not found:
        had = "no controller" if scenario.controller is None else type(scenario.controller).__name__
        raise ArgumentError("tunable", f"'gains' of {had}, which has none", "a scenario with gains, or other groups")
    made = {}
    for gain in found:
        joints = joint_coordinates(scenario.control_model)
        one = len(gain.place) == 1 and len(joints) == np.shape(getattr(gain.law, gain.says.name))[0]
        own = joints[gain.place[0]] if one else None
        unit = gain.unit(own is None or own.turns)
        text = gain.says.says.capitalize() + (f" of {own.joint}" if own else "")
        path = ["inner" if k and part == "controller" else part for k, part in enumerate(gain.path)]
        label = field_name(tuple(part + 1 if isinstance(part, int) else part for part in path)) + (
            f"[{','.join(str(k + 1) for k in gain.place)}]" if gain.place else ""
        )
        least = 0.0 if len(gain.place) < 2 and format_of(gain.says) is Format.GAIN else None
        made[field_name((*gain.path, *gain.place))] = make.make(label, text, unit, gain.value, least)
    return made
