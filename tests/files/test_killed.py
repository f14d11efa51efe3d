"""Whatever is written: a process that is killed leaves the old or the new result whole, and nothing after the next."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from own_sources import FILES, SOURCE, text_of, tree_of

REACHED = {
    "description/save.py": "robot.toml",
    "results/tables.py": "result.nc result.mat result.csv",
    "cli/outputs.py": "table.csv table.json",
    "cli/commands/check.py": "check.json",
    "cli/commands/linearise.py": "space.json space.npz",
    "cli/commands/equations.py": "equations.md equations.tex",
    "figures/draw.py": "picture.png picture.svg selection.png motors.png",
    "figures/animate.py": "film.gif",
    "pages/report.py": "report.html",
    "exports/export.py": "module.py sources functions",
    "exports/fmu/fmu.py": "unit.fmu",
}
"""Modules that write files for users, with the writers of `killing.py` that reach them."""
OTHERS = {
    "files/folders.py": "its folders are those of exports/export.py and of stores",
    "executors/resumed.py": "answers of items, tests/executors/test_resumed.py",
    "pages/play.py": "a page, written as pages/report.py writes one",
    "pages/sweep_page.py": "a page, written as pages/report.py writes one",
    "studies/store/location.py": "stores of studies, tests/studies/test_store_damage.py and test_store_growth.py",
    "analysis/installation.py": "an empty file in the cache folder, removed at once",
    "compiler/cache.py": "entries have a digest, test_cache.py",
    "exports/fmu/build.py": "scratch files of a build, in a folder of its own",
    "viewer/panels/run_panel.py": "scratch files of the live page, in a folder of its own",
    "viewer/server.py": "a file that sends the browser on, in a folder of its own",
}
WRITING = {"write_content", "write_whole", "write_folder", "write_group", "new_folder"}
WRITERS = " ".join(REACHED.values()).split()


@pytest.fixture(scope="module")
def faults(tmp_path_factory):
    if not hasattr(os, "fork"):
        pytest.skip("hardware: this system has no fork")
    command = [sys.executable, Path(__file__).with_name("killing.py"), tmp_path_factory.mktemp("killed")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("writer", WRITERS)
def test_killed(writer, faults):
    assert faults[writer] == ""


def test_every_writer_is_killed(faults):
    assert sorted(faults) == sorted(WRITERS)


def test_every_module_that_writes_is_known():
    found = set()
    for file in FILES:
        if not any(name in text_of(file) for name in WRITING):
            continue  # most files: to parse them takes seconds
        for node in ast.walk(tree_of(file)):
            names = [each.name for each in node.names] if isinstance(node, ast.ImportFrom) else []
            if WRITING & set(names):
                found.add(str(file.relative_to(SOURCE)))
    assert found == {*REACHED, *OTHERS}
