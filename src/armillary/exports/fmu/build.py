"""Shared libraries from C sources, for this machine and for others.

The package `ziglang` (the extra `fmu`) is a compiler for all platforms: Linux with the symbols of glibc 2.17, so that
old systems load the library; Windows; macOS 11 and later, both processors, with an install name. Without it the
system's compiler builds a library for this machine.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from armillary.errors import ArgumentError, ArmillaryError, CompilerError
from armillary.files.atomic import write_content
from armillary.files.words import is_listed, shortened

FLAGS = ("-O2", "-g0", "-std=c99", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden", "-shared", "-DNDEBUG")
LIMIT = 600
"""Seconds that a compiler may take."""
PAGE = 14
"""Parts of a universal library of macOS begin at multiples of 2¹⁴ bytes, its page size."""


@dataclass(frozen=True)
class Platform:
    """A platform: its names in FMI 2 and FMI 3, the suffix of its libraries, its target in ziglang."""

    name: str
    fmi2: str
    fmi3: str
    suffix: str
    target: str


PLATFORMS = {
    platform.name: platform
    for platform in (
        Platform("linux64", "linux64", "x86_64-linux", ".so", "x86_64-linux-gnu.2.17"),
        Platform("linux-arm64", "linux64", "aarch64-linux", ".so", "aarch64-linux-gnu.2.17"),
        Platform("win64", "win64", "x86_64-windows", ".dll", "x86_64-windows-gnu"),
        Platform("macos-x86_64", "darwin64", "x86_64-darwin", ".dylib", "x86_64-macos.11.0"),
        Platform("macos-arm64", "darwin64", "aarch64-darwin", ".dylib", "aarch64-macos.11.0"),
    )
}


class BuildError(ArmillaryError):
    """There is no compiler, or it failed."""


def native() -> Platform:
    """Return the platform of this machine."""
    machine = platform.machine().lower()
    arm = machine in ("arm64", "aarch64")
    if not arm and machine not in ("x86_64", "amd64"):
        raise BuildError(f"there is no FMI platform for a processor {machine!r}; expected x86_64 or arm64")
    if sys.platform == "win32":
        return PLATFORMS["win64"]
    if sys.platform == "darwin":
        return PLATFORMS["macos-arm64" if arm else "macos-x86_64"]
    return PLATFORMS["linux-arm64" if arm else "linux64"]


def known_platforms(names: Iterable[str] | str | None, fmi: str) -> tuple[Platform, ...]:
    """Return platforms by name: default this machine's; "all" for all platforms of the version of FMI."""
    if names is None:
        return (native(),)
    listed = [part.strip() for part in names.split(",")] if isinstance(names, str) else names
    if not is_listed(listed):
        raise ArgumentError("platforms", shortened(names), f"names such as {', '.join(PLATFORMS)}")
    listed = list(listed)
    if listed == ["none"]:
        return ()
    if listed == ["all"]:
        listed = [name for name in PLATFORMS if fmi == "3.0" or name != "linux-arm64"]
    platforms = []
    for name in dict.fromkeys(listed):
        if name == "native":
            platforms.append(native())
        elif name in PLATFORMS:
            platforms.append(PLATFORMS[name])
        else:
            expected = f'some of native, {", ".join(PLATFORMS)}, or "all", or "none" for sources only'
            raise ArgumentError("platforms", shortened(name), expected)
    places = [place.fmi2 for place in platforms if place.name.startswith("linux")]
    if fmi == "2.0" and len(set(places)) < len(places):
        raise ArgumentError("platforms", "linux64 and linux-arm64", "one of them: FMI 2.0 has one place for both")
    return tuple(dict.fromkeys(platforms))


def has_zig() -> bool:
    """Return whether ziglang is installed."""
    return importlib.util.find_spec("ziglang") is not None


def system_compiler() -> tuple[str, ...] | None:
    """Return the command of the system's compiler: the variable CC, or one of the usual names."""
    for command in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        name, *flags = shlex.split(command) or [""]
        if name and (program := shutil.which(name)):
            return (program, *flags)
    return None


def check_compiler(platforms: Iterable[Platform]) -> None:
    """Raise an error if no compiler is found for the platforms."""
    targets = tuple(platforms)
    if has_zig() or not targets:
        return
    here = native()
    other = [target.name for target in targets if target != here]
    if other:
        hint = "pip install 'armillary[fmu]' brings a compiler for all platforms"
        raise ArgumentError("platforms", ", ".join(other), f"{here.name}, the platform of this machine", hint)
    if system_compiler() is None:
        raise BuildError(
            "an FMU needs a C compiler; none was found: "
            "pip install 'armillary[fmu]' brings one, or install gcc or clang, or set CC; "
            "the platform none makes an FMU of sources only"
        )


def build(
    files: Mapping[str, str], compiled: list[str], identifier: str, platforms: tuple[Platform, ...], fmi: str
) -> dict[str, bytes]:
    """Return the libraries by their path in an FMU."""
    check_compiler(platforms)
    made: dict[str, list[bytes]] = {}
    for target in platforms:
        place = f"binaries/{target.fmi2 if fmi == '2.0' else target.fmi3}/{identifier}{target.suffix}"
        made.setdefault(place, []).append(library(files, compiled, identifier, target))
    return {place: parts[0] if len(parts) == 1 else universal(parts) for place, parts in made.items()}


def library(files: Mapping[str, str], compiled: list[str], identifier: str, where: Platform) -> bytes:
    """Return one shared library."""
    with tempfile.TemporaryDirectory(prefix="armillary-fmu-") as name:
        folder = Path(name)
        for file, text in files.items():
            write_content(folder / file, text, durable=False)
        target = folder / f"{identifier}{where.suffix}"
        command = [*_command(where, target.name), *compiled, "-o", target.name, "-lm"]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=LIMIT, check=False)
        except subprocess.TimeoutExpired:
            raise BuildError(f"the compiler took more than {LIMIT} s for {where.name}") from None
        except OSError as error:
            raise BuildError(f"{command[0]} cannot be run: {error}") from None
        if done.returncode or not target.is_file():
            message = (done.stderr or done.stdout).strip()[-2000:]
            raise BuildError(f"{command[0]} made no library for {where.name}:\n{message}")
        return target.read_bytes()


def _command(where: Platform, library: str) -> list[str]:
    """Return the call of the compiler with all flags."""
    zig = [sys.executable, "-m", "ziglang", "cc", "-target", where.target, "-fno-sanitize=undefined", "-s"]
    zig += ["-fno-slp-vectorize"]  # it takes half of the compiler's time and gains little in this code
    # Inlining the parts of long programs would take two to four times as long. Functions that are marked are short.
    zig += ["-finline-hint-functions"]
    command = [*(zig if has_zig() else [*(system_compiler() or ()), "-fno-inline"]), *FLAGS]
    command += ["-fPIC"] if where.suffix != ".dll" else []
    if where.suffix == ".dylib":
        command += ["-install_name", f"@rpath/{library}"]
        command += [] if has_zig() else ["-mmacosx-version-min=11.0"]
    return command


def universal(parts: list[bytes]) -> bytes:
    """Return libraries for several processors as one, in the universal form that macOS loads:

        header      0xcafebabe, number of parts                                              (1)
        for each    processor, its variant, offset, size, log2 of the alignment              (2)

    All numbers have 32 bits, high byte first. The header of each part names its processor.
    """
    heads = [struct.unpack_from("<III", part) if len(part) >= 12 else (0, 0, 0) for part in parts]
    if any(magic != 0xFEEDFACF for magic, _, _ in heads) or len({head[1] for head in heads}) < len(heads):
        raise CompilerError("a universal library needs libraries of macOS, one for each processor")
    page = 1 << PAGE
    table = struct.pack(">II", 0xCAFEBABE, len(parts))  # (1)
    body, offset = b"", page
    for (_, processor, variant), part in zip(heads, parts, strict=True):
        table += struct.pack(">IIIII", processor, variant, offset, len(part), PAGE)  # (2)
        padded = part + bytes(-len(part) % page)
        body, offset = body + padded, offset + len(padded)
    return table.ljust(page, b"\0") + body
