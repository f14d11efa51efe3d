"""`armillary show`: all of one robot."""

from __future__ import annotations

import click

from armillary.cli.options import find_model, json_option

EXAMPLES = "\b\nExamples:\n  armillary show panda\n  armillary show my-arm.toml --json"


@click.command(epilog=EXAMPLES)
@click.argument("robot")
@json_option
def command(robot: str, as_json: bool) -> None:
    """Show a robot: joints, links, motors, payloads, frames, and the links that move as one body."""
    from armillary.analysis.robot_tables import robot_data, tables_of
    from armillary.cli.terminal.screen import Screen
    from armillary.tables.json import to_json
    from armillary.tables.parts import Text
    from armillary.tables.table import Table

    model = find_model(robot)
    if as_json:
        tables = [part.to_json() for part in tables_of(model) if isinstance(part, Table)]
        click.echo(to_json(robot_data(model) | {"tables": tables}))
    else:
        Screen().show(Text(model.robot.name, "heading"), *tables_of(model))
