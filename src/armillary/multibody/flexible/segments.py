"""Beams cut into segments, each with modes in a frame that moves with the tip of the segment before.

One field of modes is complete to second order in its deformation, so that its slope is limited. A segment of the length
L/n turns by an n-th part of the whole slope; between segments rotations are exact. So deflections may be large, as in a
chain of co-rotational elements.

Damping ratios ζ belong to the modes V of the whole beam alone, clamped at its root, as without segments. Its linear
shapes are those of the segments: the shapes of a segment in that segment and, with t and θ at its tip,
    t + θ × (r − r_tip)   beyond it,                                                            (1)
and D = m V 2ζΩ Vᵀ m of `beam_field` couples the segments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from armillary.description.beam import TIP, Beam, BeamNode, Modes, Station
from armillary.description.robot import Joint, Link
from armillary.multibody.flexible.beam_field import modal_damping
from armillary.multibody.flexible.field import Field, modal_mass
from armillary.multibody.flexible.pieces import AT_A_JOINT, Division
from armillary.spatial.scalar import Floats


class BeamSegments(Division):
    """One beam and its segments, links with a beam each; the first has the name and the hub of the link."""

    @property
    def count(self) -> int:
        """Number of segments."""
        return self.beam.segments

    def _ends(self, i: int) -> tuple[float, float]:
        """Return the distances of the ends of segment i from the root of the beam [m]."""
        return i * self.beam.length / self.count, (i + 1) * self.beam.length / self.count

    def _nodes(self) -> dict[str, tuple[int, float]]:
        """Return the segment of every node, and its distance from the root of that segment [m]."""
        places = {}
        for name, at in self.beam.node_positions().items():
            i = int(np.ceil(at * self.count / self.beam.length - AT_A_JOINT)) - 1
            i = min(max(i, 0), self.count - 1)
            places[name] = i, at - self._ends(i)[0]
        return places

    def links(self) -> Iterator[Link]:
        """Yield the segments from root to tip."""
        for i in range(self.count):
            beam = self._segment(i)
            compensation = self.link.gravity_compensation
            named = Link(self.piece_name(i), beam=beam, gravity_compensation=compensation)
            yield replace(self.link, beam=beam) if i == 0 else named

    def joints(self) -> Iterator[Joint]:
        """Yield the joints that fix each segment to the tip of the one before."""
        for i in range(1, self.count):
            name = self._fresh(f"{self.link.name}/{i + 1}")
            yield Joint(name, "fixed", self.piece_name(i - 1), self.piece_name(i), node=TIP)

    def at(self, node: str) -> tuple[str, str | None, Floats]:
        """Return the segment that has a node, the name of the node there, and no shift."""
        i, at = self._nodes()[node]
        here = at >= self.beam.length / self.count * (1 - AT_A_JOINT)
        return self.piece_name(i), TIP if here else node, np.zeros(3)

    def _segment(self, i: int) -> Beam:
        start, stop = self._ends(i)
        length = self.beam.length / self.count
        modes = replace(self.beam.modes or Modes(), damping=(0.0,))  # damping is of the whole beam
        inside = [(name, at) for name, (k, at) in self._nodes().items() if k == i]
        named = (BeamNode(name, at) for name, at in inside if 0 < at < length * (1 - AT_A_JOINT))
        stations = tuple(_stations(self.beam, start, stop, length))
        # The whole beam decides: a short part of a slender one is thick.
        whole = replace(self.beam, shear=self.beam.shears, rotary_inertia=self.beam.laminae)
        return replace(whole, length=length, stations=stations, nodes=tuple(named), modes=modes, segments=1)


def _stations(beam: Beam, start: float, stop: float, length: float) -> Iterator[Station]:
    """Yield the stations of the part of a beam between two distances from its root."""
    for a, b in beam.stretches():
        low, high = max(a.at, start), min(b.at, stop)
        if high - low <= AT_A_JOINT * length:
            continue
        for at in (low,) if a.section == b.section else (low, high):
            section = a.section.towards(b.section, (at - a.at) / (b.at - a.at))
            yield Station(min(at - start, length), a.section if a.section == b.section else section)
        if a.section == b.section and b.at < stop:
            yield Station(min(high - start, length), a.section)


def chain_damping(fields: Sequence[Field], beam: Beam) -> Floats:
    """Return D over the coordinates of all segments of a beam, whose fields are given from root to tip."""
    ratios = beam.modes.damping if beam.modes is not None else (0.0,)
    starts = np.cumsum([0, *(field.modes for field in fields)])
    roots = [field.axes[:, 0] * (beam.length / len(fields) * i) for i, field in enumerate(fields)]
    places = np.concatenate([root + field.r for root, field in zip(roots, fields, strict=True)])
    points = np.cumsum([0, *(len(field.mass) for field in fields)])
    shape = np.zeros((starts[-1], len(places), 3))
    turn, K = np.zeros_like(shape), np.zeros((starts[-1], starts[-1]))
    for i, field in enumerate(fields):
        modes = slice(starts[i], starts[i + 1])
        here, beyond = slice(points[i], points[i + 1]), slice(points[i + 1], None)
        tip = field.nodes[TIP]
        shape[modes, here], turn[modes, here], K[modes, modes] = field.shape, field.turn, field.stiffness
        lever = places[beyond] - roots[i] - tip.position
        shape[modes, beyond] = tip.translation[:, None] + np.cross(tip.rotation[:, None], lever)  # (1)
        turn[modes, beyond] = tip.rotation[:, None]
    mass, spin = np.concatenate([field.mass for field in fields]), np.concatenate([field.rotary for field in fields])
    return modal_damping(ratios, K, modal_mass(mass, shape, spin, turn))
