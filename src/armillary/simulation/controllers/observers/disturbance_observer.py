"""Disturbance observer: each joint as an inertia alone, all the rest compensated. [Ohnishi1996]

With the inertia J of a joint that is to be felt and its command τ, everything else (weight, friction, coupling of the
joints, pushes, a wrong inertia) is a disturbance d, which is seen behind a low-pass filter of the bandwidth K:
    J q̈ = τ + d,   r = K (J q̇ − s),   ṡ = τ + r        ⇒        ṙ = K (d − r)                               (1)
    τ = u − γ r                                                                                            (2)
With γ = 1 the controller inside sees a joint of inertia J for motions slower than K. Sampled, (1) is (3) of
`momentum_observer` with p = J q̇ and without β, which is exact for any motion with τ held.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.files.quantity import Quantity
from armillary.multibody import Model
from armillary.simulation.controllers.joints import Joints
from armillary.simulation.controllers.law import Law, Specification, quantity
from armillary.simulation.controllers.observers.momentum_observer import ObserverLaw, Residual
from armillary.simulation.parameters import Controller, Gain, Limits
from armillary.simulation.references import anchor
from armillary.spatial.scalar import Array


@dataclass(frozen=True)
class DisturbanceObserver(Specification):
    """A controller whose joints behave as inertias; the signal "residual" of a run has r, (1) and (2).

    Args:
        controller: The controller inside, which commands u.
        bandwidth: K, a number or one for each joint [rad/s].
        inertia: J, a number or one for each joint [kg·m², kg]; default: diagonal of the mass matrix at the start
            of the run.
        compensation: γ, the share of r that is compensated, a number or one for each joint; default 1.
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> from armillary.simulation.controllers import PD
        >>> law = DisturbanceObserver(PD(400.0, 40.0), bandwidth=100.0)
        >>> run = arm.simulate(arm.library.get("khatib-rr"), 2.0, controller=law, q0=[0.3, 0.4], record=0.1)
        >>> np.round(run.q[-1], 6).tolist()  # the weight is compensated
        [0.3, 0.4]
    """

    controller: Annotated[Controller, "the controller beside the observer"]
    bandwidth: Annotated[Gain, Quantity("angular speed", least=0, says="bandwidth of the residual")]
    inertia: Annotated[Gain | None, Quantity(least=0, says="inertia of each joint")] = None
    compensation: Annotated[Gain, Quantity(least=0, says="share of the residual that is compensated")] = 1.0
    limits: Limits = None

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the observer with its inner controller anchored at q; a missing inertia is that of the model there."""
        inside, inertia = anchor(self.controller, model, q, frame), self.inertia
        if inertia is None:
            M = np.asarray(quantity(model, "mass_matrix", np.asarray(q, dtype=float)[: model.nq]), dtype=float)
            inertia = np.diagonal(M)[: Joints(model).nv]
        return replace(self, controller=inside, inertia=inertia)

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return DisturbanceLaw(model, self)


class DisturbanceLaw(ObserverLaw):
    """(1) and (2), bound to a model."""

    def __init__(self, model: Model, spec: DisturbanceObserver) -> None:
        if spec.inertia is None:
            raise ArgumentError("inertia", "nothing", "the inertia of each joint", "give it, or use anchored(model, q)")
        observer = Inertias(model, spec.bandwidth, Joints(model).channel_gain("inertia", spec.inertia))
        super().__init__(model, spec, observer)
        self.inertia = observer.inertia


class Inertias(Residual):
    """The states s of (1)."""

    def __init__(self, model: Model, bandwidth: ArrayLike, inertia: Array) -> None:
        super().__init__(model, bandwidth)
        self.inertia = inertia

    def momenta(self, q: Array, qd: Array) -> Array:
        """Return J q̇."""
        return self.inertia * qd[: self.n]

    def drift(self, q: Array, qd: Array) -> Array:
        """Return zeros: weight and friction are disturbances."""
        return np.zeros(self.n)
