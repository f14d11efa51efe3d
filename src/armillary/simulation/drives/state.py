"""What is known of a state of a drive: name, units, meaning, value at the start."""

from __future__ import annotations

from typing import NamedTuple

from armillary.spatial.scalar import Scalar


class DriveState(NamedTuple):
    """A state of a drive: deflection of bristles, current or temperature of a winding."""

    name: str
    unit: str
    rate_unit: str
    """Unit of its rate."""
    meaning: str
    start: Scalar = 0.0
    """Value at the start of a run."""
