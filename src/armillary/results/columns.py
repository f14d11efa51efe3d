"""The arrays of a trajectory with the names, units and dimensions of their columns.

    t (time), q (time, coordinate), qd, qdd, tau (time, velocity), energies (time), signals (time, <signal>_column)
A stack of runs has a dimension `run` before `time`, except for t, which all runs share; its parameters and
greatest values over the steps are (run). Files, data frames and datasets of a trajectory are made from these arrays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from armillary.files.arguments import word
from armillary.multibody.coordinates import joint_count, joint_size
from armillary.spatial.scalar import Floats

if TYPE_CHECKING:
    from armillary.results.trajectory import Trajectory


ENERGIES = ("kinetic", "potential", "work", "external", "dissipated")
MOTION = ("q", "qd", "qdd", "tau")
STEPS = {
    "imbalance_steps": "J", "slope_steps": "rad", "stretch_steps": "", "angular_steps": "N·m·s", "linear_steps": "N·s",
}  # fmt: skip
"""Greatest values over the steps of the solver, also between recorded times, and their units."""
XYZ = ("x", "y", "z")
LONG_NAMES = {
    "t": "time",
    "q": "configuration",
    "qd": "velocity",
    "qdd": "acceleration",
    "tau": "effort",
    "kinetic": "kinetic energy",
    "potential": "potential energy, of gravity and elastic",
    "work": "work of the actuators",
    "external": "work of external wrenches",
    "dissipated": "dissipated energy",
    "imbalance_steps": "greatest imbalance of the energies over the steps",
    "slope_steps": "slope at the step that bends links furthest",
    "stretch_steps": "stretch at the step that bends links furthest",
    "angular_steps": "greatest change of angular momentum over the steps",
    "linear_steps": "greatest change of linear momentum over the steps",
    "speed_steps": "greatest speed of joints with a speed limit, over the steps",
}
_RESERVED = {*LONG_NAMES, "coordinate", "velocity", "time", "run"}


@dataclass(frozen=True, eq=False)
class RecordedArray:
    """An array of a trajectory.

    `variable` is its name in files and `dimensions` names its axes there. `columns` names the entries of the last
    axis, empty for an array without columns; `units` has one unit for each column, or a single unit.
    """

    name: str
    variable: str
    values: Floats
    dimensions: tuple[str, ...]
    columns: tuple[str, ...]
    units: tuple[str, ...]

    @property
    def attributes(self) -> dict[str, str]:
        """Long name and units for files; columns with different units have them in a list with commas."""
        units = ", ".join(_ascii(unit) or "1" for unit in self.units)
        if len(set(self.units)) == 1:
            units = _ascii(self.units[0])
        return {"long_name": LONG_NAMES.get(self.name, self.name)} | ({"units": units} if units else {})


def recorded_arrays(trajectory: Trajectory) -> Iterator[RecordedArray]:
    """Yield the arrays of a trajectory: the time, the motion, the energies, the signals, the parameters."""
    runs = ("run",) if trajectory.stacked else ()
    timed = (*runs, "time")
    yield RecordedArray("t", "time", trajectory.t, ("time",), (), ("s",))
    for kind in MOTION:
        axis, names = ("coordinate", trajectory.coordinates) if kind == "q" else ("velocity", trajectory.velocities)
        yield RecordedArray(kind, kind, getattr(trajectory, kind), (*timed, axis), names, trajectory.units[kind])
    for kind in ENERGIES:
        yield RecordedArray(kind, kind, getattr(trajectory, kind), timed, (), ("J",))
    for signal, variable in variable_names(trajectory.signals).items():
        names, units = signal_columns(trajectory, signal)
        axes = (*timed, f"{variable}_column") if names else timed
        yield RecordedArray(signal, variable, trajectory.signals[signal], axes, names, units)
    for name, unit in STEPS.items():
        if getattr(trajectory, name) is not None:
            yield RecordedArray(name, name, getattr(trajectory, name), runs, (), (unit,))
    if trajectory.speed_steps is not None:
        axes, names, units = (*runs, "velocity"), trajectory.velocities, trajectory.units["qd"]
        yield RecordedArray("speed_steps", "speed_steps", trajectory.speed_steps, axes, names, units)
    for name, variable in variable_names(trajectory.parameters, "parameter").items():
        yield RecordedArray(name, variable, trajectory.parameters[name], runs, (), ("",))


def columns(trajectory: Trajectory) -> Iterator[tuple[str, str, Floats]]:
    """Yield name, unit and values, shape (…, K), of every column over time: t, q.shoulder, …, kinetic, …, tip.x, …"""
    for array in recorded_arrays(trajectory):
        if "time" not in array.dimensions:
            continue
        if not array.columns:
            yield array.name, array.units[0], array.values
        for k, (column, unit) in enumerate(zip(array.columns, array.units, strict=False)):
            yield f"{array.name}.{column}", unit, array.values[..., k]


def variable_names(names: Iterable[str], kind: str = "signal") -> dict[str, str]:
    """Return distinct names of signals or parameters for files: letters, digits and underscores."""
    variables: dict[str, str] = {}
    for name in names:
        stem = re.sub(r"[^A-Za-z0-9_]", "_", name)[:50]
        is_valid = kind == "signal" and re.match(r"[A-Za-z]", stem) and stem not in _RESERVED
        if not is_valid or stem.startswith("parameter_"):
            stem = f"{kind}_{stem}"
        variable = stem
        k = 2
        while variable in variables.values():
            variable = f"{stem}_{k}"
            k += 1
        variables[name] = variable
    return variables


def is_position(trajectory: Trajectory, signal: str) -> bool:
    """Return whether a signal is the position of a frame: it has the frame's name and three columns."""
    shape = trajectory.signals[signal].shape
    return signal in trajectory.model.frames and shape == (*trajectory.kinetic.shape, 3)


def signal_columns(trajectory: Trajectory, signal: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names and the units of the columns of a signal; a signal without columns has one unit, no names."""
    values = trajectory.signals[word("signal", signal, trajectory.signals)]
    if values.ndim == trajectory.kinetic.ndim:
        return (), (_unit(trajectory, signal),)
    if signal == "reference":
        return _reference(trajectory, values.shape[-1])
    channels = trajectory.info.get("sensors", {}).get(signal)
    if channels is not None and len(channels) == values.shape[-1]:
        names, units = zip(*channels, strict=True)
        return tuple(names), tuple(units)
    if is_position(trajectory, signal):
        return XYZ, ("m",) * 3
    return _numbered(values.shape[-1])


def _unit(trajectory: Trajectory, signal: str) -> str:
    """Return the unit of a signal without columns: an energy, heat, or a state of a drive."""
    if signal == "elastic" or signal.startswith(("heat.", "stored.")):
        return "J"
    last = signal.rpartition(".")[2]
    if any(signal == f"{motor.name}.{last}" for motor in trajectory.model.windings):
        return {"current": "A", "voltage": "V", "temperature": "K", "housing_temperature": "K"}.get(last, "")
    bristles = {f"{law.name}.bristle": "rad" if law.turns else "m" for law in trajectory.model.stribeck}
    return bristles.get(signal, "")


def _numbered(count: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the numbers from 1 as names, without units."""
    return tuple(str(k + 1) for k in range(count)), ("",) * count


def _reference(trajectory: Trajectory, count: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return names and units of a reference of joints, of a position, or of a position and an orientation."""
    model, units = trajectory.model, trajectory.units
    task = trajectory.info.get("space") == "task"
    if not task and count in (joint_size(model), model.nq):
        return trajectory.coordinates[:count], units["q"][:count]
    if not task and count == joint_count(model):
        return trajectory.velocities[:count], tuple(unit.removesuffix("/s") for unit in units["qd"][:count])
    if count in (3, 6):
        return (*XYZ, "rx", "ry", "rz")[:count], ("m", "m", "m", "rad", "rad", "rad")[:count]
    return _numbered(count)


def _ascii(unit: str) -> str:
    """Return a unit as programs for NetCDF read it: N·m as N m, rad/s² as rad/s^2."""
    return unit.replace("·", " ").replace("²", "^2")
