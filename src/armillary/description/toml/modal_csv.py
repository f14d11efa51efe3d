"""The nodes of modal data as a table: a CSV file with a row for each node, as spreadsheets and programs export it.

The first line names the columns, in any order:
    name, x, y, z [m], mass [kg], Ixx, Iyy, Izz, Ixy, Ixz, Iyz [kg·m²]
and for each mode k = 1, 2, … the translation `txk, tyk, tzk` and the rotation `rxk, ryk, rzk`, as in `tx1`.
Mass, inertia and rotations may be left out. Lines that begin with # are comments.
"""

from __future__ import annotations

import re
from typing import Any

from armillary.errors import DescriptionError, Problem
from armillary.files.csv import csv_cells
from armillary.files.document import MOST_PROBLEMS
from armillary.files.lines import Path
from armillary.files.places import Text
from armillary.files.text import Source
from armillary.files.words import listed, shortened

_INERTIA = ("Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
_PLAIN = ("name", "x", "y", "z", "mass", *_INERTIA)
_SHAPE = re.compile(r"([tr])([xyz])([1-9]\d{0,3})")
MODAL = Source(
    "file of modal data, as in docs/modal-data.md", "modal data, as in docs/modal-data.md", "docs/modal-data.md"
)


def read_nodes(text: str, file: str) -> tuple[dict[str, Any], Text]:
    """Return the nodes as the tables of docs/modal-data.md, and the lines of the rows.

    Raises:
        DescriptionError: The table lacks columns, or a cell is not a number.
    """
    (first, columns), *rows = csv_cells(text, file, MODAL)
    problems = _column_faults(columns, file, first)
    if problems:
        raise DescriptionError(problems)
    nodes = [_node(columns, row, number, file, problems) for number, row in rows]
    if problems:
        raise DescriptionError(problems[:MOST_PROBLEMS], max(0, len(problems) - MOST_PROBLEMS))
    places: dict[Path, int] = {("nodes",): first} | {("nodes", i): number for i, (number, _) in enumerate(rows)}
    return {"nodes": nodes}, Text(file, lambda: places)


def _modes(columns: list[str], kind: str) -> int:
    """Return the highest mode that has a column of this kind, t or r."""
    found = [_SHAPE.fullmatch(column) for column in columns]
    return max((int(match[3]) for match in found if match and match[1] == kind), default=0)


def _column_faults(columns: list[str], file: str, line: int) -> list[Problem]:
    needed = ["name", "x", "y", "z"]
    needed += [column for column in _INERTIA[:3] if {*columns} & {*_INERTIA}]
    n = max(_modes(columns, "t"), 1)
    needed += [f"t{axis}{mode}" for mode in range(1, n + 1) for axis in "xyz"]
    if _modes(columns, "r"):
        n = max(n, _modes(columns, "r"))
        needed += [f"r{axis}{mode}" for mode in range(1, n + 1) for axis in "xyz"]
    missing = [column for column in needed if column not in columns]
    strange = [column for column in columns if column not in _PLAIN and not _SHAPE.fullmatch(column)]
    twice = sorted({column for column in columns if columns.count(column) > 1})
    expected = f"{', '.join(_PLAIN)}, tx1, ty1, tz1, rx1, ry1, rz1, tx2, …"
    faults = []
    if strange:
        named = ", ".join(shortened(column) for column in strange[:20])
        faults.append(Problem("", f"unknown columns: {named}", f"columns named {expected}", "", file, line))
    if missing:
        faults.append(Problem("", f"missing columns: {listed(missing)}", f"columns named {expected}", "", file, line))
    if twice:
        faults.append(Problem("", f"columns given twice: {listed(twice)}", "each column once", "", file, line))
    return faults


def _node(columns: list[str], row: list[str], line: int, file: str, problems: list[Problem]) -> dict[str, Any]:
    """Return a row as the table of a node; add its faults to the problems."""
    if len(row) != len(columns):
        problems.append(Problem("", f"{len(row)} cells", f"{len(columns)}, as in the first line", "", file, line))
        return {}
    cells: dict[str, Any] = {}
    for column, cell in zip(columns, row, strict=True):
        try:
            cells[column] = cell if column == "name" else float(cell)
        except ValueError:
            problems.append(Problem(column, shortened(cell), "a number in SI units", "", file, line))
            cells[column] = 0.0
    node = {"name": cells["name"], "position": [cells[axis] for axis in "xyz"], "mass": cells.get("mass", 0.0)}
    if "Ixx" in cells:
        node["inertia"] = {column[1:]: cells[column] for column in _INERTIA if column in cells}
    for kind, key in (("t", "translation"), ("r", "rotation")):
        modes = range(1, _modes(columns, kind) + 1)
        node[key] = [[cells[f"{kind}{axis}{mode}"] for axis in "xyz"] for mode in modes]
    return node
