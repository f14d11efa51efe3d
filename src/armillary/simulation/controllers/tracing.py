"""Functions of users as programs: called once with expressions, and compared with calls that have numbers."""

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
"""Beginning of the names of readings among the arguments."""
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


@dataclass(frozen=True, eq=False)
class FunctionArguments:
    """The sizes of the arguments of a function.

    The function sees the coordinates of `model`, as other laws do; `plant` is the robot. With `rotors` it also sees the
    rotors behind elastic gears, the last coordinates of the plant.
    """

    model: Model
    reference: Reference | None
    start: tuple[float, ...] | None
    plant: Model
    readings: Mapping[str, int]
    rotors: bool = False
    measured: bool = False
    """Whether the function has these arguments."""

    @cached_property
    def motion(self) -> DesiredMotion:
        """The reference at the start; default: every joint at rest."""
        if self.reference is not None:
            return self.reference.motion(0.0, 0.0)
        still = np.zeros(joint_count(self.model))
        return DesiredMotion(still, still, still)

    @cached_property
    def arrays(self) -> tuple[Port, ...]:
        """The arguments as inputs of a program."""
        states = np.zeros(len(self.start or ()))
        measured = {name: np.zeros(size) for name, size in self.readings.items()}
        given = (0.0, np.zeros(self.plant.nq), np.zeros(self.plant.nv), states, self.motion, np.zeros(0))
        signal = Signal(*given, measured=measured)
        return tuple(Port(name, (len(values),)) for name, values in self.arguments(signal).items())

    def arguments(self, signal: Signal) -> dict[str, Array]:
        """Return everything that the function sees, as vectors by name."""
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


def called(
    function: Function, shape: FunctionArguments, values: Mapping[str, Array], motion: DesiredMotion | None = None
) -> Any:
    """Return the result of a function for arguments by name; `motion` replaces the reference among them."""
    own = [] if shape.start is None else [np.array(values.get("state", np.zeros(0)), subok=True)]
    q, qd = (np.array(values[name], subok=True) for name in ("q", "qd"))
    more: dict[str, Any] = {}
    if shape.rotors:
        more["rotors"] = Rotors(values["rotors"], values["rotor_rates"])
    if shape.measured:
        read = ((name.removeprefix(READING), each) for name, each in values.items() if name.startswith(READING))
        more["measured"] = Readings((name, np.array(each, subok=True)) for name, each in read)
    return function(values["t"][0], q, qd, _motion(values) if motion is None else motion, *own, **more)


def results(shape: FunctionArguments, given: Any) -> tuple[Array, Array]:
    """Return efforts and next states from the result of a function, or raise `ArgumentError`."""
    start = shape.start
    if start is None:
        return _efforts(shape, given), np.zeros(0)
    if not isinstance(given, tuple | list) or len(given) != 2:
        found = f"a function that returns {shortened(given)}"
        raise ArgumentError("controller", found, "one that returns efforts and the next state")
    state = np.atleast_1d(np.asarray(given[1]))
    if state.shape != (len(start),):
        found = f"a function whose next state has shape {state.shape}"
        raise ArgumentError("controller", found, f"{len(start)} numbers, as `start` has")
    return _efforts(shape, given[0]), state


def _efforts(shape: FunctionArguments, given: Any) -> Array:
    """Return efforts of all velocity coordinates from the result of a function, or raise `ArgumentError`."""
    if given is None:
        raise ArgumentError("controller", "a function that returns nothing", "one that returns efforts")
    joints, whole = joint_count(shape.model), shape.plant.nv
    try:
        found = np.atleast_1d(np.asarray(given))
    except (TypeError, ValueError, OverflowError):  # rows of different lengths
        found = np.empty((0, 0))
    if found.shape not in ((joints,), (shape.model.nv,), (whole,)):
        expected = f"{joints} efforts" + (f", or {whole}" if whole > joints else "")
        raise ArgumentError("controller", f"a function that returns an array of shape {found.shape}", expected)
    return np.concatenate([found, np.zeros(whole - len(found))])


def traced(function: Function, shape: FunctionArguments) -> Program:
    """Return the program of efforts and next states, from one call with expressions.

    Raises:
        ArgumentError: The results have wrong shapes, or a reading is not known.
        NotTraceableError: The function, or its result, has numbers that are not finite, or passes expressions to a
            function that takes numbers. Other errors are those of the function.
    """
    graph = Graph()
    values = {
        array.name: np.array(
            [Watched(graph, graph.input(array.name, k).ref) for k in range(array.size)], dtype=object
        ).view(Traced)
        for array in shape.arrays
    }
    try:
        given = called(function, shape, values)
    except ArgumentError as error:
        if error.field == "measured":  # a sensor that the scenario does not have
            raise
        raise NotTraceableError(str(error)) from error
    both = results(shape, given)
    ports = (Port("tau", (len(both[0]),)), Port("next", (len(both[1]),)))
    count = 2 if shape.start else 1
    try:
        found = tuple(references(graph, each) for each in both)
    except ArgumentError as error:
        raise NotTraceableError(str(error)) from error
    return Program("function", graph, shape.arrays, ports[:count], found[:count])


def differs(function: Function, shape: FunctionArguments, program: Program) -> str:
    """Return why the traced program differs from calls with numbers; empty if it does not."""
    rng = np.random.default_rng(7)
    for _ in range(2):
        values = {array.name: rng.uniform(0.1, 1.0, array.size) for array in shape.arrays}
        try:
            with np.errstate(all="ignore"):
                found = results(shape, called(function, shape, values))
        except (ArithmeticError, ValueError):
            continue  # no value there
        given = np.concatenate(found)
        if any(isinstance(value, Expr) for value in given):
            return REMEMBERS
        wanted = np.concatenate(list(evaluate(program, values).values()))
        scale = 1 + np.abs(wanted[np.isfinite(wanted)]).max(initial=0.0)
        if not np.allclose(np.asarray(given, dtype=float), wanted, rtol=0, atol=_AGREE * scale, equal_nan=True):
            return f"it gives other values to numbers: {REMEMBERS}, or asks what it is given"
    return ""
