"""Sweeps that end badly: killed processes, a full disk. What is complete stays, and the next sweep goes on."""

import errno
import json
import os
import pickle
import subprocess
import sys

import pytest

import armillary as arm
import sweep_jobs as jobs
from internals import Serial, atomic
from own_sources import ROOT
from standin import tree


def test_200_processes_are_killed(tmp_path):
    """Workers, main processes and Dask schedulers, by signal 9: no chunk is lost, damaged or computed twice."""
    script = ROOT / "tests/jobs/kill_sweeps.py"
    done = subprocess.run([sys.executable, script, tmp_path], capture_output=True, text=True, timeout=1800, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    kills = json.loads(done.stdout)
    assert kills["worker"] + kills["main"] + kills["scheduler"] >= 200
    assert min(kills["main"], kills["scheduler"]) >= 15


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_told_and_the_study_goes_on(tmp_path, monkeypatch, code):
    study, calls = jobs.StandInStudy(), []
    write = atomic._synchronise

    def full(handles):
        calls.append(handles)
        if len(calls) > 4:
            raise OSError(code, os.strerror(code))
        write(handles)

    monkeypatch.setattr(atomic, "_synchronise", full)
    with pytest.raises(arm.errors.StoreError, match=f"{os.strerror(code)}.*make room and start again") as caught:
        arm.sweep(study, tmp_path / "s.zarr", executor=Serial())
    assert len(calls) == 5  # it ends at once
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)  # as it travels from a worker
    monkeypatch.undo()
    results = arm.load_results(tmp_path / "s.zarr")
    assert 0 < results.counts.complete < results.counts.chunks
    assert not list(results.store.verify())
    assert arm.sweep(study, tmp_path / "s.zarr", executor=Serial()).complete
    arm.sweep(study, tmp_path / "other.zarr", executor=Serial())
    assert tree(tmp_path / "s.zarr") == tree(tmp_path / "other.zarr")
