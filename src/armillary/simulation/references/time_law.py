"""Time laws: the position s along a path, from 0 to 1, with ṡ and s̈.

A motion along a path x(s) has
    ẋ = x' ṡ,   ẍ = x' s̈ + x'' ṡ²                                                      (1)
so that any path goes with any law. Before it begins a law is at 0, after its end at 1, at rest. With u = (t − t_0) / T:
Fifth-order polynomial, "PP", at rest without acceleration at both ends [Bascetta2002]:
    s = 10 u³ − 15 u⁴ + 6 u⁵,   ṡ = 30 u² (1 − u)² / T,   s̈ = 60 u (1 − u)(1 − 2u) / T²       (2)
Seventh-order polynomial, at rest without acceleration and jerk at both ends, for motions through elastic gears:
    s = 35 u⁴ − 84 u⁵ + 70 u⁶ − 20 u⁷,   ṡ = 140 u³ (1 − u)³ / T,   s̈ = 420 u² (1 − u)² (1 − 2u) / T²      (6)
Step acceleration, "ST", the fastest motion for a given greatest acceleration, which jumps at 0, T/2 and T
[Bascetta2002]:
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
THIRD = 1 / 3
"""Default ramp of a trapezoid, as a fraction of its duration."""


class PathProgress(NamedTuple):
    """Position s along a path, and its rates [1/s, 1/s²]."""

    s: Scalar
    sd: Scalar
    sdd: Scalar


class TimeLaw(Protocol):
    """A law s(t), with the instants [s] at which it is not smooth."""

    @property
    def switches(self) -> tuple[float, ...]:
        """The instants at which it is not smooth [s]."""

    def at(self, t: Scalar, inside: Scalar) -> PathProgress:
        """Return s, ṡ and s̈ at t; `inside` says which piece applies."""


class ParametricLaw:
    """Base of laws that are functions of some numbers, which are inputs of compiled code."""

    @property
    def numbers(self) -> tuple[float, ...]:
        """The numbers."""
        raise NotImplementedError

    @property
    def pattern(self) -> Hashable:
        """All that shapes `progress_with` and follows from values of fields."""
        return ()

    def progress_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar) -> PathProgress:
        """Return s, ṡ and s̈ at t with other numbers or with expressions in their place."""
        raise NotImplementedError

    def at(self, t: Scalar, inside: Scalar) -> PathProgress:
        """Return s, ṡ and s̈ at t [s]; `inside` selects the piece."""
        t, inside = instant("t", t), instant("inside", inside)
        with np.errstate(all="ignore"):  # pieces that do not apply at t may overflow
            return self.progress_with(self.numbers, t, inside)


def piece(inside: Scalar, instants: Sequence[Scalar], pieces: Sequence[Sequence[Scalar]]) -> Array:
    """Return the entries of the piece in which `inside` lies: piece k ends at instant k, the last one never.

    At an instant itself the piece after it applies.

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
    """Time law s of fifth order, (2), from `begin` for `duration` [s]."""

    duration: Annotated[float, Quantity("time", above=0, says="duration")]
    begin: Annotated[float, Quantity("time", says="time at which it begins")] = 0.0

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
    """Time law s of seventh order, (6), from `begin` for `duration` [s]."""

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
    """Time law s with steps of acceleration, (3) and (4), from `begin` for `duration` [s]."""

    @property
    def switches(self) -> tuple[float, ...]:
        """Start, middle and end [s]."""
        return self.begin, self.begin + self.duration / 2, self.begin + self.duration

    def progress_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar) -> PathProgress:
        """Return s, ṡ and s̈ at t, (3) and (4)."""
        *instants, rate = numbers
        u = (t - instants[0]) * rate
        v, fourfold = 1 - u, 4 * rate
        faster = [2 * (u * u), fourfold * u, fourfold * rate]  # (3)
        slower = [1 - 2 * (v * v), fourfold * v, -(fourfold * rate)]  # (4)
        return PathProgress(*piece(inside, instants, [BEFORE, faster, slower, AFTER]))


class Ramps(ParametricLaw):
    """Base of laws of (5). Numbers: start, end of the first ramp, start of the last one and end [s], a, v and T_a/2."""

    def progress_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar) -> PathProgress:
        """Return s, ṡ and s̈ at t, (5)."""
        *instants, a, v, half = numbers
        since, left = t - instants[0], instants[-1] - t
        faster = [a / 2 * (since * since), a * since, a]
        steady = [v * (since - half), v, 0.0]
        slower = [1 - a / 2 * (left * left), a * left, -a]
        return PathProgress(*piece(inside, instants, [BEFORE, faster, steady, slower, AFTER]))


@dataclass(frozen=True)
class StandstillLaw(Ramps):
    """The law of a motion between equal positions: at the end at once."""

    switches: tuple[float, ...] = ()
    duration: float = 0.0

    @property
    def numbers(self) -> tuple[float, ...]:
        """Zeros."""
        return (0.0,) * 7


@dataclass(frozen=True)
class TrapezoidLaw(Checked, Ramps):
    """Time law s with a trapezoid of speed, (5), from `begin` for `duration` [s].

    Ramps last `ramp` [s]; default a third of the duration.
    """

    duration: Annotated[float, Quantity("time", above=0, says="duration")]
    begin: Annotated[float, Quantity("time", says="time at which it begins")] = 0.0
    ramp: Annotated[float | None, Quantity("time", above=0, says="duration of each ramp")] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        T = self.duration
        ramp = THIRD * T if self.ramp is None else self.ramp
        if ramp > T / 2 * (1 + 1e-12):
            raise ArgumentError("ramp", f"{ramp:g} s", f"at most half of the duration, {T / 2:g} s")
        settle(self, ramp=min(ramp, T / 2))

    @property
    def _ramp(self) -> float:
        return float(self.ramp)  # type: ignore[arg-type]

    @property
    def switches(self) -> tuple[float, ...]:
        """Start, ends of the ramps and end [s]; the ramps of a triangle meet in one instant."""
        first, last = self.begin + self._ramp, self.begin + self.duration - self._ramp
        between = (first,) if self._ramp == self.duration / 2 else (first, last)
        return self.begin, *between, self.begin + self.duration

    @property
    def numbers(self) -> tuple[float, ...]:
        """The instants [s], a [1/s²], v [1/s] and T_a/2 [s]; a triangle moves steadily for no time."""
        begin, *between, end = self.switches
        v = 1 / (self.duration - self._ramp)
        return begin, between[0], between[-1], end, v / self._ramp, v, self._ramp / 2


def numbers_of(law: TimeLaw) -> tuple[float, ...]:
    """Return the numbers of a law; none for laws of users."""
    return law.numbers if isinstance(law, ParametricLaw) else ()


def pattern_of(law: TimeLaw) -> Hashable:
    """Return all that shapes a law beside its numbers: a law of a user itself."""
    return law.pattern if isinstance(law, ParametricLaw) else id(law)


def progress_of(law: TimeLaw, numbers: Sequence[Scalar], t: Scalar, inside: Scalar = None) -> PathProgress:
    """Return s, ṡ and s̈ of a law at t [s] with other numbers; a law of a user has none."""
    inside = t if inside is None else inside
    return law.progress_with(numbers, t, inside) if isinstance(law, ParametricLaw) else law.at(t, inside)


LAWS: dict[str, Any] = {
    "fifth_order": FifthOrderLaw, "seventh_order": SeventhOrderLaw, "step_acceleration": StepAccelerationLaw,
    "trapezoid": TrapezoidLaw,
}  # fmt: skip
"""Time laws by name; each takes a duration and a start [s]."""
