"""Tables of a robot: joints, links, flexible links, motors, payloads, frames, configurations. Angles in degrees."""

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
"""Shapes of sections whose dimensions are shown in millimetres."""
MANY = 5
"""Greatest number of notes that are shown unfolded."""


def tables_of(robot: Robot, clamped: Mapping[str, Sequence[float]] | None = None) -> list[Part]:
    """Return tables of the parts of a robot, and its notes.

    Args:
        robot: The robot.
        clamped: Lowest natural frequencies of each flexible link by itself, root clamped and tip free [Hz]; default:
            not shown.
    """
    notes: list[Part] = [Notes(robot.notes)] if robot.notes else []
    if len(robot.notes) > MANY:
        notes = [Folded(f"{len(robot.notes)} notes", notes)]
    return [*(table for table in _tables(robot, clamped or {}) if table.rows), *_nodes(robot), *notes]


def facts_of(robot: Robot) -> dict[str, str]:
    """Return the source, omissions, base placement and gravity of a robot as texts."""
    base = robot.base_placement
    return {
        "source": " ".join(robot.source.split()) or "not given",
        **({"left out": "; ".join(robot.omissions)} if robot.omissions else {}),
        "base": f"{robot.base} at {vector(base.xyz)} m, rpy {angles(to_rpy(base.rotation))} deg",
        "gravity": f"{vector(robot.gravity)} m/s²",
    }


def total_mass(robot: Robot) -> float:
    """Return the total mass of links (with beams), motors and payloads [kg]."""
    groups = (robot.links, [link.beam for link in robot.links if link.beam], robot.motors, robot.payloads)
    return float(sum(part.mass for group in groups for part in group))


def mount_node(robot: Robot, link: str, node: str | None) -> str | None:
    """Return the node of a flexible link where a part is mounted, by default its end; None for a rigid link."""
    beam = None if link == robot.base else robot.link(link).beam
    return None if beam is None else node or beam.end


def principal_moments(inertia: Any) -> list[float]:
    """Return the principal moments of inertia in ascending order [kg·m²]."""
    tensor = np.asarray(inertia, dtype=float)
    return [float(moment) for moment in np.linalg.eigvalsh((tensor + tensor.T) / 2)]


def angles(values: Sequence[float]) -> str:
    """Format angles [rad] in degrees."""
    return vector([round(math.degrees(value), 9) for value in values])


def _head(name: str, part: type, field: str) -> str:
    """Return the head of a column with the unit of a field of a part; > aligns numbers to the right."""
    return f"{name} [{quantity_of(part, field).unit()}]>"


def _mount(robot: Robot, part: Any, key: str) -> str:
    """Return the link on which a part is mounted, with the node if the link is flexible."""
    link = getattr(part, key)
    node = mount_node(robot, link, part.node)
    return f"{link}.{node}" if node else str(link)


def _tables(robot: Robot, clamped: Mapping[str, Sequence[float]]) -> Iterator[Table]:
    yield from _joint_tables(robot)
    yield from _link_tables(robot, clamped)
    yield from _motor_tables(robot)
    payloads = [
        (payload.name, _mount(robot, payload, "link"), number(payload.mass, 6), vector(payload.com))
        for payload in robot.payloads
    ]
    yield Table("Payloads", columns("payload", "link", _head("mass", Payload, "mass"), "centre of mass [m]"), payloads)
    frames = []
    for frame in robot.frames:
        xyz, rotation = frame.placement.xyz, frame.placement.rotation
        frames.append((frame.name, _mount(robot, frame, "link"), vector(xyz), angles(to_rpy(rotation))))
    yield Table("Frames", columns("frame", "link", "xyz [m]", "rpy [deg]"), frames)
    configurations = [(named.name, ", ".join(number(value) for value in named.q)) for named in robot.configurations]
    yield Table("Configurations", columns("configuration", "q [rad, m]", wrap={"q [rad, m]": 30}), configurations)


def _joint_tables(robot: Robot) -> Iterator[Table]:
    heads = ("", "joint", "type", "parent → child", "axis", "range", "speed", "effort", "friction", "spring")
    yield Table(
        "Joints",
        columns(*heads, wrap={"parent → child": 20, "friction": 15, "spring": 15}),
        [
            (str(k), joint.name, joint.type, f"{_mount(robot, joint, 'parent')} → {joint.child}", *_joint(joint))
            for k, joint in enumerate(robot.joints, start=1)
        ],
        wide="shelve",
        fixed=2,
    )
    coupled = [
        (joint.name, joint.couple.joint, formula(joint.couple), _bounding(robot, joint))
        for joint in robot.joints
        if joint.couple
    ]
    yield Table("Coupled joints", columns("joint", "follows", "position [rad or m]", "limits"), coupled)


def _link_tables(robot: Robot, clamped: Mapping[str, Sequence[float]]) -> Iterator[Table]:
    wrap = {"centre of mass [m]": 20, "principal moments there [kg·m²]": 20}
    compensated = any(link.gravity_compensation for link in robot.links)
    heads: tuple[str, ...] = ("link", _head("mass", Link, "mass"), *wrap, *["weight compensated>"] * compensated)
    yield Table(
        "Links",
        columns(*heads, wrap=wrap),
        [
            (
                link.name,
                number(link.mass, 6),
                vector(link.com),
                vector(principal_moments(link.inertia)),
                *[f"{number(100 * link.gravity_compensation)} %"] * compensated,
            )
            for link in robot.links
            if link.mass or np.any(link.inertia) or not link.beam
        ],
    )
    wrap = {"section": 12, "material": 12, "moves by": 14, "clamped–free [Hz]": 10}
    heads = ("flexible link", "length [m]>", "section", "material", "mass [kg]>", "moves by", "clamped–free [Hz]")
    rows = [(link.name, *_beam(link.beam, clamped.get(link.name, ()))) for link in robot.links if link.beam]
    yield Table("Flexible links", columns(*heads, wrap=wrap), rows)


def _motor_tables(robot: Robot) -> Iterator[Table]:
    with_friction = any(motor.friction != FRICTIONLESS for motor in robot.motors)
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
        columns(*heads, *["friction"] * with_friction, wrap={"carrier → joint": 10, "spin axis": 8, "friction": 15}),
        [
            (
                motor.name,
                f"{_mount(robot, motor, 'carrier')} → {_driven(motor)}",
                number(motor.ratio, 6),
                number(motor.rotor_inertia),
                number(motor.ratio**2 * motor.rotor_inertia),
                number(motor.mass, 6),
                vector(motor.axis) if motor.axis else "unknown",
                *[_friction(motor.friction, turns=True)] * with_friction,
            )
            for motor in robot.motors
        ],
    )
    gears = [(motor.name, *_gear(motor.gear, robot.joint(motor.joint))) for motor in robot.motors if motor.gear]
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
    windings = [(motor.name, *_winding(motor.winding)) for motor in robot.motors if motor.winding]
    yield Table("Windings", columns(*heads, "heat"), windings)


def _joint(joint: Joint) -> tuple[str, ...]:
    """Return axis, range, speed, effort, friction and spring of a joint; empty texts for missing limits."""
    axis = ", ".join(vector(direction) for direction in (joint.axis, joint.second_axis) if direction)
    axis += f", {number(1000 * joint.pitch, 6)} mm/rad" if joint.pitch else ""
    if not joint.coordinates:
        return axis, *_coordinate(joint, not joint.form.slides)
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
    """Format a number of a part with its unit."""
    unit = quantity_of(type(part), field).unit(turns)
    return f"{number(getattr(part, field) or 0.0, 6)} {unit}"


def _stop(stop: Stop | None, turns: bool) -> str:
    """Describe an end stop; empty for the default one."""
    if stop is None:
        return ""
    if stop.restitution is not None:
        return f", rigid stop, restitution {number(stop.restitution, 6)}"
    damping = f", {_with_unit(stop, 'damping', turns)}" if stop.damping else ""
    return f", stop {_with_unit(stop, 'stiffness', turns)}{damping}"


def _driven(motor: Motor) -> str:
    """Return the joints that a motor drives, with the factors of a differential."""
    return " ".join([motor.joint, *(f"{branch.factor:+.6g} {branch.joint}" for branch in motor.differential)])


def _gear(gear: Gear, joint: Joint) -> tuple[str, ...]:
    """Return stiffness, damping, cubic term, units and backlash, empty for a rigid gear, and both efficiencies."""
    elasticity = ("rigid", "", "", "", "")
    if gear.elastic:
        units = "N, m" if joint.form.slides else "N·m, rad"
        elasticity = (number(gear.stiffness), number(gear.damping), number(gear.cubic), units, number(gear.backlash))
    efficiencies = (f"{number(100 * part, 6)} %" for part in (gear.efficiency, gear.efficiency_back))
    return *elasticity, *efficiencies


def _winding(winding: Winding) -> tuple[str, ...]:
    """Return the numbers of a winding; empty texts for missing ones."""
    motor = (number(winding.torque_constant, 6), number(winding.resistance, 6), number(1000 * winding.inductance, 6))
    limits = ("" if math.isinf(limit) else number(limit, 6) for limit in (winding.current, winding.voltage))
    bandwidth = "" if winding.bandwidth is None else number(winding.bandwidth, 6)
    cogging = ""
    if winding.cogging:
        cogging = f"{number(winding.cogging, 6)}, {number(winding.cogging_periods, 6)} a turn"
    return *motor, *limits, bandwidth, cogging, "" if winding.heat is None else _heat(winding.heat)


def _heat(heat: Heat) -> str:
    """Return the thermal resistance and heat capacity of each node of a winding."""
    nodes = [(heat.resistance, heat.capacity), (heat.housing_resistance, heat.housing_capacity)]
    r_unit, c_unit = quantity_of(Heat, "resistance").unit(), quantity_of(Heat, "capacity").unit()
    return "; ".join(
        f"{number(r, 6)} {r_unit}, {number(c, 6)} {c_unit}" for r, c in nodes if r is not None and c is not None
    )


def _friction(friction: Friction, turns: bool) -> str:
    """Describe friction: viscous, Coulomb, at negative rates, at rest, bristles."""
    usual = [field for field in ("viscous", "coulomb") if getattr(friction, field)]
    text = " + ".join(_with_unit(friction, field, turns) for field in usual)
    more = {
        "coulomb_negative": "at negative rates",
        "static": "at rest",
        "static_negative": "at rest towards negative rates",
        "bristle_stiffness": "of bristles",
    }
    for field, when in more.items():
        if getattr(friction, field) is not None:
            text += f" ({_with_unit(friction, field, turns)} {when})"
    text = text.strip()
    return text if friction.factor == 1 or not text else f"{number(friction.factor, 6)} × ({text})"


def _bounding(robot: Robot, joint: Joint) -> str:
    """Say whether the limits of a coupled joint bound its leader; empty without limits."""
    couple = followed(robot)[joint.name]
    leader, limits = robot.joint(couple.joint).limits, joint.limits
    if math.isinf(limits.lower) and math.isinf(limits.upper):
        return ""
    return "bound the leader" if leader_range(couple.polynomial, leader, limits) else "no effect: p is not monotone"


def formula(couple: Coupling) -> str:
    """Return the position of a coupled joint as a polynomial of the position of its leader, as text."""
    text = ""
    for k, coefficient in reversed(list(enumerate(couple.polynomial))):
        if coefficient:
            sign = "+" if coefficient > 0 else "−"
            text += f" {sign} {number(abs(coefficient), 6)}" if text else number(coefficient, 6)
            text += f" {couple.joint}" if k else ""
            text += f"^{k}" if k > 1 else ""
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
