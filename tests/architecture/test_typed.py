"""Types for users: a sample project passes mypy --strict and pyright in strict mode, and mistakes are seen."""

import json
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "tests" / "data" / "typed"
MISTAKES = {5, 6, 7, 8}
"""Lines of wrong.py."""


@pytest.fixture
def project(tmp_path):
    """A folder with the sample project alone: pyright reads all files of a folder."""
    shutil.copytree(SAMPLES, tmp_path, dirs_exist_ok=True)
    settings = {"extraPaths": [str(ROOT / "src")], "typeCheckingMode": "strict", "pythonVersion": "3.11"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    return tmp_path


def test_mypy(project):
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert settings["strict"], "--strict would add options that `make lint` has not, and could not take its cache"
    command = [sys.executable, "-m", "mypy", project / "sample.py", project / "wrong.py"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    found = re.findall(r"(\w+\.py):(\d+): error", said)
    assert {(file, int(line)) for file, line in found} == {("wrong.py", line) for line in MISTAKES}, said


def test_pyright(project):
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson"]
    said = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    found = json.loads(said.stdout)["generalDiagnostics"]
    places = {(Path(each["file"]).name, each["range"]["start"]["line"] + 1) for each in found}
    assert places == {("wrong.py", line) for line in MISTAKES}, said.stdout


def test_the_sample_runs(project, monkeypatch, capsys):
    monkeypatch.chdir(project)
    runpy.run_path("sample.py", run_name="__main__")
    assert "nobody" in capsys.readouterr().out
