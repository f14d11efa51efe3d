"""Effort: joint efforts, power and energy on a motion and at rest.

With the efforts τ of inverse dynamics along the motion, including friction and payload (`motion.efforts`),
    P_i = τ_i q̇_i,   P = Σ max(P_i, 0)                                                    (1)
    E = ∫ P dt,   E_net = ∫ Σ P_i dt                                                       (2)
P and E assume drives without energy recovery; E_net is the energy stored in the robot or dissipated by friction. RMS
values are √(1/T ∫ … dt), integrals follow the trapezoidal rule over the rows. Torques of revolute joints and forces of
prismatic joints are measured separately; "in all" is the norm over the joints of one type. Gravity efforts are g(q) at
rest, without springs.
The use of a limit is max |τ_i| / limit, or max |q̇_i| / limit, of the most loaded joint. A use above 1 exceeds the
limit; 1 minus the use is the margin. The use of a zero limit is infinite.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from armillary.motion.efforts import efforts, efforts_per_mass, integral
from armillary.motion.ranges import Ranges
from armillary.motion.task import Motion
from armillary.multibody.coordinates import velocity_names
from armillary.selection.candidate import Candidate, Measure
from armillary.spatial.scalar import Floats

KINDS = {"torque": ("N·m", "turns"), "force": ("N", "slides")}


def measures(candidate: Candidate) -> list[Measure]:
    """Return gravity efforts, peak and RMS efforts, power, energy and the use of limits."""
    motion, ranges = candidate.moved, Ranges(candidate.model)
    tau = efforts(candidate.dyn, motion)
    qd = motion.qd[:, : ranges.n]
    sliding = np.array([not coordinate.turns for coordinate in ranges.coordinates], dtype=bool)
    return [
        *_efforts(candidate, motion, tau, "torque", ~sliding),
        *_efforts(candidate, motion, tau, "force", sliding),
        *_powers(motion, tau * qd),
        *_uses(motion, tau, qd, ranges),
        *_joints(motion, tau, tau * qd, ranges, sliding),
    ]


def rms(values: Floats, t: Floats) -> Floats:
    """Return the root mean square over time of values (K, …)."""
    return np.sqrt(integral(values**2, t) / (t[-1] - t[0]))


def _efforts(candidate: Candidate, motion: Motion, tau: Floats, kind: str, of_kind: NDArray[np.bool_]) -> list[Measure]:
    """Return the measures of the revolute or of the prismatic joints."""
    unit, word = KINDS[kind]
    labels = {
        f"gravity_{kind}": f"greatest gravity {kind}, in all, over the sample",
        f"motion_gravity_{kind}": f"greatest gravity {kind}, in all, on the motion",
        f"peak_{kind}": f"greatest {kind} of a joint on the motion",
        f"rms_{kind}": f"RMS {kind}, in all, on the motion",
    }
    if not np.any(of_kind):
        note = f"no joint {word}"
        return [Measure(f"effort.{key}", None, unit, "less", label, note) for key, label in labels.items()]
    n = len(of_kind)
    at_rest = candidate.dyn.gravity(candidate.configurations)[:, :n][:, of_kind]
    on_motion = candidate.dyn.gravity(motion.q)[:, :n]
    if motion.payload:
        still = np.zeros_like(motion.qd)
        per_mass = efforts_per_mass(candidate.dyn, motion.q, still, still, motion.frame)
        on_motion = on_motion + motion.payload * per_mass[:, :n]
    values = (
        np.linalg.norm(at_rest, axis=1).max(),
        np.linalg.norm(on_motion[:, of_kind], axis=1).max(),
        np.abs(tau[:, of_kind]).max(),
        rms(np.linalg.norm(tau[:, of_kind], axis=1), motion.t),
    )
    notes = (f"{candidate.samples} configurations, no payload", *[_note(motion)] * 3)
    return [
        Measure(f"effort.{key}", float(value), unit, "less", label, note)
        for (key, label), value, note in zip(labels.items(), values, notes, strict=True)
    ]


def _powers(motion: Motion, P: Floats) -> list[Measure]:
    """Return power and energy from P_i, shape (K, n)."""
    drawn = np.maximum(P, 0.0).sum(axis=1)  # (1)
    values = {
        "peak_power": (drawn.max(), "W", "greatest power on the motion, nothing recovered"),
        "rms_power": (rms(drawn, motion.t), "W", "RMS power on the motion, nothing recovered"),
        "energy": (integral(drawn, motion.t), "J", "energy on the motion, nothing recovered"),  # (2)
        "net_energy": (integral(P.sum(axis=1), motion.t), "J", "energy on the motion, all recovered"),
    }
    return [
        Measure(f"effort.{key}", float(value), unit, "" if key == "net_energy" else "less", label, _note(motion))
        for key, (value, unit, label) in values.items()
    ]


def _uses(motion: Motion, tau: Floats, qd: Floats, ranges: Ranges) -> Iterator[Measure]:
    """Yield the use of the effort and velocity limits."""
    names = velocity_names(ranges.model)
    for key, values, field in (("effort_use", tau, "effort"), ("velocity_use", qd, "velocity")):
        label = f"use of the limits of {field} on the motion; above 1 is too much"
        limit = limits_of(ranges, field)
        limited = np.isfinite(limit)
        if not np.any(limited):
            yield Measure(f"effort.{key}", None, "", "less", label, f"no limits of {field}")
            continue
        greatest, most = np.abs(values).max(axis=0)[limited], limit[limited]
        use = np.divide(greatest, most, out=np.where(greatest > 0, np.inf, 0.0), where=most > 0)
        worst = int(np.argmax(use))
        note = f"greatest at {np.array(names[: len(limit)])[limited][worst]}; {_note(motion)}"
        yield Measure(f"effort.{key}", float(use[worst]), "", "less", label, note)


def limits_of(ranges: Ranges, field: str) -> Floats:
    """Return the joint limits of "effort" or "velocity", shape (n,), infinite without limits."""
    return np.array([getattr(coordinate.limits, field) for coordinate in ranges.coordinates], dtype=float)


def _joints(motion: Motion, tau: Floats, P: Floats, ranges: Ranges, sliding: NDArray[np.bool_]) -> Iterator[Measure]:
    """Yield peak and RMS effort and power of each joint, without a preferred direction, since joints differ."""
    for k, name in enumerate(velocity_names(ranges.model)[: ranges.n]):
        kind = "force" if sliding[k] else "torque"
        key, note = f"effort.joint.{name}", _note(motion)
        for what, values, unit in ((kind, tau[:, k], KINDS[kind][0]), ("power", P[:, k], "W")):
            peak, mean = float(np.abs(values).max()), float(rms(values, motion.t))
            yield Measure(f"{key}.peak_{what}", peak, unit, "", f"greatest {what} of {name}", note)
            yield Measure(f"{key}.rms_{what}", mean, unit, "", f"RMS {what} of {name}", note)


def _note(motion: Motion) -> str:
    return motion.name + (f", with {motion.payload:g} kg at {motion.frame}" if motion.payload else "")
