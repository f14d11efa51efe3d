"""A user's function of (t, q, q̇, reference) as a controller: traced once into expressions, or called with numbers.

A function with an argument called `measured` gets the readings of sensors there, by name.
A function with memory is one of (t, q, q̇, reference, state) that returns efforts and the next state; it is called at
control instants (`Discrete`). It keeps no values itself, and so can be compiled.

The function is called once with expressions. Its result becomes a program, which is inlined into the closed loop; a
compiled simulation does not call the function again. A function that branches on values, or that needs
numbers (`float`, `math.sin`, `np.linalg`), raises on expressions; it is then called with numbers in every control
period. A function that keeps values between calls, or draws random numbers, would be frozen by tracing. Where its code
and its captured values show that it can keep values (`captured`), it is not traced. Where the traced program differs
from calls with numbers at two states, the function is called in every control period, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from armillary.compiler.program import Program
from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.files.arguments import flag, reals
from armillary.files.content import Content
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.simulation.controllers.captured import keeps_values
from armillary.simulation.controllers.law import NotTraceableError, Specification
from armillary.simulation.controllers.tracing import (
    REMEMBERS,
    Function,
    FunctionArguments,
    called,
    differs,
    results,
    traced,
    wants,
)
from armillary.simulation.signals import Reference, Signal, Stateless
from armillary.spatial.scalar import Array


@dataclass(frozen=True)
class Discrete(Specification):
    """A function with discrete states as a controller; it needs a control period.

    Args:
        function: A function of (t, q, qd, reference, state) that returns efforts [N·m, N] and the next state.
        start: The state at the start, a number or an array of one dimension.

    Example:
        >>> import armillary as arm
        >>> def law(t, q, qd, reference, state):
        ...     error = reference.position - q
        ...     return 20.0 * error + 5.0 * state, state + 0.01 * arm.where(abs(error) < 0.1, error, 0.0)
        >>> robot = arm.library.get("khatib-rr")
        >>> run = arm.simulate(robot, 0.1, controller=Discrete(law, start=[0.0, 0.0]), period=0.01)
        >>> run.complete
        True
    """

    function: Callable[..., Any]
    start: ArrayLike

    @property
    def first(self) -> tuple[float, ...]:
        """The state at the start."""
        return tuple(np.atleast_1d(reals(self.start)).tolist())

    def __post_init__(self) -> None:
        super().__post_init__()
        if not callable(self.function):
            expected = "a function of (t, q, qd, reference, state)"
            raise ArgumentError("function", shortened(self.function), expected)
        found = np.atleast_1d(reals(self.start))
        if found.ndim != 1 or not np.all(np.isfinite(found)):
            raise ArgumentError("start", shortened(self.start), "a finite number, or an array of them")


class _Function(Stateless, Content):
    """Base of the controllers that functions become."""

    own_start = True
    """Whether the user gives its states at the start."""

    function: Function
    shape: FunctionArguments

    @property
    def first(self) -> tuple[float, ...] | None:
        """The states at the start; None for a function without states."""
        return self.shape.start

    @property
    def states(self) -> int:
        """Number of discrete states."""
        return len(self.first or ())

    @property
    def discrete(self) -> bool:
        """Whether the function has states, which change at control instants."""
        return self.first is not None

    def start(self) -> Array:
        """Return the states at the start."""
        return np.array(self.first or ())

    def both(self, signal: Signal) -> tuple[Array, Array]:
        """Return the efforts at all velocity coordinates, shape (nv,), and the next states."""
        shape = self.shape
        return results(shape, called(self.function, shape, shape.arguments(signal), signal.reference))

    def effort(self, signal: Signal) -> Array:
        """Return the efforts at all velocity coordinates, shape (nv,)."""
        return self.both(signal)[0]

    def advance(self, signal: Signal, period: float) -> Array:
        """Return the states at the next control instant."""
        return self.both(signal)[1]


@dataclass(frozen=True, eq=False)
class Sampled(_Function):
    """A function that cannot be compiled: called with numbers in every control period."""

    function: Function
    shape: FunctionArguments
    reason: str

    @property
    def message(self) -> str:
        """The warning for the user."""
        name = getattr(self.function, "__name__", "the controller")
        return f"{name} is not compiled ({self.reason}): it is called every control period"

    def both(self, signal: Signal) -> tuple[Array, Array]:
        """Return the efforts for numbers, shape (nv,), and the next states."""
        if any(isinstance(value, Expr) for value in (signal.t, *signal.q)):
            raise NotTraceableError(self.reason)
        return super().both(signal)


@dataclass(frozen=True, eq=False)
class FunctionController(_Function):
    """A function that was traced: called with expressions, it inlines its program."""

    function: Function
    shape: FunctionArguments
    program: Program = field(compare=False)
    """Follows from function and shape."""

    def both(self, signal: Signal) -> tuple[Array, Array]:
        """Return the efforts at all velocity coordinates, shape (nv,), and the next states."""
        values = self.shape.arguments(signal)
        graph = next((each.graph for each in np.concatenate(list(values.values())) if isinstance(each, Expr)), None)
        if graph is None:
            return super().both(signal)
        ports = self.program.inputs
        if any(len(values.get(port.name, ())) != port.size for port in ports):
            raise ArgumentError("reference", "one of another kind than the function was traced with", "the same kind")
        found = self.program.inline(graph, **{port.name: values[port.name] for port in ports})
        return found[0], found[1] if self.first else np.zeros(0)


def wrap(
    function: Function,
    model: Model,
    reference: Reference | None = None,
    trace: bool = True,
    start: tuple[float, ...] | None = None,
    plant: Model | None = None,
    readings: Mapping[str, int] | None = None,
) -> FunctionController | Sampled:
    """Return a user's function as a controller: compiled where it can be, else called every control period.

    Args:
        function: A function of (t, q, qd, reference) that returns efforts [N·m, N]; t [s], q and qd are those of the
            model, reference has position, velocity and acceleration. With an argument `rotors` it gets position and
            velocity of the rotors behind elastic gears.
        model: The model that the controller knows, with rigid gears.
        reference: The reference that it will follow; default: every joint at rest.
        trace: Whether to try tracing; default true. Use False for a function that keeps values between calls.
        start: Discrete states at the start of a function that has `state`, see `Discrete`; default: it has none.
        plant: Model of the robot, whose links and gears may be elastic; default `model`.
        readings: Numbers of the readings of sensors by name, for a function with an argument `measured`; default none.

    Example:
        >>> import armillary as arm
        >>> model = arm.model(arm.library.get("khatib-rr"))
        >>> wrap(lambda t, q, qd, r: 9.0 * (r.position - q) - 6.0 * qd, model).states
        0
        >>> wrap(lambda t, q, qd, r: -q if q[0] > 0 else q, model).reason
        'TypeError: an expression has no truth value; use armillary.where(condition, a, b)'
    """
    if not callable(function):
        raise ArgumentError("controller", shortened(function), "a function of (t, q, qd, reference)")
    asked = (wants(function, name) for name in ("rotors", "measured"))
    shape = FunctionArguments(model, reference, start, model if plant is None else plant, readings or {}, *asked)
    if not flag("trace", trace):
        return Sampled(function, shape, REMEMBERS)
    kept = keeps_values(function)
    if kept:
        return Sampled(function, shape, f"{REMEMBERS}: {kept}")
    try:
        program = traced(function, shape)
    except ArgumentError:
        raise
    except Exception as error:  # whatever the function does with expressions
        return Sampled(function, shape, f"{type(error).__name__}: {error}")
    reason = differs(function, shape, program)
    if reason:
        return Sampled(function, shape, reason)
    return FunctionController(function, shape, program)
