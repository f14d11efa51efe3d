"""Files that are there whole or not at all.

A file is written under a hidden name beside its own, brought to the disk, and renamed. Whoever is killed on the way
leaves at most that hidden file, and leaves it unlocked: the next one who writes the same result takes it over. So
such files never add up, and two processes that write the same result at once do not get in each other's way.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from armillary.errors import ArgumentError

SLOTS = 64
"""How many processes may write the same result at once."""


def write_whole(path: str | os.PathLike[str], write: Callable[[BinaryIO], None], argument: str = "path") -> None:
    """Let `write` fill a file that then takes the place of `path`; if anything fails, `path` stays as it was.

    Raises:
        ArgumentError: The place cannot be written; names `argument`.
    """
    target = Path(path)
    try:
        with _slot(target) as (file, part):
            try:
                write(file)
                file.flush()
                os.fsync(file.fileno())
                if sys.platform == "win32":  # which renames no file that is open
                    file.close()
                part.chmod(_mode(target))
                part.replace(target)
            except BaseException:
                part.unlink(missing_ok=True)
                raise
        _sync_folder(target.parent)
    except OSError as error:
        raise _unwritable(target, error, argument) from error
    _sweep(target)


def check_place(path: str | os.PathLike[str], argument: str = "path") -> None:
    """Say what is wrong with a place before the work is done that is to go there.

    Raises:
        ArgumentError: There is no such folder, it takes no files, or the name is that of a folder.
    """
    target = Path(path)
    try:
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        folder = target.parent
        if not stat.S_ISDIR(folder.stat().st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        with contextlib.suppress(FileNotFoundError):
            _parts(target)[0].stat()  # a name that is too long is one that a hidden file cannot have either
    except (OSError, ValueError) as error:
        raise _unwritable(target, error, argument) from error


def _unwritable(target: Path, error: OSError | ValueError, argument: str) -> ArgumentError:
    found = f"{target} cannot be written: {getattr(error, 'strerror', None) or error}"
    return ArgumentError(argument, found, "a place to write to")


@contextlib.contextmanager
def _slot(target: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """Open the first hidden file that nobody holds, empty, and hold it."""
    for part in _parts(target):
        file = os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600), "r+b")
        with file:
            # Between opening and locking, whoever held it may have renamed it: then it is a result, not a slot.
            if not _lock(file) or not _same(file, part):
                continue
            file.truncate(0)
            yield file, part
            return
    raise OSError(f"{SLOTS} processes are writing it")


def _parts(target: Path) -> list[Path]:
    return [target.with_name(f".{target.name}.{k}.part") for k in range(SLOTS)]


def _lock(file: BinaryIO) -> bool:
    try:
        import fcntl
    except ImportError:  # no such locks on Windows, where a file that is open cannot be replaced anyway
        return True
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def _same(file: BinaryIO, part: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), part.stat(follow_symlinks=False))
    except FileNotFoundError:
        return False


def _sweep(target: Path) -> None:
    """Remove what others who were killed have left."""
    for part in _parts(target):
        with contextlib.suppress(OSError), part.open("r+b") as file:
            if _lock(file) and _same(file, part):
                part.unlink()


def _mode(target: Path) -> int:
    """Return the permissions that the file has, or that a new one would have."""
    with contextlib.suppress(OSError):
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    """Bring the new name to the disk, where the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
