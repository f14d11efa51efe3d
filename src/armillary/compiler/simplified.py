"""Kernels of simplified programs, without simplifying again what was compiled before.

The passes take longer than everything else once code is on disk. What they make follows from the program that
goes in and from their own sources, so these are the key to the cache, and they run only if it has no entry.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from armillary.compiler.cache import load_or_build
from armillary.compiler.cost import Cost, count
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


def counted(programs: Sequence[Program]) -> tuple[list[Cost], list[Program]]:
    """Return what programs cost after simplification, and these programs; none if the costs were in the cache."""
    simplified: list[Program] = []

    def counts() -> bytes:
        simplified.extend(optimise(program) for program in programs)
        return json.dumps([asdict(count(program)) for program in simplified]).encode()

    parts: list[str | bytes] = ["costs", *(signature(program) for program in programs), environment()]
    return [Cost(**numbers) for numbers in json.loads(load_or_build(parts, counts))], simplified
