"""Separate files of modal data (docs/modal-data.md), .toml or .csv, put where a robot file names them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any

from armillary.errors import DescriptionError, Problem
from armillary.files.document import MOST_PROBLEMS, Document, Text
from armillary.files.lines import Path, key_lines, toml_tables
from armillary.files.text import MIB, Source, csv_cells
from armillary.files.words import listed, shortened

_INERTIA = ("Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
_PLAIN = ("name", "x", "y", "z", "mass", *_INERTIA)
_SHAPE = re.compile(r"([tr])([xyz])([1-9]\d{0,3})")
MODAL = Source(
    "file of modal data, as in docs/modal-data.md", "modal data, as in docs/modal-data.md", "docs/modal-data.md"
)
CSV = replace(MODAL, limit=16 * MIB)


def embed(document: Document[Any], folder: FilePath) -> None:
    """Put the modal data that links name by file in place; keep the problems of files that cannot be read.

    A field beside `file` in the robot file replaces the field of the modal file.
    """
    read = lru_cache(maxsize=16)(_read)  # several links may be alike
    links = document.data.get("link")
    for i, link in enumerate(links if isinstance(links, list) else []):
        modal = link.get("modal") if isinstance(link, dict) else None
        if not isinstance(modal, dict) or not isinstance(modal.get("file"), str):
            continue
        path: Path = ("link", i, "modal")
        try:
            fields, document.places.embedded[path] = read(str(folder / modal["file"]))
        except DescriptionError as error:
            for each in error.problems:
                if each.file is None:  # the file as a whole
                    found = f"{shortened(modal['file'])}: {each.found}"
                    document.fault((*path, "file"), found, each.expected, each.hint)
                else:
                    document.problems.append(each)
            document.faulty.add(path)
            link["modal"] = None
            continue
        link["modal"] = fields | {key: value for key, value in modal.items() if key != "file"}


def _read(file: str) -> tuple[dict[str, Any], Text]:
    """Return the tables of a file of modal data, and the lines of their fields."""
    suffix = FilePath(file).suffix.lower()
    if suffix not in (".toml", ".csv"):
        found = f"the suffix is {suffix!r}" if suffix else "it has no suffix"
        raise DescriptionError([Problem("", found, f"a .toml or .csv {MODAL.name}")])
    try:
        text = (CSV if suffix == ".csv" else MODAL).read_text(file)
    except DescriptionError as error:  # of the file as a whole: it belongs to the field that names the file
        raise DescriptionError([replace(each, file=None, line=None) for each in error.problems]) from None
    if suffix == ".csv":
        return read_nodes(text, file)
    return toml_tables(text, file, MODAL), Text(file, lambda: key_lines(text))


def read_nodes(text: str, file: str) -> tuple[dict[str, Any], Text]:
    """Return the nodes of a CSV text as the tables of docs/modal-data.md, and the lines of the rows.

    The first line names the columns: name, position, mass, inertia, and for each mode k = 1, 2, … the translation
    `txk, tyk, tzk` and the rotation `rxk, ryk, rzk`. Mass, inertia and rotations are optional.

    Raises:
        DescriptionError: The table lacks columns, or a cell is not a number.
    """
    (first, columns), *rows = csv_cells(text, file, MODAL)
    problems = [Problem("", found, expected, "", file, first) for found, expected in _column_faults(columns)]
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


def _column_faults(columns: list[str]) -> list[tuple[str, str]]:
    """Return the faults of the first line: found and expected."""
    needed = ["name", "x", "y", "z", *(column for column in _INERTIA[:3] if {*columns} & {*_INERTIA})]
    modes = max(_modes(columns, "t"), _modes(columns, "r"), 1)
    for kind in "tr" if _modes(columns, "r") else "t":
        needed += [f"{kind}{axis}{mode}" for mode in range(1, modes + 1) for axis in "xyz"]
    given = Counter(columns)
    missing = [column for column in needed if column not in given]
    unknown = [column for column in columns if column not in _PLAIN and not _SHAPE.fullmatch(column)]
    twice = sorted(column for column, count in given.items() if count > 1)
    expected = f"columns named {', '.join(_PLAIN)}, tx1, ty1, tz1, rx1, ry1, rz1, tx2, …"
    faults = []
    if unknown:
        faults.append((f"unknown columns: {', '.join(map(shortened, unknown[:20]))}", expected))
    if missing:
        faults.append((f"missing columns: {listed(missing)}", expected))
    if twice:
        faults.append((f"columns given twice: {listed(twice)}", "each column once"))
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
