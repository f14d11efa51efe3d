"""A closed loop in steps, for many robots at once: x' = F(x, p), one program for CPU and GPU.

The actions of a period are the numbers of a constant reference, which are entries of p: targets of the scenario's
controller, or, without a controller, the efforts themselves. A step of length h is that of an explicit Runge–Kutta
method, k_i = f(x + h Σ a_ij k_j), x' = x + h Σ b_i k_i, or of the semi-implicit Euler method, v' = v + h f_v(q, v),
q' = q + h f_q(q, v'); quaternions are normalised after it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from armillary.compiler.compiled import compile as compiled
from armillary.compiler.program import Program, record
from armillary.compiler.simplified import build_simplified
from armillary.errors import ArgumentError
from armillary.files.words import shortened
from armillary.multibody.coordinates import joint_count, joint_size
from armillary.simulation.capabilities import require
from armillary.simulation.gradients.rates import Rates
from armillary.simulation.gradients.rollout import rollout
from armillary.simulation.loop.state import quaternions
from armillary.simulation.references import Constant
from armillary.simulation.scenario import Scenario
from armillary.simulation.signals import DesiredMotion
from armillary.simulation.solvers import METHODS
from armillary.simulation.solvers.explicit import RungeKutta, Tableau
from armillary.spatial.scalar import Array, Floats, sqrt

ACTIONS = ("efforts", "targets")


@dataclass(frozen=True, eq=False)
class Stepping:
    """A closed loop whose constant reference is given anew in every period. See `stepping`."""

    rates: Rates
    method: str
    step: float
    """Length of a step [s]."""
    count: int
    """Number of steps of a period."""
    start: Floats
    """State at the start, shape (n,)."""
    p: Floats
    """Parameters at the start, shape (m,); the last are the action."""
    actions: int
    """Number of entries of an action."""

    @property
    def parts(self) -> tuple[slice, slice]:
        """Places of coordinates and velocities in the state."""
        return self.rates.equations.layout.q, self.rates.equations.layout.v

    @cached_property
    def program(self) -> Program:
        """The step: x' as a function of x and p."""
        return record("step", self._stepped, {"x": self.rates.size, "p": self.rates.equations.size_of_p})

    def kernel(self, device: str, dtype: str) -> Any:
        """Return the code of a step for a device."""
        if device == "cpu":
            return build_simplified(self.program)
        return compiled(self.rates.equations.plant, device=device, dtype=dtype).build(self.program)

    def _stepped(self, x: Array, p: Array) -> dict[str, Array]:
        graph, h = x[0].graph, self.step

        def f(x: Array) -> Array:
            return self.rates.program.inline(graph, clock=[0.0, 0.0], x=x, p=p)[0]

        solver = METHODS[self.method]
        x_next = self._runge_kutta(f, x, h, solver.tableau) if issubclass(solver, RungeKutta) else self._euler(f, x, h)
        for first in quaternions(self.rates.equations.plant):
            z = x_next[first : first + 4]
            x_next[first : first + 4] = z / sqrt(z @ z)
        return {"x_next": x_next}

    def _runge_kutta(self, f: Any, x: Array, h: float, tableau: Tableau) -> Array:
        A, b, _ = tableau
        k: list[Array] = []
        for row in A:
            k.append(f(x + h * sum((a * rate for a, rate in zip(row, k, strict=False)), start=0.0 * x)))
        return np.asarray(x + h * sum(weight * rate for weight, rate in zip(b, k, strict=True)))

    def _euler(self, f: Any, x: Array, h: float) -> Array:
        q, _ = self.parts
        x_next = x + h * f(x)
        x_next[q] = x[q]
        x_next[q] = x[q] + h * f(x_next)[q]
        return np.asarray(x_next)


def stepping(scenario: Scenario, action: str, period: float, solver: Any) -> Stepping:
    """Return a scenario in steps, with the efforts of the joints or the targets of its controller as actions.

    Raises:
        ArgumentError: The scenario depends on time, has several starts, or cannot be compiled.
    """
    if action not in ACTIONS:
        raise ArgumentError("action", shortened(action), f"one of {', '.join(ACTIONS)}")
    if (scenario.controller is None) != (action == "efforts"):
        law_words = "no controller" if scenario.controller is None else "a controller"
        raise ArgumentError("action", f"{action!r} with {law_words}", "efforts without, or targets with a controller")
    if scenario.reference:
        raise ArgumentError("reference", "given", "none: actions take its place")
    size = joint_count(scenario.control_model) if action == "efforts" else joint_size(scenario.control_model)
    resting = np.zeros(size) if action == "efforts" else scenario.starts[0, :size]
    law = _efforts if action == "efforts" else scenario.controller
    run = rollout(replace(scenario, controller=law, reference=Constant(resting)), period, solver=solver, record=period)
    loop = run.plan.loop
    require(loop, "an environment")
    rates = run.plan.rates[0]
    if rates.program.reads("clock", 0):
        raise ArgumentError("scenario", "a controller or a disturbance that depends on time", "one without time")
    steps = run.plan.steps.count
    return Stepping(rates, run.plan.method, period / steps, steps, loop.start[0, : rates.size], loop.p(), size)


def _efforts(t: Any, q: Any, qd: Any, reference: DesiredMotion) -> Any:
    """Return the efforts that were given in the place of a reference."""
    return reference.position
