"""The cheat sheet on one A4 page: HTML from the tables of its page, and a PDF printed by Chromium.

Without Chromium there is no PDF: the page says how to print it.
"""

import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

import armillary as arm
from website.blocks import CELL, CODE
from website.stage import ROOT, Stage

NAME = "docs/tutorials/cheat-sheet"
SHEET = "cheat-sheet"
LINKS = """
<p class="printable">On one A4 page: <a href="../../{name}.html">HTML</a>{pdf}</p>
"""


@dataclass(frozen=True)
class Section:
    """A heading of the page with rows of its table, what a line does and its code, or with lines of commands."""

    title: str
    rows: list[tuple[str, str]]


def sections() -> list[Section]:
    """Return the sections of the page."""
    found = []
    for part in re.split(r"^## ", (ROOT / f"{NAME}.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, _, text = part.partition("\n")
        lines = [CELL.split(line)[1:-1] for line in text.splitlines() if line.startswith("|")][2:]
        rows = [(cells[0].strip(), "\n".join(CODE.findall(cells[1].replace("\\|", "|")))) for cells in lines]
        rows += [("", command) for command in re.findall(r"^\$ (.*)", text, flags=re.MULTILINE)]
        found.append(Section(title.strip(), rows))
    return found


def pages(stage: Stage) -> None:
    """Add links to the printable forms to the page."""
    text = (stage.folder / f"{NAME}.md").read_text(encoding="utf-8")
    pdf = f', <a href="../../{SHEET}.pdf">PDF</a>' if chromium() else "; print it from a browser"
    head, rest = text.split("\n", 1)
    stage.write(f"{NAME}.md", head + "\n" + LINKS.format(name=SHEET, pdf=pdf) + rest)


def write(site: Path) -> None:
    """Write the sheet as HTML and, with Chromium, as PDF."""
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    template = environment.get_template("cheat_sheet.html.j2")
    page = site / f"{SHEET}.html"
    page.write_text(template.render(sections=sections(), version=arm.__version__), encoding="utf-8")
    if browser := chromium():
        pdf = page.with_suffix(".pdf")
        _print(browser, page, pdf)
        if (count := sheets(pdf)) != 1:
            raise RuntimeError(f"{pdf.name} has {count} pages; expected one: shorten {NAME}.md")


def chromium() -> str | None:
    """Return the path of Chromium or Chrome, None if neither is installed."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def _print(browser: str, page: Path, pdf: Path) -> None:
    with tempfile.TemporaryDirectory() as profile:
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"]
        command = [browser, *flags, "--no-pdf-header-footer", f"--print-to-pdf={pdf}", page.resolve().as_uri()]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    if done.returncode or not pdf.exists():
        raise RuntimeError(f"{browser} printed no {pdf.name}: {done.stderr[-500:]}")


def sheets(pdf: Path) -> int:
    """Return the number of pages of a PDF that Chromium wrote."""
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf.read_bytes()))
