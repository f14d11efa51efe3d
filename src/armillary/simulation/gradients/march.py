"""Some runs of a plan, computed together: forward, with tangents, and backward from checkpoints.

Backward, a segment is computed again from the state at its start, and then its legs in reverse: the cotangents of the
recorded states are added where they belong, the adjoint sweep goes through the steps, and the tasks follow, the last
one first. Memory holds a state for each segment, and states and cotangents of the steps of one segment.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from armillary.simulation.gradients.plan import Leg, Plan, Segment
from armillary.simulation.gradients.rates import Rates
from armillary.simulation.gradients.stepping import Sizes
from armillary.simulation.gradients.sweeps import NUMBERS, sweep
from armillary.simulation.native.assemble import LINE, address
from armillary.spatial.scalar import Floats


class Blocks(NamedTuple):
    """An array (blocks, …, lanes), aligned to lines of cache, and its address."""

    values: Floats
    address: int


class Done(NamedTuple):
    """A task with the number of its instant, and the states and p of the runs before it."""

    task: int
    instant: int
    x: Floats
    p: Floats


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

    @cached_property
    def blocks(self) -> int:
        """Number of blocks of runs."""
        return -(-len(self.runs) // self.lanes)

    def empty(self, *shape: int) -> Blocks:
        """Return zeros of shape (blocks, *shape, lanes)."""
        whole = (self.blocks, *shape, self.lanes)
        size = math.prod(whole)
        memory = np.zeros(size + LINE)
        first = -address(memory) // memory.itemsize % LINE
        values = memory[first : first + size].reshape(whole)
        return Blocks(values, address(values))

    def paths(self, legs: Sequence[Leg], more: int) -> list[Blocks]:
        """Return zeros for the states of each leg, its steps and `more` of them, in one piece of memory."""
        whole = self.empty(sum(leg.steps + more for leg in legs), self.sizes.n)
        flat, found, first = whole.values.reshape(-1), list[Blocks](), 0
        for leg in legs:
            shape = (self.blocks, leg.steps + more, self.sizes.n, self.lanes)
            size = math.prod(shape)
            found.append(Blocks(flat[first : first + size].reshape(shape), whole.address + 8 * first))
            first += size
        return found

    def put(self, rows: Floats) -> Blocks:
        """Return rows (runs, n) as blocks (blocks, n, lanes); lanes without a run repeat the last one."""
        found = self.empty(rows.shape[1])
        self.into(found.values, rows)
        return found

    def into(self, blocks: Floats, rows: Floats) -> None:
        """Write rows (runs, n) into blocks (blocks, n, lanes)."""
        missing = self.blocks * self.lanes - len(rows)
        whole = np.concatenate([rows, np.repeat(rows[-1:], missing, axis=0)]) if missing else rows
        blocks[...] = whole.reshape(self.blocks, self.lanes, -1).transpose(0, 2, 1)

    def get(self, blocks: Floats) -> Floats:
        """Return a copy of blocks (blocks, n, lanes) as rows (runs, n)."""
        return np.array(blocks.transpose(0, 2, 1), order="C").reshape(-1, blocks.shape[1])[: len(self.runs)]

    def forward(self, segments: Sequence[Segment], rows: Floats) -> None:
        """Compute the runs and write their rows (runs, R, n)."""
        x, p = map(self.put, self.plan.starts(self.runs))
        rows[:, 0] = self.get(x.values)
        for segment in segments:
            self._through(segment, x, p, rows)

    def tangent(self, segments: Sequence[Segment], dx: Floats, dp: Floats, defforts: Floats | None) -> Floats:
        """Return tangents of the rows, (runs, R, n), from tangents of the start and of the places of p."""
        plan, (x0, p0) = self.plan, self.plan.starts(self.runs)
        x, p, along, changes = (self.put(each) for each in (x0, p0, dx, dp))
        found = np.zeros((len(self.runs), len(plan.line.times), self.sizes.n))
        found[:, 0] = dx
        for segment in segments:
            sweeps = _Sweeps(self, "tangent", segment)
            paths, moved = self.paths(segment.legs, 1), self.paths(segment.legs, 1)
            for k, leg in enumerate(segment.legs):
                for done in self._begin(leg, x, p):
                    self._task_along(leg, done, along, changes)
                if defforts is not None:
                    self.into(changes.values[:, : plan.own], defforts[:, leg.piece])
                sweeps.run(k, x, p, along, changes, paths[k], moved[k])
                for row, step in leg.rows:
                    found[:, row] = self.get(moved[k].values[:, step])
        return found

    def backward(
        self, segments: Sequence[Segment], rows_bar: Floats, efforts_bar: Floats | None
    ) -> tuple[Floats, Floats]:
        """Return cotangents of the start and of the places of p from those of the rows, (runs, R, n).

        Cotangents of added efforts, (runs, K, nv), are added to `efforts_bar`.
        """
        x, p = map(self.put, self.plan.starts(self.runs))
        kept = [(x.values.copy(), p.values.copy())]
        for segment in segments[:-1]:
            self._through(segment, x, p)
            kept.append((x.values.copy(), p.values.copy()))
        x_bar, p_bar = self.empty(self.sizes.n), self.empty(self.sizes.chosen)
        for segment in reversed(segments):
            x.values[...], p.values[...] = kept.pop()
            self._segment_back(segment, (x, p, x_bar, p_bar), rows_bar, efforts_bar)
        return self.get(x_bar.values) + rows_bar[:, 0], self.get(p_bar.values)

    def _segment_back(
        self,
        segment: Segment,
        state: tuple[Blocks, Blocks, Blocks, Blocks],
        rows_bar: Floats,
        efforts_bar: Floats | None,
    ) -> None:
        """Pull cotangents of x and p back through a segment, which is computed again first."""
        (x, p, x_bar, p_bar), own = state, self.plan.own
        done, given, paths = self._through(segment, x, p)
        sweeps, bars = _Sweeps(self, "adjoint", segment), self.paths(segment.legs, 0)
        for k, leg in reversed([*enumerate(segment.legs)]):
            for row, step in leg.rows:
                self.into(bars[k].values[:, step - 1], rows_bar[:, row])
            p.values[...] = given[k]
            sweeps.run(k, paths[k], p, bars[k], x_bar, p_bar)
            if efforts_bar is not None:
                efforts_bar[:, leg.piece] += self.get(p_bar.values[:, :own])
                p_bar.values[:, :own] = 0.0
            for each in reversed(done[k]):
                self._task_back(leg, each, x_bar.values, p_bar.values)

    def _through(
        self, segment: Segment, x: Blocks, p: Blocks, rows: Floats | None = None
    ) -> tuple[list[list[Done]], list[Floats], list[Blocks]]:
        """Carry x and p through a segment, and write rows; return tasks, p and the path of each leg."""
        sweeps, paths = _Sweeps(self, "forward", segment), self.paths(segment.legs, 1)
        done, given = [], []
        for k, leg in enumerate(segment.legs):
            done.append(self._begin(leg, x, p))
            given.append(p.values.copy())
            sweeps.run(k, x, p, paths[k])
            for row, step in leg.rows if rows is not None else ():
                rows[:, row] = self.get(paths[k].values[:, step])  # type: ignore[index]
        return done, given, paths

    def _begin(self, leg: Leg, x: Blocks, p: Blocks) -> list[Done]:
        """Do the tasks at the start of a leg, and set its efforts."""
        done = []
        changing = self.plan.setup.loop.changing
        for task, instant in leg.due:
            done.append(Done(task, instant, self.get(x.values), self.get(p.values)))
            after = np.empty((len(self.runs), changing))
            self.plan.tasks[leg.phase][task].kernel.batch(*self._inputs(leg, done[-1]), after)
            self.into(p.values[:, :changing], after)
        if self.efforts is not None:
            self.into(p.values[:, : self.efforts.shape[2]], self.efforts[:, leg.piece])
        return done

    def _inputs(self, leg: Leg, done: Done) -> tuple[Floats, Floats, Floats, Floats]:
        """Return clock, x, p and random numbers of a task."""
        draws = self.draws[done.task]
        w = np.ascontiguousarray(draws[done.instant].T) if draws.size else np.zeros((len(self.runs), 1))
        return np.tile([leg.start, leg.inside], (len(self.runs), 1)), done.x, done.p, w

    def _task_along(self, leg: Leg, done: Done, along: Blocks, changes: Blocks) -> None:
        """Push tangents forward through a task."""
        after = np.empty((len(self.runs), self.plan.own))
        tangents = self.get(along.values), self.get(changes.values)
        self.plan.tasks[leg.phase][done.task].along.batch(*self._inputs(leg, done), *tangents, after)
        self.into(changes.values[:, : self.plan.own], after)

    def _task_back(self, leg: Leg, done: Done, x_bar: Floats, p_bar: Floats) -> None:
        """Pull cotangents back through a task."""
        own, bars = self.plan.own, self.get(p_bar)
        more, found = np.empty_like(done.x), np.empty_like(bars)
        given = np.ascontiguousarray(bars[:, :own])
        self.plan.tasks[leg.phase][done.task].back.batch(*self._inputs(leg, done), given, more, found)
        bars[:, :own] = 0.0
        self.into(p_bar, bars + found)
        self.into(x_bar, self.get(x_bar) + more)


class _Sweeps:
    """The sweeps of one kind through the legs of a segment."""

    def __init__(self, group: Group, kind: str, segment: Segment) -> None:
        self.function: Any = sweep(kind, group.plan.method, group.sizes)[0]
        self.legs, self.numbers = segment.legs, segment.numbers
        self.marks = np.array([[group.blocks, leg.steps] for leg in segment.legs], dtype=np.int64)
        self.first = address(self.numbers), address(self.marks)
        self.kernels = [self._addresses(kind, rates, group.lanes) for rates in group.plan.rates]

    @staticmethod
    def _addresses(kind: str, rates: Rates, lanes: int) -> list[int]:
        """Return the addresses of f and its product, as `sweeps.ARGUMENTS` has them."""
        found = {"forward": ["kernel"], "tangent": ["along"], "adjoint": ["kernel", "back"]}[kind]
        kernels = [getattr(rates, name) for name in found]
        return [each.address_one if lanes == 1 else each.address_lanes for each in kernels]

    def run(self, k: int, *arrays: Blocks) -> None:
        """Run the sweep through leg k; `arrays` are those of `sweeps.ARGUMENTS`."""
        numbers, marks = self.first
        places = (numbers + 8 * len(NUMBERS) * k, marks + 16 * k)
        self.function(*places, *[each.address for each in arrays], *self.kernels[self.legs[k].phase])
