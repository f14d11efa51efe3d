"""Files on systems without `fcntl`: Windows locks bytes, and keeps a file that is read from being replaced."""

import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from internals import alone, atomic, locked, write_content, write_whole


class Msvcrt(ModuleType):
    """Locks of bytes as the module of Windows has them: a second handle of the same file is refused."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.held: dict[tuple[int, int], int] = {}

    def locking(self, handle: int, mode: int, count: int) -> None:
        key = (os.fstat(handle).st_ino, os.lseek(handle, 0, os.SEEK_CUR))
        owner = self.held.get(key)
        if owner is not None and owner != handle and self._open(owner, key[0]):
            raise PermissionError(13, "Permission denied")
        self.held[key] = handle

    @staticmethod
    def _open(handle: int, file: int) -> bool:
        try:
            return os.fstat(handle).st_ino == file
        except OSError:
            return False


@pytest.fixture
def windows(monkeypatch):
    made = Msvcrt()
    monkeypatch.setitem(sys.modules, "fcntl", None)  # an import fails
    monkeypatch.setitem(sys.modules, "msvcrt", made)
    return made


def test_two_writers_of_one_file_use_two_hidden_files(windows, tmp_path):
    target, parts = tmp_path / "result.txt", []

    def first(file):
        file.write(b"first")
        write_content(target, "second")
        parts.extend(path.name for path in tmp_path.iterdir())

    write_whole(target, first)
    assert target.read_text() == "first"  # the last to get the name
    assert sorted(parts) == [".result.txt.0.part", "result.txt"]
    assert [path.name for path in tmp_path.iterdir()] == ["result.txt"]


def test_locks_keep_the_position_and_the_content(windows, tmp_path):
    with (tmp_path / "file").open("w+b") as file:
        file.write(b"abc")
        file.flush()
        assert atomic._lock(file)
        file.write(b"def")
    assert (tmp_path / "file").read_bytes() == b"abcdef"
    ((_, place),) = windows.held
    assert place > 2**20


def test_one_process_at_a_time(windows, tmp_path):
    held = []
    with alone(tmp_path / "entry", 1.0), locked(tmp_path):
        for name in (".entry.lock", ".growing.lock"):
            with (tmp_path / name).open("r+b") as file:
                held.append(atomic._lock(file))
    assert held == [False, False]


def test_a_reader_is_waited_for(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "win32")
    replace, refusals = Path.replace, [PermissionError("another process reads it")] * 2

    def refused(self, target):
        if refusals:
            raise refusals.pop()
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refused)
    write_content(tmp_path / "file", "new")
    assert (tmp_path / "file").read_text() == "new"
    assert not refusals


def test_a_system_without_any_locks_writes_too(monkeypatch, tmp_path):
    for name in ("fcntl", "msvcrt"):
        monkeypatch.setitem(sys.modules, name, None)
    write_content(tmp_path / "file", "new")
    assert (tmp_path / "file").read_text() == "new"
