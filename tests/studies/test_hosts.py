"""Several hosts without a common folder: workers of a Dask cluster write to an object store, and are killed."""

import json
import subprocess
import sys

import pytest

from own_sources import ROOT

APART = ["unshare", "-rnm", "--kill-child"]
"""Runs a command in namespaces of its own: a user, a network and mounts."""


def test_hosts_share_an_object_store(tmp_path):
    for package in ("distributed", "s3fs", "moto.server"):
        pytest.importorskip(package)
    try:
        subprocess.run([*APART, "ip", "link", "add", "bridge", "type", "bridge"], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("hardware: this system gives no namespaces of networks")
    command = [*APART, sys.executable, ROOT / "tests/jobs/hosts.py", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    seen = json.loads(done.stdout)
    assert seen["kills"] >= 2
    assert seen["chunks"] == 42
