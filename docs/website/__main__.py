"""Builds the site into build/site. `make docs` runs it.

1. The code blocks of all pages run, unless they ran before (`running.py`); with --no-blocks, none do.
2. Pages of the repository and generated pages are gathered in build/site-source (`stage.py`).
3. Sphinx makes HTML of them; warnings are errors.
4. Links inside the site are checked (`links.py`).
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sphinx.cmd.build import main as sphinx

from website import (
    api,
    cheat_sheet,
    file_reference,
    formulations,
    gallery,
    landing,
    notebooks,
    performance,
    validation,
)
from website.links import broken
from website.running import run_pages
from website.stage import ROOT, Stage

SOURCE, SITE = ROOT / "build" / "site-source", ROOT / "build" / "site"
PARTS: tuple[Callable[[Stage], None], ...] = (
    Stage.pages,
    api.pages,
    file_reference.pages,
    formulations.pages,
    notebooks.pages,
    validation.pages,
    performance.pages,
    gallery.pages,
    cheat_sheet.pages,
    landing.pages,
)
"""What writes pages of the site, in this order."""


def build(run: bool = True) -> list[str]:
    """Build the site, after its code blocks ran; return what is wrong with it."""
    if run and (wrong := run_pages()):
        return wrong
    stage = Stage(SOURCE)
    tree = _landing()
    for part in PARTS:
        part(stage)
    stage.clear()
    options = ["-q", "-W", "--keep-going", "-j", "2", "-b", "html", "-d", str(SITE.with_name("site-doctrees"))]
    if tree != _landing():
        options.append("-a")  # every page shows the tree of all pages
    if sphinx([*options, "-c", str(Path(__file__).parent), str(SOURCE), str(SITE)]):
        return ["Sphinx found problems, which are printed above"]
    cheat_sheet.write(SITE)
    gallery.write(SITE)
    return broken(SITE)


def _landing() -> str:
    """Return the text of the landing page, which has the tree of all pages; "" before the first build."""
    page = SOURCE / "index.md"
    return page.read_text(encoding="utf-8") if page.exists() else ""


def main() -> int:
    """Build, say how long it took, and return the exit status."""
    start = time.monotonic()
    wrong = build(run="--no-blocks" not in sys.argv)
    for each in wrong:
        print(each, file=sys.stderr)
    if not wrong:
        print(f"build/site/index.html is ready after {time.monotonic() - start:.0f} s.")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
