"""The checklist of a release: runs every check and stops at the first that fails, with what to do about it.

    python .ci/release.py [--only NAME …]

`make release` runs all. Wheel and sdist are then in dist/; the tag and the upload are left to a person
(docs/installation/releases.md). --only runs some checks, such as those that take seconds: clean version changelog tag.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


class FaultError(Exception):
    """A check that failed: what was found, and what to do."""


def read(path: str) -> str:
    """Return the text of a file of the project."""
    return (ROOT / path).read_text(encoding="utf-8")


def git(*words: str) -> str:
    """Return what git prints."""
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def run(advice: str, *words: str, folder: str = ".") -> None:
    """Run a program whose output is shown; a failure is a fault with advice."""
    if subprocess.run(words, cwd=ROOT / folder, check=False).returncode:
        raise FaultError(f"{' '.join(words)} failed. {advice}")


def version() -> str:
    """Return the version of pyproject.toml."""
    return str(tomllib.loads(read("pyproject.toml"))["project"]["version"])


def clean() -> None:
    """The working tree has no changes."""
    if changes := git("status", "--porcelain"):
        raise FaultError(f"there are changes:\n{changes}\nCommit them, or put them aside by git stash.")


def versions_agree() -> None:
    """pyproject.toml, the package and CITATION.cff have the same version."""
    found = {
        "pyproject.toml": version(),
        "src/armillary/__init__.py": (
            re.findall(r'^__version__ = "(.+)"', read("src/armillary/__init__.py"), re.M) or [""]
        )[0],
        "CITATION.cff": (re.findall(r"^version: (\S+)", read("CITATION.cff"), re.M) or [""])[0],
    }
    if len(set(found.values())) > 1:
        raise FaultError(f"versions differ: {found}. Set them all to the new version.")
    if not re.fullmatch(r"\d+\.\d+\.\d+", version()):
        raise FaultError(f"{version()} is no version of a release; expected three numbers, such as 0.3.0.")


def changelog() -> None:
    """The changelog has a dated section for the version, and nothing under Unreleased."""
    text, number = read("CHANGELOG.md"), version()
    if not re.search(rf"^## \[{re.escape(number)}\] - \d{{4}}-\d\d-\d\d$", text, re.M):
        raise FaultError(f"CHANGELOG.md has no line '## [{number}] - YYYY-MM-DD'. Rename the section Unreleased.")
    waiting = re.search(r"^## \[Unreleased\]\n(.*?)(?=^## \[|\Z)", text, re.M | re.S)
    if waiting and waiting[1].strip():
        raise FaultError(f"CHANGELOG.md has entries under Unreleased. Move them into the section of {number}.")


def tag() -> None:
    """There is no tag of this version, here or at the origin."""
    name = f"v{version()}"
    here, there = git("tag", "--list", name), ""
    if "origin" in git("remote").split():
        found = subprocess.run(["git", "ls-remote", "--tags", "origin", name], cwd=ROOT, capture_output=True, text=True)
        if found.returncode:
            raise FaultError(f"the tags of the origin cannot be read: {found.stderr.strip()}")
        there = found.stdout.strip()
    if here or there:
        raise FaultError(f"the tag {name} exists already. Choose the next version.")


def bundle() -> None:
    """The web bundle and its licence notes are those that the sources give."""
    run("Install Node.js and npm.", "npm", "ci", "--silent", "--no-audit", "--no-fund", folder="web")
    run("Run node build.mjs in web/ and commit the files.", "node", "build.mjs", "--check", folder="web")


def tests() -> None:
    """Ruff, mypy and all tests pass with all samples."""
    run("Mend what the tests report.", "make", "test-all")


def documents() -> None:
    """The documentation builds without warnings."""
    run("Mend what the build reports.", "make", "docs")


def wheel() -> None:
    """Wheel and sdist are complete, and the wheel works in a new environment."""
    run("Mend what it reports.", "make", "wheel")


def dependencies() -> None:
    """The tests pass with the newest dependencies for each installed Python, with the lowest for the oldest Python."""
    run("Mend what fails, or raise the lower bound in pyproject.toml.", "make", "test-versions")


CHECKS: dict[str, Callable[[], None]] = {
    "clean": clean, "version": versions_agree, "changelog": changelog, "tag": tag, "bundle": bundle, "wheel": wheel,
    "documents": documents, "tests": tests, "dependencies": dependencies,
}  # fmt: skip
"""Checks by name; the quick ones first."""


def main() -> int:
    """Run the checks in their order; return 1 at the first fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=CHECKS, help="checks to run; default all")
    for name in parser.parse_args().only or CHECKS:
        print(f"{name}: {(CHECKS[name].__doc__ or '').strip()}", flush=True)
        try:
            CHECKS[name]()
        except FaultError as fault:
            print(f"NOT READY, {name}: {fault}")
            return 1
    print(f"Ready. Next: git tag v{version()} && git push origin v{version()}, and upload dist/.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
