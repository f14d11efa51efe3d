"""A user's function inside a composed controller, such as `Sum(PD(100, 20), law)`: traced when it is first asked.

A composition is bound to a model alone. What else a function sees, the reference and the readings of sensors, comes
with the signal; their sizes decide how it is traced (`function.wrap`). A function that cannot be traced makes the whole
controller one that Python calls. A composition asks its parts more than once at an instant; the function is called once
for the same arguments, since it may keep values between calls.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_count
from armillary.simulation.controllers.function import Discrete, FunctionController, Sampled, wrap
from armillary.simulation.controllers.law import Law
from armillary.simulation.controllers.tracing import Function, wants
from armillary.simulation.signals import DesiredMotion, Signal, TaskMotion
from armillary.spatial.scalar import Array, Scalar


class InnerFunction(Law):
    """A function of (t, q, qd, reference), or with `first` states also of these, as a part of a controller."""

    own_start = True
    """Whether the user gives its states at the start."""

    def __init__(self, model: Model, function: Function, first: tuple[float, ...] | None = None) -> None:
        super().__init__(model)
        if wants(function, "rotors"):
            found = f"{shortened(function)} with the argument rotors, inside another controller"
            raise ArgumentError("controller", found, "a function of (t, q, qd, reference)")
        self.function, self.first, self.discrete = function, first, first is not None
        self._wrapped: dict[Any, FunctionController | Sampled] = {}
        self._last: tuple[Any, tuple[Array, Array]] | None = None

    @property
    def states(self) -> int:
        """Number of discrete states."""
        return len(self.first or ())

    def start(self) -> Array:
        """Return the states at the start."""
        return np.array(self.first or ())

    def command(self, signal: Signal) -> Array:
        """Return the efforts of the joints, shape (joints,)."""
        return self._both(signal)[0]

    def advance(self, signal: Signal, period: float) -> Array:
        """Return the states at the next control instant."""
        return self._both(signal)[1]

    def _both(self, signal: Signal) -> tuple[Array, Array]:
        """Return the efforts of the joints and the next states."""
        motion = signal.reference
        given = (signal.q, signal.qd, signal.state, motion.position, motion.velocity, motion.acceleration)
        arrays = [np.asarray([signal.t]), *map(np.asarray, (*given, *signal.measured.values()))]
        if any(isinstance(each, Expr) for array in arrays for each in array.ravel()):
            return self._asked(signal)
        seen = tuple(array.tobytes() for array in arrays)
        if self._last is None or self._last[0] != seen:
            self._last = seen, self._asked(signal)
        return self._last[1]

    def _asked(self, signal: Signal) -> tuple[Array, Array]:
        tau, after = self._at(signal).both(signal)
        return tau[: joint_count(self.model)], after

    def _at(self, signal: Signal) -> FunctionController | Sampled:
        """Return the function, traced for the sizes of a signal."""
        still, readings = ZeroReference(signal.reference), {name: len(each) for name, each in signal.measured.items()}
        key = (*still.sizes, *readings.items())
        if key not in self._wrapped:
            self._wrapped[key] = wrap(self.function, self.model, still, start=self.first, readings=readings)
        return self._wrapped[key]


class ZeroReference:
    """A reference of zeros with the sizes of a motion."""

    switches: tuple[float, ...] = ()

    def __init__(self, like: DesiredMotion) -> None:
        self.task = isinstance(like, TaskMotion)
        self.sizes = (self.task, *map(len, (like.position, like.velocity, like.acceleration)))

    def motion(self, t: Scalar, inside: Scalar) -> DesiredMotion:
        """Return the zeros."""
        position, velocity, acceleration = (np.zeros(size) for size in self.sizes[1:])
        if self.task:
            return TaskMotion(position, velocity, acceleration, np.eye(3))
        return DesiredMotion(position, velocity, acceleration)


def function_law(controller: Any, model: Model) -> InnerFunction | None:
    """Return the law of a function, or of one with states; None for other controllers."""
    if isinstance(controller, Discrete):
        return InnerFunction(model, controller.function, controller.first)
    plain = callable(controller) and not isinstance(controller, type) and not hasattr(controller, "effort")
    return InnerFunction(model, controller) if plain else None


def has_functions(law: Any) -> bool:
    """Return whether functions of users are among the parts of a law."""
    return isinstance(law, InnerFunction) or any(map(has_functions, getattr(law, "inside", {}).values()))
