"""Modules of ours that are found by a text point the same way as imports do.

`test_imports.py` reads imports. This file reads all strings: a string that names a module or folder of ours, such as
"armillary.figures.draw" or the beginning of f"armillary.reproduce.{name}", uses it as an import would. Functions that
import by name are called only where this file says why.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from own_sources import SOURCE, name_of, of_every_file, texts, tree_of

NAMES = {path.with_suffix("").name for path in SOURCE.iterdir() if path.suffix == ".py" or path.is_dir()}
IMPORTERS = {
    "import_module",
    "__import__",
    "attach",
    "attach_stub",
    "spec_from_file_location",
    "run_module",
    "run_path",
}
REASONS = {
    "description/packaged.py": "a description of the package robot_descriptions is a module, named by the user",
    "__init__.py": "public names are loaded when they are first used; __init__.pyi lists them",
    "analysis/others.py": "packages of others, where they are installed",
    "analysis/state_space.py": "SciPy and python-control, where they are used",
    "cli/commands/reproduce.py": "the module of the paper that was asked for",
    "cli/group.py": "the module of the command that was asked for: `armillary --help` imports none",
    "description/__init__.py": "the library is loaded when it is first used",
    "figures/picture.py": "mplot3d of matplotlib, which has no type hints",
    "simulation/__init__.py": "controllers, references and solvers are loaded when they are first used",
    "studies/__init__.py": "the axes are loaded when they are first used",
    "symbolic/printers/sympy_form.py": "SymPy, an optional package",
}
"""Files that import by name, and what they import."""


def folder_of(text: str) -> str | None:
    """Return the folder of ours that a text names, or None."""
    found = re.fullmatch(r"(?:armillary\.)(\w+)(?:\.\w*)*", text) or re.fullmatch(r"(\w+)(?:\.\w+)+", text)
    if not found or found[1] not in NAMES:
        return None
    if text.startswith("armillary."):
        return found[1]
    return found[1] if (SOURCE / text.replace(".", "/")).with_suffix(".py").exists() else None


def importers(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that call a function which imports by name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in IMPORTERS:
                yield node.lineno


@of_every_file
def test_strings_name_no_later_folder(file):
    if file.parent == SOURCE:
        return
    own, flow = name_of(file).split("/")[0], folders_in_order()
    named = {text: folder for _, text in texts(tree_of(file)) if (folder := folder_of(text))}
    late = {text for text, folder in named.items() if folder in flow and flow.index(folder) > flow.index(own)}
    assert not late, f"{own} names {late}, which come after it"


@of_every_file
def test_imports_by_name_have_a_reason(file):
    found = list(importers(tree_of(file)))
    if name_of(file) in REASONS:
        assert found, "it imports nothing by name any more: take it from the list"
    else:
        assert not found, f"lines {found} import by name"


@cache
def folders_in_order() -> list[str]:
    """The folders in their order, as test_imports.py lists them."""
    text = (SOURCE.parents[1] / "tests/architecture/test_imports.py").read_text(encoding="utf-8")
    (value,) = (
        node.value
        for node in ast.parse(text).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "FLOW"
    )
    return list(ast.literal_eval(value))


def test_the_reader_sees_what_it_should():
    flow = folders_in_order()
    text = '"""armillary.cli.group"""\na = "armillary.figures.draw", f"armillary.pages.{x}", "pages.report", "a.b"\n'
    assert [folder_of(each) for _, each in texts(ast.parse(text))] == ["figures", "pages", "pages", None]
    assert list(importers(ast.parse("import_module('a')\nimportlib.import_module(b)\nlen('a')\n"))) == [1, 2]
    assert flow.index("expr") < flow.index("cli")


def test_a_check_of_every_file_names_those_that_fail():
    @of_every_file
    def check(file):
        assert name_of(file) != "expr/graph.py"

    with pytest.raises(AssertionError, match=r"^expr/graph\.py: "):
        check()
