"""Whoever writes a result and is killed at any moment leaves a whole file, and nothing that adds up."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import armillary as arm
from internals import atomic, check_place, write_whole
from moved import moved

WRITER = """
import sys
import numpy as np
from dataclasses import replace
from armillary.results import Trajectory
motion = Trajectory.load(sys.argv[1])
print("ready", flush=True)
for k in range(100_000):
    replace(motion, qdd=np.full_like(motion.qdd, float(k))).save(sys.argv[2])
    print(k, flush=True)
"""
SUICIDE = """
import os, pathlib, signal, sys
from armillary.results import Trajectory
motion = Trajectory.load(sys.argv[1])
die = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
if sys.argv[3] == "writing":
    def write(trajectory, file):
        file.write(b"CDF" + bytes(100_000))
        file.flush()
        die()
    from armillary.results import netcdf
    netcdf.write = write
elif sys.argv[3] == "syncing":
    os.fsync = die
else:
    pathlib.Path.replace = die
motion.save(sys.argv[2])
"""


def hidden(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("."))


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_killed_in_a_loop(tmp_path):
    source, target = tmp_path / "source.nc", tmp_path / "out" / "motion.nc"
    target.parent.mkdir()
    moved(rows=20_000).save(source)
    moved(rows=20_000).save(target)
    rng = np.random.default_rng(1)
    for _ in range(4):
        command = [sys.executable, "-c", WRITER, str(source), str(target)]
        writers = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(2)]
        for writer in writers:
            for _ in range(2 + int(rng.integers(3))):  # ready, then so many saved
                writer.stdout.readline()
        time.sleep(rng.uniform(0.0, 0.02))
        for writer in writers:
            os.kill(writer.pid, signal.SIGKILL)
            writer.communicate()
        found = arm.Trajectory.load(target)  # whole: its checksum is right
        assert len(found) == 20_000
        assert np.ptp(found.qdd) == 0  # all of one save, none of another
        assert set(hidden(target.parent)) <= {".motion.nc.0.part", ".motion.nc.1.part"}
    moved(rows=10).save(target)
    assert not hidden(target.parent)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
@pytest.mark.parametrize("moment", ["writing", "syncing", "renaming"])
def test_killed_at_the_worst_moments(tmp_path, moment):
    source, target = tmp_path / "source.nc", tmp_path / "motion.nc"
    moved(rows=100).save(source)
    moved(rows=50).save(target)
    for _ in range(2):
        died = subprocess.run([sys.executable, "-c", SUICIDE, str(source), str(target), moment], check=False)
        assert died.returncode == -signal.SIGKILL
        assert len(arm.Trajectory.load(target)) == 50
        assert hidden(tmp_path) == [".motion.nc.0.part"]  # one, however often
    moved(rows=20).save(target)
    assert len(arm.Trajectory.load(target)) == 20
    assert not hidden(tmp_path)


def test_a_write_that_fails_leaves_the_old_file(tmp_path):
    path = tmp_path / "result.nc"
    path.write_text("old")

    def fail(file):
        file.write(b"new")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(path, fail)
    assert path.read_text() == "old"
    assert not hidden(tmp_path)


def test_a_full_disk_is_told(tmp_path):
    def full(file):
        raise OSError(28, "No space left on device")

    with pytest.raises(arm.ArgumentError, match="No space left on device"):
        write_whole(tmp_path / "result.nc", full)
    assert not list(tmp_path.iterdir())


def test_what_others_left_is_taken_over(tmp_path):
    for k in range(3):
        (tmp_path / f".result.nc.{k}.part").write_bytes(b"left" * 1000)
    write_whole(tmp_path / "result.nc", lambda file: file.write(b"new"))
    assert [path.name for path in tmp_path.iterdir()] == ["result.nc"]
    assert (tmp_path / "result.nc").read_bytes() == b"new"


def test_two_at_once(tmp_path):
    path, inside = tmp_path / "result.nc", threading.Barrier(2)

    def write(text: bytes):
        def fill(file):
            inside.wait(5)
            for _ in range(1000):
                file.write(text)

        write_whole(path, fill)

    threads = [threading.Thread(target=write, args=(text,)) for text in (b"a", b"b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_bytes() in (b"a" * 1000, b"b" * 1000)
    assert not hidden(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="no such permissions")
def test_permissions_are_those_of_other_files(tmp_path):
    (tmp_path / "plain").write_text("")
    write_whole(tmp_path / "result.nc", lambda file: file.write(b"x"))
    assert (tmp_path / "result.nc").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_link_in_the_way_is_not_followed(tmp_path):
    (tmp_path / "precious").write_text("keep")
    (tmp_path / ".result.nc.0.part").symlink_to(tmp_path / "precious")
    write_whole(tmp_path / "result.nc", lambda file: file.write(b"x"))
    assert (tmp_path / "result.nc").read_bytes() == b"x"
    assert not (tmp_path / "result.nc").is_symlink()
    assert (tmp_path / "precious").read_text() == "keep"


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes in folders")
def test_pipes_in_the_way_of_all_hidden_files_are_no_wait(tmp_path):
    for part in atomic._parts(tmp_path / "result.nc"):
        os.mkfifo(part)
    with pytest.raises(arm.ArgumentError, match="cannot be written"):
        write_whole(tmp_path / "result.nc", lambda file: file.write(b"x"))


class TestPlaces:
    """What can be known of a place before the work is done."""

    def test_one_that_will_do(self, tmp_path):
        check_place(tmp_path / "new.nc")
        (tmp_path / "old.nc").write_bytes(b"old")
        check_place(tmp_path / "old.nc")
        assert [path.name for path in tmp_path.iterdir()] == ["old.nc"]

    @pytest.mark.parametrize(
        ("name", "match"),
        [
            ("none/a.nc", "No such file"),
            ("file/a.nc", "Not a directory"),
            ("folder", "Is a directory"),
            ("a" * 300 + ".nc", "too long"),
            ("a\0.nc", "null"),
        ],
    )
    def test_those_that_will_not(self, tmp_path, name, match):
        (tmp_path / "file").write_bytes(b"")
        (tmp_path / "folder").mkdir()
        with pytest.raises(arm.ArgumentError, match=f"--output: .* cannot be written: .*{match}"):
            check_place(tmp_path / name, "--output")

    def test_a_folder_that_takes_no_files(self, tmp_path, monkeypatch):
        monkeypatch.setattr(os, "access", lambda *_: False)
        with pytest.raises(arm.ArgumentError, match="Permission denied"):
            check_place(tmp_path / "a.nc")
