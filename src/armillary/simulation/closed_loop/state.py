"""The state of a closed loop: which entries are coordinates, velocities, states of controller and drives, the audit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from armillary.multibody import Model

AUDIT = ("work", "external", "dissipated")


@dataclass(frozen=True)
class Layout:
    """Places of the parts of the state (q, v, c, d, m, W, W_e, E_d, heats); m has modes, then impulses."""

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
        """Modes of friction and of backlash, which only events change."""
        return slice(self.d.stop, self.d.stop + self.modes)

    @cached_property
    def impulses(self) -> slice:
        """Impulses on joints that stick."""
        return slice(self.m.stop, self.m.stop + self.held)

    @cached_property
    def audit(self) -> slice:
        """Work, work of external wrenches, dissipated energy, and parts of the latter by kind of heat."""
        return slice(self.impulses.stop, self.impulses.stop + len(AUDIT) + self.heats)

    @cached_property
    def size(self) -> int:
        """Number of states."""
        return self.audit.stop


def quaternions(model: Model) -> tuple[int, ...]:
    """Return the places of q at which unit quaternions begin."""
    return tuple(q.start for q, _ in model.quaternions)
