"""Disturbances: efforts from outside, in time; `Push` is a wrench on a frame."""

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
from armillary.multibody import Model, as_model
from armillary.simulation.parameters import settle
from armillary.spatial.scalar import Array, Scalar


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
