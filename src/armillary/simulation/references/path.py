"""What paths of a frame have in common: a time law by name, orientations, a start where the robot starts."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.kinematics.poses import body_poses, frame_pose
from armillary.multibody import Model
from armillary.simulation.references.fifth_order import FifthOrderLaw
from armillary.simulation.references.orientation import Turning, rotation_of, turning
from armillary.simulation.references.parameters import number, numbers, one_of, settle
from armillary.simulation.references.step_acceleration import StepAccelerationLaw
from armillary.simulation.references.time_law import Progress, TimeLaw
from armillary.simulation.references.trapezoid import TrapezoidLaw
from armillary.simulation.signals import Motion, TaskMotion
from armillary.spatial.scalar import Array, Floats, Scalar

LAWS: dict[str, Any] = {
    "fifth_order": FifthOrderLaw,
    "step_acceleration": StepAccelerationLaw,
    "trapezoid": TrapezoidLaw,
}
"""Time laws by name; each is made of a duration and a begin [s]."""


class Path:
    """A path of a frame in time.

    With an orientation the motion is a `TaskMotion`, without one a `Motion` of three coordinates.
    """

    start: ArrayLike | None
    duration: float | None
    law: str | TimeLaw
    begin: float
    orientation: ArrayLike | None
    end_orientation: ArrayLike | None

    def _check(self) -> None:
        if self.start is not None:
            settle(self, start=numbers("start", self.start, 3))
        if isinstance(self.law, str):
            one_of("law", self.law, tuple(LAWS))
            settle(self, duration=number("duration", self.duration, 0.0, True), begin=number("begin", self.begin))
        elif not hasattr(self.law, "at") or self.duration is not None:
            expected = f"one of {', '.join(LAWS)} with a duration, or a time law without one"
            raise ArgumentError("law", repr(self.law)[:80], expected)
        for name in ("orientation", "end_orientation"):
            if getattr(self, name) is not None:
                found = rotation_of(name, getattr(self, name))
                settle(self, **{name: tuple(tuple(float(each) for each in row) for row in found)})
        if self.end_orientation is not None and self.orientation is None and self.start is not None:
            raise ArgumentError("orientation", "nothing", "an orientation to turn from, since there is one to turn to")

    @cached_property
    def time_law(self) -> TimeLaw:
        """How far along the path it is at any time."""
        return LAWS[self.law](self.duration, self.begin) if isinstance(self.law, str) else self.law

    @property
    def switches(self) -> tuple[float, ...]:
        """The instants at which it is not smooth [s]."""
        return self.time_law.switches

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the same path from where the frame is at q, unless it says itself from where.

        So does its orientation, if there is one to turn to and none to turn from.
        """
        R, p = frame_pose(model, body_poses(model, np.asarray(q, dtype=float)), frame)
        new: dict[str, Any] = {} if self.start is not None else {"start": tuple(np.asarray(p, dtype=float))}
        if self.end_orientation is not None and self.orientation is None:
            new["orientation"] = np.asarray(R, dtype=float)
        return replace(self, **new) if new else self  # type: ignore[type-var]

    def motion(self, t: Scalar, inside: Scalar = None) -> Motion:
        """Return position, velocity and acceleration at t [s], and the orientation with its rates if it has one."""
        if self.start is None:
            raise ArgumentError("start", "nothing", "where the path starts", "give start, or use anchored(model, q)")
        progress = self.time_law.at(t, t if inside is None else inside)
        x, xd, xdd = self._along(np.array(self.start, dtype=float), progress)
        if self.orientation is None:
            return Motion(x, xd, xdd)
        R, omega, omega_dot = self._turning(np.array(self.orientation), progress)
        return TaskMotion(x, np.concatenate([omega, xd]), np.concatenate([omega_dot, xdd]), R)

    def _along(self, start: Floats, progress: Progress) -> tuple[Array, Array, Array]:
        raise NotImplementedError

    def _turning(self, R0: Floats, progress: Progress) -> Turning:
        R1 = None if self.end_orientation is None else np.array(self.end_orientation)
        return turning(R0, R1, progress)
