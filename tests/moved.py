"""Trajectories made up for tests: a smooth motion, with the efforts and energies that belong to it."""

import numpy as np

import armillary as arm
from internals import with_positions


def moved(robot="planar-3r", rows=201, duration=2.0, scale=0.5, **changes) -> arm.Trajectory:
    """Return a motion of a robot of the library in which every coordinate swings at its own frequency."""
    dyn = arm.compile(arm.library.get(robot) if isinstance(robot, str) else robot)
    model = dyn.model
    t = np.linspace(0.0, duration, rows)
    w = 1.0 + np.arange(model.nv)
    size = np.full(model.nv, scale)
    size[model.nv - len(model.elastic) :] = 0.01 * scale
    away, qd, qdd = (
        size * np.sin(np.outer(t, w)),
        size * w * np.cos(np.outer(t, w)),
        -size * w**2 * np.sin(np.outer(t, w)),
    )
    q = np.array([model.integrate(model.neutral, row) for row in away])
    tau = dyn.inverse_dynamics(q, qd, qdd)
    kinetic, potential = dyn.kinetic_energy(q, qd), dyn.potential_energy(q)
    energy = kinetic + potential
    plain = {
        "model": model, "t": t, "q": q, "qd": qd, "qdd": qdd, "tau": tau, "kinetic": kinetic,
        "potential": potential,
        "work": energy - energy[0] + 1e-9 * t, "external": np.zeros(rows), "dissipated": np.zeros(rows),
        "signals": {"reference": away[:, : model.nv - len(model.elastic)] + 0.01, "elastic": 0.1 * kinetic},
        "events": (arm.types.Event(0.5, "limit", "elbow·ü reaches its limit", "elbow"),),
        "info": {"solver": "rk4", "duration": duration, "steps": 2000, "seconds": 0.25},
    }  # fmt: skip
    return with_positions(arm.Trajectory(**plain | changes))
