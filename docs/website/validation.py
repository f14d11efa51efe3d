"""The validation page: every published figure beside ours, with source, difference and erratum.

The figures are those of `armillary reproduce all`. Tests recompute them too, and keep them for this page.
"""

import importlib
import json
from collections import Counter
from collections.abc import Sequence

from armillary.cli.commands.reproduce import FIELDS
from armillary.reproduce import PAPERS
from armillary.reproduce.published import PublishedNumber
from website import kept
from website.stage import Stage
from website.typeset import paragraph

HEAD = """\
# Validation

`armillary reproduce all` recomputes the figures of the papers that the methods come from. This page
shows its results: {ok} figures hold within their tolerance, {differs} contradict a print that is
wrong, as the notes say, and {shown} are shown without a check (measured times, and prints that do
not define what they count). {{doc}}`/docs/papers` explains the verdicts, {{doc}}`/docs/references`
lists the papers.

Independent programs confirm the equations besides: Pinocchio and MuJoCo on random robots and on
robot files of others ({{doc}}`/benchmarks/README`), and the formulations each other
({{doc}}`/docs/formulations`).
"""
COLUMNS = (
    "| figure | where | expected | ours | difference | tolerance | verdict | note |\n|---|---|--:|--:|--:|--:|---|--:|"
)


def keep(paper: str, figures: Sequence[PublishedNumber]) -> None:
    """Keep the figures of a paper."""
    rows = [{name: getattr(figure, name) for name in FIELDS} for figure in figures]
    kept.keep(kept.place("papers", paper), json.dumps(rows, ensure_ascii=False))


def figures_of(paper: str) -> list[PublishedNumber]:
    """Return the figures of a paper: those that were kept, or computed now."""
    place = kept.place("papers", paper)
    if not place.exists():
        print(f"recomputing the figures of {paper} …", flush=True)
        keep(paper, list(importlib.import_module(f"armillary.reproduce.{paper}").numbers()))
    names = PublishedNumber.__dataclass_fields__
    rows = json.loads(place.read_text(encoding="utf-8"))
    return [PublishedNumber(**{name: value for name, value in row.items() if name in names}) for row in rows]


def pages(stage: Stage) -> None:
    """Write the page; a figure that fails is an error."""
    found = {paper: figures_of(paper) for paper in PAPERS}
    verdicts = Counter(figure.verdict for figures in found.values() for figure in figures)
    if verdicts["FAIL"]:
        raise RuntimeError(f"{verdicts['FAIL']} published figures fail: armillary reproduce all")
    counts = {"ok": verdicts["ok"], "differs": verdicts["print differs"], "shown": verdicts["not checked"]}
    titles = {paper: importlib.import_module(f"armillary.reproduce.{paper}").TITLE for paper in PAPERS}
    parts = [section(titles[paper], figures) for paper, figures in found.items()]
    stage.write("validation.md", "\n".join([HEAD.format(**counts), *parts]))


def section(title: str, figures: list[PublishedNumber]) -> str:
    """Return the table of one paper, with its notes below."""
    notes = list(dict.fromkeys(figure.note for figure in figures if figure.note))
    rows = [row(figure, str(notes.index(figure.note) + 1) if figure.note else "") for figure in figures]
    numbered = [f"{number}. {paragraph(note)}" for number, note in enumerate(notes, start=1)]
    return "\n".join([f"## {title}", "", COLUMNS, *rows, "", *numbered, ""])


def row(figure: PublishedNumber, note: str) -> str:
    """Return one figure as a row of a table."""
    bound = "≤ " if figure.kind == "at most" else ""
    expected = "" if figure.expected is None else f"{bound}{figure.expected:.8g}"
    difference = "" if figure.difference is None else _small(figure.difference, ".1e")
    tolerance = _small(figure.tolerance, ".0e") if figure.kind == "equal" else ""
    item, where = (paragraph(text).replace("|", "\\|") for text in (figure.item, figure.where))
    cells = (item, where, expected, _ours(figure), difference, tolerance, figure.verdict, note)
    return f"| {' | '.join(cells)} |"


def _small(value: float, form: str) -> str:
    return f"{value:{form}}" if value else "0"


def _ours(figure: PublishedNumber) -> str:
    """Return our value; beside zero, the digits of rounding are few."""
    return f"{figure.ours:.1e}" if figure.expected == 0 and figure.ours else f"{figure.ours:.8g}"
