"""Payload: the largest point mass at the tip within the effort limits.

Efforts are affine in the mass (`motion.efforts`), so each joint i with a limit L_i gives, at each configuration or
time, an interval of masses
    −L_i ≤ a_i + m h_i ≤ L_i                                                               (1)
and the largest mass is exactly the smallest of the upper bounds,
    m_max = min (L_i − a_i sign h_i) / |h_i|                                               (2)
At rest a is the effort without payload, with springs and without friction; the worst configuration over the workspace
follows from the sample and a search near its worst members (`Candidate.greatest`). Along the motion a is the effort of
inverse dynamics with friction, without the motion's payload, which m replaces. If a limit is exceeded without payload,
the payload is zero. Velocity limits are not considered.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from armillary.motion.efforts import efforts, efforts_per_mass
from armillary.motion.ranges import Ranges
from armillary.multibody.coordinates import joint_size, velocity_names
from armillary.selection.candidate import Candidate, Measure
from armillary.selection.measures.effort import limits_of
from armillary.spatial.scalar import Floats

LABELS = {
    "mass": "largest mass at rest in every configuration and on the motion",
    "static": "largest mass that is held in every configuration",
    "motion": "largest mass on the motion",
}
MOST = 1e9  # payload reported as unlimited [kg]


def measures(candidate: Candidate) -> list[Measure]:
    """Return the largest payloads at rest and on the motion, and the smaller of the two."""
    ranges = Ranges(candidate.model)
    limit = limits_of(ranges, "effort")
    if not np.any(np.isfinite(limit)):
        why = "no effort limits"
        return [Measure(f"payload.{key}", None, "kg", "more", label, why) for key, label in LABELS.items()]
    both = [_static(candidate, ranges, limit), _on_motion(candidate, ranges, limit)]
    less = min(both, key=lambda measure: np.inf if measure.value is None else measure.value)
    return [replace(less, key="payload.mass", label=LABELS["mass"]), *both]


def payloads(a: Floats, h: Floats, limit: Floats) -> Floats:
    """Return (2) for each row of a and h, shape (N, n); infinite for joints that the mass does not load.

    If a limit is exceeded without payload, the result is minus the relative excess, which makes torques and forces
    comparable.

    Example:
        >>> payloads(np.array([[10.0, 1.0]]), np.array([[5.0, -2.0]]), np.array([20.0, 9.0]))
        array([[2., 5.]])
    """
    size, over = np.abs(h), np.abs(a) > limit
    room = np.where(size == 0, np.inf, limit - a * np.where(h < 0, -1.0, 1.0))
    carried = np.divide(room, size, out=np.full(room.shape, np.inf), where=(size > 0) & np.isfinite(room))
    excess = np.divide(np.abs(a) - limit, limit, out=np.full(room.shape, MOST), where=over & (limit > 0))
    return np.where(over, -excess, carried)


def _static(candidate: Candidate, ranges: Ranges, limit: Floats) -> Measure:
    frame = candidate.frame

    def most(q: Floats) -> Floats:
        rest = np.zeros((len(q), ranges.model.nv))
        a = candidate.dyn.inverse_dynamics(q, rest, rest)[:, : ranges.n]
        h = efforts_per_mass(candidate.dyn, q, rest, rest, frame)[:, : ranges.n]
        return payloads(a, h, limit)

    worst = candidate.greatest(lambda q: -np.minimum(most(q).min(axis=1), MOST))
    joint = velocity_names(ranges.model)[int(np.argmin(most(worst.q[None])[0]))]
    place = ", ".join(f"{x:.3g}" for x in worst.q[: joint_size(ranges.model)])
    return _measure("static", -worst.value, f"{joint} at its limit at q = ({place})", limit, ranges, worst.error)


def _on_motion(candidate: Candidate, ranges: Ranges, limit: Floats) -> Measure:
    motion = candidate.moved
    a = efforts(candidate.dyn, motion, payload=0.0)
    h = efforts_per_mass(candidate.dyn, motion.q, motion.qd, motion.qdd, candidate.frame)[:, : ranges.n]
    most = payloads(a, h, limit)
    row, column = np.unravel_index(int(np.argmin(most)), most.shape)
    joint = velocity_names(ranges.model)[int(column)]
    note = f"{joint} at its limit at t = {motion.t[row]:.4g} s; {motion.name}"
    return _measure("motion", float(min(most[row, column], MOST)), note, limit, ranges)


def _measure(key: str, value: float, note: str, limit: Floats, ranges: Ranges, error: float | None = None) -> Measure:
    names = velocity_names(ranges.model)
    without = [name for name, bound in zip(names, limit, strict=False) if not np.isfinite(bound)]
    if without:
        note += f"; without a limit: {', '.join(without)}"
    if value >= MOST:
        return Measure(f"payload.{key}", None, "kg", "more", LABELS[key], "any mass: no limited joint feels it")
    if value < 0:
        note = f"the limits are exceeded without a payload: {note}"
    return Measure(f"payload.{key}", max(value, 0.0), "kg", "more", LABELS[key], note, error if value >= 0 else None)
