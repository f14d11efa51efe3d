"""A straight line of a frame, by any time law, with or without an orientation.

x = x_0 + d s,   ẋ = d ṡ,   ẍ = d s̈                                                   (1)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.simulation.references.parameters import Says, numbers, settle
from armillary.simulation.references.path import Path
from armillary.simulation.references.time_law import Progress, TimeLaw
from armillary.spatial.scalar import Array, Floats


@dataclass(frozen=True, kw_only=True)
class Line(Path):
    """A straight line of a frame from `start` to `end`, or along `displacement`.

    Args:
        start: Where from [m], world axes; None is where the frame is at the start (`anchored`).
        end: Where to [m].
        displacement: How far, instead of `end` [m].
        duration: How long [s].
        law: "fifth_order", "step_acceleration", "trapezoid", or a time law, which has its own duration.
        begin: When it begins [s].
        orientation: Roll, pitch, yaw [rad], a quaternion or a matrix; without one, the reference is a position only.
        end_orientation: The orientation at the end; the first one is kept unless given.

    Example:
        >>> line = Line(start=[0, 0, 1], displacement=[1, 0, 0], duration=2.0)
        >>> line.motion(1.0).position.tolist(), line.motion(1.0).velocity.tolist()
        ([0.5, 0.0, 1.0], [0.9375, 0.0, 0.0])
    """

    start: Annotated[ArrayLike | None, Says("start; default: where the frame is", unit="m")] = None
    end: Annotated[ArrayLike | None, Says("end of the motion", unit="m")] = None
    displacement: Annotated[ArrayLike | None, Says("displacement in place of the end", unit="m")] = None
    duration: Annotated[float | None, Says("duration", "number", "s")] = None
    law: Annotated[str | TimeLaw, Says("fifth_order, step_acceleration or trapezoid", "text")] = "fifth_order"
    begin: Annotated[float, Says("time at which it begins", "number", "s")] = 0.0
    orientation: Annotated[ArrayLike | None, Says("roll, pitch, yaw, or a quaternion", unit="rad")] = None
    end_orientation: Annotated[ArrayLike | None, Says("orientation at the end", unit="rad")] = None

    def __post_init__(self) -> None:
        if (self.end is None) == (self.displacement is None):
            found = "neither" if self.end is None else "both"
            raise ArgumentError("end, displacement", found, "one of the two")
        for name in ("end", "displacement"):
            if getattr(self, name) is not None:
                settle(self, **{name: numbers(name, getattr(self, name), 3)})
        self._check()

    def _along(self, start: Floats, progress: Progress) -> tuple[Array, Array, Array]:
        d = np.array(self.displacement) if self.end is None else np.array(self.end) - start
        return start + d * progress.s, d * progress.sd, d * progress.sdd  # (1)
