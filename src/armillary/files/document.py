"""One reader for all TOML documents: text → tables → typed values, with every problem at once.

    text   → tables      syntax, by the standard library
    tables → tables      with the files that they name put in their place
    tables → model       fields, types, units, by pydantic
    model  → value       whether the numbers make sense, by the value's own checks
A value may have other fields than its file: the one section of a beam is its first station, an inertia may follow from
a shape. `origins` lists the fields of the file from which a field of the value may come.

A `Kind` holds the differences between kinds of documents. A `Document` is one text that is being read. It collects
problems, each with file, line and field, and raises them together. A fault must not hide later ones: a caller may mend
the fields in `faulty` and go on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from armillary.errors import ArgumentError, DescriptionError, Problem, SingularityError
from armillary.files.explain import explain, path_in
from armillary.files.kinds import kind_of_tables, mistaken
from armillary.files.lines import Path, field_name, field_path, key_lines, line_of, toml_tables
from armillary.files.text import Source

M = TypeVar("M", bound=BaseModel)
V = TypeVar("V")

MOST_PROBLEMS = 100
"""Problems that an error lists; it counts the others."""


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
    """Places of the fields of a document: in its own text, or in a file embedded at some path of it."""

    main: Text
    embedded: dict[Path, Text] = field(default_factory=dict)
    settings: dict[Path, str] = field(default_factory=dict)
    """Fields set on a command line, with their settings."""

    def problem(self, path: Path, found: str, expected: str, hint: str = "", origins: Origins | None = None) -> Problem:
        """Return a problem at its place; `origins` are given if the path belongs to the value, not to the file."""
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
    for at, part in enumerate(path[:-2]):
        is_table = path[at + 1] == 0 and isinstance(path[at + 2], str)
        if part in origins and path[: at + 1] not in lines and is_table:  # a list of one table, written inline
            return _as_written((*path[:at], *path[at + 2 :]), lines, origins)
    if path[-1] in (0, "count") and path[:-1] in lines:  # one number for a list or a table of one
        return path[:-1]
    field = path
    while len(field) > 2 and isinstance(field[-1], int):  # an entry of a field that the file gives in other words
        field = field[:-1]
    if field in lines:
        return field
    others = [(*field[:-1], name) for name in origins.get(str(field[-1]), ())]
    return next((other for other in others if other in lines), path)


@dataclass(frozen=True)
class Kind(Generic[M]):
    """A kind of document.

    Args:
        source: Its name in messages, its error class and the largest size of a file.
        model: Its tables.
        origins: Fields of the file that may determine a field of the finished value, by the name of that field.
    """

    source: Source
    model: type[M]
    origins: Origins = field(default_factory=dict)

    def load(self, path: str | os.PathLike[str]) -> Document[M]:
        """Return the document in a file; raises the kind's error if it cannot be read or is not TOML."""
        return self.parse(self.source.read_text(path), os.fspath(path))

    def parse(self, text: str, file: str | None = None) -> Document[M]:
        """Return the document in a text; `file` is its name in messages."""
        places = Places(Text(file, lambda: key_lines(text)))
        return Document(places, self.origins, kind=self, data=toml_tables(text, file, self.source))


@dataclass(eq=False)
class Findings:
    """Problems found so far in a document, each with its place; `origins` as in `Kind`."""

    places: Places
    origins: Origins = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def fault(self, path: Path, found: str, expected: str, hint: str = "") -> None:
        """Keep a problem of the field at a path."""
        self.problems.append(self.places.problem(path, found, expected, hint))

    def attempt(self, make: Callable[[], V], path: Path = ()) -> V | None:
        """Return the result of `make`; None, with its problems kept, if it raises.

        A wrong argument is the field of that name, at `path` or at the top; otherwise the problem is at `path` itself.
        """
        try:
            return make()
        except DescriptionError as error:
            self.problems += self.located(error.problems)
        except ArgumentError as error:
            for at in ((*path, error.field), (error.field,)):
                if self.places.holds(at) or not path:
                    self.fault(at, error.found, error.expected, error.hint)
                    return None
            self.fault(path, f"{error.field}: {error.found}", error.expected, error.hint)
        except SingularityError as error:
            found, _, hint = str(error).partition("; ")
            self.fault(path, found, "another start, or another task", hint)
        return None

    def located(self, problems: Iterable[Problem]) -> list[Problem]:
        """Return problems of the finished value with their places in the file."""
        located = []
        for problem in problems:
            path = field_path(problem.field) or ((problem.field,) if problem.field else ())
            located.append(self.places.problem(path, problem.found, problem.expected, problem.hint, self.origins))
        return located


@dataclass(eq=False)
class Document(Findings, Generic[M]):
    """One document: its kind, its tables, the paths of its faulty fields, and the problems found so far."""

    kind: Kind[M] = field(kw_only=True)
    data: dict[str, Any] = field(kw_only=True)
    faulty: set[Path] = field(default_factory=set)
    hidden: int = 0

    @property
    def file(self) -> str | None:
        """The name of the file, if there is one."""
        return self.places.main.file

    def validate(self, context: Any = None) -> M | None:
        """Return the typed tables; None, with the problems kept, if some fields are wrong.

        `context` reaches the validators of the fields.
        """
        try:
            return self.kind.model.model_validate(self.data, context=context)
        except ValidationError as error:
            errors = error.errors(include_url=False)
        for each in errors:
            path = path_in(self.data, each["loc"])
            self.faulty.add(path)
            if len(self.problems) < MOST_PROBLEMS:
                for place, told in explain(each, path, self.kind.model):
                    self.fault(place, *told)
            else:
                self.hidden += 1
        return None

    def without_faulty(self, **substitutes: Any) -> M | None:
        """Return the typed tables without faulty top-level fields; None if that fails.

        `substitutes` stand for required fields that are faulty.
        """
        rest = {key: value for key, value in self.data.items() if not self.is_faulty(key)}
        try:
            return self.kind.model.model_validate(substitutes | rest)
        except ValidationError:
            return None

    def is_faulty(self, key: str) -> bool:
        """Return whether a field or table at the top, or a part of it, is faulty."""
        return any(path[:1] == (key,) for path in self.faulty)

    def check(self) -> None:
        """Raise all problems at once, if there are any."""
        if self.problems:
            raise self.error()

    def error(self) -> DescriptionError:
        """Return the error that lists all problems in the order of the file, or names what reads another kind of it."""
        source = self.kind.source
        problem = mistaken(self.file, kind_of_tables(self.data), source.name) if self.file else None
        if problem is not None:
            return source.refused(self.file or "", *problem)
        problems = sorted(dict.fromkeys(self.problems), key=self.places.order)
        hidden = self.hidden + max(0, len(problems) - MOST_PROBLEMS)
        return source.error(problems[:MOST_PROBLEMS], hidden)
