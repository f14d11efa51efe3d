"""The landing page with the order of all pages; a page that no group names comes last, under "More"."""

from collections.abc import Iterable
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from website.stage import Stage

START = "Start"
GROUPS: dict[str, tuple[str, ...]] = {
    START: (
        "docs/tutorials/ten-minutes", "README", "docs/installation/README", "docs/installation/platforms", "gallery",
        "docs/tutorials/cheat-sheet",
    ),
    "Tutorials": (
        "docs/tutorials/README", "docs/tutorials/first-arm", "docs/tutorials/kinematics",
        "examples/notebooks/flexible_arm_with_motors",
        "docs/tutorials/own-controller", "docs/tutorials/digital-control", "examples/notebooks/choosing_a_robot",
        "docs/tutorials/sweep", "docs/tutorials/gpu", "examples/notebooks/equations_of_an_rr_arm",
    ),
    "Coming from": (
        "docs/tutorials/coming-from/pinocchio", "docs/tutorials/coming-from/mujoco",
        "docs/tutorials/coming-from/roboticstoolbox", "docs/tutorials/coming-from/drake",
        "docs/tutorials/coming-from/simscape", "docs/tutorials/coming-from/sympy",
    ),
    "How-to": (
        "docs/robot-files", "docs/library", "docs/simulation/README", "docs/simulation/scenario-files",
        "docs/simulation/references-and-controllers", "docs/simulation/solvers", "docs/simulation/results",
        "docs/simulation/margins", "docs/simulation/capabilities", "docs/simulation/gpu", "docs/control",
        "docs/control/sensors", "docs/flexible",
        "docs/modal-data", "docs/free-bases", "docs/kinematics", "docs/equations", "docs/native-code",
        "docs/native-code/free-parameters", "docs/native-code/gradients", "docs/native-code/frameworks",
        "docs/native-code/gpu", "docs/sweeps", "docs/selection", "docs/export", "docs/fmu", "docs/report",
        "docs/view", "docs/pages/play", "docs/figures/README",
    ),
    "Reference": (
        "reference/robot-file", "reference/scenario-file", "reference/motion-file", "reference/study-file",
        "reference/catalogue-file", "reference/api/index", "docs/names", "docs/notation", "docs/combinations",
        "docs/formulations", "reference/formulations/index", "docs/references",
    ),
    "Evidence": ("validation", "performance", "docs/papers", "benchmarks/README"),
    "Behind it": (
        "docs/README", "docs/architecture", "docs/walk", "docs/decisions/README", "CONTRIBUTING",
        "docs/installation/releases", "CHANGELOG",
    ),
}  # fmt: skip
TITLES = {"README": "Overview", "docs/README": "All documents", "docs/tutorials/README": "All tutorials and examples"}
SHORT = {
    "pinocchio": "Pinocchio", "mujoco": "MuJoCo", "roboticstoolbox": "Robotics Toolbox", "drake": "Drake",
    "simscape": "Simscape Multibody", "sympy": "SymPy",
}  # fmt: skip
"""Names in the tree that differ from the titles of the pages."""
INNER = ("docs/decisions/README",)
"""Pages that list the other pages of their folder; these are not listed on the landing page."""
TREE = "\n\n```{{toctree}}\n:hidden:\n:maxdepth: 1\n\n{}\n```\n"


def pages(stage: Stage) -> None:
    """Write the landing page, and the trees of the pages that list others."""
    names = {_name(path.relative_to(stage.folder)) for path in stage.files if path.suffix in (".md", ".rst", ".ipynb")}
    listed = {name for group in GROUPS.values() for name in group}
    if lost := listed - names:
        raise RuntimeError(f"pages of the landing page that do not exist: {', '.join(sorted(lost))}")
    for index in INNER:
        listed |= _add_tree(stage, index, sorted(names - listed))
    groups: dict[str, Iterable[str]] = dict(GROUPS)
    inside = ("reference/api/", "reference/formulations/")  # their index pages have trees
    groups["More"] = sorted(name for name in names - listed - {"index"} if not name.startswith(inside))
    template = Environment(
        loader=FileSystemLoader(Path(__file__).parent), undefined=StrictUndefined, keep_trailing_newline=True
    ).get_template("landing.md.j2")
    named = {title: [_entry(name) for name in group] for title, group in groups.items() if group}
    stage.write("index.md", template.render(groups=named))


def _entry(name: str) -> str:
    """Return a page as an entry of a tree, with a short title where it has one."""
    folder, _, stem = name.rpartition("/")
    title = SHORT[stem] if folder.endswith("coming-from") else TITLES.get(name)
    return f"{title} </{name}>" if title else f"/{name}"


def _name(path: Path) -> str:
    return path.with_suffix("").as_posix()


def _add_tree(stage: Stage, index: str, names: list[str]) -> set[str]:
    """Append a hidden tree of the pages below an index page to it; return these."""
    folder = index.rpartition("/")[0] + "/"
    inner = [name for name in names if name.startswith(folder) and name != index]
    text = (stage.folder / f"{index}.md").read_text(encoding="utf-8")
    stage.write(f"{index}.md", text + TREE.format("\n".join("/" + name for name in inner)))
    return {index, *inner}
