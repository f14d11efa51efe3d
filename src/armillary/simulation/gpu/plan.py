"""Programs and structure of a closed loop for the kernels of a stack."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from armillary.compiler.passes import optimise
from armillary.compiler.program import Program
from armillary.simulation.loop.state import Layout, quaternions
from armillary.simulation.run import Simulation


@dataclass(frozen=True)
class Plan:
    """Programs and structure of a closed loop in a stack."""

    derivative: Program
    tasks: tuple[Program, ...]
    balance: Program
    outputs: Program
    layout: Layout
    quaternions: tuple[int, ...]
    watched: tuple[int, ...]
    """Places of the states with bounds."""
    differing: tuple[int, ...]
    """Places of p in which runs differ."""
    streams: tuple[tuple[int, ...], ...]
    """Streams of random numbers of each task."""

    @cached_property
    def states(self) -> int:
        """Length of x."""
        return self.derivative.outputs[0].size

    @cached_property
    def parameters(self) -> int:
        """Length of p."""
        return self.derivative.inputs[2].size

    @cached_property
    def changing(self) -> int:
        """Number of the first entries of p that tasks change."""
        return self.tasks[0].outputs[0].size if self.tasks else 0

    @property
    def steps(self) -> tuple[Program, ...]:
        """The programs of steps."""
        return (self.derivative, *self.tasks, self.balance)

    @property
    def seen(self) -> tuple[str, ...]:
        """Names of the figures that the balance has."""
        return tuple(port.name for port in self.balance.outputs)

    @property
    def keeps_momentum(self) -> bool:
        """Whether the balance compares the momentum with that of the start."""
        return any(port.name == "start" for port in self.balance.inputs)

    @property
    def structure(self) -> tuple[object, ...]:
        """Everything besides the programs that kernels depend on."""
        return self.layout, self.quaternions, self.watched, self.differing, self.streams

    @property
    def shared(self) -> int:
        """Length of the shared numbers: p, whose other entries are not read, then lower and upper bounds."""
        return self.parameters + 2 * len(self.watched)


def plan(job: Simulation) -> Plan:
    """Return the programs and the structure of a job."""
    closed, lower = job.loop.equations, job.bounds()[0]
    watched = np.flatnonzero(np.isfinite(lower) | np.isfinite(job.bounds()[1]))
    normalised = quaternions(closed.plant) if job.solver.normalises else ()
    programs = closed.program, closed.updates(), closed.balance(), closed.outputs
    sizes = closed.layout, normalised, tuple(watched.tolist()), job.loop.places_of_runs
    return Plan(*programs, *sizes, job.loop.streams)


def optimised(original: Plan) -> Plan:
    """Return a plan with shorter programs, each with a unique name."""

    def short(name: str, program: Program) -> Program:
        return replace(optimise(program), name=name)

    tasks = tuple(short(f"task{k}", each) for k, each in enumerate(original.tasks))
    derivative, balance = short("derivative", original.derivative), short("balance", original.balance)
    outputs = short("outputs", original.outputs)
    return replace(original, derivative=derivative, tasks=tasks, balance=balance, outputs=outputs)
