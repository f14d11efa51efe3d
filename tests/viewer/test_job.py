"""Runs in processes of their own: they finish, are cancelled, fail, and never outlive their page."""

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import armillary as arm
from internals import RunProcess, load_scenario

SHORT = 'robot = "khatib-rr"\nduration = 0.5\nq0 = [0.3, 0.2]\n'
LONG = 'robot = "planar-3r"\nduration = 40000\nsolver = "rk4"\nrecord = 100\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "scenario.toml"
    path.write_text(text)
    return path


def test_a_run_gives_what_the_scenario_gives(tmp_path):
    path, parts = written(tmp_path, SHORT), []
    job = RunProcess("short", path, lambda each: parts.append((each.state, each.part)))
    job.wait(60)
    assert (job.state, job.part, job.message) == ("done", 1.0, "")
    np.testing.assert_array_equal(job.motion.q, arm.simulate(load_scenario(path)).q)
    assert parts[-1] == ("done", 1.0)
    assert not Path(job._folder.name).exists()


def test_a_cancelled_run_keeps_what_it_has_done(tmp_path):
    job = RunProcess("long", written(tmp_path, LONG), lambda each: None)
    wait_until(lambda: job.part > 0 or not job.running)
    job.cancel()
    job.wait(30)
    assert job.state == "cancelled"
    assert job.motion is not None
    assert job.motion.t[-1] < 40000
    assert job.motion.events[-1].kind == "interrupted"


def test_a_run_that_does_not_listen_is_killed(tmp_path):
    job = RunProcess("long", written(tmp_path, LONG), lambda each: None)
    job.cancel(grace=0.0)
    job.wait(30)
    assert job.state == "cancelled"
    assert job._process.poll() is not None


def test_what_fails_says_why(tmp_path):
    job = RunProcess("bad", written(tmp_path, 'robot = "nobody"\nduration = 1\n'), lambda each: None)
    job.wait(60)
    assert job.state == "failed"
    assert "nobody" in job.message
    assert job.motion is None


def test_closing_ends_a_run(tmp_path):
    told = []
    job = RunProcess("long", written(tmp_path, LONG), lambda each: told.append(each.state))
    job.close()
    assert job._process.poll() is not None
    assert "done" not in told


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pipe that is closed")
def test_a_run_ends_when_its_page_is_gone(tmp_path):
    command = [sys.executable, "-m", "armillary.viewer.worker", str(written(tmp_path, LONG)), str(tmp_path / "r.nc")]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        out, _ = process.communicate(timeout=60)
    assert process.returncode in (0, 130)
    assert b"done" in out or b"cancelled" in out


def wait_until(condition, patience=60.0):
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
