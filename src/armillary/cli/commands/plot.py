"""`armillary plot`: charts of simulated motions."""

from __future__ import annotations

from pathlib import Path

import click

from armillary.cli.options import arguments_as_options, file_option, json_option
from armillary.cli.outputs import PICTURES, check_files
from armillary.tables.json import to_json

EXAMPLES = (
    "\b\nExamples:\n  armillary plot swing.nc\n  armillary plot swing.nc -o swing.pdf --what joints,torques,drift\n"
    "  armillary plot with-motors.nc without.nc -o compared.svg"
)

CHARTS = (
    "joints", "rates", "accelerations", "torques", "task", "task_error", "energies", "drift", "elastic", "deflection"
)  # fmt: skip
"""Names of charts, written out so that help needs no NumPy; a test compares them with `results.charts`."""


@click.command(epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@file_option("--output", "-o", help="Draw to this .png, .svg or .pdf file; default: beside the first file, as .png.")
@click.option("--what", metavar="NAMES", help=f"Charts, with commas: {', '.join(CHARTS)}; default: the usual ones.")
@json_option
def command(files: tuple[Path, ...], output: Path | None, what: str | None, as_json: bool) -> None:
    """Draw the motions in FILES, results of `simulate` (.nc); several go into the same charts."""
    from armillary.figures import plot, save_plot
    from armillary.results import Trajectory

    target = output or files[0].with_suffix(".png")
    check_files({"--output": target}, {"--output": PICTURES})
    names = None if what is None else [part.strip() for part in what.split(",") if part.strip()]
    motions = [Trajectory.load(file) for file in files]
    with arguments_as_options("what"):
        figure = plot(*motions, what=names, names=_labels(files))
    save_plot(figure, target, "--output")
    charts = [axes.get_title(loc="left") for axes in figure.axes]
    if as_json:
        click.echo(to_json({"written": str(target), "charts": charts}))
    else:
        click.echo(f"written: {target} ({len(charts)} chart{'s' if len(charts) != 1 else ''})")


def _labels(files: tuple[Path, ...]) -> list[str]:
    """Return the names of the files, with their folders if they are the same."""
    stems = [file.stem for file in files]
    return stems if len(set(stems)) == len(stems) else [str(file) for file in files]
