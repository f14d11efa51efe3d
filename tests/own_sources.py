"""The sources of this project as tests of its architecture read them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "armillary"
FILES = sorted(SOURCE.rglob("*.py"))
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]


def name_of(file: Path) -> str:
    """Return a file's path below src/armillary, such as "expr/graph.py"."""
    return file.relative_to(SOURCE).as_posix()


@cache
def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(text_of(file))


def of_every_file(check: Callable[[Path], None]) -> Callable[[], None]:
    """Make a check of a file a test of all files, which names those that fail: a test for each would take longer."""

    def test() -> None:
        wrong = []
        for file in FILES:
            try:
                check(file)
            except AssertionError as error:
                wrong.append(f"{name_of(file)}: {error}")
        assert not wrong, "\n".join(wrong)

    test.__name__, test.__doc__ = check.__name__, check.__doc__
    return test
