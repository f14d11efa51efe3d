"""Line numbers of the keys of a TOML text, which the standard reader does not keep.

The scan trusts that the text is valid TOML. It looks at structure only (headers, keys, brackets, strings) and keeps
a stack, so that nesting costs no recursion.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right

from armillary.files.words import shortened

Path = tuple[str | int, ...]

DEEPEST = 8
"""Longer paths are not kept: documents are flat, and the keys of a crafted one would fill the memory."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*+")
_SPACE = re.compile(r"[ \t]*+")
_KEY = re.compile(r'"(?:[^"\\\n]|\\.)*+"|\'[^\'\n]*+\'|[A-Za-z0-9_-]++')
_SCALAR = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+"{3,5}'
    r"|'''(?:[^']|'(?!''))*+'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*+"'
    r"|'[^'\n]*+'"
    r"|[^,\]}#\n]++",
    re.DOTALL,
)


def key_lines(text: str) -> dict[Path, int]:
    r"""Return the line (from 1) of every table, key and array item of a valid TOML text.

    Example:
        >>> key_lines('[[link]]\nmass = 1')[("link", 0, "mass")]
        2
    """
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
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{_shown(part)}" for part in path)
    return text.removeprefix(".")


def _shown(key: str) -> str:
    """Return a key bare, or in quotes and shortened if it cannot be bare."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]{1,70}", key) else shortened(key)


def field_path(name: str) -> Path:
    """Return the path of a field such as ``link[0].mass``; the inverse of `field_name`."""
    parts = re.findall(r"\[(\d+)\]|([^.\[\]]+)", name)
    return tuple(int(index) if index else key for index, key in parts)


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
                path = self.key(table)
                self.skip(_SPACE)
                self.value(path)
            self.skip(_BLANK)

    def skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def note(self, path: Path) -> None:
        """Remember that a path begins here; the first place counts."""
        if len(path) > DEEPEST:
            return
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
        """Read ``a.b =`` and return its path below `table`."""
        start, keys = self.at, self.dotted()
        end, self.at = self.at + 1, start
        path = table
        for key in keys:
            path = (*path, key)
            self.note(path)
        self.at = end
        return path

    def dotted(self) -> list[str]:
        """Read ``a."b".c`` and stop at what follows it."""
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
            found = self.entry(open_brackets)
            if found is None:
                return
            path = found

    def entry(self, open_brackets: list[tuple[str, Path, int]]) -> Path | None:
        """Go to the next value inside the open brackets, closing those that end; None after the last."""
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
                    inner = self.key(path)
                    self.skip(_SPACE)
                    return inner
                self.note((*path, index + 1))
                return (*path, index + 1)
        return None
