"""Places of fields: file and line, where one document may contain others.

A value may name a field in another way than its file does: the one section of a beam is its first station, an inertia
may follow from a shape. `origins` lists the fields of the file that such a value may come from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from armillary.errors import Problem
from armillary.files.lines import Path, field_name, line_of

Origins = Mapping[str, tuple[str, ...]]


@dataclass
class Text:
    """A file, and the lines of its fields; the text is scanned for them when a problem needs a line."""

    file: str | None
    scan: Callable[[], dict[Path, int]]

    @cached_property
    def lines(self) -> dict[Path, int]:
        """The line (from 1) of every field."""
        return self.scan()


@dataclass
class Places:
    """Where the fields of a document are: in its own text, or in a file that stands at some path of it."""

    main: Text
    embedded: dict[Path, Text] = field(default_factory=dict)
    settings: dict[Path, str] = field(default_factory=dict)
    """Fields whose values come from a command line, and the settings there."""

    def problem(self, path: Path, found: str, expected: str, hint: str = "", origins: Origins | None = None) -> Problem:
        """Return a problem at its place; `origins` are given where the path is one of the value, not of the file."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.settings:
                return Problem(field_name(path), found, expected, hint, self.settings[path[:length]])
        text, path = self._owner(path)
        path = path if origins is None else _as_written(path, text.lines, origins)
        return Problem(field_name(path), found, expected, hint, text.file, line_of(text.lines, path))

    def holds(self, path: Path) -> bool:
        """Return whether the document has a field at this path."""
        return path in self.main.lines or path in self.settings

    def _owner(self, path: Path) -> tuple[Text, Path]:
        """Return the file that holds a field, and the path in it; fields of the document itself come first."""
        for length in range(len(path) - 1, 0, -1):
            if path[:length] in self.embedded and path[: length + 1] not in self.main.lines:
                return self.embedded[path[:length]], path[length:]
        return self.main, path

    def order(self, problem: Problem) -> tuple[bool, str, int]:
        """Return the sorting key of a problem: the document itself first, then by file and line."""
        return problem.file != self.main.file, problem.file or "", problem.line or 0


def _as_written(path: Path, lines: dict[Path, int], origins: Origins) -> Path:
    """Return the path in the file of a field of the value."""
    if not path or path in lines:
        return path
    for at, part in enumerate(path[:-1]):
        if part in origins and path[: at + 1] not in lines and path[at + 1] == 0:  # a list of one table, written inline
            return _as_written((*path[:at], *path[at + 2 :]), lines, origins)
    if path[-1] in (0, "count") and path[:-1] in lines:  # one number for a list or a table of one
        return path[:-1]
    others = [(*path[:-1], name) for name in origins.get(str(path[-1]), ())]
    return next((other for other in others if other in lines), path)
