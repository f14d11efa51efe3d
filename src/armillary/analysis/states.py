"""Seeded random states of a robot, within its joint limits where it has any."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from armillary.model import Model

Floats = NDArray[np.float64]


def random_configuration(model: Model, rng: np.random.Generator) -> Floats:
    """Return a configuration, shape (nq,): any turn, slides within 1 m, or between the limits."""
    parts: list[Floats] = []
    for joint in model.joints:
        limits = model.robot.joint(joint.name).limits
        span = np.pi if np.any(joint.kind.angular) else 1.0
        if joint.kind.nq == 1 and math.isfinite(limits.lower) and math.isfinite(limits.upper):
            parts.append(rng.uniform(limits.lower, limits.upper, 1))
        else:
            parts.append(joint.kind.integrate(joint.kind.neutral, rng.uniform(-span, span, joint.kind.nv)))
    return np.concatenate(parts)


def random_state(model: Model, rng: np.random.Generator) -> tuple[Floats, Floats, Floats]:
    """Return (q, q̇, q̈), the rates drawn from a standard normal."""
    return random_configuration(model, rng), rng.normal(size=model.nv), rng.normal(size=model.nv)
