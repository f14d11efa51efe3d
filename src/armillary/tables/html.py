"""HTML by Jinja2 templates with autoescape; all HTML is made here.

Texts come from files that others wrote: templates escape them, and characters that are invalid in HTML, are invisible
or turn the direction of a text are spelled out, as in a terminal.
Notebooks get styles inside the elements; pages have a style sheet, and their policy allows no other style.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from armillary.errors import printable
from armillary.tables import svg
from armillary.tables.json import script_json
from armillary.tables.table import shown

_INVALID = re.compile("[\ufdd0-\ufdef\ufffe\uffff]")


def clean(value: Any) -> Any:
    """Return the text of a value without characters that are invalid or obeyed; values with an HTML form unchanged."""
    if hasattr(value, "__html__"):
        return value
    return _INVALID.sub("\N{REPLACEMENT CHARACTER}", printable(shown(value), "\t\n\r"))


@cache
def environment(package: str = "armillary.tables") -> Environment:
    """Return the templates of a package and of this folder."""
    loader = ChoiceLoader([PackageLoader(package), PackageLoader("armillary.tables")])
    made = Environment(
        loader=loader, autoescape=True, finalize=clean, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.globals |= {"svg": svg, "drawing": svg.drawing}
    made.filters["script_json"] = lambda data: Markup(script_json(data))
    return made


def render(package: str, template: str, **values: Any) -> str:
    """Return a filled template of a package."""
    return environment(package).get_template(template).render(**values)


def macro(name: str, *arguments: Any) -> str:
    """Return a filled macro of parts.html."""
    module: Any = environment().get_template("parts.html").module
    return Markup(getattr(module, name)(*arguments))


def html(parts: Iterable[Any]) -> str:
    """Return parts as HTML for notebooks: it needs no style sheet, no script and no network."""
    return str(macro("inline", list(parts)))
