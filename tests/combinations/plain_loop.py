"""A scenario simulated in plain Python: the plant of `plain_plant` with SciPy's DOP853, cut at everything that jumps.

Control instants, delays, pushes and switches of references cut the run; sticking, slipping and flanks of backlash are
events of the solver, after which the modes that hold are found anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp
from tests.combinations.plain_laws import Law, View, law_of
from tests.combinations.plain_plant import Instant, Plant
from tests.combinations.plain_references import reference_of
from tests.combinations.plain_sensors import Sensing

import armillary as arm

MOST_EVALUATIONS = 400_000
"""Evaluations after which a motion counts as smooth nowhere: a law that jumps with a measured sign chatters."""


class UnsolvedError(Exception):
    """SciPy's solver gave up at a time: the motion diverges there, or goes on by ever smaller steps (`creeps`)."""

    def __init__(self, message: str, t: float, creeps: bool = False) -> None:
        super().__init__(message)
        self.t, self.creeps = t, creeps


@dataclass
class Result:
    t: np.ndarray
    q: np.ndarray
    qd: np.ndarray
    tau: np.ndarray
    kinetic: np.ndarray
    potential: np.ndarray
    audit: np.ndarray
    signals: dict[str, np.ndarray]
    end: float
    why: str
    evaluations: int
    switches: int
    doubt: float = np.inf
    """From when a rounded reading was within rounding of its next step, so that both answers are right."""


class Loop:
    def __init__(
        self, scenario: arm.Scenario, q: np.ndarray, v: np.ndarray, *, rtol: float = 1e-9, atol: float = 1e-11
    ) -> None:
        self.scenario = scenario
        known = scenario.robot if isinstance(scenario.robot, arm.Model) else arm.model(scenario.robot)
        moved = scenario.plant or known
        if isinstance(moved, arm.Robot):
            moved = arm.model(moved, motors=known.motors, friction=known.friction)
        self.plant = Plant(moved, scenario.command, scenario.limits != "none")
        self.rtol, self.atol = rtol, atol
        self.reference = reference_of(scenario.reference, q[: self.plant.joint_nq], self.plant.joint_nv)
        self.view = View(known, self.plant)
        self.law: Law | None = (
            None if scenario.controller is None else law_of(scenario.controller, self.view, self.reference)
        )
        self.period = scenario.period
        self.sensing = Sensing(scenario, self.plant)
        self.y = np.concatenate([self.plant.start(q, v), np.zeros(0)])
        self.continuous = self.law is not None and self.period is None
        self.states = np.zeros(0) if self.law is None else np.asarray(self.law.start(q, v), float)
        if self.continuous:
            self.y = np.concatenate([self.y, self.states])
        self.held = np.zeros(self.plant.joint_nv)
        self.slope = np.zeros(self.plant.joint_nv)
        self.acted = 0.0
        self.commands: list[np.ndarray] = []
        self.modes: dict[int, int] = {}
        self.flanks: dict[int, float] = {}
        self.parting: dict[int, int] = {}
        self.evaluations = self.switches = 0
        self.doubt = np.inf

    # -- efforts ------------------------------------------------------------------------------------------------

    def command(self, t: float, y: np.ndarray) -> np.ndarray:
        if self.law is None:
            return np.zeros(self.plant.joint_nv)
        if not self.continuous:
            return self.held + self.slope * (t - self.acted)
        q, v = self._seen(y)
        return self.law.output(self.within(t), q, v, y[self.plant.size :], None)

    def within(self, t: float) -> float:
        """A time inside the present interval, at whose ends references may jump."""
        return min(max(t, self.interval[0] + 1e-12), self.interval[1] - 1e-12)

    def _seen(self, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        p = self.plant
        self.view.currents(y, self)
        return y[: p.mq], y[p.mq : p.mq + p.mv]

    def instant(self, t: float, y: np.ndarray) -> Instant:
        key = (t, y.tobytes(), tuple(self.modes.items()), tuple(self.flanks.items()))
        if getattr(self, "_key", None) == key:
            return self._kept
        p = self.plant
        pushes = [push for push in self.scenario.disturbances if push.start <= self.middle < push.end]
        now = p.instant(t, y[: p.size], self.command(t, y), self.modes, self.flanks, pushes)
        self.evaluations += 1
        if self.evaluations > MOST_EVALUATIONS:
            raise UnsolvedError(f"{MOST_EVALUATIONS} evaluations", t, creeps=True)
        self._key, self._kept = key, now
        return now

    def rhs(self, t: float, y: np.ndarray) -> np.ndarray:
        now = self.instant(t, y)
        if not self.continuous:
            return now.rate
        q, v = self._seen(y)
        return np.concatenate([now.rate, self.law.rate(self.within(t), q, v, y[self.plant.size :])])

    # -- modes --------------------------------------------------------------------------------------------------

    def settle(self, t: float) -> None:
        """Find the modes that hold at rest; coordinates that move slip in the direction of their rate."""
        p = self.plant
        v = self.y[p.mq : p.mq + p.mv]
        for d in p.drives:
            if d.backlash > 0 and d.rotor not in self.flanks:
                u, _ = p.twist(d, self.y[: p.mq])
                self.flanks[d.rotor] = float(np.sign(u))
        rest = []
        for k in p.dry:
            if v[k] != 0:
                self.modes[k] = int(np.sign(v[k]))
            elif k in self.parting:
                self.modes[k] = self.parting[k]
            else:
                self.modes[k] = 0
                rest.append(k)
        for _ in range(20 * len(rest) + 1):
            changed = False
            now = self.instant(t, self.y)
            for k in rest:
                if self.modes[k] == 0:
                    up, down = now.margin(k)
                    scale = 1e-12 * (1 + abs(now.load[k]))
                    if up + down < 1e-9 * (1 + abs(now.load[k])):
                        # Nothing that could hold it, such as an unloaded gear: friction is zero either way.
                        self.modes[k], changed = 1 if up < down else -1, True
                        rest.remove(k)
                    elif up < -scale:
                        self.modes[k], changed = 1, True
                    elif down < -scale:
                        self.modes[k], changed = -1, True
                elif self.modes[k] * now.acceleration[k] <= 0:
                    self.modes[k], changed = 0, True
                if changed:
                    break
            if not changed:
                self.parting = {}
                return
        raise AssertionError("no modes hold")

    def events(self) -> list[Any]:
        p = self.plant
        found = []

        def event(kind: str, k: Any, function: Any) -> None:
            function.terminal, function.direction, function.what = True, -1, (kind, k)
            found.append(function)

        for k in p.dry:
            if self.modes[k]:
                # A joint that nothing drives has exactly no rate, which is no change of its sign.
                event("stop", k, lambda t, y, k=k: self.modes[k] * y[p.mq + k] + 1e-13)
            else:
                event("slip", k, lambda t, y, k=k: self.slack(t, y, k))
        for d in p.drives:
            if d.backlash > 0:
                side, half = self.flanks[d.rotor], d.backlash / 2
                lead = lambda y, d=d: p.twist(d, y[: p.mq])[1]  # noqa: E731
                gear = lambda t, y, d=d: next(g for g in self.instant(t, y).gears if g["drive"] is d)  # noqa: E731
                if side == 0:
                    event("touch", (d, 1), lambda t, y, lead=lead, half=half: half - lead(y))
                    event("touch", (d, -1), lambda t, y, lead=lead, half=half: half + lead(y))
                else:
                    s = int(np.sign(side))
                    event("part", (d, 0), lambda t, y, lead=lead, half=half, s=s: s * lead(y) - half)
                    if abs(side) == 1:
                        event("leave", (d, s / 2), lambda t, y, gear=gear, s=s: s * gear(t, y)["raw"])
                    else:
                        event("push", (d, s), lambda t, y, gear=gear, s=s: -s * gear(t, y)["raw"])
        for x in range(p.nq):
            for bound, sign in ((p.lower[x], 1), (p.upper[x], -1)):
                if np.isfinite(bound):
                    event("limit", x, lambda t, y, x=x, b=bound, s=sign: s * (y[x] - b))
        return found

    def slack(self, t: float, y: np.ndarray, k: int) -> float:
        """Margin of a coordinate that sticks; one within rounding of breakaway sticks, too."""
        now = self.instant(t, y)
        return min(now.margin(k)) + 2e-12 * (1 + abs(now.load[k]))

    def switch(self, what: tuple[str, Any], t: float) -> None:
        kind, k = what
        self.switches += 1
        p = self.plant
        if kind == "stop":
            self.y[p.mq + k] = 0.0
        if kind == "slip":
            # its acceleration grows from zero: rounding must not decide
            up, down = self.instant(t, self.y).margin(k)
            self.parting = {k: 1 if up < down else -1}
        if kind in ("touch", "part", "leave", "push"):
            drive, side = k
            self.flanks[drive.rotor] = side

    # -- sampled laws -------------------------------------------------------------------------------------------

    def ask(self, t: float) -> None:
        q, v, doubtful = self.sensing.read(t, self)
        if doubtful:
            self.doubt = min(self.doubt, t)
        self.view.currents(self.y, self)
        u = self.law.output(t, q, v, self.states, self.period)
        self.states = self.law.advance(t, q, v, self.states, self.period)
        self.commands.append(u)
        if self.scenario.delay == 0:
            self.act(t, len(self.commands) - 1)

    def act(self, t: float, number: int) -> None:
        self.held, self.acted = self.commands[number], t
        if self.scenario.hold == 1 and number > 0:
            self.slope = (self.commands[number] - self.commands[number - 1]) / self.period

    def agenda(self, duration: float) -> list[tuple[float, int, Any]]:
        """Everything that is due, in order: (time, rank, action)."""
        s, due = self.scenario, []
        if self.law is not None and self.period is not None:
            count = int(np.floor((duration - s.offset) / self.period + 1e-9)) + 1
            for k in range(count):
                t = s.offset + k * self.period
                due.append((t, 2, ("ask", k)))
                if s.delay:
                    due.append((t + s.delay, 3, ("act", k)))
        due += [(t, 1, ("sense", j)) for t, j in self.sensing.instants(duration)]
        due += [(t, 0, ("cut", None)) for t in self.reference.switches] if self.reference else []
        for push in s.disturbances:
            due += [(push.start, 0, ("cut", None)), (push.end, 0, ("cut", None))]
        if self.continuous:
            due += [(t, 0, ("cut", None)) for t in self.law.switches()]
        return sorted((each for each in due if 0 <= each[0] < duration - 1e-12), key=lambda each: (each[0], each[1]))

    # -- the run ------------------------------------------------------------------------------------------------

    def run(self, duration: float, rows: np.ndarray) -> Result:
        p = self.plant
        due = self.agenda(duration)
        times = sorted({0.0, duration, *(each[0] for each in due)})
        times = [t for i, t in enumerate(times) if i == 0 or t - times[i - 1] > 1e-12 * duration]
        if times[-1] != duration:
            times[-1] = duration
        store: list[tuple[float, np.ndarray, Instant]] = []
        why, step = "", None
        for a, b in pairwise(times):
            self.middle, self.interval = (a + b) / 2, (a, b)
            for t, _, (kind, k) in due:
                if abs(t - a) <= 1e-12 * duration:
                    if kind == "ask":
                        self.ask(t)
                    elif kind == "act":
                        self.act(t, k)
                    elif kind == "sense":
                        self.sensing.sample(t, k, self)
            self._key = None
            t = a
            while t < b and not why:
                self.settle(t)
                if t == 0.0:
                    store.append((0.0, self.y.copy(), self.instant(0.0, self.y)))
                found = self.events()
                inside = rows[(rows > t) & (rows <= b)]
                h = None if step is None else min(step, b - t)
                # SciPy looks for events at the ends of its steps: a tooth may touch and leave inside one.
                short = self.rtol < 1e-10 and any(d.backlash > 0 for d in p.drives)
                out = solve_ivp(
                    self.rhs,
                    (t, b),
                    self.y,
                    "DOP853",
                    rtol=self.rtol,
                    atol=self.atol,
                    events=found or None,
                    dense_output=len(inside) > 0,
                    first_step=h if h is None or not short else min(h, 5e-4),
                    max_step=5e-4 if short else np.inf,
                )
                if not out.success:
                    raise UnsolvedError(f"SciPy: {out.message}", float(out.t[-1]))
                if len(out.t) > 2:
                    step = float(np.max(np.diff(out.t)))
                reached = out.t[-1]
                for row in inside[inside <= reached]:
                    y = out.sol(row)
                    store.append((float(row), y, self.instant(float(row), y)))
                self.y = self._unit(out.y[:, -1])
                self._key = None
                if out.status == 1:
                    which = next(i for i, each in enumerate(out.t_events) if len(each))
                    if found[which].what[0] == "limit":
                        why = "limit"
                    else:
                        self.switch(found[which].what, reached)
                    if self.switches > 2000:
                        raise AssertionError("more than 2,000 events: chatter")
                elif reached < b:
                    raise AssertionError("SciPy stopped")
                t = reached if out.status == 1 else b
            if why:
                break
        energies = [p.energies(t, y, self.flanks) for t, y, _ in store]
        signals: dict[str, np.ndarray] = {}
        for d in p.drives:
            name = d.motor.name
            if d.motor.winding is not None:
                signals[f"{name}.current"] = np.array([now.currents[name] for *_, now in store])
                signals[f"{name}.voltage"] = np.array([now.voltages[name] for *_, now in store])
            if d.heat >= 0:
                signals[f"{name}.temperature"] = np.array([y[d.heat] for _, y, _ in store])
        for r in p.rubs:
            if r.bristles:
                signals[f"{r.name}.bristle"] = np.array([y[r.z] for _, y, _ in store])
        return Result(
            np.array([t for t, *_ in store]),
            np.array([y[: p.mq] for _, y, _ in store]),
            np.array([y[p.mq : p.mq + p.mv] for _, y, _ in store]),
            np.array([now.tau for *_, now in store]),
            np.array([e[0] for e in energies]),
            np.array([e[1] for e in energies]),
            np.array([y[p.audit : p.audit + 5] for _, y, _ in store]),
            signals,
            t,
            why,
            self.evaluations,
            self.switches,
            self.doubt,
        )

    def _unit(self, y: np.ndarray) -> np.ndarray:
        y = y.copy()
        for a, _ in self.plant.quaternions:
            y[a : a + 4] /= np.linalg.norm(y[a : a + 4])
        return y
