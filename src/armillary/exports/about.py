"""The comment at the top of exported sources: the robot, its coordinates with units, and the conventions."""

from __future__ import annotations

import textwrap

from armillary import __version__
from armillary.compiler.cost import count
from armillary.compiler.names import plain, short
from armillary.compiler.source import CONVENTIONS, WIDTH
from armillary.compiler.trace import friction_in
from armillary.exports.programs import ExportedFunction
from armillary.multibody import Model
from armillary.multibody.coordinates import coordinate_names, coordinate_units, velocity_names

MARK = f"Written by Armillary {__version__}"
"""Text in every exported file; files with it may be replaced."""

MADE_BY = "Written by Armillary"


def about(model: Model, what: str) -> list[str]:
    """Return the lines about a file: plain characters, about 100 a line."""
    motors = {"full": "with mass and spinning rotors", "reflected": "with reflected inertia only", "none": "left out"}
    lines = [f"{what} of {short(model.robot.name)}. {MARK}.", ""]
    if model.robot.source:
        lines += textwrap.wrap(f"Source of the numbers: {plain(model.robot.source)[:600]}", WIDTH)
    for omission in model.robot.omissions:
        lines += textwrap.wrap(f"Left out of the robot: {plain(omission)[:600]}", WIDTH)
    lines += [f"Motors: {model.motors} ({motors[model.motors]}). Friction and damping: {friction_in(model)}."]
    if left_out(model):
        lines += textwrap.wrap(f"Drives: {left_out(model)} are left to simulations and FMUs.", WIDTH)
    lines += ["", f"Coordinates q, {model.nq}, and velocities qd, {model.nv}, in this order:"]
    lines += [f"  {line}" for line in coordinate_lines(model)]
    if model.free:
        lines += ["", f"Free parameters, {len(model.free)}, with the robot's values:"]
    for k, parameter in enumerate(model.free_parameters):
        lines.append(
            f"  parameters[{k}]  {short(parameter.name, 60)}  {parameter.value:g} {plain(parameter.unit)}".rstrip()
        )
    return [*lines, "", *textwrap.wrap(CONVENTIONS, WIDTH)]


def left_out(model: Model) -> str:
    """Return the parts of drives that simulations have and the functions of a model do not; empty without any."""
    parts = {
        "states of bristles": any(law.bristled for law in model.stribeck),
        "losses of gears (but for motor_efforts)": bool(model.losses),
        "backlash": bool(model.backlashes),
        "windings": bool(model.windings),
    }
    return ", ".join(name for name, there in parts.items() if there)


def coordinate_lines(model: Model) -> list[str]:
    """Return a line for each entry of q and of qd: index, name, units."""
    units = coordinate_units(model)
    rows = [
        (f"q[{k}]", short(name, 40), plain(unit) or "1")
        for k, (name, unit) in enumerate(zip(coordinate_names(model), units["q"], strict=True))
    ]
    velocities = zip(velocity_names(model), units["qd"], units["tau"], strict=True)
    rows += [
        (f"qd[{k}]", short(name, 40), f"{plain(unit) or '1/s'}" + (f", effort {plain(effort)}" if effort else ""))
        for k, (name, unit, effort) in enumerate(velocities)
    ]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return [f"{place:<{widths[0]}}  {name:<{widths[1]}}  {unit}" for place, name, unit in rows]


def notes(entry: ExportedFunction) -> list[str]:
    """Return the lines about one function: meaning, frame, formulation, cost."""
    header = entry.program.header
    frame = f" Frame: {short(entry.frame)}." if entry.frame else ""
    return [f"{entry.meaning}{frame}", f"By {plain(header.get('formulation', ''))}: {count(entry.program)}."]
