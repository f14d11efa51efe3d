"""Text of files, with guards against missing, huge, empty and undecodable files; CSV text as lines of cells."""

from __future__ import annotations

import codecs
import csv
import errno
import io
import os
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from armillary.errors import DescriptionError, Problem
from armillary.files.kinds import kind_of_place, mistaken

MIB = 1024 * 1024
ENCODINGS = ("iso8859", "cp125", "koi8", "gb", "big5", "euc_", "shift_jis")
"""Encodings of XML files that are read besides UTF-8: supersets of ASCII, by the names of Python's codecs."""
_DECLARED = re.compile(rb"""\s*<\?xml[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.-]{0,40})["']""")


def read_regular(path: str | os.PathLike[str]) -> bytes:
    """Return the bytes of a regular file; an `OSError` for a pipe, which might never end, and for a device."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        code = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
        raise OSError(code, "it is a folder" if code == errno.EISDIR else "it is a pipe or a device", str(path))
    with os.fdopen(handle, "rb") as file:
        return file.read()


@dataclass(frozen=True)
class Source:
    """A kind of file, with its name in messages.

    Args:
        name: Name in messages, such as "robot file".
        content: Content of the file, such as "the description of a robot".
        guide: Page of the documentation, such as "docs/robot-files.md".
        error: Class of the error that lists the problems of a file.
        limit: Largest size of a file [bytes].
        decode: Decodes bytes that are not UTF-8. Default: they are refused.
    """

    name: str
    content: str
    guide: str
    error: type[DescriptionError] = DescriptionError
    limit: int = 4 * MIB
    decode: Callable[[bytes], str] | None = None

    def read_text(self, path: str | os.PathLike[str]) -> str:
        """Return the text of a file without its byte order mark.

        Raises:
            DescriptionError: The path is not a regular file, or the file is too large, empty or not a text.
        """
        size = self.check_file(path)
        if size > self.limit:
            raise self._too_large(path, size)
        try:
            with Path(path).open("rb") as file:
                data = file.read(self.limit + 1)
        except OSError as error:
            raise self.refused(path, f"it cannot be read: {error.strerror}", "a file that this user may read") from None
        if len(data) > self.limit:  # it grew after its size was read
            raise self._too_large(path, len(data))
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            if self.decode is not None and b"\0" not in data:  # NUL bytes: UTF-16, or not a text
                return self.decode(data)
            line = data.count(b"\n", 0, error.start) + 1
            found = f"byte {data[error.start]:#04x} at offset {error.start} is not UTF-8"
            raise self.refused(path, found, "a text file in UTF-8", "save it as UTF-8 text", line) from None
        if not text.strip():
            raise self.refused(path, "the file is empty", self.content, f"see {self.guide}", 1)
        return text

    def check_file(self, path: str | os.PathLike[str]) -> int:
        """Return the size of a regular file [bytes].

        Raises:
            DescriptionError: The path leads to no file, a directory or a device.
        """
        try:
            status = Path(path).stat()
        except FileNotFoundError:
            folder = Path(path).parent
            hint = "check the spelling" if folder.is_dir() else f"the folder {str(folder)!r} does not exist either"
            raise self.refused(path, "there is no such file", f"a {self.name}", hint) from None
        except (OSError, ValueError) as error:
            found = f"it cannot be read: {getattr(error, 'strerror', error)}"
            raise self.refused(path, found, f"a {self.name}") from None
        problem = mistaken(path, kind_of_place(path), self.name)
        if problem is not None:
            raise self.refused(path, *problem)
        if stat.S_ISDIR(status.st_mode):
            raise self.refused(path, "this is a directory", f"a {self.name}", "name a file inside it")
        if not stat.S_ISREG(status.st_mode):
            raise self.refused(
                path, "this is a device or a pipe, not a file", f"a {self.name}", "copy it to a file first"
            )
        return status.st_size

    def refused(
        self, path: str | os.PathLike[str], found: str, expected: str, hint: str = "", line: int | None = None
    ) -> DescriptionError:
        """Return the error for a file that cannot be read as a whole."""
        return self.error([Problem("", found, expected, hint, os.fspath(path), line)])

    def _too_large(self, path: str | os.PathLike[str], size: int) -> DescriptionError:
        found, expected = f"the file has {size / MIB:.1f} MiB", f"at most {self.limit // MIB} MiB"
        return self.refused(path, found, expected, f"{self.name}s are small: is this the right file?")


def decode_xml(data: bytes) -> str:
    """Return the text of an XML file that is not UTF-8: in the encoding that it declares, or else in Windows-1252.

    The readers of robot files in use take any bytes, which are mostly in comments; so no byte is refused.
    """
    declared = _DECLARED.match(data)
    names = [declared[1].decode("ascii")] if declared else []
    for name in (*names, "cp1252"):
        try:
            if codecs.lookup(name).name.startswith(ENCODINGS):
                return data.decode(name)
        except (LookupError, ValueError):
            continue
    return data.decode("latin-1")


def csv_cells(text: str, file: str | None, source: Source) -> list[tuple[int, list[str]]]:
    """Return the line number (from 1) and the cells of each line; the first one names the columns.

    Lines that begin with # are comments; empty lines are left out.

    Raises:
        DescriptionError: The text has only comments, or a cell is too long or spans several lines.
    """
    ended = text.replace("\r\n", "\n").replace("\r", "\n")  # line ends of old spreadsheets
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
