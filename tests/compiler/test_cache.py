"""The cache of object code: it remembers, mistrusts what is damaged, stays small and never gets in the way."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from armillary.compiler import cache


@pytest.fixture
def place(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "objects"))
    return tmp_path / "objects"


class Maker:
    """Makes an object and counts how often."""

    def __init__(self, data: bytes = b"machine code") -> None:
        self.data, self.calls = data, 0

    def __call__(self) -> bytes:
        self.calls += 1
        return self.data


def test_made_once(place):
    make = Maker()
    assert [cache.load_or_build(["a", b"b"], make) for _ in range(3)] == [b"machine code"] * 3
    assert make.calls == 1
    assert len(list(place.iterdir())) == 1


def test_another_key_is_another_entry(place):
    make = Maker()
    for parts in (["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""]):
        cache.load_or_build(parts, make)
    assert make.calls == 4


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data[:40],
        lambda data: b"x" + data[1:],
        lambda data: data[:-3] + b"\0" + data[-2:],
        lambda data: data[:25] + bytes([data[25] ^ 1]) + data[26:],
        lambda data: os.urandom(len(data)),
    ],
)
def test_a_damaged_entry_is_made_again(place, damage):
    make = Maker()
    cache.load_or_build(["key"], make)
    (entry,) = place.iterdir()
    entry.write_bytes(damage(entry.read_bytes()))
    assert cache.load_or_build(["key"], make) == b"machine code"
    assert cache.load_or_build(["key"], make) == b"machine code"
    assert make.calls == 2


def test_an_entry_under_another_name_is_not_taken(place):
    cache.load_or_build(["one"], Maker(b"one"))
    cache.load_or_build(["two"], Maker(b"two"))
    first, second = sorted(place.iterdir())
    second.write_bytes(first.read_bytes())
    make = [Maker(b"one"), Maker(b"two")]
    assert [cache.load_or_build([key], each) for key, each in zip(["one", "two"], make, strict=True)] == [
        b"one",
        b"two",
    ]
    assert sum(each.calls for each in make) == 1


@pytest.mark.parametrize("word", ["off", "OFF", "none", "0"])
def test_off(tmp_path, monkeypatch, word):
    monkeypatch.setenv(cache.VARIABLE, word)
    monkeypatch.chdir(tmp_path)
    make = Maker()
    for _ in range(2):
        cache.load_or_build(["key"], make)
    assert make.calls == 2
    assert not list(tmp_path.iterdir())


def test_the_default_place(monkeypatch, tmp_path):
    monkeypatch.delenv(cache.VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert cache.folder() == tmp_path / "armillary"
    monkeypatch.delenv("XDG_CACHE_HOME")
    if os.name != "nt":
        assert cache.folder() == Path.home() / ".cache" / "armillary"


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "file" / "objects"))
    make = Maker()
    assert cache.load_or_build(["key"], make) == b"machine code"
    assert make.calls == 1


def test_the_oldest_go_first(place, monkeypatch):
    monkeypatch.setattr(cache, "LIMIT", 3500)
    for number in range(3):
        cache.load_or_build([str(number)], Maker(bytes(1000)))
    for entry in place.iterdir():
        os.utime(entry, (time.time() - 100, time.time() - 100))
    cache.load_or_build(["0"], Maker())  # used now
    cache.load_or_build(["3"], Maker(bytes(1000)))
    assert sum(entry.stat().st_size for entry in place.iterdir()) <= 3500
    kept, lost = Maker(), Maker()
    cache.load_or_build(["0"], kept)
    assert kept.calls == 0
    for number in ("1", "2"):
        cache.load_or_build([number], lost)
    assert lost.calls >= 1


def test_drafts_left_behind_are_swept(place):
    place.mkdir()
    for name, age in ((".old", 2 * cache.STALE), (".new", 0)):
        (place / name).write_bytes(b"half")
        os.utime(place / name, (time.time() - age, time.time() - age))
    cache.load_or_build(["key"], Maker())
    assert not (place / ".old").exists()
    assert (place / ".new").exists()


HAMMER = """
from armillary.compiler import cache
wanted = [bytes([k]) * 50_000 for k in range(20)]
for _ in range(5):
    for k in range(20):
        assert cache.load_or_build([str(k)], lambda: wanted[k]) == wanted[k]
"""


def test_several_processes_at_once(place):
    workers = [subprocess.Popen([sys.executable, "-c", HAMMER]) for _ in range(3)]
    assert [worker.wait(timeout=60) for worker in workers] == [0, 0, 0]
    assert len(list(place.iterdir())) == 20


CODE = """
import numpy as np, armillary as arm
from armillary.compiler import kernel
from armillary.compiler.trace import trace
def refuse(*_):
    raise SystemExit("compiled although the code is there")
if {warm}:
    kernel.object_code = refuse
made = kernel.build(trace(arm.model(arm.library.get("khatib-rr")), "mass_matrix"))
q, M = np.array([[0.1, 1e9]]), np.empty((1, 2, 2))
made.batch(q, M)
print(M.tobytes().hex())
"""


def test_a_fresh_process_finds_what_another_made(place):
    def run(warm: bool) -> str:
        code = CODE.format(warm=warm)
        return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout

    assert run(warm=False) == run(warm=True)
