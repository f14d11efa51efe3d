"""`arm.simulate`: from a robot, a reference and a controller to a trajectory whose energy balance is audited.

Time is cut into stretches at every instant where something jumps: switches of the reference, pushes, control instants.
Within a stretch the native loop runs alone; between stretches Python looks at what came out. A long stretch is run in
portions, so that a run can be watched and interrupted.
"""

from __future__ import annotations

import itertools
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armillary.compiler.simplified import build_simplified
from armillary.description.robot import Robot
from armillary.errors import ArgumentError, ArmillaryWarning
from armillary.model import Model, build_model
from armillary.results.columns import described
from armillary.results.trajectory import Event, Trajectory
from armillary.simulation import health
from armillary.simulation.controls import Held, Sampler, bound, untraceable
from armillary.simulation.disturbances import Push
from armillary.simulation.engine import Engine
from armillary.simulation.integrators import INTEGRATORS
from armillary.simulation.integrators.auto import choose_integrator
from armillary.simulation.loop import DONE, OUT_OF_BOUNDS, TOO_MANY
from armillary.simulation.native import Report
from armillary.simulation.references import Circle, Line, anchor
from armillary.simulation.signals import Reference, Rest
from armillary.simulation.system import System

Floats = NDArray[np.float64]
Progress = Callable[[float], None]
"""Called now and then with the part of the run that is done, from 0 to 1."""

MOST_STEPS = 10**8
PORTION = 100_000
"""Steps that run before Python looks again."""
DRIFT_WARNING = 0.01
"""Per cent of drift of the energy balance that is worth a warning."""


@dataclass(eq=False)
class _Rows:
    """Recorded rows as they come: times, states, held values, a time inside the stretch of each."""

    t: list[Floats] = field(default_factory=list)
    x: list[Floats] = field(default_factory=list)
    inside: list[Floats] = field(default_factory=list)
    held: list[Floats] = field(default_factory=list)

    def add(self, t: Floats, x: Floats, inside: float, held: Floats) -> None:
        self.t.append(t)
        self.x.append(x.copy())
        self.inside.append(np.full(len(t), inside))
        self.held.append(np.repeat(held[None], len(t), axis=0))

    def joined(self) -> tuple[Floats, Floats, Floats, Floats]:
        t, x, inside, held = (np.concatenate(part) for part in (self.t, self.x, self.inside, self.held))
        return t, x, inside, held


def simulate(
    robot: Robot,
    duration: float = 10.0,
    step: float = 1e-3,
    integrator: str = "auto",
    q: ArrayLike | None = None,
    qd: ArrayLike | None = None,
    controller: Any = None,
    reference: Reference | None = None,
    plant: Robot | None = None,
    motors: str = "full",
    plant_motors: str | None = None,
    friction: bool = True,
    period: float | None = None,
    limits: bool = True,
    pushes: tuple[Push, ...] = (),
    changes: Mapping[float, Robot] | None = None,
    noise: float = 0.0,
    seed: int = 0,
    record: float | None = None,
    relative: float = 1e-9,
    absolute: float = 1e-9,
    progress: Progress | None = None,
) -> Trajectory:
    """Return the motion of a robot.

    Args:
        robot: The robot, and what the controller takes it for.
        duration: How long [s].
        step: Step of integrators with a fixed one, and first step of the others [s].
        integrator: One of `INTEGRATORS`, or "auto", which picks one by stiffness; `info` says which and why.
        q: Where it starts, shape (nq,), or of the joints alone; zero unless given.
        qd: How fast, shape (nv,), or of the joints alone; at rest unless given.
        controller: What gives the efforts; none unless given. A function of (t, q, qd, reference) will do.
        reference: The wanted motion that the controller follows; to stay at q unless given.
        plant: The robot that really moves, if the controller's model differs from it.
        motors: "full", "reflected" or "none", for the plant and the controller's model.
        plant_motors: The same for the plant alone.
        friction: Whether friction and damping count.
        period: Control period [s]; the controller is then asked once in each, and its efforts are held.
        limits: Whether the run stops where a joint leaves its limits, and efforts are cut to theirs.
        pushes: Wrenches from outside.
        changes: Time → the robot that the plant becomes then, such as one with another payload.
        noise: Standard deviation of the noise on measured q and qd, for sampled controllers.
        seed: Where the noise starts.
        record: Time between recorded states [s]; a thousandth of the duration unless given.
        relative: Relative tolerance of integrators that choose their step.
        absolute: Absolute tolerance of the same, in SI units.
        progress: Called now and then with the part that is done.

    Example:
        >>> import armillary as arm
        >>> swing = simulate(arm.library.get("planar-3r"), duration=2.0, relative=1e-11, absolute=1e-11)
        >>> swing.q[-1].round(6).tolist()
        [-2.089295, -0.95546, -1.195387]
    """
    model = build_model(robot, motors, friction)
    moved = build_model(plant or robot, plant_motors or motors, friction)
    if (moved.nq, moved.nv) != (model.nq, model.nv):
        raise ArgumentError("plant", f"{moved.nv} coordinates", f"{model.nv}, as many as the controller's model has")
    start = _start(moved, q, qd)
    begin = start[: moved.nq]
    wanted: Reference = anchor(reference, model, begin) or Rest(tuple(begin))
    law = bound(anchor(controller, model, begin), model, wanted)
    sampler, events = None, []
    reason = untraceable(law, wanted, model) if period is None else None
    if reason is not None:
        period = step
        events.append(Event(0.0, "sampled", _sampled(reason, period)))
        warnings.warn(_sampled(reason, period), ArmillaryWarning, stacklevel=2)
    if period is not None:
        positive("period", period)
        sampler = Sampler(law, wanted, model, period)
        law = Held(moved)
    if limits:
        health.check_start(moved, start)
    most = health.effort_limits(moved) if limits else ()
    system = System(moved, law, wanted, most, tuple(pushes))
    run = _Run(system, duration, step, integrator, record, relative, absolute, limits, sampler, progress)
    run.noise, run.random, run.events = noise, np.random.default_rng(seed), events
    for t, other in sorted((changes or {}).items()):
        changed = build_model(other, plant_motors or motors, friction)
        if (changed.nq, changed.nv) != (moved.nq, moved.nv):
            raise ArgumentError("changes", f"{changed.nv} coordinates at {t:g} s", f"{moved.nv}, as before")
        run.phases.append((positive("changes", t), replace(system, plant=changed)))
    return run.go(start)


def _sampled(reason: str, period: float) -> str:
    return (
        f"the controller cannot be compiled ({reason}): it is called every {period:g} s and its efforts are held; "
        "give period= to choose how often, or write it without branches on values"
    )


def positive(name: str, value: Any) -> float:
    """Return a number as a float, or raise an `ArgumentError` if it is not positive and finite."""
    if isinstance(value, bool) or not isinstance(value, (int, float, np.number)) or not 0 < value < np.inf:
        raise ArgumentError(name, repr(value), "a positive number")
    return float(value)


def _start(model: Model, q: ArrayLike | None, qd: ArrayLike | None) -> Floats:
    """Return q and v at the beginning; those of the joints alone leave links straight."""
    parts = []
    for name, value, plain in (("q", q, model.neutral), ("qd", qd, np.zeros(model.nv))):
        whole = plain.copy()
        if value is not None:
            given = np.asarray(value, dtype=float)
            joints = len(plain) - len(model.elastic)
            if given.shape not in (plain.shape, (joints,)) or not np.all(np.isfinite(given)):
                found = f"shape {given.shape}" if np.all(np.isfinite(given)) else "numbers that are not finite"
                raise ArgumentError(name, found, f"{len(plain)} finite numbers, or the {joints} of the joints")
            whole[: len(given)] = given
        parts.append(whole)
    return np.concatenate(parts)


class _Run:
    """One simulation."""

    def __init__(
        self,
        system: System,
        duration: float,
        step: float,
        integrator: str,
        record: float | None,
        relative: float,
        absolute: float,
        limits: bool,
        sampler: Sampler | None,
        progress: Progress | None,
    ) -> None:
        if integrator not in (*INTEGRATORS, "auto"):
            raise ArgumentError("integrator", repr(integrator), f"auto or one of {', '.join(INTEGRATORS)}")
        self.system, self.sampler, self.progress = system, sampler, progress
        self.phases = [(0.0, system)]
        """From when on which system is at work."""
        self.duration, self.step = positive("duration", duration), positive("step", step)
        self.spacing = positive("record", record) if record is not None else self.duration / 1000
        self.tolerances = positive("relative", relative), positive("absolute", absolute)
        self.integrator, self.why = integrator, ""
        n = system.layout.size
        free = np.full(n, -np.inf), np.full(n, np.inf)
        self.bounds = health.joint_bounds(system.plant, system.layout) if limits else free
        self.events: list[Event] = []
        self.counts: dict[str, float] = {"steps": 0, "rejected": 0, "evaluations": 0}
        self.noise, self.random = 0.0, np.random.default_rng(0)
        self.first, self.since = self.step, 0

    def go(self, start: Floats) -> Trajectory:
        """Integrate all stretches and put the trajectory together."""
        system = self.system
        x = np.concatenate([start, np.asarray(system.controller.start(), dtype=float), np.zeros(3)])
        if self.integrator == "auto":
            period = self.sampler.period if self.sampler is not None else None
            self.integrator, self.why = choose_integrator(system, x, self.tolerances[0], period)
        self.fixed = INTEGRATORS[self.integrator].fixed
        engine = Engine(system, self.integrator)
        held, before = np.zeros(system.program.inputs[2].size), x.copy()
        parts = [(system, _Rows())]
        begun = time.perf_counter()
        try:
            for number, (t0, t1) in enumerate(self._stretches()):
                inside = (t0 + t1) / 2
                if self._at(inside) is not parts[-1][0]:
                    engine = self._change(t0, parts, x)
                if self.sampler is not None:
                    held[: system.plant.nv] = self._asked(t0, inside, x)
                if number == 0:
                    parts[0][1].add(np.zeros(1), x[None], inside, held)
                if not self._stretch(engine, t0, t1, x, held, parts[-1][1], before):
                    break
        except KeyboardInterrupt:
            t = max((float(times[-1]) for _, rows in parts for times in rows.t if len(times)), default=0.0)
            self.events.append(Event(t, "interrupted", f"interrupted after t = {t:.6g} s; what was done is kept"))
        self.counts["seconds"] = time.perf_counter() - begun
        return self._trajectory(parts)

    def _at(self, t: float) -> System:
        """Return the system that is at work at a time."""
        return [system for begin, system in self.phases if begin <= t][-1]

    def _change(self, t: float, parts: list[tuple[System, _Rows]], x: Floats) -> Engine:
        """Put another plant in the place of the one before; what energy that brings is work from outside."""
        system, layout = self._at(t + 1e-12 * self.duration), self.system.layout
        energies = [each.energy(x[layout.q], x[layout.v]) for each in (parts[-1][0], system)]
        x[layout.audit.start + 1] += energies[1] - energies[0]
        self.events.append(Event(t, "changed", f"the plant becomes {system.plant.robot.name} at t = {t:.6g} s"))
        parts.append((system, _Rows()))
        return Engine(system, self.integrator)

    def _asked(self, t: float, inside: float, x: Floats) -> Floats:
        """Return the efforts of a sampled controller, from what it measures."""
        layout = self.system.layout
        q, v = x[layout.q], x[layout.v]
        if self.noise:
            q, v = (part + self.noise * self.random.normal(size=len(part)) for part in (q, v))
        assert self.sampler is not None
        return self.sampler.efforts(t, inside, q, v)

    def _stretches(self) -> Iterator[tuple[float, float]]:
        """Yield the stretches in which nothing jumps."""
        jumps = (*self.system.switches, *(t for t, _ in self.phases))
        cuts = {0.0, self.duration, *(t for t in jumps if 0 < t < self.duration)}
        if self.sampler is not None:
            count = int(np.ceil(self.duration / self.sampler.period - 1e-9))
            cuts |= {k * self.sampler.period for k in range(count)}
        ordered = sorted(cuts)
        shortest = 1e-12 * self.duration
        kept = [t for t, after in zip(ordered, [*ordered[1:], np.inf], strict=True) if after - t > shortest]
        return itertools.pairwise(kept)

    def _stretch(
        self, engine: Engine, t0: float, t1: float, x: Floats, held: Floats, rows: _Rows, before: Floats
    ) -> bool:
        """Integrate from t0 to t1, record, and say whether the run goes on."""
        inside = (t0 + t1) / 2
        steps = max(1, round((t1 - t0) / self.step))
        h = (t1 - t0) / steps
        done, t = 0, t0
        while True:
            if self.fixed:
                portion = min(PORTION, steps - done)
                times, every = self._fixed_times(t0, t1, h, done, portion)
                limits = {"most": portion, "every": every, "rows": len(times)}
                end = t1 if done + portion == steps else t0 + (done + portion) * h
            else:
                times, end = self._times(t, t1), t1
                limits = {"most": PORTION, "every": 1, "rows": len(times)}
            report = self._portion(engine, t, end, h, inside, x, held, before, times, limits, rows)
            done, t = done + report.steps, report.t
            if self.progress is not None:
                self.progress(min(t / self.duration, 1.0))
            again = report.status == TOO_MANY and self.counts["steps"] < MOST_STEPS
            if report.status != DONE and not again:
                if report.status == OUT_OF_BOUNDS:
                    t = self._locate(engine, report, inside, x, held, before)
                names = [*health.coordinate_names(self.system.plant), *health.velocity_names(self.system.plant)]
                self.events.append(health.stopped(report.status, t, x, self.bounds, names))
                rows.add(np.array([t]), x[None] if np.all(np.isfinite(x)) else before[None], inside, held)
                return False
            if report.status == DONE and (not self.fixed or done == steps):
                return True

    def _portion(
        self,
        engine: Engine,
        t0: float,
        t1: float,
        h: float,
        inside: float,
        x: Floats,
        held: Floats,
        before: Floats,
        times: Floats,
        limits: dict[str, int],
        rows: _Rows,
    ) -> Report:
        record = np.empty((len(times) + 1, len(x)))
        options = {
            "t0": t0,
            "t1": t1,
            "step": h,
            "relative": self.tolerances[0],
            "absolute": self.tolerances[1],
            "longest": t1 - t0,
            "first": min(self.first, t1 - t0),
        }
        report = engine.run(x, t0, inside, held, self.bounds, options, limits, times, record, before, self.since)
        self.since, self.first = report.counted, report.next_step
        rows.add(times[: report.rows], record[: report.rows], inside, held)
        for name in ("steps", "rejected", "evaluations"):
            self.counts[name] += getattr(report, name)
        return report

    def _locate(self, engine: Engine, report: Report, inside: float, x: Floats, held: Floats, before: Floats) -> float:
        """Return when a bound was reached, by bisection of the last step; x becomes the state then."""
        early, late = report.previous, report.t
        free = np.full(len(x), -np.inf), np.full(len(x), np.inf)
        begin = before.copy()
        for _ in range(60):
            t = (early + late) / 2
            if not early < t < late:
                break
            y, scratch = begin.copy(), np.empty(len(x))
            h = t - report.previous
            options = {
                "t0": report.previous,
                "t1": t,
                "step": h,
                "relative": self.tolerances[0],
                "absolute": self.tolerances[1],
                "longest": h,
                "first": h,
            }
            limits = {"most": 1 if self.fixed else PORTION, "every": 2, "rows": 0}
            row = np.empty((1, len(x)))
            engine.run(y, report.previous, inside, held, free, options, limits, np.zeros(1), row, scratch)
            over = np.any(y < self.bounds[0]) or np.any(y > self.bounds[1])
            early, late = (early, t) if over else (t, late)
            if over:
                x[:] = y
        return late

    def _fixed_times(self, t0: float, t1: float, h: float, done: int, portion: int) -> tuple[Floats, int]:
        """Return when rows are recorded with a fixed step, and every how many steps."""
        every = max(1, round(self.spacing / h))
        places = np.arange(1, portion + 1)
        times = t0 + (done + places[(places + self.since) % every == 0]) * h
        return np.where(times > t1 - h / 2, t1, times), every

    def _times(self, t0: float, t1: float) -> Floats:
        """Return the times of the grid after t0 and up to t1."""
        first, last = (int(np.floor(t / self.spacing * (1 + 1e-12) + 1e-9)) for t in (t0, t1))
        times = np.minimum(np.arange(first + 1, last + 1) * self.spacing, t1)
        ends = t1 == self.duration and (len(times) == 0 or times[-1] < t1)
        return np.append(times, t1) if ends else times

    def _trajectory(self, parts: list[tuple[System, _Rows]]) -> Trajectory:
        layout, model = self.system.layout, self.system.plant
        done = [(system, *rows.joined()) for system, rows in parts if rows.t]
        found = [_signals(system, *rows) for system, *rows in done]
        t, x = np.concatenate([rows[1] for rows in done]), np.concatenate([rows[2] for rows in done])
        out = {name: np.concatenate([each[name] for each in found]) for name in found[0]}
        names = health.velocity_names(model)
        self.events += health.saturations(t, out["tau"], self.system.most, names)
        work, external, dissipated = x[:, layout.audit].T
        info: dict[str, Any] = {"integrator": self.integrator, "duration": self.duration, "motors": model.motors}
        if isinstance(self.system.reference, Line | Circle):
            info |= {"space": "task", "frame": "tip"}
        trajectory = Trajectory(
            robot=model.robot.name,
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
            coordinates=health.coordinate_names(model),
            velocities=names,
            signals={"reference": out["reference"], "elastic": out["stored"][:, 0]},
            events=tuple(sorted(self.events, key=lambda event: event.t)),
            info=info | ({"why": self.why} if self.why else {}) | self.counts,
        )
        if trajectory.drift_max > DRIFT_WARNING:
            text = f"the energy balance drifts by up to {trajectory.drift_max:.3g} % of the greatest energy; "
            warnings.warn(text + "try a smaller step or tighter tolerances", ArmillaryWarning, stacklevel=4)
        return described(trajectory, model)


def _signals(system: System, t: Floats, x: Floats, inside: Floats, held: Floats) -> dict[str, Floats]:
    """Return what follows from recorded states: efforts, accelerations, energies, the reference."""
    kernel = build_simplified(system.outputs)
    found = {array.name: np.empty((len(t), array.size)) for array in system.outputs.outputs}
    kernel.batch(np.stack([t, inside], axis=1), np.ascontiguousarray(x), held, *found.values())
    return found
