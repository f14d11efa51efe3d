"""The API reference: one page for each group of public names, written from their docstrings by autodoc."""

import importlib
import inspect
import re

import armillary as arm
from make_names import public_names, summary
from website.docstrings import escaped
from website.stage import Stage

FRAMEWORKS = ("torch", "jax", "gym")
"""Modules that a user imports by their names, such as `armillary.torch`."""
HEAD = """\
API reference
=============

``import armillary as arm`` gives these names; each is loaded when it is first used.
:doc:`/docs/names` lists all of them in one line each. ``armillary.torch``, ``armillary.jax`` and
``armillary.gym`` are imported by their names.

.. toctree::
   :maxdepth: 1

"""


def pages(stage: Stage) -> None:
    """Write the pages and their index."""
    names = []
    for title, rows in [*public_names().items(), *frameworks().items()]:
        if title == "Modules":
            continue
        name = re.sub(r"\W+", "-", title.lower()).strip("-")
        names.append(name)
        rows_here = sorted(rows.items(), key=lambda row: row[0].lower())
        entries = [entry(each, value) for each, value in rows_here if target(each, value) == each]
        stage.write(f"reference/api/{name}.rst", "\n".join([title, "=" * len(title), "", contents(rows), *entries]))
    stage.write("reference/api/index.rst", HEAD + "".join(f"   {name}\n" for name in names))


def frameworks() -> dict[str, dict[str, object]]:
    """Return the names of the modules for frameworks; the frameworks themselves are not imported."""
    modules = {name: importlib.import_module(f"armillary.{name}") for name in FRAMEWORKS}
    return {
        f"armillary.{name}": {f"{name}.{each}": getattr(module, each) for each in module.__all__}
        for name, module in modules.items()
    }


def contents(rows: dict[str, object]) -> str:
    """Return a table of the names with the first sentence of each, which links to the entries."""
    lines = [".. list-table::", "   :class: names", "   :widths: auto", ""]
    for name, value in sorted(rows.items(), key=lambda row: row[0].lower()):
        said = " ".join(escaped(summary(value).replace("\\|", "|")).split())
        shown = f"armillary.{name}" if name.startswith(FRAMEWORKS) else f"arm.{name}"
        lines += [f"   * - :py:obj:`{shown} <armillary.{target(name, value)}>`", f"     - {said}"]
    return "\n".join([*lines, ""])


def target(name: str, value: object) -> str:
    """Return the name under which a value has its entry: that of the top level, if a space has it too."""
    last = name.rpartition(".")[2]
    return last if getattr(arm, last, None) is value else name


def entry(name: str, value: object) -> str:
    """Return the directive for one name, such as "Scenario" or "controllers.PD"."""
    if inspect.isclass(value):
        kind = "autoexception" if issubclass(value, BaseException) else "autoclass"
    elif inspect.isroutine(value):
        kind = "autofunction"
    else:
        kind = "autodata"
    options = "   :no-value:\n" if kind == "autodata" else ""
    return f".. {kind}:: armillary.{name}\n{options}"
