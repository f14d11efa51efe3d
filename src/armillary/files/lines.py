"""TOML text → tables, by the standard library, and the line numbers of the keys, which it does not keep.

The scan for lines trusts that the text is valid TOML. It looks at structure only (headers, keys, brackets, strings) and
keeps a stack, so that nesting costs no recursion.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from typing import Any

from armillary.errors import Problem
from armillary.files.kinds import kind_of_file, mistaken
from armillary.files.text import Source
from armillary.files.words import shortened

Path = tuple[str | int, ...]

DEEPEST = 8
"""Longer paths are not kept: documents are flat, and the keys of a crafted one would fill the memory."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*+")
_SPACE = re.compile(r"[ \t]*+")
_KEY = re.compile(r'"(?:[^"\\\n]|\\.)*+"|\'[^\'\n]*+\'|[A-Za-z0-9_-]++')
# Python before 3.11.5 loses its position where an alternative of a possessive group fails after its first character:
# quotation marks that do not end a text are therefore matched before the character that follows them.
_TEXT = (
    r'"""(?:"{0,2}+(?:[^"\\]|\\.))*+(?:"{3,5}|"{0,2}\\?\Z)'
    r"|'''(?:'{0,2}+[^'])*+(?:'{3,5}|'{0,2}\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"'
    r"|'[^'\n]*+'"
)
_SCALAR = re.compile(_TEXT + r"|[^,\]}#\n]++", re.DOTALL)
# The time of the standard reader grows with the square of the number of dots in a key.
_NO_KEY = re.compile(_TEXT + r"|#[^\n]*+", re.DOTALL)
_DEEP_KEY = re.compile(r"(?:\.[^.,=#\[\]{}\n]++){100}")


def toml_tables(text: str, file: str | None, source: Source) -> dict[str, Any]:
    """Return the tables of a TOML text.

    Raises:
        DescriptionError: The text is not TOML, or would keep its reader busy for long. The class is `source.error`.
    """
    deep = _DEEP_KEY.search(_NO_KEY.sub(lambda part: "x" + "\n" * part[0].count("\n"), text))
    if deep:
        line: int | None = deep.string.count("\n", 0, deep.start()) + 1
        raise source.error([Problem("", "a key with a hundred dots", "keys such as base.xyz", "", file, line)])
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise source.error([Problem("", "brackets nest too deeply", f"a {source.name}", "", file)]) from None
    except ValueError as error:  # a TOMLDecodeError, or an integer with thousands of digits
        message, _, place = str(error).partition(" (at ")
        message = message if place else "a number has thousands of digits"
        at_line = re.match(r"line (\d+)", place)
        line = int(at_line[1]) if at_line else text.count("\n") + 1 if place else None
        hint = "texts need quotes, tables [brackets]" if "Invalid value" in message else ""
        other = mistaken(file, kind_of_file(file), source.name) if file else None
        told = other or (f"this is not TOML: {message}", "valid TOML", hint)
        raise source.error([Problem("", *told, file, line)]) from None


def key_lines(text: str) -> dict[Path, int]:
    r"""Return the line (from 1) of every table, key and array item of a valid TOML text."""
    scan = _Scan(text)
    scan.document()
    return scan.lines


def line_of(lines: dict[Path, int], path: Path) -> int:
    """Return the line of a path, or of the nearest table around it that the file has."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def field_name(path: Path) -> str:
    """Return a path as in ``link[0].mass``."""
    bare = re.compile(r"[A-Za-z0-9_-]{1,70}")
    keys = (part if isinstance(part, int) or bare.fullmatch(part) else shortened(part) for part in path)
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys).removeprefix(".")


_PATH_PART = re.compile(
    r"\[(0|[1-9][0-9]{0,17})\]"  # an index
    r"|'([^'\\\n]+)'|\"([^\"\\\n]+)\""  # a key in quotation marks, as `field_name` writes it
    r"|([^.\[\]'\"]++)"  # any other key
)


def field_path(name: str) -> Path:
    """Return the path of a field such as ``link[0].mass``, the inverse of `field_name`; () for a text that is no path.

    Example:
        >>> field_path("link[0].mass"), field_path("link[0]..mass")
        (('link', 0, 'mass'), ())
    """
    path: list[str | int] = []
    at = 0
    while at < len(name):
        # Keys follow a dot, except for the first; indices follow directly.
        dot = at > 0 and name[at] == "."
        part = _PATH_PART.match(name, at + dot)
        if part is None or (at > 0 and dot == (part[1] is not None)):
            return ()
        index, *keys = part.groups()
        path.append(next(filter(None, keys)) if index is None else int(index))
        at = part.end()
    return tuple(path)


class _Scan:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.lines: dict[Path, int] = {}
        self.items: dict[Path, int] = {}  # array of tables → index of its last one

    def document(self) -> None:
        table: Path = ()
        self.skip(_BLANK)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.value(self.key(table))
            self.skip(_BLANK)

    def skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def note(self, path: Path) -> None:
        """Remember that a path begins here; the first place counts."""
        if len(path) <= DEEPEST:
            self.lines.setdefault(path, bisect_right(self.starts, self.at))

    def header(self) -> Path:
        """Read [a.b] or [[a.b]] and return its path, with the index of the last item of each array on the way."""
        start, is_array = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if is_array else 1
        keys = self.dotted()
        end, self.at = self.at + (2 if is_array else 1), start
        path: Path = ()
        for depth, key in enumerate(keys, start=1):
            path = (*path, key)
            self.note(path)
            if is_array and depth == len(keys):
                self.items[path] = self.items.get(path, -1) + 1
            if path in self.items:
                path = (*path, self.items[path])
                self.note(path)
        self.at = end
        return path

    def key(self, table: Path) -> Path:
        """Read ``a.b =`` up to the value and return its path below `table`."""
        start, keys = self.at, self.dotted()
        end, self.at = self.at + 1, start
        path = table
        for key in keys:
            path = (*path, key)
            self.note(path)
        self.at = end
        self.skip(_SPACE)
        return path

    def dotted(self) -> list[str]:
        """Read ``a."b".c`` and stop behind it."""
        keys = []
        while True:
            self.skip(_SPACE)
            match = _KEY.match(self.text, self.at)
            part = match.group() if match else ""
            self.at += len(part)
            keys.append(tomllib.loads(f"k = {part}")["k"] if part[:1] in ("'", '"') else part)
            self.skip(_SPACE)
            if part == "" or self.text[self.at : self.at + 1] != ".":
                return keys
            self.at += 1

    def value(self, path: Path) -> None:
        """Read a value; brackets that are open inside it are kept with the path of their next entry."""
        open_brackets: list[tuple[str, Path, int]] = []
        while True:
            character = self.text[self.at : self.at + 1]
            if character in ("[", "{"):
                self.at += 1
                open_brackets.append((character, path, -1))
            else:
                self.skip(_SCALAR)
            next_path = self.entry(open_brackets)
            if next_path is None:
                return
            path = next_path

    def entry(self, open_brackets: list[tuple[str, Path, int]]) -> Path | None:
        """Go to the next value inside the open brackets and close brackets that end; None after the last."""
        while open_brackets:
            self.skip(_BLANK)
            character = self.text[self.at : self.at + 1]
            if character in ("]", "}"):
                self.at += 1
                open_brackets.pop()
            elif character == ",":
                self.at += 1
            elif character == "":
                return None
            else:
                bracket, path, index = open_brackets.pop()
                open_brackets.append((bracket, path, index + 1))
                if bracket == "{":
                    return self.key(path)
                self.note((*path, index + 1))
                return (*path, index + 1)
        return None
