"""The plan of a differentiable run: its closed loops with their products, its schedule, and what has gradients."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from armillary.compiler.kernel import Kernel
from armillary.compiler.llvm.writer import DOUBLE, Scalar
from armillary.compiler.program import Program
from armillary.compiler.simplified import build_simplified
from armillary.files.content import digest, same
from armillary.simulation.gradients.products import Products
from armillary.simulation.gradients.rates import Rates, rates_of
from armillary.simulation.gradients.tasks import Task, tasks_of
from armillary.simulation.loop.loop import Loop
from armillary.simulation.loop.prepare import loop_of
from armillary.simulation.loop.state import quaternions
from armillary.simulation.schedule import Schedule, StepTable
from armillary.simulation.walk.runs import Sizes


@dataclass(frozen=True, eq=False)
class Plan:
    """A closed loop with its schedule: everything that the walks of a run need."""

    loop: Loop
    schedule: Schedule
    method: str
    names: tuple[str, ...]
    """Names of the parameters that have gradients."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plan) and same(self._content, other._content)

    def __hash__(self) -> int:
        return digest(self._content)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy by the scenario and its parameters, of which closed loops are made again."""
        return _planned, self._content

    @property
    def _content(self) -> tuple[Any, ...]:
        loop = self.loop
        return loop.scenario, loop.parameters, self.schedule, self.method, self.names

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Entries of p that have cotangents: those that change at instants or added efforts, then the parameters."""
        equations = self.loop.equations
        return (*range(self.first_parameter), *map(equations.place, self.names))

    @property
    def first_parameter(self) -> int:
        """Index of the first parameter in `places`, behind the entries that change at instants or the added efforts."""
        if self.loop.clocks:
            return self.loop.equations.changing
        return self.loop.layout.nv if self.schedule.pieces else 0

    @cached_property
    def rates(self) -> tuple[Rates, ...]:
        """The closed loop of each phase with its products."""
        return tuple(rates_of(equations, self.places) for _, equations in self.loop.phases)

    @cached_property
    def tasks(self) -> tuple[tuple[Task, ...], ...]:
        """The tasks of the law in each phase."""
        return tuple(map(tasks_of, self.rates))

    @cached_property
    def sizes(self) -> Sizes:
        """The sizes of its steps."""
        rates, layout = self.rates[0], self.loop.layout
        units = quaternions(self.loop.equations.plant)
        return Sizes(rates.size, self.loop.equations.size_of_p, rates.count, layout.nq, layout.nv, units)

    @cached_property
    def structure(self) -> Products:
        """The structure of a run."""
        loop, added = self.loop, bool(self.schedule.pieces)
        changing = loop.equations.changing if loop.clocks else 0
        return Products(self.method, self.sizes, changing, loop.streams, self.first_parameter, added)

    @property
    def steps(self) -> StepTable:
        """The steps of a run."""
        return self.schedule.table

    def programs(self, kind: str, phase: int) -> list[Program]:
        """Return the functions that a walk calls, as `Structure.functions` names them."""
        rates, tasks = self.rates[phase], self.tasks[phase]
        updates = [task.program for task in tasks]
        if kind == "forward":
            return [rates.program, *updates]
        if kind == "tangent":
            return [rates.jvp, *updates, *(task.jvp for task in tasks)]
        return [rates.program, rates.vjp, *updates, *(task.vjp for task in tasks)]

    def kernels(self, kind: str, phase: int, scalar: Scalar = DOUBLE) -> list[Kernel]:
        """Return their native code, which is kept with the closed loop."""
        compiled, names = self.loop.phases[phase][1].compiled, self.structure.functions(kind)
        kernels = []
        for name, program in zip(names, self.programs(kind, phase), strict=True):
            # f and tasks are those of all kinds; the product of a task is its JVP or its VJP.
            key = ("kernel", self.places, kind if name.startswith("product") else "", name, scalar)
            kernels.append(compiled.obtain(key, partial(build_simplified, program, scalar=scalar)))
        return kernels


def _planned(scenario: Any, parameters: Any, *rest: Any) -> Plan:
    """Return the plan with these contents, as `rollout` makes it."""
    return Plan(loop_of(scenario, parameters, reusable=True), *rest)
