"""Values as TOML text that reads back as the very same value."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Any

from armillary.files.units import parse_quantity

Lines = Iterable[tuple[str, str]]
"""Keys, and their values as text."""


def toml_value(value: Any) -> str:
    """Return a number, text, flag, list or table on one line."""
    match value:
        case bool():
            return str(value).lower()
        case str() if "\n" in value:
            return '"""\n' + "\n".join(escaped(line) for line in value.split("\n")) + '"""'
        case str():
            return f'"{escaped(value)}"'
        case dict():
            bare = re.compile(r"[A-Za-z0-9_-]+")
            keys = {key: key if bare.fullmatch(key) else toml_value(key) for key in value}
            return inline((keys[key], toml_value(entry)) for key, entry in value.items())
        case list() | tuple():
            return f"[{', '.join(toml_value(entry) for entry in value)}]"
    return number_value(value)


def rows_value(rows: Iterable[Any]) -> str:
    """Return a list with one entry on each line."""
    return "[\n" + "".join(f"  {row if isinstance(row, str) else toml_value(row)},\n" for row in rows) + "]"


def inline(entries: Lines) -> str:
    """Return a table on one line."""
    return "{ " + ", ".join(f"{key} = {value}" for key, value in entries) + " }"


def block(title: str, lines: Lines) -> str:
    """Return a table under its title, or the head of a file."""
    return "\n".join([title, *(f"{key} = {value}" for key, value in lines), ""])


def number_value(value: float) -> str:
    """Return a number with all its digits; a whole number without its point."""
    if isinstance(value, int):
        return str(value)
    value = float(value) + 0.0
    return str(int(value)) if value.is_integer() and abs(value) < 1e6 else repr(value)


def angle_value(value: float) -> str:
    """Return an angle [rad] in degrees if that is shorter and the very same number."""
    value = float(value)
    if 1e-6 < abs(value) < 1e6:
        text = f"{math.degrees(value):.8g} deg"
        if len(text) < len(repr(value)) and parse_quantity(text, "angle") == value:
            return f'"{text}"'
    return number_value(value)


def escaped(value: str) -> str:
    """Return a text in which the characters that TOML refuses are spelled out."""
    named = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return "".join(named.get(c) or (f"\\u{ord(c):04X}" if ord(c) < 0x20 or ord(c) == 0x7F else c) for c in value)
