"""Where the files of a store are: in a folder, or at an address that fsspec opens, such as s3://bucket/gains.zarr.

Both read and write whole files by their names in the store. A folder writes them as `files/atomic.py` does. An object
store replaces an object as a whole by itself; it has no locks, and nothing is left of a process that was killed.
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
"""Folder of files that are being written; complete ones are renamed into place."""
EXPECTED = "the path of a folder for results, such as 'gains.zarr'"
TIMES = ("mtime", "LastModified", "last_modified", "updated", "created")
"""Names under which file systems of fsspec give the time of a file."""
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
        """Write files, each whole or not at all, in this order; an `ArgumentError` if that is impossible."""

    def create(self, files: Mapping[str, bytes]) -> None:
        """Write all files of a new store, that named `ROOT` last."""

    def there(self) -> bool:
        """Return whether there is a store."""

    def remove(self, name: str) -> None:
        """Remove a file if it is there."""

    def names(self, folder: str, since: float = 0.0) -> Iterator[str]:
        """Yield the names of the files in a folder that were written at or after the time `since` [s]."""

    def stamp(self, name: str) -> Hashable:
        """Return a value that changes whenever the file is written."""

    def problem(self) -> str:
        """Return what there is that is no store; an empty text if a store can be made."""

    def alone(self) -> contextlib.AbstractContextManager[None]:
        """Keep other processes from extending the store, if the system has locks."""

    def clear(self) -> None:
        """Remove what processes that were killed have left."""

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

    def there(self) -> bool:
        """Return whether there is a store."""
        return (self.path / ROOT).exists()

    def remove(self, name: str) -> None:
        """Remove a file if it is there."""
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
        """Return what there is that is no store."""
        filled = self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir()))
        if filled and not (self.path / ROOT).exists():  # checked last: another process may have made it meanwhile
            return "a folder with other files" if self.path.is_dir() else "a file"
        return ""

    def alone(self) -> contextlib.AbstractContextManager[None]:
        """Hold the lock of the folder."""
        return locked(self.path)

    def clear(self) -> None:
        """Remove the files that killed processes were writing."""
        clear_parts(self.path / PARTS)

    def zarr_store(self) -> Any:
        """Return the store of zarr that reads these files."""
        from zarr.storage import LocalStore

        return LocalStore(self.path, read_only=True)


@dataclass(frozen=True)
class Address:
    """A store at an address that fsspec opens, most often in an object store.

    Keys and endpoints come from the configuration of fsspec and of the protocol, in every process anew.
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
            files, root = self._opened()
            return bytes(files.cat_file(f"{root}/{name}"))

    def write(self, files: Mapping[str, bytes]) -> None:
        """Write files, one after the other: the last one tells that the others are there."""
        for name, content in files.items():
            try:
                with _as_os_error():
                    system, root = self._opened()
                    system.pipe_file(f"{root}/{name}", content)
            except OSError as error:
                raise unwritable(self.file(name), error, "path") from error

    def create(self, files: Mapping[str, bytes]) -> None:
        """Write all files of a new store; other processes that do so write the same."""
        self.write({name: content for name, content in files.items() if name != ROOT} | {ROOT: files[ROOT]})

    def there(self) -> bool:
        """Return whether there is a store."""
        try:
            self.read(ROOT)
        except OSError:
            return False
        return True

    def remove(self, name: str) -> None:
        """Remove a file if it is there."""
        with contextlib.suppress(FileNotFoundError), _as_os_error():
            files, root = self._opened()
            files.rm_file(f"{root}/{name}")

    def names(self, folder: str, since: float = 0.0) -> Iterator[str]:
        """Yield the names of the files in a folder."""
        with _as_os_error():
            files, root = self._opened()
            entries = files.ls(f"{root}/{folder}", detail=True)
        yield from (entry["name"].rpartition("/")[2] for entry in entries if not since or _time(entry) >= since)

    def stamp(self, name: str) -> Hashable:
        """Return a digest of everything that fsspec knows of a file."""
        with _as_os_error():
            files, root = self._opened()
            return str(files.ukey(f"{root}/{name}"))

    def problem(self) -> str:
        """Return what there is that is no store."""
        with contextlib.suppress(FileNotFoundError), _as_os_error():
            files, root = self._opened()
            if files.ls(root, detail=False) and not files.isfile(f"{root}/{ROOT}"):
                return "an address with other objects"
        return ""

    def alone(self) -> contextlib.AbstractContextManager[None]:
        """Do nothing: object stores have no locks."""
        return contextlib.nullcontext()

    def clear(self) -> None:
        """Do nothing: an object is there as a whole or not at all."""

    def zarr_store(self) -> Any:
        """Return the store of zarr that reads these files."""
        from zarr.storage import FsspecStore

        return FsspecStore.from_url(self.path, read_only=True)

    def _opened(self) -> tuple[Any, str]:
        """Return the file system and the path in it; fsspec keeps one file system for each process."""
        import fsspec

        # Without its cache of listings: other processes write, too.
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
    """Return when a file was written [s]; 0 if the file system does not say it."""
    time = next((entry[name] for name in TIMES if entry.get(name)), 0.0)
    return time.timestamp() if isinstance(time, datetime) else float(time)


def location_of(argument: str, value: Any) -> Location:
    """Return the location of a store, which need not exist; `argument` is the name of the value in an error.

    Raises:
        ArgumentError: The value is no path, or an address that fsspec does not open.
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
    except (ImportError, ValueError) as error:  # a package for this protocol is missing, or nobody knows the protocol
        expected = "a folder, or an address that fsspec opens, such as 's3://bucket/gains.zarr'"
        raise ArgumentError(argument, f"{shortened(url)}: {error}", expected) from None
    if kind.protocol in ("file", ("file", "local")):  # fsspec writes into files in place
        return Folder(Path(kind._strip_protocol(url)))
    return Address(url.rstrip("/"))
