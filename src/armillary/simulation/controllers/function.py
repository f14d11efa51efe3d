"""A user's function of (t, q, q̇, reference) as a controller: compiled if it can be traced, else called by Python.

With an argument `measured` the function receives the readings of sensors by name. A control law with states is a
function of (t, q, q̇, reference, state) that returns efforts and the next state; it is evaluated at control instants
(`Discrete`). Such a function keeps no values itself, so it can be compiled.

The function is called once with expressions. The result is a program, which is inlined into the closed loop; a compiled
simulation does not call the function again. The function is called with numbers in every control period instead if
    it branches on values or needs numbers (`float`, `math.sin`, `np.linalg`), and so raises on expressions,
    its code or captured values show that it can keep values between calls, or draw random numbers (`captured`), or
    the traced program disagrees with calls with numbers at two random states.

A function inside a composition, such as `Sum(PD(100, 20), law)`, is bound to a model before the reference and the
sensors are known. It is traced when first evaluated, for the sizes of the signal (`InnerFunction`). If it cannot be
traced, Python evaluates the whole composition. A composition evaluates its parts several times per instant, but calls
the function once for equal arguments, since the function may keep values between calls.
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
from armillary.multibody.coordinates import joint_count
from armillary.simulation.controllers.captured import keeps_values
from armillary.simulation.controllers.law import Law, NotTraceableError, Specification
from armillary.simulation.controllers.tracing import (
    REMEMBERS,
    Function,
    FunctionArguments,
    call,
    disagreement,
    results,
    trace_function,
    wants,
)
from armillary.simulation.signals import DesiredMotion, Reference, Signal, Stateless, TaskMotion
from armillary.spatial.scalar import Array, Scalar


@dataclass(frozen=True)
class Discrete(Specification):
    """A function with discrete states as a controller; it needs a control period.

    Args:
        function: A function of (t, q, qd, reference, state) that returns efforts [N·m, N] and the next state.
        start: Initial state, a number or an array of one dimension.

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
        """Initial state."""
        return tuple(np.atleast_1d(reals(self.start)).tolist())

    def __post_init__(self) -> None:
        super().__post_init__()
        if not callable(self.function):
            expected = "a function of (t, q, qd, reference, state)"
            raise ArgumentError("function", shortened(self.function), expected)
        start = np.atleast_1d(reals(self.start))
        if start.ndim != 1 or not np.all(np.isfinite(start)):
            raise ArgumentError("start", shortened(self.start), "a finite number, or an array of them")


class _Function(Stateless, Content):
    """Base of controllers made from functions."""

    own_start = True
    """The user gives the initial states, so an equilibrium must not set them."""

    function: Function
    signature: FunctionArguments

    @property
    def first(self) -> tuple[float, ...] | None:
        """Initial states; None for a function without states."""
        return self.signature.start

    @property
    def states(self) -> int:
        """Number of discrete states."""
        return len(self.first or ())

    @property
    def discrete(self) -> bool:
        """Whether the function has states, which are updated at control instants."""
        return self.first is not None

    def start(self) -> Array:
        """Return the initial states."""
        return np.array(self.first or ())

    def efforts_and_states(self, signal: Signal) -> tuple[Array, Array]:
        """Return the efforts at all velocity coordinates, shape (nv,), and the next states."""
        arguments = self.signature.arguments(signal)
        return results(self.signature, call(self.function, self.signature, arguments, signal.reference))

    def effort(self, signal: Signal) -> Array:
        """Return the efforts at all velocity coordinates, shape (nv,)."""
        return self.efforts_and_states(signal)[0]

    def advance(self, signal: Signal, period: float) -> Array:
        """Return the states at the next control instant."""
        return self.efforts_and_states(signal)[1]


@dataclass(frozen=True, eq=False)
class Sampled(_Function):
    """A function that cannot be compiled: called with numbers in every control period."""

    function: Function
    signature: FunctionArguments
    reason: str

    @property
    def message(self) -> str:
        """Warning that the function is not compiled, with the reason."""
        name = getattr(self.function, "__name__", "the controller")
        return f"{name} is not compiled ({self.reason}): it is called every control period"

    def efforts_and_states(self, signal: Signal) -> tuple[Array, Array]:
        """Return the efforts for numbers, shape (nv,), and the next states."""
        if any(isinstance(value, Expr) for value in (signal.t, *signal.q)):
            raise NotTraceableError(self.reason)
        return super().efforts_and_states(signal)


@dataclass(frozen=True, eq=False)
class FunctionController(_Function):
    """A traced function: for expressions it inlines its program."""

    function: Function
    signature: FunctionArguments
    program: Program = field(compare=False)
    """Follows from the function and its signature."""

    def efforts_and_states(self, signal: Signal) -> tuple[Array, Array]:
        """Return the efforts at all velocity coordinates, shape (nv,), and the next states."""
        values = self.signature.arguments(signal)
        entries = np.concatenate(list(values.values()))
        graph = next((entry.graph for entry in entries if isinstance(entry, Expr)), None)
        if graph is None:
            return super().efforts_and_states(signal)
        ports = self.program.inputs
        if any(len(values.get(port.name, ())) != port.size for port in ports):
            raise ArgumentError("reference", "one of another kind than the function was traced with", "the same kind")
        outputs = self.program.inline(graph, **{port.name: values[port.name] for port in ports})
        return outputs[0], outputs[1] if self.first else np.zeros(0)


def wrap(
    function: Function,
    model: Model,
    reference: Reference | None = None,
    trace: bool = True,
    start: tuple[float, ...] | None = None,
    plant: Model | None = None,
    readings: Mapping[str, int] | None = None,
) -> FunctionController | Sampled:
    """Return a user's function as a controller: compiled if it can be traced, else called in every control period.

    Args:
        function: A function of (t, q, qd, reference) that returns efforts [N·m, N]; t [s], q and qd are those of the
            model, reference has position, velocity and acceleration. With an argument `rotors` it receives position
            and velocity of the rotors behind elastic gears.
        model: Nominal model, with rigid gears.
        reference: Reference of the controller; default: every joint at rest.
        trace: Whether to try tracing; default true. Use False for a function that keeps values between calls.
        start: Initial states of a function with an argument `state`, see `Discrete`; default: no states.
        plant: Model of the plant, whose links and gears may be elastic; default `model`.
        readings: Number of readings of each sensor by name, for a function with an argument `measured`; default none.

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
    signature = FunctionArguments(
        model=model,
        reference=reference,
        start=start,
        plant=model if plant is None else plant,
        readings=readings or {},
        rotors=wants(function, "rotors"),
        measured=wants(function, "measured"),
    )
    if not flag("trace", trace):
        return Sampled(function, signature, REMEMBERS)
    reason = keeps_values(function)
    if reason:
        return Sampled(function, signature, f"{REMEMBERS}: {reason}")
    try:
        program = trace_function(function, signature)
    except ArgumentError:
        raise
    except Exception as error:  # whatever the function does with expressions
        return Sampled(function, signature, f"{type(error).__name__}: {error}")
    reason = disagreement(function, signature, program)
    if reason:
        return Sampled(function, signature, reason)
    return FunctionController(function, signature, program)


class InnerFunction(Law):
    """A function inside a composition; `first` are the initial states of a function with states."""

    own_start = True

    def __init__(self, model: Model, function: Function, first: tuple[float, ...] | None = None) -> None:
        super().__init__(model)
        if wants(function, "rotors"):
            found = f"{shortened(function)}, a function of rotors inside another controller"
            raise ArgumentError("controller", found, "a function of (t, q, qd, reference)")
        self.function, self.first = function, first
        self.discrete = first is not None
        self._wrapped: dict[Any, FunctionController | Sampled] = {}
        self._last: tuple[Any, tuple[Array, Array]] | None = None
        """Arguments of the last call with numbers, as bytes, and its result."""

    @property
    def states(self) -> int:
        """Number of discrete states."""
        return len(self.first or ())

    def start(self) -> Array:
        """Return the states at the start."""
        return np.array(self.first or ())

    def command(self, signal: Signal) -> Array:
        """Return the efforts of the joints, shape (joints,)."""
        return self._evaluate(signal)[0]

    def advance(self, signal: Signal, period: float) -> Array:
        """Return the states at the next control instant."""
        return self._evaluate(signal)[1]

    def _evaluate(self, signal: Signal) -> tuple[Array, Array]:
        """Return the efforts of the joints and the next states; with equal numbers, those of the last call."""
        motion = signal.reference
        vectors = (signal.q, signal.qd, signal.state, motion.position, motion.velocity, motion.acceleration)
        arrays = [np.asarray([signal.t]), *map(np.asarray, (*vectors, *signal.measured.values()))]
        if any(isinstance(entry, Expr) for array in arrays for entry in array.ravel()):
            return self._call(signal)
        key = tuple(array.tobytes() for array in arrays)
        if self._last is None or self._last[0] != key:
            self._last = key, self._call(signal)
        return self._last[1]

    def _call(self, signal: Signal) -> tuple[Array, Array]:
        """Return the efforts of the joints and the next states from a call of the function."""
        reference = ZeroReference(signal.reference)
        readings = {name: len(values) for name, values in signal.measured.items()}
        key = (*reference.sizes, *readings.items())
        if key not in self._wrapped:
            self._wrapped[key] = wrap(self.function, self.model, reference, start=self.first, readings=readings)
        tau, states = self._wrapped[key].efforts_and_states(signal)
        return tau[: joint_count(self.model)], states


class ZeroReference:
    """A reference of zeros with the sizes of a desired motion."""

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
    """Return the law of a plain function or of a `Discrete`; None for other controllers."""
    if isinstance(controller, Discrete):
        return InnerFunction(model, controller.function, controller.first)
    plain = callable(controller) and not isinstance(controller, type) and not hasattr(controller, "effort")
    return InnerFunction(model, controller) if plain else None


def has_functions(law: Any) -> bool:
    """Return whether a law contains functions of users."""
    return isinstance(law, InnerFunction) or any(map(has_functions, getattr(law, "inside", {}).values()))
