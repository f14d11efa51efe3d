"""The machine: interpreter, processor, cache of compiled code, GPU."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

from armillary import __version__
from armillary.analysis.installation.finding import Finding
from armillary.compiler import cache
from armillary.compiler.llvm.target import VARIABLE, host
from armillary.errors import ArgumentError, DeviceError, MissingExtraError
from armillary.files.atomic import write_content


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


def processor() -> Iterator[Finding]:
    """Yield the processor with the lanes that compiled code uses."""
    target = host()
    multiply = "fused multiply-add" if target.fused else "no fused multiply-add"
    yield Finding("processor", target.name, f"{target.triple}, {multiply}")
    yield Finding("processor", "doubles in a vector", f"{target.width} ({VARIABLE} chooses another target)")


def kept_code() -> Iterator[Finding]:
    """Yield the folder of compiled code, whether it can be written, and its size."""
    place = cache.folder()
    if place is None:
        hint = f"every process compiles its code again; unset {cache.VARIABLE} to keep it"
        yield Finding("cache", "folder", "off", "absent", hint)
        return
    if problem := cache.problem(place) or _unwritten(place):
        hint = f"set {cache.VARIABLE} to a folder that only this user can write, or to off"
        yield Finding("cache", str(place), problem, "BROKEN", hint)
        return
    sizes = [entry.stat().st_size for entry in place.glob(f"*{cache.SUFFIX}")]
    yield Finding("cache", str(place), f"{len(sizes)} entries, {sum(sizes) / 2**20:.1f} MiB; can be written")


def _unwritten(place: Path) -> str:
    """Return why a file cannot be written into a folder; an empty text if it can."""
    probe = place / f"doctor-{os.getpid()}"
    try:
        write_content(probe, b"", durable=False)
        probe.unlink()
    except (ArgumentError, OSError) as error:
        return str(error)
    return ""


def gpu() -> Iterator[Finding]:
    """Yield the CUDA devices with the version of their driver, or the reason why no device was found."""
    from armillary.compiler.ptx import driver

    try:
        count = driver.call("cuDeviceGetCount")
        for number in range(count):
            found = driver.device(number)
            name = driver.call("cuDeviceGetName", 128, found.handle).split(b"\0")[0].decode()
            capability = ".".join(map(str, found.capability))
            text = f"{name}, compute capability {capability}, driver for CUDA {found.version // 1000}"
            yield Finding("GPU", found.name, f"{text}.{found.version % 1000 // 10}")
        if not count:
            yield Finding("GPU", "CUDA", "no device", "absent")
    except MissingExtraError as error:
        yield Finding("GPU", "CUDA", f"{error.package} missing", "absent", f"pip install 'armillary[{error.extra}]'")
    except DeviceError as error:
        yield Finding("GPU", "CUDA", error.found, "absent", error.hint)
