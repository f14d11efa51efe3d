"""Tables of a report: runs, their audits, events and differences; frequencies and operation counts of their models."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from armillary import __version__
from armillary.analysis.frequencies import Frequencies, frequencies
from armillary.compiler.cost import cost
from armillary.description.toml.writer import to_toml
from armillary.errors import ArmillaryError
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_size
from armillary.pages.motion_data import MOST_EVENTS, animation_rows, charts_of, plotted_rows
from armillary.results.summary import facts
from armillary.results.trajectory import Trajectory
from armillary.spatial.scalar import Floats
from armillary.tables.chart import Line
from armillary.tables.numbers import number
from armillary.tables.parts import Jump, Listing, Notes, Part, Text
from armillary.tables.table import Column, Table, columns

FIRST_ENTRIES = (
    "start", "solver", "why", "steps", "rejected", "evaluations", "switches", "seconds", "calls", "space", "frame",
)  # fmt: skip
"""Entries of `Trajectory.info` that come first, in this order."""
HIDDEN_ENTRIES = ("scenario_text", "duration")
COUNTED = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "gravity")
MOST_COUNTED = 10
"""Degrees of freedom up to which operations are counted: beyond, it takes longer than the rest of the page."""
MOST_MODES = 12


def runs_table(runs: Sequence[Trajectory], names: Sequence[str]) -> Table:
    """Return the facts of each run, one column for each."""
    columns_of_runs = [facts(run) for run in runs]
    rows: list[tuple[Any, ...]] = [
        ("robot", *(run.robot.name for run in runs)),
        ("time", *(f"{number(run.t[0])} to {number(run.t[-1], 6)} s" for run in runs)),
        ("rows recorded", *(f"{len(run):,}" for run in runs)),
    ]
    for name in dict.fromkeys(name for column in columns_of_runs for name in column):
        rows.append((name, *(column.get(name, "–") for column in columns_of_runs)))
    rows.append(("events", *(str(len(run.events)) for run in runs)))
    return Table("the runs" if len(runs) > 1 else "the run", [Column(name) for name in ("", *names)], rows)


def audit_table(runs: Sequence[Trajectory], names: Sequence[str]) -> list[Part]:
    """Return the energy balance of each run: energies, works, losses, and the error of the solver."""
    columns = [_audit(run) for run in runs]
    rows = [(name, *(column.get(name, "–") for column in columns)) for name in _joined(columns)]
    explanation = (
        "The energy at the end must be that at the start, plus the work of actuators and of external wrenches, less "
        "the losses by friction and damping. The rest does not add up: it is the error of the solver. The drift is "
        "this error in per cent of the greatest energy above the least."
    )
    heads = [Column(""), *(Column(name, align="right") for name in names)]
    return [Text(explanation), Table("energy audit [J]", heads, rows)]


def _joined(columns: Sequence[dict[str, str]]) -> list[str]:
    """Return the names of all rows, each after those that it follows in its column."""
    names: list[str] = []
    for column in columns:
        at = 0
        for name in column:
            if name not in names:
                names.insert(at, name)
            at = names.index(name) + 1
    return names


WHERE = {"gears": "gear springs", "cogging": "cogging torques", "stops": "end stops"}
"""Places of the energy that drives and end stops store, where they have other names than their kinds."""


def _audit(run: Trajectory) -> dict[str, str]:
    def change(values: Floats) -> str:
        with np.errstate(invalid="ignore"):
            return number(float(values[-1] - values[0]), 7)

    empty = np.zeros(0)
    return {
        "energy at the start": number(float(run.energy[0]), 7),
        "+ work of the actuators": change(run.work),
        "+ work from outside": change(run.external),
        "− dissipated": change(run.dissipated),
        **{f"of which heat in {kind}": change(values) for kind, values in run.heat.items()},
        "energy at the end": number(float(run.energy[-1]), 7),
        "does not add up": number(float(run.imbalance[-1]), 3),
        "greatest kinetic energy": _greatest(run.kinetic),
        "greatest elastic energy": _greatest(run.signals.get("elastic", empty) if run.elastic else empty),
        **{f"greatest energy in {WHERE.get(kind, kind)}": _greatest(values) for kind, values in run.stored.items()},
        "drift, greatest": f"{number(run.drift_max, 3)} %",
        "drift, RMS": f"{number(run.drift_rms, 3)} %",
    }


def _greatest(values: Floats) -> str:
    known = values[~np.isnan(values)]
    return number(float(known.max()), 7) if known.size else "–"


def scenario_tables(run: Trajectory) -> list[Part]:
    """Return how a run was set up and computed, from the data in its file."""
    info = run.info
    rest = [name for name in info if name not in (*FIRST_ENTRIES, *HIDDEN_ENTRIES)]
    rows = [("wanted duration", f"{info['duration']:g} s")] if isinstance(info.get("duration"), (int, float)) else []
    for name in (*FIRST_ENTRIES, *rest):
        value = info.get(name)
        if value not in ("", None):
            shown = f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else value
            rows.append((name, number(shown, 6) if isinstance(shown, float) else str(shown)))
    rows += [("motors", run.model.motors), ("friction", "yes" if run.model.friction else "no")]
    joints = joint_size(run.model)
    state = [
        (name, number(float(run.q[0, k]), 6), number(float(run.q[-1, k]), 6), run.units["q"][k])
        for k, name in enumerate(run.coordinates[:joints])
    ]
    parts: list[Part] = [
        Table("how it was computed", columns("", "value"), rows),
        Table("where it starts and ends", columns("coordinate", "start>", "end>", "unit"), state),
    ]
    text = info.get("scenario_text")
    return [*parts, Listing("scenario file", text, open=True)] if isinstance(text, str) and text else parts


def events_table(runs: Sequence[Trajectory], names: Sequence[str]) -> list[Part]:
    """Return all events in the order of time; the time of each is a button that moves the page there."""
    events = sorted(
        ((event.t, k, event) for k, run in enumerate(runs) for event in run.events[:MOST_EVENTS]), key=lambda e: e[:2]
    )
    if not events:
        return [Text("No events: no limit was reached, nothing was cut off or refused.")]
    rows = []
    for t, k, event in events:
        button = Jump(float(t), f"{number(float(t), 6)} s")
        rows.append((button if np.isfinite(t) else "–", names[k], event.kind, event.where, event.message))
    left = sum(max(len(run.events) - MOST_EVENTS, 0) for run in runs)
    notes = [f"{left} events more are in the result files"] if left else []
    return [Table("events", columns("time", "run", "kind", "where", "what happened"), rows), Notes(notes)]


def differences_table(runs: Sequence[Trajectory], names: Sequence[str]) -> list[Part]:
    """Return the differences of each run from the first, line by line, at the times of the first that both cover."""
    first = _lines(runs[0])
    rows = []
    for run, name in zip(runs[1:], names[1:], strict=True):
        lines = _lines(run)
        within = (runs[0].t >= run.t[0]) & (runs[0].t <= run.t[-1])
        for key in (key for key in first if key in lines):
            difference = _difference(runs[0].t[within], first[key].values[within], run.t, lines[key].values)
            if difference is not None:
                largest, when, rms = difference
                chart, unit, line = key
                rows.append((name, chart, line, number(largest, 4), number(when, 4), number(rms, 4), unit))
    if not rows:
        return [Text("These runs have no line in common.")]
    heads = columns("run", "chart", "line", "greatest>", "at [s]>", "RMS>", "unit")
    return [Table(f"differences from {names[0]}, from all recorded rows", heads, rows)]


def _lines(run: Trajectory) -> dict[tuple[str, str, str], Line]:
    """Return the lines of all linear charts, references left out, by title, unit and name."""
    lines = [(chart, line) for chart in charts_of(run) for line in chart.lines if not chart.logarithmic]
    return {(chart.title, chart.unit, line.name): line for chart, line in lines if not line.desired}


def _difference(t: Floats, values: Floats, times: Floats, other: Floats) -> tuple[float, float, float] | None:
    """Return the greatest difference with its sign, its time, and the root mean square; None without common times."""
    if not len(t):
        return None
    with np.errstate(invalid="ignore", over="ignore"):
        apart = np.interp(t, times, other) - values
    known = np.flatnonzero(np.isfinite(apart))
    if not len(known):
        return None
    k = int(known[np.abs(apart[known]).argmax()])
    with np.errstate(over="ignore"):
        return float(apart[k]), float(t[k]), float(np.sqrt(np.mean(apart[known] ** 2)))


def precision_notes(runs: Sequence[Trajectory], names: Sequence[str]) -> Notes:
    """Return which rows of each run the page holds, and in which precision."""
    lines = []
    for run, name in zip(runs, names, strict=True):
        rows = len(animation_rows(run))
        shown = f"the animation has {rows:,} of {len(run):,} recorded rows" if rows else "there is no animation"
        most = plotted_rows(charts_of(run), len(runs))
        if len(run) > most:
            shown += f"; plots have about {most:,}, which include every peak of a line, and values beside a plot are "
            shown += "those of these rows"
        lines.append(f"{name}: {shown}")
    lines.append(
        "Rows are as they were recorded, rounded to single precision (7 digits); the animation moves in straight lines "
        "in q between them. Tables are computed from all rows in double precision."
    )
    return Notes(lines)


def reproduce_parts(runs: Sequence[Trajectory], names: Sequence[str]) -> list[Part]:
    """Return commands and files that compute the runs again."""
    python = ".".join(platform.python_version_tuple()[:2])
    parts: list[Part] = [Text(f"This page was made by armillary {__version__} with Python {python}.")]
    for run, name in zip(runs, names, strict=True):
        parts += [Text(name, "heading"), *_reproduce(run)]
    return parts


def _reproduce(run: Trajectory) -> Iterator[Part]:
    scenario, text = run.info.get("scenario"), run.info.get("scenario_text")
    known = isinstance(text, str) and text
    file = scenario if isinstance(scenario, str) and scenario else ""
    if file or known:
        commands = f"armillary simulate {shlex.quote(file or 'scenario.toml')} -o motion.nc\n"
        yield Listing("commands", commands + "armillary show motion.nc -o page.html", open=True)
    if known:
        yield Listing("scenario file", str(text), "scenario.toml")
    elif file:
        yield Notes([f"The result names its scenario, {file}, but does not contain it: keep that file."])
    else:
        origin = "This run came from Python, by arm.simulate; its other settings are in that program."
        yield Notes([origin])
    yield Listing("robot file", to_toml(run.robot), "robot.toml")
    for k, (t, model) in enumerate(run.changes):
        yield Listing(f"robot file from {t:g} s on", to_toml(model.robot), f"robot-{k + 2}.toml")


def frequency_parts(model: Model, start: Floats, end: Floats) -> list[Part]:
    """Return the natural frequencies at the start and at the end of a motion, with joints locked and free."""
    springs = np.any(model.stiffness) or any(follower.stiffness for follower in model.followers)
    if not model.elastic and not springs:
        return [Text("No link bends and no joint has a spring: the robot has no natural frequencies.")]
    count = joint_size(model)
    results: dict[str, Frequencies] = {}
    notes: list[str] = []
    for place, q in (("start", start), ("end", end)):
        for joints in ("locked", "free"):
            name = f"{place}, joints {'held' if joints == 'locked' else joints}"
            try:
                results[name] = frequencies(model, q[:count], joints=joints, count=MOST_MODES)
                notes += [f"{name}: {line}" for line in results[name].remarks()]
            except (ArmillaryError, np.linalg.LinAlgError) as error:
                notes.append(f"{name}: {error}")
    longest = max((len(result) for result in results.values()), default=0)
    rows = [(str(k + 1), *(_frequency(result, k) for result in results.values())) for k in range(longest)]
    heads = columns("mode", *(f"{name} [Hz]>" for name in results))
    title = "natural frequencies, with the ratio to critical damping"
    return [*([Table(title, heads, rows)] if rows else []), Notes(notes)]


def _frequency(result: Frequencies, mode: int) -> str:
    if mode >= len(result):
        return "–"
    damping = float(result.damping[mode])
    return number(float(result.hz[mode]), 5) + (f" (ζ {number(damping, 2)})" if abs(damping) > 1e-9 else "")


def cost_parts(model: Model) -> list[Part]:
    """Return the operation counts of the quantities that a simulation computes."""
    if model.nv > MOST_COUNTED:
        return [Text(f"Not counted for {model.nv} degrees of freedom; the command armillary cost does.")]
    rows = []
    notes = []
    for quantity in COUNTED:
        name = quantity.replace("_", " ")
        try:
            counts = cost(model, quantity)
        except ArmillaryError as error:
            notes.append(f"{name}: {error}")
            continue
        rows.append((name, counts.mul, counts.add, counts.div, counts.sqrt, f"{counts.trig} ({counts.angles})"))
    heads = columns("quantity", "products>", "sums>", "divisions>", "roots>", "sines and cosines (angles)>")
    how = "friction included" if model.friction else "friction left out"
    return [Table(f"operations of one evaluation of the compiled code, {how}", heads, rows), Notes(notes)]
