"""A scenario as tables and as plain data for JSON: facts, parameters of its parts, initial state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from armillary.description.robot import Robot
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.multibody.coordinates import coordinate_names, coordinate_units
from armillary.simulation.scenario import Scenario
from armillary.tables.numbers import number
from armillary.tables.parts import Facts, Part
from armillary.tables.table import Table, columns

MOST_RUNS = 4
"""Largest number of runs of a stack whose starts are listed."""


def tables_of(scenario: Scenario) -> list[Part]:
    """Return the facts of a scenario, the parameters of its parts, and its start."""
    rows = []
    for name, part in _parts(scenario):
        parameters = [*_parameters(part)] or [("", "")]
        for k, (parameter, value) in enumerate(parameters):
            # Name and type stand in the first row of a part only, so that parts can be told apart.
            rows.append((*((name, type(part).__name__) if k == 0 else ("", "")), parameter, _text(value)))
    heads = columns("part", "type", "parameter", "value", wrap={"value": 30})
    return [Facts(facts(scenario)), *([Table("Parts", heads, rows)] if rows else []), _start(scenario)]


def facts(scenario: Scenario) -> dict[str, str]:
    """Return robot, motors, friction, start, duration, limits and control of a scenario in words."""
    nominal, plant = scenario.nominal_model, scenario.plant_model
    control = "continuous" if scenario.period is None else f"sampled every {number(scenario.period)} s"
    control += f", delayed by {number(scenario.delay)} s" if scenario.delay else ""
    control += f", commands are {scenario.command}s" if scenario.command != "torque" else ""
    texts = {
        "file": scenario.file or "",
        "robot": nominal.robot.name,
        "plant": plant.robot.name if scenario.plant is not None else "",
        "motors": plant.motors,
        "friction": "yes" if plant.friction else "no",
        "control": control if scenario.controller is not None else "none: the robot moves freely",
        "limits": scenario.limits,
        "start": scenario.start_words + (f", {len(scenario.starts)} runs" if scenario.stacked else ""),
        "duration": "" if scenario.duration is None else f"{number(scenario.duration)} s",
    }
    return {name: text for name, text in texts.items() if text}


def scenario_data(scenario: Scenario) -> dict[str, Any]:
    """Return a scenario as plain data."""
    model = scenario.plant_model
    parts = [
        {"part": name, "type": type(part).__name__, "parameters": dict(_parameters(part))}
        for name, part in _parts(scenario)
    ]
    start = {"coordinates": coordinate_names(model), "q0": scenario.starts[:, : model.nq]}
    start["qd0"] = scenario.starts[:, model.nq :]
    return {"facts": facts(scenario), "parts": parts, "start": start, "text": scenario.text}


def _parts(scenario: Scenario) -> Iterator[tuple[str, Any]]:
    """Yield the parts of a scenario by name."""
    for name in ("controller", "reference", "solver"):
        if getattr(scenario, name) is not None:
            yield name, getattr(scenario, name)
    for name, several in (("sensor", scenario.sensors), ("disturbance", scenario.disturbances)):
        for part in several:
            yield name, part
    for change in scenario.changes:
        yield "change", change


def _parameters(part: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the fields of a part except those that are off; those of a part inside it as in velocity.kp."""
    for field in fields(part) if is_dataclass(part) else ():
        value = getattr(part, field.name)
        if is_dataclass(value) and hasattr(value, "law"):  # a controller inside a controller
            yield f"{prefix}{field.name}", type(value).__name__
            yield from _parameters(value, f"{prefix}{field.name}.")
        elif isinstance(value, (Robot, Model)):
            yield f"{prefix}{field.name}", str(value if isinstance(value, Robot) else value.robot)
        elif value or field.default is MISSING or field.default:  # no None, 0 or () that nobody has set
            yield f"{prefix}{field.name}", value


def _text(value: Any) -> str:
    """Return a value as text, numbers with six digits."""
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return number(value, 6)
    if isinstance(value, tuple) and value and all(isinstance(entry, (float, str)) for entry in value):
        return ", ".join(map(_text, value))
    return shortened(value)


def _start(scenario: Scenario) -> Table:
    """Return the table of the coordinates and their rates at the start, a column for each of the first runs."""
    model, starts = scenario.plant_model, scenario.starts[:MOST_RUNS]
    runs = [f" of run {k}" if scenario.stacked else "" for k in range(len(starts))]
    heads = columns("coordinate", *(f"q{run}>" for run in runs), "unit", *(f"q̇{run}>" for run in runs))
    # A quaternion has four coordinates and three rates: rates have a row each only where the two agree.
    rates = starts[:, model.nq :] if model.nq == model.nv else starts[:, :0]
    rows = []
    for k, (name, unit) in enumerate(zip(coordinate_names(model), coordinate_units(model)["q"], strict=True)):
        speeds = [number(float(value), 6) for value in rates[:, k]] if rates.size else [""] * len(starts)
        rows.append((name, *(number(float(value), 6) for value in starts[:, k]), unit, *speeds))
    return Table("Start", heads, rows)
