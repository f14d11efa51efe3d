"""State feedback about a point: joints, elastic coordinates and rotors, with their rates.

    τ = τ_0 − K x + K_r x_r,   x = (q − q_0, q̇),   x_r = (q_d − q_0, q̇_d)                   (1)
x has the coordinates of the plant in the order of `arm.linearise`, as many as K has columns for: those of the joints,
or all of them. x_r has the joints alone, since a reference is a motion of joints. By default K_r is the part of K at
the joints, so that links stay as they are at q_0 while the joints follow; `arm.lqr` and `arm.place` add the part of
rotors, which go with their joints.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.files.arguments import numbers, reals
from armillary.files.quantity import Quantity
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.simulation.controllers.law import Law, Specification
from armillary.simulation.parameters import Gain, Limits, Matrix
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array


@dataclass(frozen=True)
class StateFeedback(Specification):
    """State feedback about a point, (1); `arm.lqr` and `arm.place` make it.

    Args:
        gain: K, a row for each joint, and a column for each coordinate, then for each rate.
        position: q_0, coordinates of the point: joints, then elastic coordinates and rotors if K has them.
        bias: τ_0, efforts at the point, a number or one for each joint [N·m, N]; default 0.
        lead: K_r, a row for each joint, and a column for each joint, then for each of their rates; default: from K.
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> system = arm.linearise(arm.planar([1.0], [2.0], coms=[1.0], inertias=[0.0], gravity=0.0))
        >>> np.round(arm.lqr(system, 1.0, 1.0).gain, 6).tolist()
        [[1.0, 2.236068]]
    """

    gain: Annotated[Matrix, Quantity(says="gains of coordinates and rates, a row for each joint")]
    position: Annotated[Gain, Quantity(says="coordinates of the point")]
    bias: Annotated[Gain, Quantity("joint effort", says="efforts at the point")] = 0.0
    lead: Annotated[Matrix | None, Quantity(says="gains of the reference, a row for each joint")] = None
    limits: Limits = None

    def law(self, model: Model) -> Law:
        """Return the law for a model."""
        return StateFeedbackLaw(model, self)


class StateFeedbackLaw(Law):
    """(1), bound to a model."""

    def __init__(self, model: Model, spec: StateFeedback) -> None:
        super().__init__(model, spec.limits)
        n, nq = self.joints.nv, self.joints.nq
        self.gain = matrix("gain", spec.gain, n)
        columns = self.gain.shape[1]
        self.size = columns // 2
        if columns % 2 or self.size < n:
            found, expected = f"{columns} columns", f"{2 * n}, two for each joint, or more with elastic coordinates"
            raise ArgumentError("gain", found, expected)
        joints = [*range(n), *range(self.size, self.size + n)]
        self.lead = self.gain[:, joints] if spec.lead is None else matrix("lead", spec.lead, n, 2 * n)
        self.position = vector("position", spec.position, nq + self.size - n)
        self.bias = vector("bias", spec.bias, n)

    def command(self, signal: Signal) -> Array:
        """Return τ of (1)."""
        q, qd, first = np.asarray(signal.q), np.asarray(signal.qd), self.joints.nq
        if len(qd) < self.size:
            found = f"a robot of {len(qd)} velocity coordinates for a gain of {self.size}"
            raise ArgumentError("controller", found, "as many coordinates as at the linearisation")
        rest = q[first : len(self.position)] - self.position[first:]
        x = np.concatenate([self.joints.difference(q[:first], self.position), rest, qd[: self.size]])
        desired = self.joints.desired(signal.reference)
        led = np.concatenate([self.joints.difference(desired.position, self.position), desired.velocity])
        return self.bias + self.lead @ led - self.gain @ x  # (1)


def matrix(name: str, value: ArrayLike, rows: int, columns: int | None = None) -> Array:
    """Return a matrix of finite numbers or expressions with these counts of rows and columns; default any columns."""
    free = any(isinstance(each, Expr) for each in np.asarray(value, dtype=object).ravel())
    found = np.asarray(value, dtype=object) if free else reals(value)
    wrong = found.ndim != 2 or found.shape[0] != rows or (columns is not None and found.shape[1] != columns)
    if wrong or not (free or np.all(np.isfinite(found))):
        many = "" if columns is None else f" of {columns} numbers"
        raise ArgumentError(name, shortened(value), f"{rows} rows{many}")
    return found


def vector(name: str, value: ArrayLike, count: int) -> Array:
    """Return numbers, from one for all or one for each; expressions stay free."""
    if any(isinstance(each, Expr) for each in np.asarray(value, dtype=object).ravel()):
        return np.broadcast_to(np.asarray(value, dtype=object), (count,))
    return np.array(numbers(name, value, count))
