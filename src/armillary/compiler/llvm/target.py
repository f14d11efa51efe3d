"""The machine that code is made for: its name, its features, its lanes.

`host` returns the target of this process, `machine` LLVM's code generator for a target. The variable ARMILLARY_TARGET
chooses another one than the CPU with all its instructions (`TARGETS`), so that results can be made equal bit by bit on
different CPUs, and tests run for several of them:
    ARMILLARY_TARGET=native       default: everything that this CPU has
    ARMILLARY_TARGET=scalar       the instructions that all CPUs of this architecture have, one lane
    ARMILLARY_TARGET=avx2         those of x86-64-v3, four lanes; sse2, avx512 and neon likewise
    ARMILLARY_TARGET=avx2:2       the same with two lanes
Lanes are 1, 2, 4 or 8, counted in doubles: registers hold twice as many numbers of single precision. Lanes beyond the
vectors of the CPU take several registers.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Literal, NamedTuple

from armillary.compiler.llvm.writer import DOUBLE, Scalar
from armillary.errors import ArgumentError, CompilerError
from armillary.files.words import shortened

WIDTHS = (1, 2, 4, 8)
"""Lanes of doubles."""
SINGLE_WIDTHS = (*WIDTHS, 16)
"""Lanes of numbers of single precision."""
X86_NAMES = ("x86_64", "i686", "i386", "amd64")
VARIABLE = "ARMILLARY_TARGET"
NATIVE = "native"
ROOM = "400 MB of address space"
"""What a process needs that compiles a small robot."""


class Instructions(NamedTuple):
    """A set of instructions: LLVM's name of a processor with it and no more, its lanes, features it needs here."""

    processor: str
    width: int
    needs: tuple[str, ...] = ()
    features: str = ""


X86 = {
    "scalar": Instructions("x86-64", 1),
    "sse2": Instructions("x86-64", 2),
    "avx2": Instructions("x86-64-v3", 4, ("avx2", "fma")),
    # LLVM splits vectors of 512 bits for processors that run slower while they use them.
    "avx512": Instructions("x86-64-v4", 8, ("avx512f", "avx512dq", "avx512vl"), "-prefer-256-bit"),
}
ARM = {"scalar": Instructions("generic", 1), "neon": Instructions("generic", 2)}
"""Targets that ARMILLARY_TARGET may name beside "native", for each architecture."""


def binding() -> Any:
    """Return llvmlite's binding of LLVM.

    Raises:
        CompilerError: Its library cannot be loaded: there is too little memory, or the installation is damaged.
    """
    try:
        import llvmlite.binding as llvm
    except (ImportError, OSError, MemoryError) as error:
        cause: BaseException = error
        while cause.__context__ is not None:  # that of the system says more than llvmlite's
            cause = cause.__context__
        reason = str(cause).rpartition("/")[2] or type(cause).__name__
        text = f"llvmlite: LLVM cannot be loaded ({reason}); expected its library, and {ROOM} for the process"
        raise CompilerError(f"{text}; raise `ulimit -v`, or try: pip install --force-reinstall llvmlite") from error
    return llvm


@dataclass(frozen=True)
class Target:
    """A machine as LLVM knows it.

    Args:
        triple: LLVM's name of its architecture and system.
        name: LLVM's name of the processor.
        features: Its features as LLVM lists them.
        width: Lanes in use.
        fused: Whether it has a fused multiply-add.
        scalar: Precision of its numbers.
        library: Origin of exp, log and the sines of large angles: the C library, or functions of ours in its place.
        pieces: Whether every long program is cut into pieces, not only those with little traffic between them.
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
    pieces: bool = False


def host(width: int | None = None, scalar: Scalar = DOUBLE) -> Target:
    """Return the target of this process.

    Args:
        width: Lanes to use; default those of ARMILLARY_TARGET, else all lanes of the CPU.
        scalar: Precision of its numbers.

    Raises:
        ArgumentError: The precision has no such width, or the CPU lacks the instructions of ARMILLARY_TARGET.
    """
    name, _, lanes = (os.environ.get(VARIABLE) or NATIVE).partition(":")
    chosen = target(name)
    missing = sorted({*known_targets(chosen.triple)[name].needs} - _features()) if name != NATIVE else []
    if missing:
        problem = f"{name}, for which this CPU ({cpu().name}) lacks {', '.join(missing)}"
        raise ArgumentError(VARIABLE, problem, "instructions of this CPU", "or unset it")
    if width is None:
        doubles = _lanes(VARIABLE, lanes or chosen.width, WIDTHS)
        # One lane stays one: code for one state at a time is the same for all CPUs of an architecture.
        width = doubles if scalar is DOUBLE or doubles == 1 else 2 * doubles
    return replace(chosen, width=_lanes("width", width, widths(scalar)), scalar=scalar)


def widths(scalar: Scalar) -> tuple[int, ...]:
    """Return the numbers of lanes that code for a precision may have."""
    return WIDTHS if scalar is DOUBLE else SINGLE_WIDTHS


def _lanes(argument: str, count: int | str, allowed: tuple[int, ...]) -> int:
    if str(count) not in map(str, allowed):
        raise ArgumentError(argument, shortened(count), f"one of {', '.join(map(str, allowed))} lanes")
    return int(count)


def target(name: str) -> Target:
    """Return the target of a name that ARMILLARY_TARGET may have, whether or not this CPU can run its code."""
    whole = cpu()
    if name == NATIVE:
        return whole
    instruction_sets = known_targets(whole.triple)
    if name not in instruction_sets:
        example = f"{next(iter(instruction_sets))}:{WIDTHS[0]}"
        expected = f"one of {', '.join((NATIVE, *instruction_sets))}, with lanes as in {example}"
        raise ArgumentError(VARIABLE, shortened(name), expected)
    chosen = instruction_sets[name]
    has_fma = fused(whole.triple, {*chosen.needs})
    return Target(whole.triple, chosen.processor, chosen.features, chosen.width, has_fma)


def known_targets(triple: str) -> dict[str, Instructions]:
    """Return the sets of instructions of an architecture by name."""
    return X86 if triple.startswith(X86_NAMES) else ARM


@cache
def _features() -> set[str]:
    """Return the features of this CPU."""
    llvm = binding()

    return {name for name, there in llvm.get_host_cpu_features().items() if there}


@cache
def cpu() -> Target:
    """Return the CPU of this process with all its instructions and lanes."""
    llvm = binding()

    triple, has = in_memory(llvm.get_process_triple()), _features()
    features = llvm.get_host_cpu_features()
    flat = ",".join(f"{'+' if features[name] else '-'}{name}" for name in sorted(features))
    return Target(triple, llvm.get_host_cpu_name(), flat, widest(triple, has), fused(triple, has))


def in_memory(triple: str, system: str = os.name) -> str:
    """Return the triple of code that is loaded into this process.

    On Windows it is ELF, as llvmlite has it too: object files in the format of Windows ask for symbols of a linker.
    """
    return f"{triple}-elf" if system == "nt" else triple


def widest(triple: str, features: set[str]) -> int:
    """Return the doubles of the widest vector: 8 with AVX-512, 4 with AVX2, else 2 (SSE2, NEON)."""
    if not triple.startswith(X86_NAMES):
        return 2
    if "avx512f" in features:
        return 8
    return 4 if "avx2" in features else 2


def fused(triple: str, features: set[str]) -> bool:
    """Return whether a fused multiply-add is one instruction."""
    return "fma" in features or "avx512f" in features or triple.startswith(("aarch64", "arm64", "powerpc64"))


def machine(target: Target) -> Any:
    """Return LLVM's code generator for a target."""
    llvm = binding()

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    made = llvm.Target.from_triple(target.triple)
    # Constants are reached relative to the instruction; the default for code at run time loads each address first.
    # For straight-line code level 1 is level 2 without scheduling after the allocation of registers. That would take
    # an eighth of LLVM's time and gain nothing.
    return made.create_target_machine(cpu=target.name, features=target.features, opt=1, reloc="pic", codemodel="small")
