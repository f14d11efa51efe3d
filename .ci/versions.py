"""Runs the tests with the oldest and the newest versions of all dependencies, for every installed Python.

    python .ci/versions.py [--python 3.11 3.14] [--only lowest|newest] [--quick] [-- TESTS and options of pytest]

lowest: the lower bounds of pyproject.toml, with the oldest Python: wheels of that age exist for no newer one.
newest: what an installation gets today, with each Python. `make test-versions` runs all. Environments are made in
.versions/ by uv, which is installed there. Interpreters are those on PATH and those of pyenv. A Python that is not
installed is reported, and fails the run if it was asked for. --quick takes the tests of `QUICK`, which use each
dependency. It leaves out PyTorch: all environments have its lowest version.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / ".versions"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
RESOLUTION = {"lowest": "lowest-direct", "newest": "highest"}
QUICK = {
    "analysis/test_design.py": "control, scipy",
    "cli/test_commands.py": "click, rich",
    "compiler/gpu/test_bindings.py": "cuda-bindings",
    "compiler/test_fastcall.py": "numpy, Python",
    "compiler/test_kernel.py": "llvmlite",
    "description/test_mjcf.py": "mujoco",
    "description/test_toml.py": "pydantic",
    "description/test_xacro.py": "xacro",
    "executors/test_dask.py": "distributed",
    "exports/test_casadi.py": "casadi",
    "exports/test_fmu_run.py::test_stiff_motions_are_taken_by_implicit_steps": "ziglang",
    "figures/test_charts.py": "matplotlib",
    "frameworks/test_gym.py": "gymnasium",
    "frameworks/test_jax.py": "jax",
    "results/test_files.py": "xarray, pandas",
    "scene/test_mesh_formats.py": "trimesh, pycollada, pillow",
    "simulation/test_simulate.py": "numpy",
    "studies/test_object_store.py": "fsspec, s3fs",
    "studies/test_results.py": "zarr, google-crc32c",
    "symbolic/test_sympy.py": "sympy",
    "tables/test_html.py": "Jinja2",
    "viewer/test_page.py": "viser",
}
"""Tests of --quick, with the packages that each is about."""


def uv() -> Path:
    """Return uv, installed into a separate environment."""
    tool = PLACE / "uv"
    if not (tool / "bin" / "uv").exists():
        subprocess.run([sys.executable, "-m", "venv", tool], check=True)
        subprocess.run([tool / "bin" / "python", "-m", "pip", "install", "-qq", "uv"], check=True)
    return tool / "bin" / "uv"


def interpreter(python: str) -> str | None:
    """Return the path of an interpreter that runs; that on PATH may be a shim of pyenv for a version not in use."""
    places = sorted(Path.home().glob(f".pyenv/versions/{python}.*/bin/python{python}"))
    for place in filter(None, [shutil.which(f"python{python}"), *map(str, places)]):
        if subprocess.run([place, "-V"], capture_output=True, check=False).returncode == 0:
            return place
    return None


def extras(quick: bool) -> str:
    """Return the extras to install, with commas: all for development, or those that `QUICK` needs."""
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    return ",".join(set(known) - {"bench", "dev", "docs", "torch"}) if quick else "dev"


def tested(python: str, bounds: str, tests: list[str], quick: bool) -> bool:
    """Return whether the tests pass in a new environment with these versions."""
    place, install = PLACE / f"{python}-{bounds}", uv()
    shutil.rmtree(place, ignore_errors=True)
    subprocess.run([install, "venv", "-q", "-p", str(interpreter(python)), place], check=True)
    options = ["-q", "-p", place / "bin" / "python", "--resolution", RESOLUTION[bounds]]
    options += ["--constraint", ROOT / ".ci" / "constraints.txt"]
    subprocess.run([install, "pip", "install", *options, "-e", f"{ROOT}[{extras(quick)}]"], check=True)
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "ARMILLARY_CACHE": str(place / "cache")}
    command = [place / "bin" / "python", "-m", "pytest", "-n", "auto", "--no-loadscope-reorder", *tests]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == 0


def main() -> int:
    """Run the tests in each environment and print a table of the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="*", help="tests to run, options of pytest; default all tests")
    parser.add_argument("--python", nargs="+", choices=PYTHONS, help="versions of Python; default all installed ones")
    parser.add_argument("--only", choices=RESOLUTION, help="versions of dependencies; default both")
    parser.add_argument("--quick", action="store_true", help="tests of each dependency alone, within a minute or two")
    given = parser.parse_args()
    if given.quick:
        given.tests += [f"tests/{file}" for file in QUICK]
    asked = given.python or PYTHONS
    here = [each for each in asked if interpreter(each)]
    pairs = [(each, "newest") for each in here] + [(each, "lowest") for each in here if each == PYTHONS[0]]
    pairs = [(python, bounds) for python, bounds in pairs if given.only in (None, bounds)]
    results = {
        f"Python {python}, {bounds} dependencies": "passed"
        if tested(python, bounds, given.tests, given.quick)
        else "FAILED"
        for python, bounds in pairs
    }
    results |= {f"Python {each}": "not installed" for each in asked if each not in here}
    for name, result in results.items():
        print(f"{name:40s} {result}")
    failed = "FAILED" in results.values() or (given.python and len(here) < len(asked))
    return int(bool(failed) or not pairs)


if __name__ == "__main__":
    sys.exit(main())
