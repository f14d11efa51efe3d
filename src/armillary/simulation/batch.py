"""`arm.simulate_batch`: many trajectories of one robot at once, in the lanes of the machine and on its cores.

Every trajectory has its own start. As many as the machine has lanes go through one native loop together, with the
same steps; a trajectory that is lost (NaN) does not disturb its neighbours. What does not fill a block is padded.
"""

from __future__ import annotations

import itertools
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.compiler import cpu
from armillary.compiler.simplified import build_simplified
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.model import build_model
from armillary.simulation import health
from armillary.simulation.controls import bound, untraceable
from armillary.simulation.disturbances import Push
from armillary.simulation.engine import Engine
from armillary.simulation.integrators import INTEGRATORS
from armillary.simulation.loop import DONE
from armillary.simulation.references import anchor
from armillary.simulation.signals import Reference, Rest
from armillary.simulation.simulate import MOST_STEPS, positive
from armillary.simulation.system import System

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Batch:
    """N motions of one robot at K recorded times, the last of which is the end.

    t (K,) [s]; q (N, K, nq), qd (N, K, nv); work, external, dissipated and energy (N, K) [J]; `lost` says which of them
    are not finite at the end.
    """

    robot: str
    t: Floats
    q: Floats
    qd: Floats
    energy: Floats
    work: Floats
    external: Floats
    dissipated: Floats
    coordinates: tuple[str, ...]
    velocities: tuple[str, ...]
    info: dict[str, Any]

    @property
    def lost(self) -> NDArray[np.bool_]:
        """Which motions are not finite at the end, shape (N,)."""
        return ~np.all(np.isfinite(self.q[:, -1]), axis=1)

    @property
    def imbalance(self) -> Floats:
        """What the energy of each motion differs by from what went in and out [J], shape (N, K)."""
        gone = self.work + self.external - self.dissipated
        return (self.energy - self.energy[:, :1]) - (gone - gone[:, :1])


def simulate_batch(
    robot: Robot,
    duration: float = 1.0,
    step: float = 1e-3,
    integrator: str = "rk4",
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    controller: Any = None,
    reference: Reference | None = None,
    plant: Robot | None = None,
    motors: str = "full",
    friction: bool = True,
    limits: bool = True,
    pushes: tuple[Push, ...] = (),
    record: float | None = None,
    relative: float = 1e-9,
    absolute: float = 1e-9,
    threads: int = 0,
) -> Batch:
    """Return many motions of a robot, one for each row of q and qd.

    Args:
        robot: The robot, and what the controller takes it for.
        duration: How long [s].
        step: Step of integrators with a fixed one, first step of the others [s].
        integrator: One of `INTEGRATORS`; those that choose their step choose one for the trajectories of a block.
        q: Where they start, (N, nq), or one row for all.
        qd: How fast, (N, nv), or one row for all; at rest unless given.
        controller: What gives the efforts; it must be one that can be compiled.
        reference: The wanted motion, the same for all; to stay at the first q unless given.
        plant: The robot that really moves, if the controller's model differs from it.
        motors: "full", "reflected" or "none".
        friction: Whether friction and damping count.
        limits: Whether efforts are cut to their limits. Joint limits do not stop anything here.
        pushes: Wrenches from outside.
        record: Time between recorded states [s]; the start and the end alone unless given.
        relative: Relative tolerance of integrators that choose their step.
        absolute: Absolute tolerance of the same.
        threads: Threads that share the work; one for each core unless given.

    Example:
        >>> import armillary as arm
        >>> starts = np.random.default_rng(0).uniform(-1, 1, (100, 3))
        >>> simulate_batch(arm.library.get("planar-3r"), duration=0.1, q=starts).q.shape
        (100, 2, 3)
    """
    model, moved = (build_model(each, motors, friction) for each in (robot, plant or robot))
    start = _starts(moved.neutral, np.zeros(moved.nv), q, qd, len(moved.elastic))
    begin = start[0, : moved.nq]
    wanted: Reference = anchor(reference, model, begin) or Rest(tuple(begin))
    law = bound(anchor(controller, model, begin), model, wanted)
    reason = untraceable(law, wanted, model)
    if reason is not None:
        raise ArgumentError("controller", f"one that cannot be compiled ({reason})", "one without branches on values")
    if integrator not in INTEGRATORS:
        raise ArgumentError("integrator", repr(integrator), f"one of {', '.join(INTEGRATORS)}")
    system = System(moved, law, wanted, health.effort_limits(moved) if limits else (), tuple(pushes))
    run = _BatchRun(system, positive("duration", duration), positive("step", step), integrator, record)
    run.tolerances = positive("relative", relative), positive("absolute", absolute)
    return run.go(start, threads or os.cpu_count() or 1)


def _starts(neutral: Floats, still: Floats, q: ArrayLike | None, qd: ArrayLike | None, elastic: int) -> Floats:
    """Return the rows (q, v) at the beginning, shape (N, nq + nv)."""
    parts = []
    for name, value, plain in (("q", q, neutral), ("qd", qd, still)):
        given = np.atleast_2d(plain if value is None else np.asarray(value, dtype=float))
        if given.ndim != 2 or given.shape[1] not in (len(plain), len(plain) - elastic) or not np.isfinite(given).all():
            raise ArgumentError(name, f"shape {given.shape}", f"rows of {len(plain)} finite numbers")
        rows = np.repeat(plain[None], len(given), axis=0)
        rows[:, : given.shape[1]] = given
        parts.append(rows)
    count = max(len(part) for part in parts)
    if any(len(part) not in (1, count) for part in parts):
        raise ArgumentError("qd", f"{len(parts[1])} rows", f"as many as q has, {len(parts[0])}, or one")
    return np.concatenate([np.broadcast_to(part, (count, part.shape[1])) for part in parts], axis=1)


class _BatchRun:
    """One batch."""

    def __init__(self, system: System, duration: float, step: float, integrator: str, record: float | None) -> None:
        self.system, self.duration, self.step, self.integrator = system, duration, step, integrator
        self.fixed = INTEGRATORS[integrator].fixed
        self.spacing = positive("record", record) if record is not None else duration
        # Where each step needs a linear system of its own, trajectories go one by one.
        self.lanes = 1 if INTEGRATORS[integrator].linear else cpu.lanes(None)
        self.engine = Engine(system, integrator, self.lanes)
        self.tolerances = (1e-9, 1e-9)

    def go(self, start: Floats, threads: int) -> Batch:
        """Run all blocks."""
        layout, controls = self.system.layout, self.system.controller
        N = len(start)
        blocks = -(-N // self.lanes)
        x = np.zeros((blocks * self.lanes, layout.size))
        x[:N, : start.shape[1]] = start
        x[N:, : start.shape[1]] = start[-1]  # padding
        x[:, layout.c] = controls.start()
        begun = time.perf_counter()
        groups = np.split(x, blocks)
        with ThreadPoolExecutor(threads) as pool:
            done = list(pool.map(self._block, groups))
        seconds = time.perf_counter() - begun
        t, insides = done[0][0], done[0][2]
        rows = np.stack([part[1] for part in done])  # (blocks, K, lanes, n)
        rows = rows.transpose(0, 2, 1, 3).reshape(blocks * self.lanes, len(t), layout.size)[:N]
        return self._result(t, insides, rows, {"integrator": self.integrator, "seconds": seconds, "threads": threads})

    def _block(self, x: Floats) -> tuple[Floats, Floats, Floats]:
        """Return times, rows (K, lanes, n) and a time inside the stretch of each."""
        x = np.ascontiguousarray(x)
        cuts = [0.0, *(t for t in self.system.switches if 0 < t < self.duration), self.duration]
        held = np.zeros((self.lanes, self.system.program.inputs[2].size))
        n, first, since = x.size, self.step, 0
        free, before = (np.full(n, -np.inf), np.full(n, np.inf)), np.empty(n)
        times, rows, insides = [np.zeros(1)], [x[None].copy()], [np.array([(cuts[0] + cuts[1]) / 2])]
        for t0, t1 in itertools.pairwise(cuts):
            steps = max(1, round((t1 - t0) / self.step))
            h, inside = (t1 - t0) / steps, (t0 + t1) / 2
            wanted, every = self._times(t0, t1, steps, h, since)
            record = np.empty((len(wanted) + 1, *x.shape))
            options = {
                "t0": t0,
                "t1": t1,
                "step": h,
                "relative": self.tolerances[0],
                "absolute": self.tolerances[1],
                "longest": t1 - t0,
                "first": min(first, t1 - t0),
            }
            limits = {"most": steps if self.fixed else MOST_STEPS, "every": every, "rows": len(wanted)}
            report = self.engine.run(x, t0, inside, held, free, options, limits, wanted, record, before, since)
            if report.status != DONE:
                x[:] = np.nan
            first, since = report.next_step, report.counted
            record[report.rows :] = np.nan
            times.append(wanted)
            rows.append(record[: len(wanted)])
            insides.append(np.full(len(wanted), inside))
        if times[-1].size == 0 or times[-1][-1] < self.duration:
            times.append(np.array([self.duration]))
            rows.append(x[None].copy())
            insides.append(np.array([(cuts[-2] + cuts[-1]) / 2]))
        return np.concatenate(times), np.concatenate(rows), np.concatenate(insides)

    def _times(self, t0: float, t1: float, steps: int, h: float, since: int) -> tuple[Floats, int]:
        """Return when rows are recorded, and every how many steps."""
        if self.fixed:
            every = max(1, round(self.spacing / h))
            places = np.arange(1, steps + 1)
            return t0 + places[(places + since) % every == 0] * h, every
        first, last = (int(np.floor(t / self.spacing * (1 + 1e-12) + 1e-9)) for t in (t0, t1))
        return np.minimum(np.arange(first + 1, last + 1) * self.spacing, t1), 1

    def _result(self, t: Floats, insides: Floats, rows: Floats, info: dict[str, Any]) -> Batch:
        layout, model = self.system.layout, self.system.plant
        N, K = rows.shape[:2]
        flat = np.ascontiguousarray(rows.reshape(N * K, layout.size))
        kernel = build_simplified(self.system.energies)
        energy = np.empty((N * K, 1))
        kernel.batch(np.ascontiguousarray(flat[:, layout.q]), np.ascontiguousarray(flat[:, layout.v]), energy)
        work, external, dissipated = np.moveaxis(rows[..., layout.audit], -1, 0)
        return Batch(
            robot=model.robot.name,
            t=t,
            q=rows[..., layout.q],
            qd=rows[..., layout.v],
            energy=energy.reshape(N, K),
            work=work,
            external=external,
            dissipated=dissipated,
            coordinates=health.coordinate_names(model),
            velocities=health.velocity_names(model),
            info=info,
        )
