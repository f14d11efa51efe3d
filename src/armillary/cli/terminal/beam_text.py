"""Links that bend, for reading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from armillary.cli.terminal.tables import Report

MILLIMETRES = ("rectangle", "circle", "tube")


def write_beams(report: Report, links: list[dict[str, Any]]) -> None:
    """Write a table of the links that bend, and where their nodes are."""
    bent = [(link["name"], link["beam"]) for link in links if link["beam"]]
    if not bent:
        return
    columns = ["flexible link", "length [m]>", "section", "material", "mass [kg]>", "moves by", "clamped alone [Hz]"]
    rows = [(name, *_cells(beam)) for name, beam in bent]
    report.table(columns, rows, wrap={"section": 12, "material": 12, "moves by": 14, "clamped alone [Hz]": 10})
    for name, beam in bent:
        report.line(f"nodes of {name}: {', '.join(f'{node} {_place(at)}' for node, at in beam['nodes'].items())}")
    report.line()


def _cells(beam: dict[str, Any]) -> tuple[str, ...]:
    hz = ", ".join(f"{f:.4g}" for f in beam["clamped_hz"]) + (", …" if _more(beam) else "")
    if beam["kind"] == "modal data":
        modes = f"{len(beam['frequencies'])} modes of modal data"
        return "", "", "", f"{beam['mass']:.6g}", modes, hz
    return f"{beam['length']:.6g}", _section(beam), _material(beam), f"{beam['mass']:.6g}", _moves(beam), hz


def _more(beam: dict[str, Any]) -> bool:
    return 0 < len(beam["clamped_hz"]) < len(beam["coordinates"])


def _section(beam: dict[str, Any]) -> str:
    first, last = beam["stations"][0], beam["stations"][-1]
    text = f"{first['shape']} {_size(first)}"
    if len(beam["stations"]) == 1:
        return text
    return f"{text} to {_size(last)}, {len(beam['stations'])} stations"


def _size(station: dict[str, Any]) -> str:
    if station["shape"] in MILLIMETRES:
        return " × ".join(f"{1000 * value:.4g}" for value in station["size"]) + " mm"
    return f"A {station['area']:.4g} m², Iy {station['Iy']:.4g}, Iz {station['Iz']:.4g}, J {station['J']:.4g} m⁴"


def _material(beam: dict[str, Any]) -> str:
    shear = f", G {beam['G'] / 1e9:.4g}" if beam["G"] else ""
    return f"E {beam['E'] / 1e9:.4g}{shear} GPa, {beam['density']:.6g} kg/m³"


def _moves(beam: dict[str, Any]) -> str:
    modes, sublinks = beam["modes"], beam["sublinks"]
    kinds = ("bending_y", "bending_z", "torsion", "axial")
    if modes:
        parts = [f"{modes[kind]} {kind.replace('_', ' ')}" for kind in kinds if modes[kind]]
        text = f"{modes['shapes']} modes: {', '.join(parts)}"
        text += "; half the slope, as published" if modes["published_half_slope"] else ""
        return text + _damping(modes["damping"]) + ("; no stiffening" if beam["stiffening"] is False else "")
    if sublinks:
        parts = [kind.replace("_", " ") for kind in kinds[:3] if sublinks[kind]]
        return f"{sublinks['count']} elastic joints: {', '.join(parts)}" + _damping([sublinks["damping"]])
    return "nothing: it is rigid"


def _damping(ratios: Sequence[float]) -> str:
    return f"; damping {', '.join(f'{100 * ratio:.4g}' for ratio in ratios)} %" if any(ratios) else ""


def _place(at: float | Sequence[float]) -> str:
    if isinstance(at, (int, float)):
        return f"{at:.6g} m"
    return "(" + ", ".join(f"{value + 0.0:.4g}" for value in at) + ") m"
