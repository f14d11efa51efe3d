"""A controller with the estimates of a Kalman filter, from measured joints and a linear model.

x contains the displacements from an operating point q_0 and the rates, y = C x their measured part; τ is the command.
    continuous:   x̂̇ = A x̂ + B (τ − τ_0) + L (y − C x̂)                                                    (1)
    discrete:     x̂_k = x̄_k + L (y_k − C x̄_k),   x̄_{k+1} = A x̂_k + B (τ_k − τ_0)                          (2)
The states are x̂ or x̄. With a `period` the filter is discrete: A and B of (2) are discrete-time matrices, and the
command uses the measurement of the same instant. The controller inside receives only estimates: q_0 + x̂ and the
rates in x̂, links and rotors included. With `StateFeedback` inside this is LQG control, whose poles are those of the
feedback and those of the filter.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.files.lines import Path
from armillary.files.quantity import Quantity
from armillary.multibody import Model
from armillary.simulation.controllers.composition import Component, Composition, Evaluate, inner_law
from armillary.simulation.controllers.joints import Joints
from armillary.simulation.controllers.law import Law, Specification
from armillary.simulation.controllers.state_feedback import matrix, vector
from armillary.simulation.parameters import Controller, Gain, Limits, Matrix, Row
from armillary.simulation.references import anchor
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array


@dataclass(frozen=True)
class Kalman(Specification):
    """A controller with estimated coordinates and rates, (1) and (2); `arm.kalman` designs it.

    Args:
        controller: The controller inside, which gives the efforts.
        gain: L, one row per state and one column per measurement.
        A: State matrix, continuous, or discrete with a `period`: rows and columns for the coordinates, then the rates.
        B: Input matrix, one column per joint.
        C: Output matrix, one row per measurement; only joints and their rates can be measured.
        position: q_0, operating point: joints, then elastic coordinates and rotors if A has them.
        bias: τ_0, efforts at the operating point, a number or one for each joint [N·m, N]; default 0.
        first: Initial x̂; default: the initial position of the robot (`anchored`), at rest, else zero.
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> robot = arm.planar([1.0], [2.0], coms=[1.0], inertias=[0.0], gravity=0.0)
        >>> system = arm.linearise(robot, outputs=["q"])
        >>> law = arm.kalman(system, process=1.0, measurement=1e-6, controller=arm.lqr(system, 1.0, 1.0))
        >>> law.law(system.model).states
        2
    """

    controller: Annotated[Controller, "the controller inside"]
    gain: Annotated[Matrix, Quantity(says="gains of the measurements, one row per state")]
    A: Annotated[Matrix, Quantity(says="state matrix, discrete with a period")]
    B: Annotated[Matrix, Quantity(says="input matrix, one column per joint")]
    C: Annotated[Matrix, Quantity(says="output matrix, one row per measurement")]
    position: Annotated[Gain, Quantity(says="operating point")]
    bias: Annotated[Gain, Quantity("joint effort", says="efforts at the operating point")] = 0.0
    first: Annotated[Row | None, Quantity(says="initial estimate")] = None
    limits: Limits = None

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self:
        """Return the filter with its estimate starting at q, at rest."""
        inside = anchor(self.controller, model, q, frame)
        size = _row_count(self.A) // 2
        point = np.asarray(self.position, dtype=float)
        if self.first is not None or not size or (point.ndim and len(point) != size):  # `law` reports a wrong size
            return replace(self, controller=inside)
        position = np.asarray(q, dtype=float)[:size]
        displacement = np.zeros(size)
        displacement[: len(position)] = position - np.broadcast_to(point, size)[: len(position)]
        return replace(self, controller=inside, first=np.concatenate([displacement, np.zeros(size)]))

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return KalmanLaw(model, self)


class KalmanLaw(Composition):
    """A Kalman filter and the controller inside; its states are those of the filter, then of that controller."""

    def __init__(self, model: Model, spec: Kalman) -> None:
        estimator, inner = Estimator(model, spec), inner_law(spec.controller, model)
        parts: dict[Path, Component] = {("filter",): Component(None, estimator, estimator.states)}
        parts["controller",] = Component(spec.controller, inner, estimator.n)
        super().__init__(model, spec.limits, parts)
        self.inside: dict[Path, Any] = {("controller",): inner}
        self.gain, self.position, self.bias = estimator.gain, estimator.position, estimator.bias
        self.estimator = estimator

    def connect(self, signal: Signal, evaluate: Evaluate) -> Array:
        """Return the command of the controller inside for the estimate."""
        size, n = self.estimator.states // 2, self.joints.nv
        q, qd = np.asarray(signal.q)[:n], np.asarray(signal.qd)[:n]
        measured = np.concatenate([q - self.position[:n], qd])
        # x̂ does not depend on the command of this instant; the second evaluation integrates it with the command.
        x = evaluate(0, signal, np.concatenate([measured, np.zeros(n)]))
        command = evaluate(1, replace(signal, q=self.position + x[:size], qd=x[size:]), np.zeros(0))
        evaluate(0, signal, np.concatenate([measured, self.clipped(command) - self.bias]))
        return command


class Estimator:
    """Kalman filter with input u = (q − q_0, q̇, τ − τ_0) of the joints and output x̂, (1) or (2)."""

    def __init__(self, model: Model, spec: Kalman) -> None:
        joints = Joints(model)
        if joints.nq != joints.nv:
            raise ArgumentError("model", "a model with spherical or floating joints", "joints without quaternions")
        self.n, self.discrete = joints.nv, spec.period is not None
        self.states, measurements = _row_count(spec.A), _row_count(spec.C)
        size = self.states // 2
        if self.states % 2 or size < self.n:
            expected = f"{2 * self.n}, two for each joint, or more with elastic coordinates"
            raise ArgumentError("A", f"{self.states} rows", expected)
        self.A = matrix("A", spec.A, self.states, self.states)
        self.B = matrix("B", spec.B, self.states, self.n)
        self.C = matrix("C", spec.C, measurements, self.states)
        self.gain = matrix("gain", spec.gain, self.states, measurements)
        self.at_joints = [*range(self.n), *range(size, size + self.n)]
        if np.any(np.delete(self.C, self.at_joints, axis=1)):
            raise ArgumentError("C", "measurements of links or rotors", "measurements of joints and their rates only")
        self.position = vector("position", spec.position, size)
        self.bias = vector("bias", spec.bias, self.n)
        self.own_start = spec.first is not None
        self.first = np.zeros(self.states) if spec.first is None else vector("first", spec.first, self.states)

    def start(self) -> Array:
        """Return the initial estimate."""
        return np.asarray(self.first)

    def output(self, u: Array, state: Array, period: float | None) -> Array:
        """Return x̂."""
        state = np.asarray(state)
        return state + self.gain @ self._innovation(u, state) if self.discrete else state  # (2)

    def rate(self, u: Array, state: Array) -> Array:
        """Return x̂̇, (1)."""
        x = np.asarray(state)
        return self.A @ x + self.B @ u[2 * self.n :] + self.gain @ self._innovation(u, x)

    def advance(self, u: Array, state: Array, period: float) -> Array:
        """Return x̄ at the next instant, (2); continuous matrices take an Euler step."""
        if not self.discrete:
            return np.asarray(state) + period * self.rate(u, state)
        return self.A @ self.output(u, state, period) + self.B @ u[2 * self.n :]

    def _innovation(self, u: Array, x: Array) -> Array:
        """Return the innovation y − C x."""
        return self.C[:, self.at_joints] @ u[: 2 * self.n] - self.C @ x


def _row_count(value: ArrayLike) -> int:
    """Return the number of rows of a matrix, which may be ragged; 1 for a number."""
    shape = np.shape(np.asarray(value, dtype=object))
    return shape[0] if shape else 1
