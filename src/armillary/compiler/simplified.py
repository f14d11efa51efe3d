"""Kernels of simplified programs, without simplifying again what was compiled before.

The passes take longer than everything else once code is on disk. What they make follows from the program that
goes in and from their own sources, so these are the key to the cache, and they run only if it has no entry.
"""

from __future__ import annotations

from collections.abc import Callable

from armillary.compiler.cache import load_or_build
from armillary.compiler.kernel import Kernel, object_code, signature
from armillary.compiler.llvm.assemble import environment
from armillary.compiler.llvm.target import host
from armillary.compiler.passes import optimise
from armillary.compiler.program import Program


def build_simplified(program: Program, width: int | None = None, simplified: Program | None = None) -> Kernel:
    """Return the kernel of a program after simplification; `Kernel.program` is the one given.

    Args:
        program: What to compute, as traced.
        width: Lanes to use, see `kernel.build`.
        simplified: The program after simplification, where somebody has it already.
    """
    target = host(width)
    parts: list[str | bytes] = ["simplified", signature(program), f"{target.width}", environment()]
    image = load_or_build(parts, lambda: object_code(simplified or optimise(program), target))
    return Kernel(program, target.width, image)


def recall(question: str, programs: list[Program], answer: Callable[[], str]) -> str:
    """Return what was found out about programs and their simplification, from the cache if it was before."""
    parts: list[str | bytes] = [
        question,
        *(signature(program) for program in programs),
        environment(),
    ]
    return load_or_build(parts, lambda: answer().encode()).decode()
