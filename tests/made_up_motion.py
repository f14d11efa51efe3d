"""Motions made up for tests of pages: any q of any robot, without dynamics."""

import numpy as np

import armillary as arm

HOSTILE = "</script><script>window.hacked=1</script><img src=x onerror=window.hacked=2>\"'&\u2028\x00"
"""A name that would break out of a page, if anything could."""


def shown(model: arm.Model, t, q, **changes) -> arm.Trajectory:
    """Return a trajectory with these coordinates, everything else zero."""
    rows = len(t)
    none, still = np.zeros(rows), np.zeros((rows, model.nv))
    plain = {
        "model": model, "t": np.asarray(t, dtype=float), "q": np.asarray(q, dtype=float), "qd": still,
        "qdd": still, "tau": still, "kinetic": none, "potential": none, "work": none, "external": none,
        "dissipated": none,
    }  # fmt: skip
    return arm.Trajectory(**plain | changes)


def swinging(model: arm.Model, rows: int = 21, duration: float = 1.0, bent: float = 0.01, **changes) -> arm.Trajectory:
    """Return a motion in which every coordinate swings; elastic ones by `bent`."""
    t = np.linspace(0.0, duration, rows)
    size = np.full(model.nv, 0.6)
    size[model.nv - len(model.elastic) :] = bent
    away = size * np.sin(np.outer(t, 1.0 + np.arange(model.nv)))
    return shown(model, t, [model.integrate(model.neutral, row) for row in away], **changes)
