"""The fewest operations for one or several quantities of a robot, computed together, and the program that has them.

Formulations worth counting (`compiler.choose`) are traced, simplified and counted; the one with the fewest
    flops = mul + add + div + sqrt                                                    (1)
is kept, as papers on robot dynamics count. `choose` weighs divisions more, since it compiles for speed. Several
quantities are one program, in which what they share is computed once: the mass matrix by composite bodies, and the
others together by explicit equations where all of them have these, or by recursions. Parameters are constants of the
programs: a product of parameters costs nothing. Counts are kept on disk.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from armillary.compiler.choose import FEW, depth, worth_counting
from armillary.compiler.cost import Cost
from armillary.compiler.kernel import Kernel
from armillary.compiler.program import Program
from armillary.compiler.simplified import build_simplified, counted
from armillary.compiler.trace import trace, trace_together
from armillary.multibody import Model


@dataclass(frozen=True)
class Least:
    """A program with the fewest operations: as traced, what it costs simplified, and what it is simplified to.

    `simplified` is None where the counts were known from before.
    """

    program: Program
    cost: Cost
    simplified: Program | None = field(default=None, repr=False)

    def kernel(self, width: int | None = None) -> Kernel:
        """Return the machine code of the simplified program."""
        return build_simplified(self.program, width, self.simplified)


def least(model: Model, *quantities: str) -> Least:
    """Return the program of quantities, computed together, by the formulation with the fewest operations.

    Example:
        >>> import armillary as arm
        >>> model = arm.model(arm.library.get("khatib-rr"), motors="none", friction=False)
        >>> print(least(model, "mass_matrix").cost)
        2M 2A, 1 trig (1 angle)
    """
    programs = list(_programs(model, quantities))
    costs, simplified = counted(programs)
    best = min(range(len(programs)), key=lambda k: costs[k].flops)  # (1)
    return Least(programs[best], costs[best], simplified[best] if simplified else None)


def _programs(model: Model, quantities: tuple[str, ...]) -> Iterator[Program]:
    """Yield the programs worth counting, not yet simplified."""
    ways = {quantity: worth_counting(model, quantity)[0] for quantity in quantities}
    if len(quantities) > 1:
        explicit = {quantity: "composite_body" if quantity == "mass_matrix" else "christoffel" for quantity in ways}
        if all(way in ways[quantity] for quantity, way in explicit.items()):
            yield trace_together(model, explicit)
        yield trace_together(model, {quantity: candidates[0] for quantity, candidates in ways.items()})
        return
    for quantity, candidates in ways.items():
        # For a few joints articulated bodies can have the fewest operations, though not the least work.
        short = quantity == "forward_dynamics" and depth(model) <= FEW
        for way in dict.fromkeys((*candidates, "articulated_body") if short else candidates):
            yield trace(model, quantity, way)
