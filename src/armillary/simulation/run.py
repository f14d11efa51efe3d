"""One run: native loops through its intervals, rows and events.

The native driver integrates many intervals at a time; between batches of steps Python checks the results. A law that
cannot be compiled is called before each interval that begins with a control instant.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import numpy as np

from armillary.compiler.program import evaluate
from armillary.multibody.coordinates import coordinate_names, velocity_names
from armillary.multibody.flexible.field import conversion
from armillary.results.trajectory import Event
from armillary.simulation import health
from armillary.simulation.job import Job, Outcome, unbounded
from armillary.simulation.loop.digital import Digital, Sampler
from armillary.simulation.march import INTERVALS, MOST_EVENTS, MOST_STEPS_AT_ONCE, Batch, Engine, March
from armillary.simulation.noise import row
from armillary.simulation.schedule import Clock
from armillary.simulation.solvers.auto import eigenvalues
from armillary.simulation.walk.arguments import DONE, NOT_CONVERGED, NOT_FINITE, OUT_OF_BOUNDS, TOO_MANY
from armillary.simulation.walk.assemble import LoopState
from armillary.simulation.walk.balance import unseen
from armillary.simulation.walk.driver import BEYOND, NO_UPDATE
from armillary.spatial.scalar import Floats

Progress = Callable[[float], None]
"""Called after each batch of steps with the fraction of the run that is done, from 0 to 1."""


class Rows:
    """Recorded rows: times, states, values that change at instants, times inside their intervals, closed loops."""

    def __init__(self) -> None:
        self.parts: list[tuple[Floats, ...]] = []
        """One entry for each batch of steps, appended at once: an interruption never leaves half of one."""

    @property
    def last(self) -> float:
        """The time of the last row [s], −1 without rows."""
        return next((float(t[-1]) for t, *_ in reversed(self.parts) if len(t)), -1.0)

    def add(self, t: Floats, x: Floats, values: Floats, insides: Floats, phase: int) -> None:
        """Append rows, in arrays that nobody changes any more."""
        self.parts.append((t, x, values, insides, np.full(len(t), phase, dtype=np.int64)))

    def end(self, t: float, x: Floats, values: Floats, inside: float, phase: int) -> None:
        """Append the last row of a run that ends at t [s], in place of all rows from t on."""
        self.parts = [tuple(each[part[0] < t] for each in part) for part in self.parts]
        self.add(np.array([t]), x[None].copy(), values[None].copy(), np.array([inside]), phase)

    def joined(self) -> tuple[Floats, ...]:
        """Return all rows."""
        if len(self.parts) == 1:
            return self.parts[0]
        return tuple(np.concatenate(each) for each in zip(*self.parts, strict=True))


class Run:
    """One simulation of a job, from one of its starts."""

    def __init__(self, job: Job, number: int = 0, sampler: Sampler | None = None) -> None:
        self.job, self.loop, self.sampler = job, job.loop, sampler
        self.x, self.phase, self.rows = job.loop.start[number].copy(), 0, Rows()
        self.p, self.bounds = job.loop.p(number), job.bounds()
        if sampler is not None:
            sampler.begin(job.loop.equations.tuned(self.p))
        self.events: list[Event] = []
        self.counts: dict[str, float] = {"steps": 0, "rejected": 0, "evaluations": 0}
        self.origin = job.loop.origins([number])
        self._samples = [0] * len(job.loop.streams)
        """Number of samples so far of each task that Python calls."""

    def integrate(self, progress: Progress | None = None) -> Outcome:
        """Integrate all intervals."""
        march = self.job.march()
        state = march.engine.begin(self.x, self.p, self.bounds, self.job.speed_limits())
        start_time = time.perf_counter()
        try:
            for span in self.job.schedule.spans(INTERVALS if self.sampler is None else 1):
                if self.job.schedule.phases[span.start] != self.phase:
                    t = float(self.job.schedule.edges[span.start])
                    march.engine = self._change_plant(t, int(self.job.schedule.phases[span.start]))
                    limits = self.job.speed_limits(self.phase)
                    state = march.engine.begin(self.x, self.p, self.bounds, limits, t, state)
                if not self._sample_and_call(march, span.start, state):
                    break
                if not self._integrate(march, span, state, progress):
                    break
        except KeyboardInterrupt:
            t = self.rows.last
            if t < 0:
                raise  # no row is recorded yet
            self.events.append(Event(t, "interrupted", f"interrupted after t = {t:.6g} s; what was done is kept"))
        if self.loop.equations.switching.count:
            self.counts["switches"] = march.events
        self.counts["seconds"] = time.perf_counter() - start_time
        self._report_law_calls()
        times, x, values, inside, phase = self.rows.joined()
        if all(event.kind != "rejected" for event in self.events):
            self.events += health.rejections(float(times[-1]), self.counts)
        seen = state.extremes[:, 0], state.worst[:, 0], state.speeds
        return Outcome(times, x, values, inside, cast(Any, phase), *seen, self.events, self.counts)

    def _report_law_calls(self) -> None:
        """Add the event and the counts of a control law that cannot be compiled."""
        sampler = self.sampler
        if sampler is None:
            return
        if not self.loop.has_chosen_period and self.loop.reason is not None:
            text = health.sampled(self.loop.reason, sampler.timing.period, chosen=False)
            if sampler.calls:
                text += f"; its {sampler.calls} calls took {sampler.seconds:.2g} s of {self.counts['seconds']:.2g} s"
            self.events.insert(0, Event(0.0, "sampled", text))
        if sampler.calls:
            self.counts |= {"calls": sampler.calls, "calls_seconds": sampler.seconds}

    def _end_at_invalid_value(self, interval: int, what: str, where: str) -> None:
        """End the run at the start of an interval, where a value of the controller is not finite."""
        t = float(self.job.schedule.edges[interval])
        self.events.append(Event(t, "not finite", f"the {what} is not finite at t = {t:.6g} s", where))
        self._end_rows(interval, t, self.x)

    def _end_rows(self, interval: int, t: float, x: Floats) -> None:
        """End the rows at t [s], within an interval, with the state x."""
        values = self.p[: self.loop.equations.changing]
        self.rows.end(t, x, values, float(self.job.schedule.insides[interval]), self.phase)

    def _change_plant(self, t: float, phase: int) -> Engine:
        """Change the plant and return its engine; the change of energy counts as external work.

        Shapes of modes may depend on the load: links keep their deformation as far as the new shapes allow it.
        """
        before, self.phase = self.job.equations(self.phase), phase
        after = self.job.equations(self.phase)
        energy = before.energy(self.x, self.p)
        modes = [[body.modal for body in equations.plant.bodies if body.modal.count] for equations in (before, after)]
        for old, new in zip(*modes, strict=True):
            T = conversion(old.field, new.field)
            if T is not None:
                for entries, place in ((after.layout.q, new.q), (after.layout.v, new.v)):
                    self.x[entries][place] = T @ self.x[entries][place]
        self.x[after.layout.audit.start + 1] += after.energy(self.x, self.p) - energy
        self.events.append(Event(t, "changed", f"the plant becomes {after.plant.robot.name} at t = {t:.6g} s"))
        self.bounds = self.job.bounds(self.phase)
        return self.job.engine(self.phase)

    def _sample_and_call(self, march: March, interval: int, state: LoopState) -> bool:
        """Call a law that cannot be compiled, and sample its sensors, where due; return whether the run continues."""
        controller = self.loop.equations.controller
        if self.sampler is None or not isinstance(controller, Digital):
            return True
        timing, due = controller.timing, int(self.job.schedule.tasks[interval])
        # Sensors first: the law reads their samples of this instant.
        for k in range(len(controller.sensing.tasks)):
            if due >> k & 1 and not self._sample_sensors(march, interval, state, k):
                return False
        first = len(controller.clocks) - len(timing.asks)  # the clocks of the law follow those of the sensors
        due_clocks = [clock for k, clock in enumerate(timing.asks, first) if due >> k & 1]
        return all(self._call_law(interval, clock, controller) for clock in due_clocks)

    def _sample_sensors(self, march: March, interval: int, state: LoopState, task: int) -> bool:
        """Sample the sensors of a task, and return whether the run continues."""
        schedule, controller = self.job.schedule, cast(Digital, self.loop.equations.controller)
        streams = controller.streams[task]
        w = row(streams, self.origin, self._samples[task]) if streams else np.zeros(1)
        self._samples[task] += 1
        values = march.engine.task(task, np.array([schedule.edges[interval], schedule.insides[interval]]), state, w)
        if not np.all(np.isfinite(values)):
            self._end_at_invalid_value(interval, *controller.meaning(int(np.argmin(np.isfinite(values)))))
            return False
        self.p[: len(values)] = values
        return True

    def _call_law(self, interval: int, clock: Clock, controller: Digital) -> bool:
        """Call a law that cannot be compiled for the parts of a clock, and return whether the run continues."""
        schedule, sampler = self.job.schedule, cast(Sampler, self.sampler)
        layout = self.loop.layout
        measured = controller.sensing.measured(self.p[controller.places["y"]], self.x[layout.q], self.x[layout.v])
        efforts = sampler.efforts(clock, (float(schedule.edges[interval]), float(schedule.insides[interval])), measured)
        for values, what in ((efforts, "effort for {}"), (sampler.state, "state number {}")):
            if not np.all(np.isfinite(values)):
                k = int(np.argmin(np.isfinite(values)))
                where = velocity_names(self.loop.equations.plant)[k] if values is efforts else ""
                self._end_at_invalid_value(interval, f"controller's {what.format(where or k)}", where)
                return False
        self.p[controller.places["z"]] = efforts
        return True

    def _integrate(self, march: March, span: range, state: LoopState, progress: Progress | None) -> bool:
        """Integrate some intervals, record, and return whether the run continues."""
        for batch in march.integrate(span, state, self.origin):
            if len(batch.times):
                self.rows.add(batch.times, batch.rows, batch.values, batch.insides, self.phase)
            for name in ("steps", "rejected", "evaluations"):
                self.counts[name] += getattr(batch.report, name)
            status, t, end_state = batch.status, batch.report.t, self.x
            if status == NO_UPDATE:
                controller = cast(Digital, self.loop.equations.controller)
                self._end_at_invalid_value(
                    batch.interval, *controller.meaning(int(np.argmin(np.isfinite(batch.task_result))))
                )
                return False
            if status in (OUT_OF_BOUNDS, BEYOND):
                status, t = OUT_OF_BOUNDS, self._locate_bound(march, batch, state)
            elif status == NOT_FINITE:  # the last finite state is the one before the step
                t, end_state = batch.report.previous, state.before
            if progress is not None:
                progress(min(t / self.job.duration, 1.0))
            if status not in (DONE, TOO_MANY):  # TOO_MANY only ends a batch of steps
                self._report_stop(batch.interval, status, t)
                self._end_rows(batch.interval, t, end_state)
                return False
        return True

    def _report_stop(self, interval: int, status: int, t: float) -> None:
        """Add the event that ends the run."""
        closed, inside = self.job.equations(self.phase), float(self.job.schedule.insides[interval])
        inputs = {"clock": np.array([[t, inside]]), "x": self.x[None], "p": self.p[None]}

        def rates() -> Floats:
            with np.errstate(all="ignore"):
                return np.asarray(evaluate(closed.program, inputs)["dx"][0])

        names = [*coordinate_names(closed.plant), *velocity_names(closed.plant)]
        event = health.stopped(status, t, self.x, rates, self.bounds, names)
        if status == NOT_CONVERGED:
            with np.errstate(all="ignore"):
                fastest = float(np.abs(eigenvalues(closed, self.x, self.p, inside)).max())
            event = replace(event, message=event.message + health.too_long(fastest))
        self.events.append(event)

    def _locate_bound(self, march: March, batch: Batch, state: LoopState) -> float:
        """Return the time [s] at which a bound was reached; `x` becomes the state at that time.

        The last step went out of bounds, or a long step left them and came back, which recorded rows show.
        """
        lower, upper = state.bounds
        t0, t1, begin, after = batch.report.previous, batch.report.t, state.before, self.x
        first = len(batch.times) - batch.latest
        times, rows = batch.times[first:], batch.rows[first:]
        out = np.flatnonzero(np.any((rows < lower) | (rows > upper), axis=1))
        if len(out):
            k = int(out[0])
            t1, after = float(times[k]), rows[k]
            if t1 <= t0 or (k > 0 and times[k - 1] > t0):
                t0, begin = batch.start if k == 0 else (float(times[k - 1]), rows[k - 1])
        t_bound, self.x[:] = self._bisect(march, state, (t0, begin), (t1, after))
        return t_bound

    def _bisect(
        self, march: March, state: LoopState, good: tuple[float, Floats], bad: tuple[float, Floats]
    ) -> tuple[float, Floats]:
        """Return the time [s] and the state at which a bound is reached between two states, by bisection."""
        (t0, begin), (late, x) = good, bad
        early, x = t0, x.copy()
        free, row = unbounded(len(x)), np.empty((1, len(x)))
        for _ in range(60):  # more halvings than a double has bits
            t = (early + late) / 2
            if not early < t < late:
                break
            fresh_arrays = {"before": np.empty(len(x)), "extremes": unseen(), "speeds": state.speeds.copy()}
            trial = replace(state, x=begin.copy(), bounds=free, **fresh_arrays)
            options = march.options(t0, t, t - t0) | {"first": t - t0}
            limits = {"most": 1 if march.fixed else MOST_STEPS_AT_ONCE, "rows": 0, "most_events": MOST_EVENTS}
            march.engine.run(trial, options, limits, np.zeros(1), row)
            if np.any(trial.x < state.bounds[0]) or np.any(trial.x > state.bounds[1]):
                late, x = t, trial.x
            else:
                early = t
        return late, x
