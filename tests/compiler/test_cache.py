"""The cache of object code: it remembers, mistrusts what is damaged, stays small and never gets in the way."""

import contextlib
import errno
import os
import socket
import stat
import subprocess
import sys
import time
import warnings
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

import armillary as arm
from internals import assemble, atomic, cache


@pytest.fixture
def place(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "objects"))
    cache._warned.clear()
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
    with pytest.warns(arm.ArmillaryWarning, match="Not a directory") as said:
        assert [cache.load_or_build([key], make) for key in "aba"] == [b"machine code"] * 3
    assert len(said) == 1
    assert make.calls == 3


POSIX = pytest.mark.skipif(not hasattr(os, "getuid"), reason="hardware: Windows has no owners and permissions of POSIX")


@POSIX
def test_entries_are_closed_to_others(place):
    cache.load_or_build(["key"], Maker())
    (entry,) = place.iterdir()
    assert stat.S_IMODE(entry.stat().st_mode) == 0o600
    assert stat.S_IMODE(place.stat().st_mode) == 0o700


def _linked(place: Path) -> None:
    place.rename(place.with_name("elsewhere"))
    place.symlink_to(place.with_name("elsewhere"))


@POSIX
@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda place: place.chmod(0o770), "other users may write it"),
        (lambda place: place.chmod(0o707), "other users may write it"),
        (_linked, "a link"),
        (lambda place: None, "belongs to another user"),
    ],
)
def test_a_folder_that_others_could_change_is_refused(place, monkeypatch, spoil, says):
    """Neither is code taken from it nor is any written; one message says so."""
    cache.load_or_build(["key"], Maker(b"before"))
    spoil(place)
    if "belongs" in says:
        monkeypatch.setattr(os, "getuid", lambda: place.stat().st_uid + 1)
    with pytest.warns(arm.ArmillaryWarning, match=says) as said:
        assert [cache.load_or_build([key], Maker(b"after")) for key in ("key", "other", "key")] == [b"after"] * 3
    assert len(said) == 1
    assert str(place) in str(said[0].message)
    assert len(list(place.iterdir())) == 1


def _symbolic(entry: Path) -> None:
    entry.rename(entry.parent.parent / "kept")
    entry.symlink_to(entry.parent.parent / "kept")


@POSIX
@pytest.mark.parametrize(
    "spoil",
    [
        lambda entry: entry.chmod(0o620),
        lambda entry: entry.chmod(0o602),
        lambda entry: os.link(entry, entry.parent.parent / "second name"),
        _symbolic,
    ],
)
def test_an_entry_that_others_could_have_changed_is_made_again(place, spoil):
    cache.load_or_build(["key"], Maker(b"before"))
    (entry,) = place.iterdir()
    spoil(entry)
    assert cache.load_or_build(["key"], Maker(b"after")) == b"after"
    assert cache.load_or_build(["key"], Maker(b"again")) == b"after"
    assert not entry.is_symlink()
    assert stat.S_IMODE(entry.stat().st_mode) == 0o600


def _pipe(path):
    os.mkfifo(path, 0o600)


def _socket(path):
    with socket.socket(socket.AF_UNIX) as listening, contextlib.chdir(path.parent):
        listening.bind(path.name)


def _folder(path):
    path.mkdir(mode=0o700)
    (path / "full").touch()


def _loop(path):
    path.symlink_to(path.name)


def _zeros(path):
    path.symlink_to("/dev/zero")


@POSIX
@pytest.mark.parametrize("special", [_pipe, _socket, _folder, _loop, _zeros])
@pytest.mark.parametrize("where", ["entry", "lock", "draft"])
def test_what_is_no_file_neither_hangs_nor_breaks(place, special, where):
    """Whatever lies in the place of an entry, of its lock or of its draft, the code is made."""
    make = Maker()
    cache.load_or_build(["a"], make)
    (entry,) = place.glob(f"*{cache.SUFFIX}")
    entry.unlink()
    odd = {"entry": entry, "lock": place / f".{entry.name}.lock", "draft": place / f".{entry.name}.0.part"}[where]
    special(odd)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert [cache.load_or_build(["a"], make) for _ in range(3)] == [b"machine code"] * 3
    if where == "entry" and special is _folder:  # the one that no entry can replace
        assert [each.category for each in said] == [arm.ArmillaryWarning]
        assert make.calls == 4
    else:
        assert not said
        assert make.calls == 2


@POSIX
def test_an_endless_entry_is_not_read(place):
    make = Maker()
    cache.load_or_build(["a"], make)
    (entry,) = place.glob(f"*{cache.SUFFIX}")
    os.truncate(entry, 2**40)  # a sparse file
    assert cache.load_or_build(["a"], make) == b"machine code"
    assert make.calls == 2


def test_a_full_disk_warns_once(place, monkeypatch):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(atomic, "_slot", full)
    make = Maker()
    with pytest.warns(arm.ArmillaryWarning, match="No space left on device") as said:
        assert [cache.load_or_build([key], make) for key in "abcab"] == [b"machine code"] * 5
    assert len(said) == 1
    assert cache.SUFFIX not in str(said[0].message)


@POSIX
def test_an_entry_of_another_user_is_made_again(place, monkeypatch):
    cache.load_or_build(["key"], Maker(b"before"))
    (entry,) = place.iterdir()
    real = os.fstat

    def foreign(handle: int) -> os.stat_result:
        about = real(handle)
        return os.stat_result((*about[:4], about.st_uid + 1, *about[5:])) if stat.S_ISREG(about.st_mode) else about

    monkeypatch.setattr(os, "fstat", foreign)
    assert cache._read(entry, cache.digest(["key"])) is None
    monkeypatch.undo()
    assert cache._read(entry, cache.digest(["key"])) == b"before"


def test_keys_differ_by_version_cpu_and_sources(monkeypatch):
    from internals import assemble, target

    def environment() -> bytes:
        assemble._environment.cache_clear()
        return assemble.environment()

    before = environment()
    assert environment() == before
    monkeypatch.setattr("armillary.__version__", "0.0.0")
    assert environment() != before
    monkeypatch.undo()
    other = target.Target("x86_64-unknown-linux-gnu", "another", "", 1)
    monkeypatch.setattr(assemble, "host", lambda width: other)
    assert environment() != before
    monkeypatch.undo()
    monkeypatch.setattr(assemble, "source_digest", lambda *names: b"other sources")
    assert environment() != before


def test_the_oldest_go_first(place, monkeypatch):
    monkeypatch.setattr(cache, "LIMIT", 3500)
    monkeypatch.setattr(cache, "RARELY", 1)
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


def test_entries_are_counted(place, monkeypatch):
    monkeypatch.setattr(cache, "MOST", 50)
    monkeypatch.setattr(cache, "RARELY", 8)
    looked = []
    look = cache._evict
    monkeypatch.setattr(cache, "_evict", lambda folder: (looked.append(folder), look(folder)))
    for number in range(400):
        cache.load_or_build([str(number)], Maker())
    assert 20 <= len(looked) <= 100  # 50 expected
    assert len(list(place.iterdir())) <= 50 + 50  # some writes after the last look


def test_large_entries_are_counted_at_once(place, monkeypatch):
    monkeypatch.setattr(cache, "LIMIT", 50_000)
    for number in range(40):
        cache.load_or_build([str(number)], Maker(bytes(5_000)))
    assert sum(entry.stat().st_size for entry in place.iterdir()) <= 50_000


def test_drafts_left_behind_are_swept(place, monkeypatch):
    monkeypatch.setattr(cache, "RARELY", 1)
    place.mkdir(mode=0o700)
    for name, age in ((".old", 2 * cache.STALE), (".new", 0)):
        (place / name).write_bytes(b"half")
        os.utime(place / name, (time.time() - age, time.time() - age))
    cache.load_or_build(["key"], Maker())
    assert not (place / ".old").exists()
    assert (place / ".new").exists()


HAMMER = """
from armillary.compiler import cache
from armillary.compiler.llvm import assemble
from armillary.errors import ArmillaryWarning
from armillary.files import atomic
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


def varied(kind: str, k: int) -> dict:
    """A reference of each class and kind, all of whose numbers depend on k."""
    refs, pd = arm.references, arm.controllers.PD(10.0 + k, 1.0 + 0.1 * k)
    task = arm.controllers.OperationalSpace(100.0 + k, 20.0, task=(3, 4))
    q0, goal, T = [0.3 + 0.1 * k, 0.9], [0.5 + 0.1 * k, 0.3], 0.05 + 0.01 * k
    kind, _, way = kind.partition(", ")
    path = {"duration": T, "begin": 0.001 * k, "law": way or "fifth_order"}
    if kind == "trapezoid":
        limits = {
            "": {"duration": T},
            "quick": {"velocity": 100.0 - 49 * k, "acceleration": [90.0 + k, 80.0 - k]},
            "nowhere": {"duration": T, "start": goal if k == 1 else [0.0, 0.0]},
        }  # triangles, trapezoids and motions that stand still are one code
        return {"q0": q0, "controller": pd, "reference": refs.Trapezoid(end=goal, begin=0.001 * k, **limits[way])}
    made = {
        "start": lambda: None,
        "constant": lambda: refs.Constant(goal),
        "fifth_order": lambda: refs.FifthOrder(end=goal, duration=T, begin=0.001 * k),
        "seventh_order": lambda: refs.SeventhOrder(end=goal, duration=T, begin=0.001 * k),
        "step_acceleration": lambda: refs.StepAcceleration(end=goal, duration=T, begin=0.001 * k),
        "spline": lambda: refs.Spline([0.0, 0.01 + 0.002 * k, T], [[0, 0], goal, q0], degree=int(way or 3)),
        "sinusoid": lambda: refs.Sinusoid([0.1 + k, 0.2], 1.0 + k, 0.3 * k, goal),
        "chirp": lambda: refs.Chirp([0.1 + k, 0.2], 0.5 * k, 3.0 + k, T, 0.3 * k, goal),
        "shaped": lambda: refs.Shaped(refs.FifthOrder(end=goal, duration=T), refs.ZV(20.0 + k, 0.01 * k)),
        "line": lambda: refs.Line(displacement=[0.05 + 0.01 * k, 0.02, 0], **path),
        "circle": lambda: refs.Circle(centre=[0.1 * k, 0.2, 0], axis=[0, 0.1 * k, 1], angle=1.0 - k, **path),
        "turning line": lambda: refs.Line(
            displacement=[0.05, 0.02, 0], orientation=[0, 0, 0.1 * k], end_orientation=[0, 0.2, k], **path
        ),
        "following circle": lambda: refs.Circle(
            centre=[0.1 * k, 0.2, 0], angle=1.0 + k, orientation=[0, 0, 0.1 * k], follow=True, **path
        ),
    }
    return {"q0": q0, "controller": task if kind in IN_SPACE else pd, "reference": made[kind]()}


IN_SPACE = ("line", "circle", "turning line", "following circle")
KINDS = [
    "start", "constant", "fifth_order", "seventh_order", "step_acceleration", "trapezoid", "trapezoid, quick",
    "trapezoid, nowhere", "spline", "spline, 5", "sinusoid", "chirp", "shaped", "line",
    "line, trapezoid", "circle", "turning line", "following circle",
]  # fmt: skip


def test_all_references_are_varied():
    assert set(arm.references.REFERENCES) <= set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_other_numbers_of_references_and_gains_are_neither_compiled_nor_kept(kind, tmp_path, monkeypatch):
    """One compilation serves all runs that differ in numbers alone."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    own = (1.0 + 0.01 * KINDS.index(kind), 0.0, -9.81)  # a robot without any code so far
    robot, loaded, load = replace(arm.library.get("khatib-rr"), gravity=own), [], assemble.LoadedCode.__init__
    monkeypatch.setattr(assemble.LoadedCode, "__init__", lambda self, *given: (loaded.append(1), load(self, *given))[1])
    counts = []
    for k in range(3):
        given = varied(kind, k)
        run = arm.simulate(robot, 0.02, solver=arm.solvers.RK4(), **given)
        counts.append((len(loaded), len([*tmp_path.iterdir()])))
        if given["reference"] is not None:
            anchored = arm.references.anchor(given["reference"], arm.model(robot), given["q0"])
            wanted = anchored.motion(0.02).position[: run.signals["reference"].shape[1]]
            assert run.signals["reference"][-1] == pytest.approx(wanted, abs=1e-12)
    assert counts[0] == counts[1] == counts[2]
    assert min(counts[0]) > 0


MAKES = """
import sys, time
from pathlib import Path
from armillary.compiler import cache
log, go = Path(sys.argv[1]), Path(sys.argv[2])

def make():
    with log.open("a") as file:
        file.write("made\\n")
    time.sleep(float(sys.argv[3]))
    return b"machine code"

go.with_suffix(f".{sys.argv[4]}").touch()
while not go.exists():
    time.sleep(0.005)
assert cache.load_or_build(["shared"], make) == b"machine code"
"""


@contextmanager
def makers(place, folder: Path, count: int, seconds: float):
    """Yield processes that make the same entry at the same time."""
    log, go = folder / "log", folder / "go.now"
    env = {**os.environ, cache.VARIABLE: str(place)}
    commands = [[sys.executable, "-c", MAKES, str(log), str(go), str(seconds), str(k)] for k in range(count)]
    with ExitStack() as stack:
        found = [stack.enter_context(subprocess.Popen(command, env=env)) for command in commands]
        while not all(go.with_suffix(f".{k}").exists() for k in range(count)):
            time.sleep(0.01)
        go.touch()
        while not log.exists() or not log.read_text():
            time.sleep(0.01)
        try:
            yield found
        finally:
            for each in found:
                each.kill()


def test_processes_that_need_an_entry_at_once_make_it_once(place, tmp_path):
    with makers(place, tmp_path, 3, 0.5) as processes:
        assert [each.wait(30) for each in processes] == [0, 0, 0]
    assert (tmp_path / "log").read_text() == "made\n"
    assert [each.suffix for each in place.iterdir()] == [cache.SUFFIX]


def test_the_lock_of_a_killed_process_is_no_lock(place, tmp_path):
    make = Maker()
    with makers(place, tmp_path, 1, 60.0) as (killed,):
        killed.kill()
        killed.wait()
        begun = time.monotonic()
        assert cache.load_or_build(["shared"], make) == b"machine code"
    assert (make.calls, time.monotonic() - begun < 10) == (1, True)


def test_waiting_for_another_process_is_bounded(place, tmp_path, monkeypatch):
    monkeypatch.setattr(cache, "WAIT", 0.2)
    make = Maker()
    with makers(place, tmp_path, 1, 60.0):
        assert cache.load_or_build(["shared"], make) == b"machine code"
    assert make.calls == 1
