"""`armillary select`: robots compared, measure by measure, and ranked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from armillary.cli.options import arguments_as_options, file_option, find_model, json_option, motors_option
from armillary.cli.outputs import DATA, PICTURES, check_files, data_text, write_files

if TYPE_CHECKING:
    from armillary.kinematics.task import Task
    from armillary.selection.result import Selection

EXAMPLES = (
    "Weights are by measure or by group; only what is named counts then. Groups: operations, times, inertia, "
    "base_parameters, workspace, dexterity, effort, payload, flexible. docs/selection.md has every measure.\n\n"
    "\b\nExamples:\n  armillary select planar-3r planar-rrp planar-rpr planar-prr\n"
    "  armillary select stanford rtx my-arm.toml --task motion.toml --plot compared.png\n"
    "  armillary select stanford rtx --weights workspace.volume=2,operations.inverse_dynamics=1\n"
    "  armillary select stanford rtx --weights weights.toml --no-times --json"
)


@click.command(epilog=EXAMPLES)
@click.argument("robots", metavar="ROBOT ROBOT...", nargs=-1, required=True)
@click.option(
    "--task",
    type=click.Path(path_type=Path),
    help="Motion file (.toml) on which efforts are compared; default: the standard motion.",
)
@click.option(
    "--weights", metavar="TEXT|FILE", help="MEASURE=NUMBER, with commas, or a .toml file; default: the usual weights."
)
@motors_option()
@click.option(
    "--samples", type=click.IntRange(2, 1_000_000), default=2000, show_default=True, help="Sampled configurations."
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Random seed of the samples.")
@click.option("--frame", default="tip", show_default=True, help="Frame whose motion is measured.")
@click.option(
    "--kinematic-task",
    metavar="NAME|ROWS",
    default="position",
    show_default=True,
    help="Rows of its Jacobian that count: position, orientation, pose, or numbers such as 3,4.",
)
@click.option("--times/--no-times", default=True, show_default=True, help="Whether to time compiled code.")
@file_option("--plot", "plot_file", help="Draw to this .png, .svg or .pdf file.")
@file_option("--output", "-o", help="Write all measures to this .json or .csv file.")
@json_option
def command(
    robots: tuple[str, ...],
    task: Path | None,
    weights: str | None,
    motors: str,
    samples: int,
    seed: int,
    frame: str,
    kinematic_task: str,
    times: bool,
    plot_file: Path | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Compare ROBOTs and rank them: what their dynamics cost, how far and how well they reach, what efforts they need.

    The score of a robot is a weighted sum of how near it comes to the best of them in each measure. All parts of it are
    shown, with what each number means.
    """
    from armillary.cli.terminal.late_bar import late_bar
    from armillary.figures.selection import save_selection
    from armillary.selection.candidate import Sampling
    from armillary.selection.select import select

    files = {"--output": output, "--plot": plot_file}
    check_files(files, {"--plot": PICTURES, "--output": DATA})
    with _as_options(), late_bar("comparing") as progress:
        selection = select(
            [find_model(one, motors) for one in robots],
            task,
            weights=given_weights(weights),
            sampling=Sampling(samples, seed),
            frame=frame,
            kinematic_task=_rows(kinematic_task),
            timed=times,
            progress=progress,
        )
    written = write_files(
        files,
        {
            "--output": lambda path: data_text(selection, path),
            "--plot": lambda path: save_selection(selection, path, argument="--plot"),
        },
    )
    if as_json:
        click.echo(selection.to_json())
    else:
        _write(selection, written)


@contextmanager
def _as_options() -> Iterator[None]:
    """Let an error speak of what stands on the command line."""
    from armillary.errors import ArgumentError

    with arguments_as_options("weights", "samples", "seed", "frame"):
        try:
            yield
        except ArgumentError as error:
            if error.argument != "robots":
                raise
            hint = error.hint.replace("kinematic_task=(3, 4)", "--kinematic-task 3,4")
            hint = "" if "arm.select" in hint else hint.replace(", or replace(robot, name=…)", "")
            raise ArgumentError("ROBOT", error.found, error.expected, hint) from error


def given_weights(text: str | None) -> dict[str, float] | None:
    """Return the weights that a text gives, or a file."""
    from armillary.selection.weights import load_weights, parse_weights

    if text is None:
        return None
    is_file = Path(text).suffix.lower() == ".toml" or (text.strip() and "=" not in text and Path(text).exists())
    return load_weights(text) if is_file else parse_weights(text)


def _rows(text: str) -> Task:
    """Return a task: its name, or the rows that count."""
    from armillary.errors import ArgumentError
    from armillary.kinematics.task import task_rows

    parts = [part.strip() for part in text.split(",")]
    task: Task = tuple(map(int, parts)) if all(part.isdecimal() for part in parts) else text
    try:
        task_rows(task)
    except ArgumentError as error:
        raise ArgumentError("--kinematic-task", error.found, error.expected, error.hint) from error
    return task


def _write(selection: Selection, written: list[str]) -> None:
    from armillary.cli.terminal.screen import Screen
    from armillary.tables.parts import Notes

    Screen().show(*selection.tables(), Notes([f"written: {path}" for path in written]))
