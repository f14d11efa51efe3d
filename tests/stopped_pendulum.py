"""One link that meets end stops."""

import numpy as np

import armillary as arm

INERTIA = 0.6
"""Moment of inertia about the joint [kg·m²]."""


def pendulum(stop: arm.parts.Stop | None = None, gravity: float = 0.0, **limits: float) -> arm.Robot:
    """Return one link with the inertia `INERTIA` about its joint, horizontal at q = 0, that falls towards q > 0."""
    bounds = arm.Limits(**({"lower": -1.0, "upper": 1.0} | limits), stop=stop)
    joint = arm.Joint("pivot", "revolute", "base", "bob", axis=(0.0, 1.0, 0.0), limits=bounds)
    link = arm.Link("bob", 2.0, (0.5, 0.0, 0.0), np.diag([0.1, 0.1, 0.1]))
    return arm.Robot("pendulum", (link,), (joint,), gravity=(0.0, 0.0, -gravity))
