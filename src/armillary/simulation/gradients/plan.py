"""The plan of a differentiable run: its closed loops with their products, its schedule, and what has gradients."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

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
from armillary.spatial.scalar import Floats


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
        """Entries of p that have cotangents: those that change at instants, the added efforts, then the parameters."""
        equations = self.loop.equations
        first = self.place_of_efforts
        return (*range(self.changing), *range(first, first + self.added), *map(equations.place, self.names))

    @property
    def changing(self) -> int:
        """Number of the first entries of p that tasks change."""
        return self.loop.equations.changing if self.loop.clocks else 0

    @property
    def added(self) -> int:
        """Number of added efforts."""
        return self.loop.equations.plant.nv if self.schedule.pieces else 0

    @property
    def place_of_efforts(self) -> int:
        """Place of the added efforts: the first entries of p, or behind p where the law is sampled."""
        return self.loop.equations.size_of_p if self.loop.clocks else 0

    @property
    def first_parameter(self) -> int:
        """Index of the first parameter in `places`."""
        return self.changing + self.added

    def p(self) -> Floats:
        """Return p of the first run, with room for added efforts behind it where the law is sampled."""
        return np.concatenate([self.loop.p(), np.zeros(self.sizes.m - self.loop.equations.size_of_p)])

    @property
    def _behind(self) -> bool:
        return bool(self.added and self.loop.clocks)

    @cached_property
    def rates(self) -> tuple[Rates, ...]:
        """The closed loop of each phase with its products."""
        return tuple(rates_of(equations, self.places, self._behind) for _, equations in self.loop.phases)

    @cached_property
    def tasks(self) -> tuple[tuple[Task, ...], ...]:
        """The tasks of the law in each phase."""
        return tuple(map(tasks_of, self.rates))

    @cached_property
    def sizes(self) -> Sizes:
        """The sizes of its steps."""
        rates, layout = self.rates[0], self.loop.layout
        units = quaternions(self.loop.equations.plant)
        return Sizes(rates.size, rates.inputs["p"], rates.count, layout.nq, layout.nv, units)

    @cached_property
    def structure(self) -> Products:
        """The structure of a run."""
        efforts = (self.place_of_efforts, self.changing) if self.added else None
        return Products(self.method, self.sizes, self.changing, self.loop.streams, efforts)

    @property
    def steps(self) -> StepTable:
        """The steps of a run."""
        return self.schedule.table

    def programs(self, kind: str, phase: int) -> list[Program]:
        """Return the functions that a walk calls, as `KernelStructure.functions` names them."""
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
