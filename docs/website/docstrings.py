"""Docstrings of this project as reStructuredText.

They are written for `help()`: names in single backticks, formulas on indented lines, bars and stars as mathematics.
reST would read some of these as markup. Examples with prompts and the sections of Google style stay as they are.
"""

import re
from typing import Any

SECTION = re.compile(r"^(Args|Attributes|Returns|Raises|Yields|Example|Examples|Note|Notes|Warns):$")
MARKUP = re.compile(r"(?<!\\)([|*]|(?<=\w)_(?!\w))")
CODE = re.compile(r"(``.+?``|`[^`]+`)")
PUBLIC = re.compile(r"^`arm\.([A-Za-z_.]+)`$")


def setup(app: Any) -> None:
    """Connect to autodoc, before napoleon."""
    app.connect("autodoc-process-docstring", lambda *arguments: _process(arguments[-1]), priority=100)


def _process(lines: list[str]) -> None:
    lines[:] = rest(lines)


def rest(lines: list[str]) -> list[str]:
    """Return the lines of a docstring as reST.

    Example:
        >>> rest(["The energy of `arm.Robot`:", "    |v|² / 2   (1)"])
        ['The energy of :py:obj:`arm.Robot <armillary.Robot>`:', '', '::', '', '    |v|² / 2   (1)', '']
    """
    made: list[str] = []
    literal: int | None = None  # indentation of the text above a block of formulas
    inside = 0  # indentation of the entries of a section, 0 outside
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if not line.strip():
            made.append(line)
            continue
        if literal is not None and indent > literal:
            made.append(line)
            continue
        if literal is not None:
            literal = None
            if made[-1].strip():
                made.append("")
        if SECTION.match(line.strip()):
            inside = indent + 4
            made.append(line)
            continue
        if indent < inside:
            inside = 0
        above = _above(made)
        if not inside and above is not None and indent > above and made[-1].strip():
            literal = above
            made += ["", " " * above + "::", "", line]
            continue
        made.append(line if ">>>" in line or (inside and line.lstrip().startswith("...")) else escaped(line))
    if literal is not None:
        made.append("")
    return made


def _above(made: list[str]) -> int | None:
    line = next((line for line in reversed(made) if line.strip()), None)
    return None if line is None else len(line) - len(line.lstrip())


def escaped(line: str) -> str:
    """Return a line with the signs of reST escaped, and public names in backticks as links."""
    parts = CODE.split(line)
    parts[::2] = [MARKUP.sub(r"\\\1", part) for part in parts[::2]]
    parts[1::2] = [PUBLIC.sub(r":py:obj:`arm.\1 <armillary.\1>`", part) for part in parts[1::2]]
    return "".join(parts)
