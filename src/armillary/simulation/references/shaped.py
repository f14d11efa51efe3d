"""Shaped motions: the sum of scaled and delayed copies of a motion, after which a mode of vibration is at rest.

    q = Σ A_i q_r(t − t_i),   q̇ = Σ A_i q̇_r(t − t_i),   q̈ = Σ A_i q̈_r(t − t_i)                           (1)
A_i and t_i are the impulses of a shaper (`shapers`). Before t = 0 the motion q_r rests at q_r(0). For a path of a frame
the time law is shaped,
    s = Σ A_i s_r(t − t_i)                                                                                 (2)
so that the frame stays on the path and its orientation remains a rotation; for a straight line (2) equals (1). After
the motion, a linear mode excited by q̈ vibrates with at most the fraction V of the shaper.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from armillary.errors import ArgumentError
from armillary.expr.expression import Expr
from armillary.expr.pointwise import less, where
from armillary.files.words import shortened
from armillary.multibody import Model
from armillary.simulation.parameters import Format
from armillary.simulation.references.path import Path
from armillary.simulation.references.shapers import Shaper
from armillary.simulation.references.time_law import (
    ParametricLaw,
    PathProgress,
    TimeLaw,
    has_functions,
    numbers_of,
    pattern_of,
    progress_of,
)
from armillary.simulation.signals import DesiredMotion, Parametric, Reference, TaskMotion
from armillary.spatial.scalar import Array, Scalar


@dataclass(frozen=True)
class Shaped(Parametric):
    """Motion shaped so that a mode of vibration is at rest after it, (1) and (2).

    Args:
        reference: The motion; nest two shaped motions for two modes.
        shaper: `ZV`, `ZVD` or `EI`.

    Example:
        >>> from armillary.simulation.references import ZV, FifthOrder
        >>> motion = Shaped(FifthOrder(start=[0.0], end=[1.0], duration=1.0), ZV(frequency=2.0))
        >>> motion.switches, motion.motion(1.125).position.round(4).tolist()
        ((0.0, 0.25, 1.0, 1.25), [0.992])
    """

    reference: Annotated[Any, Format.REFERENCE, "the motion that is shaped"]
    shaper: Annotated[Shaper, Format.SHAPER, "impulses: zv, zvd or ei"]

    def __post_init__(self) -> None:
        if isinstance(self.reference, type) or not hasattr(type(self.reference), "motion"):
            raise ArgumentError("reference", shortened(self.reference), "a reference, such as FifthOrder(…)")
        if not isinstance(self.shaper, Shaper):
            raise ArgumentError("shaper", shortened(self.shaper), "a shaper, such as ZVD(frequency=2.0)")

    def anchored(self, model: Model, q: ArrayLike, frame: str = "tip") -> Self | Path:
        """Return the shaped motion, anchored at q; for a path of a frame, the path with a shaped time law."""
        inner = self.reference.anchored(model, q, frame) if hasattr(self.reference, "anchored") else self.reference
        shaped = replace(self, reference=inner)
        return shaped if shaped.path is None else shaped.path

    @cached_property
    def path(self) -> Path | None:
        """The path with the shaped time law, (2); None for other motions."""
        inner = self.reference.path if isinstance(self.reference, Shaped) else self.reference
        if not isinstance(inner, Path):
            return None
        return replace(inner, law=ShapedLaw(inner.time_law, self.shaper), duration=None)

    @property
    def switches(self) -> tuple[float, ...]:
        """Switches of all copies [s]."""
        return _switches(self.shaper, self.reference.switches)

    @property
    def pattern(self) -> Hashable:
        """The class, the number of impulses, and the pattern of the motion."""
        if self.path is not None:
            return self.path.pattern
        inner = self.reference.pattern if isinstance(self.reference, Parametric) else id(self.reference)
        return type(self), len(self.shaper.impulses[0]), inner

    @property
    def has_functions(self) -> bool:
        """Whether the motion is one of a user."""
        return self.reference.has_functions if isinstance(self.reference, Parametric) else True

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        """Amplitudes and times of the impulses, then the numbers of the motion."""
        if self.path is not None:
            return self.path.numbers
        inner = self.reference.numbers if isinstance(self.reference, Parametric) else ()
        return *np.concatenate(self.shaper.impulses).tolist(), *inner

    def motion_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar = None) -> DesiredMotion:
        """Return position, velocity and acceleration at t [s], (1)."""
        if self.path is not None:
            return self.path.motion_with(numbers, t, inside)
        inner: Reference = self.reference
        count = 2 * len(self.shaper.impulses[0])

        def at(t: Scalar, inside: Scalar) -> tuple[Array, ...]:
            if isinstance(inner, Parametric):
                motion = inner.motion_with(numbers[count:], t, inside)
            else:
                motion = inner.motion(t, inside)
            if isinstance(motion, TaskMotion):
                expected = "a motion of coordinates, or a path such as Line(…)"
                raise ArgumentError("reference", "a motion of a frame with an orientation", expected)
            return motion.position, motion.velocity, motion.acceleration

        return DesiredMotion(*_sum_of_copies(numbers[:count], t, inside, at))


@dataclass(frozen=True)
class ShapedLaw(ParametricLaw):
    """Time law shaped so that a mode of vibration is at rest after it, (2)."""

    law: TimeLaw
    shaper: Shaper

    @property
    def switches(self) -> tuple[float, ...]:
        """Switches of all copies [s]."""
        return _switches(self.shaper, self.law.switches)

    @property
    def pattern(self) -> Hashable:
        """The class, the number of impulses, and the pattern of the time law."""
        return type(self), len(self.shaper.impulses[0]), pattern_of(self.law)

    @property
    def has_functions(self) -> bool:
        """Whether the time law is one of a user."""
        return has_functions(self.law)

    @property
    def numbers(self) -> tuple[float, ...]:
        """Amplitudes and times of the impulses, then the numbers of the law."""
        return *np.concatenate(self.shaper.impulses).tolist(), *numbers_of(self.law)

    def progress_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar) -> PathProgress:
        """Return s, ṡ and s̈ at t, (2)."""
        count = 2 * len(self.shaper.impulses[0])

        def at(t: Scalar, inside: Scalar) -> tuple[Array, ...]:
            return tuple(np.array([entry]) for entry in progress_of(self.law, numbers[count:], t, inside))

        s, sd, sdd = _sum_of_copies(numbers[:count], t, inside, at)
        return PathProgress(s[0], sd[0], sdd[0])


def _switches(shaper: Shaper, inner: Sequence[float]) -> tuple[float, ...]:
    """Return the switches of all copies, and the instants at which delayed copies begin [s]."""
    delays = shaper.impulses[1].tolist()
    return tuple(sorted({*(delay + switch for delay in delays for switch in inner), *delays[1:]}))


def _sum_of_copies(
    impulses: Sequence[Scalar], t: Scalar, inside: Scalar, at: Callable[[Scalar, Scalar], tuple[Array, ...]]
) -> list[Array]:
    """Return the sums of position, velocity and acceleration over the copies, (1); `at` evaluates the motion."""
    if inside is None:
        inside = t if isinstance(t, Expr) else np.real(t)
    amplitudes, delays = impulses[: len(impulses) // 2], impulses[len(impulses) // 2 :]
    sums = [amplitudes[0] * derivative for derivative in at(t, inside)]
    for amplitude, delay in zip(amplitudes[1:], delays[1:], strict=True):
        # Before t = 0 the copy rests, also where the motion itself starts with a velocity.
        before = less(inside, delay)
        position, *derivatives = at(where(before, 0.0, t - delay), where(before, 0.0, inside - delay))
        copy = [position, *(where(before, 0.0, np.asarray(derivative)) for derivative in derivatives)]
        sums = [total + amplitude * derivative for total, derivative in zip(sums, copy, strict=True)]
    return sums
