"""`armillary robots`: the library."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from armillary.cli.options import json_option, to_json

if TYPE_CHECKING:
    from armillary.description.robot import Robot

EXAMPLES = "\b\nExample:\n  armillary robots"


@click.command(epilog=EXAMPLES)
@json_option
def command(as_json: bool) -> None:
    """List the robots of the library. DOF 3+10 means ten elastic coordinates beside three of joints."""
    from armillary.description import library

    rows = [summary(library.get(name)) for name in library.names()]
    if as_json:
        click.echo(to_json(rows))
        return
    from armillary.cli.terminal.tables import Report, shortened

    Report().table(
        ["name", "joints", "DOF>", "links>", "motors>", "mass [kg]>", "source"],
        [
            (
                row["name"],
                shortened(row["joints"], 16),
                f"{row['dof'] - row['elastic']}+{row['elastic']}" if row["elastic"] else str(row["dof"]),
                str(row["links"]),
                str(row["motors"]),
                f"{row['mass']:.2f}",
                shortened(first_sentence(row["source"]), 60),
            )
            for row in rows
        ],
        shorten={"source": 16, "joints": 8},
    )


def summary(robot: Robot) -> dict[str, Any]:
    """Return what the table says of a robot; `joints` has a letter per joint that moves, `elastic` counts modes."""
    elastic = sum(link.beam.freedoms for link in robot.links if link.beam)
    kinds = [joint.type for joint in robot.moving_joints()]
    return {
        "name": robot.name,
        "joints": "".join(kind[0].upper() for kind in kinds),
        "dof": sum(3 if kind == "spherical" else 1 for kind in kinds) + elastic,
        "elastic": elastic,
        "links": len(robot.links),
        "motors": len(robot.motors),
        "mass": total_mass(robot),
        "source": robot.source,
    }


def total_mass(robot: Robot) -> float:
    """Return the mass of links, beams among them, motors and payloads [kg]."""
    groups = (robot.links, [link.beam for link in robot.links if link.beam], robot.motors, robot.payloads)
    return float(sum(part.mass for group in groups for part in group))


def first_sentence(text: str) -> str:
    """Return the text up to its first full stop that ends a sentence, in one line."""
    line = " ".join(text.split())
    # A sentence ends before a capital, and not after an initial ("P. Corke") or "et al."
    end = re.search(r"(?<!\b[A-Z])(?<!\bal)(?<!\beq)(?<!\bNo)[.;](?=\s+[A-Z]|$)", line)
    return line[: end.start()] if end else line
