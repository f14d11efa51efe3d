"""Robot files: which reader takes a file, and the guards that every reader stands behind."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from armillary.errors import ArgumentError, DescriptionError, Problem

if TYPE_CHECKING:
    from armillary.description.robot import Robot

MIB = 1024 * 1024
TOML_LIMIT = 4 * MIB
XML_LIMIT = 16 * MIB

SUFFIXES = {".toml": "Armillary's own format", ".urdf": "URDF", ".xml": "MJCF"}


def load(path: str | os.PathLike[str]) -> Robot:
    """Read a robot from a file: .toml, .urdf or .xml (MJCF).

    Raises:
        DescriptionError: Lists every problem of the file, each with its line.

    Example:
        >>> import armillary as arm
        >>> robot = arm.load("arm.toml")  # doctest: +SKIP
    """
    if not isinstance(path, str | os.PathLike):
        raise ArgumentError("path", repr(path)[:80], "the name of a robot file", "arm.load('arm.toml')")
    suffix = Path(path).suffix.lower()
    if suffix == ".toml":
        from armillary.description.toml.reader import read_toml

        return read_toml(Path(path))
    if suffix == ".urdf":
        from armillary.description.urdf.reader import read_urdf

        return read_urdf(Path(path))
    if suffix == ".xml":
        from armillary.description.mjcf.reader import read_mjcf

        return read_mjcf(Path(path))
    _regular_file(path)  # a path that is missing or a directory is the better thing to say
    known = ", ".join(f"{name} ({what})" for name, what in SUFFIXES.items())
    raise _refused(path, f"the suffix is {suffix!r}" if suffix else "the name has no suffix", f"one of {known}")


def read_text(path: str | os.PathLike[str], limit: int) -> str:
    """Return the text of a file of at most `limit` bytes; a byte order mark is left out.

    Raises:
        DescriptionError: The path is no regular file, the file is too large, empty or not UTF-8.
    """
    size = _regular_file(path)
    if size > limit:
        raise _too_large(path, size, limit)
    try:
        with Path(path).open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise _refused(path, f"it cannot be read: {error.strerror}", "a file that this user may read") from None
    if len(data) > limit:  # it grew since its size was asked
        raise _too_large(path, len(data), limit)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = f"byte {data[error.start]:#04x} at offset {error.start} is not UTF-8"
        raise _refused(path, found, "a text file in UTF-8", "save it as UTF-8 text", line) from None
    if not text.strip():
        raise _refused(path, "the file is empty", "the description of a robot", "see docs/robot-files.md", 1)
    return text


def _regular_file(path: str | os.PathLike[str]) -> int:
    """Return the size of a regular file [bytes], or say what the path is instead."""
    wanted = "a robot file"
    try:
        status = Path(path).stat()
    except FileNotFoundError:
        folder = Path(path).parent
        hint = "check the spelling" if folder.is_dir() else f"the folder {str(folder)!r} does not exist either"
        raise _refused(path, "there is no such file", wanted, hint) from None
    except (OSError, ValueError) as error:
        raise _refused(path, f"it cannot be read: {getattr(error, 'strerror', error)}", wanted) from None
    if stat.S_ISDIR(status.st_mode):
        raise _refused(path, "this is a directory", wanted, "name a file inside it")
    if not stat.S_ISREG(status.st_mode):
        raise _refused(path, "this is a device or a pipe, not a file", wanted, "copy it to a file first")
    return status.st_size


def _too_large(path: str | os.PathLike[str], size: int, limit: int) -> DescriptionError:
    found, expected = f"the file has {size / MIB:.1f} MiB", f"at most {limit // MIB} MiB"
    return _refused(path, found, expected, "robot files are small: is this the right file?")


def _refused(
    path: str | os.PathLike[str], found: str, expected: str, hint: str = "", line: int | None = None
) -> DescriptionError:
    return DescriptionError([Problem("", found, expected, hint, os.fspath(path), line)])
