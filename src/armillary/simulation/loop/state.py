"""The state of a closed loop and the places of its parts.

    x = (q, v, c, d, m, P, W, W_w, E_d, E_1, …)
Coordinates q and velocities v of the plant, states c of a continuous controller, states d of the
drives, modes m, impulses P of coordinates that friction or rigid stops hold, and the audit: work W
of the actuators, work W_w of external wrenches, dissipated energy E_d, and E_d by kinds of heat.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from armillary.multibody import Model

AUDIT = ("work", "external", "dissipated")
"""The entries of the audit that every closed loop has."""


@dataclass(frozen=True)
class Layout:
    """Sizes and places of the parts of the state.

    Args:
        nq: Number of coordinates.
        nv: Number of velocities.
        controller: Number of states of the controller.
        drives: Number of states of the drives.
        heats: Number of kinds of heat that the audit keeps apart.
        modes: Number of modes.
        held: Number of coordinates that may be held, each with an impulse.
    """

    nq: int
    nv: int
    controller: int = 0
    drives: int = 0
    heats: int = 0
    modes: int = 0
    held: int = 0

    @cached_property
    def q(self) -> slice:
        """Coordinates."""
        return slice(0, self.nq)

    @cached_property
    def v(self) -> slice:
        """Velocities."""
        return slice(self.nq, self.nq + self.nv)

    @cached_property
    def c(self) -> slice:
        """States of the controller."""
        return slice(self.nq + self.nv, self.nq + self.nv + self.controller)

    @cached_property
    def d(self) -> slice:
        """States of the drives."""
        return slice(self.c.stop, self.c.stop + self.drives)

    @cached_property
    def m(self) -> slice:
        """Modes of friction, backlash and rigid stops, which only events change."""
        return slice(self.d.stop, self.d.stop + self.modes)

    @cached_property
    def impulses(self) -> slice:
        """Impulses on coordinates that stick or rest on rigid stops."""
        return slice(self.m.stop, self.m.stop + self.held)

    @cached_property
    def audit(self) -> slice:
        """Work, work of external wrenches, dissipated energy, and the latter by kind of heat."""
        return slice(self.impulses.stop, self.impulses.stop + len(AUDIT) + self.heats)

    @cached_property
    def size(self) -> int:
        """Number of states."""
        return self.audit.stop


def quaternions(model: Model) -> tuple[int, ...]:
    """Return the places in q at which unit quaternions begin."""
    return tuple(q.start for q, _ in model.quaternions)
