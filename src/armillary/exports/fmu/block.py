"""A block: what an FMU computes, as expressions of one graph, with a variable for everything that has a name.

    ẋ = f(t, x, u, p, h),   y = g(t, x, u, p, h),   z = events(t, x, u, p, h)                       (1)
x are continuous states, u inputs, p parameters, h efforts that a sampled controller holds between its instants. Time
comes with a time inside the stretch between two switches that it belongs to, as in `simulation.closed_loop`, so that a
formula in pieces does not change its piece while a solver looks ahead.
A sampled controller has states c of its own and is asked every `period`:
    h = law(t, x, p, c),   c ← c + period · ċ(t, x, p, c)                                           (2)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from armillary.compiler.names import identifier
from armillary.compiler.program import Port, Program
from armillary.expr.graph import Graph, Op, Ref

INPUTS = ("clock", "x", "u", "p", "h")
"""The arrays that the expressions of a block read; clock is (t, a time inside the stretch)."""


@dataclass(frozen=True)
class Variable:
    """A scalar with a name, a unit (SI, as the rest of the project writes it) and what it is at the beginning."""

    name: str
    description: str
    unit: str = ""
    start: float = 0.0
    minimum: float | None = None
    fixed: bool = False
    """Of a parameter: whether it may be changed before the beginning only."""


@dataclass(frozen=True)
class Limit:
    """A bound of a state that is an event: `sign` · (x[state] − bound) becomes negative beyond it."""

    variable: Variable
    state: int
    sign: int
    bound: float


@dataclass(frozen=True, eq=False)
class Block:
    """What an FMU computes, (1) and (2)."""

    name: str
    description: str
    graph: Graph
    states: tuple[Variable, ...]
    rates: tuple[Ref, ...]
    rate_units: tuple[str, ...]
    inputs: tuple[Variable, ...]
    outputs: tuple[Variable, ...]
    results: tuple[Ref, ...]
    parameters: tuple[Variable, ...] = ()
    limits: tuple[Limit, ...] = ()
    switches: tuple[float, ...] = ()
    """Instants at which something is not smooth in time [s]."""
    quaternions: tuple[int, ...] = ()
    """Where in x unit quaternions begin."""
    initial: tuple[int, ...] = ()
    """For each state the parameter that it starts at; empty if states have start values of their own."""
    held: int = 0
    period: float = 0.0
    law: Program | None = None
    memory: tuple[float, ...] = ()
    """States c of a sampled controller at the beginning."""
    stop: bool = True
    """Whether a state beyond a limit ends the simulation."""
    duration: float = 10.0
    resources: dict[str, str] = field(default_factory=dict)
    """Files that go along, name → text."""

    def arrays(self) -> tuple[Port, ...]:
        """Return the input arrays of the expressions."""
        sizes = (2, len(self.states), len(self.inputs), len(self.parameters), self.held)
        return tuple(Port(name, (size,)) for name, size in zip(INPUTS, sizes, strict=True))

    def program(self, name: str, refs: Iterable[Ref], output: str) -> Program:
        """Return some expressions of the block as a program."""
        found = tuple(refs)
        return Program(name, self.graph, self.arrays(), (Port(output, (len(found),)),), (found,), {"model": self.name})


class Labels:
    """Names of variables: every part between dots an identifier, and no two alike."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._stems: dict[str, str] = {}
        self._used: set[str] = set()

    def stem(self, text: str) -> str:
        """Return the name of a thing with variables, always the same for the same text; dots stay."""
        if text not in self._stems:
            wish = ".".join(identifier(part) for part in text.split("."))
            found = wish
            k = 2
            while found in self._used:
                found, k = f"{wish}_{k}", k + 1
            self._used.add(found)
            self._stems[text] = found
        return self._stems[text]

    def give(self, name: str) -> str:
        """Return a variable's name, or something like it that is free."""
        found = name
        k = 2
        while found in self._taken:
            found, k = f"{name}_{k}", k + 1
        self._taken.add(found)
        return found


def comparisons(graph: Graph, refs: Iterable[Ref]) -> list[Ref]:
    """Return what changes its sign where expressions change their branch, for each comparison of values that move.

    Comparisons of the second entry of the clock are left out: that one jumps at instants that are known.
    """
    live = graph.live(refs)
    moving: set[int] = set()
    for node in live:
        if graph.op[node] is Op.INPUT:
            if graph.args[node] != ("clock", 1):
                moving.add(node)
        elif any(ref >> 1 in moving for ref in graph.arguments(node)):
            moving.add(node)
    found: dict[int, Ref] = {}
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
            found.setdefault(ref >> 1, ref)
    return list(found.values())
