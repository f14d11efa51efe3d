"""The sources of this project as tests of its architecture read them."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "armillary"
FILES = sorted(SOURCE.rglob("*.py"))
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
Function = ast.FunctionDef | ast.AsyncFunctionDef


def name_of(file: Path) -> str:
    """Return a file's path below src/armillary, such as "expr/graph.py"."""
    return file.relative_to(SOURCE).as_posix()


@cache
def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(text_of(file))


@cache
def nodes_of(file: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree_of(file)))


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


def texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and text of every string that is no docstring; of an f-string, the text up to its first value."""
    nodes = list(ast.walk(tree))
    documents = {
        id(node.body[0].value)
        for node in nodes
        if isinstance(node, (ast.Module, ast.ClassDef, Function)) and node.body and isinstance(node.body[0], ast.Expr)
    }
    parts = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    apart = documents | parts
    for node in nodes:
        first = node.values[0] if isinstance(node, ast.JoinedStr) and node.values else node
        if first is node and id(node) in apart:
            continue
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield node.lineno, first.value


def comments(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and text of every comment."""
    for token in tokenize.generate_tokens(io.StringIO(text_of(file)).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
