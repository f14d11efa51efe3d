"""The reference that does not move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from armillary.simulation.references.parameters import Says, numbers, settle
from armillary.simulation.signals import Motion
from armillary.spatial.scalar import Scalar


@dataclass(frozen=True)
class Constant:
    """A position to hold, in joint coordinates [rad, m] or task coordinates [m].

    Example:
        >>> Constant([0.5, -1.0]).motion(3.0).velocity.tolist()
        [0.0, 0.0]
    """

    position: Annotated[ArrayLike, Says("the position to hold", unit="joint")]
    switches: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        settle(self, position=numbers("position", self.position))

    def motion(self, t: Scalar, inside: Scalar = None) -> Motion:
        """Return the position, and zeros."""
        position = np.array(self.position, dtype=float)
        return Motion(position, np.zeros(len(position)), np.zeros(len(position)))
