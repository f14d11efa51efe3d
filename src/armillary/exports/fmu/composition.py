"""What the block of an FMU is made of: closed loops, and names for all that is to be seen."""

from __future__ import annotations

from dataclasses import dataclass

from armillary.exports.fmu.block import Labels
from armillary.exports.fmu.tunable import Parameters
from armillary.expr.graph import Graph
from armillary.multibody import Model
from armillary.simulation.closed_loop.setup import Setup
from armillary.simulation.signals import Controller
from armillary.spatial.scalar import Array, Scalar


@dataclass(frozen=True, eq=False)
class Composition:
    """What a block is made of.

    `given` says that efforts come from outside. `sampled` is the law that is asked every control period, in which case
    efforts are held. `initial` says that the start is made of parameters.
    """

    name: str
    description: str
    setup: Setup
    frames: tuple[str, ...]
    make: Parameters
    labels: Labels
    given: bool = False
    sampled: Controller | None = None
    initial: bool = False
    values: tuple[Scalar, ...] = ()
    """Parameters of the FMU that are the free parameters of the closed loops."""

    @property
    def plant(self) -> Model:
        """The plant at the beginning."""
        return self.setup.loop.plant

    @property
    def start(self) -> Array:
        """The state at the beginning."""
        return self.setup.start[0]

    @property
    def graph(self) -> Graph:
        """Where everything is traced."""
        return self.make.graph
