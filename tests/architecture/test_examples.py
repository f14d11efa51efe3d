"""Every example runs as a program would, from an empty folder, and leaves nothing there and nothing on stderr.

They share one process, which has the modules and the compiled code of the ones before. The check of the
library is of a few robots.
"""

import runpy
import sys
from pathlib import Path

import pytest

import armillary as arm

OPTIONS = {"09_reach.py": ["--iterations", "2"]}
"""Options that make an example short."""
EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))


def test_there_are_examples():
    assert EXAMPLES


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_example_runs(example, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    if example.name == "library_check.py":
        monkeypatch.setattr(arm.library, "names", lambda: ("khatib-rp", "stanford", "spherical-chain", "flexrob"))
    monkeypatch.setattr(sys, "argv", [str(example), *OPTIONS.get(example.name, [])])
    monkeypatch.syspath_prepend(str(example.parent))
    status: object = 0
    try:
        runpy.run_path(str(example), run_name="__main__")
    except SystemExit as left:
        status = left.code
    result = capfd.readouterr()
    assert not status, result.out + result.err
    assert result.err == ""
    assert result.out
    assert not list(tmp_path.iterdir())
