"""Folders written whole or not at all, by the writers of `atomic.py`, and a lock for a folder."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import glob
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from armillary.files.atomic import alone, mode_of, unwritable, write_content, write_group

TOGETHER = 32
"""Number of files that are open at once."""
PARTS = ".parts"
TURN = 600.0
"""Seconds that a process waits for its turn with a folder on Windows."""
UNFINISHED = 60.0
"""Age [s] from which a hidden folder of a dead process is removed: younger ones may belong to another machine."""


def write_folder(folder: Path, files: Mapping[str, bytes], argument: str = "path") -> None:
    """Write files into a folder, all of them or none.

    A new folder appears with all files. A folder without other files is exchanged as a whole, where the system can do
    that. In a folder with other files, and in the current one, files are replaced one after the other once all are on
    the disk. Readers who need files of the same write must be able to tell: exports of C carry a mark.

    Raises:
        ArgumentError: The place cannot be written; names `argument`.
    """
    try:
        with _hidden_folder(folder) as part:
            for name, content in files.items():
                write_content(part / name, content, argument, mode=mode_of(folder / name))
            part.chmod(mode_of(folder, 0o777))
            if not folder.exists():
                part.rename(folder)
            elif not _only(folder, files) or not _exchange(part, folder):
                for name in files:
                    (part / name).replace(folder / name)
    except OSError as error:
        raise unwritable(folder, error, argument) from error


def new_folder(folder: Path, files: Mapping[str, bytes], argument: str = "path") -> bool:
    """Make a folder with files, whose names may have folders in front; return False if another process has made it.

    Raises:
        ArgumentError: The place cannot be written; names `argument`.
    """
    try:
        with _hidden_folder(folder, UNFINISHED) as part:
            for parent in sorted({Path(name).parent for name in files}):
                (part / parent).mkdir(parents=True, exist_ok=True)
            contents = [(part / name, content) for name, content in files.items()]
            for k in range(0, len(contents), TOGETHER):
                write_group(dict(contents[k : k + TOGETHER]), part / PARTS, argument)
            (part / PARTS).rmdir()
            part.chmod(mode_of(folder, 0o777))
            part.rename(folder)
    except OSError as error:
        # The rename fails where another process has just made the folder: that one has the same files.
        if error.errno in (errno.ENOTEMPTY, errno.EEXIST, errno.EACCES) and folder.is_dir() and any(folder.iterdir()):
            return False
        raise unwritable(folder, error, argument) from error
    return True


@contextlib.contextmanager
def _hidden_folder(folder: Path, age: float = 0.0) -> Iterator[Path]:
    """Make a hidden folder beside a folder and remove it at the end; first remove those of killed processes."""
    _sweep(folder, age)
    # The name carries the process, so that others can tell whether it still runs.
    part = Path(tempfile.mkdtemp(prefix=f".{folder.name}.{os.getpid()}-", suffix=".part", dir=folder.parent))
    try:
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)  # already gone after a rename


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, where the system has locks: other processes that call this wait."""
    try:
        import fcntl
    except ImportError:  # Windows locks no folders
        with alone(folder / "growing", TURN):
            yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _sweep(folder: Path, age: float = 0.0) -> None:
    """Remove the hidden folders that killed processes have left beside a folder, if they are older than `age` [s]."""
    for part in folder.parent.glob(f".{glob.escape(folder.name)}.*-*.part"):
        process = part.name.removeprefix(f".{folder.name}.").partition("-")[0]
        if process.isdecimal() and not _alive(int(process)):
            with contextlib.suppress(OSError):
                if not age or time.time() - part.stat().st_mtime > age:
                    shutil.rmtree(part, ignore_errors=True)


def _alive(process: int) -> bool:
    if sys.platform == "win32":  # signal 0 would end the process there
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        pass  # a process of another user
    return True


def _only(folder: Path, files: Mapping[str, bytes]) -> bool:
    """Return whether a folder has no entries but these files, and is neither a link nor the current folder."""
    real = not folder.is_symlink() and not folder.samefile(Path.cwd())
    return real and all(entry.name in files and not entry.is_symlink() for entry in folder.iterdir())


def _exchange(folder: Path, other: Path) -> bool:
    """Exchange two folders in one step; return False where the system cannot do that."""
    try:
        exchange = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):  # not Linux
        return False
    here, swap = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    return bool(exchange(here, os.fsencode(folder), here, os.fsencode(other), swap) == 0)
