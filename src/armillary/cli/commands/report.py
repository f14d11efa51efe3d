"""`armillary report`: simulated motions as one page of HTML."""

from __future__ import annotations

from pathlib import Path

import click

from armillary.cli import options as shared
from armillary.cli.outputs import check_files
from armillary.errors import ArgumentError

EXAMPLES = (
    "\b\nExamples:\n  armillary report swing.nc\n  armillary report swing.nc -o swing.html --title 'A swing'\n"
    "  armillary report with-motors.nc without.nc -o compared.html"
)


@click.command(epilog=EXAMPLES)
@click.argument("results", metavar="RESULT...", nargs=-1, required=True, type=shared.PATH)
@shared.file_option("--output", "-o", help="Write the page to this .html file; default: beside the first result.")
@click.option("--title", help="Heading of the page; default: the names of the robots.")
@click.option("--play/--no-play", default=True, help="Whether the page can run the first result on, where possible.")
@shared.json_option
def command(results: tuple[Path, ...], output: Path | None, title: str | None, play: bool, as_json: bool) -> None:
    """Make a page of RESULT, a motion of `simulate` (.nc); up to three more are compared with the first.

    The page is one file that needs no network: a moving picture and plots on one time cursor, tables of robot,
    energies, frequencies and events, and how to reproduce the run.
    """
    from armillary.pages.report import MOST_RUNS, SUFFIXES, report

    target = output or results[0].with_suffix(".html")
    check_files({"--output": target}, {"--output": SUFFIXES})
    if len(results) > MOST_RUNS:
        raise ArgumentError("RESULT", f"{len(results)} results", f"1 to {MOST_RUNS}", "make several pages")
    report(results, target, title=title, play=play, argument="--output")
    size = target.stat().st_size
    data = {"written": str(target), "bytes": size, "runs": [str(one) for one in results]}
    shared.answer(as_json, data, line=f"written: {target} ({size / 1e6:.2f} MB); open it in a browser")
