"""A block: the equations of an FMU as expressions of one graph, with named variables.

    ẋ = f(t, x, u, p, h),   y = g(t, x, u, p, h),   z = events(t, x, u, p, h)                       (1)
x are continuous states, u inputs, p parameters, h the numbers that change at sampling instants: held efforts, states of
sampled laws, delayed commands; then the modes of dry friction and backlash, which change where a margin of z falls
below zero (`loop.switching`). As in `simulation.loop`, the clock has a second time inside the interval
between switches that t belongs to, so that a piecewise formula does not change its piece while a solver looks ahead.
Each task has a clock, at whose instants
    h ← task(t, x, p, h, w),   w normal random numbers                                              (2)
Tasks that are due together go in their order.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from armillary.compiler.names import identifier
from armillary.compiler.program import Port, Program
from armillary.expr.differentiate import dependent
from armillary.expr.graph import Graph
from armillary.expr.ops import Op, Ref
from armillary.simulation.schedule import Clock
from armillary.spatial.scalar import Floats

INPUTS = ("clock", "x", "u", "p", "h")
"""The input arrays of the expressions of a block; clock is (t, a time inside the interval)."""


@dataclass(frozen=True)
class ScalarVariable:
    """A scalar with a name, a unit (SI) and a start value."""

    name: str
    description: str
    unit: str = ""
    start: float = 0.0
    minimum: float | None = None
    fixed: bool = False
    """Whether a parameter may be changed before the start only."""


@dataclass(frozen=True)
class StateLimit:
    """A bound of a state, which is an event: `sign` · (x[state] − bound) is negative beyond it."""

    variable: ScalarVariable
    state: int
    sign: int
    bound: float


@dataclass(frozen=True)
class ModeElement:
    """An element with a mode: its margin, an event; the mode that follows; the state that is zero in mode 0, if any."""

    variable: ScalarVariable
    margin: Ref
    following: Ref
    rate: int | None


@dataclass(frozen=True)
class Bend:
    """A flexible link, whose nodes bend and stretch with the states from `state` on (`multibody.validity`).

    `shapes`, one array for each node, has four numbers for each state: rotation about three axes [rad], and stretch.
    """

    state: int
    shapes: tuple[Floats, ...]


@dataclass(frozen=True, eq=False)
class SampledTask:
    """A program of clock, x, p, h and w, its instants, (2), and the streams of w (`simulation.noise`)."""

    program: Program
    clock: Clock
    streams: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class EquationBlock:
    """The equations of an FMU, (1) and (2)."""

    name: str
    description: str
    graph: Graph
    states: tuple[ScalarVariable, ...]
    rates: tuple[Ref, ...]
    rate_units: tuple[str, ...]
    inputs: tuple[ScalarVariable, ...]
    outputs: tuple[ScalarVariable, ...]
    results: tuple[Ref, ...]
    parameters: tuple[ScalarVariable, ...] = ()
    limits: tuple[StateLimit, ...] = ()
    switches: tuple[float, ...] = ()
    """Instants at which the equations are not smooth in time [s]."""
    quaternions: tuple[int, ...] = ()
    """Indices in x at which unit quaternions begin."""
    initial: tuple[int, ...] = ()
    """For each state the parameter of its start value; empty if states have start values."""
    held: tuple[float, ...] = ()
    """Values of h before the first instant; the last ones are the modes of `elements`."""
    elements: tuple[ModeElement, ...] = ()
    tasks: tuple[SampledTask, ...] = ()
    origin: tuple[int, int] = (0, 0)
    """The key and the number of the run, of which the random numbers of tasks are made."""
    stop: bool = True
    """Whether a state beyond a limit ends the simulation."""
    duration: float = 10.0
    bends: tuple[Bend, ...] = ()
    resources: dict[str, str] = field(default_factory=dict)
    """Additional files: name → text."""

    @property
    def modes(self) -> range:
        """The places of the modes in h."""
        return range(len(self.held) - len(self.elements), len(self.held))

    def arrays(self) -> tuple[Port, ...]:
        """Return the input arrays of the expressions."""
        sizes = (2, len(self.states), len(self.inputs), len(self.parameters), len(self.held))
        return tuple(Port(name, (size,)) for name, size in zip(INPUTS, sizes, strict=True))

    def program(self, name: str, refs: Iterable[Ref], output: str) -> Program:
        """Return some expressions of the block as a program."""
        results = tuple(refs)
        return Program(
            name, self.graph, self.arrays(), (Port(output, (len(results),)),), (results,), {"model": self.name}
        )


class Labels:
    """Unique names of variables; parts between dots are identifiers."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._stems: dict[str, str] = {}

    def stem(self, text: str) -> str:
        """Return the prefix of the variables of a thing, always the same for the same text; dots stay."""
        if text not in self._stems:
            wish = ".".join(identifier(part) for part in text.split("."))
            self._stems[text] = _free(wish, self._stems.values())
        return self._stems[text]

    def give(self, name: str) -> str:
        """Return a variable's name, with a number behind if it is taken."""
        label = _free(name, self._taken)
        self._taken.add(label)
        return label


@dataclass(eq=False)
class Parameters:
    """Makes parameters: each is a variable and an input of the program."""

    graph: Graph
    labels: Labels
    variables: list[ScalarVariable] = field(default_factory=list)

    def make(
        self, name: str, description: str, unit: str, value: float, least: float | None = None, fixed: bool = False
    ) -> Any:
        """Return a parameter as an expression."""
        label = self.labels.give(name)
        self.variables.append(ScalarVariable(label, description, unit, float(value), least, fixed))
        return self.graph.input("p", len(self.variables) - 1)


def _free(wish: str, taken: Collection[str]) -> str:
    names = (wish if k == 1 else f"{wish}_{k}" for k in itertools.count(1))
    return next(name for name in names if name not in taken)


def comparisons(graph: Graph, refs: Iterable[Ref], modes: Collection[int] = ()) -> list[Ref]:
    """Return expressions that change their sign where `refs` change their branch, for each comparison.

    Comparisons of the second entry of the clock and of modes, entries of h, are left out: these change at events alone.
    """
    live = graph.live(refs)
    discrete = {("clock", 1), *(("h", k) for k in modes)}
    inputs = {node for node in live if graph.op[node] is Op.INPUT and graph.args[node] not in discrete}
    moving = dependent(graph, live, inputs)
    differences: dict[int, Ref] = {}
    for node in live:
        if node not in moving:
            continue
        args = graph.args[node]
        if graph.op[node] in (Op.LESS, Op.MIN, Op.MAX):
            ref = graph.add(args[0], args[1] ^ 1)
        elif graph.op[node] is Op.ABS:
            ref = args[0]
        else:
            continue
        if graph.value(ref) is None:
            differences.setdefault(ref >> 1, ref)
    return list(differences.values())
