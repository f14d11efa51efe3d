"""Open-loop efforts: constant, a function of time, or a table in time.

Between the rows of a table efforts change linearly, or are held until the next:
    τ = τ_k + (τ_{k+1} − τ_k)(t − t_k)/(t_{k+1} − t_k),   or   τ = τ_k,   t_k < t < t_{k+1}       (1)
Before the first row and after the last, that row holds.
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
    """Efforts in time.

    Args:
        torque: Efforts of the joints [N·m, N]: one for each joint; or, with `times`, a row for each time; or a function
            of time that returns them, made of formulas that work on expressions, as NumPy's functions do.
        times: Times of the rows, in rising order [s]; default none, for constant efforts or a function.
        interpolation: "linear" (default) or "hold", between the rows, (1).
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> model = arm.model(arm.library.get("khatib-rr"))
        >>> OpenLoop([[0.0, 0.0], [5.0, 1.0]], times=[0.0, 1.0]).law(model).at(0.5, 0.5).tolist()
        [2.5, 0.5]
    """

    torque: Annotated[Efforts, Quantity("joint effort", says="efforts of the joints, or a row of them for each time")]
    times: Annotated[Row | None, Quantity("time", says="times of the rows")] = None
    interpolation: Annotated[Literal["linear", "hold"], "what holds between the rows"] = "linear"
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
                raise ArgumentError("torque", f"rows of {len(self.rows[0])} numbers", f"one for each of {n} joints")
            self.switches = rising("times", spec.times, len(self.rows))

    def at(self, t: Any, inside: Any) -> Array:
        """Return the efforts at t [s], shape (joints,)."""
        if self.function is not None:
            found = np.atleast_1d(np.asarray(self.function(t)))
            if found.shape != (self.joints.nv,):
                raise ArgumentError(
                    "torque", f"a function that returns shape {found.shape}", f"{self.joints.nv} efforts"
                )
            return found
        tau = np.array(self.rows)
        if len(tau) == 1:
            return tau[0]
        steps = np.diff(tau, axis=0) / np.diff(self.switches)[:, None] * self.linear
        pieces = [
            (0.0, tau[0], 0 * tau[0]),
            *zip(self.switches, tau[:-1], steps, strict=False),
            (0.0, tau[-1], 0 * tau[-1]),
        ]
        chosen = piece(inside, self.switches, [[start, *value, *step] for start, value, step in pieces])
        n = self.joints.nv
        return chosen[1 : n + 1] + chosen[n + 1 :] * (t - chosen[0])  # (1)

    def command(self, signal: Signal) -> Array:
        """Return the efforts at the time of the signal."""
        return self.at(signal.t, signal.t if signal.inside is None else signal.inside)
