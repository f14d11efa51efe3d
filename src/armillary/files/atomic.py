"""Files written whole or not at all. Every file that Armillary writes is written here.

A file is written under a hidden name in its folder, synchronised with the disk, and renamed. A killed process leaves at
most that hidden file, unlocked, and the next process that writes the same result reuses it. So hidden files never
accumulate, and several processes can write the same result at once.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from armillary.errors import ArgumentError
from armillary.files.words import shortened

if TYPE_CHECKING:
    from concurrent.futures import Executor

SLOTS = 64
"""Greatest number of processes that can write the same result at once, each to a hidden file with its own number."""
LOCKED = 2**30
"""Offset of the byte that is locked on Windows."""
PAUSES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
"""Times [s] between attempts to replace a file that another process on Windows reads."""
STALE = 3600.0
"""Age [s] at which an unfinished file is removed where the system has no locks."""


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
                part.chmod(mode_of(target) if mode is None else mode)
                _rename(part, target)
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
        raise unwritable(target, error, argument) from error
    _clear(target)


def write_group(files: Mapping[Path, bytes], parts: Path, argument: str = "path") -> None:
    """Write files that belong together: all are on the disk before the first gets its name, in the order given.

    So the last file says that the others are there. Until they have their names the files lie in the folder `parts`,
    on the same file system. On an error before the first has its name nothing changes.

    Raises:
        ArgumentError: A place cannot be written; names `argument`. Its cause is the error of the system.
    """
    target = parts
    written: list[Path] = []
    try:
        parts.mkdir(exist_ok=True)
        mode = mode_of(parts / "new")
        with contextlib.ExitStack() as held:
            opened = []
            for path, content in files.items():
                target = path
                file, part = _fresh(parts)
                opened.append(held.enter_context(file))
                written.append(part)
                file.write(content)
                file.flush()
                part.chmod(mode)
            _synchronise([file.fileno() for file in opened])
            for (target, file), part in zip(zip(files, opened, strict=True), tuple(written), strict=True):
                if sys.platform == "win32":
                    file.close()
                _rename(part, target)
                written.remove(part)
    except OSError as error:
        raise unwritable(target, error, argument) from error
    finally:
        for part in written:
            part.unlink(missing_ok=True)


def clear_parts(parts: Path) -> None:
    """Remove the files that killed processes have left in a folder of `write_group`."""
    with contextlib.suppress(OSError):
        for part in parts.iterdir():
            with contextlib.suppress(OSError), _opened(part, 0) as file:
                if _lock(file, sure=True) or time.time() - part.stat().st_mtime > STALE:
                    part.unlink()


def _fresh(parts: Path) -> tuple[BinaryIO, Path]:
    """Open and lock a new hidden file."""
    while True:
        handle, name = tempfile.mkstemp(".part", dir=parts)
        file, part = os.fdopen(handle, "r+b"), Path(name)
        if _lock(file) and _same(file, part):  # else another process has removed it before it was locked
            return file, part
        file.close()


def _synchronise(handles: Sequence[int]) -> None:
    """Wait until files are on the disk; all at once, since a disk takes as long for one as for several."""
    list(_pool(os.getpid()).map(os.fsync, handles))


@cache
def _pool(process: int) -> Executor:
    """Return threads that wait for the disk; a forked process needs new ones."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(8, f"disk-{process}")


def _clear(target: Path) -> None:
    """Remove hidden files that killed processes have left."""
    for name in _parts(target):
        if not os.access(name, os.F_OK):  # quicker than an exception, 64 times for each file
            continue
        part = Path(name)
        with contextlib.suppress(OSError), _opened(part, 0) as file:
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
        raise unwritable(Path(path), error, argument) from error


def check_place(path: str | os.PathLike[str], argument: str = "path") -> None:
    """Refuse a path that cannot be written, before its content is computed.

    Raises:
        ArgumentError: The folder is missing or cannot be written, or the path is a folder.
    """
    target = Path(path)
    try:
        is_folder = stat.S_ISDIR(target.parent.stat().st_mode)
        code = 0
        if target.is_dir():
            code = errno.EISDIR
        elif not is_folder:
            code = errno.ENOTDIR
        elif not os.access(target.parent, os.W_OK | os.X_OK):
            code = errno.EACCES
        if code:
            raise OSError(code, os.strerror(code))
        with contextlib.suppress(FileNotFoundError):
            Path(_parts(target)[0]).stat()  # a name that is too long for a hidden file raises here
    except (OSError, ValueError) as error:
        raise unwritable(target, error, argument) from error


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
        found = shortened(os.fspath(path) if isinstance(path, os.PathLike) else path)
        expected = f"{', '.join(others)} or {last}" if others else last
        raise ArgumentError(argument, found, f"a name that ends in {expected}")
    return suffix


@contextlib.contextmanager
def alone(path: Path, most: float) -> Iterator[None]:
    """Hold the lock of a file: wait until no other process has it, at most for `most` seconds.

    The lock ends with its process, however that ends. Where the file system has no locks, there is no waiting.
    """
    mark = path.with_name(f".{path.name}.lock")
    until = time.monotonic() + most
    pause = 0.01
    with contextlib.ExitStack() as stack:
        while time.monotonic() < until:
            try:
                file = stack.enter_context(_opened(mark))
            except OSError:  # a folder that cannot be written
                break
            while not (held := _lock(file)) and time.monotonic() < until:
                time.sleep(pause)
                pause = min(1.5 * pause, 0.2)
            if held and _same(file, mark):
                stack.callback(_remove, mark)
                break
            # The process that held the lock has removed the file: this lock is on a file without a name. Try again.
            stack.pop_all().close()
        yield


def _remove(file: Path) -> None:
    with contextlib.suppress(OSError):  # a system that does not remove open files
        file.unlink()


def _opened(part: str | Path, flags: int = os.O_CREAT) -> BinaryIO:
    """Open a hidden file, which is made if it is not there; an `OSError` for a link, a pipe or another special file."""
    safe = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY"))
    handle = os.open(part, os.O_RDWR | flags | safe, 0o600)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "a special file is in the way", str(part))
    return os.fdopen(handle, "r+b")


def unwritable(target: Path | str, error: OSError | ValueError, argument: str) -> ArgumentError:
    """Return the error for a place that cannot be written."""
    found = f"{target} cannot be written: {getattr(error, 'strerror', None) or error}"
    return ArgumentError(argument, found, "a place to write to")


@contextlib.contextmanager
def _slot(target: Path) -> Iterator[tuple[BinaryIO, Path]]:
    """Open and lock the first hidden file that no other process holds, emptied."""
    for part in _parts(target):
        try:
            opened = _opened(part)
        except OSError:
            if _is_special(part):
                continue
            raise
        with opened as file:
            # Another process may have renamed it between opening and locking: then it is a result, not a slot.
            if not _lock(file) or not _same(file, part):
                continue
            file.truncate(0)
            yield file, Path(part)
            return
    raise OSError(f"{SLOTS} processes are writing it")


def _is_special(part: str) -> bool:
    """Return whether something that is no file lies in the place of a hidden file."""
    try:
        return not stat.S_ISREG(os.lstat(part).st_mode)
    except OSError:
        return False


def _parts(target: Path) -> list[str]:
    start = target.with_name(f".{target.name}")
    return [f"{start}.{k}.part" for k in range(SLOTS)]


def _rename(part: Path, target: Path) -> None:
    """Let a file replace another; on Windows wait for readers of the other one."""
    for pause in PAUSES if sys.platform == "win32" else ():
        try:
            part.replace(target)
            return
        except PermissionError:
            time.sleep(pause)
    part.replace(target)


def _lock(file: BinaryIO, *, sure: bool = False) -> bool:
    """Lock an open file and return whether this process has the lock.

    Where the system has no locks, `sure` decides: True returns False, since another process may use the file.
    """
    try:
        import fcntl
    except ImportError:
        return _lock_byte(file, sure)
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return not sure  # a file system without locks
    return True


def _lock_byte(file: BinaryIO, sure: bool) -> bool:
    """Lock a byte far behind the content, as Windows can: it keeps readers from locked bytes."""
    try:
        import msvcrt
    except ImportError:  # a system without locks
        return not sure
    before = os.lseek(file.fileno(), 0, os.SEEK_CUR)
    try:
        os.lseek(file.fileno(), LOCKED, os.SEEK_SET)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError:
        return False
    finally:
        os.lseek(file.fileno(), before, os.SEEK_SET)
    return True


def _same(file: BinaryIO, part: str | Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file.fileno()), os.lstat(part))
    except FileNotFoundError:
        return False


def mode_of(target: Path, new: int = 0o666) -> int:
    """Return the permissions of an existing file or folder, or those of a new one: `new`, less the user's mask."""
    with contextlib.suppress(OSError):
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return new & ~mask
