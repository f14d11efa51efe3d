"""The machine that code is made for: its name, its features, its lanes.

`host` returns the target of this process, `machine` LLVM's code generator for a target. ARMILLARY_SIMD_WIDTH or an
argument chooses fewer lanes than the machine has: 1, 2, 4 or 8.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal

from armillary.compiler.llvm.writer import DOUBLE, Scalar
from armillary.errors import ArgumentError
from armillary.files.words import shortened

WIDTHS = (1, 2, 4, 8)
VARIABLE = "ARMILLARY_SIMD_WIDTH"


@dataclass(frozen=True)
class Target:
    """A machine as LLVM knows it.

    Args:
        triple: LLVM's name of its architecture and system.
        name: LLVM's name of the processor.
        features: Its features as LLVM lists them.
        width: Lanes in use, at most those of its vectors.
        fused: Whether it has a fused multiply-add.
        scalar: Precision of its numbers.
        library: Origin of exp, log and the sines of large angles: the C library, or functions of ours in its place.
        arithmetic: "exact" divisions, or those of a "gpu" (`gpu_arithmetic`).
    """

    triple: str
    name: str
    features: str
    width: int
    fused: bool = True
    scalar: Scalar = DOUBLE
    library: Literal["c", "own"] = "c"
    arithmetic: Literal["exact", "gpu"] = "exact"


def host(width: int | None = None) -> Target:
    """Return the CPU of this process.

    Args:
        width: Lanes to use; default ARMILLARY_SIMD_WIDTH, else all lanes of the CPU.

    Raises:
        ArgumentError: The CPU has no vectors of that width.
    """
    whole = cpu()
    name, found = ("width", width) if width is not None else (VARIABLE, os.environ.get(VARIABLE) or None)
    if found is None:
        return whole
    possible = [each for each in WIDTHS if each <= whole.width]
    if str(found) not in map(str, possible):
        expected = f"one of {', '.join(map(str, possible))}"
        raise ArgumentError(name, shortened(found), expected, "lanes this CPU has for doubles")
    return replace(whole, width=int(found))


@cache
def cpu() -> Target:
    """Return the CPU of this process with all its lanes."""
    import llvmlite.binding as llvm

    triple = in_memory(llvm.get_process_triple())
    features = llvm.get_host_cpu_features()
    has = {name for name, there in features.items() if there}
    flat = ",".join(f"{'+' if features[name] else '-'}{name}" for name in sorted(features))
    return Target(triple, llvm.get_host_cpu_name(), flat, widest(triple, has), fused(triple, has))


def in_memory(triple: str, system: str = os.name) -> str:
    """Return the triple of code that is loaded into this process.

    On Windows it is ELF, as llvmlite has it too: object files in the format of Windows ask for symbols of a linker.
    """
    return f"{triple}-elf" if system == "nt" else triple


def widest(triple: str, features: set[str]) -> int:
    """Return the doubles of the widest vector: 8 with AVX-512, 4 with AVX2, else 2 (SSE2, NEON)."""
    if triple.startswith(("x86_64", "i686", "i386", "amd64")):
        return 8 if "avx512f" in features else 4 if "avx2" in features else 2
    return 2


def fused(triple: str, features: set[str]) -> bool:
    """Return whether a fused multiply-add is one instruction."""
    return "fma" in features or "avx512f" in features or triple.startswith(("aarch64", "arm64", "powerpc64"))


def machine(target: Target) -> Any:
    """Return LLVM's code generator for a target."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    made = llvm.Target.from_triple(target.triple)
    # Constants are reached relative to the instruction; the default for code at run time loads each address first.
    # For straight-line code level 1 is level 2 without scheduling after the allocation of registers. That would take
    # an eighth of LLVM's time and gain nothing.
    return made.create_target_machine(cpu=target.name, features=target.features, opt=1, reloc="pic", codemodel="small")
