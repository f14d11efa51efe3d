"""Where the files of a store are: in a folder, or at an address that fsspec opens, such as s3://bucket/gains.zarr.

Both read and write whole files by their names in the store. A folder writes them atomically (`files/atomic.py`). An
object store replaces whole objects itself; it has no locks, and a killed process leaves no partial objects.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from armillary.errors import ArgumentError, MissingExtraError
from armillary.files.atomic import clear_parts, unwritable, write_group
from armillary.files.folders import locked, new_folder
from armillary.files.text import read_regular
from armillary.files.words import shortened

ROOT = "zarr.json"
"""File with the metadata of a store."""
PARTS = "failures/.parts"
"""Folder of files that are being written; they are renamed into place when they are complete."""
EXPECTED = "the path of a folder for results, such as 'gains.zarr'"
TIMES = ("mtime", "LastModified", "last_modified", "updated", "created")
"""Keys under which file systems of fsspec report the time of a file."""
_ADDRESS = re.compile(r"[A-Za-z][\w+.:-]*://")


class Location(Protocol):
    """Files of a store by their names, such as "status/c.0.1"."""

    @property
    def path(self) -> Any:
        """The path of the folder, or the address."""

    def absolute(self) -> Location:
        """Return the same location for a process with another working folder."""

    def file(self, name: str) -> str:
        """Return the full name of a file, for messages."""

    def read(self, name: str) -> bytes:
        """Return the content of a file; an `OSError` if that is impossible."""

    def write(self, files: Mapping[str, bytes]) -> None:
        """Write files atomically, in this order; an `ArgumentError` if that is impossible."""

    def create(self, files: Mapping[str, bytes]) -> None:
        """Write all files of a new store, that named `ROOT` last."""

    def exists(self) -> bool:
        """Return whether a store exists there."""

    def remove(self, name: str) -> None:
        """Remove a file if it exists."""

    def names(self, folder: str, since: float = 0.0) -> Iterator[str]:
        """Yield the names of the files in a folder that were written at or after the time `since` [s]."""

    def stamp(self, name: str) -> Hashable:
        """Return a value that changes whenever the file is written."""

    def problem(self) -> str:
        """Return what exists there instead of a store; an empty text if a store can be made."""

    def lock(self) -> contextlib.AbstractContextManager[None]:
        """Return a context in which no other process extends the store, if the system has locks."""

    def clean_up(self) -> None:
        """Remove partial files of killed processes."""

    def zarr_store(self) -> Any:
        """Return the store of zarr that reads these files."""


@dataclass(frozen=True)
class Folder:
    """A store in a folder of a file system of this machine."""

    path: Path

    def __str__(self) -> str:
        return str(self.path)

    def absolute(self) -> Location:
        """Return the same location for a process with another working folder."""
        return Folder(self.path.absolute())

    def file(self, name: str) -> str:
        """Return the path of a file."""
        return str(self.path / name)

    def read(self, name: str) -> bytes:
        """Return the content of a file."""
        return read_regular(self.path / name)

    def write(self, files: Mapping[str, bytes]) -> None:
        """Write files: all are on the disk before the first gets its name, in this order."""
        write_group({self.path / name: content for name, content in files.items()}, self.path / PARTS)

    def create(self, files: Mapping[str, bytes]) -> None:
        """Make the folder with all files, unless another process has done so."""
        new_folder(self.path, files)

    def exists(self) -> bool:
        """Return whether a store exists there."""
        return (self.path / ROOT).exists()

    def remove(self, name: str) -> None:
        """Remove a file if it exists."""
        (self.path / name).unlink(missing_ok=True)

    def names(self, folder: str, since: float = 0.0) -> Iterator[str]:
        """Yield the names of the files in a folder."""
        with os.scandir(self.path / folder) as entries:
            yield from (entry.name for entry in entries if not since or entry.stat().st_mtime >= since)

    def stamp(self, name: str) -> Hashable:
        """Return inode, size and time of a file."""
        status = (self.path / name).stat()
        return status.st_ino, status.st_size, status.st_mtime_ns

    def problem(self) -> str:
        """Return what exists there instead of a store."""
        occupied = self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir()))
        if occupied and not (self.path / ROOT).exists():  # checked last: another process may make the store meanwhile
            return "a folder with other files" if self.path.is_dir() else "a file"
        return ""

    def lock(self) -> contextlib.AbstractContextManager[None]:
        """Hold the lock of the folder."""
        return locked(self.path)

    def clean_up(self) -> None:
        """Remove the files that killed processes were writing."""
        clear_parts(self.path / PARTS)

    def zarr_store(self) -> Any:
        """Return the store of zarr that reads these files."""
        from zarr.storage import LocalStore

        return LocalStore(self.path, read_only=True)


@dataclass(frozen=True)
class Address:
    """A store at an address that fsspec opens, most often in an object store.

    Every process reads keys and endpoints from the configuration of fsspec and of the protocol.
    """

    path: str

    def __str__(self) -> str:
        return self.path

    def absolute(self) -> Location:
        """Return the same location for a process with another working folder."""
        return self

    def file(self, name: str) -> str:
        """Return the address of a file."""
        return f"{self.path}/{name}"

    def read(self, name: str) -> bytes:
        """Return the content of a file."""
        with _as_os_error():
            files, root = self._open()
            return bytes(files.cat_file(f"{root}/{name}"))

    def write(self, files: Mapping[str, bytes]) -> None:
        """Write files one after the other; the last one marks the others as complete."""
        for name, content in files.items():
            try:
                with _as_os_error():
                    system, root = self._open()
                    system.pipe_file(f"{root}/{name}", content)
            except OSError as error:
                raise unwritable(self.file(name), error, "path") from error

    def create(self, files: Mapping[str, bytes]) -> None:
        """Write all files of a new store, `ROOT` last; processes that do so at once write the same bytes."""
        self.write({name: content for name, content in files.items() if name != ROOT} | {ROOT: files[ROOT]})

    def exists(self) -> bool:
        """Return whether a store exists there."""
        try:
            self.read(ROOT)
        except OSError:
            return False
        return True

    def remove(self, name: str) -> None:
        """Remove a file if it exists."""
        with contextlib.suppress(FileNotFoundError), _as_os_error():
            files, root = self._open()
            files.rm_file(f"{root}/{name}")

    def names(self, folder: str, since: float = 0.0) -> Iterator[str]:
        """Yield the names of the files in a folder."""
        with _as_os_error():
            files, root = self._open()
            entries = files.ls(f"{root}/{folder}", detail=True)
        yield from (entry["name"].rpartition("/")[2] for entry in entries if not since or _time(entry) >= since)

    def stamp(self, name: str) -> Hashable:
        """Return the key of fsspec for the version of a file."""
        with _as_os_error():
            files, root = self._open()
            return str(files.ukey(f"{root}/{name}"))

    def problem(self) -> str:
        """Return what exists there instead of a store."""
        with contextlib.suppress(FileNotFoundError), _as_os_error():
            files, root = self._open()
            if files.ls(root, detail=False) and not files.isfile(f"{root}/{ROOT}"):
                return "an address with other objects"
        return ""

    def lock(self) -> contextlib.AbstractContextManager[None]:
        """Do nothing: object stores have no locks."""
        return contextlib.nullcontext()

    def clean_up(self) -> None:
        """Do nothing: objects are written as a whole."""

    def zarr_store(self) -> Any:
        """Return the store of zarr that reads these files."""
        from zarr.storage import FsspecStore

        return FsspecStore.from_url(self.path, read_only=True)

    def _open(self) -> tuple[Any, str]:
        """Return the file system and the path in it; fsspec keeps one file system for each process."""
        import fsspec

        # Without the cache of listings, which misses files of other processes.
        files, root = fsspec.url_to_fs(self.path, use_listings_cache=False)
        return files, root.rstrip("/")


@contextlib.contextmanager
def _as_os_error() -> Iterator[None]:
    """Raise errors of transport as `OSError`: the libraries behind fsspec have classes of their own."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        raise OSError(f"{type(error).__name__}: {error}") from error


def _time(entry: Mapping[str, Any]) -> float:
    """Return when a file was written [s]; 0 if the file system does not report it."""
    time = next((entry[name] for name in TIMES if entry.get(name)), 0.0)
    return time.timestamp() if isinstance(time, datetime) else float(time)


def location_of(argument: str, value: Any) -> Location:
    """Return the location of a store, which need not exist; `argument` is the name of the value in an error.

    Raises:
        ArgumentError: The value is neither a path nor an address that fsspec opens.
        MissingExtraError: The value is an address, and fsspec is not installed.
    """
    if isinstance(value, (Folder, Address)):
        return value
    if not isinstance(value, (str, os.PathLike)) or not isinstance(os.fspath(value), str) or not os.fspath(value):
        raise ArgumentError(argument, shortened(value), EXPECTED)
    if isinstance(value, str) and _ADDRESS.match(value):
        return _address(argument, value)
    try:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            (Path(value) / ROOT).lstat()
    except (OSError, ValueError) as error:  # a name that is too long, or has characters that no file may have
        raise ArgumentError(argument, f"{shortened(value)}: {error.args[-1]}", EXPECTED) from None
    return Folder(Path(value))


def _address(argument: str, url: str) -> Location:
    try:
        import fsspec
    except ImportError:
        raise MissingExtraError("fsspec", "sweeps", "A store at an address") from None
    try:
        kind = fsspec.get_filesystem_class(url.partition("://")[0])
    except (ImportError, ValueError) as error:  # a package for the protocol is missing, or the protocol is unknown
        expected = "a folder, or an address that fsspec opens, such as 's3://bucket/gains.zarr'"
        raise ArgumentError(argument, f"{shortened(url)}: {error}", expected) from None
    if kind.protocol in ("file", ("file", "local")):  # fsspec would write files in place, not atomically
        return Folder(Path(kind._strip_protocol(url)))
    return Address(url.rstrip("/"))
