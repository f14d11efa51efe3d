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
from armillary.simulation.references.time_law import Progress
from armillary.spatial.scalar import Array, Floats


@dataclass(frozen=True, kw_only=True)
class Line(Path):
    """A straight line of a frame from `start` to `end`, or along `displacement`.

    Args:
        start: Start [m], world axes; default: where the frame is when the robot starts.
        end: End [m].
        displacement: Displacement from the start in place of `end` [m].
        duration: Duration [s].
        law: "fifth_order", "step_acceleration", "trapezoid", or a time law, which has its own duration.
        begin: Time at which the motion begins [s].
        orientation: Roll, pitch, yaw [rad], a quaternion or a matrix; without one, the reference is a position only.
        end_orientation: Orientation at the end; default: that of the start.

    Example:
        >>> line = Line(start=[0, 0, 1], displacement=[1, 0, 0], duration=2.0)
        >>> line.motion(1.0).position.tolist(), line.motion(1.0).velocity.tolist()
        ([0.5, 0.0, 1.0], [0.9375, 0.0, 0.0])
    """

    end: Annotated[ArrayLike | None, Says("end of the motion", unit="m")] = None
    displacement: Annotated[ArrayLike | None, Says("displacement in place of the end", unit="m")] = None

    def __post_init__(self) -> None:
        if (self.end is None) == (self.displacement is None):
            found = "neither" if self.end is None else "both"
            raise ArgumentError("end, displacement", found, "one of the two")
        for name in ("end", "displacement"):
            if getattr(self, name) is not None:
                settle(self, **{name: numbers(name, getattr(self, name), 3)})
        super().__post_init__()

    def _along(self, start: Floats, progress: Progress) -> tuple[Array, Array, Array]:
        d = np.array(self.displacement) if self.end is None else np.array(self.end) - start
        return start + d * progress.s, d * progress.sd, d * progress.sdd  # (1)
