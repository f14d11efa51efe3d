"""A closed loop at rest: the states of controller, windings and samples at which nothing changes.

The configuration q is known: joints at their start, links sagged, gears wound (`simulation.starting`). The unknowns s
are the states of the law, z of a sampled or c of a continuous one, and the currents of inductive windings. They satisfy
    τ(s) = g(q) + elastic efforts,   ċ(s) = 0  or  z⁺(s) = z,   i̇(s) = 0                                    (1)
where τ are the efforts of the actuators. A joint with dry friction, or with losses in its gear, also rests where these
hold the difference. Disturbances that begin at t = 0 and the motion of the reference from then on
do not act yet. Held efforts and commands on their way follow from s by asking the law until they no longer change. (1)
is solved by Newton's method, in the sense of least squares; its derivatives are taken by the complex step. Since (1) is
linear in s for most laws, all runs of a stack take the derivatives of the first one, and only runs that do not converge
take their own. Bristles and temperatures of windings stay at their start: bristles carry no load there, and heat flows
for minutes.

A start without a jump of the efforts ("bumpless") satisfies (1) but for rates of the law that depend on no unknown:
those of integrators whose error is not zero, such as that of a cascade which sees the wound side of a gear.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.program import Program
from armillary.expr.evaluate import FUNCTIONS, evaluate_nodes, signed
from armillary.expr.ops import Op
from armillary.formulations.evaluate import STEP
from armillary.multibody.coordinates import coordinate_units, velocity_names
from armillary.simulation.closed_loop.digital import Digital
from armillary.simulation.drives.drives import drive_states
from armillary.simulation.sensors.sensor import Sensor
from armillary.spatial.scalar import Array, Floats

if TYPE_CHECKING:
    from armillary.simulation.closed_loop.closed_loop import ClosedLoop

BEFORE = (0.0, -1.0)
"""Clock of (1): t = 0 as the end of the time before it, so that nothing has begun to move."""
CHORDS, NEWTONS = 4, 12
"""Steps with the derivatives of the first run, and steps of a run with its own."""
AT_REST = 1e-9
"""Residual of (1) that is treated as rounding, relative to the terms of its row."""
AT_ONCE = 4096
"""Number of states that are evaluated together: they stay in the cache."""


def _magnitude(a: Array) -> Array:
    return np.where(np.real(a) == 0, 0.0 * a, np.where(np.real(a) < 0, -a, a))


CENTRED = FUNCTIONS | {Op.ABS: _magnitude}
"""Operations, with |x| of slope 0 at zero. A floor stays: laws wrap angles with it, and sensors have no steps here."""


def values(program: Program, clock: tuple[float, float], x: Array, p: Array) -> Array:
    """Return the first output of a program, shape (…, outputs); rows of x and p are states of a batch."""
    inputs = {"clock": np.array(clock), "x": x, "p": p}
    inputs |= {port.name: np.zeros(port.size) for port in program.inputs if port.name not in inputs}
    columns = {name: np.moveaxis(each, -1, 0) for name, each in inputs.items()}
    found = evaluate_nodes(program.graph, program.order, columns, CENTRED)
    return np.stack([np.broadcast_to(signed(found, ref), x.shape[:-1]) for ref in program.results[0]], axis=-1)


def exact(sensor: Sensor) -> Sensor:
    """Return a sensor without steps and lost samples."""
    none: dict[str, Any] = {"dropout": 0.0, "resolution": None, "counts": None}
    return replace(sensor, **{name: value for name, value in none.items() if getattr(sensor, name, value) != value})


@dataclass(frozen=True, eq=False)
class Rest:
    """Starts at rest: x (N, size), p (N, m), which runs rest, (N,), and why the first of the others does not."""

    x: Floats
    p: Floats
    found: NDArray[np.bool_]
    problem: str

    def completed(self, other: Rest) -> Rest:
        """Return this result with another one for the runs that do not rest, in their order."""
        x, p, found = self.x.copy(), self.p.copy(), self.found.copy()
        x[~self.found], p[~self.found], found[~self.found] = (
            np.where(other.found[:, None], other.x, x[~self.found]),
            np.where(other.found[:, None], other.p, p[~self.found]),
            other.found,
        )
        return Rest(x, p, found, other.problem)


class Standstill:
    """(1) of a closed loop. `held` are names of states that keep their values.

    With `sticking`, dry friction and losses of gears hold what they can.
    """

    def __init__(
        self, loop: ClosedLoop, names: tuple[str, ...], held: frozenset[str], bumpless: bool, sticking: bool = False
    ) -> None:
        self.loop, self.bumpless, layout = loop, bumpless, loop.layout
        self.program = loop.standstill_by_friction if sticking else loop.standstill
        self.digital = loop.controller if isinstance(loop.controller, Digital) else None
        self.tasks = self._tasks()
        drives = [state.name for state in drive_states(loop.plant)]
        currents = np.flatnonzero([name.endswith(".current") for name in drives])
        self.currents = layout.d.start + currents
        z = self.digital.places["z"] if self.digital is not None else layout.c
        self.law = np.arange(z.start, z.stop)
        free = np.array([name not in held for name in names], dtype=bool)
        self.free = free[[*range(len(self.law)), *(len(self.law) + currents).tolist()]]
        """Which entries of s are unknown; `names` are those of the states of the law, then of the drives."""
        self.names = (*velocity_names(loop.plant), *names[: len(self.law)], *(drives[k] for k in currents))

    def _tasks(self) -> tuple[Program, ...]:
        """Return the tasks of a sampled law, with exact sensors."""
        if self.digital is None:
            return ()
        sensing = self.digital.sensing
        if all(exact(each) == each for each in sensing.sensors):
            return self.loop.updates()
        smooth = replace(sensing, sensors=tuple(map(exact, sensing.sensors)))
        return replace(self.digital, sensing=smooth).updates(self.loop, False)

    def solve(self, x: Floats, p: Floats) -> Rest:
        """Return the states at rest near x (N, size) and p (N, m); runs that do not rest stay as they are."""
        s = np.concatenate([self._of_law(x, p), x[:, self.currents]], axis=1)
        J = self._slopes(s[0], x[0], p[0])[1]
        found, problem, rows = np.zeros(len(s), dtype=bool), "", self._rows(J)
        inverse = _inverse(J[rows])
        for _ in range(CHORDS):
            r = self._residuals(s, x, p)
            found = self._resting(r, s, J)
            if np.all(found):
                break
            s[~found] -= self._step(inverse, r[~found][:, rows])
        for run in np.flatnonzero(~found).tolist():
            s[run], found[run], why = self._alone(s[run], x[run], p[run])
            problem = problem or why
        rest_x, rest_p = self._at(s, x, p)
        if self.digital is not None:
            asked, kept = self._asked(rest_x, rest_p, s)[0], self._kept
            rest_p[:, kept] = asked[:, kept]
        return Rest(np.where(found[:, None], rest_x, x), np.where(found[:, None], rest_p, p), found, problem)

    def depends(self, x: Floats, p: Floats, places: Sequence[int]) -> bool:
        """Return whether the states at rest, at x and p of one run, depend on some entries of p."""
        s = np.concatenate([self._of_law(x[None], p[None]), x[None][:, self.currents]], axis=1)[0]
        steps = np.zeros((len(places), len(p)))
        steps[np.arange(len(places)), list(places)] = 1.0
        rows = (np.broadcast_to(each, (len(places), len(each))) for each in (s + 0j, x))
        found = self._residuals(next(rows), next(rows), p + 1j * STEP * steps)[:, :-1].imag.T / STEP
        J = self._slopes(s, x, p)[1]
        equations = self._rows(J)
        change = _inverse(J[equations]) @ found[equations]
        return bool(np.any(np.abs(change) > AT_REST * (1.0 + np.abs(s).max(initial=0.0))))

    @property
    def _kept(self) -> NDArray[np.intp]:
        """Places in p of held efforts, states of the law and commands on their way; samples are taken anew."""
        if self.digital is None:
            return np.zeros(0, dtype=np.intp)
        places = self.digital.places
        return np.concatenate([np.arange(places[name].start, places[name].stop) for name in ("h", "z", "r")])

    def _alone(self, s: Floats, x: Floats, p: Floats) -> tuple[Floats, bool, str]:
        """Return the unknowns of one run by Newton's method, whether it rests, and why not."""
        for k in range(NEWTONS + 1):
            r, J = self._slopes(s, x, p)
            rows = self._rows(J)
            if self._resting(r[None], s[None], J)[0]:
                return s, True, ""
            step = self._step(_inverse(J[rows]), r[None][:, rows])[0]
            if k == NEWTONS or not np.all(np.isfinite(step)) or not np.any(step):
                break
            s = s - step
        return s, False, self._problem(r, s, J)

    def _step(self, inverse: Floats, r: Floats) -> Floats:
        """Return steps (N, unknowns), zero for those that are held."""
        return np.asarray(np.where(self.free, r @ inverse.T, 0.0))

    def _rows(self, J: Floats) -> NDArray[np.intp]:
        """Return the equations that must hold: all, or without rates of the law on which no unknown has an effect."""
        nv = self.loop.plant.nv
        needed = np.ones(len(J), dtype=bool)
        if self.bumpless:
            needed[nv : nv + len(self.law)] = np.any(J[nv : nv + len(self.law)] != 0, axis=1)
        return np.flatnonzero(needed)

    def _excess(self, r: Floats, s: Floats, J: Floats) -> Floats:
        """Return the left sides of (1) relative to their rounding, shape (N, equations), zero for those left out."""
        terms, nv = np.abs(s) @ np.abs(J).T, self.loop.plant.nv
        terms[:, :nv] = np.maximum(terms[:, :nv].max(axis=1, initial=0.0), r[:, -1])[:, None]
        found = np.zeros(terms.shape)
        rows = self._rows(J)
        found[:, rows] = np.abs(r[:, rows]) / (AT_REST * (1.0 + terms[:, rows]))
        return np.where(np.isnan(found), np.inf, found)

    def _resting(self, r: Floats, s: Floats, J: Floats) -> NDArray[np.bool_]:
        """Return which runs satisfy (1)."""
        return np.asarray(np.all(self._excess(r, s, J) <= 1.0, axis=1))

    def _problem(self, r: Floats, s: Floats, J: Floats) -> str:
        """Return in words which state cannot rest."""
        excess, nv = self._excess(r[None], s[None], J)[0], self.loop.plant.nv
        # A load that nothing holds is the cause; states that go on changing may follow from it.
        worst = int(np.argmax(excess[:nv] if np.any(excess[:nv] > 1.0) else excess))
        if worst < nv:
            unit = coordinate_units(self.loop.plant)["tau"][worst]
            return f"nothing holds {self.names[worst]} against its load, of which {abs(r[worst]):.4g} {unit} are left"
        if np.any(J[worst]):  # the unknowns have changed its rate on the way
            return f"{self.names[worst]} goes on changing"
        return f"{self.names[worst]} changes by {r[worst]:.4g} {'a period' if self._is_state(worst) else 'per second'}"

    def _is_state(self, row: int) -> bool:
        """Return whether a row is a discrete state of a sampled law."""
        nv = self.loop.plant.nv
        return self.digital is not None and nv <= row < nv + len(self.law)

    def _of_law(self, x: Floats, p: Floats) -> Floats:
        return (x if self.digital is None else p)[:, self.law]

    def _at(self, s: Array, x: Array, p: Array) -> tuple[Array, Array]:
        """Return x and p with the unknowns in place."""
        x, p = (np.array(each, dtype=np.result_type(s, x, p)) for each in (x, p))
        (x if self.digital is None else p)[:, self.law] = s[:, : len(self.law)]
        x[:, self.currents] = s[:, len(self.law) :]
        return x, p

    def _asked(self, x: Array, p: Array, s: Array) -> tuple[Array, Array]:
        """Return p with the efforts and commands that the law gives at states s, and the next states of the law."""
        if self.digital is None:
            return p, s[:, :0]
        changing, z = self.loop.changing, self.digital.places["z"]
        after = s[:, : len(self.law)]
        for _ in range(2 + self.digital.timing.under_way):
            p = p.copy()
            p[:, z] = s[:, : len(self.law)]
            for task in self.tasks:
                p = np.concatenate([_batched(task, x, p), p[:, changing:]], axis=1)
            after = p[:, z]
        p = p.copy()
        p[:, z] = s[:, : len(self.law)]
        return p, after

    def _residuals(self, s: Array, x: Floats, p: Floats) -> Array:
        """Return the left sides of (1) in each run, and the greatest effort needed, shape (N, equations + 1)."""
        layout, nv = self.loop.layout, self.loop.plant.nv
        here, held = self._at(s, x, p)
        held, after = self._asked(here, held, s)
        found = _batched(self.program, here, held)
        moved = found[:, nv : nv + layout.controller] if self.digital is None else after - s[:, : len(self.law)]
        drives = found[:, self.currents - layout.d.start + nv + layout.controller]
        most = np.abs(found[:, -nv:].real).max(axis=1, keepdims=True)
        return np.concatenate([found[:, :nv], moved, drives, most], axis=1)

    def _slopes(self, s: Floats, x: Floats, p: Floats) -> tuple[Floats, Floats]:
        """Return the left sides of (1) in one run, shape (equations + 1,), and derivatives (equations, unknowns)."""
        steps = np.concatenate([s[None], s + 1j * STEP * np.eye(len(s))])
        found = self._residuals(steps, *(np.broadcast_to(each, (len(steps), len(each))) for each in (x, p)))
        return found[0].real, np.where(self.free, found[1:, :-1].imag.T / STEP, 0.0)


def _batched(program: Program, x: Array, p: Array) -> Array:
    """Return the first output of a program at t = 0 for rows of x and p."""
    parts = [
        values(program, BEFORE, x[first : first + AT_ONCE], p[first : first + AT_ONCE])
        for first in range(0, len(x), AT_ONCE)
    ]
    return np.concatenate(parts)


def _inverse(J: Floats) -> Floats:
    """Return the pseudo-inverse of a matrix, (unknowns, rows), with rows and columns of length one."""
    rows = np.linalg.norm(J, axis=1)
    rows[rows == 0] = 1.0
    scaled = J / rows[:, None]
    columns = np.linalg.norm(scaled, axis=0)
    columns[columns == 0] = 1.0
    return np.asarray(np.linalg.pinv(scaled / columns, rcond=1e-11) / columns[:, None] / rows)
