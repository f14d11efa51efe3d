"""`armillary check`: every formulation against every other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from armillary.cli.options import MOTORS, FiniteFloat, file_option, find_model, json_option, write_file
from armillary.tables.json import to_json

if TYPE_CHECKING:
    from armillary.analysis.check import CheckResult

EXAMPLES = "\b\nExamples:\n  armillary check panda\n  armillary check my-arm.toml --motors all --states 50 --json"


@click.command(epilog=EXAMPLES)
@click.argument("robot")
@click.option("--states", type=click.IntRange(min=1), default=20, show_default=True, help="Number of random states.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Random seed of the states.")
@click.option(
    "--motors",
    type=click.Choice([*MOTORS, "all"]),
    default="full",
    show_default=True,
    help="How motors count; all: each way in turn.",
)
@click.option(
    "--tolerance",
    type=FiniteFloat(min=0),
    default=1e-10,
    show_default=True,
    help="Largest relative disagreement that passes.",
)
@file_option("--output", "-o", help="Also write the result as JSON here.")
@click.option("--summary", is_flag=True, help="Show only the worst pair of each quantity.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    robot: str,
    states: int,
    seed: int,
    motors: str,
    tolerance: float,
    output: Path | None,
    summary: bool,
    as_json: bool,
) -> None:
    """Compare all formulations of ROBOT's dynamics on random states.

    Shows the worst relative disagreement of every quantity for every pair of formulations. Exit
    status 1 if one is above the tolerance.
    """
    from armillary.analysis.check import check as compare
    from armillary.analysis.tables import check_tables
    from armillary.cli.terminal.late_bar import step_bar
    from armillary.cli.terminal.screen import Screen
    from armillary.tables.parts import Text

    models = [find_model(robot, mode) for mode in (MOTORS if motors == "all" else (motors,))]
    name = models[0].robot.name
    with step_bar("checking", states * len(models)) as step:
        results = {
            model.motors: compare(model, states=states, seed=seed, progress=lambda _: step()) for model in models
        }
    # A disagreement that is not a number has failed too, hence "not ≤" and not ">".
    passed = all(result.worst <= tolerance for result in results.values())
    data = {
        "robot": name,
        "states": states,
        "seed": seed,
        "tolerance": tolerance,
        "passed": passed,
        "results": [_data(mode, result, tolerance) for mode, result in results.items()],
    }
    if output:
        write_file(output, to_json(data) + "\n")
    if as_json:
        click.echo(to_json(data))
    else:
        for mode, result in results.items():
            heading = Text(f"{name}, motors {mode}, {states} random states, seed {seed}", "heading")
            Screen().show(heading, *check_tables(result, tolerance, summary))
    if not passed:
        ctx.exit(1)


def _data(motors: str, result: CheckResult, tolerance: float) -> dict[str, Any]:
    return {
        "motors": motors,
        "worst": result.worst,
        "passed": bool(result.worst <= tolerance),
        "rows": [
            {"quantity": row.quantity, "first": row.first, "second": row.second, "worst": row.worst}
            for row in result.rows
        ],
    }
