"""The API reference: one page for each group of public names, written from their docstrings by autodoc."""

import inspect
import re

from make_names import public_names, summary
from website.docstrings import escaped
from website.stage import Stage

HEAD = """\
API reference
=============

``import armillary as arm`` gives these names; each is loaded when it is first used.
:doc:`/docs/names` lists all of them in one line each.

.. toctree::
   :maxdepth: 1

"""


def pages(stage: Stage) -> None:
    """Write the pages and their index."""
    names = []
    for title, rows in public_names().items():
        if title == "Modules":
            continue
        name = re.sub(r"\W+", "-", title.lower()).strip("-")
        names.append(name)
        entries = [entry(each, value) for each, value in sorted(rows.items(), key=lambda row: row[0].lower())]
        stage.write(f"reference/api/{name}.rst", "\n".join([title, "=" * len(title), "", contents(rows), *entries]))
    stage.write("reference/api/index.rst", HEAD + "".join(f"   {name}\n" for name in names))


def contents(rows: dict[str, object]) -> str:
    """Return a table of the names with the first sentence of each, which links to the entries."""
    lines = [".. list-table::", "   :class: names", "   :widths: auto", ""]
    for name, value in sorted(rows.items(), key=lambda row: row[0].lower()):
        said = " ".join(escaped(summary(value).replace("\\|", "|")).split())
        lines += [f"   * - :py:obj:`arm.{name} <armillary.{name}>`", f"     - {said}"]
    return "\n".join([*lines, ""])


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
