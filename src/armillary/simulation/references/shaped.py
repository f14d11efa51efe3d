"""Shaped motions: a few copies of a motion, each late, so that a mode of vibration stays at rest behind it.

    q = Σ A_i q_r(t − t_i),   q̇ = Σ A_i q̇_r(t − t_i),   q̈ = Σ A_i q̈_r(t − t_i)                           (1)
A_i and t_i are the impulses of a shaper (`shapers`). Before t = 0 the motion q_r rests at q_r(0). A path of a frame has
its time law shaped,
    s = Σ A_i s_r(t − t_i)                                                                                 (2)
so that the frame stays on the path and its orientation is a rotation; on a straight line (2) is (1).
A linear mode that q̈ excites vibrates behind the motion by V of the shaper, and no more.
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
    numbers_of,
    pattern_of,
    progress_of,
)
from armillary.simulation.signals import DesiredMotion, Parametric, Reference, TaskMotion
from armillary.spatial.scalar import Array, Scalar


@dataclass(frozen=True)
class Shaped(Parametric):
    """A motion that leaves a mode of vibration at rest, (1) and (2).

    Args:
        reference: The motion. A shaped motion in it is shaped for two modes.
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
        """Return the motion with its inner motion anchored at q; a path of a frame has its time law shaped."""
        inner = self.reference.anchored(model, q, frame) if hasattr(self.reference, "anchored") else self.reference
        found = replace(self, reference=inner)
        return found if found.path is None else found.path

    @cached_property
    def path(self) -> Path | None:
        """The path with the shaped time law, (2); None for other motions."""
        inner = self.reference.path if isinstance(self.reference, Shaped) else self.reference
        if not isinstance(inner, Path):
            return None
        return replace(inner, law=ShapedLaw(inner.time_law, self.shaper), duration=None)

    @property
    def switches(self) -> tuple[float, ...]:
        """The switches of every copy [s]."""
        return _switches(self.shaper, self.reference.switches)

    @property
    def pattern(self) -> Hashable:
        """That of the motion."""
        return self.reference.pattern if isinstance(self.reference, Parametric) else id(self.reference)

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        """Amplitudes and times of the impulses, then the numbers of the motion."""
        if self.path is not None:
            return self.path.numbers
        own = self.reference.numbers if isinstance(self.reference, Parametric) else ()
        return *np.concatenate(self.shaper.impulses).tolist(), *own

    def motion_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar = None) -> DesiredMotion:
        """Return position, velocity and acceleration at t [s], (1)."""
        if self.path is not None:
            return self.path.motion_with(numbers, t, inside)
        inner: Reference = self.reference
        count = 2 * len(self.shaper.impulses[0])

        def at(t: Scalar, inside: Scalar) -> tuple[Array, ...]:
            parametric = isinstance(inner, Parametric)
            found = inner.motion_with(numbers[count:], t, inside) if parametric else inner.motion(t, inside)  # type: ignore[attr-defined]
            if isinstance(found, TaskMotion):
                expected = "a motion of coordinates, or a path such as Line(…)"
                raise ArgumentError("reference", "a motion of a frame with an orientation", expected)
            return found.position, found.velocity, found.acceleration

        return DesiredMotion(*_copies(numbers[:count], t, inside, at))


@dataclass(frozen=True)
class ShapedLaw(ParametricLaw):
    """A time law that leaves a mode of vibration at rest, (2)."""

    law: TimeLaw
    shaper: Shaper

    @property
    def switches(self) -> tuple[float, ...]:
        """The switches of every copy [s]."""
        return _switches(self.shaper, self.law.switches)

    @property
    def pattern(self) -> Hashable:
        """That of the law."""
        return pattern_of(self.law)

    @property
    def numbers(self) -> tuple[float, ...]:
        """Amplitudes and times of the impulses, then the numbers of the law."""
        return *np.concatenate(self.shaper.impulses).tolist(), *numbers_of(self.law)

    def progress_with(self, numbers: Sequence[Scalar], t: Scalar, inside: Scalar) -> PathProgress:
        """Return s, ṡ and s̈ at t, (2)."""
        count = 2 * len(self.shaper.impulses[0])

        def at(t: Scalar, inside: Scalar) -> tuple[Array, ...]:
            return tuple(np.array([each]) for each in progress_of(self.law, numbers[count:], t, inside))

        return PathProgress(*(found[0] for found in _copies(numbers[:count], t, inside, at)))


def _switches(shaper: Shaper, inner: Sequence[float]) -> tuple[float, ...]:
    """Return the switches of all copies, with the instants from which late copies move [s]."""
    times = shaper.impulses[1].tolist()
    return tuple(sorted({*(late + each for late in times for each in inner), *times[1:]}))


def _copies(
    impulses: Sequence[Scalar], t: Scalar, inside: Scalar, at: Callable[[Scalar, Scalar], tuple[Array, ...]]
) -> list[Array]:
    """Return the sums of position and its derivatives over the copies, (1); `at` is a motion at a time."""
    inside = (t if isinstance(t, Expr) else np.real(t)) if inside is None else inside
    amplitudes, times = impulses[: len(impulses) // 2], impulses[len(impulses) // 2 :]
    place, *moving = at(t, inside)
    found = [amplitudes[0] * each for each in (place, *moving)]
    for amplitude, late in zip(amplitudes[1:], times[1:], strict=True):
        still = less(inside, late)
        place, *moving = at(where(still, 0.0, t - late), where(still, 0.0, inside - late))
        own = [place, *(where(still, 0.0, np.asarray(each)) for each in moving)]
        found = [total + amplitude * each for total, each in zip(found, own, strict=True)]
    return found
