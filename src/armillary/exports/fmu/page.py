"""The page that an FMU carries as its documentation: what it is, its variables, how it behaves."""

from __future__ import annotations

from armillary.exports.fmu.text import Header, plain_text
from armillary.exports.fmu.units import text
from armillary.exports.fmu.variables import Table
from armillary.tables.html import render

TITLES = {"u": "Inputs", "x": "States, which are outputs", "y": "Outputs", "p": "Parameters"}


def page(table: Table, header: Header, fmi: str) -> str:
    """Return documentation/index.html."""
    groups = []
    for group, title in TITLES.items():
        rows = [
            (one.name, text(one.unit), "" if group == "y" else f"{one.start:g}", plain_text(one.description))
            for one in table.groups[group]
        ]
        groups += [(title, rows)] if rows else []
    name, description = plain_text(header.name), plain_text(table.block.description)
    return render(
        "armillary.exports.fmu", "index.html",
        name=name, description=description, fmi=fmi, tool=header.tool, groups=groups,
    )  # fmt: skip
