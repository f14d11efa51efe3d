"""`armillary check`: every formulation against every other."""

from __future__ import annotations

from pathlib import Path

import click

from armillary.cli import options as shared
from armillary.cli.outputs import check_files
from armillary.cli.reading import reading_options
from armillary.files.atomic import write_content
from armillary.tables.json import to_json

EXAMPLES = "\b\nExamples:\n  armillary check panda\n  armillary check my-arm.toml --motors all --states 50 --json"


@click.command(epilog=EXAMPLES)
@click.argument("robot", type=shared.ROBOT)
@click.option(
    "--states", type=click.IntRange(min=1), help="Number of random states; default 20, fewer above 12 coordinates."
)
@shared.seed_option("states")
@shared.choice_option("--motors", [*shared.MOTORS, "all"], "full", "How motors count; all: each way in turn.")
@click.option(
    "--tolerance", type=shared.FiniteFloat(min=0), default=1e-10, help="Largest relative disagreement that passes."
)
@shared.file_option("--output", "-o", help="Also write the result to this .json file.")
@click.option("--summary", is_flag=True, help="Show only the worst pair of each quantity.")
@reading_options
@shared.json_option
@click.pass_context
def command(
    ctx: click.Context,
    robot: str,
    states: int | None,
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
    from armillary.analysis.check import usual_states
    from armillary.cli.progress import step_bar
    from armillary.tables.parts import Part, Text

    check_files({"--output": output}, {"--output": (".json",)})
    models = [shared.find_model(robot, mode) for mode in (shared.MOTORS if motors == "all" else (motors,))]
    name = models[0].robot.name
    states = states or usual_states(models[0])
    with step_bar("checking", states * len(models)) as step:
        results = [compare(model, states=states, seed=seed, progress=lambda _: step()) for model in models]
    outcomes = []
    parts = list[Part]()
    for model, result in zip(models, results, strict=True):
        # "worst ≤ tolerance" and not "not >": a disagreement that is not a number has failed too.
        passed = bool(result.worst <= tolerance)
        outcomes.append({"motors": model.motors, "worst": result.worst, "passed": passed, "rows": result.rows})
        parts.append(Text(f"{name}, motors {model.motors}, {states} random states, seed {seed}", "heading"))
        parts += result.tables(tolerance, summary)
    passed = all(outcome["passed"] for outcome in outcomes)
    data = {"robot": name, "states": states, "seed": seed, "tolerance": tolerance, "passed": passed}
    data |= {"results": outcomes}
    if output:
        write_content(output, to_json(data) + "\n", "--output")
    shared.answer(as_json, data, *parts)
    if not passed:
        ctx.exit(1)
