"""Signals between references and controllers, generic over the scalar."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from armillary.errors import ArgumentError
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.simulation.timeline import Clock
from armillary.spatial.scalar import Array, Scalar


@dataclass(frozen=True, eq=False)
class Motion:
    """A wanted motion: position, velocity and acceleration, each (n,)."""

    position: Array
    velocity: Array
    acceleration: Array


@dataclass(frozen=True, eq=False)
class TaskMotion(Motion):
    """A wanted motion of a frame: position (3,) [m] and rotation (3, 3) in world axes.

    Velocity and acceleration are six-vectors (angular, linear), as Jacobians give them.
    """

    rotation: Array


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
class Setpoint(Motion):
    """A wanted value of an inner loop, such as a velocity, in the place of a position; `measured` is its variable."""

    measured: Array


@dataclass(frozen=True, eq=False)
class Signal:
    """Inputs of a controller: time, coordinates, velocities, the controller's states, the reference, held values.

    `inside` is a time inside the stretch that t belongs to, for laws with pieces in time; default t itself. `period` is
    the control period [s], None in continuous time. `due` has the clocks that are due at the instant, None among them
    for the clock of the controller itself; as a whole, None says that all are due. `currents` are those of the motors
    of each joint [A], with None where they are not measured. `measured` has the readings of sensors by name. `plant` is
    the model whose forward dynamics is computed at the same q and qd, with which a law may share values; None if the
    law is alone.
    """

    t: Scalar
    q: Array
    qd: Array
    state: Array
    reference: Motion
    held: Array
    inside: Scalar = None
    period: float | None = None
    due: frozenset[Clock | None] | None = None
    currents: Array | None = None
    measured: Mapping[str, Array] = field(default_factory=Readings)
    plant: Model | None = None


class Reference(Protocol):
    """A wanted motion in time.

    `switches` are the instants [s] at which it is not smooth. In `motion(t, inside)`, `inside` is a time inside
    the stretch that t belongs to; it selects the piece where t is a switch itself.
    """

    @property
    def switches(self) -> tuple[float, ...]:
        """The instants at which it is not smooth [s]."""

    def motion(self, t: Scalar, inside: Scalar) -> Motion:
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
        """All that shapes `motion_with` and follows from values of fields, beside the count of the numbers."""
        return ()

    def motion_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar = None) -> Motion:
        """Return the motion at t [s] with other numbers or with expressions in their place."""
        raise NotImplementedError

    def motion(self, t: Scalar, inside: Scalar = None) -> Motion:
        """Return position, velocity and acceleration at t [s]; `inside` selects the piece, default t itself."""
        return self.motion_with(self.numbers, t, inside)


@dataclass(frozen=True)
class Rest(Parametric):
    """The reference that holds q."""

    q: tuple[float, ...]
    switches: tuple[float, ...] = ()

    @property
    def numbers(self) -> tuple[float, ...]:
        """The configuration q."""
        return self.q

    def motion_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar = None) -> Motion:
        """Return another q, and zeros."""
        still = np.zeros(len(numbers))
        return Motion(np.array(numbers), still, still)


@dataclass(frozen=True, eq=False)
class WithNumbers:
    """A reference with other numbers."""

    reference: Parametric
    numbers: tuple[Scalar, ...]
    switches: tuple[float, ...] = ()

    def motion(self, t: Scalar, inside: Scalar) -> Motion:
        """Return the motion at t [s]."""
        return self.reference.motion_with(self.numbers, t, inside)


@dataclass(frozen=True, eq=False)
class Free(Stateless):
    """No effort at all."""

    model: Model

    def effort(self, signal: Signal) -> Array:
        """Return zeros, shape (nv,)."""
        return np.zeros(self.model.nv)
