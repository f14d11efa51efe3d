"""End stops in the steps of a compiled loop: their efforts, and the kinks at which adaptive steps end.

The effort of a compliant stop is continuous, but its derivative jumps at contact and at release. A step of an adaptive
solver that passes such a kink is cut there (`walk.events`). With the depth u and the effort f of `drives.stops.Side`
at the start of a step the margin of a side is, at the end of it,
    k (ε − u)         free at the start, u ≤ ε
    f                 in contact, f > 0
    min(k u, −f)      left behind by its damped spring, f ≤ 0                                              (1)
and no mode has to be kept. ε = `CONTACT` keeps rounding around a limit from being a contact.
Fixed steps are not cut: a motion with fixed steps is the same on CPU, GPU and pages, and for gradients.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from armillary.simulation.drives.stops import CONTACT, Side
from armillary.simulation.walk.values import Number, Vector

if TYPE_CHECKING:
    from armillary.simulation.walk.solver_loop import SolverLoop


class StopEfforts:
    """Efforts of the sides of end stops at states of a loop, and margins of kinks, for every lane."""

    def __init__(self, loop: SolverLoop, sides: tuple[Side, ...]) -> None:
        self.loop, self.wide, self.lanes, self.sides = loop, loop.wide, loop.shape.lanes, sides
        layout = loop.layout
        self.rates = 0 if layout is None else layout.v.start

    def depth(self, side: Side, x: Vector) -> Number:
        """Return the depth u of a side, negative inside the limits."""
        q = x.entry(side.q, self.lanes).value
        return q - side.limit if side.sign > 0 else side.limit - q

    def effort(self, side: Side, x: Vector, u: Number) -> Number:
        """Return k u + d u̇ s (2 − s), or the speed of approach to a rigid stop."""
        wide, spring = self.wide, side.stiffness * u
        if side.rigid:
            rate = side.sign * x.entry(self.rates + side.v, self.lanes).value
            return wide.choose(u < -CONTACT, u, wide.greatest(rate, CONTACT))
        if not side.damping:
            return spring
        v = x.entry(self.rates + side.v, self.lanes).value
        s = wide.least(wide.greatest(u * (1 / side.transition), 0.0), 1.0)
        return spring + (side.sign * side.damping) * v * s * (2.0 - s)

    def margin(self, x: Vector, start: Vector) -> Number:
        """Return the least margin (1) of a step from one state to another, over sides and lanes; NaN does not count."""
        code, wide, least = self.loop.code, self.wide, self.wide.slot(float("inf"))
        for side in self.sides:
            u0, u = self.depth(side, start), self.depth(side, x)
            f0, f = self.effort(side, start, u0), self.effort(side, x, u)
            touching = wide.choose(f0 > 0.0, f, wide.least(side.stiffness * u, -f))
            margin = wide.choose(u0 > CONTACT, touching, side.stiffness * (CONTACT - u))
            least.set(wide.least(margin, least.value))
        return Number(code, wide.reduced("fmin", least.value.name))
