"""Trace functions of users: one call with expressions gives a program, which must agree with calls with numbers."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Never

import numpy as np

from armillary.compiler.program import Port, Program, evaluate, references
from armillary.errors import ArgumentError
from armillary.expr.arrays import Traced
from armillary.expr.expression import Expr
from armillary.expr.graph import Graph
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.multibody.coordinates import joint_count
from armillary.simulation.controllers.law import NotTraceableError
from armillary.simulation.signals import DesiredMotion, Readings, Reference, Rotors, Signal, TaskMotion
from armillary.spatial.scalar import Array

Function = Callable[..., Any]
"""A function of (t, q, qd, reference) that returns efforts, of all velocity coordinates or of the joints alone."""


def wants(function: Function, name: str) -> bool:
    """Return whether a function has an argument of this name."""
    try:
        return name in inspect.signature(function).parameters
    except (TypeError, ValueError):  # some built-in functions
        return False


REMEMBERS = "it keeps values between calls"
READING = "measured."
"""Prefix of the names of readings among the arguments."""
_AGREE = 1e-9
"""Relative tolerance between the efforts of the program and of the function."""


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


@dataclass(frozen=True, eq=False)
class FunctionArguments:
    """Arguments of a function: which it has, and their sizes.

    Like other laws, the function receives the coordinates of the nominal `model`. With `rotors` it also receives the
    rotors behind elastic gears, which are the last coordinates of the `plant`.
    """

    model: Model
    reference: Reference | None
    start: tuple[float, ...] | None
    plant: Model
    readings: Mapping[str, int]
    rotors: bool = False
    measured: bool = False
    """Whether the function has the arguments `rotors` and `measured`."""

    @cached_property
    def motion(self) -> DesiredMotion:
        """The desired motion at the start; default: every joint at rest."""
        if self.reference is not None:
            return self.reference.motion(0.0, 0.0)
        zeros = np.zeros(joint_count(self.model))
        return DesiredMotion(zeros, zeros, zeros)

    @cached_property
    def arrays(self) -> tuple[Port, ...]:
        """The arguments as inputs of a program."""
        states = np.zeros(len(self.start or ()))
        measured = {name: np.zeros(size) for name, size in self.readings.items()}
        q, qd = np.zeros(self.plant.nq), np.zeros(self.plant.nv)
        signal = Signal(0.0, q, qd, states, self.motion, held=np.zeros(0), measured=measured)
        return tuple(Port(name, (len(values),)) for name, values in self.arguments(signal).items())

    def arguments(self, signal: Signal) -> dict[str, Array]:
        """Return all arguments of the function as vectors by name."""
        motion, q, qd = signal.reference, np.asarray(signal.q), np.asarray(signal.qd)
        parts: dict[str, Any] = {
            "t": [signal.t], "q": q[: self.model.nq], "qd": qd[: self.model.nv],
            "position": motion.position, "velocity": motion.velocity, "acceleration": motion.acceleration,
        }  # fmt: skip
        if len(signal.state):
            parts["state"] = signal.state
        if isinstance(motion, TaskMotion):
            parts["rotation"] = np.asarray(motion.rotation).ravel()
        if self.rotors:
            count = len(self.plant.drives)
            parts |= {"rotors": q[len(q) - count :], "rotor_rates": qd[len(qd) - count :]}
        if self.measured:
            parts |= {READING + name: values for name, values in signal.measured.items()}
        return {name: np.asarray(values) for name, values in parts.items()}


def _motion(values: Mapping[str, Array]) -> DesiredMotion:
    """Return the reference among the arguments of a function."""
    position, velocity, acceleration = (values[name] for name in ("position", "velocity", "acceleration"))
    rotation = values.get("rotation")
    if rotation is None:
        return DesiredMotion(position, velocity, acceleration)
    return TaskMotion(position, velocity, acceleration, rotation.reshape(3, 3))


def call(
    function: Function, signature: FunctionArguments, values: Mapping[str, Array], motion: DesiredMotion | None = None
) -> Any:
    """Return the result of a function for arguments by name; `motion` replaces the reference among them."""
    # The function gets copies: it may change its arguments in place.
    q = np.array(values["q"], subok=True)
    qd = np.array(values["qd"], subok=True)
    state = [] if signature.start is None else [np.array(values.get("state", np.zeros(0)), subok=True)]
    keywords: dict[str, Any] = {}
    if signature.rotors:
        keywords["rotors"] = Rotors(values["rotors"], values["rotor_rates"])
    if signature.measured:
        keywords["measured"] = Readings(
            (name.removeprefix(READING), np.array(readings, subok=True))
            for name, readings in values.items()
            if name.startswith(READING)
        )
    return function(values["t"][0], q, qd, _motion(values) if motion is None else motion, *state, **keywords)


def results(signature: FunctionArguments, returned: Any) -> tuple[Array, Array]:
    """Return efforts and next states from the result of a function, or raise `ArgumentError`."""
    start = signature.start
    if start is None:
        return _efforts(signature, returned), np.zeros(0)
    if not isinstance(returned, tuple | list) or len(returned) != 2:
        found = f"a function that returns {shortened(returned)}"
        raise ArgumentError("controller", found, "one that returns efforts and the next state")
    state = np.atleast_1d(np.asarray(returned[1]))
    if state.shape != (len(start),):
        found = f"a function whose next state has shape {state.shape}"
        raise ArgumentError("controller", found, f"{len(start)} numbers, as `start` has")
    return _efforts(signature, returned[0]), state


def _efforts(signature: FunctionArguments, returned: Any) -> Array:
    """Return efforts of all velocity coordinates from the result of a function, or raise `ArgumentError`."""
    if returned is None:
        raise ArgumentError("controller", "a function that returns nothing", "one that returns efforts")
    joints, nv = joint_count(signature.model), signature.plant.nv
    try:
        efforts = np.atleast_1d(np.asarray(returned))
    except (TypeError, ValueError, OverflowError):  # rows of different lengths
        efforts = np.empty((0, 0))
    if efforts.shape not in ((joints,), (signature.model.nv,), (nv,)):
        expected = f"{joints} efforts" + (f", or {nv}" if nv > joints else "")
        raise ArgumentError("controller", f"a function that returns an array of shape {efforts.shape}", expected)
    return np.concatenate([efforts, np.zeros(nv - len(efforts))])


def trace_function(function: Function, signature: FunctionArguments) -> Program:
    """Return the program of efforts and next states, from one call with expressions.

    Raises:
        ArgumentError: The results have wrong shapes, or a reading is not known.
        NotTraceableError: The function or its result has numbers that are not finite, or passes expressions to a
            function that takes numbers. Other errors are those of the function.
    """
    graph = Graph()
    values = {}
    for port in signature.arrays:
        entries = [Watched(graph, graph.input(port.name, k).ref) for k in range(port.size)]
        values[port.name] = np.array(entries, dtype=object).view(Traced)
    try:
        returned = call(function, signature, values)
    except ArgumentError as error:
        if error.field == "measured":  # a sensor that the scenario does not have
            raise
        raise NotTraceableError(str(error)) from error
    efforts, states = results(signature, returned)
    ports = (Port("tau", (len(efforts),)), Port("next", (len(states),)))
    count = 2 if signature.start else 1
    try:
        outputs = (references(graph, efforts), references(graph, states))
    except ArgumentError as error:
        raise NotTraceableError(str(error)) from error
    return Program("function", graph, signature.arrays, ports[:count], outputs[:count])


def disagreement(function: Function, signature: FunctionArguments, program: Program) -> str:
    """Return why the traced program disagrees with calls with numbers; empty if it agrees."""
    rng = np.random.default_rng(7)
    for _ in range(2):
        values = {port.name: rng.uniform(0.1, 1.0, port.size) for port in signature.arrays}
        try:
            with np.errstate(all="ignore"):
                called = np.concatenate(results(signature, call(function, signature, values)))
        except (ArithmeticError, ValueError):
            continue  # the function has no value there
        if any(isinstance(value, Expr) for value in called):
            return REMEMBERS  # the expressions of the traced call
        expected = np.concatenate(list(evaluate(program, values).values()))
        scale = 1 + np.abs(expected[np.isfinite(expected)]).max(initial=0.0)
        if not np.allclose(np.asarray(called, dtype=float), expected, rtol=0, atol=_AGREE * scale, equal_nan=True):
            return f"it returns other values for numbers: {REMEMBERS}, or depends on the type of its arguments"
    return ""
