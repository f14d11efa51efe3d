"""`armillary plot`: charts of simulated motions."""

from __future__ import annotations

from pathlib import Path

import click

from armillary.cli import options as shared
from armillary.cli.names import CHARTS
from armillary.cli.outputs import PICTURES, check_files

EXAMPLES = (
    "\b\nExamples:\n  armillary plot swing.nc\n  armillary plot swing.nc -o swing.pdf --what joints,torques,drift\n"
    "  armillary plot with-motors.nc without.nc -o compared.svg"
)


@click.command(epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, type=shared.PATH)
@shared.file_option(
    "--output", "-o", help="Draw to this .png, .svg or .pdf file; default: beside the first file, as .png."
)
@click.option("--what", metavar="NAMES", help=f"Charts, with commas: {', '.join(CHARTS)}; default: the usual ones.")
@shared.json_option
def command(files: tuple[Path, ...], output: Path | None, what: str | None, as_json: bool) -> None:
    """Draw the motions in FILES, results of `simulate` (.nc); several go into the same charts."""
    from armillary.figures import plot, save_plot
    from armillary.results import Trajectory

    target = output or files[0].with_suffix(".png")
    check_files({"--output": target}, {"--output": PICTURES})
    motions = [Trajectory.load(file) for file in files]
    with shared.arguments_as_options("what"):
        figure = plot(*motions, what=None if what is None else shared.split_names(what), names=labels(files))
    save_plot(figure, target, "--output")
    charts = [axes.get_title(loc="left") for axes in figure.axes]
    line = f"written: {target} ({len(charts)} chart{'s' if len(charts) != 1 else ''})"
    shared.answer(as_json, {"written": str(target), "charts": charts}, line=line)


def labels(files: tuple[Path, ...]) -> list[str]:
    """Return the names of files, with their folders if two names are equal."""
    stems = [file.stem for file in files]
    return stems if len(set(stems)) == len(stems) else [str(file) for file in files]
