"""The public names: they resolve, importing the package is cheap, and no module hides a name."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

import armillary as arm
from armillary.tables.shown import Shown

ROOT = Path(__file__).parents[2]


def run(code: str) -> str:
    """Return what a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("name", arm.__all__)
def test_name_resolves(name):
    assert getattr(arm, name) is not None


def test_the_stub_names_what_is_public():
    stub = ast.parse((ROOT / "src/armillary/__init__.pyi").read_text(encoding="utf-8"))
    names = [alias for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert all(alias.asname == alias.name for alias in names), "a type checker re-exports only `name as name`"
    assert sorted(alias.name for alias in names) == sorted(dir(arm))


def test_a_star_import_leaves_the_built_ins():
    code = (
        "import builtins\n"
        "from armillary import *\n"
        "names = [name for name in vars(builtins) if not name.startswith('_')]\n"
        "print([name for name in names if name in globals()], simulate.__name__)"
    )
    assert run(code).strip() == "[] simulate"
    assert set(dir(arm)) - set(arm.__all__) == {"compile", "round"}


@pytest.mark.parametrize("space", [name for name in dir(arm) if isinstance(getattr(arm, name), ModuleType)])
def test_a_space_shows_its_public_names_alone(space):
    module = getattr(arm, space)
    assert sorted(dir(module)) == sorted(module.__all__)
    assert not set(module.__all__) & {"Any", "ArrayLike", "Mapping", "annotations"}


def test_results_have_a_short_repr():
    """A dataclass would print all its arrays; `dataclass` wraps the __repr__ that it makes."""
    public = [*(getattr(arm, name) for name in dir(arm)), *(getattr(arm.types, name) for name in dir(arm.types))]
    results = {cls for cls in public if isinstance(cls, type)}
    long = [cls.__name__ for cls in results if issubclass(cls, Shown) and hasattr(cls.__repr__, "__wrapped__")]
    assert not long
    assert repr(arm.library.get("khatib-rr")) == "<Robot khatib-rr (RR; 2 links, 0 motors)>"
    assert repr(arm.model(arm.library.get("khatib-rr"))) == "<Model of khatib-rr: 2 coordinates, motors full>"


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="No armillary attribute lod"):
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
        "for name in dir(arm): getattr(arm, name)\n"
        "arm.evaluate(arm.planar([1], [1], coms=[0.5], inertias=[0.1])).mass_matrix([0.3])\n"
        "print(sorted({'sympy', 'mujoco', 'pinocchio', 'casadi', 'torch', 'jax', 'gymnasium'} & set(sys.modules)))"
    )
    assert run(code).strip() == "[]"
