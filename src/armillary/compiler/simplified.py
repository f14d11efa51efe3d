"""Kernels and costs of simplified programs, cached by the program before simplification.

With code on disk, the passes would take longer than everything else. Their result depends on the program and on their
own sources only, so these are the key, and the passes run only if the cache has no entry. The simplified program is an
entry too: a later process that needs code of another kind (one state, a batch) does not run the passes again.
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
from armillary.compiler.llvm.writer import DOUBLE, Scalar
from armillary.compiler.passes import optimise, race
from armillary.compiler.program import Kind, Port, Program
from armillary.expr.graph import Graph


class SimplifiedProgram:
    """A traced program with its form after the passes, which run only if the cache has no entry.

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
    def simplified(self) -> Program:
        """The program after the passes."""

        def build() -> bytes:
            if self._simplified is None:
                self._simplified = optimise(self.program)
            return _to_json(self._simplified)

        content = load_or_build([self.key], build)  # also stores a known program for later processes
        return self._simplified or _from_json(content)


def build_simplified(
    program: Program, width: int | None = None, simplified: Program | None = None, scalar: Scalar = DOUBLE
) -> Kernel:
    """Return the kernel of a program after simplification; `Kernel.program` is the program before.

    Args:
        program: The traced program.
        width: Lanes to use, see `kernel.build`.
        simplified: The program after simplification, if it is known.
        scalar: Precision of the numbers.
    """
    target = host(width, scalar)
    both = SimplifiedProgram(program, simplified)

    def code(kind: Kind) -> bytes:
        parts: list[str | bytes] = [both.key, f"{kind} {target.width} {scalar.name}"]
        return load_or_build(parts, lambda: object_code(both.simplified, target, kind))

    return Kernel(program, target.width, code, scalar)


def count_simplified(programs: Sequence[Program]) -> tuple[list[Cost], list[Program]]:
    """Return the costs of programs after simplification, and the simplified programs if the cache had no costs."""
    simplified: list[Program] = []

    def build() -> bytes:
        simplified.extend(map(optimise, programs))
        return json.dumps([asdict(count(program)) for program in simplified]).encode()

    costs = load_or_build(_key("costs", programs), build)
    return [Cost(**numbers) for numbers in json.loads(costs)], simplified


def race_simplified(programs: Sequence[Program]) -> tuple[list[int], int, Program | None]:
    """Return the works of programs for the same values after simplification, and the index of the least, see `race`.

    The third is that program after simplification, or None if the cache had the works.
    """
    winner: list[Program] = []

    def build() -> bytes:
        works, best, program = race(programs)
        winner.append(program)
        return json.dumps([works, best]).encode()

    works, best = json.loads(load_or_build(_key("works", programs), build))
    return works, best, winner[0] if winner else None


def _key(what: str, programs: Sequence[Program]) -> Iterator[str | bytes]:
    """Yield everything that counts of programs depend on; nothing is computed where the cache is off."""
    yield what
    yield from map(signature, programs)
    yield environment()


def _to_json(program: Program) -> bytes:
    """Return the parts of a program that its code depends on, as JSON."""
    ports = ([(port.name, port.shape) for port in ports] for ports in (program.inputs, program.outputs))
    nodes = list(zip(program.graph.op, program.graph.args, strict=True))
    return json.dumps([program.name, *ports, program.results, program.order, nodes]).encode()


def _from_json(content: bytes) -> Program:
    """Return the program of `_to_json`, which gives the same code."""
    name, inputs, outputs, results, order, nodes = json.loads(content)
    refs = tuple(map(tuple, results))
    return Program(name, Graph.of(nodes), _ports(inputs), _ports(outputs), refs, schedule=tuple(order))


def _ports(listed: Sequence[tuple[str, Sequence[int]]]) -> tuple[Port, ...]:
    return tuple(Port(name, tuple(shape)) for name, shape in listed)
