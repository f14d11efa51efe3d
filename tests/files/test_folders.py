"""A folder of an export that is written again and killed at any moment has files of one export, never of two."""

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from internals import write_folder

NAMES = ("arm.h", "arm.c", "test_arm.c", "CMakeLists.txt")
WRITER = """
import sys
from pathlib import Path
from armillary.files.folders import write_folder
print("ready", flush=True)
for k in range(100_000):
    write_folder(Path(sys.argv[1]), {name: f"{k} ".encode() * 5000 for name in %r})
    print(k, flush=True)
""" % (NAMES,)  # noqa: UP031


def contents(k: int) -> dict[str, bytes]:
    return {name: f"{k} ".encode() * 5000 for name in NAMES}


def versions(folder: Path) -> set[bytes]:
    """Return the versions of the files, each of which must be whole."""
    found = [(folder / name).read_bytes() for name in NAMES]
    assert all(each == (each.split()[0] + b" ") * 5000 for each in found)
    return {each.split()[0] for each in found}


@pytest.mark.skipif(sys.platform != "linux", reason="other systems exchange files one by one")
def test_killed_in_a_loop(tmp_path):
    folder = tmp_path / "out" / "arm"
    folder.parent.mkdir()
    write_folder(folder, contents(0))
    rng = np.random.default_rng(2)
    for _ in range(12):
        with subprocess.Popen([sys.executable, "-c", WRITER, folder], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout.readline() == "ready\n"
            writer.stdout.readline()
            time.sleep(rng.uniform(0.0, 0.05))
            os.kill(writer.pid, signal.SIGKILL)
        assert len(versions(folder)) == 1
        assert len(list(folder.parent.iterdir())) <= 2  # at most the hidden folder of the last one that was killed
    write_folder(folder, contents(1))
    assert [entry.name for entry in folder.parent.iterdir()] == ["arm"]
    assert versions(folder) == {b"1"}


def test_files_of_others_stay(tmp_path):
    folder = tmp_path / "arm"
    write_folder(folder, contents(0))
    (folder / "main.c").write_text("mine")
    (folder / "build").mkdir()
    write_folder(folder, contents(1))
    assert versions(folder) == {b"1"}
    assert (folder / "main.c").read_text() == "mine"
    assert (folder / "build").is_dir()
    assert [entry.name for entry in tmp_path.iterdir()] == ["arm"]


def test_the_current_folder_stays_the_same(tmp_path, monkeypatch):
    folder = tmp_path / "arm"
    write_folder(folder, contents(0))
    monkeypatch.chdir(folder)
    write_folder(folder, contents(1))
    assert versions(Path.cwd()) == {b"1"}
    assert folder.stat().st_ino == Path().stat().st_ino


@pytest.mark.skipif(sys.platform == "win32", reason="hardware: Windows has no permissions of POSIX")
def test_permissions_stay(tmp_path):
    folder = tmp_path / "arm"
    write_folder(folder, contents(0))
    folder.chmod(0o750)
    (folder / "arm.c").chmod(0o640)
    write_folder(folder, contents(1))
    assert versions(folder) == {b"1"}
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder / "arm.c")] == [0o750, 0o640]
