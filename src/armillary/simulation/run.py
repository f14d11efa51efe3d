"""One run: native loops through its stretches, rows and events.

Within a stretch the native loop runs alone; between portions Python checks the results.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from armillary.compiler.program import evaluate
from armillary.multibody.coordinates import coordinate_names, velocity_names
from armillary.multibody.flexible.field import conversion
from armillary.results.trajectory import Event
from armillary.simulation import health
from armillary.simulation.closed_loop.controls import Sampler
from armillary.simulation.closed_loop.state import quaternions
from armillary.simulation.job import Job, Outcome, unbounded
from armillary.simulation.march import PORTION, Engine, March, Part, Stretch
from armillary.simulation.native.assemble import LoopState
from armillary.simulation.native.balance import unseen
from armillary.simulation.native.loop import DONE, NOT_FINITE, OUT_OF_BOUNDS, TOO_MANY
from armillary.spatial.scalar import Floats

Progress = Callable[[float], None]
"""Called after each portion with the fraction of the run that is done, from 0 to 1."""


class Rows:
    """Recorded rows: times, states, the held efforts, a time inside the stretch, the number of the closed loop."""

    def __init__(self, held: int) -> None:
        self.held = held
        self.parts: list[tuple[Floats, ...]] = []
        """One entry for each portion, appended at once, so that an interruption never leaves half of it."""

    @property
    def last(self) -> float:
        """The time of the last row [s], −1 without rows."""
        return next((float(t[-1]) for t, *_ in reversed(self.parts) if len(t)), -1.0)

    def add(self, t: Floats, x: Floats, p: Floats, inside: float, phase: int) -> None:
        """Append rows."""
        count = len(t)
        self.parts.append(
            (t, x.copy(), np.repeat(p[None, : self.held], count, axis=0), np.full(count, inside), np.full(count, phase))
        )

    def end(self, t: float, x: Floats, p: Floats, inside: float, phase: int) -> None:
        """Append the last row of a run that ends at t [s], in place of all rows from t on."""
        self.parts = [tuple(each[part[0] < t] for each in part) for part in self.parts]
        self.add(np.array([t]), x[None], p, inside, phase)

    def joined(self) -> tuple[Floats, ...]:
        """Return all rows."""
        return tuple(np.concatenate(each) for each in zip(*self.parts, strict=True))


class Run:
    """One simulation of a job, from one of its starts."""

    def __init__(self, job: Job, number: int = 0, sampler: Sampler | None = None) -> None:
        self.job, self.setup, self.sampler = job, job.setup, sampler
        self.x, self.phase, self.rows = job.setup.start[number].copy(), 0, Rows(job.setup.loop.held)
        self.p, self.bounds = job.setup.p(number), job.bounds()
        if sampler is not None:
            sampler.begin(job.setup.tuned(self.p))
        self.events: list[Event] = []
        self.counts: dict[str, float] = {"steps": 0, "rejected": 0, "evaluations": 0}
        noise = job.setup.scenario.noise
        self.noise = 0.0 if noise is None else noise.std
        seed: int | list[int] = 0 if noise is None else noise.seed
        self.random = np.random.default_rng([seed, number] if number else seed)

    def go(self, progress: Progress | None = None) -> Outcome:
        """Integrate all stretches."""
        march, p = self.job.march(), self.p
        on = march.engine.begun(self.x, p, self.bounds)
        begun = time.perf_counter()
        try:
            for stretch in self.job.stretches():
                if len(self.setup.phases) > 1 and self.setup.phase(stretch.inside) != self.phase:
                    march.engine = self._changed(stretch)
                    on = march.engine.begun(self.x, p, self.bounds, on)
                asked = self._asked(stretch) if self.sampler is not None and stretch.asked else p[:0]
                if not np.all(np.isfinite(asked)):
                    self._unknown(stretch.t0, asked)
                    self.rows.end(stretch.t0, self.x, p, stretch.inside, self.phase)
                    break
                p[: len(asked)] = asked
                if stretch.t0 == 0:
                    self.rows.add(np.zeros(1), self.x[None], p, stretch.inside, self.phase)
                if not self._stretch(march, stretch, on, progress):
                    break
        except KeyboardInterrupt:
            t = self.rows.last
            if t < 0:
                raise  # nothing is done yet
            self.events.append(Event(t, "interrupted", f"interrupted after t = {t:.6g} s; what was done is kept"))
        self.counts["seconds"] = time.perf_counter() - begun
        self._tell_calls()
        times, x, held, inside, phase = self.rows.joined()
        if all(event.kind != "rejected" for event in self.events):
            self.events += health.rejections(float(times[-1]), self.counts)
        seen = on.extremes[:, 0], on.worst[0]
        return Outcome(times, x, held, inside, phase.astype(np.int64), *seen, self.events, self.counts)

    def _tell_calls(self) -> None:
        """Report the time that a controller took which cannot be compiled."""
        sampler = self.sampler
        if sampler is None:
            return
        if self.setup.scenario.period is None and self.setup.reason is not None:
            text = health.sampled(self.setup.reason, sampler.period)
            if sampler.calls:
                text += f"; its {sampler.calls} calls took {sampler.seconds:.2g} s of {self.counts['seconds']:.2g} s"
            self.events.insert(0, Event(0.0, "sampled", text))
        if sampler.calls:
            self.counts |= {"calls": sampler.calls, "calls_seconds": sampler.seconds}

    def _unknown(self, t: float, efforts: Floats) -> None:
        """Add the event of a controller's effort that is not finite."""
        where = velocity_names(self.setup.loop.plant)[int(np.argmin(np.isfinite(efforts)))]
        text = f"the controller's effort for {where} is not finite at t = {t:.6g} s"
        self.events.append(Event(t, "not finite", text, where))

    def _changed(self, stretch: Stretch) -> Engine:
        """Change the plant and return its engine; the change of energy counts as external work.

        Shapes of modes may depend on the load: links keep their deformation as far as the new shapes allow it.
        """
        before, self.phase = self.job.loop(self.phase), self.setup.phase(stretch.inside)
        after, t = self.job.loop(self.phase), stretch.t0
        energy = before.energy(self.x, self.p)
        bent = [[body.modal for body in loop.plant.bodies if body.modal.count] for loop in (before, after)]
        for old, new in zip(*bent, strict=True):
            T = conversion(old.field, new.field)
            if T is not None:
                for part, place in ((after.layout.q, new.q), (after.layout.v, new.v)):
                    self.x[part][place] = T @ self.x[part][place]
        self.x[after.layout.audit.start + 1] += after.energy(self.x, self.p) - energy
        self.events.append(Event(t, "changed", f"the plant becomes {after.plant.robot.name} at t = {t:.6g} s"))
        self.bounds = self.job.bounds(self.phase)
        return self.job.engine(self.phase)

    def _asked(self, stretch: Stretch) -> Floats:
        """Return the efforts of a sampled controller, from measurements with noise."""
        layout = self.setup.layout
        q, v = self.x[layout.q], self.x[layout.v]
        if self.noise:
            q, v = (part + self.noise * self.random.normal(size=len(part)) for part in (q, v))
            for start in quaternions(self.setup.loop.plant):
                q[start : start + 4] /= np.linalg.norm(q[start : start + 4])
        assert self.sampler is not None
        return self.sampler.efforts(stretch.t0, stretch.inside, q, v)

    def _stretch(self, march: March, stretch: Stretch, on: LoopState, progress: Progress | None) -> bool:
        """Integrate a stretch, record, and return whether the run goes on."""
        p = on.p
        for part in march.through(stretch, on):
            if len(part.times):
                self.rows.add(part.times, part.rows, p, stretch.inside, self.phase)
            for name in ("steps", "rejected", "evaluations"):
                self.counts[name] += getattr(part.report, name)
            status, t, last = part.status, part.report.t, self.x
            crossed = self._crossed(march, stretch, part, on)
            if crossed is not None:
                status, t = OUT_OF_BOUNDS, crossed
            elif status == NOT_FINITE:
                t, last = part.report.previous, on.before
            if progress is not None:
                progress(min(t / self.job.duration, 1.0))
            if status not in (DONE, TOO_MANY):
                self._stopped(stretch, status, t, p)
                self.rows.end(t, last, p, stretch.inside, self.phase)
                return False
        return True

    def _stopped(self, stretch: Stretch, status: int, t: float, p: Floats) -> None:
        """Add the event that ends the run."""
        closed = self.job.loop(self.phase)
        given = {"clock": np.array([[t, stretch.inside]]), "x": self.x[None], "p": p[None]}
        with np.errstate(all="ignore"):
            rates = evaluate(closed.program, given)["dx"][0]
        names = [*coordinate_names(closed.plant), *velocity_names(closed.plant)]
        self.events.append(health.stopped(status, t, self.x, rates, self.bounds, names))

    def _crossed(self, march: March, stretch: Stretch, part: Part, on: LoopState) -> float | None:
        """Return the time [s] at which a bound was reached, or None; `x` becomes the state at that time.

        A long step may leave the bounds and come back, which recorded rows show.
        """
        if part.report.status != OUT_OF_BOUNDS and (march.fixed or not len(part.times)):
            return None
        lower, upper = on.bounds
        t0, t1, begin, after = part.report.previous, part.report.t, on.before, self.x
        out = np.flatnonzero(np.any((part.rows < lower) | (part.rows > upper), axis=1))
        if len(out):
            k = int(out[0])
            t1, after = float(part.times[k]), part.rows[k]
            if t1 <= t0 or (k > 0 and part.times[k - 1] > t0):
                t0, begin = (part.begun, part.start) if k == 0 else (float(part.times[k - 1]), part.rows[k - 1])
        elif part.report.status != OUT_OF_BOUNDS:
            return None
        late, self.x[:] = self._located(march, on, (t0, begin), (t1, after))
        return late

    def _located(
        self, march: March, on: LoopState, good: tuple[float, Floats], bad: tuple[float, Floats]
    ) -> tuple[float, Floats]:
        """Return the time [s] and the state at which a bound is reached between two states, by bisection."""
        (t0, begin), (late, x) = good, bad
        early, x = t0, x.copy()
        free, row = unbounded(len(x)), np.empty((1, len(x)))
        for _ in range(60):
            t = (early + late) / 2
            if not early < t < late:
                break
            trial = replace(on, x=begin.copy(), bounds=free, before=np.empty(len(x)), extremes=unseen())
            options = march.options(t0, t, t - t0) | {"first": t - t0}
            limits = {"most": 1 if march.fixed else PORTION, "rows": 0}
            march.engine.run(trial, options, limits, np.zeros(1), row)
            if np.any(trial.x < on.bounds[0]) or np.any(trial.x > on.bounds[1]):
                late, x = t, trial.x
            else:
                early = t
        return late, x
