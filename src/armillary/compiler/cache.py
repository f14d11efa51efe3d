"""Machine code on disk, loaded in a millisecond by later processes.

Entries lie in the folder that ARMILLARY_CACHE names, else in `armillary` under the user's cache folder;
ARMILLARY_CACHE=off turns the cache off. The name of an entry is the digest of everything that it depends on. Entries
are written atomically, so several processes may use one folder. An entry starts with a magic word, its key and the
digest of its content: torn, damaged or foreign entries are ignored and made again. When the folder exceeds `LIMIT`, the
least recently used entries are removed. A folder that cannot be read or written raises no error.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from armillary.errors import ArgumentError
from armillary.files.atomic import write_content

VARIABLE = "ARMILLARY_CACHE"
OFF = ("off", "none", "0")
LIMIT = 256 * 2**20
"""Greatest size of the folder [bytes]."""
MAGIC = b"ARMILLARY OBJECT 1\n"
SUFFIX = ".armo"
STALE = 3600.0
"""Seconds after which an unfinished file is removed."""


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
    place = folder()
    if place is None:
        return make_object()
    key = digest(key_parts)
    entry = place / f"{key.hex()}{SUFFIX}"
    found = _read(entry, key)
    if found is None:
        found = make_object()
        with contextlib.suppress(OSError, ArgumentError):
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_content(entry, MAGIC + key + digest([found]) + found, durable=False)  # the digest tells a torn file
            _evict(place)
    return found


def digest(parts: Iterable[str | bytes]) -> bytes:
    """Return the digest of parts and of their lengths."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "little"))
        total.update(data)
    return total.digest()


def _read(entry: Path, key: bytes) -> bytes | None:
    """Return the object code of an entry, or None if it is missing or damaged."""
    try:
        with entry.open("rb") as file:
            if hasattr(os, "getuid") and os.fstat(file.fileno()).st_uid != os.getuid():
                return None
            data = file.read()
        heading = MAGIC + key
        body = data[len(heading) + 32 :]
        if not data.startswith(heading) or data[len(heading) : len(heading) + 32] != digest([body]):
            return None
    except OSError:
        return None
    with contextlib.suppress(OSError):
        os.utime(entry)  # most recently used
    return body


def _evict(place: Path) -> None:
    """Remove the least recently used entries beyond `LIMIT`, and stale drafts."""
    entries = []
    for file in place.iterdir():
        with contextlib.suppress(OSError):
            about = file.stat()
            if file.suffix == SUFFIX:
                entries.append((about.st_mtime, about.st_size, file))
            elif file.name.startswith(".") and time.time() - about.st_mtime > STALE:
                file.unlink()
    size = sum(bytes_ for _, bytes_, _ in entries)
    for _, bytes_, file in sorted(entries):
        if size <= LIMIT:
            break
        with contextlib.suppress(OSError):  # another process may have been faster
            file.unlink()
        size -= bytes_


@cache
def source_digest(*packages: str) -> bytes:
    """Return the digest of all source files of packages, such as ``compiler.llvm``.

    Example:
        >>> source_digest("expr") == source_digest("compiler.passes")
        False
    """
    root = Path(__file__).parents[1]
    files = [file for name in packages for file in sorted((root / name.replace(".", "/")).rglob("*.py"))]
    return digest(file.read_bytes() for file in files)
