"""Examination of an installation: versions, packages, processor, code cache, GPU, and a self-test of about a second.

The lower bounds of packages are those of the installed metadata, which come from pyproject.toml. The self-test checks
that data files are present, that native code is correct, and that a short motion keeps its energy.
"""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from time import perf_counter
from typing import Any, Literal

import numpy as np

from armillary import __version__
from armillary.compiler import cache
from armillary.compiler.compiled import compile as native
from armillary.compiler.llvm.target import VARIABLE, host
from armillary.description import library
from armillary.errors import ArgumentError, DeviceError, MissingExtraError
from armillary.files.atomic import write_content
from armillary.formulations.evaluate import evaluate
from armillary.simulation.simulate import simulate
from armillary.tables.parts import Part, Text
from armillary.tables.table import Table, columns

State = Literal["ok", "absent", "BROKEN"]
"""Absent: an optional part is not installed, which is no fault."""

PACKAGE = "armillary"
UNLISTED = ("bench", "dev", "docs", "test")
"""Extras for the development of Armillary, and extras that only combine others."""
REQUIREMENT = re.compile(
    r"(?P<name>[\w.-]+)(?:\[.*?\])?(?P<bounds>[^;]*)(?:;.*extra\s*==\s*['\"](?P<extra>[\w-]+)['\"])?"
)

ROBOT, STATES, TOLERANCE = "panda", 9, 1e-10
"""Robot and number of random states of the self-test, and the largest relative difference between two results."""
DRIFT = 1e-4
"""Largest change of the energy balance in the short motion [%]."""


@dataclass(frozen=True)
class Finding:
    """One part of an installation with its state.

    Args:
        part: Group, such as "packages".
        name: Name in the group, such as "numpy".
        found: Version, path or measured value.
        state: Whether the part works.
        hint: What to do if it does not.
    """

    part: str
    name: str
    found: str
    state: State = "ok"
    hint: str = ""


@dataclass(frozen=True)
class Examination:
    """All findings about an installation."""

    findings: tuple[Finding, ...]

    @property
    def broken(self) -> tuple[Finding, ...]:
        """The findings about parts that do not work."""
        return tuple(finding for finding in self.findings if finding.state == "BROKEN")

    def data(self) -> dict[str, Any]:
        """Return the examination for JSON."""
        return {"passed": not self.broken, "findings": [asdict(finding) for finding in self.findings]}

    def tables(self) -> list[Part]:
        """Return a table for each part, then the verdict."""
        parts: list[Part] = []
        heads = columns("name", "found", "state", "hint", wrap={"name": 16, "found": 24, "hint": 24})
        for part in dict.fromkeys(finding.part for finding in self.findings):
            rows = [(item.name, item.found, item.state, item.hint) for item in self.findings if item.part == part]
            parts.append(Table(part, heads, rows))
        if not self.broken:
            return [*parts, Text("Everything that is installed works.", "good")]
        names = ", ".join(finding.name for finding in self.broken)
        return [*parts, Text(f"Broken: {names}.", "bad")]


def examine() -> Examination:
    """Return all findings about this installation; an error of any kind is a finding too."""
    findings: list[Finding] = []
    for examination in EXAMINATIONS:
        try:
            findings += examination()
        except Exception as error:  # whatever is wrong with this part, the others are examined too
            text = f"{type(error).__name__}: {error}"
            hint = "install armillary again, or report this"
            findings.append(Finding("errors", examination.__name__, text, "BROKEN", hint))
    return Examination(tuple(findings))


def versions() -> Iterator[Finding]:
    """Yield the versions of Armillary and Python, and the encoding of the terminal."""
    yield Finding("versions", "armillary", __version__)
    yield Finding("versions", "Python", f"{platform.python_version()} ({platform.system()} {platform.machine()})")
    encoding = getattr(sys.stdout, "encoding", None) or "unknown"
    try:
        "ω̇ → ≤".encode(encoding)
    except (LookupError, UnicodeEncodeError):
        hint = "set PYTHONUTF8=1 to see ω and →; question marks stand for them"
        yield Finding("versions", "encoding of output", encoding, "absent", hint)
    else:
        yield Finding("versions", "encoding of output", encoding)


@dataclass(frozen=True)
class Requirement:
    """A required package: its name, its lower bound and its extra, "" for the core."""

    name: str
    lowest: str
    extra: str


def packages() -> Iterator[Finding]:
    """Yield a finding for every package of the core, then for every extra."""
    try:
        required = requirements()
    except PackageNotFoundError:
        hint = "pip install armillary; the lower bounds of packages are in its metadata"
        yield Finding("packages", PACKAGE, "not installed, only found on the path of modules", "BROKEN", hint)
        return
    for requirement in required:
        if not requirement.extra:
            yield _core(requirement)
    for extra in sorted({requirement.extra for requirement in required} - {"", *UNLISTED}):
        yield _extra(extra, [requirement for requirement in required if requirement.extra == extra])


def requirements() -> list[Requirement]:
    """Return the packages that the installed metadata require."""
    required = []
    for text in distribution(PACKAGE).requires or ():
        match = REQUIREMENT.match(text)
        if match and match["name"] != PACKAGE:  # an extra may require other extras of this package
            bound = re.search(r">=\s*([\w.]+)", match["bounds"])
            required.append(Requirement(match["name"], bound[1] if bound else "0", match["extra"] or ""))
    return required


def older(installed: str, lowest: str) -> bool:
    """Return whether a version is below a lower bound; only the numbers of the release count.

    Example:
        >>> older("8.1.9", "8.2"), older("8.10", "8.2"), older("2.0rc1", "2.0")
        (True, False, False)
    """
    return _release(installed) < _release(lowest)


def _release(text: str) -> tuple[int, ...]:
    """Return the numbers of a release, without zeros at the end: 2.0 is 2."""
    match = re.match(r"\d+(\.\d+)*", text)
    numbers = [int(part) for part in match[0].split(".")] if match else []
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _core(required: Requirement) -> Finding:
    """Return the state of a package of the core."""
    hint = f"pip install '{required.name}>={required.lowest}'"
    try:
        installed = version(required.name)
    except PackageNotFoundError:
        return Finding("packages", required.name, "missing", "BROKEN", hint)
    if older(installed, required.lowest):
        return Finding("packages", required.name, f"{installed}, older than {required.lowest}", "BROKEN", hint)
    return Finding("packages", required.name, installed)


def _extra(name: str, required: list[Requirement]) -> Finding:
    """Return the state of an extra: broken if a package is too old, absent if one is missing."""
    present, missing, old = [], [], []
    for requirement in required:
        try:
            installed = version(requirement.name)
        except PackageNotFoundError:
            missing.append(requirement.name)
            continue
        present.append(f"{requirement.name} {installed}")
        if older(installed, requirement.lowest):
            old.append(f"{requirement.name} {installed} is older than {requirement.lowest}")
    hint = f"pip install 'armillary[{name}]'"
    if old:
        return Finding("extras", name, ", ".join(old), "BROKEN", hint)
    if missing:
        return Finding("extras", name, f"{', '.join(missing)} missing", "absent", hint)
    return Finding("extras", name, ", ".join(present))


def processor() -> Iterator[Finding]:
    """Yield the processor and the vector width of compiled code."""
    target = host()
    multiply = "fused multiply-add" if target.fused else "no fused multiply-add"
    yield Finding("processor", target.name, f"{target.triple}, {multiply}")
    yield Finding("processor", "doubles in a vector", f"{target.width} ({VARIABLE} chooses another target)")


def code_cache() -> Iterator[Finding]:
    """Yield the folder of compiled code, whether it can be written, and its size."""
    folder = cache.folder()
    if folder is None:
        hint = f"every process compiles its code again; unset {cache.VARIABLE} to keep it"
        yield Finding("cache", "folder", "off", "absent", hint)
        return
    problem = cache.problem(folder)
    if not problem:
        # Permissions do not show a full disk or a read-only file system: only a written file does.
        probe = folder / f"doctor-{os.getpid()}"
        try:
            write_content(probe, b"", durable=False)
            probe.unlink()
        except (ArgumentError, OSError) as error:
            problem = str(error)
    if problem:
        hint = f"set {cache.VARIABLE} to a folder that only this user can write, or to off"
        yield Finding("cache", str(folder), problem, "BROKEN", hint)
        return
    sizes = [entry.stat().st_size for entry in folder.glob(f"*{cache.SUFFIX}")]
    yield Finding("cache", str(folder), f"{len(sizes)} entries, {sum(sizes) / 2**20:.1f} MiB; can be written")


def gpu() -> Iterator[Finding]:
    """Yield the CUDA devices with the version of their driver, or the reason why no device was found."""
    from armillary.compiler.ptx import driver

    try:
        count = driver.call("cuDeviceGetCount")
        for number in range(count):
            device = driver.device(number)
            name = driver.call("cuDeviceGetName", 128, device.handle).split(b"\0")[0].decode()
            capability = ".".join(map(str, device.capability))
            cuda = f"{device.version // 1000}.{device.version % 1000 // 10}"
            text = f"{name}, compute capability {capability}, driver for CUDA {cuda}"
            yield Finding("GPU", device.name, text)
        if not count:
            yield Finding("GPU", "CUDA", "no device", "absent")
    except MissingExtraError as error:
        yield Finding("GPU", "CUDA", f"{error.package} missing", "absent", f"pip install 'armillary[{error.extra}]'")
    except DeviceError as error:
        yield Finding("GPU", "CUDA", error.found, "absent", error.hint)


def files() -> Iterator[Finding]:
    """Yield whether every file that the record of the installation lists is present, and the number of robots."""
    try:
        record = distribution(PACKAGE).files or []
    except PackageNotFoundError:  # `packages` reports it
        record = []
    missing = [str(file) for file in record if not Path(str(file.locate())).exists()]
    if missing:
        text = f"{len(missing)} of {len(record)} installed files are missing: {missing[0]}"
        yield Finding("self-test", "files", text, "BROKEN", "install armillary again")
    else:
        yield Finding("self-test", "files", f"{len(record)} installed, {len(library.names())} robots in the library")


def same_numbers() -> Iterator[Finding]:
    """Yield the difference between freshly compiled code, for one state and for a batch, and plain evaluation."""
    robot, begun = library.get(ROBOT), perf_counter()
    rng = np.random.default_rng(0)
    states = rng.uniform(-1, 1, (3, STATES, 7))
    with _without_cache():
        code, plain = native(robot), evaluate(robot)
        for name in ("inverse_dynamics", "forward_dynamics"):
            expected = np.array([getattr(plain, name)(*state) for state in zip(*states, strict=True)])
            batch = getattr(code, name)(*states)
            single = np.array([getattr(code, name)(*state) for state in zip(*states, strict=True)])
            gaps = [np.abs(result - expected).max() / np.abs(expected).max() for result in (batch, single)]
            worst = max(map(float, gaps))
            text = f"{worst:.1e} between compiled code and evaluation, {ROBOT}"
            hint = "" if worst <= TOLERANCE else "wrong machine code: report this with the lines about the processor"
            yield Finding("self-test", name.replace("_", " "), text, _verdict(worst <= TOLERANCE), hint)
    yield Finding("self-test", "time of compilation and comparison", f"{perf_counter() - begun:.2f} s")


def short_run() -> Iterator[Finding]:
    """Yield the energy drift of a short free motion."""
    with _without_cache():
        run = simulate(library.get("khatib-rr"), duration=0.2, q0=[0.3, 0.2])
    drift = run.drift_max
    yield Finding("self-test", "energy drift of a motion", f"{drift:.1e} %", _verdict(drift <= DRIFT))


def _verdict(passed: bool) -> State:
    """Return the state of a tested part. Callers ask `value <= bound`, which is false for NaN: NaN fails."""
    return "ok" if passed else "BROKEN"


@contextmanager
def _without_cache() -> Iterator[None]:
    """Turn the cache off for a while: code from it would say nothing about the compiler."""
    before = os.environ.get(cache.VARIABLE)
    os.environ[cache.VARIABLE] = cache.OFF[0]
    try:
        yield
    finally:
        if before is None:
            del os.environ[cache.VARIABLE]
        else:
            os.environ[cache.VARIABLE] = before


EXAMINATIONS: tuple[Callable[[], Iterator[Finding]], ...] = (
    versions, packages, processor, code_cache, gpu, files, same_numbers, short_run,
)  # fmt: skip
"""Parts of the examination, in the order of the report."""
