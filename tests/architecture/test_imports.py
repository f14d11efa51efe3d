"""Imports point one way: a folder uses itself and the folders before it in docs/architecture.md."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from own_sources import FILES, ROOT, SOURCE, of_every_file, tree_of

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
FLOW = [name for name in re.findall(r"^  (\w+)(?:/|\.py) ", PAGE, flags=re.MULTILINE) if name != "__init__"]
"""The folders in the order of the page, which is that of the data."""
ON_DEMAND = {"figures", "pages"}
"""Folders that any function may import when it is called: results draw themselves and write their pages."""
ASKED = {"analysis", "scene"}
"""Folders that functions of `description` may import: the consequence of an impossible value, the volume of a mesh."""


def imported(tree: ast.AST) -> Iterator[str]:
    """Yield the folder of every module of ours that a file imports, at its top or inside a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"relative import in line {node.lineno}: imports are absolute here"
            of_package = node.module == "armillary"
            modules = [f"armillary.{each.name}" for each in node.names] if of_package else [node.module or ""]
        else:
            continue
        yield from (module.split(".")[1] for module in modules if module.startswith("armillary."))


def folder(file: Path) -> str:
    part = file.relative_to(SOURCE).parts[0]
    return "cli" if part == "__main__.py" else part.removesuffix(".py")  # python -m armillary is the command line


def test_the_page_on_architecture_lists_every_folder():
    assert sorted({folder(file) for file in FILES} - {"__init__"}) == sorted(FLOW)


@of_every_file
def test_imports_point_to_earlier_folders(file: Path):
    if folder(file) == "__init__":
        return  # the table of public names knows all of them
    tree = tree_of(file)
    earlier = {*FLOW[: FLOW.index(folder(file)) + 1], "__version__"}
    at_top = {name for node in tree.body for name in imported(node) if isinstance(node, ast.Import | ast.ImportFrom)}
    assert not at_top - earlier, f"{folder(file)} imports from {at_top - earlier}, which come after it"
    later = {*imported(tree)} - earlier - ON_DEMAND - (ASKED if folder(file) == "description" else set())
    assert not later, f"a function of {folder(file)} imports from {later}, which come after it"
