"""The coordinate φ of a rotor behind an elastic gear, which moves no frame.

φ is the angle of the rotor against its stator divided by the ratio, so that it is measured at the driven joint. That
joint is at r x + c: x is a coordinate of the robot, and r = 1, c = 0 for a joint that follows no other. The rotor
leads it by
    δ = φ − r x − c                                                                    (1)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from armillary.spatial.scalar import Array, Floats, Scalar


@dataclass(frozen=True, eq=False)
class Drive:
    """A rotor behind an elastic gear: the places of φ in q and qd, and its joint as in (1).

    `k` is the velocity coordinate of x, `at` its place in q, `ratio` r and `offset` c. Of an effort commanded at x,
    the part `share` acts at φ, and the part `left` stays at x. `turns` says whether φ is an angle.
    """

    motor: str
    q: slice
    v: slice
    k: int
    at: int
    ratio: float
    offset: float
    share: float
    left: float
    turns: bool
    cubic: Scalar

    nq = nv = 1

    @property
    def name(self) -> str:
        """Name of φ."""
        return f"{self.motor}.rotor"

    @property
    def neutral(self) -> Floats:
        """φ of an unloaded gear at x = 0, shape (1,)."""
        return np.array([self.offset])

    def rate(self, q: ArrayLike, qd: ArrayLike) -> Array:
        """Return dφ/dt."""
        return np.asarray(qd)

    def integrate(self, q: ArrayLike, step: ArrayLike) -> Floats:
        """Return φ + step."""
        return np.asarray(q, dtype=float) + np.asarray(step, dtype=float)

    def lead(self, q: Array) -> Scalar:
        """Return δ of (1) [rad or m]; q is the whole vector, or rows of it."""
        return q[..., self.q.start] - self.ratio * q[..., self.at] - self.offset
