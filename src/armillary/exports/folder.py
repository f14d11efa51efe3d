"""Places of exports: a file is replaced only if an export has written it, so that no user's CMakeLists.txt is lost."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path

from armillary.errors import ArgumentError
from armillary.exports.about import MADE_BY
from armillary.files.atomic import write_folder

HEAD = 4096
"""Bytes of a file in which the mark of an export stands."""


def check_folder(folder: Path, names: Mapping[str, object] | tuple[str, ...], argument: str = "path") -> None:
    """Say what is wrong with a folder, before the work is done, if files of these names are to go there.

    Raises:
        ArgumentError: It cannot be written, or a file there is not one of ours.
    """
    try:
        present = folder if folder.exists() else folder.parent
    except OSError as error:  # a folder above it may not be searched
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
    """Raise an `ArgumentError` if there is a file of this name that no export has written."""
    if path.is_dir():
        raise ArgumentError(argument, f"{path}, which is a folder", "a file, new or of an earlier export")
    if not path.exists() or path.suffix == ".casadi":  # which no one writes by hand
        return
    with path.open("rb") as file:
        ours = MADE_BY.encode() in file.read(HEAD)
    if not ours:
        hint = "choose another place, or remove it"
        raise ArgumentError(argument, f"{path}, which no export has written", "a new file", hint)


def write_export(folder: Path, files: Mapping[str, bytes]) -> tuple[Path, ...]:
    """Write files into a folder, new or of an earlier export, and return their paths."""
    check_folder(folder, tuple(files))
    write_folder(folder, files)
    return tuple(folder / name for name in files)
