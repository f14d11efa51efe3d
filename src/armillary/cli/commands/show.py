"""`armillary show`: all data of one robot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from armillary.cli import options as shared

if TYPE_CHECKING:
    from armillary.multibody import Model

EXAMPLES = "\b\nExamples:\n  armillary show panda\n  armillary show my-arm.toml --json"


@click.command(epilog=EXAMPLES)
@shared.model_argument(None, None)
@shared.json_option
def command(model: Model, as_json: bool) -> None:
    """Show a robot: joints, links, motors, payloads, frames, and the links that move as one body."""
    from armillary.analysis.robot_tables import robot_data, tables_of
    from armillary.tables.table import Table

    parts = tables_of(model)
    tables = [part.to_json() for part in parts if isinstance(part, Table)]
    shared.answer(as_json, robot_data(model) | {"tables": tables}, *parts, heading=model.robot.name)
