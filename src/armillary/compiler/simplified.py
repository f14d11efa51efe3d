"""Kernels and costs of simplified programs, cached by the program before simplification.

With code on disk, the passes would take longer than everything else. Their result depends on the program and on their
own sources only, so these are the key, and the passes run only if the cache has no entry. The simplified program is an
entry too: a later process that needs the other kind of code does not run the passes again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache

from armillary.compiler.cache import digest, load_or_build
from armillary.compiler.cost import Cost, count
from armillary.compiler.kernel import Kernel, object_code, signature
from armillary.compiler.llvm.assemble import environment
from armillary.compiler.llvm.target import host
from armillary.compiler.passes import optimise, race
from armillary.compiler.program import Kind, Port, Program
from armillary.expr.graph import Graph


def build_simplified(program: Program, width: int | None = None, simplified: Program | None = None) -> Kernel:
    """Return the kernel of a program after simplification; `Kernel.program` is the program before.

    Args:
        program: The traced program.
        width: Lanes to use, see `kernel.build`.
        simplified: The program after simplification, if it is known.
    """
    target = host(width)
    key = digest(["simplified", signature(program), environment()])

    @cache
    def short() -> Program:
        return _read(load_or_build([key], lambda: _written(simplified or optimise(program))))

    def code(kind: Kind) -> bytes:
        return load_or_build([key, f"{kind} {target.width}"], lambda: object_code(short(), target, kind))

    return Kernel(program, target.width, code)


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


def _written(program: Program) -> bytes:
    """Return the parts of a program that its code depends on, as JSON."""
    ports = ([(port.name, port.shape) for port in ports] for ports in (program.inputs, program.outputs))
    nodes = list(zip(program.graph.op, program.graph.args, strict=True))
    return json.dumps([program.name, *ports, program.results, program.order, nodes]).encode()


def _read(content: bytes) -> Program:
    """Return the program of `_written`, which gives the same code."""
    name, inputs, outputs, results, order, nodes = json.loads(content)
    given, found = (tuple(Port(each, tuple(shape)) for each, shape in ports) for ports in (inputs, outputs))
    return Program(name, Graph.of(nodes), given, found, tuple(map(tuple, results)), schedule=tuple(order))
