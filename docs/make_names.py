"""Writes docs/names.md: every public name with the first sentence of its docstring. `make pictures` runs it."""

import inspect
import re
from pathlib import Path

import armillary as arm

GROUPS = {
    "Robots": ("description",),
    "Models, code and equations": ("multibody", "formulations", "compiler", "symbolic", "exports"),
    "Closed loops and results": (
        "expr.pointwise",
        "simulation.simulate",
        "simulation.scenario",
        "simulation",
        "results",
    ),
    "Analysis, motions and pages": ("analysis", "motion", "pages", "figures"),
    "Choosing robots and motors": ("selection",),
    "Studies": ("studies",),
    "Errors and warnings": ("errors",),
}
SPACES = {
    "Parts of robots": "parts",
    "Controllers": "controllers",
    "References": "references",
    "Sensors": "sensors",
    "Solvers": "solvers",
    "Executors": "executors",
    "Axes of studies": "axes",
    "Outputs of studies": "outputs",
    "The library": "library",
    "Architectures, sampling, catalogues": "selection",
    "Types of results": "types",
    "All errors and warnings": "errors",
}
HEAD = """\
# Public names

`import armillary as arm` gives these names. Each is loaded when it is first used.
`help(arm.simulate)` says more about any of them.
"""


EQUATIONS = r",? (?:of )?\(\d\)(?:(?:–|, | and | or | to )\(\d\))*"
"""Numbers of equations, which stand in the module of a name."""


def summary(value: object) -> str:
    """Return the first sentence of a docstring in one line, without what Markdown would read as a table."""
    if isinstance(value, (dict, tuple)):
        return ", ".join(f"`{name}`" for name in value)
    text = " ".join((inspect.getdoc(value) or "").split("\n\n")[0].split())
    found = re.match(r"(.*?[^.]\.)(?: [A-Z`\[]|$)", text)
    sentence = (found[1] if found else text).rstrip(".:").replace("|", "\\|")
    return re.sub(rf"{EQUATIONS}| \(see above\)|\.? \[\w+\d{{4}}[^\]]*\]", "", sentence)


def table(rows: dict[str, object]) -> str:
    """Return names and summaries as a table."""
    lines = [
        f"| `arm.{name}` | {summary(value)} |" for name, value in sorted(rows.items(), key=lambda row: row[0].lower())
    ]
    return "\n".join(["| name | what it is |", "|---|---|", *lines])


def place(value: object) -> str:
    """Return the group that a public value belongs to."""
    home = getattr(inspect.unwrap(value), "__module__", getattr(value, "__name__", "")).removeprefix("armillary.")
    full = f"{home}.{getattr(value, '__name__', '')}"
    return next((group for group, homes in GROUPS.items() if full.startswith(homes)), "Public modules")


def public_names() -> dict[str, dict[str, object]]:
    """Return the public names with their values, group by group."""
    groups: dict[str, dict[str, object]] = {group: {} for group in GROUPS}
    modules = {}
    for name in dir(arm):
        value = getattr(arm, name)
        if inspect.ismodule(value):
            modules[name] = value
        elif not name.startswith("__"):
            groups[place(value)][name] = value
    for title, space in SPACES.items():
        module = getattr(arm, space)
        values = {name: getattr(module, name) for name in module.__all__}
        groups[title] = {f"{space}.{name}": value for name, value in values.items() if not inspect.ismodule(value)}
    return {**groups, "Modules": modules}


def page() -> str:
    """Return the whole page."""
    parts = [f"## {title}\n\n{table(rows)}\n" for title, rows in public_names().items()]
    return "\n".join([HEAD, *parts])


if __name__ == "__main__":
    Path(__file__).with_name("names.md").write_text(page(), encoding="utf-8")
