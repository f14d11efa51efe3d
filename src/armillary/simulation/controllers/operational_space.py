"""Operational-space control of a frame; the null space serves secondary objectives. [Popescu2008, eqs. 14, 25, 26]

With e = x_d − x, a generalised inverse J⁺ (`task_space`), N = 1 − J⁺J, and joint rates φ of the objectives, redundancy
is resolved at the acceleration level by
    q̈_c = J⁺ (ẍ_d + K_d ė + K_p e − J̇ q̇) + N Φ,   τ = M q̈_c + b(q, q̇)                                  (1)
    Φ = K_n (φ − q̇) − Ṅ q̇ − ½ M⁻¹ Ṁ N q̇                                                              (2)
b contains Coriolis, gravity and friction terms. The publication omits K_p e and friction in (1). The task error obeys
ë + K_d ė + K_p e = 0. N removes the part of Φ that would move the task; of its second term there remains
    −N Ṅ q̇ = N J̇⁺ ẋ = N W⁻¹ (J̇ᵀ Λ ẋ − Ẇ J⁺ ẋ)                                                         (3)
The last term of (2), which is not in the publication, belongs to the inertia-weighted inverse: for φ = 0 the null-space
velocity N q̇, measured by its kinetic energy, then decays exactly as exp(−K_n t). `exact=False` omits it. At the
velocity level, redundancy is resolved by the desired joint rates q̇_c, which are tracked with the gain K_d:
    q̇_c = J⁺ (ẋ_d + K_p e) + N φ                                                                     (4)
    q̈_c = J⁺ (ẍ_d + K_p ė − J̇ q̇) + K_d (q̇_c − q̇),   τ = M q̈_c + b(q, q̇)                               (5)
The task error then obeys ë + (K_p + K_d) ė + K_d K_p e = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

import numpy as np

from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.files.arguments import listed
from armillary.files.quantity import Quantity
from armillary.files.words import shortened
from armillary.kinematics.task import Task
from armillary.multibody import Model
from armillary.simulation.controllers.joints import gain, times
from armillary.simulation.controllers.law import Law, Specification, quantity
from armillary.simulation.controllers.objectives import Objective
from armillary.simulation.controllers.task_space import GeneralisedInverse, TaskSpace, TaskTracking
from armillary.simulation.parameters import Format, Gain, Limits
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array


@dataclass(frozen=True)
class OperationalSpace(Specification):
    """Operational-space control of a frame, (1)–(5).

    Args:
        kp: Gain of the task error, a number or one for each row of the task [1/s²]; at the velocity level [1/s].
        kd: Gain of the error rate [1/s]; at the velocity level, gain of the joint rate errors [1/s].
        frame: The frame that follows the reference; default "tip".
        task: "position" (default), "orientation", "pose" or row numbers of the (angular, linear) Jacobian.
        level: "acceleration" (default) or "velocity".
        kn: Gain of the null-space rates, a number or one for each joint [1/s]; default 10, None for Φ = 0.
        objectives: Secondary objectives, whose joint rates are added; default none.
        weight: Weight of the generalised inverse, "inertia" (default) or "euclidean".
        damping: Dimensionless damping d near singularities; default 0 (none).
        threshold: δ_0 below which damping acts, between 0 and 1; default 0.01.
        exact: Whether the null-space velocity decays exactly as exp(−K_n t), see (2); default true.
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> law = OperationalSpace(kp=100.0, kd=20.0).law(arm.model(arm.library.get("panda")))
        >>> law.space.size, law.space.redundant
        (3, True)
    """

    kp: Annotated[Gain, Quantity("per time squared", least=0, says="gain of the task error")]
    kd: Annotated[Gain, Quantity("per time", least=0, says="gain of its rate")]
    frame: Annotated[str, "the frame that follows the reference"] = "tip"
    task: Annotated[Task, "position, orientation, pose or row numbers"] = "position"
    level: Annotated[Literal["acceleration", "velocity"], "level at which the redundancy is resolved"] = "acceleration"
    kn: Annotated[Gain | None, Quantity("per time", least=0, says="gain of the null-space rates")] = 10.0
    objectives: Annotated[Sequence[Objective], Format.OBJECTIVE, "secondary objectives in the null space"] = ()
    weight: Annotated[Literal["inertia", "euclidean"], "weight of the generalised inverse"] = "inertia"
    damping: Annotated[float, Quantity(least=0, says="damping near singularities")] = 0.0
    threshold: Annotated[float, Quantity(above=0, says="threshold of damping, between 0 and 1")] = 0.01
    exact: Annotated[bool, "whether null-space velocities decay exactly"] = True
    limits: Limits = None

    def law(self, model: Model) -> OperationalSpaceLaw:
        """Return the law for a model."""
        objectives = listed("objectives", self.objectives, "objectives in a list")
        for objective in objectives:
            if not hasattr(objective, "check"):
                expected = "an objective, such as arm.controllers.Manipulability()"
                raise ArgumentError("objectives", shortened(objective), expected)
        return OperationalSpaceLaw(model, replace(self, objectives=objectives))


class OperationalSpaceLaw(Law):
    """(1)–(5), bound to a model."""

    def __init__(self, model: Model, spec: OperationalSpace) -> None:
        super().__init__(model, spec.limits)
        self.spec, self.space = spec, TaskSpace(model, spec.frame, spec.task)
        self.damping, self.threshold = spec.damping, spec.threshold
        rows = len(self.space.rows)
        self.kp = gain("kp", spec.kp, rows)
        self.kd = gain("kd", spec.kd, rows if spec.level == "acceleration" else model.nv)
        self.kn = None if spec.kn is None else self.joints.gain("kn", spec.kn)
        self.objectives = tuple(spec.objectives)
        for objective in self.objectives:
            objective.check(model)
        if self.space.rank < self.space.size and not (isinstance(self.damping, Expr) or self.damping):
            size, rank = self.space.size, self.space.rank
            found = f"{size} directions of frame {spec.frame!r} for a robot that moves it in {rank}"
            expected = "no more directions than the robot has"
            raise ArgumentError("task", found, expected, "use a smaller task, or damping")

    def command(self, signal: Signal) -> Array:
        """Return τ, (1) or (5)."""
        q, qd = self.joints.state(signal)
        J, Jd = self.space.jacobian(q), self.space.jacobian_dot(q, qd)
        desired = self.space.desired(signal.reference, q, qd)
        M = quantity(self.model, "mass_matrix", q) if self.spec.weight == "inertia" else None
        inverse = GeneralisedInverse(J, M, self.damping, self.threshold)
        resolve = self._acceleration_level if self.spec.level == "acceleration" else self._velocity_level
        return quantity(self.model, "inverse_dynamics", q, qd, resolve(inverse, Jd, desired, q, qd))

    def _acceleration_level(
        self, inverse: GeneralisedInverse, Jd: Array, desired: TaskTracking, q: Array, qd: Array
    ) -> Array:
        """Return q̈_c, (1)."""
        rows = desired.xdd + times(self.kd, desired.ed) + times(self.kp, desired.e)
        a = self.space.reduced(rows) - Jd @ qd
        if self.kn is None or not self.space.redundant:
            return inverse.apply(a)
        Phi = times(self.kn, self._rates(inverse, q) - qd) + self._projector_rate(inverse, Jd, q, qd)  # (2)
        return inverse.apply(a - inverse.J @ Phi) + Phi

    def _projector_rate(self, inverse: GeneralisedInverse, Jd: Array, q: Array, qd: Array) -> Array:
        """Return −Ṅ q̇ − ½ M⁻¹ Ṁ N q̇, without terms that N removes, (3)."""
        xd = inverse.J @ qd
        load = Jd.T @ inverse.weigh(xd)
        if inverse.W is not None:
            C = quantity(self.model, "coriolis_matrix", q, qd)
            Md = C + C.T
            task_rates = inverse.apply(xd)
            load = load - Md @ task_rates
            if self.spec.exact:
                load = load - 0.5 * (Md @ (qd - task_rates))
        return inverse.unweighted(load)

    def _velocity_level(
        self, inverse: GeneralisedInverse, Jd: Array, desired: TaskTracking, q: Array, qd: Array
    ) -> Array:
        """Return q̈_c, (5)."""
        xd = self.space.reduced(desired.xd + times(self.kp, desired.e))
        rates = inverse.apply(xd)
        if self.objectives and self.space.redundant:
            rates = rates + inverse.project(self._rates(inverse, q))  # (4)
        a = self.space.reduced(desired.xdd + times(self.kp, desired.ed)) - Jd @ qd
        return inverse.apply(a) + times(self.kd, rates - qd)

    def _rates(self, inverse: GeneralisedInverse, q: Array) -> Array:
        """Return φ, the sum of the rates of all objectives."""
        phi = np.zeros(self.model.nv)
        for objective in self.objectives:
            phi = phi + objective.rates(self.space, q, inverse.J)
        return phi
