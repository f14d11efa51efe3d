"""`armillary select`: robots compared, measure by measure, and ranked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from armillary.cli import options as shared
from armillary.cli.outputs import DATA, check_files, write_files
from armillary.cli.reading import reading_options
from armillary.errors import ArgumentError
from armillary.files.kinds import PICTURES

if TYPE_CHECKING:
    from armillary.kinematics.task import Task

EXAMPLES = (
    "Weights are by measure or by group; all others are then zero. Groups: operations, times, inertia, "
    "base_parameters, workspace, dexterity, effort, payload, flexible. docs/selection.md has every measure.\n\n"
    "\b\nExamples:\n  armillary select planar-3r planar-rrp planar-rpr planar-prr\n"
    "  armillary select stanford rtx my-arm.toml --motion motion.toml --plot compared.png\n"
    "  armillary select stanford rtx --weights workspace.volume=2,operations.inverse_dynamics=1\n"
    "  armillary select stanford rtx --weights weights.toml --no-times --json"
)


@click.command(epilog=EXAMPLES)
@click.argument("robots", metavar="ROBOT ROBOT...", nargs=-1, required=True, type=shared.ROBOT)
@shared.motion_option
@click.option(
    "--weights", metavar="TEXT|FILE", help="MEASURE=NUMBER, with commas, or a .toml file; default: the usual weights."
)
@shared.motors_option()
@click.option("--samples", type=click.IntRange(2, 1_000_000), default=2000, help="Sampled configurations.")
@shared.seed_option("samples")
@click.option("--frame", default="tip", help="Frame whose motion is measured.")
@click.option(
    "--task",
    metavar="NAME|ROWS",
    default="position",
    help="Rows of its Jacobian that count: position, orientation, pose, or numbers such as 3,4.",
)
@click.option("--times/--no-times", default=True, help="Whether to time compiled code.")
@shared.file_option("--plot", "plot_file", help="Draw to this .png, .svg or .pdf file.")
@shared.file_option("--output", "-o", help="Write all measures to this .json or .csv file.")
@reading_options
@shared.json_option
def command(
    robots: tuple[str, ...],
    motion: Path | None,
    weights: str | None,
    motors: str,
    samples: int,
    seed: int,
    frame: str,
    task: str,
    times: bool,
    plot_file: Path | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Compare ROBOTs and rank them: cost of their dynamics, workspace, dexterity, efforts.

    The score of a robot is a weighted sum over measures of how near it comes to the best robot. All parts of the score
    are shown, with the meaning of each number.
    """
    from armillary.cli.progress import late_bar
    from armillary.figures.draw import save_plot
    from armillary.figures.selection import plot_selection
    from armillary.selection.candidate import Sampling
    from armillary.selection.select import select

    files = {"--output": output, "--plot": plot_file}
    check_files(files, {"--plot": PICTURES, "--output": DATA})
    known = ("weights", "samples", "seed", "frame")
    with shared.arguments_as_options(*known, robots="ROBOT"), late_bar("comparing") as progress:
        selection = select(
            [shared.find_model(robot, motors) for robot in robots],
            motion,
            weights=given_weights(weights),
            sampling=Sampling(samples, seed),
            frame=frame,
            task=task_of(task),
            timed=times,
            progress=progress,
        )
    names = write_files(selection, files, {"--plot": lambda path: save_plot(plot_selection(selection), path, "--plot")})
    shared.answer(as_json, selection.to_json(), *selection.tables(), shared.written(names))


def given_weights(text: str | None) -> dict[str, float] | None:
    """Return the weights in a text, or in the file that it names."""
    from armillary.selection.weights import load_weights, parse_weights

    if text is None:
        return None
    is_file = Path(text).suffix.lower() == ".toml" or (text.strip() and "=" not in text and Path(text).exists())
    return load_weights(text) if is_file else parse_weights(text)


def task_of(text: str) -> Task:
    """Return a task: its name, or the rows of the Jacobian that count."""
    from armillary.kinematics.task import task_rows

    parts = [part.strip() for part in text.split(",")]
    task: Task = tuple(map(int, parts)) if all(part.isdecimal() for part in parts) else text
    try:
        task_rows(task)
    except ArgumentError as error:
        raise error.renamed("--task") from error
    return task
