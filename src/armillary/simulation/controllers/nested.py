"""Controllers around another controller: a filter behind it, or a velocity observer before it.

A first-order filter is the lag of a drive, or makes a command without steps:
    τ̇ = (u − τ) / T                                                                        (1)
u is the command of the controller inside; τ, a state, is the effort that the robot gets.
An observer estimates velocities from measured joints; the controller inside sees q and v̂:
    q̂̇ = v̂ + 2ω (q − q̂),   v̂̇ = FD(q, v̂, τ) + ω² (q − q̂)                                     (2)
τ is the command of the controller, FD the forward dynamics of its model; without the model FD is zero and the observer
a filtered derivative. Both errors die out as exp(−ω t) if the model is right and ω is large. [Nicosia1990]
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.files.arguments import numbers
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_size
from armillary.simulation.controllers.law import Law, Limits, Specification, quantity
from armillary.simulation.references import anchor
from armillary.simulation.references.parameters import Says, number
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array


@dataclass(frozen=True)
class Filtered(Specification):
    """A controller whose efforts pass a first-order filter, (1).

    Args:
        controller: The controller inside, which commands u.
        time_constant: T [s].
        effort: τ at the start, a number or one for each joint [N·m, N]; default 0.
        limits: Greatest efforts behind the filter: a number, one for each joint, or "robot" [N·m, N]; default none.

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
        """Return the filter with its inner controller anchored at q."""
        return replace(self, controller=anchor(self.controller, model, q, frame))

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return FilteredLaw(model, self)


class FilteredLaw(Law):
    """(1), bound to a model; its states are τ, then those of the controller inside."""

    def __init__(self, model: Model, spec: Filtered) -> None:
        super().__init__(model, spec.limits)
        self.inner: Law = _inner(spec.controller, model)
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


@dataclass(frozen=True)
class Observed(Specification):
    """A controller that sees estimated instead of measured velocities, (2).

    Args:
        controller: The controller inside, which gives the efforts.
        bandwidth: ω [rad/s].
        dynamics: Whether the estimate uses the forward dynamics of the model; default true.
        position: q̂ at the start, one for each joint [rad, m]; default that of the robot (`anchored`), else zero.
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> from armillary.simulation.controllers import PD
        >>> Observed(PD(100.0, 20.0), bandwidth=200.0).law(arm.model(arm.library.get("khatib-rr"))).states
        4
    """

    controller: Annotated[Any, Says("the controller behind the observer", "controller")]
    bandwidth: Annotated[float, Says("bandwidth of the observer", "number", "rad/s")]
    dynamics: Annotated[bool, Says("whether the forward dynamics of the model helps", "flag")] = True
    position: Annotated[ArrayLike | None, Says("estimate at the beginning", unit="joint")] = None
    limits: Annotated[Limits, Says("greatest efforts", "gain", "N·m")] = None

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the observer with its estimate starting at q."""
        inside = anchor(self.controller, model, q, frame)
        joints = np.asarray(q, dtype=float)[: joint_size(model)]
        return replace(self, controller=inside, position=joints if self.position is None else self.position)

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return ObservedLaw(model, self)


class ObservedLaw(Law):
    """(2), bound to a model; its states are q̂, v̂, then those of the controller inside."""

    def __init__(self, model: Model, spec: Observed) -> None:
        super().__init__(model, spec.limits)
        if model.elastic or self.joints.nq != self.joints.nv:
            found = "a model with " + ("flexible links" if model.elastic else "spherical or floating joints")
            raise ArgumentError("model", found, "a model with rigid links, and joints without quaternions")
        self.inner: Law = _inner(spec.controller, model)
        self.omega, self.dynamics = number("bandwidth", spec.bandwidth, 0.0, True), spec.dynamics
        n = self.joints.nv
        self.first = np.zeros(n) if spec.position is None else np.array(numbers("position", spec.position, n))
        self.switches = self.inner.switches

    @property
    def states(self) -> int:
        """Two for each joint, and those inside."""
        return 2 * self.joints.nv + self.inner.states

    def start(self) -> Array:
        """Return the first estimate, at rest, and the states inside."""
        return np.concatenate([self.first, np.zeros(self.joints.nv), self.inner.start()])

    def _inside(self, signal: Signal) -> Signal:
        n, state = self.joints.nv, np.asarray(signal.state)
        return replace(signal, q=np.asarray(signal.q)[:n], qd=state[n : 2 * n], state=state[2 * n :])

    def command(self, signal: Signal) -> Array:
        """Return the command of the controller inside for q and v̂."""
        return self.inner.limited(self._inside(signal))

    def rate(self, signal: Signal) -> Array:
        """Return (2) and the rates inside."""
        inside = self._inside(signal)
        off = inside.q - np.asarray(signal.state)[: self.joints.nv]
        change = self.omega**2 * off
        if self.dynamics:
            change = change + quantity(self.model, "forward_dynamics", inside.q, inside.qd, self.limited(signal))
        return np.concatenate([inside.qd + 2 * self.omega * off, change, self.inner.rate(inside)])


def _inner(controller: Any, model: Model) -> Law:
    """Return the law of the controller inside."""
    if not hasattr(controller, "law"):
        expected = "a controller with a law, such as arm.controllers.PD(100, 20)"
        raise ArgumentError("controller", shortened(controller), expected)
    law: Law = controller.law(model)
    return law
