"""Kernels and costs of simplified programs, cached by the program before simplification.

With code on disk, the passes would take longer than everything else. Their result depends on the program and on their
own sources only, so these are the key, and the passes run only if the cache has no entry. The simplified program is an
entry too: a later process that needs the other kind of code does not run the passes again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import cached_property

from armillary.compiler.cache import digest, load_or_build
from armillary.compiler.cost import Cost, count
from armillary.compiler.kernel import Kernel, object_code, signature
from armillary.compiler.llvm.assemble import environment
from armillary.compiler.llvm.target import host
from armillary.compiler.passes import optimise, race
from armillary.compiler.program import Kind, Port, Program
from armillary.expr.graph import Graph


class Shortened:
    """A program and the same after the passes, which run only if the cache has no entry.

    Args:
        program: The traced program.
        simplified: The program after the passes, if it is known.
    """

    def __init__(self, program: Program, simplified: Program | None = None) -> None:
        self.program = program
        self.key = digest(["simplified", signature(program), environment()])
        """What all code of the program depends on."""
        self._simplified = simplified

    @cached_property
    def short(self) -> Program:
        """The program after the passes."""
        made = [self._simplified] if self._simplified else []

        def written() -> bytes:
            made[:] = made or [optimise(self.program)]
            return _written(made[0])

        content = load_or_build([self.key], written)
        return made[0] if made else _read(content)


def build_simplified(program: Program, width: int | None = None, simplified: Program | None = None) -> Kernel:
    """Return the kernel of a program after simplification; `Kernel.program` is the program before.

    Args:
        program: The traced program.
        width: Lanes to use, see `kernel.build`.
        simplified: The program after simplification, if it is known.
    """
    target = host(width)
    shortened = Shortened(program, simplified)

    def code(kind: Kind) -> bytes:
        parts: list[str | bytes] = [shortened.key, f"{kind} {target.width}"]
        return load_or_build(parts, lambda: object_code(shortened.short, target, kind))

    return Kernel(program, target.width, code)


def counted(programs: Sequence[Program]) -> tuple[list[Cost], list[Program]]:
    """Return the costs of programs after simplification, and the simplified programs if the cache had no costs."""
    simplified: list[Program] = []

    def counts() -> bytes:
        simplified.extend(map(optimise, programs))
        return json.dumps([asdict(count(program)) for program in simplified]).encode()

    costs = load_or_build(_key("costs", programs), counts)
    return [Cost(**numbers) for numbers in json.loads(costs)], simplified


def raced(programs: Sequence[Program]) -> tuple[list[int], int, Program | None]:
    """Return the works of programs for the same values after simplification, and the index of the least, see `race`.

    The third is that program after simplification, or None if the cache had the works.
    """
    winner: list[Program] = []

    def works() -> bytes:
        found, best, program = race(programs)
        winner.append(program)
        return json.dumps([found, best]).encode()

    found, best = json.loads(load_or_build(_key("works", programs), works))
    return found, best, winner[0] if winner else None


def _key(what: str, programs: Sequence[Program]) -> Iterator[str | bytes]:
    """Yield everything that figures of programs depend on; nothing is computed where the cache is off."""
    yield what
    yield from map(signature, programs)
    yield environment()


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
