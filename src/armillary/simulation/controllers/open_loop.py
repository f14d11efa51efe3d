"""Open-loop control: efforts that are constant, a function of time, or a table over time.

Between the rows of a table efforts are interpolated linearly, or held until the next row:
    τ = τ_k + (τ_{k+1} − τ_k)(t − t_k)/(t_{k+1} − t_k),   or   τ = τ_k,   t_k < t < t_{k+1}       (1)
Before the first row its efforts hold, after the last row those of the last.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import numpy as np

from armillary.errors import ArgumentError
from armillary.files.arguments import Numbers, numbers, rising, rows
from armillary.files.quantity import Quantity
from armillary.multibody import Model
from armillary.simulation.controllers.law import Law, Specification
from armillary.simulation.parameters import Efforts, Limits, Row
from armillary.simulation.references.time_law import piece
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array


@dataclass(frozen=True)
class OpenLoop(Specification):
    """Prescribed efforts over time.

    Args:
        torque: Efforts of the joints [N·m, N]: one per joint; with `times`, one row per time; or a function of time
            that returns them. It must work on expressions, as formulas of NumPy functions do.
        times: Times of the rows in rising order [s]; default none, for constant efforts or a function.
        interpolation: "linear" (default) or "hold", (1).
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> model = arm.model(arm.library.get("khatib-rr"))
        >>> OpenLoop([[0.0, 0.0], [5.0, 1.0]], times=[0.0, 1.0]).law(model).at(0.5, 0.5).tolist()
        [2.5, 0.5]
    """

    torque: Annotated[Efforts, Quantity("joint effort", says="efforts of the joints, or one row of them per time")]
    times: Annotated[Row | None, Quantity("time", says="times of the rows")] = None
    interpolation: Annotated[Literal["linear", "hold"], "interpolation between the rows"] = "linear"
    limits: Limits = None

    def law(self, model: Model) -> OpenLoopLaw:
        """Return the law for a model."""
        return OpenLoopLaw(model, self)


class OpenLoopLaw(Law):
    """(1), bound to a model."""

    def __init__(self, model: Model, spec: OpenLoop) -> None:
        super().__init__(model, spec.limits)
        n = self.joints.nv
        self.function = spec.torque if callable(spec.torque) else None
        self.rows: tuple[Numbers, ...] = ()
        self.linear = spec.interpolation == "linear"
        if self.function is not None:
            if spec.times is not None:
                raise ArgumentError("times", "times for a function of time", "none")
        elif spec.times is None:
            self.rows = (numbers("torque", spec.torque, n),)
        else:
            self.rows = rows("torque", spec.torque)
            if len(self.rows[0]) != n:
                raise ArgumentError("torque", f"rows of {len(self.rows[0])} numbers", f"{n} numbers, one per joint")
            self.switches = rising("times", spec.times, len(self.rows))

    def at(self, t: Any, inside: Any) -> Array:
        """Return the efforts at t [s], shape (joints,); `inside` selects the interval of the table."""
        n = self.joints.nv
        if self.function is not None:
            efforts = np.atleast_1d(np.asarray(self.function(t)))
            if efforts.shape != (n,):
                raise ArgumentError("torque", f"a function that returns shape {efforts.shape}", f"{n} efforts")
            return efforts
        tau = np.array(self.rows)
        if len(tau) == 1:
            return tau[0]
        slopes = np.diff(tau, axis=0) / np.diff(self.switches)[:, None] * self.linear
        pieces = [  # start, efforts there and their slopes, of each interval
            (0.0, tau[0], 0 * tau[0]),
            *zip(self.switches, tau[:-1], slopes, strict=False),
            (0.0, tau[-1], 0 * tau[-1]),
        ]
        start, *values = piece(inside, self.switches, [[start, *value, *slope] for start, value, slope in pieces])
        return np.array(values[:n]) + np.array(values[n:]) * (t - start)  # (1)

    def command(self, signal: Signal) -> Array:
        """Return the efforts at the time of the signal."""
        return self.at(signal.t, signal.t if signal.inside is None else signal.inside)
