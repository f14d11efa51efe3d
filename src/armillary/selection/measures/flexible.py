"""Flexible arms: the first natural frequencies, and the deflection of the tip under a load.

Joints are locked, as by stiff drives, in the middle of their ranges; links are bent by their weight
(`analysis.frequencies`, `analysis.statics`). The load is a force F at the frame in its softest direction n, from the
displacements under F along the world axes,
    D = [p(weight + F e_k) − p(weight)],  k = x, y, z;   n maximises |D n|, |n| = 1         (1)
    δ = |p(weight + F n) − p(weight)|                                                      (2)
Sag is |p(weight) − p(undeformed)|. The motion's payload loads the frame in (1), (2) and the sag; it adds no inertia to
the modes. The lowest and highest values over a few sampled configurations show the variation over the workspace.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from armillary.analysis.frequencies import frequencies
from armillary.analysis.statics import statics
from armillary.errors import ConvergenceError
from armillary.motion.ranges import Ranges
from armillary.multibody.coordinates import joint_size
from armillary.selection.candidate import Better, Candidate, Measure
from armillary.spatial.scalar import Floats

LOAD = 10.0  # F of (2) [N]
FREQUENCIES = ("frequency", "frequency_2", "frequency_3")
MODES = len(FREQUENCIES)
CONFIGURATIONS = 4  # number of sampled configurations in addition to the middle one


class Stiffness(NamedTuple):
    """Frequencies [Hz], deflection under the load and sag [m] at a configuration; NaN if unknown."""

    hz: Floats
    deflection: float
    sag: float


def measures(candidate: Candidate) -> list[Measure]:
    """Return frequencies, deflection and sag; None for rigid robots."""
    labels = {key: f"natural frequency {k}, joints locked" for k, key in enumerate(FREQUENCIES, 1)}
    labels |= {"frequency_low": "lowest first frequency", "frequency_high": "highest first frequency"}
    labels |= {
        "deflection": f"deflection of {candidate.frame} under {LOAD:g} N",
        "deflection_high": f"greatest deflection under {LOAD:g} N",
        "sag": f"sag of {candidate.frame} under the weight",
        "sag_high": "greatest sag under the weight",
    }
    if not candidate.model.elastic:
        return [_measure(key, None, label, "rigid links") for key, label in labels.items()]
    middle, model = Ranges(candidate.model).middle, candidate.model
    every = [stiffness(candidate, q) for q in (middle, *candidate.configurations[:CONFIGURATIONS])]
    first, deflections, sags = np.array([(result.hz[0], result.deflection, result.sag) for result in every]).T
    values: dict[str, float] = dict(zip(FREQUENCIES, every[0].hz.tolist(), strict=True))
    values |= {"frequency_low": first.min(), "frequency_high": first.max()}
    values |= {"deflection": deflections[0], "deflection_high": deflections.max()}
    values |= {"sag": sags[0], "sag_high": sags.max()}
    place = ", ".join(f"{x:.3g}" for x in middle[: joint_size(model)])
    at, over = f"at q = ({place})", f"over {len(every)} configurations"
    return [
        _measure(key, values[key], label, over if key.endswith(("low", "high")) else at)
        for key, label in labels.items()
    ]


def stiffness(candidate: Candidate, q: Floats) -> Stiffness:
    """Return frequencies, deflection and sag at a configuration with locked joints."""
    model, frame = candidate.model, candidate.frame
    joints = q[: joint_size(model)]
    mass = candidate.motion.payload if candidate.motion is not None else 0.0
    weight = np.concatenate([np.zeros(3), mass * np.array(model.robot.gravity)])
    try:
        hz = np.asarray(frequencies(model, joints, joints="locked", count=MODES).hz)
        rest = statics(model, joints, wrench=weight, frame=frame)

        def moved(direction: Floats) -> Floats:
            push = weight + np.concatenate([np.zeros(3), LOAD * direction])
            return statics(model, joints, wrench=push, frame=frame).deflection - rest.deflection

        D = np.stack([moved(axis) for axis in np.eye(3)], axis=1)
        deflection = float(np.linalg.norm(moved(np.linalg.svd(D)[2][0])))  # (1), (2)
    except ConvergenceError:
        return Stiffness(np.full(MODES, np.nan), np.nan, np.nan)
    hz = np.concatenate([hz, np.full(MODES - len(hz), np.nan)])
    return Stiffness(hz, deflection, float(np.linalg.norm(rest.deflection)))


def _measure(key: str, value: float | None, label: str, note: str) -> Measure:
    better: Better = "more" if "frequency" in key else "less"
    if value is not None and not np.isfinite(value):
        value, note = None, "no equilibrium, or fewer modes"
    number = None if value is None else float(value)
    return Measure(f"flexible.{key}", number, "Hz" if better == "more" else "m", better, label, note)
