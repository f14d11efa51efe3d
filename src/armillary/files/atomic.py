"""Files and folders written whole or not at all. Every file that Armillary writes is written here.

A file is written under a hidden name in its folder, synchronised with the disk, and renamed. A killed process leaves at
most that hidden file, unlocked, and the next process that writes the same result takes it over. So hidden files never
accumulate, and two processes can write the same result at once.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import glob
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from armillary.errors import ArgumentError

SLOTS = 64
"""Largest number of processes that write the same result at once."""


def write_whole(
    path: str | os.PathLike[str],
    write: Callable[[BinaryIO], None],
    argument: str = "path",
    *,
    durable: bool = True,
    mode: int | None = None,
) -> None:
    """Let `write` fill a file that then replaces `path`; on any error `path` stays unchanged.

    Args:
        path: The file.
        write: Function that fills the open file.
        argument: Name of the path in an error.
        durable: Whether to wait until the file is on the disk; otherwise a power failure may leave it empty. Default
            True.
        mode: Permissions of the file; default those of the file that it replaces, or of a new file.

    Raises:
        ArgumentError: The place cannot be written; names `argument`.
    """
    target = Path(path)
    try:
        with _slot(target) as (file, part):
            try:
                write(file)
                file.flush()
                if durable:
                    os.fsync(file.fileno())
                if sys.platform == "win32":  # an open file cannot be renamed there
                    file.close()
                part.chmod(_mode(target) if mode is None else mode)
                part.replace(target)
            except BaseException:
                part.unlink(missing_ok=True)
                raise
        if durable:
            with contextlib.suppress(OSError):  # a system that cannot synchronise folders
                handle = os.open(target.parent, os.O_RDONLY)
                try:
                    os.fsync(handle)
                finally:
                    os.close(handle)
    except OSError as error:
        raise _unwritable(target, error, argument) from error
    for part in _parts(target):  # hidden files that killed processes have left
        with contextlib.suppress(OSError), part.open("r+b") as file:
            if _lock(file) and _same(file, part):
                part.unlink()


def write_content(
    path: str | os.PathLike[str],
    content: str | bytes,
    argument: str = "path",
    *,
    durable: bool = True,
    mode: int | None = None,
) -> None:
    """Write a text, in UTF-8, or bytes to a file, whole or not at all; arguments as in `write_whole`."""

    def fill(file: BinaryIO) -> None:
        file.write(content.encode() if isinstance(content, str) else content)

    try:
        write_whole(path, fill, argument, durable=durable, mode=mode)
    except ValueError as error:  # a letter that UTF-8 lacks, or a path with a null character
        raise _unwritable(Path(path), error, argument) from error


def write_folder(folder: Path, files: Mapping[str, bytes], argument: str = "path") -> None:
    """Write files into a folder, all of them or none.

    A new folder appears with all files. A folder that has no other files is exchanged as a whole, where the system can
    do that. In a folder with other files, and in the current one, the files are exchanged one after the other, when all
    are on the disk: whoever needs files of one write has to mark them, as exports of C do.

    Raises:
        ArgumentError: The place cannot be written; names `argument`.
    """
    part: Path | None = None
    try:
        _sweep(folder)
        part = Path(tempfile.mkdtemp(prefix=f".{folder.name}.{os.getpid()}-", suffix=".part", dir=folder.parent))
        for name, content in files.items():
            write_content(part / name, content, argument, mode=_mode(folder / name))
        part.chmod(_mode(folder, 0o777))
        if not folder.exists():
            part.rename(folder)
        elif not _only(folder, files) or not _exchanged(part, folder):
            for name in files:
                (part / name).replace(folder / name)
    except OSError as error:
        raise _unwritable(folder, error, argument) from error
    finally:
        if part is not None:
            shutil.rmtree(part, ignore_errors=True)  # already gone after the rename


def _sweep(folder: Path) -> None:
    """Remove the hidden folders that killed processes have left beside a folder."""
    for part in folder.parent.glob(f".{glob.escape(folder.name)}.*-*.part"):
        process = part.name.removeprefix(f".{folder.name}.").partition("-")[0]
        if process.isdecimal() and not _alive(int(process)):
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


def _exchanged(one: Path, other: Path) -> bool:
    """Exchange two folders in one step; return False where the system cannot do that."""
    try:
        exchange = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):  # not Linux
        return False
    here, swap = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    return bool(exchange(here, os.fsencode(one), here, os.fsencode(other), swap) == 0)


def check_place(path: str | os.PathLike[str], argument: str = "path") -> None:
    """Refuse a path that cannot be written, before its content is computed.

    Raises:
        ArgumentError: The folder is missing or cannot be written, or the path is a folder.
    """
    target = Path(path)
    try:
        is_folder = stat.S_ISDIR(target.parent.stat().st_mode)
        code = errno.EISDIR if target.is_dir() else 0 if is_folder else errno.ENOTDIR
        if not code and not os.access(target.parent, os.W_OK | os.X_OK):
            code = errno.EACCES
        if code:
            raise OSError(code, os.strerror(code))
        with contextlib.suppress(FileNotFoundError):
            _parts(target)[0].stat()  # a name that is too long for a hidden file raises here
    except (OSError, ValueError) as error:
        raise _unwritable(target, error, argument) from error


def suffix_of(path: str | os.PathLike[str], kinds: Sequence[str] | Mapping[str, str], argument: str = "path") -> str:
    """Return the suffix of a file name, in lower case.

    Args:
        path: The name.
        kinds: Known suffixes, with their meanings if they have any.
        argument: Name of the path in an error.

    Raises:
        ArgumentError: The path is not a file name, or its suffix is unknown.
    """
    *others, last = [f"{kind} ({kinds[kind]})" if isinstance(kinds, Mapping) else kind for kind in kinds]
    suffix = Path(path).suffix.lower() if isinstance(path, (str, os.PathLike)) else ""
    if suffix not in kinds:
        found = repr(os.fspath(path) if isinstance(path, os.PathLike) else path)[:80]
        expected = f"{', '.join(others)} or {last}" if others else last
        raise ArgumentError(argument, found, f"a name that ends in {expected}")
    return suffix


def _unwritable(target: Path, error: OSError | ValueError, argument: str) -> ArgumentError:
    found = f"{target} cannot be written: {getattr(error, 'strerror', None) or error}"
    return ArgumentError(argument, found, "a place to write to")


@contextlib.contextmanager
def _slot(target: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """Open and lock the first hidden file that no other process holds, emptied."""
    for part in _parts(target):
        file = os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600), "r+b")
        with file:
            # Another process may have renamed it between opening and locking: then it is a result, not a slot.
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
    except ImportError:  # Windows, where an open file cannot be replaced anyway
        return True
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # a file system without locks
    return True


def _same(file: BinaryIO, part: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), part.stat(follow_symlinks=False))
    except FileNotFoundError:
        return False


def _mode(target: Path, new: int = 0o666) -> int:
    """Return the permissions of an existing file or folder, or those of a new one: `new`, less the user's mask."""
    with contextlib.suppress(OSError):
        return target.stat().st_mode & 0o777
    return new & ~_mask()


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
