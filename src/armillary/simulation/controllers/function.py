"""A user's function of (t, q, q̇, reference) as a controller: traced once into expressions, or called with numbers.

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
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Never

import numpy as np
from numpy.typing import ArrayLike

from armillary.compiler.program import Port, Program, evaluate, references
from armillary.errors import ArgumentError
from armillary.expr.arrays import Traced
from armillary.expr.graph import Expr, Graph
from armillary.files.arguments import flag, reals
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_count
from armillary.simulation.controllers.captured import keeps_values
from armillary.simulation.controllers.law import NotTraceableError, Specification
from armillary.simulation.signals import Motion, Reference, Signal, Stateless, TaskMotion
from armillary.spatial.scalar import Array

Function = Callable[..., Any]
"""A function of (t, q, qd, reference) that returns efforts, of all velocity coordinates or of the joints alone."""

_REMEMBERS = "it keeps values between calls"
_AGREE = 1e-9  # relative tolerance between traced and called efforts


class Watched(Expr):
    """An expression that raises on every comparison; `==` of an `Expr` would return False."""

    __slots__ = ()

    def _make(self, ref: int) -> Expr:
        return Watched(self.graph, ref)

    def _compare(self, other: object) -> Never:
        raise TypeError("an expression has no truth value: the function compares values")

    __eq__ = __ne__ = _compare

    def __le__(self, other: Any) -> Expr:
        return 1.0 - (self > other)

    def __ge__(self, other: Any) -> Expr:
        return 1.0 - (self < other)

    __hash__ = None  # type: ignore[assignment]


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

    function: Function
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


class _Function(Stateless):
    """Base of the controllers that functions become."""

    function: Function
    model: Model
    first: tuple[float, ...] | None

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
        return _results(self.model, _called(self.function, signal, self.first), self.first)

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
    model: Model
    reason: str
    first: tuple[float, ...] | None = None

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
    model: Model
    program: Program
    first: tuple[float, ...] | None = None

    def both(self, signal: Signal) -> tuple[Array, Array]:
        """Return the efforts at all velocity coordinates, shape (nv,), and the next states."""
        values = _arguments(signal)
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
) -> FunctionController | Sampled:
    """Return a user's function as a controller: compiled where it can be, else called every control period.

    Args:
        function: A function of (t, q, qd, reference) that returns efforts [N·m, N]; t [s], q and qd are those of the
            robot, reference has position, velocity and acceleration.
        model: The robot's model.
        reference: The reference that it will follow; default: every joint at rest.
        trace: Whether to try tracing; default true. Use False for a function that keeps values between calls.
        start: Discrete states at the start of a function that has `state`, see `Discrete`; default: it has none.

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
    if not flag("trace", trace):
        return Sampled(function, model, _REMEMBERS, start)
    kept = keeps_values(function)
    if kept:
        return Sampled(function, model, f"{_REMEMBERS}: {kept}", start)
    shape = _Shape(model, reference, start)
    try:
        program = _traced(function, shape)
    except ArgumentError:
        raise
    except Exception as error:  # whatever the function does with expressions
        return Sampled(function, model, f"{type(error).__name__}: {error}", start)
    reason = _differs(function, shape, program)
    if reason:
        return Sampled(function, model, reason, start)
    return FunctionController(function, model, program, start)


@dataclass(frozen=True, eq=False)
class _Shape:
    """The sizes of the arguments of a function."""

    model: Model
    reference: Reference | None
    start: tuple[float, ...] | None

    @cached_property
    def motion(self) -> Motion:
        if self.reference is not None:
            return self.reference.motion(0.0, 0.0)
        still = np.zeros(joint_count(self.model))
        return Motion(still, still, still)

    @cached_property
    def arrays(self) -> tuple[Port, ...]:
        states = np.zeros(len(self.start or ()))
        signal = Signal(0.0, np.zeros(self.model.nq), np.zeros(self.model.nv), states, self.motion, np.zeros(0))
        return tuple(Port(name, (len(values),)) for name, values in _arguments(signal).items())

    def signal(self, values: Mapping[str, Array]) -> Signal:
        """Return the signal with these values."""
        parts = [values[name] for name in ("position", "velocity", "acceleration")]
        motion = _motion(parts, values.get("rotation"))
        states = values.get("state", np.zeros(0))
        return Signal(values["t"][0], values["q"], values["qd"], states, motion, np.zeros(0))


def _motion(parts: list[Array], rotation: Array | None) -> Motion:
    position, velocity, acceleration = parts
    if rotation is None:
        return Motion(position, velocity, acceleration)
    return TaskMotion(position, velocity, acceleration, rotation.reshape(3, 3))


def _arguments(signal: Signal) -> dict[str, Array]:
    """Return everything that a function sees, as vectors by name."""
    motion = signal.reference
    parts: dict[str, Any] = {
        "t": [signal.t], "q": signal.q, "qd": signal.qd,
        "position": motion.position, "velocity": motion.velocity, "acceleration": motion.acceleration,
    }  # fmt: skip
    if len(signal.state):
        parts["state"] = signal.state
    if isinstance(motion, TaskMotion):
        parts["rotation"] = np.asarray(motion.rotation).ravel()
    return {name: np.asarray(values) for name, values in parts.items()}


def _called(function: Function, signal: Signal, start: tuple[float, ...] | None) -> Any:
    own = [] if start is None else [np.array(signal.state, subok=True)]
    q, qd = (np.array(each, subok=True) for each in (signal.q, signal.qd))
    return function(signal.t, q, qd, signal.reference, *own)


def _results(model: Model, given: Any, start: tuple[float, ...] | None) -> tuple[Array, Array]:
    """Return efforts and next states from the result of a function, or raise `ArgumentError`."""
    if start is None:
        return _efforts(model, given), np.zeros(0)
    if not isinstance(given, tuple | list) or len(given) != 2:
        found = f"a function that returns {shortened(given)}"
        raise ArgumentError("controller", found, "one that returns efforts and the next state")
    state = np.atleast_1d(np.asarray(given[1]))
    if state.shape != (len(start),):
        found = f"a function whose next state has shape {state.shape}"
        raise ArgumentError("controller", found, f"{len(start)} numbers, as `start` has")
    return _efforts(model, given[0]), state


def _efforts(model: Model, given: Any) -> Array:
    """Return efforts of all velocity coordinates from the result of a function, or raise `ArgumentError`."""
    if given is None:
        raise ArgumentError("controller", "a function that returns nothing", "one that returns efforts")
    joints = joint_count(model)
    try:
        found = np.atleast_1d(np.asarray(given))
    except (TypeError, ValueError, OverflowError):  # rows of different lengths
        found = np.empty((0, 0))
    if found.shape not in ((model.nv,), (joints,)):
        expected = f"{joints} efforts" + (f", or {model.nv}" if model.nv > joints else "")
        raise ArgumentError("controller", f"a function that returns an array of shape {found.shape}", expected)
    return np.concatenate([found, np.zeros(model.nv - len(found))])


def _traced(function: Function, shape: _Shape) -> Program:
    graph = Graph()
    values = {
        array.name: np.array(
            [Watched(graph, graph.input(array.name, k).ref) for k in range(array.size)], dtype=object
        ).view(Traced)
        for array in shape.arrays
    }
    results = _results(shape.model, _called(function, shape.signal(values), shape.start), shape.start)
    ports = (Port("tau", (len(results[0]),)), Port("next", (len(results[1]),)))
    count = 2 if shape.start else 1
    found = tuple(references(graph, each) for each in results)
    return Program("function", graph, shape.arrays, ports[:count], found[:count])


def _differs(function: Function, shape: _Shape, program: Program) -> str:
    """Return why the traced program differs from calls with numbers; empty if it does not."""
    rng = np.random.default_rng(7)
    for _ in range(2):
        values = {array.name: rng.uniform(0.1, 1.0, array.size) for array in shape.arrays}
        try:
            with np.errstate(all="ignore"):
                found = _results(shape.model, _called(function, shape.signal(values), shape.start), shape.start)
        except (ArithmeticError, ValueError):
            continue  # no value there
        called = np.concatenate(found)
        if any(isinstance(value, Expr) for value in called):
            return _REMEMBERS
        traced = np.concatenate(list(evaluate(program, values).values()))
        scale = 1 + np.abs(traced[np.isfinite(traced)]).max(initial=0.0)
        if not np.allclose(np.asarray(called, dtype=float), traced, rtol=0, atol=_AGREE * scale, equal_nan=True):
            return f"it gives other values to numbers: {_REMEMBERS}, or asks what it is given"
    return ""
