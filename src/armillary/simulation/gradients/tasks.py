"""Tasks of sampled laws with their VJP and JVP: c ← task(clock, x, p, w), c the numbers that change at instants."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from armillary.compiler.products import jvp, vjp
from armillary.compiler.program import Port, Program, record
from armillary.simulation.gradients.rates import Rates
from armillary.spatial.scalar import Array


@dataclass(frozen=True, eq=False)
class Task:
    """One task of the law of a closed loop, on the states of `Rates`; cotangents of p have its places."""

    rates: Rates
    update: Program

    @cached_property
    def program(self) -> Program:
        """The next c as a function of clock, x, p and w."""
        rest = self.rates.equations.layout.size - self.rates.size

        def task(clock: Array, x: Array, p: Array, w: Array) -> dict[str, Array]:
            (after,) = self.update.inline(clock[0].graph, x=[*x, *[0.0] * rest])
            return {"next": after}

        sizes = {port.name: port.size for port in self.update.inputs} | {"x": self.rates.size}
        return record("task", task, sizes)

    @cached_property
    def vjp(self) -> Program:
        """The VJP: x_bar and p_bar from clock, x, p, w and next_bar."""
        program = vjp(self.program, ("x", "p"))
        x_bar, p_bar = program.results
        zero = [program.graph.zero] * (self.rates.count - len(self.rates.places))
        # A task does not read added efforts, which lie behind p.
        chosen = (p_bar[k] if k < len(p_bar) else program.graph.zero for k in self.rates.places)
        results = x_bar, (*chosen, *zero)
        return replace(program, outputs=(program.outputs[0], Port("p_bar", (self.rates.count,))), results=results)

    @cached_property
    def jvp(self) -> Program:
        """The JVP: the change of c from clock, x, p, w, dx and dp."""
        source = jvp(self.program, ("x", "p"))

        def product(clock: Array, x: Array, p: Array, w: Array, dx: Array, dp: Array) -> dict[str, Array]:
            changes: Array = np.zeros(len(p), dtype=object)
            for k, place in enumerate(self.rates.places):
                if place < len(p):
                    changes[place] = dp[k]
            (dnext,) = source.inline(clock[0].graph, dp=changes)
            return {"dnext": dnext}

        sizes = {port.name: port.size for port in self.program.inputs}
        return record("task_jvp", product, sizes | {"dx": self.rates.size, "dp": self.rates.count})


def tasks_of(rates: Rates) -> tuple[Task, ...]:
    """Return the tasks of the law of a closed loop, which are kept with it."""
    equations = rates.equations
    tasks: tuple[Task, ...] = equations.compiled.obtain(
        ("tasks", rates.places), lambda: tuple(Task(rates, update) for update in equations.updates())
    )
    return tasks
