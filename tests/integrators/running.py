"""What the tests of integrators share: run one native loop around a closed loop, without anything else."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import armillary as arm
from internals import METHODS, Equations, Free, HoldPosition, Report, Walk, build_simplified, sin
from internals import LoopForm as Form

QUATERNION = 4


def system_of(robot, controller=None, reference=None, **options):
    model = arm.model(arm.library.get(robot) if isinstance(robot, str) else robot, **options)
    reference = reference or HoldPosition(tuple(model.neutral))
    return Equations(model, Free(model) if controller is None else controller(model), reference)


def start_of(system, q=None, v=None):
    model = system.plant
    q = model.neutral if q is None else np.asarray(q, dtype=float)
    v = np.zeros(model.nv) if v is None else np.asarray(v, dtype=float)
    return np.concatenate([q, v, system.controller.start(), np.zeros(3)])


@dataclass
class Run:
    x: np.ndarray
    """The last state, in velocities."""
    rows: np.ndarray
    """Recorded states, in velocities."""
    report: Report
    raw: np.ndarray
    """The last state in the form that was integrated."""
    before: np.ndarray
    """The state before the last step, in that form."""


class Runner:
    """One integrator around one system."""

    def __init__(self, system, name):
        self.system, self.info, layout = system, METHODS[name], system.layout
        self.momentum = self.info.momentum
        program = system.momentum if self.momentum else system.program
        places = (q.start for kind, q, v in system.plant.coordinates() if kind.nq == QUATERNION)
        linear = system.linear if self.info.linear else None
        self.equations = Walk(program, self.info(), Form(tuple(places), layout, linear))

    def run(self, x, t1, step=1e-3, t0=0.0, times=(), every=None, most=10**8, **given):
        fixed, n = self.info.fixed, self.system.layout.size
        x = self.system.to_momentum(x) if self.momentum else np.array(x, dtype=float)
        count = round((t1 - t0) / step)
        if fixed:
            times = t0 + np.arange(every or count, count + 1, every or count) * ((t1 - t0) / count)
        times = np.ascontiguousarray(times, dtype=float)
        rows = np.empty((len(times) + 1, n))
        options = {
            "t0": t0, "t1": t1, "step": (t1 - t0) / count if fixed else step, "rtol": 1e-9,
            "atol": given.get("rtol", 1e-9), "longest": t1 - t0, "first": step, **given,
        }  # fmt: skip
        options["first"] = min(options["first"], t1 - t0)
        limits = {"most": count if fixed else most, "rows": len(times)}
        before = np.zeros(n)
        arrays = {"x": x, "before": before, "times": times, "record": rows}
        arrays |= {"lower": np.full(n, -np.inf), "upper": np.full(n, np.inf)}
        arrays |= {"clock": np.array([t0, (t0 + t1) / 2]), "p": np.zeros(self.system.program.inputs[2].size)}
        report = self.equations.run(arrays, options, limits)
        rows = rows[: report.rows]
        if self.momentum:
            return Run(self.system.from_momentum(x), self.system.from_momentum(rows), report, x, before)
        return Run(x, rows, report, x, before)


class Sway:
    """A controller with a state of its own and a law in time: springs to a point that swings, and integral action."""

    states = 1

    def __init__(self, model):
        self.nv = model.nv

    def start(self):
        return np.array([0.1])

    def effort(self, signal):
        wanted = 0.5 * sin(3.0 * signal.t)
        pull = [4.0 * (wanted - q) - 0.2 * v for q, v in zip(signal.q[: self.nv], signal.qd, strict=True)]
        return np.array([pull[0] + 5.0 * signal.state[0], *pull[1:]])

    def rate(self, signal):
        return np.array([sin(3.0 * signal.t) - signal.q[0] - 0.2 * signal.state[0]])


def energies(system, rows):
    """Return kinetic energy and the whole of it at states, in velocities."""
    rows = np.ascontiguousarray(np.atleast_2d(rows))
    kernel = build_simplified(system.outputs)
    found = {array.name: np.empty((len(rows), array.size)) for array in system.outputs.outputs}
    held = np.zeros((len(rows), system.outputs.inputs[2].size))
    kernel.batch(np.zeros((len(rows), 2)), rows, held, *found.values())
    return found["kinetic"][:, 0], (found["kinetic"] + found["potential"])[:, 0]


def run(system, name, x, t1, **options):
    return Runner(system, name).run(x, t1, **options)
