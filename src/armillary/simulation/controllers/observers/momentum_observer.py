"""Momentum observer: external efforts from the generalised momentum, without accelerations. [DeLuca2005]

The momentum p = M(q) q̇ of the nominal model changes by the command τ, the modelled efforts β and external efforts τ_e.
The residual r estimates τ_e:
    ṗ = τ + β + τ_e,   β = ∂T/∂q − g − (friction and springs)                                              (1)
    r = K (p − s),   ṡ = τ + β + r       ⇒       ṙ = K (τ_e − r)                                           (2)
r is τ_e behind a first-order low-pass filter of bandwidth K. Sampled, with τ held for a period T,
    r_k = (1 − e^(−KT))/T (p_k − s_k),   s_{k+1} = s_k + T (τ_k + β_k + r_k)                                (3)
    ⇒   r_{k+1} = e^(−KT) r_k + (1 − e^(−KT)) (mean of τ_e + β over the period − β_k)
β_k at the beginning of the period approximates its mean; for a constant push on a robot at rest, (3) equals (2)
exactly. A fraction γ of the residual can be subtracted from the command, so that the robot yields less to the push:
    τ = u − γ r                                                                                            (4)
The observer knows its commands only: actuator limits, delays and unmodelled friction appear in r. It starts at rest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.files.lines import Path
from armillary.files.quantity import Quantity
from armillary.formulations.passive import passive
from armillary.multibody import Model
from armillary.simulation.controllers.composition import Component, Composition, Evaluate, inner_law
from armillary.simulation.controllers.joints import Joints, times
from armillary.simulation.controllers.law import Law, Specification, quantity
from armillary.simulation.parameters import Controller, Gain, Limits
from armillary.simulation.references import anchor
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array, exp


@dataclass(frozen=True)
class MomentumObserver(Specification):
    """A controller with an observer of external efforts; the signal "residual" of a run is r, (1) to (4).

    Args:
        controller: The controller inside, which commands u.
        bandwidth: K, a number or one for each joint [rad/s].
        compensation: γ, the fraction of r subtracted from the command, a number or one for each joint; default 0.
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> from armillary.simulation.controllers import PDGravity
        >>> push = arm.Push("tip", (0, 0, 0, 0, 5.0, 0))
        >>> law = MomentumObserver(PDGravity(400.0, 40.0), bandwidth=50.0)
        >>> run = arm.simulate(arm.library.get("khatib-rr"), 2.0, controller=law, disturbances=push, record=0.1)
        >>> run.signals["residual"].shape
        (21, 2)
    """

    controller: Annotated[Controller, "the controller beside the observer"]
    bandwidth: Annotated[Gain, Quantity("angular speed", least=0, says="bandwidth of the residual")]
    compensation: Annotated[Gain, Quantity(least=0, says="compensated fraction of the residual")] = 0.0
    limits: Limits = None

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the observer with its inner controller anchored at q."""
        return replace(self, controller=anchor(self.controller, model, q, frame))

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return ObserverLaw(model, self, Residual(model, self.bandwidth))


class ObserverLaw(Composition):
    """An observer and the controller inside, (4); its states are s and r, then those of that controller."""

    def __init__(self, model: Model, spec: Any, observer: Residual) -> None:
        n, inner = Joints(model).nv, inner_law(spec.controller, model)
        parts: dict[Path, Component] = {("observer",): Component(None, observer, n)}
        parts["controller",] = Component(spec.controller, inner, n)
        super().__init__(model, spec.limits, parts)
        self.inside: dict[Path, Any] = {("controller",): inner}
        self.observer, self.bandwidth = observer, observer.bandwidth
        self.compensation = self.joints.gain("compensation", spec.compensation)

    def connect(self, signal: Signal, evaluate: Evaluate) -> Array:
        """Return τ, (4)."""
        q, qd = self.joints.state(signal)
        measured = np.concatenate([q, qd])
        # r does not depend on the command of this instant; the second evaluation integrates s with it.
        r = evaluate(0, signal, np.concatenate([measured, np.zeros(self.joints.nv)]))
        command = evaluate(1, signal, np.zeros(0))
        if self.compensation.dtype == object or np.any(self.compensation):
            command = command - times(self.compensation, r)
        evaluate(0, signal, np.concatenate([measured, self.clipped(command)]))
        return command

    def signals(self, signal: Signal) -> dict[str, Array]:
        """Return the residual, and the signals of the controller inside."""
        inputs = self.evaluate_parts(signal)[1][0]
        observer, state = self.observer, np.asarray(inputs.signal.state)
        # In discrete time the residual is that of the last control instant, a state.
        r = observer.output(inputs.u, state, None) if signal.period is None else state[observer.n : 2 * observer.n]
        return {**super().signals(signal), "residual": r}


class Residual:
    """Observer with input u = (q, q̇, τ) and output r; its states are s, (2), and r of the last instant."""

    def __init__(self, model: Model, bandwidth: ArrayLike) -> None:
        joints = Joints(model)
        self.model, self.n, self.states = model, joints.nv, 2 * joints.nv
        self.bandwidth = joints.channel_gain("bandwidth", bandwidth)

    def start(self) -> Array:
        """Return the initial states, those of a robot at rest."""
        return np.zeros(self.states)

    def momenta(self, q: Array, qd: Array) -> Array:
        """Return p of the joints."""
        return quantity(self.model, "momentum", q, qd)[: self.n]

    def drift(self, q: Array, qd: Array) -> Array:
        """Return β of (1), shape (joints,)."""
        conservative = quantity(self.model, "kinetic_gradient", q, qd) - quantity(self.model, "gravity", q)
        return (conservative - passive(self.model, q, qd))[: self.n]

    def output(self, u: Array, state: Array, period: float | None) -> Array:
        """Return r of (2) or (3)."""
        K = self.bandwidth
        if period is not None:
            K = np.array([(1 - exp(-period * bandwidth)) * (1 / period) for bandwidth in K])  # (3)
        nq, nv = self.model.nq, self.model.nv
        return K * (self.momenta(u[:nq], u[nq : nq + nv]) - np.asarray(state)[: self.n])

    def rate(self, u: Array, state: Array) -> Array:
        """Return ṡ, (2); r of the last instant is not used in continuous time and has zero rate."""
        return np.concatenate([self._s_rate(u, self.output(u, state, None)), np.zeros(self.n)])

    def advance(self, u: Array, state: Array, period: float) -> Array:
        """Return s at the next instant, and r, (3)."""
        r = self.output(u, state, period)
        return np.concatenate([np.asarray(state)[: self.n] + period * self._s_rate(u, r), r])

    def _s_rate(self, u: Array, r: Array) -> Array:
        """Return ṡ = τ + β + r, (2)."""
        nq, nv = self.model.nq, self.model.nv
        return u[nq + nv :] + self.drift(u[:nq], u[nq : nq + nv]) + r
