"""State feedback about an operating point: joints, elastic coordinates and rotors, with their rates.

    τ = τ_0 − K x + K_r x_r,   x = (q − q_0, q̇),   x_r = (q_d − q_0, q̇_d)                   (1)
x contains coordinates of the plant in the order of `arm.linearise`: those of the joints, or all of them, depending on
the number of columns of K. x_r contains the joints only, since a reference is a motion of joints. By default K_r
consists of the columns of K for the joints, so that the links are controlled to their deflection at q_0 while the
joints follow. `arm.lqr` and `arm.place` add the columns of rotors, which move with their joints.
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
    """State feedback about an operating point, (1); `arm.lqr` and `arm.place` design it.

    Args:
        gain: K, one row per joint, with columns for the coordinates, then their rates.
        position: q_0, operating point: joints, then elastic coordinates and rotors if K has them.
        bias: τ_0, efforts at the operating point, a number or one for each joint [N·m, N]; default 0.
        lead: K_r, one row per joint, with columns for the joints, then their rates; default: from K.
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> system = arm.linearise(arm.planar([1.0], [2.0], coms=[1.0], inertias=[0.0], gravity=0.0))
        >>> np.round(arm.lqr(system, 1.0, 1.0).gain, 6).tolist()
        [[1.0, 2.236068]]
    """

    gain: Annotated[Matrix, Quantity(says="gains of coordinates and rates, one row per joint")]
    position: Annotated[Gain, Quantity(says="operating point")]
    bias: Annotated[Gain, Quantity("joint effort", says="efforts at the operating point")] = 0.0
    lead: Annotated[Matrix | None, Quantity(says="gains of the reference, one row per joint")] = None
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
            expected = f"{2 * n}, two for each joint, or more with elastic coordinates"
            raise ArgumentError("gain", f"{columns} columns", expected)
        joints = [*range(n), *range(self.size, self.size + n)]
        self.lead = self.gain[:, joints] if spec.lead is None else matrix("lead", spec.lead, n, 2 * n)
        self.position = vector("position", spec.position, nq + self.size - n)
        self.bias = vector("bias", spec.bias, n)

    def command(self, signal: Signal) -> Array:
        """Return τ, (1)."""
        q, qd = np.asarray(signal.q), np.asarray(signal.qd)
        nq = self.joints.nq
        if len(qd) < self.size:
            found = f"a robot of {len(qd)} velocity coordinates for a gain of {self.size}"
            raise ArgumentError("controller", found, "as many coordinates as at the linearisation")
        elastic = q[nq : len(self.position)] - self.position[nq:]
        x = np.concatenate([self.joints.difference(q[:nq], self.position), elastic, qd[: self.size]])
        desired = self.joints.desired(signal.reference)
        x_r = np.concatenate([self.joints.difference(desired.position, self.position), desired.velocity])
        return self.bias + self.lead @ x_r - self.gain @ x  # (1)


def matrix(name: str, value: ArrayLike, rows: int, columns: int | None = None) -> Array:
    """Return a matrix of `rows` rows and `columns` columns (default any): finite numbers, or unchecked expressions."""
    array = np.asarray(value, dtype=object)
    symbolic = any(isinstance(entry, Expr) for entry in array.ravel())
    entries = array if symbolic else reals(value)
    fits = entries.ndim == 2 and entries.shape[0] == rows and columns in (None, entries.shape[1])
    if not fits or not (symbolic or np.all(np.isfinite(entries))):
        size = "" if columns is None else f" of {columns} numbers"
        raise ArgumentError(name, shortened(value), f"{rows} rows{size}")
    return entries


def vector(name: str, value: ArrayLike, count: int) -> Array:
    """Return `count` numbers, from one number or one for each; expressions are not checked."""
    array = np.asarray(value, dtype=object)
    if any(isinstance(entry, Expr) for entry in array.ravel()):
        return np.broadcast_to(array, (count,))
    return np.array(numbers(name, value, count))
