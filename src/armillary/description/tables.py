"""A robot as tables: joints, links, flexible links, motors, payloads, frames. Angles are in degrees."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from armillary.description.beam import KINDS, Beam, ModalData, Section
from armillary.description.couplings import followed, leader_range
from armillary.description.friction import FRICTIONLESS
from armillary.description.gear import Gear
from armillary.description.robot import (
    Coordinate,
    Coupling,
    Friction,
    Heat,
    Joint,
    Link,
    Motor,
    Payload,
    Robot,
    Stop,
    Winding,
)
from armillary.files.quantity import quantity_of
from armillary.spatial.rotation import to_rpy
from armillary.tables.numbers import number, vector
from armillary.tables.parts import Folded, Notes, Part, Text
from armillary.tables.table import Table, columns

MILLIMETRES = ("rectangle", "circle", "tube")
MANY = 5
"""Notes of a robot that are shown; more are folded away."""


def tables_of(robot: Robot, clamped: Mapping[str, Sequence[float]] | None = None) -> list[Part]:
    """Return the parts of a robot as tables, and its notes.

    Args:
        robot: A robot.
        clamped: Lowest natural frequencies of flexible links alone, root clamped and tip free [Hz], by link; default:
            not shown.
    """
    notes: list[Part] = [Notes(robot.notes)] if robot.notes else []
    if len(robot.notes) > MANY:
        notes = [Folded(f"{len(robot.notes)} notes", notes)]
    return [*(table for table in _tables(robot, clamped or {}) if table.rows), *_nodes(robot), *notes]


def facts_of(robot: Robot) -> dict[str, str]:
    """Return source, omissions, base and gravity of a robot in words."""
    base = robot.base_placement
    return {
        "source": " ".join(robot.source.split()) or "not given",
        **({"left out": "; ".join(robot.omissions)} if robot.omissions else {}),
        "base": f"{robot.base} at {vector(base.xyz)} m, rpy {angles(to_rpy(base.rotation))} deg",
        "gravity": f"{vector(robot.gravity)} m/s²",
    }


def total_mass(robot: Robot) -> float:
    """Return the mass of links, beams among them, motors and payloads [kg]."""
    groups = (robot.links, [link.beam for link in robot.links if link.beam], robot.motors, robot.payloads)
    return float(sum(part.mass for group in groups for part in group))


def seat_node(robot: Robot, link: str, node: str | None) -> str | None:
    """Return the node of a flexible link at which a part sits, by default its end; None for a rigid link."""
    beam = None if link == robot.base else robot.link(link).beam
    return None if beam is None else node or beam.end


def principal_moments(inertia: Any) -> list[float]:
    """Return the principal moments of inertia, rising [kg·m²]."""
    tensor = np.asarray(inertia, dtype=float)
    return [float(moment) for moment in np.linalg.eigvalsh((tensor + tensor.T) / 2)]


def angles(values: Sequence[float]) -> str:
    """Return angles [rad] as degrees."""
    return vector([round(math.degrees(value), 9) for value in values])


def _head(name: str, part: type, field: str) -> str:
    """Return the head of a column of numbers, with the unit of a field of a part."""
    return f"{name} [{quantity_of(part, field).unit()}]>"


def _seat(robot: Robot, item: Any, key: str) -> str:
    """Return the link that a part sits on, with the node."""
    link = getattr(item, key)
    node = seat_node(robot, link, item.node)
    return f"{link}.{node}" if node else str(link)


def _tables(robot: Robot, clamped: Mapping[str, Sequence[float]]) -> Iterator[Table]:
    yield from _joint_tables(robot)
    yield from _link_tables(robot, clamped)
    yield from _motor_tables(robot)
    loads = [(one.name, _seat(robot, one, "link"), number(one.mass, 6), vector(one.com)) for one in robot.payloads]
    yield Table("Payloads", columns("payload", "link", _head("mass", Payload, "mass"), "centre of mass [m]"), loads)
    frames = [
        (one.name, _seat(robot, one, "link"), vector(one.placement.xyz), angles(to_rpy(one.placement.rotation)))
        for one in robot.frames
    ]
    yield Table("Frames", columns("frame", "link", "xyz [m]", "rpy [deg]"), frames)
    named = [(one.name, ", ".join(number(value) for value in one.q)) for one in robot.configurations]
    yield Table("Configurations", columns("configuration", "q [rad, m]", wrap={"q [rad, m]": 30}), named)


def _joint_tables(robot: Robot) -> Iterator[Table]:
    heads = ("", "joint", "type", "parent → child", "axis", "range", "speed", "effort", "friction", "spring")
    yield Table(
        "Joints",
        columns(*heads, wrap={"parent → child": 20, "friction": 15, "spring": 15}),
        [
            (str(k), one.name, one.type, f"{_seat(robot, one, 'parent')} → {one.child}", *_joint(one))
            for k, one in enumerate(robot.joints, start=1)
        ],
        wide="shelve",
        fixed=2,
    )
    coupled = [
        (one.name, one.couple.joint, formula(one.couple), _bounding(robot, one)) for one in robot.joints if one.couple
    ]
    yield Table("Coupled joints", columns("joint", "follows", "position [rad or m]", "limits"), coupled)


def _link_tables(robot: Robot, clamped: Mapping[str, Sequence[float]]) -> Iterator[Table]:
    wrap = {"centre of mass [m]": 20, "principal moments there [kg·m²]": 20}
    lifted = any(one.gravity_compensation for one in robot.links)
    heads: tuple[str, ...] = ("link", _head("mass", Link, "mass"), *wrap, *["weight compensated>"] * lifted)
    yield Table(
        "Links",
        columns(*heads, wrap=wrap),
        [
            (
                one.name,
                number(one.mass, 6),
                vector(one.com),
                vector(principal_moments(one.inertia)),
                *[f"{number(100 * one.gravity_compensation)} %"] * lifted,
            )
            for one in robot.links
            if one.mass or np.any(one.inertia) or not one.beam
        ],
    )
    wrap = {"section": 12, "material": 12, "moves by": 14, "clamped–free [Hz]": 10}
    heads = ("flexible link", "length [m]>", "section", "material", "mass [kg]>", "moves by", "clamped–free [Hz]")
    rows = [(link.name, *_beam(link.beam, clamped.get(link.name, ()))) for link in robot.links if link.beam]
    yield Table("Flexible links", columns(*heads, wrap=wrap), rows)


def _motor_tables(robot: Robot) -> Iterator[Table]:
    rubbed = any(one.friction != FRICTIONLESS for one in robot.motors)
    heads: tuple[str, ...] = (
        "motor",
        "carrier → joint",
        "ratio>",
        _head("rotor", Motor, "rotor_inertia"),
        _head("reflected", Motor, "rotor_inertia"),
        _head("mass", Motor, "mass"),
        "spin axis",
    )
    yield Table(
        "Motors",
        columns(*heads, *["friction"] * rubbed, wrap={"carrier → joint": 10, "spin axis": 8, "friction": 15}),
        [
            (
                one.name,
                f"{_seat(robot, one, 'carrier')} → {_driven(one)}",
                number(one.ratio, 6),
                number(one.rotor_inertia),
                number(one.ratio**2 * one.rotor_inertia),
                number(one.mass, 6),
                vector(one.axis) if one.axis else "unknown",
                *[_friction(one.friction, turns=True)] * rubbed,
            )
            for one in robot.motors
        ],
    )
    gears = [(one.name, *_gear(one.gear, robot.joint(one.joint))) for one in robot.motors if one.gear]
    heads = ("motor", "stiffness>", "damping>", "cubic>", "units", "backlash>", "efficiency>", "backward>")
    yield Table("Gears", columns(*heads), gears)
    heads = (
        "motor",
        _head("k", Winding, "torque_constant"),
        _head("R", Winding, "resistance"),
        "L [mH]>",
        _head("current", Winding, "current"),
        _head("voltage", Winding, "voltage"),
        _head("loop", Winding, "bandwidth"),
        _head("cogging", Winding, "cogging"),
    )
    windings = [(one.name, *_winding(one.winding)) for one in robot.motors if one.winding]
    yield Table("Windings", columns(*heads, "heat"), windings)


def _joint(joint: Joint) -> tuple[str, ...]:
    """Return axis, range, speed, effort, friction and spring of a joint; empty texts for missing limits."""
    axis = ", ".join(vector(each) for each in (joint.axis, joint.second_axis) if each)
    axis += f", {number(1000 * joint.pitch, 6)} mm/rad" if joint.pitch else ""
    if not joint.coordinates:
        return axis, *_coordinate(joint, not joint.form.single or joint.form.turns[0])
    parts = zip(joint.form.v, joint.coordinates, joint.form.turns, strict=True)
    rows = [(name, _coordinate(part, turns)) for name, part, turns in parts]
    return axis, *("; ".join(f"{name} {row[k]}" for name, row in rows if row[k]) for k in range(len(rows[0][1])))


def _coordinate(part: Joint | Coordinate, angular: bool) -> tuple[str, ...]:
    """Return range, speed, effort, friction and spring of a joint or of one of its coordinates."""
    limits = part.limits
    return (
        _range(limits.lower, limits.upper, angular) + _stop(limits.stop, angular),
        _bound(limits.velocity, angular, "/s"),
        "" if math.isinf(limits.effort) else _with_unit(limits, "effort", angular),
        _friction(part.friction, angular),
        f"{_with_unit(part, 'stiffness', angular)} to {_bound(part.rest, angular)}" if part.stiffness else "",
    )


def _with_unit(part: Any, field: str, turns: bool) -> str:
    """Return a number of a part with its unit."""
    unit = quantity_of(type(part), field).unit(turns)
    return f"{number(getattr(part, field) or 0.0, 6)} {unit}"


def _stop(stop: Stop | None, turns: bool) -> str:
    """Return a described end stop in words; empty for the default one."""
    if stop is None:
        return ""
    if stop.restitution is not None:
        return f", rigid stop, restitution {number(stop.restitution, 6)}"
    damping = f", {_with_unit(stop, 'damping', turns)}" if stop.damping else ""
    return f", stop {_with_unit(stop, 'stiffness', turns)}{damping}"


def _driven(motor: Motor) -> str:
    """Return the joints that a motor drives, with the factors of a differential."""
    return " ".join([motor.joint, *(f"{each.factor:+.6g} {each.joint}" for each in motor.differential)])


def _gear(gear: Gear, joint: Joint) -> tuple[str, ...]:
    """Return stiffness, damping, cubic term, units and backlash, empty for a rigid gear, and both efficiencies."""
    units = "N, m" if joint.type == "prismatic" else "N·m, rad"
    soft = (number(gear.stiffness), number(gear.damping), number(gear.cubic), units, number(gear.backlash))
    parts = (f"{number(100 * part, 6)} %" for part in (gear.efficiency, gear.efficiency_back))
    return *(soft if gear.elastic else ("rigid", "", "", "", "")), *parts


def _winding(own: Winding) -> tuple[str, ...]:
    """Return the numbers of a winding; empty texts for missing ones."""
    limits = ("" if math.isinf(limit) else number(limit, 6) for limit in (own.current, own.voltage))
    loop = "" if own.bandwidth is None else number(own.bandwidth, 6)
    cogging = f"{number(own.cogging, 6)}, {number(own.cogging_periods, 6)} a turn" if own.cogging else ""
    first = (number(own.torque_constant, 6), number(own.resistance, 6), number(1000 * own.inductance, 6))
    return *first, *limits, loop, cogging, "" if own.heat is None else _heat(own.heat)


def _heat(own: Heat) -> str:
    """Return the nodes of the heat of a winding with their resistances and capacities."""
    nodes = [(own.resistance, own.capacity), (own.housing_resistance, own.housing_capacity)]
    r_unit, c_unit = quantity_of(Heat, "resistance").unit(), quantity_of(Heat, "capacity").unit()
    return "; ".join(
        f"{number(r, 6)} {r_unit}, {number(c, 6)} {c_unit}" for r, c in nodes if r is not None and c is not None
    )


def _friction(rubs: Friction, turns: bool) -> str:
    """Return friction in words: viscous, Coulomb, at negative rates, at rest, bristles."""
    text = " + ".join(_with_unit(rubs, field, turns) for field in ("viscous", "coulomb") if getattr(rubs, field))
    more = {
        "coulomb_negative": "at negative rates",
        "static": "at rest",
        "static_negative": "at rest towards negative rates",
        "bristle_stiffness": "of bristles",
    }
    for field, when in more.items():
        text += f" ({_with_unit(rubs, field, turns)} {when})" if getattr(rubs, field) is not None else ""
    text = text.strip()
    return text if rubs.factor == 1 or not text else f"{number(rubs.factor, 6)} × ({text})"


def _bounding(robot: Robot, joint: Joint) -> str:
    """Return whether the limits of a coupled joint bound its leader."""
    couple = followed(robot)[joint.name]
    leader, limits = robot.joint(couple.joint).limits, joint.limits
    if math.isinf(limits.lower) and math.isinf(limits.upper):
        return ""
    return "bound the leader" if leader_range(couple.polynomial, leader, limits) else "no effect: p is not monotone"


def formula(couple: Coupling) -> str:
    """Return the position of a coupled joint as a formula of the position of its leader."""
    text = ""
    for k, value in reversed(list(enumerate(couple.polynomial))):
        if value:
            joined = number(value, 6) if not text else f" {'+' if value > 0 else '−'} {number(abs(value), 6)}"
            text += joined + (f" {couple.joint}" if k else "") + (f"^{k}" if k > 1 else "")
    return text


def _bound(value: float, angular: bool, per: str = "") -> str:
    if math.isinf(value):
        return ""
    return f"{number(math.degrees(value))} deg{per}" if angular else f"{number(value)} m{per}"


def _range(lower: float, upper: float, angular: bool) -> str:
    if math.isinf(lower) and math.isinf(upper):
        return ""
    if math.isinf(lower) or math.isinf(upper):
        return f"{_bound(lower, angular) or 'free'} to {_bound(upper, angular) or 'free'}"
    return f"{_bound(lower, angular).split()[0]} to {_bound(upper, angular)}"


def _beam(beam: Beam | ModalData, clamped: Sequence[float]) -> tuple[str, ...]:
    """Return length, section, material, mass, modes and clamped frequencies [Hz] of a flexible link."""
    hertz = ", ".join(f"{f:.4g}" for f in clamped) + (", …" if 0 < len(clamped) < beam.freedoms else "")
    if isinstance(beam, ModalData):
        return "", "", "", number(beam.mass, 6), f"{len(beam.frequencies)} modes of modal data", hertz
    first, last = beam.stations[0].section, beam.stations[-1].section
    section = f"{first.shape} {_size(first)}"
    if len(beam.stations) > 1:
        section += f" to {_size(last)}, {len(beam.stations)} stations"
    shear = f", G {beam.G / 1e9:.4g}" if beam.G else ""
    material = f"E {beam.E / 1e9:.4g}{shear} GPa, {beam.density:.6g} kg/m³"
    return number(beam.length, 6), section, material, number(beam.mass, 6), _modes(beam), hertz


def _size(section: Section) -> str:
    if section.shape in MILLIMETRES:
        return " × ".join(f"{1000 * value:.4g}" for value in section.size) + " mm"
    return f"A {section.area:.4g} m², Iy {section.Iy:.4g}, Iz {section.Iz:.4g}, J {section.J:.4g} m⁴"


def _modes(beam: Beam) -> str:
    modes, sublinks = beam.modes, beam.sublinks
    if modes:
        parts = [f"{count} {kind.replace('_', ' ')}" for kind, count in modes.counts.items() if count]
        text = f"{modes.shapes} modes: {', '.join(parts)}"
        text = f"{beam.segments} segments of {text}" if beam.segments > 1 else text
        text += "; half the slope, as published" if modes.published_half_slope else ""
        return text + _damping(modes.damping) + ("" if beam.stiffening else "; no stiffening")
    if sublinks:
        joints = ", ".join(kind.replace("_", " ") for kind in KINDS[:3] if getattr(sublinks, kind))
        return f"{sublinks.count} elastic joints: {joints}" + _damping([sublinks.damping])
    return "nothing: it is rigid"


def _damping(ratios: Sequence[float]) -> str:
    return f"; damping {', '.join(f'{100 * ratio:.4g}' for ratio in ratios)} %" if any(ratios) else ""


def _nodes(robot: Robot) -> Iterator[Part]:
    """Yield the positions of the nodes of each flexible link."""
    for link in robot.links:
        if link.beam:
            places: Mapping[str, Any] = link.beam.node_positions()
            shown = {name: number(at, 6) if isinstance(at, float) else vector(at) for name, at in places.items()}
            yield Text(f"nodes of {link.name}: {', '.join(f'{name} {at} m' for name, at in shown.items())}")
