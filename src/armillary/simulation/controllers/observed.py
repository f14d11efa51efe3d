"""A controller behind a velocity observer.

The observer estimates velocities from measured joints; the controller inside sees q and v̂:
    q̂̇ = v̂ + 2ω (q − q̂),   v̂̇ = FD(q, v̂, τ) + ω² (q − q̂)                                     (1)
τ is the command of the controller, FD the forward dynamics of its model; without the model FD is zero and the observer
a filtered derivative. Both errors die out as exp(−ω t) if the model is right and ω is large. [Nicosia1990]
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.files.arguments import numbers
from armillary.files.lines import Path
from armillary.files.quantity import Quantity
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_size
from armillary.simulation.controllers.composition import Component, Composition, Evaluate, inner_law
from armillary.simulation.controllers.joints import Joints
from armillary.simulation.controllers.law import Law, Specification, quantity
from armillary.simulation.parameters import Controller, Limits, Row
from armillary.simulation.references import anchor
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array


@dataclass(frozen=True)
class Observed(Specification):
    """A controller that sees estimated instead of measured velocities, (1).

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

    controller: Annotated[Controller, "the controller behind the observer"]
    bandwidth: Annotated[float, Quantity("angular speed", above=0, says="bandwidth of the observer")]
    dynamics: Annotated[bool, "whether the forward dynamics of the model helps"] = True
    position: Annotated[Row | None, Quantity("joint position", says="estimate at the beginning")] = None
    limits: Limits = None

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the observer with its estimate starting at q."""
        inside = anchor(self.controller, model, q, frame)
        joints = np.asarray(q, dtype=float)[: joint_size(model)]
        return replace(self, controller=inside, position=joints if self.position is None else self.position)

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return ObservedLaw(model, self)


class ObservedLaw(Composition):
    """(1), bound to a model; its states are q̂, v̂, then those of the controller inside."""

    def __init__(self, model: Model, spec: Observed) -> None:
        joints = Joints(model)
        if model.elastic or joints.nq != joints.nv:
            found = "a model with " + ("flexible links" if model.elastic else "spherical or floating joints")
            raise ArgumentError("model", found, "a model with rigid links, and joints without quaternions")
        observer, inner = VelocityObserver(model, spec), inner_law(spec.controller, model)
        parts: dict[Path, Component] = {("observer",): Component(None, observer, joints.nv)}
        parts["controller",] = Component(spec.controller, inner, joints.nv)
        super().__init__(model, spec.limits, parts)
        self.inside, self.bandwidth = {("controller",): inner}, observer.bandwidth

    def connect(self, signal: Signal, evaluate: Evaluate) -> Array:
        """Return the command of the controller inside for q and v̂."""
        q = np.asarray(signal.q)[: self.joints.nv]
        v = evaluate(0, signal, np.zeros(2 * len(q)))
        command = evaluate(1, replace(signal, q=q, qd=v), np.zeros(0))
        evaluate(0, signal, np.concatenate([q, self.clipped(command)]))  # the estimate goes on with the command
        return command


class VelocityObserver:
    """The states of (1), from u = (q, τ); its output is v̂."""

    def __init__(self, model: Model, spec: Observed) -> None:
        self.model, self.n = model, model.nv
        self.bandwidth, self.dynamics = spec.bandwidth, spec.dynamics
        first = numbers("position", spec.position, self.n) if spec.position is not None else (0.0,) * self.n
        self.first = np.array(first)
        self.states = 2 * self.n

    def start(self) -> Array:
        """Return the first estimate, at rest."""
        return np.concatenate([self.first, np.zeros(self.n)])

    def output(self, u: Array, state: Array, period: float | None) -> Array:
        """Return v̂."""
        return np.asarray(state)[self.n :]

    def rate(self, u: Array, state: Array) -> Array:
        """Return q̂̇ and v̂̇, (1)."""
        q, tau = u[: self.n], u[self.n :]
        estimate, v = np.asarray(state)[: self.n], np.asarray(state)[self.n :]
        change = self.bandwidth**2 * (q - estimate)
        if self.dynamics:
            change = change + quantity(self.model, "forward_dynamics", q, v, tau)
        return np.concatenate([v + 2 * self.bandwidth * (q - estimate), change])

    def advance(self, u: Array, state: Array, period: float) -> Array:
        """Return the estimate at the next instant, by a step of Euler's method."""
        return np.asarray(state) + period * self.rate(u, state)
