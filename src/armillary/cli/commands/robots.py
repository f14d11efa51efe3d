"""`armillary robots`: the library."""

from __future__ import annotations

import re

import click

from armillary.cli import options as shared

EXAMPLES = "\b\nExample:\n  armillary robots"


@click.command(epilog=EXAMPLES)
@shared.json_option
def command(as_json: bool) -> None:
    """List the robots of the library. DOF 3+10 means ten elastic coordinates beside three of joints."""
    from armillary.analysis.robot_tables import summary
    from armillary.description import library
    from armillary.tables.table import Table, columns
    from armillary.tables.text import shortened

    rows = [summary(library.get(name)) for name in library.names()]
    cells = [
        (
            row["name"],
            shortened(row["joints"], 16),
            f"{row['dof'] - soft}+{soft}" if (soft := row["elastic"] + row["rotors"]) else str(row["dof"]),
            str(row["links"]),
            str(row["motors"]),
            f"{row['mass']:.2f}",
            shortened(first_sentence(row["source"]), 60),
        )
        for row in rows
    ]
    heads = ("name", "joints", "DOF>", "links>", "motors>", "mass [kg]>", "source")
    shared.answer(as_json, rows, Table("", columns(*heads, cut={"source": 16, "joints": 8}), cells))


def first_sentence(text: str) -> str:
    """Return the text up to its first full stop that ends a sentence, in one line."""
    line = " ".join(text.split())
    # A sentence ends before a capital, and not after an initial ("P. Corke") or "et al."
    end = re.search(r"(?<!\b[A-Z])(?<!\bal)(?<!\beq)(?<!\bNo)[.;](?=\s+[A-Z]|$)", line)
    return line[: end.start()] if end else line
