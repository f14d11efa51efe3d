"""CSV text → lines of cells with their line numbers, as spreadsheets and programs export them.

Lines that begin with # are comments; empty lines are left out.
"""

from __future__ import annotations

import csv
import io

from armillary.errors import Problem
from armillary.files.text import Source


def csv_cells(text: str, file: str | None, source: Source) -> list[tuple[int, list[str]]]:
    """Return the line number (from 1) and the cells of each line; the first one names the columns.

    Raises:
        DescriptionError: No line holds anything, or a cell is too long or goes over several lines.
    """
    ended = text.replace("\r\n", "\n").replace("\r", "\n")  # as old spreadsheets end lines, too
    lines = [
        (number, line)
        for number, line in enumerate(ended.split("\n"), start=1)
        if line.strip(" \t,;") and not line.lstrip().startswith("#")
    ]
    if not lines:
        raise source.error([Problem("", "the file has no lines but comments", source.content, "", file)])
    rows = csv.reader(io.StringIO("\n".join(line for _, line in lines)), skipinitialspace=True)
    try:
        cells = [[cell.strip() for cell in row] for row in rows]
    except csv.Error as error:
        number = lines[min(max(rows.line_num, 1), len(lines)) - 1][0]
        raise source.error([Problem("", f"not a table: {error}", "cells with commas", "", file, number)]) from None
    if len(cells) != len(lines):
        raise source.error([Problem("", "a cell goes over several lines", "one line for each row", "", file)])
    return [(number, row) for (number, _), row in zip(lines, cells, strict=True)]
