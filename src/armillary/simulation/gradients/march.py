"""Some runs of a plan, computed together: forward, with tangents, and backward from checkpoints.

Backward, a segment is computed again from the state at its begin, and then its legs in reverse: the cotangents of the
recorded states are added where they belong, the adjoint sweep goes through the steps, and the tasks follow, the last
one first. Memory holds a state for each segment, and states and cotangents of the steps of one segment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from armillary.simulation.gradients.plan import Leg, Plan
from armillary.simulation.gradients.sweeps import Sizes, sweep
from armillary.simulation.native.assemble import LINE, address
from armillary.spatial.scalar import Floats


@dataclass(frozen=True, eq=False)
class Group:
    """Some runs of a plan, in lanes: their numbers, rows of added efforts (runs, K, nv), random numbers of tasks."""

    plan: Plan
    lanes: int
    runs: tuple[int, ...]
    efforts: Floats | None
    draws: Sequence[Floats]

    @cached_property
    def sizes(self) -> Sizes:
        """Sizes of the sweeps."""
        return self.plan.sizes(self.lanes)

    def run(self, kind: str, leg: Leg, *arrays: Floats) -> None:
        """Run a sweep over a leg; `arrays` are those of `sweeps.ARGUMENTS`, with an axis for the blocks first."""
        function: Any = sweep(kind, self.plan.method, self.sizes)[0]
        rates = self.plan.rates[leg.phase]
        kernels = {"forward": ["kernel"], "tangent": ["along"], "adjoint": ["kernel", "back"]}[kind]
        found = [getattr(rates, name) for name in kernels]
        addresses = [each.address_one if self.lanes == 1 else each.address_lanes for each in found]
        numbers = np.array([leg.begin, leg.step, leg.inside])
        marks = np.array([self.blocks, leg.steps], dtype=np.int64)
        function(*(address(each) for each in (numbers, marks, *arrays)), *addresses)

    @property
    def blocks(self) -> int:
        """Number of blocks of runs."""
        return -(-len(self.runs) // self.lanes)

    def empty(self, *shape: int) -> Floats:
        """Return zeros of shape (blocks, *shape, lanes), aligned to lines of cache."""
        whole = (self.blocks, *shape, self.lanes)
        memory = np.zeros(int(np.prod(whole)) + LINE)
        first = -address(memory) // memory.itemsize % LINE
        return memory[first : first + int(np.prod(whole))].reshape(whole)

    def put(self, rows: Floats) -> Floats:
        """Return rows (runs, n) as blocks (blocks, n, lanes); lanes without a run repeat the last one."""
        found = self.empty(rows.shape[1])
        self.into(found, rows)
        return found

    def into(self, blocks: Floats, rows: Floats) -> None:
        """Write rows (runs, n) into blocks (blocks, n, lanes)."""
        missing = self.blocks * self.lanes - len(rows)
        whole = np.concatenate([rows, np.repeat(rows[-1:], missing, axis=0)]) if missing else rows
        blocks[...] = whole.reshape(self.blocks, self.lanes, -1).transpose(0, 2, 1)

    def get(self, blocks: Floats) -> Floats:
        """Return a copy of blocks (blocks, n, lanes) as rows (runs, n)."""
        return np.array(blocks.transpose(0, 2, 1), order="C").reshape(-1, blocks.shape[1])[: len(self.runs)]

    def _clock(self, leg: Leg) -> Floats:
        return np.tile([leg.begin, leg.inside], (len(self.runs), 1))

    def _w(self, task: int, instant: int) -> Floats:
        """Return the random numbers of a task at one of its instants, (runs, width)."""
        rows = self.draws[task]
        return np.ascontiguousarray(rows[instant].T) if rows.size else np.zeros((len(self.runs), 1))

    def before(self, leg: Leg, x: Floats, p: Floats) -> list[tuple[int, int, Floats, Floats]]:
        """Do the tasks at the begin of a leg, and set its efforts; return each task with x and p before it."""
        done = []
        changing = self.plan.setup.loop.changing
        for task, instant in leg.due:
            now, given = self.get(x), self.get(p)
            done.append((task, instant, now, given))
            after = np.empty((len(now), changing))
            self.plan.tasks[leg.phase][task].kernel.batch(self._clock(leg), now, given, self._w(task, instant), after)
            self.into(p[:, :changing], after)
        if self.efforts is not None:
            self.into(p[:, : self.efforts.shape[2]], self.efforts[:, leg.piece])
        return done

    def forward(self, segments: Sequence[Sequence[Leg]], rows: Floats) -> list[tuple[Floats, Floats]]:
        """Compute the runs, write their rows (runs, R, n), and return x and p at the begin of each segment."""
        x, p = map(self.put, self.plan.starts(self.runs))
        rows[:, 0] = self.get(x)
        kept = []
        for segment in segments:
            kept.append((x.copy(), p.copy()))
            for leg in segment:
                self.before(leg, x, p)
                path = self.empty(leg.steps + 1, self.sizes.n)
                self.run("forward", leg, x, p, path)
                for row, step in leg.rows:
                    rows[:, row] = self.get(path[:, step])
        return kept

    def tangent(self, legs: Sequence[Leg], dx: Floats, dp: Floats, defforts: Floats | None) -> Floats:
        """Return tangents of the rows, (runs, R, n), from tangents of the start and of the places of p."""
        plan, (x0, p0) = self.plan, self.plan.starts(self.runs)
        x, p, along, changes = (self.put(each) for each in (x0, p0, dx, dp))
        found = np.zeros((len(self.runs), len(plan.line.times), self.sizes.n))
        found[:, 0] = dx
        for leg in legs:
            for task, instant, now, given in self.before(leg, x, p):
                after = np.empty((len(now), plan.own))
                arrays = (self._clock(leg), now, given, self._w(task, instant), self.get(along), self.get(changes))
                plan.tasks[leg.phase][task].along.batch(*arrays, after)
                self.into(changes[:, : plan.own], after)
            if defforts is not None:
                self.into(changes[:, : plan.own], defforts[:, leg.piece])
            path, tangents = (self.empty(leg.steps + 1, self.sizes.n) for _ in range(2))
            self.run("tangent", leg, x, p, along, changes, path, tangents)
            for row, step in leg.rows:
                found[:, row] = self.get(tangents[:, step])
        return found

    def backward(
        self, segments: Sequence[Sequence[Leg]], rows_bar: Floats, efforts_bar: Floats | None
    ) -> tuple[Floats, Floats]:
        """Return cotangents of the start and of the places of p from those of the rows, (runs, R, n).

        Cotangents of added efforts, (runs, K, nv), are added to `efforts_bar`.
        """
        plan, sizes = self.plan, self.sizes
        kept = self.forward(segments, np.empty_like(rows_bar))
        x_bar, p_bar = self.empty(sizes.n), self.empty(sizes.chosen)
        for segment in reversed(segments):
            x, p = kept.pop()
            passed = []
            for leg in segment:
                done = self.before(leg, x, p)
                path = self.empty(leg.steps + 1, sizes.n)
                begun = p.copy()
                self.run("forward", leg, x, p, path)
                passed.append((leg, done, begun, path))
            while passed:
                leg, done, begun, path = passed.pop()
                bars = self.empty(leg.steps, sizes.n)
                for row, step in leg.rows:
                    self.into(bars[:, step - 1], rows_bar[:, row])
                self.run("adjoint", leg, path, begun, bars, x_bar, p_bar)
                if efforts_bar is not None:
                    efforts_bar[:, leg.piece] += self.get(p_bar[:, : plan.own])
                    p_bar[:, : plan.own] = 0.0
                for each in reversed(done):
                    self._task_back(leg, each, x_bar, p_bar)
        return self.get(x_bar) + rows_bar[:, 0], self.get(p_bar)

    def _task_back(self, leg: Leg, done: tuple[int, int, Floats, Floats], x_bar: Floats, p_bar: Floats) -> None:
        """Pull cotangents back through a task."""
        task, instant, x, p = done
        plan, bars = self.plan, self.get(p_bar)
        more, found = np.empty_like(x), np.empty_like(bars)
        given = (self._clock(leg), x, p, self._w(task, instant), np.ascontiguousarray(bars[:, : plan.own]))
        plan.tasks[leg.phase][task].back.batch(*given, more, found)
        bars[:, : plan.own] = 0.0
        self.into(p_bar, bars + found)
        self.into(x_bar, self.get(x_bar) + more)
