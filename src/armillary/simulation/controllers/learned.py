"""Efforts in time that were learned: a cosine series, whose coefficients `arm.learn` adapts from run to run.

    τ_i(t) = Σ_k c_ik cos(k π t / T),   k = 0 … K − 1,   0 ≤ t ≤ T                              (1)
Later the efforts stay as they are at T. The highest frequency of the series is (K − 1) / 2T, so that it is a low-pass
filter without phase. cos k x comes from cos (k + 1) x + cos (k − 1) x = 2 cos x cos k x.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from armillary.expr.expression import Expr
from armillary.expr.pointwise import minimum
from armillary.files.quantity import Quantity
from armillary.multibody import Model
from armillary.simulation.controllers.law import Law, Specification
from armillary.simulation.controllers.state_feedback import matrix
from armillary.simulation.parameters import Limits, Matrix
from armillary.simulation.signals import Signal
from armillary.spatial.scalar import Array, Floats, cos


@dataclass(frozen=True)
class Learned(Specification):
    """Learned efforts in time, (1).

    Args:
        coefficients: c, a row for each joint [N·m, N].
        duration: T [s].
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> law = Learned([[1.0, 0.5], [0.0, 0.0]], duration=2.0).law(arm.model(arm.library.get("khatib-rr")))
        >>> law.at(0.0).tolist(), law.at(9.0).tolist()
        ([1.5, 0.0], [0.5, 0.0])
    """

    coefficients: Annotated[Matrix, Quantity(says="coefficients of the cosines, a row for each joint")]
    duration: Annotated[float, Quantity("time", above=0, says="duration of the learned motion")]
    limits: Limits = None

    def law(self, model: Model) -> LearnedLaw:
        """Return the law for a model."""
        return LearnedLaw(model, self)


class LearnedLaw(Law):
    """(1), bound to a model."""

    def __init__(self, model: Model, spec: Learned) -> None:
        super().__init__(model, spec.limits)
        self.coefficients = matrix("coefficients", spec.coefficients, self.joints.nv)
        self.duration = spec.duration
        known = not isinstance(self.duration, Expr)
        self.switches = (float(self.duration),) if known else ()

    def at(self, t: float | Expr) -> Array:
        """Return τ at t [s]."""
        return self.coefficients @ np.array(cosines(t, self.duration, self.coefficients.shape[1]))

    def command(self, signal: Signal) -> Array:
        """Return τ of (1)."""
        return self.at(signal.t)


def cosines(t: float | Expr, duration: float | Expr, count: int) -> list[float | Expr]:
    """Return cos(k π t / T), k = 0 … count − 1, with t at most T."""
    x = cos(np.pi * (minimum(t, duration) / duration))
    found = [1.0 + 0.0 * x, x]
    while len(found) < count:
        found.append(2 * x * found[-1] - found[-2])
    return found[:count]


def fitted(t: Floats, efforts: Floats, duration: float, count: int) -> Floats:
    """Return the coefficients, shape (joints, count), of the series nearest to efforts (rows, joints) at times t."""
    basis = np.cos(np.pi * np.outer(t / duration, np.arange(count)))
    return np.asarray(np.linalg.lstsq(basis, efforts, rcond=None)[0].T, dtype=float)
