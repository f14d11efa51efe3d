"""Machine code on disk, loaded in a millisecond by later processes.

Entries lie in the folder that ARMILLARY_CACHE names, else in `armillary` under the user's cache folder;
ARMILLARY_CACHE=off turns the cache off. The name of an entry is the digest of everything that it depends on. Entries
are written atomically, so several processes may use one folder; of processes that need the same entry at once, one
makes it and the others wait (`files.atomic.alone`). An entry starts with a magic word, its key and the
digest of its content: torn, damaged or foreign entries are ignored and made again. Workers of a cluster get entries
from each other (`obtaining`).

Entries are machine code, so no other user may have written them. The folder and the entries must belong to the user of
the process, nobody else may have the right to write them, and links are not followed. Pipes, devices and folders in the
place of an entry are ignored. A folder that cannot be used or is full gives one warning, and then every process
compiles for itself.

When the folder exceeds `LIMIT` or `MOST`, the least recently used entries are removed. To look at all entries takes
long, so only one of `RARELY` writes does, and more of them where entries are large.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from armillary.errors import ArgumentError, ArmillaryWarning, outside
from armillary.files.atomic import alone, write_content

VARIABLE = "ARMILLARY_CACHE"
OFF = ("off", "none", "0")
LIMIT = 256 * 2**20
"""Greatest size of the folder [bytes]."""
MOST = 20_000
"""Greatest number of entries."""
RARELY = 64
"""Number of writes, on average, after which the folder is looked through."""
MAGIC = b"ARMILLARY OBJECT 1\n"
SUFFIX = ".armo"
OPEN_FLAGS = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_BINARY"))
"""Flags with which an entry is opened: no link is followed, and a pipe in its place does not wait for a writer."""
WAIT = 120.0
"""Seconds for which a process waits for another one that makes the same entry; then it makes the entry itself."""
STALE = 3600.0
"""Seconds after which an unfinished file is removed."""

Obtain = Callable[[str, Callable[[], bytes]], bytes]
"""Returns the content of a key, hexadecimal, from elsewhere or made by the function."""
_obtain: ContextVar[Obtain | None] = ContextVar("obtain", default=None)


@contextlib.contextmanager
def obtaining(obtain: Obtain) -> Iterator[None]:
    """Within this block, fetch entries that the folder lacks by a function."""
    token = _obtain.set(obtain)
    try:
        yield
    finally:
        _obtain.reset(token)


def folder() -> Path | None:
    """Return the folder of the cache, or None if it is off."""
    chosen = os.environ.get(VARIABLE, "")
    if chosen.lower() in OFF:
        return None
    if chosen:
        try:
            return Path(chosen).expanduser()
        except RuntimeError:  # ~NAME of an unknown user
            return None
    base = os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "armillary"
    except RuntimeError:  # a user without a home
        return None


def load_or_build(key_parts: Iterable[str | bytes], make_object: Callable[[], bytes]) -> bytes:
    """Return object code from the cache, or made and stored; `key_parts` is everything that the code depends on."""
    place, obtain = folder(), _obtain.get()
    if place is None and obtain is None:
        return make_object()
    key = digest(key_parts)

    def make() -> bytes:
        return make_object() if obtain is None else obtain(key.hex(), make_object)

    if place is None or not _usable(place):
        return make()
    entry = place / f"{key.hex()}{SUFFIX}"
    content = _read(entry, key)
    if content is None:
        with alone(entry, WAIT):
            content = _read(entry, key)  # another process may have made it meanwhile
            if content is None:
                content = make()
                _write(entry, key, content)
    return content


def problem(place: Path) -> str:
    """Return why the folder cannot be used, after it is made; an empty text if it can."""
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        return _changeable(place.lstat(), "folder")
    except OSError as error:
        return error.strerror or str(error)


def _usable(place: Path) -> bool:
    """Return whether the folder can be used; the first failure warns."""
    reason = problem(place)
    if reason:
        _warn(place, reason)
    return not reason


def _changeable(about: os.stat_result, kind: str) -> str:
    """Return how another user could have changed a folder or an entry, or an empty text."""
    if not (stat.S_ISDIR if kind == "folder" else stat.S_ISREG)(about.st_mode):
        return "a link" if stat.S_ISLNK(about.st_mode) else f"no {kind}"
    if not hasattr(os, "getuid"):
        return ""  # Windows: folders of a user are closed to others
    if about.st_uid != os.getuid():
        return "it belongs to another user"
    if about.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return "other users may write it"
    return "another name is linked to it" if kind == "entry" and about.st_nlink > 1 else ""


_warned: set[Path] = set()


def _warn(place: Path, problem: str) -> None:
    """Warn that code is not kept; once for each folder and process, however many entries fail."""
    if place in _warned:
        return
    _warned.add(place)
    text = f"{place}: no cache of compiled code ({problem}); expected a folder that only this user can write"
    hint = f"code is compiled again in every process; set {VARIABLE} to another folder, or to off"
    warnings.warn(f"{text}; {hint}", ArmillaryWarning, stacklevel=outside())


def _write(entry: Path, key: bytes, content: bytes) -> None:
    """Write an entry, and sometimes remove old ones."""
    try:
        # The digest tells a torn file.
        write_content(entry, MAGIC + key + digest([content]) + content, durable=False, mode=0o600)
    except ArgumentError as error:
        cause = error.__cause__
        _warn(entry.parent, getattr(cause, "strerror", None) or str(cause))
        return
    share = max(1 / RARELY, 16 * len(content) / LIMIT)
    if int.from_bytes(key[:4], "little") < share * 2**32:  # keys are random numbers
        with contextlib.suppress(OSError):
            _evict(entry.parent)


def digest(parts: Iterable[str | bytes]) -> bytes:
    """Return the digest of parts and of their lengths."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "little"))
        total.update(data)
    return total.digest()


def _read(entry: Path, key: bytes) -> bytes | None:
    """Return the object code of an entry, or None if it is missing, damaged or may be another user's."""
    try:
        handle = os.open(entry, os.O_RDONLY | OPEN_FLAGS)
        about = os.fstat(handle)
        if _changeable(about, "entry") or about.st_size > LIMIT:
            os.close(handle)
            return None
        with os.fdopen(handle, "rb") as file:
            data = file.read()
    except OSError:
        return None
    heading = MAGIC + key
    body = data[len(heading) + 32 :]
    if not data.startswith(heading) or data[len(heading) : len(heading) + 32] != digest([body]):
        return None
    with contextlib.suppress(OSError):
        os.utime(entry)  # most recently used
    return body


def _evict(place: Path) -> None:
    """Remove the least recently used entries beyond `LIMIT` and `MOST`, and stale drafts."""
    entries = []
    with os.scandir(place) as files:
        for file in files:
            with contextlib.suppress(OSError):
                about = file.stat(follow_symlinks=False)
                if file.name.endswith(SUFFIX):
                    entries.append((about.st_mtime, about.st_size, Path(file)))
                elif file.name.startswith(".") and time.time() - about.st_mtime > STALE:
                    Path(file).unlink()
    size, count = sum(bytes_ for _, bytes_, _ in entries), len(entries)
    for _, bytes_, path in sorted(entries):
        if size <= LIMIT and count <= MOST:
            break
        with contextlib.suppress(OSError):  # another process may have been faster
            path.unlink()
        size, count = size - bytes_, count - 1


@cache
def source_digest(*packages: str) -> bytes:
    """Return the digest of all source files of packages or modules, such as ``compiler.llvm``.

    Example:
        >>> source_digest("expr") == source_digest("compiler.passes")
        False
    """
    places = [Path(__file__).parents[1] / name.replace(".", "/") for name in packages]
    files = [file for place in places for file in (place.with_suffix(".py"), *sorted(place.rglob("*.py")))]
    return digest(file.read_bytes() for file in files if file.is_file())
