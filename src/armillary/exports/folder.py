"""Folders and files of exports: only files that an export has written are replaced."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path

from armillary.errors import ArgumentError
from armillary.exports.about import MADE_BY
from armillary.files.folders import write_folder

HEAD = 4096
"""Bytes of a file that are searched for the mark of an export."""


def check_folder(folder: Path, names: Mapping[str, object] | tuple[str, ...], argument: str = "path") -> None:
    """Raise an `ArgumentError` if files of these names cannot be written to a folder, or are not from an export."""
    present = folder
    try:
        folder.stat()
    except (FileNotFoundError, NotADirectoryError):
        present = folder.parent
    except OSError as error:  # no permission to search a parent folder
        raise ArgumentError(argument, f"{folder}: {error.strerror}", "a place to write to") from error
    if folder == present and not folder.is_dir():
        raise ArgumentError(argument, f"{folder}, which is no folder", "a folder, new or not")
    if not present.is_dir():
        raise ArgumentError(argument, f"{folder}: there is no folder {present}", "a place to write to")
    if not os.access(present, os.W_OK | os.X_OK):
        raise ArgumentError(argument, f"{folder}: {os.strerror(errno.EACCES)}", "a place to write to")
    for name in names:
        check_replaceable(folder / name, argument)


def check_replaceable(path: Path, argument: str = "path") -> None:
    """Raise an `ArgumentError` if the file exists and no export has written it."""
    if path.is_dir():
        raise ArgumentError(argument, f"{path}, which is a folder", "a file, new or of an earlier export")
    if not path.exists() or path.suffix == ".casadi":  # nobody writes these by hand
        return
    with path.open("rb") as file:
        if MADE_BY.encode() not in file.read(HEAD):
            hint = "choose another place, or remove it"
            raise ArgumentError(argument, f"{path}, which no export has written", "a new file", hint)


def write_export(folder: Path, files: Mapping[str, bytes]) -> tuple[Path, ...]:
    """Write files into a folder, new or of an earlier export, and return their paths."""
    check_folder(folder, tuple(files))
    write_folder(folder, files)
    return tuple(folder / name for name in files)
