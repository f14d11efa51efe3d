"""The simplified programs of a block, and the dependencies of its variables.

    rates(clock, x, u, p, h) → ẋ,   outputs(…) → y,   events(…) → z, following modes                   (1)
    tangent(clock, x, u, p, h, s, s_h) → (∂ẋ/∂a s + ∂ẋ/∂h s_h, ∂y/∂a s + ∂y/∂h s_h),   a = (t, x, u, p)    (2)
    task(clock, x, p, h, w) → h,   task_tangent(clock, x, p, h, w, s, s_h) → ∂task/∂a s + ∂task/∂h s_h     (3)
(3) gives s_h before the start; later, h is held.
(2) is the exact derivative along one direction s, by forward differentiation of the expressions. It costs about three
evaluations; n of them are the Jacobian for an implicit method.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from armillary.compiler.passes import optimise
from armillary.compiler.program import Port, Program
from armillary.exports.fmu.block import INPUTS, EquationBlock, ScalarVariable, comparisons
from armillary.expr.differentiate import Row, forward
from armillary.expr.ops import Op, Ref

LARGE = 12_000
"""Programs with more operations are not simplified: that would take longer than compiling them."""

Known = tuple[str, int]
"""An input of the expressions: array and index."""


@dataclass(frozen=True, eq=False)
class Functions:
    """The programs of a block."""

    block: EquationBlock

    @cached_property
    def switches(self) -> tuple[Ref, ...]:
        """Expressions that change their sign where ẋ changes its branch."""
        return tuple(comparisons(self.block.graph, self.block.rates, self.block.modes))

    @cached_property
    def events(self) -> tuple[ScalarVariable, ...]:
        """The variables of z: margins of limits, margins of modes, then switches."""
        count, block = len(self.switches), self.block
        named = (
            ScalarVariable(f"switch[{k + 1}]", "Changes its sign where the equations change") for k in range(count)
        )
        limits, modes = [part.variable for part in block.limits], [part.variable for part in block.elements]
        return (*limits, *modes, *named)

    @cached_property
    def event_results(self) -> tuple[Ref, ...]:
        """The expressions of z."""
        graph = self.block.graph
        margins = ((graph.input("x", limit.state) - limit.bound).ref ^ (limit.sign < 0) for limit in self.block.limits)
        return (*margins, *(element.margin for element in self.block.elements), *self.switches)

    @cached_property
    def programs(self) -> dict[str, Program]:
        """All programs by name, simplified."""
        block = self.block
        programs = {
            "rates": block.program("rates", block.rates, "dx"),
            "outputs": block.program("outputs", block.results, "y"),
            "events": block.program(
                "events", (*self.event_results, *(element.following for element in block.elements)), "z"
            ),
            "tangent": self._tangent(),
        }
        for k, task in enumerate(block.tasks):
            programs[f"task{k}"], programs[f"task{k}_tangent"] = task.program, self._task_tangent(task.program)
        return {
            name: optimise(program) if program.operations <= LARGE else program for name, program in programs.items()
        }

    @cached_property
    def _moving(self) -> list[Known]:
        """The entries of a, in the order of s."""
        block, names = self.block, [("clock", 0)]
        for name, size in (("x", len(block.states)), ("u", len(block.inputs)), ("p", len(block.parameters))):
            names += [(name, k) for k in range(size)]
        return names

    def _along(self, refs: Sequence[Ref]) -> list[Ref]:
        """Return the derivatives of expressions along s and s_h."""
        block, graph = self.block, self.block.graph
        seeds: dict[Ref, Row] = {}
        for k, name in enumerate(self._moving):
            seeds[graph.input(*name).ref] = {0: graph.input("s", k).ref}
        for k in range(len(block.held)):
            seeds[graph.input("h", k).ref] = {0: graph.input("s_h", k).ref}
        return [row.get(0, graph.zero) for row in forward(graph, refs, seeds)]

    def _tangent(self) -> Program:
        """Return (2)."""
        block = self.block
        refs = self._along([*block.rates, *block.results])
        count = len(block.rates)
        outputs = (Port("d_dx", (count,)), Port("d_y", (len(refs) - count,)))
        arrays = (*block.arrays(), Port("s", (len(self._moving),)), Port("s_h", (len(block.held),)))
        results = (tuple(refs[:count]), tuple(refs[count:]))
        return Program("tangent", block.graph, arrays, outputs, results, {"model": block.name})

    def _task_tangent(self, task: Program) -> Program:
        """Return the derivative of a task, (3)."""
        refs = tuple(self._along(task.results[0]))
        arrays = (*task.inputs, Port("s", (len(self._moving),)), Port("s_h", (len(self.block.held),)))
        name = f"{task.name}_tangent"
        return Program(name, task.graph, arrays, (Port("d_next", (len(refs),)),), (refs,), task.header)

    def dependencies(self, refs: Sequence[Ref]) -> list[list[Known]]:
        """Return the inputs that each expression depends on; time is ("clock", 0), random numbers do not count."""
        graph = self.block.graph
        places: list[Known] = []
        reach: dict[int, int] = {}  # node → a bit for each input: sets would be slow for thousands of nodes
        for node in graph.live(refs):
            if graph.op[node] is Op.INPUT:
                name, index = graph.args[node]
                if name in INPUTS:
                    reach[node] = 1 << len(places)
                    places.append((name, 0 if name == "clock" else index))
                    continue
            bits = 0
            for ref in graph.arguments(node):
                bits |= reach[ref >> 1]
            reach[node] = bits
        return [sorted({place for k, place in enumerate(places) if reach[ref >> 1] >> k & 1}) for ref in refs]
