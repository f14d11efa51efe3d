"""Seeded random states of a robot within its joint limits."""

from __future__ import annotations

import math

import numpy as np

from armillary.multibody import Model
from armillary.multibody.coordinates import spans
from armillary.spatial.scalar import Floats


def random_configuration(model: Model, rng: np.random.Generator) -> Floats:
    """Return a random configuration within the limits, shape (nq,), with bent links; default range ±π or ±1 m."""
    span, q = spans(model), model.neutral.copy()
    limits = {joint.name: joint.limits for joint in model.robot.joints}
    held = {joint.q.start: limits[joint.name] for joint in model.joints if joint.kind.nq == 1 and joint.name in limits}
    for kind, place, v in model.coordinates():
        limit = held.get(place.start)
        if limit is not None and math.isfinite(limit.lower) and math.isfinite(limit.upper):
            q[place] = rng.uniform(limit.lower, limit.upper, 1)
        else:
            q[place] = kind.integrate(kind.neutral, rng.uniform(-span[v], span[v]))
    return q


def random_state(model: Model, rng: np.random.Generator) -> tuple[Floats, Floats, Floats]:
    """Return (q, q̇, q̈) with normally distributed rates, scaled for elastic coordinates."""
    scale = np.ones(model.nv)
    elastic = slice(model.nv - len(model.elastic), model.nv)
    scale[elastic] = 10 * spans(model)[elastic]
    return random_configuration(model, rng), scale * rng.normal(size=model.nv), scale * rng.normal(size=model.nv)


def random_states(model: Model, count: int, seed: int = 0) -> list[Floats]:
    """Return q (count, nq), q̇ and q̈ (count, nv) of seeded random states."""
    rng = np.random.default_rng(seed)
    return [np.array(part) for part in zip(*(random_state(model, rng) for _ in range(count)), strict=True)]
