"""The state of a closed loop: which entries are coordinates, velocities, states of the controller, the audit."""

from __future__ import annotations

from dataclasses import dataclass

from armillary.multibody import Model

AUDIT = ("work", "external", "dissipated")


@dataclass(frozen=True)
class Layout:
    """Places of the parts of the state (q, v, c, W, W_e, E_d)."""

    nq: int
    nv: int
    controller: int = 0

    @property
    def q(self) -> slice:
        """Coordinates."""
        return slice(0, self.nq)

    @property
    def v(self) -> slice:
        """Velocities."""
        return slice(self.nq, self.nq + self.nv)

    @property
    def c(self) -> slice:
        """States of the controller."""
        return slice(self.nq + self.nv, self.nq + self.nv + self.controller)

    @property
    def audit(self) -> slice:
        """Work, work of external wrenches, dissipated energy."""
        return slice(self.c.stop, self.c.stop + len(AUDIT))

    @property
    def size(self) -> int:
        """Number of states."""
        return self.audit.stop


def quaternions(model: Model) -> tuple[int, ...]:
    """Return the places of q at which unit quaternions begin."""
    return tuple(q.start for q, _ in model.quaternions)
