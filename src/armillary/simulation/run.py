"""One run: native loops through its stretches, rows, events, and the trajectory that comes of it.

Within a stretch the native loop runs alone; between portions Python looks at what came out.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.simplified import build_simplified
from armillary.errors import ArmillaryWarning
from armillary.expr.evaluate import evaluate
from armillary.multibody.coordinates import coordinate_names, velocity_names
from armillary.results.positions import with_positions
from armillary.results.trajectory import Event, Trajectory
from armillary.simulation import health
from armillary.simulation.arguments import (
    check_count,
    positive,
    spacing_of,
    unbounded,
)
from armillary.simulation.controllers.task_space import TaskSpace
from armillary.simulation.controls import Sampler
from armillary.simulation.engine import Engine, quaternions
from armillary.simulation.march import PORTION, March, Part
from armillary.simulation.native.loop import DONE, NOT_FINITE, OUT_OF_BOUNDS, TOO_MANY
from armillary.simulation.references import Circle, Line
from armillary.simulation.solvers import Auto, Solver
from armillary.simulation.system import System
from armillary.simulation.timeline import Stretch, stretches

Floats = NDArray[np.float64]
Progress = Callable[[float], None]
"""Called now and then with the part of the run that is done, from 0 to 1."""

DRIFT_WARNING = 0.01
"""Per cent of drift of the energy balance that is worth a warning."""
ROUNDING = 1e-9
"""An imbalance below this part of the greatest energy, work or loss is not: a robot that rests has next to none."""


class Rows:
    """Recorded rows as they come: times, states, a time inside the stretch of each, held values."""

    def __init__(self) -> None:
        self.parts: list[tuple[Floats, Floats, Floats, Floats]] = []
        """One entry for each portion, put down at once, so that an interruption never leaves half of one."""

    @property
    def last(self) -> float:
        """The time of the last row [s], −1 if there is none."""
        return next((float(t[-1]) for t, *_ in reversed(self.parts) if len(t)), -1.0)

    def add(self, t: Floats, x: Floats, inside: float, held: Floats) -> None:
        """Put down rows."""
        self.parts.append((t, x.copy(), np.full(len(t), inside), np.repeat(held[None], len(t), axis=0)))

    def end(self, t: float, x: Floats, inside: float, held: Floats) -> None:
        """Put down the last row of a run that ends at t, in the place of what came after."""
        self.parts = [tuple(each[part[0] < t] for each in part) for part in self.parts]  # type: ignore[misc]
        self.add(np.array([t]), x[None], inside, held)

    def joined(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Return all rows."""
        t, x, inside, held = (np.concatenate(each) for each in zip(*self.parts, strict=True))
        return t, x, inside, held


class Run:
    """One simulation."""

    def __init__(
        self,
        system: System,
        duration: float,
        solver: Solver,
        record: float | None,
        limits: bool,
        sampler: Sampler | None,
        progress: Progress | None,
    ) -> None:
        self.system, self.sampler, self.progress = system, sampler, progress
        self.phases = [(0.0, system)]
        """From when on which system is at work."""
        self.duration = positive("duration", duration)
        self.spacing = spacing_of(record, self.duration, self.duration / 1000)
        self.solver, self.why, self.limits = solver, "", limits
        self.bounds = self._bounds(system)
        self.events: list[Event] = []
        self.counts: dict[str, float] = {"steps": 0, "rejected": 0, "evaluations": 0}
        self.noise, self.random = 0.0, np.random.default_rng(0)
        self.space: TaskSpace | None = None
        """The task whose singularities are looked for."""

    def go(self, start: Floats) -> Trajectory:
        """Integrate all stretches and put the trajectory together."""
        system = self.system
        x = np.concatenate([start, np.asarray(system.controller.start(), dtype=float), np.zeros(3)])
        period = self.sampler.period if self.sampler is not None else None
        jumps = [*system.switches, *(t for t, _ in self.phases)]
        times = stretches(self.duration, jumps, period)
        if isinstance(self.solver, Auto):
            inside = next(stretches(self.duration, jumps, period)).inside
            self.solver, self.why = self.solver.choose(system, x, period, inside)
        check_count(self.solver, self.duration)
        engine = Engine(system, self.solver)
        march = March(engine, self.solver, self.duration, self.spacing)
        held = np.zeros(system.program.inputs[2].size)
        parts = [(system, Rows())]
        begun = time.perf_counter()
        try:
            for stretch in times:
                if self._at(stretch.inside) is not parts[-1][0]:
                    march.engine = self._change(stretch, parts, x)
                asked = self._asked(stretch, x) if self.sampler is not None and stretch.asked else held
                if stretch.t0 == 0:
                    parts[0][1].add(np.zeros(1), x[None], stretch.inside, asked)
                if not np.all(np.isfinite(asked)):
                    self._unknown(stretch.t0, asked)
                    parts[-1][1].end(stretch.t0, x, stretch.inside, held)
                    break
                held = np.array(asked)
                if not self._stretch(march, stretch, x, held, parts[-1][1]):
                    break
        except KeyboardInterrupt:
            t = max((rows.last for _, rows in parts), default=0.0)
            if t < 0:
                raise  # nothing is done yet
            self.events.append(Event(t, "interrupted", f"interrupted after t = {t:.6g} s; what was done is kept"))
        self.counts["seconds"] = time.perf_counter() - begun
        if self.sampler is not None and self.sampler.calls:
            self.counts |= {"calls": self.sampler.calls, "calls_seconds": self.sampler.seconds}
            cost = (
                f"; its {self.sampler.calls} calls took {self.sampler.seconds:.2g} s of {self.counts['seconds']:.2g} s"
            )
            self.events = [
                replace(event, message=event.message + cost) if event.kind == "sampled" else event
                for event in self.events
            ]
        return self._trajectory(parts)

    def _bounds(self, system: System) -> tuple[Floats, Floats]:
        """Return what the state of a system must not leave."""
        return health.joint_bounds(system.plant, system.layout) if self.limits else unbounded(system.layout.size)

    def _unknown(self, t: float, efforts: Floats) -> None:
        """Put down that a controller gave something that is no number."""
        where = velocity_names(self.system.plant)[int(np.argmin(np.isfinite(efforts)))]
        text = f"the controller's effort for {where} is not finite at t = {t:.6g} s"
        self.events.append(Event(t, "not finite", text, where))

    def _at(self, t: float) -> System:
        """Return the system that is at work at a time."""
        return [system for begin, system in self.phases if begin <= t][-1]

    def _change(self, stretch: Stretch, parts: list[tuple[System, Rows]], x: Floats) -> Engine:
        """Put another plant in the place of the one before; what energy that brings is work from outside."""
        system, layout, t = self._at(stretch.inside), self.system.layout, stretch.t0
        energies = [each.energy(x[layout.q], x[layout.v]) for each in (parts[-1][0], system)]
        x[layout.audit.start + 1] += energies[1] - energies[0]
        self.events.append(Event(t, "changed", f"the plant becomes {system.plant.robot.name} at t = {t:.6g} s"))
        parts.append((system, Rows()))
        self.bounds = self._bounds(system)
        return Engine(system, self.solver)

    def _asked(self, stretch: Stretch, x: Floats) -> Floats:
        """Return the efforts of a sampled controller, from what it measures."""
        layout, plant = self.system.layout, self.system.plant
        q, v = x[layout.q], x[layout.v]
        if self.noise:
            q, v = (part + self.noise * self.random.normal(size=len(part)) for part in (q, v))
            for start in quaternions(plant):
                q[start : start + 4] /= np.linalg.norm(q[start : start + 4])
        assert self.sampler is not None
        return self.sampler.efforts(stretch.t0, stretch.inside, q, v)

    def _stretch(self, march: March, stretch: Stretch, x: Floats, held: Floats, rows: Rows) -> bool:
        """Integrate a stretch, record, and say whether the run goes on."""
        before, bounds = x.copy(), self.bounds
        for part in march.through(stretch, x, held, bounds, before):
            if len(part.times):
                rows.add(part.times, part.rows, stretch.inside, held)
            for name in ("steps", "rejected", "evaluations"):
                self.counts[name] += getattr(part.report, name)
            status, t, last = part.status, part.report.t, x
            crossed = self._crossed(march, stretch, part, x, held, bounds, before)
            if crossed is not None:
                status, t = OUT_OF_BOUNDS, crossed
            elif status == NOT_FINITE:
                t, last = part.report.previous, before
            if self.progress is not None:
                self.progress(min(t / self.duration, 1.0))
            if status not in (DONE, TOO_MANY):
                self._stopped(march.engine.system, stretch, status, t, x, held)
                rows.end(t, last, stretch.inside, held)
                return False
        return True

    def _stopped(self, system: System, stretch: Stretch, status: int, t: float, x: Floats, held: Floats) -> None:
        """Put down why the run ends here."""
        given = {"clock": np.array([[t, stretch.inside]]), "x": x[None], "p": held[None]}
        with np.errstate(all="ignore"):
            rates = evaluate(system.program, given)["dx"][0]
        names = [*coordinate_names(system.plant), *velocity_names(system.plant)]
        self.events.append(health.stopped(status, t, x, rates, self.bounds, names))

    def _crossed(
        self,
        march: March,
        stretch: Stretch,
        part: Part,
        x: Floats,
        held: Floats,
        bounds: tuple[Floats, Floats],
        before: Floats,
    ) -> float | None:
        """Return when a bound was reached, if it was; x becomes the state then.

        A long step may leave the bounds and come back, which recorded rows show.
        """
        if part.report.status != OUT_OF_BOUNDS and (march.fixed or not len(part.times)):
            return None
        lower, upper = bounds
        t0, t1, begin, after = part.report.previous, part.report.t, before, x
        out = np.flatnonzero(np.any((part.rows < lower) | (part.rows > upper), axis=1))
        if len(out):
            k = int(out[0])
            t1, after = float(part.times[k]), part.rows[k]
            if t1 <= t0 or (k > 0 and part.times[k - 1] > t0):
                t0, begin = (part.begun, part.start) if k == 0 else (float(part.times[k - 1]), part.rows[k - 1])
        elif part.report.status != OUT_OF_BOUNDS:
            return None
        late, x[:] = self._located(march, stretch, (t0, begin), (t1, after), held, bounds)
        return late

    def _located(
        self,
        march: March,
        stretch: Stretch,
        good: tuple[float, Floats],
        bad: tuple[float, Floats],
        held: Floats,
        bounds: tuple[Floats, Floats],
    ) -> tuple[float, Floats]:
        """Return when a bound is reached between two times and states, and the state then, by bisection."""
        (t0, begin), (late, x) = good, bad
        early, x = t0, x.copy()
        free, scratch, row = unbounded(len(x)), np.empty(len(x)), np.empty((1, len(x)))
        for _ in range(60):
            t = (early + late) / 2
            if not early < t < late:
                break
            y = begin.copy()
            options = march.options(t0, t, t - t0) | {"first": t - t0}
            limits = {"most": 1 if march.fixed else PORTION, "rows": 0}
            march.engine.run(y, t0, stretch.inside, held, free, options, limits, np.zeros(1), row, scratch)
            if np.any(y < bounds[0]) or np.any(y > bounds[1]):
                late, x = t, y
            else:
                early = t
        return late, x

    def _trajectory(self, parts: list[tuple[System, Rows]]) -> Trajectory:
        layout, model = self.system.layout, self.system.plant
        done = [(system, *rows.joined()) for system, rows in parts if rows.last >= 0]
        found = [signals(system, *rows) for system, *rows in done]
        t, x = np.concatenate([rows[1] for rows in done]), np.concatenate([rows[2] for rows in done])
        out = {name: np.concatenate([each[name] for each in found]) for name in found[0]}
        names = velocity_names(model)
        most = np.concatenate([np.tile(each[0].most, (len(each[1]), 1)) for each in done])
        self.events += health.saturations(t, out["tau"], most, names)
        if all(event.kind != "rejected" for event in self.events):
            self.events += health.rejections(float(t[-1]), self.counts)
        if self.space is not None:
            self.events += health.singularities(t, x[:, layout.q], self.space)
        work, external, dissipated = x[:, layout.audit].T
        info: dict[str, Any] = {"solver": self.solver.name, "duration": self.duration}
        if isinstance(self.system.reference, Line | Circle):
            info |= {"space": "task", "frame": "tip"}
        trajectory = Trajectory(
            model=model,
            t=t,
            q=x[:, layout.q],
            qd=x[:, layout.v],
            qdd=out["qdd"],
            tau=out["tau"],
            kinetic=out["kinetic"][:, 0],
            potential=out["potential"][:, 0],
            work=work,
            external=external,
            dissipated=dissipated,
            signals={"reference": out["reference"], "elastic": out["stored"][:, 0]},
            events=tuple(sorted(self.events, key=lambda event: event.t)),
            info=info | ({"why": self.why} if self.why else {}) | self.counts,
            changes=tuple((begin, system.plant) for begin, system in self.phases[1:] if begin < t[-1]),
        )
        size = max(float(np.abs(each).max()) for each in (trajectory.energy, work, external, dissipated))
        rounding = float(np.abs(trajectory.imbalance).max()) <= ROUNDING * size
        if trajectory.drift_max > DRIFT_WARNING and not rounding:
            text = f"the energy balance drifts by up to {trajectory.drift_max:.3g} % of the greatest energy; "
            warnings.warn(text + "try a smaller step or tighter tolerances", ArmillaryWarning, stacklevel=4)
        return with_positions(trajectory)


def signals(system: System, t: Floats, x: Floats, inside: Floats, held: Floats | None) -> dict[str, Floats]:
    """Return efforts, accelerations, energies and the reference at recorded states; `held` are sampled efforts."""
    if held is None:
        held = np.zeros((len(t), system.program.inputs[2].size))
    kernel = build_simplified(system.outputs)
    found = {array.name: np.empty((len(t), array.size)) for array in system.outputs.outputs}
    kernel.batch(np.stack([t, inside], axis=1), np.ascontiguousarray(x), held, *found.values())
    return found
