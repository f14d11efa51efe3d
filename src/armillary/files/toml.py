"""TOML text → tables, by the standard library; what it refuses becomes a problem with its line."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from armillary.errors import Problem
from armillary.files.text import Source

# The standard reader takes a time that grows with the square of the dots in a key.
_NO_KEY = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\\?\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"'
    r"|'[^'\n]*+'"
    r"|#[^\n]*+",
    re.DOTALL,
)
_DEEP_KEY = re.compile(r"(?:\.[^.,=#\[\]{}\n]++){100}")


def toml_tables(text: str, file: str | None, source: Source) -> dict[str, Any]:
    """Return the tables of a TOML text.

    Raises:
        DescriptionError: The text is not TOML, or made to keep its reader busy; of the class that `source` names.
    """
    deep = _DEEP_KEY.search(_NO_KEY.sub(lambda part: "x" + "\n" * part[0].count("\n"), text))
    if deep:
        line: int | None = deep.string.count("\n", 0, deep.start()) + 1
        raise source.error([Problem("", "a key with a hundred dots", "keys such as base.xyz", "", file, line)])
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise source.error([Problem("", "brackets nest too deeply", f"a {source.name}", "", file)]) from None
    except ValueError as error:  # a TOMLDecodeError, or an integer with thousands of digits
        message, _, place = str(error).partition(" (at ")
        message = message if place else "a number has thousands of digits"
        at_line = re.match(r"line (\d+)", place)
        line = int(at_line[1]) if at_line else text.count("\n") + 1 if place else None
        hint = "texts need quotes, tables [brackets]" if "Invalid value" in message else ""
        raise source.error([Problem("", f"this is not TOML: {message}", "valid TOML", hint, file, line)]) from None
