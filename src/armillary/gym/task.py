"""A task to be learned: a scenario with its actions, observations and rewards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.files.arguments import number, numbers, whole
from armillary.files.words import shortened
from armillary.multibody.coordinates import joint_coordinates
from armillary.simulation.episodes import Episodes, episodes
from armillary.simulation.scenario import Scenario
from armillary.simulation.solvers import RK4, Solver
from armillary.spatial.scalar import Floats


class State(NamedTuple):
    """The state of all robots: arrays of NumPy or tensors, a row for each."""

    q: Any
    """Coordinates, shape (N, nq) [rad or m]."""
    qd: Any
    """Velocities, shape (N, nv) [rad/s or m/s]."""
    goal: Any
    """The numbers that `Task.goal` drew for the episode, shape (N, k); None without it."""
    readings: dict[str, Any] = {}  # noqa: RUF012
    """Last readings of the scenario's sensors by name, each (N, channels)."""


@dataclass(frozen=True, eq=False)
class Task:
    """A task of many robots. Its functions take and return arrays with a row for each robot.

    Args:
        scenario: The closed loop, without a reference, with all that a rollout can have: a sampled law with delay,
            sensors with noise, pushes in time. Its controller, if it has one, follows targets. Control periods divide
            the time between actions, and pushes begin and end at steps.
        reward: Function of the state after a period and the action, which returns N numbers.
        observation: Function of the state that returns N rows; default q and qd side by side.
        terminated: Function of the state that returns N truth values; default: never.
        start: Function of a random generator and a number n, which returns q0 (n, nq) and qd0 (n, nv); default the
            start of the scenario.
        goal: Function of a random generator and a number n, which returns n rows for `State.goal`; default none.
        action: "efforts" of the joints [N·m or N] (default), or "targets" of the controller [rad or m].
        bounds: Least and greatest action, numbers or an entry for each joint; default the limits of the joints. Actions
            are clipped to them.
        period: Time between actions [s]; default 0.02.
        episode: Number of periods of an episode; default 250.
        solver: `arm.solvers.RK4`, `RK8` or `SemiImplicitEuler`, with its step; default RK4 with a tenth of the period.
    """

    scenario: Scenario
    reward: Callable[[State, Any], Any]
    observation: Callable[[State], Any] | None = None
    terminated: Callable[[State], Any] | None = None
    start: Callable[[np.random.Generator, int], tuple[ArrayLike, ArrayLike]] | None = None
    goal: Callable[[np.random.Generator, int], ArrayLike] | None = None
    action: str = "efforts"
    bounds: tuple[ArrayLike, ArrayLike] | None = None
    period: float = 0.02
    episode: int = 250
    solver: Solver | None = None

    def __post_init__(self) -> None:
        number("period", self.period, 0.0, True)
        whole("episode", self.episode, 1)
        if not isinstance(self.scenario, Scenario):
            raise ArgumentError("scenario", type(self.scenario).__name__, "an arm.Scenario")
        for name in ("reward", "observation", "terminated", "start", "goal"):
            function = getattr(self, name)
            if not callable(function) and (function is not None or name == "reward"):
                raise ArgumentError(name, shortened(function), "a function")

    def episodes(self) -> Episodes:
        """Return the closed loop in periods."""
        return episodes(self.scenario, self.action, self.period, self.solver or RK4(step=self.period / 10))

    def box(self, size: int) -> tuple[Floats, Floats]:
        """Return the least and the greatest action, each of `size` entries."""
        low, high = np.full(size, -np.inf), np.full(size, np.inf)
        if self.bounds is not None:
            if not isinstance(self.bounds, (tuple, list)) or len(self.bounds) != 2:
                raise ArgumentError("bounds", shortened(self.bounds), "a pair: least and greatest action")
            low, high = (np.array(numbers("bounds", bound, size)) for bound in self.bounds)
        else:
            for coordinate in joint_coordinates(self.scenario.control_model):
                limits = coordinate.limits
                if self.action == "efforts":
                    low[coordinate.v], high[coordinate.v] = -limits.effort, limits.effort
                elif coordinate.q is not None:  # no part of a quaternion
                    low[coordinate.q], high[coordinate.q] = limits.lower, limits.upper
        if not np.all(np.isfinite([low, high])):
            raise ArgumentError("bounds", "an action without finite limits", "bounds=(least, greatest)")
        if np.any(low > high):
            raise ArgumentError("bounds", shortened(self.bounds), "greatest actions not below the least ones")
        return low, high

    def seen(self, state: State, library: Any) -> Any:
        """Return the observations of a state."""
        if self.observation is not None:
            return self.observation(state)
        return library.concatenate([state.q, state.qd], 1)
