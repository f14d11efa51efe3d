"""Signals between references and controllers, generic over the scalar."""

from __future__ import annotations

import cmath
import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from numbers import Real
from typing import Any, Protocol

import numpy as np

from armillary.errors import ArgumentError
from armillary.files.arguments import finite
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.simulation.schedule import Clock
from armillary.spatial.scalar import Array, Scalar


@dataclass(frozen=True, eq=False)
class DesiredMotion:
    """A desired motion: position, velocity and acceleration, each (n,)."""

    position: Array
    velocity: Array
    acceleration: Array


@dataclass(frozen=True, eq=False)
class TaskMotion(DesiredMotion):
    """A desired motion of a frame: position (3,) [m] and rotation (3, 3) in world axes.

    Velocity and acceleration are six-vectors (angular, linear), as Jacobians give them.
    """

    rotation: Array


def instant(argument: str, t: Any) -> Any:
    """Return one time [s]: a real number as a float; a complex number or an expression as it is."""
    time = finite(t)
    if time is not None:
        return time
    if isinstance(t, complex):
        symbolic = cmath.isfinite(t)  # of the complex step
    else:
        symbolic = hasattr(type(t), "__sub__") and hasattr(type(t), "__rmul__")
        symbolic = symbolic and not isinstance(t, Real | Decimal | np.ndarray | np.generic)
    if symbolic:
        return t
    several = isinstance(t, list | tuple | range | np.ndarray)
    hint = "[reference.motion(t) for t in times] has a motion for each time" if several else ""
    raise ArgumentError(argument, shortened(t), "one time [s], a finite number", hint)


class Readings(dict[str, Array]):
    """Readings of sensors by name; an unknown name raises an `ArgumentError` that lists the names."""

    def __missing__(self, name: str) -> Array:
        known = f"one of {', '.join(self)}" if self else "a scenario with sensors"
        raise ArgumentError("measured", shortened(name), known)


@dataclass(frozen=True, eq=False)
class Rotors:
    """Rotors behind elastic gears: angles and rates, each (drives,), divided by the ratio [rad, rad/s or m, m/s]."""

    position: Array
    velocity: Array


@dataclass(frozen=True, eq=False)
class Setpoint(DesiredMotion):
    """A desired value of an inner loop, such as a velocity, in the place of a position; `measured` is its variable."""

    measured: Array


@dataclass(frozen=True, eq=False)
class Signal:
    """Inputs of a controller: time, coordinates, velocities, the controller's states, the reference, held values.

    `inside` is a time inside the interval of t, for laws with pieces in time; default t itself. `period` is the control
    period [s], None in continuous time. `due` has the clocks that are due at the instant, None among them
    for the clock of the controller itself; as a whole, None says that all are due. `currents` are those of the motors
    of each joint [A], positive where they drive it ahead, with None where they are not measured. `measured` has the
    readings of sensors by name. `plant` is the model whose forward dynamics is computed at the same q and qd, with
    which a law may share values; None if the law is alone.
    """

    t: Scalar
    q: Array
    qd: Array
    state: Array
    reference: DesiredMotion
    held: Array
    inside: Scalar = None
    period: float | None = None
    due: frozenset[Clock | None] | None = None
    currents: Array | None = None
    measured: Mapping[str, Array] = field(default_factory=Readings)
    plant: Model | None = None


class Reference(Protocol):
    """A desired motion in time.

    `switches` are the instants [s] at which it is not smooth. In `motion(t, inside)`, `inside` is a time inside
    the interval that t belongs to; it selects the piece where t is a switch itself.
    """

    @property
    def switches(self) -> tuple[float, ...]:
        """The instants at which it is not smooth [s]."""

    def motion(self, t: Scalar, inside: Scalar) -> DesiredMotion:
        """Return the motion at t [s]."""


class Controller(Protocol):
    """A law from signals to efforts; `states` is the number of its states, which start at `start()`.

    A law may also have `advance(signal, period)`, which returns its states at the next control instant, and
    `discrete`, whether it has no rates and so needs control instants.
    """

    @property
    def states(self) -> int:
        """Number of states of the controller."""

    def start(self) -> Array:
        """Return the controller's states at the beginning, shape (states,)."""

    def effort(self, signal: Signal) -> Array:
        """Return the efforts at all velocity coordinates, shape (nv,) [N·m or N]."""

    def rate(self, signal: Signal) -> Array:
        """Return the rates of the controller's states, shape (states,)."""


class Stateless:
    """Base of controllers without states."""

    @property
    def states(self) -> int:
        """Number of states of the controller."""
        return 0

    def start(self) -> Array:
        """Return the states at the start, shape (states,)."""
        return np.zeros(self.states)

    def rate(self, signal: Signal) -> Array:
        """Return the rates of the states, shape (states,)."""
        return np.zeros(0)


def state_names(law: Any) -> tuple[str, ...]:
    """Return the names of the states of a law or a filter, such as integral[1]; those without a name are state[k]."""
    declared: tuple[str, ...] | None = getattr(law, "state_names", None)
    return tuple(f"state[{k}]" for k in range(int(law.states))) if declared is None else declared


def free_states(law: Any) -> tuple[bool, ...]:
    """Return which states of a law a start at rest may choose: all but those whose start the user gives."""
    declared: tuple[bool, ...] | None = getattr(law, "free_states", None)
    return (not getattr(law, "own_start", False),) * int(law.states) if declared is None else declared


def advanced(law: Controller, signal: Signal, period: float) -> Array:
    """Return the states of a sampled law at its next instant: a law with `advance` says so, others go c + T ċ."""
    if hasattr(law, "advance"):
        return np.asarray(law.advance(signal, period))
    return np.asarray(signal.state) + period * np.asarray(law.rate(signal))


class Parametric:
    """Base of references whose motion is a function of some numbers, which are inputs of compiled code.

    Other numbers (places, durations, frequencies) then need no other code. What shapes the code, such as the number of
    pieces or of coordinates, is not among them.
    """

    @property
    def numbers(self) -> tuple[float, ...]:
        """The numbers."""
        raise NotImplementedError

    @property
    def pattern(self) -> Hashable:
        """Everything that shapes `motion_with` beside the count of the numbers: the class, and values of other fields.

        Motions with equal patterns and as many numbers have the same equations.
        """
        return (type(self),)

    @property
    def has_functions(self) -> bool:
        """Whether a motion or a time law of a user is part of it, whose code may change what it returns."""
        return False

    def motion_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar = None) -> DesiredMotion:
        """Return the motion at t [s] with other numbers or with expressions in their place."""
        raise NotImplementedError

    @property
    def finite_numbers(self) -> tuple[float, ...]:
        """The numbers.

        Raises:
            ArgumentError: One of them, such as the acceleration of a short motion, is too large for a float.
        """
        with np.errstate(all="ignore"):  # the result is checked
            numbers = self.numbers
        if not all(math.isfinite(each) for each in numbers if isinstance(each, float)):
            expected = "smaller numbers, lower frequencies or a longer duration"
            raise ArgumentError(type(self).__name__, "velocities or accelerations that are not finite", expected)
        return numbers

    def motion(self, t: Scalar, inside: Scalar = None) -> DesiredMotion:
        """Return position, velocity and acceleration at t [s]; `inside` selects the piece, default t itself.

        Raises:
            ArgumentError: t is not one time, or the motion is not finite then.
        """
        t = instant("t", t)
        if inside is not None:
            inside = instant("inside", inside)
        numbers = self.finite_numbers
        if not isinstance(t, float):  # an expression, or a complex number
            return self.motion_with(numbers, t, inside)
        with np.errstate(all="ignore"):  # pieces that do not apply at t may overflow; the result is checked
            motion = self.motion_with(numbers, t, inside)
        for part in (motion.position, motion.velocity, motion.acceleration):
            if np.asarray(part).dtype == float and not np.all(np.isfinite(part)):
                raise ArgumentError("t", f"{t:g} s, where the motion is not finite", "a time of the motion")
        return motion


@dataclass(frozen=True)
class HoldPosition(Parametric):
    """The reference that holds q."""

    q: tuple[float, ...]
    switches: tuple[float, ...] = ()

    @property
    def numbers(self) -> tuple[float, ...]:
        """The configuration q."""
        return self.q

    def motion_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar = None) -> DesiredMotion:
        """Return another q, and zeros."""
        still = np.zeros(len(numbers))
        return DesiredMotion(np.array(numbers), still, still)


@dataclass(frozen=True, eq=False)
class WithNumbers:
    """A reference with other numbers."""

    reference: Parametric
    numbers: tuple[Scalar, ...]
    switches: tuple[float, ...] = ()

    def motion(self, t: Scalar, inside: Scalar) -> DesiredMotion:
        """Return the motion at t [s]."""
        return self.reference.motion_with(self.numbers, t, inside)


@dataclass(frozen=True, eq=False)
class Free(Stateless):
    """No effort at all."""

    model: Model

    def effort(self, signal: Signal) -> Array:
        """Return zeros, shape (nv,)."""
        return np.zeros(self.model.nv)
