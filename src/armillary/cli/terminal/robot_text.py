"""A robot for reading: the data of `robot_data` as headings and tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from armillary.cli.terminal.beam_text import write_beams
from armillary.cli.terminal.tables import Report


def write(data: dict[str, Any]) -> None:
    """Write a robot to stdout."""
    report = Report()
    report.heading(data["name"])
    _facts(report, data)
    _joints(report, data["joint_list"])
    _links(report, data["link_list"])
    write_beams(report, data["link_list"])
    _motors(report, data["motor_list"])
    _payloads(report, data["payload_list"])
    _frames(report, data["frame_list"])
    _bodies(report, data)
    for note in data["notes"]:
        report.line(f"note: {note}")


def _facts(report: Report, data: dict[str, Any]) -> None:
    base = data["base"]
    report.fact("source", " ".join(data["source"].split()) or "not given")
    report.fact("base", f"{base['name']} at {_vector(base['xyz'])} m, rpy {_angles(base['rpy'])} deg")
    report.fact("gravity", f"{_vector(data['gravity'])} m/s²")
    size = _count(data["nv"], "degree of freedom", "degrees of freedom") + (
        f" ({data['nq']} coordinates)" if data["nq"] != data["nv"] else ""
    )
    size += f", {len(data['elastic_coordinates'])} of them elastic" if data["elastic_coordinates"] else ""
    report.fact("size", f"{data['joints']}, {size}, {data['mass']:.6g} kg in all")
    if data["tip"] is None:
        report.fact("tip", "none: several ends and no frame of that name")
    else:
        report.fact("tip", f"{_vector(data['tip'])} m at q = 0")
    report.line()


def _joints(report: Report, joints: list[dict[str, Any]]) -> None:
    """Write a line for each joint; where that is too wide, limits and friction have a table of their own."""
    columns = ["", "joint", "type", "parent → child", "axis", "range", "speed", "effort", "friction", "spring"]
    rows = [_joint_cells(number, joint) for number, joint in enumerate(joints, start=1)]
    if report.fits(columns, rows):
        report.table(columns, rows)
        return
    report.table(columns[:5], [row[:5] for row in rows], wrap={"parent → child": 20})
    limits = [(row[1], *row[5:]) for row in rows if any(row[5:])]
    if limits:
        report.table([columns[1], *columns[5:]], limits, wrap={"friction": 15, "spring": 15})


def _joint_cells(number: int, joint: dict[str, Any]) -> tuple[str, ...]:
    limits = joint["limits"]
    angular = joint["type"] != "prismatic"
    return (
        str(number),
        joint["name"],
        joint["type"],
        f"{_seat(joint, 'parent')} → {joint['child']}",
        _vector(joint["axis"]) if joint["axis"] else "",
        _range(limits["lower"], limits["upper"], angular),
        _bound(limits["velocity"], angular, "/s"),
        _effort(limits["effort"], angular),
        _friction(joint, angular),
        _spring(joint, angular),
    )


def _links(report: Report, links: list[dict[str, Any]]) -> None:
    """Write a line for each link that has a rigid part; what bends has a table of its own."""
    links = [link for link in links if link["mass"] or any(link["principal_moments"]) or not link["beam"]]
    if not links:
        return
    report.table(
        ["link", "mass [kg]>", "centre of mass [m]", "principal moments there [kg·m²]"],
        [
            (link["name"], f"{link['mass']:.6g}", _vector(link["com"]), _vector(link["principal_moments"]))
            for link in links
        ],
        wrap={"centre of mass [m]": 20, "principal moments there [kg·m²]": 20},
    )


def _motors(report: Report, motors: list[dict[str, Any]]) -> None:
    if not motors:
        return
    report.table(
        ["motor", "carrier → joint", "ratio>", "rotor [kg·m²]>", "reflected [kg·m²]>", "mass [kg]>", "spin axis"],
        [
            (
                motor["name"],
                f"{_seat(motor, 'carrier')} → {motor['joint']}",
                f"{motor['ratio']:g}",
                f"{motor['rotor_inertia']:.4g}",
                f"{motor['reflected_inertia']:.4g}",
                f"{motor['mass']:.6g}",
                _vector(motor["axis"]) if motor["axis"] else "unknown",
            )
            for motor in motors
        ],
        wrap={"carrier → joint": 10, "spin axis": 8},
    )


def _payloads(report: Report, payloads: list[dict[str, Any]]) -> None:
    if payloads:
        report.table(
            ["payload", "link", "mass [kg]>", "centre of mass [m]"],
            [(item["name"], _seat(item, "link"), f"{item['mass']:.6g}", _vector(item["com"])) for item in payloads],
        )


def _frames(report: Report, frames: list[dict[str, Any]]) -> None:
    if frames:
        report.table(
            ["frame", "link", "xyz [m]", "rpy [deg]"],
            [(item["name"], _seat(item, "link"), _vector(item["xyz"]), _angles(item["rpy"])) for item in frames],
        )


def _bodies(report: Report, data: dict[str, Any]) -> None:
    merged = [body for body in data["bodies"] if len(body["links"]) > 1]
    report.line(
        _count(len(data["bodies"]), "moving body", "moving bodies") + ("; links that move as one:" if merged else ".")
    )
    for body in merged:
        report.line(f"  {body['name']}: {' + '.join(body['links'])}, {body['mass']:.6g} kg with motors and payloads")
    if data["on_base"]:
        report.line(f"  fixed to the base: {' + '.join(data['on_base'])}")


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _vector(values: Sequence[float]) -> str:
    return "(" + ", ".join(f"{value + 0.0:.4g}" for value in values) + ")"


def _angles(values: Sequence[float]) -> str:
    return _vector([round(math.degrees(value), 9) for value in values])


def _bound(value: float, angular: bool, per: str = "") -> str:
    if math.isinf(value):
        return ""
    return f"{math.degrees(value):.4g} deg{per}" if angular else f"{value:.4g} m{per}"


def _range(lower: float, upper: float, angular: bool) -> str:
    if math.isinf(lower) and math.isinf(upper):
        return ""
    if math.isinf(lower) or math.isinf(upper):
        return f"{_bound(lower, angular) or 'free'} to {_bound(upper, angular) or 'free'}"
    return f"{_bound(lower, angular).split()[0]} to {_bound(upper, angular)}"


def _effort(value: float, angular: bool) -> str:
    return "" if math.isinf(value) else f"{value:g} {'N·m' if angular else 'N'}"


def _seat(item: dict[str, Any], key: str) -> str:
    """Return the link that something sits on, with the node if one is named."""
    return f"{item[key]}.{item['node']}" if item["node"] else str(item[key])


def _spring(joint: dict[str, Any], angular: bool) -> str:
    if not joint["stiffness"]:
        return ""
    return f"{joint['stiffness']:g} {'N·m/rad' if angular else 'N/m'} to {_bound(joint['rest'], angular)}"


def _friction(joint: dict[str, Any], angular: bool) -> str:
    units = ("N·m·s/rad", "N·m") if angular else ("N·s/m", "N")
    parts = zip(("viscous", "coulomb"), units, strict=True)
    return " + ".join(f"{joint[name]:g} {unit}" for name, unit in parts if joint[name])
