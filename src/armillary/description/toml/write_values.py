"""Values as TOML text that reads back as the very same value: numbers, angles, texts, lists and tables."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from armillary.description.robot import Matrix, Vector
from armillary.files.units import parse_quantity

Lines = Iterable[tuple[str, str]]


def inertia_value(inertia: Matrix) -> str:
    """Return the entries by name, or all nine where the tensor is not symmetric to the last bit."""
    if any(inertia[i][j] != inertia[j][i] for i in range(3) for j in range(i)):
        return rows_value(inertia)
    products = {"xy": inertia[0][1], "xz": inertia[0][2], "yz": inertia[1][2]}
    entries = [("xx", inertia[0][0]), ("yy", inertia[1][1]), ("zz", inertia[2][2])]
    entries += [(key, value) for key, value in products.items() if value]
    return inline((key, number_value(value)) for key, value in entries)


def inline(entries: Lines) -> str:
    """Return a table in one line."""
    return "{ " + ", ".join(f"{key} = {value}" for key, value in entries) + " }"


def rows_value(rows: Sequence[Vector]) -> str:
    """Return vectors, one in each line."""
    return "[\n" + "".join(f"  {numbers_value(row)},\n" for row in rows) + "]"


def list_value(items: Iterable[str]) -> str:
    """Return a list in one line."""
    return f"[{', '.join(items)}]"


def numbers_value(values: Sequence[float]) -> str:
    """Return a list of numbers."""
    return list_value(number_value(value) for value in values)


def number_value(value: float) -> str:
    """Return all digits of a float; a whole number without its point."""
    value = float(value) + 0.0
    return str(int(value)) if value.is_integer() and abs(value) < 1e6 else repr(value)


def angle_value(value: float) -> str:
    """Return an angle in degrees if that is shorter and the very same number."""
    value = float(value)
    if 1e-6 < abs(value) < 1e6:
        text = f"{math.degrees(value):.8g} deg"
        if len(text) < len(repr(value)) and parse_quantity(text, "angle") == value:
            return f'"{text}"'
    return number_value(value)


def flag_value(value: bool) -> str:
    """Return true or false."""
    return "true" if value else "false"


def block(title: str, lines: Lines) -> str:
    """Return a table with a title, or the head of a file."""
    return "\n".join([title, *(f"{key} = {value}" for key, value in lines), ""])


def text_value(value: str) -> str:
    """Return a text in quotes."""
    if "\n" in value:
        return '"""\n' + "\n".join(escaped(line) for line in value.split("\n")) + '"""'
    return f'"{escaped(value)}"'


def escaped(value: str) -> str:
    """Return a text with what TOML does not take as it is spelled out."""
    named = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return "".join(named.get(c) or (f"\\u{ord(c):04X}" if ord(c) < 0x20 or ord(c) == 0x7F else c) for c in value)
