"""Reference pages of files: every table with its fields, types, units and defaults, read from the schemas."""

import inspect
import re
from collections.abc import Iterator, Mapping

from pydantic import BaseModel

from armillary.description.toml.schema import RobotFile
from armillary.files.quantity import Declared
from armillary.motion.task import MotionTask
from armillary.selection.motors.catalogue_file import CatalogueFile
from armillary.simulation.controllers import CONTROLLERS, FILTERS, OBJECTIVES
from armillary.simulation.parameters import format_of, parameters
from armillary.simulation.references import REFERENCES, SHAPERS
from armillary.simulation.scenario_file.schema import ScenarioFile
from armillary.simulation.sensors import SENSORS
from armillary.simulation.solvers import SOLVERS
from armillary.studies.axes import KINDS as AXES
from armillary.studies.outputs import KINDS as OUTPUTS
from armillary.studies.study_file import StudyFile
from website.fields import default, field_type, models, words
from website.stage import Stage

NUMBERS = "Numbers are in SI units, texts carry a unit. Fields may be left out unless they are required."
HEAD = [":::{table}", ":class: fields", "", "| field | value | default |", "|---|---|---|"]
FILES: dict[str, tuple[str, type, str]] = {
    "robot-file": ("Robot file: all fields", RobotFile, "/docs/robot-files"),
    "scenario-file": ("Scenario file: all fields", ScenarioFile, "/docs/simulation/scenario-files"),
    "motion-file": ("Motion file: all fields", MotionTask, "/docs/selection"),
    "study-file": ("Study file: all fields", StudyFile, "/docs/sweeps"),
    "catalogue-file": ("Motor catalogue: all fields", CatalogueFile, "/docs/selection"),
}
SCENARIO_KINDS: dict[str, tuple[str, Mapping[str, type]]] = {
    "[controller]": ("Control laws of `arm.controllers`.", CONTROLLERS),
    "Filters of a controller": ("Parts of the controllers `series` and others.", FILTERS),
    "Objectives in the null space": ("For the controller `operational_space`.", OBJECTIVES),
    "[reference]": ("Motions of `arm.references`.", REFERENCES),
    "Shapers of a reference": ("For the reference `shaped`.", SHAPERS),
    "[[sensor]]": ("Sensors of `arm.sensors`.", SENSORS),
    "solver": ("Solvers of `arm.solvers`.", SOLVERS),
}
STUDY_KINDS: dict[str, tuple[str, Mapping[str, type]]] = {
    "[axes]": ("Axes of `arm.axes`; a list stands for `values`, and `from` without a type for `range`.", AXES),
    "outputs": ("Outputs of `arm.outputs`; a name stands for a figure of merit.", OUTPUTS),
}
KINDS = {"scenario-file": SCENARIO_KINDS, "study-file": STUDY_KINDS}
"""Tables with a type, by the file that has them."""


def pages(stage: Stage) -> None:
    """Write a page for each kind of file."""
    for name, (title, model, guide) in FILES.items():
        parts = [f"# {title}\n\n{{doc}}`{guide}` explains them with examples. {NUMBERS}\n"]
        if issubclass(model, BaseModel):
            named: dict[str, list[type[BaseModel]]] = {}
            for each in tables(model):
                named.setdefault(each.__name__, []).append(each)
            parts += [table(same, whole=model in same) for same in named.values()]
        else:
            parts += ["\n".join(_fields(parameters(model))), ""]
        parts += [typed(heading, *kind) for heading, kind in KINDS.get(name, {}).items()]
        stage.write(f"reference/{name}.md", "\n".join(parts))


def tables(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """Yield a table and the tables in it, each once, in the order of the fields."""
    due, seen = [model], set[type[BaseModel]]()
    while due:
        each = due.pop(0)
        if each in seen:
            continue
        seen.add(each)
        each.model_rebuild()
        yield each
        inner = [model for field in each.model_fields.values() for model in models(field.annotation)]
        due = [*inner, *due]


def table(same: list[type[BaseModel]], whole: bool = False) -> str:
    """Return a section with the fields of a table; `same` are its forms for joints that turn, slide, …"""
    fields = {name: field for model in reversed(same) for name, field in model.model_fields.items()}
    meanings = any(field.description for field in fields.values())
    rows = []
    for name, field in fields.items():
        meaning = f" {field.description or ''} |" if meanings else ""
        rows.append(f"| `{name}` |{meaning} {field_type(field)} | {default(field)} |")
    head = [line.replace("field |", "field | meaning |").replace("|---|", "|---|---|", 1) for line in HEAD]
    text = [f"## {'The file' if whole else same[0].__name__}", "", prose(same[0]), ""]
    return "\n".join([*text, *(head if meanings else HEAD), *rows, ":::", ""])


def typed(heading: str, said: str, classes: Mapping[str, type]) -> str:
    """Return a section with the tables that have a type, such as those of controllers."""
    parts = [f"## {heading}", "", f"{said} `type` is one of these names.", ""]
    for name, made in classes.items():
        parts += [f"### {name}", "", prose(made), "", *_fields(parameters(made)), ""]
    return "\n".join(parts)


def _fields(declared: tuple[Declared, ...]) -> list[str]:
    if not declared:
        return ["No fields."]
    rows = [f"| `{field.written}` | {field.says} | {_value(field)} | {_default(field)} |" for field in declared]
    return ["| field | meaning | value | default |", "|---|---|---|---|", *rows]


def _value(field: Declared) -> str:
    """Return what a field takes, with its unit and its range."""
    listed = format_of(field)
    text = listed.value if listed else words(field.type)
    if field.quantity is None:
        return text
    unit, limits = field.quantity.unit(None), field.quantity.range_text()
    if limits.startswith("a finite"):  # as numbers are without a range
        limits = limits.removeprefix("a finite number").removeprefix("a finite value ")
    return text + (f" [{unit}]" if unit else "") + (f", {limits}" if limits else "")


def _default(field: Declared) -> str:
    if field.required:
        return "required"
    value = field.default
    return "" if value is None or value == () else f"`{value}`"


def prose(of: type) -> str:
    """Return the paragraphs of a docstring before its sections, as Markdown."""
    text = re.split(r"\n\n(?=(?:Args|Attributes|Example|Examples|Raises|Returns):\n)", inspect.getdoc(of) or "")[0]
    paragraphs = []
    for part in text.split("\n\n"):
        lines = part.splitlines()
        plain = [line for line in lines if not line.startswith("    ")]
        formulas = [line for line in lines if line.startswith("    ")]
        paragraphs.append(" ".join(plain).replace("*", "\\*").replace("[[", "\\[\\["))
        if formulas:
            paragraphs.append("\n".join(["```text", *(line[4:] for line in formulas), "```"]))
    return "\n\n".join(paragraphs)
