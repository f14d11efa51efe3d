"""Learned feed-forward efforts: a cosine series in time, whose coefficients `arm.learn` adapts from run to run.

    τ_i(t) = Σ_k c_ik cos(k π t / T),   k = 0 … K − 1,   0 ≤ t ≤ T                              (1)
After T the efforts keep their values at T. The highest frequency of the series is (K − 1) / 2T, so that fitting it acts
as a low-pass filter without phase lag. cos k x follows from cos (k + 1) x + cos (k − 1) x = 2 cos x cos k x.
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
    """Learned feed-forward efforts, (1).

    Args:
        coefficients: c, one row per joint [N·m, N].
        duration: Duration T of the learned motion [s].
        limits: Greatest efforts: a number, one for each joint, or "robot" [N·m, N]; default none.

    Example:
        >>> import armillary as arm
        >>> law = Learned([[1.0, 0.5], [0.0, 0.0]], duration=2.0).law(arm.model(arm.library.get("khatib-rr")))
        >>> law.at(0.0).tolist(), law.at(9.0).tolist()
        ([1.5, 0.0], [0.5, 0.0])
    """

    coefficients: Annotated[Matrix, Quantity(says="coefficients of the cosines, one row per joint")]
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
        self.switches = () if isinstance(self.duration, Expr) else (float(self.duration),)

    def at(self, t: float | Expr) -> Array:
        """Return τ at t [s]."""
        return self.coefficients @ np.array(cosines(t, self.duration, self.coefficients.shape[1]))

    def command(self, signal: Signal) -> Array:
        """Return τ, (1)."""
        return self.at(signal.t)


def cosines(t: float | Expr, duration: float | Expr, count: int) -> list[float | Expr]:
    """Return cos(k π t / T), k = 0 … count − 1, with t at most T."""
    x = cos(np.pi * (minimum(t, duration) / duration))
    values = [1.0 + 0.0 * x, x]
    while len(values) < count:
        values.append(2 * x * values[-1] - values[-2])
    return values[:count]


def fit_cosines(t: Floats, efforts: Floats, duration: float, count: int) -> Floats:
    """Return least-squares coefficients, shape (joints, count), for efforts (rows, joints) at times t (rows,) [s]."""
    basis = np.cos(np.pi * np.outer(t / duration, np.arange(count)))
    return np.asarray(np.linalg.lstsq(basis, efforts, rcond=None)[0].T, dtype=float)
