"""Angles that add up: consecutive turns about parallel axes.

After a turn by φ₁, turns about parallel axes add their angles, φ₁ ± φ₂ ± …, with the sign of the axis. These turns
form a group. A textbook writes sines and cosines of the sums that begin and end with a turn of the group,
    c2, c23, c3, s234, …                                                                  (1)
and products of these over several groups, or of two of one group.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from armillary.spatial.scalar import Floats

Vector = tuple[tuple[int, int], ...]
"""An angle as a sum: (slot of an angle, factor), in the order of slots."""


def vector(parts: Mapping[int, int]) -> Vector:
    """Return a sum of angles in its normal form."""
    return tuple(sorted((slot, factor) for slot, factor in parts.items() if factor))


def minus(a: Vector, b: Vector) -> Vector:
    """Return the difference of two sums of angles."""
    parts = Counter(dict(a))
    parts.subtract(dict(b))
    return vector(parts)


@dataclass
class ParallelAngles:
    """Angles about parallel axes: their slots, and the sums (1)."""

    slots: set[int] = field(default_factory=set)
    sums: list[Vector] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Trail:
    """The turns on the way to a frame: the last group, the sums up to each of its turns, its axis in this frame."""

    group: ParallelAngles | None = None
    sums: tuple[dict[int, int], ...] = ()
    axis: Floats | None = None

    def constant(self, R: Floats) -> Trail:
        """Return the trail behind a constant rotation of quarter turns."""
        return self if self.axis is None else replace(self, axis=R.T @ self.axis)

    def turned(self, slots: dict[int, int], axis: Floats, groups: list[ParallelAngles]) -> Trail:
        """Return the trail behind a turn by a sum of angles about an axis of this frame; add new sums to its group."""
        sign = 0
        if self.group is not None and self.axis is not None:
            sign = next((s for s in (1, -1) if np.allclose(self.axis, s * axis, atol=1e-12)), 0)
        if not sign or self.group is None:
            groups.append(ParallelAngles())
            start = Trail(groups[-1], ({},), np.asarray(axis, dtype=float))
            return start.turned(slots, axis, groups)
        last = dict(self.sums[-1])
        for slot, factor in slots.items():
            last[slot] = last.get(slot, 0) + sign * factor
        self.group.slots |= set(slots)
        for before in self.sums:
            difference = vector({slot: last[slot] - before.get(slot, 0) for slot in last})
            if difference and difference not in self.group.sums:
                self.group.sums.append(difference)
        return replace(self, sums=(*self.sums, last))
