"""The machine that code is made for: its name, its features, and how many doubles a vector of it holds.

ARMILLARY_SIMD_WIDTH or an argument chooses fewer lanes than there are: 1, 2, 4 or 8.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache

from armillary.errors import ArgumentError

WIDTHS = (1, 2, 4, 8)
VARIABLE = "ARMILLARY_SIMD_WIDTH"


@dataclass(frozen=True)
class Host:
    """A CPU as LLVM knows it. `width` is the number of doubles in its widest vectors."""

    triple: str
    name: str
    features: str
    width: int
    fused: bool
    """Whether it has a fused multiply-add."""


@cache
def host() -> Host:
    """Return the CPU that this process runs on."""
    import llvmlite.binding as llvm

    triple = llvm.get_process_triple()
    features = llvm.get_host_cpu_features()
    has = {name for name, there in features.items() if there}
    flat = ",".join(f"{'+' if features[name] else '-'}{name}" for name in sorted(features))
    return Host(triple, llvm.get_host_cpu_name(), flat, widest(triple, has), fused(triple, has))


def widest(triple: str, features: set[str]) -> int:
    """Return how many doubles the widest vectors hold: 8 with AVX-512, 4 with AVX2, else 2, as SSE2 and NEON do."""
    if triple.startswith(("x86_64", "i686", "i386", "amd64")):
        return 8 if "avx512f" in features else 4 if "avx2" in features else 2
    return 2


def fused(triple: str, features: set[str]) -> bool:
    """Return whether a fused multiply-add is one instruction."""
    return "fma" in features or "avx512f" in features or triple.startswith(("aarch64", "arm64", "powerpc64"))


def lanes(width: int | None = None) -> int:
    """Return how many lanes to use: the argument, else what the environment says, else all there are."""
    name, found = ("width", width) if width is not None else (VARIABLE, os.environ.get(VARIABLE) or None)
    if found is None:
        return host().width
    possible = [each for each in WIDTHS if each <= host().width]
    if str(found) not in map(str, possible):
        raise ArgumentError(
            name, repr(found), f"one of {', '.join(map(str, possible))}", "lanes this CPU has for doubles"
        )
    return int(found)
