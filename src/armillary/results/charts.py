"""The charts of a trajectory as data: lines over time, each chart with one unit.

Columns of different units go to different charts; more than `MOST_LINES` columns are spread over several. A chart has
the same name for every trajectory, so that charts of two trajectories can be drawn into one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from armillary.errors import ArgumentError
from armillary.files.arguments import words
from armillary.multibody.coordinates import elastic_places, joint_count, joint_size
from armillary.multibody.drives import actuated
from armillary.results.columns import signal_columns
from armillary.results.tracking import desired_of, frame_of, plain_joints, tracking
from armillary.results.trajectory import Trajectory
from armillary.spatial.scalar import Floats
from armillary.tables.chart import Chart, Line, spaced_rows

MOST_LINES = 8
"""Greatest number of lines in one chart."""
POSITIONS = {"rad": "angle", "m": "displacement", "": "quaternion"}
"""Axis label of joint coordinates by unit."""
VELOCITIES = {
    "rates": ("rates", "qd", {"rad/s": "angular rate", "m/s": "speed"}),
    "accelerations": ("accelerations", "qdd", {"rad/s²": "angular acceleration", "m/s²": "acceleration"}),
    "torques": ("efforts", "tau", {"N·m": "torque", "N": "force"}),
}
"""Charts of velocity coordinates: title, field of the trajectory, axis labels by unit."""

MOTORS = {
    "currents": ("currents of the motors", [("current", "")], "A", 0.0),
    "voltages": ("voltages of the motors", [("voltage", "")], "V", 0.0),
    "temperatures": (
        "temperatures of the motors", [("temperature", " winding"), ("housing_temperature", " housing")], "°C", -273.15
    ),
}  # fmt: skip
"""Charts of motors with windings: title, signals with the ends of their names, unit, shift of the values."""


def charts(
    trajectory: Trajectory, what: Sequence[str] | None = None, *, usual: Sequence[str] | None = None
) -> list[Chart]:
    """Return the charts of a single trajectory.

    Args:
        trajectory: A single run.
        what: Names of charts, each of which must have data; default: the `usual` charts that have data.
        usual: Names of charts that are tried without `what`; default `USUAL`.

    Raises:
        ArgumentError: A name is unknown, or the trajectory has no data for a chart.
    """
    if what is None:
        has_data = {"torques": np.any(trajectory.tau), "powers": trajectory.model.windings}
        names = [name for name in (USUAL if usual is None else usual) if has_data.get(name, True)]
        return [chart for name in names for chart in WHAT[name](trajectory)]
    check(what)
    result: list[Chart] = []
    for name in what:
        new_charts = list(WHAT[name](trajectory))
        if not new_charts:
            raise ArgumentError("what", f"{name!r}: this trajectory has no data for it", "another chart")
        result += new_charts
    return result


def spread(stack: Trajectory) -> list[Chart]:
    """Return a chart of each joint of a stack, with lines for at most `MOST_LINES` of its runs."""
    runs = spaced_rows(len(stack), MOST_LINES)
    count, units = joint_size(stack.model), stack.units["q"]
    return [
        Chart(name, POSITIONS[unit], unit, stack.t, tuple(Line(f"run {k}", stack.q[k, :, column]) for k in runs))
        for column, (name, unit) in enumerate(zip(stack.coordinates[:count], units, strict=False))
    ]


def check(what: Sequence[str]) -> None:
    """Raise an `ArgumentError` that lists the charts if a name is not one of them."""
    if not words("what", what, WHAT):
        raise ArgumentError("what", "no chart", f"some of {', '.join(WHAT)}")


def joints(trajectory: Trajectory) -> Iterator[Chart]:
    """Yield charts of the joint coordinates, with the reference if it is given in joint space."""
    count = joint_size(trajectory.model)
    names, units = trajectory.coordinates[:count], trajectory.units["q"][:count]
    plain = plain_joints(trajectory)
    desired = {name: values for name, values in desired_of(trajectory, "joint").items() if name in plain}
    yield from _by_unit("joints", trajectory.t, names, units, trajectory.q[:, :count], POSITIONS, desired)


def velocity_charts(name: str, trajectory: Trajectory) -> Iterator[Chart]:
    """Yield charts of rates, accelerations or efforts of the joints, by the name of the chart.

    Efforts are those of the actuators: behind an elastic gear the rotor has the effort, in place of its joint.
    """
    title, kind, labels = VELOCITIES[name]
    places = actuated(trajectory.model) if kind == "tau" else list(range(joint_count(trajectory.model)))
    names, units = ([texts[k] for k in places] for texts in (trajectory.velocities, trajectory.units[kind]))
    yield from _by_unit(title, trajectory.t, names, units, getattr(trajectory, kind)[:, places], labels, {})


def task(trajectory: Trajectory) -> Iterator[Chart]:
    """Yield a chart of the position of the tip, with the reference if it is given in task space."""
    frame = frame_of(trajectory)
    if frame is None:
        return
    desired = desired_of(trajectory, "task")
    lines = [Line(axis, desired[axis], desired=True) for axis in "xyz" if axis in desired]
    yield Chart(f"position of {frame}", "position", "m", trajectory.t, (*_axes(trajectory.position(frame)), *lines))


def task_error(trajectory: Trajectory) -> Iterator[Chart]:
    """Yield charts of the tracking errors of the joints and of the tip."""
    follow = tracking(trajectory)
    errors = follow.desired - follow.q
    yield from _by_unit("error of the joints", trajectory.t, tuple(follow.joints), follow.units, errors, POSITIONS, {})
    for frame, (at, desired) in follow.frames.items():
        yield Chart(f"error of {frame}", "position", "mm", trajectory.t, _axes(1000 * (desired - at)))


def _axes(positions: Floats) -> tuple[Line, ...]:
    return tuple(Line(axis, values) for axis, values in zip("xyz", positions.T, strict=True))


def energies(trajectory: Trajectory) -> Iterator[Chart]:
    """Yield a chart of energies and works; potential energy is measured from its minimum."""
    finite = trajectory.potential[np.isfinite(trajectory.potential)]
    potential = trajectory.potential - (finite.min() if finite.size else 0.0)
    lines = [Line("kinetic", trajectory.kinetic), Line("potential", potential)]
    elastic = trajectory.signals.get("elastic")
    if elastic is not None and np.any(elastic):
        lines.append(Line("elastic part", elastic))
    rest = {"work": trajectory.work, "external work": trajectory.external, "dissipated": trajectory.dissipated}
    lines += [Line(name, values) for name, values in rest.items() if np.any(values)]
    yield Chart("energies", "energy", "J", trajectory.t, tuple(lines))


def drift(trajectory: Trajectory) -> Iterator[Chart]:
    """Yield a chart of the error of the energy balance."""
    lines = (Line("drift", np.abs(trajectory.drift)),)
    yield Chart("drift of the energy balance", "|drift|", "%", trajectory.t, lines, logarithmic=True)


def elastic(trajectory: Trajectory) -> Iterator[Chart]:
    """Yield charts of the elastic coordinates, link by link where there are many."""
    places = elastic_places(trajectory.model)
    units, values = trajectory.units["q"][places], trajectory.q[:, places]
    kinds = {"rad": "angle", "m": "modal amplitude", "": "modal amplitude"}
    yield from _by_unit("elastic coordinates", trajectory.t, trajectory.elastic, units, values, kinds, {})


def drives(trajectory: Trajectory) -> Iterator[Chart]:
    """Yield charts of rotors behind elastic gears: their positions at the joint, and the twist of the gears."""
    rotors = trajectory.model.drives
    names, units = [drive.name for drive in rotors], ["rad" if drive.turns else "m" for drive in rotors]
    positions = trajectory.q[:, [drive.q.start for drive in rotors]]
    yield from _by_unit("rotors, seen at the joints", trajectory.t, names, units, positions, POSITIONS, {})
    twists = np.array([1000 * drive.deflection(trajectory.q) for drive in rotors]).T
    milli_units = [f"m{unit}" for unit in units]
    labels = dict.fromkeys(milli_units, "lead")
    yield from _by_unit("twist of the gears", trajectory.t, names, milli_units, twists, labels, {})


def motor_charts(name: str, trajectory: Trajectory) -> Iterator[Chart]:
    """Yield charts of currents, voltages or temperatures of motors with windings, by the name of the chart."""
    title, fields, unit, shift = MOTORS[name]
    motors = [motor.name for motor in trajectory.model.windings]
    lines = {}
    for field, suffix in fields:
        for motor in motors:
            values = trajectory.signals.get(f"{motor}.{field}")
            if values is not None:
                lines[f"{motor}{suffix}"] = values + shift
    if lines:
        columns = np.array([*lines.values()]).T
        labels = {unit: name.removesuffix("s")}
        yield from _by_unit(title, trajectory.t, [*lines], [unit] * len(lines), columns, labels, {})


def heat(trajectory: Trajectory) -> Iterator[Chart]:
    """Yield charts of the heat of drives and of the energy that they store, by kind."""
    for title, quantity, kinds in (("heat of the drives", "heat", trajectory.heat),
                                   ("energy stored in drives", "energy", trajectory.stored)):  # fmt: skip
        if kinds:
            lines = tuple(Line(kind, values) for kind, values in kinds.items())
            yield Chart(title, quantity, "J", trajectory.t, lines)


def powers(trajectory: Trajectory) -> Iterator[Chart]:
    """Yield charts of the mechanical power of the actuators, and of the electric power of motors with windings."""
    places = actuated(trajectory.model)
    names = [trajectory.velocities[k] for k in places]
    values = (trajectory.tau * trajectory.qd)[:, places]
    yield from _by_unit("power of the actuators", trajectory.t, names, ["W"] * len(names), values, {"W": "power"}, {})
    signals, motors = trajectory.signals, [motor.name for motor in trajectory.model.windings]
    electric = {name: signals[f"{name}.voltage"] * signals[f"{name}.current"] for name in motors}
    if electric:
        values, units = np.array([*electric.values()]).T, ["W"] * len(electric)
        yield from _by_unit("electric power", trajectory.t, motors, units, values, {"W": "power"}, {})


def deflection(trajectory: Trajectory) -> Iterator[Chart]:
    """Yield a chart of the displacement of the tip from its place with straight links."""
    frame = frame_of(trajectory)
    if frame is None or not trajectory.elastic:
        return
    lines = _axes(1000 * trajectory.deflection(frame))
    yield Chart(f"deflection of {frame}", "deflection", "mm", trajectory.t, lines)


def measured(trajectory: Trajectory) -> Iterator[Chart]:
    """Yield a chart of the readings of each sensor."""
    for signal in trajectory.info.get("sensors", {}):
        if signal in trajectory.signals:
            names, units = signal_columns(trajectory, signal)
            title = f"readings of {signal.removeprefix('measured.')}"
            labels = dict.fromkeys(units, "reading")
            yield from _by_unit(title, trajectory.t, names, units, trajectory.signals[signal], labels, {})


WHAT: dict[str, Callable[[Trajectory], Iterator[Chart]]] = {
    "joints": joints,
    **{name: partial(velocity_charts, name) for name in VELOCITIES},
    "task": task,
    "task_error": task_error,
    "energies": energies,
    "drift": drift,
    "elastic": elastic,
    "drives": drives,
    **{name: partial(motor_charts, name) for name in MOTORS},
    "heat": heat,
    "powers": powers,
    "deflection": deflection,
    "measured": measured,
}
"""The charts by name."""

USUAL = (
    "joints", "rates", "torques", "task_error", "elastic", "drives", *MOTORS, "powers", "deflection", "energies",
    "heat", "drift", "measured",
)  # fmt: skip
"""The charts that are drawn by default."""


def _by_unit(
    title: str,
    t: Floats,
    names: Sequence[str],
    units: Sequence[str],
    values: Floats,
    labels: dict[str, str],
    desired: dict[str, Floats],
) -> Iterator[Chart]:
    """Yield a chart for each unit, and several where one would have too many lines."""
    for unit in dict.fromkeys(units):
        parts = _split(names, [k for k, unit_of_column in enumerate(units) if unit_of_column == unit])
        for part, columns in enumerate(parts):
            lines = [Line(names[k], values[:, k]) for k in columns]
            lines += [Line(names[k], desired[names[k]], desired=True) for k in columns if names[k] in desired]
            place = f" ({part + 1} of {len(parts)})" if len(parts) > 1 else ""
            yield Chart(title + place, labels.get(unit, title), unit, t, tuple(lines))


def _split(names: Sequence[str], columns: list[int]) -> list[list[int]]:
    """Return columns in groups of about equal size, at most `MOST_LINES`; those of a joint or a link stay together."""
    owners: dict[str, list[int]] = {}
    for k in columns:
        owners.setdefault(names[k].rpartition(".")[0] or names[k], []).append(k)
    blocks = [group[at : at + MOST_LINES] for group in owners.values() for at in range(0, len(group), MOST_LINES)]
    count = -(-len(columns) // MOST_LINES)
    size = -(-len(columns) // count)
    parts: list[list[int]] = [[]]
    for block in blocks:
        most = size if len(block) <= size else MOST_LINES
        if parts[-1] and len(parts[-1]) + len(block) > most:
            parts.append([])
        parts[-1] += block
    return parts
