"""The page that an FMU carries as its documentation: what it is, its variables, how it behaves."""

from __future__ import annotations

from html import escape

from armillary.exports.fmu.text import Header, plain_text
from armillary.exports.fmu.units import text
from armillary.exports.fmu.variables import Table

TITLES = {"u": "Inputs", "x": "States, which are outputs", "y": "Outputs", "p": "Parameters"}


def page(table: Table, header: Header, fmi: str) -> str:
    """Return documentation/index.html."""
    block = table.block
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f"<title>{escape(plain_text(header.name))}</title></head><body>",
        f"<h1>{escape(plain_text(header.name))}</h1>",
        f"<p>{escape(plain_text(block.description))}. FMI {fmi}, model exchange and co-simulation. ",
        f"Written by {escape(header.tool)}; the robot is in resources/robot.toml.</p>",
        "<p>SI units. Positions and rotation matrices of frames are in the world, quaternions are (w, x, y, z). ",
        "In co-simulation inputs are held between steps; the solver chooses its own steps.</p>",
    ]
    for group, title in TITLES.items():
        if table.groups[group]:
            lines += [f"<h2>{title}</h2>", "<table><tr><th>Name</th><th>Unit</th><th>Start</th><th>Meaning</th></tr>"]
            lines += [
                f"<tr><td>{escape(each.name)}</td><td>{escape(text(each.unit))}</td>"
                f"<td>{'' if group == 'y' else f'{each.start:g}'}</td>"
                f"<td>{escape(plain_text(each.description))}</td></tr>"
                for each in table.groups[group]
            ]
            lines.append("</table>")
    return "\n".join([*lines, "</body></html>", ""])
