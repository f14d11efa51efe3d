"""Semi-implicit Euler: velocities first, then coordinates by the new ones; order 1. [HairerLubichWanner2006, I.1.2]

    v' = v + h f_v(t, q, v),   q' = q + h rate(q, v'),   other states by the explicit method            (1)
Where the mass matrix does not depend on q this is symplectic. Where it does it is not, but cheap, and steadier than the
explicit method. With quaternions rate(q, v') comes from f again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from armillary.errors import ArgumentError
from armillary.simulation.native.loop import Loop
from armillary.simulation.solvers.base import FixedStep


@dataclass(frozen=True)
class SemiImplicitEuler(FixedStep):
    """Semi-implicit Euler method: new velocities first, then coordinates with these.

    Args:
        step: Step [s].
    """

    name: ClassVar[str] = "semi_implicit_euler"
    about: ClassVar[str] = "new velocities first, then coordinates with these; fixed step"
    order: ClassVar[int] = 1

    def write(self, loop: Loop) -> None:
        """Write the method as native code."""
        code, layout, states = loop.code, loop.layout, loop.shape.states
        if layout is None:
            raise ArgumentError("layout", "None", "which states are coordinates and which are velocities")
        dx = loop.vector()
        plain = layout.nq == layout.nv
        again = dx if plain else loop.vector()
        lanes = [lane * states for lane in range(loop.shape.lanes)]
        with loop.fixed_steps() as (t, h, _):
            loop.evaluate(dx, t, loop.x)
            for start in lanes:
                x, rest = (
                    loop.x.part(start + layout.nq, states - layout.nq),
                    dx.part(start + layout.nq, states - layout.nq),
                )
                code.combine(x, (1.0, x), (h, rest))
            if not plain:
                loop.evaluate(again, t, loop.x)
            for start in lanes:
                q = loop.x.part(start, layout.nq)
                rate = loop.x.part(start + layout.nq, layout.nv) if plain else again.part(start, layout.nq)
                code.combine(q, (1.0, q), (h, rate))
