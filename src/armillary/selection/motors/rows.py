"""The rows of a catalogue file as they are written: TOML tables or lines of CSV, each value with its line.

TOML has [[motor]], [[gear]] and [[screw]] tables. CSV has a line for each of them; the first line names the columns,
one of which is `kind`. A unit stands in the value ("2.1 kg") or in the name of the column ("mass [kg]"). Empty cells
are fields that the row does not have, lines that begin with # are comments.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from armillary.errors import Problem
from armillary.files.known_fields import nearest
from armillary.files.lines import Path, key_lines, line_of
from armillary.files.toml_text import tables
from armillary.files.units import shortened

KINDS = ("motor", "gear", "screw")

_HEADING = re.compile(r"\s*([^\[\]]*?)\s*(?:\[([^\[\]]*)\])?\s*")


@dataclass(frozen=True)
class Row:
    """A row of a catalogue: its values as written, with the lines where they stand."""

    kind: str
    index: int
    values: Mapping[str, Any]
    lines: Mapping[str, int]
    line: int
    file: str | None
    units: Mapping[str, str]
    """The unit that the name of a column gives, by field; empty in TOML."""
    text: bool = False
    """Whether all values are texts, as in CSV, where a number is no more than its digits."""

    def problem(self, field: str, found: str, expected: str, hint: str = "") -> Problem:
        """Return a problem of one field, at its place."""
        name = f"{self.kind}[{self.index}]" + (f".{field}" if field else "")
        return Problem(name, found, expected, hint, self.file, self.lines.get(field, self.line))


def toml_rows(text: str, file: str | None, problems: list[Problem]) -> list[Row]:
    """Return the rows of a TOML text; what is no row is added to the problems.

    Raises:
        DescriptionError: The text is not TOML.
    """
    data, lines = tables(text, file, "a motor catalogue"), key_lines(text)
    rows = []
    for kind, items in data.items():
        at = line_of(lines, (kind,))
        if kind not in KINDS:
            expected = " and ".join(f"[[{one}]]" for one in KINDS) + " tables"
            problems.append(
                Problem(shortened(kind), "not a table of a catalogue", expected, nearest(kind, KINDS), file, at)
            )
            continue
        if not (isinstance(items, list) and all(isinstance(item, dict) for item in items)):
            found, hint = f"{shortened(items)} instead of rows", "two brackets: there may be several"
            problems.append(Problem(kind, found, f"[[{kind}]] tables", hint, file, at))
            continue
        for i, values in enumerate(items):
            place: Path = (kind, i)
            own = {name: line_of(lines, (*place, name)) for name in values}
            rows.append(Row(kind, i, values, own, line_of(lines, place), file, {}))
    return rows


def csv_rows(text: str, file: str | None, problems: list[Problem]) -> list[Row]:
    """Return the rows of a CSV text; what is no row is added to the problems."""
    ended = text.replace("\r\n", "\n").replace("\r", "\n")  # as old spreadsheets end lines, too
    numbered = [(n, line) for n, line in enumerate(ended.split("\n"), start=1) if _says_something(line)]
    found = [(n, _cells(line)) for n, line in numbered]
    if not found:
        problems.append(Problem("", "the file has no lines but comments", "a table of motors and gears", "", file, 1))
        return []
    columns, units = _columns(*found[0], file, problems)
    rows: list[Row] = []
    counts = dict.fromkeys(KINDS, 0)
    for line, cells in found[1:]:
        if len(cells) != len(columns):
            expected = f"{len(columns)}, as in the first line"
            problems.append(Problem("", f"{len(cells)} cells", expected, "quote cells with commas", file, line))
            continue
        values = {name: cell for name, cell in zip(columns, cells, strict=True) if cell}
        kind = values.pop("kind", "").lower()
        if kind not in KINDS:
            expected = f"one of {', '.join(KINDS)}"
            problems.append(Problem("kind", shortened(kind) if kind else "empty", expected, "", file, line))
            continue
        rows.append(Row(kind, counts[kind], values, {}, line, file, units, text=True))
        counts[kind] += 1
    return rows


def _says_something(line: str) -> bool:
    return bool(line.strip(" \t,;")) and not line.lstrip().startswith("#")


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in next(csv.reader(io.StringIO(line), skipinitialspace=True), [])]


def _columns(
    line: int, headings: list[str], file: str | None, problems: list[Problem]
) -> tuple[list[str], dict[str, str]]:
    """Return the fields that the columns hold, and the units that their names give."""
    names, units = [], {}
    for heading in headings:
        match = _HEADING.fullmatch(heading)
        name = match[1] if match else heading
        if match and match[2]:
            units[name] = match[2].strip()
        names.append(name)
    if "kind" not in names:
        expected = f"a column kind: {', '.join(KINDS)}"
        problems.append(Problem("", "there is no column kind", expected, "", file, line))
    for name in sorted({name for name in names if names.count(name) > 1}):
        problems.append(Problem(name, "the column is there twice", "each column once", "", file, line))
    return names, units
