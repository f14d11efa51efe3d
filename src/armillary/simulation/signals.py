"""Signals between references and controllers, generic over the scalar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from armillary.multibody import Model
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


@dataclass(frozen=True, eq=False)
class Signal:
    """Inputs of a controller: time, coordinates, velocities, the controller's states, the reference, held values.

    `inside` is a time inside the stretch that t belongs to, for laws with pieces in time; default t itself.
    """

    t: Scalar
    q: Array
    qd: Array
    state: Array
    reference: Motion
    held: Array
    inside: Scalar = None


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
    """A law from signals to efforts; `states` is the number of its states, which start at `start()`."""

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


@dataclass(frozen=True)
class Rest:
    """The reference that holds q."""

    q: tuple[float, ...]
    switches: tuple[float, ...] = ()

    @property
    def numbers(self) -> tuple[float, ...]:
        """The configuration q."""
        return self.q

    def motion(self, t: Scalar, inside: Scalar) -> Motion:
        """Return q and zeros."""
        return self.drawn(self.q, t, inside)

    def drawn(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar) -> Motion:
        """Return another q, and zeros."""
        still = np.zeros(len(numbers))
        return Motion(np.array(numbers), still, still)


class Drawable(Protocol):
    """A reference whose start and end are numbers that may stay free, so that others need no other code."""

    @property
    def switches(self) -> tuple[float, ...]:
        """Instants at which the motion is not smooth [s]; they do not depend on the numbers."""

    @property
    def numbers(self) -> tuple[float, ...]:
        """The numbers."""

    def drawn(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar) -> Motion:
        """Return the motion with other numbers or with expressions."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """A reference with other numbers."""

    reference: Drawable
    numbers: tuple[Scalar, ...]

    @property
    def switches(self) -> tuple[float, ...]:
        """The instants at which it is not smooth [s]."""
        return self.reference.switches

    def motion(self, t: Scalar, inside: Scalar) -> Motion:
        """Return the motion at t [s]."""
        return self.reference.drawn(self.numbers, t, inside)


@dataclass(frozen=True, eq=False)
class Free(Stateless):
    """No effort at all."""

    model: Model

    def effort(self, signal: Signal) -> Array:
        """Return zeros, shape (nv,)."""
        return np.zeros(self.model.nv)
