"""A closed loop as flow and tasks, with exact derivatives of both at a state, and its equilibrium.

The state is y = (δq, v, c, d, p): displacements along the velocity directions, velocities, states of a continuous
controller and of the drives, and the numbers that change at control instants. Between instants ẏ = f(t, y); at an
instant the tasks that are due replace p. Derivatives are taken by the complex step; where a magnitude has a kink, they
are means of both sides.

An equilibrium has v = 0, f = 0, and a p that the tasks do not change. It is computed by Newton's method with steps of
least squares: directions on which nothing acts, such as an uncontrolled joint without a load, keep their initial value.
Entries of p on which nothing depends, such as the time of the last task, do not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from armillary.compiler.program import Program, evaluate
from armillary.errors import ArgumentError, ConvergenceError
from armillary.formulations.evaluate import STEP
from armillary.multibody.coordinates import velocity_names
from armillary.simulation.capabilities import require
from armillary.simulation.loop.loop import Loop
from armillary.simulation.loop.standstill import values
from armillary.spatial.scalar import Array, Floats

MOST_STEPS, SETTLED = 60, 1e-9
"""Newton steps, and the distance from equilibrium that is treated as rounding."""
MOST_STATES = 2_500
"""Largest number of entries of y."""
FURTHEST = 0.3
"""Greatest change of a coordinate in one step [rad, m]."""


@dataclass(frozen=True, eq=False)
class HybridState:
    """A state of a closed loop: x and p, and the time since the analysis began [s]."""

    t: float
    x: Floats
    p: Floats


class Hybrid:
    """The closed loop of a scenario at t [s], as flow and tasks."""

    def __init__(self, loop: Loop, t: float) -> None:
        require(loop, "margins")
        self.loop, self.t, self.equations, self.plant = loop, t, loop.equations, loop.equations.plant
        self.flow, self.tasks = self.equations.program, self.equations.updates()
        self.clocks = loop.clocks
        layout, nv = self.equations.layout, self.plant.nv
        self.moving = 2 * nv + layout.controller + layout.drives
        """Number of the entries of y that flow."""
        self.size = self.moving + (self.equations.changing if self.tasks else 0)
        if self.size > MOST_STATES:
            problem = f"{self.size:,} states, including delayed commands and samples"
            raise ArgumentError("scenario", problem, f"at most {MOST_STATES:,}", "give shorter delays")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the entries of y that flow."""
        coordinates = velocity_names(self.plant)
        return (*coordinates, *(f"{name}.rate" for name in coordinates), *self.equations.state_names)

    @cached_property
    def timed(self) -> bool:
        """Whether the flow depends on time, as with a hold of order 1."""
        return self.flow.reads("clock", 0)

    def start(self) -> HybridState:
        """Return the start of the scenario, at rest."""
        x = self.loop.start[0].copy()
        x[self.equations.layout.v] = 0.0
        return HybridState(0.0, x, self.loop.p())

    def plus(self, state: HybridState, step: Floats) -> HybridState:
        """Return a state with y changed by a step; positions move along the velocity directions."""
        layout, nv = self.equations.layout, self.plant.nv
        x, p = state.x.copy(), state.p.copy()
        x[layout.q] = self.plant.integrate(x[layout.q], step[:nv])
        x[layout.v.start : layout.d.stop] += step[nv : self.moving]
        p[: self.size - self.moving] += step[self.moving :]
        return HybridState(state.t, x, p)

    def rates(self, state: HybridState) -> Floats:
        """Return ẏ without p, shape (moving,)."""
        layout = self.equations.layout
        dx = self._values(self.flow, state, state.x, state.p)
        return np.concatenate([state.x[layout.v], dx[layout.v.start : layout.d.stop]])

    def rate_slopes(self, state: HybridState) -> Floats:
        """Return ∂ẏ/∂y at v = 0, shape (moving, size)."""
        layout, nv = self.equations.layout, self.plant.nv
        slopes = np.zeros((self.moving, self.size))
        slopes[:nv, nv : 2 * nv] = np.eye(nv)
        slopes[nv:] = self.slopes(self.flow, state)[layout.v.start : layout.d.stop]
        return slopes

    def task(self, k: int, state: HybridState) -> HybridState:
        """Return the state after a task."""
        p = state.p.copy()
        p[: self.equations.changing] = self._values(self.tasks[k], state, state.x, state.p)
        return HybridState(state.t, state.x, p)

    def task_slopes(self, k: int, state: HybridState) -> Floats:
        """Return ∂y⁺/∂y of a task, shape (size, size)."""
        return np.vstack([np.eye(self.moving, self.size), self.slopes(self.tasks[k], state)])

    def _values(self, program: Program, state: HybridState, x: Array, p: Array) -> Array:
        """Return the first output of a program; rows of x and p are states of a batch."""
        return values(program, (self.t + state.t, self.t), x, p)

    def slopes(self, program: Program, state: HybridState) -> Floats:
        """Return the derivatives of the first output of a program by y, shape (outputs, size)."""
        layout, nv, q = self.equations.layout, self.plant.nv, state.x[self.equations.layout.q]
        x, p = np.zeros((self.size, layout.size)), np.zeros((self.size, len(state.p)))
        x[:nv, layout.q] = [self.plant.rate(q, unit) for unit in np.eye(nv)]
        x[nv : self.moving, layout.v.start : layout.d.stop] = np.eye(self.moving - nv)
        p[self.moving :, : self.size - self.moving] = np.eye(self.size - self.moving)
        values = self._values(program, state, state.x + 1j * STEP * x, state.p + 1j * STEP * p)
        return np.asarray(values.imag.T / STEP, dtype=float)

    def outputs(self, state: HybridState) -> dict[str, Array]:
        """Return efforts, energies and other outputs of the closed loop."""
        return evaluate(self.equations.outputs, {"clock": [self.t, self.t], "x": state.x, "p": state.p})

    def idle(self, state: HybridState) -> NDArray[np.bool_]:
        """Return which entries of y do not count: entries of p on which nothing depends, and states that never change.

        An integrator without a gain is such a state; it would be a pole at z = 1.
        """
        later = HybridState(state.t + 1.0, state.x, state.p)  # a slope has no effect yet when its command begins to act
        rates, unit = self.rate_slopes(later if self.timed else state), np.eye(self.size)
        tasks = [self.task_slopes(k, state) for k in range(len(self.tasks))]
        between = np.any([(slopes != 0) & (unit == 0) for slopes in tasks], axis=0) if tasks else unit != unit
        used = (np.arange(self.size) < self.moving) | np.any(rates != 0, axis=0)
        while True:  # an entry also counts if an entry that counts depends on it after some tasks
            more = used | np.any(between[used], axis=0)
            if np.array_equal(more, used):
                break
            used = more
        constant = (
            np.all([np.all(slopes == unit, axis=1) for slopes in tasks], axis=0) if tasks else np.ones(self.size, bool)
        )
        constant[: self.moving] &= np.all(rates == 0, axis=1)
        constant[: 2 * self.plant.nv] = False
        return ~used | constant

    def equilibrium(self, state: HybridState, fixed: NDArray[np.bool_]) -> HybridState:
        """Return the equilibrium near a state; entries of y with `fixed` stay as they are.

        Raises:
            ConvergenceError: The search finds no equilibrium.
        """
        for _ in range(3 + self.equations.changing // self.equations.held if self.tasks else 0):
            for k in range(len(self.tasks)):  # delayed commands arrive
                state = self.task(k, state)
        nv = self.plant.nv
        rows = ~self.idle(state)
        free = ~fixed & rows
        free[nv : 2 * nv] = False
        for _ in range(MOST_STEPS):
            r, J = self._residual(state, rows)
            J = J[:, free]
            scale = np.linalg.norm(J, axis=1)
            if np.any((scale == 0) & (np.abs(r) > SETTLED)):  # no entry of y can balance this row
                break
            # Rows, then columns of unit length: positions, efforts and samples have different units.
            J, r = J / np.where(scale > 0, scale, 1.0)[:, None], r / np.where(scale > 0, scale, 1.0)
            columns = np.linalg.norm(J, axis=0)
            columns[columns == 0] = 1.0
            step = np.zeros(self.size)
            step[free] = -np.linalg.lstsq(J / columns, r, rcond=1e-11)[0] / columns
            step *= min(1.0, FURTHEST / max(FURTHEST, float(np.abs(step[:nv]).max(initial=0.0))))
            state = self.plus(state, step)
            tolerance = SETTLED * (1.0 + float(np.abs(state.p).max(initial=0.0)))
            if np.abs(step[:nv]).max(initial=0.0) < SETTLED and np.abs(r).max(initial=0.0) < tolerance:
                return state
        rates = self.rates(state)
        worst = int(np.abs(rates).argmax())
        problem = f"{self.names[worst]} changes at {rates[worst]:.4g} per second"
        raise ConvergenceError(f"no equilibrium of the closed loop near its start: {problem}; give another q0 or q=")

    def _residual(self, state: HybridState, rows: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """Return the rates and the changes by tasks, which vanish at an equilibrium, with their derivatives by y."""
        nv = self.plant.nv
        parts, slopes = [self.rates(state)[nv:]], [self.rate_slopes(state)[nv:]]
        for k in range(len(self.tasks)):
            after = self.task_slopes(k, state)[self.moving :] - np.eye(self.size)[self.moving :]
            change = (self.task(k, state).p - state.p)[: self.size - self.moving]
            parts.append(change[rows[self.moving :]])
            slopes.append(after[rows[self.moving :]])
        return np.concatenate(parts), np.vstack(slopes)
