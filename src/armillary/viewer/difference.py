"""How far a second motion is from a first: of the tip, and of the joints that both have.

The second is read at the times of the first that lie within it, by straight lines between its rows.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armillary.errors import ArmillaryError
from armillary.results.charts import MOST_LINES
from armillary.results.trajectory import Trajectory
from armillary.spatial.scalar import Floats
from armillary.tables.chart import Chart, Line


@dataclass(frozen=True, eq=False)
class Difference:
    """Second less first at the times t (N,): joints (N, k) by name and unit, and the distance of the tips (N,) [m]."""

    t: Floats
    names: tuple[str, ...]
    units: tuple[str, ...]
    joints: Floats
    tip: Floats | None

    def at(self, time: float) -> str:
        """Return a sentence on the tips at a time, and at their farthest."""
        if not len(self.t):
            return "The two motions have no time in common."
        if self.tip is None:
            return f"Joints differ by at most {np.abs(self.joints).max(initial=0.0):.4g}."
        now = float(np.interp(time, self.t, self.tip))
        k = int(self.tip.argmax())
        rms = float(np.sqrt(np.mean(self.tip**2)))
        return (
            f"Tips are {1000 * now:.4g} mm apart; at most {1000 * self.tip[k]:.4g} mm, at {self.t[k]:.4g} s; "
            f"rms {1000 * rms:.4g} mm."
        )

    def charts(self) -> list[Chart]:
        """Return the differences as charts over `t`: one for each unit, and one of the tips."""
        found = []
        for unit in dict.fromkeys(self.units):
            kinds = {"rad": "angle", "m": "displacement"}
            places = [k for k, own in enumerate(self.units) if own == unit][:MOST_LINES]
            lines = tuple(Line(self.names[k], self.joints[:, k]) for k in places)
            found.append(Chart("difference of the joints", kinds.get(unit, "value"), unit, self.t, lines))
        if self.tip is not None:
            lines = (Line("distance", 1000 * self.tip),)
            found.append(Chart("distance of the tips", "distance", "mm", self.t, lines))
        return found


def difference(first: Trajectory, second: Trajectory) -> Difference:
    """Return how far the second motion is from the first."""
    inside = (first.t >= second.t[0]) & (first.t <= second.t[-1])
    t = first.t[inside]
    count = first.q.shape[1] - len(first.elastic)
    names = tuple(name for name in first.coordinates[:count] if name in second.coordinates)
    own, other = first.coordinates.index, second.coordinates.index
    columns = [np.interp(t, second.t, second.q[:, other(name)]) - first.q[inside, own(name)] for name in names]
    units = first.units["q"]
    joints = np.stack(columns, axis=1) if columns else np.zeros((len(t), 0))
    return Difference(t, names, tuple(units[own(name)] for name in names), joints, _tips(first, second, t, inside))


def _tips(first: Trajectory, second: Trajectory, t: Floats, inside: NDArray[np.bool_]) -> Floats | None:
    try:
        here, there = first.position("tip")[inside], second.position("tip")
    except ArmillaryError:
        return None  # a robot with several ends has no tip
    moved = np.stack([np.interp(t, second.t, there[:, k]) for k in range(3)], axis=1)
    return np.asarray(np.linalg.norm(moved - here, axis=1))
