"""Seeded random states of a model: joints within their limits, links moderately bent, gears slightly wound."""

from __future__ import annotations

import math

import numpy as np

from armillary.description.robot import Limits
from armillary.multibody.coordinates import elastic_rates, joint_coordinates, spans
from armillary.multibody.drives import unwound
from armillary.multibody.model import Model
from armillary.spatial.scalar import Floats


def random_configuration(model: Model, rng: np.random.Generator) -> Floats:
    """Return a random configuration within the limits, shape (nq,), with bent links; default range ±π or ±1 m."""
    span, q = spans(model), model.neutral.copy()
    limits = {coordinate.q: coordinate.limits for coordinate in joint_coordinates(model)}
    for kind, place, v in model.coordinates():
        bounds = [limits.get(k, Limits()) for k in range(place.start, place.start + kind.nv)]
        low, high = np.array([_bounds(*pair) for pair in zip(bounds, span[v], strict=True)]).reshape(-1, 2).T
        step = low + (high - low) * rng.random(kind.nv)  # `uniform` refuses an upper limit of −0 above 0
        q[place] = kind.integrate(kind.neutral, step)
    # Rotors were drawn as leads of their joints; only now are those known.
    leads = [q[drive.q] - drive.offset for drive in model.drives]
    q = unwound(model, q)
    for drive, lead in zip(model.drives, leads, strict=True):
        q[drive.q] += lead
    return q


def _bounds(limits: Limits, span: float) -> tuple[float, float]:
    """Return the limits of a coordinate if it has two, else ±span."""
    two = math.isfinite(limits.lower) and math.isfinite(limits.upper)
    return (limits.lower, limits.upper) if two else (-span, span)


def random_state(model: Model, rng: np.random.Generator) -> tuple[Floats, Floats, Floats]:
    """Return (q, q̇, q̈) with normally distributed rates, scaled for elastic coordinates."""
    scale = np.ones(model.nv)
    elastic = elastic_rates(model)
    scale[elastic] = 10 * spans(model)[elastic]
    return random_configuration(model, rng), scale * rng.normal(size=model.nv), scale * rng.normal(size=model.nv)


def random_states(model: Model, count: int, seed: int = 0) -> list[Floats]:
    """Return q (count, nq), q̇ and q̈ (count, nv) of seeded random states."""
    rng = np.random.default_rng(seed)
    return [np.array(part) for part in zip(*(random_state(model, rng) for _ in range(count)), strict=True)]
