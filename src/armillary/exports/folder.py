"""Several files that appear together: a new folder is filled under a hidden name and then renamed.

Where the folder is there already, each file takes the place of an older one whole or not at all, and only of one that
an export has written: nobody's own CMakeLists.txt is lost to a slip of the -o.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from armillary.errors import ArgumentError
from armillary.exports.about import MADE_BY
from armillary.files.atomic import write_whole

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


def write_folder(folder: Path, files: Mapping[str, bytes], argument: str = "path") -> tuple[Path, ...]:
    """Write files into a folder, which is made if need be, and return where they are."""
    check_folder(folder, tuple(files), argument)
    if folder.exists():
        for name, content in files.items():
            write_file(folder / name, content, argument)
    else:
        _new_folder(folder, files, argument)
    return tuple(folder / name for name in files)


def write_file(path: Path, content: bytes, argument: str = "path") -> None:
    """Write one file, whole or not at all."""

    def fill(file: BinaryIO) -> None:
        file.write(content)

    write_whole(path, fill, argument)


def _new_folder(folder: Path, files: Mapping[str, bytes], argument: str) -> None:
    part: Path | None = None
    try:
        part = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".part", dir=folder.parent))
        for name, content in files.items():
            with (part / name).open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        part.chmod(0o777 & ~mask)
        part.rename(folder)
    except OSError as error:
        raise ArgumentError(argument, f"{folder}: {error.strerror or error}", "a place to write to") from error
    finally:
        if part is not None:
            shutil.rmtree(part, ignore_errors=True)  # gone where it was renamed
