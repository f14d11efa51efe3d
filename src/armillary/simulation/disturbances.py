"""Disturbances: efforts from outside, in time; `Push` is a wrench on a frame.

Live pushes are forces and efforts that a user changes while a closed loop runs, constant during a step. They are
entries of p (`loop.equations`). A force F_i [N] in world axes acts on body i at the point r_i [m], which is fixed in
the body; an effort e_k [N·m or N] acts at each velocity coordinate:
    values = (F_0, r_0, F_1, r_1, …, e)                                                    (1)
Inward, tips to base (p is the parent of i), with moments n about the origins o of the bodies:
    n_i = (R_i r_i) × F_i,   F_p = F_p + F_i,   n_p = n_p + n_i + (o_i − o_p) × F_i          (2)
    τ_i = S_ωᵀ (R_iᵀ n_i) + S_vᵀ (R_iᵀ F_i),   then τ = τ + e                               (3)
A force on a flexible link acts at its root frame, as on a rigid link; its nodes are bodies of their own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.expr.graph import Graph
from armillary.expr.pointwise import where
from armillary.files.arguments import reals
from armillary.files.keywords import Helpful
from armillary.files.quantity import Quantity, quantity_of
from armillary.files.words import shortened
from armillary.kinematics.jacobian import jacobian
from armillary.kinematics.poses import body_poses
from armillary.multibody import BASE, Model, as_model
from armillary.multibody.model import gather
from armillary.simulation.parameters import settle
from armillary.spatial.rotation import cross
from armillary.spatial.scalar import Array, Scalar

PER_BODY = 6
"""Entries of (1) for each body: force [N] in world axes, point [m] in the frame of the body."""


class Disturbance(Helpful):
    """Efforts from outside that act on a plant."""

    def check(self, model: Model) -> None:
        """Raise an `ArgumentError` if the disturbance cannot act on a model."""
        raise NotImplementedError

    @property
    def switches(self) -> tuple[float, ...]:
        """Times at which the efforts are not smooth [s]."""
        raise NotImplementedError

    def efforts(self, model: Model, q: Array, t: Scalar, inside: Scalar) -> Array:
        """Return the efforts at velocity coordinates, shape (nv,) [N·m or N]; `inside` is a time of the interval."""
        raise NotImplementedError

    @property
    def has_functions(self) -> bool:
        """Whether the efforts come from a function, which may change what it returns."""
        return False


@dataclass(frozen=True)
class Push(Disturbance):
    """A wrench on a frame from `start` to `end` [s]: moment [N·m] and force [N], six numbers in world axes.

    `wrench` may be a function of time that gives the six numbers; it must work on expressions, as formulas of
    NumPy's functions do.

    Example:
        >>> Push("tip", (0, 0, 0, 0, 0, -20), start=0.5, end=0.6).switches
        (0.5, 0.6)
    """

    frame: Annotated[str, "frame on which the wrench acts"]
    wrench: Sequence[float] | Callable[[Scalar], ArrayLike]
    start: Annotated[float, Quantity("time", infinite=True, says="time at which the wrench begins")] = 0.0
    end: Annotated[float, Quantity("time", infinite=True, says="time at which the wrench ends")] = math.inf

    def __post_init__(self) -> None:
        expected = "six numbers: moment [N·m], then force [N]"
        if not callable(self.wrench):
            try:
                wrench = reals([0.0 if isinstance(each, Expr) else each for each in self.wrench])
            except Exception:  # whatever a user's object raises
                wrench = np.full(0, np.nan)
            if wrench.shape != (6,) or not np.all(np.isfinite(wrench)):
                raise ArgumentError("wrench", shortened(self.wrench), expected)
            settle(self, wrench=tuple(each if isinstance(each, Expr) else float(each) for each in self.wrench))
        for name in ("start", "end"):
            quantity_of(Push, name).check(name, getattr(self, name))
        if not self.start < self.end:
            raise ArgumentError("end", f"{self.end:g} s", f"a time after the start, {self.start:g} s")

    def check(self, model: Model) -> None:
        """Raise an `ArgumentError` if the frame is unknown, or if the function does not give six numbers."""
        as_model(model, "model").frame(self.frame)
        if callable(self.wrench):
            graph = Graph()
            wrench = self.wrench(graph.input("clock", 0))
            if np.shape(wrench) != (6,):
                raise ArgumentError("wrench", f"a function that gives shape {np.shape(wrench)}", "one that gives six")

    @property
    def switches(self) -> tuple[float, ...]:
        """Times at which the push begins and ends [s]."""
        return tuple(t for t in (self.start, self.end) if 0 < t < math.inf)

    @property
    def has_functions(self) -> bool:
        """Whether the wrench is a function of time."""
        return callable(self.wrench)

    def efforts(self, model: Model, q: Array, t: Scalar, inside: Scalar) -> Array:
        """Return the effort of the push at every velocity coordinate, Jᵀ w, shape (nv,) [N·m or N]."""
        wrench = self.wrench(t) if callable(self.wrench) else self.wrench
        efforts = jacobian(model, q, self.frame).T @ np.asarray(wrench)
        return np.array([_during(inside, self.start, self.end, effort) for effort in efforts])


def _during(inside: Scalar, start: float, end: float, value: Scalar) -> Scalar:
    """Return the value where start < inside < end, else zero."""
    if not isinstance(inside, Expr):
        return value if start < inside < end else 0.0
    if end < math.inf:
        value = where(inside < end, value, 0.0)
    return where(inside < start, 0.0, value) if start > 0 else value


def live_size(model: Model) -> int:
    """Return the number of entries of (1)."""
    return PER_BODY * len(model.bodies) + model.nv


def live_efforts(model: Model, q: Array, values: Array) -> Array:
    """Return the efforts of the pushes (1) at the velocity coordinates, shape (nv,) [N·m or N]."""
    poses, of_bodies = body_poses(model, q), PER_BODY * len(model.bodies)
    rows = np.reshape(values[:of_bodies], (-1, PER_BODY))
    force = {i: row[:3] for i, row in enumerate(rows)}
    moment = {i: cross(poses[i][0] @ row[3:], row[:3]) for i, row in enumerate(rows)}  # (2)
    parts = [(slice(0, model.nv), values[of_bodies:])]
    for i, p in model.inward():
        (R, o), joint = poses[i], model.joints[i]
        angular, linear = joint.subspace(q)
        parts.append((joint.v, angular.T @ (R.T @ moment[i]) + linear.T @ (R.T @ force[i])))  # (3)
        if p != BASE:
            force[p] = force[p] + force[i]  # (2)
            moment[p] = moment[p] + moment[i] + cross(o - poses[p][1], force[i])
    return gather(model.nv, parts)
