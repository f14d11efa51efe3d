"""Where the fields of a robot file are: line and file, for modal data may stand in files of their own.

The robot's checks speak of the robot's own fields, some of which a file spells in other ways: a beam's one
section is its first station, an inertia may follow from a shape. A field is placed where its number comes from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from armillary.errors import Problem
from armillary.files.lines import Path, field_name, line_of

# A number that the robot's checks name may come from another field of the file.
_ORIGINS = {
    "inertia": ("principal", "shape"),
    "mass": ("shape",),
    "com": ("shape",),
    "rotation": ("quaternion",),
    "stations": ("section",),
}


@dataclass
class Text:
    """A file, and the lines of its fields, which are only looked for when something is wrong."""

    file: str | None
    scan: Callable[[], dict[Path, int]]

    @cached_property
    def lines(self) -> dict[Path, int]:
        """The line (from 1) of every field."""
        return self.scan()


@dataclass
class Places:
    """The robot file, the files that stand in it at some paths, and which fields beside these are its own."""

    main: Text
    embedded: dict[Path, Text] = field(default_factory=dict)

    def problem(self, path: Path, found: str, expected: str, hint: str = "", of_robot: bool = False) -> Problem:
        """Return a problem at its place; `of_robot` tells that the path is one of the robot, not of the file."""
        text, path = self._owner(path)
        path = _as_written(path, text.lines, _ORIGINS if of_robot else {})
        return Problem(field_name(path), found, expected, hint, text.file, line_of(text.lines, path))

    def _owner(self, path: Path) -> tuple[Text, Path]:
        """Return the file that holds a field, and its path there; the robot file comes first."""
        for length in range(len(path) - 1, 0, -1):
            if path[:length] in self.embedded and path[: length + 1] not in self.main.lines:
                return self.embedded[path[:length]], path[length:]
        return self.main, path

    def order(self, problem: Problem) -> tuple[bool, str, int]:
        """Return the key by which problems are sorted: those of the robot file first, then by line."""
        return problem.file != self.main.file, problem.file or "", problem.line or 0


def _as_written(path: Path, lines: dict[Path, int], origins: dict[str, tuple[str, ...]]) -> Path:
    """Return the path that the file uses for what the robot calls so."""
    if not path or path in lines:
        return path
    for at, part in enumerate(path):
        if part == "stations" and path[: at + 1] not in lines and path[at + 1 : at + 2] == (0,):
            return _as_written((*path[:at], *path[at + 2 :]), lines, origins)
    if path[-1] in (0, "count") and path[:-1] in lines:  # one number for a list or a table of one
        return path[:-1]
    others = [(*path[:-1], name) for name in origins.get(str(path[-1]), ())]
    return next((other for other in others if other in lines), path)
