"""Values as plain data and as JSON. Infinity and NaN, which JSON lacks, become null."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any
from unicodedata import category

from armillary.errors import OBEYED, printable


def plain(value: Any) -> Any:
    """Return nested data as dictionaries, lists, texts and finite numbers; other values become texts.

    Example:
        >>> plain({"ratio": float("inf"), "names": ("a", "b")})
        {'ratio': None, 'names': ['a', 'b']}
    """
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    if hasattr(value, "tolist"):
        return plain(value.tolist())  # arrays and scalars of NumPy
    if is_dataclass(value) and not isinstance(value, type) and not hasattr(value, "__html__"):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return str(value)


def to_json(value: Any, indent: int | None = 2) -> str:
    """Return nested data as JSON text; characters that a terminal obeys or cannot show are escaped."""
    made = json.dumps(plain(value), indent=indent, ensure_ascii=False, allow_nan=False)
    return "".join(c if c == "\n" or category(c) not in OBEYED else json.dumps(c)[1:-1] for c in made)


def script_json(value: Any) -> str:
    """Return nested data as JSON for a script element: <, > and & are escaped, so that no text can end the script.

    Invisible characters and those that turn the direction of a text are spelled out: the script shows its texts.
    """
    made = json.dumps(_spelled(plain(value)), ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return made.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _spelled(data: Any) -> Any:
    """Return plain data with the texts that a page may show."""
    if isinstance(data, str):
        return printable(data, "\t\n\r")
    if isinstance(data, dict):
        return {printable(key): _spelled(entry) for key, entry in data.items()}
    return [_spelled(entry) for entry in data] if isinstance(data, list) else data
