"""Exports run on other machines: AArch64 and Cortex-M7 emulated by QEMU, Windows by Wine."""

import os
import shutil
import subprocess
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import armillary as arm
from exported_sources import write_c
from internals import build
from samples import ALL

SOURCES = Path(__file__).parents[1] / "data" / "other_machines"
AARCH64 = ("aarch64-linux-gnu-gcc", "qemu-aarch64")
CORTEX = ("arm-none-eabi-gcc", "qemu-system-arm")
WINDOWS = ("x86_64-w64-mingw32-gcc", "wine")
M7 = ("-mcpu=cortex-m7", "-mthumb", "-mfpu=fpv5-sp-d16", "-mfloat-abi=hard", "-O2", "-std=c99")
STEPS, STEP = 4, 0.05


def need(*programs: str) -> None:
    missing = [each for each in programs if not shutil.which(each)]
    if missing:
        pytest.skip(f"needs {', '.join(missing)}; .ci/run names the packages")


def done(*command: str | Path, folder: Path, **more: str) -> str:
    """The standard output of a command that must succeed."""
    run = subprocess.run(
        [str(each) for each in command], cwd=folder, env=os.environ | more, capture_output=True, text=True, check=False,
        timeout=300,
    )  # fmt: skip
    assert run.returncode == 0, (run.stdout + run.stderr)[-3000:]
    return run.stdout


@pytest.mark.parametrize("robot", ["panda", "flexrob"])
def test_c_on_aarch64(robot: str, tmp_path: Path):
    need(*AARCH64)
    found = write_c(arm.compile(arm.library.get(robot)), tmp_path)
    done(AARCH64[0], "-O2", "-std=c99", "-static", "rob.c", "test_rob.c", "-lm", "-o", "test", folder=tmp_path)
    lines = done(AARCH64[1], tmp_path / "test", folder=tmp_path).splitlines()
    assert len(lines) == len(found)
    assert all(line.endswith(" ok") for line in lines)


@pytest.mark.parametrize("robot", ["panda", "flexrob"])
def test_c_in_single_precision_on_a_cortex_m7(robot: str, tmp_path: Path):
    """docs/export.md states the stack that functions of the Panda use."""
    need(*CORTEX)
    quantities = "inverse_dynamics, forward_dynamics, mass_matrix"
    write_c(arm.compile(arm.library.get(robot)), tmp_path, quantities, precision="float")
    done(CORTEX[0], *M7, "-fstack-usage", "-c", "rob.c", folder=tmp_path)
    rows = [line.split() for line in (tmp_path / "rob.su").read_text().splitlines()]
    assert {kind for _, _, kind in rows} == {"static"}
    stack = {place.rsplit("rob_", 1)[-1]: int(size) for place, size, _ in rows}
    assert stack["inverse_dynamics"] <= 400
    assert stack["forward_dynamics"] <= 600
    start, script = SOURCES / "cortex_m7.c", SOURCES / "cortex_m7.ld"
    linked = ("--specs=rdimon.specs", "-Wl,--gc-sections", "-Wl,--no-warn-rwx-segments", "-T", script, "-lm")
    done(CORTEX[0], *M7, "rob.o", "test_rob.c", start, *linked, "-o", "test.elf", folder=tmp_path)
    board = ("-M", "mps2-an500", "-nographic", "-semihosting-config", "enable=on,target=native")
    lines = done(CORTEX[1], *board, "-kernel", "test.elf", folder=tmp_path).splitlines()
    assert len(lines) == 3
    assert all(line.endswith(" ok") for line in lines)


def moved(compiler: str, runner: tuple[str, ...], fmi: str, place: str, folder: Path, **environment: str) -> np.ndarray:
    """Positions and rates of joints that a library of the FMU gives, one row for each step."""
    program = folder / f"{compiler}.exe"
    done(compiler, "-std=c99", "-O1", SOURCES / "run_fmu.c", "-o", program, folder=folder)
    root = folder / "unpacked"
    description = ElementTree.parse(root / "modelDescription.xml").getroot()
    token = description.get("guid") or description.get("instantiationToken")
    references = [
        each.get("valueReference")
        for each in description.find("ModelVariables")
        if each.get("name", "").endswith((".position", ".velocity"))
    ]
    library = next((root / "binaries" / place).glob("*.*"))
    text = done(
        *runner, program, library, fmi[0], token, str(STEPS), str(STEP), *references, folder=folder, **environment
    )
    return np.array([line.split() for line in text.splitlines()], dtype=float)


def by_mingw(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let gcc make libraries for Windows; ziglang makes its C library for Windows first, which takes two minutes."""
    usual = build._command

    def command(where: build.Platform, library: str) -> list[str]:
        return [WINDOWS[0], "-s", *build.FLAGS] if where.suffix == ".dll" else usual(where, library)

    monkeypatch.setattr(build, "_command", command)


@pytest.mark.parametrize(("fmi", "system"), [("2.0", "win64"), ("3.0", "linux-arm64")])
def test_fmus_on_other_systems(fmi: str, system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    need("gcc", *(WINDOWS if system == "win64" else AARCH64))
    monkeypatch.setattr(build, "FLAGS", tuple("-O1" if flag == "-O2" else flag for flag in build.FLAGS))
    if system == "win64" and not ALL:
        by_mingw(monkeypatch)
    robot = arm.library.get("khatib-rr")
    made = arm.export(robot, to="fmu", path=tmp_path / "x.fmu", fmi=fmi, platforms=["linux64", system], qd0=[1.0, -0.5])
    with zipfile.ZipFile(made.path) as archive:
        archive.extractall(tmp_path / "unpacked")
    names = [build.PLATFORMS[each] for each in ("linux64", system)]
    places = [each.fmi2 if fmi == "2.0" else each.fmi3 for each in names]
    here = moved("gcc", (), fmi, places[0], tmp_path)
    if system == "win64":
        # Without the programs for .NET and web pages, whose installation Wine would wait for.
        quiet = {"WINEPREFIX": str(tmp_path / "wine"), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}
        there = moved(WINDOWS[0], (WINDOWS[1],), fmi, places[1], tmp_path, **quiet)
    else:
        there = moved(AARCH64[0], (AARCH64[1], "-L", "/usr/aarch64-linux-gnu"), fmi, places[1], tmp_path)
    assert here.shape == (STEPS, 4)
    assert np.ptp(here, axis=0).min() > 1e-3  # it moves
    np.testing.assert_allclose(there, here, rtol=1e-9, atol=1e-12)
