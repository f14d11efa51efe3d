"""External efforts from the generalised momentum, without accelerations. [DeLuca2005]

The momenta p = M(q) q̇ of the controller's model change by the command τ, the model's own efforts β and external
efforts τ_e. The residual
    ṗ = τ + β + τ_e,   β = ∂T/∂q − g − (friction and springs)                                              (1)
    r = K (p − s),   ṡ = τ + β + r       ⇒       ṙ = K (τ_e − r)                                           (2)
is τ_e behind a low-pass filter of first order with the bandwidth K. Sampled, with τ held for a period T,
    r_k = (1 − e^(−KT))/T (p_k − s_k),   s_{k+1} = s_k + T (τ_k + β_k + r_k)                                (3)
    ⇒   r_{k+1} = e^(−KT) r_k + (1 − e^(−KT)) (mean of τ_e + β over the period − β_k)
which is (2) exactly for a constant push on a robot at rest; β_k at the beginning of the period stands for its mean.
A share γ of the residual may be taken from the command, so that the robot yields less to the push:
    τ = u − γ r                                                                                            (4)
The observer sees its own commands: limits of actuators, delays and unknown friction are part of r. It starts at rest.
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
    """A controller with an observer of external efforts; the signal "residual" of a run has r, (1) to (4).

    Args:
        controller: The controller inside, which commands u.
        bandwidth: K, a number or one for each joint [rad/s].
        compensation: γ, the share of r that is taken from the command, a number or one for each joint; default 0.
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
    compensation: Annotated[Gain, Quantity(least=0, says="share of the residual that is compensated")] = 0.0
    limits: Limits = None

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the observer with its inner controller anchored at q."""
        return replace(self, controller=anchor(self.controller, model, q, frame))

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return ObserverLaw(model, self, Residual(model, self.bandwidth))


class ObserverLaw(Composition):
    """(4), bound to a model; its states are s and r, then those of the controller inside."""

    def __init__(self, model: Model, spec: Any, observer: Residual) -> None:
        n, inner = Joints(model).nv, inner_law(spec.controller, model)
        parts: dict[Path, Component] = {("observer",): Component(None, observer, n)}
        parts["controller",] = Component(spec.controller, inner, n)
        super().__init__(model, spec.limits, parts)
        self.inside: dict[Path, Any] = {("controller",): inner}
        self.observer = observer
        self.bandwidth, self.compensation = observer.bandwidth, self.joints.gain("compensation", spec.compensation)

    def connect(self, signal: Signal, evaluate: Evaluate) -> Array:
        """Return τ of (4)."""
        q, qd = self.joints.state(signal)
        seen = np.concatenate([q, qd])
        r = evaluate(0, signal, np.concatenate([seen, np.zeros(self.joints.nv)]))
        command = evaluate(1, signal, np.zeros(0))
        if self.compensation.dtype == object or np.any(self.compensation):
            command = command - times(self.compensation, r)
        evaluate(0, signal, np.concatenate([seen, self.clipped(command)]))  # s goes on with the command
        return command

    def signals(self, signal: Signal) -> dict[str, Array]:
        """Return the residual, besides the signals of the controller inside."""
        (signal_there, u), *_ = self.evaluate_parts(signal)[1]
        observer, state = self.observer, np.asarray(signal_there.state)
        r = observer.output(u, state, None) if signal.period is None else state[observer.n : 2 * observer.n]
        return {**super().signals(signal), "residual": r}


class Residual:
    """The states s of (2) and r of the last instant, from u = (q, q̇, τ); its output is r."""

    def __init__(self, model: Model, bandwidth: ArrayLike) -> None:
        self.model, self.n, self.states = model, Joints(model).nv, 2 * Joints(model).nv
        self.bandwidth = Joints(model).channel_gain("bandwidth", bandwidth)

    def start(self) -> Array:
        """Return s of a robot at rest."""
        return np.zeros(self.states)

    def momenta(self, q: Array, qd: Array) -> Array:
        """Return p of the joints."""
        return quantity(self.model, "momentum", q, qd)[: self.n]

    def drift(self, q: Array, qd: Array) -> Array:
        """Return β of (1), shape (joints,)."""
        own = quantity(self.model, "kinetic_gradient", q, qd) - quantity(self.model, "gravity", q)
        return (own - passive(self.model, q, qd))[: self.n]

    def output(self, u: Array, state: Array, period: float | None) -> Array:
        """Return r of (2) or (3)."""
        K = self.bandwidth
        if period is not None:
            K = np.array([(1 - exp(-period * each)) * (1 / period) for each in K])
        nq, nv = self.model.nq, self.model.nv
        return K * (self.momenta(u[:nq], u[nq : nq + nv]) - np.asarray(state)[: self.n])

    def rate(self, u: Array, state: Array) -> Array:
        """Return ṡ of (2); r of the last instant has no rate."""
        return np.concatenate([self._change(u, self.output(u, state, None)), np.zeros(self.n)])

    def advance(self, u: Array, state: Array, period: float) -> Array:
        """Return s at the next instant, and r, (3)."""
        r = self.output(u, state, period)
        return np.concatenate([np.asarray(state)[: self.n] + period * self._change(u, r), r])

    def _change(self, u: Array, r: Array) -> Array:
        nq, nv = self.model.nq, self.model.nv
        return u[nq + nv :] + self.drift(u[:nq], u[nq : nq + nv]) + r
