"""A robot as tables of HTML, for notebooks."""

from __future__ import annotations

import math
from collections.abc import Sequence

from armillary.description.beam import Beam
from armillary.description.robot import Joint, Limits, Link, Motor, Robot
from armillary.tables.html import Safe, element, joined, number, table

MOST_ROWS = 60
"""Rows of a table; of longer ones the rest is counted."""


def robot_html(robot: Robot) -> Safe:
    """Return the name of a robot and what it is made of."""
    parts: list[object] = [element("div", element("b", str(robot)))]
    if robot.source:
        parts.append(element("div", robot.source, style="opacity:0.75;max-width:70em"))
    gravity = ", ".join(number(value) for value in robot.gravity)
    parts.append(element("div", f"stands on {robot.base!r}; gravity ({gravity}) m/s²"))
    head = ("joint", "type", "moves", "on", "axis", "position", "speed", "effort", "friction")
    parts.append(_rows(head, [_joint(joint) for joint in robot.joints], "Joints"))
    parts.append(
        _rows(("link", "mass [kg]", "centre of mass [m]", "kind"), [_link(one) for one in robot.links], "Links")
    )
    if robot.motors:
        columns = ("motor", "drives", "rides on", "mass [kg]", "rotor [kg·m²]", "ratio", "at the joint [kg·m²]")
        parts.append(_rows(columns, [_motor(motor) for motor in robot.motors], "Motors"))
    if robot.payloads:
        loads = [(load.name, load.link, number(load.mass), _vector(load.com)) for load in robot.payloads]
        parts.append(_rows(("payload", "on", "mass [kg]", "centre of mass [m]"), loads, "Payloads"))
    if robot.notes:
        notes = element("ul", *(element("li", note) for note in robot.notes[:MOST_ROWS]))
        parts.append(element("details", element("summary", f"{len(robot.notes)} notes"), notes))
    return element("div", *parts)


def _rows(head: tuple[str, ...], rows: Sequence[Sequence[object]], title: str) -> Safe:
    used = [k for k in range(len(head)) if any(row[k] != "" for row in rows)]
    shown = table([head[k] for k in used], [[row[k] for k in used] for row in rows[:MOST_ROWS]], title)
    more = len(rows) - MOST_ROWS
    return joined([shown, element("div", f"… and {more} more")]) if more > 0 else shown


def _joint(joint: Joint) -> tuple[object, ...]:
    moves = joint.type != "fixed"
    return (
        joint.name,
        joint.type,
        joint.child,
        joint.parent if joint.node is None else f"{joint.parent}, {joint.node}",
        _vector(joint.axis) if joint.axis is not None else "",
        _range(joint.limits, joint.type) if moves else "",
        _bound(joint.limits.velocity, "m/s" if joint.type == "prismatic" else "rad/s") if moves else "",
        _bound(joint.limits.effort, _effort(joint)) if moves else "",
        ", ".join(f"{name} {number(value)}" for name in ("viscous", "coulomb") if (value := getattr(joint, name))),
    )


def _effort(joint: Joint) -> str:
    return "N" if joint.type == "prismatic" else "N·m"


def _range(limits: Limits, kind: str) -> str:
    if math.isinf(limits.lower) and math.isinf(limits.upper):
        return "free"
    if kind == "prismatic":
        return f"{number(limits.lower)} … {number(limits.upper)} m"
    return f"{number(math.degrees(limits.lower))} … {number(math.degrees(limits.upper))}°"


def _bound(value: float, unit: str) -> str:
    return "" if math.isinf(value) else f"{number(value)} {unit}"


def _link(link: Link) -> tuple[object, ...]:
    if link.beam is None:
        return link.name, number(link.mass), _vector(link.com), "rigid"
    if not isinstance(link.beam, Beam):
        kind = f"modal data, {len(link.beam.frequencies)} modes"
        return link.name, number(link.mass) if link.mass else "", "", kind
    if link.beam.modes is not None:
        modes = link.beam.modes
        counts = {name: getattr(modes, name) for name in ("bending_y", "bending_z", "torsion", "axial")}
        kind = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items() if count)
    else:
        kind = f"{link.beam.sublinks.count} sublinks" if link.beam.sublinks is not None else "rigid"
    return link.name, number(link.mass) if link.mass else "", "", f"beam of {number(link.beam.length)} m: {kind}"


def _motor(motor: Motor) -> tuple[object, ...]:
    place = motor.carrier if motor.node is None else f"{motor.carrier}, {motor.node}"
    at_joint = number(motor.ratio**2 * motor.rotor_inertia)
    return (
        motor.name,
        motor.joint,
        place,
        number(motor.mass),
        number(motor.rotor_inertia),
        number(motor.ratio),
        at_joint,
    )


def _vector(values: tuple[float, ...]) -> str:
    return f"({', '.join(number(value) for value in values)})"
