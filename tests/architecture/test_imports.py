"""Imports point one way: a folder uses itself and the folders before it in the flow."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from own_sources import FILES, SOURCE, nodes_of, of_every_file, tree_of

FLOW = (
    "errors",
    "files",
    "tables",
    "spatial",
    "expr",
    "description",
    "multibody",
    "kinematics",
    "formulations",
    "symbolic",
    "compiler",
    "results",
    "simulation",
    "frameworks",
    "torch",
    "jax",
    "gym",
    "analysis",
    "motion",
    "executors",
    "selection",
    "studies",
    "scene",
    "exports",
    "figures",
    "pages",
    "viewer",
    "reproduce",
    "cli",
)
DRAWERS = {
    "description/lenient.py": {"analysis"},
    "description/robot.py": {"figures", "multibody"},
    "description/sdf/auto_inertia.py": {"scene"},
    "multibody/model.py": {"figures"},
    "symbolic/equations.py": {"pages"},
    "analysis/campbell.py": {"figures"},
    "analysis/ellipsoids.py": {"figures"},
    "analysis/frequencies.py": {"figures"},
    "analysis/state_space.py": {"figures"},
    "analysis/margins/output.py": {"figures"},
    "results/summary.py": {"figures"},
    "results/trajectory.py": {"figures", "pages"},
    "simulation/scenario.py": {"pages"},
    "motion/workspace.py": {"figures"},
    "selection/result.py": {"figures", "pages"},
    "selection/architectures/search_result.py": {"figures"},
    "selection/motors/output.py": {"figures"},
    "studies/results.py": {"figures", "pages"},
    "studies/root_locus.py": {"figures"},
}
"""Results whose methods draw or write pages, which come after them: these import the drawer inside the method.

Lenient reading asks the analysis for the consequence of an impossible value, in the rare files that have one. SDF files
may ask for the inertia of mesh files, which the scene reads.
"""


def imported(tree: ast.AST, package: str = "armillary") -> Iterator[str]:
    """Yield the dotted name of every module of ours that a file imports, at its top or inside a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == package)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"relative import in line {node.lineno}: imports are absolute here"
            if node.module == package:
                yield from (f"{package}.{alias.name}" for alias in node.names)
            elif node.module and node.module.startswith(package + "."):
                yield node.module


def folder(file: Path) -> str:
    part = file.relative_to(SOURCE).parts[0]
    return "cli" if part == "__main__.py" else part.removesuffix(".py")  # python -m armillary is the command line


def test_every_folder_has_its_place_in_the_flow():
    # A public name imported from the package itself ("from armillary import __version__") is no folder.
    assert {folder(file) for file in FILES} - {"__init__"} == set(FLOW)


@of_every_file
def test_imports_point_to_earlier_folders(file: Path):
    if folder(file) == "__init__":
        return  # the table of public names knows all of them
    allowed = set(FLOW[: FLOW.index(folder(file)) + 1])
    tree = tree_of(file)
    used = {module.split(".")[1] for module in imported(tree)}
    later = DRAWERS.get(file.relative_to(SOURCE).as_posix(), set())
    assert later <= used, f"{later - used}: no longer imported; take it from the list"
    tops = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    at_top = {module.split(".")[1] for node in tops for module in imported(node)}
    assert not later & at_top, "the drawer is imported inside the method that draws"
    allowed |= later
    late = sorted(name for name in used if name in FLOW and name not in allowed)
    assert not late, f"{folder(file)} imports from {late}, which come after it"
    assert used - set(FLOW) <= {"__version__"}


TAGS = (
    "a b body br div details em h[1-6] head html i img li link math meta p pre script section span strong style svg "
    "table tbody td th title tr ul"
)
HTML = re.compile(rf"</?(?:{'|'.join(TAGS.split())})(?:\s[^>]*)?>", re.IGNORECASE)


@of_every_file
def test_no_html_is_put_together_from_strings(file: Path):
    nodes = nodes_of(file)
    owners = [node for node in nodes if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef))]
    first = [node.body[0] for node in owners if node.body]
    documented = {id(node.value) for node in first if isinstance(node, ast.Expr)}
    plain = [node for node in nodes if isinstance(node, ast.Constant) and id(node) not in documented]
    texts = [node.value for node in plain if isinstance(node.value, str)]
    robots = {"link"} if folder(file) == "description" else set()  # URDF has <link> too
    found = [tag for text in texts for tag in HTML.findall(text) if tag.strip("</>") not in robots]
    assert not found, f"{found}: HTML is written by templates"


def test_the_reader_of_tags_sees_what_it_should():
    assert HTML.findall('<div class="x">a < b</div>') == ['<div class="x">', "</div>"]
    assert not HTML.findall("<Trajectory of x>, a <b, c> d, JOINT=<name>")


def test_the_reader_of_imports_sees_what_it_should():
    text = "import armillary.expr\ndef f():\n    from armillary.cli import group\n    from armillary import errors\n"
    assert set(imported(ast.parse(text))) == {"armillary.expr", "armillary.cli", "armillary.errors"}


@of_every_file
def test_nothing_evaluates_text_or_pickles(file: Path):
    nodes = nodes_of(file)
    called = {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    modules = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    modules |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
    assert not called & {"eval", "exec", "compile", "__import__"}
    assert not modules & {"pickle", "marshal", "shelve", "dill"}


def test_the_page_on_architecture_has_the_folders_in_this_order():
    page = (SOURCE.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    listed = re.findall(r"^  (\w+)(?:/|\.py) ", page, flags=re.MULTILINE)
    assert tuple(name for name in listed if name != "__init__") == FLOW
    assert {f"## {name}" for name in FLOW if name != "errors"} <= {
        line.removesuffix("/").removesuffix(".py") for line in page.splitlines()
    }


def test_the_page_on_architecture_names_what_is_there():
    page = (SOURCE.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    for name, text in re.findall(r"^## (\w+)/\n(.*?)(?=^## )", page, flags=re.MULTILINE | re.DOTALL):
        here = SOURCE / name
        files = set(re.findall(r"`(?:\w+/)*(\w+\.py)`", text))
        assert files <= {path.name for path in SOURCE.rglob("*.py")}, name
        assert len(files & {path.name for path in here.rglob("*.py")}) >= min(1, len(files)), name
        folders = {path.name for path in here.iterdir() if path.is_dir() and any(path.glob("*.*"))} - {"__pycache__"}
        assert folders <= set(re.findall(r"`(\w+)/", text)), f"{name}: a folder that the page does not name"
