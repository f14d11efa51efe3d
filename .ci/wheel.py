"""Builds wheel and sdist and tests the wheel as a user would: in a new environment, outside the checkout.

    python .ci/wheel.py [--to dist]

Wheel and sdist must have every file of the package, and the sdist must give the same wheel. The wheel is installed with
the core dependencies alone, in their newest versions, and the command `armillary` runs from an empty folder.
`make wheel` runs this.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ALSO = ("LICENSE", "README.md", "CHANGELOG.md", "CITATION.cff", "SECURITY.md", "pyproject.toml", "tests/conftest.py")
"""Files of the sdist beside the package."""
COMMANDS = {
    "armillary --version": "version",
    "armillary robots": "panda",
    "armillary show panda": "panda_joint7",
    "armillary doctor --json": '"passed": true',
    "armillary equations khatib-rr": "M",
    "armillary simulate flexible_arm.toml -o run.nc": "",
    "armillary show run.nc -o report.html": "report.html",
    "armillary export khatib-rr --to c -o sources": "sources",
    "armillary export khatib-rr --to wasm -o module": "module",
    "armillary show khatib-rr -o play.html": "play.html",
    "armillary motors --help": "ROBOT",
}
"""Commands with a text that each prints."""
MISSING = "armillary show run.nc -o run.png", "pip install 'armillary[plot]'"
"""A command that needs an extra, and its advice."""
FILES = {"report.html": b"u-over", "run.nc": b"CDF", "sources/CMakeLists.txt": b"cmake"}
"""Files that the commands write, with bytes that each has."""


def main() -> int:
    """Build, compare, install and run; return 0 if all is well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, help="folder for wheel and sdist; default: they are not kept")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="armillary-wheel-") as name:
        folder = Path(name)
        wheel, sdist = build(ROOT, folder / "dist", "sdist", "wheel")
        check_content(wheel, sdist)
        check_same(wheel, sdist, folder)
        programs = installed(wheel, folder / "environment")
        check_commands(programs, folder)
        if given.to:
            for old in given.to.glob("armillary-*"):  # of other versions, which would be uploaded too
                old.unlink()
            shutil.copytree(folder / "dist", given.to, dirs_exist_ok=True)
    print(f"{wheel.name}: complete, equal from the sdist, and works outside the checkout")
    return 0


def build(source: Path, to: Path, *kinds: str) -> tuple[Path, Path]:
    """Return the wheel and the sdist of a source tree, built by hatchling of this environment."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(to), *(f"-t{kind}" for kind in kinds)]
    subprocess.run(command, cwd=source, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return next(to.glob("*.whl")), next(to.glob("*.tar.gz"), to)


def check_content(wheel: Path, sdist: Path) -> None:
    """Compare wheel and sdist with the files of the package that are under version control."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src/armillary"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    own = {path for path in listed if (ROOT / path).exists()}
    inside = {f"src/{name}" for name in zipfile.ZipFile(wheel).namelist() if name.startswith("armillary/")}
    expect(inside == own, "the wheel differs from src/armillary", inside ^ own)
    with tarfile.open(sdist) as archive:
        there = {name.partition("/")[2] for name in archive.getnames()}
    expect(own | set(ALSO) <= there, "files are missing in the sdist", (own | set(ALSO)) - there)


def check_same(wheel: Path, sdist: Path, folder: Path) -> None:
    """Build the wheel again from the sdist and compare the two byte by byte."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "sdist", filter="data")
    (source,) = (folder / "sdist").iterdir()
    again, _ = build(source, folder / "again", "wheel")
    one, other = (contents(path) for path in (wheel, again))
    expect(
        one == other,
        "the sdist gives another wheel",
        {name for name in one | other if one.get(name) != other.get(name)},
    )


def contents(wheel: Path) -> dict[str, bytes]:
    """Return the files of a wheel by name."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def installed(wheel: Path, place: Path) -> Path:
    """Install the wheel with its core dependencies into a new environment; return the folder of its programs."""
    subprocess.run([sys.executable, "-m", "uv", "venv", "-q", "-p", sys.executable, place], check=True)
    programs = place / ("Scripts" if os.name == "nt" else "bin")
    command = [sys.executable, "-m", "uv", "pip", "install", "-q", "-p", programs / "python", wheel]
    subprocess.run(command, check=True)
    return programs


def check_commands(programs: Path, folder: Path) -> None:
    """Run the commands in an empty folder, with nothing of the checkout on any path."""
    here = folder / "empty"
    here.mkdir()
    shutil.copy(ROOT / "examples" / "flexible_arm.toml", here)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "ARMILLARY"))}
    environment |= {"ARMILLARY_CACHE": str(folder / "cache"), "PYTHONUTF8": "1"}

    def run(command: str) -> tuple[int, str]:
        words = [str(programs / "python"), "-m", *command.split()]
        done = subprocess.run(words, cwd=here, env=environment, capture_output=True, text=True, encoding="utf-8")
        return done.returncode, done.stdout + done.stderr

    for command, text in COMMANDS.items():
        status, said = run(command)
        expect(status == 0 and text in said, f"{command!r} failed with status {status}", said)
    status, said = run(MISSING[0])
    expect(status == 2 and MISSING[1] in " ".join(said.split()), f"{MISSING[0]!r} does not name its extra", said)
    for file, mark in FILES.items():
        expect((here / file).exists() and mark in (here / file).read_bytes(), f"{file} is missing or wrong", "")
    found = json.loads(run("armillary doctor --json")[1])["findings"]
    count = next(each["found"] for each in found if each["name"] == "files")
    expect(int(count.split()[0]) > 500, "the wheel is not what runs", count)
    said = subprocess.run(
        [programs / "armillary", "--version"], cwd=here, env=environment, capture_output=True, text=True, check=True
    ).stdout
    expect("armillary" in said, "the program armillary says nothing", said)


def expect(holds: bool, fault: str, details: object) -> None:
    """End with a message if something does not hold."""
    if not holds:
        told = "\n".join(sorted(details)[:20]) if isinstance(details, set) else str(details)
        sys.exit(f"wheel: {fault}:\n{told}")


if __name__ == "__main__":
    sys.exit(main())
