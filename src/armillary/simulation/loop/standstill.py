"""A closed loop at rest: the states of controller and windings, and held commands, at which nothing changes.

The configuration q is known: joints at their start, links and gears in equilibrium
(`simulation.starting`). The unknowns s are the states of the law, z of a sampled or c of a
continuous one, and the currents of inductive windings. With τ the efforts of the actuators,
    τ(s) = g(q) + elastic efforts,      ċ(s) = 0  or  z⁺(s) = z,      di/dt(s) = 0                          (1)
A joint with dry friction, or with losses in its gear, also rests where these hold the difference of
the efforts. Disturbances that begin at t = 0, and the motion of the reference from then on, do not
act yet. Held efforts and commands under way follow from s by calling the law until they no longer
change.

(1) is solved by Newton's method in the sense of least squares, with derivatives by the complex
step. Since (1) is linear in s for most laws, all runs of a stack first use the derivatives of the
first one (chords); runs that do not converge then use their own. Bristles and temperatures of
windings keep their start values: bristles carry no load there, and heat flows for minutes.

A start without a jump of the efforts ("bumpless") satisfies (1) without those rates of the law that
no unknown can change: rates of integrators with an error, such as those of a cascade that reads the
motor side of a wound gear.
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
from armillary.simulation.drives.drives import drive_states
from armillary.simulation.loop.digital import Digital
from armillary.simulation.sensors.sensor import Sensor
from armillary.spatial.scalar import Array, Floats

if TYPE_CHECKING:
    from armillary.simulation.loop.equations import Equations

BEFORE_START = (0.0, -1.0)
"""Clock of (1): t = 0, in the interval that ends there, so that nothing has begun to move."""
CHORD_STEPS, NEWTON_STEPS = 4, 12
"""Steps with the derivatives of the first run, and steps of a run with its own."""
AT_REST = 1e-9
"""Residual of (1), relative to the terms of its row, that is treated as rounding."""
BATCH = 4096
"""Number of states that are evaluated together: they stay in the cache."""


def _magnitude(a: Array) -> Array:
    return np.where(np.real(a) == 0, 0.0 * a, np.where(np.real(a) < 0, -a, a))


CENTRED = FUNCTIONS | {Op.ABS: _magnitude}
"""Operations for the complex step, with slope 0 of |x| at x = 0: laws are often at zero error there.

Floors stay as they are: laws wrap angles with them, and sensors are `exact` here.
"""


def values(program: Program, clock: tuple[float, float], x: Array, p: Array) -> Array:
    """Return the first output of a program for batches x (…, size) and p (…, m), shape (…, outputs); may be complex."""
    inputs = {"clock": np.array(clock), "x": x, "p": p}
    inputs |= {port.name: np.zeros(port.size) for port in program.inputs if port.name not in inputs}
    columns = {name: np.moveaxis(rows, -1, 0) for name, rows in inputs.items()}
    nodes = evaluate_nodes(program.graph, program.order, columns, CENTRED)
    return np.stack([np.broadcast_to(signed(nodes, ref), x.shape[:-1]) for ref in program.results[0]], axis=-1)


def exact(sensor: Sensor) -> Sensor:
    """Return a sensor without resolution and lost samples, whose readings can be differentiated."""
    ideal: dict[str, Any] = {"dropout": 0.0, "resolution": None, "counts": None}
    return replace(sensor, **{name: value for name, value in ideal.items() if getattr(sensor, name, value) != value})


@dataclass(frozen=True, eq=False)
class Rest:
    """Starts of runs, at rest where there is such a start."""

    x: Floats
    """States (N, size)."""
    p: Floats
    """Parameters (N, m)."""
    at_rest: NDArray[np.bool_]
    """Which runs are at rest (N,)."""
    problem: str
    """Why the first of the other runs is not."""

    def completed(self, others: Rest) -> Rest:
        """Return this result with a second one for the runs that are not at rest here, in their order."""
        x, p, at_rest = self.x.copy(), self.p.copy(), self.at_rest.copy()
        missing = ~self.at_rest
        solved = others.at_rest[:, None]
        x[missing] = np.where(solved, others.x, self.x[missing])
        p[missing] = np.where(solved, others.p, self.p[missing])
        at_rest[missing] = others.at_rest
        return Rest(x, p, at_rest, others.problem)


class Standstill:
    """The equations (1) of a closed loop.

    Args:
        equations: Those of the closed loop.
        names: Names of the states of the law, then of the drives.
        fixed: Names of states that keep their start values.
        bumpless: Whether rates of the law that no unknown can change are left out.
        sticking: Whether dry friction and losses of gears hold what they can.
    """

    def __init__(
        self,
        equations: Equations,
        names: tuple[str, ...],
        fixed: frozenset[str],
        bumpless: bool,
        sticking: bool = False,
    ) -> None:
        self.equations, self.bumpless = equations, bumpless
        layout = equations.layout
        self.program = equations.standstill_by_friction if sticking else equations.standstill
        self.digital = equations.controller if isinstance(equations.controller, Digital) else None
        self.tasks = self._exact_tasks()
        drives = [state.name for state in drive_states(equations.plant)]
        currents = np.flatnonzero([name.endswith(".current") for name in drives])
        self.currents = layout.d.start + currents
        """Places of the currents in x."""
        law_states = self.digital.places["z"] if self.digital is not None else layout.c
        self.law = np.arange(law_states.start, law_states.stop)
        """Places of the states of the law, in p of a sampled law, else in x."""
        free = np.array([name not in fixed for name in names], dtype=bool)
        self.free = free[[*range(len(self.law)), *(len(self.law) + currents).tolist()]]
        """Which entries of s are unknown; the others keep their values."""
        self.names = (*velocity_names(equations.plant), *names[: len(self.law)], *(drives[k] for k in currents))
        """Names of the rows of (1)."""

    def _exact_tasks(self) -> tuple[Program, ...]:
        """Return the tasks of a sampled law, with exact sensors."""
        if self.digital is None:
            return ()
        sensing = self.digital.sensing
        if all(exact(sensor) == sensor for sensor in sensing.sensors):
            return self.equations.updates()
        ideal = replace(sensing, sensors=tuple(map(exact, sensing.sensors)))
        return replace(self.digital, sensing=ideal).updates(self.equations, False)

    def solve(self, x: Floats, p: Floats) -> Rest:
        """Return the states at rest near x (N, size) and p (N, m); runs that do not rest stay as they are."""
        s = np.concatenate([self._law_states(x, p), x[:, self.currents]], axis=1)
        at_rest, problem = self._solve_all(s, x, p) if np.any(self.free) else self._examine(s, x, p)
        rest_x, rest_p = self._insert(s, x, p)
        if self.digital is not None:
            after, kept = self._call_law(rest_x, rest_p, s)[0], self._kept
            rest_p[:, kept] = after[:, kept]
        solved = at_rest[:, None]
        return Rest(np.where(solved, rest_x, x), np.where(solved, rest_p, p), at_rest, problem)

    def _solve_all(self, s: Floats, x: Floats, p: Floats) -> tuple[NDArray[np.bool_], str]:
        """Move s to the states at rest; return which runs rest, and why the first of the others does not."""
        J = self._slopes(s[0], x[0], p[0])[1]
        rows = self._rows(J)
        inverse = _inverse(J[rows])
        at_rest, problem = np.zeros(len(s), dtype=bool), ""
        for _ in range(CHORD_STEPS):
            r = self._residuals(s, x, p)
            at_rest = self._resting(r, s, J)
            if np.all(at_rest):
                break
            s[~at_rest] -= self._step(inverse, r[~at_rest][:, rows])
        for run in np.flatnonzero(~at_rest).tolist():
            s[run], at_rest[run], reason = self._solve_one(s[run], x[run], p[run])
            problem = problem or reason
        return at_rest, problem

    def _examine(self, s: Floats, x: Floats, p: Floats) -> tuple[NDArray[np.bool_], str]:
        """Return the same where nothing is unknown, as for PD control without inductive windings."""
        r = self._residuals(s, x, p)
        J = np.zeros((r.shape[1] - 1, s.shape[1]))
        at_rest = self._resting(r, s, J)
        if np.all(at_rest):
            return at_rest, ""
        run = int(np.argmin(at_rest))
        return at_rest, self._problem(r[run], s[run], J)

    def depends(self, x: Floats, p: Floats, places: Sequence[int]) -> bool:
        """Return whether the states at rest, at x and p of one run, depend on some entries of p."""
        s = np.concatenate([self._law_states(x[None], p[None]), x[None][:, self.currents]], axis=1)[0]
        directions = np.zeros((len(places), len(p)))
        directions[np.arange(len(places)), list(places)] = 1.0
        s_rows, x_rows = (np.broadcast_to(row, (len(places), len(row))) for row in (s + 0j, x))
        residuals = self._residuals(s_rows, x_rows, p + 1j * STEP * directions)
        by_p = residuals[:, :-1].imag.T / STEP
        J = self._slopes(s, x, p)[1]
        equations = self._rows(J)
        change = _inverse(J[equations]) @ by_p[equations]
        return bool(np.any(np.abs(change) > AT_REST * (1.0 + np.abs(s).max(initial=0.0))))

    @property
    def _kept(self) -> NDArray[np.intp]:
        """Places in p of held efforts, states of the law and commands under way; samples are taken anew."""
        if self.digital is None:
            return np.zeros(0, dtype=np.intp)
        places = self.digital.places
        return np.concatenate([np.arange(places[name].start, places[name].stop) for name in ("h", "z", "r")])

    def _solve_one(self, s: Floats, x: Floats, p: Floats) -> tuple[Floats, bool, str]:
        """Return s of one run by Newton's method, whether it rests, and why not."""
        for k in range(NEWTON_STEPS + 1):
            r, J = self._slopes(s, x, p)
            rows = self._rows(J)
            if self._resting(r[None], s[None], J)[0]:
                return s, True, ""
            step = self._step(_inverse(J[rows]), r[None][:, rows])[0]
            if k == NEWTON_STEPS or not np.all(np.isfinite(step)) or not np.any(step):
                break
            s = s - step
        return s, False, self._problem(r, s, J)

    def _step(self, inverse: Floats, r: Floats) -> Floats:
        """Return Newton steps (N, entries of s), zero for entries that keep their values."""
        return np.asarray(np.where(self.free, r @ inverse.T, 0.0))

    def _rows(self, J: Floats) -> NDArray[np.intp]:
        """Return the equations that must hold: all, or without rates of the law that no unknown can change."""
        nv = self.equations.plant.nv
        required = np.ones(len(J), dtype=bool)
        if self.bumpless:
            required[nv : nv + len(self.law)] = np.any(J[nv : nv + len(self.law)] != 0, axis=1)
        return np.flatnonzero(required)

    def _excess(self, r: Floats, s: Floats, J: Floats) -> Floats:
        """Return residuals of (1) relative to their rounding, shape (N, equations), zero for those left out."""
        nv = self.equations.plant.nv
        terms = np.abs(s) @ np.abs(J).T
        # All efforts have the rounding of the greatest one, which may be needed elsewhere (the last column of r).
        terms[:, :nv] = np.maximum(terms[:, :nv].max(axis=1, initial=0.0), r[:, -1])[:, None]
        excess = np.zeros(terms.shape)
        rows = self._rows(J)
        excess[:, rows] = np.abs(r[:, rows]) / (AT_REST * (1.0 + terms[:, rows]))
        return np.where(np.isnan(excess), np.inf, excess)

    def _resting(self, r: Floats, s: Floats, J: Floats) -> NDArray[np.bool_]:
        """Return which runs satisfy (1)."""
        return np.asarray(np.all(self._excess(r, s, J) <= 1.0, axis=1))

    def _problem(self, r: Floats, s: Floats, J: Floats) -> str:
        """Return which state cannot rest, as a phrase."""
        excess, nv = self._excess(r[None], s[None], J)[0], self.equations.plant.nv
        # A load that nothing holds is the cause; states that go on changing may follow from it.
        worst = int(np.argmax(excess[:nv] if np.any(excess[:nv] > 1.0) else excess))
        if worst < nv:
            unit = coordinate_units(self.equations.plant)["tau"][worst]
            return f"nothing holds {self.names[worst]} against its load, of which {abs(r[worst]):.4g} {unit} are left"
        if np.any(J[worst]):  # Newton's method has changed its rate, so that the number would mislead
            return f"{self.names[worst]} goes on changing"
        rate = "a period" if self._is_discrete(worst) else "per second"
        return f"{self.names[worst]} changes by {r[worst]:.4g} {rate}"

    def _is_discrete(self, row: int) -> bool:
        """Return whether a row of (1) belongs to a discrete state, of a sampled law."""
        nv = self.equations.plant.nv
        return self.digital is not None and nv <= row < nv + len(self.law)

    def _law_states(self, x: Floats, p: Floats) -> Floats:
        return (x if self.digital is None else p)[:, self.law]

    def _insert(self, s: Array, x: Array, p: Array) -> tuple[Array, Array]:
        """Return x and p with s in place."""
        x, p = (np.array(rows, dtype=np.result_type(s, x, p)) for rows in (x, p))
        (x if self.digital is None else p)[:, self.law] = s[:, : len(self.law)]
        x[:, self.currents] = s[:, len(self.law) :]
        return x, p

    def _call_law(self, x: Array, p: Array, s: Array) -> tuple[Array, Array]:
        """Return p with the efforts and commands of the law at states s, and the next states of the law."""
        if self.digital is None:
            return p, s[:, :0]
        changing, z = self.equations.changing, self.digital.places["z"]
        after = s[:, : len(self.law)]
        # N rounds move commands on to the actuators; two more, since the law may read what its efforts cause.
        for _ in range(2 + self.digital.timing.commands_under_way):
            p = p.copy()
            p[:, z] = s[:, : len(self.law)]
            for task in self.tasks:
                p = np.concatenate([_batched(task, x, p), p[:, changing:]], axis=1)
            after = p[:, z]
        p = p.copy()
        p[:, z] = s[:, : len(self.law)]
        return p, after

    def _residuals(self, s: Array, x: Floats, p: Floats) -> Array:
        """Return the residuals of (1) in each run, and the greatest effort needed, shape (N, equations + 1)."""
        layout, nv = self.equations.layout, self.equations.plant.nv
        x_s, p_s = self._insert(s, x, p)
        p_s, after = self._call_law(x_s, p_s, s)
        rates = _batched(self.program, x_s, p_s)
        law = rates[:, nv : nv + layout.controller] if self.digital is None else after - s[:, : len(self.law)]
        currents = rates[:, self.currents - layout.d.start + nv + layout.controller]
        greatest = np.abs(rates[:, -nv:].real).max(axis=1, keepdims=True)
        return np.concatenate([rates[:, :nv], law, currents, greatest], axis=1)

    def _slopes(self, s: Floats, x: Floats, p: Floats) -> tuple[Floats, Floats]:
        """Return the residuals in one run, shape (equations + 1,), and their derivatives by s, (equations, s)."""
        steps = np.concatenate([s[None], s + 1j * STEP * np.eye(len(s))])
        residuals = self._residuals(steps, *(np.broadcast_to(row, (len(steps), len(row))) for row in (x, p)))
        return residuals[0].real, np.where(self.free, residuals[1:, :-1].imag.T / STEP, 0.0)


def _batched(program: Program, x: Array, p: Array) -> Array:
    """Return the first output of a program at t = 0 for rows of x and p."""
    slices = [slice(first, first + BATCH) for first in range(0, len(x), BATCH)]
    return np.concatenate([values(program, BEFORE_START, x[rows], p[rows]) for rows in slices])


def _inverse(J: Floats) -> Floats:
    """Return the pseudo-inverse of a matrix, (columns, rows), computed with rows and columns scaled to length one."""
    rows = np.linalg.norm(J, axis=1)
    rows[rows == 0] = 1.0
    scaled = J / rows[:, None]
    columns = np.linalg.norm(scaled, axis=0)
    columns[columns == 0] = 1.0
    return np.asarray(np.linalg.pinv(scaled / columns, rcond=1e-11) / columns[:, None] / rows)
