"""What the block of an FMU is made of: plants, a law, a reference, and names for all that is to be seen."""

from __future__ import annotations

from dataclasses import dataclass

from armillary.exports.fmu.block import Labels
from armillary.exports.fmu.tunable import Parameters
from armillary.expr.graph import Graph
from armillary.multibody import Model
from armillary.simulation.signals import Controller, Reference
from armillary.simulation.system import System
from armillary.spatial.rotation import Array


@dataclass(frozen=True, eq=False)
class Setup:
    """What a block is made of.

    `phases` are the plants and from when on they are at work, the first from the beginning; `tunable` says that their
    numbers are expressions. `given` says that efforts come from outside. `sampled` is the law that is asked every
    `period`, in which case efforts are held. `task` says that the reference is one of a frame.
    """

    name: str
    description: str
    phases: tuple[tuple[float, System], ...]
    start: Array
    frames: tuple[str, ...]
    make: Parameters
    labels: Labels
    tunable: bool = False
    given: bool = False
    sampled: Controller | None = None
    reference: Reference | None = None
    period: float = 0.0
    limits: bool = True
    initial: bool = False
    task: bool = False
    duration: float = 10.0

    @property
    def plant(self) -> Model:
        """The plant at the beginning."""
        return self.phases[0][1].plant

    @property
    def graph(self) -> Graph:
        """Where everything is traced."""
        return self.make.graph
