"""States of drives: names, units, values at the start."""

from __future__ import annotations

from typing import NamedTuple

from armillary.spatial.scalar import Scalar


class DriveState(NamedTuple):
    """A state of a drive: name, unit, unit of its rate, meaning, and value at the start."""

    name: str
    unit: str
    rate_unit: str
    meaning: str
    start: Scalar = 0.0
