"""Kernels and costs of simplified programs, cached by the program before simplification.

With code on disk, the passes would take longer than everything else. Their result depends on the program and on their
own sources only, so these are the key, and the passes run only if the cache has no entry.
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
from armillary.compiler.passes import optimise, race
from armillary.compiler.program import Program


def build_simplified(program: Program, width: int | None = None, simplified: Program | None = None) -> Kernel:
    """Return the kernel of a program after simplification; `Kernel.program` is the program before.

    Args:
        program: The traced program.
        width: Lanes to use, see `kernel.build`.
        simplified: The program after simplification, if it is known.
    """
    target = host(width)
    parts: list[str | bytes] = ["simplified", signature(program), f"{target.width}", environment()]
    image = load_or_build(parts, lambda: object_code(simplified or optimise(program), target))
    return Kernel(program, target.width, image)


def counted(programs: Sequence[Program], raced: bool = False) -> tuple[list[Cost], list[Program]]:
    """Return the costs of programs after simplification, and the simplified programs if the cache had no costs.

    Args:
        programs: The traced programs.
        raced: Whether all compute the same and only that with the least work counts, see `passes.race`.
    """
    simplified: list[Program] = []

    def counts() -> bytes:
        simplified.extend(race(programs) if raced else map(optimise, programs))
        return json.dumps([asdict(count(program)) for program in simplified]).encode()

    parts: list[str | bytes] = [f"costs {raced}", *(signature(program) for program in programs), environment()]
    return [Cost(**numbers) for numbers in json.loads(load_or_build(parts, counts))], simplified
