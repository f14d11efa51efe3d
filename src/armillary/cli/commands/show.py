"""`armillary show`: all of one robot."""

from __future__ import annotations

import click

from armillary.cli.options import find_robot, json_option, to_json

EXAMPLES = "\b\nExamples:\n  armillary show panda\n  armillary show my-arm.toml --json"


@click.command(epilog=EXAMPLES)
@click.argument("robot")
@json_option
def command(robot: str, as_json: bool) -> None:
    """Show a robot: joints, links, motors, payloads, frames, and what moves as one body."""
    from armillary.cli.terminal.robot_data import robot_data

    data = robot_data(find_robot(robot))
    if as_json:
        click.echo(to_json(data))
        return
    from armillary.cli.terminal.robot_text import write

    write(data)
