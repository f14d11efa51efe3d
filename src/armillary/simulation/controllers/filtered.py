"""A first-order filter behind any controller: the lag of a drive, or a command without steps.

    τ̇ = (u − τ) / T                                                                        (1)
u is what the controller asks for; τ, a state, is what the robot gets.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.multibody import Model
from armillary.simulation.controllers.law import Law, Specification
from armillary.simulation.controllers.saturation import Limits
from armillary.simulation.references import anchor
from armillary.simulation.references.parameters import Says, number, numbers
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array


@dataclass(frozen=True)
class Filtered(Specification):
    """A controller whose efforts pass a first-order filter, (1).

    Args:
        controller: What gives u.
        time_constant: T [s].
        effort: τ at the beginning, a number or one for each joint [N·m, N].
        limits: Greatest efforts behind the filter: a number, one for each joint, or "robot" [N·m, N].

    Example:
        >>> import armillary as arm
        >>> from armillary.simulation.controllers import PD
        >>> Filtered(PD(100.0, 20.0), 0.01).law(arm.model(arm.library.get("khatib-rr"))).states
        2
    """

    controller: Annotated[Any, Says("the controller before the filter", "controller")]
    time_constant: Annotated[float, Says("time constant of the filter", "number", "s")]
    effort: Annotated[ArrayLike, Says("efforts at the beginning", "gain", "N·m")] = 0.0
    limits: Annotated[Limits, Says("greatest efforts", "gain", "N·m")] = None

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the same, with the controller inside anchored."""
        return replace(self, controller=anchor(self.controller, model, q, frame))

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return FilteredLaw(model, self)


class FilteredLaw(Law):
    """(1), bound to a model; its states are τ, then those of the controller inside."""

    def __init__(self, model: Model, spec: Filtered) -> None:
        super().__init__(model, spec.limits)
        self.inner: Law = spec.controller.law(model)
        self.T = number("time_constant", spec.time_constant, 0.0, True)
        self.first = np.array(numbers("effort", spec.effort, self.joints.nv))
        self.switches = self.inner.switches

    @property
    def states(self) -> int:
        """One for each joint, and those inside."""
        return self.joints.nv + self.inner.states

    def start(self) -> Array:
        """Return τ at the beginning and the states inside."""
        return np.concatenate([self.first, self.inner.start()])

    def command(self, signal: Signal) -> Array:
        """Return τ, which is a state."""
        return np.asarray(signal.state)[: self.joints.nv]

    def rate(self, signal: Signal) -> Array:
        """Return τ̇ of (1) and the rates inside."""
        inside = replace(signal, state=np.asarray(signal.state)[self.joints.nv :])
        lag = (self.inner.limited(inside) - self.command(signal)) * (1 / self.T)
        return np.concatenate([lag, self.inner.rate(inside)])
