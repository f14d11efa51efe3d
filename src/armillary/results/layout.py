"""A trajectory as named arrays with named dimensions: what a NetCDF file and an xarray dataset hold.

    time (time), q (time, coordinate), qd, qdd, tau (time, velocity), energies (time), signals (time, <signal>_column)
The entries of every dimension but time have names. Everything else is text in attributes: events, info and the names of
signals as JSON, robots as TOML.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.description.toml.write import to_toml
from armillary.multibody import Model
from armillary.results.trajectory import ENERGIES, MOTION, Trajectory
from armillary.tables.json import to_json

Floats = NDArray[np.float64]

FORMAT = 2
"""Version of the layout."""

LONG_NAMES = {
    "time": "time",
    "q": "configuration",
    "qd": "velocity",
    "qdd": "acceleration",
    "tau": "effort",
    "kinetic": "kinetic energy",
    "potential": "potential energy, of gravity and elastic",
    "work": "work of the actuators",
    "external": "work of external wrenches",
    "dissipated": "dissipated energy",
}
_RESERVED = {*LONG_NAMES, "coordinate", "velocity", "t"}


@dataclass(frozen=True, eq=False)
class Variable:
    """An array with the names of its dimensions and attributes of text."""

    name: str
    dimensions: tuple[str, ...]
    values: Floats
    attributes: dict[str, str]


@dataclass(frozen=True, eq=False)
class Layout:
    """Variables, names of the entries of dimensions, and attributes of the whole."""

    variables: tuple[Variable, ...]
    entries: dict[str, tuple[str, ...]]
    attributes: dict[str, str]


def layout_of(trajectory: Trajectory) -> Layout:
    """Return a trajectory as variables and attributes."""
    own: tuple[str, ...]
    entries = {"coordinate": trajectory.coordinates, "velocity": trajectory.velocities}
    variables = [Variable("time", ("time",), trajectory.t, _attributes("time", ("s",)))]
    for kind in MOTION:
        dimensions = ("time", "coordinate" if kind == "q" else "velocity")
        values = getattr(trajectory, kind)
        variables.append(Variable(kind, dimensions, values, _attributes(kind, trajectory.units[kind])))
    for kind in ENERGIES:
        variables.append(Variable(kind, ("time",), getattr(trajectory, kind), _attributes(kind, ("J",))))
    names = variable_names(trajectory.signals)
    for signal, name in names.items():
        values, own = trajectory.signals[signal], ("time",)
        if values.ndim == 2:
            own = ("time", f"{name}_column")
            entries[f"{name}_column"] = trajectory.labels_of(signal)
        attributes = _attributes(signal, trajectory.units_of(signal))
        variables.append(Variable(name, own, values, attributes))
    return Layout(tuple(variables), entries, _texts(trajectory, names))


def variable_names(signals: Iterable[str]) -> dict[str, str]:
    """Return a name for each signal that files of every kind take: letters, digits and underscores."""
    names: dict[str, str] = {}
    for signal in signals:
        name = re.sub(r"[^A-Za-z0-9_]", "_", signal)[:50]
        name = name if re.match(r"[A-Za-z]", name) and name not in _RESERVED else f"signal_{name}"
        fresh, k = name, 2
        while fresh in names.values():
            fresh, k = f"{name}_{k}", k + 1
        names[signal] = fresh
    return names


def ascii_unit(unit: str) -> str:
    """Return a unit as programs for NetCDF read it: N·m as N m, rad/s² as rad/s^2."""
    return unit.replace("·", " ").replace("²", "^2")


def _attributes(name: str, units: tuple[str, ...]) -> dict[str, str]:
    """Return the long name, and the unit, or all of them with commas where columns differ."""
    found = [ascii_unit(unit) for unit in dict.fromkeys(units)]
    shown = found[0] if len(found) == 1 else ", ".join(ascii_unit(unit) or "1" for unit in units)
    return {"long_name": LONG_NAMES.get(name, name)} | ({"units": shown} if shown else {})


def _texts(trajectory: Trajectory, names: dict[str, str]) -> dict[str, str]:
    changes = [{"t": t, "description": to_toml(model.robot)} | choices(model) for t, model in trajectory.changes]
    return {
        "title": f"simulated motion of {trajectory.robot.name}",
        "robot": trajectory.robot.name,
        "armillary_format": str(FORMAT),
        "events": to_json(trajectory.events, indent=None),
        "info": to_json(trajectory.info, indent=None),
        "signals": to_json({name: signal for signal, name in names.items()}, indent=None),
        "model": to_json(choices(trajectory.model), indent=None),
        "changes": to_json(changes, indent=None),
        "description": to_toml(trajectory.robot),
    }


def choices(model: Model) -> dict[str, Any]:
    """Return the choices that make a model from its robot."""
    return {"motors": model.motors, "friction": model.friction}
