"""The quick checks of the release checklist see what is wrong; .ci/versions.py names each dependency."""

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def script(name):
    """Return a program of .ci as a module."""
    spec = importlib.util.spec_from_file_location(f"ci_{name}", ROOT / ".ci" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def release(monkeypatch):
    """The checklist of a project that is ready."""
    module = script("release")
    module.texts = {
        "pyproject.toml": '[project]\nversion = "1.2.3"\n',
        "src/armillary/__init__.py": '__version__ = "1.2.3"\n',
        "CITATION.cff": "version: 1.2.3\n",
        "CHANGELOG.md": "## [Unreleased]\n\n## [1.2.3] - 2026-01-02\n\n- Something.\n",
    }
    module.said = {("status", "--porcelain"): "", ("tag", "--list", "v1.2.3"): "", ("remote",): ""}
    monkeypatch.setattr(module, "read", lambda path: module.texts[path])
    monkeypatch.setattr(module, "git", lambda *words: module.said[words])
    return module


QUICK = ("clean", "version", "changelog", "tag")


def test_a_project_that_is_ready(release, capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["release.py", "--only", *QUICK])
    assert release.main() == 0
    assert "git tag v1.2.3" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("check", "place", "text", "words"),
    [
        ("clean", ("status", "--porcelain"), " M file", "git stash"),
        ("version", "CITATION.cff", "version: 1.2.2\n", "1.2.2"),
        ("version", "src/armillary/__init__.py", "", "versions differ"),
        ("version", "pyproject.toml", '[project]\nversion = "1.2"\n', "versions differ"),
        ("changelog", "CHANGELOG.md", "## [1.2.3]\n", "YYYY-MM-DD"),
        ("changelog", "CHANGELOG.md", "## [Unreleased]\n\n- New.\n\n## [1.2.3] - 2026-01-02\n", "under Unreleased"),
        ("tag", ("tag", "--list", "v1.2.3"), "v1.2.3", "exists already"),
    ],
)
def test_faults(release, capsys, monkeypatch, check, place, text, words):
    (release.said if isinstance(place, tuple) else release.texts)[place] = text
    monkeypatch.setattr("sys.argv", ["release.py", "--only", *QUICK])
    assert release.main() == 1
    said = capsys.readouterr().out
    assert f"NOT READY, {check}: " in said
    assert words in said


def test_versions_of_this_project_agree():
    script("release").versions_agree()


def test_quick_tests_name_each_dependency():
    """Every dependency of the core and of the extras has a test that runs with its lowest version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    left = ("bench", "dev", "docs", "test", "torch")
    groups = [names for extra, names in project["optional-dependencies"].items() if extra not in left]
    needed = {re.match(r"[\w.-]+", text)[0].lower() for names in [project["dependencies"], *groups] for text in names}
    quick = script("versions").QUICK
    named = {name.strip().lower() for text in quick.values() for name in text.split(",")}
    apart = {"robot_descriptions"}  # it downloads robots
    assert needed - named == apart | {"lazy-loader"}  # every test imports that one
    assert all((ROOT / "tests" / name.partition("::")[0]).exists() for name in quick)
