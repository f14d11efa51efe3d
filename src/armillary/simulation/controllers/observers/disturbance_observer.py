"""Disturbance observer: each joint behaves as a pure inertia, all other efforts are compensated. [Ohnishi1996]

J is the nominal inertia of a joint and τ its command. Everything else (gravity, friction, coupling of joints, pushes,
inertia errors) is a disturbance d, estimated behind a low-pass filter of bandwidth K:
    J q̈ = τ + d,   r = K (J q̇ − s),   ṡ = τ + r        ⇒        ṙ = K (d − r)                               (1)
    τ = u − γ r                                                                                            (2)
With γ = 1 the controller inside controls a joint of inertia J for motions slower than K. Sampled, (1) is (3) of
`momentum_observer` with p = J q̇ and β = 0, which is exact for any motion while τ is held.
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
    """A controller whose joints behave as pure inertias; the signal "residual" of a run is r, (1) and (2).

    Args:
        controller: The controller inside, which commands u.
        bandwidth: K, a number or one for each joint [rad/s].
        inertia: J, a number or one for each joint [kg·m², kg]; default: the diagonal of the mass matrix at the start
            of the run.
        compensation: γ, the fraction of r that is compensated, a number or one for each joint; default 1.
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> from armillary.simulation.controllers import PD
        >>> law = DisturbanceObserver(PD(400.0, 40.0), bandwidth=100.0)
        >>> run = arm.simulate(arm.library.get("khatib-rr"), 2.0, controller=law, q0=[0.3, 0.4], record=0.1)
        >>> np.round(run.q[-1], 6).tolist()  # gravity is compensated
        [0.3, 0.4]
    """

    controller: Annotated[Controller, "the controller beside the observer"]
    bandwidth: Annotated[Gain, Quantity("angular speed", least=0, says="bandwidth of the residual")]
    inertia: Annotated[Gain | None, Quantity(least=0, says="inertia of each joint")] = None
    compensation: Annotated[Gain, Quantity(least=0, says="compensated fraction of the residual")] = 1.0
    limits: Limits = None

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the observer with its inner controller anchored at q; a missing inertia is that of the model at q."""
        inside = anchor(self.controller, model, q, frame)
        inertia = self.inertia
        if inertia is None:
            M = np.asarray(quantity(model, "mass_matrix", np.asarray(q, dtype=float)[: model.nq]), dtype=float)
            inertia = np.diagonal(M)[: Joints(model).nv]
        return replace(self, controller=inside, inertia=inertia)

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return DisturbanceLaw(model, self)


class DisturbanceLaw(ObserverLaw):
    """Disturbance observer bound to a model, (1) and (2)."""

    def __init__(self, model: Model, spec: DisturbanceObserver) -> None:
        if spec.inertia is None:
            raise ArgumentError(
                "inertia", "nothing", "the inertia of each joint", "give inertia=, or use anchored(model, q)"
            )
        observer = InertiaResidual(model, spec.bandwidth, Joints(model).channel_gain("inertia", spec.inertia))
        super().__init__(model, spec, observer)
        self.inertia = observer.inertia


class InertiaResidual(Residual):
    """Residual of joints that are pure inertias, (1)."""

    def __init__(self, model: Model, bandwidth: ArrayLike, inertia: Array) -> None:
        super().__init__(model, bandwidth)
        self.inertia = inertia

    def momenta(self, q: Array, qd: Array) -> Array:
        """Return J q̇."""
        return self.inertia * qd[: self.n]

    def drift(self, q: Array, qd: Array) -> Array:
        """Return zeros: gravity and friction are disturbances."""
        return np.zeros(self.n)
