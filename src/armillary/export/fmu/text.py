"""What both versions of the model description share: numbers, units, the head, and XML as text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree import ElementTree

from armillary.export.fmu.variables import Table

CATEGORIES = (
    ("logStatusError", "Errors: wrong use, and motions that cannot go on"),
    ("logStatusWarning", "Warnings"),
    ("logEvents", "Limits that are reached, changes of the solver"),
)


@dataclass(frozen=True)
class Header:
    """What an FMU says of itself."""

    name: str
    identifier: str
    token: str
    tool: str
    date: str
    tolerance: float
    categories: tuple[tuple[str, str], ...] = CATEGORIES


def number(value: float) -> str:
    """Return a number that reads back as the same."""
    return repr(float(value))


def plain_text(text: str) -> str:
    """Return text without characters that XML cannot hold, on one line."""
    return " ".join(re.sub(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "?", text).split())


def units_of(table: Table) -> list[str]:
    """Return the units that variables have, each once."""
    used = {each.unit for group in table.groups.values() for each in group} | {"s"}
    return sorted(unit for unit in used if unit)


def written(root: ElementTree.Element) -> str:
    """Return a document as text."""
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
