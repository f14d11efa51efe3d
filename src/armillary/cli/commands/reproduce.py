"""`armillary reproduce`: the figures of the source papers, published value beside ours."""

from __future__ import annotations

import importlib
from collections import Counter
from types import ModuleType
from typing import TYPE_CHECKING, Any

import click

from armillary.cli import options as shared
from armillary.reproduce import PAPERS
from armillary.tables.json import to_json

if TYPE_CHECKING:
    from armillary.reproduce.published import PublishedNumber
    from armillary.tables.parts import Part

FIELDS = ("item", "where", "kind", "expected", "ours", "difference", "tolerance", "holds", "verdict", "note")
EXAMPLES = "\b\nExamples:\n  armillary reproduce khatib\n  armillary reproduce flexrob --plots pictures"


@click.command(epilog=EXAMPLES)
@click.argument("paper", type=click.Choice([*PAPERS, "all"]), default="all")
@click.option(
    "--plots",
    type=click.Path(exists=True, file_okay=False, writable=True),
    help="Draw the pictures of a paper, where it has any, into this folder.",
)
@shared.json_option
@click.pass_context
def command(ctx: click.Context, paper: str, plots: str | None, as_json: bool) -> None:
    """Recompute the figures of the source papers: of one, or of all, which is the default.

    The verdict of a figure is ok or FAIL, "print differs" where the paper is wrong, or "not checked". Exit status 1 if
    a figure fails.
    """
    from armillary.cli.screen import Screen
    from armillary.tables.parts import Text

    papers = PAPERS if paper == "all" else (paper,)
    results: list[dict[str, Any]] = []
    screen = None if as_json else Screen()
    for name in papers:
        module = load_paper(name)
        numbers = list(module.numbers())
        results.append(
            {
                "paper": name,
                "title": module.TITLE,
                "figures": [{name: getattr(number, name) for name in FIELDS} for number in numbers],
            }
        )
        pictures = [str(path) for path in module.draw(plots)] if plots and hasattr(module, "draw") else []
        if plots:
            results[-1]["pictures"] = pictures
        if screen:
            screen.show(Text(f"{name}: {module.TITLE}", "heading"), *numbers_table(numbers))
            for path in pictures:
                screen.line(f"written: {path}")
    figures = [figure for result in results for figure in result["figures"]]
    verdicts = Counter(figure["verdict"] for figure in figures)
    if screen:
        text = f"{verdicts['ok']} of {verdicts['ok'] + verdicts['FAIL']} figures hold."
        if verdicts["print differs"]:
            text += f" {verdicts['print differs']} more differ from the print, as their notes say."
        if verdicts["not checked"]:
            text += f" {verdicts['not checked']} more are shown without a check."
        screen.line(text, "bad" if verdicts["FAIL"] else "")
    else:
        click.echo(to_json(results))
    if verdicts["FAIL"]:
        ctx.exit(1)


def load_paper(name: str) -> ModuleType:
    """Return the module of a paper, which has TITLE and numbers()."""
    return importlib.import_module(f"armillary.reproduce.{name}")


def numbers_table(numbers: list[PublishedNumber]) -> list[Part]:
    """Return the numbers of one paper as a table, with their notes below it."""
    from armillary.tables.parts import Notes, Text
    from armillary.tables.table import Table, columns

    notes = list(dict.fromkeys(number.note for number in numbers if number.note))
    heads = columns(
        "figure", "where", "expected>", "ours>", "difference>", "tolerance>", "verdict", "note",
        wrap={"figure": 20, "where": 10}, spare=("tolerance", "difference"),
    )  # fmt: skip
    references = {note: str(k) for k, note in enumerate(notes, start=1)}
    rows = [(*_cells(number), references.get(number.note, "")) for number in numbers]
    numbered = [f"{k}  {note}" for note, k in references.items()]
    return [Table("", heads, rows), Notes(numbered), *([Text()] if notes else [])]


def _cells(number: PublishedNumber) -> tuple[str, ...]:
    """Return the cells of a number, without the reference to its note."""
    bound = "≤ " if number.kind == "at most" else ""
    expected = "" if number.expected is None else f"{bound}{number.expected:.10g}"
    form = ".1e" if number.kind == "equal" else "+.4g"
    difference = "" if number.difference is None else f"{number.difference:{form}}"
    tolerance = f"{number.tolerance:.0e}" if number.kind == "equal" else ""
    return number.item, number.where, expected, f"{number.ours:.10g}", difference, tolerance, number.verdict
