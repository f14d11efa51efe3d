"""A motion of a closed loop, or a stack of motions, with products of its derivatives with vectors."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.compiler.llvm.target import host
from armillary.compiler.llvm.writer import Scalar
from armillary.compiler.ptx.target import DTYPE, SCALARS
from armillary.compiler.threads import together
from armillary.description.numbers import same_number
from armillary.errors import ArgumentError, ArmillaryWarning, IncompleteRunWarning, outside
from armillary.files.arguments import floats
from armillary.files.words import few, shortened
from armillary.multibody.configuration import Coordinates
from armillary.multibody.coordinates import coordinate_names, coordinate_units
from armillary.multibody.validity import bending
from armillary.simulation import checks
from armillary.simulation.gradients.plan import Plan
from armillary.simulation.gradients.runs import Runs
from armillary.simulation.loop.loop import Loop
from armillary.simulation.sensors import Accelerometer, TorqueSensor
from armillary.simulation.walk.blocks import THICK, Blocks
from armillary.simulation.walk.places import RunArray, numbers_of, shared_by, start_of
from armillary.spatial.scalar import Floats
from armillary.tables.parts import Facts, Part
from armillary.tables.shown import Shown
from armillary.tables.table import Table, columns


@dataclass(frozen=True, eq=False, repr=False)
class Rollout(Shown):
    """Motions of a closed loop with their derivatives. See `rollout`."""

    plan: Plan
    efforts: Floats | None
    """Efforts that are added, shape (K, nv) or (N, K, nv) [N·m or N]."""
    memory: int
    threads: int
    dtype: str = field(default=DTYPE, kw_only=True)
    """Precision: "float64" or "float32"."""

    def __repr__(self) -> str:
        schedule, loop = self.plan.schedule, self.plan.loop
        about = f"{loop.count} runs" if loop.stacked else "one run"
        about += f", {schedule.duration:g} s, {len(schedule.times)} states"
        return f"<{type(self).__name__} of {loop.scenario!r}: {about}>"

    def tables(self) -> list[Part]:
        """Return what was computed, the first and last recorded coordinates, and the values of the parameters."""
        plan, schedule = self.plan, self.plan.schedule
        names = ["q0", "qd0", *plan.names, *(["efforts"] if plan.schedule.pieces else [])]
        facts = {
            "robot": plan.loop.equations.plant.robot.name,
            "runs": str(plan.loop.count),
            "duration": f"{schedule.duration:g} s",
            "solver": f"{plan.method}, {plan.steps.count} steps",
            "recorded": f"{len(schedule.times)} states: t, q, qd",
            "gradients": f"vjp and jvp by {', '.join(names)}",
        }
        return [Facts(facts), *self._coordinates(), *self._parameters()]

    def _coordinates(self) -> list[Part]:
        """Return the first and the last recorded coordinates of a run, or their ranges over a stack."""
        model, q = self.plan.loop.equations.plant, self.q
        if not isinstance(q, np.ndarray) or not q.size:  # arrays of a GPU stay there
            return []
        units = coordinate_units(model)["q"]

        def cell(values: Floats) -> str:
            low, high = f"{np.min(values):.6g}", f"{np.max(values):.6g}"
            return low if low == high else f"{low} … {high}"

        rows = [
            (f"{name} [{unit}]" if unit else name, cell(q[..., 0, k]), cell(q[..., -1, k]))
            for k, (name, unit) in enumerate(zip(coordinate_names(model), units, strict=True))
        ]
        return [Table("", columns("coordinate", "first>", "last>"), rows)]

    def _parameters(self) -> list[Part]:
        """Return the values of the parameters that have derivatives."""
        values = self.plan.loop.parameters
        rows = [(name, shortened(values[name])) for name in self.plan.names]
        return [Table("", columns("parameter", "value>"), rows)] if rows else []

    @property
    def t(self) -> Floats:
        """Times of the recorded states, shape (R,) [s]."""
        return self.plan.schedule.times

    @property
    def q(self) -> Floats:
        """Coordinates, shape (R, nq), or (N, R, nq) of a stack [rad or m]."""
        return self._shaped(self._rows[:, :, self.plan.loop.layout.q])

    @property
    def qd(self) -> Floats:
        """Velocities, shape (R, nv), or (N, R, nv) of a stack [rad/s or m/s]."""
        return self._shaped(self._rows[:, :, self.plan.loop.layout.v])

    def vjp(self, q_bar: ArrayLike | None = None, qd_bar: ArrayLike | None = None) -> dict[str, Any]:
        """Return the gradients of Σ q_bar · q + Σ qd_bar · qd by name, in reverse mode.

        Args:
            q_bar: Cotangents of the recorded coordinates, of the shape of `q`; default zero.
            qd_bar: Cotangents of the recorded velocities, of the shape of `qd`; default zero.

        Returns:
            Gradients by q0 and qd0, all coordinates and velocities at the start; by each of the parameters; and, where
            efforts are added, by "efforts". Each has the shape of its value: the gradient by a number that several
            runs share is the sum over these runs.
        """
        plan, layout = self.plan, self.plan.loop.layout
        bars = np.zeros(self._shape)
        for name, part, cotangents in (("q_bar", layout.q, q_bar), ("qd_bar", layout.v, qd_bar)):
            if cotangents is not None:
                bars[:, :, part] = self._checked(name, cotangents, bars[:, :, part].shape)
        count = plan.loop.count
        efforts = None if self.efforts is None else np.zeros((count, *self.efforts.shape[-2:]))
        x_bar, p_bar = np.zeros((count, bars.shape[2])), np.zeros((count, len(plan.places)))

        def work(group: Group) -> None:
            runs = slice(group.runs[0], group.runs[-1] + 1)
            of_start, of_p = group.backward(self._longest, bars[runs], None if efforts is None else efforts[runs])
            x_bar[runs], p_bar[runs] = of_start, of_p[:, : len(plan.places)]

        self._each(work)
        gradients: dict[str, Any] = {"q0": self._shaped(x_bar[:, layout.q]), "qd0": self._shaped(x_bar[:, layout.v])}
        for k, name in enumerate(plan.names, plan.first_parameter):
            value = p_bar[:, k].astype(self.dtype, copy=False)
            gradients[name] = value if np.ndim(plan.loop.parameters[name]) else float(value.sum())
        if efforts is not None and self.efforts is not None:
            total = efforts if self.efforts.ndim == 3 else efforts.sum(axis=0)
            gradients["efforts"] = total.astype(self.dtype, copy=False)
        return gradients

    def jvp(self, directions: Mapping[str, ArrayLike]) -> tuple[Floats, Floats]:
        """Return the derivatives of q and qd along directions of the start, of parameters and of efforts.

        Args:
            directions: Directions by the names of `vjp`; those that are missing are zero.
        """
        directions = self._directions_of(directions)
        plan, layout, count = self.plan, self.plan.loop.layout, self.plan.loop.count
        dx, dp = np.zeros((count, plan.rates[0].size)), np.zeros((count, plan.rates[0].count))
        for name, part in (("q0", layout.q), ("qd0", layout.v)):
            if name in directions:
                dx[:, part] = self._checked(name, directions[name], dx[:, part].shape)
        for k, name in enumerate(plan.names, plan.first_parameter):
            dp[:, k] = matching(name, directions.get(name, 0.0), ((), (count,)))
        efforts = None
        if self.efforts is not None:
            whole = (count, *self.efforts.shape[-2:])
            efforts = np.zeros(whole)
            if "efforts" in directions:
                efforts[...] = matching("efforts", directions["efforts"], (whole[1:], whole))
        tangents = np.empty(self._shape)

        def work(group: Group) -> None:
            runs = slice(group.runs[0], group.runs[-1] + 1)
            tangents[runs] = group.tangent(dx[runs], dp[runs], None if efforts is None else efforts[runs])

        self._each(work)
        return self._shaped(tangents[:, :, layout.q]), self._shaped(tangents[:, :, layout.v])

    def at(
        self,
        *,
        q0: Coordinates = None,
        qd0: Coordinates = None,
        parameters: Mapping[str, ArrayLike] | None = None,
        efforts: ArrayLike | None = None,
    ) -> Self:
        """Return the rollout with other starts, values of the same parameters or as many rows of efforts.

        The code stays the same, so that this takes microseconds; default: nothing changes.
        """
        loop = self.plan.loop
        starts: Any = {name: value for name, value in (("q0", q0), ("qd0", qd0)) if value is not None}
        checks.named("parameters", parameters)
        changed_values: dict[str, ArrayLike] = {}
        for name, value in (parameters or {}).items():
            loop.scenario.numbers.input(name, "parameters")
            full_name = loop.scenario.numbers.listed_name(name, self.plan.names)
            if full_name is None:
                raise ArgumentError("parameters", shortened(name), f"some of {', '.join(self.plan.names) or 'none'}")
            if full_name in changed_values:
                raise same_number("parameters", name, full_name)
            changed_values[full_name] = value
        values = {**loop.parameters, **loop.scenario.numbers.checked(changed_values)}
        scenario = replace(loop.scenario, **starts) if starts else loop.scenario
        changed = replace(loop, scenario=scenario, parameters=values)
        added = self.efforts if efforts is None else added_efforts(changed, efforts)
        if (0 if added is None else added.shape[-2]) != self.plan.schedule.pieces:
            raise ArgumentError("efforts", "another number of rows", f"{self.plan.schedule.pieces} of them, as before")
        return replace(self, plan=replace(self.plan, loop=changed), efforts=added)

    @cached_property
    def _rows(self) -> Floats:
        """Recorded states of all runs, shape (N, R, n)."""
        rows = np.zeros(self._shape)

        def work(group: Group) -> None:
            group.forward(rows[group.runs[0] : group.runs[-1] + 1])

        self._each(work)
        self._warn(rows)
        return rows

    def _warn(self, rows: Floats) -> None:
        """Warn of runs that are not finite and of links that bend too far at recorded states, as `simulate` does."""
        layout, plant = self.plan.loop.layout, self.plan.loop.equations.plant
        lost = np.flatnonzero(~np.isfinite(rows).all(axis=(1, 2)))
        if len(lost):
            numbers = few([str(run) for run in lost])
            text = f"the motion of {len(lost)} of {len(rows)} runs is not finite ({numbers}); try a smaller step"
            warnings.warn(text, IncompleteRunWarning, stacklevel=outside())
        if plant.elastic:
            bent = bending(plant, np.where(np.isfinite(rows), rows, 0.0)[:, :, layout.q])
            if np.any(bent.beyond):
                places = np.unravel_index(int(np.argmax(bent.excess)), bent.excess.shape)
                place = tuple(int(each) for each in places)
                text = f"link {bent.links[place[-1]]} bends too far; at t = {self.t[place[1]]:.6g} s {bent.text(place)}"
                warnings.warn(text, ArmillaryWarning, stacklevel=outside())

    @property
    def _shape(self) -> tuple[int, int, int]:
        """Number of runs, of recorded states and of entries of a state."""
        return self.plan.loop.count, len(self.plan.schedule.times), self.plan.rates[0].size

    @cached_property
    def _longest(self) -> int:
        """Number of steps of a segment: all of them if memory holds their states, else the root of half of them."""
        steps = self.plan.steps.count
        whole = self._per_run(steps) * min(self.plan.loop.count, self._lanes)
        return steps if whole <= self.memory else max(1, round((steps / 2) ** 0.5))

    def _per_run(self, longest: int) -> int:
        """Return the memory of a run [B] with segments of at most `longest` steps."""
        sizes, changing = self.plan.sizes, self.plan.structure.changing
        checkpoints = self.plan.steps.count // longest + 2
        return SCALARS[self.dtype].bytes * (
            sizes.n * longest + changing * min(longest, len(self.plan.steps.times)) + (sizes.n + changing) * checkpoints
        )

    @property
    def _lanes(self) -> int:
        return host(scalar=SCALARS[self.dtype]).width if self.plan.loop.count > 1 else 1

    def _each(self, work: Callable[[Group], None]) -> None:
        """Do some work for groups of runs, as many at a time as memory holds, in all threads."""
        count, lanes = self.plan.loop.count, self._lanes
        at_once = self.memory // (self._per_run(self._longest) * self.threads)
        size = max(1, min(at_once, -(-THICK // self.plan.steps.count)) // lanes) * lanes
        groups = [self._group(range(first, min(first + size, count))) for first in range(0, count, size)]
        if groups:
            work(groups[0])  # the code is made once
        for _ in together(work, [(group,) for group in groups[1:]], self.threads):
            pass

    def _group(self, runs: Sequence[int]) -> Group:
        efforts = None
        if self.efforts is not None:
            whole = np.broadcast_to(self.efforts, (self.plan.loop.count, *self.efforts.shape[-2:]))
            efforts = whole[runs[0] : runs[-1] + 1]
        return Group(self.plan, self._lanes, tuple(runs), efforts, SCALARS[self.dtype])

    def _shaped(self, values: Floats) -> Floats:
        """Return values of all runs, or of one run, in the precision of the rollout."""
        rounded = values.astype(self.dtype, copy=False)
        return rounded if self.plan.loop.stacked else rounded[0]

    def _directions_of(self, directions: Mapping[str, Any] | None) -> Mapping[str, Any]:
        """Return directions by name; raise `ArgumentError` for an unknown name."""
        checks.named("directions", directions)
        known = ("q0", "qd0", *self.plan.names, *(("efforts",) if self.plan.schedule.pieces else ()))
        for name in directions or {}:
            if name not in known:
                raise ArgumentError("directions", shortened(name), f"some of {', '.join(known)}")
        return directions or {}

    def _checked(self, name: str, values: ArrayLike, shape: tuple[int, ...]) -> Floats:
        return matching(name, values, [shape if self.plan.loop.stacked else shape[1:]]).reshape(shape)


@dataclass(frozen=True, eq=False)
class Group:
    """Some runs of a plan, in lanes: their numbers, and rows of added efforts (runs, K, nv) or None."""

    plan: Plan
    lanes: int
    runs: tuple[int, ...]
    efforts: Floats | None
    scalar: Scalar

    def forward(self, rows: Floats) -> None:
        """Compute the runs and write their rows (runs, R, n)."""
        blocks, runs = self._start()
        written = self._rows(blocks)
        runs.forward(written)
        self._read(blocks, written, rows)

    def tangent(self, dx: Floats, dp: Floats, defforts: Floats | None) -> Floats:
        """Return tangents of the rows, (runs, R, n), from tangents of the start and of the places of p."""
        blocks, runs = self._start()
        sizes, written = self.plan.sizes, self._rows(blocks)
        x = blocks.put(dx)
        along = {f"d{name}": blocks.part(x, first) for name, (first, _) in sizes.parts.items()}
        along["dp"] = blocks.put_columns(dp)
        if defforts is not None:
            along["defforts"] = blocks.put(defforts)
        runs.tangent(along, written)
        tangents = np.zeros((len(self.runs), len(self.plan.schedule.times), sizes.n))
        self._read(blocks, written, tangents)
        return tangents

    def backward(self, longest: int, rows_bar: Floats, efforts_bar: Floats | None) -> tuple[Floats, Floats]:
        """Return cotangents of the start and of the places of p from those of the rows, (runs, R, n).

        Cotangents of added efforts, (runs, K, nv), are written to `efforts_bar`.
        """
        blocks, runs = self._start()
        sizes = self.plan.sizes
        q, v = slice(0, sizes.nq), slice(sizes.nq, sizes.nq + sizes.nv)
        count = rows_bar.shape[1]
        rows = {name: blocks.put(rows_bar[:, :, part]).of(count) for name, part in (("q_rows", q), ("v_rows", v))}
        x_bar, p_bar = blocks.row_room(sizes.n), blocks.column_room(sizes.chosen)
        more = {"p_bar": p_bar}
        if efforts_bar is not None:
            more["efforts_bar"] = blocks.put(np.zeros_like(efforts_bar))
        runs.backward(longest, rows, x_bar, {}, more)
        if efforts_bar is not None:
            efforts_bar[...] = blocks.get(more["efforts_bar"], *efforts_bar.shape[1:])
        return blocks.get(x_bar, sizes.n), blocks.get(p_bar, sizes.chosen)

    def _rows(self, blocks: Blocks) -> dict[str, RunArray]:
        """Return memory for the rows of q and q̇."""
        count, sizes = len(self.plan.schedule.times), self.plan.sizes
        parts = (("q_rows", sizes.nq), ("v_rows", sizes.nv))
        return {name: blocks.row_room(count * size).of(count) for name, size in parts}

    def _read(self, blocks: Blocks, written: dict[str, RunArray], to: Floats) -> None:
        """Copy rows of q and q̇ to an array (runs, R, n)."""
        nq, nv = self.plan.sizes.nq, self.plan.sizes.nv
        to[:, :, :nq] = blocks.get(written["q_rows"], to.shape[1], nq)
        to[:, :, nq : nq + nv] = blocks.get(written["v_rows"], to.shape[1], nv)

    def _start(self) -> tuple[Blocks, Runs]:
        """Return memory for the runs, and the runs at their start."""
        plan, numbers = self.plan, slice(self.runs[0], self.runs[-1] + 1)
        loop, structure, steps = plan.loop, plan.structure, plan.steps
        blocks = Blocks(plan, self.lanes, len(self.runs), self.scalar)
        start = start_of(blocks, loop, structure, numbers)
        fixed = numbers_of(blocks, loop, structure, numbers) | shared_by(blocks, loop, steps, plan.p())
        if self.efforts is not None:
            fixed["efforts"] = blocks.put(np.ascontiguousarray(self.efforts))
        return blocks, Runs(blocks, structure, steps, start, fixed)


def matching(name: str, values: ArrayLike, shapes: Sequence[tuple[int, ...]]) -> Floats:
    """Return a direction as an array of one of some shapes."""
    expected = f"numbers of shape {' or '.join(map(str, shapes))}"
    array = floats(name, values, expected)
    if array.shape not in shapes:
        raise ArgumentError(name, f"shape {array.shape}", expected)
    return array


def added_efforts(loop: Loop, efforts: ArrayLike) -> Floats:
    """Return efforts that are added to those of a controller as an array."""
    count, nv = loop.count, loop.layout.nv
    rows = floats("efforts", efforts, f"rows of {nv} efforts")
    if loop.clocks and any(isinstance(sensor, (Accelerometer, TorqueSensor)) for sensor in loop.scenario.sensors):
        problem = "given for a sampled controller with an accelerometer or a torque sensor, whose readings they change"
        raise ArgumentError("efforts", problem, "other sensors, or a continuous controller")
    if rows.ndim not in (2, 3) or rows.shape[-1] != nv or not rows.size or rows.shape[:-2] not in ((), (count,)):
        raise ArgumentError("efforts", f"shape {rows.shape}", f"shape (K, {nv}) or ({count}, K, {nv})")
    return rows
