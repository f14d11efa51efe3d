"""The coordinate φ of a rotor behind an elastic gear, which moves no frame.

φ is the angle of the rotor against its stator divided by the ratio, so that it is measured at the driven joint. That
joint is at r x + c: x is a coordinate of the robot, and r = 1, c = 0 for a joint that follows no other. A differential
adds the positions of other joints, times their factors. The rotor leads by
    δ = φ − Σ r_j x_j − c                                                              (1)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.spatial.scalar import Array, Floats, Scalar


class Leg(NamedTuple):
    """A coordinate x_j that a gear drives: its velocity coordinate `k`, its place `at` in q, and `ratio` r_j.

    Of an effort commanded at x_j, the part `share` acts at φ.
    """

    k: int
    at: int
    ratio: float
    share: float


@dataclass(frozen=True, eq=False)
class Drive:
    """A rotor behind an elastic gear: the places of φ in q and qd, and its joints as in (1).

    There is one leg, or several in a differential. `offset` is c. Of efforts commanded at the joints, the part
    `rigid_share`, that of motors with rigid gears, stays there. `turns` says whether φ is an angle.
    """

    motor: str
    q: slice
    v: slice
    legs: tuple[Leg, ...]
    offset: float
    rigid_share: float
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

    def deflection(self, q: Array) -> Scalar:
        """Return δ of (1) [rad or m]; q is the whole vector, or rows of it."""
        lead = q[..., self.q.start]
        for leg in self.legs:
            lead = lead - leg.ratio * q[..., leg.at]
        return lead - self.offset

    def deflection_rate(self, v: Array) -> Scalar:
        """Return dδ/dt [rad/s or m/s] at velocities v, shape (nv,)."""
        rate = v[self.v.start]
        for leg in self.legs:
            rate = rate - leg.ratio * v[leg.k]
        return rate

    def effort(self, tau: Array) -> Scalar:
        """Return the effort at φ that gives efforts at the joints, shape (nv,)."""
        return sum((leg.share * tau[leg.k] for leg in self.legs[1:]), self.legs[0].share * tau[self.legs[0].k])

    def effort_row(self, nv: int) -> Floats:
        """Return ∂δ/∂q, shape (nv,): a gear with the effort e loads the coordinates with this row times e."""
        row = np.zeros(nv)
        row[self.v.start] = 1.0
        for leg in self.legs:
            row[leg.k] = -leg.ratio
        return row
