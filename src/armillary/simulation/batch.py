"""`arm.simulate_batch`: many trajectories of one robot at once, in the lanes of the machine and on its cores.

Every trajectory has its own start. As many as the machine has lanes go through one native loop together, with the
same steps; a trajectory that is lost (NaN) does not disturb its neighbours. What does not fill a block is padded. Where
the shared steps of a block come to nothing, because one of its motions needs steps that are too small, they go alone.
"""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import CancelledError, ThreadPoolExecutor
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.compiler.llvm.target import host
from armillary.description.robot import Robot
from armillary.errors import ArgumentError
from armillary.results.positions import with_positions
from armillary.results.trajectory import Event, Trajectory
from armillary.simulation import health
from armillary.simulation.arguments import (
    check_alike,
    check_count,
    modelled,
    positive,
    pushed,
    solver_of,
    spacing_of,
    starts,
    unbounded,
    wanted_of,
)
from armillary.simulation.controls import bound, untraceable
from armillary.simulation.disturbances import Push
from armillary.simulation.engine import Engine
from armillary.simulation.march import March
from armillary.simulation.native.loop import DONE, TOO_MANY
from armillary.simulation.references import anchor
from armillary.simulation.run import signals
from armillary.simulation.signals import Reference
from armillary.simulation.solvers import RK4, Auto, Solver
from armillary.simulation.system import System
from armillary.simulation.timeline import due, steps_of, stretches

Floats = NDArray[np.float64]


def simulate_batch(
    robot: Robot,
    duration: float = 1.0,
    *,
    solver: Solver | None = None,
    q0: ArrayLike | None = None,
    qd0: ArrayLike | None = None,
    controller: Any = None,
    reference: Reference | None = None,
    plant: Robot | None = None,
    motors: str = "full",
    friction: bool = True,
    limits: bool = True,
    disturbances: tuple[Push, ...] = (),
    record: float | None = None,
    threads: int = 0,
) -> Trajectory:
    """Return a stack of motions of a robot, one for each row of q0 and qd0.

    An interruption (Ctrl-C) ends it without a result.

    Args:
        robot: The robot, and what the controller takes it for.
        duration: How long [s].
        solver: Numerical method with its settings; default `arm.solvers.RK4()`. An adaptive solver chooses one step for
            all trajectories of a block.
        q0: Start configurations, (N, nq), or one row for all; default zero.
        qd0: Start velocities, (N, nv), or one row for all; default zero.
        controller: What gives the efforts; it must be one that can be compiled.
        reference: The wanted motion, the same for all; default: stay at the first q0.
        plant: The robot that really moves, if the controller's model differs from it; its links may bend where those of
            the model are rigid.
        motors: "full", "reflected" or "none".
        friction: Whether friction and damping count.
        limits: Whether efforts are cut to their limits. Joint limits do not stop anything here.
        disturbances: Wrenches from outside.
        record: Time between recorded states [s]; the start and the end alone unless given.
        threads: Threads that share the work; one for each core unless given.

    Example:
        >>> import armillary as arm
        >>> starts = np.random.default_rng(0).uniform(-1, 1, (100, 3))
        >>> simulate_batch(arm.library.get("planar-3r"), duration=0.1, q0=starts).q.shape
        (100, 2, 3)
    """
    model, moved = (
        modelled(name, each, motors, friction)
        for name, each in (("robot", robot), ("plant", robot if plant is None else plant))
    )
    check_alike(model, moved)
    start = starts(moved, q0, qd0)
    begin = start[0, : moved.nq]
    wanted = wanted_of(reference, model, moved, begin)
    law = bound(anchor(controller, model, begin), model, wanted, moved)
    reason = untraceable(law, wanted, moved)
    if reason is not None:
        raise ArgumentError("controller", f"one that cannot be compiled ({reason})", "one without branches on values")
    chosen = RK4() if solver is None else solver_of(solver)
    if isinstance(chosen, Auto):
        raise ArgumentError("solver", repr(chosen), "a numerical method", "Auto looks at one start, and there are many")
    if isinstance(threads, bool) or not isinstance(threads, int | np.integer) or threads < 0:
        raise ArgumentError("threads", repr(threads)[:80], "a whole number; 0 for one for each core")
    system = System(moved, law, wanted, health.effort_limits(moved) if limits else (), pushed(disturbances, moved))
    run = _BatchRun(system, positive("duration", duration), chosen, record)
    return run.go(start, int(threads) or os.cpu_count() or 1)


class _BatchRun:
    """One batch."""

    def __init__(
        self,
        system: System,
        duration: float,
        solver: Solver,
        record: float | None,
    ) -> None:
        self.system, self.duration, self.solver = system, duration, solver
        self.spacing = spacing_of(record, duration, duration)
        check_count(solver, duration)
        # Where each step needs a linear system of its own, trajectories go one by one.
        self.lanes = 1 if solver.linear else host().width
        self.engine = Engine(system, solver, self.lanes)
        self.given_up = threading.Event()

    @cached_property
    def alone(self) -> Engine:
        """What runs one trajectory by itself."""
        return Engine(self.system, self.solver)

    def go(self, start: Floats, threads: int) -> Trajectory:
        """Run all blocks."""
        layout, controls = self.system.layout, self.system.controller
        N = len(start)
        blocks = -(-N // self.lanes)
        x = np.zeros((blocks * self.lanes, layout.size))
        x[:N, : start.shape[1]] = start
        x[N:, : start.shape[1]] = start[-1]  # padding
        x[:, layout.c] = controls.start()
        begun = time.perf_counter()
        with ThreadPoolExecutor(threads) as pool:
            futures = [pool.submit(self._block, group) for group in np.split(x, blocks)]
            try:
                done = [future.result() for future in futures]
            except BaseException:
                self.given_up.set()  # threads look at it between portions
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        seconds = time.perf_counter() - begun
        t = done[0][0]
        rows = np.stack([part[1] for part in done])  # (blocks, K, lanes, n)
        rows = rows.transpose(0, 2, 1, 3).reshape(blocks * self.lanes, len(t), layout.size)[:N]
        return self._result(t, rows, {"solver": self.solver.name, "seconds": seconds, "threads": threads})

    def _block(self, x: Floats) -> tuple[Floats, Floats]:
        """Return times and rows (K, lanes, n); where a block fails, its trajectories go on one by one."""
        t, rows, good = self._through(self.engine, x)
        if not good and self.lanes > 1:
            rows = np.concatenate([self._through(self.alone, row[None])[1] for row in x], axis=1)
        return t, rows

    def _through(self, engine: Engine, x: Floats) -> tuple[Floats, Floats, bool]:
        """Return times, rows (K, lanes, n), NaN after the end of what failed, and whether nothing did."""
        x = np.ascontiguousarray(x).copy()
        march = March(engine, self.solver, self.duration, self.spacing)
        held = np.zeros((len(x), self.system.program.inputs[2].size))
        bounds, before, good = unbounded(x.size), np.empty(x.size), True
        times, rows = [np.zeros(1)], [x[None].copy()]
        for stretch in stretches(self.duration, self.system.switches):
            steps = steps_of(stretch, self.solver.step) if march.fixed else None
            times.append(due(stretch, self.spacing, stretch.t1 == self.duration, steps))
            found = np.full((len(times[-1]), *x.shape), np.nan)
            rows.append(found)
            count = 0
            if good:
                for part in march.through(stretch, x, held, bounds, before):
                    if self.given_up.is_set():
                        raise CancelledError
                    found[count : count + len(part.times)] = part.rows
                    count += len(part.times)
                    good = part.status in (DONE, TOO_MANY)
        return np.concatenate(times), np.concatenate(rows), good

    def _result(self, t: Floats, rows: Floats, info: dict[str, Any]) -> Trajectory:
        layout, model = self.system.layout, self.system.plant
        N, K = rows.shape[:2]
        flat = np.ascontiguousarray(rows.reshape(N * K, layout.size))
        parts = list(stretches(self.duration, self.system.switches))
        inside = np.array([part.inside for part in parts])[np.searchsorted([part.t1 for part in parts], t)]
        found = signals(self.system, np.tile(t, N), flat, np.tile(inside, N), held=None)
        out = {name: values.reshape(N, K, -1) for name, values in found.items()}
        work, external, dissipated = np.moveaxis(rows[..., layout.audit], -1, 0)
        stack = Trajectory(
            model=model,
            t=t,
            q=rows[..., layout.q],
            qd=rows[..., layout.v],
            qdd=out["qdd"],
            tau=out["tau"],
            kinetic=out["kinetic"][..., 0],
            potential=out["potential"][..., 0],
            work=work,
            external=external,
            dissipated=dissipated,
            signals={"reference": out["reference"], "elastic": out["stored"][..., 0]},
            events=_lost(t, rows[..., layout.q]),
            info=info | {"duration": self.duration},
        )
        return with_positions(stack)


def _lost(t: Floats, q: Floats) -> tuple[Event, ...]:
    """Return an event for each run that ends in values that are not finite."""
    good = np.all(np.isfinite(q), axis=2)
    found = []
    for run in np.flatnonzero(~good[:, -1]):
        last = float(t[max(int(good[run].argmin()) - 1, 0)])
        text = f"run {run} is not finite after t = {last:.6g} s"
        found.append(Event(last, "not finite", text, run=int(run)))
    return tuple(found)
