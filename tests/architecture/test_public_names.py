"""The public names: they resolve, importing the package is cheap, and no module hides a name."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import armillary as arm

ROOT = Path(__file__).parents[2]


def run(code: str) -> str:
    """Return what a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("name", arm.__all__)
def test_name_resolves(name):
    assert getattr(arm, name) is not None


def test_the_lists_of_names_agree():
    assert set(arm._PLACES) | {"__version__"} == set(arm.__all__)
    assert dir(arm) == sorted(arm.__all__)


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'lod'"):
        arm.lod  # noqa: B018


def test_version_is_that_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert arm.__version__ == project["project"]["version"]


@pytest.mark.parametrize("module", ["armillary", "armillary.cli", "armillary.errors"])
def test_import_is_cheap(module):
    heavy = "{'numpy', 'scipy', 'llvmlite', 'pydantic', 'rich', 'sympy', 'mujoco', 'pinocchio'}"
    assert run(f"import sys, {module}; print(sorted({heavy} & set(sys.modules)))").strip() == "[]"


def test_optional_packages_stay_out_of_the_core():
    code = (
        "import sys, armillary as arm\n"
        "for name in arm.__all__: getattr(arm, name)\n"
        "arm.reference(arm.planar([1], [1], [0.5], [0.1])).mass_matrix([0.3])\n"
        "print(sorted({'sympy', 'mujoco', 'pinocchio', 'casadi'} & set(sys.modules)))"
    )
    assert run(code).strip() == "[]"
