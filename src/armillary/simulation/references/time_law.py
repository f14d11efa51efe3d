"""Time laws: the position s along a path, from 0 to 1, with ṡ and s̈.

A motion along a path x(s) has
    ẋ = x' ṡ,   ẍ = x' s̈ + x'' ṡ²                                                      (1)
so that any path can be combined with any law. A law rests at 0 before its start and at 1 after its end. With
u = (t − t_0) / T:
Fifth-order polynomial, with zero velocity and acceleration at both ends ("PP" in [Bascetta2002]):
    s = 10 u³ − 15 u⁴ + 6 u⁵,   ṡ = 30 u² (1 − u)² / T,   s̈ = 60 u (1 − u)(1 − 2u) / T²       (2)
Seventh-order polynomial, with zero jerk as well, for robots with elastic gears:
    s = 35 u⁴ − 84 u⁵ + 70 u⁶ − 20 u⁷,   ṡ = 140 u³ (1 − u)³ / T,   s̈ = 420 u² (1 − u)² (1 − 2u) / T²      (6)
Step acceleration, the fastest motion for a given acceleration limit, with jumps at 0, T/2 and T ("ST" in
[Bascetta2002]):
    s̈ = 4/T²,   s = 2 u²,             0 < u < ½                                              (3)
    s̈ = −4/T²,  s = 1 − 2 (1 − u)²,   ½ < u < 1                                              (4)
Trapezoidal velocity with ramps of T_a, v = 1 / (T − T_a), a = v / T_a:
    s = ½ a t²,   s = v (t − ½ T_a),   s = 1 − ½ a (T − t)²                                  (5)
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, Protocol

import numpy as np

from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.expr.pointwise import less, where
from armillary.files.quantity import Quantity
from armillary.simulation.parameters import Checked, settle
from armillary.simulation.signals import instant
from armillary.spatial.scalar import Array, Scalar

BEFORE, AFTER = [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]
"""s, ṡ and s̈ before the start and after the end of a law."""
RAMP = 1 / 3
"""Default duration of each ramp of a trapezoid, as a fraction of the whole."""


class PathProgress(NamedTuple):
    """Position s along a path, and its rates [1/s, 1/s²]."""

    s: Scalar
    sd: Scalar
    sdd: Scalar


class TimeLaw(Protocol):
    """A time law s(t)."""

    @property
    def switches(self) -> tuple[float, ...]:
        """Instants at which it is not smooth [s]."""

    def at(self, t: Scalar, inside: Scalar) -> PathProgress:
        """Return s, ṡ and s̈ at t; `inside` selects the piece."""


class ParametricLaw:
    """Base of laws that are functions of numbers, which are inputs of compiled code."""

    @property
    def numbers(self) -> tuple[float, ...]:
        """The numbers."""
        raise NotImplementedError

    @property
    def pattern(self) -> Hashable:
        """Everything that determines the code of `progress_with`, apart from the numbers."""
        return (type(self),)

    @property
    def has_functions(self) -> bool:
        """Whether a law of a user is part of it."""
        return False

    def progress_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar) -> PathProgress:
        """Return s, ṡ and s̈ at t for other numbers, or for expressions in their place."""
        raise NotImplementedError

    def at(self, t: Scalar, inside: Scalar) -> PathProgress:
        """Return s, ṡ and s̈ at t [s]; `inside` selects the piece."""
        t, inside = instant("t", t), instant("inside", inside)
        with np.errstate(all="ignore"):  # pieces that do not apply at t may overflow
            return self.progress_with(self.numbers, t, inside)


def piece(inside: Scalar, instants: Sequence[Scalar], pieces: Sequence[Sequence[Scalar]]) -> Array:
    """Return the entries of the piece that contains `inside`; piece k ends at instant k, the last piece never ends.

    At an instant itself the next piece applies.

    Example:
        >>> piece(0.7, [0.0, 1.0], [[0.0], [5.0], [9.0]]).tolist()
        [5.0]
    """
    if not isinstance(inside, Expr):
        return np.array(pieces[int(np.searchsorted(instants, np.real(inside), side="right"))])
    chosen = list(pieces[-1])
    for end, entries in zip(reversed(instants), reversed(pieces[:-1]), strict=True):
        before = less(inside, end)
        chosen = [where(before, entry, later) for entry, later in zip(entries, chosen, strict=True)]
    return np.array(chosen)


@dataclass(frozen=True)
class FifthOrderLaw(Checked, ParametricLaw):
    """Fifth-order time law s, (2), from `begin` for `duration` [s]."""

    duration: Annotated[float, Quantity("time", above=0, says="duration")]
    begin: Annotated[float, Quantity("time", says="time at which the motion begins")] = 0.0

    @property
    def switches(self) -> tuple[float, ...]:
        """Start and end [s]."""
        return self.begin, self.begin + self.duration

    @property
    def numbers(self) -> tuple[float, ...]:
        """The switches [s] and 1/T [1/s]."""
        return *self.switches, 1 / self.duration

    def progress_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar) -> PathProgress:
        """Return s, ṡ and s̈ at t, (2)."""
        *instants, rate = numbers
        u = (t - instants[0]) * rate
        v = 1 - u
        moving = [
            u * u * u * (10 + u * (6 * u - 15)), (30 * rate) * (u * u * (v * v)), (60 * rate * rate) * (u * v * (v - u))
        ]  # fmt: skip
        return PathProgress(*piece(inside, instants, [BEFORE, moving, AFTER]))


@dataclass(frozen=True)
class SeventhOrderLaw(FifthOrderLaw):
    """Seventh-order time law s, (6), from `begin` for `duration` [s]."""

    def progress_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar) -> PathProgress:
        """Return s, ṡ and s̈ at t, (6)."""
        *instants, rate = numbers
        u = (t - instants[0]) * rate
        v = 1 - u
        square, both = u * u, u * v
        moving = [
            square * square * (35 + u * (u * (70 - 20 * u) - 84)),
            (140 * rate) * (both * both * both),
            (420 * rate * rate) * (both * both * (v - u)),
        ]
        return PathProgress(*piece(inside, instants, [BEFORE, moving, AFTER]))


@dataclass(frozen=True)
class StepAccelerationLaw(FifthOrderLaw):
    """Time law s with piecewise constant acceleration, (3) and (4), from `begin` for `duration` [s]."""

    @property
    def switches(self) -> tuple[float, ...]:
        """Start, middle and end [s]."""
        return self.begin, self.begin + self.duration / 2, self.begin + self.duration

    def progress_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar) -> PathProgress:
        """Return s, ṡ and s̈ at t, (3) and (4)."""
        *instants, rate = numbers
        u = (t - instants[0]) * rate
        v, fourfold = 1 - u, 4 * rate
        accelerating = [2 * (u * u), fourfold * u, fourfold * rate]  # (3)
        decelerating = [1 - 2 * (v * v), fourfold * v, -(fourfold * rate)]  # (4)
        return PathProgress(*piece(inside, instants, [BEFORE, accelerating, decelerating, AFTER]))


class Ramps(ParametricLaw):
    """Base of laws (5). Numbers: start, end of the first ramp, start of the last one, end [s], a, v and T_a/2."""

    @property
    def pattern(self) -> Hashable:
        """The same for all laws of this form."""
        return (Ramps,)

    def progress_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar) -> PathProgress:
        """Return s, ṡ and s̈ at t, (5)."""
        *instants, a, v, half = numbers
        elapsed, remaining = t - instants[0], instants[-1] - t
        accelerating = [a / 2 * (elapsed * elapsed), a * elapsed, a]
        cruising = [v * (elapsed - half), v, 0.0]
        decelerating = [1 - a / 2 * (remaining * remaining), a * remaining, -a]
        return PathProgress(*piece(inside, instants, [BEFORE, accelerating, cruising, decelerating, AFTER]))


@dataclass(frozen=True)
class StandstillLaw(Ramps):
    """Time law between equal positions: immediately at the end."""

    switches: tuple[float, ...] = ()
    duration: float = 0.0

    @property
    def numbers(self) -> tuple[float, ...]:
        """Zeros."""
        return (0.0,) * 7


@dataclass(frozen=True)
class TrapezoidLaw(Checked, Ramps):
    """Time law s with a trapezoidal velocity profile, (5), from `begin` for `duration` [s].

    Each ramp lasts `ramp` [s]; default a third of the duration.
    """

    duration: Annotated[float, Quantity("time", above=0, says="duration")]
    begin: Annotated[float, Quantity("time", says="time at which the motion begins")] = 0.0
    ramp: Annotated[float | None, Quantity("time", above=0, says="duration of each ramp")] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        T = self.duration
        if isinstance(T, complex):
            raise ArgumentError("duration", f"{T:g} s", "a real number")
        ramp = RAMP * T if self.ramp is None else self.ramp
        if ramp > T / 2 * (1 + 1e-12):
            raise ArgumentError("ramp", f"{ramp:g} s", f"at most half of the duration, {T / 2:g} s")
        settle(self, ramp=min(ramp, T / 2))

    @property
    def _ramp(self) -> float:
        return float(self.ramp)  # type: ignore[arg-type]

    @property
    def switches(self) -> tuple[float, ...]:
        """Start, ends of the ramps and end [s]; the ramps of a triangular profile meet at one instant."""
        first, last = self.begin + self._ramp, self.begin + self.duration - self._ramp
        between = (first,) if self._ramp == self.duration / 2 else (first, last)
        return self.begin, *between, self.begin + self.duration

    @property
    def numbers(self) -> tuple[float, ...]:
        """The instants [s], a [1/s²], v [1/s] and T_a/2 [s]; a triangular profile cruises for zero time."""
        begin, *between, end = self.switches
        v = 1 / (self.duration - self._ramp)
        return begin, between[0], between[-1], end, v / self._ramp, v, self._ramp / 2


def numbers_of(law: TimeLaw) -> tuple[float, ...]:
    """Return the numbers of a law; laws of users have none."""
    return law.numbers if isinstance(law, ParametricLaw) else ()


def pattern_of(law: TimeLaw) -> Hashable:
    """Return what determines the code of a law apart from its numbers; for a law of a user, its identity."""
    return law.pattern if isinstance(law, ParametricLaw) else id(law)


def has_functions(law: TimeLaw) -> bool:
    """Return whether a law is one of a user, or shapes one."""
    return law.has_functions if isinstance(law, ParametricLaw) else True


def progress_of(law: TimeLaw, numbers: Sequence[Scalar], t: Scalar, inside: Scalar = None) -> PathProgress:
    """Return s, ṡ and s̈ of a law at t [s] for other numbers, which laws of users ignore."""
    inside = t if inside is None else inside
    return law.progress_with(numbers, t, inside) if isinstance(law, ParametricLaw) else law.at(t, inside)


LAWS: dict[str, Any] = {
    "fifth_order": FifthOrderLaw, "seventh_order": SeventhOrderLaw, "step_acceleration": StepAccelerationLaw,
    "trapezoid": TrapezoidLaw,
}  # fmt: skip
"""Time laws by name; each takes a duration and a start [s]."""
